// SPDX-License-Identifier: MIT
// How a player's chance changed, along the slider of a replay. Time runs to the right, as there.
import { fateOf } from '../engine/review';
import type { Mark } from '../engine/types';
import { useSize } from '../hooks';
import { Button, Icon } from '../look';
import { t } from '../words/words';
import { SHAPES } from './signs';
import type { Reviewed } from './review';

const HEIGHT = 56;
/** Praise points up, a slip down. */
const signOf = (mark: Mark | null) => (mark === 'only' ? 'won' : 'lost');

const EDGE = 8; // half a slider's knob

/** To the marked move before this one, and the one after it. */
function Jumps(props: {
  readonly marks: readonly number[];
  readonly ply: number;
  readonly onStep: (ply: number) => void;
}) {
  const { marks, ply, onStep } = props;
  const before = marks.findLast((mark) => mark < ply);
  const after = marks.find((mark) => mark > ply);
  if (marks.length === 0) return null;
  return (
    <div class="row centred">
      <Button icon="back" disabled={before === undefined} onClick={() => onStep(before ?? 0)}>
        {t('past.mark.before')}
      </Button>
      <Button disabled={after === undefined} onClick={() => onStep(after ?? 0)}>
        {t('past.mark.next')}
        <Icon name="forward" />
      </Button>
    </div>
  );
}

interface CurveProps extends Reviewed {
  readonly ply: number;
  readonly onStep: (ply: number) => void;
}

export function Curve({ past, review, seat, ply, onStep }: CurveProps) {
  const [box, { width }] = useSize({ width: 240, height: HEIGHT });
  const player = review.players[seat];
  if (!player) return null;
  const across = (at: number) => EDGE + ((width - 2 * EDGE) * at) / Math.max(1, past.plies);
  const down = (chance: number) => 4 + (1 - chance) * (HEIGHT - 8);
  const path = player.curve.map(
    ([at, chance]) => `${across(at).toFixed(1)} ${down(chance).toFixed(1)}`,
  );
  const marked = review.moves.filter((move) => move.seat === seat);
  const turns = fateOf(review, seat);
  const now = player.curve.findLast(([at]) => at <= ply)?.[1] ?? player.start;
  return (
    <div class="replay-curve" dir="ltr">
      <div ref={box}>
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={t('past.chance', { n: Math.round(100 * now) })}
        >
          {turns.map(({ from, to, mark }) => (
            <rect
              key={to}
              class={`plot-${mark}`}
              x={across(Math.max(0, from))}
              width={Math.max(2, across(to) - across(Math.max(0, from)))}
              height={HEIGHT}
            />
          ))}
          <path class="plot-even" d={`M${across(0)} ${down(player.start)}H${across(past.plies)}`} />
          <path class="plot-line" d={`M${path.join('L')}`} />
          <path class="plot-now" d={`M${across(ply)} 0V${HEIGHT}`} />
          {marked.map(({ ply: at, before, mark }) => (
            <path
              key={at}
              class={`plot-${signOf(mark)}`}
              d={SHAPES[signOf(mark)]}
              transform={`translate(${across(at).toFixed(1)} ${down(before).toFixed(1)})`}
            />
          ))}
        </svg>
      </div>
      <Jumps marks={marked.map((move) => move.ply)} ply={ply} onStep={onStep} />
    </div>
  );
}
