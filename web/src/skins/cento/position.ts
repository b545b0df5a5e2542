// SPDX-License-Identifier: MIT
// What the text of a Cento position tells: docs/rules/cento.en.md, "Notation".
import { readShown, type Shown } from './cards';

export interface Position {
  readonly open: Shown;
  readonly pile: number;
  /** Cards under the open one. */
  readonly discards: number;
  readonly totals: readonly number[];
  readonly seat: number;
  readonly round: number;
  /** Who began the round. */
  readonly first: number;
}

/** How many cards a stack has: `3+24+?`, hidden `#5`, none `-`. */
function countOf(stack: string): number {
  if (stack === '-' || stack === '') return 0;
  return stack.startsWith('#') ? Number(stack.slice(1)) : stack.split('+').length;
}

export function readPosition(text: string): Position {
  const [open = '', , pile = '', discards = '', totals = '', turn = ''] = text.split(' ');
  const [seat = 0, round = 1, first = 0] = turn.split(':').map(Number);
  return {
    open: readShown(open),
    pile: countOf(pile),
    discards: countOf(discards),
    totals: totals.split('/').map(Number),
    seat,
    round,
    first,
  };
}
