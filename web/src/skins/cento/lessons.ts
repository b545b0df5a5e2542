// SPDX-License-Identifier: MIT
// A first game, step by step, and what is shown beside the rules.
import type { Lesson } from '../skin';

const REST = '3+18+40+56+63 10+21+32+2+45';

export const lessons: readonly Lesson[] = [
  { name: 'cards', pieces: '24 35 ?' },
  {
    name: 'match',
    stand: { position: `12=2x6 24+35+49/${REST} 8+9 0/0 0:1:0` },
    wanted: [/^24=/],
  },
  {
    name: 'square',
    stand: { position: `24=4x6 20+36+48/${REST} 12+8+9 0/0 0:1:0` },
    wanted: [/^36=/, /^(20|48)=/],
  },
  {
    name: 'draw',
    stand: { position: `49=7x7 12+25+50/${REST} 8+9 0/0 0:1:0` },
    wanted: [/^draw$/],
  },
  {
    name: 'free',
    stand: { position: `28=4x7 12+25+?/${REST} 8+9 0/0 0:1:0` },
    wanted: [/^\?=/],
  },
  {
    name: 'end',
    stand: { position: `12=2x6 24/3+18+40+56+63 10+21+32 8+9 0/0 0:1:0` },
    wanted: [/^24=/],
  },
  {
    name: 'places',
    stand: {
      position: '12=2x6 24/42/45+50+63 10+21+32 8+9 0/0/0 0:1:0',
      seats: 3,
      options: { scoring: 'places' },
    },
    wanted: [/^24=/],
    answer: ['1 42=6x7'],
  },
];

export const beside: Readonly<Record<string, string>> = {
  C1: '24 ?',
  C3: '24',
  C4: '12 24',
  C6: '36 49',
  C7: '?',
};
