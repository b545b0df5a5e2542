// SPDX-License-Identifier: MIT
// Cento's hand, the ways to declare a chosen card, and the badge beside a seat's name.
import { useState } from 'preact/hooks';
import { countIn, itemsIn } from '../../engine/facts';
import type { View, Step } from '../../engine/types';
import { Button } from '../../look/parts';
import { type HandItem, HandList } from '../../table/Roving';
import { isQuiet } from '../../table/turn';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { FREE, factorsOf, type Product, readProduct, readShown, squaresOf } from './cards';
import { Card, Face } from './face';
import { nameOf, written } from './names';
import { TimesTable } from './times';
import './cento.css';

const FEW = 5;
const MANY = 8;

export function Hand({ table, view, gesture, viewer, mode }: SkinProps) {
  const cards = itemsIn(view, 'hand', viewer);
  const gone = gesture.sent.find((step) => step.kind === 'take');
  const lights = gesture.lights && gesture.active;

  const itemOf = (piece: string, index: number): HandItem => {
    const place = { zone: 'hand', seat: viewer ?? 0, x: index } as const;
    const take = { kind: 'take', piece, place } as const;
    const can = gesture.can(take) || gesture.has(take);
    return {
      key: `${piece}:${piece === FREE ? index : ''}`,
      label: nameOf(piece),
      class: 'cento-card',
      piece,
      lit: gesture.lights && can,
      held: gesture.has(take),
      onTouch: () => gesture.touch(take),
      children: <Card piece={piece} view={view} seat={viewer ?? 0} lights={lights} />,
    };
  };

  const size = cards.length <= FEW ? 'few' : cards.length <= MANY ? 'some' : 'many';
  return (
    <>
      {mode === 'hand' && <Aid view={view} quiet={isQuiet(table)} />}
      <HandList
        label={t('web.cento.hand')}
        class={`cento-hand cento-${size}`}
        place={{ zone: 'hand', seat: viewer ?? 0 }}
        items={cards
          .map(({ piece }, index) => itemOf(piece ?? FREE, index))
          .filter((_, index) => !gone || gone.place?.x !== index)}
      />
    </>
  );
}

/** On a phone beside the table: the card with the multiplication table is in the hand (C14). */
function Aid({ view, quiet }: { readonly view: View; readonly quiet: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <div class="cento-own-aid">
      {shown && <TimesTable view={view} quiet={quiet} />}
      <Button pressed={shown} onClick={() => setShown(!shown)}>
        {t('web.cento.times')}
      </Button>
    </div>
  );
}

/** The words that are products, sorted by their value. */
function byValue(words: readonly Step[]): { step: Step; product: Product }[] {
  const value = ({ product }: { product: Product }) => product[0] * product[1];
  return words
    .flatMap((step) => {
      const product = readProduct(step.word ?? '');
      return product ? [{ step, product }] : [];
    })
    .sort((a, b) => value(a) - value(b) || a.product[0] - b.product[0]);
}

interface DeclareProps {
  readonly product: Product;
  readonly view: View;
  /** A free card: the number is part of the choice. */
  readonly free: boolean;
  readonly onClick: () => void;
}

function Declare({ product, view, free, onClick }: DeclareProps) {
  const [low, high] = product;
  const value = low * high;
  const factors = factorsOf(view);
  const factor = (n: number) => (factors.has(n) ? <b>{n}</b> : <span>{n}</span>);
  return (
    <button
      type="button"
      class="button cento-word"
      data-square={squaresOf(view).has(value) ? '' : undefined}
      aria-label={t('web.cento.declared', { value, product: { ltr: written(product) } })}
      onClick={onClick}
    >
      {free && <span class="cento-value figures">{value}</span>}
      <span class="cento-spoken figures" dir="ltr">
        {factor(low)} × {factor(high)}
      </span>
    </button>
  );
}

/** How the card in hand can be declared; a free card's numbers in ascending order. */
export function Words({ view, gesture, words }: SkinProps & { readonly words: readonly Step[] }) {
  const card = gesture.done[0]?.piece ?? FREE;
  const free = card === FREE;
  const title = free
    ? t('web.cento.declare.free')
    : t('web.cento.declare', { value: readShown(card).value ?? 0 });
  return (
    <fieldset class={free ? 'cento-words cento-words-free' : 'cento-words'}>
      <legend class="heard">{title}</legend>
      {byValue(words).map(({ step, product }) => (
        <Declare
          key={step.word}
          product={product}
          view={view}
          free={free}
          onClick={() => gesture.touch(step)}
        />
      ))}
    </fieldset>
  );
}

/** Cards in hand, and the points so far. */
export function Badge({ table, view, seat }: SkinProps & { readonly seat: number }) {
  const cards = countIn(view, 'hand', seat);
  const total = view.scores?.[seat] ?? 0;
  const counts = Number(table.options.rounds ?? 1) > 1 || total > 0;
  return (
    <span class="cento-badge">
      <span class="cento-left figures" aria-hidden="true">
        <Face />
        {cards}
      </span>
      <span class="heard">{t('cards', { n: cards })}</span>
      {counts && (
        <>
          <b class="figures" aria-hidden="true">
            {total}
          </b>
          <span class="heard">{t('points', { n: total })}</span>
        </>
      )}
    </span>
  );
}
