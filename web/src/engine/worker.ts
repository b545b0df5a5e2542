// SPDX-License-Identifier: MIT
// A worker: this page's table with its bots, and advice. It talks like a server, so the page does
// not know the difference; its only memory is the module's.
//
//   page ── init, open, resume, command, advise, last ─▶ worker ── done, failed, tell, keep ─▶ page
//
// A request that cannot be served fails, and nothing more. If anything else goes wrong, the
// module's memory cannot be trusted: the worker reports that it is broken, and is discarded.
import type { Message } from '../net/messages';
import { habitsOf } from './games';
import { type Ask, AskError, askerOf } from './module';
import { marked } from './review';
import type { Advice, Review, Setting, Verdict } from './types';
import type { Replayed } from './wasm';

export interface LocalSeat {
  /** A person's name; otherwise a bot of this level. */
  readonly name?: string;
  readonly bot?: string;
}

export interface Opening {
  readonly game: string;
  readonly seats: readonly LocalSeat[];
  readonly options: Readonly<Record<string, string>>;
  readonly aloud: string;
  readonly secret: string;
  readonly salts: readonly string[];
  /** The game begins like this one, up to a ply: with its cards and its moves. */
  readonly given?: { readonly record: string; readonly ply: number };
}

export type Task =
  | { readonly do: 'init'; readonly module: WebAssembly.Module }
  | { readonly do: 'open'; readonly opening: Opening }
  | {
      readonly do: 'resume';
      readonly events: readonly string[];
      readonly guests: readonly number[];
    }
  | { readonly do: 'command'; readonly guest: number; readonly text: string }
  | { readonly do: 'greet'; readonly guest: number }
  | { readonly do: 'pause'; readonly paused: boolean }
  | {
      readonly do: 'advise';
      readonly setting: Setting;
      readonly position: string;
      readonly seat: number;
      readonly level: string;
    }
  | { readonly do: 'last'; readonly record: string }
  | { readonly do: 'review'; readonly record: string }
  | {
      readonly do: 'judge';
      readonly setting: Setting;
      readonly position: string;
      readonly seat: number;
      readonly move: string;
    };
export type Request = Task & { readonly id: number };

export type Report =
  | { readonly do: 'done'; readonly id: number; readonly answer: unknown }
  | { readonly do: 'failed'; readonly id: number; readonly reason: string }
  | { readonly do: 'broken' }
  | { readonly do: 'progress'; readonly part: number }
  | { readonly do: 'tell'; readonly guest: number; readonly message: Message }
  | { readonly do: 'keep'; readonly events: readonly string[]; readonly record: string | null };

interface Thinker {
  readonly seat: number;
  readonly level: string;
  /** When it moves, however long it thinks. */
  readonly until: number;
}

interface TableAnswer {
  readonly out: readonly {
    readonly to: 'answer' | number;
    readonly guests?: readonly number[];
    readonly message: Message;
  }[];
  readonly next: number | null;
  readonly thinkers: readonly Thinker[];
  readonly events: readonly string[];
  readonly record?: string;
  readonly nodes?: number;
  readonly guest?: number;
  /** Given moves still to be made. */
  readonly left?: number;
}

interface Level {
  readonly name: string;
  readonly nodes: number;
  readonly millis: number;
}

/** The most values in one request, as in src/page/page.h. */
const EVENTS_AT_ONCE = 1000;
const THINK_MAX_MS = 1500;
/** For a bot that is asked late. Then, or if it thinks too long, it moves a whole number of SLOT_MS
 * after its time, as in src/table/table.h, so that the delay reveals nothing. */
const THINK_LATE_MS = 250;
const SLOT_MS = 500;
/** Timers overflow after 24 days; a tick that comes too early does no harm. */
const WAIT_MAX_MS = 24 * 60 * 60 * 1000;
/** Nodes per millisecond until measured: a slow phone's. */
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

/** Asks, and measures how fast this machine is. Short searches are too noisy to measure. */
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

/** Time for the table. If the wall clock is set back, this time goes on from where it was: if it
 * stood still, the bots would never move. */
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

/** Runs work whose result nobody waits for. */
const byItself = (work: () => void) => () => {
  try {
    work();
  } catch {
    post({ do: 'broken' });
  }
};

/** Acts on an answer: lets bots think, and sets the table's next tick. */
function follow(answer: TableAnswer, thought = false): void {
  clearTimeout(timer);
  timer = undefined;
  const { thinkers, next } = answer;
  if (thinkers[0] !== undefined)
    timer = setTimeout(
      byItself(() => think(thinkers)),
      0,
    );
  else if (next !== null) {
    const wait = thought && next < now() ? SLOT_MS - ((now() - next) % SLOT_MS) : next - now();
    timer = setTimeout(byItself(tick), Math.min(WAIT_MAX_MS, Math.max(0, wait)));
  }
}

function take(answer: TableAnswer, speaker: number | null = null, thought = false): TableAnswer {
  tell(answer, speaker);
  follow(answer, thought);
  return answer;
}

function tick(): void {
  take(ask<TableAnswer>({ do: 'tick', now: now() }));
}

/** Lets the bot that moves first think, and leaves time for the others. */
function think(thinkers: readonly Thinker[]): void {
  const { seat, level, until } = thinkers.reduce((a, b) => (b.until < a.until ? b : a));
  const left = Math.max(THINK_LATE_MS, until - now()) / thinkers.length;
  const nodes = nodesFor(game, level, Math.min(left, habitsOf(game).thinkMs ?? THINK_MAX_MS));
  take(timed<TableAnswer>(game, { do: 'think', seat, now: now(), nodes }), null, true);
}

function command(guest: number, text: string): TableAnswer {
  return take(ask<TableAnswer>({ do: 'command', guest, now: now(), command: text }), guest);
}

/** A command of the opening, before anybody has seen the table: it must succeed. */
function order(guest: number, cid: number, order_: object, kept: string[]): TableAnswer {
  const text = JSON.stringify({ cid, ...order_ });
  const answer = ask<TableAnswer>({ do: 'command', guest, now: now(), command: text });
  kept.push(...answer.events);
  const said = answer.out.find(({ to }) => to === 'answer')?.message;
  if (said?.do !== 'ok') throw new AskError(said?.reason ?? 'command');
  return answer;
}

/** Before the start: how the next game begins. */
function give({ given }: Opening, kept: string[]): void {
  if (!given) return;
  const { record, ply } = given;
  ask<Replayed>({ do: 'replay', record, ply, viewer: null });
  kept.push(...ask<TableAnswer>({ do: 'given', ply, now: now() }).events);
}

/** After it: the moves that were given, a few at a time. */
function makeGiven({ given }: Opening, started: TableAnswer, kept: string[]): TableAnswer {
  let answer = started;
  for (let left = given?.ply ?? 0; left > 0; left = answer.left ?? 0) {
    answer = ask<TableAnswer>({ do: 'give', now: now() });
    kept.push(...answer.events);
  }
  return answer;
}

/** Opens the table, seats everybody and starts; returns the guests, one for each person here. */
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
  if (opening.aloud !== 'off') order(0, cid++, { do: 'aloud', value: opening.aloud }, kept);
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
  give(opening, kept);
  guests.forEach((guest, i) => {
    order(guest, cid++, { do: 'ready', salt: opening.salts[i] }, kept);
  });
  const started = makeGiven(opening, order(0, cid++, { do: 'start' }, kept), kept);
  post({ do: 'keep', events: kept, record: null });
  greet(guests);
  follow(started);
  return guests;
}

/** While paused, no time passes for the table. */
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
  present = Math.max(present, shown?.at ?? 0); // the clock may have been set back since
  answer = ask<TableAnswer>({ do: 'wake', now: now() });
  tell(answer, null);
  answer = pause(false); // it may have been left paused
  greet(guests);
  follow(answer);
  return guests;
}

// ---- advice ----

function advise(request: Request & { readonly do: 'advise' }): readonly Advice[] {
  const { setting, position, seat, level } = request;
  ask({ do: 'look', ...setting, position, viewer: seat });
  const nodes = nodesFor(setting.game, level, THINK_MAX_MS);
  const question = { do: 'advise', level, nodes };
  return timed<{ nodes?: number; moves: readonly Advice[] }>(setting.game, question).moves;
}

// ---- records ----

/** A record after its last move, as everybody sees it; throws if it is not a record. */
function last(record: string): Replayed {
  const { plies } = ask<Replayed>({ do: 'replay', record, ply: 0, viewer: null });
  return ask<Replayed>({ do: 'replay', ply: plies, viewer: null });
}

interface Progress {
  readonly done: boolean;
  readonly judged: number;
  readonly of: number;
}

/** Judges every move of a record, a few at a time, and tells how far it is. Only what is worth
 * another look goes to the page. */
function review(record: string): Review {
  let answer = ask<Progress>({ do: 'review', record });
  while (!answer.done) {
    post({ do: 'progress', part: answer.judged / Math.max(1, answer.of) });
    answer = ask<Progress>({ do: 'review' });
  }
  return marked(answer as Progress & Review);
}

function judge(request: Request & { readonly do: 'judge' }): Verdict {
  const { setting, position, seat, move } = request;
  ask({ do: 'look', ...setting, position, viewer: seat });
  return ask<Verdict>({ do: 'judge', move });
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
    case 'advise':
      return advise(request);
    case 'last':
      return last(request.record);
    case 'review':
      return review(request.record);
    case 'judge':
      return judge(request);
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

// One after the other: the module takes a moment to load.
let queue: Promise<void> = Promise.resolve();
addEventListener('message', (event: MessageEvent<Request>) => {
  queue = queue.then(() => handle(event.data));
});
