// SPDX-License-Identifier: MIT
// The rules of Super Taki in pictures.
import type { Example } from '../skin';

export const guide: readonly Example[] = [
  {
    name: 'match',
    stand: { position: 'G7 R7,G3,B9/R1,G4 R3 0> play shut .. - 0' },
    moves: ['0 G3'],
    refused: { B9: 'taki.T5.match' },
    claims: { turn: 1, holds: [2, 2] },
  },
  {
    name: 'cards',
    pieces: 'R7 Gstop B+2 Yturn Rplus Gtaki color super king +3 break',
    each: true,
  },
  {
    name: 'two',
    stand: {
      position: 'Y3 R1,Y+2/G7,B+2/R5,G8 R3,G9,B4,Y6 0> play shut ... - 0',
      seats: 3,
      options: { call: 'auto' },
    },
    moves: ['0 Y+2', '1 B+2', '2 take'],
    claims: { turn: 0, holds: [1, 1, 6] },
  },
  {
    name: 'run',
    stand: { position: 'Y3 R7,G8,Y+2,Y5,Ystop,Ytaki/R1,R5 R3,G9,B4 0> play shut .. - 0' },
    moves: ['0 Ytaki', '0 Ystop', '0 Y5', '0 Y+2', '0 close'],
    claims: { turn: 1, holds: [2, 2], facts: ['owed'] },
  },
  {
    name: 'bare',
    stand: { position: 'Y3 R7,G8,Ytaki/R1,R5,Y1,Y4 R3,G9,B4 0> play shut .. - 0' },
    moves: ['0 Ytaki', '0 end', '1 Y1', '1 Y4', '1 close'],
    claims: { turn: 0, holds: [2, 2], facts: ['!open'] },
  },
  {
    name: 'broken',
    stand: {
      position: 'G7 R1,B9,+3/R5,G4/Y3,Y8,break R3,G9,B4,Y6 0> play shut ... - 0',
      seats: 3,
    },
    moves: ['0 +3', '2 break'],
    claims: { turn: 1, holds: [5, 2, 2] },
  },
  {
    name: 'unbroken',
    stand: {
      position: 'G7 R1,B9,+3/R5,G4/Y3,Y8 R3,G9,B4,Y6,R4,R8 0> play shut ... - 0',
      seats: 3,
    },
    moves: ['0 +3', '1 pass', '2 pass', '1 G4'],
    claims: { turn: 2, holds: [2, 4, 5] },
  },
  {
    name: 'last',
    stand: { position: 'R6 R9,G8/R1,G4 R3,G9,B4,Y6,R4 0> play shut .. - 0' },
    moves: ['0 R9', '1 R1'],
    claims: { holds: [5, 1] },
  },
  {
    name: 'plus',
    stand: { position: 'R6 Rplus/R1,G4 R3,G9,B4 0> play shut !. - 0' },
    moves: ['0 Rplus'],
    claims: { turn: 1, holds: [1, 2] },
  },
  {
    name: 'pyramid',
    stand: {
      position: 'R6 R9/R1,G4 R3,G9,B4,Y6,R8,G1,B7,R4,Y8 0> play shut !. 8/8 0',
      options: { mode: 'pyramid' },
    },
    moves: ['0 R9'],
    claims: { turn: 1, holds: [7, 2] },
  },
];
