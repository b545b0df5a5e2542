// Without a server: after one visit the page opens, plays a whole game against bots, and continues
// after a reload and after the tab was closed. Also what browsers check before they offer to
// install it.
//   node tests/e2e/offline.mjs PROGRAM
import assert from 'node:assert/strict';
import { launch, serve } from './browser.mjs';
import { checkDeal, Outcomes, person, same, seen } from './people.mjs';
import { openEyes, Robot } from './robot.mjs';

const HURRY = 50;

const server = await serve();
const chromium = await launch();
const outcomes = new Outcomes();
const one = await person(chromium.browser, server.at, '', { hurry: HURRY });
const { page, context, faults } = one;

// ---- installable ----

async function checkIcon({ src, type, sizes }) {
  const answer = await fetch(server.at + src);
  assert.equal(answer.status, 200, src);
  assert.equal(answer.headers.get('content-type'), type, src);
  assert.equal(sizes, 'any');
  assert.match(await answer.text(), /^<svg [^>]*viewBox=/);
}

await outcomes.try('the manifest has what it takes to be installed', async () => {
  await page.goto(`${server.at}/`);
  const href = await page.getAttribute('link[rel=manifest]', 'href');
  const answer = await fetch(server.at + href);
  assert.match(answer.headers.get('content-type'), /manifest\+json/);
  const manifest = await answer.json();
  for (const name of ['name', 'short_name', 'start_url', 'id', 'theme_color', 'background_color'])
    assert.ok(manifest[name], name);
  assert.ok(['standalone', 'fullscreen', 'minimal-ui'].includes(manifest.display));
  assert.deepEqual(manifest.icons.map(({ purpose }) => purpose).sort(), ['any', 'maskable']);
  for (const icon of manifest.icons) await checkIcon(icon);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  // Test contexts count as private windows, where nothing can be installed.
  const { installabilityErrors: all } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual(all.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  assert.ok(await page.evaluate(() => isSecureContext));
});

// ---- the server goes away ----

await outcomes.try('one visit is enough', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  faults.none();
  await server.stop();
  faults.expectTrouble(true); // it asks whether there is a server
  await page.reload();
  await page.waitForSelector('.home-tile');
  await page.waitForSelector('.home-offline');
  assert.equal(await page.locator('.home-tile').count(), 4);
  assert.equal(await page.locator('.home-invite').count(), 0, 'nobody can be invited');
});

await outcomes.try('rules and lessons are there, in both languages', async () => {
  for (const hash of ['rules/taki', 'learn/gobblet']) {
    await page.goto(`${server.at}/#${hash}`);
    await page.waitForSelector('.guide, .learn-words');
  }
  await page.goto(`${server.at}/#rules/iota`);
  await page.click('.page-language');
  await page.waitForSelector('html[lang=he] .guide');
  await page.click('.page-language');
  await page.waitForSelector('html[lang=en] .guide');
});

async function beginGame(game) {
  await page.goto(`${server.at}/#`);
  await page.click(`.home-tile[data-game=${game}] .button-main`);
  await page.waitForSelector('main.play[data-yours]');
}

await outcomes.try('a whole game against bots', async () => {
  await openEyes(page);
  await beginGame('cento');
  await new Robot(page, 'mouse', 5).play();
  await page.waitForSelector('.over-more');
  await checkDeal(one);
  assert.equal(await page.locator('.over-check-wrong').count(), 0);
});

// ---- going on ----

await outcomes.try('a game goes on after a reload, and after the tab was closed', async () => {
  await beginGame('iota');
  const robot = new Robot(page, 'mouse', 9);
  for (let i = 0; i < 8; i++) await robot.step();
  await page.waitForSelector('main.play[data-yours]');
  await page.keyboard.press('Escape');
  const before = await seen(one);
  await page.reload();
  await page.waitForSelector('main.play[data-yours]');
  await same(one, before, 'after the reload');

  await page.close();
  const again = { ...one, page: await context.newPage() };
  await again.page.goto(`${server.at}/`);
  await again.page.click('.kept-way[data-game=iota]');
  await again.page.waitForSelector('main.play[data-yours]');
  await same(again, before, 'in a new tab');
  await again.page.goto(`${server.at}/#`);
  await again.page.waitForSelector('.kept-way[data-game=iota]');
});

await outcomes.try('no error, no other host', async () => faults.none());

await one.close();
await chromium.close();
await outcomes.tell();
