// SPDX-License-Identifier: MIT
// What a game looks like. A skin draws and names things; it knows no rules and keeps no state.
import type { ComponentType } from 'preact';
import type { Choice, Look, Place, Step } from '../engine/types';
import type { TableState } from '../table/types';

/** What the viewer has touched so far and may touch next. */
export interface Gesture {
  /** The viewer may act now. */
  readonly active: boolean;
  readonly done: readonly Step[];
  readonly next: readonly Step[];
  /** The move as far as it goes, if what is done could be confirmed now ("done"): live score. */
  readonly almost: Choice | null;
  /** A move was sent and not yet answered; draw it as done. */
  readonly sent: readonly Step[];
  /** Show what is legal? The player's switch. */
  readonly lights: boolean;
  /** May this be touched next? Cards of a hand match by piece. */
  can(step: Step): boolean;
  /** Was this touched already in this turn (and not yet sent)? */
  has(step: Step): boolean;
  /** A finger: takes the step; takes it back if it was done; says why if it is not legal. */
  touch(step: Step): void;
  /** Takes the last gesture back; all of them. */
  back(): void;
  clear(): void;
}

export interface SkinProps {
  readonly table: TableState;
  readonly look: Look;
  readonly gesture: Gesture;
  /** Whose eyes; null: only what everybody sees. */
  readonly viewer: number | null;
  /** both: one screen; table: the shared screen, seen from afar; hand: a phone beside it. */
  readonly mode: 'both' | 'table' | 'hand';
}

export interface Skin {
  /** The public table. */
  readonly Board: ComponentType<SkinProps>;
  /** What the viewer holds; null where nothing is held in hand. */
  readonly Hand: ComponentType<SkinProps> | null;
  /** Beside a seat's name: cards left, points, signs. */
  readonly Badge: ComponentType<SkinProps & { readonly seat: number }>;
  /** One piece as SVG, as large as its box; without `piece` its back. */
  readonly Face: ComponentType<{ readonly piece?: string; readonly class?: string }>;
  /** In words: for screen readers and the log. */
  nameOf(piece: string): string;
  placeName(place: Place): string;
  /** The table shows what its places are called, so words may point with their names. */
  readonly namedPlaces?: boolean;
  /** What stands on the button of a word to choose. */
  label(step: Step): string;
  /** The notation of what somebody tries to do, in order to ask why not; null: too little yet. */
  spell(steps: readonly Step[], look?: Look): string | null;
  /** Words that this game offers in its own way: the action bar shows `Words` for them, in their
   * place, and a button with `label` for each of the others. */
  ownWord?(word: string): boolean;
  readonly Words?: ComponentType<SkinProps & { readonly words: readonly Step[] }>;
  /** Whose turn it is, where others may act too; null: nobody's (all are asked). Without this the
   * first of the actors. */
  turn?(table: TableState): number | null;
  /** A word that a touch says by itself: it follows at once where it can. */
  readonly reflex?: string;
}
