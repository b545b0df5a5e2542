// SPDX-License-Identifier: MIT
// The program on a terminal that is read cell by cell (tests/vt_cells.c), and a robot that plays
// with nothing but the keys that the screen shows.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { program, root } from './program.mjs';

const cells = resolve(process.argv[3] ?? 'build/release/vt_cells');

/** A state folder for one test. */
export const stateFolder = () => mkdtempSync(join(tmpdir(), 'kufsa-tui-'));
export const dropFolder = (folder) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** The catalogue's texts by their keys, as they are in the files. */
export function words(language) {
  const texts = new Map();
  for (const file of readdirSync(join(root, `i18n/${language}`))) {
    const lines = readFileSync(join(root, `i18n/${language}/${file}`), 'utf8').split('\n');
    for (const line of lines) {
      const [key, text] = line.split(/ = (.*)/s);
      if (text !== undefined) texts.set(key, text);
    }
  }
  return (key) => {
    if (!texts.has(key)) throw new Error(`no ${key} in ${language}`);
    return texts.get(key);
  };
}

export const KEYS = {
  enter: '\r',
  tab: '\t',
  esc: '\x1b',
  up: '\x1bOA',
  down: '\x1bOB',
  right: '\x1bOC',
  left: '\x1bOD',
  home: '\x1bOH',
  end: '\x1bOF',
  pageDown: '\x1b[6~',
  ctrlC: '\x03',
  ctrlZ: '\x1a',
};

export class Terminal {
  static open = new Set();

  constructor(argv, wishes = {}) {
    const { columns = 80, lines = 24, state, term = 'xterm-256color', env = {} } = wishes;
    const environment = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      TERM: term,
      HOME: state,
      USER: 'Noa',
      XDG_STATE_HOME: state,
      ...env,
    };
    for (const name of ['ASAN_OPTIONS', 'UBSAN_OPTIONS', 'TSAN_OPTIONS'])
      if (process.env[name] !== undefined) environment[name] = process.env[name];
    const words_ = [
      ...(wishes.how ?? []), // --alone, --apart: see vt_cells.c
      ...[String(columns), String(lines), wishes.program ?? program, ...argv],
    ];
    this.child = spawn(cells, words_, {
      env: environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    Terminal.open.add(this);
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async tell(line) {
    this.child.stdin.write(`${line}\n`);
    const { value, done } = await this.answers.next();
    if (done) throw new Error(`vt_cells ended at ${line}`);
    return JSON.parse(value);
  }

  keys(text) {
    return this.tell(`keys ${Buffer.from(text).toString('hex')}`);
  }

  /** The screen, once nothing has been written for this many milliseconds. */
  async rest(quiet = 40, most = 10000) {
    this.screen = await this.tell(`rest ${quiet} ${most}`);
    this.text = this.screen.rows.join('\n');
    return this.screen;
  }

  /** The mouse, on the first cell of this text. */
  /** The button of a question may begin like the question above it: then it is the last. */
  async click(text, { last = false } = {}) {
    await this.until(text);
    const has = (row) => row.includes(text);
    const line = last ? this.screen.rows.findLastIndex(has) : this.screen.rows.findIndex(has);
    const before = this.screen.rows[line].split(text)[0];
    return this.tell(`click ${[...before].length} ${line}`);
  }

  resize(columns, lines) {
    return this.tell(`resize ${columns} ${lines}`);
  }

  signal(number) {
    return this.tell(`signal ${number}`);
  }

  cut() {
    return this.tell('cut');
  }

  hush() {
    return this.tell('hush');
  }

  async end(most = 60000) {
    return (await this.tell(`end ${most}`)).status;
  }

  /** What a test that failed has left open. */
  static async closeAll() {
    for (const terminal of Terminal.open) await terminal.close();
  }

  async close() {
    Terminal.open.delete(this);
    this.child.stdin.end();
    await new Promise((done) => {
      if (this.child.exitCode !== null) done();
      else this.child.on('exit', done);
    });
  }

  /** Waits until the screen shows it; also what a program that has `ended` left there. */
  async until(pattern, most = 60000, ended = false) {
    const begun = Date.now();
    for (;;) {
      await this.rest(30, 200);
      if (typeof pattern === 'string' ? this.text.includes(pattern) : pattern.test(this.text))
        return this.screen;
      const gone = !this.screen.alive && !ended;
      if (Date.now() - begun > most || gone)
        throw new Error(
          `never on the screen${gone ? ', and it has ended' : ''}: ${pattern}\n${this.text}`,
        );
    }
  }
}

/** A move of Gobblet, of the cup and to the square that are lit first. Waits for the result of each
 * key before the next: a key typed ahead would make another move. */
export async function touch(terminal, t) {
  await terminal.until(t('tui.yours'));
  await terminal.keys(KEYS.enter);
  await terminal.until(t('tui.held'));
  await terminal.keys(KEYS.enter);
  await terminal.until({ test: (now) => !now.includes(t('tui.held')) });
}

export const squeeze = (text) => text.replace(/[\s║]/g, '');

/** Whether a text has a sentence in it, wherever its lines are broken, also in a box. */
export const says = (text, sentence) => squeeze(text).includes(squeeze(sentence));

/** A key of the row of buttons: `1 Draw a card`. */
const buttonsOf = (rows) =>
  rows
    .slice(-6)
    .flatMap((row) => [...row.matchAll(/(?:^|\s)([1-9]) \S/g)].map((found) => found[1]));

/** Presses something: a button, Esc, or Tab some times and Enter. */
async function press(terminal, chance) {
  const buttons = buttonsOf(terminal.screen.rows);
  const draw = chance(100);
  if (buttons.length > 0 && draw < 15) await terminal.keys(buttons[chance(buttons.length)]);
  else if (draw < 20) await terminal.keys(KEYS.esc);
  else await terminal.keys(KEYS.tab.repeat(chance(6)) + KEYS.enter);
}

/** Plays until the match is over, with keys that the screen shows: Tab and Enter, the numbers of
 * buttons, a hint now and then. `t` has the words, `chance` draws, `step` may do more
 * and says when that is enough. A match that ends
 * while a key is on its way shows the robot other buttons than it meant: with `leaves` that may be
 * the one that leaves. */
export async function playRobot(
  terminal,
  chance,
  t,
  { most = 600000, hints = 50, leaves = false, step = () => {} } = {},
) {
  const begun = Date.now();
  for (let presses = 0; ; presses++) {
    await terminal.rest(12, 1000);
    const { text, screen } = terminal;
    if (!screen.alive && leaves && (await terminal.end()) === 0) return presses;
    if (!screen.alive) throw new Error(`it has ended\n${text}`);
    if (text.includes(t('tui.rematch'))) return presses;
    if (Date.now() - begun > most) throw new Error(`not over after ${presses} presses\n${text}`);
    if (await step(terminal, presses)) return presses;
    if (text.includes(t('tui.curtain')) || text.includes(t('tui.hint.follow')))
      await terminal.keys(KEYS.enter);
    else if (text.includes(t('tui.hint.wait'))) await terminal.rest(100, 100);
    else if (!text.includes(t('tui.yours')) && chance(2) === 0) await terminal.rest(100, 100);
    else if (text.includes(t('tui.yours')) && chance(100) < hints) await terminal.keys('h');
    else await press(terminal, chance);
  }
}

/** Numbers from 0 below n, the same ones each time. */
export function chanceOf(seed) {
  let state = BigInt(seed) * 2654435761n + 12345n;
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(below));
  };
}
