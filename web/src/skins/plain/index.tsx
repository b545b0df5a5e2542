// SPDX-License-Identifier: MIT
// Any game without a drawn skin. Pieces are shown by their notation.
import type { Item, Place, Step } from '../../engine/types';
import { placeKey } from '../../engine/types';
import { CardBack, CardFrame } from '../../look/cards';
import { Grid, type HandItem, HandList } from '../../table/Roving';
import { t } from '../../words/words';
import type { Skin, SkinProps } from '../skin';
import './plain.css';

const nameOf = (piece: string) => piece;

function placeName(place: Place): string {
  return place.zone === 'board' ? `${place.x},${place.y}` : t(`zone.${place.zone}`);
}

function Face({ piece, class: extra }: { readonly piece?: string; readonly class?: string }) {
  const name = extra === undefined ? {} : { class: extra };
  if (piece === undefined) return <CardBack ratio="5:7" {...name} />;
  return (
    <CardFrame ratio="5:7" {...name}>
      <text class="plain-figure" x="50" y="70" textLength={piece.length > 3 ? 84 : undefined}>
        {piece}
      </text>
    </CardFrame>
  );
}

const inZone = (items: readonly Item[], zone: Place['zone']) =>
  items.filter(({ place }) => place.zone === zone);

/** The squares that are in use or could be. */
function Squares({ view, gesture }: SkinProps) {
  const laid = inZone(view.scene, 'board');
  const open = gesture.next.flatMap(({ place }) => (place?.zone === 'board' ? [place] : []));
  const places = [...laid.map(({ place }) => place), ...open];
  if (places.length === 0) return null;
  const xs = places.map(({ x = 0 }) => x);
  const ys = places.map(({ y = 0 }) => y);
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  return (
    <Grid
      label={t('web.plain.board')}
      class="plain-squares"
      cols={Math.max(...xs) - x0 + 1}
      rows={Math.max(...ys) - y0 + 1}
      x0={x0}
      y0={y0}
    >
      {(x, y) => {
        const place: Place = { zone: 'board', x, y };
        const piece = laid.findLast((item) => item.place.x === x && item.place.y === y)?.piece;
        const put: Step = { kind: 'put', place };
        const take: Step = { kind: 'take', place, ...(piece === undefined ? {} : { piece }) };
        const step = gesture.can(put) || gesture.has(put) ? put : take;
        return {
          label: piece === undefined ? placeName(place) : `${placeName(place)}: ${piece}`,
          place,
          lit: gesture.lights && gesture.can(step),
          held: gesture.has(step),
          onTouch: () => gesture.touch(step),
          children: piece === undefined ? null : <Face piece={piece} />,
        };
      }}
    </Grid>
  );
}

/** A pile or the discards: its top, and the count. */
function Heap({ view, gesture, zone }: SkinProps & { readonly zone: 'pile' | 'discard' }) {
  const items = inZone(view.scene, zone);
  const put: Step = { kind: 'put', place: { zone } };
  const count = items.reduce((sum, item) => sum + item.count, 0);
  const top = items.at(-1);
  if (!top && !gesture.can(put)) return null;
  return (
    <button
      type="button"
      class="plain-heap"
      data-place={placeKey({ zone })}
      data-lit={gesture.can(put) ? '' : undefined}
      onClick={() => gesture.touch(put)}
    >
      <span class="heard">{`${t(`zone.${zone}`)} ${top?.piece ?? ''}`}</span>
      {top && <Face {...(top.piece === undefined ? {} : { piece: top.piece })} />}
      <span class="figures">{t('cards', { n: count })}</span>
    </button>
  );
}

function Board(props: SkinProps) {
  return (
    <div class="plain-board">
      <Squares {...props} />
      <div class="plain-heaps">
        <Heap {...props} zone="pile" />
        <Heap {...props} zone="discard" />
      </div>
    </div>
  );
}

/** Equal cards in a hand are shown one by one; pieces nested in a reserve are not shown. */
const apart = (item: Item) =>
  item.place.zone === 'hand' ? Array<Item>(item.count).fill(item) : [item];

function Hand({ view, gesture, viewer }: SkinProps) {
  const own = view.scene.filter(
    ({ place }) => (place.zone === 'hand' || place.zone === 'reserve') && place.seat === viewer,
  );
  const itemOf = ({ piece = '', place }: Item, index: number): HandItem => {
    const take: Step = { kind: 'take', piece, place };
    return {
      key: `${index}:${piece}`,
      label: piece,
      piece,
      lit: gesture.lights && gesture.can(take),
      held: gesture.has(take),
      onTouch: () => gesture.touch(take),
      children: <Face piece={piece} />,
    };
  };
  return (
    <HandList
      label={t('web.plain.hand')}
      class="plain-hand"
      place={{ zone: 'hand', seat: viewer ?? 0 }}
      items={own.flatMap(apart).map(itemOf)}
    />
  );
}

function Badge({ view, seat }: SkinProps & { readonly seat: number }) {
  const held = view.scene.filter(
    ({ place }) => (place.zone === 'hand' || place.zone === 'reserve') && place.seat === seat,
  );
  const score = view.scores?.[seat];
  return (
    <span class="small figures">
      {t('cards', { n: held.reduce((sum, { count }) => sum + count, 0) })}
      {score !== undefined && ` · ${t('points', { n: score })}`}
    </span>
  );
}

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label: ({ word = '' }) => word,
};

export default skin;
