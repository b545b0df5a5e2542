// An evening in real Chromium: a shared screen and phones. Super Taki, a Gobblet tournament among
// three, Iota, and Super Taki again, with somebody who comes later, somebody who leaves, a page
// that is reloaded and a phone that dies. Nobody is ever stuck, and the score is what the records
// say. Then the same table's corners: seats that become free, and a first phone that dies.
//   node tests/e2e/evening.mjs PROGRAM [en | he | PART OF A STORY'S NAME]
import assert from 'node:assert/strict';
import { launch, PHONE, SCREEN, serve, shoot } from './browser.mjs';
import {
  codeOf,
  menu,
  openTable,
  Outcomes,
  person,
  press,
  ready,
  say,
  sitDown,
} from './people.mjs';
import { openEyes, Robot } from './robot.mjs';
import { Player, Server } from '../ws.mjs';

const only = process.argv[3];
const server = await serve();
const chromium = await launch();
const outcomes = new Outcomes();

const phone = { size: PHONE, touch: true };
const plain = (text) => text.replace(/[\u2066-\u2069]/g, '').trim();

class Evening {
  constructor(language) {
    this.language = language;
    this.people = new Map();
    this.matches = 0;
    this.left = new Map(); // match: names of those who left in the middle of it
  }

  async come(name, wishes = phone) {
    const one = await person(chromium.browser, server.at, name, {
      ...wishes,
      language: this.language,
    });
    this.people.set(name, one);
    return one;
  }

  get phones() {
    return [...this.people.values()].filter(({ name }) => name !== 'TV');
  }

  // A shared screen, with the four games to choose from.
  async open(game) {
    const tv = await this.come('TV', { size: SCREEN });
    await tv.page.goto(`${server.at}/#table`);
    await tv.page.click(`.tables-game:has-text("${say(this.language, `game.${game}`)}")`);
    await tv.page.waitForSelector('.invite-large');
    this.code = codeOf(tv.page);
    const room = await (await fetch(`${server.at}/api/rooms/${this.code}`)).json();
    this.table = room.table;
    return tv;
  }

  async arrive(name) {
    const one = await this.come(name);
    // A hand that lies open; otherwise each look at it takes a touch.
    await one.page.addInitScript(() => {
      localStorage.setItem('kufsa.settings', JSON.stringify({ hideHand: false }));
    });
    await one.page.goto(`${server.at}/#${this.code}`);
    await one.page.waitForSelector('.page-body, main.play');
    await openEyes(one.page);
    return one;
  }

  // Asks for a place where all seats are taken.
  async wait(one) {
    await one.page.fill('.evening-wait input', one.name);
    await one.page.click('.evening-wait button');
  }

  // Everybody who sits is ready, and the first phone starts.
  async begin(names) {
    const [host, ...others] = names.map((name) => this.people.get(name));
    await host.page.waitForSelector('.lobby-go');
    for (const other of others) await ready(other);
    await host.page.click('.lobby-go .button-main:enabled');
    await this.playing(names);
  }

  async playing(names) {
    this.matches++;
    for (const name of [...names, 'TV'])
      await this.people.get(name).page.waitForSelector('main.play');
  }

  // People play to the results by what is lit; `names` are those whose hands move.
  async play(names) {
    const robots = names.map((name, i) => new Robot(this.people.get(name).page, 'touch', i + 1));
    await Promise.all(robots.map((robot) => robot.play()));
    await this.results();
  }

  // Nobody has a mouse at the shared screen: it shows the results by itself.
  async results() {
    for (const { page } of this.phones) {
      await page.waitForSelector('.tables-end button, .over');
      if (await page.isVisible('.tables-end button')) await page.click('.tables-end button');
      await page.waitForSelector('.over-result');
    }
    await this.people.get('TV')?.page.waitForSelector('.over-result');
    await this.check();
  }

  // Gobblet can be resigned, which makes a short game.
  async resign(name) {
    const one = this.people.get(name);
    await menu(one, 'web.play.resign');
    await press(one, 'web.play.resign', '.play-sure');
    await this.results();
  }

  async next(name, game) {
    const one = this.people.get(name);
    await press(one, 'web.evening.next', '.again');
    await one.page.click(`dialog .tables-game:has-text("${say(this.language, `game.${game}`)}")`);
    for (const { page } of this.people.values()) await page.waitForSelector('.lobby');
  }

  async again(...names) {
    for (const name of names) await press(this.people.get(name), 'web.over.rematch', '.again');
  }

  // ---- the score ----

  // By name: games and wins, as the records of all matches say.
  async recorded() {
    const score = new Map();
    for (let match = 1; match <= this.matches; match++) {
      const text = await (
        await fetch(`${server.at}/api/tables/${this.table}/record/${match}`)
      ).text();
      const places = /^result (.*)$/m.exec(text)[1].split(' ');
      for (const [, seat, name] of text.matchAll(/^seat (\d+) person (.*)$/gm)) {
        if (this.left.get(match)?.includes(name)) continue;
        const row = score.get(name) ?? { games: 0, wins: 0 };
        score.set(name, row);
        row.games++;
        row.wins += places[Number(seat)] === '1' ? 1 : 0;
      }
    }
    return score;
  }

  // Every page shows the same score, and it is that of the records.
  async check() {
    const score = await this.recorded();
    for (const { page, name: whose } of this.people.values()) {
      if (this.matches < 2 || !this.table) break; // the first result is the score
      const shown = await page.$$eval('.over .evening-row', (rows) =>
        rows.map((row) => [
          row.querySelector('.evening-name').textContent,
          Number(row.querySelector('.figures').textContent),
        ]),
      );
      for (const [name, { wins }] of score) {
        const row = shown.find(([who]) => plain(who) === name);
        assert.ok(row, `${whose} sees ${name} among ${JSON.stringify(shown)}`);
        assert.equal(row[1], wins, `${whose} sees the wins of ${name}`);
      }
    }
  }

  async picture(name) {
    for (const who of ['TV', 'Noa'])
      await shoot(this.people.get(who).page, `evening-${this.language}-${name}-${who}`);
  }

  async end() {
    for (const one of this.people.values()) one.faults.none();
  }
}

async function play(language, story) {
  const evening = new Evening(language);
  try {
    await story(evening);
    await evening.end();
  } catch (problem) {
    for (const { page, name } of evening.people.values())
      await shoot(page, `failed-evening-${language}-${name}`).catch(() => {});
    throw problem;
  } finally {
    for (const one of evening.people.values()) await one.close();
  }
}

async function theEvening(evening) {
  const { language } = evening;
  const tv = await evening.open('taki');

  // Three phones. The third finds no seat: the table grows for it. The first may start.
  const noa = await evening.arrive('Noa');
  await sitDown(noa);
  await sitDown(await evening.arrive('Ben'));
  const gal = await evening.arrive('Gal');
  await evening.wait(gal);
  await gal.page.waitForSelector('.lobby-seat[data-mine]');
  assert.equal(await tv.page.locator('.lobby-seat').count(), 3);
  await evening.picture('lobby');
  await evening.begin(['Noa', 'Ben', 'Gal']);
  assert.equal(await noa.page.locator('.play-board').count(), 0, 'a phone shows only its hand');
  await tv.page.waitForSelector('.invite-corner svg');
  await evening.play(['Noa', 'Ben', 'Gal']);

  // Three people at a game for two: everybody meets everybody.
  await evening.next('Noa', 'gobblet');
  await evening.picture('gobblet-lobby');
  const played = new Set();
  const texts = (all) => all.map((one) => one.textContent);
  const pairOf = async () => {
    return (await tv.page.$$eval('.play-name', texts)).map(plain).sort();
  };
  const first = (await tv.page.$$eval('.lobby-seat bdi', texts)).map(plain);
  const host = first.includes('Noa') ? 'Noa' : first[0];
  await evening.begin([host, ...first.filter((name) => name !== host)]);
  for (let game = 1; game <= 3; game++) {
    const pair = await pairOf();
    played.add(pair.join());
    if (game === 3) break;
    await evening.resign(pair[0]);
    await evening.again(...pair);
    evening.matches++;
    for (const { page } of evening.phones) await page.waitForSelector('main.play');
    await tv.page.waitForSelector('main.play');
  }
  assert.deepEqual([...played].sort(), ['Ben,Gal', 'Ben,Noa', 'Gal,Noa']);
  await evening.picture('gobblet');

  // Somebody comes in the middle, and plays in the next game.
  const dan = await evening.arrive('Dan');
  await evening.wait(dan);
  await press(dan, 'web.evening.unwait');
  await evening.wait(dan);
  await tv.page.waitForSelector('.evening-waiting:has-text("Dan")');
  await evening.resign((await pairOf())[0]);
  await evening.next('Noa', 'iota');
  for (const name of ['Noa', 'Ben', 'Gal', 'Dan'])
    await evening.people.get(name).page.waitForSelector('.lobby-seat[data-mine]');
  await evening.picture('iota-lobby');
  await evening.begin(['Noa', 'Ben', 'Gal', 'Dan']);

  // A page is reloaded in the middle.
  await gal.page.reload();
  await gal.page.waitForSelector('main.play');
  await evening.play(['Noa', 'Ben', 'Gal', 'Dan']);
  await evening.picture('iota-over');

  // Taki again. Ben leaves: a bot plays on. Noa's phone dies; she comes back with another one, and
  // plays in the next game.
  await evening.next('Noa', 'taki');
  const grace = '.door-grace select';
  await noa.page.selectOption(grace, '10000');
  await evening.begin(['Noa', 'Ben', 'Gal', 'Dan']);
  const ben = evening.people.get('Ben');
  await menu(ben, 'web.play.stand');
  await press(ben, 'web.play.stand', '.play-sure');
  await ben.page.waitForSelector('.evening-wait');
  evening.left.set(evening.matches, ['Ben']);
  await noa.close();
  evening.people.delete('Noa');
  const again = await evening.arrive('Noa');
  await evening.wait(again);
  // The others let a bot play for her first phone, once she has been away for long enough.
  const bots = Promise.race(
    [gal, dan].map((one) => one.page.waitForSelector('.waits .button-main').then(() => one)),
  ).then((one) => press(one, 'web.wait.bot', '.waits'));
  await Promise.all([bots, evening.play(['Gal', 'Dan'])]);
  await evening.picture('taki-over');

  // Those who are here go on, with whoever waits.
  await evening.again('Gal', 'Dan');
  await gal.page.click('.again-ways button:has-text("Noa")');
  await evening.playing(['Gal', 'Dan', 'Noa']);
  await evening.picture('last');
}

// Somebody waits, and remembers it; a phone is dead, and they play in its owner's place. Somebody
// gets up, and a newcomer whom the page has never seen sits down.
async function freeSeats(evening) {
  const noa = await evening.come('Noa');
  evening.code = await openTable(noa, 'gobblet');
  await noa.page.selectOption('.door-grace select', '10000');
  const ben = await Player.join(Server.at(server.at), evening.code);
  await ben.does({ do: 'sit', seat: 1, name: 'Ben' });
  await ben.does({ do: 'ready' });
  await noa.page.click('.lobby-go .button-main:enabled');
  const gal = await evening.arrive('Gal');
  await evening.wait(gal);
  await gal.page.waitForSelector('.evening-wait [role=status]');
  await ben.does({ do: 'resign' });
  await evening.results();
  await gal.page.waitForSelector('.over .evening-wait [role=status]');
  await evening.again('Noa');
  ben.close();
  await noa.page.click('.again-ways button:has-text("Gal")');
  for (const { page } of [noa, gal]) await page.waitForSelector('.play-seat[data-mine]');

  await evening.resign('Gal');
  await press(gal, 'web.again.stand', '.again');
  const dan = await evening.arrive('Dan');
  await evening.wait(dan);
  await evening.again('Noa', 'Dan');
  for (const { page } of [noa, dan]) await page.waitForSelector('.play-seat[data-mine]');
}

// The first phone dies in the lobby: the next one goes on, and later finds the score.
async function firstPhone(evening) {
  const tv = await evening.open('gobblet');
  const noa = await evening.arrive('Noa');
  await sitDown(noa);
  const ben = await evening.arrive('Ben');
  await sitDown(ben);
  await noa.close();
  evening.people.delete('Noa');
  await press(ben, 'web.play.door', '.lobby-more');
  await ben.page.click('.door-person button >> nth=0');
  await ben.page.click('.door-sure .button-main');
  await ben.page.keyboard.press('Escape');
  await ben.page.click('.lobby-seat:not([data-mine]) button:not(.button-icon)');
  await ben.page.click('.lobby-go .button-main:enabled');
  await evening.playing(['Ben']);
  await evening.resign('Ben');
  await evening.again('Ben');
  await evening.playing(['Ben']);
  await menu(ben, 'web.play.score');
  await ben.page.waitForSelector('.play-panel .evening-row:has-text("Ben")');
  await tv.page.waitForSelector('.evening-corner .evening-row:has-text("Ben")');
}

const stories = { 'an evening': theEvening, 'free seats': freeSeats, 'first phone': firstPhone };
for (const language of ['en', 'he'])
  for (const [name, story] of Object.entries(stories))
    if (!only || only === language || name.includes(only))
      await outcomes.try(`${name}, ${language}`, () => play(language, story));
await chromium.close();
await server.stop();
await outcomes.tell();
