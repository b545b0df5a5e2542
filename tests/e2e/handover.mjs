// A seat goes from a browser to a terminal, and from there to another browser, by links: the same
// position everywhere, the secret nowhere but where it belongs. And what else happens to people who
// come to a table: two who want the same seat, a lost line on a phone, a game that cannot begin.
//   node tests/e2e/handover.mjs PROGRAM [VT_CELLS]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Player } from '../ws.mjs';
import { dropFolder, KEYS, stateFolder, Terminal, words } from '../vt.mjs';
import { launch, PHONE, shoot } from './browser.mjs';
import {
  bot,
  joinTable,
  lastingServer,
  lineTo,
  menu,
  openTable,
  Outcomes,
  person,
  press,
  ready,
  say,
  start,
} from './people.mjs';
import { Photographer } from './photos.mjs';

const en = words('en');
const folder = mkdtempSync(join(tmpdir(), 'kufsa-'));
const server = await lastingServer(join(folder, 'tables'));
const chromium = await launch();
const outcomes = new Outcomes();
const phone = { size: PHONE, touch: true };

async function scene(name, who, play) {
  await outcomes.try(name, async () => {
    const people = await Promise.all(
      who.map(async ([called, wishes]) => {
        const line = await lineTo(server.at);
        const one = await person(chromium.browser, line.at, called, wishes);
        return Object.assign(one, { line });
      }),
    );
    try {
      await play(...people);
      for (const one of people) one.faults.none();
    } catch (problem) {
      for (const one of people)
        await shoot(one.page, `failed-handover-${one.name}`).catch(() => {});
      throw problem;
    } finally {
      await Terminal.closeAll();
      for (const one of people) {
        await one.close();
        one.line.close();
      }
    }
  });
}

// ---- what they see ----

const yours = ({ page }) => page.waitForSelector('main.play[data-yours]');

/** A cup from the reserve to a square of which nothing is known but that it is free. */
async function bring({ page }, x, y) {
  await page.waitForSelector('main.play[data-yours]');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  await page.click(`[data-place="board:${x},${y}"]`);
}

/** A page shows the position that the server tells: whose cup is on top of each square. */
async function shows({ page }, position) {
  const wanted = position
    .split(' ')[0]
    .split('/')
    .map((row) => row.split(',').map((square) => /([WB])\d$/.exec(square)?.[1] ?? '-'));
  await page.waitForFunction(
    ([rows]) =>
      rows.every((row, down) =>
        row.every((colour, x) => {
          const at = `[data-place="board:${x},${rows.length - 1 - down}"] [data-top]`;
          const cup = document.querySelector(`${at} .gobblet-cup`);
          return colour === '-' ? !cup : !!cup?.classList.contains(`gobblet-${colour}`);
        }),
      ),
    [wanted],
  );
}

/** The moves that a terminal tells of, in notation. */
async function movesOf(terminal) {
  await terminal.keys('l');
  await terminal.until(en('tui.log.title'));
  const moves = [...terminal.text.matchAll(/(\d+)\. (\S+)/g)].map((found) => found[2]);
  await terminal.keys(KEYS.esc);
  await terminal.rest(60);
  return moves;
}

/** A third way to the same seat, that tells what the table is. */
async function witness(code, token) {
  const one = await Player.join({ port: Number(new URL(server.at).port) }, code, { token });
  const view = async () => {
    one.socket.send({ do: 'look' });
    return one.socket.take((message) => message.do === 'snapshot');
  };
  return { view, close: () => one.close() };
}

async function until(what, wanted) {
  for (const end = Date.now() + 30_000; ; ) {
    const now = await what();
    if (wanted(now)) return now;
    assert.ok(Date.now() < end, `never: ${wanted}, but ${JSON.stringify(now)}`);
    await new Promise((done) => setTimeout(done, 400));
  }
}

/** Noa's turn again, with so many moves made. */
const after = ({ view }, ply) =>
  until(view, (now) => now.ply === ply && now.actors.includes(now.you.seat));

/** The link with the address that the server tells: it comes a moment after the page's own. */
async function seatLink(one) {
  await menu(one, 'web.play.device');
  await one.page.waitForSelector('.device-qr');
  await one.page.waitForFunction(
    (own) => !document.querySelector('.device-text').value.startsWith(own),
    one.at,
  );
  return one.page.locator('.device-text').first().inputValue();
}

const tokenOf = (link) => /\/#([A-Z0-9]{6})\/([0-9a-f]{32})$/.exec(link);

const keptIn = ({ page }) => page.evaluate(() => localStorage.getItem('kufsa.tables') ?? '');

// ---- from device to device ----

await scene(
  'a game goes from the browser to the terminal and to a phone, and nobody loses it',
  [
    ['Noa', {}],
    ['Noa-phone', { ...phone, language: 'he' }],
  ],
  async (noa, mobile) => {
    const state = stateFolder();
    const code = await openTable(noa, 'gobblet');
    await bot(noa, 1, 'gentle');
    await start(noa);
    await bring(noa, 0, 0);
    const given = await seatLink(noa);
    const [, shown, token] = tokenOf(given);
    assert.equal(shown, code);
    const command = await noa.page.locator('.device-text').nth(1).inputValue();
    assert.equal(command, 'kufsa join -'); // no secret for the shell to remember
    await noa.page.keyboard.press('Escape');

    const seen = await witness(code, token);
    let view = await after(seen, 2);
    await shows(noa, view.position);
    const terminal = new Terminal(['join', '-'], { state });
    await terminal.until(en('join.prompt'));
    await terminal.keys(`${given}\r`);
    await terminal.until(en('tui.yours'));
    assert.deepEqual(await movesOf(terminal), view.moves.map(({ move }) => move));

    const move = view.legal.find((one) => one.startsWith('4@') || one.startsWith('3@'));
    await terminal.keys(`:${move}\r`);
    view = await after(seen, 4);
    assert.equal(view.moves.at(-2).move, move);
    await shows(noa, view.position); // the first device sees everything, too
    await terminal.until(en('tui.yours'));
    assert.deepEqual(await movesOf(terminal), view.moves.map(({ move: each }) => each));

    await terminal.keys('d');
    await terminal.until(token);
    const back = /http:\S+\/#\S+/.exec(terminal.text)[0];
    assert.equal(tokenOf(back)[2], token);
    await terminal.keys(KEYS.esc);
    const path = new URL(back).hash; // by this phone's own line to the server
    await mobile.page.goto(`${mobile.at}/${path}`);
    await yours(mobile);
    assert.equal(new URL(mobile.page.url()).hash, `#${code}`);
    await shows(mobile, view.position);
    assert.ok((await keptIn(mobile)).includes(token));

    const free = view.position.split(' ')[0].split('/').reverse();
    const row = free.findIndex((each) => each.includes('-'));
    await bring(mobile, free[row].split(',').indexOf('-'), row);
    view = await after(seen, 6);
    for (const one of [noa, mobile]) await shows(one, view.position);
    await until(
      () => movesOf(terminal),
      (moves) => moves.length === 6,
    );
    assert.deepEqual(await movesOf(terminal), view.moves.map(({ move: each }) => each));
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
    await terminal.close();
    seen.close();

    await mobile.page.reload(); // and it is still Noa's
    await yours(mobile);
    await shows(mobile, view.position);
    dropFolder(state);
  },
);

// ---- two seats in one browser ----

await scene(
  'a seat that a browser has is not given away unasked',
  [
    ['Noa', {}],
    ['Ben', phone],
  ],
  async (noa, ben) => {
    const code = await openTable(noa, 'gobblet');
    await joinTable(ben, code);
    await ready(ben);
    await start(noa, ben);
    const [, , noas] = tokenOf(await seatLink(noa));
    const before = await keptIn(ben);
    const open = async (token) => {
      await ben.page.evaluate((to) => (location.hash = to), `#${code}/${token}`);
      await ben.page.waitForFunction((to) => location.hash === to, `#${code}`);
    };
    await open(noas);
    await press(ben, 'web.seat.before');
    await ben.page.waitForSelector('main.play');
    assert.equal(await ben.page.locator('main.play[data-yours]').count(), 0); // white begins: Noa
    assert.equal(JSON.parse(await keptIn(ben))[0].token, JSON.parse(before)[0].token);
    await open('0'.repeat(32));
    await press(ben, 'web.seat.given');
    await ben.page.getByText(say('en', 'web.seat.unknown')).waitFor();
    assert.equal(JSON.parse(await keptIn(ben))[0].token, JSON.parse(before)[0].token);
    await press(ben, 'web.trouble.again');
    await ben.page.waitForSelector('main.play');
    await open(noas);
    await press(ben, 'web.seat.given');
    await yours(ben); // as Noa
    assert.equal(JSON.parse(await keptIn(ben))[0].token, noas);
    await open(noas); // the same one again: nothing to ask
    await yours(ben);
  },
);

await scene('a link whose seat nobody knows says so', [['Eve', {}]], async (eve) => {
  const code = await openTable(eve, 'gobblet');
  await eve.page.evaluate(() => localStorage.removeItem('kufsa.tables'));
  await eve.page.goto(`${eve.at}/?other#${code}/${'0'.repeat(32)}`);
  await eve.page.getByText(say('en', 'web.seat.unknown')).waitFor();
  assert.ok(!(await keptIn(eve)).includes('0000'));
  await press(eve, 'web.trouble.again');
  await eve.page.waitForSelector('.lobby-sit');
});

// ---- what it looks like ----

for (const language of ['en', 'he'])
  await scene(`its looks, ${language}`, [['Noa', { language }]], async (noa) => {
    const photos = new Photographer(language);
    await openTable(noa, 'taki');
    await press(noa, 'web.play.device');
    await noa.page.waitForSelector('.sheet .device-qr');
    await photos.show(noa.page, 'device-lobby', { sizes: ['phone'] });
    await noa.page.keyboard.press('Escape');
    await bot(noa, 1, 'gentle');
    await start(noa);
    const link = await seatLink(noa);
    await noa.page.focus('.device-text');
    assert.equal(await noa.page.evaluate(() => String(getSelection())), link);
    await photos.show(noa.page, 'device', { sizes: ['phone', 'tablet'] });
    const [, code] = tokenOf(link);
    await noa.page.evaluate((to) => (location.hash = to), `#${code}/${'1'.repeat(32)}`);
    await noa.page.getByText(say(language, 'web.seat.which.text')).waitFor();
    await photos.show(noa.page, 'which-seat', { sizes: ['phone'] });
    assert.deepEqual(photos.found, []);
  });

// ---- what else happens to people who come ----

await scene(
  'two who sit down at the same moment both get a seat',
  [
    ['Noa', {}],
    ['Ben', phone],
  ],
  async (noa, ben) => {
    await noa.page.goto(`${noa.at}/`);
    await noa.page.click('.home-tile[data-game=gobblet] .home-invite');
    await noa.page.waitForSelector('.lobby-sit');
    const code = new URL(noa.page.url()).hash.slice(1);
    await ben.page.goto(`${ben.at}/#${code}`);
    await ben.page.fill('.lobby-sit input', 'Ben');
    ben.line.freeze(); // Ben does not hear that Noa sits there
    await noa.page.fill('.lobby-sit input', 'Noa');
    await noa.page.click('.lobby-sit button');
    await noa.page.waitForSelector('.lobby-seat[data-mine]');
    await ben.page.click('.lobby-sit button');
    ben.line.mend();
    await ben.page.waitForSelector('.lobby-seat[data-mine]');
    assert.equal(await ben.page.locator('.lobby-refused').count(), 0);
    const mine = ({ page }) => page.locator('.lobby-seat[data-mine]').innerText();
    assert.match(await mine(noa), /Noa/);
    assert.match(await mine(ben), /Ben/);
  },
);

await scene('a lost line leaves the bar of a phone free', [['Noa', phone]], async (noa) => {
  await openTable(noa, 'taki');
  await bot(noa, 1, 'gentle');
  await start(noa);
  noa.faults.expectTrouble(true);
  noa.line.cut();
  await noa.page.waitForSelector('.trouble-banner');
  const covered = await noa.page.evaluate(() => {
    const parts = [...document.querySelectorAll('.play-top button, .play-game, .play-seat')];
    const hidden = parts.filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return width > 0 && !one.contains(there);
    });
    return hidden.map((one) => one.className);
  });
  assert.deepEqual(covered, []);
  await menu(noa, 'web.play.device');
  noa.line.mend();
  await noa.page.waitForSelector('.trouble-banner', { state: 'detached' });
  noa.faults.expectTrouble(false);
});

await scene('a first game that cannot begin says so', [['Gal', {}]], async (gal) => {
  gal.faults.expectTrouble(true);
  await gal.page.route(/\/worker\./, (route) => route.abort());
  await gal.page.goto(`${gal.at}/#learn/gobblet`);
  const next = gal.page.locator('.learn-ways button').last();
  while ((await gal.page.locator('.learn-ways a').count()) === 0) await next.click();
  await press(gal, 'web.home.play', '.learn-ways');
  await gal.page.waitForSelector('.learn-said[role=alert]');
});

await chromium.close();
await server.kill();
rmSync(folder, { recursive: true, force: true });
await outcomes.tell();
