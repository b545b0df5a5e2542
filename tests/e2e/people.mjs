// What people do around a game, in any language: opening a table, joining it, sitting down,
// getting up; and the connection between a device and the server, which can be cut or fall silent.
import { spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { finish, root, Talk, test } from '../program.mjs';
import { device, shoot } from './browser.mjs';

// ---- tests ----

// Tests that run while servers and browsers keep running, perhaps several at once; the results are
// reported at the end, when all of that has ended.
export class Outcomes {
  constructor() {
    this.problems = new Map();
  }

  async try(name, run) {
    const began = Date.now();
    this.problems.set(name, null);
    await run().catch((problem) => this.problems.set(name, problem));
    const problem = this.problems.get(name);
    if (problem) console.error(`${name}: ${problem.message.split('\n')[0]}`);
    else if (process.env.KUFSA_TIMES) console.log(`${name}: ${Date.now() - began} ms`);
  }

  async tell() {
    for (const [name, problem] of this.problems)
      await test(name, () => {
        if (problem) throw problem;
      });
    finish();
  }
}

// Scenes of a script: each has people of its own, whose devices share the options `wishes`, and who
// must leave without faults. `only` is part of the names of those to play.
export function scenesOf(script, { server, chromium, outcomes, only }) {
  return async (name, wishes, play) => {
    if (only && !name.includes(only)) return;
    await outcomes.try(name, async () => {
      const people = [];
      const come = async (called, more = {}) => {
        const one = await person(chromium.browser, server.at, called, { ...wishes, ...more });
        people.push(one);
        return one;
      };
      try {
        await play(await come('Noa'), come);
        for (const one of people) one.faults.none();
      } catch (problem) {
        for (const { page, name: who } of people)
          await shoot(page, `failed-${script}-${who}`).catch(() => {});
        throw problem;
      } finally {
        for (const one of people) await one.close();
      }
    });
  };
}

// ---- the server ----

// A server that keeps its tables in a file, and restarts on the same address.
export async function lastingServer(file) {
  const server = { at: '', talk: null };
  const start = async (port) => {
    server.talk = new Talk(['serve', '--port', port, '--data', file]);
    server.at = /http:\/\/[\d.:a-z]+/.exec(
      await server.talk.until(/http:\/\/[\d.:a-z]+\/?\n/),
    )[0];
  };
  await start('0');
  return Object.assign(server, {
    // Like a power cut; or like Ctrl-C, with a goodbye.
    kill: (signal = 'SIGKILL') => server.talk.child.kill(signal) && server.talk.ended,
    restart: () => start(new URL(server.at).port),
    // The disk is full, or has space again.
    full(is) {
      const words = ['--pid', String(server.talk.child.pid), `--fsize=${is ? 1 : 'unlimited'}:`];
      assert.equal(spawnSync('prlimit', words).status, 0);
    },
  });
}

// ---- the line ----

// A port that forwards each connection to the server: `join(near, far)` moves the bytes. Requests
// name the address they came to; it is replaced by the server's own.
async function listen(at, join) {
  const { hostname, port } = new URL(at);
  const open = new Set();
  const listener = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [one, other] of [[near, far], [far, near]]) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    join(near, far, translate);
  });
  await new Promise((done) => listener.listen(0, '127.0.0.1', done));
  const own = `http://127.0.0.1:${listener.address().port}`;
  const translate = (bytes) => {
    const text = bytes.toString('latin1');
    return text.includes(`Origin: ${own}`)
      ? Buffer.from(text.replaceAll(`Origin: ${own}`, `Origin: ${at}`), 'latin1')
      : bytes;
  };
  const close = () => {
    for (const socket of open) socket.destroy();
    listener.close();
  };
  return { at: own, open, close };
}

// A separate address through which a device reaches the server. `cut` breaks all connections and
// lets nothing through; `freeze` lets nothing through, silently; `restore` ends either.
export async function lineTo(at) {
  let state = 'open';
  const line = await listen(at, (near, far, translate) => {
    if (state === 'cut') near.destroy();
    near.on('data', (bytes) => far.write(translate(bytes)));
    far.on('data', (bytes) => near.write(bytes));
    if (state === 'frozen') for (const socket of [near, far]) socket.pause();
  });
  const each = (next, work) => {
    state = next;
    for (const socket of line.open) work(socket);
  };
  return {
    ...line,
    cut: () => each('cut', (socket) => socket.destroy()),
    freeze: () => each('frozen', (socket) => socket.pause()),
    restore: () => each('open', (socket) => socket.resume()),
  };
}

const PACKET = 1400; // bytes

// A phone's link: this many bits per second for all connections together, and this many
// milliseconds per round trip, plus one round trip for each new connection.
export async function slowLineTo(at, { bits, rtt }) {
  const millis = (bytes) => (bytes.length * 8000) / bits;
  let free = 0; // when the last byte so far will have arrived
  return listen(at, (near, far, translate) => {
    const up = inOrder((bytes) => far.write(translate(bytes)));
    const down = inOrder((bytes) => near.write(bytes));
    let sent = performance.now() + rtt;
    near.on('data', (bytes) => {
      sent = Math.max(sent, performance.now()) + millis(bytes);
      up(sent + rtt / 2, bytes);
    });
    far.on('data', (bytes) => {
      for (let from = 0; from < bytes.length; from += PACKET) {
        const part = bytes.subarray(from, from + PACKET);
        free = Math.max(free, performance.now()) + millis(part);
        down(free + rtt / 2, part);
      }
    });
  });
}

// Runs each piece of work when it is due, in order: timers of different lengths may overtake.
function inOrder(work) {
  const queue = [];
  const flush = () => {
    while (queue.length > 0 && queue[0].due <= performance.now()) work(queue.shift().bytes);
    if (queue.length > 0) setTimeout(flush, queue[0].due - performance.now());
  };
  return (due, bytes) => {
    queue.push({ due, bytes });
    if (queue.length === 1) setTimeout(flush, due - performance.now());
  };
}

// ---- tables ----

export const codeOf = (page) => new URL(page.url()).hash.slice(1).replace('table/', '');

// A person with a name and a device. `at` may be this person's own line.
export async function person(browser, at, name, wishes = {}) {
  const one = await device(browser, at, wishes);
  return Object.assign(one, { name, at, language: wishes.language ?? 'en' });
}

// The same for somebody who reaches the server through a line of their own.
export async function come(browser, server, name, wishes = {}) {
  const line = await lineTo(server.at);
  return Object.assign(await person(browser, line.at, name, wishes), { line });
}

// Lets people who come play a scene, and leave when it is over. No page may have complained;
// a scene that fails leaves pictures, `failed-WHAT-NAME`.
export async function playScene(what, coming, play) {
  const people = await Promise.all(coming);
  try {
    await play(...people);
    for (const one of people) one.faults.none();
  } catch (problem) {
    for (const one of people) await shoot(one.page, `failed-${what}-${one.name}`).catch(() => {});
    throw problem;
  } finally {
    for (const one of people) {
      await one.close();
      one.line.close();
    }
  }
}

export async function sitDown({ page, name }) {
  await page.fill('.lobby-sit input', name);
  await page.click('.lobby-sit button');
  await page.waitForSelector('.lobby-seat[data-mine]');
}

// From the home page: opens a table, with its opener on the first seat; returns its code.
export async function openTable(one, game) {
  await one.page.goto(`${one.at}/`);
  await one.page.click(`.home-tile[data-game=${game}] .home-invite`);
  await sitDown(one);
  return codeOf(one.page);
}

// Through the link, typing nothing but a name.
export async function joinTable(one, code) {
  await one.page.goto(`${one.at}/#${code}`);
  await sitDown(one);
}

export const ready = ({ page }) => page.click('.lobby-go .button-main');

export async function start(host, ...others) {
  await host.page.click('.lobby-go .button-main:enabled');
  await Promise.all([host, ...others].map(({ page }) => page.waitForSelector('main.play')));
}

export async function seats({ page }, count) {
  await page.click(`.lobby-count .choice:has(input[value="${count}"])`);
  await page.waitForFunction((n) => document.querySelectorAll('.lobby-seat').length === n, count);
}

export async function bot({ page }, seat, level) {
  const row = page.locator('.lobby-seat').nth(seat);
  await row.locator('button:not(.button-icon)').click();
  if (level) await row.locator('select').selectOption(level);
}

// ---- what a page shows ----

// Everything visible of a table, in a form that can be compared.
export const seen = ({ page }) =>
  page.evaluate(() => {
    const text = (selector) =>
      [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
    const pieces = [...document.querySelectorAll('.play-hand [data-piece]')];
    return {
      phase: document.querySelector('main')?.className,
      turn: text('.play-turn'),
      badges: text('.play-badge'),
      cells: [...document.querySelectorAll('[role=gridcell]')].map((one) => one.ariaLabel),
      board: document.querySelector('.play-board')?.textContent,
      hand: pieces.map((one) => one.dataset.piece),
      held: document.querySelectorAll('[data-held], .iota-staged').length,
    };
  });

export async function same(one, before, what) {
  const deadline = Date.now() + 8000;
  for (;;) {
    const now = await seen(one);
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    if (Date.now() > deadline) assert.deepEqual(now, before, what);
    await one.page.waitForTimeout(50);
  }
}

// ---- words ----

// The page's own words, in its language: what a button says.
const LINE = /^([^\s=[\]]+)(?:\[[^\s=[\]]*\])? = (.*)$/; // of a plural, the last form
const catalogues = new Map();
export function say(language, key) {
  if (!catalogues.has(language)) {
    const folder = join(root, 'i18n', language);
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').split('\n'),
    );
    const rows = lines.map((line) => LINE.exec(line)).filter(Boolean);
    catalogues.set(language, new Map(rows.map(([, name, text]) => [name, text])));
  }
  const text = catalogues.get(language).get(key);
  assert.ok(text, `no ${key} in ${language}`);
  return text;
}

// Presses the button with this key's words.
export const press = ({ page, language }, key, within = 'body') =>
  page.click(`${within} :is(button, a):has-text("${say(language, key)}")`);

// Unfolds the check of the deal below a result, and makes it.
export async function checkDeal(one) {
  await one.page.click('.over-fair summary');
  await press(one, 'web.verify.do', '.over-verify');
  await one.page.waitForSelector('.over-check-ok');
}

export const openMenu = ({ page }) => page.click('.play-tools button:last-child');

// Opens the menu and picks an entry.
export async function menu(one, key) {
  await openMenu(one);
  await press(one, key, '.play-menu');
}
