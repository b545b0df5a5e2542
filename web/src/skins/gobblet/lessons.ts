// SPDX-License-Identifier: MIT
// A first game, step by step, and what is shown beside the rules.
import type { Lesson } from '../skin';
import { LIFTED, REPEATED, THREE } from './guide';

export const lessons: readonly Lesson[] = [
  { name: 'aim', pieces: 'W4 W3 W2 W1' },
  {
    name: 'bring',
    stand: { position: '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w' },
    wanted: [/^4@/],
  },
  {
    name: 'gobble',
    stand: { position: '-,-,-,-/-,-,-,-/-,-,B3,-/W4,-,-,B4 443 442 w' },
    wanted: [/^a1-c2$/],
  },
  { name: 'three', stand: THREE, wanted: [/^4@a2$/] },
  { name: 'lift', stand: LIFTED, wanted: [/^d2-(?!c2)/] },
  { name: 'save', stand: LIFTED, wanted: [/^d2-c2$/] },
  { name: 'repeat', stand: REPEATED, wanted: [/^a1-b1$/] },
  {
    name: 'win',
    stand: { position: '-,-,-,B4/W4,W3,W4,-/-,B4,-,-/-,-,B3,- 432 432 w' },
    wanted: [/@d3$/],
  },
];

export const beside: Readonly<Record<string, string>> = {
  G2: 'W4 W3 W2 W1',
  G3: 'B4 B3 B2 B1',
  G7: 'W3',
  G8: 'B1 W4',
  G9: 'W4 W2 W3 W1',
  G10: 'W4 B3',
};
