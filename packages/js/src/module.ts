// A WebAssembly module of the rules: texts go in, JSON comes out, and a position is copied in and
// out as the bytes of its state. src/script/script.h describes what is called here.

/** What a module exports; only that with computer players has the last two. */
interface Exports {
  memory: WebAssembly.Memory;
  input(): number;
  output(): number;
  state(): number;
  state_size(): number;
  use(game: number): void;
  about(): number;
  deal(game: number, seats: number): number;
  read(game: number, seats: number): number;
  look(): number;
  scene(): number;
  legal(seat: number): number;
  gain(seat: number): number;
  play(seat: number): number;
  view(viewer: number): number;
  imagine(low: number, high: number): number;
  levels(): number;
  best(seat: number, nodes: number, low: number, high: number): number;
}

const INPUT_MAX = 16384;

/** The bytes of a position, and the index of its game. */
export interface Bytes {
  game: number;
  bytes: Uint8Array;
}

/** What the rules refuse, as it comes out of the module. */
export class Reason {
  constructor(readonly reason: string) {}
}

async function compile(url: URL): Promise<WebAssembly.Instance> {
  if (url.protocol === 'file:') {
    const files = 'node:fs/promises'; // a name, so that bundlers for browsers leave it alone
    const { readFile } = await import(/* @vite-ignore */ files);
    return (await WebAssembly.instantiate(await readFile(url))).instance;
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (await WebAssembly.instantiate(await answer.arrayBuffer())).instance;
}

/** The two halves of a number of 64 bits. */
export const halves = (seed: bigint): [number, number] => [
  Number(seed & 0xffffffffn),
  Number((seed >> 32n) & 0xffffffffn),
];

export class Module {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async load(url: URL): Promise<Module> {
    return new Module((await compile(url)).exports as unknown as Exports);
  }

  /** What the module offers. */
  get call(): Exports {
    return this.#exports;
  }

  /** Texts and bytes for the next call, each text with a NUL behind it. */
  put(...parts: (string | Uint8Array)[]): void {
    const { memory, input } = this.#exports;
    const room = new Uint8Array(memory.buffer, input(), INPUT_MAX);
    let at = 0;
    for (const part of parts) {
      const text = typeof part === 'string';
      if (text && part.includes('\0')) throw new TypeError('a text with a NUL in it');
      const bytes = text ? this.#encoder.encode(`${part}\0`) : part;
      if (at + bytes.length > INPUT_MAX) throw new RangeError('a text that is far too long');
      room.set(bytes, at);
      at += bytes.length;
    }
  }

  /** The answer of a call, which returned its size; a Reason if it was refused. */
  text(size: number): string | Reason {
    const bytes = new Uint8Array(
      this.#exports.memory.buffer,
      this.#exports.output(),
      Math.abs(size),
    );
    const text = this.#decoder.decode(bytes);
    return size < 0 ? new Reason(text) : text;
  }

  /** The position for the next calls. */
  enter({ game, bytes }: Bytes): void {
    this.#exports.use(game);
    new Uint8Array(this.#exports.memory.buffer, this.#exports.state(), bytes.length).set(bytes);
  }

  /** The position that a call has left. */
  leave(game: number): Bytes {
    const { memory, state, state_size } = this.#exports;
    return { game, bytes: new Uint8Array(memory.buffer, state(), state_size()).slice() };
  }
}
