// SPDX-License-Identifier: MIT
// How the full screen looks in a telling moment of each game: in both languages, in
// several sizes, with many colours, few and none. The cells are judged; pictures of them are for
// people to look at.
//   node tests/tui_looks.mjs KUFSA VT_CELLS                       judgements
//   node tests/tui_looks.mjs KUFSA VT_CELLS --pictures [PART]     and pictures, in build/screens
//   node tests/tui_looks.mjs KUFSA VT_CELLS --docs                only those of docs/terminal.md
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES } from '../tools/games.mjs';
import { findCourse, keepCourse } from './kept.mjs';
import { finish, root, test } from './program.mjs';
import { dropFolder, KEYS, stateFolder, Terminal, words } from './vt.mjs';
import { Painter } from './vt_paint.mjs';

const [wish, part = ''] = process.argv.slice(4);
const t = { en: words('en'), he: words('he') };
const NAMES = { en: 'Noa', he: 'נועה' };
const AT_ONCE = 4;
const IMAGE_MAX = 90_000; // bytes, of a picture in docs
const terminfo = stateFolder();

// ---- terminals ----

// Not every system has a description of a terminal with sixteen colours.
const SIXTEEN = `kufsa-16color|sixteen colours, the bright ones by codes of their own,
\tcolors#16, pairs#256,
\tsetab=\\E[%?%p1%{8}%<%t%p1%{40}%+%e%p1%{92}%+%;%dm,
\tsetaf=\\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%{82}%+%;%dm,
\tuse=xterm,
`;

function describe16() {
  const source = join(terminfo, 'source');
  writeFileSync(source, SIXTEEN);
  const { status, stderr } = spawnSync('tic', ['-o', terminfo, source], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

const DEPTHS = {
  256: { term: 'xterm-256color', least: 16, below: 256 },
  16: { term: 'kufsa-16color', least: 8, below: 16, env: { TERMINFO_DIRS: `${terminfo}:` } },
  8: { term: 'xterm', least: 1, below: 8 },
  mono: { term: 'xterm-mono', least: -1, below: 0 },
};

// ---- moments ----

const turnOf = (course, seat) => course.now.actors.length === 1 && course.now.actors[0] === seat;
const phaseOf = (course) => course.now.position.split(' ')[4]; // in Super Taki
const lines = (move) => move.split('+').length;

// A game of each kind with something to see, and what to do there before looking.
const MOMENTS = {
  iota: {
    setting: { game: 'iota', seats: 3 },
    wanted: (course) =>
      turnOf(course, 0) &&
      course.moves.length >= 9 &&
      course.legal(0).some((move) => lines(move) === 2 && move.includes('@')),
    keys: [KEYS.enter, KEYS.enter],
    shows: ['◆', '◂'],
  },
  cento: {
    setting: { game: 'cento', seats: 3 },
    wanted: (course) =>
      turnOf(course, 0) && course.moves.length >= 5 && course.legal(0).length >= 5,
    keys: [],
    shows: ['•', '×'],
  },
  gobblet: {
    setting: { game: 'gobblet', seats: 2 },
    wanted: (course) => turnOf(course, 0) && course.moves.length >= 10,
    keys: [KEYS.enter],
    shows: ['╶•╴', '◆', '◂', 'W4', 'B4'],
  },
  'taki-owed': {
    setting: { game: 'taki', seats: 4 },
    wanted: (course) =>
      turnOf(course, 0) && /^owe/.test(phaseOf(course)) && course.legal(0).length > 1,
    keys: [],
    shows: ['+2'],
  },
  taki: {
    setting: { game: 'taki', seats: 4 },
    wanted: (course) =>
      turnOf(course, 0) && phaseOf(course) === 'run' && course.legal(0).length > 3,
    keys: [],
    shows: ['•'],
  },
};

const courses = {};

/** Words as they stand on the screen. */
const seen = (language, text) => (language === 'he' ? [...text].reverse().join('') : text);

/** The whole screen at a moment. */
async function see(name, { language, size: [columns, rows], depth, more = [] }) {
  const moment = MOMENTS[name];
  const { game, seats } = moment.setting;
  courses[name] ??= findCourse(moment.setting, moment.wanted);
  const state = stateFolder();
  keepCourse(courses[name], state, [NAMES[language], ...Array(seats - 1).fill('')]);
  const { term, env } = DEPTHS[depth];
  const terminal = new Terminal(['play', game, '--lang', language, ...more], {
    ...{ columns, lines: rows, state, term, env },
  });
  try {
    const offer = t[language]('join.left.title');
    await terminal.until(more.includes('off') ? offer : seen(language, offer));
    await terminal.keys(KEYS.enter); // go on with it
    await terminal.until(/ Esc /);
    for (const key of moment.keys) {
      const before = terminal.text;
      await terminal.keys(key);
      await terminal.until({ test: (text) => text !== before });
    }
    return await terminal.rest(40);
  } finally {
    await terminal.close();
    dropFolder(state);
  }
}

// ---- judgements ----

/** No more colours than the terminal has, and no fewer than are useful. */
function judgeColours({ looks }, depth) {
  const { least, below } = DEPTHS[depth];
  let most = -1;
  for (const look of Object.values(looks))
    for (const colour of /^(-|\d+)\/(-|\d+)/.exec(look).slice(1))
      if (colour !== '-') most = Math.max(most, Number(colour));
  assert.ok(most < below, `colour ${most} of ${below}`);
  assert.ok(most >= least, `no colour above ${most}`);
}

function judge(name, screen, { language, depth, more = [] }) {
  const text = screen.rows.join('\n');
  const keys = screen.rows.at(-1);
  assert.ok(!/…|\w\.\./.test(text), `cut off\n${text}`);
  assert.match(keys, /\?/, `no key for help\n${keys}`);
  assert.match(keys, / q/, `no key to leave\n${keys}`);
  if (!more.includes('--ascii'))
    for (const sign of MOMENTS[name].shows) assert.ok(text.includes(sign), `no ${sign}\n${text}`);
  else if (language === 'en') assert.match(text, /^[\n -~]*$/);
  judgeColours(screen, depth);
  assert.equal(screen.ordered, language === 'he' && !more.includes('off'));
}

// ---- all of them ----

const SIZES = [[80, 24], [100, 30], [160, 50]];
const nameOf = (name, { language, size, depth, more = [] }) =>
  [name, language, size[0], depth, ...more.map((word) => word.replace('--', ''))].join('-');

function* views() {
  for (const name of Object.keys(MOMENTS))
    for (const language of ['en', 'he'])
      for (const size of SIZES)
        for (const depth of Object.keys(DEPTHS))
          if (wish === '--pictures' || size[0] === 80 || depth === '256')
            yield [name, { language, size, depth }];
  for (const name of Object.keys(MOMENTS)) {
    yield [name, { language: 'en', size: [80, 24], depth: '256', more: ['--ascii'] }];
    yield [name, { language: 'he', size: [80, 24], depth: '256', more: ['--bidi', 'off'] }];
  }
}

async function judgeAll(painter) {
  const waiting = [...views()].filter((view) => nameOf(...view).includes(part));
  const problems = [];
  const work = async () => {
    for (let view = waiting.shift(); view; view = waiting.shift()) {
      const screen = await see(...view);
      const file = `terminal-${nameOf(...view)}.png`;
      if (painter) await painter.paint(screen, join(root, 'build/screens', file));
      try {
        judge(view[0], screen, view[1]);
      } catch (error) {
        problems.push(`${nameOf(...view)}: ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  assert.equal(problems.join('\n'), '');
}

/** The same cells, in two orders. */
async function judgeOrder(name) {
  const view = { language: 'he', size: [100, 30], depth: '256' };
  const ours = await see(name, view);
  const theirs = await see(name, { ...view, more: ['--bidi', 'off'] });
  const sorted = (row) => [...row].sort().join('').replace(/[()]/g, '');
  assert.deepEqual(ours.rows.map(sorted), theirs.rows.map(sorted));
  assert.notDeepEqual(ours.rows, theirs.rows);
}

/** The pictures of docs/terminal.md. */
async function makeDocs(painter) {
  for (const name of GAMES)
    for (const language of ['en', 'he']) {
      const path = join(root, `docs/img/terminal-${name}-${language}.png`);
      const screen = await see(name, { language, size: [80, 24], depth: '256' });
      await painter.paint(screen, path);
      const { size } = statSync(path);
      assert.ok(size < IMAGE_MAX, `${path}: ${size} bytes`);
      console.log(`${path}: ${size} bytes`);
    }
}

describe16();
const painter = wish ? await Painter.open() : null;
if (wish === '--docs') {
  await test('pictures of docs/terminal.md', () => makeDocs(painter));
} else {
  mkdirSync(join(root, 'build/screens'), { recursive: true });
  await test('every look of every game', () => judgeAll(painter));
  for (const name of Object.keys(MOMENTS))
    await test(`${name}: Hebrew in either order`, () => judgeOrder(name));
}
await painter?.close();
dropFolder(terminfo);
finish();
