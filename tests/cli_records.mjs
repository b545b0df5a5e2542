// `kufsa verify` and `kufsa replay`: true records are accepted, false ones are not, and the
// output agrees with the engine.
//   node tests/cli_records.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, KEY, ask, finish, program, readText, root, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-records-'));
const records = readdirSync(join(root, 'tests/records')).filter((name) => name.endsWith('.kufsa'));
const pathOf = (name) => join(root, 'tests/records', name);
const textOf = (name) => readText(join('tests/records', name));
const lengthOf = (name) => textOf(name).split('\n').length;

// The shortest record of a game, and those of all games.
const sampleOf = (game) =>
  records.filter((name) => name.startsWith(`${game}-`))
    .reduce((best, name) => (lengthOf(name) < lengthOf(best) ? name : best));
const samples = [...new Set(records.map((name) => name.split('-')[0]))].map(sampleOf);

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

// A file that is wrong: status 1, and FILE:LINE: and the sentence.
function wrong(text, line, pattern) {
  const path = write('wrong.kufsa', text);
  for (const command of ['verify', 'replay']) {
    const { status, out, err } = run([command, path]);
    assert.equal(status, 1, command);
    assert.ok(err.startsWith(`${path}:${line}: `), err);
    assert.match(err, pattern);
    if (command === 'replay') assert.equal(out, '');
  }
}

const HEAD = `kufsa-record 1\ngame gobblet\nrules 1\nseats 2\nkey ${KEY}\n`;
const hash = createHash('sha256').update(Buffer.from(KEY, 'hex')).digest('hex');

// ---- verify ----

await test('all records of the tests are valid', () => {
  for (let i = 0; i < records.length; i += 50) {
    const paths = records.slice(i, i + 50).map(pathOf);
    const { status, out, err } = run(['verify', ...paths]);
    assert.deepEqual([status, err], [0, '']);
    for (const path of paths) assert.ok(out.includes(`${path}\n  deal ok\n`));
    assert.deepEqual(run(['verify', '--quiet', ...paths]), { status: 0, out: '', err: '' });
  }
});

await test('verify says what it has checked', () => {
  const text = `${HEAD}commit ${hash}\nseat 0 person Noa\n\n0 4@a1\n\nend resigned 1\nresult 1 2\n`;
  const { status, out, err } = run(['verify', write('one.kufsa', text)]);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out, 'deal ok\nkey matches its commitment\n1 move legal\n' +
    'ended by seat 1 resigning\nresult 1 2 agrees\nno hash of positions to compare\n');
  const hebrew = run(['verify', '--lang', 'he', join(folder, 'one.kufsa')]).out;
  assert.match(hebrew, /החלוקה תקינה/);
  assert.ok(!/[a-z]/.test(hebrew));
});

await test('verify names the line and what it should be', () => {
  const iota = textOf(sampleOf('iota'));
  const scores = /^scores .*$/m.exec(textOf('iota-2-full-points-double.kufsa'))[0];
  const false_ = textOf('iota-2-full-points-double.kufsa').replace(scores, 'scores 1 2');
  const line = false_.split('\n').indexOf('scores 1 2') + 1;
  wrong(false_, line, new RegExp(`here: +scores 1 2\\n +expected: ${scores}\\n$`));
  wrong(iota.replace(/^result .*$/m, 'result 7 7'), iota.split('\n').findIndex((row) =>
    row.startsWith('result')) + 1, /expected: result/);
  const other = `${HEAD}commit ${'0'.repeat(64)}\n\n\nresult *\n`;
  wrong(other, 6, new RegExp(`expected: commit ${hash}`));
  wrong(`${HEAD}\n0 4@a1\n1 4@a1\n`, 8, /\(G5, G6\)\.\n +here: +1 4@a1\n$/);
});

// A deal to which the players have added, as a server's record has it.
await test('verify mixes the key from the secret and the contributions', () => {
  const parts = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32));
  const mixed = (list) =>
    createHash('sha256').update(Buffer.from(list.join(''), 'hex')).digest('hex');
  const record = (key, [secret, ...salts]) => `kufsa-record 1\ngame gobblet\nkey ${key}\n` +
    `secret ${secret}\n${salts.map((salt, i) => `salt ${i} ${salt}\n`).join('')}\n\nresult *\n`;
  const { status, out, err } = run(['verify', write('fair.kufsa', record(mixed(parts), parts))]);
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /^deal ok\nkey made of secret and contributions\n/);
  const hebrew = run(['verify', '--lang', 'he', join(folder, 'fair.kufsa')]).out;
  assert.match(hebrew, /המפתח עשוי מהסוד/);
  const expected = new RegExp(`not made of this secret[^]*expected: key ${mixed(parts)}`);
  wrong(record(KEY, parts), 3, expected);
  wrong(record(mixed([...parts].reverse()), parts), 3, expected);
  wrong(record(mixed(parts), parts.slice(0, 2)), 4, /contribution, "salt", of each seat/);
  const lone = record(KEY, parts).replace(/^secret .*\n/m, '');
  wrong(lone, 5, /not the secret that they were mixed with/);
});

await test('a record with a commitment only cannot be replayed, and says so', () => {
  const text = `kufsa-record 1\ngame cento\ncommit ${hash}\n\n0 draw\n\nresult *\n`;
  wrong(text, 4, /only the commitment to its key[^]*cannot be replayed/);
});

await test('several files: each is checked, and one bad file fails them all', () => {
  const good = pathOf(sampleOf('gobblet'));
  const bad = write('bad.kufsa', `${HEAD}\n0 4@a1\n`);
  const { status, out, err } = run(['verify', bad, good, join(folder, 'none')]);
  assert.equal(status, 1);
  assert.ok(out.includes(`${good}\n  deal ok\n`));
  assert.match(err, /without a result/);
  assert.match(err, /none cannot be read/);
});

await test('the standard input', () => {
  const text = textOf(sampleOf('gobblet'));
  assert.equal(run(['verify', '-'], text).status, 0);
  assert.equal(run(['replay', '-'], text).out, run(['replay', pathOf(sampleOf('gobblet'))]).out);
});

await test('no file makes it hang or crash', () => {
  const chance = new Chance(5);
  const noise = Buffer.from(Array.from({ length: 5000 }, () => chance.below(256)));
  const draws = `kufsa-record 1\ngame cento\nkey ${KEY}\n\n${'0 draw\n1 draw\n'.repeat(20_000)}`;
  const texts = ['', '\n', '\0', noise, 'kufsa-record 1', `${HEAD}\n${'x'.repeat(100_000)}`, draws,
    'kufsa-record 1\n'.repeat(100_000), Buffer.alloc(33 << 20, '\n')];
  for (const text of texts)
    for (const command of ['verify', 'replay']) {
      const { status, err } = run([command, write('any.kufsa', text)]);
      assert.equal(status, 1);
      assert.ok(err.length > 0 && err.length < 2000);
    }
  mkdirSync(join(folder, 'folder'), { recursive: true });
  assert.match(run(['verify', join(folder, 'folder')]).err, /cannot be read/);
});

await test('a line from a file cannot control the terminal', () => {
  const bad = write('terminal.kufsa', `${HEAD}\n0 \x1b[2J\x07\xc2\x9b\u009b2J\n`);
  const { err } = run(['verify', bad]);
  assert.ok(!/[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(err), JSON.stringify(err));
});

// ---- corrupted records ----

// Every line of a record: gone, there twice, each of a few characters changed, the file cut there.
function* corrupt(text, chance) {
  const lines = text.split('\n');
  for (let i = 0; i < lines.length - 1; i++) {
    const change = (...rows) => [...lines.slice(0, i), ...rows, ...lines.slice(i + 1)].join('\n');
    yield change();
    yield change(lines[i], lines[i]);
    yield lines.slice(0, i).join('\n');
    for (let n = 0; n < 2 && lines[i] !== ''; n++) {
      const at = chance.below(lines[i].length);
      const letter = String.fromCharCode(33 + chance.below(94));
      yield change(lines[i].slice(0, at) + letter + lines[i].slice(at + 1));
    }
  }
}

// What verify said of each file, by its name, and how the match ended.
function sections(out) {
  const endOf = (lines) => lines.find((line) => /ended|stopped|unfinished/.test(line));
  const parts = out.split(/^(?=\S)/m).map((part) => part.split('\n'));
  return new Map(parts.map(([name, ...lines]) => [name, endOf(lines)]));
}

for (const name of samples)
  await test(`a change to any line of ${name} is noticed, or has no effect`, () => {
    const positions = (path) => run(['replay', path, '--positions']).out;
    const path = pathOf(name);
    const truth = positions(path);
    const all = [...new Set(corrupt(textOf(name), new Chance(11)))];
    let noticed = 0;
    for (let from = 0; from < all.length; from += 60) {
      const paths = all.slice(from, from + 60).map((text, i) => write(`corrupt-${i}.kufsa`, text));
      const { out, err } = run(['verify', path, ...paths]);
      const endings = sections(out);
      for (const one of paths) {
        if (err.includes(`${one}:`)) noticed++;
        else assert.deepEqual([positions(one), endings.get(one)], [truth, endings.get(path)], one);
      }
    }
    assert.ok(noticed > all.length / 2, `${noticed} of ${all.length}`);
  });

// ---- replay ----

const rows = (name, words) =>
  run(['replay', pathOf(name), '--json', ...words]).out.trimEnd().split('\n').map((line) =>
    JSON.parse(line));

for (const name of samples)
  await test(`the positions of ${name} are the engine's`, () => {
    const text = textOf(name);
    const game = /^game (.*)$/m.exec(text)[1];
    const seats = Number(/^seats (.*)$/m.exec(text)[1]);
    const options = Object.fromEntries(
      [...text.matchAll(/^option (\S+) (\S+)$/gm)].map(([, key, value]) => [key, value]));
    const moves = text.split('\n\n')[1].split('\n').map((line) => line.split(/ (.*)/, 2));
    const list = rows(name, []);
    assert.equal(list.length, moves.length + 1);
    assert.deepEqual(list.slice(1).map(({ seat, move }) => [String(seat), move]), moves);
    const key = /^key (.*)$/m.exec(text)[1];
    const [dealt] = ask([{ id: 1, do: 'new', game, seats, options, key }]);
    assert.deepEqual(list[0], { ply: 0, seat: null, move: null, position: dealt.position });
    const answers = ask(list.slice(1).map(({ ply: id, seat, move }) =>
      ({ id, do: 'play', game, seats, options, position: list[id - 1].position, seat, move })));
    assert.deepEqual(answers.map(({ position }) => position),
      list.slice(1).map(({ position }) => position));
    const views = list.map(({ ply, position }) =>
      ({ id: ply, do: 'view', game, seats, options, position, seat: 1 }));
    assert.deepEqual(rows(name, ['--as', '1']).map(({ position }) => position),
      ask(views).map(({ position }) => position));
    assert.equal(run(['replay', pathOf(name)]).out,
      list.map(({ position }) => `${position}\n`).join(''));
  });

await test('a part of a match', () => {
  const all = run(['replay', pathOf(sampleOf('gobblet'))]).out.split('\n');
  const part = (...words) => run(['replay', pathOf(sampleOf('gobblet')), ...words]).out.split('\n');
  assert.deepEqual(part('--from', '2', '--to', '4'), [...all.slice(2, 5), '']);
  assert.deepEqual(part('--at', '3'), [all[3], '']);
  assert.deepEqual(part('--from', '5'), all.slice(5));
  assert.deepEqual(part('--from', '4', '--to', '2'), ['']);
});

await test('nobody is told a trade that they may not see', () => {
  const name = records.find((file) => file.startsWith('iota') && textOf(file).includes('1 trade'));
  const seen = rows(name, []).filter(({ move }) => move?.startsWith('trade'));
  const theirs = new Map(rows(name, ['--as', '0']).map((row) => [row.ply, row.move]));
  const spectators = new Map(rows(name, ['--as', 'spectator']).map((row) => [row.ply, row.move]));
  assert.ok(seen.some(({ seat }) => seat === 1));
  for (const { ply, seat, move } of seen) {
    assert.equal(theirs.get(ply), seat === 0 ? move : null);
    assert.equal(spectators.get(ply), null);
  }
});

await test('mistakes on the command line', () => {
  const path = pathOf(sampleOf('gobblet'));
  for (const [words, pattern] of [
    [['replay'], /FILE/], [['verify'], /FILE/], [['replay', path, path], /too many words/],
    [['replay', path, '--as', '2'], /a seat from 0 to 1, spectator, or all/],
    [['replay', path, '--as', 'me'], /nobody at this table/],
    [['replay', path, '--at', '9999'], /whole number from 0 to/],
    [['replay', path, '--from', 'x'], /whole number from 0 to/],
  ]) {
    const { status, out, err } = run(words);
    assert.deepEqual([status, out], [2, ''], words.join(' '));
    assert.match(err, pattern);
  }
});

// On a terminal, which script(1) makes for us.
function browse(path, lines, words = '') {
  const command = `'${program}' replay '${path}' --ascii ${words}`;
  const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    input: lines.map((line) => `${line}\n`).join(''),
    env: { ...process.env, TERM: 'dumb', LC_ALL: 'C.UTF-8' },
    timeout: 60_000,
  });
  assert.equal(status, 0, stdout?.toString());
  return stdout.toString().replaceAll('\r', '');
}

await test('on a terminal: forward, back, anywhere', () => {
  const path = pathOf(sampleOf('gobblet'));
  const [, first, second] = rows(sampleOf('gobblet'), []);
  const last = rows(sampleOf('gobblet'), []).length - 1;
  const out = browse(path, ['', '', 'b', 'position', 'end', 's', '1', 'jump 2', 'what', 'q']);
  assert.match(out, new RegExp(`White: ${first.move}\n[^]*\n1/${last}> \n`));
  assert.match(out, new RegExp(`Black: ${second.move}\n[^]*\n2/${last}> \n`));
  assert.ok(out.includes(`1/${last}> ${first.position}\n`));
  assert.match(out, new RegExp(`(White|Black) wins!\n${last}/${last}> `));
  assert.match(out, /What can be typed/);
  assert.ok(!/\b(play|event|result|replay)\.[a-z]|[{}]/.test(out));
});

await test('on a terminal: through one seat\'s eyes', () => {
  const path = pathOf(records.find((name) => name.startsWith('cento-3')));
  const all = browse(path, ['q']);
  assert.match(all, /Seat 2 holds/);
  const mine = browse(path, ['as 2', 'q'], '--as 0');
  assert.ok(!/Seat 2 holds/.test(mine));
});

rmSync(folder, { recursive: true });
finish();
