// Looking back at a finished game: the bar that adds up, the moments with their question, the curve
// along the replay; stopping it, and how responsive the page stays meanwhile.
//   node tests/e2e/review.mjs PROGRAM [PART OF A SCENE'S NAME]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tagged } from './box_games.mjs';
import { launch, PHONE, serve } from './browser.mjs';
import { checkDeal, menu, Outcomes, person, press, say } from './people.mjs';
import { Photographer } from './photos.mjs';

const TASK_AIM_MS = 50;
const TASK_MAX_MS = 300; // a review in the page itself takes several times that
const server = await serve();
const chromium = await launch();
const outcomes = new Outcomes();
const only = process.argv[3];

const folder = new URL('../records/', import.meta.url);
const RECORDS = {
  taki: 'taki-2-game-catch-must-stop-closable',
  gobblet: 'gobblet-2-on-on',
  cento: 'cento-2-1-cards-1',
  iota: 'iota-2-full-points-double',
  three: 'taki-3-game-auto',
};

// A person in whose box a game is open.
const scene = async (name, game, play, wishes = {}) => {
  if (only && !name.includes(only)) return;
  await outcomes.try(name, async () => {
    const one = await person(chromium.browser, server.at, 'Noa', wishes);
    const { page, at } = one;
    try {
      await page.goto(`${at}/#box`);
      const record = readFileSync(new URL(`${RECORDS[game]}.kufsa`, folder), 'utf8');
      const { mine = [0], edit = (text) => text } = wishes;
      const buffer = Buffer.from(tagged(edit(record), { at: Date.now(), mine }));
      const given = { name: 'x', mimeType: 'text/plain', buffer };
      await page.setInputFiles('.box-import input', given);
      await page.click('.box .kept-way');
      await page.waitForSelector('.review-do');
      await play(one);
      one.faults.none();
    } catch (problem) {
      throw one.faults.of(problem);
    } finally {
      await one.close();
    }
  });
};

async function lookBack({ page }) {
  await page.click('.review-do');
  await page.waitForSelector('.reviewed-parts');
}

const numbersOf = async (page) =>
  (await page.locator('.reviewed-parts b').allInnerTexts()).map((text) =>
    Number(/[+−]?\d+/.exec(text)[0].replace('−', '-')),
  );

const tell = async (one) => {
  await press(one, 'past.tell');
  await one.page.waitForSelector('.story-steps');
};
const board = ({ page }) => page.locator('.learn-board').innerHTML();
const [back, forward] = ['first', 'last'].map(
  (which) =>
    ({ page }) =>
      page.locator('.story-steps button')[which](),
);

for (const game of ['taki', 'gobblet', 'cento', 'iota'])
  await scene(`the bar of ${game} adds up, and is kept`, game, async (one) => {
    const { page } = one;
    await lookBack(one);
    const numbers = await numbersOf(page);
    const [start, cards, others, slips, end] = numbers;
    assert.equal(start, 50);
    assert.equal(start + cards + others + slips, end);
    assert.ok(others >= 0 && slips <= 0);
    const first = (await page.locator('.over-places li').first().innerText()).includes('1');
    const won = (await page.locator('.box-result .plot-won').count()) > 0;
    assert.ok(first && end === (won ? 100 : 0), `${end}`);
    await page.reload();
    await page.waitForSelector('.reviewed-parts');
    assert.deepEqual(await numbersOf(page), numbers);
  });

// The record of Gobblet, given up by its first player in an early position.
const GIVEN_UP = '0 4@a1\n1 4@d1\n\nend resigned 0\nresult 2 1\n';

await scene(
  'giving up is told apart from slips',
  'gobblet',
  async (one) => {
    const { page } = one;
    await lookBack(one);
    const rows = page.locator('.reviewed-parts li');
    assert.equal(await rows.count(), 6);
    const [start, cards, others, slips, ended, end] = await numbersOf(page);
    assert.deepEqual([start + cards + others + slips + ended, end], [0, 0]);
    assert.ok(slips <= 0 && slips > -15 && ended < -35, `${slips}, ${ended}`);
    const told = await rows.nth(4).innerText();
    assert.ok(told.includes(say('en', 'past.resigned')), told);
  },
  { edit: (record) => record.replace(/\n\n0 [^]*$/, `\n\n${GIVEN_UP}`) },
);

await scene('slips that add up to more than a game are explained', 'gobblet', async (one) => {
  await lookBack(one);
  const numbers = (await numbersOf(one.page)).slice(1, -1).map(Math.abs);
  const told = one.page.locator(`.over-more :text("${say('en', 'past.more')}")`);
  assert.deepEqual([Math.max(...numbers) > 100, await told.count()], [true, 1]);
});

await scene('a moment asks, then tells', 'taki', async (one) => {
  const { page } = one;
  await lookBack(one);
  await press(one, 'past.moments');
  await page.waitForSelector('.learn-dots');
  const moments = await page.locator('.learn-dots > [aria-hidden]').count();
  assert.ok(moments >= 1 && moments <= 5, `${moments} moments`);
  const words = page.locator('.learn-words');
  assert.ok(!(await words.innerText()).includes(say('en', 'past.better')));
  // One hand, and nobody else's cards.
  const hand = await page.locator('.play-hand, .learn-hand').count();
  assert.equal(hand, 1);
  const lit = '.learn-shown [data-lit]';
  await page.locator(lit).first().click(); // some legal move
  if (!(await words.locator('b').first().isVisible())) await page.locator(lit).first().click();
  for (let i = 1; i < moments; i++) {
    await press(one, 'past.next');
    await tell(one);
    assert.match(await words.innerText(), /\d+ in 100|That is it/);
  }
  await page.click('.learn-ways .button-icon');
  await page.waitForSelector('.replay-curve');
  const slider = page.locator('.replay-steps input');
  assert.ok((await page.locator('.replay-curve [transform]').count()) >= moments);
  await slider.fill('0');
  await press(one, 'past.mark.next');
  const at = Number(await slider.inputValue());
  assert.ok(at > 0);
  await slider.fill('999');
  await press(one, 'past.mark.before');
  assert.ok(Number(await slider.inputValue()) >= at);
});

await scene('three begin with a third each', 'three', async (one) => {
  const { page } = one;
  await lookBack(one);
  assert.equal((await numbersOf(page))[0], 33);
  await press(one, 'web.over.replay');
  await page.waitForSelector('.replay-curve');
  const [even, curve] = await page
    .locator('.plot-even, .plot-line')
    .evaluateAll((paths) => paths.map((path) => path.getPointAtLength(0).y));
  assert.ok(Math.abs(even - curve) < 0.1, `${even} and ${curve}`);
});

await scene('what would follow is walked through, and what was played', 'gobblet', async (one) => {
  const { page } = one;
  await lookBack(one);
  await press(one, 'past.moments');
  const cups = () => page.locator('.learn-board .gobblet-cup').count();
  await page.waitForSelector('.learn-board .gobblet-cup');
  const before = await cups();
  await tell(one);
  const said = page.locator('.learn-said');
  const seen = new Set();
  for (const story of ['best', 'played']) {
    await page.click(`.choice:has(input[value=${story}])`);
    assert.match(await page.locator('.story-steps').innerText(), /^1 \//);
    for (let more = true; more; ) {
      seen.add(await board(one));
      assert.notEqual(await said.innerText(), '');
      more = await forward(one).isEnabled();
      if (more) await forward(one).click();
    }
    while (await back(one).isEnabled()) await back(one).click();
    assert.deepEqual([await said.innerText(), await cups()], ['', before]);
  }
  assert.ok(seen.size >= 3, `${seen.size} positions`);
});

await scene('what threatened is drawn, and told', 'gobblet', async (one) => {
  const { page } = one;
  await lookBack(one);
  await press(one, 'past.moments');
  await page.waitForSelector('.learn-dots');
  const drawn = '.gobblet-threat-0, .gobblet-threat-1';
  const told = ['W', 'B'].map((side) => say('en', `web.gobblet.threat.${side}`));
  let threats = 0;
  for (const last of [false, false, false, true]) {
    assert.equal(await page.locator(drawn).count(), 0); // not before the answer
    await tell(one);
    while (await back(one).isEnabled()) await back(one).click();
    for (let more = true; more; ) {
      const labels = await page.locator(drawn).allInnerTexts();
      assert.ok(labels.every((label) => told.some((words) => label.includes(words))));
      threats += labels.length;
      more = await forward(one).isEnabled();
      if (more) await forward(one).click();
    }
    if (!last) await press(one, 'past.next');
  }
  assert.ok(threats > 0);
});

await scene('the better card lies on the table, with its reason', 'taki', async (one) => {
  const { page } = one;
  await lookBack(one);
  await press(one, 'past.moments');
  await page.waitForSelector('.learn-dots');
  const cards = () => page.locator('.learn-hand [data-piece]').count();
  for (let laid = 0; laid === 0; ) {
    const before = await cards();
    await tell(one);
    const words = await page.locator('.learn-said').innerText();
    if (words && (await cards()) === before - 1) laid++;
    await back(one).click();
    assert.equal(await cards(), before);
    if (laid === 0) await press(one, 'past.next');
  }
  assert.equal(await page.locator('.learn-hand [data-held]').count(), 0);
});

// In the box: what is said of each game.
const boxed = async ({ page }) => {
  await page.evaluate(() => void (location.hash = 'box'));
  await page.waitForSelector('.box .kept-way');
  return page.locator('.box .kept-way').allInnerTexts();
};

await scene('a game is played on, kept, and counted nowhere', 'taki', async (one) => {
  const { page } = one;
  const before = await boxed(one);
  await page.goBack();
  await press(one, 'web.over.replay');
  const slider = page.locator('.replay-steps input');
  await slider.fill('8');
  await page.click('.play-on');
  await page.locator('dialog .choice').nth(1).click(); // the other seat
  await press(one, 'web.setup.start', 'dialog');
  await page.waitForSelector('main.play');
  const there = page.url();
  const hand = await page.locator('.play-hand [data-piece]').count();
  assert.ok(hand > 0);
  await page.reload();
  await page.waitForSelector('main.play');
  await page.evaluate(() => void (location.hash = ''));
  await page.waitForSelector('.kept-row .kept-way'); // to be continued
  const href = await page.locator('.kept-row .kept-way').first().getAttribute('href');
  assert.ok(there.endsWith(href));
  await page.click('.kept-row .kept-way');
  await page.waitForSelector('main.play[data-yours]');
  await menu(one, 'web.play.resign');
  await press(one, 'web.play.resign', '.play-sure');
  await page.click('.tables-end button');
  const told = say('en', 'past.on.given').replace('{n}', '8');
  await page.waitForSelector(`.over-more:has-text("${told}")`);
  await checkDeal(one);
  assert.equal(await page.locator('.over-check-wrong').count(), 0);
  const after = await boxed(one);
  assert.equal(after.length, before.length + 1);
  assert.equal(after.filter((row) => row.includes(say('en', 'web.box.given'))).length, 1);
  await page.click('.choice:has(input[value=sums])');
  const numbers = await page.locator('.box-sums dd').allInnerTexts();
  assert.equal(numbers.reduce((sum, n) => sum + Number(n), 0), before.length);
});

await scene('a moment is played on from the seat that had it', 'gobblet', async (one) => {
  const { page } = one;
  await lookBack(one);
  await press(one, 'past.moments');
  await page.waitForSelector('.learn-dots');
  await page.click('.play-on');
  await press(one, 'web.setup.start', 'dialog');
  await page.waitForSelector('main.play[data-yours]');
});

await scene('the luckiest and the unluckiest turn are told, and shown', 'taki', async (one) => {
  const { page } = one;
  await lookBack(one);
  const turns = page.locator('.reviewed-fate li');
  const told = await turns.allInnerTexts();
  assert.ok(told.length >= 1 && told.length <= 2, told.join());
  for (const words of told) assert.match(words, /The (un)?luckiest turn: [+−]\d+ /);
  await turns.first().locator('button').click();
  await page.waitForSelector('.replay-curve :is(.plot-lucky, .plot-unlucky)');
  assert.equal(await page.locator('.replay-curve rect').count(), told.length);
});

await scene(
  'whoever shared the device chooses whose game it was',
  'three',
  async (one) => {
    const { page } = one;
    await lookBack(one);
    const seats = page.locator('.over-more .choice');
    assert.equal(await seats.count(), 2); // the third sat elsewhere
    const slips = page.locator('.reviewed-parts li').nth(3);
    const seen = new Set();
    for (const at of [0, 1]) {
      await seats.nth(at).click();
      seen.add(await slips.innerText());
      const name = (await seats.nth(at).innerText()).trim();
      assert.ok((await slips.innerText()).includes(name));
      const [start, luck, others, own, end] = await numbersOf(page);
      assert.equal(start + luck + others + own, end);
    }
    assert.equal(seen.size, 2);
    await press(one, 'web.over.replay');
    await page.waitForSelector('.replay-curve');
  },
  { mine: [0, 2] },
);

await scene('a game from a file is looked back at, for any of its players', 'iota', async (one) => {
  const { page } = one;
  await page.evaluate(() => void (location.hash = 'replay'));
  const path = new URL(`${RECORDS.three}.kufsa`, folder).pathname;
  await page.setInputFiles('.replay-drop input', path);
  await page.waitForSelector('.replay-shown');
  await lookBack(one);
  assert.equal(await page.locator('.over-more .choice').count(), 3);
  await page.waitForSelector('.replay-curve');
  await press(one, 'past.moments');
  await tell(one);
  assert.equal((await boxed(one)).length, 1); // it is nobody's, and did not come in
});

await scene('what a review found goes into the file', 'taki', async (one) => {
  const { page } = one;
  await lookBack(one);
  const [start, luck, others, own, end] = await numbersOf(page);
  await boxed(one);
  const coming = page.waitForEvent('download');
  await press(one, 'web.box.export');
  const file = readFileSync(await (await coming).path(), 'utf8');
  const judged = /^judged (.*)$/m.exec(file)[1].split(' ').map(Number);
  assert.equal(judged.length, 4);
  assert.ok(Math.abs(judged[0] + judged[1] - judged[2] - (end - start) / 100) < 0.001);
  assert.deepEqual(judged.slice(1, 3).map((n) => Math.round(100 * n)), [others, -own]);
  assert.ok(Math.abs(100 * judged[0] - luck) < 2 && judged[3] > 5);
});

await scene('it can be stopped, and begun again', 'iota', async (one) => {
  const { page } = one;
  await page.click('.review-do');
  await page.waitForSelector('.over-more progress');
  await press(one, 'past.stop');
  await page.waitForSelector('.review-do');
  assert.equal(await page.locator('.reviewed-parts').count(), 0);
  await lookBack(one);
});

// Forgets the reviews that were kept.
const forget = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('kufsa');
        opening.onsuccess = () => {
          const base = opening.result;
          const change = base.transaction('reviews', 'readwrite');
          change.objectStore('reviews').clear();
          change.oncomplete = () => {
            base.close();
            done();
          };
        };
      }),
  );

// The page with a quarter of the processor; its worker has all of it, since no browser slows it.
// Other work on the machine stretches tasks, so the aim is only printed.
await scene('the page stays quick meanwhile', 'taki', async (one) => {
  const { page } = one;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const tasks = [];
  for (let tries = 0; tries < 4 && !tasks.some((longest) => longest <= TASK_AIM_MS); tries++) {
    await forget(page);
    await page.reload();
    await page.waitForSelector('.review-do');
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longest = Math.max(window.longest, duration);
      }).observe({ entryTypes: ['longtask'] });
    });
    const began = Date.now();
    await lookBack(one);
    tasks.push(await page.evaluate(() => window.longest));
    const millis = Date.now() - began;
    const longest = `longest task ${tasks.at(-1)} ms, aim ${TASK_AIM_MS}`;
    console.log(`a quarter of the processor: ${millis} ms, ${longest}`);
  }
  assert.ok(Math.min(...tasks) <= TASK_MAX_MS, `${tasks} ms`);
});

const LOOKS = ['gobblet', 'taki'].flatMap((game) => ['en', 'he'].map((each) => [game, each]));
for (const [game, language] of LOOKS)
  await scene(
    `its looks, ${game} ${language}`,
    game,
    async (one) => {
      const { page } = one;
      const photos = new Photographer(language, true);
      const sizes = ['phone', 'tablet', 'screen'];
      await lookBack(one);
      const turned = await page.locator('.reviewed-parts [dir=ltr]').allInnerTexts();
      assert.doesNotMatch(turned.join(), /[א-ת]/); // its words would change places
      await page.locator('.reviewed-parts').scrollIntoViewIfNeeded();
      await photos.show(page, `review-${game}`, { sizes, dark: true });
      await press(one, 'past.moments');
      await page.waitForSelector('.learn-dots');
      await photos.show(page, `review-ask-${game}`, { sizes });
      await tell(one);
      await photos.show(page, `review-told-${game}`, { sizes });
      if (game === 'gobblet') {
        await page.click('.choice:has(input[value=played])');
        await forward(one).click();
        await photos.show(page, 'review-threat', { sizes: ['phone'], dark: true });
      }
      await page.click('.learn-ways .button-icon');
      await page.waitForSelector('.replay-curve');
      await photos.show(page, `review-replay-${game}`, { sizes });
      assert.deepEqual(photos.found, []);
    },
    { language, size: PHONE, touch: true },
  );

await chromium.close();
await server.stop();
await outcomes.tell();
