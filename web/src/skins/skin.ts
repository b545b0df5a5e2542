// SPDX-License-Identifier: MIT
// What a game looks like. A skin draws and names things; it knows no rules and keeps no state.
import type { ComponentType } from 'preact';
import type { Choice, Fact, Place, Step, View } from '../engine/types';
import type { TableState } from '../table/types';

/** What the viewer has touched so far and may touch next. */
export interface Gesture {
  /** A picture of the past: it never reacts to touches. */
  readonly still?: boolean;
  /** The viewer may act now. */
  readonly active: boolean;
  readonly done: readonly Step[];
  readonly next: readonly Step[];
  /** The move so far, if it could be confirmed now ("done"): for the live score. */
  readonly almost: Choice | null;
  /** A move was sent and not yet answered; draw it as done. */
  readonly sent: readonly Step[];
  /** Show what is legal? A setting of the player's. */
  readonly lights: boolean;
  /** May this be touched next? Cards of a hand match by piece. */
  can(step: Step): boolean;
  /** Was this already touched in this turn (and not yet sent)? */
  has(step: Step): boolean;
  /** A touch: takes the step; undoes it if it was done; says why if it is not legal. */
  touch(step: Step): void;
  /** Takes back the last gesture; `clear`: all of them. */
  back(): void;
  clear(): void;
}

export interface SkinProps {
  readonly table: TableState;
  readonly view: View;
  readonly gesture: Gesture;
  /** The seat that sees this; null: only what everybody sees. */
  readonly viewer: number | null;
  /** What a hint would touch. */
  readonly hint?: readonly Step[];
  /** Somebody looks back: what threatens is drawn too. */
  readonly threats?: boolean;
  /** both: one screen; table: the shared screen, seen from a distance; hand: a phone beside it. */
  readonly mode: 'both' | 'table' | 'hand';
  /** A picture of the table: only what this view shows, as large as it fits. */
  readonly frame?: View;
}

/** A table to learn at, in the notation of docs/notation. Nothing of it is hidden from the rules,
 * which play on it. */
export interface Stand {
  readonly position: string;
  /** Two by default. */
  readonly seats?: number;
  readonly options?: Readonly<Record<string, string>>;
  /** Moves made since, each a seat and a move: `0 a1-b1`. */
  readonly past?: readonly string[];
}

/** A step of a first game, for seat 0. Its texts are web.learn.<game>.<name>; with .2, .3 … what is
 * asked for next, with .after what happened, with .other why another legal move is not the one. */
export interface Lesson {
  readonly name: string;
  /** Pieces to look at, in the game's notation. */
  readonly pieces?: string;
  /** A table to look at, or to play at. */
  readonly stand?: Stand;
  /** Moves that do what the text asks for, one after the other. */
  readonly wanted?: readonly RegExp[];
  /** What the others do then. */
  readonly answer?: readonly string[];
}

/** What the words of an example say. Tests ask the rules whether it is true. */
export interface Claims {
  readonly turn?: number;
  readonly holds?: readonly number[];
  readonly scores?: readonly number[];
  readonly places?: readonly number[];
  /** Names of facts that hold, or with `!` do not. */
  readonly facts?: readonly string[];
  /** How the points of the last move add up, as the rules account for them. */
  readonly account?: readonly number[];
}

/** One part of the rules in pictures. Its texts are web.guide.<game>.<name> and ….title. */
export interface Example {
  readonly name: string;
  /** Pieces in the game's notation. */
  readonly pieces?: string;
  /** Shows with each piece what it does. */
  readonly each?: boolean;
  readonly stand?: Stand;
  /** Moves that are made there, each a seat and a move. */
  readonly moves?: readonly string[];
  /** Moves of seat 0 that the rules refuse there, with their reasons. */
  readonly refused?: Readonly<Record<string, string>>;
  readonly claims?: Claims;
}

/** What pieces do. The catalogue has the words, web.about.<game>.<name>, and more exact ones for
 * options and numbers of players (words/exact.ts). */
export interface About {
  /** The name of what is said about a piece. */
  name(piece: string): string;
  /** The rules that say so, for each of these texts. */
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

export interface Skin {
  /** The public table. */
  readonly Board: ComponentType<SkinProps>;
  /** What the viewer holds; null if the game has no hands. */
  readonly Hand: ComponentType<SkinProps> | null;
  /** Beside a seat's name: cards left, points, signs. */
  readonly Badge: ComponentType<SkinProps & { readonly seat: number }>;
  /** One piece as SVG, filling its box; without `piece`, its back. */
  readonly Face: ComponentType<{ readonly piece?: string }>;
  /** In words: for screen readers and the log. */
  nameOf(piece: string): string;
  placeName(place: Place): string;
  /** The table shows the names of its places, so words may use them. */
  readonly namedPlaces?: boolean;
  /** A move in words where the piece alone would not say which; without it, the piece is named. */
  moveName?(move: string): string;
  /** The label of a word's button; it may name a player. */
  label(step: Step, table: Pick<TableState, 'seats' | 'me'>): string;
  /** Words where every moment counts, even out of turn: their buttons are large, right above the
   * others, and nothing moves when they come and go. */
  urgent?(word: string): boolean;
  /** The label of the main button if "Play" would be wrong; null: the usual one. */
  confirm?(done: readonly Step[]): string | null;
  /** What a move that begins like this costs, if that may surprise; null: nothing. Shown before
   * the move is made. */
  price?(done: readonly Step[], around: Pick<SkinProps, 'view' | 'viewer'>): string | null;
  /** Words that this game offers in its own way: the action bar shows `Words` in their place, and
   * a button with `label` for each of the others. */
  ownWord?(word: string): boolean;
  readonly Words?: ComponentType<SkinProps & { readonly words: readonly Step[] }>;
  /** Where players say it themselves: shown for the card in hand. `say` takes a whole move. */
  readonly Pad?: ComponentType<SkinProps & { readonly say: (move: string) => void }>;
  /** A word that a touch implies: it is said at once if possible. */
  readonly reflex?: string;
  /** A first game; without one, players read the rules. */
  readonly lessons?: readonly Lesson[];
  /** What a value of an option means, by option and value (`*`: any, which replaces `$`): signs
   * with blanks between them. A sign is a piece (`_`: its back), one crossed out (`!W`), an icon
   * (`:check`) or letters (`"×2`). */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The rules in pictures; without them, they are shown by number. */
  readonly guide?: readonly Example[];
  /** What a piece does, for people who ask. */
  readonly about?: About;
  /** How the points of a move add up. */
  readonly Account?: ComponentType<{ readonly account: readonly Fact[] }>;
  /** What is shown beside a rule, by its number: pieces in the game's notation. */
  readonly beside?: Readonly<Record<string, string>>;
}
