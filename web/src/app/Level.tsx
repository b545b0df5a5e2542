// SPDX-License-Identifier: MIT
// How strong the computer plays: a choice and what it means.
import { engine } from '../engine/wasm';
import { Choice } from '../look';
import { t } from '../words/words';

interface LevelProps {
  readonly level: string;
  readonly onChange: (level: string) => void;
}

export function Level({ level, onChange }: LevelProps) {
  return (
    <fieldset class="setup-row">
      <legend>{t('web.setup.level')}</legend>
      <Choice
        label={t('web.setup.level')}
        value={level}
        values={engine.levels().map((one) => [one, t(`level.${one}`)] as const)}
        onChange={onChange}
      />
      <p class="small soft">{t(`level.${level}.help`)}</p>
    </fieldset>
  );
}
