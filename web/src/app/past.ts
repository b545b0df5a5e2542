// SPDX-License-Identifier: MIT
// Games that are over: a record as positions and moves, to be looked at and told.
import { engine, type Replayed, type Viewer } from '../engine/wasm';
import type { Gesture } from '../skins/skin';
import { EMPTY } from '../table/reduce';
import type { LogEntry, Seat, TableState } from '../table/types';

/** Nobody touches anything. */
export const STILL: Gesture = {
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

/** Who sat where: a record names people, and bots by their level. */
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
  /** There were cards to deal. */
  readonly dealt: boolean;
  readonly plies: number;
  readonly seats: readonly Seat[];
  /** The moves, with all that happened. */
  readonly log: readonly LogEntry[];
}

/** Reads a record; throws what the engine throws if it is none. */
export function readPast(record: string): Past {
  const start = engine.replay(record, 0, 'truth');
  const log: LogEntry[] = [];
  for (let ply = 1; ply <= start.plies; ply++) {
    const { seat = 0, move, events } = engine.replay(null, ply, 'truth');
    log.push({ v: ply, seat, events, ...(move === undefined ? {} : { move }) });
  }
  return {
    record,
    game: start.game,
    dealt: engine.games().find((row) => row.name === start.game)?.hidden === true,
    plies: start.plies,
    seats: seatsOf(record, start.seats),
    log,
  };
}

/** The table as it was after so many moves. */
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
    log: past.log.slice(0, ply),
    last: entry,
  };
}

/** What each seat was given, point by point; null where the game keeps none. */
export function pointsOf(past: Past): readonly (readonly number[])[] | null {
  const points: number[][] = past.seats.map(() => []);
  for (const entry of past.log)
    for (const event of entry.events)
      if (event.kind === 'points') points[event.seat ?? entry.seat]?.push(event.count ?? 0);
  return points.some((list) => list.length > 0) ? points : null;
}
