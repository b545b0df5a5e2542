// SPDX-License-Identifier: MIT
// Cento's cards, places and words in the language of the page.
import type { Place, Step } from '../../engine/types';
import { t } from '../../words/words';
import type { About } from '../skin';
import { type Product, readProduct, readShown, squaresOf, viewAlone } from './cards';

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

export const about: About = {
  name(piece) {
    const { free, value, product } = readShown(piece);
    if (free && !product) return 'free';
    return value !== null && squaresOf(viewAlone(piece)).has(value) ? 'square' : 'number';
  },
  rules: { free: ['C7'], square: ['C4', 'C6'], number: ['C3', 'C4'] },
};
