// SPDX-License-Identifier: MIT
// The options of a game, as the engine lists them: to be chosen, or only to be read.
import './Options.css';
import { useId } from 'preact/hooks';
import type { GameRow, OptionRow } from '../engine/types';
import { Choice } from '../look';
import { has, t } from '../words/words';

const FEW = 4; // so many stand side by side; more are a list

export function optionWords(game: string, name: string, value: string): string {
  const key = `option.${game}.${name}.${value}`;
  return has(key) ? t(key) : value;
}

interface OptionProps {
  readonly game: string;
  readonly row: OptionRow;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Option({ game, row, value, onChange }: OptionProps) {
  const id = useId();
  const title = t(`option.${game}.${row.name}`);
  const values = row.values.map((one) => [one, optionWords(game, row.name, one)] as const);
  return (
    <div class="options-row">
      <label class="options-name" for={row.values.length > FEW ? id : undefined}>
        {title}
      </label>
      {row.values.length > FEW ? (
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
      <p class="small soft">{t(`option.${game}.${row.name}.help`)}</p>
    </div>
  );
}

interface OptionsProps {
  readonly row: GameRow;
  readonly values: Readonly<Record<string, string>>;
  /** Without this they can only be read. */
  readonly onChange?: (name: string, value: string) => void;
}

export function Options({ row, values, onChange }: OptionsProps) {
  const chosen = (option: OptionRow) => values[option.name] ?? option.values[0] ?? '';
  if (onChange)
    return (
      <div class="options">
        {row.options.map((option) => (
          <Option
            key={option.name}
            game={row.name}
            row={option}
            value={chosen(option)}
            onChange={(value) => onChange(option.name, value)}
          />
        ))}
      </div>
    );
  return (
    <dl class="options">
      {row.options.map((option) => (
        <div key={option.name} class="options-row">
          <dt class="options-name">{t(`option.${row.name}.${option.name}`)}</dt>
          <dd>{optionWords(row.name, option.name, chosen(option))}</dd>
          <dd class="small soft">{t(`option.${row.name}.${option.name}.help`)}</dd>
        </div>
      ))}
    </dl>
  );
}
