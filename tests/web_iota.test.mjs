// The page's Iota: how points are told, cells that stay empty for ever, notation, the part of the
// table in sight, and names in both languages. What is true of positions is asked of those that the
// rules themselves are tested with.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle, readTexts } from './web_bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// One module, so that all of them share the texts.
const load = await bundle(`
  export * from './skins/iota/cards';
  export * from './skins/iota/table';
  export * from './skins/iota/names';
  export { beyond, dragged, fitted, showing, zoomed } from './skins/iota/view';
  export { useTexts } from './words/words';
`);
const iota = await load();
const texts = readTexts();

/** `Rc1@0,0+…` as cards that lie somewhere. */
function laidIn(text) {
  return text.split('+').map((each) => {
    const [piece, at] = each.split('@');
    const [x, y] = at.split(',').map(Number);
    return { piece, x, y };
  });
}

const isPlay = (move) => move.includes('@');
const tableOf = (position) => iota.withLaid(new Map(), laidIn(position.split(' ')[0]));

// ---- what the rules are tested with ----

/** The positions of tests/positions/iota.t, each with what is said about it. */
function* said() {
  let position = null;
  const lines = readFileSync(join(ROOT, 'tests/positions/iota.t'), 'utf8').split('\n');
  for (const [i, line] of lines.entries()) {
    const [word] = line.split(' ', 1);
    const rest = line.slice(word.length + 1);
    if (word === 'rule') position = null;
    if (word === 'position' || word === 'gives') position = rest;
    if (position === null) continue;
    if (word === 'can' || word === 'cannot' || word === 'play')
      yield { position, word, rest, after: lines[i + 1], number: i + 1 };
    if (word === 'play') position = null;
  }
}

test('the points of a turn grow to what the rules give', () => {
  let doubled = 0;
  let told = 0;
  for (const { position, word, rest, after, number } of said()) {
    const [seat, move] = rest.split(' ');
    if (word !== 'play' || !isPlay(move ?? '') || !after.startsWith('gives ')) continue;
    const scoreIn = (text) => Number(text.split(' ')[3].split('/')[Number(seat)]);
    const gain = scoreIn(after.slice(6)) - scoreIn(position);
    if (gain === 0) continue; // a race, or wilds alone
    const steps = iota.growth(tableOf(position), laidIn(move), gain);
    assert.equal(steps.at(-1).points, gain, `line ${number}`);
    const { sum } = iota.worth(tableOf(position), laidIn(move));
    assert.equal(steps[0].points, sum, `line ${number}`);
    assert.equal(gain, sum * 2 ** (steps.length - 1), `line ${number}`);
    told++;
    if (steps.length > 1) doubled++;
  }
  assert.ok(told >= 8 && doubled >= 4, `${told} plays, ${doubled} of them doubled`);
});

test('lots, all four cards and the last turn double one after the other (I11 to I13)', () => {
  const table = iota.withLaid(
    new Map(),
    laidIn('Rc1@0,0+Gc2@1,0+Bc3@2,0+Rs4@3,1+Gs4@3,2+Bx1@4,3+Bt1@5,3'),
  );
  const laid = laidIn('Yc4@3,0+Ys4@3,3');
  assert.deepEqual(iota.worth(table, laid), { sum: 10 + 16 + 6, lots: 2 });
  assert.deepEqual(
    iota.growth(table, laid, 128).map(({ points, why }) => [points, why]),
    [
      [32, null],
      [64, 'lot'],
      [128, 'lot'],
    ],
  );
  const four = laidIn('Rc2@0,1+Rc3@0,2+Rc4@0,3+Rs1@0,-1');
  assert.deepEqual(
    iota.growth(new Map([['0,0', 'W']]), four, 40).map(({ points, why }) => [points, why]),
    [
      [10, null],
      [20, 'four'],
      [40, 'last'],
    ],
  );
});

test('points that cannot be explained are only told', () => {
  const laid = laidIn('Rc2@0,1');
  assert.deepEqual(iota.growth(new Map([['0,0', 'Rc1']]), laid, 7), [{ points: 7, why: null }]);
});

// ---- cells that stay empty for ever ----

test('a cell that can be played on is never marked', () => {
  let cells = 0;
  for (const { position, word, rest, number } of said()) {
    if (word !== 'can') continue;
    for (const move of rest
      .replace(/^\d+: /, '')
      .split(' ; ')
      .filter(isPlay))
      for (const { x, y } of laidIn(move)) {
        assert.equal(iota.never(tableOf(position), x, y), false, `line ${number}: ${move}`);
        cells++;
      }
  }
  assert.ok(cells > 40, `${cells} cells`);
});

test('a cell where a line would be too long is marked (I9)', () => {
  let cells = 0;
  for (const { position, word, rest, number } of said()) {
    const found = /^\d+: ([^+]+@\S+) = iota\.I9\.long$/.exec(rest);
    if (word !== 'cannot' || !found) continue;
    const [{ x, y }] = laidIn(found[1]);
    assert.equal(iota.never(tableOf(position), x, y), true, `line ${number}`);
    cells++;
  }
  assert.ok(cells >= 4, `${cells} cells`);
});

test('in whole games no card ever comes to lie on a marked cell', () => {
  const folder = join(ROOT, 'tests/records');
  let marked = 0;
  for (const name of readdirSync(folder).filter((each) => /^iota-.*\.kufsa$/.test(each))) {
    // The starter is not told; as a wild it only makes the test milder.
    let table = new Map([['0,0', 'W']]);
    const dead = new Set();
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      const move = /^\d (\S+@\S+)$/.exec(line)?.[1];
      if (!move) continue;
      for (const { x, y } of laidIn(move)) assert.ok(!dead.has(iota.key(x, y)), `${name}: ${move}`);
      table = iota.withLaid(table, laidIn(move));
      const { x0, y0, cols, rows } = iota.boxOf(table, 1);
      for (let x = x0; x < x0 + cols; x++)
        for (let y = y0; y < y0 + rows; y++) if (iota.never(table, x, y)) dead.add(iota.key(x, y));
    }
    marked += dead.size;
  }
  assert.ok(marked > 100, `${marked} cells`);
});

test('lines that no card suits both of', () => {
  const meet = new Map(Object.entries({ '0,0': 'Rc1', '1,0': 'Rc2', '2,1': 'Gs4', '2,2': 'Bt4' }));
  assert.equal(iota.never(meet, 2, 0), false); // the red circle 4
  const shut = new Map(Object.entries({ '0,0': 'Rc1', '1,0': 'Rc2', '2,1': 'Gc1', '2,2': 'Gc2' }));
  assert.equal(iota.never(shut, 2, 0), true);
  shut.set('1,0', 'W');
  assert.equal(iota.never(shut, 2, 0), false); // green circles, and one of another colour
  assert.equal(iota.never(shut, 0, 0), false); // a card lies there
});

// ---- gestures ----

const take = (piece, x) => ({ kind: 'take', piece, place: { zone: 'hand', seat: 0, x } });
const put = (x, y) => ({ kind: 'put', place: { zone: 'board', x, y } });
const choose = (word) => ({ kind: 'choose', word });
const scene = [
  { place: { zone: 'board', x: 0, y: 0 }, piece: 'Rc1', count: 1 },
  { place: { zone: 'board', x: 1, y: 0 }, piece: 'W', count: 1 },
];

test('what somebody tries is written in the notation of moves', () => {
  const spell = (...steps) => iota.spellPlay(steps, scene);
  assert.equal(spell(choose('pass')), 'pass');
  assert.equal(spell(choose('trade')), null);
  assert.equal(spell(choose('trade'), take('W', 3), take('Gs3', 0)), 'trade Gs3+W');
  assert.equal(spell(choose('trade'), take('Yc1', 1), take('Rx4', 0)), 'trade Rx4+Yc1');
  assert.equal(spell(take('Ys2', 0)), null);
  assert.equal(spell(take('Ys2', 0), put(2, 0)), 'Ys2@2,0');
  assert.equal(spell(take('Ys2', 0), put(1, 0)), 'Ys2~1,0');
  const both = [take('Ys2', 0), put(2, 0), take('Gs3', 1), put(-1, 0)];
  assert.equal(spell(...both), 'Gs3@-1,0+Ys2@2,0');
  // A card that cannot go on from there: asked about beside the one that lies.
  assert.equal(spell(take('Ys2', 0), put(2, 0), take('Gs3', 1)), 'Ys2@2,0+Gs3@3,0');
  assert.equal(spell(put(2, 0)), null);
});

test('staged cards and the one in the fingers', () => {
  const { laid, taken } = iota.stagedIn([take('Ys2', 0), put(2, 0), take('Gs3', 1)]);
  assert.deepEqual(laid, [{ piece: 'Ys2', x: 2, y: 0 }]);
  assert.equal(taken, 'Gs3');
  assert.deepEqual(
    [...iota.cellsOf(scene)],
    [
      ['0,0', 'Rc1'],
      ['1,0', 'W'],
    ],
  );
  assert.deepEqual(iota.boxOf(iota.withLaid(iota.cellsOf(scene), laid), 1), {
    x0: -1,
    y0: -1,
    cols: 5,
    rows: 3,
  });
});

// ---- the part in sight ----

const box = { x0: -3, y0: -1, cols: 7, rows: 4 };

test('the whole table fits, and no larger than cards are', () => {
  assert.deepEqual(iota.fitted(box, { width: 350, height: 400 }, null), { x: 0.5, y: 1, size: 50 });
  const single = { x0: -1, y0: -1, cols: 3, rows: 3 };
  assert.equal(iota.fitted(single, { width: 600, height: 600 }, null).size, 132);
  assert.equal(iota.fitted(single, { width: 1500, height: 1000 }, null).size, 200);
});

test('a table too large to fit shows where something happened', () => {
  const wide = { x0: 0, y0: 0, cols: 20, rows: 4 };
  const port = { width: 240, height: 400 };
  const view = iota.fitted(wide, port, { x: 12.5, y: 1 });
  assert.deepEqual(view, { x: 12.5, y: 2, size: 24 });
  assert.deepEqual(iota.beyond(view, port, wide), ['left', 'right']);
  assert.equal(iota.fitted(wide, port, { x: 19.5, y: 1 }).x, 15);
  assert.equal(iota.fitted(wide, port, { x: 0.5, y: 1 }).x, 5);
  assert.deepEqual(iota.beyond({ x: 5, y: 2, size: 24 }, port, wide), ['right']);
  assert.deepEqual(iota.beyond({ x: 15, y: 9, size: 100 }, port, wide), [
    'left',
    'right',
    'bottom',
  ]);
});

test('what is under the fingers stays there while it grows', () => {
  const view = { x: 2, y: 3, size: 40 };
  const at = { x: 100, y: -60 };
  const under = ({ x, y, size }) => [x + at.x / size, y - at.y / size];
  assert.deepEqual(under(iota.zoomed(view, 1.25, at)), under(view));
  assert.equal(iota.zoomed(view, 1000, at).size, 480);
  assert.equal(iota.zoomed(view, 0.001, at).size, 20);
});

test('dragging follows the finger and keeps the table in sight', () => {
  const view = { x: 0, y: 0, size: 50 };
  assert.deepEqual(iota.dragged(view, 50, 50, box), { x: -1, y: 1, size: 50 });
  assert.deepEqual(iota.dragged(view, 5000, 5000, box), { x: -3, y: 3, size: 50 });
});

test('a cell that gets the focus comes into sight', () => {
  const view = { x: 0, y: 0, size: 50 };
  const port = { width: 400, height: 300 };
  assert.deepEqual(iota.showing(view, port, 1, 1), view);
  assert.deepEqual(iota.showing(view, port, 6, -4), { x: 3.5, y: -1.5, size: 50 });
});

// ---- names ----

const bare = (text) => text.replace(/[\u2066-\u2069]/g, '');

test('cards have their names in both languages', () => {
  iota.useTexts('en', texts.en);
  assert.equal(iota.nameOf('Ys2'), 'yellow square 2');
  assert.equal(iota.nameOf('W'), 'a wild card');
  iota.useTexts('he', texts.he);
  assert.equal(iota.nameOf('Ys2'), 'ריבוע צהוב 2');
  assert.equal(iota.nameOf('Bc4'), 'עיגול כחול 4');
  assert.equal(iota.nameOf('W'), 'ג׳וקר');
});

test('places count from the starter, with a minus that stays at its number', () => {
  iota.useTexts('en', texts.en);
  assert.equal(iota.placeName({ zone: 'board', x: -1, y: 2 }), 'row 2, column −1');
  assert.equal(iota.placeName({ zone: 'pile' }), 'the draw pile');
  iota.useTexts('he', texts.he);
  const name = iota.placeName({ zone: 'board', x: -1, y: 2 });
  assert.equal(bare(name), 'שורה 2, טור −1');
  assert.match(name, /\u2066−1\u2069/);
});

test('every word that can be chosen has a label', () => {
  for (const language of ['en', 'he']) {
    iota.useTexts(language, texts[language]);
    for (const word of ['pass', 'trade', 'done'])
      assert.notEqual(iota.label(choose(word)), word, `${language} ${word}`);
  }
});
