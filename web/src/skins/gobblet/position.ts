// SPDX-License-Identifier: MIT
// Gobblet's positions as text: what stands on each square, also under something.
import type { Place, Step } from '../../engine/types';
import type { LogEntry } from '../../table/types';

export const SIDE = 4;
const COLUMNS = 'abcd';

/** A square's gobblets from the bottom up. */
export type Stack = readonly string[];
/** By y * SIDE + x. */
export type Squares = readonly Stack[];

export const indexOf = (x: number, y: number): number => y * SIDE + x;

export function squareName(place: Place): string {
  return `${COLUMNS[place.x ?? 0]}${(place.y ?? 0) + 1}`;
}

/** The squares of a position; the text has the top row first. */
export function squaresOf(position: string): Squares {
  const rows = (position.split(' ')[0] ?? '').split('/').reverse();
  return rows.flatMap((row) => row.split(',').map((square) => square.match(/[WB][1-4]/g) ?? []));
}

const topOf = (stack: Stack | undefined): string | undefined => stack?.[stack.length - 1];

const FOUR = [0, 1, 2, 3];
/** The ten lines (GR1). */
const LINES: readonly (readonly number[])[] = [
  ...FOUR.map((y) => FOUR.map((x) => indexOf(x, y))),
  ...FOUR.map((x) => FOUR.map((y) => indexOf(x, y))),
  FOUR.map((i) => indexOf(i, i)),
  FOUR.map((i) => indexOf(i, SIDE - 1 - i)),
];

/** The squares of every line that shows four of one colour (G9). */
export function complete(squares: Squares): ReadonlySet<number> {
  const colourAt = (at: number | undefined) => topOf(squares[at ?? -1])?.[0];
  const full = (line: readonly number[]) =>
    colourAt(line[0]) !== undefined && line.every((at) => colourAt(at) === colourAt(line[0]));
  return new Set(LINES.filter(full).flat());
}

/** The squares after a piece has gone from one place to another. */
export function moved(squares: Squares, piece: string, from: Place, to?: Place): Squares {
  const left = from.zone === 'board' ? indexOf(from.x ?? 0, from.y ?? 0) : -1;
  const entered = to?.zone === 'board' ? indexOf(to.x ?? 0, to.y ?? 0) : -1;
  return squares.map((stack, i) => {
    if (i === left && topOf(stack) === piece) return stack.slice(0, -1);
    return i === entered ? [...stack, piece] : stack;
  });
}

/** The squares as if a move that was sent had been made. */
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

/** The outermost sizes of a side's three stacks, falling, as the rules list them; 0: empty. */
export type Sizes = readonly number[];

const sorted = (sizes: Sizes): number[] => [...sizes].sort((a, b) => b - a);

/** Which stack in sight is each of those that the rules list; `liked` comes first of its equals. */
export function slotsOf(sizes: Sizes, liked: number): number[] {
  const rank = (slot: number) => (slot === liked ? -1 : slot);
  return sizes
    .map((_, slot) => slot)
    .sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || rank(a) - rank(b));
}

/** The stacks in sight after a change. The rules sort theirs; on a table a stack stays put. */
export function arranged(before: Sizes, now: Sizes, liked: number): Sizes {
  for (const step of [-1, 1]) {
    for (const slot of slotsOf(before, liked)) {
      const next = before.map((size, i) => (i === slot ? size + step : size));
      if (String(sorted(next)) === String(sorted(now))) return next;
    }
  }
  return String(sorted(before)) === String(sorted(now)) ? before : now;
}
