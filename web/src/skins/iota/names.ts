// SPDX-License-Identifier: MIT
// Iota's cards, places and words in the language of the page.
import type { Place, Step } from '../../engine/types';
import { t, type Value } from '../../words/words';
import type { About } from '../skin';
import { readCard } from './cards';

export function nameOf(piece: string): string {
  const card = readCard(piece);
  if (!card) return t('web.iota.wild');
  return t('web.iota.card', {
    colour: t(`colour.${card.colour}`),
    shape: t(`web.iota.shape.${card.shape}`),
    number: card.number,
  });
}

/** A coordinate with a real minus sign, which stays before its number in Hebrew too. */
function coordinate(n: number): Value {
  return n < 0 ? { ltr: `−${-n}` } : n;
}

export function cellName(x: number, y: number): string {
  return t('web.iota.at', { row: coordinate(y), column: coordinate(x) });
}

export function placeName(place: Place): string {
  if (place.zone === 'board') return cellName(place.x ?? 0, place.y ?? 0);
  return t(`zone.${place.zone}`);
}

/** Trading cards is not "playing" them, so the button has another label. */
export const confirm = (done: readonly Step[]): string | null =>
  done.some((step) => step.word === 'trade') ? t('web.iota.trade.do') : null;

export function label(step: Step): string {
  if (step.word === 'pass') return t('web.iota.pass');
  if (step.word === 'trade') return t('web.iota.trade');
  return step.word === 'done' ? t('web.iota.done') : (step.word ?? '');
}

export const about: About = {
  name: (piece) => (readCard(piece) ? 'card' : 'wild'),
  rules: {
    card: ['I5', 'I10'],
    'card.scoring.race': ['I5', 'IR12'],
    wild: ['I16', 'I17'],
    'wild.reading.absent': ['I16', 'I17', 'IR15'],
    'wild.scoring.race': ['I16', 'I17', 'IR12'],
    'wild.scoring.race.reading.absent': ['I16', 'I17', 'IR12', 'IR15'],
  },
};
