// SPDX-License-Identifier: MIT
// Reviews of finished games: made in a worker, and kept with the games in the box.
import { useEffect, useRef, useState } from 'preact/hooks';
import { reviewOf } from '../engine/local';
import type { Review } from '../engine/types';
import { useRedraw } from '../hooks';
import { hasAll, isCount, isListOf, isNumber, isOneOf, isText, orNull } from '../kinds';
import { boxKeepReview, boxReview } from '../net/box';
import { idOf, roundJudged } from '../net/boxfile';
import { go } from './route';
import type { Past } from './past';

/** A game as it is shown for one of its players. */
export interface Reviewed {
  readonly past: Past;
  readonly seat: number;
  /** That player is told of by name: the reader may be anybody. */
  readonly named: boolean;
  readonly review: Review;
}

const KEPT_MAX = 8;
/** Changes when reviews say something else. */
const VERSION = 6;
const made = new Map<string, { readonly review: Review; readonly seat: number }>();

function keep(record: string, review: Review, seat: number): void {
  made.set(record, { review, seat });
  for (const old of made.keys()) {
    if (made.size <= KEPT_MAX) break;
    made.delete(old);
  }
}

type State = 'none' | 'busy' | 'failed';

const isVerdict = hasAll({ ply: isCount, seat: isCount, move: orNull(isText), best: isText });
const isPlayer = hasAll({
  start: isNumber,
  last: isNumber,
  luck: isNumber,
  others: isNumber,
  slips: isNumber,
  given_up: isNumber,
  decisions: isCount,
});
const isKept = hasAll({
  v: isOneOf(VERSION),
  players: isListOf(isPlayer),
  moves: isListOf(isVerdict),
  turns: isListOf(hasAll({ seat: isCount, from: isNumber, to: isCount, luck: isNumber })),
});

/** Keeps a review with its game, if that is in the box: what is shown of it, and the sums of the
 * one player whose game it was. */
async function store({ past, seat, named, review }: Reviewed): Promise<void> {
  const { decisions: choices, ...chances } = review.players[seat] as Review['players'][number];
  const judged = named ? undefined : roundJudged({ ...chances, choices });
  await boxKeepReview(idOf(past.record), { ...review, v: VERSION }, judged);
}

/** The review of a game, made until it is stopped or the screen is left, and shown for one of these
 * seats: the reader's, or any if there are several. */
export function useReview(past: Past, seats: readonly number[]) {
  const [state, setState] = useState<State>('none');
  const [part, setPart] = useState(0);
  const redraw = useRedraw();
  const stop = useRef(() => {});
  const named = seats.length !== 1;
  const [first = 0] = seats;
  useEffect(() => () => stop.current(), []);
  useEffect(() => {
    if (made.has(past.record)) return;
    let present = true;
    void boxReview(idOf(past.record)).then((kept) => {
      if (!isKept(kept)) return;
      const review = kept as unknown as Review;
      keep(past.record, review, first);
      if (present) redraw();
    });
    return () => {
      present = false;
    };
  }, [past, first, redraw]);
  const start = () => {
    setState('busy');
    setPart(0);
    const work = reviewOf(past.record, setPart);
    let present = true;
    stop.current = () => {
      present = false;
      work.stop();
    };
    const take = async (review: Review) => {
      await store({ past, seat: first, named, review });
      keep(past.record, review, first);
      if (present) setState('none');
    };
    work.review.then(take).catch(() => present && setState('failed'));
  };
  const cancel = () => {
    stop.current();
    setState('none');
  };
  const known = made.get(past.record);
  const seat = known && seats.includes(known.seat) ? known.seat : first;
  const reviewed: Reviewed | null = known ? { past, seat, named, review: known.review } : null;
  const choose = (wanted: number) => {
    if (known) keep(past.record, known.review, wanted);
    redraw();
  };
  return { state, part, start, cancel, reviewed, choose };
}

export type Reviewing = ReturnType<typeof useReview>;

let shown: Reviewed | null = null;

/** What the screen of moments is about. */
export const momentsShown = (): Reviewed | null => shown;

export function showMoments(reviewed: Reviewed): void {
  shown = reviewed;
  go('moments');
}
