// SPDX-License-Identifier: MIT
// What this browser remembers: settings, the person's name, and ways back to tables on servers.
// Games on this device are in games.ts.
import { hasAll, isBoolean, isNumber, isText, maybe, type Of, orNull } from '../kinds';
import { isAbout } from './games';
import { read, readJson, write } from './storage';

// ---- settings ----

/** The values of each; the first is the default. */
export const CHOICES = {
  language: [null, 'en', 'he'], // null: the browser's
  theme: ['auto', 'light', 'dark'],
  sound: [true, false],
  /** Show what is legal. */
  lights: [true, false],
  /** Take the next step at once if only one is possible. */
  quick: [false, true],
  bigCards: [false, true],
  /** Hands on phones are hidden until touched. */
  hideHand: [true, false],
  /** This device does not show the table; null: it does, unless there is a shared screen. */
  handOnly: [null, true, false],
} as const;

type Choices = typeof CHOICES;
export type Settings = { readonly [N in keyof Choices]: Choices[N][number] };

let present: Settings | null = null;
const listeners = new Set<() => void>();

function readSettings(): Settings {
  const kept = (readJson('settings') ?? {}) as Readonly<Record<string, unknown>>;
  const valid = Object.entries(CHOICES).map(([name, values]: [string, readonly unknown[]]) => [
    name,
    values.includes(kept[name]) ? kept[name] : values[0],
  ]);
  return Object.fromEntries(valid) as Settings;
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

// ---- the name ----

const NAME_LETTERS_MAX = 24;

/** As the table will store it (src/table/names.c): without invisible characters and those that
 * change the direction of text, and not too long. Empty if no letter is left. */
export function cleanName(name: string): string {
  const seen = name
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/\s+/g, ' ');
  if (!/[^\p{M}\s]/u.test(seen)) return '';
  return [...seen.trim()].slice(0, NAME_LETTERS_MAX).join('').trim();
}

export const myName = (): string => cleanName(read('name') ?? '');
export const keepName = (name: string): void => void write('name', cleanName(name) || null);

// ---- tables on servers ----

const isTable = hasAll({
  table: isNumber,
  code: isText,
  game: isText,
  /** The secret that makes this browser the same guest again. */
  token: orNull(isText),
  /** The previous token, while it is uncertain which one the table knows. */
  was: maybe(orNull(isText)),
  /** The way back to the place that this browser had before, until this one is certain. */
  spare: maybe(orNull(isText)),
  screen: isBoolean,
  /** When it was last viewed, in milliseconds since 1970. */
  seen: isNumber,
  /** Who plays there, and the score, once it is known. */
  about: maybe(isAbout),
  phase: maybe(isText),
});

type KeptTable = Of<typeof isTable>;

/** Tables that this browser has been at, latest first. A way back is a seat: it is kept until
 * somebody removes it. */
export function keptTables(): readonly KeptTable[] {
  const kept = readJson('tables');
  return (Array.isArray(kept) ? kept : []).filter(isTable).sort((a, b) => b.seen - a.seen);
}

export function keptTable(code: string, screen = false): KeptTable | null {
  return keptTables().find((table) => table.code === code && table.screen === screen) ?? null;
}

const othersThan = (code: string, screen: boolean) =>
  keptTables().filter((table) => table.code !== code || table.screen !== screen);

export function keepTable(table: KeptTable): void {
  write('tables', JSON.stringify([table, ...othersThan(table.code, table.screen)]));
}

/** Forgets the way back: a person's, or a table screen's. */
export function forgetTable(code: string, screen = false): void {
  write('tables', JSON.stringify(othersThan(code, screen)));
}
