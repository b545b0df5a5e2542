// SPDX-License-Identifier: MIT
// A short game of Gobblet in which Noa throws away what she had, with the seventh ply: its review
// takes no time.
const MOVES = ['0 4@a1', '1 4@d1', '0 4@b1', '1 4@d2', '0 4@c1', '1 4@d3', '0 3@c3'];

/** The ply of the gift, the move that was better, and the threat that it stops. */
export const GIFT = { ply: MOVES.length - 1, played: '3@c3', threat: 'd4' };

/** Its record; the players' names may be any. */
export function thrown(names = ['Noa', '']) {
  const seats = names.map((name, seat) => `seat ${seat} person ${name}`.trimEnd());
  const head = ['kufsa-record 1', 'game gobblet', `key ${'00'.repeat(32)}`, ...seats];
  return [...head, '', ...MOVES, '', 'end resigned 0', 'result 2 1', ''].join('\n');
}
