// `kufsa box`: finished games come in, the list and the statistics say what the page says, the file
// goes to the page and back, and nothing is lost to a full box, a broken folder or a second
// program.
//   node tests/cli_box.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, program, readText, root, run, Talk, test } from './program.mjs';
import { bundle } from './web_bundle.mjs';

const page = await (
  await bundle(`
    export * from './net/boxfile';
    export * from './app/tally';
  `)
)();

// In memory if possible: each game is synced, and a busy disk takes its time.
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(place, 'kufsa-box-'));
let folders = 0;

// A box of its own.
class Box {
  constructor() {
    this.state = join(folder, `${folders++}`);
    mkdirSync(this.state);
    this.files = join(this.state, 'kufsa', 'box');
  }

  run(words, input = '') {
    return run(words, input, { XDG_STATE_HOME: this.state });
  }

  // What it says when everything is right.
  ask(...words) {
    const { status, out, err } = this.run(['box', ...words]);
    assert.deepEqual([status, err], [0, ''], words.join(' '));
    return out;
  }

  games(...words) {
    const lines = this.ask('list', ...words, '--json').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  sums(...words) {
    return JSON.parse(this.ask('sums', ...words, '--json'));
  }

  play(...words) {
    return this.run(['play', 'gobblet', '--name', 'Noa', ...words], 'resign\n');
  }
}

const path = (name) => join(folder, name);
const write = (name, text) => {
  writeFileSync(path(name), text);
  return path(name);
};

// Games of the page: records with its tags, as its own code writes the file.
const recordNames = readdirSync(join(root, 'tests/records'));
const isOver = (record) => /^result \d/m.test(record);
const size = (record) => record.length;
const records = ['cento', 'gobblet', 'iota', 'taki'].flatMap((game) =>
  recordNames
    .filter((name) => name.startsWith(`${game}-`))
    .map((name) => readText(join('tests/records', name)))
    .filter(isOver)
    .sort((a, b) => size(a) - size(b))
    .slice(0, 3)
    .map((record, i) => {
      const players = ['seat 0 person Noa', i === 2 ? 'seat 1 bot club' : 'seat 1 person Ben'];
      if (/^seat \d/m.test(record)) return record;
      return record.replace('\n\n', `\n${players.join('\n')}\n\n`);
    }),
);
const NOW = Date.parse('2026-11-18T20:00:00Z');
const kept = records.map((record, i) => ({
  record,
  at: NOW - i * 3_600_000 - i,
  mine: i % 5 === 4 ? [0, 1] : [i % 2],
  favourite: i % 4 === 0,
  ...(i % 3 === 0 && i % 5 < 4 && {
    judged: { luck: 0.1 - i / 8, others: i / 4, slips: i, choices: i },
  }),
}));
const pageFile = () =>
  write('page.kufsa', kept.map((game) => page.writeTagged(game.record, game)).join('\n'));

await test('a game that ends comes in, with whose it was and when', () => {
  const box = new Box();
  const before = Date.now();
  assert.match(box.ask(), /still empty/);
  const { out } = box.play();
  assert.match(out, /The game is in your box/);
  const [game, ...others] = box.games();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [game.number, game.game, game.mine, game.result, game.end, game.star, game.places],
    [1, 'gobblet', [0], 'lost', 'resigned', false, [2, 1]],
  );
  assert.deepEqual(game.seats, [{ name: 'Noa' }, { name: '', bot: 'casual' }]);
  assert.ok(Date.parse(game.played) >= before - 1 && Date.parse(game.played) <= Date.now());
  const file = join(box.files, `${game.id}.kufsa`);
  assert.equal(run(['verify', file]).status, 0); // any program that reads records can
  assert.deepEqual(readdirSync(box.files).sort(), [`${game.id}.kufsa`, 'lock']);
  assert.match(box.ask(), /^ {3}1 {3}Gobblet {2}Casual {2}lost {2}today \d\d:\d\d\n$/);
});

await test('a draw, two people, a given deal, a game that was left', () => {
  const box = new Box();
  box.run(['play', 'gobblet', '--people', '2'], '4@a1\ndraw\nyes\n');
  box.play('--key', '00'.repeat(32));
  box.run(['play', 'gobblet', '--name', 'Noa'], '4@a1\nquit\n');
  assert.deepEqual(box.games().map(({ end, mine, result }) => [end, mine, result]), [
    ['agreed', [0, 1], null],
  ]);
});

await test('the page’s file comes in, and the numbers are the page’s', () => {
  const box = new Box();
  assert.match(box.ask('import', pageFile()), /^12 games came in\.\n$/);
  assert.match(box.ask('import', pageFile()), /^0 games came in\.\n12 were here already\.\n$/);
  const games = box.games();
  assert.deepEqual(games.map(({ played }) => Date.parse(played)), kept.map(({ at }) => at));
  assert.deepEqual(games.map(({ mine }) => mine), kept.map(({ mine }) => mine));
  assert.deepEqual(games.map(({ star }) => star), kept.map(({ favourite }) => favourite));
  const boxed = games.map((game, i) => ({ ...game, at: kept[i].at }));
  assert.deepEqual(games.map(({ result }) => result), boxed.map(page.resultOf));
  const sums = box.sums();
  const points = page.pointsOver(boxed);
  const rows = ({ key, tally }, name) => ({ [name]: key, ...tally });
  const sorted = (list) => list.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
  assert.deepEqual([sums.best, sums.now], Object.values(page.streaks(points)));
  assert.deepEqual(sorted(sums.games), sorted(page.byGame(boxed).map((one) => rows(one, 'game'))));
  const levels = page.byLevel(boxed).map((one) => rows(one, 'level'));
  assert.deepEqual(sorted(sums.levels), sorted(levels));
  const oldest = page.standings([...boxed].reverse());
  assert.deepEqual(sorted(sums.people), sorted(oldest));
  assert.deepEqual(games.map(({ judged }) => judged), kept.map(({ judged }) => judged));
  const judged = kept.flatMap((game) => game.judged ?? []);
  const total = (of) => judged.reduce((sum, one) => sum + one[of], 0);
  assert.ok(judged.length > 1);
  assert.equal(sums.judged.count, judged.length);
  for (const of of ['luck', 'others', 'slips', 'choices'])
    assert.ok(Math.abs(sums.judged[of] - total(of)) < 1e-6, of);
});

await test('export, wipe, import: the same numbers, here and in the page', () => {
  const [box, other] = [new Box(), new Box()];
  box.ask('import', pageFile());
  assert.match(box.ask('export', path('terminal.kufsa')), /^12 games were saved\.\n$/);
  const text = readFileSync(path('terminal.kufsa'), 'utf8');
  assert.deepEqual(page.splitFile(text).map((one) => page.readTagged(one, NOW)), kept);
  other.ask('import', path('terminal.kufsa'));
  assert.deepEqual(other.games(), box.games());
  assert.deepEqual(other.sums(), box.sums());
  assert.equal(other.ask('export', '-'), text);
  const again = box.run(['box', 'export', path('terminal.kufsa')]);
  assert.equal(again.status, 1); // it does not overwrite
  assert.match(again.err, /File exists/);
  assert.equal(readFileSync(path('terminal.kufsa'), 'utf8'), text);
});

await test('the list and the statistics of chosen games, in both languages', () => {
  const box = new Box();
  box.ask('import', pageFile());
  const games = box.games();
  const numbers = (list) => list.map(({ number }) => number);
  for (const [words, fits] of [
    [['--game', 'taki'], ({ game }) => game === 'taki'],
    [['--starred'], ({ star }) => star],
    [['--result', 'won'], ({ result }) => result === 'won'],
    [['--against', 'club'], (game) => page.levelsIn(game).includes('club')],
    [['--against', 'Ben'], (game) => page.peopleIn(game).includes('Ben')],
  ]) {
    const chosen = games.filter(fits);
    assert.ok(chosen.length > 0, words.join(' '));
    assert.deepEqual(numbers(box.games(...words)), numbers(chosen), words.join(' '));
    assert.equal(box.ask(...['list', ...words]).trimEnd().split('\n').length, chosen.length);
    assert.equal(box.sums(...words).count, chosen.length);
  }
  for (const lang of ['en', 'he']) {
    const out = ['list', 'sums'].map((word) => box.ask(word, '--lang', lang)).join('');
    assert.doesNotMatch(out, /\{\w+\}|box\.|undefined/);
    assert.match(out, lang === 'he' ? /סופר טאקי/ : /Super Taki/);
    assert.match(out, /★/);
  }
  assert.doesNotMatch(box.ask('--ascii'), /★/);
});

await test('a game that began as another did is kept, but counts nowhere', () => {
  const box = new Box();
  const given = records[0].replace('\n\n', '\ngiven 0\n\n');
  box.ask('import', write('given', page.writeTagged(given, { ...kept[0], record: given })));
  const [{ given: told, result }] = box.games();
  assert.deepEqual([told, result], [0, null]);
  const { games, people, judged } = box.sums();
  assert.deepEqual([games, people, judged.count], [[], [], 0]);
  assert.match(box.ask(), /played on/);
});

await test('show, review, star and delete touch one game only', () => {
  const box = new Box();
  box.ask('import', pageFile());
  const [first, second, ...rest] = box.games();
  const alone = write('alone.kufsa', kept[1].record);
  assert.equal(box.ask('show', '2'), run(['replay', alone]).out);
  const words = ['--json', '--nodes', '50', '--seat', '1'];
  const review = JSON.parse(box.ask('review', second.id, ...words));
  assert.deepEqual(review, JSON.parse(run(['review', alone, ...words]).out));
  box.ask('star', '2');
  box.ask('unstar', first.id);
  const { luck, others, slips, decisions, forced } = review.players[1];
  const judged = page.roundJudged({ luck, others, slips, choices: decisions - forced });
  const after = [{ ...first, star: false }, { ...second, star: true, judged }, ...rest];
  assert.deepEqual(box.games(), after);
  for (const [input, status] of [['n\n', 1], ['', 1], ['y\n', 0]]) {
    assert.deepEqual(box.games(), after);
    assert.equal(box.run(['box', 'delete', '2'], input).status, status, input);
  }
  const renumbered = [after[0], ...rest].map((game, i) => ({ ...game, number: i + 1 }));
  assert.deepEqual(box.games(), renumbered);
  assert.match(box.ask('import', pageFile()), /^One game came in\./); // because somebody asked
});

await test('what cannot be', () => {
  const box = new Box();
  box.ask('import', pageFile());
  const games = box.games();
  for (const [words, status, pattern] of [
    [['forget'], 2, /not something that the box can do/],
    [['show'], 2, /Something is missing/],
    [['list', '1'], 2, /too many words/],
    [['--result', 'best'], 2, /not a result/],
    [['--game', 'chess'], 2, /chess/],
    [['show', '13'], 1, /no game 13/],
    [['delete', '0'], 1, /no game 0/],
    [['star', 'f'.repeat(16)], 1, /no game f/],
    [['star', '../../x'], 1, /no game/],
    [['import', write('other', 'hello\n')], 1, /neither a box nor a record/],
    [['import', path('absent')], 1, /absent/],
    [['export', path('absent/file')], 1, /No such file/],
  ]) {
    const { status: got, err } = box.run(['box', ...words]);
    assert.equal(got, status, words.join(' '));
    assert.match(err, pattern);
  }
  const unfinished = records[0].replace(/\n\n[^]*/, '\n\n\nresult *\n');
  const broken = kept[1].record.replace(/^result .*/m, 'result 1 1 1');
  const mixed = write('mixed', `${unfinished}\n${broken}\n${records[0]}`);
  const { status, out } = box.run(['box', 'import', mixed]);
  assert.deepEqual([status, out], [1,
    '0 games came in.\nOne was here already.\n2 could not be read and were left out.\n']);
  assert.deepEqual(box.games(), games);
});

const PLAIN = `kufsa-record 1
game gobblet
key KEY
seat 0 person Noa
seat 1 bot club


end resigned 0
result 2 1
`;
const many = (from, count, at) =>
  Array.from({ length: count }, (_, i) => {
    const record = PLAIN.replace('KEY', (from + i).toString(16).padStart(64, '0'));
    return page.writeTagged(record, { at: at + i, mine: [0], favourite: from + i === 0 });
  }).join('\n');

// The name of a record: FNV-1a of its bytes.
function nameOf(record) {
  let sum = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(record))
    sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  return sum.toString(16).padStart(16, '0');
}

await test('a full box: the oldest without a star goes, and the program says so', () => {
  const box = new Box();
  mkdirSync(box.files, { recursive: true });
  for (const game of page.splitFile(many(0, 498, NOW - 1_000_000)))
    writeFileSync(join(box.files, `${nameOf(page.readTagged(game).record)}.kufsa`), game);
  assert.equal(box.games().length, 498); // as `import` names them
  const file = write('many', many(498, 4, NOW - 1_000_000 + 498));
  assert.match(box.ask('import', file), /^4 games came in\.\nThe box was full: the 2 oldest/);
  const games = box.games();
  assert.equal(games.length, 500);
  const times = games.map(({ played }) => Date.parse(played) - (NOW - 1_000_000));
  assert.deepEqual([times[0], times[498], times[499]], [501, 3, 0]); // the first has a star
  assert.match(box.play().out, /The box was full: the oldest game without a star/);
  assert.equal(box.games().length, 500);
  assert.ok(box.games().every(({ played }) => Date.parse(played) !== NOW - 1_000_000 + 3));
});

await test('several programs at once', async () => {
  const box = new Box();
  const env = { XDG_STATE_HOME: box.state };
  const parts = [0, 1, 2, 3].map((i) => write(`part${i}`, many(100 + 10 * i, 14, NOW - 1000 * i)));
  const talks = parts.map((part) => new Talk(['box', 'import', part], env));
  for (const talk of talks) assert.deepEqual(await talk.end(), { status: 0, signal: null });
  assert.equal(box.games().length, 44); // each part shares four with the next
  const ids = box.games().map(({ id }) => id);
  const changes = ids.slice(0, 12).flatMap((id) => [
    new Talk(['box', 'star', id], env),
    new Talk(['box', 'review', id, '--nodes', '1'], env),
  ]);
  for (const talk of changes) assert.deepEqual(await talk.end(), { status: 0, signal: null });
  const games = box.games();
  for (const [i, { id, star, judged }] of games.entries()) {
    const changed = ids.indexOf(id) < 12;
    assert.deepEqual([star, judged !== undefined], [changed, changed], `${i}`);
  }
});

await test('a folder that cannot be written: it says so, and the game comes in later', () => {
  const box = new Box();
  mkdirSync(join(box.state, 'kufsa'));
  writeFileSync(box.files, ''); // where the folder should be
  const { status, out } = box.play();
  assert.equal(status, 0);
  assert.match(out, /cannot be written into your box/);
  assert.doesNotMatch(out, /is in your box/);
  assert.ok(existsSync(join(box.state, 'kufsa', 'gobblet.1')));
  rmSync(box.files);
  assert.match(box.run(['play', '--continue'], '').out, /The game is in your box/);
  assert.deepEqual(box.games().map(({ result }) => result), ['lost']);
  assert.ok(!existsSync(join(box.state, 'kufsa', 'gobblet.1')));
});

await test('no room on the disk: nothing changes, and deleting still works', () => {
  const box = new Box();
  box.ask('import', pageFile());
  const games = box.games();
  const limited = (...words) =>
    spawnSync('bash', ['-c', 'ulimit -f 0; exec "$@"', 'bash', program, 'box', ...words], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_STATE_HOME: box.state },
      input: 'y\n',
    });
  const before = readdirSync(box.files).sort();
  for (const words of [['star', '2'], ['import', write('more', many(900, 1, NOW))],
    ['review', '2', '--nodes', '1']]) {
    assert.equal(limited(...words).status, 1, words.join(' '));
    assert.deepEqual(box.games(), games);
    assert.deepEqual(readdirSync(box.files).sort(), before);
  }
  limited('delete', '1');
  assert.equal(box.games().length, games.length - 1);
});

await test('a file that cannot be read stays, and the others are listed', () => {
  const box = new Box();
  box.ask('import', pageFile());
  const games = box.games();
  const file = join(box.files, `${games[3].id}.kufsa`);
  const text = readFileSync(file, 'utf8').replace('rules ', 'rules 9');
  writeFileSync(file, text);
  writeFileSync(join(box.files, 'notes.txt'), 'hello');
  assert.match(box.ask(), /One file of the box cannot be read by this version/);
  const others = games.flatMap(({ id }, i) => (i === 3 ? [] : id));
  assert.deepEqual(box.games().map(({ id }) => id), others);
  assert.equal(readFileSync(file, 'utf8'), text);
});

rmSync(folder, { recursive: true });
finish();
