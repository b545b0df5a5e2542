// SPDX-License-Identifier: MIT
// A hint marks what it would touch, whatever the game: data-hint on the places and cards.

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { type Advice, type Look, placeKey, type Step } from '../engine/types';
import { explain } from './eye';

function marked(root: Element, step: Step): Element | null {
  const spot = step.place && root.querySelector(`[data-place="${placeKey(step.place)}"]`);
  if (step.kind !== 'take' || step.piece === undefined) return spot ?? null;
  const cards = `.play-hand [data-piece="${CSS.escape(step.piece)}"]`;
  return (step.place?.zone === 'hand' ? root.querySelector(cards) : spot) ?? null;
}

/** What one would touch in order to follow the advice. */
export function stepsOf(look: Look, advice: Advice | null): readonly Step[] {
  const answer = advice && explain(look, advice.move);
  return answer?.legal ? answer.steps : [];
}

export function useHintMarks(
  root: RefObject<HTMLElement | null>,
  look: Look,
  advice: Advice | null,
): void {
  useLayoutEffect(() => {
    if (!advice || !root.current) return;
    const spots = stepsOf(look, advice).map((step) => marked(root.current as Element, step));
    for (const spot of spots) spot?.setAttribute('data-hint', '');
    return () => {
      for (const spot of spots) spot?.removeAttribute('data-hint');
    };
  });
}
