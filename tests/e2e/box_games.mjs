// Finished games for a box, made without a browser: records with the tags of a box, as a file.
import { Stage, secretOf } from './stage.mjs';

const DAY_MS = 24 * 60 * 60_000;

// Prefers playing to drawing, so that games end.
const busy = (move) => (/^(draw|take|pass)/.test(move) ? 0 : 1);

// A finished game of these people, played at random. `bots`: the level at each seat, or null.
export function finished(ask, { game, people, bots = [], number = 1 }) {
  const stage = new Stage(ask, { game, people, secret: secretOf(number) });
  stage.until(() => false, busy, number);
  const lines = stage.record.split('\n').map((line) => {
    const [, seat] = /^seat (\d+) person/.exec(line) ?? [];
    return seat !== undefined && bots[seat] ? `seat ${seat} bot ${bots[seat]}` : line;
  });
  return lines.join('\n');
}

// The same, as a box stores it.
export function tagged(record, { at, mine = [0], favourite = false, judged = null }) {
  const tags = [`played ${new Date(at).toISOString()}`];
  if (mine.length > 0) tags.push(`mine ${mine.join(' ')}`);
  if (favourite) tags.push('favourite');
  if (judged) tags.push(`judged ${judged.join(' ')}`);
  return record.replace('\n\n', `\n${tags.join('\n')}\n\n`);
}

// The games of a box, in turn: who plays, and at which level the computer does.
const KINDS = [
  { game: 'gobblet', seats: 2 },
  { game: 'gobblet', seats: 2, bots: [null, 'casual'] },
  { game: 'taki', seats: 3, bots: [null, 'club', 'club'] },
  { game: 'cento', seats: 2 },
  { game: 'iota', seats: 3, bots: [null, 'casual', 'casual'] },
];

// Of every third game, which was reviewed: what the cards gave.
const LUCK = [0.3, -0.125, 0, 0.4321, -0.25];

// A box with this many games, one a day, the latest at `now`.
export function boxFile(ask, count, { people = ['Noa', 'Ben', 'Gal'], now = Date.now() } = {}) {
  const games = Array.from({ length: count }, (_, i) => {
    const { game, seats, bots } = KINDS[i % KINDS.length];
    const record = finished(ask, { game, people: people.slice(0, seats), bots, number: i + 1 });
    const judged = i % 3 === 1 ? [LUCK[i % LUCK.length], 0.25, (i % 4) / 10, 10 + i] : null;
    return tagged(record, { at: now - (count - 1 - i) * DAY_MS, favourite: i % 7 === 3, judged });
  });
  return games.join('\n');
}
