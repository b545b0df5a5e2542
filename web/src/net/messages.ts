// SPDX-License-Identifier: MIT
// What a server says, as text, becomes a message, or nothing if it is none that this page knows how
// to read: a newer protocol's, or another program's.
import type { Message } from '../table/reduce';
import {
  either,
  hasAll,
  hasAny,
  isBoolean,
  isListOf,
  isMapOf,
  isNull,
  isNumber,
  isOneOf,
  isText,
  type Kinds,
  maybe,
} from './kinds';

/** Much more than the most that a table says at once. */
const TEXT_MAX = 1 << 20;
const SEATS_MAX = 16;

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumbers = isListOf(isNumber);

const isSeat = either(
  isNull,
  hasAny({
    name: isText,
    bot: isText,
    here: isBoolean,
    host: isBoolean,
    ready: isBoolean,
    wins: isNumber,
  }),
);

/** The whole list, or how many. */
const isSeats = (value: unknown) =>
  Array.isArray(value)
    ? value.length <= SEATS_MAX && value.every(isSeat)
    : isCount(value) && (value as number) <= SEATS_MAX;

const isPlace = hasAll({
  zone: isText,
  seat: maybe(isNumber),
  x: maybe(isNumber),
  y: maybe(isNumber),
});
const isEvents = isListOf(
  hasAll({
    kind: isText,
    seat: maybe(isNumber),
    piece: maybe(isText),
    count: maybe(isNumber),
    from: maybe(isPlace),
    to: maybe(isPlace),
  }),
);

const MESSAGE: Kinds = {
  do: isText,
  v: isCount,
  at: isNumber,
  skip: isBoolean,
  cid: isCount,
  reason: isText,
  seat: isNumber,
  name: isText,
  level: isText,
  value: isText,
  phrase: isText,
  here: isBoolean,
  kind: isText,
  millis: isNumber,
  increment: isNumber,
  move: isText,
  events: isEvents,
  seats: isSeats,
  table: isCount,
  code: isText,
  game: isText,
  phase: isOneOf('lobby', 'play', 'over'),
  match: isCount,
  options: isMapOf(isText),
  clock: hasAll({ kind: isText, millis: isNumber, increment: isNumber }),
  you: hasAny({ seat: isCount, host: isBoolean, screen: isBoolean }),
  screen: isBoolean,
  paused: isBoolean,
  rematch: isNumbers,
  moves: isListOf(
    hasAll({ v: maybe(isCount), seat: isNumber, move: maybe(isText), events: isEvents }),
  ),
  ply: isCount,
  position: isText,
  actors: isNumbers,
  window: isCount,
  window_ms: isNumber,
  clocks: isNumbers,
  offer: isNumber,
  undo: isNumber,
  unheard: isNumbers,
  scores: isNumbers,
  places: isNumbers,
  end: isText,
  loser: isNumber,
  seal: isText,
  commit: isText,
  key: isText,
  secret: isText,
  salts: isListOf(isText),
  // a server's own
  protocol: isNumber,
  token: isText,
  in: isNumber,
};

/** What a server may say besides what a table says. */
export interface ServerMessage extends Message {
  readonly protocol?: number;
  readonly token?: string;
  /** When to come back, in milliseconds. */
  readonly in?: number;
}

const isMessage = hasAny(MESSAGE);
// Without these there is nothing to draw.
const isSnapshot = hasAll({ v: isCount, game: isText, phase: isText, seats: Array.isArray });

/** Null: it cannot be read. */
export function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string' || data.length > TEXT_MAX) return null;
  try {
    const message = JSON.parse(data) as ServerMessage;
    if (!isMessage(message) || (message.do === 'snapshot' && !isSnapshot(message))) return null;
    return message;
  } catch {
    return null;
  }
}
