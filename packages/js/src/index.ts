// The rules of Kufsa's games: positions, what is legal in them, and what comes of a move.
//
//     import { position } from 'kufsa';
//     let p = position('gobblet');
//     p = p.play('4@a1');
import { en } from './en.js';
import { type Bytes, halves, Module, Reason } from './module.js';

const rules = await Module.load(new URL('./rules.wasm', import.meta.url));

/** A game that can be played. */
export interface GameInfo {
  readonly name: string;
  /** The version of its rules: results are comparable only if it is the same. */
  readonly rules: number;
  /** How few and how many can play. */
  readonly seats: readonly [number, number];
  /** Are some cards not seen by everybody? */
  readonly hidden: boolean;
  /** Its options; the first value is the default. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** A place: `zone` is board, hand, reserve, pile or discard. */
export interface Place {
  readonly zone: 'board' | 'hand' | 'reserve' | 'pile' | 'discard';
  readonly seat?: number;
  readonly x?: number;
  readonly y?: number;
}

/** One thing on the table; without a `piece` it lies face down. */
export interface Item {
  readonly place: Place;
  readonly piece?: string;
  readonly count: number;
}

/** One thing that is true of a position: `turn`, `lead`, `owed` … */
export interface Fact {
  readonly name: string;
  readonly seat?: number;
  readonly place?: Place;
  readonly piece?: string;
  readonly number?: number;
}

/** Something that a move did. */
export interface GameEvent {
  readonly kind: string;
  readonly seat?: number;
  readonly piece?: string;
  readonly count?: number;
  readonly from?: Place;
  readonly to?: Place;
}

export interface Setting {
  /** How many play; by default as few as can, or as the notation shows. */
  seats?: number;
  /** Options that differ from the default. */
  options?: Readonly<Record<string, string | number>>;
}

/** The rules refuse something. The message is in English; `kufsa/words` has it in Hebrew too. */
export class Refused extends Error {
  /** The key of the sentence, such as `gobblet.G6.larger`. */
  readonly reason: string;
  /** The number of the rule, such as `G6`, or ''. */
  readonly rule: string;

  constructor(reason: string) {
    super(en[reason] ?? reason);
    this.name = 'Refused';
    this.reason = reason;
    this.rule = ruleOf(reason);
  }
}

/** A move that the rules do not allow. */
export class IllegalMove extends Refused {
  constructor(reason: string) {
    super(reason);
    this.name = 'IllegalMove';
  }
}

/** The number of the rule that a reason or the end of its sentence names, such as `G6`, or ''. */
export function ruleOf(reason: string): string {
  const middle = /^[a-z]+\.([A-Z]+\d+)\./.exec(reason)?.[1];
  return middle ?? /\(([A-Z]+\d+)[^()]*\)[^()]*$/.exec(en[reason] ?? '')?.[1] ?? '';
}

function taken(answer: string | Reason, kind: new (reason: string) => Refused = Refused): string {
  if (answer instanceof Reason) throw new kind(answer.reason);
  return answer;
}

const about = JSON.parse(taken(rules.text(rules.call.about()))) as GameInfo[];

/** The games that can be played. */
export const games: readonly GameInfo[] = about;

interface Head {
  text: string;
  seats: number;
  viewer: number;
  ply: number;
  actors: number[];
  options: Record<string, string>;
  points: number[] | null;
  places: number[] | null;
}

const SPECTATOR = -2;

function whole(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || Math.abs(value) > 0x7fffffff)
    throw new TypeError(`${what} is a whole number, not ${String(value)}`);
  return value;
}

function seedOf(value: number | bigint): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new TypeError(`a seed is a whole number, not ${value}`);
  const seed = BigInt(value);
  if (seed < 0n || seed >> 64n) throw new RangeError('a seed has 64 bits');
  return seed;
}

/** The bytes of a position; for `kufsa/bots`. @internal */
export let bytesOf: (position: Position) => Bytes;

/** A position of a game. It never changes: `play` returns the next one. */
export class Position {
  readonly #bytes: Bytes;
  #head: Head | null = null;
  #scene: { scene: Item[]; facts: Fact[] } | null = null;

  /** The name of the game. */
  readonly game: string;
  /** What the move that led here did, in order; empty for any other position. */
  readonly events: readonly GameEvent[];

  static {
    bytesOf = (position) => position.#bytes;
  }

  /** Use `position`. @internal */
  constructor(bytes: Bytes, events: readonly GameEvent[] = []) {
    this.#bytes = bytes;
    this.game = about[bytes.game]?.name ?? '';
    this.events = events;
  }

  get #look(): Head {
    if (this.#head === null) {
      rules.enter(this.#bytes);
      this.#head = JSON.parse(taken(rules.text(rules.call.look()))) as Head;
    }
    return this.#head;
  }

  get #shown(): { scene: Item[]; facts: Fact[] } {
    if (this.#scene === null) {
      rules.enter(this.#bytes);
      this.#scene = JSON.parse(taken(rules.text(rules.call.scene())));
    }
    return this.#scene as { scene: Item[]; facts: Fact[] };
  }

  /** Its notation. */
  get text(): string {
    return this.#look.text;
  }
  /** How many play. */
  get seats(): number {
    return this.#look.seats;
  }
  /** Its options, with those that were not chosen. */
  get options(): Readonly<Record<string, string>> {
    return this.#look.options;
  }
  /** The seats that may act. */
  get actors(): readonly number[] {
    return this.#look.actors;
  }
  /** Has the game ended? */
  get over(): boolean {
    return this.#look.actors.length === 0;
  }
  /** Moves made since the deal, or since the text it was read from. */
  get ply(): number {
    return this.#look.ply;
  }
  /** Whose view it is: a seat, 'spectator', or null: everything is visible. */
  get viewer(): number | 'spectator' | null {
    const { viewer } = this.#look;
    return viewer >= 0 ? viewer : viewer === SPECTATOR ? 'spectator' : null;
  }
  /** The points of each seat; null: this game keeps none. */
  get points(): readonly number[] | null {
    return this.#look.points;
  }
  /** The place of each seat, 1 has won, ties share; null: the game goes on. */
  get places(): readonly number[] | null {
    return this.#look.places;
  }
  /** What lies where, from the bottom up. */
  get scene(): readonly Item[] {
    return this.#shown.scene;
  }
  /** What else is true. */
  get facts(): readonly Fact[] {
    return this.#shown.facts;
  }

  #seat(seat: number | undefined): number {
    if (seat !== undefined) return whole(seat, 'a seat');
    const { actors } = this.#look;
    if (actors.length > 1) throw new TypeError(`several seats may act, ${actors}: say which`);
    return actors[0] ?? 0;
  }

  #put(move: string): void {
    if (typeof move !== 'string') throw new TypeError('a move is its notation');
    rules.put(move);
  }

  /** The legal moves of a seat; without one, of the seat that may act. */
  legal(seat?: number): string[] {
    const which = this.#seat(seat);
    rules.enter(this.#bytes);
    return JSON.parse(taken(rules.text(rules.call.legal(which))));
  }

  /** The position after a legal move; anything else throws an IllegalMove. */
  play(move: string, seat?: number): Position {
    const which = this.#seat(seat);
    rules.enter(this.#bytes);
    this.#put(move);
    const events = JSON.parse(taken(rules.text(rules.call.play(which)), IllegalMove));
    return new Position(rules.leave(this.#bytes.game), events);
  }

  /** Why a move is refused: the key of the sentence; null if it is legal. */
  why(move: string, seat?: number): string | null {
    const which = this.#seat(seat);
    rules.enter(this.#bytes);
    this.#put(move);
    const answer = rules.text(rules.call.gain(which));
    return answer instanceof Reason ? answer.reason : null;
  }

  /** The points that a legal move adds at once. */
  gain(move: string, seat?: number): number {
    const which = this.#seat(seat);
    rules.enter(this.#bytes);
    this.#put(move);
    return Number(taken(rules.text(rules.call.gain(which)), IllegalMove));
  }

  /** What a seat may know, or for null a spectator, and nothing else. */
  view(seat: number | null): Position {
    const viewer = seat === null ? SPECTATOR : whole(seat, 'a seat');
    if (viewer < 0 && seat !== null) throw new Refused('game.seat.range');
    rules.enter(this.#bytes);
    taken(rules.text(rules.call.view(viewer)));
    return new Position(rules.leave(this.#bytes.game));
  }

  /** A world that this view leaves possible: hidden cards and all luck are made up. */
  imagine(seed: number | bigint = 0): Position {
    const [low, high] = halves(seedOf(seed));
    rules.enter(this.#bytes);
    rules.call.imagine(low, high);
    return new Position(rules.leave(this.#bytes.game));
  }

  toString(): string {
    return this.text;
  }

  /** What makes it again: `position(game, text, { seats, options })`. */
  toJSON(): { game: string; text: string; seats: number; options: Record<string, string> } {
    const { game, seats, options, text } = this;
    return { game, text, seats, options: { ...options } };
  }
}

const KEY_SIZE = 32;

/** The key of a seed, as `kufsa_key` of the C library makes it. */
function keyOf(from: number | bigint | Uint8Array | undefined): Uint8Array {
  if (from === undefined) return crypto.getRandomValues(new Uint8Array(KEY_SIZE));
  if (from instanceof Uint8Array) {
    if (from.length !== KEY_SIZE) throw new RangeError(`a key has ${KEY_SIZE} bytes`);
    return from;
  }
  const key = new Uint8Array(KEY_SIZE);
  new DataView(key.buffer).setBigUint64(0, seedOf(from), true);
  return key;
}

function packed(options: Setting['options']): string {
  return Object.entries(options ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/**
 * A position. `from` is its notation; or a seed or a key of 32 bytes, with which a new game is
 * dealt, the same cards everywhere; or nothing, and a new game is dealt at random.
 */
export function position(
  game: string,
  from?: string | number | bigint | Uint8Array,
  setting: Setting = {},
): Position {
  const index = about.findIndex(({ name }) => name === game);
  const options = packed(setting.options);
  if (typeof from === 'string') {
    rules.put(options, from);
    taken(rules.text(rules.call.read(index, whole(setting.seats ?? 0, 'seats'))));
  } else {
    rules.put(options, keyOf(from));
    const seats = setting.seats ?? about[index]?.seats[0] ?? 0;
    taken(rules.text(rules.call.deal(index, whole(seats, 'seats'))));
  }
  return new Position(rules.leave(index));
}
