// What the box is made of: its file, whatever somebody puts into it, and what games add up to.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Chance } from './program.mjs';
import { bundle } from './web_bundle.mjs';

const make = await bundle(`
  export * from './net/boxfile';
  export * from './app/tally';
`);
const page = await make();

const folder = new URL('records/', import.meta.url);
const records = readdirSync(folder)
  .filter((name) => name.endsWith('.kufsa'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));
const NOW = Date.parse('2026-11-18T20:00:00Z');

test('a box file gives back every record and every tag', () => {
  const games = records.map((record, i) => ({
    record,
    at: NOW - i * 1000,
    mine: i % 3 === 2 ? [0, 1] : i % 3 === 1 ? [1] : [],
    favourite: i % 2 === 0,
    ...(i % 5 === 0 && {
      judged: page.roundJudged({ luck: 0.25 - i / 9, others: i / 7, slips: i / 3, choices: i }),
    }),
  }));
  const file = games.map((game) => page.writeTagged(game.record, game)).join('\n');
  for (const text of [file, `\ufeff${file.replaceAll('\n', '\r\n')}`]) {
    const read = page.splitFile(text).map((one) => page.readTagged(one, NOW));
    assert.deepEqual(read, games);
  }
});

test('what was judged is four numbers, or it is not there', () => {
  const [record] = records;
  const judgedAs = (words) =>
    page.readTagged(record.replace('\n\n', `\njudged ${words}\n\n`), NOW).judged;
  const sound = { luck: -0.25, others: 0.5, slips: 0.125, choices: 12 };
  assert.deepEqual(judgedAs('-0.25 0.5 0.125 12'), sound);
  for (const words of [
    '-0.25 0.5',
    '0 0 0 1 1',
    '0 -1 0 1',
    '0 0 0 1.5',
    '0 0 0 -1',
    '1e3 0 0 1',
    '9999 0 0 1',
    '0x1 0 0 1',
    '0  0 1',
  ])
    assert.equal(judgedAs(words), undefined, words);
  const rounded = page.roundJudged({ luck: -1e-9, others: 1 / 3, slips: 0, choices: 1 });
  assert.deepEqual(rounded, { luck: 0, others: 0.3333, slips: 0, choices: 1 });
});

test('a game that begins as another did says so in its head', () => {
  const [record] = records;
  assert.equal(page.givenOf(record), null);
  assert.equal(page.givenOf(record.replace('\n\n', '\ngiven 12\n\n')), 12);
  assert.equal(page.givenOf(record.replace('\n\n', '\ngiven 0\n\n')), 0);
  assert.equal(page.givenOf(record.replace('\n\n', '\ngiven -1\n\n')), null);
  assert.equal(page.givenOf(`${record}given 3\n`), null);
});

test('a plain record is a box with one game', () => {
  const [record] = records;
  assert.deepEqual(page.splitFile(record).map((one) => page.readTagged(one, NOW)), [
    { record, at: NOW, mine: [], favourite: false },
  ]);
});

test('when a game ended counts before the day that its record names', () => {
  const dated = records[0].replace('\n\n', '\ndate 2026-11-15\n\n');
  assert.equal(page.readTagged(dated, NOW).at, Date.parse('2026-11-15'));
  const tagged = page.writeTagged(dated, { at: NOW - 7, mine: [0], favourite: false });
  assert.equal(page.readTagged(tagged, NOW).at, NOW - 7);
});

test('the name of a record does not depend on its tags, and records have different names', () => {
  const names = new Set(records.map(page.idOf));
  assert.equal(names.size, records.length);
  for (const record of records) {
    const tagged = page.writeTagged(record, { at: NOW, mine: [0], favourite: true });
    assert.equal(page.idOf(page.readTagged(tagged, NOW).record), page.idOf(record));
  }
});

test('whatever a file says, its tags are sound', () => {
  const chance = new Chance(5);
  const tags = ['played ', 'mine ', 'favourite', 'judged ', 'judged 0.5 1 2 3', 'NaN'];
  const bits = [...tags, '-1', ' 3 3', ' 99', '1e9', 'x', '\n', '\n\n', '🂡'];
  for (let round = 0; round < 2000; round++) {
    const words = Array.from({ length: chance.below(12) }, () => bits[chance.below(bits.length)]);
    const text = `kufsa-record 1\n${words.join('')}`;
    for (const one of page.splitFile(text)) {
      const { record, at, mine, judged } = page.readTagged(one, NOW);
      const { luck = 0, others = 0, slips = 0, choices = 0 } = judged ?? {};
      assert.ok(Math.abs(luck) + others + slips + choices < Infinity, text);
      assert.ok(others >= 0 && slips >= 0 && Number.isInteger(choices), text);
      assert.ok(at > 0 && at <= NOW, text);
      assert.ok(mine.every((seat) => Number.isInteger(seat) && seat >= 0 && seat < 10), text);
      assert.equal(new Set(mine).size, mine.length);
      assert.ok(record.startsWith('kufsa-record 1\n'));
    }
  }
  for (const text of ['', '\n', 'kufsa-record 2\n', ' kufsa-record 1\n', '{}'])
    assert.equal(page.splitFile(text), null);
});

// ---- counting ----

let number = 0;
const game = (given) => ({
  id: String(number++),
  at: number,
  mine: [0],
  favourite: false,
  game: 'taki',
  options: {},
  seats: [{ name: 'Noa' }, { name: 'Ben' }],
  plies: 9,
  places: [1, 2],
  scores: null,
  end: 'rules',
  ...given,
});
const won = () => game({});
const lost = () => game({ places: [2, 1] });
const drawn = () => game({ places: [1, 1] });
const bot = (level) => ({ name: '', bot: level });

test('a result is that of the one person here, and a shared first place is a draw', () => {
  for (const [given, result] of [
    [{}, 'won'],
    [{ places: [2, 1] }, 'lost'],
    [{ places: [1, 1] }, 'drawn'],
    [{ places: [2, 1, 1] }, 'lost'],
    [{ mine: [1] }, 'lost'],
    [{ mine: [0, 1] }, null],
    [{ mine: [] }, null],
    [{ places: null }, null],
    [{ given: 0 }, null],
  ])
    assert.equal(page.resultOf(game(given)), result, JSON.stringify(given));
});

test('people stand against each other by who was placed first, whoever sat where', () => {
  const games = [
    won(),
    lost(),
    drawn(),
    game({ seats: [{ name: 'Ben' }, { name: 'Noa' }], mine: [0, 1] }),
    game({ seats: [{ name: 'Noa' }, bot('club'), { name: 'Ben' }], places: [2, 1, 3] }),
    game({ seats: [{ name: 'Noa' }, { name: 'Gal' }] }),
    game({ given: 7 }),
  ];
  assert.deepEqual(page.standings(games), [
    { names: ['Noa', 'Ben'], score: [2, 2], drawn: 1 },
    { names: ['Noa', 'Gal'], score: [1, 0], drawn: 0 },
  ]);
});

test('levels, games, streaks and the balance', () => {
  const club = { seats: [{ name: 'Noa' }, bot('club'), bot('club')], places: [1, 2, 3] };
  const games = [won(), won(), lost(), game(club), game({ ...club, game: 'iota' }), won(), drawn()];
  assert.deepEqual(page.byLevel(games), [{ key: 'club', tally: { won: 2, drawn: 0, lost: 0 } }]);
  assert.deepEqual(page.byGame(games), [
    { key: 'taki', tally: { won: 4, drawn: 1, lost: 1 } },
    { key: 'iota', tally: { won: 1, drawn: 0, lost: 0 } },
  ]);
  const points = page.pointsOver([...games].reverse());
  assert.deepEqual(points.map(({ balance }) => balance), [1, 2, 1, 2, 3, 4, 4]);
  assert.deepEqual(page.streaks(points), { best: 3, now: { result: 'drawn', count: 1 } });
  assert.deepEqual(page.streaks([]), { best: 0, now: { result: null, count: 0 } });
});

test('luck and skill add up over time, and on average', () => {
  const judged = (luck, others, slips, choices) => ({ judged: { luck, others, slips, choices } });
  const games = [
    game(judged(0.25, 0.1, 0.3, 10)),
    game({}), // never reviewed
    game(judged(-0.5, 0.4, 0.1, 30)),
    game({ ...judged(0.9, 0.9, 0, 5), given: 3 }), // began as another did
  ];
  const fortunes = page.fortunesOver([...games].reverse());
  assert.deepEqual(fortunes.map(({ game }) => game), [games[0], games[2]]);
  const rounded = fortunes.map(({ luck, skill }) => [luck, skill].map(Math.round));
  assert.deepEqual(rounded, [[25, -20], [-25, 10]]);
  assert.deepEqual(page.meansOf(fortunes), { luck: -12, skill: 5, slips: 10 });
  assert.deepEqual(page.meansOf([]), { luck: 0, skill: 0, slips: 0 });
});
