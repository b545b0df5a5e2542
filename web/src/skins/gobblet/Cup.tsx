// SPDX-License-Identifier: MIT
// A gobblet of turned wood, seen at a slight angle in a 100×100 square: mouth down on the board,
// mouth up in the reserve, where the nested ones show inside.

const WIDTHS = [36, 53, 71, 90] as const; // across the mouth, by size
const HEIGHTS = [32, 47, 63, 80] as const;
const FLOOR = 84; // y of the middle of its base
const TAPER = 0.7;
const TILT = 0.17; // height of a circle seen at this angle, relative to its width

interface Shape {
  readonly mouth: number;
  readonly foot: number;
  readonly height: number;
}

function shapeOf(size: number): Shape {
  const mouth = (WIDTHS[size - 1] ?? 90) / 2;
  return { mouth, foot: mouth * TAPER, height: HEIGHTS[size - 1] ?? 80 };
}

/** The wall between two circles seen at an angle: y and radius of the upper, then of the lower. */
function wall(top: number, above: number, bottom: number, below: number): string {
  return (
    `M${50 - above} ${top}L${50 - below} ${bottom}` +
    `A${below} ${below * TILT} 0 0 0 ${50 + below} ${bottom}` +
    `L${50 + above} ${top}A${above} ${above * TILT} 0 0 1 ${50 - above} ${top}Z`
  );
}

/** The half of the wall that faces away from the light. */
function shade(top: number, above: number, bottom: number, below: number): string {
  return (
    `M${50 + above * 0.35} ${top + above * TILT * 0.9}L${50 + below * 0.35} ${bottom + below * TILT * 0.9}` +
    `A${below} ${below * TILT} 0 0 0 ${50 + below} ${bottom}L${50 + above} ${top}` +
    `A${above} ${above * TILT} 0 0 1 ${50 + above * 0.35} ${top + above * TILT * 0.9}Z`
  );
}

/** As many grooves as its size, so that the size can also be counted. */
function grooves(size: number, top: number, above: number, bottom: number, below: number): string {
  let path = '';
  for (let i = 0; i < size; i++) {
    const share = 0.84 - i * (0.34 / Math.max(size, 2));
    const radius = above + (below - above) * share;
    const y = top + (bottom - top) * share;
    path += `M${50 - radius} ${y}A${radius} ${radius * TILT} 0 0 0 ${50 + radius} ${y}`;
  }
  return path;
}

interface CupProps {
  readonly piece: string;
  readonly class?: string;
}

/** The mark of the side, inlaid in the foot: a ring for White, a bar for Black. */
function Inlay({ dark, y, radius }: { dark: boolean; y: number; radius: number }) {
  const rx = radius * 0.5;
  return dark ? (
    <path class="gobblet-inlay" d={`M${50 - rx} ${y}H${50 + rx}`} />
  ) : (
    <ellipse class="gobblet-inlay" cx="50" cy={y} rx={rx} ry={rx * TILT} />
  );
}

/** On the board: mouth down. */
export function Cup({ piece, class: extra }: CupProps) {
  const size = Number(piece[1]);
  const { mouth, foot, height } = shapeOf(size);
  const top = FLOOR - height;
  return (
    <svg
      class={`gobblet-cup gobblet-${piece[0]} ${extra ?? ''}`}
      viewBox="0 0 100 100"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse class="gobblet-shadow" cx="53" cy={FLOOR + 2} rx={mouth * 1.08} ry={mouth * 0.24} />
      <path class="gobblet-wall" d={wall(top, foot, FLOOR, mouth)} />
      <path class="gobblet-dusk" d={shade(top, foot, FLOOR, mouth)} />
      <path class="gobblet-groove" d={grooves(size, top, foot, FLOOR, mouth)} />
      <ellipse class="gobblet-foot" cx="50" cy={top} rx={foot} ry={foot * TILT} />
      <Inlay dark={piece[0] === 'B'} y={top} radius={foot} />
      <path class="gobblet-edge" d={wall(top, foot, FLOOR, mouth)} />
    </svg>
  );
}

/** In the reserve: mouth up, with the smaller ones inside it. */
export function Nest({ piece }: CupProps) {
  const size = Number(piece[1]);
  const { mouth, foot, height } = shapeOf(size);
  const top = FLOOR - height;
  const tilt = 0.34; // seen more from above, to view inside
  const inner = Array.from({ length: size - 1 }, (_, i) => size - 1 - i);
  return (
    <svg
      class={`gobblet-cup gobblet-${piece[0]}`}
      viewBox="0 0 100 100"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse class="gobblet-shadow" cx="53" cy={FLOOR + 2} rx={foot * 1.15} ry={foot * 0.26} />
      <path class="gobblet-wall" d={wall(top, mouth, FLOOR, foot)} />
      <path class="gobblet-dusk" d={shade(top, mouth, FLOOR, foot)} />
      <path class="gobblet-groove" d={grooves(size, FLOOR, foot, top, mouth)} />
      <path class="gobblet-edge" d={wall(top, mouth, FLOOR, foot)} />
      <ellipse class="gobblet-hollow" cx="50" cy={top} rx={mouth} ry={mouth * tilt} />
      {inner.map((each) => {
        const rx = shapeOf(each).mouth * 0.98;
        const ry = rx * tilt;
        return <ellipse key={each} class="gobblet-rim" cx="50" cy={top + 2} rx={rx} ry={ry} />;
      })}
    </svg>
  );
}
