// The page's Iota: staged cards, the part of the table in sight, and names in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, readTexts } from './web_bundle.mjs';

// One module, so that all of them share the texts.
const load = await bundle(`
  export * from './skins/iota/cards';
  export * from './skins/iota/table';
  export * from './skins/iota/names';
  export { beyond, dragged, fitted, revealing, showing } from './skins/iota/camera';
  export { uncovered, zoomed } from './skins/iota/camera';
  export { useTexts } from './words/words';
`);
const iota = await load();
const texts = readTexts();

// ---- gestures ----

const take = (piece, x) => ({ kind: 'take', piece, place: { zone: 'hand', seat: 0, x } });
const put = (x, y) => ({ kind: 'put', place: { zone: 'board', x, y } });
const choose = (word) => ({ kind: 'choose', word });
const scene = [
  { place: { zone: 'board', x: 0, y: 0 }, piece: 'Rc1', count: 1 },
  { place: { zone: 'board', x: 1, y: 0 }, piece: 'W', count: 1 },
];

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

test('a table too large to fit shows the latest change', () => {
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

test('without a minimum size the whole table is visible', () => {
  const wide = { x0: 0, y0: 0, cols: 40, rows: 4 };
  const port = { width: 240, height: 400 };
  const view = iota.fitted(wide, port, { x: 12.5, y: 1 }, 0);
  assert.deepEqual(view, { x: 20, y: 2, size: 6 });
  assert.deepEqual(iota.beyond(view, port, wide), []);
});

test('cells that can be touched come into view', () => {
  const view = { x: 0, y: 0, size: 24 };
  const port = { width: 240, height: 96 };
  const shown = (...cells) => iota.revealing(view, port, cells);
  assert.deepEqual(shown(), view);
  assert.deepEqual(shown({ x: 0, y: 0 }, { x: 4, y: -2 }), view);
  assert.deepEqual(shown({ x: 0, y: 0 }, { x: 0, y: 2 }), { x: 0, y: 1, size: 24 });
  assert.deepEqual(shown({ x: -9, y: 0 }), { x: -4, y: 0, size: 24 });
  assert.deepEqual(shown({ x: -9, y: 0 }, { x: 9, y: 0 }), { x: 0.5, y: 0, size: 24 });
});

test('the cards of a hint are not covered by its words', () => {
  const view = { x: 0, y: 0, size: 50 };
  const port = { width: 400, height: 300 };
  const shown = (cells) => iota.uncovered(view, box, port, cells, 100);
  assert.deepEqual(shown([]), view);
  assert.deepEqual(shown([{ x: 0, y: 0 }]), view);
  assert.deepEqual(shown([{ x: 0, y: 0 }, { x: 0, y: 1 }]), { x: 0, y: 1, size: 50 });
  // Where the lowest would leave the port, the whole table goes into the rest of it.
  const whole = shown([{ x: 0, y: -2 }, { x: 0, y: 2 }]);
  assert.deepEqual(whole, { x: 0.5, y: 2, size: 50 });
});

test('zooming keeps what is under the fingers there', () => {
  const view = { x: 2, y: 3, size: 40 };
  const at = { x: 100, y: -60 };
  const under = ({ x, y, size }) => [x + at.x / size, y - at.y / size];
  assert.deepEqual(under(iota.zoomed(view, 1.25, at)), under(view));
  assert.equal(iota.zoomed(view, 1000, at).size, 480);
  assert.equal(iota.zoomed(view, 0.001, at).size, 20);
});

test('dragging follows the finger and keeps the table visible', () => {
  const view = { x: 0, y: 0, size: 50 };
  assert.deepEqual(iota.dragged(view, 50, 50, box), { x: -1, y: 1, size: 50 });
  assert.deepEqual(iota.dragged(view, 5000, 5000, box), { x: -3, y: 3, size: 50 });
});

test('a focused cell becomes visible', () => {
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

test('places count from the starter, and a minus stays with its number', () => {
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
