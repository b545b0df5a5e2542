// SPDX-License-Identifier: MIT
// The stages of a pyramid as a stair: who stands on which step (TR21).
import type { TableState } from '../../table/types';
import { seatName } from '../../words/tell';
import { t } from '../../words/words';
import { initials } from './names';

const STAGES = [8, 7, 6, 5, 4, 3, 2, 1];
/** The top of the pyramid is the stage of one card. */
const STEP_EM = 0.22;

interface PyramidProps {
  readonly table: TableState;
  readonly stages: readonly number[];
}

export function Pyramid({ table, stages }: PyramidProps) {
  return (
    <ol class="taki-pyramid" dir="ltr" aria-label={t('web.taki.stages')}>
      {STAGES.map((stage) => {
        const names = stages.flatMap((own, seat) => (own === stage ? [seatName(table, seat)] : []));
        return (
          <li key={stage} class="taki-step" aria-hidden={names.length === 0}>
            <span class="taki-step-names" aria-hidden="true">
              {names.map((name) => (
                <bdi key={name} title={name}>
                  {initials(name)}
                </bdi>
              ))}
            </span>
            <span
              class="taki-step-block figures"
              style={{ paddingBlockEnd: `${(STAGES.length - stage) * STEP_EM}em` }}
              aria-hidden="true"
            >
              {stage}
            </span>
            {names.length > 0 && (
              <span class="heard">
                {t('web.taki.stages.step', { n: stage, names: names.join(', ') })}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
