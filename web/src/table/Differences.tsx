// SPDX-License-Identifier: MIT
// The rules of a table: its options in words, and what differs from print in one line.
import { engine } from '../engine/wasm';
import type { GameRow, OptionRow, Setting } from '../engine/types';
import { has, t } from '../words/words';

type Values = Setting['options'];

export const chosenOf = (option: OptionRow, values: Values): string =>
  values[option.name] ?? option.values[0] ?? '';

export function valueWords(game: string, option: string, value: string): string {
  const key = `option.${game}.${option}.${value}`;
  return has(key) ? t(key) : value;
}

/** What an option does, or one of its values where that has a sentence of its own. */
export function helpOf(game: string, option: string, value: string): string {
  const key = `option.${game}.${option}.${value}.help`;
  return t(has(key) ? key : `option.${game}.${option}.help`);
}

export const isHouse = ({ house, values }: OptionRow, value: string): boolean =>
  house > 0 && values.indexOf(value) >= house;

/** The options that are not as printed. */
export const differing = (row: GameRow, values: Values): readonly OptionRow[] =>
  row.options.filter((option) => chosenOf(option, values) !== option.values[0]);

export const ALOUD = ['off', 'on', 'three'] as const;
export type AloudValue = (typeof ALOUD)[number];

/** One line; a table by the printed rules says so only if asked. Whether players say it themselves
 * is no difference from print, but they want to know. */
export function Differences(props: {
  readonly game: string;
  readonly options: Values;
  readonly aloud?: AloudValue | null;
  readonly always?: boolean;
}) {
  const { aloud } = props;
  const row = engine.game(props.game);
  const others = row ? differing(row, props.options) : [];
  const aside = aloud && aloud !== 'off' ? `${t('aloud')}: ${t(`aloud.${aloud}`)}` : '';
  if (!row || (others.length === 0 && !aside && !props.always)) return null;
  const options = others
    .map((option) => {
      const value = valueWords(row.name, option.name, chosenOf(option, props.options));
      return `${t(`option.${row.name}.${option.name}`)}: ${value}`;
    })
    .concat(aside && others.length > 0 ? aside : [])
    .join('; ');
  return (
    <p class="differences small" data-count={others.length}>
      {others.length === 0
        ? [t('print.same'), aside].join(' ').trim()
        : t('print.differs', { options })}
    </p>
  );
}
