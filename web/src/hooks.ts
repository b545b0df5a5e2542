// SPDX-License-Identifier: MIT
// Hooks that several screens use.
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A function that redraws when called; always the same one. */
export function useRedraw(): () => void {
  const [, render] = useState(0);
  return useCallback(() => render((count) => count + 1), []);
}

/** The result of the promise made for this key; undefined: not yet, or it failed. */
export function useAwaited<T>(key: string, make: () => Promise<T>): T | undefined {
  const [known, setKnown] = useState<{ readonly key: string; readonly value: T }>();
  const latest = useRef(make);
  latest.current = make;
  useEffect(() => {
    let present = true;
    latest.current().then(
      (value) => present && setKnown({ key, value }),
      () => undefined,
    );
    return () => {
      present = false;
    };
  }, [key]);
  return known?.key === key ? known.value : undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An element and its size, while it is shown. */
export function useSize(first: Size): [RefObject<HTMLDivElement | null>, Size] {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(first);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}
