// SPDX-License-Identifier: MIT
// The visible part of Iota's table: it fits itself until somebody moves it, by dragging, wheel,
// two fingers, buttons or keys.
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Size, useSize } from '../../hooks';
import type { Box } from './table';

/** The point of the table at the centre, and the size of a cell. Cell x runs from x to x + 1. */
interface Camera {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The visible window. */
type Port = Size;

export interface Point {
  readonly x: number;
  readonly y: number;
}

const SMALLEST = 20;
const LEAST = 24; // fitting goes no smaller: a finger must still hit a cell
const LARGEST = 480;
const CARD = 132; // a few cards need not fill a window, unless it is a large one

const between = (least: number, n: number, most: number) => Math.max(least, Math.min(n, most));

/** The centre along one axis: the middle if everything fits, else near what matters, within
 * bounds. */
function middle(start: number, length: number, seen: number, near: number | undefined): number {
  const half = start + length / 2;
  if (seen >= length || near === undefined) return half;
  return between(start + seen / 2, near, start + length - seen / 2);
}

/** The whole box, or, if cells would become smaller than the least, the part around `near`. */
export function fitted(box: Box, port: Port, near: Point | null, least = LEAST): Camera {
  const most = Math.max(CARD, Math.min(port.width, port.height) / 5);
  const size = between(least, Math.min(port.width / box.cols, port.height / box.rows), most);
  return {
    x: middle(box.x0, box.cols, port.width / size, near?.x),
    y: middle(box.y0, box.rows, port.height / size, near?.y),
    size,
  };
}

/** Moved by pixels, as a finger drags the table; the centre stays over the box. */
export function dragged(camera: Camera, dx: number, dy: number, box: Box): Camera {
  return {
    x: between(box.x0, camera.x - dx / camera.size, box.x0 + box.cols),
    y: between(box.y0, camera.y + dy / camera.size, box.y0 + box.rows),
    size: camera.size,
  };
}

/** Zoomed; what is under `at` (pixels from the port's centre) stays there. */
export function zoomed(camera: Camera, factor: number, at: Point): Camera {
  const size = between(SMALLEST, camera.size * factor, LARGEST);
  return {
    x: camera.x + at.x / camera.size - at.x / size,
    y: camera.y - at.y / camera.size + at.y / size,
    size,
  };
}

/** Moved just enough to show this whole cell, and its neighbours if there is space. */
export function showing(camera: Camera, port: Port, x: number, y: number): Camera {
  const across = Math.max(port.width / camera.size / 2 - 1, 0);
  const along = Math.max(port.height / camera.size / 2 - 1, 0);
  return {
    x: between(x + 0.5 - across, camera.x, x + 0.5 + across),
    y: between(y + 0.5 - along, camera.y, y + 0.5 + along),
    size: camera.size,
  };
}

/** Moved just enough to show these cells; if they are too far apart for that, their middle. */
export function revealing(camera: Camera, port: Port, cells: readonly Point[]): Camera {
  if (cells.length === 0) return camera;
  const along = (at: number, seen: number, all: readonly number[]) => {
    const [start, end] = [Math.min(...all), Math.max(...all) + 1];
    return end - start > seen ? (start + end) / 2 : between(end - seen / 2, at, start + seen / 2);
  };
  return {
    x: along(
      camera.x,
      port.width / camera.size,
      cells.map(({ x }) => x),
    ),
    y: along(
      camera.y,
      port.height / camera.size,
      cells.map(({ y }) => y),
    ),
    size: camera.size,
  };
}

/** Something covers the top of the port: moves down just enough to uncover these cells; if that
 * would push others out at the bottom, fits the whole box into the rest. */
export function uncovered(
  camera: Camera,
  box: Box,
  port: Port,
  cells: readonly Point[],
  cover: number,
): Camera {
  if (cells.length === 0 || cover === 0) return camera;
  const ys = cells.map(({ y }) => y);
  const pixel = (y: number) => port.height / 2 - (y - camera.y) * camera.size;
  const hidden = Math.max(0, cover - pixel(Math.max(...ys) + 1));
  if (pixel(Math.min(...ys)) + hidden <= port.height)
    return { ...camera, y: camera.y + hidden / camera.size };
  const left = fitted(box, { width: port.width, height: port.height - cover }, null, 0);
  return { ...left, y: left.y + cover / 2 / left.size };
}

/** The sides on which the table continues beyond the visible part. */
export function beyond(camera: Camera, port: Port, box: Box): string[] {
  const across = port.width / camera.size / 2 + 0.5; // losing half an empty cell is fine
  const along = port.height / camera.size / 2 + 0.5;
  const sides: string[] = [];
  if (camera.x - across > box.x0) sides.push('left');
  if (camera.x + across < box.x0 + box.cols) sides.push('right');
  if (camera.y - along > box.y0) sides.push('bottom');
  if (camera.y + along < box.y0 + box.rows) sides.push('top');
  return sides;
}

const SLACK = 8; // pixels that a finger may slip while tapping
const KEYS: Readonly<Record<string, number>> = { '+': 1.25, '=': 1.25, '-': 0.8, _: 0.8 };
const FIRST: Port = { width: 320, height: 320 };
const MIDDLE: Point = { x: 0, y: 0 };

type PortRef = RefObject<HTMLDivElement | null>;

/** How much of the top of the port a hint covers. */
function useCover(port: PortRef, hinted: boolean): number {
  const [cover, setCover] = useState(0);
  useLayoutEffect(() => {
    const hint = hinted ? port.current?.closest('.play-middle')?.querySelector('.play-hint') : null;
    const top = port.current?.getBoundingClientRect().top ?? 0;
    setCover(hint ? Math.max(0, hint.getBoundingClientRect().bottom - top) : 0);
  }, [port, hinted]);
  return cover;
}

function fromMiddle(port: PortRef, event: MouseEvent): Point {
  const rect = port.current?.getBoundingClientRect();
  if (!rect) return MIDDLE;
  return {
    x: event.clientX - rect.left - rect.width / 2,
    y: event.clientY - rect.top - rect.height / 2,
  };
}

/** A listener of our own, not passive: otherwise the wheel would scroll the page as well. */
function useWheel(port: PortRef, zoom: (factor: number, at: Point) => void): void {
  useEffect(() => {
    const element = port.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === 0 ? 1 : 30;
      zoom(Math.exp(-event.deltaY * lines * 0.0015), fromMiddle(port, event));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [port, zoom]);
}

/** One finger drags, two zoom; a tap passes through to what lies there. */
function useFingers(
  port: PortRef,
  drag: (dx: number, dy: number) => void,
  zoom: (factor: number, at: Point) => void,
) {
  const fingers = useRef(new Map<number, Point>()).current;
  const start = useRef(MIDDLE);
  const moving = useRef(false);
  const [held, setHeld] = useState(false);

  const pinch = (id: number, from: Point, to: Point) => {
    const other = [...fingers].find(([each]) => each !== id)?.[1] ?? MIDDLE;
    const before = Math.hypot(from.x - other.x, from.y - other.y);
    zoom(Math.hypot(to.x - other.x, to.y - other.y) / Math.max(before, 1), other);
  };
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (fingers.size === 0) setHeld(false);
  };
  const on = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      const at = fromMiddle(port, event);
      if (event.isPrimary) fingers.clear(); // one that left while its cell went away is not told
      if (fingers.size === 0) {
        moving.current = false;
        start.current = at;
      }
      fingers.set(event.pointerId, at);
    },
    onPointerMove(event: PointerEvent) {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const at = fromMiddle(port, event);
      const slipped = Math.hypot(at.x - start.current.x, at.y - start.current.y);
      if (!moving.current && fingers.size === 1 && slipped < SLACK) return;
      moving.current = true;
      setHeld(true);
      for (const id of fingers.keys()) port.current?.setPointerCapture(id);
      if (fingers.size === 1) drag(at.x - from.x, at.y - from.y);
      else pinch(event.pointerId, from, at);
      fingers.set(event.pointerId, at);
    },
    onPointerUp: release,
    onPointerCancel: release,
    /** A drag that ends on a cell does not touch it. */
    onClickCapture(event: MouseEvent) {
      if (!moving.current || event.detail === 0) return; // 0: by a key
      moving.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
  return { held, on };
}

/** The camera, and the handlers for its port. `match`: a new match fits again; `still`: nobody has
 * to hit a cell, so everything can always be shown; `open`: cells that can be touched, which come
 * into view unless somebody moved the table; `hinted`: cells of a hint, which its words must not
 * cover. */
export function usePan(
  box: Box,
  near: Point | null,
  match: number,
  still: boolean,
  open: readonly Point[],
  hinted: readonly Point[],
) {
  const [port, size] = useSize(FIRST);
  const cover = useCover(port, hinted.length > 0);
  const [own, setOwn] = useState<Camera | 'whole' | null>(null);
  const fits = own === null || own === 'whole';
  const least = still || own === 'whole' ? 0 : LEAST;
  const all = revealing(fitted(box, size, near, least), size, open);
  const camera = fits ? uncovered(all, box, size, hinted, cover) : own;
  const whole = fits && beyond(camera, size, box).length === 0;
  const present = useRef(camera);
  present.current = camera;
  useEffect(() => setOwn(null), [match]);

  const show = useCallback((next: Camera) => {
    present.current = next;
    setOwn(next);
  }, []);
  const zoom = useCallback(
    (factor: number, at: Point = MIDDLE) => show(zoomed(present.current, factor, at)),
    [show],
  );
  useWheel(port, zoom);
  const drag = (dx: number, dy: number) => show(dragged(present.current, dx, dy, box));
  const fingers = useFingers(port, drag, zoom);
  const fit = () => setOwn('whole');

  const onKeyDown = (event: KeyboardEvent) => {
    const factor = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (factor) zoom(factor);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  };
  const onFocusIn = (event: FocusEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]');
    if (!cell?.matches(':focus-visible')) return;
    const [x = 0, y = 0] = (cell.dataset.cell ?? '').split(',').map(Number);
    const next = showing(present.current, size, x, y);
    if (next.x !== present.current.x || next.y !== present.current.y) show(next);
  };
  const on = { ...fingers.on, onKeyDown, onFocusIn };
  return { port, size, camera, whole, held: fingers.held, zoom, fit, on };
}

export type Pan = ReturnType<typeof usePan>;
