// SPDX-License-Identifier: MIT
// Iota's table as cells: what lies there, and what gestures have staged.
import type { Item, Step } from '../../engine/types';

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

export function key(x: number, y: number): string {
  return `${x},${y}`;
}

export function cellsOf(scene: readonly Item[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const { place, piece } of scene)
    if (place.zone === 'board' && piece) cells.set(key(place.x ?? 0, place.y ?? 0), piece);
  return cells;
}

/** The cards that gestures have placed on the table, and the one still held. */
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

/** The smallest box around all cards, with a margin for new ones. */
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

export function touches(cells: Cells, x: number, y: number): boolean {
  return (
    cells.has(key(x - 1, y)) ||
    cells.has(key(x + 1, y)) ||
    cells.has(key(x, y - 1)) ||
    cells.has(key(x, y + 1))
  );
}
