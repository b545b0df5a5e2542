// SPDX-License-Identifier: MIT
// Super Taki in words: cards, places, what can be said; and back into notation.
import { factOf, factsOf } from '../../engine/facts';
import type { View, Place, Step } from '../../engine/types';
import { COLOURS, type Colour } from '../../look/cards';
import type { TableState } from '../../table/types';
import { seatName } from '../../words/tell';
import { has, t } from '../../words/words';
import type { About } from '../skin';
import { cardsOwed, colourOf, figureOf } from './table';

export const colourName = (colour: Colour): string => t(`colour.${colour}`);

export const colourOfWord = (word?: string): Colour | null =>
  COLOURS.find((colour) => colour === word) ?? null;

/** Figures that have names. */
const FIGURES: Readonly<Record<string, string>> = {
  '+2': 'web.taki.plus2',
  '+3': 'web.taki.plus3',
  break: 'web.taki.break',
};

function figureName(figure: string): string {
  const key = FIGURES[figure] ?? `figure.${figure}`;
  return has(key) ? t(key) : figure;
}

export function nameOf(piece: string): string {
  const alone = colourOfWord(piece);
  if (alone) return colourName(alone);
  const figure = figureOf(piece);
  const letter = colourOf(piece);
  if (!letter) return figureName(figure);
  const colour = colourName(letter);
  if (figure === 'color') return t('web.taki.color.as', { colour });
  if (figure === 'super') return t('web.taki.super.as', { colour });
  return t('web.taki.card', { colour, figure: figureName(figure) });
}

export function placeName({ zone }: Place): string {
  if (zone === 'pile') return t('zone.pile');
  return zone === 'discard' ? t('zone.discard') : t('zone.hand');
}

const CATCH = /^catch(\d)$/;

/** A call, or catching somebody who has not called: the first of them counts (TR32). */
export const isUrgent = (word: string): boolean => word === 'last' || CATCH.test(word);

/** The label of a word's button; with the view it says more. */
export function wordLabel(word: string, view?: View): string {
  if (view && word === 'take') return t('web.taki.say.take.count', { n: cardsOwed(view) });
  if (view && word === 'end' && factOf(view, 'run')) return t('web.taki.say.end.open');
  const key = colourOfWord(word) ? `colour.${word}` : `web.taki.say.${word}`;
  return has(key) ? t(key) : word;
}

export function label(step: Step, table: Pick<TableState, 'seats' | 'me'>): string {
  const caught = CATCH.exec(step.word ?? '')?.[1];
  if (caught) return t('taki.say.catch', { name: seatName(table, Number(caught)) });
  if (step.kind === 'choose') return wordLabel(step.word ?? '');
  return step.kind === 'take' && step.piece ? nameOf(step.piece) : placeName({ zone: 'discard' });
}

/** What may surprise the player of these: a breaker that breaks nothing (T20), a plus as the last
 * card (TR11). */
export function priceOf(
  done: readonly Step[],
  { view, viewer }: { readonly view: View; readonly viewer: number | null },
): string | null {
  const piece = done.find((step) => step.kind === 'take')?.piece;
  const cost = factsOf(view, 'cost').find((fact) => fact.seat === viewer && fact.piece === piece);
  if (!piece || !cost) return null;
  if (piece === 'break') return t('price.taki.break', { n: cost.number ?? 0 });
  return t('price.taki.plus');
}

/** A name in two characters, for tight spaces: `No`, `C2` for `Casual bot 2`. */
export function initials(name: string): string {
  const letters = [...name.trim()];
  const number = /\d+/.exec(name)?.[0].slice(-2); // three characters fit
  return number ? `${letters[0]}${number}` : letters.slice(0, 2).join('');
}

/** The rules about each figure; all others are numbers. */
const RULES = {
  number: ['T5'],
  stop: ['T8'],
  'stop.seats.2': ['T8', 'TR17'],
  plus2: ['T9'],
  turn: ['T10'],
  'turn.seats.2': ['T10', 'TR17'],
  'turn.seats.2.two.stop': ['T10', 'TR30'],
  color: ['T11'],
  taki: ['T12', 'T14', 'TR14'],
  'taki.bare.closable': ['T12', 'T14', 'TR31'],
  super: ['T15'],
  plus: ['T16', 'TR11'],
  king: ['T17'],
  plus3: ['T18', 'T19'],
  'plus3.seats.2': ['T18', 'T19'],
  break: ['T20'],
} as const;

export const about: About = {
  name(piece) {
    const figure = figureOf(piece).replace('+', 'plus');
    return figure in RULES ? figure : 'number';
  },
  rules: RULES,
};
