// SPDX-License-Identifier: MIT
// The viewer's cards, by colour, one partly over the other; in as many rows as leave a finger
// enough of each card. The corner with the index always stays in sight.
import './taki.css';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Item, Step } from '../../engine/types';
import { settings } from '../../net/kept';
import { HandList } from '../../table/Roving';
import { language, t } from '../../words/words';
import type { TableState } from '../../table/types';
import type { SkinProps } from '../skin';
import { Face } from './Face';
import { layOut, RATIO, RISE, ROW_SHARE } from './layout';
import { nameOf } from './names';
import { readPosition } from './position';
import { Force, Signs } from './Signs';

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** The hand without the card that was just sent, and not yet answered. */
function withoutSent(hand: readonly Item[], sent: readonly Step[]): readonly Item[] {
  const taken = sent.find((step) => step.kind === 'take');
  if (!taken) return hand;
  const exact = hand.findIndex(
    (item) => item.piece === taken.piece && item.place.x === taken.place?.x,
  );
  const at = exact >= 0 ? exact : hand.findIndex((item) => item.piece === taken.piece);
  return hand.filter((_, i) => i !== at);
}

/** On a phone beside the shared table: what one must know in order to choose a card. */
function Brief({ table }: { table: TableState }) {
  const position = readPosition(table.position);
  if (!position) return null;
  return (
    <div class="taki-brief">
      <span class="taki-brief-lead" role="img" aria-label={nameOf(position.lead)}>
        <Face piece={position.lead} />
      </span>
      <Force colour={position.colour} />
      <Signs table={table} position={position} />
    </div>
  );
}

export function Hand({ table, look, gesture, viewer, mode }: SkinProps) {
  const { box, width } = useWidth();
  if (viewer === null) return null;
  const all = look.scene.filter(({ place }) => place.zone === 'hand' && place.seat === viewer);
  const hand = withoutSent(all, gesture.sent);
  const { card, step, cols } = layOut(hand.length, width, innerHeight, settings().bigCards);
  const rows = Math.ceil(hand.length / cols);
  const height = card * RATIO;
  const items = hand.flatMap(({ piece, place }, i) => {
    if (!piece) return [];
    const take: Step = { kind: 'take', piece, place };
    const row = Math.floor(i / cols);
    const col = language() === 'he' ? cols - (i % cols) : i % cols;
    return [
      {
        key: `${piece}:${hand.slice(0, i).filter((other) => other.piece === piece).length}`,
        label: nameOf(piece),
        class: 'taki-card',
        piece,
        lit: gesture.lights && gesture.can(take),
        held: gesture.has(take),
        // What lies to the right and what lies nearer covers the other: the index is at the left.
        style: { '--taki-z': row * cols + col + 1 },
        onTouch: () => gesture.touch(take),
        children: <Face piece={piece} />,
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
      {mode === 'hand' && <Brief table={table} />}
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
