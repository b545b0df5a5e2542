// SPDX-License-Identifier: MIT
// Marks what a hint would touch, in any game: data-hint on the places and cards.

import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Advice, type View, placeKey, type Step } from '../engine/types';
import { explain } from './eye';
import type { Hands } from './gesture';
import { alike } from './steps';

const NOTHING: readonly Step[] = [];

function marked(root: Element, step: Step): Element | null {
  const spot = step.place && root.querySelector(`[data-place="${placeKey(step.place)}"]`);
  if (step.kind !== 'take' || step.piece === undefined) return spot ?? null;
  const cards = `.play-hand [data-piece="${CSS.escape(step.piece)}"]`;
  return (step.place?.zone === 'hand' ? root.querySelector(cards) : spot) ?? null;
}

/** The touches that follow the advice. */
export function useAdvised(view: View, advice: Advice | null): readonly Step[] {
  return useMemo(() => {
    const answer = advice && explain(view, advice.move);
    return answer?.legal ? answer.steps : NOTHING;
  }, [view, advice]);
}

export function useHintMarks(root: RefObject<HTMLElement | null>, advised: readonly Step[]): void {
  useLayoutEffect(() => {
    if (advised.length === 0 || !root.current) return;
    const spots = advised.map((step) => marked(root.current as Element, step));
    for (const spot of spots) spot?.setAttribute('data-hint', '');
    return () => {
      for (const spot of spots) spot?.removeAttribute('data-hint');
    };
  });
}

/** Touches that do not belong to the advice would hide it: they are taken back. */
export function useStagedFor(hands: Hands, advised: readonly Step[]): void {
  const { done, clear } = hands;
  const apart = done.some((step) => !advised.some((other) => alike(step, other)));
  const known = useRef(advised);
  useLayoutEffect(() => {
    if (known.current === advised) return; // touches made after the advice stay
    known.current = advised;
    if (advised.length > 0 && apart) clear();
  }, [advised, apart, clear]);
}
