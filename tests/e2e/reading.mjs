// What is read rather than played, in Chromium on a phone, in Hebrew and English: rules that begin
// at the top, a replay that runs by itself and shows the whole table, what a result says, and
// hints: where there are none, and that they show everything they mean.
//   node tests/e2e/reading.mjs PROGRAM [PART OF A NAME]
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../program.mjs';
import { launch, serve, shoot } from './browser.mjs';
import {
  bot,
  joinTable,
  menu,
  openTable,
  Outcomes,
  press,
  ready,
  say,
  scenesOf,
  start,
} from './people.mjs';

const only = process.argv[3];
const server = await serve();
const chromium = await launch();
const outcomes = new Outcomes();
const PHONE = { size: { width: 390, height: 844 }, touch: true };

const scene = scenesOf('reading', { server, chromium, outcomes, only });

const goTo = (page, hash) => page.evaluate((to) => void (location.hash = to), hash);

async function playNow({ page, at }, game) {
  await page.goto(`${at}/`);
  await page.click(`.home-tile[data-game=${game}] .button-main`);
  await page.waitForSelector('main.play[data-yours]');
}

/** Against a single bot. */
async function playOne(one, game) {
  const { page, at } = one;
  await page.goto(`${at}/`);
  await page.click(`.home-tile[data-game=${game}] .home-ways button.button-icon`);
  const bots = page.locator('dialog .setup-row').nth(1);
  await bots.locator('.choice:has(input[value="1"])').click();
  await press(one, 'web.setup.start', 'dialog');
  await page.waitForSelector('main.play[data-yours]');
}

// ---- rules ----

await scene('rules begin at their top', PHONE, async ({ page, at }) => {
  await page.goto(`${at}/`);
  for (const hash of ['rules', 'rules/taki', 'rules/iota']) {
    await page.waitForSelector('.home-tile, .guide, .rules-list');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    assert.ok((await page.evaluate(() => scrollY)) > 300, 'there is something to scroll');
    await goTo(page, hash);
    await page.waitForSelector(hash === 'rules' ? '.rules-list' : '.guide');
    assert.equal(await page.evaluate(() => scrollY), 0, hash);
  }
  await goTo(page, 'rules/iota/I17');
  const rule = page.locator('#rule-I17');
  await page.waitForFunction(() => scrollY > 0);
  const { y, height } = await rule.boundingBox();
  assert.ok(y >= 0 && y + height <= PHONE.size.height, 'a rule shows itself');
});

// ---- replay ----

async function openRecord({ page, at }, name) {
  await page.goto(`${at}/#replay`);
  await page.setInputFiles('input[type=file]', join(root, 'tests/records', name));
  await page.waitForSelector('.replay-shown');
}

const ply = (page) => page.locator('.replay-steps input').inputValue().then(Number);

// A whole game, whose table is much wider than a phone.
const LONG = readdirSync(join(root, 'tests/records')).find((name) => /^iota-2-full/.test(name));

for (const language of ['he', 'en'])
  await scene(`replay ${language}`, { ...PHONE, language }, async (one) => {
    const { page } = one;
    await openRecord(one, LONG ?? 'iota-1.kufsa');
    assert.equal(await ply(page), 0, 'it begins at the start');
    await page.click(`.replay-steps [aria-label="${say(language, 'web.replay.play')}"]`);
    await page.waitForFunction(
      () => Number(document.querySelector('.replay-steps input').value) >= 2,
    );
    await page.click(`.replay-steps [aria-label="${say(language, 'web.replay.pause')}"]`);
    const paused = await ply(page);
    await page.waitForTimeout(2500); // longer than a move is shown: nothing must happen
    assert.equal(await ply(page), paused, 'it rests');
    const slider = page.locator('.replay-steps input');
    await slider.fill(await slider.getAttribute('max'));
    await page.waitForFunction(() => document.querySelectorAll('.iota-card').length > 20);
    await shoot(page, `reading-replay-${language}`);
    const cut = await page.evaluate(() => {
      const port = document.querySelector('.iota-port').getBoundingClientRect();
      return [...document.querySelectorAll('.iota-card')].filter((card) => {
        const box = card.getBoundingClientRect();
        const inside = box.left >= port.left - 1 && box.right <= port.right + 1;
        return !inside || box.top < port.top - 1 || box.bottom > port.bottom + 1;
      }).length;
    });
    assert.equal(cut, 0, 'cards cut off');
    assert.equal(await page.getAttribute('.iota-port', 'data-more'), '', 'a dark edge');
  });

// Time passes only when the test says so.
await scene('a replay keeps the pace that was chosen', PHONE, async (one) => {
  const { page } = one;
  await openRecord(one, LONG);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1e6);
  const film = page.locator('.replay-steps .button-main');
  const movesIn = async (pace) => {
    await page.locator('.replay-steps input').fill('0');
    await page.click(`.replay-eyes .choice:has(input[value=${pace}])`);
    await film.click();
    await page.clock.runFor(10_000);
    await film.click();
    return ply(page);
  };
  // Moves shown for 3, 1.5 and 0.6 seconds, each a frame or so later.
  assert.equal(await movesIn('slow'), 3);
  assert.equal(await movesIn('usual'), 6);
  const fast = await movesIn('fast');
  assert.ok(fast >= 13 && fast <= 16, `${fast}`);
});

await scene('the whole table comes into sight by its button', PHONE, async (one) => {
  const { page } = one;
  await openRecord(one, LONG ?? 'iota-1.kufsa');
  const slider = page.locator('.replay-steps input');
  await slider.fill(await slider.getAttribute('max'));
  const fit = page.locator(`.iota-zoom [aria-label="${say('en', 'web.iota.zoom.fit')}"]`);
  await page.waitForFunction(() => document.querySelectorAll('.iota-card').length > 20);
  assert.equal(await fit.isDisabled(), true, 'all of it is there');
  const bigger = `.iota-zoom [aria-label="${say('en', 'web.iota.zoom.in')}"]`;
  for (let i = 0; i < 5; i++) await page.click(bigger);
  assert.notEqual(await page.getAttribute('.iota-port', 'data-more'), '');
  await fit.click();
  assert.equal(await page.getAttribute('.iota-port', 'data-more'), '');
});

// ---- results ----

// The record as a file, as if it came from another device.
async function opensAgain(one) {
  const { page, language } = one;
  await page.goBack();
  const saved = page.waitForEvent('download');
  await press(one, 'web.over.share', '.over-ways');
  await press(one, 'web.over.download', 'dialog');
  const file = await (await saved).path();
  await page.goto(`${one.at}/?again#replay`);
  await page.setInputFiles('.replay-drop input', file);
  await page.waitForSelector('.replay-eyes .over-verify');
  const about = await page.locator('.over-verify').textContent();
  assert.ok(about.includes(say(language, 'web.verify.about.device')), about);
  await page.click('.over-verify button');
  const checked = await page.locator('.over-verify').textContent();
  for (const key of ['web.verify.device.ok', 'web.verify.limits.device'])
    assert.ok(checked.includes(say(language, key)), checked);
  assert.ok(!checked.includes(say(language, 'web.verify.seal.ok')), checked);
}

for (const language of ['he', 'en'])
  await scene(`what Cento's points mean ${language}`, { ...PHONE, language }, async (one) => {
    const { page } = one;
    await playOne(one, 'cento');
    await page.click('.cento-stack');
    await page.waitForSelector('main.play[data-yours]', { state: 'attached' });
    await menu(one, 'web.play.resign');
    await press(one, 'web.play.resign', '.play-sure');
    await press(one, 'web.over.results');
    await page.click('.over-fair summary');
    await page.waitForSelector('.over-verify');
    const told = await page.locator('.over').textContent();
    assert.ok(told.includes(say(language, 'web.over.account.cento.cards')), told);
    assert.ok(told.includes(say(language, 'web.verify.about.here')), told);
    await page.click('.over-verify button');
    const checked = await page.locator('.over-verify').textContent();
    for (const key of ['web.verify.here.ok', 'web.verify.limits.here'])
      assert.ok(checked.includes(say(language, key)), checked);
    await shoot(page, `reading-over-${language}`);
    await press(one, 'web.over.replay');
    await page.waitForSelector('.replay-eyes .over-verify');
    const replayed = await page.locator('.replay-eyes').textContent();
    assert.ok(replayed.includes(say(language, 'web.verify.about.here')), replayed);
    await opensAgain(one);
  });

// ---- hints ----

const HINT = '.play-tools button:first-child';

async function withClock({ page }) {
  const clock = page.locator('.options-select:has(option[value^="game "])');
  await clock.selectOption({ index: 1 });
  await page.waitForFunction(
    () => document.querySelector('.options-select:has(option[value^="game "])').value !== 'off',
  );
}

for (const language of ['he', 'en'])
  await scene(`no hints in time ${language}`, { ...PHONE, language }, async (one, come) => {
    const other = await come('Ben');
    const code = await openTable(one, 'gobblet');
    await withClock(one);
    await joinTable(other, code);
    await ready(other);
    await start(one, other);
    for (const { page } of [one, other]) {
      const button = page.locator(HINT);
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      await button.click({ force: true }); // it looks disabled
      await page.waitForSelector('.play-refusal');
      const words = await page.locator('.play-refusal p').textContent();
      assert.equal(words, say(language, 'web.play.hint.unfair'));
      assert.equal(await page.locator('.play-hint').count(), 0);
    }
    await shoot(one.page, `reading-no-hint-${language}`);
  });

await scene('hints against bots, clock or not', PHONE, async (one) => {
  await openTable(one, 'gobblet');
  await withClock(one);
  await bot(one, 1, 'gentle');
  await start(one);
  await one.page.waitForSelector('main.play[data-yours]');
  await one.page.click(HINT);
  await one.page.waitForSelector('.play-hint .button');
});

const count = (page, selector) => page.locator(selector).count();
const sizeOf = (page) =>
  page.evaluate(() => {
    const { width, height } = document.querySelector('.play-board').getBoundingClientRect();
    return [width, height];
  });

// Not every deal shows it: one whose advice has several cards, of which some are not wanted first.
const DEALS = 20;

async function ask(page) {
  await page.click(HINT);
  await page.waitForSelector('.play-hint .button');
}

/** A card that the advice does not want there returns to the hand. False: every one is wanted. */
async function takesBack(page) {
  const wanted = page.locator('.play-hand [data-piece][data-lit]');
  const lit = await wanted.count();
  for (let at = 0; at < lit; at++) {
    await wanted.nth(at).click();
    await page.locator('[role=gridcell][data-lit]').last().click();
    await page.waitForSelector('.iota-staged');
    await ask(page);
    const staged = await count(page, '.iota-staged');
    assert.equal(await count(page, '.iota-staged[data-hint]'), staged);
    const marked = await count(page, '.play-hand [data-hint]');
    assert.equal(await count(page, '.play-board [data-hint]'), marked + staged);
    await page.locator('.play-hint button').last().click();
    await page.keyboard.press('Escape');
    if (staged === 0) return true;
    await page.waitForFunction(() => document.querySelector('.iota-staged') === null);
  }
  return false;
}

/** False: this deal's advice is one card, or to trade some, which have no places. */
async function showsAll(page, language) {
  const size = await sizeOf(page);
  await ask(page);
  const advice = await page.locator('.play-hint').textContent();
  if (advice.includes(say(language, 'web.iota.trade'))) return false;
  const cards = await count(page, '.play-hand [data-hint]');
  if (cards < 2) return false;
  assert.equal(await count(page, '.play-board [data-hint]'), cards, 'a place for each card');
  assert.deepEqual(await sizeOf(page), size, 'the board is as large as before');
  await page.waitForFunction(() => {
    const under = document.querySelector('.play-hint').getBoundingClientRect().bottom;
    const over = document.querySelector('.iota-port').getBoundingClientRect().bottom;
    return [...document.querySelectorAll('.play-board [data-hint]')].every((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return top >= under - 1 && bottom <= over + 1;
    });
  });
  await shoot(page, `reading-hint-${language}`);
  await page.locator('.play-hint button').last().click();
  return true;
}

for (const language of ['he', 'en'])
  await scene(`an Iota hint shows all ${language}`, { ...PHONE, language }, async (one) => {
    for (let deal = 0; deal < DEALS; deal++) {
      await playNow(one, 'iota');
      if ((await showsAll(one.page, language)) && (await takesBack(one.page))) return;
    }
    assert.fail(`${DEALS} deals showed nothing`);
  });

await chromium.close();
await server.stop();
await outcomes.tell();
