// SPDX-License-Identifier: MIT
// The page's words: the texts of one language at a time, from the catalogue in i18n/.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Key, Parameters, Texts } from '../../made/keys';
import { changeSettings, settings } from '../net/kept';

export type Language = 'en' | 'he';

/** What stands for a parameter; `ltr` runs from left to right in any language: 4 × 6. */
export type Value = string | number | { readonly ltr: string };
export type Values = Readonly<Record<string, Value>>;

// A key that the program puts together (`event.${kind}`) cannot be checked by its type; one that is
// written out can.
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

/** The parts of a text: what stands there at even places, names of parameters at odd ones. */
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

// Text that may run the other way than the sentence stays together in it.
function isolate(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'object')
    return present === 'he' ? LEFT_TO_RIGHT + value.ltr + POP : value.ltr;
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
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  return typeof value === 'object' ? <bdi dir="ltr">{value.ltr}</bdi> : value;
}

/** A text as elements: what is put in keeps its own direction. */
export function Say<K extends string>(props: { readonly k: K & Known<K> } & ValuesOf<K>) {
  const values = props as unknown as Values;
  const parts = partsOf(props.k, values);
  return <>{parts.map((part, i) => (i % 2 === 0 ? part : inserted(values[part])))}</>;
}

// ---- the language ----

export const language = (): Language => present;

/** The one that was chosen, or the browser's. */
export function preferredLanguage(): Language {
  const tongue = settings().language ?? navigator.language;
  return /^(he|iw)\b/.test(tongue) ? 'he' : 'en';
}

async function load(wanted: Language): Promise<Texts> {
  const response = await fetch(wanted === 'he' ? '/words.he.json' : '/words.en.json');
  if (!response.ok) throw new Error(`words: ${response.status}`);
  return (await response.json()) as Texts;
}

/** Texts without fetching them, for tests. */
export function useTexts(wanted: Language, given: Texts): void {
  loaded.set(wanted, given);
  present = wanted;
  texts = given;
}

/** Speaks this language from now on; `chosen`: also next time. */
export async function setLanguage(wanted: Language, chosen = true): Promise<void> {
  const given = loaded.get(wanted) ?? (await load(wanted));
  // biome-ignore lint/correctness/useHookAtTopLevel: it is none
  useTexts(wanted, given);
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === 'he' ? 'rtl' : 'ltr';
  if (chosen) changeSettings({ language: wanted });
  for (const listener of listeners) listener();
}

/** The language, with a new rendering whenever it changes. */
export function useLanguage(): Language {
  const [, render] = useState(0);
  useEffect(() => {
    const changed = () => render((count) => count + 1);
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  return present;
}
