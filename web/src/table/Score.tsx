// SPDX-License-Identifier: MIT
// The score of the evening.
import './Score.css';
import { Icon } from '../look/icons';
import type { Score as Row } from '../net/messages';
import { seatName } from '../words/tell';
import { t } from '../words/words';
import type { TableState } from './types';

const nameOf = (table: TableState, { name, bot, seat }: Row): string =>
  seat === undefined
    ? (name ?? t('web.seat.bot', { level: t(`level.${bot}`) }))
    : seatName(table, seat);

/** Who has won most comes first; of equals, whoever played less. */
const inOrder = (table: TableState): Row[] =>
  [...table.evening].sort((a, b) => b.wins - a.wins || a.games - b.games);

/** What somebody has played, game by game. */
function Games({ by }: Pick<Row, 'by'>) {
  return (
    <span class="evening-games small soft">
      {Object.entries(by).map(([game, { games, wins, points }]) => (
        <span key={game}>
          {t('web.evening.game', { game: t(`game.${game}`), wins, games })}
          {points !== 0 && ` · ${t('points', { n: points })}`}
        </span>
      ))}
    </span>
  );
}

/** Everybody who has played here, with the games they have won; `brief`: nothing else. */
export function Score({ table, brief }: { table: TableState; brief?: boolean }) {
  const rows = inOrder(table);
  const most = rows[0]?.wins ?? 0;
  return (
    <ol class="evening">
      {rows.map((row, i) => (
        <li key={i} class="evening-row" data-first={most > 0 && row.wins === most ? '' : undefined}>
          <bdi class="evening-name">{nameOf(table, row)}</bdi>
          <span class="beside evening-wins">
            <Icon name="trophy" />
            <span class="figures" aria-hidden="true">
              {row.wins}
            </span>
            <span class="heard">{t('web.evening.wins', { n: row.wins })}</span>
          </span>
          {!brief && <Games by={row.by} />}
        </li>
      ))}
    </ol>
  );
}
