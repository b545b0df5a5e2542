// SPDX-License-Identifier: MIT
// What this browser remembers: settings, the person's name, and ways back to tables. All of it may
// be missing, or forbidden to be kept: then it lasts as long as the page.

const PREFIX = 'kufsa.';
const memory = new Map<string, string>();

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(name: string, text: string | null): void {
  if (text === null) memory.delete(name);
  else memory.set(name, text);
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    // No room, or not allowed: the page remembers it.
  }
}

function readJson<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(read(name) ?? 'null') as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// ---- settings ----

export interface Settings {
  readonly language: 'en' | 'he' | null; // null: the browser's
  readonly theme: 'auto' | 'light' | 'dark';
  readonly sound: boolean;
  /** Show what is legal. */
  readonly lights: boolean;
  /** The only thing that can follow is done at once. */
  readonly quick: boolean;
  readonly bigCards: boolean;
  /** Hands on phones are hidden until touched. */
  readonly hideHand: boolean;
  /** This device does not show the table; null: it does unless a shared screen is there. */
  readonly handOnly: boolean | null;
}

const USUAL: Settings = {
  language: null,
  theme: 'auto',
  sound: true,
  lights: true,
  quick: false,
  bigCards: false,
  hideHand: true,
  handOnly: null,
};

let present: Settings | null = null;
const listeners = new Set<() => void>();

export function settings(): Settings {
  present ??= { ...USUAL, ...readJson<Partial<Settings>>('settings', {}) };
  return present;
}

export function changeSettings(change: Partial<Settings>): void {
  present = { ...settings(), ...change };
  write('settings', JSON.stringify(present));
  for (const listener of listeners) listener();
}

/** Calls back after each change, until the returned function is called. */
export function onSettings(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

// ---- who I am ----

export const myName = (): string => read('name') ?? '';
export const keepName = (name: string): void => write('name', name.trim() || null);

// ---- tables on servers ----

export interface KeptTable {
  readonly table: number;
  readonly code: string;
  readonly game: string;
  /** The secret that makes this browser the same guest again. */
  readonly token: string | null;
  readonly screen: boolean;
  /** When it was last looked at, in milliseconds since 1970. */
  readonly seen: number;
}

const TABLES_MAX = 12;
const DAYS_MAX = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Tables that this browser has been at, the latest first. */
export function keptTables(now = Date.now()): readonly KeptTable[] {
  return readJson<KeptTable[]>('tables', [])
    .filter((table) => now - table.seen < DAYS_MAX * DAY_MS)
    .sort((a, b) => b.seen - a.seen);
}

export function keptTable(code: string, screen = false): KeptTable | null {
  return keptTables().find((table) => table.code === code && table.screen === screen) ?? null;
}

const isOther = (table: KeptTable) => (one: KeptTable) =>
  one.code !== table.code || one.screen !== table.screen;

export function keepTable(table: KeptTable): void {
  const others = keptTables().filter(isOther(table));
  write('tables', JSON.stringify([table, ...others].slice(0, TABLES_MAX)));
}

export function forgetTable(code: string): void {
  const others = keptTables().filter((table) => table.code !== code);
  write('tables', JSON.stringify(others));
}

// ---- the table of this page ----

/** A table that was played here without a server, as its events. */
export interface KeptLocal {
  readonly game: string;
  readonly events: readonly string[];
  /** Guests that sit here, by their numbers at the table. */
  readonly guests: readonly number[];
  readonly record: string | null;
  readonly over: boolean;
  readonly seen: number;
}

export const keptLocal = (): KeptLocal | null => readJson<KeptLocal | null>('local', null);
export function keepLocal(local: KeptLocal | null): void {
  write('local', local === null ? null : JSON.stringify(local));
}
