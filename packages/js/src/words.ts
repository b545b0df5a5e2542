// What reasons say, in English and Hebrew.
import { en } from './en.js';
import { he } from './he.js';

export type Language = 'en' | 'he';

/** A reason with what its sentence mentions, as candidates of `kufsa/bots` have it. */
export interface Said {
  readonly reason: string;
  readonly piece?: string;
  readonly count?: number;
  readonly seat?: number;
}

const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, he };

/** The sentence of a reason; the reason itself if there is none. Seats are told by number. */
export function sentence(said: string | Said, language: Language = 'en'): string {
  const given: Said = typeof said === 'string' ? { reason: said } : said;
  const texts = TEXTS[language];
  if (texts === undefined) throw new RangeError(`a language is en or he, not ${String(language)}`);
  const text = Object.hasOwn(texts, given.reason) ? texts[given.reason] : undefined;
  return (text ?? given.reason).replace(/\{(piece|count|seat)\}/g, (all, name) =>
    String(given[name as keyof Said] ?? all),
  );
}
