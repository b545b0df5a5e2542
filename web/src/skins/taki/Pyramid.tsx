// SPDX-License-Identifier: MIT
// The stages of a pyramid as stairs: who stands on which step (TR21).
import { factOf, factsOf } from '../../engine/facts';
import type { View } from '../../engine/types';
import type { TableState } from '../../table/types';
import { seatName } from '../../words/tell';
import { t } from '../../words/words';
import { initials } from './names';

/** The top of the pyramid is the stage of one card. */
const STEP_EM = 0.22;

export function Pyramid({ table, view }: { table: TableState; view: View }) {
  const first = factOf(view, 'stages')?.number ?? 0;
  const stages = Array.from({ length: first }, (_, i) => first - i);
  if (first === 0) return null;
  return (
    <ol class="taki-pyramid" dir="ltr" aria-label={t('web.taki.stages')}>
      {stages.map((stage) => {
        const names = factsOf(view, 'stage').flatMap(({ seat, number }) =>
          seat !== undefined && number === stage ? [seatName(table, seat)] : [],
        );
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
              style={{ paddingBlockEnd: `${(first - stage) * STEP_EM}em` }}
              aria-hidden="true"
            >
              {stage}
            </span>
            {names.length > 0 && (
              <span class="heard">{t('web.taki.stages.step', { n: stage, names: { names } })}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
