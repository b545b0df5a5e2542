// SPDX-License-Identifier: MIT
// Messages of a table become the state that screens draw. Pure: time comes in as `now`, which is
// performance.now(). docs/protocol.md has the messages.
import type { GameEvent } from '../engine/types';
import type { LogEntry, Seat, TableState } from './types';

/** Anything that a table says. Members that are missing leave the state as it is. */
export interface Message {
  readonly do?: string;
  readonly v?: number;
  /** When it happened, in milliseconds since 1970. */
  readonly at?: number;
  readonly skip?: boolean;
  readonly cid?: number;
  readonly reason?: string;
  readonly seat?: number;
  readonly name?: string;
  readonly level?: string;
  readonly value?: string;
  readonly phrase?: string;
  readonly here?: boolean;
  readonly kind?: string;
  readonly millis?: number;
  readonly increment?: number;
  readonly move?: string;
  readonly events?: readonly GameEvent[];
  /** The whole list, or with `do: 'seats'` how many. */
  readonly seats?: readonly WireSeat[] | number;
  // a snapshot
  readonly table?: number;
  readonly code?: string;
  readonly game?: string;
  readonly phase?: TableState['phase'];
  readonly match?: number;
  readonly options?: Readonly<Record<string, string>>;
  readonly clock?: TableState['clock'];
  readonly you?: TableState['you'];
  readonly screen?: boolean;
  readonly paused?: boolean;
  readonly rematch?: readonly number[];
  readonly moves?: readonly WireMove[];
  // the match
  readonly ply?: number;
  readonly position?: string;
  readonly actors?: readonly number[];
  readonly window?: number;
  readonly window_ms?: number;
  readonly clocks?: readonly number[];
  readonly offer?: number;
  readonly undo?: number;
  readonly unheard?: readonly number[];
  readonly scores?: readonly number[];
  readonly places?: readonly number[];
  readonly end?: string;
  readonly loser?: number;
  readonly seal?: string;
  readonly commit?: string;
  readonly key?: string;
  readonly secret?: string;
  readonly salts?: readonly string[];
}

type WireSeat = (Partial<Seat> & { readonly bot?: string }) | null;

interface WireMove {
  readonly v?: number;
  readonly seat: number;
  readonly move?: string;
  readonly events: readonly GameEvent[];
}

type Change = Partial<TableState>;

const SAID_MAX = 8;

export const EMPTY: TableState = {
  line: 'connecting',
  trouble: null,
  v: 0,
  table: 0,
  code: '',
  game: '',
  phase: 'lobby',
  match: 0,
  options: {},
  clock: { kind: 'off', millis: 0, increment: 0 },
  seats: [],
  screen: false,
  you: {},
  ply: 0,
  position: '',
  actors: [],
  window: null,
  clocks: null,
  clocksAt: 0,
  offer: null,
  undo: null,
  unheard: [],
  scores: null,
  places: null,
  end: null,
  loser: null,
  rematch: [],
  seal: null,
  commit: null,
  key: null,
  secret: null,
  salts: null,
  log: [],
  last: null,
  said: [],
};

// ---- seats ----

const seatOf = (seat: WireSeat): Seat | null => (seat === null ? null : { name: '', ...seat });

const isList = (seats: Message['seats']): seats is readonly WireSeat[] => Array.isArray(seats);

function withSeat(state: TableState, seat: number, change: (old: Seat | null) => Seat | null) {
  return state.seats.map((old, i) => (i === seat ? change(old) : old));
}

const unready = (seats: TableState['seats']) =>
  seats.map((seat) => (seat === null ? null : { ...seat, ready: false }));

// ---- the match ----

/** What the news of a match tell: all of it, so what is missing is not so any more. */
function matchChange(message: Message, now: number): Change {
  if (message.position === undefined) return {};
  return {
    ply: message.ply ?? 0,
    position: message.position,
    actors: message.actors ?? [],
    window:
      message.window === undefined
        ? null
        : { number: message.window, until: now + (message.window_ms ?? 0) },
    clocks: message.clocks ?? null,
    clocksAt: now,
    offer: message.offer ?? null,
    undo: message.undo ?? null,
    unheard: message.unheard ?? [],
    scores: message.scores ?? null,
    places: message.places ?? null,
    end: message.end ?? null,
    loser: message.loser ?? null,
    key: message.key ?? null,
    secret: message.secret ?? null,
    salts: message.salts ?? null,
  };
}

/** The match has just ended: winners are counted, and nobody needs a stand-in any more. */
function endChange(state: TableState, message: Message): Change {
  if (state.phase !== 'play' || message.end === undefined) return {};
  const seats = state.seats.map((seat, i): Seat | null => {
    if (seat === null) return null;
    const wins = (seat.wins ?? 0) + (message.places?.[i] === 1 ? 1 : 0);
    const { bot, ...person } = seat;
    return seat.name === '' ? { ...seat, wins } : { ...person, wins };
  });
  return { phase: 'over', rematch: [], seats };
}

function startChange(state: TableState, message: Message): Change {
  const seats = isList(message.seats) ? message.seats.map(seatOf) : unready(state.seats);
  return {
    phase: 'play',
    match: state.match + 1,
    seats,
    rematch: [],
    seal: message.seal ?? state.seal,
    commit: message.commit ?? null,
    log: [],
    last: 'jump',
  };
}

/** In a rematch everybody has moved up a seat. */
function rematchChange(state: TableState, message: Message): Change {
  if (!isList(message.seats)) {
    const others = state.rematch.filter((seat) => seat !== message.seat);
    return { rematch: message.seat === undefined ? others : [...others, message.seat] };
  }
  const seat = state.you.seat;
  const you =
    seat === undefined ? state.you : { ...state.you, seat: (seat + 1) % message.seats.length };
  return { ...startChange(state, message), you };
}

function moveChange(state: TableState, message: Message): Change {
  const entry: LogEntry = {
    v: message.v ?? state.v + 1,
    seat: message.seat ?? 0,
    ...(message.move === undefined ? {} : { move: message.move }),
    events: message.events ?? [],
  };
  return { log: [...state.log, entry], last: entry };
}

/** If a move was taken back, it and what came after it never happened. */
function undoneChange(state: TableState, message: Message): Change {
  if (message.position === undefined || message.ply === state.ply) return {};
  const asker = state.undo ?? message.seat;
  const at = state.log.map((entry) => entry.seat).lastIndexOf(asker ?? -1);
  return { log: at < 0 ? [] : state.log.slice(0, at), last: 'jump' };
}

// ---- snapshots ----

function pastOf(state: TableState, message: Message): readonly LogEntry[] {
  const told = message.moves;
  const v = message.v ?? 0;
  if (told === undefined) return state.match === message.match ? state.log : [];
  const entries = told.map((move, i) => ({ ...move, v: move.v ?? v - told.length + i + 1 }));
  if (state.match !== message.match) return entries;
  const first = entries[0]?.v ?? v + 1;
  return [...state.log.filter((entry) => entry.v < first), ...entries];
}

/** After an absence only the last move is shown, the rest has simply happened. */
function lastOf(state: TableState, message: Message, log: readonly LogEntry[]): TableState['last'] {
  const newest = log[log.length - 1];
  const news = newest !== undefined && newest.v > state.v;
  return state.match === message.match && state.phase === 'play' && news ? newest : 'jump';
}

function takeSnapshot(state: TableState, message: Message, now: number): TableState {
  const log = message.phase === 'lobby' ? [] : pastOf(state, message);
  const paused = message.paused === true;
  return {
    ...EMPTY,
    line: paused ? 'paused' : 'live',
    trouble: paused ? (state.trouble ?? 'match.paused') : null,
    v: message.v ?? 0,
    table: message.table ?? state.table,
    code: message.code ?? state.code,
    game: message.game ?? state.game,
    phase: message.phase ?? 'lobby',
    match: message.match ?? 0,
    options: message.options ?? {},
    clock: message.clock ?? EMPTY.clock,
    seats: isList(message.seats) ? message.seats.map(seatOf) : [],
    screen: message.screen === true,
    you: { ...(state.you.screen ? { screen: true } : {}), ...message.you },
    rematch: message.rematch ?? [],
    seal: message.seal ?? null,
    commit: message.commit ?? (state.match === message.match ? state.commit : null),
    ...matchChange(message, now),
    log,
    last: lastOf(state, message, log),
    said: state.said,
  };
}

/** After this the screen should ask for a snapshot: the news do not tell all that it changed. */
export function needsLook(state: TableState, message: Message): boolean {
  // Who sits down may have left another seat, and may be this very guest on another device.
  if (message.do === 'sit' || message.do === 'host') return true;
  // Moves were missed and some were taken back: what is known of the past is wrong.
  const told = message.moves;
  return (
    message.do === 'snapshot' &&
    told !== undefined &&
    state.match === message.match &&
    state.ply > 0 &&
    (message.ply ?? 0) > state.ply &&
    (message.ply ?? 0) - state.ply !== told.filter((move) => (move.v ?? 0) > state.v).length
  );
}

// ---- news ----

function seatChange(state: TableState, message: Message): Change {
  const seat = message.seat ?? -1;
  const { name = '', level = '' } = message;
  switch (message.do) {
    case 'sit':
      return { seats: withSeat(state, seat, (old) => ({ wins: old?.wins, name, here: true })) };
    case 'stand':
      return {
        seats: withSeat(state, seat, () => null),
        rematch: state.rematch.filter((one) => one !== seat),
        you: state.you.seat === seat ? { ...state.you, seat: undefined } : state.you,
      };
    case 'name':
      return { seats: withSeat(state, seat, (old) => old && { ...old, name }) };
    case 'bot':
      return { seats: withSeat(state, seat, () => ({ name: '', bot: level, wins: 0 })) };
    case 'ready':
    case 'unready': {
      const ready = message.do === 'ready';
      return { seats: withSeat(state, seat, (old) => old && { ...old, ready }) };
    }
    case 'here': {
      const here = message.here === true;
      return { seats: withSeat(state, seat, (old) => old && { ...old, here }) };
    }
    case 'takeover':
      return {
        ...undoneChange(state, message),
        seats: withSeat(state, seat, (old) => old && { ...old, bot: level }),
      };
    case 'giveback':
      return { seats: withSeat(state, seat, (old) => old && { ...old, bot: undefined }) };
    case 'host':
      return {
        seats: state.seats.map((old, i) => old && { ...old, host: i === seat }),
        you: { ...state.you, host: state.you.seat === seat },
      };
    default:
      return {};
  }
}

function settingChange(state: TableState, message: Message): Change {
  const { name = '', value = '', kind, millis = 0, increment = 0 } = message;
  switch (message.do) {
    case 'seats': {
      const count = typeof message.seats === 'number' ? message.seats : state.seats.length;
      const seats = Array.from({ length: count }, (_, i) => state.seats[i] ?? null);
      return { seats: unready(seats) };
    }
    case 'option':
      return { options: { ...state.options, [name]: value }, seats: unready(state.seats) };
    case 'clock':
      return {
        clock: { kind: (kind ?? 'off') as TableState['clock']['kind'], millis, increment },
        seats: unready(state.seats),
      };
    default:
      return {};
  }
}

function ownChange(state: TableState, message: Message): Change {
  switch (message.do) {
    case 'start':
      return startChange(state, message);
    case 'rematch':
      return rematchChange(state, message);
    case 'move':
      return moveChange(state, message);
    case 'undo':
    case 'allow':
      return undoneChange(state, message);
    case 'say': {
      const { v = state.v + 1, seat = -1, phrase = '' } = message;
      return { said: [...state.said, { v, seat, phrase }].slice(-SAID_MAX) };
    }
    case 'paused':
      return { line: 'paused', trouble: message.reason ?? 'match.paused' };
    case 'resumed': // by the server, and
    case 'resume': // by the table, to whoever was shown it resting only now
      return { line: 'live', trouble: null };
    default:
      return { ...seatChange(state, message), ...settingChange(state, message) };
  }
}

/** The table after a message. */
export function reduce(state: TableState, message: Message, now: number): TableState {
  if (message.do === 'snapshot') return takeSnapshot(state, message, now);
  if (message.do === 'welcome')
    return {
      ...state,
      table: message.table ?? state.table,
      code: message.code ?? state.code,
      line: state.v > 0 && message.v === state.v ? 'live' : state.line,
    };
  if (message.v !== undefined && message.v <= state.v) return state; // known from a snapshot
  const v = message.v ?? state.v;
  if (message.skip === true) return { ...state, v };
  const last = message.v === undefined ? state.last : null;
  const changed: TableState = { ...state, v, last, ...ownChange(state, message) };
  return { ...changed, ...matchChange(message, now), ...endChange(changed, message) };
}
