// SPDX-License-Identifier: MIT
// Tables without a server, in a worker of this page; and advice, in another, so that a hint never
// keeps a table waiting.
import { answerOf, Holder, isAnswer, nextCid, prepare, randomHex } from '../net/holder';
import { cleanName, type KeptLocal, keepLocal, keptLocal, onLocalElsewhere } from '../net/kept';
import { type Message, needsLook } from '../table/reduce';
import type { Answer, Client, Command } from '../table/types';
import { t } from '../words/words';
import type { Advice, Setting } from './types';
import { engine, wasmModule } from './wasm';
import type { LocalSeat, Report, Request } from './worker';

type Unnumbered = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;

/** The worker is gone, or never came; nothing is wrong with what it was asked. */
class Gone extends Error {}

/** A worker and what was asked of it. */
class Desk {
  private readonly worker = new Worker('/worker.js', { type: 'module' });
  private readonly asked = new Map<number, [(answer: unknown) => void, (why: Error) => void]>();
  private count = 0;
  /** Its script has not come, or it does not work any more. */
  lost = false;
  hear: (report: Report) => void = () => {};
  onLost: () => void = () => {};

  constructor() {
    this.worker.onmessage = (event: MessageEvent<Report>) => this.take(event.data);
    this.worker.onerror = () => this.lose();
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

  ask<T>(request: Unnumbered): Promise<T> {
    if (this.lost) return Promise.reject(new Gone());
    const id = ++this.count;
    return new Promise<T>((resolve, reject) => {
      this.asked.set(id, [resolve as (answer: unknown) => void, reject]);
      this.worker.postMessage({ id, ...request });
    });
  }

  end(): void {
    this.lost = true;
    this.worker.terminate();
    for (const [, reject] of this.asked.values()) reject(new Gone());
    this.asked.clear();
  }
}

/** A worker that has nothing to do yet. */
let spare: Desk | null = null;

/** Prepares for a table that somebody may want soon: over a slow link a worker takes its time. */
export function prepareTable(): void {
  spare ??= new Desk();
}

function takeDesk(): Desk {
  const desk = spare && !spare.lost ? spare : new Desk();
  spare = null;
  return desk;
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

  send = (command: Command): Promise<Answer> => {
    const cid = nextCid();
    const text = JSON.stringify(prepare(command, cid, this.holder.state));
    return new Promise((resolve) => {
      this.waiting.set(cid, resolve);
      this.table.desk.ask({ do: 'command', guest: this.guest, text }).catch(() => {
        this.waiting.delete(cid);
        const { trouble } = this.holder.state;
        resolve({ ok: false, reason: trouble ?? 'table.command.broken' });
      });
    });
  };

  pause = (paused: boolean): void => {
    this.table.desk.ask({ do: 'pause', paused }).catch(() => undefined);
  };

  record = (): Promise<string> => Promise.resolve(this.table.record ?? '');
  close = (): void => this.table.close();

  /** The table is not here any more. */
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
    if (needsLook(before, message))
      void this.table.desk.ask({ do: 'greet', guest: this.guest }).catch(() => {});
  }
}

class LocalTable {
  readonly desk = takeDesk();
  readonly clients: LocalClient[] = [];
  record: string | null = null;
  private events: string[] = [];
  private early: (Report & { readonly do: 'tell' })[] | null = [];
  private closed = false;

  /** The people at it, once it stands. */
  ready: Promise<LocalClient[]> = Promise.resolve([]);

  constructor(private readonly game: string) {
    this.desk.hear = (report) => this.hear(report);
    this.desk.onLost = () => this.leave('web.local.broken');
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
    keepLocal({
      game: this.game,
      events: this.events,
      guests: this.clients.map(({ guest }) => guest),
      record: this.record,
      over: state.phase === 'over',
      seen: Date.now(),
    });
  }

  private seat(guests: readonly number[]): LocalClient[] {
    this.clients.push(...guests.map((guest) => new LocalClient(guest, this)));
    const early = this.early ?? [];
    this.early = null;
    for (const report of early) this.hear(report);
    return this.clients;
  }

  private async opened(setup: LocalSetup): Promise<LocalClient[]> {
    const seats = seatsOf(setup);
    const opening = {
      game: this.game,
      seats,
      options: setup.options ?? {},
      secret: randomHex(32),
      salts: seats.filter(({ name }) => name !== undefined).map(() => randomHex(16)),
    };
    return this.seat(await this.desk.ask<readonly number[]>({ do: 'open', opening }));
  }

  private async resumed(kept: KeptLocal): Promise<LocalClient[]> {
    const { events, guests } = kept;
    this.events = [...events];
    this.record = kept.record;
    return this.seat(await this.desk.ask<readonly number[]>({ do: 'resume', events, guests }));
  }

  open(setup: LocalSetup): Promise<LocalClient[]> {
    this.ready = this.opened(setup);
    return this.ready;
  }

  resume(kept: KeptLocal): Promise<LocalClient[]> {
    this.ready = this.resumed(kept);
    return this.ready;
  }

  /** Somebody who finds no table here, and is told so. */
  gone(): LocalClient[] {
    const client = new LocalClient(0, this);
    client.leave('web.local.broken');
    return [client];
  }

  /** What was kept can be gone on with, here or wherever it is now. */
  leave(trouble: string): void {
    this.close();
    for (const client of this.clients) client.leave(trouble);
  }

  close(): void {
    this.closed = true;
    this.desk.end();
    if (table === this) table = null;
  }
}

/** There is one at a time, in all tabs of this browser. */
let table: LocalTable | null = null;
onLocalElsewhere(() => table?.leave('web.local.elsewhere'));

/** How a table of this page is set up. */
export interface LocalSetup {
  readonly game: string;
  /** How many play; everybody below unless given. Seats left over get bots of the last level. */
  readonly seats?: number;
  readonly options?: Readonly<Record<string, string>>;
  /** The level of each bot. */
  readonly bots: readonly string[];
  /** Names of the people at this device; one without a name unless given. */
  readonly humans?: readonly string[];
  /** Who begins, counted through people and then bots; the first person unless given. */
  readonly first?: number | 'chance';
}

function peopleOf(names: readonly string[]): LocalSeat[] {
  const unnamed = (i: number) =>
    names.length === 1 ? t('web.local.me') : t('web.local.nth', { n: i + 1 });
  return names.map((name, i) => ({ name: cleanName(name) || unnamed(i) }));
}

/** Everybody in the order of play: who begins is on the first seat. */
function seatsOf(setup: LocalSetup): LocalSeat[] {
  const row = engine.games().find(({ name }) => name === setup.game);
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

/** Opens a table in this page and starts the game: a client for each person at it. */
export async function openLocalTable(setup: LocalSetup): Promise<Client[]> {
  table?.close();
  const opened = new LocalTable(setup.game);
  table = opened;
  try {
    return await opened.open(setup);
  } catch (problem) {
    opened.close();
    throw problem;
  }
}

/** The table that was played here last, where it stood. Null: there is none, or none any more. */
export async function continueLocalTable(): Promise<Client[] | null> {
  if (table !== null) return table.ready;
  const kept = keptLocal();
  if (kept === null) return null;
  const resumed = new LocalTable(kept.game);
  table = resumed;
  try {
    return await resumed.resume(kept);
  } catch (problem) {
    resumed.close();
    if (problem instanceof Gone) return resumed.gone();
    keepLocal(null); // a version of the rules that this page does not know any more
    return null;
  }
}

// ---- advice ----

let adviser: Desk | null = null;

/** What a player of this level would do, the best first. */
export function advise(
  setting: Setting,
  position: string,
  seat: number,
  level: string,
): Promise<Advice[]> {
  if (adviser === null || adviser.lost) adviser = new Desk();
  return adviser.ask<Advice[]>({ do: 'advise', setting, position, seat, level });
}
