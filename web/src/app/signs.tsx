// SPDX-License-Identifier: MIT
// The signs of results, for lists and plots.
import type { Boxed } from '../net/box';
import { t } from '../words/words';
import { type Result, resultOf } from './tally';

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

/** How a game ended for whoever sat here. */
export function ResultSign({ game }: { game: Boxed }) {
  const result = resultOf(game);
  if (game.given !== undefined)
    return <span class="box-result small soft">{t('web.box.given')}</span>;
  if (result === null) return null;
  const place = game.places?.[game.mine[0] ?? -1] ?? 0;
  const words =
    result === 'lost' && game.seats.length > 2 ? t(`place.${place}`) : t(`web.box.${result}`);
  return (
    <span class="box-result">
      <Mark result={result} />
      {words}
    </span>
  );
}
