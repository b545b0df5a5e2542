// SPDX-License-Identifier: MIT
// Cento's cards, places and words in the language of the page.
import type { Place, Step } from '../../engine/types';
import { t } from '../../words/words';
import { FREE, type Product, productsOf, readProduct, readShown } from './cards';

/** As it is written on paper. */
export function written([low, high]: Product): string {
  return `${low} × ${high}`;
}

export function nameOf(piece: string): string {
  const { free, value, product } = readShown(piece);
  const ltr = product ? written(product) : '';
  if (!product) return free ? t('web.cento.free') : String(value);
  if (free) return t('web.cento.free.declared', { value: value ?? 0, product: { ltr } });
  return t('web.cento.declared', { value: value ?? 0, product: { ltr } });
}

export function placeName(place: Place): string {
  return t(`zone.${place.zone}`);
}

export function label(step: Step): string {
  const product = readProduct(step.word ?? '');
  if (product) return t('web.cento.product', { product: { ltr: written(product) } });
  return step.word === 'draw' ? t('web.cento.draw') : (step.word ?? '');
}

/** A card that does not fit is asked about with the first of its products. */
export function spell(steps: readonly Step[]): string | null {
  const words = steps.filter((step) => step.kind === 'choose').map((step) => step.word ?? '');
  if (words.includes('draw')) return 'draw';
  const piece = steps.filter((step) => step.kind === 'take').pop()?.piece;
  if (!piece) return null;
  const [first] = piece === FREE ? [] : productsOf(Number(piece));
  const word = words.pop() ?? (first ? first.join('x') : '1x1');
  return `${piece}=${word}`;
}
