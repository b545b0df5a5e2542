// SPDX-License-Identifier: MIT
// Tables on the server: opened and found by HTTP, played over a WebSocket that reconnects by
// itself. docs/protocol.md describes the protocol.
//
//   connect ─▶ hello ─▶ welcome, snapshot ─▶ news, answers …
//      ▲                                        │ closed, silent, or the page slept
//      └───────── a while, longer each time ◀───┘
import { either, type Fits, hasAll, hasAny, isCount, isText } from '../kinds';
import { needsSnapshot } from '../table/reduce';
import type { Answer, Client, Command } from '../table/types';
import { aboutOf, answerOf, Holder, isAnswer, nextCid, prepare, randomHex } from './holder';
import { forgetTable, keepTable, keptTable } from './kept';
import { readMessage, type Message } from './messages';

const PROTOCOL = 1;
const WAIT_FIRST_MS = 300;
const WAIT_MAX_MS = 5000;
const ANSWER_MS = 6000; // a connection without an answer for this long counts as dead
const HELLO_MS = 8000;
const REST_MS = 60000; // HELLO_MS while the server cannot store anything
const QUIET_MS = 20000; // after this much silence, test the connection
const BYE_MAX_MS = 60000;
const BROKEN_MS = 60000; // two unreadable messages within this time: give up
const HOME_MIN_MS = 200; // wait at least this long if the table's server is down,
const HOME_MORE_MS = 800; // and at most this much longer
const FOLLOW_MAX = 3; // from one server to the next, without a rest
const TOKEN_BYTES = 16;
const ASLEEP_MS = 15000; // a page hidden for longer checks its connection

/** News that changes what the list of tables says. */
const KEPT = /^(snapshot|start|game|rematch|without|move|sit|stand|resign|accept|time|undo|allow)$/;

/** By the host. */
const SENT_AWAY = /^(remove|block)$/;

/** The path to one of several servers that share their tables. */
const HOME = /^\/ws\/[a-z0-9]+$/;

const watchPath = (code: string): string => `/watch/${code}`;

/** A refusal, as a key of the catalogue. */
export class Trouble extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Why something failed, as a key of the catalogue. */
export const reasonOf = (problem: unknown): string =>
  problem instanceof Trouble ? problem.reason : 'web.net.down';

interface Waiting {
  readonly do: string;
  readonly text: string;
  readonly resolve: (answer: Answer) => void;
}

export interface Joining {
  /** A table screen: never sits, never sees a hand. */
  readonly screen?: boolean;
  /** Only watches, and takes up no place. */
  readonly watch?: boolean;
  /** … among a crowd, where `/watch/CODE` leads. */
  readonly crowd?: boolean;
  /** Takes over the place that this token belongs to: the table then knows a new token instead. */
  readonly take?: string;
}

class ServerClient implements Client {
  readonly local = false;
  private readonly holder = new Holder();
  private readonly waiting = new Map<number, Waiting>();
  private socket: WebSocket | null = null;
  private welcomed = false;
  /** A snapshot was requested and has not arrived. */
  private snapshotComing = false;
  private brokenAt = Number.NEGATIVE_INFINITY;
  private closed = false;
  private tries = 0;
  /** Where our table is, if there are several servers; null: any of them will say. */
  private home: string | null = null;
  /** How often we were redirected since the last rest. */
  private follows = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private hiddenAt = 0;
  private token: string | null;
  /** The previous token, until the table confirms the new one. */
  private was: string | null;
  readonly watching: boolean;
  readonly crowd: boolean;

  constructor(
    private readonly code: string,
    private readonly joining: Joining,
  ) {
    const kept = keptTable(code, joining.screen);
    this.watching = joining.watch === true;
    this.crowd = joining.crowd === true;
    this.token = this.watching ? null : (kept?.token ?? null);
    this.was = this.watching ? null : (kept?.was ?? null);
    if (joining.take) this.exchange(joining.take, this.was ? kept?.spare : this.token);
    this.holder.set({ code, ...(joining.screen ? { you: { screen: true } } : {}) });
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  get = () => this.holder.get();
  subscribe = (changed: () => void) => this.holder.subscribe(changed);

  // ---- the line ----

  private connect(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const usual = this.joining.crowd ? watchPath(this.code) : '/ws';
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${this.home ?? usual}`);
    this.socket = socket;
    this.welcomed = false;
    this.snapshotComing = false;
    socket.onopen = () => this.hello();
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.hear(readMessage(data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
    this.expect(HELLO_MS);
  }

  private hello(): void {
    const { v } = this.holder.state;
    const { token, was } = this;
    this.say({
      do: 'hello',
      table: this.code,
      device: 'page',
      ...(token && (was ? { token: was, become: token } : { token })),
      ...(!token && !this.watching ? { join: true } : {}),
      ...(this.joining.screen ? { screen: true } : {}),
      ...(v > 0 ? { have: v } : {}),
    });
  }

  private say(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Something must arrive within this time. */
  private expect(millis: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.drop(), millis);
  }

  /** A connection can die silently: the network changed, or a machine slept. */
  private listen(): void {
    const rests = this.holder.state.line === 'paused';
    if (!this.welcomed) this.expect(rests ? REST_MS : HELLO_MS);
    else if (this.waiting.size > 0 || this.snapshotComing) this.expect(ANSWER_MS);
    else this.watchdog = setTimeout(() => this.askSnapshot(this.holder.state.v), QUIET_MS);
  }

  private drop(): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.lose();
  }

  private lose(after?: number): void {
    clearTimeout(this.watchdog);
    this.socket = null;
    if (this.closed || this.timer !== undefined) return;
    this.follows = 0;
    const wait = Math.min(WAIT_MAX_MS, WAIT_FIRST_MS * 2 ** this.tries++);
    let millis = after ?? wait * (0.5 + Math.random() / 2);
    if (this.home !== null && !this.welcomed) {
      this.home = null; // that server is gone: any other knows more
      millis = Math.max(millis, HOME_MIN_MS + HOME_MORE_MS * Math.random());
    }
    this.holder.set({ line: 'lost', trouble: 'web.net.down' });
    this.timer = setTimeout(() => this.connect(), millis);
  }

  /** Another server has the table. */
  private follow(to: string): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    clearTimeout(this.watchdog);
    const far = !HOME.test(to) || this.follows++ >= FOLLOW_MAX;
    this.home = far ? null : to;
    if (far) this.lose();
    else this.connect();
  }

  private readonly hurry = (): void => {
    if (this.closed || this.timer === undefined) return;
    this.tries = 0;
    this.connect();
  };

  private readonly wake = (): void => {
    if (document.visibilityState === 'hidden') {
      this.hiddenAt = Date.now();
      return;
    }
    this.hurry();
    if (this.welcomed && Date.now() - this.hiddenAt > ASLEEP_MS) this.askSnapshot();
  };

  /** Asks for a snapshot; if none comes, the connection is dead. */
  private askSnapshot(have = 0): void {
    if (this.snapshotComing) return; // the one on its way covers everything until now
    this.snapshotComing = true;
    this.say({ do: 'look', ...(have > 0 ? { have } : {}) });
    this.expect(ANSWER_MS);
  }

  private end(reason: string): void {
    for (const { resolve } of this.waiting.values()) resolve({ ok: false, reason });
    this.waiting.clear();
    this.close();
    this.holder.set({ line: 'ended', trouble: reason });
  }

  // ---- receiving ----

  private hear(message: Message | null): void {
    clearTimeout(this.watchdog);
    if (message === null) this.misheard();
    else if (message.do === 'welcome') this.welcome(message);
    else if (message.do === 'bye') this.leave(message.in);
    else if (message.do === 'elsewhere') this.follow(message.to ?? '');
    else if (message.do === 'moved') this.lost('web.seat.moved');
    else if (!this.welcomed && message.do === 'error') this.refused(message);
    else if (isAnswer(message)) this.answered(message);
    else this.news(message);
    if (this.socket !== null) this.listen();
  }

  /** Once may be an accident; twice means that the two do not speak the same protocol. */
  private misheard(): void {
    const before = this.brokenAt;
    this.brokenAt = performance.now();
    if (this.brokenAt - before > BROKEN_MS) this.drop();
    else this.end('web.version');
  }

  private welcome(message: Message): void {
    if (message.protocol !== PROTOCOL) {
      this.end('web.version');
      return;
    }
    this.welcomed = true;
    this.snapshotComing = true; // a snapshot follows
    this.tries = 0;
    this.follows = 0;
    this.home = HOME.test(message.home ?? '') ? (message.home ?? null) : null;
    this.token = message.token ?? this.token;
    if (this.was !== null) this.exchanged();
    this.holder.set({ devices: [] }); // no other device until told otherwise
    this.holder.take(message);
    for (const { text } of this.waiting.values()) this.socket?.send(text);
  }

  private refused({ reason = '', again, in: millis }: Message): void {
    if (reason === 'serve.token.unknown' && this.token) {
      this.unknown();
    } else if (again) {
      this.leave(millis);
      this.holder.set({ trouble: reason });
    } else {
      if (reason === 'serve.table.blocked') this.forget();
      this.end(reason);
    }
  }

  // ---- the token ----

  /** The secret for a link with which the person here can continue on another device. */
  seatToken = (): string | null => {
    const { locked, you } = this.holder.state;
    const outside = locked && you.seat === undefined && !you.host; // the table has forgotten it
    return this.joining.screen || outside ? null : this.token;
  };

  /** From now on this device has a new token, and keeps the old one until the table knows the new
   * one. A broken connection or a closed page in between loses neither. */
  private exchange(old: string, spare?: string | null): void {
    const { code } = this;
    const screen = this.joining.screen === true;
    this.was = old;
    this.token = randomHex(TOKEN_BYTES);
    const kept = keptTable(code, screen) ?? { table: 0, code, game: '', screen };
    const { token, was } = this;
    keepTable({ ...kept, token, was, spare: spare ?? null, seen: Date.now() });
  }

  /** The table knows the new token, and no other. */
  private exchanged(): void {
    this.was = null;
    for (const [cid, waiting] of this.waiting)
      if (waiting.do === 'signout') {
        this.waiting.delete(cid);
        waiting.resolve({ ok: true, v: this.holder.state.v });
      }
  }

  /** The way back no longer leads anywhere; another tab may have kept a better one. */
  private forget(): void {
    const { screen } = this.joining;
    const kept = keptTable(this.code, screen);
    if (!kept || kept.token !== this.token) return;
    if (kept.spare) keepTable({ ...kept, token: kept.spare, was: null, spare: null });
    else forgetTable(this.code, screen);
  }

  /** The table may forget a guest without a seat; but nobody loses a seat silently. */
  private unknown(): void {
    const kept = keptTable(this.code, this.joining.screen);
    const sat = (kept?.about?.mine.length ?? 0) > 0;
    this.forget();
    this.token = null;
    const took = this.was !== null && this.holder.state.v === 0;
    this.was = null;
    if (took) this.end('web.seat.unknown');
    else if (sat) this.end('web.seat.lost');
    else this.hello();
  }

  /** This device no longer has a place here. */
  private lost(reason: string): void {
    this.forget();
    this.token = null;
    this.end(reason);
  }

  signOut = async (): Promise<Answer> => {
    const old = this.token;
    if (old === null || this.was !== null) return { ok: false, reason: 'web.net.down' };
    this.exchange(old);
    const answer = await this.send({ do: 'signout', become: this.token });
    if (this.closed) return answer;
    if (!answer.ok && this.was === old) this.token = old;
    this.was = null;
    this.keep();
    return answer;
  };

  /** The server says when to come back. */
  private leave(millis: number | undefined): void {
    const { socket } = this;
    this.socket = null;
    this.home = null; // it may be another one by then
    socket?.close();
    this.lose(millis && Math.max(0, Math.min(BYE_MAX_MS, millis)));
  }

  private answered(message: Message): void {
    const cid = message.cid as number;
    this.waiting.get(cid)?.resolve(answerOf(message));
    this.waiting.delete(cid);
  }

  private news(message: Message): void {
    if (message.do === 'snapshot') this.snapshotComing = false;
    const before = this.holder.state;
    const gap = message.do !== 'snapshot' && (message.v ?? 0) > before.v + 1;
    if (gap) this.askSnapshot();
    else this.holder.take(message);
    if (!gap && SENT_AWAY.test(message.do ?? '') && message.seat === before.you.seat) {
      this.lost(message.do === 'block' ? 'serve.table.blocked' : 'web.seat.removed');
      return;
    }
    if (!gap && needsSnapshot(before, message)) this.askSnapshot();
    if (!gap && KEPT.test(message.do ?? '')) this.keep();
  }

  private keep(): void {
    const { state } = this.holder;
    const { table, code, game, phase, you } = state;
    const { token, was } = this;
    if (token === null) return;
    const about = aboutOf(state, you.seat === undefined ? [] : [you.seat]);
    const screen = this.joining.screen === true;
    keepTable({ table, code, game, token, was, screen, seen: Date.now(), phase, about });
  }

  // ---- sending ----

  send = (command: Command): Promise<Answer> => {
    const { line, trouble } = this.holder.state;
    if (this.closed) return Promise.resolve({ ok: false, reason: trouble ?? 'web.net.down' });
    if (line === 'paused' && trouble !== null)
      return Promise.resolve({ ok: false, reason: trouble });
    const cid = nextCid();
    const text = JSON.stringify(prepare(command, cid, this.holder.state));
    return new Promise((resolve) => {
      this.waiting.set(cid, { do: command.do, text, resolve });
      if (!this.welcomed || this.socket?.readyState !== WebSocket.OPEN) return;
      this.socket.send(text);
      this.expect(ANSWER_MS);
    });
  };

  record = async (): Promise<string> => {
    const response = await fetch(`/api/tables/${this.holder.state.table}/record`);
    if (!response.ok) throw new Trouble('serve.record.unknown');
    return response.text();
  };

  close = (): void => {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.wake);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  };
}

// ---- by HTTP ----

const isRefusal = hasAny({ reason: isText });
const isOpened = hasAll({ table: isCount, code: isText, token: isText });
const isLinked = hasAll({ link: isText });

async function ask<T>(path: string, fits: Fits<T>, body?: object): Promise<T> {
  const response = await fetch(path, {
    signal: AbortSignal.timeout(HELLO_MS),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Trouble('web.net.down');
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new Trouble((isRefusal(answer) ? answer.reason : undefined) ?? 'web.net.down');
  if (!fits(answer)) throw new Trouble('web.version');
  return answer;
}

/** Opens a table on the server, with this browser as its host. Rejects with a Trouble. */
export async function openServerTable(
  game: string,
  seats?: number,
  screen = false,
): Promise<Client> {
  const made = await ask('/api/tables', isOpened, { game, seats, ...(screen ? { screen } : {}) });
  keepTable({ ...made, game, screen, seen: Date.now() });
  return joinServerTable(made.code, { screen });
}

/** Joins a table by its code, as the guest that this browser was before, if any. Errors with the
 * code appear in the state: line `ended`, and `trouble`. */
export function joinServerTable(code: string, joining: Joining = {}): Client {
  return new ServerClient(code.toUpperCase(), joining);
}

/** The link to a table as its server gives it: its address may differ from this page's. A crowd
 * has a link of its own. */
export async function tableLink(code: string, crowd = false): Promise<string> {
  const { link } = await ask(`/api/qr/${code}`, isLinked);
  return crowd ? new URL(watchPath(code), link).href : link;
}

/** The server's address over https, and the print of the authority that has to be trusted for it,
 * if it is the house's own. */
const isSafeAddress = either(hasAll({ link: isText, print: isText }), hasAll({ link: isText }));
export type SafeAddress = { readonly link: string; readonly print?: string };

/** Throws if the server speaks only http. */
export async function safeAddress(): Promise<SafeAddress> {
  return ask('/api/secure', isSafeAddress);
}

/** Is there a server to open tables on? */
export async function serverAnswers(): Promise<boolean> {
  try {
    await ask('/api/games', hasAll({}));
    return true;
  } catch {
    return false;
  }
}
