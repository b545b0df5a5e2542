// SPDX-License-Identifier: MIT
// The rules in this page, at once and without waiting: what is legal, where gestures lead, replays.
// What takes time (bots, hints) is asked of a worker: local.ts.
import { type Ask, AskError, askerOf } from './module';
import type { Choice, GameEvent, GameRow, Look, Reach, Setting, Step } from './types';

export type Explained =
  | { readonly legal: true; readonly gain: number; readonly steps: readonly Step[] }
  | { readonly legal: false; readonly reason: string };

export interface Replayed extends Setting {
  readonly names: readonly string[];
  readonly plies: number;
  readonly ply: number;
  /** Who made the move that led here; not at the start. */
  readonly seat?: number;
  readonly move?: string;
  readonly events: readonly GameEvent[];
  readonly position: string;
  readonly over: boolean;
  readonly scores: readonly number[] | null;
  readonly places: readonly number[] | null;
  readonly end: string | null;
  readonly hash: string;
}

export interface Verified {
  readonly moves: boolean;
  readonly seal: 'ok' | 'wrong' | 'absent';
  readonly commit: 'ok' | 'wrong' | 'absent';
  readonly key: string | null;
  /** A key of the catalogue, if something is wrong. */
  readonly reason?: string;
  /** The line of the record where it is wrong. */
  readonly line?: number;
}

export interface Squares {
  readonly width: number;
  /** Row by row, 1 for a dark one. */
  readonly squares: string;
}

export type Viewer = number | null | 'truth';

export interface Engine {
  games(): readonly GameRow[];
  levels(): readonly string[];
  /** Makes this the position that reach, explain and moves are about. */
  look(setting: Setting, position: string, viewer: number | null): Look;
  reach(steps: readonly Step[]): Reach;
  explain(move: string): Explained;
  moves(from: number, count: number): readonly string[];
  /** A record at one of its plies; null: the record that was given last. */
  replay(record: string | null, ply: number, viewer: Viewer): Replayed;
  verify(record: string): Verified;
  /** A text as a QR code; null: it is too long for one. */
  qr(text: string): Squares | null;
}

interface Games {
  readonly games: readonly GameRow[];
  readonly levels: readonly string[];
}

function engineOf(ask: Ask): Engine {
  const known = ask<Games>({ do: 'games' });
  let looked = '';
  let seen: Look | null = null;
  return {
    games: () => known.games,
    levels: () => known.levels,
    look({ game, seats, options }, position, viewer) {
      const request = { do: 'look', game, seats, options, position, viewer };
      const text = JSON.stringify(request);
      if (seen !== null && text === looked) return seen;
      seen = null;
      seen = ask<Look>(request);
      looked = text;
      return seen;
    },
    reach: (steps) => ask<Reach>({ do: 'reach', steps }),
    explain: (move) => ask<Explained>({ do: 'explain', move }),
    moves: (from, count) => ask<{ moves: readonly string[] }>({ do: 'moves', from, count }).moves,
    replay: (record, ply, viewer) =>
      ask<Replayed>({ do: 'replay', ...(record === null ? {} : { record }), ply, viewer }),
    verify: (record) => ask<Verified>({ do: 'verify', record }),
    qr(text) {
      try {
        return ask<Squares>({ do: 'qr', text });
      } catch {
        return null;
      }
    },
  };
}

/** Ready after loadEngine. */
export let engine: Engine;

/** The compiled module, for workers. */
export let wasmModule: WebAssembly.Module;

export async function loadEngine(): Promise<void> {
  const response = await fetch('/kufsa.wasm');
  if (!response.ok) throw new Error(`kufsa.wasm: ${response.status}`);
  const made = await WebAssembly.instantiateStreaming(response);
  wasmModule = made.module;
  engine = engineOf(askerOf(made.instance));
}

export { AskError };
export type { Choice };
