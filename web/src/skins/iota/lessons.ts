// SPDX-License-Identifier: MIT
// A first game, step by step, and what is shown beside the rules.
import type { Lesson } from '../skin';

const REST = 'Rx2+Gt3+Bx2+Ys4 Rt2+Gs3+Bs1+Yt2+Rx1+Gc4+Bx4+Yc3';

export const lessons: readonly Lesson[] = [
  { name: 'cards', pieces: 'Rc1 Gs2 Bt3 Yx4' },
  { name: 'line', pieces: 'Rs1 Rs2 Rs3 Rs4' },
  { name: 'other', pieces: 'Rc2 Gs2 Bt2 Yx2' },
  {
    name: 'first',
    stand: { position: `Rs2@0,0 Rs3+Gc1+Bt4+Yx2/${REST} 0/0 0:0` },
    wanted: [/@/],
  },
  {
    name: 'cross',
    stand: {
      position: `Rc1@0,0+Rs3@0,1+Gc2@1,0+Bc3@2,0 Gt1+Bs2+Bx3+Yx4/${REST} 4/3 0:0`,
    },
    wanted: [/^\w+@1,1$/],
  },
  {
    name: 'lot',
    stand: { position: `Bc1@0,0+Bc2@1,0+Bc3@2,0 Rs3+Bc4+Bt4+Yx2/${REST} 6/3 0:0` },
    wanted: [/^Bc4@(3|-1),0$/],
  },
  {
    name: 'four',
    stand: { position: `Bt1@0,0 Gs1+Gs2+Gs3+Gs4/Rx2+Gt3+Bx2+Ys4 Rt2+Gx3+Bs1+Yt2+Rx1 6/3 0:0` },
    wanted: [/@.*\+.*@/],
  },
  {
    name: 'dead',
    stand: {
      position: `Gt1@0,0+Rc1@0,1+Rc2@1,1+Rc3@2,1+Rc4@3,1 Rs3+Gc1+Bt4+Yx2/${REST} 20/3 0:0`,
    },
    wanted: [/@/],
  },
  {
    name: 'wild',
    stand: { position: `W@0,0+Gs2@1,0+Gs4@2,0 Rx3+Gs1+Bt4+Yx2/${REST} 5/3 0:0` },
    wanted: [/^Gs1~0,0$/],
  },
  {
    name: 'trade',
    stand: { position: `Rs1@0,0+Rs2@1,0+Rs3@2,0 Gs1+Bs2+Yt3+Yx2/${REST} 6/3 0:0` },
    wanted: [/^trade /],
  },
  {
    name: 'last',
    stand: { position: 'Rc2@0,0 Gs2+Bt2/Yc1 - 10/20 0:0' },
    wanted: [/@.*\+.*@/],
  },
];

export const beside: Readonly<Record<string, string>> = {
  I1: 'Rc1 Gs2 Bt3 Yx4',
  I5: 'Rs1 Gs2 Bs3 Ys4',
  I10: 'Bc2 Bt3 Bs1',
  I11: 'Yc1 Yc2 Yc3 Yc4',
  I16: 'W',
  I17: 'W',
};
