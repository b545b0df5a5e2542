// Screens around a game, for one person: home, settings, setup, rules, lessons, what a piece does,
// and what may go wrong.
import { GAMES } from '../../tools/games.mjs';
import { Learner } from './learner.mjs';
import { openEyes } from './robot.mjs';

export const NAMES = [
  'Wolfeschlegelsteinhausen', // as long as a name may be, and one word
  'סבתא רחל',
  'Tom',
  'דנה Dana 007',
  'Maria-Magdalena of Ávila',
  'אלכסנדרה־מרים הלוי־כהן',
  'Bo',
  'نور الهدى',
  'Alexandra B. Montgomery',
  'יובל',
];


export async function home({ page, at }, mark = '') {
  await page.goto(`${at}/${mark}`);
  await page.waitForSelector('.home-tile, .box');
}

const go = (page, hash) => page.evaluate((to) => void (location.hash = to), hash);

async function around({ one, look }) {
  const { page } = one;
  await home(one);
  await look('home');
  await page.fill('.home-join input', 'abc');
  await page.click('.home-join button');
  await look('home, wrong code');
  await page.click('.home-tools button.button-icon');
  await page.waitForSelector('dialog[open]');
  await look('settings');
  await page.keyboard.press('Escape');
  for (const [hash, name, wait] of [
    ['replay', 'replay, nothing open', '.replay-drop'],
    ['table', 'shared screen, which game', '.tables-games'],
    ['nowhere-at-all', 'trouble, nowhere', '.trouble'],
    ['local', 'trouble, no game here', '.trouble'],
    ['ZZZZZZ', 'trouble, no such table', '.trouble'],
  ]) {
    await go(page, hash);
    await page.waitForSelector(wait);
    await look(name);
  }
}

// The way to https, on each kind of device. The page believes that it came over the plain address.
async function secure({ one, open, look }) {
  const print = Array.from({ length: 32 }, (_, i) => `${i + 160}`.slice(0, 2)).join(':');
  const answers = { body: JSON.stringify({ link: 'https://kufsa.example:8443', print }) };
  const { page } = one;
  await page.goto(`${one.at}/#secure`);
  await page.waitForSelector('.secure-allowed [data-has=true] ~ [data-has=true]');
  await look('secure already');
  const plain = await open();
  await plain.page.addInitScript(() =>
    Object.defineProperty(window, 'isSecureContext', { value: false }),
  );
  await plain.page.route('**/api/secure', (route) => route.fulfill(answers));
  await plain.page.goto(`${plain.at}/#secure`);
  await plain.page.click('.secure details > summary');
  const devices = plain.page.locator('.secure .choice');
  for (let i = 0; i < (await devices.count()); i++) {
    await devices.nth(i).click();
    await look(`secure, device ${i + 1}`, plain.page);
  }
  await plain.page.route('**/api/secure', (route) => route.fulfill({ status: 404, body: '{}' }));
  await plain.page.reload();
  await plain.page.waitForSelector('.secure > p');
  plain.faults.expectTrouble(true);
  await look('secure, not offered', plain.page);
  await plain.close();
}

// No server, and no storage for games.
async function withoutServer({ one, look }) {
  const { page } = one;
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  one.faults.expectTrouble(true);
  await page.route('**/api/games', (route) => route.abort());
  await home(one);
  await page.waitForSelector('.home-offline');
  await page.click('.home-tile[data-game=iota] .button-main');
  await page.waitForSelector('main.play .kept-trouble');
  await look('play, storage full');
  await page.evaluate(() => void (location.hash = ''));
  await page.waitForSelector('.home .kept-trouble');
  await look('home, no server, storage full');
}

// All options as the printed rules do not have them, the folded ones too.
export async function unprinted(page) {
  const folded = page.locator('.options-house:not([open]) > summary');
  if ((await folded.count()) > 0) await folded.click();
  const rows = page.locator('.options-row[data-option]');
  for (let i = 0; i < (await rows.count()); i++) {
    const choices = rows.nth(i).locator('.choice');
    const select = rows.nth(i).locator('select');
    if ((await choices.count()) > 0) await choices.last().click();
    else await select.selectOption({ index: (await select.locator('option').count()) - 1 });
  }
  const aloud = page.locator('.options-aloud .choice');
  if ((await aloud.count()) > 0) await aloud.last().click();
  const names = await rows.evaluateAll((all) => all.map((one) => one.dataset.option));
  const count = new Set(names).size; // a house rule may be a value of an option in print
  await page.waitForSelector(`.differences[data-count="${count}"]`);
}

async function setups({ one, look }) {
  const { page } = one;
  for (const game of GAMES) {
    await home(one);
    await page.click(`.home-tile[data-game=${game}] .home-ways button.button-icon`);
    await page.waitForSelector('dialog[open]');
    await look(`setup of ${game}`);
    await page.locator('dialog .setup-row').first().locator('.choice').last().click();
    const fields = page.locator('dialog input.field');
    for (let i = 1; i < (await fields.count()); i++) await fields.nth(i).fill(NAMES[i]);
    await look(`setup of ${game}, many people`);
    await unprinted(page);
    await look(`setup of ${game}, nothing as printed`);
  }
}

async function rules({ one, look }) {
  const { page } = one;
  await page.goto(`${one.at}/#rules`);
  await page.waitForSelector('.rules-list');
  await look('rules');
  for (const game of GAMES) {
    await go(page, `rules/${game}`);
    await page.waitForSelector('.guide, .rules-rule');
    await look(`rules of ${game}`);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
      for (const one of document.querySelectorAll('.guide')) one.remove();
    });
    await look(`every ruling of ${game}`);
  }
}

// Each lesson when it begins, and when it is done if more is said then.
async function lessons({ one, look, ask, teach }) {
  const { page } = one;
  await openEyes(page);
  for (const [game, { lessons }] of Object.entries(teach)) {
    await page.goto(`${one.at}/#learn/${game}`);
    await page.waitForSelector('.learn-ways');
    const learner = await Learner.at(page, one.at, ask, one.language);
    for (const [at, lesson] of lessons.entries()) {
      await look(`lesson ${at + 1} of ${game}`);
      if (lesson.wanted) {
        await learner.doAll(game, lesson);
        if (await page.locator('.learn-told').count())
          await look(`lesson ${at + 1} of ${game}, done`);
      }
      if (at + 1 < lessons.length) await page.click('.learn-ways .button-main');
    }
  }
}

async function abouts({ one, look, teach }) {
  const { page } = one;
  for (const game of Object.keys(teach)) {
    await home(one);
    await page.click(`.home-tile[data-game=${game}] .button-main`);
    await page.waitForSelector('main.play[data-yours]');
    await page.locator('.play-hand [data-about], .gobblet-reserve [data-about]').first().focus();
    await page.keyboard.press('?');
    await page.waitForSelector('.about');
    await look(`what a piece of ${game} does`);
  }
}

export const alone = {
  around,
  secure,
  'without a server': withoutServer,
  setup: setups,
  rules,
  lessons,
  abouts,
};
