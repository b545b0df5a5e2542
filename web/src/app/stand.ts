// SPDX-License-Identifier: MIT
// Tables to learn at, as the rules play them.
import { engine, type Play } from '../engine/wasm';
import type { Fact, Setting } from '../engine/types';
import type { SkinProps, Stand } from '../skins/skin';
import { explain, viewOf } from '../table/eye';
import { EMPTY } from '../table/reduce';
import type { LogEntry, TableState } from '../table/types';
import { seatName } from '../words/tell';
import { t } from '../words/words';
import { STILL } from './past';

/** Who sits there. */
const NAMES = ['web.learn.you', 'web.learn.they', 'web.learn.third'] as const;

function readPlay(text: string): Play {
  const [seat = '', ...move] = text.split(' ');
  return { seat: Number(seat), move: move.join(' ') };
}

function settingOf(game: string, { seats = 2, options }: Stand): Setting {
  const usual = engine.game(game)?.options.map(({ name, values }) => [name, values[0] ?? '']) ?? [];
  return { game, seats, options: { ...Object.fromEntries(usual), ...options } };
}

/** The table after these moves, with all of them in its log. */
export function tableOf(game: string, stand: Stand, moves: readonly string[] = []): TableState {
  const setting = settingOf(game, stand);
  const plays = [...(stand.past ?? []), ...moves].map(readPlay);
  const play = (count: number) => engine.play(setting, stand.position, plays.slice(0, count));
  const log = plays.map(
    ({ seat, move }, i): LogEntry => ({ v: i + 1, seat, move, events: play(i + 1).events }),
  );
  const { position, actors, scores, places } = play(plays.length);
  return {
    ...EMPTY,
    line: 'live',
    game,
    phase: places ? 'over' : 'play',
    options: setting.options,
    seats: NAMES.slice(0, setting.seats).map((name) => ({ name: t(name), here: true })),
    you: { seat: 0 },
    position,
    actors,
    scores,
    places,
    ply: plays.length,
    log,
    last: 'jump',
  };
}

/** A table that nobody touches, as seat 0 sees it. */
export const stillOf = (table: TableState): SkinProps => ({
  table,
  view: viewOf(table, 0),
  gesture: STILL,
  viewer: 0,
  mode: 'both',
});

/** How the points of a move that seat 0 makes there add up. */
export function accountOf(table: TableState | undefined, play = ''): readonly Fact[] {
  if (!table) return [];
  const answer = explain(viewOf(table, 0), readPlay(play).move);
  return answer.legal ? (answer.account ?? []) : [];
}

/** How it ended, and the points; null while it goes on. */
export function resultWords(table: TableState): string | null {
  const { places, scores } = table;
  if (!places) return null;
  const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const [winner = 0] = first;
  const end =
    first.length > 1 ? t('result.draw') : t('result.won', { name: seatName(table, winner) });
  const points = scores?.map((n, seat) =>
    t('web.guide.points', { name: seatName(table, seat), points: t('points', { n }) }),
  );
  return [end, ...(points ?? [])].join(' ');
}
