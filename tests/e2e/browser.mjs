// What the browser tests share: their own server, real Chromium, and pages that are watched. A
// page fails its test with an error on the console, a violation of the content security policy, or
// a request to any other host.
import { createRequire } from 'node:module';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Talk, root, test } from '../program.mjs';

const { chromium } = createRequire(join(root, 'web/package.json'))('playwright-core');

// Chromium without its own windows, menus and extensions takes a third less time.
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const FLAGS = [
  '--no-sandbox', // tests may run as root
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { width: 360, height: 740 };
export const TABLET = { width: 1024, height: 768 };
export const SCREEN = { width: 1920, height: 1080 };

// A server on its own port; `at` is its address.
export async function serve(words = ['--memory']) {
  const talk = new Talk(['serve', '--port', '0', ...words]);
  const at = /http:\/\/[\d.:a-z]+/.exec(await talk.until(/http:\/\/[\d.:a-z]+\/?\n/))[0];
  return { at, talk, pid: talk.child.pid, stop: () => talk.child.kill() && talk.ended };
}

// A file of the page by its name in web/: the program adds a hash to the name. The service worker
// has the list.
export async function fileOf(at, name) {
  const [stem, end] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
  const list = await (await fetch(`${at}/sw.js`)).text();
  return fetch(at + new RegExp(`/${stem}\\.[0-9a-f]{12}\\.${end}`).exec(list)[0]);
}

export const launch = () => launchWith([], process.env);

export async function launchWith(flags, env) {
  const executablePath = PROGRAMS.find(existsSync);
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...flags], env });
  return { browser, close: () => browser.close() };
}

// Runs tests that share a server, a few at a time; each is a name and a function. Results are
// reported after all have ended, because reporting a test ends the programs it started.
export async function runTests(tests, atOnce) {
  const waiting = [...tests];
  const problems = new Map();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, run] = next;
      problems.set(name, await run().then(() => null, (problem) => problem));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const [name] of tests)
    await test(name, () => {
      if (problems.get(name)) throw problems.get(name);
    });
}

// A person's device, with its own storage, language, size and touch. With a `secret` (64
// hexadecimal digits) the cards of every table that it opens by itself are known beforehand;
// `hurry` is how many times faster time runs for them, so that bots wait less; below 1 a window
// stays open longer.
export async function device(browser, at, wishes = {}) {
  const { language = 'en', size = TABLET, touch = false, secret = null, hurry = 1 } = wishes;
  const context = await browser.newContext({
    viewport: size,
    hasTouch: touch,
    isMobile: touch,
    locale: language === 'he' ? 'he-IL' : 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000); // for what hangs, not for what is slow
  if (secret) await context.addInitScript(knownChance, secret);
  const page = await context.newPage();
  if (hurry !== 1)
    page.on('worker', (worker) => void worker.evaluate(otherTime, hurry).catch(() => {}));
  const faults = watch(page, at);
  return { context, page, faults, close: () => context.close() };
}

// In a page: a table of this page asks for random bytes for its secret (32, known here) and for
// salts (16, all zeros here).
function knownChance(secret) {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => {
    if (array.byteLength === 32)
      return array.map((_, i) => Number.parseInt(secret.slice(2 * i, 2 * i + 2), 16));
    return array.byteLength === 16 ? array.fill(0) : real(array);
  };
}

// In a worker: time runs faster or slower.
function otherTime(times) {
  const [now, start, later] = [Date.now.bind(Date), Date.now(), setTimeout.bind(self)];
  Date.now = () => Math.round(start + (now() - start) * times);
  self.setTimeout = (work, millis, ...more) => later(work, millis / times, ...more);
}

// Gives a page's window a size. For those who only judge it the picture may be tiny: drawing large
// ones takes a third of the time, and layout does not depend on it. Touches need it whole.
const TINY = 0.05;
const sessions = new WeakMap();

export async function resize(page, { width, height }, tiny = false) {
  if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page));
  await sessions.get(page).send('Emulation.setDeviceMetricsOverride', {
    ...{ width, height, screenWidth: width, screenHeight: height },
    ...{ deviceScaleFactor: 1, mobile: false, scale: tiny ? TINY : 1 },
  });
}

// What browsers log about failed connections, and about a service worker that cannot be fetched.
const LOST = /ERR_CONNECTION|WebSocket|ERR_INTERNET|Failed to load resource|fetching the script/;

// Collects everything that must not happen in a page.
export function watch(page, at) {
  const faults = [];
  let calm = true; // false while the server is away on purpose: connections may fail
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error') return;
    if (!calm && LOST.test(text)) return;
    faults.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(at) && !/^(data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
  return {
    list: faults,
    expectTrouble: (trouble) => (calm = !trouble),
    // A problem, together with the page's faults until then.
    of(problem) {
      problem.stack = [problem.stack, ...faults].join('\n');
      return problem;
    },
    none() {
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

export const screensFolder = join(root, 'build/screens');
export async function shoot(page, name) {
  mkdirSync(screensFolder, { recursive: true });
  await page.screenshot({ path: join(screensFolder, `${name}.png`) });
}
