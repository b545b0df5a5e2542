// SPDX-License-Identifier: MIT
// After the game: who won, how the points came about, whether the deal was fair, and what next.
import './Over.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { engine, type Verified } from '../engine/wasm';
import { Button, Icon } from '../look';
import { skinOf } from '../skins';
import { lookAt } from '../table/eye';
import type { Client, TableState } from '../table/types';
import { seatName, tellEntry } from '../words/tell';
import { has, language, Say, t } from '../words/words';
import { Page } from './Page';
import { type Past, pointsOf, readPast, STILL } from './past';
import { showReplay } from './Replay';
import { LineBanner } from './Trouble';

/** Names in a row, as the language joins them. */
function joined(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);
}

/** How it ended, in a sentence or two; `alone`: whoever reads it is the one at that seat. */
export function resultWords(table: TableState, alone: boolean): string[] {
  const first = table.seats.flatMap((_, i) => (table.places?.[i] === 1 ? [i] : []));
  const names = first.map((seat) => seatName(table, seat));
  const words: string[] = [];
  if (table.loser !== null && (table.end === 'resigned' || table.end === 'time'))
    words.push(t(`result.${table.end}`, { name: seatName(table, table.loser) }));
  if (table.end === 'agreed') words.push(t('result.agreed'));
  else if (!table.places) words.push(t('web.over.stopped'));
  else if (first.length === 1 && alone && first[0] === table.you.seat)
    words.push(t('web.over.you'));
  else if (first.length === 1) words.push(t('result.won', { name: names[0] ?? '' }));
  else if (first.length === table.seats.length) words.push(t('result.draw'));
  else words.push(t('result.shared', { names: joined(names) }));
  return words;
}

function Standings({ table }: { table: TableState }) {
  const order = table.seats
    .map((_, seat) => seat)
    .sort((a, b) => (table.places?.[a] ?? 99) - (table.places?.[b] ?? 99));
  return (
    <ol class="over-places">
      {order.map((seat) => (
        <li key={seat} data-first={table.places?.[seat] === 1 ? '' : undefined}>
          <span class="over-place figures">{table.places?.[seat] ?? '–'}</span>
          {table.seats[seat]?.bot && <Icon name="bot" />}
          <bdi class="over-name">{seatName(table, seat)}</bdi>
          {table.places?.[seat] === 1 && <Icon name="trophy" />}
          {table.scores && (
            <span class="over-score figures">{t('points', { n: table.scores[seat] ?? 0 })}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Where the points came from; where there are none, the moves that decided it. */
function Account({ table, past }: { table: TableState; past: Past }) {
  const points = pointsOf(past);
  const skin = skinOf(table.game);
  if (points)
    return (
      <dl class="over-account">
        {points.map((list, seat) => (
          <div key={seat}>
            <dt>
              <bdi>{seatName(table, seat)}</bdi>
            </dt>
            <dd dir="ltr" class="figures">
              {list.length > 0 ? list.join(' + ') : '0'}
              {list.length > 1 && ` = ${list.reduce((sum, one) => sum + one, 0)}`}
            </dd>
          </div>
        ))}
      </dl>
    );
  return (
    <ol class="over-last">
      {past.log.slice(-3).map((entry) => (
        <li key={entry.v}>{tellEntry(entry, table, skin).join(' ')}</li>
      ))}
    </ol>
  );
}

const SIGNS = { ok: 'check', wrong: 'warn', absent: 'minus' } as const;

/** One thing that was checked. */
function Checked({ state, name }: { state: keyof typeof SIGNS; name: string }) {
  return (
    <li class={`over-check over-check-${state}`}>
      <Icon name={SIGNS[state]} />
      <span>{t(`web.verify.${name}.${state}`)}</span>
    </li>
  );
}

/** Checks the record, says what that proves, and what it cannot. */
export function Verify({ past }: { past: Past }) {
  const [found, setFound] = useState<Verified | null>(null);
  const { dealt } = past;
  if (!found)
    return (
      <div class="over-verify">
        <p>{t(dealt ? 'web.verify.about' : 'web.verify.about.open')}</p>
        <Button icon="check" onClick={() => setFound(engine.verify(past.record))}>
          {t('web.verify.do')}
        </Button>
      </div>
    );
  return (
    <div class="over-verify" role="status">
      <ul>
        <Checked state={found.moves ? 'ok' : 'wrong'} name="moves" />
        {dealt && <Checked state={found.commit} name="commit" />}
        {dealt && <Checked state={found.seal} name="seal" />}
      </ul>
      {found.reason && has(found.reason) && (
        <p class="over-wrong">
          {t(found.reason)} {found.line ? t('web.verify.line', { n: found.line }) : ''}
        </p>
      )}
      {dealt && <p class="soft">{t('web.verify.limits')}</p>}
    </div>
  );
}

function fileName(table: TableState): string {
  return `${table.game}-${new Date().toISOString().slice(0, 10)}.kufsa`;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function shareText(table: TableState): string {
  const lines = table.seats.map((_, seat) => {
    const place = t(`place.${table.places?.[seat] ?? 1}`);
    const name = seatName(table, seat);
    return table.scores
      ? t('result.score', { name, place, points: t('points', { n: table.scores[seat] ?? 0 }) })
      : t('result.place', { name, place });
  });
  return [`${t('web.app.name')} · ${t(`game.${table.game}`)}`, ...lines].join('\n');
}

/** Hands the result on: by the device's own way to share, or by the clipboard. */
function Share({ table }: { table: TableState }) {
  const [done, setDone] = useState(false);
  // On plain http, as within a house, a page has neither.
  if (!navigator.share && !navigator.clipboard) return null;
  const share = async () => {
    const text = shareText(table);
    try {
      if (navigator.share) await navigator.share({ text });
      else {
        await navigator.clipboard.writeText(text);
        setDone(true);
      }
    } catch {
      // Whoever thinks better of it needs no message.
    }
  };
  return (
    <Button icon={done ? 'check' : 'share'} onClick={() => void share()}>
      {t(done ? 'web.app.copied' : 'web.over.share')}
    </Button>
  );
}

function Rematch({ clients, table }: { clients: readonly Client[]; table: TableState }) {
  const [asked, setAsked] = useState(false);
  const mine = clients.map((client) => client.get().you.seat).filter((seat) => seat !== undefined);
  if (mine.length === 0) return null;
  const wanted = table.rematch.filter((seat) => !mine.includes(seat));
  const waiting = asked || mine.every((seat) => table.rematch.includes(seat));
  return (
    <>
      <Button
        kind="main"
        icon="again"
        disabled={waiting}
        onClick={() => {
          setAsked(true);
          for (const client of clients)
            void client.send({ do: 'rematch' }).then((answer) => {
              if (!answer.ok) setAsked(false);
            });
        }}
      >
        {t(waiting ? 'web.over.rematch.waiting' : 'web.over.rematch')}
      </Button>
      {wanted.length > 0 && !waiting && (
        <p role="status">
          <Say
            k="web.over.rematch.wanted"
            names={joined(wanted.map((one) => seatName(table, one)))}
          />
        </p>
      )}
    </>
  );
}

/** The table as it was left. */
function LastLook({ table }: { table: TableState }) {
  const skin = skinOf(table.game);
  const viewer = table.you.seat ?? null;
  const look = lookAt(table, viewer);
  return (
    <section class="over-board" aria-label={t('web.over.board')}>
      <skin.Board table={table} look={look} gesture={STILL} viewer={viewer} mode="both" />
    </section>
  );
}

function usePast(client: Client, match: number): Past | null {
  const [known, setKnown] = useState<{ match: number; past: Past } | null>(null);
  useEffect(() => {
    let present = true;
    client
      .record()
      .then((record) => present && setKnown({ match, past: readPast(record) }))
      .catch(() => undefined);
    return () => {
      present = false;
    };
  }, [client, match]);
  return known?.match === match ? known.past : null;
}

export function Over({ clients, table }: { clients: readonly Client[]; table: TableState }) {
  const client = clients[0] as Client;
  const past = usePast(client, table.match);
  const words = useMemo(() => resultWords(table, clients.length === 1), [table, clients]);
  return (
    <Page title={t(`game.${table.game}`)} class="over">
      <LineBanner table={table} />
      <section class="panel over-result">
        <div role="status">
          <h2>{words.join(' ')}</h2>
        </div>
        <Standings table={table} />
        <div class="over-ways">
          <Rematch clients={clients} table={table} />
          {past && (
            <Button icon="play" onClick={() => showReplay(past.record)}>
              {t('web.over.replay')}
            </Button>
          )}
          <Share table={table} />
          {past && (
            <Button icon="download" onClick={() => download(fileName(table), past.record)}>
              {t('web.over.download')}
            </Button>
          )}
        </div>
      </section>
      {past && past.plies > 0 && (
        <section class="panel over-more">
          <h2>{t(table.scores ? 'web.over.account' : 'web.over.last')}</h2>
          <Account table={table} past={past} />
        </section>
      )}
      {past && (
        <section class="panel over-more">
          <h2>{t(past.dealt ? 'web.verify.title' : 'web.verify.title.open')}</h2>
          <Verify past={past} />
        </section>
      )}
      <LastLook table={table} />
    </Page>
  );
}
