// SPDX-License-Identifier: MIT
// What a table and its server say, as far as this page reads it; docs/protocol.md has all of it.
import { isEvent } from '../engine/types';
import {
  either,
  hasAll,
  hasAny,
  isBoolean,
  isCount,
  isListOf,
  isMapOf,
  isNumber,
  isOneOf,
  isText,
  maybe,
  type Of,
  orNull,
} from '../kinds';

/** Much more than a table ever says at once. */
const TEXT_MAX = 1 << 20;
const SEATS_MAX = 16;

const isNumbers = isListOf(isNumber);

const isSeat = hasAny({
  /** Empty or missing: a bot's own seat. */
  name: isText,
  /** The level of a bot that sits here, or stands in. */
  bot: isText,
  here: isBoolean,
  host: isBoolean,
  ready: isBoolean,
  /** Away: how long until a bot may take over. */
  away_ms: isNumber,
});

/** A device that holds your seat. */
const isDevice = hasAll({
  kind: isText,
  /** When it came, in milliseconds since 1970. */
  since: isNumber,
  this: maybe(isBoolean),
});

const isMove = hasAll({
  v: maybe(isCount),
  seat: isNumber,
  /** Missing if it would reveal more than the viewer may know. */
  move: maybe(isText),
  events: isListOf(isEvent),
});

/** A wrong answer: on which card, and what would have been right. */
export const isSaid = hasAll({ move: isText, on: maybe(isText), right: isListOf(isText) });

/** What somebody has played at this table, of one game. */
const isTally = hasAll({ games: isCount, wins: isCount, points: isNumber });

/** What somebody has played at this table: a name, or the level of a bot; a seat while they sit. */
const isScore = hasAll({
  name: maybe(isText),
  bot: maybe(isText),
  seat: maybe(isCount),
  games: isCount,
  wins: isCount,
  by: isMapOf(isTally),
});

const isMessage = hasAny({
  do: isText,
  v: isCount,
  /** When it happened, in milliseconds since 1970. */
  at: isNumber,
  skip: isBoolean,
  cid: isCount,
  reason: isText,
  /** A temporary refusal: the same command may work later. */
  again: isBoolean,
  seat: isNumber,
  name: isText,
  phrase: isText,
  here: isBoolean,
  away_ms: isNumber,
  /** The seat of the person who did it. */
  by: isNumber,
  devices: isListOf(isDevice),
  millis: isNumber,
  move: isText,
  events: isListOf(isEvent),

  // the lobby
  phase: isOneOf('lobby', 'play', 'over'),
  match: isCount,
  options: isMapOf(isText),
  clock: hasAll({ kind: isOneOf('off', 'move', 'game'), millis: isNumber, increment: isNumber }),
  /** How long somebody may be away before a bot may take over, in milliseconds. */
  grace: isNumber,
  /** Do players say it themselves, and does the third mistake cost the turn? Missing: nothing is
   * said in this game. */
  aloud: isOneOf('off', 'on', 'three'),
  /** Nobody new can come in. */
  locked: isBoolean,
  /** Who sits where in the next match. */
  seating: isOneOf('turn', 'mix', 'stay'),
  /** Those who wait for a seat, by name. */
  waiting: isListOf(isText),
  /** The score of the evening. */
  evening: isListOf(isScore),
  seats: isListOf(orNull(isSeat), SEATS_MAX),
  you: hasAny({
    seat: isCount,
    host: isBoolean,
    screen: isBoolean,
    /** For a seat in the next match. */
    waits: isBoolean,
    /** How many people the host has blocked; only the host gets it. */
    blocked: isCount,
  }),

  // a snapshot
  table: isCount,
  code: isText,
  game: isText,
  /** A shared screen shows the table. */
  screen: isBoolean,
  paused: isBoolean,
  moves: isListOf(isMove),

  // the match
  ply: isCount,
  position: isText,
  actors: isNumbers,
  window: isCount,
  window_ms: isNumber,
  /** Milliseconds left for each seat. */
  clocks: isNumbers,
  /** The seats whose clocks run. */
  running: isNumbers,
  offer: isNumber,
  undo: isNumber,
  unheard: isNumbers,
  /** The commands that are not available to the reader now, and why. */
  cannot: isMapOf(isText),
  nudged: isNumber,
  nudged_ms: isNumber,
  agreed: isNumbers,
  /** The seats that want another match. */
  rematch: isNumbers,
  /** The seats still missing for it; with `do: 'without'`, what became of them. */
  missing: either(isText, isNumbers),
  scores: isNumbers,
  places: isNumbers,
  end: isText,
  loser: isNumber,
  /** Wrong answers of each seat: in this position; in the match, once it is over. */
  tried: isNumbers,
  /** So many in a turn cost it, where the host wants that. */
  tries: isCount,
  wrong: isNumbers,
  /** Once it is over: the reader's own wrong answers. */
  answers: isListOf(isSaid),

  // a server's own
  protocol: isNumber,
  token: isText,
  /** The path to the server that has the table, where there are several. */
  home: isText,
  to: isText,
  /** When to come back, in milliseconds. */
  in: isNumber,
});

/** Missing members leave the state as it is. */
export type Message = Of<typeof isMessage>;
export type SentSeat = Of<typeof isSeat>;
export type Device = Of<typeof isDevice>;
export type Said = Of<typeof isSaid>;
export type Score = Of<typeof isScore>;

// Without these there is nothing to draw.
const isSnapshot = hasAll({ v: isCount, game: isText, phase: isText, seats: Array.isArray });

/** Null: this page cannot read it. It may come from a newer protocol, or another program. */
export function readMessage(data: unknown): Message | null {
  if (!isText(data) || data.length > TEXT_MAX) return null;
  try {
    const message: unknown = JSON.parse(data);
    if (!isMessage(message)) return null;
    return message.do === 'snapshot' && !isSnapshot(message) ? null : message;
  } catch {
    return null;
  }
}
