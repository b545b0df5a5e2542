// SPDX-License-Identifier: MIT
// What lies on the table and what is happening, from scene and facts; and parsing of the card
// notation.
import { factOf, itemsIn } from '../../engine/facts';
import type { View } from '../../engine/types';
import { COLOURS, type Colour } from '../../look/cards';

const isColour = (letter: string | undefined): letter is Colour =>
  COLOURS.some((colour) => colour === letter);

/** The colour of `G7` or `color=B`; null if it has none. */
export function colourOf(piece: string): Colour | null {
  const letter = piece.includes('=') ? piece[piece.length - 1] : piece[0];
  return isColour(letter) ? letter : null;
}

/** A card without its colour: `7` of `G7`, `color` of `color=B`. */
export function figureOf(piece: string): string {
  return isColour(piece[0]) ? piece.slice(1) : piece.replace(/=.$/, '');
}

/** In force; null: any card may be played. */
export const colourInForce = (view: View): Colour | null =>
  colourOf(factOf(view, 'colour')?.piece ?? '');

export const cardsOwed = (view: View): number => factOf(view, 'owed')?.number ?? 0;

export const isClockwise = (view: View): boolean => factOf(view, 'direction')?.number === 1;

/** From the bottom up: what lies under the leading card, that card, what lies on it (T21). */
export interface Discards {
  readonly under: readonly string[];
  readonly lead: string;
  readonly upon: readonly string[];
}

export function discardsOf(view: View): Discards {
  const pieces = itemsIn(view, 'discard').flatMap(({ piece }) => piece ?? []);
  const at = pieces.length - 1 - (factOf(view, 'lead')?.number ?? 0);
  return { under: pieces.slice(0, at), lead: pieces[at] ?? '', upon: pieces.slice(at + 1) };
}

/** One more card on top, until the rules say what it does there. */
export const laidOn = ({ under, lead, upon }: Discards, piece: string): Discards => ({
  under: [...under, lead, ...upon],
  lead: piece,
  upon: [],
});
