// `kufsa arena` for long runs: the sequential test, where games begin, budgets of processor time,
// interrupted runs that are continued, and round robins.
//   node tests/cli_arena_long.mjs PROGRAM
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY, START, Talk, ask, finish, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-long-'));
const file = (name) => join(folder, name);
let runs = 0;

function arena(words, status = 0) {
  const json = file(`${runs++}.json`);
  const result = run(['arena', ...words, '--json', json]);
  assert.equal(result.status, status, `${words.join(' ')}: ${result.err}`);
  return { ...result, summary: JSON.parse(readFileSync(json, 'utf8')) };
}

const mistake = (words, pattern) => {
  const { status, err } = run(['arena', ...words]);
  assert.equal(status, 2);
  assert.match(err, pattern);
};

// ---- the sequential test ----

await test('a test ends when it is decided, at the same pair whatever the threads', () => {
  const words = ['cento', 'greedy', 'random', '--sprt', '0,20'];
  const [one, many] = ['1', '4'].map((threads) => arena([...words, '--threads', threads]));
  assert.deepEqual(one.summary.sprt, many.summary.sprt);
  const { elo0, elo1, ratio, bound, verdict, pairs } = one.summary.sprt;
  assert.deepEqual([elo0, elo1, verdict], [0, 20, 'elo1']);
  assert.ok(ratio >= bound && bound > 2.9);
  assert.equal(pairs.reduce((sum, count) => sum + count), one.summary.pairs);
  assert.ok(one.summary.pairs < 2000);
  assert.match(one.out, /Decided: Elo 20\.0 rather than 0\.0 for greedy over random/);
  const none = arena([...words.with(1, 'random'), '--games', '20']);
  assert.equal(none.summary.sprt.verdict, null);
  assert.match(none.out, /did not suffice to decide/);
});

await test('the other way round it decides for the lower number', () => {
  const words = ['cento', 'random', 'greedy', '--sprt=-20.5,0.25'];
  assert.equal(arena(words).summary.sprt.verdict, 'elo0');
});

await test('mistakes of a test', () => {
  for (const given of ['5', '5,5', '6,5', '0,x', '0,1.234', '0,1,', '0, 1', '0,1001', '.5,1'])
    mistake(['gobblet', 'greedy', 'random', `--sprt=${given}`], /--sprt takes two Elo numbers/);
  mistake(['cento', 'greedy', 'random', 'kid', '--sprt', '0,5'], /two players on two seats/);
  mistake(['cento', 'greedy', 'random', '--seats', '3', '--sprt', '0,5'], /two players on two/);
});

// ---- where games begin ----

await test('random moves begin all rotations of a pair alike', () => {
  const records = file('random');
  arena(['taki', 'greedy', 'random', '--games', '6', '--random-plies', '5', '--records', records]);
  const names = readdirSync(records).sort();
  const games = names.map((name) => readFileSync(join(records, name), 'utf8'));
  assert.equal(games.length, 6);
  const beginning = (text) => text.split('\n\n')[1].split('\n').slice(0, 5).join();
  for (let i = 0; i < 6; i += 2) assert.equal(beginning(games[i]), beginning(games[i + 1]));
  assert.notEqual(beginning(games[0]), beginning(games[2]));
  for (const name of names)
    assert.equal(run(['verify', join(records, name)]).status, 0);
});

await test('openings are played in turn', () => {
  const openings = file('openings');
  const won = 'W4,W4,W4,-/B4,-,-,-/B4,-,-,-/-,-,-,- 333 433 w';
  writeFileSync(openings, `# comment\n\n${won}\r\n${won}\n`);
  const { summary } = arena(['gobblet', 'master:nodes=100', 'master:nodes=100', '--games', '4',
    '--openings', openings]);
  assert.deepEqual([summary.openings, summary.plies_mean], [2, 1], 'the first move wins');
  assert.equal(summary.players[0].wins, 2);
});

await test('openings of a game with cards', () => {
  const openings = file('deals');
  const { position } = ask([{ id: 0, do: 'new', game: 'cento', key: KEY }])[0];
  writeFileSync(openings, `${position}\n`);
  const words = ['cento', 'greedy', 'random', '--games', '4', '--openings', openings];
  assert.equal(arena(words).summary.games, 4);
  writeFileSync(openings, `${position.replace(/ rng=.*/, '')}\n`);
  mistake(words, /deals, line 1: .*rng=/);
});

await test('mistakes of openings', () => {
  const openings = file('wrong');
  const words = ['gobblet', 'greedy', 'random', '--openings', openings];
  mistake(words, /cannot be read/);
  writeFileSync(openings, '# nothing\n');
  mistake(words, /has no positions/);
  writeFileSync(openings, `${START}\nnonsense\n`);
  mistake(words, /wrong, line 2: /);
  writeFileSync(openings, 'W4,W4,W4,W3/-,-,-,-/B4,B4,B4,-/-,-,-,- 332 333 b\n');
  mistake(words, /line 1: The game is over/);
  writeFileSync(openings, '24=4x6 #2/12+35 #30 8+9 0/0 1:1:0\n');
  mistake(['cento', ...words.slice(1)], /line 1: .*hides cards/);
  mistake([...words, '--records', folder], /do not go together/);
});

// ---- budgets ----

await test('processor time is a budget', () => {
  const words = ['gobblet', 'master', 'club:cpu=3', '--cpu', '10', '--games', '2', '--plies', '6'];
  const { summary } = arena(words);
  assert.deepEqual(summary.players.map(({ cpu }) => cpu), [10, 3]);
  assert.equal(summary.repeatable, false);
  assert.ok(summary.players[0].nodes_mean > 1000);
});

// ---- going on ----

const settings = (save, csv) => ['cento', 'greedy', 'random', '--save', save, '--csv', csv];
const counted = ({ seconds, threads, pairs_max, interrupted, players, ...rest }) => ({
  ...rest,
  players: players.map(({ millis_mean, millis_max, ...player }) => player),
});

await test('an interrupted run goes on where it stopped', async () => {
  const [save, csv] = [file('save'), file('going.csv')];
  const talk = new Talk(['arena', ...settings(save, csv), '--games', '50000000']);
  while (!existsSync(save)) await new Promise((done) => setTimeout(done, 20));
  talk.child.kill('SIGINT');
  assert.equal((await talk.ended).status, 130);
  const pairs = Number(/^run \w+ (\d+)/m.exec(readFileSync(save, 'utf8'))[1]);
  const games = String(2 * pairs + 100);
  writeFileSync(csv, `${readFileSync(csv, 'utf8')}a row that was not counted\n`);
  const gone = arena([...settings(save, csv), '--games', games]);
  const whole = arena([...settings(file('fresh'), file('fresh.csv')), '--games', games]);
  assert.deepEqual(counted(gone.summary), counted(whole.summary));
  assert.equal(readFileSync(csv, 'utf8'), readFileSync(file('fresh.csv'), 'utf8'));
  const again = arena([...settings(save, csv), '--games', games]);
  assert.deepEqual(counted(again.summary), counted(whole.summary), 'nothing is left to play');
  assert.equal(readFileSync(csv, 'utf8'), readFileSync(file('fresh.csv'), 'utf8'));
});

await test('a run that was killed goes on from what it saved', async () => {
  const [save, csv] = [file('killed'), file('killed.csv')];
  const talk = new Talk(['arena', ...settings(save, csv), '--games', '50000000']);
  while (!existsSync(save)) await new Promise((done) => setTimeout(done, 20));
  talk.child.kill('SIGKILL');
  await talk.ended;
  const pairs = Number(/^run \w+ (\d+)/m.exec(readFileSync(save, 'utf8'))[1]);
  const games = String(2 * pairs + 50);
  const gone = arena([...settings(save, csv), '--games', games]);
  const whole = arena([...settings(file('other'), file('other.csv')), '--games', games]);
  assert.deepEqual(counted(gone.summary), counted(whole.summary));
  assert.equal(readFileSync(csv, 'utf8'), readFileSync(file('other.csv'), 'utf8'));
});

await test('a save of another run is refused', () => {
  const save = file('mine');
  arena(['cento', 'greedy', 'random', '--games', '4', '--save', save]);
  for (const words of [['cento', 'random', 'greedy'], ['cento', 'greedy', 'random', '--seed', '2'],
    ['gobblet', 'greedy', 'random'], ['cento', 'greedy', 'random', '--random-plies', '1']])
    mistake([...words, '--save', save], /is not from a run with these players and settings/);
  const text = readFileSync(save, 'utf8');
  const impossible = [
    text.replace(/^(player \d+) \w+/m, '$1 000000000000f83f'), // a score of 1.5
    text.replace(/^(plies .*) \d+ \d+ \d+ \d+$/m, `$1${' 4611686018427387903'.repeat(4)}`),
  ];
  for (const other of impossible) {
    assert.notEqual(other, text);
    writeFileSync(save, other);
    mistake(['cento', 'greedy', 'random', '--save', save], /is not from a run/);
  }
  writeFileSync(save, text.slice(0, -3));
  mistake(['cento', 'greedy', 'random', '--save', save], /is not from a run/);
  mistake(['cento', 'greedy', 'random', '--save', folder], /cannot be written|is not from a run/);
});

await test('a CSV file that has lost rows is refused, and stays as it is', () => {
  const [save, csv] = [file('short'), file('short.csv')];
  arena([...settings(save, csv), '--games', '4']);
  const text = readFileSync(csv, 'utf8').slice(0, -30);
  writeFileSync(csv, text);
  mistake([...settings(save, csv), '--games', '8'], /short\.csv" is not from a run/);
  assert.equal(readFileSync(csv, 'utf8'), text);
});

// ---- many players ----

await test('a round robin that goes on with more games keeps all rows', () => {
  const rows = (name, games) => {
    const words = ['cento', 'greedy', 'random', 'kid', '--round-robin', '--games', games];
    arena([...words, '--save', file(name), '--csv', file(`${name}.csv`)]);
    return readFileSync(file(`${name}.csv`), 'utf8').trim().split('\n').sort();
  };
  const some = rows('longer', '4');
  assert.deepEqual(rows('longer', '4'), some);
  const all = rows('longer', '8');
  assert.equal(all.length, 1 + 3 * 8);
  const games = (lines) => lines.map((line) => line.replace(/^\d+,/, ''));
  assert.deepEqual(games(all), games(rows('at-once', '8')));
});

await test('everybody meets everybody', () => {
  const words = ['cento', 'greedy', 'random:name=<R&D>', 'kid', '--round-robin', '--games', '40'];
  const plot = file('plot.svg');
  const more = ['--save', file('robin'), '--plot', plot, '--csv', file('robin.csv')];
  const { summary, out, err } = arena([...words, ...more]);
  const picture = readFileSync(plot, 'utf8');
  assert.equal(summary.matches.length, 3);
  assert.deepEqual(summary.matches.map(({ pairs }) => pairs), [20, 20, 20]);
  const elo = summary.players.map((player) => player.elo);
  assert.ok(Math.abs(elo.reduce((a, b) => a + b)) < 0.01 && elo[0] > elo[1]);
  const [first, second] = summary.players;
  assert.ok(Math.abs(first.against[1] + second.against[0] - 1) < 1e-5);
  assert.match(out, /^greedy +[\d-]+ +\d+ +[\d.]+ +· /m);
  assert.match(err, /Match 3 of 3: <R&D> against kid/);
  assert.match(picture, /^<svg xmlns.*<\/svg>\n$/s);
  assert.ok(picture.includes('&lt;R&amp;D&gt;') && !picture.includes('<R'));
  const rows = readFileSync(file('robin.csv'), 'utf8');
  assert.equal(rows.split('\n').length, 1 + 120 + 1);
  const again = arena([...words, ...more]);
  assert.deepEqual(again.summary, summary);
  assert.equal(readFileSync(file('robin.csv'), 'utf8'), rows);
});

await test('mistakes of a round robin', () => {
  mistake(['cento', 'greedy', 'random', '--round-robin', '--seats', '3'], /on two seats/);
  mistake(['cento', 'greedy', 'random', '--plot', file('x.svg')], /--plot needs --round-robin/);
  mistake(['cento', 'greedy', 'random', '--round-robin', '--sprt', '0,5'], /two players/);
});

rmSync(folder, { recursive: true });
finish();
