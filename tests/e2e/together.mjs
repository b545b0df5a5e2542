// People who share one device, in a page: set up from the home page, each move by the touches that
// the rules list for it, while a twin of the table knows what must be visible.
import assert from 'node:assert/strict';
import { Chance } from '../program.mjs';
import { device, fileOf } from './browser.mjs';
import { look, openEyes, Robot } from './robot.mjs';
import { Twin } from './twin.mjs';

// ---- looking for a deal ----

const secretOf = (number) => number.toString(16).padStart(64, '0');

// Finds a game in which all wanted kinds of moves happen, by trying one deal after another. `kind`
// classifies a move before it is made; `rank` rates the moves of no wanted kind.
export function findGame(ask, setting, { wanted, kind, rank, plies, from = 1, tries = 400 }) {
  for (let number = from; number < from + tries; number++) {
    const secret = secretOf(number);
    const twin = new Twin(ask, { ...setting, secret });
    const chance = new Chance(number);
    const open = new Set(wanted);
    const moves = [];
    while (!twin.over && moves.length < plies && open.size > 0) {
      const choices = twin.actors.flatMap((seat) =>
        twin.moves(seat).map((move) => ({ seat, move, kind: kind(twin, seat, move) })),
      );
      const value = (one) => (open.has(one.kind) ? 1000 : rank(twin, one));
      const liked = (one) => value(one) + chance.below(100) / 100;
      const rated = choices.map((one) => ({ ...one, liking: liked(one) }));
      const best = rated.reduce((a, b) => (b.liking > a.liking ? b : a));
      const { seat, move } = best;
      moves.push({ seat, move, kind: open.has(best.kind) ? best.kind : null });
      open.delete(best.kind);
      twin.play(seat, move);
    }
    if (open.size === 0) return { secret, moves, number };
  }
  throw new Error(`no deal has ${wanted.join(', ')}`);
}

// ---- the page ----

// Buttons are found by their text.
export const plain = (text) => text.replace(/[\u2066-\u2069]/g, '').replaceAll('\xa0', ' ').trim();

function labelsOf(words, step, name) {
  const { word } = step;
  const product = /^(\d+)x(\d+)$/.exec(word);
  if (product) return [`${product[1]} × ${product[2]}`];
  const keys = ['web.taki.say', 'web.iota', 'web.cento', 'colour'].map((area) => `${area}.${word}`);
  const texts = [...keys, `web.taki.say.${word}.open`].flatMap((key) => words[key] ?? []);
  return [...texts, ...texts.map((text) => `${name}: ${text}`)];
}

const fits = (text, labels) =>
  labels.some((label) => text === label || (label.includes('×') && text.includes(label)));

// The button for a word, among those that are seen; `name` is whose it may be.
export function buttonFor(words, seen, step, name = '') {
  if (step.word === 'done') return seen.find(({ kind }) => kind === 'main');
  const labels = labelsOf(words, step, name);
  const take = step.word === 'take' ? words['web.taki.say.take.count'] : null;
  const counted = take ? Object.values(take).map((text) => text.replace(/\{n\}/, '\\d+')) : [];
  return seen.find((one) => {
    const text = plain(one.name);
    return fits(text, labels) || counted.some((each) => new RegExp(`^${each}$`).test(text));
  });
}

export class Together {
  static async open(browser, at, ask, wishes) {
    const { game, people, options = {}, secret, hand = 'mouse', language = 'en', ...more } = wishes;
    const own = await device(browser, at, { language, secret, touch: hand === 'touch', ...more });
    const words = await (await fileOf(at, `words.${language}.json`)).json();
    const here = new Together();
    Object.assign(here, { ...own, people, words, setting: { game, people, options } });
    await own.page.goto(`${at}/`);
    await own.page.waitForSelector('.home-tile');
    await openEyes(own.page);
    here.robot = new Robot(own.page, hand);
    here.twin = new Twin(ask, { ...here.setting, secret });
    return here;
  }

  async touch(what) {
    if (typeof what === 'string') await this.page.waitForSelector(what, { state: 'attached' });
    await this.robot.touch(what);
  }

  // Sets up a game for several people at this device, as a person does.
  async setUp() {
    const { page } = this;
    const { game, people, options } = this.setting;
    const choose = (line, nth) => this.touch(`${line} .choice:nth-child(${nth + 1})`);
    await this.touch(`.home-tile[data-game=${game}] .home-ways button.button-icon`);
    await page.waitForSelector('dialog.sheet');
    await choose('.setup-row', people.length - 1);
    for (const [i, name] of people.entries())
      await page.locator('.setup-row input.field').nth(i).fill(name);
    const row = this.twin.ask({ do: 'games' }).games.find(({ name }) => name === game);
    if (row.seats[1] > people.length) await choose('.setup-row:nth-of-type(2)', 0);
    for (const [name, value] of Object.entries(options)) {
      const option = row.options.find((each) => each.name === name);
      const house = option.house > 0 && option.values.indexOf(value) >= option.house;
      const folded = house && (await page.$('.options-house:not([open])'));
      if (folded) await this.touch('.options-house > summary');
      const line = `[data-option=${name}]${house ? '[data-house]' : ''}`;
      // What a radio button says without an attribute is "on", and then it gets none.
      const input = value === 'on' ? 'input:not([value])' : `input[value="${value}"]`;
      await this.touch(`${line} .choice:has(${input})`);
    }
    await this.touch('dialog.sheet .button-main');
    await page.waitForSelector('main.play');
  }

  // Hands the device to whoever must act, if needed.
  async take(seat) {
    const view = await look(this.page);
    const [curtain] = view.curtain.filter(({ name }) => name.includes(this.people[seat]));
    if (curtain) await this.touch(curtain.index);
    const reacts = this.words['web.play.reacts'].replace('{name}', this.people[seat]);
    const turn = view.words.find(({ name }) => plain(name) === reacts);
    if (turn) await this.touch(turn.index);
    if (curtain ?? turn) await this.sees(`.play-hand [data-place="hand:${seat}"]`);
  }

  async press(step, seat) {
    const { words } = await look(this.page);
    const found = buttonFor(this.words, words, step, this.people[seat]);
    assert.ok(found, `no button for ${step.word}: ${words.map(({ name }) => name).join(', ')}`);
    await this.touch(found.index);
  }

  // One gesture; what the rules allow must be lit.
  async gesture(step, seat) {
    const { kind, place, piece } = step;
    if (kind === 'choose') return this.press(step, seat);
    if (place.zone === 'board')
      return this.touch(`[role=gridcell][data-place="board:${place.x},${place.y}"][data-lit]`);
    if (kind === 'put') return this.touch('.taki-discard[data-lit]');
    const from = place.zone === 'hand' ? '.play-hand' : '.gobblet-reserve';
    return this.touch(`${from} button[data-piece="${piece}"][data-lit]:not([data-held])`);
  }

  // Makes a move by its gestures and waits until the page shows it.
  async play(seat, move) {
    await this.take(seat);
    const steps = this.twin.steps(seat, move);
    for (const step of steps) if (step.word !== 'touch') await this.gesture(step, seat);
    await this.follow(seat, move);
  }

  // Repeats at the twin's table what somebody did in the page.
  async follow(seat, move) {
    this.twin.play(seat, move);
    await this.told(this.twin.table.ply);
    await this.compare();
  }

  async told(plies) {
    const told = (count) => document.querySelectorAll('.play-side .play-log li').length === count;
    await this.page.waitForFunction(told, plies, { polling: 20 });
  }

  // The viewer sees exactly the cards that the twin knows of.
  async compare() {
    const { page, twin } = this;
    const shown = await page.evaluate(() => {
      const hand = document.querySelector('.play-hand [data-place^="hand:"]');
      const cards = [...(hand?.querySelectorAll('button') ?? [])];
      const pieces = cards.map((card) => card.dataset.piece);
      return hand && { seat: Number(hand.dataset.place.slice(5)), pieces };
    });
    if (!shown) return;
    assert.deepEqual(shown.pieces.sort(), twin.hand(shown.seat).sort());
  }

  async sees(selector) {
    await this.page.waitForSelector(selector);
  }

  // Waits until there are this many.
  async counts(selector, count) {
    const there = ([what, n]) => document.querySelectorAll(what).length === n;
    await this.page.waitForFunction(there, [selector, count], { polling: 20 });
  }

  async text(selector) {
    return plain(await this.page.textContent(selector));
  }
}
