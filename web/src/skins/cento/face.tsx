// SPDX-License-Identifier: MIT
// Cento's cards: the number large, its products below; squares have a green corner.
import type { View } from '../../engine/types';
import { CardBack, CardFrame } from '../../look/cards';
import { viewAlone, readShown, type Shown, squaresOf, type Way, waysOf } from './cards';
import './cento.css';

const CORNER = 'M1 11a10 10 0 0 1 10 -10h32l-42 42z';

function Corners({ sign, square }: { readonly sign: string; readonly square: boolean }) {
  const long = sign.length > 2 ? '' : undefined;
  const name = square ? 'cento-index cento-index-square' : 'cento-index';
  return (
    <>
      {square && <path class="cento-corner" d={CORNER} />}
      {square && <path class="cento-corner" d={CORNER} transform="rotate(180 50 69)" />}
      <text class={name} x="15" y="20" data-long={long}>
        {sign}
      </text>
      <text class={name} x="85" y="129" data-long={long}>
        {sign}
      </text>
    </>
  );
}

interface WaysProps {
  readonly ways: readonly Way[];
  /** The products that fit stand out. */
  readonly lights: boolean;
}

function Ways({ ways, lights }: WaysProps) {
  return (
    <>
      {ways.map(({ product: [low, high], fits }, i) => (
        <text
          key={low}
          class="cento-product"
          data-fits={lights && fits ? '' : undefined}
          data-idle={lights && !fits ? '' : undefined}
          x="50"
          y={(ways.length === 1 ? 110 : 102) + i * 20}
          direction="ltr"
        >
          {low}×{high}
        </text>
      ))}
    </>
  );
}

function Figure({ shown }: { readonly shown: Shown }) {
  if (shown.value === null)
    return (
      <text class="cento-question" x="50" y="97">
        ?
      </text>
    );
  return (
    <text
      class="cento-figure"
      x="50"
      y={shown.product ? 78 : 76}
      data-long={shown.value > 99 ? '' : undefined}
    >
      {shown.value}
    </text>
  );
}

interface CardProps {
  readonly piece: string;
  /** Where it lies: open, or in the hand of a seat. */
  readonly view: View;
  readonly seat?: number;
  readonly lights?: boolean;
}

/** A card face up; with `lights` the products that fit stand out. */
export function Card({ piece, view, seat, lights = false }: CardProps) {
  const shown = readShown(piece);
  const { free, value, product } = shown;
  return (
    <CardFrame ratio="5:7">
      <Corners
        sign={free ? '?' : String(value)}
        square={value !== null && squaresOf(view).has(value)}
      />
      <Figure shown={shown} />
      {product ? (
        <text class="cento-said" x="50" y="110" direction="ltr">
          {product[0]}×{product[1]}
        </text>
      ) : (
        value !== null && <Ways ways={waysOf(view, piece, seat)} lights={lights} />
      )}
    </CardFrame>
  );
}

export function Face({ piece }: { readonly piece?: string }) {
  return piece ? <Card piece={piece} view={viewAlone(piece)} /> : <CardBack ratio="5:7" />;
}
