// SPDX-License-Identifier: MIT
// Within reach of the thumb: words to choose, the main button, letting go.
import type { ComponentChildren } from 'preact';
import type { Step } from '../engine/types';
import { Icon } from '../look/icons';
import { Button } from '../look/parts';
import type { Skin, SkinProps } from '../skins/skin';
import { t } from '../words/words';
import type { Hands } from './gesture';
import { isQuiet } from './turn';
import type { TableState } from './types';

interface ActionsProps {
  readonly skin: Skin;
  readonly around: SkinProps;
  readonly hands: Hands;
  /** What others at this device may say, where every moment counts. */
  readonly calls: readonly ComponentChildren[];
  /** Something here is touched, so what was refused has been read. */
  readonly onTouch?: () => void;
}

const isUrgent = (skin: Skin) => (step: Step) => !!skin.urgent?.(step.word ?? '');

/** Words that may be urgent. */
export const urgentWords = (skin: Skin, table: TableState, { words }: Hands): readonly string[] =>
  words.filter(isUrgent(skin)).map((step) => skin.label(step, table));

/** Large buttons above the others, over the lines that say whose turn it is: what the viewer may
 * say, then what others at this device may. */
export function Urgent({
  own,
  calls,
}: { own?: ComponentChildren[] } & Pick<ActionsProps, 'calls'>) {
  const all = [...(own ?? []), ...calls];
  return all.length === 0 ? null : <div class="play-urgent">{all}</div>;
}

function Main({ skin, hands }: { skin: Skin; hands: Hands }) {
  const gain = hands.almost?.gain ?? hands.move?.gain ?? 0;
  const points = gain === 0 ? null : <b class="figures play-gain">{t('points', { n: gain })}</b>;
  return (
    <Button kind="main" class="play-main" icon="check" onClick={hands.confirm}>
      {skin.confirm?.(hands.done) ?? t('web.play.confirm')}
      {points}
    </Button>
  );
}

export function Actions({ skin, around, hands, calls, onTouch }: ActionsProps) {
  const own = (step: Step) => !!skin.Words && !!skin.ownWord?.(step.word ?? '');
  const pad = !!skin.Pad && isQuiet(around.table) && hands.active && hands.done.length > 0;
  const urgent = isUrgent(skin);
  const plain = pad
    ? []
    : hands.words.filter((step) => step.word !== 'done' && !own(step) && !urgent(step));
  const special = hands.words.filter(own);
  const price = hands.done.length > 0 ? skin.price?.(hands.done, around) : null;
  const confirms =
    hands.target !== null || hands.move !== null || hands.words.some((s) => s.word === 'done');
  return (
    <fieldset class="play-actions" aria-label={t('web.play.actions')} onPointerDown={onTouch}>
      <Urgent
        own={hands.words.filter(urgent).map((step) => (
          <Button key={step.word} onClick={() => hands.touch(step)}>
            <span>{skin.label(step, around.table)}</span>
          </Button>
        ))}
        calls={calls}
      />
      {price && (
        <p class="beside play-price" role="status">
          <Icon name="warn" />
          {price}
        </p>
      )}
      {pad && skin.Pad && <skin.Pad key={hands.done[0]?.piece} {...around} say={hands.write} />}
      {special.length > 0 && skin.Words && <skin.Words {...around} words={special} />}
      {plain.map((step) => (
        <Button key={step.word} onClick={() => hands.touch(step)}>
          {skin.label(step, around.table)}
        </Button>
      ))}
      {hands.done.length > 0 && (
        <Button icon="undo" label={t('web.play.back')} class="play-back" onClick={hands.back} />
      )}
      {confirms && <Main skin={skin} hands={hands} />}
    </fieldset>
  );
}
