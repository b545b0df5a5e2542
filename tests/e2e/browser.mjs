// What the browser's tests share: a server of their own, real Chromium, and pages that are watched.
// A page fails its test by an error on the console, a violation of the content security policy, or
// a request to any other host.
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Talk, root, test } from '../program.mjs';

const { chromium } = createRequire(join(root, 'web/package.json'))('playwright-core');

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

// A server on a port of its own; `at` is its address.
export async function serve(words = ['--memory']) {
  const talk = new Talk(['serve', '--port', '0', ...words]);
  const at = /http:\/\/[\d.:a-z]+/.exec(await talk.until(/http:\/\/[\d.:a-z]+\/?\n/))[0];
  return { at, talk, pid: talk.child.pid, stop: () => talk.child.kill() && talk.ended };
}

// A file of the page by the name it has in web/: the program puts a hash into it.
export async function fileOf(at, name) {
  const [stem, end] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
  const hashed = (wanted, ending) => new RegExp(`/${wanted}\\.[0-9a-f]{12}\\.${ending}`);
  const page = await (await fetch(`${at}/`)).text();
  const script = hashed('app', 'js').exec(page)[0];
  const places = page + (await (await fetch(at + script)).text());
  return fetch(at + hashed(stem, end).exec(places)[0]);
}

export async function launch() {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  return { browser, close: () => browser.close() };
}

// Runs tests that share a server, some of them at once; each is a name and a function. They are
// counted when all have ended, as counting a test ends the programs it has started.
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

// A person's device: its own storage, language, size and fingers. With a `secret` (64 hexadecimal
// digits) the cards of every table that it opens by itself are known beforehand; with `hurry` time
// runs so many times faster for them, so that bots wait less; below 1 a window stays open longer.
export async function device(browser, at, wishes = {}) {
  const { language = 'en', size = TABLET, touch = false, secret = null, hurry = 1 } = wishes;
  const context = await browser.newContext({
    viewport: size,
    hasTouch: touch,
    isMobile: touch,
    locale: language === 'he' ? 'he-IL' : 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  if (secret) await context.addInitScript(knownChance, secret);
  const page = await context.newPage();
  if (hurry !== 1)
    page.on('worker', (worker) => void worker.evaluate(otherTime, hurry).catch(() => {}));
  const faults = watch(page, at);
  return { context, page, faults, close: () => context.close() };
}

// In a page: what a table of this page asks chance for is its secret of 32 bytes, and salts of 16,
// which are zeros then.
function knownChance(secret) {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => {
    if (array.byteLength === 32)
      return array.map((_, i) => Number.parseInt(secret.slice(2 * i, 2 * i + 2), 16));
    return array.byteLength === 16 ? array.fill(0) : real(array);
  };
}

// In a worker: time flies, or crawls.
function otherTime(times) {
  const [now, start, later] = [Date.now.bind(Date), Date.now(), setTimeout.bind(self)];
  Date.now = () => Math.round(start + (now() - start) * times);
  self.setTimeout = (work, millis, ...more) => later(work, millis / times, ...more);
}

// What browsers say about connections that fail, and about a service worker that cannot be fetched.
const LOST = /ERR_CONNECTION|WebSocket|ERR_INTERNET|Failed to load resource|fetching the script/;

// Everything that must not happen in a page, as it happens.
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
    // A problem, with what the page did wrong until then.
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
