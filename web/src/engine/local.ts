// SPDX-License-Identifier: MIT
// Tables without a server, in a worker of this page; and advice, in another worker, so that a hint
// never delays a table.
import { aboutOf, answerOf, Holder, isAnswer, nextCid, prepare, randomHex } from '../net/holder';
import {
  deleteGame,
  type KeptGame,
  keepGame,
  keptGame,
  keptGames,
  onGameTaken,
  takeGame,
} from '../net/games';
import { cleanName } from '../net/kept';
import type { Message } from '../net/messages';
import { needsSnapshot } from '../table/reduce';
import type { Answer, Client, Command } from '../table/types';
import { t } from '../words/words';
import type { Advice, Review, Setting, Verdict } from './types';
import { engine, type Replayed, wasmModule } from './wasm';
import type { LocalSeat, Opening, Report, Task } from './worker';

/** The worker is gone, or never started; the request itself was fine. */
class Gone extends Error {}

/** A worker and its open requests. */
class EngineWorker {
  private readonly thread = new Worker('/worker.js', { type: 'module' });
  private readonly asked = new Map<number, [(answer: unknown) => void, (why: Error) => void]>();
  private count = 0;
  /** Its script did not load, or it no longer works. */
  lost = false;
  hear: (report: Report) => void = () => {};
  onLost: () => void = () => {};

  constructor() {
    this.thread.onmessage = (event: MessageEvent<Report>) => this.take(event.data);
    this.thread.onerror = () => this.lose();
    void this.ask({ do: 'init', module: wasmModule }).catch(() => {});
  }

  private take(report: Report): void {
    if (report.do === 'broken') {
      this.lose();
    } else if (report.do === 'done' || report.do === 'failed') {
      const [resolve, reject] = this.asked.get(report.id) ?? [];
      this.asked.delete(report.id);
      if (report.do === 'done') resolve?.(report.answer);
      else reject?.(new Error(report.reason));
    } else {
      this.hear(report);
    }
  }

  private lose(): void {
    if (this.lost) return;
    this.end();
    this.onLost();
  }

  ask<T>(task: Task): Promise<T> {
    if (this.lost) return Promise.reject(new Gone());
    const id = ++this.count;
    return new Promise<T>((resolve, reject) => {
      this.asked.set(id, [resolve as (answer: unknown) => void, reject]);
      this.thread.postMessage({ id, ...task });
    });
  }

  end(): void {
    this.lost = true;
    this.thread.terminate();
    for (const [, reject] of this.asked.values()) reject(new Gone());
    this.asked.clear();
  }
}

/** An idle worker. */
let spare: EngineWorker | null = null;

/** Gets ready for a table that somebody may want soon: over a slow link a worker is slow to
 * start. */
export function prepareTable(): void {
  spare ??= new EngineWorker();
}

function takeWorker(): EngineWorker {
  const worker = spare && !spare.lost ? spare : new EngineWorker();
  spare = null;
  return worker;
}

// ---- the table ----

class LocalClient implements Client {
  readonly local = true;
  readonly holder = new Holder();
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  constructor(
    readonly guest: number,
    private readonly table: LocalTable,
  ) {}

  get = () => this.holder.get();
  subscribe = (changed: () => void) => this.holder.subscribe(changed);
  keptAs = (): string => this.table.id;

  send = (command: Command): Promise<Answer> => {
    const cid = nextCid();
    const text = JSON.stringify(prepare(command, cid, this.holder.state));
    return new Promise((resolve) => {
      this.waiting.set(cid, resolve);
      this.table.worker.ask({ do: 'command', guest: this.guest, text }).catch(() => {
        this.waiting.delete(cid);
        const { trouble } = this.holder.state;
        resolve({ ok: false, reason: trouble ?? 'table.command.broken' });
      });
    });
  };

  pause = (paused: boolean): void => {
    this.table.worker.ask({ do: 'pause', paused }).catch(() => undefined);
  };

  record = (): Promise<string> => Promise.resolve(this.table.record ?? '');
  close = (): void => this.table.close();

  /** The table is no longer here. */
  leave(trouble: string): void {
    this.holder.set({ line: 'ended', trouble });
  }

  hear(message: Message): void {
    if (isAnswer(message)) {
      const cid = message.cid as number;
      this.waiting.get(cid)?.(answerOf(message));
      this.waiting.delete(cid);
      return;
    }
    const before = this.holder.state;
    this.holder.take(message);
    if (needsSnapshot(before, message))
      void this.table.worker.ask({ do: 'greet', guest: this.guest }).catch(() => {});
  }
}

class LocalTable {
  readonly worker = takeWorker();
  readonly clients: LocalClient[] = [];
  record: string | null = null;
  private events: string[] = [];
  private early: (Report & { readonly do: 'tell' })[] | null = [];
  private closed = false;

  /** The people at it, once it is open. */
  ready: Promise<LocalClient[]> = Promise.resolve([]);

  constructor(
    /** The name it is kept under. */
    readonly id: string,
    private readonly game: string,
  ) {
    this.worker.hear = (report) => this.hear(report);
    this.worker.onLost = () => this.leave('web.local.broken');
  }

  private hear(report: Report): void {
    if (report.do === 'keep') {
      this.events.push(...report.events);
      this.record = report.record ?? this.record;
      return;
    }
    if (report.do !== 'tell' || this.closed) return;
    if (this.early !== null) this.early.push(report);
    else this.clients.find(({ guest }) => guest === report.guest)?.hear(report.message);
    this.keep();
  }

  private keep(): void {
    const state = this.clients[0]?.get();
    if (state === undefined || state.v === 0) return;
    const mine = this.clients.map((client) => client.get().you.seat ?? -1);
    const kept = keepGame(this.id, {
      game: this.game,
      events: this.events,
      guests: this.clients.map(({ guest }) => guest),
      record: this.record,
      over: state.phase === 'over',
      seen: Date.now(),
      about: aboutOf(state, mine),
    });
    if (!kept) this.leave('web.local.elsewhere');
  }

  private seat(guests: readonly number[]): LocalClient[] {
    this.clients.push(...guests.map((guest) => new LocalClient(guest, this)));
    const early = this.early ?? [];
    this.early = null;
    for (const report of early) this.hear(report);
    return this.clients;
  }

  private async opened(setup: Opened): Promise<LocalClient[]> {
    const opening = {
      ...setup,
      secret: randomHex(32),
      salts: setup.seats.filter(({ name }) => name !== undefined).map(() => randomHex(16)),
    };
    return this.seat(await this.worker.ask<readonly number[]>({ do: 'open', opening }));
  }

  private async resumed(kept: KeptGame): Promise<LocalClient[]> {
    const { events, guests } = kept;
    this.events = [...events];
    this.record = kept.record;
    return this.seat(await this.worker.ask<readonly number[]>({ do: 'resume', events, guests }));
  }

  open(setup: Opened): Promise<LocalClient[]> {
    this.ready = this.opened(setup);
    return this.ready;
  }

  resume(kept: KeptGame): Promise<LocalClient[]> {
    takeGame(this.id, kept);
    this.ready = this.resumed(kept);
    return this.ready;
  }

  /** A client that says that there is no table here. */
  gone(trouble: string): LocalClient[] {
    const client = new LocalClient(0, this);
    client.leave(trouble);
    return [client];
  }

  /** The stored game can be continued, here or in the tab that has it now. */
  leave(trouble: string): void {
    this.close();
    for (const client of this.clients) client.leave(trouble);
  }

  close(): void {
    this.closed = true;
    this.worker.end();
    if (table === this) table = null;
  }
}

/** The open table; the others are only stored. */
let table: LocalTable | null = null;
onGameTaken((id) => {
  if (table?.id === id) table.leave('web.local.elsewhere');
});

/** A table to open: everybody on their seats. */
type Opened = Omit<Opening, 'secret' | 'salts'>;

/** How a table of this page is set up. */
interface LocalSetup {
  readonly game: string;
  /** How many play; by default everybody below. Remaining seats get bots of the last level. */
  readonly seats?: number;
  readonly options?: Readonly<Record<string, string>>;
  /** Whether players say it themselves; by default they do not. */
  readonly aloud?: string;
  /** The level of each bot. */
  readonly bots: readonly string[];
  /** Names of the people at this device; by default one person without a name. */
  readonly humans?: readonly string[];
  /** Who begins, counting people first and then bots; by default the first person. */
  readonly first?: number | 'chance';
}

function peopleOf(names: readonly string[]): LocalSeat[] {
  const unnamed = (i: number) =>
    names.length === 1 ? t('web.local.me') : t('web.local.nth', { n: i + 1 });
  return names.map((name, i) => ({ name: cleanName(name) || unnamed(i) }));
}

/** Everybody in playing order: the first seat begins. */
function seatsOf(setup: LocalSetup): LocalSeat[] {
  const row = engine.game(setup.game);
  const seats = [
    ...peopleOf(setup.humans ?? ['']),
    ...setup.bots.map((bot): LocalSeat => ({ bot })),
  ];
  const count = Math.max(setup.seats ?? seats.length, row?.seats[0] ?? 2);
  while (seats.length < count) seats.push({ bot: setup.bots[setup.bots.length - 1] ?? 'casual' });
  const first =
    setup.first === 'chance' ? Math.floor(Math.random() * seats.length) : (setup.first ?? 0);
  return [...seats.slice(first), ...seats.slice(0, first)];
}

const ID_BYTES = 8;

async function openTable(setup: Opened): Promise<Client[]> {
  table?.close();
  const opened = new LocalTable(randomHex(ID_BYTES), setup.game);
  table = opened;
  try {
    return await opened.open(setup);
  } catch (problem) {
    opened.close();
    throw problem;
  }
}

/** Opens a table in this page and starts the game: a client for each person at it. */
export const openLocalTable = (setup: LocalSetup): Promise<Client[]> =>
  openTable({
    game: setup.game,
    seats: seatsOf(setup),
    options: setup.options ?? {},
    aloud: setup.aloud ?? 'off',
  });

/** A finished game, to be played on from one of its plies, by one person against bots. */
interface PlayOn {
  readonly game: string;
  readonly options: Readonly<Record<string, string>>;
  readonly seats: number;
  readonly record: string;
  readonly ply: number;
  /** The person's, and their name; '' if it has none. */
  readonly seat: number;
  readonly name: string;
  readonly level: string;
}

/** Opens another table in this page, at a position of a finished game: with the same cards. */
export function playOn({ game, options, record, ply, ...who }: PlayOn): Promise<Client[]> {
  const [person] = peopleOf([who.name]);
  const seats = Array.from({ length: who.seats }, (_, seat) =>
    seat === who.seat && person ? person : { bot: who.level },
  );
  return openTable({ game, seats, options, aloud: 'off', given: { record, ply } });
}

/** A table that was played here, as it was left; by default the latest. Null: there is none. */
export async function continueLocalTable(name: string | null = null): Promise<Client[] | null> {
  if (table !== null && (name === null || name === table.id)) return table.ready;
  const id = name ?? keptGames()[0]?.id ?? '';
  const kept = keptGame(id);
  if (kept === null) return null;
  table?.close();
  const resumed = new LocalTable(id, kept.game);
  table = resumed;
  try {
    return await resumed.resume(kept);
  } catch (problem) {
    resumed.close();
    // Perhaps from another version: it stays stored until somebody deletes it.
    return resumed.gone(problem instanceof Gone ? 'web.local.broken' : 'web.local.unreadable');
  }
}

/** Deletes a game on this device; the returned function brings it back. */
export function deleteLocalTable(id: string): () => void {
  if (table?.id === id) table.close();
  return deleteGame(id);
}

// ---- advice and records ----

let adviser: EngineWorker | null = null;

function askAdviser<T>(task: Task): Promise<T> {
  if (adviser === null || adviser.lost) adviser = new EngineWorker();
  return adviser.ask<T>(task);
}

/** What a player of this level would do, best first. */
export function advise(
  setting: Setting,
  position: string,
  seat: number,
  level: string,
): Promise<Advice[]> {
  return askAdviser<Advice[]>({ do: 'advise', setting, position, seat, level });
}

/** What a move is worth, as far as its player can see. */
export const judgeMove = (setting: Setting, position: string, seat: number, move: string) =>
  askAdviser<Verdict>({ do: 'judge', setting, position, seat, move });

/** Reviews a record in a worker of its own, until it is stopped. */
export function reviewOf(record: string, tell: (part: number) => void) {
  const worker = new EngineWorker();
  worker.hear = (report) => report.do === 'progress' && tell(report.part);
  const stop = () => worker.end();
  return { stop, review: worker.ask<Review>({ do: 'review', record }).finally(stop) };
}

/** A record after its last move. Rejects if it is not one. */
export const lastOf = (record: string): Promise<Replayed> =>
  askAdviser<Replayed>({ do: 'last', record });
