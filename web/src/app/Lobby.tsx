// SPDX-License-Identifier: MIT
// A table before the game: who sits where, how it is played, and how others find it.
import './Lobby.css';
import { useId, useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Button, Choice, Icon, Sheet } from '../look';
import { keepName, myName } from '../net/kept';
import { Device } from '../table/Device';
import { Devices } from '../table/Devices';
import { Differences } from '../table/Differences';
import { DoorButton, Grace, ToldLine } from '../table/Door';
import { Levels, USUAL_LEVEL } from '../table/Levels';
import type { Client, Command, Seat, TableState } from '../table/types';
import { refusalWords, seatName } from '../words/tell';
import { Say, t } from '../words/words';
import { Aloud } from './Aloud';
import { Evening, NextGame, Seating, WaitForSeat, Waiting } from './Evening';
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
      class="panel column lobby-sit"
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
        dir={name ? 'auto' : undefined}
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
        <Button icon="bot" onClick={() => act({ do: 'bot', seat, level: USUAL_LEVEL })}>
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
        <Levels
          value={level}
          label={t('web.lobby.level', { n: seat + 1 })}
          onChange={(chosen) => act({ do: 'bot', seat, level: chosen })}
        />
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
  const [min, max] = engine.game(table.game)?.seats ?? [2, 2];
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
    <div class="column options-row">
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
  const row = engine.game(table.game);
  if (!row) return null;
  return (
    <section class="panel lobby-options">
      <h2>{t('web.lobby.options')}</h2>
      {!table.you.host && <p class="small soft">{t('web.lobby.options.host')}</p>}
      <Options
        row={row}
        values={table.options}
        aloud={table.aloud}
        onChange={table.you.host ? (name, value) => act({ do: 'option', name, value }) : undefined}
      />
      {table.aloud && (
        <Aloud
          game={table.game}
          value={table.aloud}
          onChange={table.you.host ? (value) => act({ do: 'aloud', value }) : undefined}
        />
      )}
      <Clock table={table} act={act} />
      <Seating table={table} act={act} />
      <Grace table={table} act={act} />
    </section>
  );
}

// ---- starting the game ----

/** What still prevents the game from starting. */
function waitingFor(table: TableState): string | null {
  if (table.seats.some((seat) => seat === null)) return t('table.start.empty');
  const others = table.seats.flatMap((seat, i) =>
    seat && !(seat.bot && !seat.name) && !seat.host && !seat.ready ? [i] : [],
  );
  if (others.length === 0) return null;
  const names = others.map((seat) => seatName(table, seat));
  return t('web.lobby.waiting', { names: { names } });
}

function Go({ table, act }: { table: TableState; act: Do }) {
  const { you } = table;
  const mine = you.seat === undefined ? null : table.seats[you.seat];
  const waiting = waitingFor(table);
  if (!mine && !you.host) return null;
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
        <Button kind="main" icon="check" onClick={() => act({ do: 'ready' })}>
          {t('web.lobby.ready.do')}
        </Button>
      )}
    </div>
  );
}

/** Taking your place to another device, and the devices that have it. */
function Elsewhere({ client, table }: { client: Client; table: TableState }) {
  const [open, setOpen] = useState<'device' | 'devices' | null>(null);
  const token = client.seatToken?.();
  if (!token) return null;
  const count = table.devices.length;
  return (
    <>
      <Button kind="quiet" icon="share" onClick={() => setOpen('device')}>
        {t('web.play.device')}
      </Button>
      <Button kind="quiet" icon="phone" onClick={() => setOpen('devices')}>
        {t('web.play.devices')}
        {count > 1 && <span class="play-entry-count figures">{count}</span>}
      </Button>
      {open && (
        <Sheet key={open} title={t(`web.play.${open}`)} onClose={() => setOpen(null)}>
          {open === 'device' && <Device code={table.code} token={token} />}
          {open === 'devices' && client.signOut && (
            <Devices table={table} signOut={client.signOut} />
          )}
        </Sheet>
      )}
    </>
  );
}

interface LobbyProps {
  readonly client: Client;
  readonly table: TableState;
  /** Joins as a guest, who may sit down. */
  readonly onJoin?: () => void;
}

/** What people without a seat can do. */
function Standing({ client, table, onJoin, sit }: LobbyProps & { sit: (name: string) => void }) {
  if (table.you.screen || table.you.seat !== undefined) return null;
  if (table.locked && !table.you.host)
    return (
      <p class="beside lobby-locked" role="status">
        <Icon name="lock" />
        <span>{t('web.lobby.locked')}</span>
      </p>
    );
  if (!table.seats.includes(null))
    return <WaitForSeat client={client} table={table} onJoin={onJoin} />;
  if (!client.watching) return <SitDown sit={sit} />;
  return (
    <p class="beside lobby-locked" role="status">
      <Icon name="eye" />
      <span>{t('web.lobby.watching')}</span>
      {!client.crowd && <Button onClick={onJoin}>{t('web.lobby.join')}</Button>}
    </p>
  );
}

export function Lobby({ client, table, onJoin }: LobbyProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const act: Do = (command) => {
    setRefused(null);
    void client.send(command).then((answer) => {
      if (!answer.ok) setRefused(answer.reason);
    });
  };
  // Somebody may have been faster: then take the next free seat.
  const sit = async (name: string) => {
    setRefused(null);
    for (let tries = table.seats.length; tries > 0; tries--) {
      const seat = client.get().seats.indexOf(null);
      if (seat < 0) return; // the screen below says so
      const answer = await client.send({ do: 'sit', seat, name });
      if (answer.ok) return;
      if (answer.reason !== 'table.sit.taken' || tries === 1) setRefused(answer.reason);
      if (answer.reason !== 'table.sit.taken') return;
    }
  };
  const screen = table.you.screen === true;
  // The shared screen shows the way in already.
  const invites = table.you.host && (screen || !table.screen);
  const game = t(`game.${table.game}`);
  return (
    <Page title={game} class={screen ? 'lobby lobby-screen' : 'lobby'}>
      <LineBanner table={table} />
      <div class="column-wide lobby-parts">
        {invites && <Invite code={table.code} large={screen} crowd={client.crowd} />}
        <section class="panel lobby-table">
          <h2>
            <Say k="web.lobby.title" game={game} />
          </h2>
          {!table.you.host && (
            <Differences game={table.game} options={table.options} aloud={table.aloud} always />
          )}
          <Standing client={client} table={table} onJoin={onJoin} sit={sit} />
          <Seats table={table} act={act} />
          <Waiting table={table} />
          <ToldLine table={table} />
          <p class="small soft">{t('web.lobby.begins')}</p>
          <SeatCount table={table} act={act} />
          {refused && (
            <p class="refused lobby-refused" role="alert">
              {refusalWords(refused)}
            </p>
          )}
          <Go table={table} act={act} />
          <div class="lobby-more">
            <NextGame table={table} act={act} />
            <DoorButton table={table} act={act} />
            <Elsewhere client={client} table={table} />
          </div>
        </section>
        <Evening table={table} />
        <Settings table={table} act={act} />
        {!invites && <Invite code={table.code} crowd={client.crowd} />}
      </div>
    </Page>
  );
}
