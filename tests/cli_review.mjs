// `kufsa review` and the engine's `judge` and `review`: they say the same, in both languages, what
// they say adds up, and a review can be interrupted.
//   node tests/cli_review.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerLines, ask, finish, program, readText, root, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-review-'));
const NODES = '400';
const records = readdirSync(join(root, 'tests/records')).filter((name) => name.endsWith('.kufsa'));
const textOf = (name) => readText(join('tests/records', name));

// The shortest record of each game with at least twelve moves.
const moves = (name) => textOf(name).split('\n').filter((line) => /^\d /.test(line)).length;
const samples = ['cento', 'gobblet', 'iota', 'taki'].map((game) =>
  records
    .filter((name) => name.startsWith(`${game}-`) && moves(name) >= 12)
    .reduce((best, name) => (moves(name) < moves(best) ? name : best)),
);
const pathOf = (name) => join(root, 'tests/records', name);

function close(a, b, why) {
  assert.ok(Math.abs(a - b) < 1e-4, `${why}: ${a} and ${b}`);
}

await test('the program and the engine say the same, and it adds up', () => {
  for (const name of samples) {
    const { status, out, err } = run(['review', pathOf(name), '--json', '--nodes', NODES]);
    assert.deepEqual([status, err], [0, '']);
    const review = JSON.parse(out);
    const [{ id, ...same }] = ask([
      { id: 1, do: 'review', record: textOf(name), nodes: Number(NODES) },
    ]);
    assert.equal(id, 1);
    assert.deepEqual(same, review);
    for (const player of review.players) {
      close(player.last - player.start, player.luck + player.skill, name);
      close(player.skill, player.others - player.slips, name);
      const turns = review.turns.filter(({ seat }) => seat === player.seat);
      close(turns.reduce((sum, { luck }) => sum + luck, 0), player.luck, name);
    }
    assert.equal(review.moves.filter(({ move }) => move !== null).length, review.plies);
    for (const move of review.moves) close(move.before - move.after, move.loss, name);
  }
});

await test('a verdict of a review is that of its position', () => {
  const name = samples[0];
  const { out } = run(['review', pathOf(name), '--json', '--nodes', NODES]);
  const { moves: judged } = JSON.parse(out);
  const { ply, seat, ...one } = judged.find(({ forced }) => !forced);
  const at = ['replay', pathOf(name), '--at', `${ply}`, '--as', `${seat}`];
  const position = run(at).out.trim();
  const head = textOf(name).split('\n\n')[0];
  const options = Object.fromEntries(
    [...head.matchAll(/^option (\S+) (\S+)$/gm)].map(([, option, value]) => [option, value]),
  );
  const [answer] = ask([
    { id: 1, do: 'judge', game: 'cento', options, position, seat, move: one.move,
      nodes: Number(NODES) },
  ]);
  assert.deepEqual(answer, { id: 1, seat, ...one, nodes: answer.nodes });
});

await test('words in both languages, with and without colour, blocks and letters', () => {
  for (const name of samples)
    for (const lang of ['en', 'he']) {
      const words = ['--lang', lang, 'review', pathOf(name), '--nodes', NODES];
      const { status, out, err } = run(words);
      assert.deepEqual([status, err], [0, '']);
      assert.match(out, lang === 'he' ? /הסיכויים של/ : /The chances of/);
      assert.doesNotMatch(out, /\{\w+\}|review\./);
      assert.match(out, /█|▇|▆|▅|▄|▃|▂/);
      const letters = run([...words, '--ascii', '--all']).out;
      assert.doesNotMatch(letters, /[█▄─│┤└]/);
      assert.match(letters, /#/);
      assert.ok(letters.length > 0);
    }
});

const points = (chance) => Math.round(100 * chance); // no value here lies in the middle

await test('a table of all choices, with the errors; turns of luck by name', () => {
  let told = 0;
  for (const name of samples) {
    const words = ['review', pathOf(name), '--nodes', NODES, '--ascii'];
    const { moves: judged, turns, players } = JSON.parse(run([...words, '--json']).out);
    const all = run([...words, '--all']).out;
    const rows = [...all.matchAll(/^ *(\d+) {2}.* (-?\d+) {2} *(-?\d+) {2} *\+-(\d+)(?: {2}|$)/gm)];
    const choices = judged.filter(({ forced }) => !forced);
    assert.equal(rows.length, choices.length, all);
    for (const [i, { ply, before, after, loss_error: error }] of choices.entries()) {
      assert.equal(Number(rows[i][1]), ply + 1);
      for (const [at, chance] of [before, after, error].entries())
        assert.ok(Math.abs(Number(rows[i][at + 2]) - points(chance)) <= 1, rows[i][0]);
    }
    const few = run(words).out;
    assert.doesNotMatch(few, /^ *\d+ {2}.*\+-\d+/m);
    const slips = judged.filter(({ mark }) => ['slip', 'miss', 'gift'].includes(mark));
    assert.equal([...few.matchAll(/ a (slip|miss|gift) of \d+ \(\+-\d+\)/g)].length, slips.length);
    for (const { seat } of players)
      for (const mark of ['lucky', 'unlucky']) {
        const own = turns.filter((turn) => turn.seat === seat && turn.mark === mark);
        const most = own.sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck))[0];
        if (!most) continue;
        told++;
        const number = `${most.luck > 0 ? '[+]' : ''}${points(most.luck)}`;
        const line = new RegExp(`^    ${mark}.*: ${number} \\(\\+-${points(most.error)}\\)$`, 'm');
        assert.match(few, line);
      }
  }
  assert.ok(told > 0);
});

await test('a win thrown away is told with its proof', () => {
  const moved = ['0 4@a1', '1 4@d1', '0 4@b1', '1 4@d2', '0 4@c1', '1 4@d3', '0 3@c3'];
  const key = '00'.repeat(32);
  const head = `kufsa-record 1\ngame gobblet\nkey ${key}\nseat 0 person Noa\n`;
  const text = `${head}\n${moved.join('\n')}\n\nend resigned 0\nresult 2 1\n`;
  const file = join(folder, 'thrown.kufsa');
  writeFileSync(file, text);
  const { out, err } = run(['review', file, '--nodes', '20000']);
  assert.equal(err, '');
  assert.match(out, /^7\. Noa: 3@c3, a gift of \d+ \(±\d+\): better /m);
  assert.match(out, /loses in 1 move\./);
});

await test('giving up is told apart from slips', () => {
  const key = '00'.repeat(32);
  for (const [end, words] of [['resigned', 'by resigning'], ['time', 'by running out of time']]) {
    const file = join(folder, `${end}.kufsa`);
    const head = `kufsa-record 1\ngame gobblet\nkey ${key}\n`;
    writeFileSync(file, `${head}\n0 4@a1\n1 4@d1\n\nend ${end} 0\nresult 2 1\n`);
    const { out, err } = run(['review', file, '--nodes', NODES]);
    assert.equal(err, '');
    const slips = [...out.matchAll(/own slips (-?\d+)$/gm)].map(([, n]) => Number(n));
    assert.ok(slips.length === 2 && slips.every((n) => n <= 0 && n > -15), out);
    const told = [...out.matchAll(/^ +(by .*) ([+-]\d+)$/gm)];
    assert.deepEqual(told.map(([, how]) => how), [words, words]);
    const [lost, won] = told.map(([, , n]) => Number(n));
    assert.ok(lost < -35 && won === -lost, out);
  }
});

await test('the engine says how far a review is, to whoever asks', () => {
  const record = textOf(samples[0]);
  const request = { id: 'r', do: 'review', record, nodes: 1 };
  const told = answerLines([JSON.stringify({ ...request, progress: 0 })]).map((line) =>
    JSON.parse(line),
  );
  const [last] = told.splice(-1);
  const of = last.moves.length;
  assert.deepEqual(
    told,
    Array.from({ length: of }, (_, at) => ({ id: 'r', progress: { judged: at + 1, of } })),
  );
  assert.deepEqual(ask([request]), [last]);
  assert.deepEqual(ask([{ ...request, progress: 86400000 }]), [last]);
  assert.equal(ask([{ ...request, progress: true }])[0].error.field, 'progress');
});

await test('what is wrong is said', () => {
  const file = join(folder, 'wrong.kufsa');
  writeFileSync(file, 'kufsa-record 1\ngame nothing\n');
  const { status, err } = run(['review', file]);
  assert.equal(status, 1);
  assert.ok(err.startsWith(`${file}:2: `), err);
  assert.equal(run(['review', pathOf(samples[0]), '--seat', '9']).status, 2);
  assert.equal(run(['review']).status, 2);
  const [refused] = ask([{ id: 1, do: 'review', record: 'kufsa-record 1\n' }]);
  assert.equal(refused.error.code, 'record');
});

await test('an interrupt ends a review', async () => {
  const words = ['review', pathOf(samples[0]), '--nodes', '1000000000'];
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (bytes) => (err += bytes));
  const ended = new Promise((done) => child.on('close', (code, signal) => done([code, signal])));
  // Before the handler is set it dies of the signal; after, it says how far it was.
  child.kill('SIGINT');
  const [code, signal] = await ended;
  if (signal === null) {
    assert.equal(code, 130);
    assert.match(err, /^Stopped after \d+ of \d+ moves\./);
  } else {
    assert.equal(signal, 'SIGINT');
  }
});

rmSync(folder, { recursive: true });
finish();
