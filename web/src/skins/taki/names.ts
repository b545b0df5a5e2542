// SPDX-License-Identifier: MIT
// Super Taki in words: cards, places, what can be said; and back into notation.
import type { Place, Step } from '../../engine/types';
import { COLOURS, type Colour } from '../../look/cards';
import type { TableState } from '../../table/types';
import { t } from '../../words/words';
import { colourOf, figureOf, readPosition } from './position';

export const colourName = (colour: Colour): string => t(`colour.${colour}`);

export const colourOfWord = (word?: string): Colour | null =>
  COLOURS.find((colour) => colour === word) ?? null;

function figureName(figure: string): string {
  switch (figure) {
    case '+2':
      return t('web.taki.plus2');
    case '+3':
      return t('web.taki.plus3');
    case 'color':
      return t('web.taki.color');
    case 'break':
      return t('web.taki.break');
    case 'stop':
    case 'turn':
    case 'plus':
    case 'taki':
    case 'super':
    case 'king':
      return t(`figure.${figure}`);
    default:
      return figure;
  }
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

/** What stands on the button of a word; with the table it says more. */
export function wordLabel(word: string, table?: TableState): string {
  const colour = colourOfWord(word);
  const position = table ? readPosition(table.position) : null;
  if (colour) return colourName(colour);
  switch (word) {
    case 'draw':
      return t('web.taki.say.draw');
    case 'take':
      return position ? t('web.taki.say.take.count', { n: position.owed }) : t('web.taki.say.take');
    case 'close':
      return t('web.taki.say.close');
    case 'end':
      return position?.phase === 'run' ? t('web.taki.say.end.open') : t('web.taki.say.end');
    case 'last':
      return t('web.taki.say.last');
    case 'pass':
      return t('web.taki.say.pass');
    default:
      return word;
  }
}

export function label(step: Step): string {
  if (step.kind === 'choose') return wordLabel(step.word ?? '');
  return step.kind === 'take' && step.piece ? nameOf(step.piece) : placeName({ zone: 'discard' });
}

/** A change colour is refused for the same reason whatever colour it names, so any will do. */
export function spell(steps: readonly Step[]): string | null {
  const piece = steps.find((step) => step.kind === 'take')?.piece;
  const word = steps.find((step) => step.kind === 'choose')?.word;
  if (!piece) return word ?? null;
  const colour = colourOfWord(word);
  if (colour) return `${piece}=${colour}`;
  return piece === 'color' ? 'color=R' : piece;
}

/** A name in two signs, for where there is no room: `No`, `C2` for `Casual bot 2`. */
export function initials(name: string): string {
  const letters = [...name.trim()];
  const number = /\d+/.exec(name)?.[0];
  return number ? `${letters[0]}${number}` : letters.slice(0, 2).join('');
}
