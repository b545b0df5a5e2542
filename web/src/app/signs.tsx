// SPDX-License-Identifier: MIT
// The signs of results, for lists and plots.
import type { Result } from './tally';

/** A filled triangle up, a ring, a hollow triangle down. */
export const SHAPES = {
  won: 'M0 -5L5 4H-5z',
  drawn: 'M4 0A4 4 0 1 1 -4 0A4 4 0 1 1 4 0z',
  lost: 'M0 5L5 -4H-5z',
} as const;

export function Mark({ result }: { result: Result }) {
  return (
    <svg class={`plot-mark plot-${result}`} viewBox="-7 -7 14 14" aria-hidden="true">
      <path d={SHAPES[result]} />
    </svg>
  );
}
