// SPDX-License-Identifier: MIT
// A table as the screens see it, wherever it is: on a server or in this page's worker.
import type { GameEvent } from '../engine/types';

export interface Seat {
  readonly name: string;
  /** The level of a bot that sits here, or stands in. */
  readonly bot?: string;
  readonly here?: boolean;
  readonly host?: boolean;
  readonly ready?: boolean;
  readonly wins?: number;
}

export interface LogEntry {
  /** Rises; unique within a table. */
  readonly v: number;
  readonly seat: number;
  /** Not told where it would show more than the viewer may know. */
  readonly move?: string;
  readonly events: readonly GameEvent[];
}

export type Line =
  | 'connecting' // not yet, or not again
  | 'live'
  | 'lost' // will try again by itself
  | 'paused' // the server cannot store anything: play rests
  | 'ended'; // will not come back: `trouble` says why

/** Everything that screens draw from. Replaced as a whole at every change, never changed. */
export interface TableState {
  readonly line: Line;
  /** A key of the catalogue, with line 'paused' or 'ended'. */
  readonly trouble: string | null;
  readonly v: number;
  readonly table: number;
  readonly code: string;
  readonly game: string;
  readonly phase: 'lobby' | 'play' | 'over';
  readonly match: number;
  readonly options: Readonly<Record<string, string>>;
  readonly clock: {
    readonly kind: 'off' | 'move' | 'game';
    readonly millis: number;
    readonly increment: number;
  };
  readonly seats: readonly (Seat | null)[];
  /** A shared screen shows the table. */
  readonly screen: boolean;
  readonly you: { readonly seat?: number; readonly host?: boolean; readonly screen?: boolean };
  readonly ply: number;
  readonly position: string;
  readonly actors: readonly number[];
  readonly window: { readonly number: number; readonly until: number } | null;
  /** Milliseconds left for each seat, at `clocksAt` (performance.now()). */
  readonly clocks: readonly number[] | null;
  readonly clocksAt: number;
  readonly offer: number | null;
  readonly undo: number | null;
  readonly unheard: readonly number[];
  readonly scores: readonly number[] | null;
  readonly places: readonly number[] | null;
  readonly end: string | null;
  readonly loser: number | null;
  readonly rematch: readonly number[];
  readonly seal: string | null;
  readonly commit: string | null;
  readonly key: string | null;
  readonly secret: string | null;
  readonly salts: readonly string[] | null;
  /** The moves of this match that this page knows of, oldest first. */
  readonly log: readonly LogEntry[];
  /** What the last change was, for animation and sound; `jump`: show the state as it is. */
  readonly last: LogEntry | 'jump' | null;
  /** Phrases said lately. */
  readonly said: readonly { readonly v: number; readonly seat: number; readonly phrase: string }[];
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
  /** Moves and reactions get their base or window by themselves. */
  send(command: Command): Promise<Answer>;
  /** The text of the record of the match that ended last. */
  record(): Promise<string>;
  /** While a table of this page is paused no time passes there, and nobody can do anything. */
  pause?(paused: boolean): void;
  /** With which another device comes to be this one; none where it cannot. */
  seatToken?(): string | null;
  /** Ends the connection; the seat is kept. */
  close(): void;
}
