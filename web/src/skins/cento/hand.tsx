// SPDX-License-Identifier: MIT
// Cento's hand, what a chosen card can be declared as, and the sign beside a seat's name.
import { useState } from 'preact/hooks';
import type { Step } from '../../engine/types';
import { Button } from '../../look/parts';
import { type HandItem, HandList } from '../../table/Roving';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { FREE, inForce, isSquare, type Product, readProduct, readShown, type Shown } from './cards';
import { Card, Face } from './face';
import { nameOf, written } from './names';
import { readPosition } from './position';
import { TimesTable } from './times';
import './cento.css';

const FEW = 5;
const MANY = 8;

export function Hand({ table, look, gesture, viewer, mode }: SkinProps) {
  const cards = look.scene.filter(({ place }) => place.zone === 'hand' && place.seat === viewer);
  const gone = gesture.sent.find((step) => step.kind === 'take');
  const { open } = readPosition(table.position);
  const force = inForce(open);

  const itemOf = (piece: string, index: number): HandItem => {
    const take = {
      kind: 'take',
      piece,
      place: { zone: 'hand', seat: viewer ?? 0, x: index },
    } as const;
    const can = gesture.can(take) || gesture.has(take);
    return {
      key: `${piece}:${piece === FREE ? index : ''}`,
      label: nameOf(piece),
      class: 'cento-card',
      piece,
      lit: gesture.lights && can,
      held: gesture.has(take),
      onTouch: () => gesture.touch(take),
      children: <Card piece={piece} force={gesture.lights && gesture.active ? force : undefined} />,
    };
  };

  const size = cards.length <= FEW ? 'few' : cards.length <= MANY ? 'some' : 'many';
  return (
    <>
      {mode === 'hand' && <Aid open={open} />}
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
function Aid({ open }: { readonly open: Shown }) {
  const [shown, setShown] = useState(false);
  return (
    <div class="cento-own-aid">
      {shown && <TimesTable open={open} />}
      <Button pressed={shown} onClick={() => setShown(!shown)}>
        {t('web.cento.times')}
      </Button>
    </div>
  );
}

/** The words that are products, by the number they make. */
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
  readonly force: ReadonlySet<number> | null;
  /** A free card: the number is part of the choice. */
  readonly free: boolean;
  readonly onClick: () => void;
}

function Declare({ product, force, free, onClick }: DeclareProps) {
  const [low, high] = product;
  const value = low * high;
  const factor = (n: number) => (force?.has(n) ? <b>{n}</b> : <span>{n}</span>);
  return (
    <button
      type="button"
      class="button cento-word"
      data-square={isSquare(value) ? '' : undefined}
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

/** What the card in hand can be declared as; a free card, from the least number on. */
export function Words({ table, gesture, words }: SkinProps & { readonly words: readonly Step[] }) {
  const force = inForce(readPosition(table.position).open);
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
          force={force}
          free={free}
          onClick={() => gesture.touch(step)}
        />
      ))}
    </fieldset>
  );
}

/** Cards in hand, and the points so far. */
export function Badge({ table, look, seat }: SkinProps & { readonly seat: number }) {
  const cards = look.scene
    .filter(({ place }) => place.zone === 'hand' && place.seat === seat)
    .reduce((sum, { count }) => sum + count, 0);
  const total = look.scores?.[seat] ?? 0;
  const counts = Number(table.options.rounds ?? 1) > 1 || total > 0;
  return (
    <span class="cento-badge">
      <span class="cento-left figures" aria-hidden="true">
        <Face />
        {cards}
      </span>
      <span class="heard">{t('cards', { n: cards })}</span>
      {counts && <span class="figures">{t('points', { n: total })}</span>}
    </span>
  );
}
