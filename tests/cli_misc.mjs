// The program as a whole: help, mistakes on the command line, languages, `games`, `rules`, `perft`.
//   node tests/cli_misc.mjs PROGRAM
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY, ask, finish, readText, root, run, test } from './program.mjs';

const COMMANDS = [
  'play', 'serve', 'replay', 'review', 'verify', 'games', 'rules', 'engine', 'perft', 'arena',
  'backup', 'help',
];
const { games } = ask([{ id: 0, do: 'games' }])[0];

// A mistake: status, nothing on the standard output, one sentence on the other.
function mistake(words, pattern, status = 2) {
  const result = run(words);
  assert.equal(result.status, status, words.join(' '));
  assert.equal(result.out, '', words.join(' '));
  assert.match(result.err, pattern);
  assert.match(result.err, /^kufsa: [^{}\n]*\n$/);
}

// ---- help ----

await test('help names every command', () => {
  for (const words of [['help'], ['--help'], ['-h']]) {
    const { status, out, err } = run(words);
    assert.deepEqual([status, err], [0, '']);
    for (const name of COMMANDS) assert.match(out, new RegExp(`^  ${name} +\\w`, 'm'));
  }
});

await test('without a command it lists the commands, and fails', () => {
  const { status, out, err } = run([]);
  assert.deepEqual([status, out], [2, '']);
  assert.match(err, /Usage: kufsa/);
});

await test('every command has help, three ways', () => {
  for (const name of COMMANDS) {
    const first = run(['help', name]);
    assert.equal(first.status, 0);
    assert.match(first.out, new RegExp(`^Usage: kufsa ${name}`));
    assert.match(first.out, /--lang en\|he/);
    assert.ok(!/cmd\.|[{}]/.test(first.out));
    assert.deepEqual(run([name, '--help']), first);
    assert.deepEqual(run([name, '-h']), first);
  }
});

await test('the version', () => {
  const { status, out } = run(['--version']);
  assert.equal(status, 0);
  assert.match(out, /^kufsa \d+\.\d+\.\d+\n$/);
});

// ---- mistakes ----

await test('an unknown command', () => {
  mistake(['plya'], /no command "plya"; did you mean "play"\?/);
  mistake(['eng'], /did you mean "engine"\?/);
  mistake(['zzzzz'], /no command "zzzzz"; "kufsa help" lists them/);
  mistake(['help', 'gmaes'], /did you mean "games"\?/);
  mistake(['--bogus'], /"--bogus" is not known here/);
});

await test('wrong words and parameters', () => {
  mistake(['play'], /kufsa play \[GAME\]/);
  mistake(['play', 'gobblet', 'x'], /too many words/);
  mistake(['engine', 'x'], /too many words/);
  mistake(['play', 'gobblet', '--sets', '3'], /did you mean --seats\?/);
  mistake(['play', 'gobblet', '-s'], /"-s" is not known/);
  mistake(['play', 'gobblet', '--seats'], /--seats needs a value: --seats N/);
  mistake(['play', 'gobblet', '--seats', '3'], /can only be 2 here, not "3"/);
  mistake(['play', 'gobblet', '--seats='], /can only be 2 here, not ""/);
  mistake(['play', 'taki', '--seats', '02'], /from 2 to 10, not "02"/);
  mistake(['play', 'gobblet', '--ascii=yes'], /--ascii takes no value/);
  mistake(['play', 'chess'], /no game "chess"; the games are .*gobblet/);
  mistake(['play', 'gobblet', '--option', 'touch'], /touch needs a value[^]*off, on/);
  mistake(['play', 'gobblet', '--option', 'foo=bar'], /no option "foo"/);
  mistake(['-v'], /"kufsa help" tells/);
  mistake(['games', 'x'], /kufsa games\n$/);
  mistake(['perft', 'gobblet', 'x'], /whole number from 0 to 20/);
  mistake(['play', 'gobblet', '--option', 'tuch=on'], /touch, peek/);
  mistake(['play', 'gobblet', '--option', 'touch=maybe'], /off, on/);
  mistake(['play', 'gobblet', '--key', 'abc'], /64 hexadecimal digits/);
  mistake(['play', 'gobblet', '--level', 'god'], /gentle, casual, club, master/);
  mistake(['play', 'gobblet', '--position', 'x'], /./);
  mistake(['play', 'gobblet', '--people', '3'], /from 0 to 2/);
  mistake(['play', 'cento', '--position', '24 #2/12+35 #30 - 0/0 1:1:0'], /hides cards/);
  mistake(['games', '--lang', 'xx'], /"xx" is not a language/);
  mistake(['perft'], /DEPTH/);
  mistake(['perft', 'x'], /whole number from 0 to 20/);
  mistake(['perft', '21'], /whole number from 0 to 20/);
  mistake(['rules', 'gobblet', 'G77'], /no number "G77"/);
  mistake(['play', ...Array.from({ length: 1100 }, () => 'x')], /more words/);
});

await test('parameters before, after, joined and repeated; -- ends them', () => {
  const words = [
    ['--lang', 'en', 'perft', '--depth-is-a-word', '2'],
    ['perft', '2', '--game=gobblet', '--option', 'touch=on', '--option', 'peek=on'],
    ['--lang=en', 'perft', '--', '2'],
  ];
  assert.equal(run(words[0]).status, 2);
  assert.match(run(words[1]).out, /^240 leaves/);
  assert.match(run(words[2]).out, /^240 leaves/);
  mistake(['perft', '--', '--divide'], /"--divide" is not a depth/);
});

await test('an output that cannot be written is a failure', () => {
  const { status, stderr } = spawnSync('sh', ['-c', '"$0" games >/dev/full', process.argv[2]]);
  assert.equal(status, 1);
  assert.match(stderr.toString(), /could not be written/);
});

// ---- languages ----

await test('a locale without UTF-8 gets only ASCII', () => {
  const boxes = (more, words = []) => {
    const { status, out } = run(['play', 'gobblet', '--plain', ...words], 'quit\n', more);
    assert.equal(status, 0);
    return /[^\n -~]/.test(out);
  };
  assert.ok(boxes({}));
  assert.ok(boxes({ LANG: '' })); // as if it were not set
  assert.ok(!boxes({ LANG: 'C' }));
  assert.ok(!boxes({ LC_ALL: 'C' }));
  assert.ok(!boxes({ LC_CTYPE: 'en_US.ISO-8859-1' }));
  assert.ok(boxes({ LC_ALL: 'C' }, ['--lang', 'he'])); // its letters are not ASCII either
});

await test('the environment chooses the language, --lang overrides it', () => {
  const hebrew = (more, words = []) => /[א-ת]/.test(run(['games', ...words], '', more).out);
  assert.ok(!hebrew({}));
  assert.ok(hebrew({ LANG: 'he_IL.UTF-8' }));
  assert.ok(hebrew({ LANG: 'en_US', LC_MESSAGES: 'he' }));
  assert.ok(!hebrew({ LANG: 'he_IL', LC_ALL: 'en_US' }));
  assert.ok(!hebrew({ LANG: 'he_IL', LC_ALL: 'fr_FR' }));
  assert.ok(hebrew({ LANG: 'he_IL', LC_ALL: '' }));
  assert.ok(!hebrew({ LANG: 'he_IL' }, ['--lang', 'en']));
  assert.ok(hebrew({}, ['--lang=he']));
  assert.match(run(['plya'], '', { LANG: 'he_IL' }).err, /[א-ת].*"play"/);
});

await test('the engine speaks English unless it is told otherwise', () => {
  assert.ok(!/[א-ת]/.test(run(['engine'], 'x\n', { LANG: 'he_IL' }).out));
  assert.match(run(['engine', '--lang', 'he'], 'x\n').out, /[א-ת]/);
});

// ---- games, rules, perft ----

await test('games lists all of them, with seats and options', () => {
  for (const lang of ['en', 'he']) {
    const { out } = run(['games', '--lang', lang]);
    for (const { name, options } of games) {
      assert.match(out, new RegExp(`^${name} `, 'm'));
      for (const option of options)
        assert.match(out, new RegExp(`^    ${option.name}=${option.default} `, 'm'));
    }
    assert.ok(!/(option|game)\.[a-z]+\.|[{}]/.test(out), 'a key instead of a sentence');
  }
});

await test('games tells the printed rules from house rules', () => {
  const parts = run(['games']).out.split(/\n\n/);
  const [printed, house] = parts.find((part) => part.startsWith('taki')).split(/^ {2}House.*$/m);
  assert.match(printed, /^ {4}call=manual .*\n {6}manual .*auto/m);
  assert.doesNotMatch(printed, /catch|TR(29|30|31|32)/);
  assert.match(house, /^ {4}call=catch .*TR32.*\n {6}catch \([^,]*, [^,]*\)$/m);
  for (const name of ['draw=choice', 'two=plain', 'bare=open'])
    assert.ok(house.includes(`\n    ${name} `), name);
  assert.doesNotMatch(parts.find((part) => part.startsWith('cento')), /House/);
});

await test('rules are those of docs/rules, without the marks', () => {
  for (const { name } of games)
    for (const lang of ['en', 'he']) {
      const { status, out } = run(['rules', name, '--lang', lang]);
      assert.equal(status, 0);
      assert.ok(!/\*\*|`|^#|^\|/m.test(out));
      const words = (text) => text.match(/[\p{L}\p{N}]+/gu);
      const source = readText(`docs/rules/${name}.${lang}.md`);
      assert.deepEqual(words(out), words(source), 'every word is there');
    }
});

await test('one rule by its number', () => {
  for (const rule of ['G6', 'g6'])
    assert.match(run(['rules', 'gobblet', rule]).out, /^G6 [^]*larger[^]*\n$/);
  assert.ok(!run(['rules', 'gobblet', 'G1']).out.includes('G10'));
  assert.match(run(['rules', 'taki', 'TR28']).out, /^TR28 /);
});

await test('perft, whole and divided', () => {
  assert.match(run(['perft', '0']).out, /^1 leaves/);
  assert.match(run(['perft', '4']).out, /^406560 leaves, \d+ ms, \d+ leaves a second\n$/);
  const { out, err } = run(['perft', '3', '--divide']);
  assert.equal(err, '', 'no progress into a pipe');
  const lines = [...out.matchAll(/^0 (4@\w\w) (\d+)$/gm)];
  assert.equal(lines.length, 16);
  assert.equal(lines.reduce((sum, [, , nodes]) => sum + Number(nodes), 0), 10080);
});

await test('perft of a position and of a deal, as the engine counts', () => {
  for (const { name: game } of games) {
    const deal = ask([{ id: 0, do: 'new', game, key: KEY }])[0];
    const [{ nodes }] = ask([{ id: 0, do: 'perft', game, position: deal.position, depth: 2 }]);
    assert.ok(run(['perft', '2', '--game', game, '--key', KEY]).out.startsWith(`${nodes} leaves`));
    const position = ['--position', deal.position];
    assert.ok(run(['perft', '2', '--game', game, ...position]).out.startsWith(`${nodes} leaves`));
  }
});

await test('perft that needs a shuffle without a stream fails', () => {
  const position = '24=4x6 12+35/10+36 - 8+9 0/0 0:1:0';
  mistake(['perft', '2', '--game', 'cento', '--position', position], /rng=/, 1);
  const [{ error }] = ask([{ id: 0, do: 'perft', game: 'cento', position, depth: 2 }]);
  assert.equal(error.code, 'dry');
});

// ---- the tool that puts the rules into the program ----

await test('tools/embed.mjs keeps every byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-embed-'));
  try {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => i % 256));
    writeFileSync(join(folder, 'a.bin'), bytes);
    writeFileSync(join(folder, 'empty.txt'), '');
    const out = join(folder, 'some_text.c');
    const tool = join(root, 'tools/embed.mjs');
    const words = [tool, out, join(folder, 'a.bin'), join(folder, 'empty.txt')];
    assert.equal(spawnSync(process.execPath, words).status, 0);
    const source = readFileSync(out, 'utf8');
    assert.match(source, /const struct embedded some_text\[\] = \{\n {4}\{"a\.bin", /);
    const [, first] = /file_0\[\] = \{\n([^}]*)\}/.exec(source);
    assert.deepEqual(first.match(/\d+/g).map(Number), [...bytes, 0]);
    assert.match(source, /file_1\[\] = \{\n {4}0,\n\}/);
    assert.equal(spawnSync(process.execPath, [tool]).status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

finish();
