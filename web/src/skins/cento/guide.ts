// SPDX-License-Identifier: MIT
// The rules of Cento Multi in pictures.
import type { Example } from '../skin';

export const guide: readonly Example[] = [
  { name: 'cards', pieces: '24 36 ?', each: true },
  {
    name: 'match',
    stand: { position: '12=2x6 24+35/3+40 10+21 8 0/0 0:1:0' },
    moves: ['0 24=4x6', '1 40=4x10'],
    refused: { '24=3x8': 'cento.C4.match', '35=5x7': 'cento.C4.match' },
    claims: { turn: 0, holds: [1, 1] },
  },
  {
    name: 'draw',
    stand: { position: '49=7x7 12+25/3+56 10+21 8 0/0 0:1:0' },
    moves: ['0 draw'],
    refused: { '12=3x4': 'cento.C4.match' },
    claims: { turn: 1, holds: [3, 2] },
  },
  {
    name: 'square',
    stand: { position: '28=4x7 36+50/3+56/8+18 10+21 6 0/0/0 0:1:0', seats: 3 },
    moves: ['0 36=4x9', '2 18=2x9'],
    claims: { turn: 0, holds: [1, 3, 1] },
  },
  {
    name: 'two',
    stand: { position: '28=4x7 36+45/3+56 10+21 6 0/0 0:1:0' },
    moves: ['0 36=4x9'],
    claims: { turn: 0, holds: [1, 3] },
  },
  {
    name: 'free',
    stand: { position: '28=4x7 50+?/3+56/8+18 10+21 6 0/0/0 0:1:0', seats: 3 },
    moves: ['0 ?=1x4'],
    claims: { turn: 2, holds: [1, 3, 2] },
  },
  {
    name: 'end',
    stand: { position: '12=2x6 24/3+56/8+18+63 10+21 6 0/0/0 0:1:0', seats: 3 },
    moves: ['0 24=4x6'],
    claims: { scores: [0, 2, 3], places: [1, 2, 3] },
  },
  {
    name: 'places',
    stand: {
      position: '12=2x6 24/42/45+50+63 10+21 6 0/0/0 0:1:0',
      seats: 3,
      options: { scoring: 'places' },
    },
    moves: ['0 24=4x6', '1 42=6x7'],
    claims: { scores: [0, 2, 3], places: [1, 2, 3] },
  },
];
