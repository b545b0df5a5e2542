// SPDX-License-Identifier: MIT
// The browser's storage. It may be missing, forbidden or full: then what could not be stored lasts
// as long as the page, and callers can ask why.

const PREFIX = 'kufsa.';

/** Texts that could not be stored; null: one that could not be removed. */
const unkept = new Map<string, string | null>();
let why: 'full' | 'forbidden' = 'forbidden';
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** What the storage itself holds, without what this page failed to store. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function read(name: string): string | null {
  const text = unkept.get(name);
  return text === undefined ? readStored(name) : text;
}

/** Stores a text, or removes it. False: the change lasts only as long as the page. */
export function write(name: string, text: string | null): boolean {
  const before = unkept.size;
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    unkept.delete(name);
  } catch (problem) {
    why = (problem as Error | null)?.name === 'QuotaExceededError' ? 'full' : 'forbidden';
    unkept.set(name, text);
  }
  if (unkept.size !== before) changed();
  return !unkept.has(name);
}

/** Anything may be stored there: an older version's data, or what somebody typed. */
export function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export const readJson = (name: string): unknown => parse(read(name));

function storedNames(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
  } catch {
    return [];
  }
}

/** The stored names with this prefix, without the prefix. */
export function namesAfter(beginning: string): string[] {
  const own = storedNames().filter((name) => name.startsWith(PREFIX));
  const names = new Set([...own.map((name) => name.slice(PREFIX.length)), ...unkept.keys()]);
  return [...names]
    .filter((name) => name.startsWith(beginning) && read(name) !== null)
    .map((name) => name.slice(beginning.length));
}

/** Names with this prefix whose texts last only as long as the page. */
export const unkeptAfter = (beginning: string): string[] =>
  [...unkept]
    .filter(([name, text]) => name.startsWith(beginning) && text !== null)
    .map(([name]) => name.slice(beginning.length));

/** Why something could not be stored. */
export const whyUnkept = (): 'full' | 'forbidden' => why;

/** Calls back when something could not be stored, or now can be. */
export function onUnkept(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls back with a name when another tab of this browser has changed its value. */
export function onElsewhere(heard: (name: string) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX)) heard(key.slice(PREFIX.length));
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
