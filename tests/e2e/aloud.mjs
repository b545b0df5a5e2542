// Say it yourself, in Chromium: a Cento table where cards show no products and nothing lights up.
// On a small phone by touch in Hebrew, and by keys alone in English; wrong answers are refused with
// the rule and counted, the third costs the turn, and the end shows them to their player alone.
//   node tests/e2e/aloud.mjs PROGRAM [PART OF A NAME]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { launch, serve, shoot } from './browser.mjs';
import {
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
const PHONE = { language: 'he', size: { width: 320, height: 568 }, touch: true };
const DESK = { language: 'en', size: { width: 1024, height: 768 } };

const scene = scenesOf('aloud', { server, chromium, outcomes, only });

// ---- what a person at the table knows ----

const hand = (page) =>
  page.$$eval('.play-hand [data-piece]', (cards) => cards.map((one) => one.dataset.piece));

// The factors that count now, worked out as a person would; null: every card fits.
async function factors(page) {
  const label = await page.getAttribute('.cento-open', 'aria-label');
  const numbers = label.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length === 0) return null;
  if (numbers.length > 1) return numbers.slice(-2); // as declared
  return range(1, 10).filter((n) => numbers[0] % n === 0 && numbers[0] / n <= 10);
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

// A right answer, or null: then one draws.
async function answer(page) {
  const now = await factors(page);
  for (const card of await hand(page)) {
    if (card === '?') return { card, pair: [now?.[0] ?? 3, 7] };
    for (const a of range(1, 10)) {
      const b = Number(card) / a;
      if (Number.isInteger(b) && b <= 10 && (!now || now.includes(a) || now.includes(b)))
        return { card, pair: [b, a] };
    }
  }
  return null;
}

// ---- what people do ----

const cardOf = (page, card) => page.locator(`.play-hand [data-piece="${card}"]`).first();
const key = (page, n) => page.locator('.cento-pad-key').nth(n - 1);

async function sayByTouch(page, card, pair) {
  if ((await page.locator('.play-hand [data-held]').count()) === 0) await cardOf(page, card).tap();
  for (const n of pair) await key(page, n).tap();
  await page.locator('.cento-pad-say').tap();
}

const settle = (page) => page.waitForSelector('main.play[data-yours], .tables-end, .over-result');

// Nothing on the page says how a card can be declared, or which fits.
async function nothingIsLit(page) {
  assert.equal(await page.locator('.cento-product').count(), 0, 'a card shows its products');
  assert.equal(await page.locator('[data-lit], [data-fits]').count(), 0, 'something is lit');
  assert.equal(await page.locator('.cento-word').count(), 0, 'ways to say it are offered');
}

async function setUp(one, game, value) {
  const { page, at } = one;
  await page.goto(`${at}/`);
  await page.click(`.home-tile[data-game=${game}] .home-ways button.button-icon`);
  await page.locator('dialog .setup-row').nth(1).locator('.choice:has(input[value="1"])').click();
  await page.click(`dialog .choice:has(input[value="${value}"])`);
  await press(one, 'web.setup.start', 'dialog');
  await page.waitForSelector('main.play[data-yours]');
}

// The box of this device keeps them with the game: until it is deleted, and again if that is
// undone. Its file does not have them.
async function keptInTheBox(noa, rows, come) {
  const { page, at } = noa;
  const shown = () => page.locator('.answers-list li').allTextContents();
  await page.click('.over-boxed a');
  await page.waitForFunction(() => location.hash.startsWith('#box/'));
  await page.reload();
  await page.waitForSelector('.answers-list');
  assert.deepEqual(await shown(), rows);
  await page.click('.over-result .button-quiet[aria-label]:last-child');
  await press(noa, 'web.kept.undo');
  await page.waitForSelector('.answers-list');
  assert.deepEqual(await shown(), rows);
  await page.goto(`${at}/#box`);
  const coming = page.waitForEvent('download');
  await press(noa, 'web.box.export');
  const file = readFileSync(await (await coming).path());
  const other = await come('Ben');
  await other.page.goto(`${at}/#box`);
  await other.page.waitForSelector('.box-import');
  const files = { name: 'x', mimeType: 'text/plain', buffer: file };
  await other.page.setInputFiles('.box-import input', files);
  await other.page.click('.box .kept-way');
  await other.page.waitForSelector('.over-result');
  await other.page.waitForSelector('.review-players, .over-more');
  assert.equal(await other.page.locator('.answers-own').count(), 0, 'a file tells what was said');
}

await scene('a small phone, by touch', { ...PHONE, hurry: 8 }, async (noa, come) => {
  const { page, language } = noa;
  await setUp(noa, 'cento', 'three');
  await nothingIsLit(page);
  await page.click('.cento-aid');
  await page.waitForSelector('.cento-times');
  await nothingIsLit(page);
  assert.equal(await page.locator('.cento-times [data-open]').count(), 0);
  await page.click('.cento-aid');
  // It is unavailable, and says why.
  await page.click('.play-tools button:first-child', { force: true });
  const refused = () => page.textContent('.play-refusal p');
  assert.ok((await refused()).includes(say(language, 'aloud.hint')));

  const before = await hand(page);
  for (const tried of [1, 2, 3]) {
    await sayByTouch(page, before[0], [10, 10]); // no hand of seven has a 100 as its lowest
    const more = tried < 3 ? `${tried}` : say(language, 'aloud.lost');
    await page.waitForFunction(
      ([rule, words]) => {
        const told = document.querySelector('.play-refusal')?.textContent ?? '';
        return told.includes(rule) && told.includes(words);
      },
      ['C3', more],
    );
    if (tried === 1) await shoot(page, 'aloud-wrong-320-he');
  }
  await settle(page);
  const after = await hand(page);
  assert.ok(after.length > before.length, 'the turn was lost, and a card drawn');
  assert.ok(before.every((card) => after.includes(card)));

  for (let turns = 0; turns < 200; turns++) {
    await settle(page);
    if ((await page.locator('main.play[data-yours]').count()) === 0) break;
    const right = await answer(page);
    const log = await page.locator('.play-log li, .play-latest p').allTextContents();
    if (right) await sayByTouch(page, right.card, right.pair);
    else await page.locator('.cento-stack').tap();
    await page.waitForFunction(
      (old) =>
        document.querySelector('.tables-end, .over-result') ||
        [...document.querySelectorAll('.play-log li, .play-latest p')]
          .map((one) => one.textContent)
          .join() !== old,
      log.join(),
    );
  }
  await page.waitForSelector('.tables-end, .over-result');
  if (await page.locator('.tables-end').count())
    await page.locator('.tables-end button').first().tap();
  await page.waitForSelector('.answers-list');
  const rows = await page.locator('.answers-list li').allTextContents();
  assert.equal(rows.length, 3, 'only the three wrong answers');
  for (const row of rows) assert.match(row, /10\s×\s10/);
  await page.locator('.answers-list').scrollIntoViewIfNeeded();
  await shoot(page, 'aloud-over-320-he');
  await keptInTheBox(noa, rows, come);
});

await scene('two at a server, by keys; an onlooker', DESK, async (noa, come) => {
  const code = await openTable(noa, 'cento');
  await noa.page.click(`.lobby-options .choice:has(:text-is("${say('en', 'aloud.on')}"))`);
  const ben = await come('Ben');
  await joinTable(ben, code);
  await ben.page.waitForSelector(`.lobby-options :text-is("${say('en', 'aloud.on')}")`);
  await ready(ben);
  const eve = await come('Eve');
  await eve.page.goto(`${eve.at}/#${code}`);
  await start(noa, ben);
  const { page } = noa;
  await eve.page.waitForSelector('main.play');
  for (const one of [noa, ben, eve]) await nothingIsLit(one.page);

  const [low] = await hand(page);
  await cardOf(page, low).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.cento-pad');
  await page.keyboard.type('1010');
  assert.match(await page.textContent('.cento-pad-say'), /= 10 × 10/);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.play-refusal');
  assert.match(await page.textContent('.play-refusal'), /C3/);
  const heard = say('en', 'web.told.try').replace('{name}', 'Noa');
  await ben.page.waitForSelector(`.play-told:has-text("${heard}")`);
  assert.equal(await ben.page.locator(`.play-log :text("10 × 10")`).count(), 0, 'it is her hand');
  assert.equal(await eve.page.locator('.play-told-else').count(), 0, 'onlookers hear nothing');
  await shoot(page, 'aloud-wrong-desk-en');

  // On a small screen the notice covers the open card: a touch of the pad is enough to close it.
  await key(page, 10).click();
  assert.equal(await page.locator('.play-refusal').count(), 0);

  // The pad stays, and takes the right answer.
  await page.keyboard.press('Escape');
  const right = await answer(page);
  const cards = (await hand(page)).length;
  if (right) {
    await cardOf(page, right.card).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.cento-pad');
    await page.keyboard.type(right.pair.join(''));
    await page.keyboard.press('Enter');
  } else {
    await page.locator('.cento-stack').click();
  }
  await ben.page.waitForFunction(
    (count) => document.querySelector('.cento-left')?.textContent !== String(count),
    cards,
  );
  assert.equal((await hand(page)).length, right ? cards - 1 : cards + 1);
  await menu(ben, 'web.play.resign');
  await press(ben, 'web.play.resign', '.play-sure');
  for (const one of [noa, ben]) {
    await one.page.click('.tables-end button');
    await one.page.waitForSelector('.answers-own');
  }
  assert.match(await page.textContent('.answers-list'), /10\s×\s10/);
  assert.equal(await ben.page.locator('.answers-list').count(), 0);
  assert.match(await ben.page.textContent('.over'), /Wrong answers, Noa: 1/);
  const { table } = await (await fetch(`${server.at}/api/rooms/${code}`)).json();
  const record = await (await fetch(`${server.at}/api/tables/${table}/record`)).text();
  assert.ok(record.startsWith('kufsa-record') && !/try|10x10|aloud/.test(record));
  await page.reload();
  await page.waitForSelector('.answers-list');
});

await chromium.close();
await server.stop();
await outcomes.tell();
