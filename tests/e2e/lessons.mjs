// Learning in Chromium on a phone, in Hebrew and English: every step of every lesson is done with a
// finger, after a move that is not the one; the rules in pictures, and what a card does when it is
// held, right-clicked or asked about with a key. Pictures of each step are in build/screens.
//   node tests/e2e/lessons.mjs PROGRAM [PART OF A NAME]
import assert from 'node:assert/strict';
import { teaching } from '../teach.mjs';
import { device, fileOf, launch, serve, shoot } from './browser.mjs';
import { Learner } from './learner.mjs';
import { Outcomes } from './people.mjs';
import { openEyes } from './robot.mjs';
import { stageWith } from './stage.mjs';
import { plain } from './together.mjs';
import { askerOf } from './twin.mjs';

const only = process.argv[3];
const LANGUAGES = ['en', 'he'];
const PHONE = { size: { width: 390, height: 844 }, touch: true };
const DESK = { size: { width: 1280, height: 800 } };
const server = await serve();
const ask = await askerOf(server.at);
const teach = await teaching();
const GAMES = Object.keys(teach);
const chromium = await launch();
const outcomes = new Outcomes();

async function scene(name, wishes, play) {
  if (only && !name.includes(only)) return;
  await outcomes.try(name, async () => {
    const one = await device(chromium.browser, server.at, wishes);
    const { language = 'en' } = wishes;
    const words = await (await fileOf(server.at, `words.${language}.json`)).json();
    try {
      await play({ ...one, language, words });
      one.faults.none();
    } catch (problem) {
      await shoot(one.page, `failed-lessons-${name.replaceAll(' ', '-')}`).catch(() => {});
      throw one.faults.of(problem);
    } finally {
      await one.close();
    }
  });
}

async function open({ page }, hash, wait) {
  await page.goto(`${server.at}/#${hash}`);
  await page.waitForSelector(wait);
  await openEyes(page);
}

// ---- lessons ----

async function doStep(here, learner, game, lesson, picture) {
  const { page, words } = here;
  assert.equal(await page.locator('.learn-words[data-done]').count(), 0, 'not done yet');
  const refusal = await learner.tryAnother(game, lesson);
  const own = words[`web.learn.${game}.${lesson.name}.other`];
  if (refusal !== null) assert.equal(refusal, own ?? words['web.learn.not_this']);
  const table = await learner.doAll(game, lesson, (stage) =>
    shoot(page, `${picture}-${stage + 1}`),
  );
  const after = words[`web.learn.${game}.${lesson.name}.after`] ?? '';
  assert.ok(plain(await page.textContent('.learn-words p')).endsWith(plain(after)), after);
  if (learner.scored) {
    const told = await page.innerText('.learn-told');
    assert.ok(new RegExp(`\\b${learner.scored}\\b`).test(told), `${lesson.name}: ${told}`);
  }
  // What lies on the table is what the rules made of it.
  const hand = table
    .look()
    .scene.filter(({ place }) => place.zone === 'hand' && place.seat === 0)
    .map(({ piece }) => piece);
  const shown = await page
    .locator('.learn-hand [data-piece]')
    .evaluateAll((all) => all.map((one) => one.dataset.piece));
  assert.deepEqual(shown.sort(), hand.sort(), lesson.name);
  await shoot(page, `${picture}-done`);
}

async function walk(here, game) {
  const { page, language, words } = here;
  const { lessons } = teach[game];
  await open(here, `learn/${game}`, '.learn-ways');
  const learner = await Learner.at(page, server.at, ask, language, 'touch');
  for (const [at, lesson] of lessons.entries()) {
    const picture = `lesson-${game}-${at + 1}-${lesson.name}-${language}`;
    const text = words[`web.learn.${game}.${lesson.name}`];
    assert.equal((await page.textContent('.learn-words p')).trim(), text);
    await page.waitForSelector('.learn-shown');
    await shoot(page, picture);
    if (lesson.wanted) await doStep(here, learner, game, lesson, picture);
    if (at + 1 < lessons.length) await page.tap('.learn-ways .button-main');
  }
  await page.waitForSelector(`.learn-ways a[href="#rules/${game}"]`);
}

await Promise.all(
  LANGUAGES.map(async (language) => {
    for (const game of GAMES)
      await scene(`lessons ${game} ${language}`, { ...PHONE, language }, (here) =>
        walk(here, game),
      );
  }),
);

// ---- the rules in pictures ----

const CARD_PX = 24;

// Before and after are in reading order, and what lies there is not too small.
async function judgeBoards(example, name, language) {
  const boxes = await example
    .locator('.guide-board')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  if (boxes.length === 2)
    assert.equal(boxes[0] < boxes[1], language === 'en', `${name}: after comes before`);
  const widths = await example
    .locator('.guide-board .iota-card')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  for (const width of widths) assert.ok(width >= CARD_PX, `${name}: ${width} px`);
}

async function readGuide(here, game) {
  const { page, language, words } = here;
  await open(here, `rules/${game}`, '.guide');
  for (const { name, refused = {}, stand } of teach[game].guide) {
    const example = page.locator(`.guide[data-example=${name}]`);
    const title = words[`web.guide.${game}.${name}.title`];
    assert.equal(await example.locator('h2').textContent(), title);
    const no = await example.locator('.guide-refused li').allTextContents();
    const reasons = Object.values(refused);
    assert.equal(no.length, reasons.length, name);
    reasons.forEach((reason, i) => assert.ok(no[i].includes(words[reason]), `${name}: ${no[i]}`));
    for (const move of Object.keys(refused))
      assert.ok(!no.join().includes(`${move}:`), `${name}: ${move} is notation, not words`);
    await judgeBoards(example, name, language);
    assert.ok((await example.locator('svg').count()) > 0, `${name}: no picture`);
    if (stand?.position && game !== 'iota' && game !== 'gobblet')
      assert.ok((await example.locator('.guide-strip li').count()) > 1, `${name}: nothing happens`);
  }
  await page.screenshot({
    path: `build/screens/guide-${game}-${language}.png`,
    fullPage: true,
  });
  // The rulings wait behind the pictures, and a link opens them.
  const every = page.locator('.rules-every');
  assert.equal(await every.getAttribute('open'), null);
  assert.equal(await page.locator('.rules-rule').first().isVisible(), false);
  const rule = await page.evaluate(
    () => document.querySelector('.rules-rule:last-of-type .rules-number').textContent,
  );
  await page.evaluate((to) => void (location.hash = to), `rules/${game}/${rule}`);
  await page.waitForSelector('.rules-rule[aria-current]');
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('[aria-current]').getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

for (const language of LANGUAGES)
  for (const game of GAMES)
    await scene(`guide ${game} ${language}`, { ...PHONE, language }, (here) =>
      readGuide(here, game),
    );

// ---- what a card does ----

const CARD = '.play-hand [data-about], .gobblet-reserve [data-about]';
const SHEET = '.play-panel .about';
const CORNER = { x: 8, y: 20 }; // of a card: its neighbours leave it free

async function playNow({ page }, game) {
  await page.goto(`${server.at}/`);
  await page.click(`.home-tile[data-game=${game}] .button-main`);
  await page.waitForSelector('main.play[data-yours]');
  await page.waitForSelector(CARD);
}

// What is said about a piece at a table with several players by the printed rules.
const ABOUT = {
  cento: (piece) => {
    if (piece === '?') return 'free';
    return Number.isInteger(Math.sqrt(Number(piece))) ? 'square' : 'number';
  },
  gobblet: ([, size]) => (size === '4' || size === '1' ? size : 'other'),
  iota: (piece) => (piece === 'W' ? 'wild' : 'card'),
  taki: (piece) => {
    const figure = piece.replace(/^[RGBY]/, '').replace('+', 'plus');
    return /^\d$/.test(figure) ? 'number' : figure;
  },
};

async function sheetSays({ page, words }, game, piece, name = ABOUT[game](piece)) {
  await page.waitForSelector(SHEET);
  const wanted = words[`web.about.${game}.${name}`];
  assert.ok(wanted, `nothing is said about ${game} ${name}`);
  assert.equal(plain(await page.textContent('.about-words p')), plain(wanted), piece);
}

const gone = ({ page }) => page.waitForSelector(SHEET, { state: 'detached' });

const heldCards = (page) => page.locator('main.play [data-held]').count();

async function byMouseAndKeys(here, game) {
  const { page } = here;
  await playNow(here, game);
  const card = page.locator(CARD).first();
  const piece = await card.getAttribute('data-about');
  await card.click({ button: 'right', position: CORNER });
  await sheetSays(here, game, piece);
  await shoot(page, `about-${game}-${here.language}`);
  assert.equal(await heldCards(page), 0, 'asking is not touching');
  await page.keyboard.press('Escape');
  await gone(here);
  for (const key of ['?', 'i']) {
    await card.focus();
    await page.keyboard.press(key);
    await sheetSays(here, game, piece);
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'));
    await page.keyboard.press('Escape');
    await gone(here);
    await page.waitForFunction(
      (first) => document.querySelector(first) === document.activeElement, // it is back
      CARD,
    );
  }
  // Elsewhere the browser's own menu and the letter stay what they are.
  const kept = await page.evaluate(() => {
    const head = document.querySelector('.play-game');
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    return head.dispatchEvent(event);
  });
  assert.ok(kept, 'a menu of the browser');
}

// A finger, as the system reports it.
class Finger {
  static async at(page, selector) {
    const finger = new Finger();
    finger.wire = await page.context().newCDPSession(page);
    const { x, y, width, height } = await page.locator(selector).first().boundingBox();
    Object.assign(finger, { x: x + Math.min(CORNER.x, width / 2), y: y + height / 2 });
    return finger;
  }

  send(type, points) {
    return this.wire.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  }

  down = () => this.send('touchStart', [{ x: this.x, y: this.y }]);
  move = (dx, dy) => this.send('touchMove', [{ x: this.x + dx, y: this.y + dy }]);
  up = () => this.send('touchEnd', []);
}

async function byFinger(here, game) {
  const { page } = here;
  await playNow(here, game);
  const piece = await page.locator(CARD).first().getAttribute('data-about');
  const finger = await Finger.at(page, CARD);
  await finger.down();
  await sheetSays(here, game, piece); // while the finger is still there
  await finger.up();
  await page.waitForSelector(SHEET);
  assert.equal(await heldCards(page), 0, 'a finger that rests does not play');
  assert.equal(await page.evaluate(() => getSelection().toString()), '');
  await page.locator('.play-panel button').first().tap();
  await gone(here);
  // A tap is a touch, as before; of a card that does not fit if none does.
  await page.waitForSelector('main.play[data-yours]');
  const lit = CARD.replaceAll('[data-about]', '[data-lit]');
  const touched = (await page.locator(lit).count()) > 0 ? lit : CARD;
  await page.locator(touched).first().tap({ position: CORNER });
  await page.waitForFunction(
    () => document.querySelector('main.play [data-held], .play-actions button, .play-refusal'),
  );
  assert.equal(await page.locator(SHEET).count(), 0);
}

for (const game of GAMES) {
  await scene(`about ${game} by mouse and keys`, { ...DESK, language: 'en' }, (here) =>
    byMouseAndKeys(here, game),
  );
  await scene(`about ${game} by finger`, { ...PHONE, language: 'he' }, (here) =>
    byFinger(here, game),
  );
}

// What a piece does depends on the options and on how many play. Which texts these are is said here
// once more: nothing else knows that a text fits its option.
const UNDER = [
  ['taki', 3, {}, { turn: ['turn', 'T10'], taki: ['taki', 'TR14'], stop: ['stop', 'T8'] }],
  ['taki', 2, {}, { turn: ['turn.seats.2', 'TR17'], stop: ['stop.seats.2', 'TR17'] }],
  ['taki', 2, { two: 'stop' }, { turn: ['turn.seats.2.two.stop', 'TR30'] }],
  ['taki', 3, { two: 'stop' }, { turn: ['turn', 'T10'] }],
  ['taki', 2, { bare: 'closable' }, { taki: ['taki.bare.closable', 'TR31'] }],
  ['taki', 2, {}, { plus3: ['plus3.seats.2', 'T18'] }],
  ['gobblet', 2, {}, { 4: ['4', 'G6'] }],
  ['gobblet', 2, { reserve: 'free' }, { 4: ['4.reserve.free', 'GR11'] }],
  ['iota', 2, {}, { card: ['card', 'I10'], wild: ['wild', 'I16'] }],
  ['iota', 2, { reading: 'absent' }, { wild: ['wild.reading.absent', 'IR15'] }],
  ['iota', 2, { scoring: 'race' }, { card: ['card.scoring.race', 'IR12'] }],
  [
    'iota',
    2,
    { scoring: 'race', reading: 'absent' },
    { wild: ['wild.scoring.race.reading.absent', 'IR15'] },
  ],
];

async function underRules(here, [game, seats, options, wanted]) {
  const { page } = here;
  const held = (twin) => twin.look(0).scene.filter(({ place }) => place.seat === 0);
  const names = (twin) => held(twin).map(({ piece }) => piece && ABOUT[game](piece));
  const all = (twin, seat) =>
    seat === 0 && Object.keys(wanted).every((name) => names(twin).includes(name));
  const people = ['Noa', 'Ben', 'Dana'].slice(0, seats);
  const stage = stageWith(ask, { game, people, options }, all);
  await page.goto(`${server.at}/`);
  await page.waitForSelector('.home-tile');
  await page.evaluate((text) => {
    localStorage.setItem('kufsa.game.held', text);
    location.hash = 'local/held';
  }, JSON.stringify(stage.kept([0])));
  for (const [name, [exact, rule]] of Object.entries(wanted)) {
    const { piece } = held(stage.twin).find((item) => ABOUT[game](item.piece) === name);
    const card = page.locator(CARD.replaceAll('data-about', `data-about="${piece}"`)).first();
    await card.click({ button: 'right', position: CORNER });
    await sheetSays(here, game, piece, exact);
    const rules = await page.locator('.about-rules a').allTextContents();
    assert.ok(rules.includes(rule), `${piece}: ${rules}`);
    await page.keyboard.press('Escape');
    await gone(here);
  }
}

for (const language of LANGUAGES)
  await scene(`about under rules ${language}`, { ...DESK, language }, async (here) => {
    for (const rules of UNDER) await underRules(here, rules);
  });

// A finger that moves drags the table and asks nothing.
await scene('about while dragging', { ...PHONE, language: 'en' }, async (here) => {
  const { page } = here;
  await playNow(here, 'iota');
  const finger = await Finger.at(page, '.iota-card');
  await page.clock.install();
  await finger.down();
  await finger.move(40, 0);
  await page.clock.runFor(2000);
  await finger.up();
  assert.equal(await page.locator(SHEET).count(), 0);
});

await chromium.close();
await server.stop();
await outcomes.tell();
