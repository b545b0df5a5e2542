// SPDX-License-Identifier: MIT
// How strong a bot is, wherever one gets a seat.
import { engine } from '../engine/wasm';
import { t } from '../words/words';

/** A bot's level, until another is chosen. */
export const USUAL_LEVEL = 'club';

/** The weakest level that may play for somebody else, as in the table's rules. */
export const STAND_IN_LEVEL = 'casual';

interface LevelsProps {
  readonly value: string;
  readonly label: string;
  readonly onChange: (level: string) => void;
  /** The weakest level to offer. */
  readonly from?: string;
}

export function Levels({ value, label, onChange, from }: LevelsProps) {
  const all = engine.levels();
  return (
    <select
      class="field"
      value={value}
      aria-label={label}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {all.slice(from ? all.indexOf(from) : 0).map((one) => (
        <option key={one} value={one}>
          {t(`level.${one}`)}
        </option>
      ))}
    </select>
  );
}
