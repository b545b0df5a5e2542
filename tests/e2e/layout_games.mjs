// Play, in the typical moments of each game, with as many people as it allows; the end, and the
// games that a device keeps. The module makes the tables beforehand.
import { gameRows } from '../program.mjs';
import { boxFile, finished } from './box_games.mjs';
import { home, NAMES } from './layout_alone.mjs';
import { checkDeal, menu, openMenu, press } from './people.mjs';
import { Stage, stageWith } from './stage.mjs';

const SEATS = Object.fromEntries(gameRows().map(({ name, seats }) => [name, seats]));

// The viewer has the longest name in some scenes and a short one in others.
const people = (count, from = 0) =>
  Array.from({ length: count }, (_, i) => NAMES[(from + i) % NAMES.length]);

let number = 0;

// Puts a game into the page's storage, and opens it.
async function open({ one }, stage, guests = [0]) {
  const { page, at } = one;
  if (!page.url().startsWith(at)) await home(one);
  const id = `stage${++number}`;
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(`kufsa.game.${name}`, text);
      location.hash = `local/${name}`;
    },
    [id, JSON.stringify(stage.kept(guests))],
  );
  await page.waitForSelector(stage.twin.over ? '.over-result' : 'main.play');
  // Nothing is left of the game that was open before.
  await page.waitForFunction((hash) => location.hash === hash, `#local/${id}`);
}

// Prefers playing cards to drawing or passing.
const IDLE = /^(draw|pass|end|take|trade|king|super|color|\+3|break)/;
const busy = (move) => (IDLE.test(move) ? 0 : 2);
const mine = (_, seat) => seat === 0;

function midGame(ask, game, count, more = {}) {
  const { options, aloud, plies = 3 * count, from = 0, rank = busy } = more;
  const stage = new Stage(ask, { game, people: people(count, from), options, aloud });
  stage.plies(plies, rank);
  return stage.until(mine, rank);
}

// ---- seats ----

const seatsOf = (ask, game) => async (here) => {
  const [least, most] = SEATS[game];
  for (let count = least; count <= most; count++) {
    await open(here, midGame(ask, game, count));
    await here.look(`${game}, ${count} seats`);
  }
};

// ---- Iota ----

const wait = (page, selector) => page.waitForSelector(selector);
const lit = (page) => page.locator('.play-hand button[data-lit]').first();

const iota = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  // For three-digit scores, everybody plays as many cards as possible.
  const most = (move) => move.split('+').length + (move.startsWith('trade') ? -9 : 0);
  const long = new Stage(ask, { game: 'iota', people: people(3) });
  long.until((twin, seat) => seat === 0 && twin.look(0).scores.some((points) => points > 99), most);
  await open(here, long);
  await look('iota, points of three digits');
  await lit(page).click();
  await look('iota, a card in hand');
  await page.locator('[role=gridcell][data-lit]').first().dispatchEvent('click');
  await wait(page, '.iota-staged');
  await look('iota, staged');
  await page.keyboard.press('Escape');
  await page.click('.play-tools button:first-child');
  await wait(page, '.play-hint .button');
  await look('iota, hint');
  await open(here, midGame(ask, 'iota', 3));
  await press(one, 'web.iota.trade', '.play-actions');
  await wait(page, '.iota-say');
  await look('iota, trade');
};

// ---- Cento ----

const cento = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  const setting = { game: 'cento', people: people(3) };
  const free = (twin, seat) =>
    seat === 0 && twin.table.ply > 3 && twin.hand(0).includes('?') &&
    twin.moves(0).some((move) => move.startsWith('?=10x10'));
  await open(here, stageWith(ask, setting, free, { rank: (move) => (move[0] === '?' ? 0 : 1) }));
  await look('cento, a free card');
  await page.click('.play-hand [data-piece="?"]');
  await wait(page, '.cento-word');
  await look('cento, what a free card may be');
  await page.keyboard.press('Escape');
  await page.click('.cento-aid');
  await look('cento, the multiplication table');
  const many = (twin, seat) =>
    seat === 0 &&
    twin.moves(0).filter((move) => move.startsWith('24=')).length > 1;
  await open(here, stageWith(ask, setting, many));
  await page.click('.play-hand [data-piece="24"]');
  await wait(page, '.cento-word');
  await look('cento, two ways to say it');
  // Far from the end, with large hands.
  const draws = (move) => (move === 'draw' ? 3 : 0);
  const options = { rounds: '3' };
  await open(here, midGame(ask, 'cento', 6, { options, plies: 36, rank: draws, from: 4 }));
  await look('cento, many cards');
};

// The lowest card of a hand is never a 100.
const wrongOf = (twin, seat) => `${twin.hand(seat)[0]}=10x10`;

// Players say it themselves: the pad, a refusal above it, and the answers at the end.
const aloud = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  await open(here, midGame(ask, 'cento', 3, { aloud: 'three', plies: 6 }));
  await look('cento, say it yourself');
  await page.locator('.play-hand [data-piece]').first().click();
  await wait(page, '.cento-pad');
  await look('cento, the pad');
  for (let i = 0; i < 2; i++) await page.locator('.cento-pad-key').last().click();
  await page.click('.cento-pad-say');
  await wait(page, '.play-refusal');
  await look('cento, a wrong answer');
  const over = new Stage(ask, { game: 'cento', people: people(4, 9), aloud: 'on' });
  for (let i = 0; i < 3; i++) {
    over.until((_, seat) => seat === 0, busy, i);
    over.twin.play(0, wrongOf(over.twin, 0));
    over.plies(1, busy, i);
  }
  await open(here, over.until(() => false, busy));
  await wait(page, '.answers-list');
  await look('results, wrong answers');
};

// ---- Gobblet ----

const GOBBLET = ['4@a4', '4@b1', '4@d4', '3@a1', 'a4-a1', '4@c1'];

function gobbletAfter(ask, moves, names = people(2)) {
  const stage = new Stage(ask, { game: 'gobblet', people: names });
  for (const move of moves) stage.twin.play(stage.twin.actors[0], move);
  return stage;
}

const gobblet = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  await open(here, gobbletAfter(ask, []));
  await look('gobblet, start');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  await look('gobblet, a piece in hand');
  await page.keyboard.press('Escape');
  await open(here, gobbletAfter(ask, GOBBLET));
  await look('gobblet, in the middle');
  await open(here, gobbletAfter(ask, GOBBLET).does(1, { do: 'offer' }));
  await wait(page, '.play-answers');
  await look('a draw is offered');
  await open(here, gobbletAfter(ask, GOBBLET).does(1, { do: 'undo' }));
  await wait(page, '.play-answers');
  await look('a move to be taken back');
  await open(here, gobbletAfter(ask, GOBBLET.slice(0, 5)));
  await look('play, the other one is away');
};

// ---- the menu and its sheets ----

const sheets = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  await open(here, gobbletAfter(ask, GOBBLET));
  await openMenu(one);
  await look('menu');
  await press(one, 'web.play.resign', '.play-menu');
  await wait(page, '.play-sure');
  await look('resign, sure?');
  await page.keyboard.press('Escape');
  for (const key of ['log', 'help']) {
    await menu(one, `web.play.${key}`);
    await look(key);
    await page.keyboard.press('Escape');
  }
  await page.click('.play-tools button:nth-child(2)');
  await wait(page, '.play-phrases');
  await look('say');
  await page.locator('.play-phrases button').nth(3).click();
  await wait(page, '.play-said');
  await look('said');
};

// ---- Super Taki ----

// Seat 0 has the turn, holds these cards and may play each of them.
const holds = (...cards) => (twin, seat) =>
  seat === 0 && cards.every((card) => twin.hand(0).includes(card)) &&
  cards.every((card) => twin.moves(0).some((move) => move.startsWith(card)));

const stopTime = (page) =>
  Promise.all(
    page.workers().map((worker) => worker.evaluate(() => void (self.setTimeout = () => 0))),
  );

const taki = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  const put = async (card) => {
    await page.click(`.play-hand [data-piece="${card}"]`);
    await page.click('.taki-discard');
  };
  const setting = (count) => ({ game: 'taki', people: people(count) });
  const mild = { rank: busy, plies: 40 };
  await open(here, stageWith(ask, setting(4), holds('color'), mild));
  await put('color');
  await wait(page, '.taki-colour-button');
  await look('taki, which colour');
  const breaker = (twin, seat) => seat === 0 && twin.moves(0).includes('break');
  await open(here, stageWith(ask, setting(4), breaker, mild));
  await page.click('.play-hand [data-piece="break"]');
  await wait(page, '.play-price');
  await look('taki, at a price');
  const run = (twin, seat) => seat === 0 && twin.moves(0).some((move) => /^[RGBY]taki/.test(move));
  const stage = stageWith(ask, setting(6), run, mild);
  await open(here, stage);
  await put(stage.twin.hand(0).find((card) => /^[RGBY]taki$/.test(card) &&
    stage.twin.moves(0).some((move) => move.startsWith(card))));
  await wait(page, 'main.play[data-yours] .play-actions button');
  await look('taki, a run');
  await page.locator('.play-hand button:not([data-lit])').first().click({ force: true });
  await wait(page, '.play-refusal');
  await look('taki, refused');
  const owes = (twin, seat) => seat === 0 && twin.moves(0).includes('take');
  const twos = { rank: (move) => (/\+2/.test(move) ? 5 : busy(move)), plies: 60 };
  await open(here, stageWith(ask, setting(10), owes, twos));
  await look('taki, cards owed');
  // Somebody with the longest name has not called.
  const owes1 = (twin) => twin.actors.includes(0) && twin.moves(0).join() === 'catch1';
  const lays = { rank: (move) => (/^(last|catch|draw|pass)/.test(move) ? 0 : 2), plies: 60 };
  const catching = { game: 'taki', people: people(4, 9), options: { call: 'catch', draw: 'must' } };
  await open(here, stageWith(ask, catching, owes1, lays));
  await wait(page, '.play-urgent button');
  await look('taki, catching');
  await openMenu(one);
  await look('taki, the menu of a house');
  const calls = (twin) => twin.actors.includes(0) && twin.moves(0).join() === 'last';
  await open(here, stageWith(ask, setting(4), calls, lays));
  await wait(page, '.play-urgent button');
  await look('taki, calling');
  // Hands of twenty cards, and a pyramid.
  const draws = { rank: (move) => (/^(draw|take)/.test(move) ? 5 : 0), plies: 60 };
  const large = (twin, seat) => seat === 0 && twin.hand(0).length > 19;
  await open(here, stageWith(ask, setting(3), large, draws));
  await look('taki, a large hand');
  for (const count of [2, 6, 10]) {
    await open(here, midGame(ask, 'taki', count, { options: { mode: 'pyramid' } }));
    await look(`taki, pyramid of ${count}`);
  }
};

// One device that is passed around.
const sharing = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  const setting = { game: 'taki', people: people(5) };
  const stage = stageWith(ask, setting, holds('+3'), { rank: busy, plies: 40 });
  await open(here, stage, [0, 1, 2, 3, 4]);
  await wait(page, '.play-curtain');
  await look('a curtain');
  await page.click('.play-curtain button');
  await stopTime(page);
  await page.click('.play-hand [data-piece="+3"]');
  await page.click('.taki-discard');
  await wait(page, '.play-countdown');
  await look('taki, a window for five');
  await page.click('.play-foot .play-actions button:nth-last-child(2)');
  await wait(page, '.play-hand button');
  await look('taki, reacting');
};

// ---- the end ----

const ends = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  await open(here, gobbletAfter(ask, GOBBLET));
  await menu(one, 'web.play.resign');
  await press(one, 'web.play.resign', '.play-sure');
  await wait(page, '.tables-end');
  await look('the end, gobblet');
  const wins = { iota: 3, cento: 4, taki: 4 };
  for (const [game, count] of Object.entries(wins)) {
    const near = new Stage(ask, { game, people: people(count, 9), options: {} });
    near.until(() => false, busy);
    await open(here, near);
    await wait(page, '.over-more');
    await look(`results of ${game}`);
    await checkDeal(one);
    if (game === 'iota') await look('results, checked');
    await press(one, 'web.over.replay', '.over-ways');
    await wait(page, '.replay-shown');
    await look(`replay of ${game}`);
    await page.locator('.replay-steps button:enabled').last().click();
    await look(`replay of ${game}, its end`);
  }
};

// The last move is made in the page: the table stays visible until somebody asks for the results.
const lastMove = (ask) => async (here) => {
  const { one, look } = here;
  const { page } = one;
  for (const [game, count] of [['cento', 6], ['taki', 10]]) {
    const winning = (twin, seat) =>
      seat === 0 && twin.hand(0).length === 1 &&
      twin.moves(0).some((move) => !/^(draw|take|last|king|break|color|super|\?)/.test(move) &&
        move.startsWith(twin.hand(0)[0]));
    const rank = (move, seat) =>
      seat === 0 ? busy(move) : /^(draw|take|pass)/.test(move) ? 5 : 0;
    const options = game === 'taki' ? { call: 'auto' } : {};
    const setting = { game, people: people(count), options };
    const stage = stageWith(ask, setting, winning, { rank, plies: 200 });
    await open(here, stage);
    await page.click('.play-hand button');
    await page.click(game === 'cento' ? '.cento-word' : '.taki-discard');
    await wait(page, '.tables-end');
    await look(`the end, ${game}`);
  }
};

// ---- the games of a device ----

const kept = (ask) => async ({ one, look }) => {
  const { page } = one;
  await home(one);
  const games = [['gobblet', 2], ['iota', 4], ['cento', 6], ['taki', 10], ['taki', 2]].map(
    ([game, count]) => midGame(ask, game, count, { plies: 4 }),
  );
  const long = Date.now() - 40 * 24 * 60 * 60_000;
  await page.evaluate((list) => {
    list.forEach((text, i) => localStorage.setItem(`kufsa.game.kept${i}`, text));
  }, games.map((stage, i) =>
    JSON.stringify(stage.kept(i === 1 ? [0, 1] : [0], i === 4 ? long : Date.now() - i * 4e6))));
  await home(one, '?again');
  await wait(page, '.kept-row');
  await look('home, some games');
  await page.click('.kept > button');
  await page.click('.kept-row button >> nth=1');
  await wait(page, '.kept-gone');
  await look('home, all games, one deleted');
};

// Finished games, with names of any length.
const boxed = (ask) => async ({ one, look }) => {
  const { page } = one;
  await home(one, '#box');
  await wait(page, '.box-import');
  await look('the box, empty');
  const file = boxFile(ask, 12, { people: people(3), now: Date.now() - 1e10 });
  const given = { name: 'x', mimeType: 'text/plain', buffer: Buffer.from(file) };
  await page.setInputFiles('.box-import input', given);
  await wait(page, '.kept-row >> nth=11');
  await page.click('.box .kept-row button >> nth=1');
  await wait(page, '.kept-gone');
  await look('the box');
  await page.click('.choice:has(input[value=sums])');
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
  });
  await look('the box, statistics');
  await page.click('.choice:has(input[value=games])');
  await page.click('.box .kept-way');
  await wait(page, '.over-places');
  await look('a game in the box');
  await page.click('.over-ways .button:not(.button-main)');
  await wait(page, '.share-way >> nth=2');
  await look('sharing a game');
  await page.keyboard.press('Escape');
  await page.click('.review-do');
  await wait(page, '.reviewed-parts');
  await look('a game, looked back at');
  await page.click('.over-more:has(.reviewed-parts) .button-main');
  await wait(page, '.learn-dots');
  await look('a moment, asked');
  await page.click('.page-body > .button-quiet');
  await page.waitForFunction(() => !document.querySelector('.page-body > .button-quiet'));
  await look('a moment, told');
  await page.click('.learn-ways .button-icon');
  await wait(page, '.replay-curve');
  await look('replay with the chance');
  await page.click('.play-on');
  await wait(page, 'dialog[open]');
  await look('playing on, set up');
  await page.keyboard.press('Escape');
  await page.locator('.replay-eyes .button').last().click(); // another game, from a file
  await wait(page, '.replay-drop');
  const three = finished(ask, { game: 'taki', people: people(3, 3), number: 3 });
  await page.setInputFiles('.replay-drop input', { ...given, buffer: Buffer.from(three) });
  await page.click('.review-do');
  await wait(page, '.reviewed-parts');
  await look('a game from a file, looked back at');
};

export const games = (ask) => ({
  ...Object.fromEntries(Object.keys(SEATS).map((game) => [`seats of ${game}`, seatsOf(ask, game)])),
  iota: iota(ask),
  cento: cento(ask),
  'say it yourself': aloud(ask),
  gobblet: gobblet(ask),
  sheets: sheets(ask),
  taki: taki(ask),
  sharing: sharing(ask),
  ends: ends(ask),
  'last move': lastMove(ask),
  kept: kept(ask),
  boxed: boxed(ask),
});
