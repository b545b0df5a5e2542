// SPDX-License-Identifier: MIT
// Tables on the server: opened and found by HTTP, played over a WebSocket that returns by itself.
// docs/protocol.md is what is spoken.
//
//   connect ─▶ hello ─▶ welcome, snapshot ─▶ news, answers …
//      ▲                                        │ closed, silent, or the page slept
//      └───────── a while, longer each time ◀───┘
import { needsLook } from '../table/reduce';
import type { Answer, Client, Command } from '../table/types';
import { answerOf, Holder, isAnswer, nextCid, prepare } from './holder';
import { forgetTable, keepTable, keptTable } from './kept';
import { readMessage, type ServerMessage } from './messages';

const PROTOCOL = 1;
const WAIT_FIRST_MS = 300;
const WAIT_MAX_MS = 5000;
const ANSWER_MS = 6000; // without an answer for so long the line is thought dead
const HELLO_MS = 8000;
const REST_MS = 60000; // who comes while nothing can be stored is told so, and welcomed afterwards
const QUIET_MS = 20000; // after so long a silence the line is tried
const BYE_MAX_MS = 60000;
const BROKEN_MS = 60000; // what cannot be read twice within this time will not be read later
const ASLEEP_MS = 15000; // a page that was hidden for longer makes sure of its line

/** Refusals of hello that pass. */
const PASSING = /^(store\.|serve\.(rate|code|guest)\.)/;

/** A refusal, as a key of the catalogue. */
export class Trouble extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

interface Waiting {
  readonly text: string;
  readonly at: number;
  readonly resolve: (answer: Answer) => void;
}

export interface Joining {
  /** A table screen: never sits, never sees a hand. */
  readonly screen?: boolean;
  /** Only looks on, and takes up no room. */
  readonly watch?: boolean;
  /** As whom, by a link from another device; kept once the table knows it. */
  readonly token?: string;
}

class ServerClient implements Client {
  readonly local = false;
  private readonly holder = new Holder();
  private readonly waiting = new Map<number, Waiting>();
  private socket: WebSocket | null = null;
  private welcomed = false;
  /** A snapshot was asked for and has not come. */
  private looking = false;
  private brokenAt = Number.NEGATIVE_INFINITY;
  private closed = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private hiddenAt = 0;
  private token: string | null;

  constructor(
    private readonly code: string,
    private readonly joining: Joining,
  ) {
    this.token = joining.token ?? keptTable(code, joining.screen)?.token ?? null;
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
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`);
    this.socket = socket;
    this.welcomed = false;
    this.looking = false;
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
    this.say({
      do: 'hello',
      table: this.code,
      ...(this.token ? { token: this.token } : {}),
      ...(!this.token && !this.joining.watch ? { join: true } : {}),
      ...(this.joining.screen ? { screen: true } : {}),
      ...(v > 0 ? { have: v } : {}),
    });
  }

  private say(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Something must be heard within this time. */
  private expect(millis: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.drop(), millis);
  }

  /** A line can be dead without anybody being told: a network was left, a machine slept. */
  private listen(): void {
    const rests = this.holder.state.line === 'paused';
    if (!this.welcomed) this.expect(rests ? REST_MS : HELLO_MS);
    else if (this.waiting.size > 0 || this.looking) this.expect(ANSWER_MS);
    else this.watchdog = setTimeout(() => this.ask(this.holder.state.v), QUIET_MS);
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
    const wait = Math.min(WAIT_MAX_MS, WAIT_FIRST_MS * 2 ** this.tries++);
    this.holder.set({ line: 'lost', trouble: 'web.net.down' });
    this.timer = setTimeout(() => this.connect(), after ?? wait * (0.5 + Math.random() / 2));
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
    if (this.welcomed && Date.now() - this.hiddenAt > ASLEEP_MS) this.ask();
  };

  /** Asks for a snapshot; who gets none has no line. */
  private ask(have = 0): void {
    if (this.looking) return; // what is on its way tells of everything until now
    this.looking = true;
    this.say({ do: 'look', ...(have > 0 ? { have } : {}) });
    this.expect(ANSWER_MS);
  }

  private end(reason: string): void {
    for (const { resolve } of this.waiting.values()) resolve({ ok: false, reason });
    this.waiting.clear();
    this.close();
    this.holder.set({ line: 'ended', trouble: reason });
  }

  // ---- what is heard ----

  private hear(message: ServerMessage | null): void {
    clearTimeout(this.watchdog);
    if (message === null) this.misheard();
    else if (message.do === 'welcome') this.welcome(message);
    else if (message.do === 'bye') this.leave(message.in);
    else if (!this.welcomed && message.do === 'error') this.refused(message.reason ?? '');
    else if (isAnswer(message)) this.answered(message);
    else this.news(message);
    if (this.socket !== null) this.listen();
  }

  /** It may have been an accident; if it comes again, these two do not speak one language. */
  private misheard(): void {
    const before = this.brokenAt;
    this.brokenAt = performance.now();
    if (this.brokenAt - before > BROKEN_MS) this.drop();
    else this.end('web.version');
  }

  private welcome(message: ServerMessage): void {
    if (message.protocol !== PROTOCOL) {
      this.end('web.version');
      return;
    }
    this.welcomed = true;
    this.looking = true; // a snapshot follows
    this.tries = 0;
    this.token = message.token ?? this.token;
    this.holder.take(message);
    for (const { text } of this.waiting.values()) this.socket?.send(text);
  }

  /** Whoever plays from here can do so from another device, by a link with this. */
  seatToken = (): string | null => (this.joining.screen ? null : this.token);

  private refused(reason: string): void {
    if (reason === 'serve.token.unknown' && this.token) {
      const given = this.token === this.joining.token && this.holder.state.v === 0;
      if (keptTable(this.code, this.joining.screen)?.token === this.token) forgetTable(this.code);
      this.token = null;
      if (given) this.end('web.seat.unknown');
      else this.hello();
    } else if (PASSING.test(reason)) {
      this.drop();
      this.holder.set({ trouble: reason });
    } else {
      this.end(reason);
    }
  }

  /** The server stops, and says when to come back. */
  private leave(millis: number | undefined): void {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.lose(millis && Math.max(0, Math.min(BYE_MAX_MS, millis)));
  }

  private answered(message: ServerMessage): void {
    const cid = message.cid as number;
    this.waiting.get(cid)?.resolve(answerOf(message));
    this.waiting.delete(cid);
  }

  private news(message: ServerMessage): void {
    if (message.do === 'snapshot') this.looking = false;
    const before = this.holder.state;
    const gap = message.do !== 'snapshot' && (message.v ?? 0) > before.v + 1;
    if (gap) this.ask();
    else this.holder.take(message);
    if (!gap && needsLook(before, message)) this.ask();
    if (message.do === 'snapshot') this.keep();
  }

  private keep(): void {
    const { table, code, game } = this.holder.state;
    const screen = this.joining.screen === true;
    if (this.token !== null)
      keepTable({ table, code, game, token: this.token, screen, seen: Date.now() });
  }

  // ---- what is said ----

  send = (command: Command): Promise<Answer> => {
    const { line, trouble } = this.holder.state;
    if (this.closed) return Promise.resolve({ ok: false, reason: trouble ?? 'web.net.down' });
    if (line === 'paused' && trouble !== null)
      return Promise.resolve({ ok: false, reason: trouble });
    const cid = nextCid();
    const text = JSON.stringify(prepare(command, cid, this.holder.state));
    return new Promise((resolve) => {
      this.waiting.set(cid, { text, at: Date.now(), resolve });
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

async function ask<T>(path: string, body?: object): Promise<T> {
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
  const answer = (await response.json().catch(() => ({}))) as T & { readonly reason?: string };
  if (!response.ok) throw new Trouble(answer.reason ?? 'web.net.down');
  return answer;
}

/** Opens a table on the server, with this browser as its host. Rejects with a Trouble. */
export async function openServerTable(
  game: string,
  seats?: number,
  screen = false,
): Promise<Client> {
  const made = await ask<{ table: number; code: string; token: string }>('/api/tables', {
    game,
    ...(seats === undefined ? {} : { seats }),
    ...(screen ? { screen } : {}),
  });
  keepTable({ ...made, game, screen, seen: Date.now() });
  return joinServerTable(made.code, { screen });
}

/** Comes to a table by its code, as the guest that this browser was before if it was one. What is
 * wrong with the code is told by the state: line `ended`, and `trouble`. */
export function joinServerTable(code: string, joining: Joining = {}): Client {
  return new ServerClient(code.toUpperCase(), joining);
}

/** The link to a table as its server tells it: it may have another address than this page's. */
export async function tableLink(code: string): Promise<string> {
  return (await ask<{ link: string }>(`/api/qr/${code}`)).link;
}

/** Is there a server to open tables on? */
export async function serverAnswers(): Promise<boolean> {
  try {
    await ask('/api/games');
    return true;
  } catch {
    return false;
  }
}
