// What a first visit costs: sizes, headers, and the time until you can play over a slow phone
// link. The times are printed, not judged: they are for a quiet machine.
//   node tests/e2e/speed.mjs PROGRAM [VISITS]    the best of this many visits (1)
import assert from 'node:assert/strict';
import http from 'node:http';
import { launch, PHONE, serve } from './browser.mjs';
import { Outcomes, person, slowLineTo } from './people.mjs';
import { secretOf } from './stage.mjs';
import { askerOf, Twin } from './twin.mjs';

const SCRIPT_MAX = 80_000; // bytes, compressed: what is loaded on the way to a game
const LATER_MAX = 40_000; // screens that are loaded when they are opened
const MODULE_MAX = 200_000;
const PLAYABLE_AIM_MS = 3000;
const LINK = { bits: 1_600_000, rtt: 150 }; // per second; milliseconds
const VISITS = Number(process.argv[3] ?? 1);
const SEATS = 4; // of a new game of Super Taki
const DEALS_MAX = 1000;

const server = await serve();
const chromium = await launch();
const outcomes = new Outcomes();

// ---- files ----

// Requests like a browser, but without decompression.
const ask = (path, headers = {}) =>
  new Promise((done, fail) => {
    const wanted = { 'accept-encoding': 'br, gzip', ...headers };
    http
      .get(server.at + path, { headers: wanted }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          done({ path, status: response.statusCode, headers: response.headers, bytes });
        });
      })
      .on('error', fail);
  });

async function textOf(path) {
  return (await ask(path, { 'accept-encoding': 'identity' })).bytes.toString();
}

// All files of the page: the service worker has the list.
async function filesOf() {
  const list = /\[("\/[^"]*",?)+\]/.exec(await textOf('/sw.js'))[0];
  return Promise.all(['/sw.js', ...JSON.parse(list)].map((path) => ask(path)));
}

const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const PACKED = /\.(js|css|json|svg|wasm|webmanifest)$|^\/$/;

function checkFile({ path, status, headers, bytes }) {
  assert.equal(status, 200, path);
  const lasting = 'public, max-age=31536000, immutable';
  assert.equal(headers['cache-control'], HASHED.test(path) ? lasting : 'no-cache', path);
  assert.ok(headers.etag, `${path} has no etag`);
  assert.equal(headers['x-content-type-options'], 'nosniff', path);
  assert.equal(headers['referrer-policy'], 'no-referrer', path);
  if (PACKED.test(path) && bytes.length > 1000)
    assert.equal(headers['content-encoding'], 'br', path);
}

async function checkAgain({ path, headers }) {
  const again = await ask(path, { 'if-none-match': headers.etag });
  assert.equal(again.status, 304, path);
  assert.equal(again.bytes.length, 0, path);
}

async function checkPolicy() {
  const policy = (await ask('/')).headers['content-security-policy'].split(/;\s*/);
  for (const line of [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    assert.ok(policy.includes(line), `${line} is not in ${policy.join('; ')}`);
}

const sizeOf = (files, pattern) =>
  files.filter(({ path }) => pattern.test(path)).reduce((sum, { bytes }) => sum + bytes.length, 0);

// ---- time ----

// Deals, by what lights up: cards of the hand, or the pile because no card fits.
const FIRST = { cards: '.play-hand button[data-lit]', pile: '.taki-pile[data-lit]' };

async function secretsOf(at) {
  const ask = await askerOf(at);
  const people = Array.from({ length: SEATS }, (_, seat) => `${seat}`);
  const secrets = {};
  for (let number = 1; number < DEALS_MAX; number++) {
    const secret = secretOf(number);
    const twin = new Twin(ask, { game: 'taki', people, secret });
    secrets[twin.moves(0).join() === 'draw' ? 'pile' : 'cards'] ??= secret;
    if (secrets.pile && secrets.cards) return secrets;
  }
  throw new Error(`only ${Object.keys(secrets)} in ${DEALS_MAX} deals`);
}

// The time until a game can be chosen, and until a new game can be played.
async function visit(slower, lit, secret) {
  const line = await slowLineTo(server.at, LINK);
  const wishes = { size: PHONE, touch: true, secret };
  const one = await person(chromium.browser, line.at, '', wishes);
  const { page } = one;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const began = performance.now();
  await page.goto(`${line.at}/`, { waitUntil: 'commit' });
  await page.waitForSelector('.home-tile .button-main:enabled');
  const usable = performance.now() - began;
  await page.tap('.home-tile[data-game=taki] .button-main');
  await page.waitForSelector(FIRST[lit]);
  const playable = performance.now() - began;
  assert.equal(await page.locator('.play-seat').count(), SEATS);
  one.faults.none();
  await one.close();
  line.close();
  return { usable, playable };
}

// The quickest one; each of the deals is seen.
async function visits(slower, secrets) {
  const all = [];
  for (let i = 0; i < VISITS; i++)
    for (const [lit, secret] of Object.entries(secrets)) all.push(await visit(slower, lit, secret));
  return all.sort((a, b) => a.playable - b.playable)[0];
}

// ---- all of it ----

const rows = [];
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const seconds = (millis) => `${(millis / 1000).toFixed(2)} s`;
const { cards, pile } = await secretsOf(server.at);

await outcomes.try('sizes', async () => {
  const files = await filesOf();
  const script = sizeOf(files, /^(?!\/later\.).*\.js$/);
  const later = sizeOf(files, /^\/later\..*\.js$/);
  const module = sizeOf(files, /\.wasm$/);
  rows.push(
    ['JavaScript: page, worker, service worker', kilobytes(script), `< ${kilobytes(SCRIPT_MAX)}`],
    ['JavaScript of screens that come later', kilobytes(later), `< ${kilobytes(LATER_MAX)}`],
    ['WebAssembly: rules, bots, table', kilobytes(module), `< ${kilobytes(MODULE_MAX)}`],
    ['style sheet', kilobytes(sizeOf(files, /\.css$/)), ''],
    ['words, one language', kilobytes(sizeOf(files, /words\.he\..*json$/)), ''],
    ['fonts, both scripts', kilobytes(sizeOf(files, /\.woff2$/)), ''],
    ['all files, with rules in both languages', kilobytes(sizeOf(files, /./)), ''],
  );
  assert.ok(script < SCRIPT_MAX, `scripts have ${script} bytes`);
  assert.ok(later > 0 && later < LATER_MAX, `later scripts have ${later} bytes`);
  assert.ok(module < MODULE_MAX, `the module has ${module} bytes`);
});
await outcomes.try('headers', async () => {
  const files = await filesOf();
  assert.ok(files.length > 15, `${files.length} files`);
  files.forEach(checkFile);
  for (const file of files) await checkAgain(file);
  await checkPolicy();
});
await outcomes.try('slow link', async () => {
  const { usable, playable } = await visits(1, { cards });
  rows.push(
    ['first visit: the games can be chosen', seconds(usable), ''],
    ['first visit: a game can be played', seconds(playable), `aim < ${seconds(PLAYABLE_AIM_MS)}`],
  );
});
await outcomes.try('slow link, slow phone', async () => {
  const { usable, playable } = await visits(4, { cards, pile });
  rows.push(
    ['the same with a processor four times slower: chosen', seconds(usable), ''],
    ['… played', seconds(playable), ''],
  );
});

await chromium.close();
await server.stop();
for (const [what, figure, limit] of rows) console.log(`| ${what} | ${figure} | ${limit} |`);
await outcomes.tell();
