// Tables on a server: the lobby, the shared screen and hands beside it, people who leave,
// connections that break. The other players are not browsers, which is faster.
import { NAMES, unprinted } from './layout_alone.mjs';
import { codeOf, lineTo, menu, press, say, seats, sitDown } from './people.mjs';
import { gameRows } from '../program.mjs';
import { Player, Server } from '../ws.mjs';

// A player without a browser.
const guest = (server, code) => Player.join(Server.at(server.at), code);

async function join(server, code, seat, name = NAMES[seat]) {
  const one = await guest(server, code);
  await one.does({ do: 'sit', seat, name });
  return one;
}

// Opens a table in the page and sits down there with the longest name.
async function open({ page, at }, game, count) {
  await page.goto(`${at}/`);
  await page.click(`.home-tile[data-game=${game}] .home-invite`);
  await sitDown({ page, name: NAMES[0] });
  if (count) await seats({ page }, count);
  return codeOf(page);
}

async function lobby({ one, open: person, look, server }) {
  const { page } = one;
  const code = await open(one, 'taki', 10);
  await look('lobby, empty');
  const others = [];
  for (const seat of [1, 2, 3, 4, 5, 6, 7])
    others.push(await join(server, code, seat));
  await page.locator('.lobby-seat').nth(9).locator('button:not(.button-icon)').click();
  await page.waitForSelector('.lobby-seat select');
  await look('lobby, host');
  await unprinted(page);
  await look('lobby, host, nothing as printed');
  const third = await person();
  await third.page.goto(`${third.at}/#${code}`);
  await third.page.waitForSelector('.lobby-sit');
  await look('lobby, guest', third.page);
  await sitDown({ page: third.page, name: NAMES[8] });
  await look('lobby, guest sits', third.page);
  for (const [i, other] of others.entries()) if (i > 2) await other.does({ do: 'ready' });
  await third.page.click('.lobby-go .button-main');
  await third.page.waitForSelector('.lobby-ready');
  await look('lobby, ready', third.page);
  others[1].close();
  await page.waitForFunction(() => document.querySelector('.lobby-go [role=status]'));
  await look('lobby, waiting for some');
  await press(one, 'web.play.device', '.lobby');
  await page.waitForSelector('dialog[open]');
  await look('lobby, another device');
  const link = await page.inputValue('.device-text >> nth=0');
  await third.page.goto(`${third.at}/?again`);
  await third.page.goto(third.at + link.slice(link.indexOf('/#')));
  await third.page.waitForSelector('.take');
  await look('whose seat is it', third.page);
  third.faults.none();
  await third.close();
  for (const other of others) other.close();
}

// The page sits among others who talk, bring a second device and are blocked; then its line is
// cut.
async function table({ open: person, look, server }) {
  const line = await lineTo(server.at);
  const one = await person(line.at);
  const { page } = one;
  const code = await open(one, 'taki', 4);
  const others = [];
  for (const seat of [1, 2, 3]) others.push(await join(server, code, seat));
  const clock = '.options-select:has(option[value="game 600 5"])';
  await page.selectOption(clock, 'game 600 5');
  // A change of the clock takes back who is ready: it comes first.
  await others[0].socket.take((news) => /"clock":\{[^}]*600/.test(JSON.stringify(news)));
  for (const other of others) await other.does({ do: 'ready' });
  const looker = await person();
  await looker.page.goto(`${looker.at}/#${code}`);
  await looker.page.waitForSelector('.evening-wait input');
  await look('lobby, full', looker.page);
  await page.click('.lobby-go .button-main:enabled');
  await page.waitForSelector('main.play');
  for (const other of others) await other.does({ do: 'say', phrase: 'well_played' });
  await page.waitForFunction(() => document.querySelectorAll('.play-said').length === 3);
  await look('play, with clocks, all say something');
  await look('play, looking on', looker.page);
  const tokens = await page.evaluate(() => localStorage.getItem('kufsa.tables'));
  const [{ token }] = JSON.parse(tokens);
  others.push(await Player.join(Server.at(server.at), code, { token }));
  await page.waitForSelector('.play-notice .play-answers');
  await look('play, another device has come');
  for (const [key, wait] of [['device', '.device'], ['devices', '.devices'], ['door', '.door']]) {
    await menu(one, `web.play.${key}`);
    await page.waitForSelector(wait);
    await look(`play, ${key}`);
    if (key !== 'door') await page.keyboard.press('Escape');
  }
  await page.locator('.door-person').first().locator('button').last().click();
  await page.waitForSelector('.door-sure');
  await look('play, door, sure?');
  await page.click('.door-sure .button-main');
  await page.waitForSelector('.door-unblock button');
  await look('play, door, somebody is blocked');
  await page.click('.door-unblock button');
  await page.waitForSelector('.door-unblock button', { state: 'detached' });
  await look('play, door, nobody is blocked any more');
  await page.click('.play-panel-head button');
  await menu(one, 'web.play.takeover');
  await page.waitForSelector('.play-notice');
  await look('play, a bot for me');
  for (const other of others) other.close();
  one.faults.expectTrouble(true);
  line.cut();
  await page.waitForSelector('.trouble-banner');
  await look('trouble, line lost');
  for (const each of [one, looker]) {
    each.faults.none();
    await each.close();
  }
  line.close();
}

const setGrace = (page, millis) => page.selectOption('.door-grace select', String(millis));

// A player leaves during their turn.
async function away({ one, look, server }) {
  const { page } = one;
  const code = await open(one, 'gobblet');
  await setGrace(page, 10_000);
  const other = await join(server, code, 1, NAMES[4]);
  await other.does({ do: 'ready' });
  await page.click('.lobby-go .button-main:enabled');
  await page.waitForSelector('main.play');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  await page.locator('[role=gridcell][data-lit]').first().click();
  await page.waitForSelector('main.play:not([data-yours])');
  other.close();
  await page.waitForSelector('.play-asks .play-notice');
  await look('play, somebody has gone');
  await page.waitForSelector('.waits select');
  await look('play, a bot for somebody who has gone');
  await menu(one, 'web.play.door');
  await setGrace(page, 600_000);
  await page.click('.play-panel-head button');
  await menu(one, 'web.play.resign');
  await page.locator('.play-sure button').last().click();
  await page.click('.tables-end button');
  await page.waitForSelector('.again');
  await page.click('.again .button-main');
  await page.waitForSelector('.again .button-main', { state: 'detached' });
  await look('results, one is missing for another match');
  await press(one, 'web.play.door', '.over-ways');
  await setGrace(page, 10_000);
  await page.keyboard.press('Escape');
  await page.waitForSelector(`.again-ways :has-text("${say(one.language, 'web.again.bot')}")`);
  await look('results, another match without one');
}

// Somebody is here and does not move: a turn may take a minute, and the countdown half a minute.
async function still({ one, open: person, look, server }) {
  const code = await open(one, 'taki', 3);
  const asker = await person();
  await asker.page.goto(`${asker.at}/#${code}`);
  await sitDown({ page: asker.page, name: NAMES[4] });
  const other = await join(server, code, 2, NAMES[5]);
  await other.does({ do: 'ready' });
  await asker.page.click('.lobby-go .button-main');
  await one.page.click('.lobby-go .button-main:enabled');
  const looker = await person();
  await looker.page.goto(`${looker.at}/#${code}`);
  const answers = '.waits .play-answers button';
  await asker.page.waitForSelector(answers, { timeout: 90_000 });
  await look('play, somebody does not move', asker.page);
  await asker.page.locator(answers).first().click();
  await one.page.waitForSelector('.waits-warn');
  await look('play, warned');
  await look('play, somebody is warned', asker.page);
  await asker.page.waitForSelector(answers, { timeout: 60_000 });
  await look('play, all may agree', asker.page);
  await look('play, warned, the others may agree');
  await look('play, others are asked', looker.page);
  await asker.page.click(answers);
  await asker.page.waitForSelector(answers, { state: 'detached' });
  await look('play, agreed', asker.page);
  await other.does({ do: 'agree' });
  await one.page.waitForSelector('.waits-back');
  await look('play, a bot plays for me');
  for (const each of [asker, looker]) {
    each.faults.none();
    await each.close();
  }
  other.close();
}

async function screen({ one, open: person, look, server }) {
  const { page } = one;
  for (const [at, { name: game, seats: [, count] }] of gameRows().entries()) {
    await page.goto(`${one.at}/#table`);
    await page.locator('.tables-game').nth(at).click();
    await page.waitForSelector('.lobby-screen');
    if (count > 2) await seats(one, count);
    await unprinted(page);
    const code = codeOf(page);
    const others = [];
    for (let seat = 1; seat < count; seat++) others.push(await join(server, code, seat));
    if (game === 'taki') await look('shared screen, lobby');
    const phone = await person();
    await phone.page.goto(`${phone.at}/#${code}`);
    await sitDown({ page: phone.page, name: NAMES[0] });
    for (const other of others) await other.does({ do: 'ready' });
    await phone.page.click('.lobby-go .button-main');
    await page.click('.lobby-go .button-main:enabled');
    await page.waitForSelector('main.play');
    await look(`shared screen, ${game}`);
    await phone.page.waitForSelector('main.play');
    if (game !== 'gobblet') {
      await phone.page.waitForSelector('.play-palm');
      await look(`hand of ${game}, hidden`, phone.page);
      await phone.page.dispatchEvent('.play-palm', 'click'); // a slow press would only hold it
      await phone.page.waitForSelector('.play-hide');
      await look(`hand of ${game}`, phone.page);
    }
    phone.faults.none();
    await phone.close();
    for (const other of others) other.close();
  }
}

// Later in an evening: many have played, most of them wait, and a phone comes.
async function evening({ one, open: person, look, server }) {
  const { page } = one;
  await page.goto(`${one.at}/#table`);
  await page.locator('.tables-game').nth(gameRows().findIndex(({ name }) => name === 'gobblet'))
    .click();
  await page.waitForSelector('.lobby-screen');
  const code = codeOf(page);
  const others = [];
  for (const [i, name] of NAMES.slice(1).entries()) {
    const other = await guest(server, code);
    await other.does(i < 2 ? { do: 'sit', seat: i, name } : { do: 'wait', name });
    others.push(other);
  }
  await others[1].does({ do: 'ready' });
  await others[0].does({ do: 'start' });
  // Those who do not sit are refused.
  const all = async (what) => {
    for (const other of others) await other.command({ do: what });
  };
  for (let match = 0; match < others.length; match++) {
    await all('resign');
    if (match + 1 < others.length) await all('rematch');
  }
  await page.waitForSelector('.over-screen .evening-row >> nth=8');
  await look('shared screen, results');
  await press(one, 'web.evening.next', '.again');
  await page.waitForSelector('dialog[open]');
  await look('shared screen, what is next');
  await page.keyboard.press('Escape');
  await all('rematch');
  await page.waitForSelector('main.play .evening-corner');
  await look('shared screen, later in the evening');
  const phone = await person();
  await phone.page.goto(`${phone.at}/#${code}`);
  await phone.page.waitForSelector('.evening-wait input');
  await look('play, no seat', phone.page);
  await phone.page.fill('.evening-wait input', NAMES[0]);
  await phone.page.click('.evening-wait button');
  await phone.page.waitForSelector('.evening-wait [role=status]');
  await look('play, waiting for a seat', phone.page);
  await menu(phone, 'web.play.score');
  await phone.page.waitForSelector('.play-panel .evening-row');
  await look('play, score', phone.page);
  await phone.page.keyboard.press('Escape');
  await all('resign');
  await phone.page.click('.tables-end button');
  await phone.page.waitForSelector('.over .evening-wait');
  await look('results, waiting for a seat', phone.page);
  await others[0].does({ do: 'game', game: 'gobblet' });
  await page.waitForSelector('.lobby-screen .evening-panel');
  await look('shared screen, lobby later in the evening');
  await phone.page.waitForSelector('.lobby .evening-panel');
  await look('lobby, later in the evening', phone.page);
  phone.faults.none();
  await phone.close();
  for (const other of others) other.close();
}

export const together = { lobby, table, away, 'shared screen': screen, evening };

// These mostly wait, so they run beside the others.
export const beside = { still };
