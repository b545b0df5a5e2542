// SPDX-License-Identifier: MIT
// The viewer's cards, by colour, overlapping; in enough rows that a finger can hit each card. The
// corner with the index always stays visible.
import './taki.css';
import { itemsIn } from '../../engine/facts';
import type { Item, View, Step } from '../../engine/types';
import { useSize } from '../../hooks';
import { Icon } from '../../look/icons';
import { settings } from '../../net/kept';
import { HandList } from '../../table/Roving';
import { language, t } from '../../words/words';
import type { TableState } from '../../table/types';
import type { SkinProps } from '../skin';
import { Face } from './Face';
import { layOut, RATIO, RISE, ROW_SHARE } from './layout';
import { nameOf, priceOf } from './names';
import { Force, Signs } from './Signs';
import { colourInForce, discardsOf } from './table';

const HIDDEN = { width: 0, height: 0 };

/** The hand without the card that was just sent and not yet answered. */
function withoutSent(hand: readonly Item[], sent: readonly Step[]): readonly Item[] {
  const taken = sent.find((step) => step.kind === 'take');
  if (!taken) return hand;
  const exact = hand.findIndex(
    (item) => item.piece === taken.piece && item.place.x === taken.place?.x,
  );
  const at = exact >= 0 ? exact : hand.findIndex((item) => item.piece === taken.piece);
  return hand.filter((_, i) => i !== at);
}

/** On a phone beside the shared table: what you need to know to choose a card. */
function Brief({ table, view }: { table: TableState; view: View }) {
  const { lead } = discardsOf(view);
  return (
    <div class="taki-brief">
      <span class="taki-brief-lead" role="img" aria-label={nameOf(lead)}>
        <Face piece={lead} />
      </span>
      <Force colour={colourInForce(view)} />
      <Signs table={table} view={view} />
    </div>
  );
}

export function Hand({ table, view, gesture, viewer, mode }: SkinProps) {
  const [box, { width }] = useSize(HIDDEN);
  if (viewer === null) return null;
  const all = itemsIn(view, 'hand', viewer);
  const hand = withoutSent(all, gesture.sent);
  const { card, step, cols } = layOut(hand.length, width, innerHeight, settings().bigCards);
  const rows = Math.ceil(hand.length / cols);
  const height = card * RATIO;
  const items = hand.flatMap(({ piece, place }, i) => {
    if (!piece) return [];
    const take: Step = { kind: 'take', piece, place };
    const lit = gesture.lights && gesture.can(take);
    const price = lit ? priceOf([take], { view, viewer }) : null;
    const row = Math.floor(i / cols);
    const col = language() === 'he' ? cols - (i % cols) : i % cols;
    return [
      {
        key: `${piece}:${hand.slice(0, i).filter((other) => other.piece === piece).length}`,
        label: price ? `${nameOf(piece)}. ${price}` : nameOf(piece),
        class: 'taki-card',
        piece,
        lit,
        held: gesture.has(take),
        // Cards to the right and in nearer rows cover the others: the index is at the left.
        style: { '--taki-z': row * cols + col + 1 },
        onTouch: () => gesture.touch(take),
        children: (
          <>
            <Face piece={piece} />
            {price && (
              <span class="taki-price" aria-hidden="true">
                <Icon name="warn" />
              </span>
            )}
          </>
        ),
      },
    ];
  });
  const style = {
    '--taki-card': `${card}px`,
    '--taki-step': `${step}px`,
    '--taki-cols': cols,
    '--taki-row': `${height * ROW_SHARE}px`,
    blockSize: `${height * (1 + RISE + (rows - 1) * ROW_SHARE)}px`,
    paddingBlockStart: `${height * RISE}px`,
    inlineSize: `${step * (cols - 1) + card}px`,
  };
  return (
    <div class="taki-hand" ref={box}>
      {mode === 'hand' && <Brief table={table} view={view} />}
      {width > 0 && (
        <HandList
          label={t('web.taki.hand', { n: hand.length })}
          class="taki-fan"
          place={{ zone: 'hand', seat: viewer }}
          items={items}
          style={style}
        />
      )}
    </div>
  );
}
