// SPDX-License-Identifier: MIT
// What a touch does to the touches before it. Pure: it asks the rules through `reach`.
import { type Place, placeKey, type Reach, type Step } from '../engine/types';

export type Ask = (steps: readonly Step[]) => Reach;

const samePlace = (a?: Place, b?: Place) => !!a && !!b && placeKey(a) === placeKey(b);

/** The same touch for the rules: cards in a hand and stacks in a reserve match by what they
 * show. */
export function alike(a: Step, b: Step): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'choose') return a.word === b.word;
  const zone = a.place?.zone;
  if (a.kind === 'put' || zone === 'board') return samePlace(a.place, b.place);
  return a.piece === b.piece && zone === b.place?.zone;
}

/** The same touch for the eye: of two equal cards in a hand, only that one. */
export function same(a: Step, b: Step): boolean {
  const hand = a.kind === 'take' && a.place?.zone === 'hand';
  const told = hand && a.place?.x !== undefined && b.place?.x !== undefined;
  return alike(a, b) && (!told || a.place?.x === b.place?.x);
}

/** The piece that was taken and has no target yet. */
export function dangling(done: readonly Step[]): Step | null {
  const last = done[done.length - 1];
  return last?.kind === 'take' ? last : null;
}

/** Takes back the step at an index: a piece with its target, a word with what follows it. */
export function without(done: readonly Step[], at: number): Step[] {
  const step = done[at];
  if (step?.kind === 'choose') return done.slice(0, at);
  const from = step?.kind === 'put' && done[at - 1]?.kind === 'take' ? at - 1 : at;
  const to = step?.kind === 'take' && done[at + 1]?.kind === 'put' ? at + 1 : at;
  return [...done.slice(0, from), ...done.slice(to + 1)];
}

/** Takes the last gesture back. */
export function shorter(done: readonly Step[]): Step[] {
  return done.length > 0 ? without(done, done.length - 1) : [];
}

function madeAlready(done: readonly Step[], step: Step): number {
  const at = done.findIndex((made) => same(made, step));
  if (at >= 0) return at;
  const held = dangling(done);
  const back = step.kind === 'put' && held?.place?.zone === 'board';
  return back && samePlace(held?.place, step.place) ? done.length - 1 : -1;
}

/** The other meaning of a touch on a square. */
function otherwise(step: Step, next: readonly Step[], kind: Step['kind']): Step | undefined {
  if (step.place?.zone !== 'board' || step.kind === kind) return undefined;
  return next.find((other) => other.kind === kind && samePlace(other.place, step.place));
}

/** The step as the rules know it. Of equal stacks the rules name one; of equal cards the touch
 * does. */
function meant(step: Step, next: readonly Step[]): Step | undefined {
  const found = next.find((other) => alike(other, step));
  return found && step.place?.zone === 'hand' ? step : found;
}

/** The touches after one more; null: not legal. */
export function touched(done: readonly Step[], step: Step, reach: Ask): Step[] | null {
  const at = madeAlready(done, step);
  if (at >= 0) return without(done, at);
  const { next } = reach(done);
  const found = meant(step, next) ?? otherwise(step, next, 'put');
  if (found) return [...done, found];
  if (!dangling(done)) return null;
  const base = done.slice(0, -1);
  const open = reach(base).next;
  const other = meant(step, open) ?? otherwise(step, open, 'take');
  return other ? [...base, other] : null;
}

/** What remains of the touches after the position has changed. */
export function kept(done: readonly Step[], reach: Ask): readonly Step[] {
  return done.length === 0 || reach(done).count > 0 ? done : [];
}

/** The one square or pile that a taken piece can go to. */
export function onlyTarget(next: readonly Step[]): Step | null {
  const puts = next.filter((step) => step.kind === 'put');
  return puts.length === 1 && next.length === 1 ? (puts[0] ?? null) : null;
}

/** Words in button order: what closes comes before what leaves open. */
const LAST_WORDS = ['draw', 'pass', 'end', 'done'];

export function inOrder(words: readonly Step[]): Step[] {
  const rank = (step: Step) => LAST_WORDS.indexOf(step.word ?? '');
  return [...words].sort((a, b) => rank(a) - rank(b));
}
