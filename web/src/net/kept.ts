// SPDX-License-Identifier: MIT
// What this browser remembers: settings, the person's name, and ways back to tables. All of it may
// be missing, or forbidden to be kept: then it lasts as long as the page.
import { either, hasAll, isBoolean, isListOf, isNull, isNumber, isText } from './kinds';

const PREFIX = 'kufsa.';
/** What could not be put away: for want of room, or because it is not allowed. */
const unkept = new Map<string, string | null>();

function read(name: string): string | null {
  const text = unkept.get(name);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

function write(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    unkept.delete(name);
  } catch {
    unkept.set(name, text);
  }
}

/** Anything may stand there: an older version's, or what somebody typed. */
function readJson(name: string): unknown {
  try {
    return JSON.parse(read(name) ?? 'null');
  } catch {
    return null;
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

/** Those that are more than yes or no. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  language: [null, 'en', 'he'],
  theme: ['auto', 'light', 'dark'],
  handOnly: [null, true, false],
};

let present: Settings | null = null;
const listeners = new Set<() => void>();

function readSettings(): Settings {
  const fits = ([name, value]: readonly [string, unknown]) =>
    name in USUAL && (CHOICES[name] ?? [true, false]).includes(value);
  return {
    ...USUAL,
    ...Object.fromEntries(Object.entries(readJson('settings') ?? {}).filter(fits)),
  };
}

export function settings(): Settings {
  present ??= readSettings();
  return present;
}

export function changeSettings(change: Partial<Settings>): void {
  present = { ...readSettings(), ...change }; // another tab may have changed others
  write('settings', JSON.stringify(present));
  for (const listener of listeners) listener();
}

/** Calls back after each change, until the returned function is called. */
export function onSettings(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

// ---- who I am ----

const NAME_LETTERS_MAX = 24;

/** As a table will have it (src/table/names.c): nothing that is not seen or that turns the text
 * around it, and not too long. Empty if no letter is left. */
export function cleanName(name: string): string {
  const seen = name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/\s+/g, ' ');
  if (!/[^\p{M}\s]/u.test(seen)) return '';
  return [...seen.trim()].slice(0, NAME_LETTERS_MAX).join('').trim();
}

export const myName = (): string => cleanName(read('name') ?? '');
export const keepName = (name: string): void => write('name', cleanName(name) || null);

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

const isTable = hasAll({
  table: isNumber,
  code: isText,
  game: isText,
  token: either(isNull, isText),
  screen: isBoolean,
  seen: isNumber,
});

/** Tables that this browser has been at, the latest first. */
export function keptTables(now = Date.now()): readonly KeptTable[] {
  const kept = readJson('tables');
  return (Array.isArray(kept) ? kept : [])
    .filter((table): table is KeptTable => isTable(table))
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

const isLocal = hasAll({
  game: isText,
  events: isListOf(isText),
  guests: isListOf(isNumber),
  record: either(isNull, isText),
  over: isBoolean,
});

export function keptLocal(): KeptLocal | null {
  const kept = readJson('local');
  return isLocal(kept) ? (kept as KeptLocal) : null;
}

export function keepLocal(local: KeptLocal | null): void {
  write('local', local === null ? null : JSON.stringify(local));
}

/** Calls back when another tab of this browser puts a table away. */
export function onLocalElsewhere(taken: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === `${PREFIX}local` && newValue !== null) taken();
  });
}
