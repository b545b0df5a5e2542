// SPDX-License-Identifier: MIT
// The engine answers about the position it was shown last. This shows it the right one first.
import type { Look, Reach, Setting, Step } from '../engine/types';
import { engine } from '../engine/wasm';
import type { TableState } from './types';

interface Sight {
  readonly setting: Setting;
  readonly position: string;
  readonly viewer: number | null;
}

const SIGHTS_MAX = 8;
const sights = new Map<string, Look>();
const shown = new WeakMap<Look, Sight>();

export function settingOf(table: TableState): Setting {
  return { game: table.game, seats: table.seats.length, options: table.options };
}

/** A position as a viewer sees it: the same object as long as nothing has changed. */
export function lookAt(table: TableState, viewer: number | null): Look {
  const sight = { setting: settingOf(table), position: table.position, viewer };
  const key = JSON.stringify(sight);
  let look = sights.get(key);
  if (!look) {
    look = engine.look(sight.setting, sight.position, viewer);
    shown.set(look, sight);
    sights.set(key, look);
    for (const old of sights.keys()) {
      if (sights.size <= SIGHTS_MAX) break;
      sights.delete(old);
    }
  }
  return look;
}

function show(look: Look): void {
  const sight = shown.get(look);
  if (sight) engine.look(sight.setting, sight.position, sight.viewer);
}

const reached = new WeakMap<Look, Map<string, Reach>>();

/** Asked many times while one screen is drawn, so it is remembered. */
export function reach(look: Look, steps: readonly Step[]): Reach {
  const key = JSON.stringify(steps);
  const known = reached.get(look) ?? new Map<string, Reach>();
  let answer = known.get(key);
  if (!answer) {
    show(look);
    answer = engine.reach(steps);
    known.set(key, answer);
    reached.set(look, known);
  }
  return answer;
}

export function explain(look: Look, move: string) {
  show(look);
  return engine.explain(move);
}

/** Does this game have hands that not everybody sees? */
export function hides(game: string): boolean {
  return engine.games().find((row) => row.name === game)?.hidden === true;
}
