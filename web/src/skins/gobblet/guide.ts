// SPDX-License-Identifier: MIT
// The rules of Gobblet in pictures.
import type { Example, Stand } from '../skin';

/** Black shows three in a row (G6). */
export const THREE: Stand = {
  position: '-,-,-,-/-,W3,W4,-/B3,B4,B4,-/W2,-,-,- 441 432 w',
};

/** A white gobblet hides the fourth of a black line (G10). */
export const LIFTED: Stand = {
  position: '-,W4,-,-/-,-,W4,-/B4,B4,B3,B3W4/-,-,-,- 333 422 w',
  options: { peek: 'on' },
};

/** Both have gone to and fro: the next move brings a position for the third time (GR4). */
export const REPEATED: Stand = {
  position: '-,-,-,B4/-,-,-,-/-,-,-,-/-,W4,-,- 443 443 b',
  past: ['1 d4-c4', '0 b1-a1', '1 c4-d4', '0 a1-b1', '1 d4-c4', '0 b1-a1', '1 c4-d4'],
};

export const guide: readonly Example[] = [
  { name: 'cards', pieces: 'W4 W3 W2 W1' },
  {
    name: 'bring',
    stand: { position: '-,-,-,-/-,-,-,-/-,-,B3,-/W4,-,-,B4 443 442 w' },
    moves: ['0 4@b3'],
    refused: { '4@c2': 'gobblet.G6.three' },
  },
  {
    name: 'gobble',
    stand: { position: '-,-,-,-/-,-,-,-/-,-,B3,-/W4,-,-,B4 443 442 w' },
    moves: ['0 a1-c2'],
    refused: { 'a1-d1': 'gobblet.G7.larger' },
    claims: { facts: ['covered'] },
  },
  {
    name: 'three',
    stand: THREE,
    moves: ['0 4@a2'],
    refused: { '4@b2': 'gobblet.G6.larger', '4@a1': 'gobblet.GR8.own' },
    claims: { facts: ['covered', '!line'] },
  },
  {
    name: 'win',
    stand: { position: '-,-,-,B4/W4,W3,W4,-/-,B4,-,-/-,-,B3,- 432 432 w' },
    moves: ['0 4@d3'],
    claims: { places: [1, 2], facts: ['line'] },
  },
  {
    name: 'lift',
    stand: LIFTED,
    moves: ['0 d2-d4'],
    claims: { places: [2, 1], facts: ['line'] },
  },
  {
    name: 'save',
    stand: LIFTED,
    moves: ['0 d2-c2'],
    claims: { turn: 1, facts: ['!line'] },
  },
  { name: 'repeat', stand: REPEATED, moves: ['0 a1-b1'], claims: { places: [1, 1] } },
];
