// SPDX-License-Identifier: MIT
// What a player can say, where a plain button would not explain enough: the four colours as large
// tiles, the number of cards to take, and whether a run is closed or left open.
import type { Step } from '../../engine/types';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { colourName, colourOfWord, wordLabel } from './names';
import { Swatch } from './Signs';

const OWN = ['close', 'take', 'end'];

export const ownWord = (word: string): boolean => OWN.includes(word) || colourOfWord(word) !== null;

function ColourButton({ step, touch }: { step: Step; touch: (step: Step) => void }) {
  const colour = colourOfWord(step.word);
  if (!colour) return null;
  return (
    <button type="button" class="taki-colour-button" onClick={() => touch(step)}>
      <Swatch colour={colour} />
      <span>{colourName(colour)}</span>
    </button>
  );
}

export function Words(props: SkinProps & { readonly words: readonly Step[] }) {
  const { words, view, gesture } = props;
  const colours = words.filter((step) => colourOfWord(step.word));
  const said = OWN.flatMap((word) => words.filter((step) => step.word === word));
  // While a card is held, the main action is to play it; leaving a run open is never the main
  // action.
  const main = (word?: string) => gesture.done.length === 0 && word !== 'end';
  return (
    <>
      {colours.length > 0 && (
        <fieldset class="taki-colours" aria-label={t('web.taki.say.colour')}>
          {colours.map((step) => (
            <ColourButton key={step.word} step={step} touch={gesture.touch} />
          ))}
        </fieldset>
      )}
      {said.map((step) => (
        <button
          type="button"
          key={step.word}
          class={main(step.word) ? 'button-main' : 'button'}
          onClick={() => gesture.touch(step)}
        >
          {wordLabel(step.word ?? '', view)}
        </button>
      ))}
    </>
  );
}
