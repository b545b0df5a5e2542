// SPDX-License-Identifier: MIT
// The options of a game, as the engine lists them: to choose, or only to read. What the printed
// rules leave to the players comes first; house rules are folded away, value by value.
import './Options.css';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { GameRow, OptionRow } from '../engine/types';
import { Button, Choice } from '../look';
import {
  type AloudValue,
  chosenOf,
  Differences,
  differing,
  helpOf,
  isHouse,
  valueWords,
} from '../table/Differences';
import { t } from '../words/words';
import { Example } from './pictures';

const FEW = 4; // up to this many stand side by side; more become a list

interface OptionProps {
  readonly game: string;
  readonly row: OptionRow;
  readonly value: string;
  /** Among the house rules? */
  readonly house: boolean;
}

/** Beside what is chosen: the other values of the printed rules, or the house rules. */
function offered({ row, value, house }: OptionProps): readonly string[] {
  if (row.house === 1) return row.values;
  const chosen = isHouse(row, value);
  const printed = row.values.filter((one) => !isHouse(row, one));
  if (!house) return chosen ? [...printed, value] : printed;
  const usual = chosen ? (printed[0] ?? value) : value;
  return [usual, ...row.values.filter((one) => isHouse(row, one))];
}

/** What the chosen value means: a sentence and a picture. */
function About({ game, row, value, house }: OptionProps) {
  const told = house && !isHouse(row, value) ? (row.values[row.house] ?? value) : value;
  return (
    <div class="options-about">
      <p class="small soft">{helpOf(game, row.name, told)}</p>
      <Example game={game} option={row.name} value={value} />
    </div>
  );
}

function Option(props: OptionProps & { readonly onChange: (value: string) => void }) {
  const { game, row, value, house, onChange } = props;
  const id = useId();
  const title = t(`option.${game}.${row.name}`);
  const values = offered(props).map((one) => [one, valueWords(game, row.name, one)] as const);
  return (
    <div class="column options-row" data-option={row.name} data-house={house ? '' : undefined}>
      <label class="options-name" for={values.length > FEW ? id : undefined}>
        {title}
      </label>
      {values.length > FEW ? (
        <select
          id={id}
          class="field options-select"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {values.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <Choice label={title} value={value} values={values} onChange={onChange} />
      )}
      <About {...props} />
    </div>
  );
}

/** The same for people who cannot choose. */
function Chosen(props: OptionProps) {
  const { game, row, value } = props;
  return (
    <div class="column options-row" data-option={row.name}>
      <p class="options-name">{t(`option.${game}.${row.name}`)}</p>
      <p class="options-value">{valueWords(game, row.name, value)}</p>
      <About {...props} />
    </div>
  );
}

/** House rules: folded unless one is chosen already. */
function House({ chosen, children }: { chosen: boolean; children: ComponentChildren }) {
  const [open] = useState(chosen);
  return (
    <details class="options-house" open={open}>
      <summary>{t('web.options.house')}</summary>
      <div class="column-wide options-group">{children}</div>
    </details>
  );
}

interface OptionsProps {
  readonly row: GameRow;
  readonly values: Readonly<Record<string, string>>;
  /** Without this the options are read-only. */
  readonly onChange?: (name: string, value: string) => void;
  readonly aloud?: AloudValue | null;
}

export function Options({ row, values, onChange, aloud }: OptionsProps) {
  const others = differing(row, values);
  const show = (option: OptionRow, house: boolean) => {
    const value = chosenOf(option, values);
    const about = { game: row.name, row: option, value, house };
    // People who only read find what is chosen in its group.
    if (!onChange && option.house !== 1 && isHouse(option, value) !== house) return null;
    return onChange ? (
      <Option key={option.name} {...about} onChange={(value) => onChange(option.name, value)} />
    ) : (
      <Chosen key={option.name} {...about} />
    );
  };
  const reset = () => {
    for (const { name, values: all } of others) onChange?.(name, all[0] ?? '');
  };
  const house = row.options.filter((option) =>
    onChange ? option.house > 0 : option.house === 1 || isHouse(option, chosenOf(option, values)),
  );
  return (
    <div class="column-wide options">
      {onChange && (
        <div class="options-print">
          <Differences game={row.name} options={values} aloud={aloud} always />
          <Button disabled={others.length === 0} onClick={reset}>
            {t('web.options.printed')}
          </Button>
        </div>
      )}
      {row.options.filter((option) => option.house !== 1).map((option) => show(option, false))}
      {house.length > 0 && (
        <House chosen={others.some((option) => isHouse(option, chosenOf(option, values)))}>
          {house.map((option) => show(option, true))}
        </House>
      )}
    </div>
  );
}
