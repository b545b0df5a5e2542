// SPDX-License-Identifier: MIT
// A board as an ARIA grid and a hand as a list. Each is one Tab stop; inside it the arrows move in
// the direction seen. Skins describe what is where, and these components make it buttons.
import './Roving.css';
import type { ComponentChildren, CSSProperties } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Place, placeKey } from '../engine/types';
import { t } from '../words/words';

/** One thing that can be touched. */
export interface Spot {
  /** Its spoken name. */
  readonly label: string;
  /** May be played now: announced after the name, and marked with data-lit. */
  readonly lit?: boolean;
  /** Already touched: aria-pressed or aria-selected, and data-held. */
  readonly held?: boolean;
  readonly class?: string;
  readonly place?: Place;
  readonly piece?: string;
  /** The piece to describe if somebody asks; by default the one above. */
  readonly about?: string;
  readonly style?: CSSProperties;
  readonly onTouch?: () => void;
  readonly children?: ComponentChildren;
}

interface GridProps {
  readonly label: string;
  readonly cols: number;
  readonly rows: number;
  /** The least x and y; by default 0. y runs upwards: the first row drawn has the greatest. */
  readonly x0?: number;
  readonly y0?: number;
  readonly class?: string;
  readonly style?: CSSProperties;
  /** What is at x, y; null: nothing that could ever be touched. */
  readonly children: (x: number, y: number) => Spot | null;
}

// HTML has no element for a board of buttons, and Safari ignores a list without bullets.
const grid = (label: string, onKeyDown: (event: KeyboardEvent) => void) =>
  ({ role: 'grid', 'aria-label': label, onKeyDown }) as const;
const ROW = { role: 'row' } as const;
const CELL = { role: 'gridcell' } as const;
const selected = (held: boolean | undefined) => ({ ...CELL, 'aria-selected': held === true });
export const LIST = { role: 'list' } as const;

interface Cell {
  readonly x: number;
  readonly y: number;
}

function spoken(spot: Spot): string {
  return spot.lit ? t('web.play.lit', { name: spot.label }) : spot.label;
}

function attributes(spot: Spot) {
  return {
    type: 'button' as const,
    'data-place': spot.place && placeKey(spot.place),
    'data-piece': spot.piece,
    'data-about': spot.about ?? spot.piece,
    'data-lit': spot.lit ? '' : undefined,
    'data-held': spot.held ? '' : undefined,
    style: spot.style,
    onClick: spot.onTouch,
  };
}

/** The name for screen readers, and the drawing for the eye; a name next to visible text that
 * differs would confuse people who use voice control. */
function Inside({ spot }: { spot: Spot }) {
  return (
    <>
      <span class="heard">{spoken(spot)}</span>
      <span class="roving-drawing" aria-hidden="true">
        {spot.children}
      </span>
    </>
  );
}

/** The cell that an arrow leads to: straight ahead, or else the nearest on that side. */
export function ahead(from: Cell, dx: number, dy: number, cells: readonly Cell[]): Cell | null {
  let best: Cell | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    const cost = along + aside * 100;
    if (along > 0 && cost < least) {
      least = cost;
      best = cell;
    }
  }
  return best;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function cellFor(key: string, at: Cell, cells: readonly Cell[]): Cell | null {
  const arrow = ARROWS[key];
  if (arrow) return ahead(at, arrow[0], arrow[1], cells);
  const row = cells.filter((cell) => cell.y === at.y).sort((a, b) => a.x - b.x);
  if (key === 'Home') return row[0] ?? null;
  return key === 'End' ? (row[row.length - 1] ?? null) : null;
}

/** A board. Never mirrored: x runs to the right in every language. */
export function Grid(props: GridProps) {
  const { cols, rows, x0 = 0, y0 = 0 } = props;
  const [at, setAt] = useState<Cell>({ x: x0, y: y0 + rows - 1 });
  const root = useRef<HTMLDivElement>(null);
  const cells: Cell[] = [];
  const lines: { y: number; spots: { x: number; spot: Spot | null }[] }[] = [];
  for (let y = y0 + rows - 1; y >= y0; y--) {
    const spots = [];
    for (let x = x0; x < x0 + cols; x++) {
      const spot = props.children(x, y);
      if (spot) cells.push({ x, y });
      spots.push({ x, spot });
    }
    lines.push({ y, spots });
  }
  const stop = cells.find((cell) => cell.x === at.x && cell.y === at.y) ?? cells[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stop && cellFor(event.key, stop, cells);
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setAt(next);
    root.current?.querySelector<HTMLElement>(`[data-cell="${next.x},${next.y}"]`)?.focus();
  };
  return (
    <div
      ref={root}
      {...grid(props.label, onKeyDown)}
      dir="ltr"
      class={`roving-grid ${props.class ?? ''}`}
      style={{ '--cols': cols, '--rows': rows, ...props.style } as CSSProperties}
    >
      {lines.map(({ y, spots }) => (
        <div {...ROW} key={y} class="roving-row">
          {spots.map(({ x, spot }) =>
            spot ? (
              <button
                {...attributes(spot)}
                {...selected(spot.held)}
                key={x}
                class={`roving-cell ${spot.class ?? ''}`}
                data-cell={`${x},${y}`}
                tabIndex={stop && stop.x === x && stop.y === y ? 0 : -1}
                onFocus={() => setAt({ x, y })}
              >
                <Inside spot={spot} />
              </button>
            ) : (
              <span {...CELL} key={x} class="roving-gap" />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

export interface HandItem extends Spot {
  /** Identifies an item in a list, even among equal cards. */
  readonly key: string;
}

interface HandListProps {
  readonly label: string;
  readonly items: readonly HandItem[];
  readonly class?: string;
  /** The place that the whole list is (a hand or a pile): cards fly there. */
  readonly place?: Place;
  readonly style?: CSSProperties;
}

/** The index that a key leads to, or -1. */
export function slide(key: string, at: number, count: number, rtl: boolean): number {
  const forth = rtl ? 'ArrowLeft' : 'ArrowRight';
  const back = rtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === forth || key === 'ArrowDown') return at + 1 < count ? at + 1 : -1;
  if (key === back || key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}

/** Items in a row, in reading direction. */
export function HandList(props: HandListProps) {
  const { items } = props;
  const [key, setKey] = useState('');
  const root = useRef<HTMLUListElement>(null);
  const index = useRef(0);
  const inside = useRef(false);
  const found = items.findIndex((item) => item.key === key);
  const stop = found >= 0 ? found : Math.min(index.current, items.length - 1);
  index.current = Math.max(stop, 0);

  // A card that is played takes the focus with it, unless its neighbour gets it.
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (inside.current && (!here || here === document.body)) focusOn(stop);
  });

  const focusOn = (to: number) => {
    root.current?.querySelectorAll<HTMLElement>('[data-roving]')[to]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rtl = root.current !== null && getComputedStyle(root.current).direction === 'rtl';
    const to = slide(event.key, stop, items.length, rtl);
    if (to < 0) return;
    event.preventDefault();
    focusOn(to);
  };
  return (
    <ul
      ref={root}
      {...LIST}
      aria-label={props.label}
      class={`roving-list ${props.class ?? ''}`}
      style={props.style}
      data-place={props.place && placeKey(props.place)}
      onKeyDown={onKeyDown}
      onFocusIn={() => {
        inside.current = true;
      }}
      onFocusOut={(event) => {
        inside.current = event.relatedTarget === null && inside.current;
      }}
    >
      {items.map((item, i) => (
        <li key={item.key} class="roving-item">
          <button
            {...attributes(item)}
            class={`roving-button ${item.class ?? ''}`}
            data-roving=""
            aria-pressed={item.held ? 'true' : 'false'}
            tabIndex={i === stop ? 0 : -1}
            onFocus={() => setKey(item.key)}
          >
            <Inside spot={item} />
          </button>
        </li>
      ))}
    </ul>
  );
}
