// SPDX-License-Identifier: MIT
// How a game ended: who won, how the points came about, whether the deal was fair, and the table as
// it was left.
import './Over.css';
import { useMemo, useState } from 'preact/hooks';
import { engine, type Verified } from '../engine/wasm';
import { Button, Icon } from '../look';
import { skinOf } from '../skins';
import { viewOf } from '../table/eye';
import type { TableState } from '../table/types';
import { seatName, tellEntry } from '../words/tell';
import { has, t } from '../words/words';
import { type Past, pointsOf, STILL, tableAt } from './past';
import { Pieces } from './pictures';

/** The moment that decided it: the largest turn where points add up, else the last move. */
function momentOf(table: TableState, past: Past): string | null {
  const largest = `web.over.largest.${table.game}`;
  const points = has(largest) ? pointsOf(past) : null;
  const [n, seat] = (points ?? [])
    .flatMap((list, at) => list.map((one): [number, number] => [one, at]))
    .reduce((best, one) => (one[0] > best[0] ? one : best), [0, 0]);
  if (n > 0) return t(largest, { name: seatName(table, seat), n });
  const last = past.log.at(-1);
  if (has(largest) || table.end !== 'rules' || !last) return null;
  return tellEntry(last, table, skinOf(table.game)).join(' ');
}

export function Moment({ table, past }: { table: TableState; past: Past | null }) {
  const told = useMemo(() => past && momentOf(table, past), [table, past]);
  return told ? (
    <p class="over-moment" dir="auto">
      {told}
    </p>
  ) : null;
}

/** What each seat still held, laid open; null: unknown, or a game without hands. */
function heldIn(past: Past | null): string[][] | null {
  if (!past?.dealt) return null;
  const end = tableAt(past, past.plies, 'truth');
  return end.seats.map((_, seat) =>
    viewOf(end, seat).scene.flatMap(({ place, piece }) =>
      piece !== undefined && place.zone === 'hand' && place.seat === seat ? [piece] : [],
    ),
  );
}

function Held({ game, pieces }: { game: string; pieces: readonly string[] }) {
  const { nameOf } = skinOf(game);
  return (
    <div class="over-held">
      <span class="heard">{t('web.over.held', { cards: pieces.map(nameOf).join(', ') })}</span>
      <Pieces game={game} pieces={pieces.join(' ')} />
    </div>
  );
}

export function Standings({ table, past }: { table: TableState; past: Past | null }) {
  const held = useMemo(() => heldIn(past), [past]);
  const order = table.seats
    .map((_, seat) => seat)
    .sort((a, b) => (table.places?.[a] ?? 99) - (table.places?.[b] ?? 99));
  return (
    <ol class="column over-places">
      {order.map((seat) => (
        <li key={seat} data-first={table.places?.[seat] === 1 ? '' : undefined}>
          <span class="over-place figures">{table.places?.[seat] ?? '–'}</span>
          {table.seats[seat]?.bot && <Icon name="bot" />}
          <bdi class="over-name">{seatName(table, seat)}</bdi>
          {table.places?.[seat] === 1 && <Icon name="trophy" />}
          {table.scores && (
            <span class="over-score figures">{t('points', { n: table.scores[seat] ?? 0 })}</span>
          )}
          {held?.[seat]?.length ? <Held game={table.game} pieces={held[seat]} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** What scores points, and whether high or low scores win. */
function Scoring({ table }: { table: TableState }) {
  const key = `web.over.account.${table.game}.${table.options.scoring}`;
  return has(key) ? <p>{t(key)}</p> : null;
}

/** Where the points came from; in games without points, the moves that decided it. */
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

/** One item that was checked. */
function Checked({ state, name }: { state: keyof typeof SIGNS; name: string }) {
  return (
    <li class={`over-check over-check-${state}`}>
      <Icon name={SIGNS[state]} />
      <span>{t(`web.verify.${name}.${state}`)}</span>
    </li>
  );
}

/** What is said about each possible dealer. */
const DEALERS = {
  here: { about: 'web.verify.about.here', seal: 'here', limits: 'web.verify.limits.here' },
  device: { about: 'web.verify.about.device', seal: 'device', limits: 'web.verify.limits.device' },
  server: { about: 'web.verify.about', seal: 'seal', limits: 'web.verify.limits' },
  given: { about: 'web.verify.about.given', seal: null, limits: 'web.verify.limits.given' },
} as const;

/** Checks the record, and says what that proves and what it cannot. */
export function Verify({ past }: { past: Past }) {
  const [found, setFound] = useState<Verified | null>(null);
  const { dealt } = past;
  const dealer = DEALERS[past.given === null ? past.dealer : 'given'];
  if (!found)
    return (
      <div class="over-verify">
        <p>{t(dealt ? dealer.about : 'web.verify.about.open')}</p>
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
        {dealt && dealer.seal && <Checked state={found.seal} name={dealer.seal} />}
      </ul>
      {found.reason && has(found.reason) && (
        <p class="wrong">
          {t(found.reason)} {found.line ? t('web.verify.line', { n: found.line }) : ''}
        </p>
      )}
      {dealt && <p class="soft">{t(dealer.limits)}</p>}
    </div>
  );
}

/** The table as it was left. */
export function LastTable({ table }: { table: TableState }) {
  const skin = skinOf(table.game);
  const viewer = table.you.seat ?? null;
  const view = viewOf(table, viewer);
  return (
    <section class="over-board" aria-label={t('web.over.board')}>
      <skin.Board table={table} view={view} gesture={STILL} viewer={viewer} mode="both" />
    </section>
  );
}

/** A game that began as another did. */
const Given = ({ moves }: { moves: number }) => (
  <p>{moves > 0 ? t('past.on.given', { n: moves }) : t('past.on.given.start')}</p>
);

/** Where the points came from, or the last moves; and whether the record is true. */
export function Details({ table, past }: { table: TableState; past: Past }) {
  return (
    <>
      {past.plies > 0 && (
        <section class="panel over-more">
          <h2>{t(table.scores ? 'web.over.account' : 'web.over.last')}</h2>
          {table.scores && <Scoring table={table} />}
          <Account table={table} past={past} />
        </section>
      )}
      <details class="panel over-more over-fair">
        <summary>
          <h2>{t(past.dealt ? 'web.verify.title' : 'web.verify.title.open')}</h2>
        </summary>
        {past.given !== null && <Given moves={past.given} />}
        <Verify past={past} />
      </details>
    </>
  );
}
