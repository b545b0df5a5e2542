// SPDX-License-Identifier: MIT
// A first game, step by step, and what is shown beside the rules.
import type { Lesson } from '../skin';

const REST = 'R1,R5,G4,B1 R3,G9,B4,Y6,R8,G1,B7,R4,Y8';

export const lessons: readonly Lesson[] = [
  { name: 'cards', pieces: 'R7 G7 B7 Y7' },
  {
    name: 'match',
    stand: { position: `G7 R7,G3,B9,Bstop/${REST} 0> play shut .. - 0` },
    wanted: [/^(R7|G3)$/],
  },
  { name: 'commands', pieces: 'Rstop Gturn Bplus Y+2' },
  {
    name: 'owe',
    stand: { position: `Y+2,Y3 R+2,G5,B9/${REST} 0> owe1 shut .. - 0` },
    wanted: [/^R\+2$/],
    answer: ['1 take'],
  },
  {
    name: 'taki',
    stand: { position: `Y3 R7,G8,Y5,Y9,Ytaki/${REST} 0> play shut .. - 0` },
    wanted: [/^Ytaki$/, /^Y[59]$/, /^Y[59]$/, /^close$/],
  },
  {
    name: 'command',
    stand: { position: `Y3 R7,G8,Y+2,Ystop,Ytaki/${REST} 0> play shut .. - 0` },
    wanted: [/^Ytaki$/, /^Ystop$/, /^Y\+2$/, /^close$/],
    answer: ['1 take'],
  },
  {
    name: 'bare',
    stand: {
      position: 'Y3 R7,G8,Ytaki/R1,R5,Y1,Y4 R3,G9,B4,Y6 0> play shut .. - 0',
    },
    wanted: [/^Ytaki$/, /^end$/],
    answer: ['1 Y1', '1 Y4', '1 close'],
  },
  {
    name: 'colour',
    stand: { position: `R5 G3,G9,B4,color/${REST} 0> play shut .. - 0` },
    wanted: [/^color=G$/],
  },
  { name: 'wilds', pieces: 'super king +3 break' },
  {
    name: 'three',
    stand: { position: `+3,G7 R7,B9,break/${REST} 1> react:- shut .. - 0` },
    wanted: [/^break$/],
  },
  {
    name: 'last',
    stand: { position: `R5,R1 G9/${REST} 1> play shut ?. - 0` },
    wanted: [/^last$/],
  },
  {
    name: 'plus',
    stand: { position: `R6 Rplus/${REST} 0> play shut !. - 0` },
    wanted: [/^Rplus$/],
  },
  {
    name: 'pyramid',
    stand: {
      position: `R6 R9/${REST} 0> play shut !. 8/8 0`,
      options: { mode: 'pyramid' },
    },
    wanted: [/^R9$/],
  },
];

export const beside: Readonly<Record<string, string>> = {
  T1: 'R7 G7 B7 Y7',
  T5: 'G7 G3 R7',
  T8: 'Rstop',
  T9: 'G+2 Y+2',
  T10: 'Bturn',
  T11: 'color',
  T12: 'Ytaki Y3 Y9',
  T13: 'Rtaki R5 color',
  T15: 'super',
  T16: 'Gplus',
  T17: 'king',
  T18: '+3',
  T19: 'B+2 +3',
  T20: 'break',
};
