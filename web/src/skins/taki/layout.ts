// SPDX-License-Identifier: MIT
// Fits a hand of any size on a screen of any width.

const CARD_MAX = 160;
const CARD_MIN = 68;
const BIG = 1.3;
export const RATIO = 1.4;
/** The narrowest strip of a card that a finger can hit, and how much of a card above another row
 * is visible. */
const SLIVER = 27;
export const ROW_SHARE = 0.46;
const GAP = 6;
/** A playable card rises by a tenth, a chosen one by more. */
export const RISE = 0.24;

interface Layout {
  readonly card: number;
  readonly step: number;
  readonly cols: number;
}

/** How to lay out `count` cards in `width`, on a screen of `height`; `big`: for weak eyes. */
export function layOut(count: number, width: number, height: number, big: boolean): Layout {
  const least = Math.min(CARD_MIN, height / 6);
  const wanted = Math.max(least, Math.min(CARD_MAX, width / 5.2, height / 8));
  const card = big ? wanted * BIG : wanted;
  const most = Math.max(1, Math.floor((width - card) / SLIVER) + 1);
  const rows = Math.max(1, Math.ceil(count / most));
  const cols = Math.max(1, Math.ceil(count / rows));
  const room = cols > 1 ? (width - card) / (cols - 1) : card;
  return { card, cols, step: Math.min(card + GAP, room) };
}
