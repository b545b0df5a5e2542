// SPDX-License-Identifier: MIT
// The WebAssembly module (src/page): requests and answers in JSON, one at a time.

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize?: () => void;
  readonly in_buffer: () => number;
  readonly out_buffer: () => number;
  readonly ask: (size: number) => number;
}

const REQUEST_MAX = 512 * 1024; // bytes, as in src/page/page.h

/** A request that the module could not serve; the message is its word or catalogue key. */
export class AskError extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Asks a module that is loaded. */
export type Ask = <T>(request: object) => T;

export function askerOf(instance: WebAssembly.Instance): Ask {
  const exports = instance.exports as unknown as Exports;
  exports._initialize?.();
  return <T>(request: object): T => {
    const bytes = encoder.encode(JSON.stringify(request));
    if (bytes.length > REQUEST_MAX) throw new AskError('long');
    new Uint8Array(exports.memory.buffer, exports.in_buffer(), bytes.length).set(bytes);
    const size = exports.ask(bytes.length);
    const answer = new Uint8Array(exports.memory.buffer, exports.out_buffer(), size);
    const made = JSON.parse(decoder.decode(answer)) as T & { readonly error?: string };
    if (typeof made.error === 'string') throw new AskError(made.error);
    return made;
  };
}
