// House rules in real Chromium: chosen in the set-up, shown to those who join, played to the end;
// and catching somebody who has not called, on small phones.
//   node tests/e2e/house.mjs PROGRAM
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { finish, gameRows } from '../program.mjs';
import { Player, Server } from '../ws.mjs';
import { device, launch, PHONE, runTests, serve, shoot } from './browser.mjs';
import { codeOf, openTable, person, say } from './people.mjs';
import { openEyes, Robot } from './robot.mjs';
import { stageWith } from './stage.mjs';
import { askerOf } from './twin.mjs';

const HURRY = 20; // bots move this many times faster
const THUMB_PX = 48; // no smaller than this
const SMALL = { width: 320, height: 568 };
const SIDEWAYS = { width: 844, height: 390 };

const secretOf = (name) => createHash('sha256').update(name).digest('hex');
const rowOf = (game) => gameRows().find(({ name }) => name === game);
const plain = (text) => text.replace(/[\u2066-\u2069]/g, '').trim();

// The line that a table shows, in words.
function lineOf(language, game, options) {
  const list = rowOf(game)
    .options.filter(({ name, values }) => options[name] && options[name] !== values[0])
    .map(({ name }) => {
      const key = `option.${game}.${name}`;
      return `${say(language, key)}: ${say(language, `${key}.${options[name]}`)}`;
    });
  return list.length === 0
    ? say(language, 'print.same')
    : say(language, 'print.differs').replace('{options}', list.join('; '));
}

const sees = (page, selector, text) =>
  page.waitForFunction(
    ([where, words]) =>
      document.querySelector(where)?.textContent.replace(/[\u2066-\u2069]/g, '').trim() === words,
    [selector, text],
  );

const unfold = (page) => page.click('.options-house:not([open]) > summary');
const choose = (page, name, value) =>
  page.click(`[data-option=${name}] .choice:has(input[value="${value}"])`);

// ---- set up, play, replay ----

// The house rules, and whether their options have values in print.
const FOLDED = {
  taki: [
    ['call', 'catch', true],
    ['draw', 'must', false],
    ['two', 'stop', false],
    ['bare', 'closable', false],
  ],
  gobblet: [['reserve', 'free', false]],
  iota: [
    ['wilds', '0', false],
    ['reading', 'absent', false],
  ],
};

async function playWith({ page, faults }, at, language, game, options) {
  await page.goto(`${at}/`);
  await page.waitForSelector('.home-tile');
  await openEyes(page);
  await page.click(`.home-tile[data-game=${game}] .home-ways button.button-icon`);
  await sees(page, 'dialog .differences', lineOf(language, game, {}));
  assert.ok(await page.isDisabled('.options-print button'), 'it is as printed');
  assert.equal(await page.isVisible('.options-house .options-row'), false, 'folded');
  // Also a house rule among the values of an option that is in print.
  for (const [name, value, inPrint] of FOLDED[game]) {
    const choice = page.locator(`[data-option=${name}] .choice:has(input[value="${value}"])`);
    assert.equal(await choice.count(), 1, `${name}=${value}`);
    assert.equal(await choice.isVisible(), false, `${name}=${value} is folded`);
    assert.equal(await page.isVisible(`[data-option=${name}]:not([data-house])`), inPrint, name);
  }
  const chooseAll = async () => {
    for (const [name, value] of Object.entries(options)) await choose(page, name, value);
    await sees(page, 'dialog .differences', lineOf(language, game, options));
  };
  await unfold(page);
  for (const { name } of rowOf(game).options)
    assert.ok(await page.isVisible(`[data-option=${name}] .pictures-example`), `${name} drawn`);
  await chooseAll();
  await page.click('.options-print button');
  await sees(page, 'dialog .differences', lineOf(language, game, {}));
  await chooseAll();
  await page.click('dialog .button-main');
  await page.waitForSelector('main.play');
  await page.click('.play-tools button:last-child');
  await sees(page, '.play-menu .differences', lineOf(language, game, options));
  await page.keyboard.press('Escape');
  const robot = new Robot(page, 'touch', game.length);
  await robot.play();
  await page.waitForSelector('.over-more');
  await page.click(`.over-ways :is(button, a):has-text("${say(language, 'web.over.replay')}")`);
  await page.waitForSelector('.replay-shown');
  await sees(page, '.replay-eyes .differences', lineOf(language, game, options));
  faults.none();
}

const PLAYED = [
  ['taki', 'en', { call: 'catch', draw: 'must', bare: 'closable' }],
  ['gobblet', 'he', { reserve: 'free' }],
  ['iota', 'en', { wilds: '0' }],
];

// ---- those who join ----

// A guest, a shared screen and the host's menu say what is played; the host takes it back.
async function joined(browser, at) {
  const host = await person(browser, at, 'Noa');
  const guest = await person(browser, at, 'Ben', { language: 'he', size: PHONE, touch: true });
  const screen = await person(browser, at, '');
  const code = await openTable(host, 'taki');
  await unfold(host.page);
  await choose(host.page, 'draw', 'must');
  await guest.page.goto(`${at}/#${code}`);
  await sees(guest.page, '.lobby-table .differences', lineOf('he', 'taki', { draw: 'must' }));
  await choose(host.page, 'call', 'catch');
  const both = { draw: 'must', call: 'catch' };
  await sees(guest.page, '.lobby-table .differences', lineOf('he', 'taki', both));
  await screen.page.goto(`${at}/#table/${code}`);
  await sees(screen.page, '.lobby-table .differences', lineOf('en', 'taki', both));
  await host.page.click('.options-print button');
  await sees(guest.page, '.lobby-table .differences', lineOf('he', 'taki', {}));
  await choose(host.page, 'draw', 'must');
  await sees(guest.page, '.lobby-table .differences', lineOf('he', 'taki', { draw: 'must' }));
  const other = await Player.join(Server.at(at), codeOf(host.page));
  await other.does({ do: 'sit', seat: 1, name: 'Dana' });
  await other.does({ do: 'ready' });
  await host.page.click('.lobby-go .button-main:enabled');
  for (const one of [guest, screen]) {
    await one.page.waitForSelector('main.play');
    const words = lineOf(one.language, 'taki', { draw: 'must' });
    await sees(one.page, '.play-asks .differences', words);
  }
  other.close();
  for (const one of [host, guest, screen]) {
    one.faults.none();
    await one.close();
  }
}

// Whether players say it themselves is in the same line, wherever that is, and "as printed" leaves
// it alone.
async function joinedAloud(browser, at) {
  const host = await person(browser, at, 'Noa');
  const guest = await person(browser, at, 'Ben', { language: 'he', size: PHONE, touch: true });
  const code = await openTable(host, 'cento');
  const aloud = (language, value) =>
    `${say(language, 'aloud')}: ${say(language, `aloud.${value}`)}`;
  const both = (language, options, value) =>
    lineOf(language, 'cento', options) + (options.free ? '; ' : ' ') + aloud(language, value);
  const pick = (value) =>
    host.page.click(`.options-aloud .choice:has(input[value="${value}"])`);
  await guest.page.goto(`${at}/#${code}`);
  await sees(guest.page, '.lobby-table .differences', lineOf('he', 'cento', {}));
  await pick('three');
  await sees(guest.page, '.lobby-table .differences', both('he', {}, 'three'));
  await sees(host.page, '.options-print .differences', both('en', {}, 'three'));
  assert.ok(await host.page.isVisible('.options-aloud .pictures-example'), 'drawn');
  await choose(host.page, 'free', '0');
  await sees(guest.page, '.lobby-table .differences', both('he', { free: '0' }, 'three'));
  await host.page.click('.options-print button');
  await sees(guest.page, '.lobby-table .differences', both('he', {}, 'three'));
  await pick('off');
  await sees(guest.page, '.lobby-table .differences', lineOf('he', 'cento', {}));
  for (const one of [host, guest]) {
    one.faults.none();
    await one.close();
  }
}

// ---- catching ----

// Where things are that a thumb may be about to touch.
const places = (page) =>
  page.evaluate(() =>
    ['.play-hand [data-piece]', '.taki-pile', '.taki-discard', '.play-actions', '.play-tools']
      .flatMap((selector) => [...document.querySelectorAll(selector)])
      .map((one) => one.getBoundingClientRect())
      .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join()),
  );

// A thumb at the bottom of the screen, on the side of the hand, comes up to here.
const REACH_PX = 290;
const ROWS_REACH_PX = 360; // several buttons, in two rows

const inReach = (box, hand, { height }, reach = REACH_PX) =>
  box.y + box.height <= hand.y &&
  height - box.y <= reach &&
  box.x >= hand.x - 1 &&
  box.x + box.width <= hand.x + hand.width + 1;

// The same, once nothing moves any more.
async function restingPlaces(page) {
  let before = [];
  for (;;) {
    const now = await places(page);
    if (now.length > 0 && now.join(' ') === before.join(' ')) return now;
    before = now;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  }
}

async function catches(browser, at, ask, { language, size }) {
  const { page, faults, close } = await device(browser, at, { language, size, touch: true });
  const people = ['Noa', 'Maria-Magdalena of Ávila', 'Ben', 'דנה'];
  // Seat 1 has one card left and has not called; it is the turn of seat 2.
  const owes = (twin) => twin.actors.includes(0) && twin.moves(0).join() === 'catch1';
  const lays = (move) => (/^(last|catch|draw|pass)/.test(move) ? 0 : 2);
  const setting = { game: 'taki', people, options: { call: 'catch' } };
  const stage = stageWith(ask, setting, owes, { rank: lays, plies: 60 });
  await page.goto(`${at}/`);
  await page.waitForSelector('.home-tile');
  await page.evaluate((text) => {
    localStorage.setItem('kufsa.game.caught', text);
    location.hash = 'local/caught';
  }, JSON.stringify(stage.kept([0])));
  await page.waitForSelector('.play-urgent button');
  const before = await restingPlaces(page);
  await shoot(page, `catch-${language}-${size.width}`);
  const words = say(language, 'taki.say.catch').replace('{name}', people[1]);
  assert.equal(plain(await page.textContent('.play-urgent')), words);
  const box = await page.locator('.play-urgent button').boundingBox();
  const hand = await page.locator('.play-hand').boundingBox();
  assert.ok(box.height >= THUMB_PX && box.width >= 2 * THUMB_PX, 'large');
  assert.ok(inReach(box, hand, size), 'above the hand, in reach');
  assert.ok(box.x >= 0 && box.x + box.width <= size.width);
  const shown = (display) =>
    page.$eval('.play-urgent', (one, value) => void (one.style.display = value), display);
  await shown('none');
  assert.deepEqual(await places(page), before, 'nothing makes room for it');
  await shown('');
  await page.tap('.play-urgent button');
  await page.waitForSelector('.play-urgent', { state: 'detached' });
  const told = await page.textContent('.play-latest');
  assert.ok(told.includes(say(language, 'web.tell.you.catch')), told);
  faults.none();
  await close();
}

// On a device that is passed round, people call and catch while somebody else has it: as large, in
// the same place.
async function catchesOfAll(browser, at, ask, { language, size }) {
  const { page, faults, close } = await device(browser, at, { language, size, touch: true });
  const people = ['Noa', 'Maria-Magdalena of Ávila', 'Ben', 'דנה'];
  const owes = (twin) => twin.actors.includes(0) && twin.moves(0).join() === 'catch1';
  const lays = (move) => (/^(last|catch|draw|pass)/.test(move) ? 0 : 2);
  const setting = { game: 'taki', people, options: { call: 'catch' } };
  const stage = stageWith(ask, setting, owes, { rank: lays, plies: 60 });
  await page.goto(`${at}/`);
  await page.waitForSelector('.home-tile');
  await page.evaluate((text) => {
    localStorage.setItem('kufsa.game.round', text);
    location.hash = 'local/round';
  }, JSON.stringify(stage.kept([0, 1, 2, 3])));
  const caught = say(language, 'taki.say.catch').replace('{name}', people[1]);
  const last = say(language, 'web.taki.say.last');
  const wanted = [`Noa: ${caught}`, `${people[1]}: ${last}`, `דנה: ${caught}`];
  // Nobody has the device yet.
  await page.waitForSelector('.play-urgent button');
  const shown = async () =>
    (await page.locator('.play-urgent button').allTextContents()).map(plain);
  assert.deepEqual((await shown()).sort(), wanted.sort());
  assert.equal(await page.locator('.play-others').count(), 0);
  await page.tap('.play-curtain button');
  await page.waitForSelector('.play-hand [data-piece]');
  await restingPlaces(page);
  await shoot(page, `catch-round-${language}-${size.width}`);
  assert.deepEqual((await shown()).sort(), [caught, ...wanted].sort()); // it is Ben's
  const hand = await page.locator('.play-hand').boundingBox();
  for (const button of await page.locator('.play-urgent button').all()) {
    const box = await button.boundingBox();
    assert.ok(box.height >= THUMB_PX && box.width >= 2 * THUMB_PX, 'large');
    assert.ok(inReach(box, hand, size, ROWS_REACH_PX), 'above the hand, in reach');
    assert.ok(box.x >= 0 && box.x + box.width <= size.width);
  }
  await page.tap(`.play-urgent button:has-text("${people[1]}: ")`);
  await page.waitForSelector('.play-urgent', { state: 'detached' });
  faults.none();
  await close();
}

const server = await serve();
const ask = await askerOf(server.at);
const chromium = await launch();
const tests = [
  ...PLAYED.map(([game, language, options]) => [
    `${game} with ${Object.keys(options)}`,
    async () => {
      const wishes = { language, size: PHONE, touch: true, hurry: HURRY, secret: secretOf(game) };
      const one = await device(chromium.browser, server.at, wishes);
      try {
        await playWith(one, server.at, language, game, options);
      } catch (problem) {
        await shoot(one.page, `failed-house-${game}`).catch(() => {});
        throw one.faults.of(problem);
      } finally {
        await one.close();
      }
    },
  ]),
  ['those who join', () => joined(chromium.browser, server.at)],
  ['those who join where players say it', () => joinedAloud(chromium.browser, server.at)],
  ...['en', 'he'].flatMap((language) =>
    [PHONE, SMALL, SIDEWAYS].map((size) => [
      `catching, ${language} ${size.width}`,
      () => catches(chromium.browser, server.at, ask, { language, size }),
    ]),
  ),
  ...[PHONE, SMALL, SIDEWAYS].map((size) => [
    `catching, a device passed round, ${size.width}`,
    () => catchesOfAll(chromium.browser, server.at, ask, { language: 'en', size }),
  ]),
];
await runTests(tests, 3);
await chromium.close();
await server.stop();
finish();
