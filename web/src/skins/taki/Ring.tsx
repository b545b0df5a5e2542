// SPDX-License-Identifier: MIT
// The players around the table as they sit, and arrows from each to the next. It never mirrors:
// clockwise is clockwise in every language.
import type { TableState } from '../../table/types';
import { seatName } from '../../words/tell';
import { t } from '../../words/words';
import { initials } from './names';
import { orderFrom, type TakiPosition } from './position';

const WIDTH = 300;
const HEIGHT = 216;
const RADIUS_X = 132;
const RADIUS_Y = 90;
/** 1 would be an ellipse; less is squarer, with more room for the cards. */
const ROUND = 0.62;
const CORNERS = 96;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point of the ring; 0 is the middle of the near side, 1 the same after a turn of the clock. */
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
  readonly position: TakiPosition;
  readonly viewer: number | null;
  /** Who may act now. */
  readonly actors: readonly number[];
}

function chipClass({ position, actors, viewer }: RingProps, seat: number): string {
  const { phase, turn, passed } = position;
  const classes = ['taki-chip'];
  const waits = phase === 'react' ? seat !== turn && !passed.includes(seat) : seat === turn;
  if (waits && actors.includes(seat)) classes.push('taki-chip-turn');
  if (phase === 'react' && passed.includes(seat)) classes.push('taki-chip-passed');
  if (seat === viewer) classes.push('taki-chip-own');
  return classes.join(' ');
}

export function Ring(props: RingProps) {
  const { table, position, viewer } = props;
  const seats = position.held.length;
  const first = viewer ?? 0;
  const names = orderFrom(position, position.turn).map((seat) => seatName(table, seat));
  const order = names.join(', ');
  return (
    <div class="taki-ring">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
        <path class="taki-path" d={WAY} />
        {position.held.map((_, i) => (
          <Arrow key={`${seats}:${i}`} share={(i + 0.5) / seats} clockwise={position.clockwise} />
        ))}
      </svg>
      {position.held.map((_, i) => {
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
        {position.clockwise
          ? t('web.taki.order.clockwise', { names: order })
          : t('web.taki.order.counter', { names: order })}
      </p>
    </div>
  );
}
