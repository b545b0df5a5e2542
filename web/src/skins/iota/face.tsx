// SPDX-License-Identifier: MIT
// Iota's square cards: a shape in its colour and texture, with 1 to 4 white copies of itself
// inside.
import { CardBack, CardFrame, COLOURS, ColourMark, textureOf } from '../../look/cards';
import { type Card, readCard, SHAPES, type Shape } from './cards';
import './iota.css';

type Point = readonly [x: number, y: number];

/** A shape around a point; r is about half its height. */
function outline(shape: Shape, x: number, y: number, r: number): string {
  if (shape === 'c')
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const s = r * (shape === 's' ? 0.84 : 1);
  if (shape === 's') return `M${x - s} ${y - s}h${2 * s}v${2 * s}h${-2 * s}z`;
  if (shape === 't') return `M${x} ${y - r}l${r * 1.08} ${r * 1.85}h${-r * 2.16}z`;
  const w = r * 0.37;
  const arm = r - w;
  return (
    `M${x - w} ${y - r}h${2 * w}v${arm}h${arm}v${2 * w}h${-arm}v${arm}h${-2 * w}v${-arm}` +
    `h${-arm}v${-2 * w}h${arm}z`
  );
}

/** Where the copies go inside a shape, relative to its centre: for one, two, three and four. */
const COPIES: Readonly<Record<Shape, readonly string[]>> = {
  c: ['0,0', '-14,0 14,0', '0,-14 -13,9 13,9', '-12,-12 12,-12 -12,12 12,12'],
  s: ['0,0', '-14,0 14,0', '-15,-14 0,0 15,14', '-14,-14 14,-14 -14,14 14,14'],
  t: ['0,7', '-11,13 11,13', '0,-8 -14,17 14,17', '0,-9 -19,18 0,18 19,18'],
  x: ['0,0', '-21,0 21,0', '-24,0 0,0 24,0', '0,-22 -22,0 22,0 0,22'],
};

function copiesOf({ shape, number }: Card): Point[] {
  const places = COPIES[shape][number - 1]?.split(' ') ?? [];
  return places.map((place) => {
    const [x = 0, y = 0] = place.split(',').map(Number);
    return [x, y];
  });
}

function Plain({ card }: { card: Card }) {
  const { colour, shape, number } = card;
  const size = shape === 't' ? 8 : 9;
  const middle = shape === 't' ? 51 : 49;
  return (
    <>
      <path
        class="iota-shape"
        d={outline(shape, 50, middle, shape === 't' ? 40 : 37)}
        fill={textureOf(colour)}
      />
      {copiesOf(card).map(([x, y]) => (
        <path key={`${x},${y}`} class="iota-copy" d={outline(shape, 50 + x, middle + y, size)} />
      ))}
      <ColourMark colour={colour} x={4} y={4} size={19} />
      <text class="iota-number" x="88" y="93">
        {number}
      </text>
    </>
  );
}

const QUARTERS: readonly Point[] = [
  [29, 28],
  [71, 28],
  [29, 70],
  [71, 70],
];

function Wild() {
  return (
    <>
      {QUARTERS.map(([x, y], i) => (
        <path
          key={`${x},${y}`}
          class="iota-shape"
          d={outline(SHAPES[i] ?? 'c', x, y, 17)}
          fill={textureOf(COLOURS[i] ?? 'R')}
        />
      ))}
      <path
        class="iota-star"
        d="M50 37l3.500 8.500 8.500 3.500-8.500 3.500-3.500 8.500-3.500-8.500-8.500-3.500 8.500-3.500z"
      />
    </>
  );
}

export function Face({ piece }: { readonly piece?: string }) {
  if (!piece) return <CardBack ratio="1:1" />;
  const card = readCard(piece);
  return <CardFrame ratio="1:1">{card ? <Plain card={card} /> : <Wild />}</CardFrame>;
}
