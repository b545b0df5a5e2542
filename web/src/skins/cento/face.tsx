// SPDX-License-Identifier: MIT
// Cento's cards: the number large, its products beneath; squares with a green corner.
import { CardBack, CardFrame } from '../../look/cards';
import { fits, isSquare, type Product, productsOf, readShown, type Shown } from './cards';
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

interface Printed {
  readonly products: readonly Product[];
  /** Multipliers in force: what has one of them stands out. */
  readonly force?: ReadonlySet<number> | null;
}

function Products({ products, force }: Printed) {
  return (
    <>
      {products.map((product, i) => (
        <text
          key={product.join()}
          class="cento-product"
          data-fits={force !== undefined && fits(product, force) ? '' : undefined}
          data-idle={force !== undefined && !fits(product, force) ? '' : undefined}
          x="50"
          y={(products.length === 1 ? 110 : 102) + i * 20}
          direction="ltr"
        >
          {product[0]}×{product[1]}
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
  readonly class?: string;
  readonly force?: ReadonlySet<number> | null;
}

/** A card face up; `force` makes the products that fit stand out. */
export function Card({ piece, class: name, force }: CardProps) {
  const shown = readShown(piece);
  const { free, value, product } = shown;
  return (
    <CardFrame ratio="5:7" class={name}>
      <Corners sign={free ? '?' : String(value)} square={value !== null && isSquare(value)} />
      <Figure shown={shown} />
      {product ? (
        <text class="cento-said" x="50" y="110" direction="ltr">
          {product[0]}×{product[1]}
        </text>
      ) : (
        value !== null && <Products products={productsOf(value)} force={force} />
      )}
    </CardFrame>
  );
}

export function Face({ piece, class: name }: { readonly piece?: string; readonly class?: string }) {
  return piece ? <Card piece={piece} class={name} /> : <CardBack ratio="5:7" class={name} />;
}
