// SPDX-License-Identifier: MIT
// A first game of each: what is told (web.learn.<game>.<name>), what is seen, what is to be tried.
// Positions are written as docs/rules describes them, as seat 0 sees them.

export interface Lesson {
  /** Names its text. */
  readonly name: string;
  /** Pieces to look at, in the game's notation. */
  readonly pieces?: string;
  /** A table to look at. */
  readonly position?: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Moves that do what the text asks for. */
  readonly wanted?: RegExp;
}

export const LESSONS: Readonly<Record<string, readonly Lesson[]>> = {
  gobblet: [
    { name: 'aim', pieces: 'W4 W3 W2 W1' },
    { name: 'bring', position: '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w', wanted: /^4@/ },
    {
      name: 'gobble',
      position: '-,-,-,-/-,-,-,-/-,-,B3,-/W4,-,-,B4 443 442 w',
      wanted: /^a1-c2$/,
    },
    {
      name: 'three',
      position: '-,-,-,-/-,W3,W4,-/B3,B4,B4,-/W2,-,-,- 441 432 w',
      wanted: /^4@a2$/,
    },
    {
      name: 'lift',
      position: '-,W4,-,-/-,-,W4,-/B4,B4,B3,B3W4/-,-,-,- 333 422 w',
      options: { peek: 'on' },
    },
    {
      name: 'win',
      position: '-,-,-,B4/W4,W3,W4,-/-,B4,-,-/-,-,B3,- 432 432 w',
      wanted: /@d3$/,
    },
  ],
  iota: [
    { name: 'cards', pieces: 'Rc1 Gs2 Bt3 Yx4' },
    { name: 'line', pieces: 'Rs1 Rs2 Rs3 Rs4' },
    { name: 'other', pieces: 'Rc2 Gs2 Bt2 Yx2' },
    { name: 'first', position: 'Rs2@0,0 Rs3+Gc1+Bt4+Yx2/#4 #57 0/0 0:0', wanted: /@/ },
    {
      name: 'lot',
      position: 'Bc1@0,0+Bc2@1,0+Bc3@2,0 Rs3+Bc4+Bt4+Yx2/#4 #51 6/3 0:0',
      wanted: /Bc4@(3|-1),0/,
    },
    {
      name: 'wild',
      position: 'W@0,0+Gs2@1,0+Gs3@2,0 Rx3+Gs1+Bt4+Yx2/#4 #51 5/3 0:0',
      wanted: /^Gs1~0,0$/,
    },
    {
      name: 'trade',
      position: 'Rc1@0,0+Rc2@1,0+Rc3@2,0+Rc4@3,0 Gs1+Bs2+Yt3+Yx2/#4 #51 20/3 0:0',
    },
  ],
  cento: [
    { name: 'cards', pieces: '24 35 ?' },
    { name: 'match', position: '12=2x6 24+35+49/#5 #28 8+9 0/0 0:1:0', wanted: /^24=/ },
    { name: 'square', position: '24=4x6 20+36+50/#5 #28 12+8+9 0/0 0:1:0', wanted: /^36=/ },
    { name: 'draw', position: '49=7x7 12+25+40/#5 #28 8+9 0/0 0:1:0', wanted: /^draw$/ },
    { name: 'free', position: '49=7x7 12+25+?/#5 #28 8+9 0/0 0:1:0', wanted: /^\?=/ },
    { name: 'end', pieces: '7' },
  ],
  taki: [
    { name: 'cards', pieces: 'R7 G7 B7 Y7' },
    {
      name: 'match',
      position: 'G7 R7,G3,B9,Bstop/#8 #90 0> play shut .. - 0',
      wanted: /^(R7|G3)$/,
    },
    { name: 'commands', pieces: 'Rstop Gturn Bplus Y+2' },
    {
      name: 'owe',
      position: 'Y+2,Y3 R+2,G5,B9/#8 #90 0> owe1 shut .. - 0',
      wanted: /^R\+2$/,
    },
    {
      name: 'taki',
      position: 'Y3 R1,Y5,Y9,Ytaki/#8 #90 0> play shut .. - 0',
      wanted: /^Ytaki$/,
    },
    {
      name: 'close',
      position: 'Y5,Ytaki,Y3 R1,Y9/#8 #90 0> run shut .. - 0',
      wanted: /^(Y9|close)$/,
    },
    {
      name: 'colour',
      position: 'R5 G1,G9,B4,color/#8 #90 0> play shut .. - 0',
      wanted: /^color=/,
    },
    { name: 'wilds', pieces: 'super king +3 break' },
    {
      name: 'last',
      position: 'R5,R1 G9/#8 #90 1> play shut ?. - 0',
      wanted: /^last$/,
    },
  ],
};
