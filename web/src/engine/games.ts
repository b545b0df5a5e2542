// SPDX-License-Identifier: MIT
// What the page adds to the rules of a game: one line each. A game without one is playable too.

export interface Habits {
  /** How many bots most people like to play against; undefined: as few as the rules allow. */
  readonly bots?: number;
  /** What it looks like at a glance, in its notation. */
  readonly cover?: string;
  /** How long a bot may think while others may react: the table must not miss their reactions. */
  readonly thinkMs?: number;
}

const GAMES: Readonly<Record<string, Habits>> = {
  iota: { bots: 2, cover: 'Rc3 Gs1 Bt4 Yx2' },
  cento: { bots: 2, cover: '36 24 ?' },
  gobblet: { bots: 1, cover: 'W4 B3 W2 B1' },
  taki: { bots: 3, cover: 'B5 Rtaki Gstop king', thinkMs: 400 },
};

export const habitsOf = (game: string): Habits => GAMES[game] ?? {};
