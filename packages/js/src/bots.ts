// Computer players. `best` thinks here and now; `think` thinks in a worker.
import { type Position, Refused, bytesOf } from './index.js';
import { type Bytes, halves, Module, Reason } from './module.js';
import type { Said } from './words.js';

const bots = await Module.load(new URL('./bots.wasm', import.meta.url));

/** A move that was weighed. */
export interface Candidate {
  readonly move: string;
  /** What the seat may expect: 0 the last place, 1 the first. */
  readonly value: number;
  /** In how many imagined worlds or games it was tried. */
  readonly visits?: number;
  /** How many plies ahead it was searched. */
  readonly depth?: number;
  /** Why it is good; `kufsa/words` has the sentences. */
  readonly reasons: readonly Said[];
}

export interface Advice {
  readonly move: string;
  /** Moves tried in the search. */
  readonly nodes: number;
  /** What was weighed, the best first. */
  readonly moves: readonly Candidate[];
}

export interface Wishes {
  /** `gentle`, `casual`, `club` or `master`, which is the default. */
  level?: string;
  /** Moves to try in the search; by default as the level does, but at most 100,000. */
  nodes?: number;
  /** The same position, wishes and seed get the same advice. */
  seed?: number | bigint;
  /** Whose move; without it, that of the seat that may act. */
  seat?: number;
}

/** What a worker is asked. @internal */
export interface Question {
  position: Bytes;
  seat: number;
  level: string;
  nodes: number;
  seed: bigint;
}

/** The levels of computer players, the weakest first. */
export const levels: readonly string[] = JSON.parse(bots.text(bots.call.levels()) as string);

const NODES_MAX = 1e12;

function questionOf(position: Position, wishes: Wishes): Question {
  const { level = 'master', nodes = 0, seed = 0 } = wishes;
  const seat = wishes.seat ?? position.actors[0] ?? 0;
  if (wishes.seat === undefined && position.actors.length > 1)
    throw new TypeError(`several seats may act, ${position.actors}: say which`);
  if (!Number.isInteger(seat) || Math.abs(seat) > 0x7fffffff)
    throw new TypeError('a seat is a whole number');
  if (!Number.isInteger(nodes) || nodes < 0 || nodes > NODES_MAX)
    throw new RangeError('nodes is a whole number');
  if (typeof level !== 'string') throw new TypeError('a level is its name');
  const seed64 = BigInt.asUintN(64, BigInt(seed));
  return { position: bytesOf(position), seat, level, nodes, seed: seed64 };
}

/** Asks the module; a reason is a refusal. @internal */
export function answer({ position, seat, level, nodes, seed }: Question): string | Reason {
  bots.enter(position);
  bots.put(level);
  return bots.text(bots.call.best(seat, nodes, ...halves(seed)));
}

function adviceOf(told: string | Reason): Advice {
  if (told instanceof Reason) throw new Refused(told.reason);
  return JSON.parse(told) as Advice;
}

/** What a player would do here, seeing what its seat sees and nothing else. */
export function best(position: Position, wishes: Wishes = {}): Advice {
  return adviceOf(answer(questionOf(position, wishes)));
}

/** What a worker tells: that it is ready, then an answer. @internal */
export interface Told {
  ready?: true;
  refused?: string;
  advice?: string;
}

/** A worker of a browser, or a thread of Node, which has another interface. @internal */
interface Helper {
  ask(question: Question): void;
  end(): void;
}

async function start(hear: (told: Told) => void, fail: (e: unknown) => void): Promise<Helper> {
  if (!import.meta.url.startsWith('file:')) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = fail;
    return { ask: (question) => worker.postMessage(question), end: () => worker.terminate() };
  }
  const threads = 'node:worker_threads';
  const { Worker: Thread } = await import(/* @vite-ignore */ threads);
  const thread = new Thread(new URL('./worker.js', import.meta.url));
  thread.on('message', hear);
  thread.on('error', fail);
  return { ask: (question) => thread.postMessage(question), end: () => void thread.terminate() };
}

/** Like `best`, in a worker of its own, so that a page stays alive. A signal ends it. */
export async function think(
  position: Position,
  wishes: Wishes & { signal?: AbortSignal } = {},
): Promise<Advice> {
  const { signal } = wishes;
  const question = questionOf(position, wishes);
  signal?.throwIfAborted();
  let helper: Helper | null = null;
  const leave = new AbortController();
  try {
    return await new Promise<Advice>((fulfil, reject) => {
      const hear = ({ ready, refused, advice }: Told) => {
        if (ready) helper?.ask(question);
        else if (refused !== undefined) reject(new Refused(refused));
        else fulfil(JSON.parse(advice as string) as Advice);
      };
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { signal: leave.signal });
      start(hear, reject).then((made) => {
        helper = made;
        if (signal?.aborted) made.end();
      }, reject);
    });
  } finally {
    leave.abort();
    (helper as Helper | null)?.end();
  }
}
