// SPDX-License-Identifier: MIT
// What can be seen on Iota's table by looking: its lines, the cells that stay empty for ever, and
// how the points of a turn come about. What is legal, only the engine says.
import type { Item, Step } from '../../engine/types';
import { type Card, inOrder, PLAIN, readCard, WILD } from './cards';

/** Pieces by `key`. */
export type Cells = ReadonlyMap<string, string>;

export interface Laid {
  readonly piece: string;
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly cols: number;
  readonly rows: number;
}

export const LINE = 4; // I9
const HAND = 4; // I12

export function key(x: number, y: number): string {
  return `${x},${y}`;
}

export function cellsOf(scene: readonly Item[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { place, piece } of scene)
    if (place.zone === 'board' && piece) cells.set(key(place.x ?? 0, place.y ?? 0), piece);
  return cells;
}

/** The cards that gestures have put on the table, and the one that still is in the fingers. */
export function stagedIn(steps: readonly Step[]): { laid: Laid[]; taken: string | null } {
  const laid: Laid[] = [];
  let taken: string | null = null;
  for (const step of steps) {
    if (step.kind === 'take') taken = step.piece ?? null;
    if (step.kind === 'put' && taken) {
      laid.push({ piece: taken, x: step.place?.x ?? 0, y: step.place?.y ?? 0 });
      taken = null;
    }
  }
  return { laid, taken };
}

export function withLaid(cells: Cells, laid: readonly Laid[]): Map<string, string> {
  const all = new Map(cells);
  for (const { piece, x, y } of laid) all.set(key(x, y), piece);
  return all;
}

/** The smallest box around all cards, and a rim for new ones. */
export function boxOf(cells: Cells, rim: number): Box {
  const xs: number[] = [0];
  const ys: number[] = [0];
  for (const at of cells.keys()) {
    const [x = 0, y = 0] = at.split(',').map(Number);
    xs.push(x);
    ys.push(y);
  }
  const x0 = Math.min(...xs) - rim;
  const y0 = Math.min(...ys) - rim;
  return {
    x0,
    y0,
    cols: Math.max(...xs) + rim + 1 - x0,
    rows: Math.max(...ys) + rim + 1 - y0,
  };
}

/** Cards in a row from beside x, y on, in one direction. */
function run(cells: Cells, x: number, y: number, dx: number, dy: number): string[] {
  const found: string[] = [];
  for (;;) {
    const n = found.length + 1;
    const piece = cells.get(key(x + dx * n, y + dy * n));
    if (piece === undefined) return found;
    found.push(piece);
  }
}

export function touches(cells: Cells, x: number, y: number): boolean {
  return (
    cells.has(key(x - 1, y)) ||
    cells.has(key(x + 1, y)) ||
    cells.has(key(x, y - 1)) ||
    cells.has(key(x, y + 1))
  );
}

/** I5 for one property. */
function uniform(values: readonly unknown[]): boolean {
  const different = new Set(values).size;
  return different <= 1 || different === values.length;
}

/** I5 for the plain cards among them: a wild only ever makes it harder, so it is left out. */
function agrees(cards: readonly Card[]): boolean {
  return (
    uniform(cards.map((card) => card.colour)) &&
    uniform(cards.map((card) => card.shape)) &&
    uniform(cards.map((card) => card.number))
  );
}

/** Can nothing ever lie here? Because a line would be too long (I9), or because no card, nor a wild
 * in its place, suits the lines that meet here (I8). Lines only grow, so it stays like that. */
export function never(cells: Cells, x: number, y: number): boolean {
  if (cells.has(key(x, y))) return false;
  const across = [...run(cells, x, y, -1, 0), ...run(cells, x, y, 1, 0)];
  const along = [...run(cells, x, y, 0, -1), ...run(cells, x, y, 0, 1)];
  if (across.length >= LINE || along.length >= LINE) return true;
  const lines = [across, along].map((line) =>
    line.map(readCard).filter((card): card is Card => card !== null),
  );
  return !PLAIN.some((card) => lines.every((line) => agrees([...line, card])));
}

/** What a turn's cards are worth before anything is doubled (I10), and how many lots (I11). */
export function worth(cells: Cells, laid: readonly Laid[]): { sum: number; lots: number } {
  const all = withLaid(cells, laid);
  const counted = new Set<string>();
  let sum = 0;
  let lots = 0;
  for (const { piece, x, y } of laid) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const before = run(all, x, y, -dx, -dy);
      const line = [...before, piece, ...run(all, x, y, dx, dy)];
      const start = `${dx}:${key(x - dx * before.length, y - dy * before.length)}`;
      if (line.length < 2 || counted.has(start)) continue;
      counted.add(start);
      sum += line.reduce((total, card) => total + (readCard(card)?.number ?? 0), 0);
      if (line.length === LINE) lots++;
    }
  }
  return { sum, lots };
}

export type Doubling = 'lot' | 'four' | 'last';

export interface Growth {
  readonly points: number;
  readonly why: Doubling | null;
}

/** How the points that the engine tells came about: 26, doubled to 52, to 104 … (I11 to I13). */
export function growth(cells: Cells, laid: readonly Laid[], gain: number): Growth[] {
  const { sum, lots } = worth(cells, laid);
  const whys: Doubling[] = Array<Doubling>(lots).fill('lot');
  if (laid.length === HAND) whys.push('four');
  if (sum > 0 && gain === sum * 2 ** (whys.length + 1)) whys.push('last');
  if (gain !== sum * 2 ** whys.length || gain === 0) return [{ points: gain, why: null }];
  return [
    { points: sum, why: null },
    ...whys.map((why, i) => ({ points: sum * 2 ** (i + 1), why })),
  ];
}

/** A free cell beside a staged card, to ask why another card cannot go on from there. */
function beside(cells: Cells, laid: readonly Laid[]): Laid | null {
  const all = withLaid(cells, laid);
  for (const { x, y } of laid)
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      if (!all.has(key(x + dx, y + dy))) return { piece: '', x: x + dx, y: y + dy };
  return null;
}

/** The notation of what these gestures try. */
export function spellPlay(steps: readonly Step[], scene: readonly Item[]): string | null {
  const words = steps.filter((step) => step.kind === 'choose').map((step) => step.word);
  if (words.includes('pass')) return 'pass';
  if (words.includes('trade')) {
    const cards = steps.filter((step) => step.kind === 'take').map((step) => step.piece ?? '');
    return cards.length > 0 ? `trade ${inOrder(cards).join('+')}` : null;
  }
  const cells = cellsOf(scene);
  const { laid, taken } = stagedIn(steps);
  const free = taken && beside(cells, laid);
  const all = free && taken ? [...laid, { ...free, piece: taken }] : laid;
  const [first] = all;
  if (!first) return null;
  if (all.length === 1 && cells.get(key(first.x, first.y)) === WILD)
    return `${first.piece}~${first.x},${first.y}`;
  return [...all]
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ piece, x, y }) => `${piece}@${x},${y}`)
    .join('+');
}
