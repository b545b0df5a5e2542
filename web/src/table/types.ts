// SPDX-License-Identifier: MIT
// A table as the screens see it, wherever it is: on a server or in this page's worker.
import type { GameEvent } from '../engine/types';
import type { Device, Message, SentSeat } from '../net/messages';

export interface Seat extends Omit<SentSeat, 'away_ms'> {
  readonly name: string;
  /** Away: when a bot may take over (performance.now()). */
  readonly awayUntil?: number;
}

/** News besides moves that everybody at the table should know. */
export interface Told {
  readonly v: number;
  readonly do: string;
  /** Whom it is about, and who did it, by their names at the time. */
  readonly name: string;
  readonly by: string;
  /** The seat it is about. */
  readonly seat?: number;
  readonly millis?: number;
}

export interface LogEntry {
  /** Increases; unique within a table. */
  readonly v: number;
  readonly seat: number;
  /** Missing if it would reveal more than the viewer may know. */
  readonly move?: string;
  readonly events: readonly GameEvent[];
}

type Line =
  | 'connecting' // not yet, or not again
  | 'live'
  | 'lost' // will try again by itself
  | 'paused' // the server cannot store anything: play is paused
  | 'ended'; // will not come back: `trouble` says why

/** What the state takes over from news about the table, and the value if the news lacks it. */
export const LOBBY = {
  phase: 'lobby',
  match: 0,
  options: {},
  clock: { kind: 'off', millis: 0, increment: 0 },
  grace: 30_000,
  aloud: null,
  locked: false,
  seating: 'turn',
  waiting: [],
  evening: [],
} as const;

/** The same for news about the match. */
export const MATCH = {
  ply: 0,
  position: '',
  actors: [],
  clocks: null,
  running: [],
  offer: null,
  undo: null,
  unheard: [],
  cannot: {},
  rematch: [],
  scores: null,
  places: null,
  end: null,
  loser: null,
  tried: [],
  tries: null,
  wrong: [],
  answers: [],
} as const;

/** Members of a message, with a value for each. */
export type Filled<D> = {
  readonly [N in keyof D & keyof Message]: NonNullable<Message[N]> | Extract<D[N], null>;
};

/** Everything that screens draw. Every change replaces it as a whole; it is never modified. */
export interface TableState extends Filled<typeof LOBBY>, Filled<typeof MATCH> {
  readonly line: Line;
  /** A key of the catalogue, with line 'paused' or 'ended'. */
  readonly trouble: string | null;
  readonly v: number;
  readonly table: number;
  readonly code: string;
  readonly game: string;
  readonly seats: readonly (Seat | null)[];
  readonly screen: boolean;
  readonly you: NonNullable<Message['you']>;
  /** The seat of the only person at this device, addressed as "you". */
  readonly me?: number;
  /** Since when the position has not changed, as far as this page knows (performance.now()). */
  readonly stillSince: number;
  /** The seat that was reminded; when the others may agree on a bot, and who has. */
  readonly nudged: {
    readonly seat: number;
    readonly until: number;
    readonly agreed: readonly number[];
  } | null;
  readonly window: { readonly number: number; readonly until: number } | null;
  /** When `clocks` was true (performance.now()). */
  readonly clocksAt: number;
  /** After the match: the seats still missing for another one. */
  readonly missing: readonly number[];
  /** The moves of this match that this page knows, oldest first. */
  readonly log: readonly LogEntry[];
  /** The last change, for animation and sound; `jump`: just show the state. */
  readonly last: LogEntry | 'jump' | null;
  /** Recent phrases. */
  readonly said: readonly { readonly v: number; readonly seat: number; readonly phrase: string }[];
  /** Other recent news. */
  readonly told: readonly Told[];
  /** All devices that hold this seat, if there are others. */
  readonly devices: readonly Device[];
}

/** A command without its number and base, which the client adds. */
export interface Command {
  readonly do: string;
  readonly [member: string]: unknown;
}

export type Answer =
  | { readonly ok: true; readonly v: number }
  | { readonly ok: false; readonly reason: string }
  | { readonly ok: false; readonly stale: true; readonly reason: 'web.stale' };

/** One person's way to a table. */
export interface Client {
  readonly local: boolean;
  get(): TableState;
  /** Calls back after every change, until the returned function is called. */
  subscribe(changed: () => void): () => void;
  /** Moves and reactions get their base or window added. */
  send(command: Command): Promise<Answer>;
  /** The text of the record of the last finished match. */
  record(): Promise<string>;
  /** While a table in this page is paused, no time passes there and nobody can act. */
  pause?(paused: boolean): void;
  /** The name under which this device keeps the game; missing if a server does. */
  keptAs?(): string;
  /** Lets another device take this seat; null if it cannot. */
  seatToken?(): string | null;
  /** All other devices lose this seat. */
  signOut?(): Promise<Answer>;
  /** Only watches, and cannot sit down. */
  readonly watching?: boolean;
  /** … among a crowd, for whom there are no seats. */
  readonly crowd?: boolean;
  /** Ends the connection; the seat is kept. */
  close(): void;
}
