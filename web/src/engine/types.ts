// SPDX-License-Identifier: MIT
// What the rules say, as the WebAssembly module answers (src/page): places, pieces, gestures.
import { hasAll, isNumber, isOneOf, isText, maybe, type Of } from '../kinds';

const isPlace = hasAll({
  zone: isOneOf('board', 'hand', 'reserve', 'pile', 'discard'),
  seat: maybe(isNumber),
  x: maybe(isNumber),
  y: maybe(isNumber),
});

/** Where a piece lies. On the board x runs to the right and y upwards. */
export type Place = Of<typeof isPlace>;
export type Zone = Place['zone'];

/** One thing on the table; things in one place are listed from the bottom up. */
export interface Item {
  readonly place: Place;
  /** In the game's notation; missing: face down. */
  readonly piece?: string;
  readonly count: number;
}

/** Something that is true of a position: src/rules/facts.def lists the names. */
export interface Fact {
  readonly name: string;
  readonly seat?: number;
  readonly place?: Place;
  readonly piece?: string;
  readonly number?: number;
}

/** One touch. */
export interface Step {
  readonly kind: 'take' | 'put' | 'choose';
  readonly piece?: string;
  readonly place?: Place;
  readonly word?: string;
}

/** A position as one viewer sees it. */
export interface View {
  readonly actors: readonly number[];
  readonly over: boolean;
  readonly scene: readonly Item[];
  readonly facts: readonly Fact[];
  readonly scores: readonly number[] | null;
  /** How many legal moves the viewer has. */
  readonly legal: number;
}

export interface Choice {
  readonly move: string;
  /** Points that it scores at once. */
  readonly gain: number;
  /** How they add up, if there is more to say. */
  readonly account?: readonly Fact[];
}

/** Where the gestures made so far lead. */
export interface Reach {
  /** Legal moves that begin like this. */
  readonly count: number;
  /** What may come next, each once. */
  readonly next: readonly Step[];
  /** The move that these gestures make, if they make one. */
  readonly move: Choice | null;
  /** The move that they would make after a final word ("done"). For the live score. */
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

/** What a review says of a move, judged by what its player could see. Values are chances of the
 * seat. */
export interface Verdict {
  readonly seat: number;
  /** Null: nothing was done where something could have been. */
  readonly move: string | null;
  /** The chance with the best move, and with this one. */
  readonly before: number;
  readonly after: number;
  /** A slip, by how much it cost, or praise: the only good move, found. */
  readonly mark: Mark | null;
  readonly best: string;
  /** Of this move and of the best: a forced win in so many moves, or below 0 a forced loss; 0: not
   * proven. */
  readonly proof: number;
  readonly best_proof: number;
  readonly best_reasons: readonly Reason[];
  /** What may follow after the best move, and after this one. */
  readonly line: Line;
  readonly own_line: Line;
}

export type Line = readonly (readonly [seat: number, move: string])[];

export type Mark = 'slip' | 'miss' | 'gift' | 'only';

export interface Review {
  /** One for each seat: last − start = luck + others − slips. */
  readonly players: readonly {
    readonly start: number;
    readonly last: number;
    readonly luck: number;
    readonly slips: number;
    readonly others: number;
    /** The part of its slips that is giving up, or running out of time. */
    readonly given_up: number;
    /** How many of its moves were a choice. */
    readonly decisions: number;
    readonly marks: Readonly<Record<Mark, number>>;
    /** The chance after this many moves. */
    readonly curve: readonly (readonly [ply: number, chance: number])[];
    /** Moves worth another look, by their index, the largest first. */
    readonly moments: readonly number[];
  }[];
  /** Those with a mark. */
  readonly moves: readonly (Verdict & { readonly ply: number })[];
  /** The same. */
  readonly turns: readonly Turn[];
}

/** What happened to a seat between two of its choices, without the slips of others. */
export interface Turn {
  readonly seat: number;
  /** The choices before and after it, as plies; −1: the deal, and the number of plies: the end. */
  readonly from: number;
  readonly to: number;
  readonly luck: number;
  /** Only what is beyond doubt. */
  readonly mark: 'lucky' | 'unlucky' | null;
}

export const isEvent = hasAll({
  kind: isText,
  seat: maybe(isNumber),
  piece: maybe(isText),
  count: maybe(isNumber),
  from: maybe(isPlace),
  to: maybe(isPlace),
});

/** What a move did, as docs/engine.md lists the kinds. */
export type GameEvent = Of<typeof isEvent>;

export interface OptionRow {
  readonly name: string;
  /** The first is the printed one. */
  readonly values: readonly string[];
  /** From this value on they are house rules, not in the printed rules at all; 0: none is. */
  readonly house: number;
}

export interface GameRow {
  readonly name: string;
  readonly seats: readonly [number, number];
  readonly hidden: boolean;
  /** Players may be asked to say part of a move themselves. */
  readonly aloud: boolean;
  readonly options: readonly OptionRow[];
}

/** What is needed to read a position's text. */
export interface Setting {
  readonly game: string;
  readonly seats: number;
  readonly options: Readonly<Record<string, string>>;
  /** Players say it themselves: facts that give an answer away are left out. */
  readonly quiet?: boolean;
}

/** A name for a place, for data-place attributes; animations look for it. */
export function placeKey(place: Place): string {
  const { zone, seat, x, y } = place;
  if (zone === 'board') return `board:${x},${y}`;
  if (zone === 'reserve') return `reserve:${seat}:${x}`;
  return zone === 'hand' ? `hand:${seat}` : zone;
}
