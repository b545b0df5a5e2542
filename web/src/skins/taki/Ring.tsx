// SPDX-License-Identifier: MIT
// The players around the table as they sit, with arrows from each to the next. It never mirrors:
// clockwise is clockwise in every language.
import { factOf } from '../../engine/facts';
import type { View } from '../../engine/types';
import type { TableState } from '../../table/types';
import { seatName } from '../../words/tell';
import { t } from '../../words/words';
import { initials } from './names';
import { isClockwise } from './table';

const WIDTH = 300;
const HEIGHT = 216;
const RADIUS_X = 132;
const RADIUS_Y = 90;
/** 1 would be an ellipse; less is squarer, with more space for the cards. */
const ROUND = 0.62;
const CORNERS = 96;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point on the ring; 0 is the middle of the near side, 1 the same point after a full clockwise
 * turn. */
function pointAt(share: number): Point {
  const angle = Math.PI / 2 + share * 2 * Math.PI;
  const bulge = (part: number) => Math.sign(part) * Math.abs(part) ** ROUND;
  return {
    x: WIDTH / 2 + RADIUS_X * bulge(Math.cos(angle)),
    y: HEIGHT / 2 + RADIUS_Y * bulge(Math.sin(angle)),
  };
}

const WAY = `M${Array.from({ length: CORNERS }, (_, i) => {
  const { x, y } = pointAt(i / CORNERS);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}).join('L')}Z`;

function Arrow({ share, clockwise }: { share: number; clockwise: boolean }) {
  const here = pointAt(share);
  const ahead = pointAt(share + (clockwise ? 0.01 : -0.01));
  const angle = (Math.atan2(ahead.y - here.y, ahead.x - here.x) * 180) / Math.PI;
  return (
    <path
      class="taki-arrow"
      d="M-5 -7L6 0L-5 7"
      transform={`translate(${here.x} ${here.y}) rotate(${angle})`}
    />
  );
}

interface RingProps {
  readonly table: TableState;
  readonly view: View;
  readonly viewer: number | null;
}

/** In a window, those who have not passed; otherwise, the player whose turn it is. */
function isAwaited(view: View, seat: number): boolean {
  const turn = factOf(view, 'turn', seat) !== undefined;
  if (!factOf(view, 'window')) return turn;
  return !turn && !factOf(view, 'passed', seat);
}

function chipClass({ view, viewer }: RingProps, seat: number): string {
  const classes = ['taki-chip'];
  if (isAwaited(view, seat)) classes.push('taki-chip-turn');
  if (factOf(view, 'passed', seat)) classes.push('taki-chip-passed');
  if (seat === viewer) classes.push('taki-chip-own');
  return classes.join(' ');
}

export function Ring(props: RingProps) {
  const { table, view, viewer } = props;
  const seats = table.seats.length;
  const first = viewer ?? 0;
  const clockwise = isClockwise(view);
  const turn = factOf(view, 'turn')?.seat ?? 0;
  const names = table.seats.map((_, i) =>
    seatName(table, (turn + i * (clockwise ? 1 : seats - 1)) % seats),
  );
  return (
    <div class="taki-ring">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        <path class="taki-path" d={WAY} />
        {table.seats.map((_, i) => (
          <Arrow key={`${seats}:${i}`} share={(i + 0.5) / seats} clockwise={clockwise} />
        ))}
      </svg>
      {table.seats.map((_, i) => {
        const seat = (first + i) % seats;
        const { x, y } = pointAt(i / seats);
        const style = {
          insetInlineStart: `${(x / WIDTH) * 100}%`,
          insetBlockStart: `${(y / HEIGHT) * 100}%`,
        };
        return (
          <span key={seat} class={chipClass(props, seat)} style={style} aria-hidden="true">
            <bdi>{initials(seatName(table, seat))}</bdi>
          </span>
        );
      })}
      <p class="heard">
        {clockwise
          ? t('web.taki.order.clockwise', { names: { names } })
          : t('web.taki.order.counter', { names: { names } })}
      </p>
    </div>
  );
}
