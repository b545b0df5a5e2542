// SPDX-License-Identifier: MIT
// Texts that depend on a table's options or its number of players. The catalogue says which do: a
// key with `.seats.2` or `.<option>.<value>` behind it is the more exact one (i18n/README.md).
import type { OptionRow, Setting } from '../engine/types';
import { has } from './words';

/** Without a number of players, the text is for any. */
export interface Rules {
  readonly seats?: number;
  readonly options: Setting['options'];
}

/** The most exact key there is. The same walk as `exact_key` in src/tell/options.c. */
export function exactKey(key: string, rows: readonly OptionRow[], rules: Rules): string {
  const chosen = rows.map(({ name, values }) => `${name}.${rules.options[name] ?? values[0]}`);
  const parts = [`seats.${rules.seats ?? 0}`, ...chosen];
  return parts.reduce((so, part) => (has(`${so}.${part}`) ? `${so}.${part}` : so), key);
}
