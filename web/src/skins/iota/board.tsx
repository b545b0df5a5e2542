// SPDX-License-Identifier: MIT
// Iota's table: a grid that grows, with the cards of a turn staged on it, and how many points they
// would bring.
import type { CSSProperties } from 'preact';
import type { Step } from '../../engine/types';
import { Button } from '../../look/parts';
import { reach } from '../../table/eye';
import { Grid, type Spot } from '../../table/Roving';
import type { TableState } from '../../table/types';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { WILD } from './cards';
import { Face } from './face';
import { cellName, nameOf } from './names';
import {
  boxOf,
  type Cells,
  cellsOf,
  growth,
  key,
  type Laid,
  never,
  stagedIn,
  touches,
  withLaid,
} from './table';
import { beyond, type Pan, type Point, usePan } from './view';
import './iota.css';

const FEW = 2; // cards that are named one by one
const UNIT = 64; // pixels of a cell before it is drawn larger or smaller

/** Where cards came to lie since the viewer's own turn; for others, in the last one. */
function freshCells(table: TableState, viewer: number | null): Set<string> {
  const fresh = new Set<string>();
  for (let i = table.log.length - 1; i >= 0; i--) {
    const entry = table.log[i];
    if (!entry || (entry.seat === viewer && i < table.log.length - 1)) break;
    for (const { kind, to } of entry.events)
      if (kind === 'move' && to?.zone === 'board') fresh.add(key(to.x ?? 0, to.y ?? 0));
    if (viewer === null || entry.seat === viewer) break;
  }
  return fresh;
}

function middleOf(cells: Iterable<string>): Point | null {
  const all = [...cells].map((at) => at.split(',').map(Number));
  if (all.length === 0) return null;
  const mean = (axis: number) => all.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / all.length;
  return { x: mean(0) + 0.5, y: mean(1) + 0.5 };
}

interface Scene {
  /** What lies there for good. */
  readonly fixed: Cells;
  /** That, and what is staged. */
  readonly cells: Cells;
  readonly laid: readonly Laid[];
  readonly fresh: ReadonlySet<string>;
}

/** A cell with a card on it, for good or staged. */
function cardSpot(scene: Scene, x: number, y: number, piece: string, can: boolean): Spot {
  const staged = scene.laid.some((card) => card.x === x && card.y === y);
  const names = { place: cellName(x, y), card: nameOf(piece) };
  let name = 'iota-cell iota-card';
  if (staged) name += ' iota-staged';
  else if (scene.fresh.has(key(x, y))) name += ' iota-fresh';
  return {
    label: staged ? t('web.iota.cell.staged', names) : t('web.iota.cell.card', names),
    class: name,
    lit: can,
    held: staged,
    children: <Face piece={piece} />,
  };
}

/** An empty cell beside a card. Those farther away take their turn when a card has come between:
 * every play can be laid from the table outwards. */
function emptySpot(scene: Scene, x: number, y: number, can: boolean): Spot | null {
  if (!touches(scene.cells, x, y)) return null;
  const place = cellName(x, y);
  if (!can && never(scene.cells, x, y))
    return { label: t('web.iota.cell.never', { place }), class: 'iota-cell iota-never' };
  return { label: t('web.iota.cell.empty', { place }), class: 'iota-cell iota-empty', lit: can };
}

/** Cards of the viewer's hand that a wild on the table could be taken back for (I17). */
function forWild({ look, gesture, viewer }: SkinProps, cells: Cells): string[] {
  const wild = [...cells.values()].includes(WILD);
  if (!wild || !gesture.active || !gesture.lights || gesture.done.length > 0) return [];
  const onWild = ({ kind, place }: Step) =>
    kind === 'put' && cells.get(key(place?.x ?? 0, place?.y ?? 0)) === WILD;
  return look.scene
    .filter(({ place }) => place.zone === 'hand' && place.seat === viewer)
    .flatMap(({ piece = '', place }) =>
      reach(look, [{ kind: 'take', piece, place }]).next.some(onWild) ? [piece] : [],
    );
}

/** The points of the staged turn as they grow: 26 → 52 → 104. */
function Score({ scene, gain }: { readonly scene: Scene; readonly gain: number }) {
  const steps = growth(scene.fixed, scene.laid, gain);
  return (
    <ol class="iota-score figures" dir="ltr" aria-label={t('web.iota.score')}>
      {steps.map(({ points, why }, i) => (
        <li key={i} class={i === steps.length - 1 ? 'iota-sum' : undefined}>
          {why && <span class="iota-why">{t(`web.iota.double.${why}`)}</span>}
          <span class="iota-points">{points}</span>
        </li>
      ))}
    </ol>
  );
}

function Pile({ count }: { readonly count: number }) {
  return (
    <div class="iota-pile" data-place="pile">
      <span class="iota-stack" data-top="" data-empty={count === 0 ? '' : undefined}>
        {count > 0 && <Face />}
      </span>
      <span aria-hidden="true" class="figures">
        {count}
      </span>
      <span class="heard">{t('web.iota.pile', { cards: t('cards', { n: count }) })}</span>
    </div>
  );
}

function Zoom({ pan }: { readonly pan: Pan }) {
  return (
    <div class="iota-zoom" dir="ltr">
      <Button
        kind="quiet"
        icon="zoom-out"
        label={t('web.iota.zoom.out')}
        onClick={() => pan.zoom(0.8)}
      />
      <Button
        kind="quiet"
        icon="centre"
        label={t('web.iota.zoom.fit')}
        disabled={pan.fits}
        onClick={() => pan.fit()}
      />
      <Button
        kind="quiet"
        icon="zoom-in"
        label={t('web.iota.zoom.in')}
        onClick={() => pan.zoom(1.25)}
      />
    </div>
  );
}

function sheetStyle(pan: Pan, box: ReturnType<typeof boxOf>): CSSProperties {
  const { view, size } = pan;
  const x = size.width / 2 - (view.x - box.x0) * view.size;
  const y = size.height / 2 - (box.y0 + box.rows - view.y) * view.size;
  return {
    width: `${box.cols * UNIT}px`,
    height: `${box.rows * UNIT}px`,
    transform: `translate(${x}px, ${y}px) scale(${view.size / UNIT})`,
  };
}

export function Board(props: SkinProps) {
  const { table, look, gesture, viewer, mode } = props;
  const steps = gesture.sent.length > 0 ? gesture.sent : gesture.done;
  const fixed = cellsOf(look.scene);
  const { laid, taken } = stagedIn(steps);
  const cells = withLaid(fixed, laid);
  const scene: Scene = { fixed, cells, laid, fresh: freshCells(table, viewer) };
  const box = boxOf(cells, 1);
  const near = middleOf(laid.length > 0 ? laid.map(({ x, y }) => key(x, y)) : scene.fresh);
  const pan = usePan(box, near, table.match);
  const pile = look.scene.find(({ place }) => place.zone === 'pile')?.count ?? 0;
  const trading = gesture.done[0]?.word === 'trade';
  const swaps = forWild(props, fixed);

  const spotAt = (x: number, y: number): Spot | null => {
    const place = { zone: 'board', x, y } as const;
    const step = { kind: 'put', place } as const;
    const piece = cells.get(key(x, y));
    const can = gesture.lights && taken !== null && gesture.can(step);
    const spot = piece ? cardSpot(scene, x, y, piece, can) : emptySpot(scene, x, y, can);
    return spot && { ...spot, place, onTouch: () => gesture.touch(step) };
  };

  return (
    <div class={`iota-board iota-mode-${mode}`}>
      <div
        ref={pan.port}
        class={`iota-port${pan.held ? ' iota-held' : ''}`}
        data-more={beyond(pan.view, pan.size, box).join(' ')}
        dir="ltr"
        {...pan.on}
      >
        <Grid
          label={t('web.iota.table')}
          cols={box.cols}
          rows={box.rows}
          x0={box.x0}
          y0={box.y0}
          class="iota-sheet"
          style={sheetStyle(pan, box)}
        >
          {spotAt}
        </Grid>
      </div>
      {trading && <p class="iota-say">{t('web.iota.trade.mark')}</p>}
      {swaps.length > 0 && (
        <p class="iota-say small">
          {swaps.length > FEW
            ? t('web.iota.swap.many')
            : t('web.iota.swap', { cards: swaps.map(nameOf).join(' / ') })}
        </p>
      )}
      {look.scores && laid.length > 0 && gesture.almost && (
        <Score scene={scene} gain={gesture.almost.gain} />
      )}
      <div class="iota-bar">
        <Pile count={pile} />
        {mode !== 'table' && <Zoom pan={pan} />}
      </div>
    </div>
  );
}
