// SPDX-License-Identifier: MIT
// The card with the multiplication table (C14): what the open card's multipliers lead to is lit.
import { t } from '../../words/words';
import { inForce, isSquare, type Shown, TOP } from './cards';
import './cento.css';

const NUMBERS: readonly number[] = Array.from({ length: TOP }, (_, i) => i + 1);

export function TimesTable({ open }: { readonly open: Shown }) {
  const force = inForce(open);
  const lit = (n: number) => (force?.has(n) ? '' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is too high, keys scroll it
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
                  data-open={row * column === open.value ? '' : undefined}
                  data-square={isSquare(row * column) ? '' : undefined}
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
