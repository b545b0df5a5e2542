// SPDX-License-Identifier: MIT
// The card with the multiplication table (C14): multiples of the open card's factors are lit.
import { factOf } from '../../engine/facts';
import type { View } from '../../engine/types';
import { t } from '../../words/words';
import { factorsOf, readShown, squaresOf } from './cards';
import './cento.css';

export const NUMBERS: readonly number[] = Array.from({ length: 10 }, (_, i) => i + 1);

interface TimesProps {
  readonly view: View;
  /** Players say it themselves: nothing is lit. */
  readonly quiet: boolean;
}

export function TimesTable({ view, quiet }: TimesProps) {
  const factors: ReadonlySet<number> = quiet ? new Set() : factorsOf(view);
  const squares = squaresOf(view);
  const open = quiet ? null : readShown(factOf(view, 'lead')?.piece ?? '').value;
  const lit = (n: number) => (factors.has(n) ? '' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: if it is too high, keys scroll it
    <section class="panel cento-panel" aria-label={t('web.cento.times')} tabIndex={0}>
      <table class="cento-times figures" dir="ltr">
        <thead>
          <tr>
            <td>×</td>
            {NUMBERS.map((n) => (
              <th key={n} scope="col" data-lit={lit(n)}>
                {n}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NUMBERS.map((row) => (
            <tr key={row}>
              <th scope="row" data-lit={lit(row)}>
                {row}
              </th>
              {NUMBERS.map((column) => (
                <td
                  key={column}
                  data-lit={lit(row) ?? lit(column)}
                  data-open={row * column === open ? '' : undefined}
                  data-square={squares.has(row * column) ? '' : undefined}
                >
                  {row * column}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
