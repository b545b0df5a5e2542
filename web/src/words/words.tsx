// SPDX-License-Identifier: MIT
// The page's words: the texts of one language at a time, from the catalogue in i18n/.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Key, Parameters, Texts } from '../../made/keys';
import { useRedraw } from '../hooks';
import { changeSettings, type Settings, settings } from '../net/kept';

export type Language = NonNullable<Settings['language']>;

/** The value of a parameter; `ltr` runs from left to right in any language and stays on one line:
 * 4 × 6. `names` are joined as the language does, each in its own direction, in the sentence's
 * order. */
export type Value =
  | string
  | number
  | { readonly ltr: string }
  | { readonly names: readonly string[] };
type Values = Readonly<Record<string, Value>>;

// The type cannot check a key that the program builds (`event.${kind}`); it can check a literal
// one.
type Loose<K extends string> = Record<never, never> extends Record<K, 1> ? true : false;
type Known<K extends string> = Loose<K> extends true ? K : K extends Key ? K : never;
type ValuesOf<K extends string> =
  Loose<K> extends true ? Values : { readonly [P in K extends Key ? Parameters[K] : never]: Value };
type Given<K extends string> =
  Loose<K> extends true
    ? [values?: Values]
    : [K extends Key ? Parameters[K] : never] extends [never]
      ? [values?: Values]
      : [values: ValuesOf<K>];

let present: Language = 'en';
let texts: Texts = {};
const loaded = new Map<Language, Texts>();
const listeners = new Set<() => void>();

// ---- texts ----

const PARAMETER = /\{([a-z][a-z0-9_]*)\}/;

/** The parts of a text: literal text at even indexes, parameter names at odd ones. */
function partsOf(key: string, values: Values): string[] {
  const entry = has(key) ? texts[key] : undefined;
  if (entry === undefined) return [key];
  if (typeof entry === 'string') return entry.split(PARAMETER);
  const n = Number(values.n);
  const form = n === 1 ? entry.one : n === 2 ? entry.two : undefined;
  return (form ?? entry.other).split(PARAMETER);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const RUNS_RIGHT = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}|[+×@]\d|\d[+×x@,-]/u;
const FIRST_STRONG = '\u2068';
const LEFT_TO_RIGHT = '\u2066';
const POP = '\u2069';

const oneLine = (text: string) => text.replaceAll(' ', '\u00a0');

const lists = () => new Intl.ListFormat(present, { type: 'conjunction' });

// Text that may run in the other direction than the sentence stays together in it.
function isolate(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'object' && 'names' in value)
    return lists().format(value.names.map(isolate));
  if (typeof value === 'object') {
    const ltr = oneLine(value.ltr);
    return present === 'he' ? LEFT_TO_RIGHT + ltr + POP : ltr;
  }
  const text = String(value);
  const foreign = (present === 'he' ? RUNS_RIGHT : RIGHT_TO_LEFT).test(text);
  return foreign ? FIRST_STRONG + text + POP : text;
}

/** A text with its parameters filled in. */
export function t<K extends string>(key: K & Known<K>, ...given: Given<K>): string {
  const values: Values = given[0] ?? {};
  return partsOf(key, values)
    .map((part, i) => (i % 2 === 0 ? part : isolate(values[part])))
    .join('');
}

/** Is there a text for it? */
export const has = (key: string): boolean => Object.hasOwn(texts, key);

function inserted(value: Value | undefined): ComponentChildren {
  if (typeof value === 'object' && 'names' in value)
    return lists()
      .formatToParts(value.names)
      .map(({ type, value: text }, i) => (type === 'element' ? <bdi key={i}>{text}</bdi> : text));
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  return typeof value === 'object' ? <bdi dir="ltr">{oneLine(value.ltr)}</bdi> : value;
}

/** A text as elements: each value keeps its own direction. */
export function Say<K extends string>(props: { readonly k: K & Known<K> } & ValuesOf<K>) {
  const values = props as unknown as Values;
  const parts = partsOf(props.k, values);
  return <>{parts.map((part, i) => (i % 2 === 0 ? part : inserted(values[part])))}</>;
}

const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** A date. */
export const day = (then: number): string =>
  new Intl.DateTimeFormat(present, { dateStyle: 'medium' }).format(then);

/** How long ago, roughly; if very long, the date. */
export function ago(then: number, now = Date.now()): string {
  const past = Math.max(0, now - then);
  if (past > 28 * UNITS[0][1]) return day(then);
  const words = new Intl.RelativeTimeFormat(present, { numeric: 'auto' });
  const [unit, millis] = UNITS.find(([, length]) => past >= length) ?? ['second', past + 1];
  return words.format(-Math.floor(past / millis), unit);
}

// ---- the language ----

export const language = (): Language => present;

/** The chosen language, or the browser's. */
export function preferredLanguage(): Language {
  const tongue = settings().language ?? navigator.language;
  return /^(he|iw)\b/.test(tongue) ? 'he' : 'en';
}

async function load(wanted: Language): Promise<Texts> {
  const response = await fetch(wanted === 'he' ? '/words.he.json' : '/words.en.json');
  if (!response.ok) throw new Error(`words: ${response.status}`);
  return (await response.json()) as Texts;
}

/** Sets the texts without fetching them, for tests. */
export function useTexts(wanted: Language, given: Texts): void {
  loaded.set(wanted, given);
  present = wanted;
  texts = given;
}

/** Uses this language from now on; `chosen`: next time too. */
export async function setLanguage(wanted: Language, chosen = true): Promise<void> {
  const given = loaded.get(wanted) ?? (await load(wanted));
  // biome-ignore lint/correctness/useHookAtTopLevel: it is not a hook
  useTexts(wanted, given);
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === 'he' ? 'rtl' : 'ltr';
  if (chosen) changeSettings({ language: wanted });
  for (const listener of listeners) listener();
}

/** Redraws whenever the language changes. */
export function useLanguage(): void {
  const redraw = useRedraw();
  useEffect(() => {
    listeners.add(redraw);
    return () => void listeners.delete(redraw);
  }, [redraw]);
}
