// SPDX-License-Identifier: MIT
// Iota's hand of four large cards, and the badge beside a seat's name.
import { countIn, itemsIn } from '../../engine/facts';
import { type HandItem, HandList } from '../../table/Roving';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { Face } from './face';
import { cellName, nameOf } from './names';
import './iota.css';

export function Hand({ view, gesture, viewer }: SkinProps) {
  const cards = itemsIn(view, 'hand', viewer);
  const steps = gesture.sent.length > 0 ? gesture.sent : gesture.done;
  const trading = steps[0]?.word === 'trade';

  const itemOf = (piece: string, index: number): HandItem => {
    const place = { zone: 'hand', seat: viewer ?? 0, x: index } as const;
    const take = { kind: 'take', piece, place } as const;
    const at = steps.findIndex(
      (step) => step.kind === 'take' && step.piece === piece && step.place?.x === index,
    );
    const put = at >= 0 ? steps[at + 1] : undefined;
    const laid = put?.kind === 'put' ? put.place : undefined;
    const base = { key: `${index}:${piece}`, children: <Face piece={piece} /> };
    if (laid)
      return {
        ...base,
        label: t('web.iota.hand.laid', {
          card: nameOf(piece),
          place: cellName(laid.x ?? 0, laid.y ?? 0),
        }),
        class: 'iota-held-card iota-laid',
        onTouch: () => gesture.touch({ kind: 'put', place: laid }),
      };
    return {
      ...base,
      label: nameOf(piece),
      piece,
      class: trading ? 'iota-held-card iota-trade' : 'iota-held-card',
      lit: gesture.lights && gesture.can(take),
      held: at >= 0,
      onTouch: () => gesture.touch(take),
    };
  };

  return (
    <HandList
      label={t('web.iota.hand')}
      class="iota-hand"
      place={{ zone: 'hand', seat: viewer ?? 0 }}
      items={cards.map(({ piece }, index) => itemOf(piece ?? '', index))}
    />
  );
}

/** Points, and cards in hand. */
export function Badge({ view, seat }: SkinProps & { readonly seat: number }) {
  const cards = countIn(view, 'hand', seat);
  const score = view.scores?.[seat];
  return (
    <span class="iota-badge">
      {score !== undefined && (
        <>
          <b class="figures" aria-hidden="true">
            {score}
          </b>
          <span class="heard">{t('points', { n: score })}</span>
        </>
      )}
      <span class="iota-count figures" aria-hidden="true">
        <Face />
        {cards}
      </span>
      <span class="heard">{t('cards', { n: cards })}</span>
    </span>
  );
}
