// SPDX-License-Identifier: MIT
// Where the thumb is: words to choose, the main button, letting go.
import type { Step } from '../engine/types';
import { Button } from '../look/parts';
import type { Skin, SkinProps } from '../skins/skin';
import { t } from '../words/words';
import type { Hands } from './gesture';

interface ActionsProps {
  readonly skin: Skin;
  readonly around: SkinProps;
  readonly hands: Hands;
}

const COLOUR = /^[RGBY]$/;

function wordClass(word: string): string {
  if (COLOUR.test(word)) return `play-word play-word-${word}`;
  return word === 'last' ? 'play-word play-word-last' : 'play-word';
}

function Word({ step, skin, hands }: { step: Step; skin: Skin; hands: Hands }) {
  return (
    <Button class={wordClass(step.word ?? '')} onClick={() => hands.touch(step)}>
      {skin.label(step)}
    </Button>
  );
}

function Main({ hands }: { hands: Hands }) {
  const gain = hands.almost?.gain ?? hands.move?.gain ?? 0;
  const points = gain === 0 ? null : <b class="figures play-gain">{t('points', { n: gain })}</b>;
  return (
    <Button kind="main" class="play-main" icon="check" onClick={hands.confirm}>
      {t('web.play.confirm')}
      {points}
    </Button>
  );
}

export function Actions({ skin, around, hands }: ActionsProps) {
  const own = (step: Step) => !!skin.Words && !!skin.ownWord?.(step.word ?? '');
  const plain = hands.words.filter((step) => step.word !== 'done' && !own(step));
  const special = hands.words.filter(own);
  const confirms =
    hands.target !== null || hands.move !== null || hands.words.some((s) => s.word === 'done');
  return (
    <fieldset class="play-actions" aria-label={t('web.play.actions')}>
      {special.length > 0 && skin.Words && <skin.Words {...around} words={special} />}
      {plain.map((step) => (
        <Word key={step.word} step={step} skin={skin} hands={hands} />
      ))}
      {hands.done.length > 0 && (
        <Button icon="undo" label={t('web.play.back')} class="play-back" onClick={hands.back} />
      )}
      {confirms && <Main hands={hands} />}
    </fieldset>
  );
}
