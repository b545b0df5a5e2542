// SPDX-License-Identifier: MIT
// The rules inside this page, answering at once: what is legal, where gestures lead, replays. Slow
// work (bots, hints) goes to a worker: local.ts.
import { type Ask, askerOf } from './module';
import type { Choice, GameEvent, GameRow, View, Reach, Setting, Step } from './types';

type Explained =
  | ({ readonly legal: true; readonly steps: readonly Step[] } & Omit<Choice, 'move'>)
  | { readonly legal: false; readonly reason: string };

export interface Replayed extends Setting {
  readonly names: readonly string[];
  /** The level of each bot; null for people. */
  readonly bots: readonly (string | null)[];
  readonly plies: number;
  readonly ply: number;
  /** Who made the move that led here; missing at the start. */
  readonly seat?: number;
  readonly move?: string;
  readonly events: readonly GameEvent[];
  readonly position: string;
  /** Who may move there. */
  readonly actors: readonly number[];
  readonly over: boolean;
  readonly scores: readonly number[] | null;
  readonly places: readonly number[] | null;
  readonly end: string | null;
  /** Who resigned or ran out of time. */
  readonly loser: number | null;
  readonly hash: string;
}

export interface Play {
  readonly seat: number;
  readonly move: string;
}

export interface Played {
  readonly position: string;
  readonly actors: readonly number[];
  readonly scores: readonly number[] | null;
  /** Null: it is not over. */
  readonly places: readonly number[] | null;
  /** Of the last move, as everybody sees them. */
  readonly events: readonly GameEvent[];
}

/** What the seat of the view sees after its own move. */
interface After {
  /** Null: that depends on what it cannot see. */
  readonly position: string | null;
  readonly events: readonly GameEvent[];
}

export interface Verified {
  readonly moves: boolean;
  readonly seal: 'ok' | 'wrong' | 'absent';
  readonly commit: 'ok' | 'wrong' | 'absent';
  readonly key: string | null;
  /** A key of the catalogue, if something is wrong. */
  readonly reason?: string;
  /** The line of the record that is wrong. */
  readonly line?: number;
}

export interface Squares {
  readonly width: number;
  /** Row by row, 1 for a dark square. */
  readonly squares: string;
}

export type Viewer = number | null | 'truth';

interface Games {
  readonly games: readonly GameRow[];
  readonly levels: readonly string[];
}

function engineOf(ask: Ask) {
  const known = ask<Games>({ do: 'games' });
  let shown = '';
  let seen: View | null = null;
  return {
    games: () => known.games,
    /** Undefined: this page does not know the game. */
    game: (name: string) => known.games.find((row) => row.name === name),
    levels: () => known.levels,
    /** Makes this the position that reach, why, explain and moves are about. */
    look(setting: Setting, position: string, viewer: number | null): View {
      const { game, seats, options, quiet = false } = setting;
      const request = { do: 'look', game, seats, options, position, viewer, quiet };
      const text = JSON.stringify(request);
      if (seen !== null && text === shown) return seen;
      seen = null;
      seen = ask<View>(request);
      shown = text;
      return seen;
    },
    reach: (steps: readonly Step[]) => ask<Reach>({ do: 'reach', steps }),
    /** Why these gestures lead nowhere; null: their intent is unclear. */
    why: (steps: readonly Step[]) => ask<{ reason: string | null }>({ do: 'why', steps }).reason,
    explain: (move: string) => ask<Explained>({ do: 'explain', move }),
    after: (move: string) => ask<After>({ do: 'after', move }),
    moves: (from: number, count: number) =>
      ask<{ moves: readonly string[] }>({ do: 'moves', from, count }).moves,
    /** A record at one of its plies; null: the record given last. */
    replay: (record: string | null, ply: number, viewer: Viewer) =>
      ask<Replayed>({ do: 'replay', ...(record === null ? {} : { record }), ply, viewer }),
    /** Plays moves in a position that hides nothing; if one is not legal, throws the reason. */
    play({ game, seats, options }: Setting, position: string, plays: readonly Play[]): Played {
      return ask<Played>({ do: 'play', game, seats, options, position, plays, viewer: null });
    },
    verify: (record: string) => ask<Verified>({ do: 'verify', record }),
    /** A text as a QR code; null: too long for one. */
    qr(text: string): Squares | null {
      try {
        return ask<Squares>({ do: 'qr', text });
      } catch {
        return null;
      }
    },
  };
}

/** Ready after loadEngine. */
export let engine: ReturnType<typeof engineOf>;

/** The compiled module, for workers. */
export let wasmModule: WebAssembly.Module;

export async function loadEngine(): Promise<void> {
  const response = await fetch('/kufsa.wasm');
  if (!response.ok) throw new Error(`kufsa.wasm: ${response.status}`);
  const made = await WebAssembly.instantiateStreaming(response);
  wasmModule = made.module;
  engine = engineOf(askerOf(made.instance));
}
