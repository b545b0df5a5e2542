// SPDX-License-Identifier: MIT
// A worker: the table of this page with its bots, and advice. It speaks as a server would, so the
// page does not know the difference; it has no memory of its own but the module's.
//
//   page ── init, open, resume, command, advise ─▶ worker ── done, failed, tell, keep ─▶ page
//
// A request that cannot be served has failed, and that is all. If anything else goes wrong, the
// module's memory cannot be trusted any more: the worker says that it is broken, and is done with.
import type { Message } from '../table/reduce';
import { type Ask, AskError, askerOf } from './module';
import type { Advice, Setting } from './types';

export interface LocalSeat {
  /** A person's name; else a bot of this level. */
  readonly name?: string;
  readonly bot?: string;
}

export interface Opening {
  readonly game: string;
  readonly seats: readonly LocalSeat[];
  readonly options: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly salts: readonly string[];
}

export type Request =
  | { readonly id: number; readonly do: 'init'; readonly module: WebAssembly.Module }
  | { readonly id: number; readonly do: 'open'; readonly opening: Opening }
  | {
      readonly id: number;
      readonly do: 'resume';
      readonly events: readonly string[];
      readonly guests: readonly number[];
    }
  | { readonly id: number; readonly do: 'command'; readonly guest: number; readonly text: string }
  | { readonly id: number; readonly do: 'greet'; readonly guest: number }
  | { readonly id: number; readonly do: 'pause'; readonly paused: boolean }
  | { readonly id: number; readonly do: 'close' }
  | {
      readonly id: number;
      readonly do: 'advise';
      readonly setting: Setting;
      readonly position: string;
      readonly seat: number;
      readonly level: string;
    };

export type Report =
  | { readonly do: 'done'; readonly id: number; readonly answer: unknown }
  | { readonly do: 'failed'; readonly id: number; readonly reason: string }
  | { readonly do: 'broken' }
  | { readonly do: 'tell'; readonly guest: number; readonly message: Message }
  | { readonly do: 'keep'; readonly events: readonly string[]; readonly record: string | null };

interface TableAnswer {
  readonly out: readonly {
    readonly to: 'answer' | number;
    readonly guests?: readonly number[];
    readonly message: Message;
  }[];
  readonly next: number | null;
  readonly thinkers: readonly { readonly seat: number; readonly level: string }[];
  readonly events: readonly string[];
  readonly record?: string;
  readonly nodes?: number;
  readonly guest?: number;
}

interface Level {
  readonly name: string;
  readonly nodes: number;
  readonly millis: number;
}

/** One request takes at most so many values, as in src/wasm/page.h. */
const EVENTS_AT_ONCE = 1000;
const THINK_MAX_MS = 1200;
/** Timers do not know longer times than 24 days; a tick that comes too early does no harm. */
const WAIT_MAX_MS = 24 * 60 * 60 * 1000;
/** Where others may react while a bot thinks, it must not keep the table from hearing them. */
const THINK_AMONG_MS = 400;
/** Nodes in a millisecond until it has been measured: those of a slow phone. */
const SPEED_FIRST = 25;

let ask: Ask;

const post = (report: Report) => (postMessage as (message: unknown) => void)(report);

// ---- how long to think ----

const speeds = new Map<string, number>();
const levels = new Map<string, readonly Level[]>();

function nodesFor(game: string, name: string, millisMax: number): number {
  if (!levels.has(game))
    levels.set(game, ask<{ levels: readonly Level[] }>({ do: 'levels', game }).levels);
  const list = levels.get(game) ?? [];
  const level = list.find((one) => one.name === name) ?? list[0];
  const speed = speeds.get(game) ?? SPEED_FIRST;
  const affordable = Math.floor(speed * Math.min(level?.millis ?? 0, millisMax));
  return Math.max(1, Math.min(level?.nodes ?? 1, affordable));
}

/** Asks, and measures how fast this machine is. Short thoughts tell nothing. */
function timed<T extends { readonly nodes?: number }>(game: string, request: object): T {
  const before = performance.now();
  const answer = ask<T>(request);
  const millis = performance.now() - before;
  const { nodes = 0 } = answer;
  if (millis >= 8 && nodes >= 100) {
    const old = speeds.get(game);
    const now = nodes / millis;
    speeds.set(game, old === undefined ? now : (old + now) / 2);
  }
  return answer;
}

// ---- the table ----

let game = '';
let wall = Date.now();
let present = wall;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Time for the table. When the clock on the wall is set back, it goes on from where it is: a table
 * whose time stood still would never see its bots' time come. */
function now(): number {
  const before = wall;
  wall = Date.now();
  present += Math.max(0, wall - before);
  return present;
}

function tell(answer: TableAnswer, speaker: number | null): void {
  if (answer.events.length > 0 || answer.record !== undefined)
    post({ do: 'keep', events: answer.events, record: answer.record ?? null });
  for (const { to, guests = [], message } of answer.out) {
    const hearers = to === 'answer' ? (speaker === null ? [] : [speaker]) : guests;
    for (const guest of hearers) post({ do: 'tell', guest, message });
  }
}

/** Does what nobody waits for the answer of. */
const byItself = (work: () => void) => () => {
  try {
    work();
  } catch {
    post({ do: 'broken' });
  }
};

/** What follows from an answer: bots that are to think, and when the table wants to be woken. */
function follow(answer: TableAnswer): void {
  clearTimeout(timer);
  timer = undefined;
  const thinker = answer.thinkers[0];
  if (thinker !== undefined)
    timer = setTimeout(
      byItself(() => think(thinker.seat, thinker.level)),
      0,
    );
  else if (answer.next !== null)
    timer = setTimeout(byItself(tick), Math.min(WAIT_MAX_MS, Math.max(0, answer.next - now())));
}

function take(answer: TableAnswer, speaker: number | null = null): TableAnswer {
  tell(answer, speaker);
  follow(answer);
  return answer;
}

function tick(): void {
  take(ask<TableAnswer>({ do: 'tick', now: now() }));
}

function think(seat: number, level: string): void {
  const nodes = nodesFor(game, level, game === 'taki' ? THINK_AMONG_MS : THINK_MAX_MS);
  take(timed<TableAnswer>(game, { do: 'think', seat, now: now(), nodes }));
}

function command(guest: number, text: string): TableAnswer {
  return take(ask<TableAnswer>({ do: 'command', guest, now: now(), command: text }), guest);
}

/** A command of the opening, which nobody has seen yet: it must succeed. */
function order(guest: number, cid: number, order_: object, kept: string[]): TableAnswer {
  const text = JSON.stringify({ cid, ...order_ });
  const answer = ask<TableAnswer>({ do: 'command', guest, now: now(), command: text });
  kept.push(...answer.events);
  const said = answer.out.find(({ to }) => to === 'answer')?.message;
  if (said?.do !== 'ok') throw new AskError(said?.reason ?? 'command');
  return answer;
}

/** Opens the table, seats everybody and starts; the guests, each a person here. */
function open(opening: Opening): readonly number[] {
  clearTimeout(timer);
  game = opening.game;
  const { secret, seats } = opening;
  const kept: string[] = [];
  const opened = { do: 'open', now: now(), game, seats: seats.length, secret };
  kept.push(...ask<TableAnswer>(opened).events);
  const guests: number[] = [];
  let cid = 1;
  for (const [name, value] of Object.entries(opening.options))
    order(0, cid++, { do: 'option', name, value }, kept);
  seats.forEach(({ name, bot }, seat) => {
    if (name === undefined) {
      order(0, cid++, { do: 'bot', seat, level: bot }, kept);
      return;
    }
    if (guests.length === 0) {
      guests.push(0);
    } else {
      const answer = ask<TableAnswer>({ do: 'guest', now: now() });
      kept.push(...answer.events);
      guests.push(answer.guest ?? 0);
    }
    order(guests[guests.length - 1] ?? 0, cid++, { do: 'sit', seat, name }, kept);
  });
  guests.forEach((guest, i) => {
    order(guest, cid++, { do: 'ready', salt: opening.salts[i] }, kept);
  });
  const started = order(0, cid++, { do: 'start' }, kept);
  post({ do: 'keep', events: kept, record: null });
  greet(guests);
  follow(started);
  return guests;
}

/** While it is paused no time passes for the table. */
const pause = (paused: boolean): TableAnswer =>
  take(ask<TableAnswer>({ do: 'pause', paused, now: now() }));

function greet(guests: readonly number[]): void {
  for (const guest of guests) tell(ask<TableAnswer>({ do: 'greet', guest, now: now() }), guest);
}

function resume(events: readonly string[], guests: readonly number[]): readonly number[] {
  clearTimeout(timer);
  let answer: TableAnswer | null = null;
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    const part = events.slice(from, from + EVENTS_AT_ONCE);
    answer = ask<TableAnswer>({ do: 'restore', events: part, first: from === 0 });
  }
  if (answer === null) throw new AskError('events');
  const shown = ask<TableAnswer>({ do: 'greet', guest: guests[0] ?? 0, now: now() }).out[0]
    ?.message;
  game = shown?.game ?? '';
  present = Math.max(present, shown?.at ?? 0); // the clock was set back since
  answer = ask<TableAnswer>({ do: 'wake', now: now() });
  tell(answer, null);
  answer = pause(false); // it may have been left so
  greet(guests);
  follow(answer);
  return guests;
}

function close(): void {
  clearTimeout(timer);
  timer = undefined;
}

// ---- advice ----

function advise(request: Request & { readonly do: 'advise' }): readonly Advice[] {
  const { setting, position, seat, level } = request;
  ask({ do: 'look', ...setting, position, viewer: seat });
  const nodes = nodesFor(setting.game, level, THINK_MAX_MS);
  const question = { do: 'advise', level, nodes };
  return timed<{ nodes?: number; moves: readonly Advice[] }>(setting.game, question).moves;
}

// ---- requests ----

async function serve(request: Request): Promise<unknown> {
  switch (request.do) {
    case 'init':
      ask = askerOf(await WebAssembly.instantiate(request.module));
      return null;
    case 'open':
      return open(request.opening);
    case 'resume':
      return resume(request.events, request.guests);
    case 'command':
      command(request.guest, request.text);
      return null;
    case 'greet':
      greet([request.guest]);
      return null;
    case 'pause':
      pause(request.paused);
      return null;
    case 'close':
      return close();
    case 'advise':
      return advise(request);
  }
}

async function handle(request: Request): Promise<void> {
  const { id } = request;
  try {
    post({ do: 'done', id, answer: await serve(request) });
  } catch (problem) {
    post({ do: 'failed', id, reason: problem instanceof Error ? problem.message : 'error' });
    if (!(problem instanceof AskError)) post({ do: 'broken' });
  }
}

// One behind the other: the module takes a moment to be ready.
let queue: Promise<void> = Promise.resolve();
addEventListener('message', (event: MessageEvent<Request>) => {
  queue = queue.then(() => handle(event.data));
});
