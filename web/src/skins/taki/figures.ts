// SPDX-License-Identifier: MIT
// The signs of the command cards, as strokes of a broad pen around the centre of the card.

export const MIDDLE_X = 50;
export const MIDDLE_Y = 69;

/** A path and the width of the pen. */
export type Stroke = readonly [path: string, breadth: number];

/** T, A, K, I: letters of our own. */
export const TAKI: readonly Stroke[] = [
  ['M18 56.5Q25.5 53.5 34 55.5M26 56V83', 7.5],
  ['M36.5 83Q41 68 44 56Q48.5 68 53 83M40.5 74.5H49.5', 7.5],
  ['M60.5 55V83M73 55.5Q69 66 61.5 70Q69.5 73 74.5 83', 7.5],
  ['M82.5 55.5V83', 7.5],
];

/** The same in two lines, for small spaces: TA over KI. */
export const TAKI_SMALL: readonly Stroke[] = [
  ['M19 34H48M33.5 34V63', 10],
  ['M54 63L67 34L80 63M58 54H76', 10],
  ['M25 75V104M46 75L27 89.5L47 104', 10],
  ['M67 75V104', 10],
];

const TURN_HEAD = 'M71.5 44V58.5H57';

const STROKES: Readonly<Record<string, readonly Stroke[]>> = {
  stop: [
    ['M39 73V53', 7.4],
    ['M47.4 70V45', 7.4],
    ['M55.8 70V46.5', 7.4],
    ['M64 74V54', 7.4],
    ['M41 87L29.5 73', 7.8],
    ['M45 75H58V86Q58 88 51.5 88Q45 88 45 82Z', 16],
  ],
  turn: [
    [`M29 64A22 22 0 0 1 70 58${TURN_HEAD}`, 8],
    ['M71 74A22 22 0 0 1 30 80M28.5 94V79.5H43', 8],
  ],
  plus: [['M50 45V93M26 69H74', 15]],
  taki: TAKI,
  // A three that has come apart, and what struck it.
  break: [
    ['M35 47.5Q44 40.5 54 43.5Q63 47 59 56Q56.5 61.5 48 62', 9],
    ['M54 74Q66.5 74.5 66.5 84Q65.5 97 50 96.5Q43 96 38.5 91', 9],
    ['M27 75L38 67.5L44.5 73L55 63.5L61 69L75 60', 3],
  ],
};

/** The strokes of a figure; none if it is drawn in another way. */
export const strokesOf = (figure: string): readonly Stroke[] => STROKES[figure] ?? [];

export const CROWN = 'M27 90L22 56L37.5 68.5L50 46L62.5 68.5L78 56L73 90Q50 84.5 27 90Z';
