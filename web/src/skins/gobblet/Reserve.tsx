// SPDX-License-Identifier: MIT
// A side's three nested stacks beside the board.
import { useRef } from 'preact/hooks';
import { itemsIn } from '../../engine/facts';
import type { View, Step } from '../../engine/types';
import { HandList } from '../../table/Roving';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { Nest } from './Cup';
import { arranged, type Sizes, slotsOf } from './stacks';

const STACKS = 3;

function sizesOf(view: View, seat: number, sent: readonly Step[]): Sizes {
  const sizes = new Array<number>(STACKS).fill(0);
  for (const { place, count } of itemsIn(view, 'reserve', seat)) sizes[place.x ?? 0] = count;
  const gone = sent[0]?.place;
  if (gone?.zone === 'reserve' && gone.seat === seat)
    sizes[gone.x ?? 0] = (sizes[gone.x ?? 0] ?? 1) - 1;
  return sizes;
}

interface ReserveProps extends SkinProps {
  readonly seat: number;
}

export function Reserve({ view, gesture, viewer, seat }: ReserveProps) {
  const liked = useRef(-1);
  const sight = useRef<Sizes>([]);
  const sizes = sizesOf(view, seat, gesture.sent);
  sight.current = arranged(sight.current, sizes, liked.current);
  const slots = slotsOf(sight.current, liked.current);
  const side = seat === 0 ? 'W' : 'B';
  const held = gesture.done[gesture.done.length - 1];
  const items = sight.current.map((size, slot) => {
    const x = slots.indexOf(slot);
    const piece = `${side}${size}`;
    const place = { zone: 'reserve', seat, x } as const;
    const step: Step = { kind: 'take', piece, place };
    const lifted = held?.kind === 'take' && held.place?.zone === 'reserve' && held.place.x === x;
    const name = size === 0 ? t('web.gobblet.stack.empty') : t('web.gobblet.stack', { n: size });
    return {
      key: String(slot),
      label: name,
      place,
      piece: size > 0 ? piece : undefined,
      held: lifted && viewer === seat,
      lit: gesture.lights && size > 0 && viewer === seat && gesture.can(step),
      class: 'gobblet-stack',
      onTouch: () => {
        if (size === 0 || viewer !== seat) return;
        liked.current = slot;
        gesture.touch(step);
      },
      children: size > 0 && <Nest piece={piece} />,
    };
  });
  const label = t(seat === 0 ? 'web.gobblet.reserve.W' : 'web.gobblet.reserve.B');
  return <HandList label={label} items={items} class="gobblet-reserve" />;
}
