// What the program tells other programs about itself: man pages and completion. bash really
// completes here; `make release-check` asks man, zsh and fish too.
//   node tests/cli_manual.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, finish, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-manual-'));
const { games } = ask([{ id: 0, do: 'games' }])[0];
const commands = [...run(['help']).out.matchAll(/^  ([a-z]+) /gm)].map((found) => found[1]);

await test('a man page for each command, with all of its parameters, in both languages', () => {
  for (const language of ['en', 'he'])
    for (const name of commands) {
      const help = run(['--lang', language, 'help', name]).out;
      const { status, out, err } = run(['--lang', language, 'help', name, '--as', 'man']);
      assert.deepEqual([status, err], [0, '']);
      const title = `^\\.TH kufsa\\\\-${name} 1 "" "Kufsa \\d+\\.\\d+\\.\\d+" Kufsa$`;
      assert.match(out, new RegExp(title, 'm'));
      for (const [, parameter] of help.matchAll(/^ {2}--([a-z-]+)/gm))
        assert.ok(out.includes(`\\fB\\-\\-${parameter.replaceAll('-', '\\-')}\\fR`), parameter);
      for (const line of out.split('\n')) // nothing that people wrote is a command of roff
        if (/^[.']/.test(line)) assert.match(line, /^\.(TH|SH|SS|TP|PP|BR|\\")( |$)/);
    }
  const { out } = run(['help', '--as', 'man']);
  for (const name of commands)
    assert.match(out, new RegExp(`^\\.BR kufsa\\\\-${name} \\(1\\)`, 'm'));
});

await test('what a command can do is in its help and on its page', () => {
  const [help, manual] = [run(['help', 'box']).out, run(['help', 'box', '--as', 'man']).out];
  const actions = [...help.matchAll(/^ {2}([a-z]+)( [A-Z]+)? /gm)].map(([, name]) => name);
  assert.equal(actions.length, 9);
  for (const name of actions) assert.ok(manual.includes(`\n.TP\n\\fB${name}\\fR`), name);
});

await test('in the help a space divides each parameter from what it means', () => {
  const page = run(['help', 'help']).out;
  assert.match(page, /^ {2}--as \S+ for other programs/m);
  const rows = run(['help', 'serve']).out.split('\n').filter((line) => line.startsWith('  --'));
  const columns = rows.map((line) => /^ {2}--\S+( \S+)? {2,}/.exec(line)[0].length);
  assert.deepEqual(new Set(columns), new Set([26]));
});

await test('a game’s options are on the page of what plays it', () => {
  const { out } = run(['help', 'play', '--as', 'man']);
  for (const game of games) {
    assert.match(out, new RegExp(`^\\.SS ${game.name}$`, 'm'));
    for (const option of game.options) assert.ok(out.includes(`\\fB${option.name}\\fR`));
  }
});

// What bash offers for a line, when Tab is pressed at its end.
function completes(line) {
  const script = join(folder, 'kufsa.bash');
  writeFileSync(script, run(['help', '--as', 'bash']).out);
  const ask = 'source "$1"; compopt() { :; }; COMP_LINE=$2 COMP_POINT=${#2}; _kufsa; ' +
    'printf "%s\\n" "${COMPREPLY[@]}"';
  const words = ['--norc', '-u', '-c', ask, 'bash', script, line];
  const { status, stdout, stderr } = spawnSync('bash', words, { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, ''], line);
  return stdout.split('\n').filter((word) => word !== '');
}

await test('bash completes commands, games, levels, options and files', () => {
  const names = games.map((game) => game.name);
  assert.deepEqual(completes('kufsa '), commands);
  assert.deepEqual(completes('kufsa pl'), ['play']);
  assert.deepEqual(completes('kufsa play '), names);
  assert.deepEqual(completes('kufsa --lang he rules i'), names.filter((name) => /^i/.test(name)));
  assert.deepEqual(completes('kufsa --lang '), ['en', 'he']);
  assert.deepEqual(completes('kufsa play taki --le'), ['--level']);
  assert.deepEqual(completes('kufsa play --level '), ['gentle', 'casual', 'club', 'master']);
  assert.deepEqual(completes('kufsa play --aloud '), ['on', 'three']);
  assert.deepEqual(completes('kufsa arena iota ma'), ['master']);
  assert.deepEqual(completes('kufsa help ser'), ['serve']);
  assert.deepEqual(completes('kufsa box '), [
    ...['list', 'sums', 'show', 'review', 'star', 'unstar', 'delete', 'export', 'import'],
  ]);
  assert.deepEqual(completes('kufsa box --result w'), ['won']);
  assert.deepEqual(completes('kufsa help --as z'), ['zsh']);
  assert.deepEqual(completes('kufsa perft gobblet 3 --'), [
    ...['game', 'position', 'option', 'seats', 'key', 'divide', 'lang', 'help'],
  ].map((name) => `--${name}`));
  for (const name of names) {
    const { options } = games.find((game) => game.name === name);
    const offered = completes(`kufsa play ${name} --option `);
    const all = options.flatMap((row) => row.values.map((value) => `${row.name}=${value}`));
    assert.deepEqual(offered, all);
  }
  assert.deepEqual(completes('kufsa play taki --option mode=p'), ['pyramid']);
  const script = join(folder, 'kufsa.bash');
  assert.deepEqual(completes(`kufsa serve --data ${script.slice(0, -3)}`), [script]);
  assert.deepEqual(completes(`kufsa backup x ${folder}/kufsa.`), [script]);
  assert.deepEqual(completes('kufsa games '), []);
});

await test('a form that there is not', () => {
  const { status, err } = run(['help', '--as', 'html']);
  assert.equal(status, 2);
  assert.match(err, /"html" is not a form of the help/);
  assert.equal(run(['help', 'play', '--as', 'settings']).status, 2);
});

rmSync(folder, { recursive: true });
finish();
