// SPDX-License-Identifier: MIT
// Finished games: a record as positions and moves, to look at and to read.
import { engine, type Replayed, type Viewer } from '../engine/wasm';
import type { Gesture } from '../skins/skin';
import { hides } from '../table/eye';
import { givenOf } from '../net/boxfile';
import { EMPTY } from '../table/reduce';
import type { LogEntry, Seat, TableState } from '../table/types';
import { go } from './route';

/** The touches of a table that nobody can touch. */
export const STILL: Gesture = {
  still: true,
  active: false,
  done: [],
  next: [],
  almost: null,
  sent: [],
  lights: false,
  can: () => false,
  has: () => false,
  touch() {},
  back() {},
  clear() {},
};

/** Who sat where: a record names people, and gives the level of bots. */
function seatsOf(record: string, count: number): Seat[] {
  const seats: Seat[] = Array.from({ length: count }, () => ({ name: '' }));
  for (const [, n, kind, rest = ''] of record.matchAll(/^seat (\d+) (person|bot)(?: (.*))?$/gm)) {
    const [level = '', ...name] = rest.split(' ');
    if (kind === 'person') seats[Number(n)] = { name: rest };
    else seats[Number(n)] = { name: name.join(' '), ...(level === '-' ? {} : { bot: level }) };
  }
  return seats;
}

export interface Past {
  readonly record: string;
  readonly game: string;
  /** True if there were cards to deal. */
  readonly dealt: boolean;
  /** Who dealt them: this device, some other device, or a server. */
  readonly dealer: 'here' | 'device' | 'server';
  /** So many moves at its beginning are another game's, which had the same cards; null: it is a
   * game of its own. */
  readonly given: number | null;
  readonly plies: number;
  readonly seats: readonly Seat[];
  /** The moves, with everything that happened. */
  readonly log: readonly LogEntry[];
}

/** Reads a record, from this device or elsewhere; if it is not a record, throws what the engine
 * throws. */
export function readPast(record: string, here = false): Past {
  const start = engine.replay(record, 0, 'truth');
  const log: LogEntry[] = [];
  for (let ply = 1; ply <= start.plies; ply++) {
    const { seat = 0, move, events } = engine.replay(null, ply, 'truth');
    log.push({ v: ply, seat, events, ...(move === undefined ? {} : { move }) });
  }
  return {
    record,
    game: start.game,
    dealt: hides(start.game),
    given: givenOf(record),
    dealer: here ? 'here' : /^dealer device$/m.test(record) ? 'device' : 'server',
    plies: start.plies,
    seats: seatsOf(record, start.seats),
    log,
  };
}

/** The table after this many moves. */
export function tableAt(past: Past, ply: number, viewer: Viewer): TableState {
  const at: Replayed = engine.replay(past.record, ply, viewer);
  const entry = past.log[ply - 1] ?? null;
  return {
    ...EMPTY,
    line: 'live',
    game: past.game,
    phase: at.over ? 'over' : 'play',
    options: at.options,
    seats: past.seats,
    you: typeof viewer === 'number' ? { seat: viewer } : {},
    ply,
    position: at.position,
    scores: at.scores,
    places: at.places,
    end: at.end,
    loser: at.loser,
    log: past.log.slice(0, ply),
    last: entry,
  };
}

/** The points each seat scored, one score at a time; null if the game has no points. */
export function pointsOf(past: Past): readonly (readonly number[])[] | null {
  const points: number[][] = past.seats.map(() => []);
  for (const entry of past.log)
    for (const event of entry.events)
      if (event.kind === 'points') points[event.seat ?? entry.seat]?.push(event.count ?? 0);
  return points.some((list) => list.length > 0) ? points : null;
}

interface Shown {
  readonly past: Past | null;
  readonly ply: number;
  /** Whose game it was; null: unknown, such as for a game from a file. */
  readonly seats: readonly number[] | null;
}

let shown: Shown = { past: null, ply: 0, seats: null };

/** What the replay is about, and the ply it opens at. */
export const replayShown = (): Shown => shown;

export function setReplay(past: Past | null, ply = 0, seats: Shown['seats'] = null): void {
  shown = { past, ply, seats };
}

/** Opens the replay of this game, at one of its plies. */
export function showReplay(past: Past, ply: number, seats: Shown['seats']): void {
  setReplay(past, ply, seats);
  go('replay');
}
