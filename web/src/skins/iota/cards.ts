// SPDX-License-Identifier: MIT
// Iota's cards as their notation tells them (I1): `Ys2` is the yellow square 2, `W` a wild.

export type Colour = 'R' | 'G' | 'B' | 'Y';
export type Shape = 'c' | 's' | 't' | 'x';

export interface Card {
  readonly colour: Colour;
  readonly shape: Shape;
  readonly number: number;
}

export const WILD = 'W';
export const COLOURS: readonly Colour[] = ['R', 'G', 'B', 'Y'];
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

function rank(piece: string): number {
  const card = readCard(piece);
  if (!card) return 64;
  return COLOURS.indexOf(card.colour) * 16 + SHAPES.indexOf(card.shape) * 4 + card.number - 1;
}

/** In card order (IR4): as trades and hands are written. */
export function inOrder(pieces: readonly string[]): string[] {
  return [...pieces].sort((a, b) => rank(a) - rank(b));
}

/** All 64 plain cards. */
export const PLAIN: readonly Card[] = COLOURS.flatMap((colour) =>
  SHAPES.flatMap((shape) => [1, 2, 3, 4].map((number) => ({ colour, shape, number }))),
);
