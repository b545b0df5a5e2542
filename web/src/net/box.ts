// SPDX-License-Identifier: MIT
// My box: every finished game that was played on this device, in the browser's database. It may be
// missing, forbidden or full: then games last as long as the page, and callers can ask why.
import {
  hasAll,
  isBoolean,
  isCount,
  isListOf,
  isMapOf,
  isNumber,
  isText,
  maybe,
  type Of,
  orNull,
} from '../kinds';
import { isJudged, type Judged } from './boxfile';
import { isSaid } from './messages';

const isBoxed = hasAll({
  id: isText,
  at: isNumber,
  mine: isListOf(isCount),
  favourite: isBoolean,
  game: isText,
  options: isMapOf(isText),
  seats: isListOf(hasAll({ name: isText, bot: maybe(isText) })),
  plies: isCount,
  places: orNull(isListOf(isNumber)),
  scores: orNull(isListOf(isNumber)),
  end: orNull(isText),
  /** So many of its moves are another game's. */
  given: maybe(isCount),
  judged: maybe(isJudged),
});

/** A game in the box, without its record. */
export type Boxed = Of<typeof isBoxed>;

const isTries = isListOf(hasAll({ seat: isCount, said: isListOf(isSaid) }));

/** The wrong answers of people at this device, at a table where players say it themselves. They
 * have no names, and no file and no link holds them. */
export type Tries = Of<typeof isTries>;

/** It holds this many; then the oldest that is not a favourite goes. */
export const BOX_MAX = 500;

/** `games`: what lists show; `records`: their texts; `gone`: deleted ones, which never come back by
 * themselves. */
const STORES = ['games', 'records', 'gone', 'reviews', 'tries'] as const;
type Store = (typeof STORES)[number];

type Why = 'full' | 'forbidden';
type Change = (stores: Record<Store, IDBObjectStore>) => Promise<void>;

// ---- the database ----

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const VERSION = 3; // more stores than before
const OPEN_MS = 5000; // some browsers never answer where they forbid it

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), OPEN_MS);
    const request = indexedDB.open('kufsa', VERSION);
    request.onupgradeneeded = () => {
      for (const name of STORES)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const base = request.result;
      const forget = () => {
        opening = null;
      };
      base.onclose = forget;
      base.onversionchange = () => {
        base.close();
        forget();
      };
      resolve(base);
    };
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/** All or nothing: a change that fails half way leaves everything as it was. */
async function within(mode: IDBTransactionMode, work: Change): Promise<void> {
  const base = await open();
  const transaction = base.transaction([...STORES], mode);
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
  const stores = Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)]));
  try {
    await work(stores as Record<Store, IDBObjectStore>);
  } catch (problem) {
    ended.catch(() => {});
    try {
      transaction.abort();
    } catch {
      // It has ended by itself.
    }
    throw problem;
  }
  return ended;
}

// ---- telling others ----

const listeners = new Set<() => void>();
const others = globalThis.BroadcastChannel ? new BroadcastChannel('kufsa.box') : null;

function tell(): void {
  for (const listener of listeners) listener();
}

others?.addEventListener('message', tell);

function changed(): void {
  others?.postMessage('changed');
  tell();
}

/** Calls back when the box has changed, here or in another tab. */
export function onBox(hear: () => void): () => void {
  listeners.add(hear);
  return () => void listeners.delete(hear);
}

// ---- what could not be stored ----

interface Loose {
  readonly game: Boxed;
  readonly record: string;
  readonly tries: Tries;
}

/** Games that last as long as the page. */
const loose = new Map<string, Loose>();
let why: Why = 'forbidden';

/** Why some games last only as long as this page, as a key of the catalogue; null: none do. */
export const boxTrouble = (): `web.box.${Why}` | null =>
  loose.size === 0 ? null : `web.box.${why}`;

function keepLoose(one: Loose, problem: unknown): void {
  why = (problem as Error | null)?.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  loose.set(one.game.id, one);
}

// ---- the games ----

const newest = (games: readonly Boxed[]) => [...games].sort((a, b) => b.at - a.at);

/** All games, the latest first. */
export async function boxGames(): Promise<readonly Boxed[]> {
  let kept: unknown[] = [];
  try {
    await within('readonly', async ({ games }) => {
      kept = await answerTo(games.getAll());
    });
  } catch {
    // What this page has is all there is.
  }
  const there = kept.filter(isBoxed).filter(({ id }) => !loose.has(id));
  return newest([...there, ...[...loose.values()].map(({ game }) => game)]);
}

/** One game and its record; null: it is not in the box. */
export async function boxGame(id: string): Promise<{ game: Boxed; record: string } | null> {
  const own = loose.get(id);
  if (own) return own;
  let found: unknown[] = [];
  await within('readonly', async ({ games, records }) => {
    found = await Promise.all([answerTo(games.get(id)), answerTo(records.get(id))]);
  }).catch(() => {});
  const [game, record] = found;
  return isBoxed(game) && isText(record) ? { game, record } : null;
}

/** All records, for a file. */
export async function boxRecords(): Promise<ReadonlyMap<string, string>> {
  const all = new Map([...loose].map(([id, { record }]) => [id, record]));
  await within('readonly', async ({ records }) => {
    const [ids, texts] = await Promise.all([
      answerTo(records.getAllKeys()),
      answerTo(records.getAll()),
    ]);
    ids.forEach((id, i) => {
      if (isText(texts[i])) all.set(String(id), texts[i]);
    });
  }).catch(() => {});
  return all;
}

/** Removes a game and everything that is kept with it. */
function drop(stores: Record<Store, IDBObjectStore>, id: string): void {
  for (const name of STORES) if (name !== 'gone') stores[name].delete(id);
  stores.gone.put(1, id);
}

/** Removes the oldest games that are not favourites until there is room; returns how many. */
async function makeRoom(stores: Record<Store, IDBObjectStore>): Promise<number> {
  const { games } = stores;
  const over = (await answerTo(games.count())) - BOX_MAX;
  if (over <= 0) return 0;
  const all = (await answerTo(games.getAll())).filter(isBoxed);
  const old = newest(all.filter(({ favourite }) => !favourite)).slice(-over);
  for (const { id } of old) drop(stores, id);
  return old.length;
}

export interface Added {
  /** It was not there before. */
  readonly added: boolean;
  /** How many others were removed. */
  readonly dropped: number;
}

/** Adds a game. A deleted one comes back only if `again`. */
export async function boxAdd(
  game: Boxed,
  record: string,
  again = false,
  tries: Tries = [],
): Promise<Added> {
  const { id } = game;
  let added = false;
  let dropped = 0;
  try {
    await within('readwrite', async (stores) => {
      const { games, records, gone } = stores;
      const [there, deleted] = await Promise.all([
        answerTo(games.getKey(id)),
        answerTo(gone.getKey(id)),
      ]);
      if (there !== undefined || (deleted !== undefined && !again)) return;
      games.put(game, id);
      records.put(record, id);
      if (tries.length > 0) stores.tries.put(tries, id);
      gone.delete(id);
      added = true;
      dropped = await makeRoom(stores);
    });
    if (loose.delete(id)) added = true;
  } catch (problem) {
    added = !loose.has(id);
    keepLoose({ game, record, tries }, problem);
  }
  if (added) changed();
  return { added, dropped };
}

/** Is it stored, or was it deleted? Then it need not be added. */
export async function boxKnows(id: string): Promise<boolean> {
  let known = false;
  await within('readonly', async ({ games, gone }) => {
    const keys = await Promise.all([answerTo(games.getKey(id)), answerTo(gone.getKey(id))]);
    known = keys.some((key) => key !== undefined);
  }).catch(() => {});
  return known;
}

/** Deletes a game; the returned function brings it back. */
export async function boxDelete(id: string): Promise<() => Promise<void>> {
  const found = await boxGame(id);
  const tries = await boxTries(id);
  if (loose.delete(id)) {
    changed();
  } else {
    await within('readwrite', async (stores) => drop(stores, id));
    changed();
  }
  return async () => {
    if (found) await boxAdd(found.game, found.record, true, tries);
  };
}

/** What people at this device said that was wrong. */
export async function boxTries(id: string): Promise<Tries> {
  const own = loose.get(id);
  if (own) return own.tries;
  let found: unknown;
  await within('readonly', async ({ tries }) => {
    found = await answerTo(tries.get(id));
  }).catch(() => {});
  return isTries(found) ? found : [];
}

/** A review that was kept; anything else if there is none, or from another version. */
export async function boxReview(id: string): Promise<unknown> {
  let found: unknown;
  await within('readonly', async ({ reviews }) => {
    found = await answerTo(reviews.get(id));
  }).catch(() => {});
  return found;
}

/** Keeps the review of a game in the box, and what it found for the game's one owner. What cannot
 * be stored can be made again. Lists do not show it, so nobody is told. */
export async function boxKeepReview(id: string, review: object, judged: Judged | undefined) {
  await within('readwrite', async ({ games, reviews }) => {
    const game: unknown = await answerTo(games.get(id));
    if (!isBoxed(game)) return;
    reviews.put(review, id);
    if (judged) games.put({ ...game, judged }, id);
  }).catch(() => {});
}

export async function boxFavour(id: string, favourite: boolean): Promise<void> {
  const own = loose.get(id);
  if (own) loose.set(id, { ...own, game: { ...own.game, favourite } });
  else
    await within('readwrite', async ({ games }) => {
      const game: unknown = await answerTo(games.get(id));
      if (isBoxed(game)) games.put({ ...game, favourite }, id);
    });
  changed();
}
