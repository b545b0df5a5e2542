// SPDX-License-Identifier: MIT
// The part of Iota's table that is in sight: it fits itself until somebody moves it, by dragging,
// wheel, two fingers, buttons or keys.
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Box } from './table';

/** The point of the table in the middle, and how large a cell is. Cell x runs from x to x + 1. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The window that one looks through. */
export interface Port {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const SMALLEST = 20;
const LEAST = 24; // fitting goes no smaller: a finger must still find a cell
const LARGEST = 480;
const CARD = 132; // a few cards need not fill a window, unless it is a large one

const between = (least: number, n: number, most: number) => Math.max(least, Math.min(n, most));

/** The middle of one axis: in the middle if all fits, else near what matters and within bounds. */
function middle(start: number, length: number, seen: number, near: number | undefined): number {
  const half = start + length / 2;
  if (seen >= length || near === undefined) return half;
  return between(start + seen / 2, near, start + length - seen / 2);
}

/** All of the box, or, where that would be too small, the part around `near`. */
export function fitted(box: Box, port: Port, near: Point | null): View {
  const most = Math.max(CARD, Math.min(port.width, port.height) / 5);
  const size = between(LEAST, Math.min(port.width / box.cols, port.height / box.rows), most);
  return {
    x: middle(box.x0, box.cols, port.width / size, near?.x),
    y: middle(box.y0, box.rows, port.height / size, near?.y),
    size,
  };
}

/** Moved by pixels, as a finger drags the table; the middle stays over the box. */
export function dragged(view: View, dx: number, dy: number, box: Box): View {
  return {
    x: between(box.x0, view.x - dx / view.size, box.x0 + box.cols),
    y: between(box.y0, view.y + dy / view.size, box.y0 + box.rows),
    size: view.size,
  };
}

/** Larger or smaller; what is under `at` (pixels from the port's middle) stays there. */
export function zoomed(view: View, factor: number, at: Point): View {
  const size = between(SMALLEST, view.size * factor, LARGEST);
  return {
    x: view.x + at.x / view.size - at.x / size,
    y: view.y - at.y / view.size + at.y / size,
    size,
  };
}

/** Moved as little as shows the whole of this cell, and its neighbours where there is room. */
export function showing(view: View, port: Port, x: number, y: number): View {
  const across = Math.max(port.width / view.size / 2 - 1, 0);
  const along = Math.max(port.height / view.size / 2 - 1, 0);
  return {
    x: between(x + 0.5 - across, view.x, x + 0.5 + across),
    y: between(y + 0.5 - along, view.y, y + 0.5 + along),
    size: view.size,
  };
}

/** The sides on which the table goes on beyond what is in sight. */
export function beyond(view: View, port: Port, box: Box): string[] {
  const across = port.width / view.size / 2 + 0.5; // half an empty cell is no loss
  const along = port.height / view.size / 2 + 0.5;
  const sides: string[] = [];
  if (view.x - across > box.x0) sides.push('left');
  if (view.x + across < box.x0 + box.cols) sides.push('right');
  if (view.y - along > box.y0) sides.push('bottom');
  if (view.y + along < box.y0 + box.rows) sides.push('top');
  return sides;
}

const SLACK = 8; // pixels that a tapping finger may slip
const KEYS: Readonly<Record<string, number>> = { '+': 1.25, '=': 1.25, '-': 0.8, _: 0.8 };
const MIDDLE: Point = { x: 0, y: 0 };

type PortRef = RefObject<HTMLDivElement | null>;

function usePort(): [PortRef, Port] {
  const port = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Port>({ width: 320, height: 320 });
  useLayoutEffect(() => {
    const element = port.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [port, size];
}

function fromMiddle(port: PortRef, event: MouseEvent): Point {
  const rect = port.current?.getBoundingClientRect();
  if (!rect) return MIDDLE;
  return {
    x: event.clientX - rect.left - rect.width / 2,
    y: event.clientY - rect.top - rect.height / 2,
  };
}

/** By hand, since the wheel would otherwise scroll the page as well. */
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

/** One finger drags, two make larger or smaller; a tap goes through to what lies there. */
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

/** What is in sight, and the handlers for its port. `match`: another one fits itself again. */
export function usePan(box: Box, near: Point | null, match: number) {
  const [port, size] = usePort();
  const [own, setOwn] = useState<View | null>(null);
  const view = own ?? fitted(box, size, near);
  const present = useRef(view);
  present.current = view;
  useEffect(() => setOwn(null), [match]);

  const show = useCallback((next: View) => {
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
  const fit = () => setOwn(null);

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
  return { port, size, view, fits: own === null, held: fingers.held, zoom, fit, on };
}

export type Pan = ReturnType<typeof usePan>;
