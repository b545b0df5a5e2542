// SPDX-License-Identifier: MIT
// How a game ended, in words.
import type { TableState } from '../table/types';
import { seatName } from '../words/tell';
import { t } from '../words/words';

/** How it ended, in a sentence or two; `alone`: the reader is the person at that seat. */
export function resultWords(table: TableState, alone: boolean): string[] {
  const first = table.seats.flatMap((_, i) => (table.places?.[i] === 1 ? [i] : []));
  const names = first.map((seat) => seatName(table, seat));
  const words: string[] = [];
  if (table.loser !== null && (table.end === 'resigned' || table.end === 'time'))
    words.push(t(`result.${table.end}`, { name: seatName(table, table.loser) }));
  if (table.end === 'agreed') words.push(t('result.agreed'));
  else if (!table.places) words.push(t('web.over.stopped'));
  else if (first.length === 1 && alone && first[0] === table.you.seat)
    words.push(t('web.over.you'));
  else if (first.length === 1) words.push(t('result.won', { name: names[0] ?? '' }));
  else if (first.length === table.seats.length) words.push(t('result.draw'));
  else words.push(t('result.shared', { names: { names } }));
  return words;
}
