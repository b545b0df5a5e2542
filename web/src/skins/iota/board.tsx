// SPDX-License-Identifier: MIT
// Iota's table: a grid that grows, with the cards of a turn staged on it, and the points that they
// would score.
import type { CSSProperties } from 'preact';
import { countIn, factsOf, itemsIn } from '../../engine/facts';
import type { Fact, View, Step } from '../../engine/types';
import type { IconName } from '../../look/icons';
import { Button } from '../../look/parts';
import { reach } from '../../table/eye';
import { Grid, type Spot } from '../../table/Roving';
import type { TableState } from '../../table/types';
import { Say, t } from '../../words/words';
import type { SkinProps } from '../skin';
import { WILD } from './cards';
import { Face } from './face';
import { cellName, nameOf } from './names';
import { boxOf, type Cells, cellsOf, key, type Laid, stagedIn, touches, withLaid } from './table';
import { beyond, type Pan, type Point, usePan } from './camera';
import './iota.css';

const FEW = 2; // up to this many cards are named one by one
const UNIT = 64; // size of a cell in pixels before scaling
const FRAMED_REM = 4.5; // a cell of a picture is no larger

/** Where cards were placed since the viewer's own turn; for onlookers, in the last turn. */
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

function neverFilled(view: View): Set<string> {
  const squares = [...factsOf(view, 'full'), ...factsOf(view, 'barred')];
  return new Set(squares.map(({ place }) => key(place?.x ?? 0, place?.y ?? 0)));
}

function middleOf(cells: Iterable<string>): Point | null {
  const all = [...cells].map((at) => at.split(',').map(Number));
  if (all.length === 0) return null;
  const mean = (axis: number) => all.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / all.length;
  return { x: mean(0) + 0.5, y: mean(1) + 0.5 };
}

/** The cell that a step puts a card on. */
const cellOf = ({ kind, place }: Step): Point[] =>
  kind === 'put' && place?.zone === 'board' ? [{ x: place.x ?? 0, y: place.y ?? 0 }] : [];

interface Scene {
  /** What lies there, permanent or staged. */
  readonly cells: Cells;
  /** Where no card can ever go. */
  readonly never: ReadonlySet<string>;
  readonly laid: readonly Laid[];
  readonly fresh: ReadonlySet<string>;
  /** The cards that a hint would place. */
  readonly hinted: Cells;
}

/** A cell with a card on it, permanent or staged. */
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
    about: piece,
    children: <Face piece={piece} />,
  };
}

/** An empty cell beside a card. Cells farther away become available once a card is between: every
 * play can be laid outwards from the table. */
function emptySpot(scene: Scene, x: number, y: number, can: boolean): Spot | null {
  const advised = scene.hinted.get(key(x, y));
  if (!touches(scene.cells, x, y) && !advised) return null;
  const place = cellName(x, y);
  if (advised)
    return {
      label: t('web.iota.cell.hint', { place, card: nameOf(advised) }),
      class: 'iota-cell iota-hinted',
      lit: can,
      children: <Face piece={advised} />,
    };
  if (scene.never.has(key(x, y)))
    return { label: t('web.iota.cell.never', { place }), class: 'iota-cell iota-never' };
  return { label: t('web.iota.cell.empty', { place }), class: 'iota-cell iota-empty', lit: can };
}

/** Cards in the viewer's hand that can replace a wild on the table (I17). */
function forWild({ view, gesture, viewer, hint }: SkinProps, cells: Cells): string[] {
  const wild = [...cells.values()].includes(WILD);
  const asked = gesture.active && gesture.lights && gesture.done.length === 0;
  if (!wild || !asked || hint?.length) return [];
  const onWild = ({ kind, place }: Step) =>
    kind === 'put' && cells.get(key(place?.x ?? 0, place?.y ?? 0)) === WILD;
  return itemsIn(view, 'hand', viewer).flatMap(({ piece = '', place }) =>
    reach(view, [{ kind: 'take', piece, place }]).next.some(onWild) ? [piece] : [],
  );
}

type Doubling = 'lot' | 'hand' | 'last';

const isPart = ({ name }: Fact) => name === 'part';

/** The points of a turn as they grow: a sum, then its doublings. 26 → 52 → 104. */
function Score({ account }: { readonly account: readonly Fact[] }) {
  const rows = account.filter((fact) => !isPart(fact));
  return (
    <ol class="iota-score figures" aria-label={t('web.iota.score')}>
      {rows.map(({ name, number }, i) => (
        <li key={i} class={i === rows.length - 1 ? 'iota-sum' : undefined}>
          {i > 0 && <span class="iota-why">{t(`web.iota.double.${name as Doubling}`)}</span>}
          <span class="iota-points">{number ?? 0}</span>
        </li>
      ))}
    </ol>
  );
}

/** The same with what each line is worth. 6 + 10 + 10 → 26 → 52. */
export function Account({ account }: { readonly account: readonly Fact[] }) {
  const parts = account.filter(isPart).map(({ number }) => number ?? 0);
  if (account.length === 2) return <p>{t('points', { n: account[1]?.number ?? 0 })}</p>;
  return (
    <div class="iota-account">
      {parts.length > 1 && (
        <p>
          <Say k="web.iota.lines" lines={{ ltr: parts.join(' + ') }} />
        </p>
      )}
      <Score account={account} />
    </div>
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
  const button = (icon: IconName, label: string, onClick: () => void, disabled = false) => (
    <Button kind="quiet" icon={icon} label={label} disabled={disabled} onClick={onClick} />
  );
  return (
    <div class="iota-zoom" dir="ltr">
      {button('zoom-out', t('web.iota.zoom.out'), () => pan.zoom(0.8))}
      {button('centre', t('web.iota.zoom.fit'), pan.fit, pan.whole)}
      {button('zoom-in', t('web.iota.zoom.in'), () => pan.zoom(1.25))}
    </div>
  );
}

function sheetStyle(pan: Pan, box: ReturnType<typeof boxOf>): CSSProperties {
  const { camera, size } = pan;
  const x = size.width / 2 - (camera.x - box.x0) * camera.size;
  const y = size.height / 2 - (box.y0 + box.rows - camera.y) * camera.size;
  return {
    width: `${box.cols * UNIT}px`,
    height: `${box.rows * UNIT}px`,
    transform: `translate(${x}px, ${y}px) scale(${camera.size / UNIT})`,
  };
}

/** What belongs in a picture: the cards or, if none is laid, the squares that stay empty. */
function pictured(view: View, laid: boolean): Cells {
  const never = laid ? [] : [...neverFilled(view)].map((at) => [at, ''] as const);
  return new Map([...cellsOf(view.scene), ...never]);
}

const frameStyle = ({ cols, rows }: ReturnType<typeof boxOf>): CSSProperties => ({
  aspectRatio: `${cols} / ${rows}`,
  inlineSize: `min(100%, ${cols * FRAMED_REM}rem)`,
});

export function Board(props: SkinProps) {
  const { table, view, gesture, viewer, mode, frame } = props;
  const steps = gesture.sent.length > 0 ? gesture.sent : gesture.done;
  const fixed = cellsOf(view.scene);
  const { laid, taken } = stagedIn(steps);
  const cells = withLaid(fixed, laid);
  const advised = stagedIn(props.hint ?? []).laid;
  const hinted = withLaid(new Map(), advised);
  const never = neverFilled(view);
  const scene: Scene = { cells, never, laid, fresh: freshCells(table, viewer), hinted };
  const box = frame
    ? boxOf(pictured(frame, frame !== view || table.log.length > 0), 0)
    : boxOf(withLaid(cells, advised), 1);
  const near = middleOf(laid.length > 0 ? laid.map(({ x, y }) => key(x, y)) : scene.fresh);
  const still = gesture.still === true;
  const open = gesture.lights && taken !== null ? gesture.next.flatMap(cellOf) : [];
  const pan = usePan(box, near, table.match, still, open, advised);
  const pile = countIn(view, 'pile');
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
    <div class={`iota-board iota-mode-${mode}`} data-frame={frame ? '' : undefined}>
      <div
        ref={pan.port}
        class={`iota-port${pan.held ? ' iota-held' : ''}`}
        style={frame && frameStyle(box)}
        data-more={beyond(pan.camera, pan.size, box).join(' ')}
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
      {view.scores && laid.length > 0 && gesture.almost?.account && (
        <Score account={gesture.almost.account} />
      )}
      <div class="iota-bar">
        <Pile count={pile} />
        {mode !== 'table' && <Zoom pan={pan} />}
      </div>
    </div>
  );
}
