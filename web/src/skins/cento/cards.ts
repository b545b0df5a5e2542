// SPDX-License-Identifier: MIT
// Cento's cards by their notation, and what the rules say about them.
import { factsOf } from '../../engine/facts';
import type { View } from '../../engine/types';
import { engine } from '../../engine/wasm';

export const FREE = '?';

/** The smaller factor first (CR9). */
export type Product = readonly [number, number];

/** `4x6`; null for any other word. */
export function readProduct(word: string): Product | null {
  const found = /^(\d+)x(\d+)$/.exec(word);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** A card with its declaration: `24`, `24=4x6`, `?`, `?=4x6`. */
export interface Shown {
  readonly free: boolean;
  /** What it counts as; null: a free card without a declaration. */
  readonly value: number | null;
  readonly product: Product | null;
}

export function readShown(piece: string): Shown {
  const [card = '', word = ''] = piece.split('=');
  const product = readProduct(word);
  const free = card === FREE;
  if (!free) return { free, value: Number(card), product };
  return { free, value: product && product[0] * product[1], product };
}

export interface Way {
  readonly product: Product;
  /** It may be played like that now. */
  readonly fits: boolean;
}

/** How a seat's card, or the open one if no seat is given, can be declared. */
export function waysOf(view: View, card: string, seat?: number): readonly Way[] {
  return factsOf(view, 'way').flatMap(({ piece = '', number, seat: whose }) => {
    const [of, word = ''] = piece.split('=');
    const product = of === card && whose === seat ? readProduct(word) : null;
    return product ? [{ product, fits: number === 1 }] : [];
  });
}

/** Multipliers of which the next card needs one; none: any card fits. */
export const factorsOf = (view: View) => numbersOf(view, 'factor');
export const squaresOf = (view: View) => numbersOf(view, 'square');

function numbersOf(view: View, name: string): ReadonlySet<number> {
  return new Set(factsOf(view, name).map(({ number = 0 }) => number));
}

const SETTING = { game: 'cento', seats: 2, options: {} };
const alone = new Map<string, View>();

/** A table with only this card, open: what the rules say about the card itself. */
export function viewAlone(piece: string): View {
  const view = alone.get(piece) ?? engine.look(SETTING, `${piece} #1/#1 - - 0/0 0:1:0`, null);
  alone.set(piece, view);
  return view;
}
