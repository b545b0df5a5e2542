// A fifth game, from nothing to playable everywhere. A copy of the tree gets the files that
// HACKING.md lists for a new game (tests/fifth has them) and one line in games.def, nothing else.
// Then it is built, put through the laws, played by the library at tables side by side, and played
// to its end as plain text, on the full screen and in the page, in both languages.
//   node tests/fifth_game.mjs FOLDER VT_CELLS
// The copy and what is built in it stay in FOLDER, so that a second run is quick.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder, cells] = process.argv.slice(2).map((path) => resolve(path));
const GAME = 'stones';
const FILES = 'tests/fifth/'; // what is added to the tree
const LIST = 'src/rules/games.def';
const STONES = 21;
const TIME_MS = 600_000;

// Runs a program in the copy; what it printed, if it succeeds.
async function run([name, ...words], { input = '', ...more } = {}) {
  const child = spawn(name, words, { cwd: folder, timeout: TIME_MS, ...more });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => (text += part));
  child.stdin.on('error', () => {}).end(input); // it may end before it has read all
  const [status] = await once(child, 'close');
  assert.equal(status, 0, `${name} ${words.join(' ')}\n${text}`);
  return text;
}

// A step of the test, and how long it took.
async function step(name, work) {
  const start = Date.now();
  await work();
  console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

// ---- the files ----

const LS = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const tree = (await run(['git', ...LS], { cwd: root }))
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const added = tree.filter((path) => path.startsWith(FILES)).map((path) => path.slice(FILES.length));

// The table in HACKING.md: a new game's files, with x for its name.
function listed() {
  const [, section] = readFileSync(join(root, 'HACKING.md'), 'utf8').split('## Adding a game\n');
  const rows = section.split('\n\n').find((part) => part.startsWith('| file |')).split('\n');
  const names = rows.flatMap((row) => [...row.split('|')[1].matchAll(/`([^`]+)`/g)]);
  return names.map(([, path]) => path.replace(/\bx\b/, GAME));
}

// Times are kept: what has not changed is not built again.
function copy(from, path) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, from), join(folder, path), { preserveTimestamps: true });
}

function copyTree() {
  for (const path of added) assert.ok(!tree.includes(path), `${path} replaces a file`);
  assert.deepEqual([...added, LIST].sort(), listed().sort(), 'HACKING.md has the list');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name !== 'build'))
    rmSync(join(folder, name), { recursive: true });
  for (const path of tree.filter((path) => !path.startsWith(FILES))) copy(path, path);
  for (const path of added) copy(FILES + path, path);
  const { atime, mtime } = statSync(join(folder, LIST));
  writeFileSync(join(folder, LIST), `GAME(${GAME})\n`, { flag: 'a' });
  utimesSync(join(folder, LIST), atime, mtime);
  symlinkSync(join(root, 'web/node_modules'), join(folder, 'web/node_modules'));
}

// ---- the program ----

const built = (name) => join(folder, 'build', name);

async function build() {
  const wishes = ['CMAKE_BUILD_TYPE=Debug', 'CMAKE_C_COMPILER=gcc', 'KUFSA_TESTS=laws'];
  await run(['cmake', '-G', 'Ninja', '-B', 'build', ...wishes.map((wish) => `-D${wish}`)]);
  await run(['cmake', '--build', 'build', '-j', process.env.JOBS ?? '2', '--target',
    'kufsa', 'laws', 'positions', 'unit_batch']);
}

// Tries the stones from the last to the first: those that cannot be taken are refused.
async function playPlain(language) {
  const words = readFileSync(join(folder, `i18n/${language}/common.txt`), 'utf8');
  const [before, after] = /^result\.won = (.*)$/m.exec(words)[1].split('{name}');
  const state = mkdtempSync(join(tmpdir(), 'kufsa-fifth-'));
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'dumb', XDG_STATE_HOME: state };
  const lines = ['help', 'rules', 'hint', ...Array.from({ length: STONES }, (_, i) => STONES - i)];
  try {
    const out = await run([built('kufsa'), 'play', GAME, '--plain', '--lang', language,
      '--bots', 'gentle'], { env, input: lines.map((line) => `${line}\n`).join('') });
    assert.ok(out.includes(before) && out.includes(after), out);
    assert.ok(!/\b(play|event|result|stones|option)\.[a-zA-Z]/.test(out), `a bare key\n${out}`);
  } finally {
    rmSync(state, { recursive: true });
  }
}

const script = (path, ...words) => run([process.execPath, join(folder, 'tests', path), ...words]);

await step('the files', copyTree);
await step('the program', build);
await step('the laws', () => run([built('laws'), '--game', GAME, '--games', '500']));
await step('tables side by side', () => run([built('unit_batch')]));
await step('the rules', () => run([built('positions'), `tests/positions/${GAME}.t`]));
const ended = await Promise.allSettled([
  step('plain text', () => Promise.all(['en', 'he'].map(playPlain))),
  step('the full screen', () => script('tui_games.mjs', built('kufsa'), cells, GAME)),
  step('the page', () => script('e2e/games.mjs', built('kufsa'), GAME)),
]);
for (const { reason } of ended) if (reason) throw reason;
