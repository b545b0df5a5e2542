// Whole games in real Chromium, from the home page to the results: each game against bots by
// mouse, by touch on a phone-sized screen and by keys alone. Keys depend on the direction of the
// page, so they play in English and in Hebrew; mouse and touch share the languages.
//   node tests/e2e/games.mjs PROGRAM [GAME …]
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { GAMES } from '../../tools/games.mjs';
import { finish } from '../program.mjs';
import { device, launch, PHONE, runTests, serve, shoot, TABLET } from './browser.mjs';
import { openEyes, Robot } from './robot.mjs';

const wanted = process.argv.slice(3);
const games = GAMES.filter((game) => wanted.length === 0 || wanted.includes(game));
const LANGUAGES = ['en', 'he'];
const AT_ONCE = 3;
const HURRY = 20; // bots move this many times faster
const TAPS_MAX = 3; // from the home page to the first card on the table

// The same cards in every run.
const secretOf = (name) => createHash('sha256').update(name).digest('hex');

// Nothing is wider than the screen.
async function checkWidth(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= page.viewportSize().width, `${wide} px wide`);
}

async function checkResults(page, seats) {
  const words = (await page.textContent('.over-result h2')).trim();
  assert.notEqual(words, '');
  assert.equal(await page.locator('.over-places li').count(), seats);
  await page.waitForSelector('.over-more'); // the record has arrived
}

// Every hand is laid open: whoever came first in Super Taki has none, and a card of Cento that was
// left costs a point.
async function checkHands(page, game) {
  const rows = await page.$$eval('.over-places li', (items) =>
    items.map((item) => ({
      first: 'first' in item.dataset,
      points: /\d+/.exec(item.querySelector('.over-score')?.textContent)?.[0],
      held: item.querySelectorAll('.over-held .pictures-piece').length,
    })),
  );
  for (const { first, points, held } of rows) {
    if (game === 'cento' && points) assert.equal(held, Number(points)); // else in words
    if (game === 'taki') assert.equal(held === 0, first, `${held} cards in hand`);
  }
}

async function playGame(page, at, game, hand) {
  await page.goto(`${at}/`);
  await page.waitForSelector('.home-tile');
  await openEyes(page);
  await checkWidth(page);
  const robot = new Robot(page, hand, game.length);
  await robot.touch(`.home-tile[data-game=${game}] .button-main`);
  await page.waitForSelector('main.play');
  await checkWidth(page);
  const seats = await page.locator('.play-seat').count();
  assert.ok(seats >= 2, `${seats} at the table`);
  await robot.play();
  await checkWidth(page);
  await checkResults(page, seats);
  await checkHands(page, game);
  assert.ok(robot.firstCard !== null && robot.firstCard <= TAPS_MAX, `${robot.firstCard} taps`);
  return robot.touches;
}

async function playOn({ browser }, at, { game, hand, language }) {
  const name = `${game}-${hand}-${language}`;
  const touch = hand === 'touch';
  const wishes = { language, touch, size: touch ? PHONE : TABLET, hurry: HURRY };
  const { page, faults, close } = await device(browser, at, { ...wishes, secret: secretOf(name) });
  const start = Date.now();
  try {
    const touches = await playGame(page, at, game, hand);
    assert.equal(await page.getAttribute('html', 'lang'), language);
    faults.none();
    console.log(`${name}: ${touches} touches, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  } catch (problem) {
    await shoot(page, `failed-${name}`).catch(() => {});
    throw faults.of(problem);
  } finally {
    await close();
  }
}

const server = await serve();
const chromium = await launch();
const handsOf = (game) => {
  const [one, other] = GAMES.indexOf(game) % 2 ? [...LANGUAGES].reverse() : LANGUAGES;
  return [['mouse', one], ['touch', other], ...LANGUAGES.map((language) => ['keys', language])];
};
const tests = games.flatMap((game) =>
  handsOf(game).map(([hand, language]) => [
    `${game} ${hand} ${language}`,
    () => playOn(chromium, server.at, { game, hand, language }),
  ]),
);
await runTests(tests, AT_ONCE);
await chromium.close();
await server.stop();
finish();
