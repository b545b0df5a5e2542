// SPDX-License-Identifier: MIT
// The engine answers about the position it saw last. This shows it the right one first.
import type { View, Reach, Setting, Step } from '../engine/types';
import { engine } from '../engine/wasm';
import { touched } from './steps';
import { isQuiet } from './turn';
import type { TableState } from './types';

interface Sight {
  readonly setting: Setting;
  readonly position: string;
  readonly viewer: number | null;
}

const SIGHTS_MAX = 8;
const sights = new Map<string, View>();
const shown = new WeakMap<View, Sight>();

export function settingOf(table: TableState): Setting {
  const { game, seats, options } = table;
  return { game, seats: seats.length, options, ...(isQuiet(table) ? { quiet: true } : {}) };
}

/** A position as a viewer sees it: the same object until something changes. */
export function viewOf(table: TableState, viewer: number | null): View {
  const sight = { setting: settingOf(table), position: table.position, viewer };
  const key = JSON.stringify(sight);
  let view = sights.get(key);
  if (!view) {
    view = engine.look(sight.setting, sight.position, viewer);
    shown.set(view, sight);
    sights.set(key, view);
    for (const old of sights.keys()) {
      if (sights.size <= SIGHTS_MAX) break;
      sights.delete(old);
    }
  }
  return view;
}

function show(view: View): void {
  const sight = shown.get(view);
  if (sight) engine.look(sight.setting, sight.position, sight.viewer);
}

const reached = new WeakMap<View, Map<string, Reach>>();

/** Asked many times while one screen is drawn, so it is cached. */
export function reach(view: View, steps: readonly Step[]): Reach {
  const key = JSON.stringify(steps);
  const known = reached.get(view) ?? new Map<string, Reach>();
  let answer = known.get(key);
  if (!answer) {
    show(view);
    answer = engine.reach(steps);
    known.set(key, answer);
    reached.set(view, known);
  }
  return answer;
}

export function explain(view: View, move: string) {
  show(view);
  return engine.explain(move);
}

/** What its viewer sees after a move of theirs. */
export function after(view: View, move: string) {
  show(view);
  return engine.after(move);
}

type Tried = { readonly done: readonly Step[] } | { readonly reason: string };

/** The touches after one more, or why it is refused. */
export function tried(view: View, done: readonly Step[], step: Step): Tried {
  const next = touched(done, step, (steps) => reach(view, steps));
  if (next) return { done: next };
  show(view);
  return { reason: engine.why([...done, step]) ?? 'web.play.cannot' };
}

const NOTHING: readonly Step[] = [];

/** A piece on the board that must be played is already in the hand (Gobblet's G12). */
export function forcedStart(view: View): readonly Step[] {
  const { next } = reach(view, NOTHING);
  const only = next.length === 1 ? next[0] : undefined;
  return only?.kind === 'take' && only.place?.zone === 'board' ? [only] : NOTHING;
}

/** Does this game have hands that not everybody sees? */
export const hides = (game: string): boolean => engine.game(game)?.hidden === true;
