// SPDX-License-Identifier: MIT
// Iota's cards from their notation (I1): `Ys2` is the yellow square 2, `W` a wild.
import type { Colour } from '../../look/cards';

export type Shape = 'c' | 's' | 't' | 'x';

export interface Card {
  readonly colour: Colour;
  readonly shape: Shape;
  readonly number: number;
}

export const WILD = 'W';
export const SHAPES: readonly Shape[] = ['c', 's', 't', 'x'];

/** A plain card; null: a wild. */
export function readCard(piece: string): Card | null {
  if (piece === WILD) return null;
  return {
    colour: piece.charAt(0) as Colour,
    shape: piece.charAt(1) as Shape,
    number: Number(piece.charAt(2)),
  };
}
