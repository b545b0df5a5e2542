// SPDX-License-Identifier: MIT
// A table before the game: who sits where, how it is played, and how others find it.
import './Lobby.css';
import { useId, useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Button, Choice, Icon, Sheet } from '../look';
import { keepName, myName } from '../net/kept';
import { Device } from '../table/Device';
import type { Client, Command, Seat, TableState } from '../table/types';
import { seatName } from '../words/tell';
import { has, Say, t } from '../words/words';
import { Invite } from './Invite';
import { Options } from './Options';
import { Page } from './Page';
import { LineBanner } from './Trouble';

type Do = (command: Command) => void;

const NAME_MAX = 24;

// ---- sitting down ----

/** Asks for the name, once, and sits down with it. */
function SitDown({ sit }: { sit: (name: string) => void }) {
  const [name, setName] = useState(myName());
  const id = useId();
  return (
    <form
      class="panel lobby-sit"
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        keepName(name);
        sit(name.trim());
      }}
    >
      <label for={id}>{t('web.lobby.name')}</label>
      <input
        id={id}
        class="field"
        value={name}
        maxLength={NAME_MAX}
        autocomplete="nickname"
        enterKeyHint="go"
        dir="auto"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button kind="main" submit disabled={!name.trim()}>
        {t('web.lobby.sit')}
      </Button>
    </form>
  );
}

// ---- the seats ----

function EmptySeat(props: { seat: number; table: TableState; act: Do }) {
  const { seat, table, act } = props;
  const { you } = table;
  const name = myName();
  return (
    <>
      <span class="lobby-who soft">{t('web.lobby.empty')}</span>
      {you.seat !== undefined && name && (
        <Button
          label={t('web.lobby.sit.at', { n: seat + 1 })}
          icon="person"
          onClick={() => act({ do: 'sit', seat, name })}
        />
      )}
      {you.host && (
        <Button icon="bot" onClick={() => act({ do: 'bot', seat, level: 'club' })}>
          {t('web.lobby.bot')}
        </Button>
      )}
    </>
  );
}

function BotSeat(props: { seat: number; level: string; table: TableState; act: Do }) {
  const { seat, level, table, act } = props;
  if (!table.you.host)
    return (
      <span class="lobby-who">
        <Icon name="bot" />
        {seatName(table, seat)}
      </span>
    );
  return (
    <>
      <span class="lobby-who">
        <Icon name="bot" />
        <select
          class="field"
          value={level}
          aria-label={t('web.lobby.level', { n: seat + 1 })}
          onChange={(event) => act({ do: 'bot', seat, level: event.currentTarget.value })}
        >
          {engine.levels().map((one) => (
            <option key={one} value={one}>
              {t(`level.${one}`)}
            </option>
          ))}
        </select>
      </span>
      <Button
        kind="quiet"
        icon="close"
        label={t('web.lobby.remove.bot', { n: seat + 1 })}
        onClick={() => act({ do: 'remove', seat })}
      />
    </>
  );
}

function PersonSeat(props: { seat: number; sits: Seat; table: TableState; act: Do }) {
  const { seat, sits, table, act } = props;
  const mine = table.you.seat === seat;
  return (
    <>
      <span class="lobby-who">
        <Icon name={sits.host ? 'host' : 'person'} />
        <bdi>{sits.name}</bdi>
        {mine && <span class="small soft">{t('web.lobby.you')}</span>}
        {sits.host && <span class="small soft">{t('web.lobby.host')}</span>}
        {!sits.here && <span class="small soft">{t('web.lobby.away')}</span>}
      </span>
      {sits.ready && (
        <span class="lobby-ready">
          <Icon name="check" />
          {t('web.lobby.ready')}
        </span>
      )}
      {mine && (
        <Button kind="quiet" onClick={() => act({ do: 'stand' })}>
          {t('web.lobby.stand')}
        </Button>
      )}
      {table.you.host && !mine && !sits.here && (
        <Button
          kind="quiet"
          icon="close"
          label={t('web.lobby.remove', { name: sits.name })}
          onClick={() => act({ do: 'remove', seat })}
        />
      )}
    </>
  );
}

function Seats({ table, act }: { table: TableState; act: Do }) {
  return (
    <ol class="lobby-seats">
      {table.seats.map((sits, seat) => (
        <li key={seat} class="lobby-seat" data-mine={table.you.seat === seat ? '' : undefined}>
          <span class="lobby-number figures" aria-hidden="true">
            {seat + 1}
          </span>
          {sits === null ? (
            <EmptySeat seat={seat} table={table} act={act} />
          ) : sits.bot && !sits.name ? (
            <BotSeat seat={seat} level={sits.bot} table={table} act={act} />
          ) : (
            <PersonSeat seat={seat} sits={sits} table={table} act={act} />
          )}
        </li>
      ))}
    </ol>
  );
}

function SeatCount({ table, act }: { table: TableState; act: Do }) {
  const [min, max] = engine.games().find((row) => row.name === table.game)?.seats ?? [2, 2];
  if (!table.you.host || min === max) return null;
  const counts = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
  return (
    <div class="lobby-count">
      <h3>{t('web.lobby.seats')}</h3>
      <Choice
        label={t('web.lobby.seats')}
        value={String(table.seats.length)}
        values={counts.map((one) => [one, one])}
        onChange={(count) => act({ do: 'seats', seats: Number(count) })}
      />
    </div>
  );
}

// ---- the clock ----

/** Kind, and seconds for a move, or for the game and for each move. */
const CLOCKS = [
  'off',
  'move 30',
  'move 60',
  'move 120',
  'game 300 5',
  'game 600 5',
  'game 1800 10',
];

function clockWords(text: string): string {
  const [kind, seconds = '0', more = '0'] = text.split(' ');
  if (kind === 'move') return t('web.lobby.clock.move', { n: Number(seconds) });
  if (kind === 'game')
    return t('web.lobby.clock.game', { n: Number(seconds) / 60, more: Number(more) });
  return t('web.lobby.clock.off');
}

function Clock({ table, act }: { table: TableState; act: Do }) {
  const id = useId();
  const { kind, millis, increment } = table.clock;
  const now =
    kind === 'off'
      ? 'off'
      : [kind, millis / 1000, ...(kind === 'game' ? [increment / 1000] : [])].join(' ');
  const choose = (text: string) => {
    const [kind, seconds = 0, more = 0] = text.split(' ');
    act({ do: 'clock', kind, millis: Number(seconds) * 1000, increment: Number(more) * 1000 });
  };
  const values = CLOCKS.includes(now) ? CLOCKS : [...CLOCKS, now];
  return (
    <div class="options-row">
      <label class="options-name" for={id}>
        {t('web.lobby.clock')}
      </label>
      {table.you.host ? (
        <select
          id={id}
          class="field options-select"
          value={now}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {clockWords(one)}
            </option>
          ))}
        </select>
      ) : (
        <output id={id}>{clockWords(now)}</output>
      )}
    </div>
  );
}

function Settings({ table, act }: { table: TableState; act: Do }) {
  const row = engine.games().find((one) => one.name === table.game);
  if (!row) return null;
  return (
    <section class="panel lobby-options">
      <h2>{t('web.lobby.options')}</h2>
      {!table.you.host && <p class="small soft">{t('web.lobby.options.host')}</p>}
      <Options
        row={row}
        values={table.options}
        onChange={table.you.host ? (name, value) => act({ do: 'option', name, value }) : undefined}
      />
      <Clock table={table} act={act} />
    </section>
  );
}

// ---- going ----

/** What keeps the game from starting. */
function waitingFor(table: TableState): string | null {
  if (table.seats.some((seat) => seat === null)) return t('table.start.empty');
  const others = table.seats.flatMap((seat, i) =>
    seat && !(seat.bot && !seat.name) && !seat.host && !seat.ready ? [i] : [],
  );
  if (others.length === 0) return null;
  return t('web.lobby.waiting', { names: others.map((seat) => seatName(table, seat)).join(', ') });
}

function Go({ table, act }: { table: TableState; act: Do }) {
  const { you } = table;
  const mine = you.seat === undefined ? null : table.seats[you.seat];
  const waiting = waitingFor(table);
  return (
    <div class="lobby-go">
      {you.host ? (
        <>
          {waiting && <p role="status">{waiting}</p>}
          <Button
            kind="main"
            icon="play"
            disabled={waiting !== null}
            onClick={() => act({ do: 'start' })}
          >
            {t('web.lobby.start')}
          </Button>
        </>
      ) : mine?.ready ? (
        <>
          <p role="status">{waiting ?? t('web.lobby.soon')}</p>
          <Button onClick={() => act({ do: 'unready' })}>{t('web.lobby.unready')}</Button>
        </>
      ) : (
        mine && (
          <Button kind="main" icon="check" onClick={() => act({ do: 'ready' })}>
            {t('web.lobby.ready.do')}
          </Button>
        )
      )}
      {!mine && !you.host && table.seats.every((seat) => seat !== null) && (
        <p role="status">{t('web.lobby.full')}</p>
      )}
    </div>
  );
}

/** One's place here is taken along. */
function Elsewhere({ client, table }: { client: Client; table: TableState }) {
  const [open, setOpen] = useState(false);
  const token = client.seatToken?.();
  if (!token) return null;
  return (
    <>
      <Button kind="quiet" icon="share" onClick={() => setOpen(true)}>
        {t('web.play.device')}
      </Button>
      {open && (
        <Sheet title={t('web.play.device')} onClose={() => setOpen(false)}>
          <Device code={table.code} token={token} />
        </Sheet>
      )}
    </>
  );
}

export function Lobby({ client, table }: { client: Client; table: TableState }) {
  const [refused, setRefused] = useState<string | null>(null);
  const act: Do = (command) => {
    setRefused(null);
    void client.send(command).then((answer) => {
      if (!answer.ok) setRefused(answer.reason);
    });
  };
  // Somebody may have been faster: then on the next seat that is free.
  const sit = async (name: string) => {
    setRefused(null);
    for (let tries = table.seats.length; tries > 0; tries--) {
      const seat = client.get().seats.indexOf(null);
      if (seat < 0) return; // and that is said below
      const answer = await client.send({ do: 'sit', seat, name });
      if (answer.ok) return;
      if (answer.reason !== 'table.sit.taken' || tries === 1) setRefused(answer.reason);
      if (answer.reason !== 'table.sit.taken') return;
    }
  };
  const screen = table.you.screen === true;
  const free = table.seats.indexOf(null);
  const game = t(`game.${table.game}`);
  return (
    <Page title={game} class={screen ? 'lobby lobby-screen' : 'lobby'}>
      <LineBanner table={table} />
      <div class="lobby-parts">
        {table.you.host && <Invite code={table.code} large={screen} />}
        <section class="panel lobby-table">
          <h2>
            <Say k="web.lobby.title" game={game} />
          </h2>
          {!screen && table.you.seat === undefined && free >= 0 && <SitDown sit={sit} />}
          <Seats table={table} act={act} />
          <p class="small soft">{t('web.lobby.begins')}</p>
          <SeatCount table={table} act={act} />
          {refused && (
            <p class="lobby-refused" role="alert">
              {has(refused) ? t(refused) : refused}
            </p>
          )}
          <Go table={table} act={act} />
          <Elsewhere client={client} table={table} />
        </section>
        <Settings table={table} act={act} />
        {!table.you.host && <Invite code={table.code} large={screen} />}
      </div>
    </Page>
  );
}
