// SPDX-License-Identifier: MIT
// What the rules say, as the WebAssembly module answers (src/wasm): places, pieces, gestures.

export type Zone = 'board' | 'hand' | 'reserve' | 'pile' | 'discard';

/** Where a thing lies. On the board x runs to the right and y upwards. */
export interface Place {
  readonly zone: Zone;
  readonly seat?: number;
  readonly x?: number;
  readonly y?: number;
}

/** One thing on the table; things on one place are listed from the bottom up. */
export interface Item {
  readonly place: Place;
  /** In the game's notation; face down without one. */
  readonly piece?: string;
  readonly count: number;
}

/** One touch of a finger. */
export interface Step {
  readonly kind: 'take' | 'put' | 'choose';
  readonly piece?: string;
  readonly place?: Place;
  readonly word?: string;
}

/** A position as one viewer sees it. */
export interface Look {
  readonly actors: readonly number[];
  readonly over: boolean;
  readonly scene: readonly Item[];
  readonly scores: readonly number[] | null;
  /** How many legal moves the viewer has. */
  readonly legal: number;
}

export interface Choice {
  readonly move: string;
  /** Points that it brings at once. */
  readonly gain: number;
}

/** Where the gestures made so far lead. */
export interface Reach {
  /** Legal moves that begin like this. */
  readonly count: number;
  /** What may come next, each once. */
  readonly next: readonly Step[];
  /** The move that these gestures are, if they are one. */
  readonly move: Choice | null;
  /** If they would be one after a last word ("done"): that move. For the live score. */
  readonly almost: Choice | null;
}

export interface Reason {
  /** A key of the catalogue. */
  readonly code: string;
  readonly count?: number;
  readonly piece?: string;
  readonly seat?: number;
}

export interface Advice {
  readonly move: string;
  readonly value: number;
  readonly reasons: readonly Reason[];
}

/** What a move did, as docs/engine.md lists the kinds. */
export interface GameEvent {
  readonly kind: string;
  readonly seat?: number;
  readonly piece?: string;
  readonly count?: number;
  readonly from?: Place;
  readonly to?: Place;
}

export interface OptionRow {
  readonly name: string;
  /** The first is the default. */
  readonly values: readonly string[];
}

export interface GameRow {
  readonly name: string;
  readonly seats: readonly [number, number];
  readonly hidden: boolean;
  readonly options: readonly OptionRow[];
}

/** What a position's text needs in order to be read. */
export interface Setting {
  readonly game: string;
  readonly seats: number;
  readonly options: Readonly<Record<string, string>>;
}

/** A name for a place, for data-place attributes: what animations look for. */
export function placeKey(place: Place): string {
  const { zone, seat, x, y } = place;
  if (zone === 'board') return `board:${x},${y}`;
  if (zone === 'reserve') return `reserve:${seat}:${x}`;
  return zone === 'hand' ? `hand:${seat}` : zone;
}
