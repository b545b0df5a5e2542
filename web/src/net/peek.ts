// SPDX-License-Identifier: MIT
// Asks the table whose place a link leads to, before anybody takes it. Nobody else is told.
import { readMessage } from './messages';
import { Trouble } from './server';

const PEEK_MS = 8000;

export interface Peeked {
  /** Null: somebody without a seat. */
  readonly name: string | null;
}

/** Rejects with a Trouble. */
export function peekSeat(code: string, token: string): Promise<Peeked> {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`);
  return new Promise<Peeked>((resolve, reject) => {
    const fail = (reason: string) => reject(new Trouble(reason));
    setTimeout(() => fail('web.net.down'), PEEK_MS);
    socket.onopen = () =>
      socket.send(JSON.stringify({ do: 'hello', table: code, token, peek: true, device: 'page' }));
    socket.onclose = () => fail('web.net.down');
    socket.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (message?.do === 'peek') resolve({ name: message.name ?? null });
      else if (message?.do === 'error') fail(message.reason ?? 'web.net.down');
      else if (message?.do !== 'paused') fail('web.version');
    };
  }).finally(() => socket.close());
}
