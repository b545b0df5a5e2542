// SPDX-License-Identifier: MIT
// The rules of Iota in pictures.
import type { Example } from '../skin';

export const guide: readonly Example[] = [
  { name: 'cards', pieces: 'Rc1 Gs2 Bt3 Yx4 W' },
  {
    name: 'line',
    stand: { position: 'Rs1@0,0+Rs2@1,0 Rs4+Gs3/Rc1+Gt3 Rt2+Gs1 0/0 0:0' },
    moves: ['0 Rs4@2,0'],
    refused: { 'Gs3@2,0': 'iota.I8.line' },
    claims: { account: [7, 7] },
  },
  {
    name: 'cross',
    stand: {
      position: 'Bt2@0,0+Rc2@1,0+Rx1@2,-1+Gx2@2,0+Bx3@2,1 Yc3+Ys2/Gs3+Gt4 Gs1+Gs2+Gc1+Bc2 6/6 0:0',
    },
    moves: ['0 Yc3@3,-1+Ys2@3,0'],
    claims: { account: [4, 8, 5, 17, 34] },
  },
  {
    name: 'four',
    stand: {
      position:
        'Rc1@0,0+Gt2@1,-2+Gs2@1,-1+Gc2@1,0+Rt1@2,-2+Bc3@2,0 Yc4+Ys1+Yt3+Yx2/' +
        'Gs3+Gt4 Gs1+Rx1+Rx2+Rx3+Rx4 0/0 0:0',
    },
    moves: ['0 Yx2@3,-3+Yt3@3,-2+Ys1@3,-1+Yc4@3,0'],
    claims: { account: [6, 10, 10, 26, 52, 104, 208] },
  },
  {
    name: 'dead',
    stand: {
      position: 'Rc1@0,0+Rc2@1,0+Rc3@2,0+Rc4@3,0 Bc2+Ys1/Gs3+Gt4 Gs1+Gs2 20/0 0:0',
    },
    refused: { 'Bc2@4,0': 'iota.I9.long' },
    claims: { facts: ['full'] },
  },
  {
    name: 'wild',
    stand: { position: 'W@0,0+Gs2@1,0+Gs4@2,0 Rx3+Gs1/Rc1+Gt3 Rt2+Bs1 5/3 0:0' },
    moves: ['0 Gs1~0,0'],
    claims: { turn: 0, holds: [2, 2] },
  },
  {
    name: 'last',
    stand: { position: 'Rc2@0,0 Gs2+Bt2/Yc1 - 10/20 0:0' },
    moves: ['0 Gs2@1,0+Bt2@2,0'],
    claims: { account: [6, 6, 12], scores: [22, 20], places: [1, 2] },
  },
];
