// SPDX-License-Identifier: MIT
// Cento's cards (C1, C3): the numbers of the multiplication table and their products.

export const FREE = '?';
export const TOP = 10;

/** The smaller multiplier first (CR9). */
export type Product = readonly [number, number];

const PRODUCTS = new Map<number, Product[]>();
for (let low = 1; low <= TOP; low++)
  for (let high = low; high <= TOP; high++) {
    const known = PRODUCTS.get(low * high);
    if (known) known.push([low, high]);
    else PRODUCTS.set(low * high, [[low, high]]);
  }

export function productsOf(value: number): readonly Product[] {
  return PRODUCTS.get(value) ?? [];
}

/** C6: a square, however it is declared. */
export function isSquare(value: number): boolean {
  return Number.isInteger(Math.sqrt(value));
}

/** `4x6`; null for any other word. */
export function readProduct(word: string): Product | null {
  const found = /^(\d+)x(\d+)$/.exec(word);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** A card with what was declared of it: `24`, `24=4x6`, `?`, `?=4x6`. */
export interface Shown {
  readonly free: boolean;
  /** What it counts as; null: a free card of which nothing was declared. */
  readonly value: number | null;
  readonly product: Product | null;
}

export function readShown(piece: string): Shown {
  const [card = '', word = ''] = piece.split('=');
  const product = readProduct(word);
  const free = card === FREE;
  if (!free) return { free, value: Number(card), product };
  return { free, value: product && product[0] * product[1], product };
}

/** The multipliers of which a card on this one needs one (C4, CR1); null: any will do (CR2). */
export function inForce(open: Shown): ReadonlySet<number> | null {
  if (open.product) return new Set(open.product);
  return open.value === null ? null : new Set(productsOf(open.value).flat());
}

export function fits(product: Product, force: ReadonlySet<number> | null): boolean {
  return !force || force.has(product[0]) || force.has(product[1]);
}
