// Every screen in both languages: nothing wider than the smallest phone, nothing that axe-core
// objects to.
//   node tests/e2e/screens.mjs PROGRAM [PART OF A NAME]    judges all screens
//     [--pictures]    and puts pictures of them into build/screens
//   node tests/e2e/screens.mjs PROGRAM --readme            the picture of the README
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../program.mjs';
import { launch, PHONE, serve, TABLET } from './browser.mjs';
import {
  bot,
  checkDeal,
  codeOf,
  joinTable,
  lastingServer,
  lineTo,
  openMenu,
  openTable,
  Outcomes,
  person,
  press,
  ready,
  say,
  seats,
  sitDown,
  start,
} from './people.mjs';
import { Photographer } from './photos.mjs';
import { openEyes, Robot } from './robot.mjs';
import { askerOf, Twin } from './twin.mjs';

const NAMES = { en: ['Noa', 'Ben', 'Gal', 'Dana'], he: ['נועה', 'בן', 'גל', 'דנה'] };
const HURRY = 50;
const words = process.argv.slice(3);
const pictures = words.includes('--pictures');
const only = words.find((word) => word !== '--pictures'); // the scenes to try, if not all

// ---- deals ----

// The first secret whose deal has what is wanted. Bots add no chance of their own, so a table of
// people deals the same cards as one of people and bots.
function dealWith(ask, game, people, wanted) {
  for (let tries = 0; tries < 20_000; tries++) {
    const secret = createHash('sha256').update(`${game} ${tries}`).digest('hex');
    const twin = new Twin(ask, { game, people, secret });
    if (wanted(twin)) return secret;
  }
  throw new Error(`no such deal: ${game}`);
}

// Somebody begins with a +3, and the other could break it.
const hasWindow = (twin) =>
  twin.hand(0).includes('+3') && twin.hand(1).includes('break') && twin.moves(0).includes('+3');

// Somebody can begin with a taki, go on with three more of its colour, or choose a colour.
function hasRun(twin) {
  const hand = twin.hand(0);
  const taki = hand.find((card) => /^[RGBY]taki$/.test(card));
  if (!taki || !hand.includes('color')) return false;
  const others = hand.filter((card) => card[0] === taki[0] && /\d$/.test(card));
  return others.length >= 3 && twin.moves(0).some((move) => move.startsWith(taki));
}

// ---- one person at the page ----

// In the table's worker: from now on no time passes.
const stopTime = (page) =>
  Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(() => {
        self.setTimeout = () => 0;
      }),
    ),
  );

const card = (page, piece) => page.click(`.play-hand [data-piece="${piece}"]`);
const lit = (page) => page.locator('.play-hand button[data-lit]').first();

async function goHome(one) {
  await one.page.goto(`${one.at}/`);
  await one.page.waitForSelector('.home-tile');
}

async function playNow(one, game) {
  await goHome(one);
  await one.page.click(`.home-tile[data-game=${game}] .button-main`);
  await one.page.waitForSelector('main.play');
}

async function setup(one, game) {
  await goHome(one);
  await one.page.click(`.home-tile[data-game=${game}] .home-ways button.button-icon`);
  await one.page.waitForSelector('dialog[open]');
}

// Two people who share this device, and nobody else.
async function twoHere(one, game) {
  await setup(one, game);
  const { page } = one;
  await page.click('dialog .setup-row .choice:has(input[value="2"])');
  const names = NAMES[one.language];
  for (const i of [0, 1]) await page.locator('dialog input.field').nth(i).fill(names[i]);
  const none = page.locator('dialog .setup-row').nth(1).locator('.choice:has(input[value="0"])');
  if (await none.count()) await none.click();
  await press(one, 'web.setup.start', 'dialog');
  await page.waitForSelector('main.play');
}

async function robotPlays(one, steps) {
  await openEyes(one.page);
  const robot = new Robot(one.page, 'mouse', 3);
  for (let i = 0; i < steps; i++) await robot.step();
}

// A robot stops with nothing in its hand.
async function letGo(page) {
  await page.waitForSelector('main.play[data-yours]');
  await page.keyboard.press('Escape');
}

async function screensAround(one, photos) {
  const { page } = one;
  const show = (name, more) => photos.show(page, name, more);
  await goHome(one);
  await show('home', { dark: true, huge: true });
  await page.fill('.home-join input', 'abc');
  await page.click('.home-join button');
  await show('home-wrong-code', { sizes: ['phone'] });
  await page.click('.home-tools button.button-icon');
  await show('settings', { dark: true });
  await page.keyboard.press('Escape');
  await setup(one, 'taki');
  await show('setup', { dark: true });
  await page.keyboard.press('Escape');
  for (const [hash, name, wait, more] of [
    ['rules', 'rules', '.rules-list'],
    ['rules/taki', 'rules-taki', '.guide'],
    ['rules/iota/I5', 'rules-iota-I5', '.rules-rule', { alike: true }],
    ['replay', 'replay-open', '.replay-drop'],
    ['table', 'screen-choose', '.tables-games'],
    ['nowhere-at-all', 'trouble-nowhere', '.trouble'],
    ['local', 'trouble-local', '.trouble'],
    ['ZZZZZZ', 'trouble-code', '.trouble'],
  ]) {
    await page.evaluate((to) => void (location.hash = to), hash);
    await page.waitForSelector(wait);
    await show(name, more);
  }
}

async function screensOfLearning(one, photos) {
  const { page } = one;
  for (const [game, lessons] of [['iota', 4], ['cento', 2], ['gobblet', 3], ['taki', 5]]) {
    await page.goto(`${one.at}/#learn/${game}`);
    await page.waitForSelector('.learn-ways');
    if (game === 'iota') await photos.show(page, 'learn-iota-first');
    for (let i = 1; i < lessons; i++) await page.click('.learn-ways > :last-child');
    await photos.show(page, `learn-${game}`);
  }
}

// ---- each game ----

async function screensOfIota(one, photos) {
  const { page } = one;
  await playNow(one, 'iota');
  await photos.show(page, 'play-iota');
  await robotPlays(one, 14);
  await letGo(page);
  await lit(page).click();
  await photos.show(page, 'play-iota-held', { sizes: ['phone', 'tablet'] });
  await page.locator('[role=gridcell][data-lit]').first().click();
  await page.waitForSelector('.iota-staged');
  await photos.show(page, 'play-iota-staged', { dark: true, huge: true });
  await page.click('.play-tools button:first-child');
  await page.waitForSelector('.play-hint button + button, .play-hint .button');
  await photos.show(page, 'play-hint', { sizes: ['phone', 'tablet'] });
  await page.locator('.play-hint button').last().click();
  await openMenu(one);
  await photos.show(page, 'play-menu', { sizes: ['phone', 'tablet'] });
  for (const key of ['log', 'help']) {
    await press(one, `web.play.${key}`, '.play-menu');
    await photos.show(page, `play-${key}`, { sizes: ['phone', 'tablet'] });
    await openMenu(one);
  }
}

async function screensOfCento(one, photos) {
  const { page } = one;
  await playNow(one, 'cento');
  await robotPlays(one, 8);
  await letGo(page);
  await photos.show(page, 'play-cento', { dark: true, huge: true });
  if (await lit(page).count()) await lit(page).click();
  await photos.show(page, 'play-cento-held', { sizes: ['phone', 'tablet'] });
  await page.click('.cento-aid');
  await photos.show(page, 'play-cento-table', { dark: true });
}

async function screensOfGobblet(one, photos) {
  const { page } = one;
  await playNow(one, 'gobblet');
  await photos.show(page, 'play-gobblet-start', { sizes: ['phone', 'tablet'] });
  await robotPlays(one, 6); // three moves at most: four of the bot's could win
  await letGo(page);
  await photos.show(page, 'play-gobblet', { dark: true, huge: true });
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  await photos.show(page, 'play-gobblet-held', { sizes: ['phone', 'tablet'] });
  await page.keyboard.press('Escape');
  await openMenu(one);
  await press(one, 'web.play.resign', '.play-menu');
  await press(one, 'web.play.resign', '.play-sure');
  await page.waitForSelector('.tables-end');
  await photos.show(page, 'play-ended', { sizes: ['phone', 'tablet'] });
  await page.click('.tables-end button');
  await page.waitForSelector('.over-more');
  await photos.show(page, 'over-gobblet');
}

async function screensOfTaki(one, photos, taki) {
  const { page } = one;
  await playNow(one, 'taki');
  await stopTime(page);
  await photos.show(page, 'play-taki', { dark: true, huge: true });
  await card(page, 'color');
  await page.click('.taki-discard');
  await page.waitForSelector('.taki-colour-button');
  await photos.show(page, 'play-taki-colour');
  await page.keyboard.press('Escape');
  await card(page, taki);
  await page.click('.taki-discard');
  await page.waitForSelector('main.play[data-yours] .play-actions button');
  await photos.show(page, 'play-taki-run');
  await page.locator('.play-hand button:not([data-lit])').first().click({ force: true });
  await page.waitForSelector('.play-refusal');
  await photos.show(page, 'play-refusal', { sizes: ['phone', 'tablet'] });
  await page.click('.play-tools button:nth-child(2)');
  await photos.show(page, 'play-say', { sizes: ['phone', 'tablet'] });
}

async function screensOfSharing(one, photos) {
  const { page } = one;
  await twoHere(one, 'taki');
  await page.waitForSelector('.play-curtain');
  await photos.show(page, 'play-curtain');
  await page.click('.play-curtain button');
  await stopTime(page);
  await card(page, '+3');
  await page.click('.taki-discard');
  await page.waitForSelector('.play-countdown');
  await photos.show(page, 'play-taki-window', { sizes: ['phone', 'tablet'] });
  await page.click('.play-foot .play-actions button:nth-last-child(2)'); // the other one reacts
  await page.waitForSelector('.play-hand [data-piece="break"]');
  await photos.show(page, 'play-taki-react', { dark: true });
}

async function screensAfter(one, photos) {
  const { page } = one;
  await setup(one, 'iota');
  await page.locator('dialog .setup-row').nth(1).locator('.choice:has(input[value="1"])').click();
  await press(one, 'web.setup.start', 'dialog');
  await page.waitForSelector('main.play');
  await openEyes(page);
  await new Robot(page, 'mouse', 5).play();
  await page.waitForSelector('.over-more');
  await photos.show(page, 'over-iota', { dark: true });
  await checkDeal(one);
  await page.locator('.over-verify').scrollIntoViewIfNeeded();
  await photos.show(page, 'over-verified', { sizes: ['phone', 'tablet'] });
  await press(one, 'web.over.replay', '.over-ways');
  await page.waitForSelector('.replay-shown');
  const forward = `.replay-steps [aria-label="${say(one.language, 'web.replay.forward')}"]`;
  for (let i = 0; i < 4; i++) await page.click(forward);
  await photos.show(page, 'replay', { dark: true });
}

// ---- several people ----

async function screensOfLobby(people, photos) {
  const [host, guest] = people;
  const code = await openTable(host, 'taki');
  await seats(host, 3);
  await guest.page.goto(`${guest.at}/#${code}`);
  await guest.page.waitForSelector('.lobby-sit');
  await photos.show(guest.page, 'lobby-guest', { dark: true });
  await sitDown(guest);
  await bot(host, 2, 'master');
  await host.page.waitForSelector('.lobby-seat select');
  await photos.show(host.page, 'lobby-host', { dark: true });
  await ready(guest);
  await guest.page.waitForSelector('.lobby-ready');
  await photos.show(guest.page, 'lobby-ready', { sizes: ['phone', 'tablet'] });
}

async function screensOfTrouble(browser, people, photos) {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-'));
  const server = await lastingServer(join(folder, 'tables'));
  const [host, guest, third] = await Promise.all(
    people.map(async ({ name, language }) => {
      const line = await lineTo(server.at);
      return Object.assign(await person(browser, line.at, name, { language }), { line });
    }),
  );
  const code = await openTable(host, 'gobblet');
  await joinTable(guest, code);
  await third.page.goto(`${third.at}/#${code}`);
  await third.page.waitForSelector('.evening-wait');
  await photos.show(third.page, 'lobby-full', { sizes: ['phone', 'tablet'] });
  await ready(guest);
  await start(host, guest);
  await third.page.waitForSelector('main.play');
  await photos.show(third.page, 'play-onlooker', { sizes: ['phone', 'tablet'] });
  guest.line.cut();
  await guest.page.waitForSelector('.trouble-banner');
  await photos.show(guest.page, 'trouble-lost');
  await host.page.waitForSelector('.play-away');
  await photos.show(host.page, 'play-away', { sizes: ['phone', 'tablet'] });
  server.full(true);
  await host.page.click('.play-tools button:nth-child(2)');
  await host.page.click('.play-phrases button');
  await host.page.waitForSelector('.trouble-banner');
  await photos.show(host.page, 'trouble-paused');
  server.full(false);
  third.line.cut();
  await third.page.goto('about:blank');
  for (const one of [host, guest, third]) {
    one.line.close();
    await one.close();
  }
  await server.kill();
  rmSync(folder, { recursive: true });
}

async function screensOfSharedTable(tv, phones, photos) {
  await tv.page.goto(`${tv.at}/#table`);
  await tv.page.locator('.tables-game').nth(3).click();
  await tv.page.waitForSelector('.lobby-screen');
  await photos.show(tv.page, 'screen-lobby', { sizes: ['tablet', 'screen'] });
  const code = codeOf(tv.page);
  for (const phone of phones) await joinTable(phone, code);
  for (const phone of phones.slice(1)) await ready(phone);
  await start(tv, ...phones);
  const large = { sizes: ['tablet', 'screen'], dark: true, huge: true };
  await photos.show(tv.page, 'screen-play', large);
  const [phone] = phones;
  await phone.page.waitForSelector('.play-palm');
  await photos.show(phone.page, 'hand-hidden', { dark: true });
  await phone.page.dispatchEvent('.play-palm', 'click'); // a slow press would only hold it
  await phone.page.waitForSelector('.play-hide');
  await photos.show(phone.page, 'hand-open', { dark: true });
}

// ---- for the README ----

const IMAGE = join(root, 'docs/img/all.png');
const IMAGE_MAX = 450_000; // bytes

// Two tablets with two phones before them.
async function montage(browser, shots) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 620 } });
  const page = await context.newPage();
  const shown = (name, style) =>
    `<img src="data:image/png;base64,${shots[name]}" style="position:absolute;border-radius:14px;
      box-shadow:0 6px 24px #0006;${style}">`;
  await page.setContent(`<body style="margin:0;background:#e9dfcd">
    ${shown('iota', 'left:24px;top:24px;width:620px')}
    ${shown('taki', 'right:24px;top:24px;width:620px')}
    ${shown('cento', 'left:470px;top:130px;height:470px')}
    ${shown('gobblet', 'right:470px;top:130px;height:470px')}</body>`);
  await page.evaluate(() => Promise.all([...document.images].map((one) => one.decode())));
  await page.screenshot({ path: IMAGE });
  const { size } = statSync(IMAGE);
  assert.ok(size < IMAGE_MAX, `${size} bytes`);
  console.log(`${IMAGE}: ${size} bytes`);
  await context.close();
}

async function readmeIota(one) {
  await playNow(one, 'iota');
  await robotPlays(one, 14);
  await letGo(one.page);
  await lit(one.page).click();
  await one.page.locator('[role=gridcell][data-lit]').first().click();
  await one.page.waitForSelector('.iota-staged');
}

async function readmeCento(one) {
  await playNow(one, 'cento');
  await robotPlays(one, 8);
  await letGo(one.page);
}

async function readmeGobblet(one) {
  await playNow(one, 'gobblet');
  await robotPlays(one, 6);
  await letGo(one.page);
}

async function readmeTaki(one, taki) {
  await playNow(one, 'taki');
  await card(one.page, taki);
  await one.page.click('.taki-discard');
  await one.page.waitForSelector('main.play[data-yours] .play-actions button');
}

// Each game on somebody's device, and what is done there.
const README = {
  iota: [{ language: 'en', size: TABLET }, readmeIota],
  cento: [{ language: 'he', size: PHONE, touch: true }, readmeCento],
  gobblet: [{ language: 'en', size: PHONE, touch: true }, readmeGobblet],
  taki: [{ language: 'he', size: TABLET }, readmeTaki],
};

async function makeReadme({ browser, at, secret, taki }) {
  const shots = {};
  for (const [name, [wishes, play]] of Object.entries(README)) {
    const one = await person(browser, at, '', { ...wishes, secret, hurry: HURRY });
    await play(one, taki);
    await one.page.mouse.move(0, 0);
    shots[name] = (await one.page.screenshot()).toString('base64');
    one.faults.none();
    await one.close();
  }
  await montage(browser, shots);
}

// ---- all of it ----

async function main() {
  const server = await serve();
  const ask = await askerOf(server.at);
  const four = ['A', 'B', 'C', 'D'];
  const windowSecret = dealWith(ask, 'taki', four.slice(0, 2), hasWindow);
  const runSecret = dealWith(ask, 'taki', four, hasRun);
  const twin = new Twin(ask, { game: 'taki', people: four, secret: runSecret });
  const taki = twin.hand(0).find((each) => /^[RGBY]taki$/.test(each));
  const chromium = await launch();
  const { browser } = chromium;
  const outcomes = new Outcomes();

  if (only === '--readme') {
    const setting = { browser, at: server.at, secret: runSecret, taki };
    await outcomes.try('pictures of the README', () => makeReadme(setting));
    await chromium.close();
    await server.stop();
    return outcomes.tell();
  }

  async function inLanguage(language) {
    const photos = new Photographer(language, pictures);
    const all = [];
    const come = async (i, wishes = {}) => {
      const one = await person(browser, server.at, NAMES[language][i], { language, ...wishes });
      all.push(one);
      return one;
    };
    const scene = (name, run) =>
      !only || `${name} ${language}`.includes(only)
        ? outcomes.try(`${name} ${language}`, run)
        : undefined;
    const solo = await come(0);
    await scene('around', () => screensAround(solo, photos));
    await scene('learning', () => screensOfLearning(solo, photos));
    await scene('taki', async () => {
      const one = await come(0, { secret: runSecret });
      await screensOfTaki(one, photos, taki);
    });
    await scene('sharing', async () => {
      const one = await come(0, { secret: windowSecret });
      await screensOfSharing(one, photos);
    });
    const quick = await come(0, { secret: runSecret, hurry: HURRY });
    await scene('iota', () => screensOfIota(quick, photos));
    await scene('cento', () => screensOfCento(quick, photos));
    await scene('gobblet', () => screensOfGobblet(quick, photos));
    await scene('after', () => screensAfter(quick, photos));
    const people = [await come(0), await come(1)];
    await scene('lobby', () => screensOfLobby(people, photos));
    const phones = [await come(1), await come(2)];
    await scene('shared table', async () => {
      await screensOfSharedTable(await come(0), phones, photos);
    });
    await scene('trouble', () => screensOfTrouble(browser, [solo, ...phones], photos));
    await scene('nothing wider, nothing that axe-core objects to:', async () => {
      assert.equal(photos.found.join('\n'), '');
    });
    await scene('no error, no other host:', async () => {
      for (const one of all) one.faults.none();
    });
    for (const one of all) await one.close();
    console.log(`${language}: ${photos.pictures} pictures, ${photos.judgements} judgements`);
  }

  await Promise.all(['en', 'he'].map(inLanguage));
  await chromium.close();
  await server.stop();
  await outcomes.tell();
}

await main();
