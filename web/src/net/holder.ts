// SPDX-License-Identifier: MIT
// A table's state and its listeners, and the commands that wait for an answer.
import { EMPTY, reduce } from '../table/reduce';
import type { Answer, Command, TableState } from '../table/types';
import type { About } from './games';
import type { Message } from './messages';

export class Holder {
  private readonly listeners = new Set<() => void>();
  state: TableState = EMPTY;

  get = (): TableState => this.state;

  subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  };

  change(state: TableState): void {
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  set(change: Partial<TableState>): void {
    this.change({ ...this.state, ...change });
  }

  take(message: Message): void {
    this.change(reduce(this.state, message, performance.now()));
  }
}

/** A summary of a table, for the people at these seats. */
export const aboutOf = ({ seats, scores, ply }: TableState, mine: readonly number[]): About => ({
  seats: seats.map((seat) => seat && { name: seat.name, ...(seat.bot ? { bot: seat.bot } : {}) }),
  mine: mine.filter((seat) => seat >= 0),
  scores,
  ply,
});

// A guest's numbers must not repeat after a reload: the table would think it had already answered.
let numbered = crypto.getRandomValues(new Uint32Array(1))[0] as number;

export function nextCid(): number {
  numbered = (numbered % 0x7fffffff) + 1;
  return numbered;
}

const SALT_BYTES = 16;

/** Random hexadecimal digits. */
export function randomHex(bytes: number): string {
  const chance = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(chance, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A command as it is sent: numbered, and tied to what its sender has seen. */
export function prepare(command: Command, cid: number, state: TableState): object {
  if (command.do === 'move')
    return state.window === null
      ? { cid, base: state.v, ...command }
      : { cid, window: state.window.number, ...command };
  const adds = command.do === 'ready' || command.do === 'rematch'; // adds randomness to the deal
  return { cid, ...(adds ? { salt: randomHex(SALT_BYTES) } : {}), ...command };
}

/** A message that answers a command, as the promise of `send` gives it. */
export function answerOf(message: Message): Answer {
  if (message.do === 'ok' || message.do === 'legal') return { ok: true, v: message.v ?? 0 };
  if (message.do === 'stale') return { ok: false, stale: true, reason: 'web.stale' };
  return { ok: false, reason: message.reason ?? 'table.command.broken' };
}

export const isAnswer = (message: Message): boolean =>
  message.cid !== undefined && ['ok', 'error', 'stale', 'legal'].includes(message.do ?? '');
