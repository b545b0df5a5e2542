// SPDX-License-Identifier: MIT
// What the games in the box add up to. Pure.
import type { Boxed } from '../net/box';

export type Result = 'won' | 'drawn' | 'lost';

type Ended = Pick<Boxed, 'mine' | 'places' | 'given'>;

/** How it ended for the owner of the box; null: it was stopped, it began in the middle of another
 * game, or none or several of the players sat at this device. */
export function resultOf({ mine, places, given }: Ended): Result | null {
  const [seat] = mine;
  const place = places?.[seat ?? -1];
  if (mine.length !== 1 || given !== undefined || !places || place === undefined) return null;
  if (place > 1) return 'lost';
  return places.filter((one) => one === 1).length > 1 ? 'drawn' : 'won';
}

// ---- counting ----

export interface Tally {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

export const sumOf = ({ won, drawn, lost }: Tally): number => won + drawn + lost;

export function tallyOf(results: readonly (Result | null)[]): Tally {
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  return { won: count('won'), drawn: count('drawn'), lost: count('lost') };
}

/** The games under each of their keys, most games first. */
function grouped(games: readonly Boxed[], keysOf: (game: Boxed) => readonly string[]) {
  const groups = new Map<string, Boxed[]>();
  for (const game of games)
    for (const key of new Set(keysOf(game))) groups.set(key, [...(groups.get(key) ?? []), game]);
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

export interface Group {
  readonly key: string;
  readonly tally: Tally;
}

function groupsOf(games: readonly Boxed[], keysOf: (game: Boxed) => readonly string[]): Group[] {
  return grouped(games, keysOf)
    .map(([key, list]) => ({ key, tally: tallyOf(list.map(resultOf)) }))
    .filter(({ tally }) => sumOf(tally) > 0);
}

export const byGame = (games: readonly Boxed[]): Group[] => groupsOf(games, ({ game }) => [game]);

const others = ({ seats, mine }: Boxed) => seats.filter((_, seat) => !mine.includes(seat));

/** The levels of the bots in a game. */
export const levelsIn = (game: Boxed): string[] => [
  ...new Set(others(game).flatMap(({ bot }) => (bot === undefined ? [] : [bot]))),
];

/** The people in a game who do not sit at this device. */
export const peopleIn = (game: Boxed): string[] => [
  ...new Set(others(game).flatMap(({ bot, name }) => (bot === undefined && name ? [name] : []))),
];

export const byLevel = (games: readonly Boxed[]): Group[] => groupsOf(games, levelsIn);

// ---- between two people ----

export interface Standing {
  /** The first sits at this device. */
  readonly names: readonly [string, string];
  /** How often each was placed before the other. */
  readonly score: readonly [number, number];
  readonly drawn: number;
}

type Meeting = readonly [names: readonly [string, string], ahead: number];

/** Who met whom in a game: this device's seats, and every person; above 0: the first was ahead. */
function meetingsIn({ seats, mine, places, given }: Boxed): Meeting[] {
  if (!places || given !== undefined) return [];
  const nameAt = (seat: number) =>
    seats[seat]?.bot === undefined ? (seats[seat]?.name ?? '') : '';
  const pairs = mine.flatMap((one) =>
    seats.flatMap((_, other) =>
      mine.includes(other) && other <= one ? [] : [[one, other] as const],
    ),
  );
  return pairs.flatMap(([one, other]): Meeting[] => {
    const names = [nameAt(one), nameAt(other)] as const;
    if (names.includes('') || one === other || names[0] === names[1]) return [];
    return [[names, (places[other] ?? 0) - (places[one] ?? 0)]];
  });
}

/** How people stand against each other, over all games, those who met most often first. */
export function standings(games: readonly Boxed[]): Standing[] {
  const found = new Map<string, Standing>();
  for (const game of games)
    for (const [names, ahead] of meetingsIn(game)) {
      const turned = found.has(JSON.stringify([names[1], names[0]]));
      const [a, b] = turned ? [names[1], names[0]] : names;
      const first = turned ? ahead < 0 : ahead > 0;
      const key = JSON.stringify([a, b]);
      const { score, drawn } = found.get(key) ?? { score: [0, 0] as const, drawn: 0 };
      found.set(key, {
        names: [a, b],
        score: ahead === 0 ? score : [score[0] + (first ? 1 : 0), score[1] + (first ? 0 : 1)],
        drawn: drawn + (ahead === 0 ? 1 : 0),
      });
    }
  const met = ({ score, drawn }: Standing) => score[0] + score[1] + drawn;
  return [...found.values()].sort((a, b) => met(b) - met(a));
}

// ---- over time ----

export interface Point {
  readonly game: Boxed;
  readonly result: Result;
  /** Games won less games lost, up to here. */
  readonly balance: number;
}

const STEP = { won: 1, drawn: 0, lost: -1 } as const;

/** The games with a result, oldest first. */
export function pointsOver(games: readonly Boxed[]): Point[] {
  let balance = 0;
  return [...games]
    .sort((a, b) => a.at - b.at)
    .flatMap((game) => {
      const result = resultOf(game);
      if (result === null) return [];
      balance += STEP[result];
      return [{ game, result, balance }];
    });
}

/** What the reviews found up to a game, in points of a hundred. */
export interface Fortune {
  readonly game: Boxed;
  readonly luck: number;
  readonly skill: number;
}

const HUNDRED = 100;

/** The games that were reviewed, oldest first: all luck and all skill so far. */
export function fortunesOver(games: readonly Boxed[]): Fortune[] {
  let [luck, skill] = [0, 0];
  return [...games]
    .sort((a, b) => a.at - b.at)
    .flatMap((game) => {
      const { judged, given } = game;
      if (!judged || given !== undefined) return [];
      luck += HUNDRED * judged.luck;
      skill += HUNDRED * (judged.others - judged.slips);
      return [{ game, luck, skill }];
    });
}

const CHOICES = 10;

/** What a game's luck and skill are on average, and what slips cost in ten choices; in points of a
 * hundred. */
export function meansOf(fortunes: readonly Fortune[]) {
  const judged = fortunes.flatMap(({ game }) => game.judged ?? []);
  const sum = (of: (one: (typeof judged)[number]) => number) =>
    judged.reduce((whole, one) => whole + of(one), 0);
  const share = (part: number, whole: number) => Math.round((HUNDRED * part) / Math.max(1, whole));
  return {
    luck: share(
      sum(({ luck }) => luck),
      judged.length,
    ),
    skill: share(
      sum(({ others, slips }) => others - slips),
      judged.length,
    ),
    slips: share(
      CHOICES * sum(({ slips }) => slips),
      sum(({ choices }) => choices),
    ),
  };
}

/** The longest row of games won, and the present row of one result. */
export function streaks(points: readonly Point[]) {
  let best = 0;
  let row = 0;
  for (const [i, { result }] of points.entries()) {
    row = result === points[i - 1]?.result ? row + 1 : 1;
    if (result === 'won') best = Math.max(best, row);
  }
  return { best, now: { result: points.at(-1)?.result ?? null, count: row } };
}

// ---- choosing ----

/** What is shown; empty: all. */
export interface Filter {
  readonly game: string;
  /** `bot LEVEL` or `person NAME`. */
  readonly against: string;
  readonly result: Result | '';
  readonly favourites: boolean;
}

export const ALL: Filter = { game: '', against: '', result: '', favourites: false };

export const rivalsIn = (game: Boxed): string[] => [
  ...peopleIn(game).map((name) => `person ${name}`),
  ...levelsIn(game).map((level) => `bot ${level}`),
];

export function chosen(games: readonly Boxed[], filter: Filter): Boxed[] {
  return games.filter(
    (game) =>
      (filter.game === '' || game.game === filter.game) &&
      (filter.against === '' || rivalsIn(game).includes(filter.against)) &&
      (filter.result === '' || resultOf(game) === filter.result) &&
      (!filter.favourites || game.favourite),
  );
}
