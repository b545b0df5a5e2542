// SPDX-License-Identifier: MIT
// Say it yourself: a setting of the table, for games in which something can be said.
import './Options.css';
import { Choice } from '../look';
import { ALOUD, type AloudValue } from '../table/Differences';
import { t } from '../words/words';
import { Example } from './pictures';

interface AloudProps {
  readonly game: string;
  readonly value: AloudValue;
  /** Without this it is read-only. */
  readonly onChange?: (value: AloudValue) => void;
}

export function Aloud({ game, value, onChange }: AloudProps) {
  return (
    <div class="column options-row options-aloud">
      <span class="options-name">{t('aloud')}</span>
      {onChange ? (
        <Choice
          label={t('aloud')}
          value={value}
          values={ALOUD.map((one) => [one, t(`aloud.${one}`)] as const)}
          onChange={onChange}
        />
      ) : (
        <span>{t(`aloud.${value}`)}</span>
      )}
      <div class="options-about">
        <p class="small soft">
          {t('aloud.help')} {value !== 'off' && t('aloud.example')}
        </p>
        <Example game={game} option="aloud" value={value} />
      </div>
    </div>
  );
}
