// Pages that watch through a relay: the lobby and its link for more of them, a game on a phone in
// Hebrew, a server that is killed and comes back.
//   node tests/e2e/watch.mjs PROGRAM
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, PHONE, serve, shoot } from './browser.mjs';
import { bot, codeOf, lastingServer, openTable, Outcomes, person, ready, say } from './people.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-watch-'));
const server = await lastingServer(join(folder, 'kufsa.db'));
const relay = await serve(['--relay', server.at]);
const chromium = await launch();
const outcomes = new Outcomes();

// Somebody who opens a link at the relay.
async function come(path, name, wishes = {}) {
  const one = await person(chromium.browser, relay.at, name, wishes);
  await one.page.goto(`${relay.at}${path}`);
  return one;
}

const board = ({ page }) =>
  page.$$eval('[data-place^="board:"]', (places) =>
    places.map((place) => [place.dataset.place, place.querySelectorAll('.gobblet-cup').length]),
  );

async function move({ page }) {
  await page.waitForSelector('main.play[data-yours]');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  const free = page.locator('[data-place^="board:"]:not(:has([data-top] .gobblet-cup))').first();
  const place = `[data-place="${await free.getAttribute('data-place')}"]`;
  await page.click(place);
  await page.waitForSelector(`${place} [data-top] .gobblet-cup`);
  await page.waitForSelector('main.play[data-yours]');
}

async function sees(one, other) {
  const wanted = JSON.stringify(await board(other));
  for (let tries = 0; JSON.stringify(await board(one)) !== wanted; tries++) {
    assert.ok(tries < 600, `${one.name} sees another board`);
    await one.page.waitForTimeout(50);
  }
}

await outcomes.try('a page watches through a relay', async () => {
  const noa = await person(chromium.browser, server.at, 'Noa');
  await openTable(noa, 'gobblet');
  const code = codeOf(noa.page);
  const dan = await come(`/watch/${code}`, 'Dan');
  await dan.page.waitForSelector('.invite');
  assert.equal(new URL(dan.page.url()).hash, `#watch/${code}`);
  const link = `${relay.at}/watch/${code}`.replace(/^https?:\/\//, '');
  await dan.page.waitForFunction((text) =>
    document.querySelector('.invite-link')?.textContent === text, link);
  assert.equal(await dan.page.locator('.lobby-locked button').count(), 0, 'no way to a seat');
  await shoot(dan.page, 'watch-lobby');
  await bot(noa, 1, 'gentle');
  await ready(noa);
  await move(noa);
  const gal = await come(`/watch/${code}`, 'Gal', { language: 'he', size: PHONE });
  for (const one of [dan, gal]) await sees(one, noa);
  for (const { faults } of [noa, dan, gal]) faults.expectTrouble(true);
  await server.kill();
  await gal.page.waitForSelector('.trouble-banner');
  const told = await gal.page.textContent('.trouble-banner');
  assert.equal(told.trim(), say('he', 'serve.relay.lost'));
  await shoot(gal.page, 'watch-lost');
  await server.restart();
  for (const { page } of [noa, dan, gal])
    await page.waitForSelector('.trouble-banner', { state: 'detached' });
  await move(noa);
  for (const one of [dan, gal]) await sees(one, noa);
  await shoot(gal.page, 'watch-game');
  for (const one of [noa, dan, gal]) one.faults.none();
  for (const one of [noa, dan, gal]) await one.close();
});

await outcomes.try('whoever comes to a relay to play is told so, and may watch', async () => {
  const noa = await person(chromium.browser, server.at, 'Noa');
  await openTable(noa, 'gobblet');
  const dan = await come(`/#${codeOf(noa.page)}`, 'Dan');
  const watch = dan.page.getByRole('button', { name: say('en', 'web.seat.watch') });
  await watch.waitFor();
  await shoot(dan.page, 'watch-only');
  await watch.click();
  await dan.page.waitForSelector('.invite');
  for (const one of [noa, dan]) one.faults.none();
  for (const one of [noa, dan]) await one.close();
});

await chromium.close();
await relay.stop();
await server.kill('SIGTERM');
rmSync(folder, { recursive: true });
await outcomes.tell();
