// What this device keeps: every game that began here, until somebody deletes it. Also a full
// storage, two tabs, and tables on a server beside them.
//   node tests/e2e/kept.mjs PROGRAM
import assert from 'node:assert/strict';
import { GAMES } from '../../tools/games.mjs';
import { launch, PHONE, serve } from './browser.mjs';
import { bot, openTable, Outcomes, person, press, say, seen, start } from './people.mjs';
import { Photographer } from './photos.mjs';
import { openEyes, Robot } from './robot.mjs';

const HURRY = 20;
const server = await serve();
const chromium = await launch();
const outcomes = new Outcomes();

// A person, and what they do on their own device.
const scene = (name, play, wishes = {}) =>
  outcomes.try(name, async () => {
    const one = await person(chromium.browser, server.at, 'Noa', { hurry: HURRY, ...wishes });
    try {
      await openEyes(one.page);
      await play(one);
      one.faults.none();
    } finally {
      await one.close();
    }
  });

const yours = (page) => page.waitForSelector('main.play[data-yours]');
const rows = (page) => page.locator('.kept-rows > .kept-row');
const ways = (page) => page.locator('.kept-way');

async function home({ page }) {
  await page.goto(`${server.at}/#`);
  await page.waitForSelector('.home-tile');
}

// Presses "Play now" and lets a robot touch this many times; then it is the person's turn, with
// nothing held.
async function begin(one, game, touches = 4) {
  const { page } = one;
  await home(one);
  await page.click(`.home-tile[data-game=${game}] .button-main`);
  await yours(page);
  const robot = new Robot(page, 'mouse', 3);
  for (let i = 0; i < touches; i++) await robot.step();
  await yours(page);
  await page.keyboard.press('Escape');
  return shown(one);
}

// What is on the table. The order of two equal stacks in a reserve does not matter.
async function shown(one) {
  const { board, ...rest } = await seen(one);
  return rest.cells.length > 0 ? rest : { ...rest, board };
}

async function shows(one, before, what) {
  const deadline = Date.now() + 8000;
  for (;;) {
    const now = await shown(one);
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    if (Date.now() > deadline) assert.deepEqual(now, before, what);
    await one.page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

async function goOn(one, game, before) {
  await one.page.click(`.kept-way[data-game=${game}]`);
  await yours(one.page);
  await shows(one, before, game);
}

await scene('another game never drops one: all go on where they were', async (one) => {
  const { page } = one;
  const before = new Map();
  for (const game of ['iota', 'gobblet']) before.set(game, await begin(one, game));
  await home(one);
  assert.equal(await rows(page).count(), 2);
  for (const game of ['iota', 'gobblet', 'iota']) {
    await goOn(one, game, before.get(game));
    await home(one);
  }
  await page.reload();
  for (const game of ['gobblet', 'iota']) {
    await goOn(one, game, before.get(game));
    await page.reload();
    await yours(page);
    await shows(one, before.get(game), `${game}, after a reload`);
    await home(one);
  }
});

await scene('the list says which game, against whom, how it stands and when', async (one) => {
  const { page } = one;
  await begin(one, 'gobblet');
  await begin(one, 'iota');
  await home(one);
  const [first, second] = await ways(page).allInnerTexts();
  assert.match(first, new RegExp(say('en', 'game.iota'))); // the latest first
  assert.match(first, new RegExp(`${say('en', 'web.kept.you')}: \\d+`));
  assert.match(second, new RegExp(say('en', 'game.gobblet')));
  assert.match(second, /\d+ moves/);
  for (const text of [first, second]) {
    assert.match(text, new RegExp(say('en', 'web.seat.bot.only').split(' ')[0]));
    assert.match(text, /now|ago/);
  }
});

await scene('a game is deleted only when asked for, and that can be undone', async (one) => {
  const { page } = one;
  const before = await begin(one, 'gobblet');
  await home(one);
  await page.click('.kept-row button');
  await page.waitForSelector('.kept-gone');
  assert.equal(await ways(page).count(), 0);
  await press(one, 'web.kept.undo');
  await goOn(one, 'gobblet', before);
  await home(one);
  await page.click('.kept-row button');
  await page.reload();
  await page.waitForSelector('.home-tile');
  assert.equal(await page.locator('.kept').count(), 0);
});

await scene('more games than are shown at first; in the box, those that are over', async (one) => {
  const { page } = one;
  for (const game of GAMES) await begin(one, game, 0);
  await home(one);
  assert.equal(await ways(page).count(), 3);
  await page.click('.kept > button');
  assert.equal(await ways(page).count(), 4);
  await page.click('.kept-way[data-game=gobblet]');
  await yours(page);
  await page.click('.play-tools button:last-child');
  await press(one, 'web.play.resign', '.play-menu');
  await press(one, 'web.play.resign', '.play-sure');
  await page.waitForSelector('.tables-end');
  await home(one);
  await page.waitForSelector('.kept-way[data-game=gobblet]', { state: 'detached' });
  assert.equal(await ways(page).count(), 3);
  await page.click('.home-foot [href="#box"]');
  await page.click('.kept-way[data-game=gobblet]');
  await page.waitForSelector('.over-result'); // and its results are still there
});

// ---- the storage ----

// In the page: fills the storage until not one more letter fits.
function fill() {
  let size = 1 << 22;
  for (let i = 0; size > 0; i++)
    try {
      localStorage.setItem(`other.${i}`, 'x'.repeat(size));
    } catch {
      size >>= 1;
    }
}

await scene('a full storage says so, loses no game, and may have room later', async (one) => {
  const { page } = one;
  const before = await begin(one, 'iota');
  await page.evaluate(fill);
  await home(one);
  await page.click('.home-tile[data-game=gobblet] .button-main');
  await yours(page);
  const words = say('en', 'web.kept.full').slice(0, 40);
  await page.waitForSelector(`[role=alert]:has-text("${words}")`);
  await new Robot(page, 'mouse', 3).step();
  await home(one);
  await page.waitForSelector(`[role=alert]:has-text("${words}")`);
  assert.equal(await ways(page).count(), 2);
  await goOn(one, 'iota', before); // the last good state is there
  await home(one);
  await page.click('.kept-way[data-game=gobblet]');
  await page.waitForSelector('main.play');
  await home(one);
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => /^kufsa\.game\./.test(name)));
  assert.equal((await kept()).length, 1);
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('other.')) localStorage.removeItem(name);
  });
  await page.click('.kept-row:has([data-game=iota]) button'); // deleting one makes room
  await page.waitForSelector('.kept-trouble', { state: 'detached' });
  assert.equal((await kept()).length, 1);
  await page.reload();
  await page.waitForSelector('.kept-way[data-game=gobblet]');
});

await scene('a forbidden storage says so, and games last as long as the page', async (one) => {
  const { page } = one;
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('not here', 'SecurityError');
      },
    }),
  );
  const before = await begin(one, 'gobblet');
  await page.waitForSelector(
    `[role=alert]:has-text("${say('en', 'web.kept.forbidden').slice(0, 40)}")`,
  );
  await page.evaluate(() => (location.hash = ''));
  await goOn(one, 'gobblet', before);
  await page.evaluate(() => (location.hash = ''));
  await page.click('.kept-row button');
  await page.waitForSelector('.kept-gone');
});

// ---- two tabs ----

await scene('two tabs: each has its own game, and one game is in one tab only', async (one) => {
  const { page, context } = one;
  await begin(one, 'iota');
  const other = { ...one, page: await context.newPage() };
  await openEyes(other.page);
  const before = await begin(other, 'gobblet');
  await yours(page);
  assert.equal(await page.locator('.trouble').count(), 0); // another game is no reason to leave
  const mine = await shown(one);
  await home(other);
  await goOn(other, 'iota', mine);
  await page.waitForSelector(`.trouble:has-text("${say('en', 'web.local.elsewhere')}")`);
  await new Robot(other.page, 'mouse', 8).step();
  await yours(other.page);
  await other.page.keyboard.press('Escape');
  const later = await shown(other);
  await press(one, 'web.trouble.again');
  await yours(page);
  await shows(one, later, 'what the other tab has played is here');
  await other.page.waitForSelector('.trouble');
  await home(one);
  await goOn(one, 'gobblet', before);
});

await scene('what cannot be read stays until it is deleted', async (one) => {
  const { page } = one;
  await begin(one, 'gobblet', 0);
  await page.goto(`${server.at}/?again#`);
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.startsWith('kufsa.game.'));
    const game = JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify({ ...game, events: game.events.slice(1) }));
  });
  await page.click('.kept-way');
  await page.waitForSelector(`.trouble:has-text("${say('en', 'web.local.unreadable')}")`);
  await home(one);
  assert.equal(await rows(page).count(), 1);
});

// ---- tables on a server ----

await scene('tables of a server stand beside them, with who plays and the score', async (one) => {
  const { page } = one;
  const code = await openTable(one, 'iota');
  await bot(one, 1, 'gentle');
  await start(one);
  await begin(one, 'gobblet', 0);
  await home(one);
  const texts = await ways(page).allInnerTexts();
  assert.equal(texts.length, 2);
  assert.match(texts[1], new RegExp(code));
  assert.match(texts[1], new RegExp(`${say('en', 'web.kept.you')}: \\d+`));
  await page.click(`.kept-row:has-text("${code}") button`);
  await press(one, 'web.kept.undo');
  await page.click(`.kept-way:has-text("${code}")`);
  await page.waitForSelector('main.play');
  assert.equal(await page.locator('.play-hand').count(), 1); // the seat is still ours
});

for (const language of ['en', 'he'])
  await scene(
    `its looks, ${language}`,
    async (one) => {
      const photos = new Photographer(language);
      await openTable(one, 'taki');
      await bot(one, 1, 'gentle');
      await start(one);
      for (const game of GAMES) await begin(one, game, 1);
      await home(one);
      await one.page.click('.kept > button');
      await one.page.click('.kept-row button >> nth=1');
      await photos.show(one.page, 'continue', { sizes: ['phone', 'tablet', 'screen'] });
      assert.deepEqual(photos.found, []);
    },
    { language, size: PHONE, touch: true },
  );

await chromium.close();
await server.stop();
await outcomes.tell();
