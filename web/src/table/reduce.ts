// SPDX-License-Identifier: MIT
// Turns a table's messages into the state that screens draw. Pure: time comes in as `now`, which
// is performance.now(). docs/protocol.md lists the messages.
import type { Message, SentSeat } from '../net/messages';
import {
  type Filled,
  LOBBY,
  type LogEntry,
  MATCH,
  type Seat,
  type TableState,
  type Told,
} from './types';

type Change = Partial<TableState>;

const SAID_MAX = 8;
const TOLD_MAX = 32;

export const EMPTY: TableState = {
  ...LOBBY,
  ...MATCH,
  line: 'connecting',
  trouble: null,
  v: 0,
  table: 0,
  code: '',
  game: '',
  seats: [],
  screen: false,
  you: {},
  stillSince: 0,
  nudged: null,
  window: null,
  clocksAt: 0,
  missing: [],
  log: [],
  last: null,
  said: [],
  told: [],
  devices: [],
};

/** News about a table or a match is complete: whatever is missing no longer holds. */
function filled<D extends object>(usual: D, message: Message): Filled<D> {
  const told = (name: string) => message[name as keyof Message];
  const members = Object.entries(usual).map(([name, value]) => [name, told(name) ?? value]);
  return Object.fromEntries(members) as Filled<D>;
}

// ---- the lobby ----

const awayOf = (millis: number | undefined, now: number) =>
  millis === undefined ? {} : { awayUntil: now + millis };

function seatOf({ away_ms, ...seat }: SentSeat, now: number): Seat {
  return { name: '', ...seat, ...awayOf(away_ms, now) };
}

/** News cannot tell onlookers apart: the host stays host if no seat is the host's, and whoever
 * waits for a seat still waits. */
function youOf({ you }: TableState, message: Message): TableState['you'] {
  const seated = message.seats?.some((seat) => seat?.host === true);
  const screen = you.screen ? { screen: true } : {};
  if (message.do === 'snapshot' || message.you?.seat !== undefined)
    return { ...screen, ...message.you };
  if (seated && !you.screen) return { ...message.you, ...(you.waits ? { waits: true } : {}) };
  return { ...you, seat: undefined };
}

function lobbyChange(state: TableState, message: Message, now: number): Change {
  if (message.phase === undefined) return {};
  return {
    ...filled(LOBBY, message),
    game: message.game ?? state.game,
    seats: (message.seats ?? []).map((seat) => seat && seatOf(seat, now)),
    you: youOf(state, message),
  };
}

// ---- the match ----

function matchChange(message: Message, now: number): Change {
  if (message.position === undefined) return {};
  const { window, window_ms = 0, nudged, nudged_ms = 0, agreed = [], missing } = message;
  return {
    ...filled(MATCH, message),
    window: window === undefined ? null : { number: window, until: now + window_ms },
    clocksAt: now,
    nudged: nudged === undefined ? null : { seat: nudged, until: now + nudged_ms, agreed },
    missing: typeof missing === 'object' ? missing : [],
  };
}

/** A new match: nothing before it matters. */
function startChange(state: TableState, message: Message): Change {
  if (message.match === undefined || message.match === state.match) return {};
  return { log: [], last: 'jump' };
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

/** If a move was taken back, it and everything after it never happened. */
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

/** After an absence, only the last move is animated. */
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
    ...lobbyChange(state, message, now),
    screen: message.screen === true,
    stillSince: state.stillSince,
    ...matchChange(message, now),
    log,
    last: lastOf(state, message, log),
    said: state.said,
    told: state.told,
    devices: state.devices,
  };
}

/** After these, an onlooker may have a different role, or none. */
const IDENTITY = /^(host|lead|remove|block|unblock|lock|stand|wait|unwait|game)$/;

/** True if the screen should ask for a snapshot: the news does not cover everything that
 * changed. */
export function needsSnapshot(state: TableState, message: Message): boolean {
  const gone = message.you !== undefined && message.you.seat === undefined;
  if (IDENTITY.test(message.do ?? '')) return gone;
  // Another one has come in for this player, who now waits.
  if (message.do !== 'snapshot' && gone && state.you.seat !== undefined) return true;
  // Moves were missed and some were taken back: the known past is wrong.
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

function ownChange(state: TableState, message: Message, now: number): Change {
  switch (message.do) {
    case 'here': {
      const { seat = -1, here = false, away_ms } = message;
      const away = { awayUntil: undefined, ...awayOf(away_ms, now) };
      return {
        seats: state.seats.map((old, i) => (old && i === seat ? { ...old, here, ...away } : old)),
      };
    }
    case 'devices':
      return { devices: message.devices ?? [] };
    case 'move':
      return moveChange(state, message);
    case 'undo':
    case 'allow':
    case 'takeover':
    case 'stand':
      return undoneChange(state, message);
    case 'say': {
      const { v = state.v + 1, seat = -1, phrase = '' } = message;
      return { said: [...state.said, { v, seat, phrase }].slice(-SAID_MAX) };
    }
    case 'paused':
      return { line: 'paused', trouble: message.reason ?? 'match.paused' };
    case 'resumed': // by the server
    case 'resume': // by the table, to those who joined while it was paused
      return { line: 'live', trouble: null };
    default:
      return {};
  }
}

/** What everybody should be told, even if the table looks the same. */
const TELLS = new Set(
  `takeover giveback nudge agree remove block unblock lock unlock grace host rematch unrematch
  without try stand lead`.split(/\s+/),
);

function toldChange(state: TableState, message: Message): Change {
  const { v = state.v, do: what = '', seat, by, millis } = message;
  const starts = message.match !== undefined && message.match !== state.match;
  const nameAt = (at: number | undefined) => (at === undefined ? '' : state.seats[at]?.name) ?? '';
  const seen = starts && what === 'rematch';
  // In the lobby the seats say it, and a bot is no loss.
  const quiet = what === 'stand' && (state.phase === 'lobby' || nameAt(seat) === '');
  if (!TELLS.has(what) || seen || quiet) return starts ? { told: [] } : {};
  const told: Told = {
    v,
    do: what,
    name: message.name ?? nameAt(seat),
    by: nameAt(by),
    ...(seat === undefined ? {} : { seat }),
    ...(millis === undefined ? {} : { millis }),
  };
  return { told: [...(starts ? [] : state.told), told].slice(-TOLD_MAX) };
}

/** The table after a message. */
export function reduce(state: TableState, message: Message, now: number): TableState {
  const next = changed(state, message, now);
  const same = next.match === state.match && next.ply === state.ply && next.phase === state.phase;
  return same || next === state ? next : { ...next, stillSince: now };
}

function changed(state: TableState, message: Message, now: number): TableState {
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
  return {
    ...state,
    v,
    last,
    ...toldChange(state, message),
    ...ownChange(state, message, now),
    ...startChange(state, message),
    ...lobbyChange(state, message, now),
    ...matchChange(message, now),
  };
}
