// A seat moves from a browser to a terminal, and from there to another browser, by links: the same
// position everywhere, and the secret only where it belongs. Also what else happens to people who
// join a table: two who want the same seat, a lost connection on a phone, a game that cannot
// begin.
//   node tests/e2e/handover.mjs PROGRAM [VT_CELLS]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Player, Server } from '../ws.mjs';
import { dropFolder, KEYS, stateFolder, Terminal, words } from '../vt.mjs';
import { launch, PHONE } from './browser.mjs';
import {
  bot,
  come,
  joinTable,
  lastingServer,
  menu,
  openTable,
  Outcomes,
  playScene,
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
  const all = () => who.map((one) => come(chromium.browser, server, ...one));
  await outcomes.try(name, () =>
    playScene('handover', all(), play).finally(() => Terminal.closeAll()),
  );
}

// ---- what they see ----

const yours = ({ page }) => page.waitForSelector('main.play[data-yours]');

/** Moves a cup from the reserve to a square; the square only has to be free. */
async function bring({ page }, x, y) {
  await page.waitForSelector('main.play[data-yours]');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  await page.click(`[data-place="board:${x},${y}"]`);
}

/** Waits until a page shows the server's position: whose cup is on top of each square. */
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

/** The moves that a terminal lists, in notation. */
async function movesOf(terminal) {
  await terminal.keys('l');
  await terminal.until(en('tui.log.title'));
  const moves = [...terminal.text.matchAll(/(\d+)\. (\S+)/g)].map((found) => found[2]);
  await terminal.keys(KEYS.esc);
  await terminal.rest(60);
  return moves;
}

/** A spectator, who sees what the table says. */
async function witness(code) {
  const one = await Player.join(Server.at(server.at), code, {});
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

/** Noa's turn again, on the first seat, after this many moves. */
const after = ({ view }, ply) => until(view, (now) => now.ply === ply && now.actors.includes(0));

/** An empty square. */
function freeSquare({ position }) {
  const rows = position.split(' ')[0].split('/').reverse();
  const y = rows.findIndex((row) => row.split(',').includes('-'));
  return [rows[y].split(',').indexOf('-'), y];
}

/** The link with the address from the server: it appears a moment after the page's own. */
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

    const seen = await witness(code);
    let view = await after(seen, 2);
    await shows(noa, view.position);
    const terminal = new Terminal(['join', '-'], { state });
    await terminal.until(en('join.prompt'));
    await terminal.keys(`${given}\r`);
    await terminal.until(en('join.take')); // it asks first, too
    await terminal.keys('1');
    await terminal.until(en('tui.yours'));
    await noa.page.getByText(say('en', 'web.seat.moved')).waitFor(); // only one device plays
    await press(noa, 'web.seat.watch');
    assert.deepEqual(await movesOf(terminal), view.moves.map(({ move }) => move));

    const [x, y] = freeSquare(view);
    const move = `4@${'abcd'[x]}${y + 1}`;
    await terminal.keys(`:${move}\r`);
    view = await after(seen, 4);
    assert.equal(view.moves.at(-2).move, move);
    await shows(noa, view.position); // the first device sees everything, too
    await terminal.until(en('tui.yours'));
    assert.deepEqual(await movesOf(terminal), view.moves.map(({ move: each }) => each));

    await terminal.keys('d');
    await terminal.until(`#${code}/`);
    const back = /http:\S+\/#\S+/.exec(terminal.text)[0];
    assert.notEqual(tokenOf(back)[2], token); // it has its own secret
    await terminal.keys(KEYS.esc);
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
    await terminal.close();
    const path = new URL(back).hash; // through this phone's own connection to the server
    await mobile.page.goto(`${mobile.at}/${path}`);
    await mobile.page.click('.take-ways .button-main'); // it asks first
    await yours(mobile);
    assert.equal(new URL(mobile.page.url()).hash, `#${code}`);
    await shows(mobile, view.position);
    assert.ok(!(await keptIn(mobile)).includes(tokenOf(back)[2]));

    await bring(mobile, ...freeSquare(view));
    view = await after(seen, 6);
    for (const one of [noa, mobile]) await shows(one, view.position);
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
    await ben.page.getByText(say('en', 'web.seat.unknown')).waitFor();
    assert.equal(JSON.parse(await keptIn(ben))[0].token, JSON.parse(before)[0].token);
    await press(ben, 'web.trouble.again');
    await ben.page.waitForSelector('main.play');
    await open(noas);
    await ben.page.click('.take-ways .button-main');
    await yours(ben); // as Noa
    const { token } = JSON.parse(await keptIn(ben))[0];
    assert.notEqual(token, noas);
    await open(token); // the same token again: nothing to ask
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
    const guest = await Player.join(Server.at(server.at), code);
    await noa.page.evaluate((to) => (location.hash = to), `#${code}/${guest.token}`);
    await noa.page.waitForSelector('.take-ways');
    await photos.show(noa.page, 'which-seat', { sizes: ['phone'] });
    guest.close();
    assert.deepEqual(photos.found, []);
  });

// ---- joining ----

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
    ben.line.freeze(); // Ben does not hear that Noa sat down there
    await noa.page.fill('.lobby-sit input', 'Noa');
    await noa.page.click('.lobby-sit button');
    await noa.page.waitForSelector('.lobby-seat[data-mine]');
    await ben.page.click('.lobby-sit button');
    ben.line.restore();
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
  noa.line.restore();
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
