// Seats and their owners: a link that plants a seat, devices that are signed out, players who are
// away or do not move, the host's door, and another match without those who left. Several browsers
// at real tables, in both languages.
//   node tests/e2e/seats.mjs PROGRAM [PART OF A NAME]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Player, Server } from '../ws.mjs';
import { launch, PHONE, watch } from './browser.mjs';
import {
  come,
  joinTable,
  lastingServer,
  menu,
  openMenu,
  openTable,
  Outcomes,
  playScene,
  press,
  ready,
  say,
  seats,
  sitDown,
  start,
} from './people.mjs';
import { Photographer } from './photos.mjs';

const only = process.argv[3];
const folder = mkdtempSync(join(tmpdir(), 'kufsa-'));
const server = await lastingServer(join(folder, 'tables'));
const chromium = await launch();
const outcomes = new Outcomes();
const photos = { en: new Photographer('en'), he: new Photographer('he') };
const phone = { size: PHONE, touch: true };
const NOA = ['Noa', {}];
const BEN = ['Ben', { ...phone, language: 'he' }];
// A long name, and one that runs in both directions.
const GAL = ['Gal of a very long name', {}];
const DANA = ['דנה Dana 7', { ...phone, language: 'he' }];

async function scene(name, who, play) {
  if (only && !name.includes(only)) return;
  const all = () => who.map((one) => come(chromium.browser, server, ...one));
  await outcomes.try(name, () => playScene('seats', all(), play));
}

// ---- what they do and see ----

const running = () => Server.at(server.at);
const show = (one, name, more = { sizes: ['phone', 'tablet'] }) =>
  photos[one.language].show(one.page, `seats-${name}`, more);
const text = (one, key, values = {}) => {
  const words = say(one.language, key);
  const put = (all, [name, value]) => all.replace(`{${name}}`, value);
  return Object.entries(values).reduce(put, words);
};
const reads = (one, words) =>
  one.page.waitForFunction(
    (wanted) =>
      document.body.innerText.replace(/[\u2066-\u2069]/g, '').includes(wanted) ||
      document.body.textContent.replace(/[\u2066-\u2069]/g, '').includes(wanted),
    words,
  );
const sees = (one, key, values) => reads(one, text(one, key, values));
const keptIn = ({ page }) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('kufsa.tables') ?? '[]'));
const gone = ({ page }, selector) => page.waitForSelector(selector, { state: 'detached' });

async function atTable(game, host, ...guests) {
  const code = await openTable(host, game);
  if (guests.length > 1) await seats(host, guests.length + 1);
  for (const guest of guests) await joinTable(guest, code);
  return code;
}

async function begin(host, ...guests) {
  for (const guest of guests) await ready(guest);
  await start(host, ...guests);
}

async function shortGrace(host) {
  await host.page.selectOption('.lobby-options .door-grace select', '10000');
  await host.page.waitForFunction(
    () => document.querySelector('.lobby-options .door-grace select').value === '10000',
  );
}

// Moves a gobblet from the reserve to any free square.
async function bring({ page }) {
  await page.waitForSelector('main.play[data-yours]');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  await page.locator('.gobblet-square[data-lit]').first().click();
  await page.waitForSelector('main.play:not([data-yours])');
}

async function seatLink(one) {
  await menu(one, 'web.play.device');
  await one.page.waitForSelector('.device-qr');
  const link = await one.page.locator('.device-text').first().inputValue();
  await one.page.keyboard.press('Escape');
  return new URL(link).hash;
}

// ---- links ----

await scene('a planted link: nobody is seated unasked, and its giver is signed out', [NOA, DANA],
  async (noa, dana) => {
    const code = await openTable(noa, 'taki');
    const giver = await Player.join(running(), code, { join: true });
    const { token } = giver;
    assert.match(token, /^[0-9a-f]{32}$/);
    await dana.page.goto(`${dana.at}/#${code}/${token}`);
    await sees(dana, 'web.take.whose.guest');
    assert.equal(new URL(dana.page.url()).hash, `#${code}`);
    assert.equal(await dana.page.locator('.lobby-sit').count(), 0);
    assert.deepEqual(await keptIn(dana), []);
    await show(dana, 'take');

    await press(dana, 'web.take.own');
    await sitDown(dana);
    const [{ token: own }] = await keptIn(dana);
    assert.notEqual(own, token);
    await dana.page.evaluate(() => localStorage.removeItem('kufsa.tables'));

    await dana.page.goto('about:blank');
    await dana.page.goto(`${dana.at}/#${code}/${token}`);
    await press(dana, 'web.take.do.guest');
    await dana.page.waitForSelector('.evening-wait input'); // Dana's first guest has the last seat
    assert.equal(await dana.page.locator('.lobby-go').count(), 0);
    await giver.socket.take((message) => message.do === 'moved');
    const [{ token: taken, was }] = await keptIn(dana);
    assert.match(taken, /^[0-9a-f]{32}$/);
    assert.notEqual(taken, token);
    assert.equal(was ?? null, null);
    const back = await Player.join(running(), code, { token }).catch((problem) => problem);
    assert.ok(!(back instanceof Player), 'the giver came back');
    giver.close();
  });

const MOBILE = ['Noa-phone', { ...phone, language: 'he' }];
await scene('a game goes on on another device, and this one says so', [NOA, BEN, MOBILE],
  async (noa, ben, mobile) => {
    const code = await atTable('gobblet', noa, ben);
    await begin(noa, ben);
    await bring(noa);
    const hash = await seatLink(noa);
    // The connection falls silent in the middle, and the page is closed.
    await mobile.page.goto(`${mobile.at}/${hash}`);
    await sees(mobile, 'web.take.whose', { name: 'Noa' });
    await show(mobile, 'take-name');
    mobile.faults.expectTrouble(true);
    mobile.line.freeze();
    await mobile.page.click('.take-ways .button-main');
    await mobile.page.waitForFunction(() =>
      JSON.parse(localStorage.getItem('kufsa.tables') ?? '[]').some(({ was }) => was),
    );
    mobile.line.cut();
    await mobile.page.goto('about:blank');
    mobile.line.restore();
    await mobile.page.goto(`${mobile.at}/#${code}`);
    await mobile.page.waitForSelector('main.play .play-seat[data-mine]');
    mobile.faults.expectTrouble(false);
    await sees(noa, 'web.seat.moved');
    await show(noa, 'moved');
    assert.deepEqual(await keptIn(noa), []);
    await press(noa, 'web.seat.watch');
    await noa.page.waitForSelector('main.play');
    assert.equal(await noa.page.locator('.play-seat[data-mine]').count(), 0);
    await bring(ben);
    await bring(mobile);
    // The link no longer works.
    await noa.page.evaluate((to) => void (location.hash = to), hash);
    await sees(noa, 'web.seat.unknown');
  });

await scene('devices of one seat are seen, and signed out', [NOA, BEN], async (noa, ben) => {
  const code = await atTable('taki', noa, ben);
  await begin(noa, ben);
  const page = await noa.context.newPage(); // another tab, with the same token
  const faults = watch(page, noa.at);
  const other = { ...noa, page, faults };
  await page.goto(`${noa.at}/#${code}`);
  await page.waitForSelector('main.play');
  await sees(noa, 'web.devices.new');
  await show(noa, 'devices-new');
  await press(noa, 'web.devices.look', '.play-notice');
  await noa.page.waitForFunction(() => document.querySelectorAll('.devices-row').length === 2);
  await show(noa, 'devices');
  await press(noa, 'web.devices.signout', '.devices');
  await sees(noa, 'web.devices.done');
  await sees(other, 'web.seat.moved');
  await press(other, 'web.seat.here'); // this browser has the new one
  await page.waitForSelector('main.play .play-seat[data-mine]');
  await noa.page.waitForFunction(() => document.querySelectorAll('.devices-row').length === 2);
  await page.close();
  await sees(noa, 'web.devices.alone');
  await noa.page.keyboard.press('Escape');
  await openMenu(noa);
  assert.equal(await noa.page.locator('.play-entry-count').count(), 0);
  await show(noa, 'menu');
  faults.none();
});

// ---- away, or not moving ----

await scene('whoever is away has a countdown, then a bot, and the seat back', [NOA, BEN, DANA],
  async (noa, ben, dana) => {
    const code = await openTable(noa, 'gobblet');
    await shortGrace(noa);
    await show(noa, 'lobby');
    await joinTable(ben, code);
    await begin(noa, ben);
    await dana.page.goto(`${dana.at}/#${code}`);
    await dana.page.waitForSelector('main.play');
    await bring(noa);
    ben.faults.expectTrouble(true);
    ben.line.cut();
    // Everyone sees it, including spectators.
    for (const one of [noa, dana]) await one.page.waitForSelector('.waits-seat .waits-left');
    assert.equal(await noa.page.locator('.play-answers .button-main').count(), 0, 'too early');
    await sees(noa, 'web.wait.away', { name: 'Ben' });
    await show(noa, 'away-counts');
    await noa.page.waitForSelector('.waits .play-answers .button-main');
    const levels = noa.page.locator('.waits select');
    assert.deepEqual(
      await levels.locator('option').evaluateAll((all) => all.map(({ value }) => value)),
      ['casual', 'club', 'master'],
    );
    assert.equal(await levels.inputValue(), 'club');
    await levels.selectOption('master');
    await show(noa, 'away');
    await press(noa, 'web.wait.bot', '.waits');
    await noa.page.waitForSelector('main.play[data-yours]'); // the bot has moved
    await sees(dana, 'web.told.takeover.by', { by: 'Noa', name: 'Ben' });
    const looker = await Player.join(running(), code);
    assert.equal(looker.view.seats[1].bot, 'master');
    looker.close();
    ben.line.restore();
    ben.faults.expectTrouble(false);
    await ben.page.waitForSelector('.waits-back');
    await show(ben, 'back');
    await press(ben, 'web.wait.back', '.waits');
    await gone(ben, '.waits-back');
    await bring(noa);
    await bring(ben);
  });

// The minute that a turn may take is the server's, so this is the slowest test.
const nudge = scene('whoever does not move is reminded, then a bot plays', [NOA, BEN, DANA],
  async (noa, ben, dana) => {
    const code = await openTable(noa, 'taki');
    await seats(noa, 3);
    await shortGrace(noa);
    for (const one of [ben, dana]) await joinTable(one, code);
    await begin(noa, ben, dana); // it is Noa's turn, and she does not move
    const remind = '.waits .play-answers button:first-child';
    await ben.page.waitForSelector(remind, { timeout: 90_000 });
    await sees(ben, 'web.wait.still', { name: 'Noa' });
    await show(ben, 'still');
    await ben.page.click(remind);
    // The countdown is short: all of it is read before any of it is judged.
    await Promise.all([
      noa.page.waitForSelector('.waits-warn[role=alert], .waits-warn [role=alert]'),
      sees(noa, 'web.wait.you'),
      dana.page.waitForSelector('.waits-seat .waits-left'),
      sees(dana, 'web.wait.nudged', { name: 'Noa' }),
    ]);
    await show(noa, 'warned');
    await show(dana, 'nudged');
    await dana.page.waitForSelector('.waits .play-answers .button-main');
    await sees(noa, 'web.wait.you.late');
    await show(dana, 'agree');
    await press(dana, 'web.wait.agree.do', '.waits');
    await sees(dana, 'web.wait.agreed', { names: 'Ben' });
    await show(dana, 'agreed');
    await press(ben, 'web.wait.agree.do', '.waits');
    await noa.page.waitForSelector('.waits-back');
    await press(noa, 'web.wait.back', '.waits');
    await gone(noa, '.waits-back');
  });

// ---- the door ----

async function door(host, act, name) {
  const label = text(host, `web.door.${act}.name`, { name });
  const row = host.page.locator('.door-person', { hasText: name });
  await row.getByLabel(label).click();
  await sees(host, `web.door.${act}.sure`, { name });
  await host.page.waitForSelector('.door-sure button:focus'); // the keyboard continues there
}

await scene('the host removes, locks, blocks and unblocks', [NOA, BEN, DANA],
  async (noa, ben, dana) => {
    const code = await atTable('taki', noa, ben);
    await dana.page.goto(`${dana.at}/#${code}`);
    await dana.page.waitForSelector('.lobby-seats');
    await press(noa, 'web.play.door', '.lobby-table');
    await show(noa, 'door');
    assert.equal(await noa.page.locator('.door-unblock').count(), 0); // nobody is blocked
    await door(noa, 'remove', 'Ben');
    await show(noa, 'door-sure');
    await noa.page.click('.door-sure .button-main');
    await sees(ben, 'web.seat.removed');
    await show(ben, 'removed');
    await sees(dana, 'web.told.remove', { name: 'Ben' });
    await press(ben, 'web.seat.join');
    await sitDown(ben);
    await noa.page.waitForSelector('.door-person');
    await noa.page.click('.door .switch');
    await noa.page.waitForSelector('.door .switch input[aria-checked=true]');
    await sees(dana, 'web.lobby.locked');
    assert.equal(await dana.page.locator('.lobby-sit').count(), 0);
    await show(dana, 'locked');
    await dana.page.reload();
    await sees(dana, 'web.trouble.serve.table.locked');
    await show(dana, 'locked-out');
    await noa.page.click('.door .switch');
    await press(dana, 'web.trouble.again');
    await dana.page.waitForSelector('.lobby-seats');
    await noa.page.keyboard.press('Escape');

    await begin(noa, ben);
    await dana.page.waitForSelector('main.play');
    await menu(noa, 'web.play.door');
    await door(noa, 'block', 'Ben');
    await show(noa, 'door-block');
    await noa.page.click('.door-sure .button-main');
    await sees(ben, 'web.trouble.serve.table.blocked');
    await show(ben, 'blocked');
    assert.deepEqual(await keptIn(ben), []);
    for (const one of [noa, dana]) await sees(one, 'web.told.block', { name: 'Ben' });
    await noa.page.waitForSelector('main.play[data-yours]'); // a bot plays for Ben, if it must
    await show(dana, 'told');
    await press(noa, 'web.door.unblock', '.door');
    await sees(dana, 'web.told.unblock');
    await gone(noa, '.door-unblock button');
    await noa.page.waitForSelector('.door-unblock p:focus');
    await press(ben, 'web.trouble.again');
    await ben.page.waitForSelector('main.play');
    assert.equal(await ben.page.locator('.play-seat[data-mine]').count(), 0);
  });

// ---- another match ----

async function endByDraw(asker, other) {
  await menu(asker, 'web.play.draw');
  await press(other, 'web.play.accept', '.play-notice');
}

await scene('another match: who wants it, cancelling, and a guest who has left', [NOA, BEN, DANA],
  async (noa, ben, dana) => {
    const code = await openTable(noa, 'gobblet');
    await shortGrace(noa);
    await joinTable(ben, code);
    await begin(noa, ben);
    await dana.page.goto(`${dana.at}/#${code}`); // only watches
    await dana.page.waitForSelector('main.play');
    await bring(noa);
    await endByDraw(ben, noa);
    await noa.page.click('.tables-end button');
    await press(noa, 'web.over.rematch', '.over-ways');
    // Everyone sees the request before they have looked at the results.
    for (const one of [ben, dana]) await sees(one, 'web.again.wants', { names: 'Noa' });
    await show(ben, 'again-sign');
    await dana.page.click('.tables-end button');
    await sees(dana, 'web.again.waits', { names: 'Ben' });
    await sees(noa, 'web.again.waits', { names: 'Ben' });
    await show(noa, 'again-waits');
    await press(noa, 'web.again.cancel', '.over-ways');
    await gone(ben, '.again-sign');
    await press(noa, 'web.over.rematch', '.over-ways');
    await ben.page.click('.tables-end button');
    await show(ben, 'again');
    await ben.page.goto('about:blank'); // Ben leaves
    await noa.page.waitForSelector('.again .waits-left');
    await show(noa, 'again-away');
    await sees(noa, 'web.again.now');
    const leave = { name: text(noa, 'web.again.leave') };
    assert.equal(await noa.page.getByRole('button', leave).count(), 0); // it takes two
    await show(noa, 'again-now');
    await press(noa, 'web.again.bot', '.again');
    for (const one of [noa, dana]) await one.page.waitForSelector('main.play');
    await sees(dana, 'web.told.without');
    await ben.page.goto(`${ben.at}/#${code}`);
    await press(ben, 'web.wait.back', '.waits');
    await gone(ben, '.waits-back');
  });

await scene('another match of those who stay', [NOA, BEN, GAL], async (noa, ben, gal) => {
  await atTable('taki', noa, ben, gal);
  await shortGrace(noa);
  await begin(noa, ben, gal);
  for (const one of [noa, ben, gal]) await menu(one, 'web.play.takeover');
  const end = { timeout: 300_000 };
  for (const one of [noa, ben, gal]) await one.page.waitForSelector('.tables-end', end);
  for (const one of [noa, ben, gal]) await one.page.click('.tables-end button');
  await press(gal, 'web.again.stand', '.again');
  for (const one of [noa, ben]) await press(one, 'web.over.rematch', '.again');
  await sees(ben, 'web.again.waits', { names: gal.name });
  await ben.page.waitForSelector(`.over-places li:has-text("${gal.name}")`); // still listed
  await show(ben, 'again-left');
  await press(ben, 'web.again.leave', '.again');
  for (const one of [noa, ben]) await one.page.waitForSelector('main.play');
  assert.equal(await noa.page.locator('.play-seat').count(), 2);
  assert.equal(await noa.page.locator('.play-seat[data-mine]').count(), 1);
});

await nudge;
await chromium.close();
await server.kill();
rmSync(folder, { recursive: true, force: true });
for (const [language, { found, pictures, judgements }] of Object.entries(photos)) {
  console.log(`${language}: ${pictures} pictures, ${judgements} judgements`);
  await outcomes.try(`nothing wider, nothing that axe-core objects to: ${language}`, async () => {
    assert.equal(found.join('\n'), '');
  });
}
await outcomes.tell();
