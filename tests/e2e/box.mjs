// The box: finished games get into it by themselves and are looked at, counted, shared, deleted and
// saved as a file; also a full box, full storage, two tabs, and files that are not a box.
//   node tests/e2e/box.mjs PROGRAM [PART OF A SCENE'S NAME]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { boxFile, finished, tagged } from './box_games.mjs';
import { launch, PHONE, serve } from './browser.mjs';
import {
  joinTable,
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
import { openEyes } from './robot.mjs';
import { askerOf } from './twin.mjs';

const server = await serve();
const ask = await askerOf(server.at);
const chromium = await launch();
const outcomes = new Outcomes();
const only = process.argv[3];

// A person, and what they do on their own device.
const scene = async (name, play, wishes = {}) => {
  if (only && !name.includes(only)) return;
  await outcomes.try(name, async () => {
    const one = await person(chromium.browser, server.at, 'Noa', { hurry: 20, ...wishes });
    try {
      await openEyes(one.page);
      await play(one);
      one.faults.none();
    } catch (problem) {
      throw one.faults.of(problem);
    } finally {
      await one.close();
    }
  });
};

const rows = (page) => page.locator('.box .kept-row');
const ways = (page) => page.locator('.box .kept-way');
const hash = (page, to) => page.evaluate((at) => void (location.hash = at), to);

async function box({ page, at }) {
  await page.goto(`${at}/#box`);
  await page.waitForSelector('.box-import');
}

const count = (page, n) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.box .kept-way').length === wanted,
    n,
  );

async function bring({ page }, text) {
  const buffer = Buffer.from(text);
  await page.setInputFiles('.box-import input', { name: 'x', mimeType: 'text/plain', buffer });
  await page.waitForFunction(() => !document.querySelector('.box progress'));
}

const tells = (page, words) =>
  page.waitForSelector(`.box :is([role=status], [role=alert]):has-text("${words}")`);

async function take(one) {
  const coming = one.page.waitForEvent('download');
  await press(one, 'web.box.export');
  return readFileSync(await (await coming).path(), 'utf8');
}

// Plays a game of Gobblet against the computer until it is given up.
async function lose(one) {
  const { page, at } = one;
  await page.goto(`${at}/`);
  await page.click('.home-tile[data-game=gobblet] .button-main');
  await page.waitForSelector('main.play[data-yours]');
  await menu(one, 'web.play.resign');
  await press(one, 'web.play.resign', '.play-sure');
  await page.waitForSelector('.tables-end');
}

// ---- coming in ----

await scene('a game comes in when it ends, also with a reload at that moment', async (one) => {
  const { page } = one;
  await lose(one);
  await page.reload();
  await page.waitForSelector('.over-result');
  await page.click('.over-boxed a'); // and its results lead to it
  const resigned = say('en', 'result.resigned').replace('{name}', '').trim();
  await page.waitForSelector(`.over-result h2:has-text("${resigned}")`);
  await box(one);
  await count(page, 1);
  assert.match(await ways(page).innerText(), new RegExp(say('en', 'web.box.lost')));
  await page.goto(`${one.at}/#`);
  await page.waitForSelector('.home-tile');
  await page.waitForSelector('.kept', { state: 'detached' }); // nothing is left to continue
  await page.reload();
  await box(one);
  await count(page, 1);
});

await scene('what was deleted does not come back by itself', async (one) => {
  const { page } = one;
  await lose(one);
  await page.click('.tables-end button');
  await page.waitForSelector('.over-boxed');
  const there = page.url();
  await box(one);
  await page.click('.box .kept-row button >> nth=1');
  await page.waitForSelector('.kept-gone');
  await page.goto(there);
  await page.waitForSelector('.over-result, .trouble');
  await box(one);
  await page.waitForSelector(`.panel:has-text("${say('en', 'web.box.empty').slice(0, 24)}")`);
  assert.equal(await rows(page).count(), 0);
});

await scene('at a server: who played has it, who watched has not', async (noa) => {
  const others = ['Ben', 'Gal'].map((name) => person(chromium.browser, server.at, name));
  const [ben, gal] = await Promise.all(others);
  const code = await openTable(noa, 'gobblet');
  await joinTable(ben, code);
  await ready(ben);
  await start(noa, ben);
  await gal.page.goto(`${gal.at}/#${code}`);
  await gal.page.waitForSelector('main.play');
  await menu(noa, 'web.play.resign');
  await press(noa, 'web.play.resign', '.play-sure');
  for (const { page } of [noa, ben, gal]) await page.click('.tables-end button');
  for (const { page } of [noa, ben]) await page.waitForSelector('.over-boxed');
  await gal.page.waitForSelector('.over-more');
  await gal.page.reload(); // it comes to a table that is over
  await gal.page.waitForSelector('.over-more');
  for (const [{ page, at }, games] of [[noa, 1], [ben, 1], [gal, 0]]) {
    await page.goto(`${at}/#box`);
    await page.waitForSelector('.box-import');
    await count(page, games);
  }
  assert.match(await ways(ben.page).innerText(), new RegExp(say('en', 'web.box.won')));
  for (const one of [ben, gal]) {
    one.faults.none();
    await one.close();
  }
});

// ---- looking and counting ----

const many = boxFile(ask, 24);

// Everything that the statistics say, with the tables behind the plots.
async function sums({ page }) {
  await page.click('.choice:has(input[value=sums])');
  await page.waitForSelector('.plot');
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('.plot details')) one.open = true;
  });
  const text = await page.locator('.box section:has(.plot)').innerText();
  await page.click('.choice:has(input[value=games])');
  await page.waitForSelector('.kept-row');
  return text;
}

await scene('export, wipe, import: the same numbers', async (one) => {
  const { page } = one;
  await box(one);
  await bring(one, many);
  await count(page, 24);
  const listed = await ways(page).allInnerTexts();
  const counted = await sums(one);
  assert.match(counted, /Noa\s+\d+\s*:\s*\d+\s+Ben/);
  assert.ok(counted.includes(say('en', 'web.box.judged').replace('{n}', 8)), counted);
  assert.ok(counted.includes(say('en', 'web.box.fortunes.skill')));
  const file = await take(one);
  const judged = (text) => [...text.matchAll(/^judged .*$/gm)].map(([line]) => line);
  assert.deepEqual(judged(file).sort(), judged(many).sort());
  await page.goto('about:blank');
  await page.goto(`${one.at}/?wiped#box`);
  await page.waitForSelector('.kept-row');
  await page.evaluate(() => indexedDB.deleteDatabase('kufsa'));
  await page.reload();
  await page.waitForSelector('.box-import');
  await count(page, 0);
  await bring(one, file);
  await count(page, 24);
  assert.deepEqual(await ways(page).allInnerTexts(), listed);
  assert.equal(await sums(one), counted);
  assert.equal(await take(one), file);
  await bring(one, file); // nothing comes in twice
  await tells(page, say('en', 'web.box.import.known').replace('{n}', 24));
  await count(page, 24);
});

await scene('the tables say what the files say', async (one) => {
  const { page } = one;
  await box(one);
  await bring(one, many);
  await count(page, 24);
  const results = many
    .split(/^kufsa-record 1$/m)
    .slice(1)
    .map((text) => /^result (\d+)/m.exec(text)[1] === '1');
  const won = results.filter(Boolean).length;
  const text = await sums(one);
  const numbers = /Won\s+(\d+)\s+Drawn\s+(\d+)\s+Lost\s+(\d+)/.exec(text).slice(1).map(Number);
  assert.equal(numbers.reduce((a, b) => a + b), 24);
  assert.equal(numbers[0] + numbers[1], won); // a shared first place is a draw
});

await scene('chosen by game, rival, result and star', async (one) => {
  const { page } = one;
  await box(one);
  await bring(one, many);
  await count(page, 24);
  const pick = (at, value) => page.locator('.box-pick select').nth(at).selectOption(value);
  await pick(0, 'gobblet');
  await count(page, 10);
  await pick(1, 'person Ben');
  await count(page, 5);
  await pick(1, 'bot casual');
  await count(page, 5);
  await pick(0, '');
  await count(page, 9); // with Iota's
  await pick(1, '');
  await pick(2, 'won');
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.box .kept-row')];
    return all.length > 0 && all.every((row) => row.querySelector('.plot-won'));
  });
  await pick(2, '');
  await page.click('.box-picks .switch');
  await count(page, 3);
  await page.click('.box .kept-row button >> nth=0'); // no favourite any more
  await count(page, 2);
  await page.click('.box-picks .switch');
  await count(page, 24);
});

await scene('opened, replayed, deleted, brought back', async (one) => {
  const { page } = one;
  await box(one);
  await bring(one, many);
  await count(page, 24);
  await page.click('.box .kept-way >> nth=1');
  await page.waitForSelector('.over-places');
  await page.reload();
  await press(one, 'web.over.replay', '.over-ways');
  await page.waitForSelector('.replay-shown');
  await page.goBack();
  await page.waitForSelector('.over-places');
  const remove = say('en', 'web.kept.delete').replace('{game}', 'Super Taki');
  await page.click(`button[aria-label="${remove}"]`);
  await press(one, 'web.kept.undo');
  await page.waitForSelector('.over-places');
  await hash(page, 'box');
  await count(page, 24);
  const label = await ways(page).first().innerText();
  await page.click('.box .kept-row button >> nth=1');
  await count(page, 23);
  await press(one, 'web.kept.undo');
  await count(page, 24);
  assert.equal(await ways(page).first().innerText(), label);
});

await scene('two tabs show the same box', async (one) => {
  const { page, context } = one;
  await box(one);
  await bring(one, boxFile(ask, 3));
  await count(page, 3);
  const other = { ...one, page: await context.newPage() };
  await box(other);
  await count(other.page, 3);
  await page.click('.box .kept-row button >> nth=1');
  await count(other.page, 2);
  await press(one, 'web.kept.undo');
  await count(other.page, 3);
});

// ---- sharing ----

// What the page copies, as text.
const copies = (page) =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async (text) => {
      window.copied = text;
    };
  });

async function openGame(one, game) {
  await box(one);
  await bring(one, tagged(finished(ask, { game, people: ['Noa', 'רות'] }), { at: Date.now() }));
  await one.page.click('.box .kept-way');
  await press(one, 'web.over.share', '.over-ways');
}

await scene('a link has the whole game in it', async (one) => {
  const { page } = one;
  await copies(page);
  await openGame(one, 'taki');
  await page.click('.share-way:has(h3) button >> nth=0');
  const link = await page.waitForFunction(() => window.copied).then((text) => text.jsonValue());
  assert.match(link, /#game\/[\w-]{100,3900}$/);
  await page.keyboard.press('Escape');
  await press(one, 'web.over.replay', '.over-ways');
  const moves = await page.locator('.replay-moves').innerText();
  const other = await person(chromium.browser, server.at, 'Ben');
  await other.page.goto(link);
  await other.page.waitForSelector('.replay-shown');
  assert.equal(await other.page.locator('.replay-moves').innerText(), moves);
  const bomb = deflateRawSync(Buffer.alloc(1 << 24)).toString('base64url').slice(0, 3900);
  const broken = `.wrong:has-text("${say('en', 'web.share.broken').slice(0, 30)}")`;
  const cut = link.slice(0, -40);
  for (const wrong of [cut, `${cut}!`, link.replace(/game.*/, `game/${bomb}`)]) {
    await hash(other.page, '');
    await other.page.waitForSelector('.home-tile');
    await hash(other.page, wrong.slice(wrong.indexOf('#')));
    await other.page.waitForSelector(broken);
  }
  other.faults.none();
  await other.close();
});

await scene('a game too long for a link is a file', async (one) => {
  const { page } = one;
  await box(one);
  const record = finished(ask, { game: 'taki', people: ['Noa', 'Ben'] });
  const long = Array.from({ length: 400 }, (_, i) => `note${i} ${Math.sin(i)}`).join('\n');
  await bring(one, tagged(record.replace('\nrules', `\n${long}\nrules`), { at: 1e12 }));
  await page.click('.box .kept-way');
  await press(one, 'web.over.share', '.over-ways');
  await page.waitForSelector(`dialog :text("${say('en', 'web.share.record.only').slice(0, 30)}")`);
  assert.equal(await page.locator('dialog h3').count(), 3);
  const coming = page.waitForEvent('download');
  await press(one, 'web.over.download', 'dialog');
  assert.match(readFileSync(await (await coming).path(), 'utf8'), /^kufsa-record 1\ngame taki\n/);
});

// In the page: the size of a picture and how many colours are in it.
async function looksOf(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const { width, height } = image;
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  pen.drawImage(image, 0, 0);
  const colours = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const one of colours) counts.set(one, (counts.get(one) ?? 0) + 1);
  const some = [...counts.values()].filter((count) => count > (width * height) / 1000);
  return { width, height, colours: some.length };
}

for (const [game, language] of [['iota', 'en'], ['taki', 'he'], ['gobblet', 'en'], ['cento', 'he']])
  await scene(
    `a picture of ${game}`,
    async (one) => {
      const { page } = one;
      await openGame(one, game);
      const coming = page.waitForEvent('download');
      await press(one, 'web.share.picture.save', 'dialog');
      const bytes = readFileSync(await (await coming).path());
      const address = `data:image/png;base64,${bytes.toString('base64')}`;
      const found = await page.evaluate(looksOf, address);
      assert.ok(found.width >= 1200 && found.height >= 800, JSON.stringify(found));
      assert.ok(found.colours >= 4, JSON.stringify(found)); // cards have theirs
    },
    { language },
  );

// ---- too much, and nothing at all ----

const SOME_ROOM = 'The box was full: the oldest game'; // has made room

await scene('a full box lets the oldest go that has no star', async (one) => {
  const { page } = one;
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...words) {
      if (sessionStorage.full) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, words);
    };
  });
  const record = finished(ask, { game: 'gobblet', people: ['Noa', 'Ben'] });
  const at = Date.now() - 1e9;
  const games = Array.from({ length: 503 }, (_, i) =>
    tagged(record.replace('\nrules', `\ngame_number ${i}\nrules`), {
      at: at + i * 1000,
      favourite: i === 0,
    }),
  );
  await box(one);
  await bring(one, games.join('\n'));
  await tells(page, say('en', 'web.box.dropped').replace('{n}', 3));
  const kept = await take(one);
  const numbers = [...kept.matchAll(/^game_number (\d+)$/gm)].map(([, n]) => Number(n));
  assert.equal(numbers.length, 500);
  assert.deepEqual(numbers.sort((a, b) => a - b).slice(0, 3), [0, 4, 5]);
  // A game that could not come in when it ended comes in later, and that is told too.
  await page.evaluate(() => (sessionStorage.full = '1'));
  await lose(one);
  await page.click('.tables-end button');
  await page.waitForSelector('.over-boxed');
  await page.evaluate(() => sessionStorage.removeItem('full'));
  await page.goto(`${one.at}/?again#`);
  await page.waitForSelector(`.home [role=status]:has-text("${SOME_ROOM}")`);
});

await scene('files that are no box', async (one) => {
  const { page } = one;
  await box(one);
  const good = finished(ask, { game: 'gobblet', people: ['Noa', 'Ben'] });
  for (const text of ['', 'hello', '{"box":1}', '\u0000\uffff'.repeat(999), 'kufsa-record 2\n'])
    await bring(one, text).then(() => tells(page, say('en', 'web.box.import.wrong').slice(0, 30)));
  assert.equal(await rows(page).count(), 0);
  const cut = good.slice(0, good.indexOf('result'));
  const other = good.replace(/^0 .*$/m, '0 z9');
  const far = tagged(good, { at: 4e12, mine: [7, 1] });
  await bring(one, [cut, far, other].join('\n'));
  await tells(page, say('en', 'web.box.import.bad').replace('{n}', 2));
  await count(page, 1);
  assert.match(await ways(page).innerText(), /now/); // no game is from the future
});

await scene('a forbidden storage says so, and the box lasts like the page', async (one) => {
  const { page } = one;
  await page.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('not here', 'SecurityError');
      },
    }),
  );
  await lose(one);
  await page.click('.tables-end button');
  await page.waitForSelector('.over-boxed');
  await hash(page, 'box');
  await tells(page, say('en', 'web.box.forbidden').slice(0, 30));
  await count(page, 1);
  assert.match(await take(one), /^kufsa-record 1\ngame gobblet\n/);
  await page.goto(`${one.at}/?again#`);
  await page.waitForSelector('.kept-over'); // it stayed among the games of this device
});

await scene('a full storage says so, and takes the game once there is room', async (one) => {
  const { page } = one;
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...words) {
      if (window.roomy) return put.apply(this, words);
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await lose(one);
  await page.click('.tables-end button');
  await page.waitForSelector('.over-boxed');
  await hash(page, 'box');
  await tells(page, say('en', 'web.box.full').slice(0, 30));
  await count(page, 1);
  await page.evaluate(() => (window.roomy = true));
  await hash(page, '');
  await page.waitForSelector('.kept', { state: 'detached' }); // it has moved
  await hash(page, 'box');
  await count(page, 1);
  assert.equal(await page.locator('[role=alert]').count(), 0);
});

// ---- looks ----

for (const language of ['en', 'he'])
  await scene(
    `its looks, ${language}`,
    async (one) => {
      const { page } = one;
      const photos = new Photographer(language, true);
      const sizes = ['phone', 'tablet', 'screen'];
      await box(one);
      await photos.show(page, 'box-empty', { sizes: ['phone'] });
      await bring(one, many);
      await count(page, 24);
      await page.click('.box .kept-row button >> nth=1');
      await photos.show(page, 'box', { sizes });
      await page.click('.choice:has(input[value=sums])');
      await page.click('.plot summary >> nth=0');
      await photos.show(page, 'box-sums', { sizes, dark: true });
      await page.click('.plot summary >> nth=0');
      await page.locator('.plot').nth(1).scrollIntoViewIfNeeded();
      await photos.show(page, 'box-fortunes', { sizes });
      await page.click('.choice:has(input[value=games])');
      await page.click('.box .kept-way >> nth=1');
      await page.waitForSelector('.over-places');
      await photos.show(page, 'box-game', { sizes });
      await press(one, 'web.over.share', '.over-ways');
      await page.waitForSelector('.share-way');
      await photos.show(page, 'share', { sizes });
      assert.deepEqual(photos.found, []);
    },
    { language, size: PHONE, touch: true },
  );

await chromium.close();
await server.stop();
await outcomes.tell();
