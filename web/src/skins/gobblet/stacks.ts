// SPDX-License-Identifier: MIT
// Gobblet's stacks as the page draws them: on the squares, including covered pieces, and in
// reserve.
import { factsOf } from '../../engine/facts';
import type { View, Place, Step } from '../../engine/types';
import type { LogEntry } from '../../table/types';
import { t } from '../../words/words';

export const SIDE = 4;
const COLUMNS = 'abcd';

/** A square's gobblets from the bottom up. */
export type Stack = readonly string[];
/** By y * SIDE + x. */
export type Squares = readonly Stack[];

export const indexOf = ({ x = 0, y = 0 }: Place): number => y * SIDE + x;

export function squareName({ x = 0, y = 0 }: Place): string {
  return `${COLUMNS[x]}${y + 1}`;
}

export function pieceName(piece: string): string {
  const n = Number(piece[1]);
  return piece[0] === 'W' ? t('web.gobblet.piece.W', { n }) : t('web.gobblet.piece.B', { n });
}

const topOf = (stack: Stack | undefined): string | undefined => stack?.[stack.length - 1];

/** Facts list the covered pieces, with or without the option peek; the scene has the tops. */
export function squaresOf(view: Pick<View, 'scene' | 'facts'>): Squares {
  const squares = Array.from({ length: SIDE * SIDE }, (): string[] => []);
  const tops = new Map<number, string>();
  for (const { place, piece } of view.scene)
    if (place.zone === 'board' && piece) tops.set(indexOf(place), piece);
  for (const { place, piece } of factsOf(view, 'covered'))
    if (place && piece) squares[indexOf(place)]?.push(piece);
  for (const [at, piece] of tops) squares[at]?.push(piece);
  return squares;
}

/** The squares after a piece moves from one place to another. */
export function moved(squares: Squares, piece: string, from: Place, to?: Place): Squares {
  const left = from.zone === 'board' ? indexOf(from) : -1;
  const entered = to?.zone === 'board' ? indexOf(to) : -1;
  return squares.map((stack, i) => {
    if (i === left && topOf(stack) === piece) return stack.slice(0, -1);
    return i === entered ? [...stack, piece] : stack;
  });
}

/** The squares as if a sent move had been made. */
export function withSent(squares: Squares, sent: readonly Step[]): Squares {
  const [take, put] = sent;
  if (!take?.place || !take.piece || put?.kind !== 'put') return squares;
  return moved(squares, take.piece, take.place, put.place);
}

export interface Played {
  readonly piece: string;
  readonly from: Place;
  readonly to: Place;
}

/** What the last entry of the log did on the board. */
export function lastPlayed(log: readonly LogEntry[]): Played | null {
  const event = log[log.length - 1]?.events.find((each) => each.kind === 'move');
  if (!event?.piece || !event.from || !event.to) return null;
  return { piece: event.piece, from: event.from, to: event.to };
}

/** The outermost sizes of a side's three stacks, descending, as the rules list them; 0: empty. */
export type Sizes = readonly number[];

const sorted = (sizes: Sizes): number[] => [...sizes].sort((a, b) => b - a);

/** The visible stack for each stack in the rules' list; among equals, `liked` comes first. */
export function slotsOf(sizes: Sizes, liked: number): number[] {
  const rank = (slot: number) => (slot === liked ? -1 : slot);
  return sizes
    .map((_, slot) => slot)
    .sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || rank(a) - rank(b));
}

/** The visible stacks after a change. The rules sort theirs; on a table a stack stays put. */
export function arranged(before: Sizes, now: Sizes, liked: number): Sizes {
  for (const step of [-1, 1]) {
    for (const slot of slotsOf(before, liked)) {
      const next = before.map((size, i) => (i === slot ? size + step : size));
      if (String(sorted(next)) === String(sorted(now))) return next;
    }
  }
  return String(sorted(before)) === String(sorted(now)) ? before : now;
}
