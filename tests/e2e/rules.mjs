// The special moves of each game, scripted, in real Chromium: people who share a device play deals
// in which these happen, and the page must offer, show and announce them.
//   node tests/e2e/rules.mjs PROGRAM [GAME …]
import assert from 'node:assert/strict';
import { finish } from '../program.mjs';
import { launch, PHONE, runTests, serve, shoot, TABLET } from './browser.mjs';
import { look } from './robot.mjs';
import { findGame, plain, Together } from './together.mjs';
import { askerOf } from './twin.mjs';

const wanted = process.argv.slice(3);
const AT_ONCE = 2;
const people = ['Noa', 'Dan'];
const server = await serve();
const chromium = await launch();

const ON_PHONE = { hand: 'touch', language: 'he', size: PHONE };
const SLOWLY = { hurry: 0.2 }; // a window of twenty seconds, for busy machines
const NO_CARDS = { secret: '0'.repeat(64), number: 0, moves: [] };
const tests = [];

// A test at its own table; anything the page does wrong meanwhile fails it as well.
function at(name, { find, ...wishes }, run) {
  if (wanted.length > 0 && !wanted.includes(wishes.game)) return;
  tests.push([name, () => runAt(name, find, { people, size: TABLET, ...wishes }, run)]);
}

async function runAt(name, find, wishes, run) {
  const ask = await askerOf(server.at);
  const deal = find ? findGame(ask, wishes, find) : NO_CARDS;
  const { secret, number, moves } = deal;
  const start = Date.now();
  const here = await Together.open(chromium.browser, server.at, ask, { ...wishes, secret });
  try {
    await here.setUp();
    await run(here, deal);
    here.faults.none();
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(`${name}: deal ${number}, ${moves.length} moves, ${seconds} s`);
  } catch (problem) {
    await shoot(here.page, `failed-${name.replaceAll(' ', '-')}`).catch(() => {});
    throw here.faults.of(problem);
  } finally {
    await here.close();
  }
}

// Plays a deal to its end; `checks` run by kind, before and after the move.
async function through(here, { moves }, checks) {
  for (const { seat, move, kind } of moves) {
    const check = checks[kind] ?? {};
    await here.take(seat);
    await check.before?.(seat, move);
    if (check.instead) await check.instead(seat, move);
    else await here.play(seat, move);
    await check.after?.(seat, move);
  }
}

// ---- Iota ----

const accountOf = (twin, move) => twin.ask({ do: 'explain', move }).account;

const score = async (here, seat) =>
  Number(await here.text(`.play-seat:nth-child(${seat === 0 ? 2 : 1}) .iota-badge b`));

at(
  'iota wild and trade',
  {
    game: 'iota',
    ...ON_PHONE,
    find: {
      wanted: ['two', 'wild', 'back', 'trade', 'lot'],
      plies: 14,
      kind: (twin, _, move) => {
        if (move.startsWith('trade ')) return 'trade';
        if (move.includes('~')) return 'back';
        if (move.includes('+')) return move.split('+').length === 2 ? 'two' : null;
        if (move.startsWith('W@')) return 'wild';
        return accountOf(twin, move).some(({ name }) => name === 'lot') ? 'lot' : null;
      },
      rank: (_, { move }) => (/[W+]|pass/.test(move) ? 0 : 1),
    },
  },
  async (here, deal) => {
    const { page, twin } = here;
    const points = async () => Number(await here.text('.iota-score .iota-sum .iota-points'));
    const explained = (seat, move) => {
      twin.look(seat);
      return twin.ask({ do: 'explain', move });
    };
    await through(here, deal, {
      // Cards are placed, taken back, and placed again; the points are the move's (I10).
      two: {
        async instead(seat, move) {
          const { gain, steps } = explained(seat, move);
          const lay = steps.filter(({ word }) => word !== 'done');
          for (const step of lay) await here.gesture(step, seat);
          await here.counts('.iota-staged', 2);
          assert.equal(await points(), gain);
          await here.touch('.play-back');
          await here.counts('.iota-staged', 1);
          await page.keyboard.press('Escape');
          await here.counts('.iota-staged, .iota-score', 0);
          for (const step of lay) await here.gesture(step, seat);
          const before = await score(here, seat);
          await here.touch('.play-main');
          await here.follow(seat, move);
          await here.sees('.play-curtain');
          const scores = await page.locator('.iota-badge b').allTextContents();
          assert.ok(scores.includes(String(before + gain)), `${scores}, not ${before + gain}`);
        },
      },
      // It grows by a lot (I11), whose ends can then never be filled (I9).
      lot: {
        async instead(seat, move) {
          const { account, steps } = explained(seat, move);
          for (const step of steps.slice(0, -1)) await here.gesture(step, seat);
          const shown = await page.locator('.iota-score .iota-points').allTextContents();
          const rows = account.filter(({ name }) => name !== 'part');
          assert.deepEqual(shown, rows.map(({ number }) => String(number)));
          assert.equal(await here.text('.iota-score .iota-why'), here.words['web.iota.double.lot']);
          await here.touch('.play-main');
          await here.follow(seat, move);
          const { facts } = twin.look(seat);
          const never = facts.filter(({ name }) => name === 'full' || name === 'barred').length;
          assert.ok(never >= 2);
          await here.counts('.iota-never', never);
        },
      },
      // I17: the wild goes to the hand, and the turn continues.
      back: {
        async after(seat) {
          assert.ok(twin.hand(seat).includes('W'));
          await here.sees('.play-hand [data-piece="W"]');
          assert.deepEqual(twin.actors, [seat]);
        },
      },
      trade: {
        async instead(seat, move) {
          await here.press({ word: 'trade' }, seat);
          await here.sees('.iota-say');
          for (const piece of move.slice(6).split('+'))
            await here.touch(`.play-hand [data-piece="${piece}"]:not([data-held])`);
          assert.equal(await here.text('.play-main'), here.words['web.iota.trade.do']);
          await here.press({ word: 'done' }, seat);
          await here.follow(seat, move);
        },
      },
    });
  },
);

// ---- Cento ----

const productsOf = (card) => {
  const found = [];
  for (let low = 1; low <= 10; low++)
    if (card % low === 0 && card / low <= 10 && low <= card / low) found.push(low);
  return found.length;
};

at(
  'cento declarations',
  {
    game: 'cento',
    find: {
      wanted: ['several', 'free', 'draw'],
      plies: 20,
      kind: (_, __, move) => {
        if (move === 'draw') return 'draw';
        if (move.startsWith('?')) return 'free';
        return productsOf(Number(move.split('=')[0])) > 1 ? 'several' : null;
      },
      rank: (_, { move }) => (move === 'draw' || move.startsWith('?') ? 0 : 1),
    },
  },
  async (here, deal) => {
    const { page, twin } = here;
    const open = () => page.getAttribute('.cento-open', 'aria-label');
    const offered = (seat, card) =>
      twin.moves(seat).filter((move) => move.startsWith(`${card}=`)).length;
    const declare = {
      // Choosing a card offers exactly the products that it can be declared as (C4).
      async instead(seat, move) {
        const [card, product] = move.split('=');
        await here.touch(`.play-hand [data-piece="${card}"]`);
        await here.counts('.cento-word', offered(seat, card));
        await here.press({ word: product }, seat);
        await here.follow(seat, move);
        assert.ok((await open()).includes(product.replace('x', '\xa0×\xa0')), await open());
      },
    };
    await here.take(0);
    await here.touch('.cento-aid');
    await here.counts('.cento-times tbody td', 100);
    assert.ok((await page.locator('.cento-times td[data-lit]').count()) > 0);
    assert.equal(await page.locator('.cento-times td[data-open]').first().isVisible(), true);
    await here.touch('.cento-aid');
    await through(here, deal, { several: declare, free: declare });
  },
);

// ---- Gobblet ----

const BURIED = ['4@a4', '4@b1', '4@d4', '3@a1', 'a4-a1', '4@c1', '4@d3', '4@d1'];

async function gobblet(here, moves) {
  for (const move of moves) await here.play(here.twin.actors[0], move);
}

at('gobblet lifting', { game: 'gobblet' }, async (here) => {
  const { page } = here;
  await gobblet(here, BURIED.slice(0, 5));
  await here.counts('.gobblet-peek', 0); // GR7
  await here.touch('.gobblet-again button');
  await here.sees('.gobblet-told:not([hidden])');
  assert.equal(await here.text('.gobblet-told'), here.words['web.gobblet.uncovered.none']);
  await gobblet(here, [...BURIED.slice(5), 'a1-a2']); // G10: it brings Black's line to light
  await here.sees('.tables-end');
  assert.match(await here.text('.tables-end p'), /Dan/);
});

at('gobblet peek', { game: 'gobblet', options: { peek: 'on' } }, async (here) => {
  await gobblet(here, BURIED.slice(0, 5));
  await here.sees('[data-place="board:0,0"] .gobblet-peek');
});

at('gobblet touch', { game: 'gobblet', options: { touch: 'on' } }, async (here) => {
  const { page, twin } = here;
  await gobblet(here, ['4@a1', '4@d1']);
  await here.touch('[data-place="board:0,0"]'); // G12: it must be played now
  await here.follow(0, 'a1!');
  assert.deepEqual(twin.actors, [0]);
  await here.sees('[data-place="board:0,0"][data-held]');
  assert.equal((await look(page)).cards.length, 0);
  await page.keyboard.press('Escape');
  await here.touch('[data-place="board:1,1"]');
  await here.follow(0, 'a1-b2');
  assert.deepEqual(twin.actors, [1]);
});

// Picks the menu entry with these words.
async function fromMenu(here, key) {
  await here.touch('.play-tools button:last-child');
  await here.sees('.play-menu');
  const names = await here.page.locator('.play-menu > *').allTextContents();
  const at = names.findIndex((name) => name.trim() === here.words[key]);
  assert.ok(at >= 0, `${key}: ${names}`);
  await here.touch(`.play-menu > :nth-child(${at + 1})`);
}

// G14: the other player is asked, even on the same device.
at('gobblet draw', { game: 'gobblet' }, async (here) => {
  const { page, words } = here;
  await gobblet(here, ['4@a1', '4@d1']);
  await fromMenu(here, 'web.play.draw');
  await here.touch('.play-answers button:nth-child(2)');
  await page.waitForSelector('.play-answers', { state: 'detached' });
  await fromMenu(here, 'web.play.draw');
  await here.touch('.play-answers .button-main');
  await here.sees('.tables-end');
  assert.ok((await here.text('.tables-end p')).includes(words['result.agreed']));
});

// The player who just moved may ask to take the move back, though the other now has the device.
at('gobblet undo', { game: 'gobblet' }, async (here) => {
  await gobblet(here, ['4@a1', '4@d1']);
  await fromMenu(here, 'web.play.undo');
  await here.touch('.play-answers .button-main');
  await here.told(1);
  await here.sees('[data-place="board:3,0"]:not(:has(.gobblet-cup))');
});

// ---- Super Taki ----

const lead = (twin) => twin.table.position.split(' ')[0].split(',')[0];
const phaseOf = (twin) => twin.table.position.split(' ')[4];

function takiKind(twin, seat, move) {
  const phase = phaseOf(twin);
  if (phase.startsWith('react')) return ['break', 'pass'].includes(move) ? move : null;
  if (phase === 'run') return ['close', 'end'].includes(move) ? move : null;
  if (move.startsWith('color=')) return 'colour';
  if (move === 'take') return 'take';
  if (move === 'last') return 'last';
  if (move === '+3') return '+3';
  if (move === 'break') return 'rid';
  if (/taki$/.test(move) || move === 'super') return 'taki';
  return null;
}

// Prefers playing cards to drawing; keeps what is wanted later.
const takiRank = (_, { move }) => {
  if (move === 'draw' || move === 'pass' || move === 'end') return 0;
  return /^(\+3|break|king|color)/.test(move) ? 0.5 : 2;
};

const takiChecks = (here) => {
  const { page, twin } = here;
  return {
    taki: { after: () => here.sees('.taki-sign-run') },
    end: { after: () => here.sees('.taki-sign-open') },
    colour: {
      // The card, its colour, the pile: large, with letter and word.
      async after(_, move) {
        const colour = here.words[`colour.${move.slice(-1)}`];
        assert.ok((await here.text('.taki-force')).includes(colour));
      },
    },
    take: {
      async before() {
        await here.sees('.taki-sign-owed');
      },
    },
    '+3': {
      async after() {
        await here.sees('.taki-sign-window');
        await here.sees('.play-countdown');
      },
    },
    pass: {
      after: () => page.waitForSelector('.taki-sign-window', { state: 'detached' }),
    },
    break: {
      async after() {
        await page.waitForSelector('.taki-sign-window', { state: 'detached' });
        assert.equal(lead(twin), 'break');
      },
    },
    last: { after: () => here.sees('.taki-tag-called') },
  };
};

at(
  'taki runs and colours',
  {
    game: 'taki',
    ...ON_PHONE,
    find: {
      wanted: ['taki', 'close', 'end', 'colour', 'take'],
      plies: 22,
      kind: takiKind,
      rank: takiRank,
    },
  },
  (here, deal) => through(here, deal, takiChecks(here)),
);

at(
  'taki plus three broken',
  {
    game: 'taki',
    ...SLOWLY,
    find: { wanted: ['+3', 'break'], from: 100, plies: 12, kind: takiKind, rank: takiRank },
  },
  (here, deal) => through(here, deal, takiChecks(here)),
);

at(
  'taki plus three passed',
  {
    game: 'taki',
    ...SLOWLY,
    find: { wanted: ['+3', 'pass'], plies: 8, kind: takiKind, rank: takiRank },
  },
  (here, deal) => through(here, deal, takiChecks(here)),
);

// T20: a breaker that breaks nothing costs three cards, and the page says so before it is played.
at(
  'taki breaker at a price',
  {
    game: 'taki',
    ...ON_PHONE,
    find: {
      wanted: ['rid'],
      plies: 1,
      kind: takiKind,
      rank: (_, { move }) => (move === 'break' ? 2 : 1),
    },
  },
  async (here, deal) => {
    const { page, twin } = here;
    const card = '.play-hand [data-piece=break][data-lit]';
    const words = plain(here.words['price.taki.break'].other.replace('{n}', '3'));
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('kufsa.settings') ?? '{}');
      localStorage.setItem('kufsa.settings', JSON.stringify({ ...kept, quick: true }));
    });
    await page.reload(); // shortcuts are on now
    await here.sees('main.play');
    await through(here, deal, {
      rid: {
        async instead(seat, move) {
          await here.sees(`${card} .taki-price`);
          assert.ok(plain(await page.textContent(card)).includes(words));
          await here.counts('.play-price', 0);
          const before = twin.hand(seat).length;
          await here.touch(card);
          assert.equal(await here.text('.play-price'), words);
          await here.touch('.play-main');
          await here.follow(seat, move);
          assert.equal(twin.hand(seat).length, before + 2);
        },
      },
    });
  },
);

// One player only draws; the other plays, and soon has an empty hand.
const alone = (_, { seat, move }) => {
  if (seat === 1) return move === 'draw' || move === 'take' ? 3 : 0;
  return takiRank(_, { move });
};

at(
  'taki last card',
  { game: 'taki', find: { wanted: ['last'], plies: 26, kind: takiKind, rank: alone } },
  (here, deal) => through(here, deal, takiChecks(here)),
);

const stageOf = (twin, seat) => twin.table.position.split(' ')[7].split('/')[seat];

at(
  'taki pyramid',
  {
    game: 'taki',
    options: { mode: 'pyramid', call: 'auto' },
    find: {
      wanted: ['stage'],
      plies: 26,
      kind: (twin, seat) => (stageOf(twin, seat) === '7' ? 'stage' : null),
      rank: alone,
    },
  },
  async (here, deal) => {
    const taken = '.taki-step[aria-hidden=false]';
    await here.sees('.taki-pyramid');
    await here.counts(taken, 1); // T23: both begin at the bottom
    await through(here, deal, {});
    await here.counts(taken, 2);
  },
);

// The window is paused while the device goes to the player who may react, and expires when nobody
// wants to.
at(
  'taki plus three rests',
  {
    game: 'taki',
    hurry: 8, // half a second
    find: { wanted: ['+3'], plies: 12, kind: takiKind, rank: takiRank },
  },
  async (here, { moves }) => {
    const { page } = here;
    for (const { seat, move } of moves) await here.play(seat, move);
    await here.sees('.taki-sign-window');
    await page.waitForTimeout(2500);
    await here.sees('.taki-sign-window');
    await here.touch('.play-foot .play-actions button:last-child');
    await page.waitForSelector('.taki-sign-window', { state: 'detached' });
    assert.equal(await page.locator('.trouble-banner').count(), 0);
  },
);

// While the device is passed on, nobody may read what the other player drew.
at('taki curtain', { game: 'taki' }, async (here) => {
  const { page } = here;
  const log = () => page.locator('.play-told').first().textContent();
  await here.play(0, 'draw');
  await here.sees('.play-curtain');
  const hidden = await log();
  await here.take(1);
  assert.equal(await log(), hidden);
  await here.play(1, 'draw');
  await here.take(0);
  assert.notEqual(await log(), hidden); // the player who drew it may read it
});

await runTests(tests, AT_ONCE);
await chromium.close();
await server.stop();
finish();
