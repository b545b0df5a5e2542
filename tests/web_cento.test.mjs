// The page's Cento Multi: products, what is read out of positions, and its words in both languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle, readTexts } from './web_bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// One module, so that all of them share the texts.
const load = await bundle(`
  export * from './skins/cento/cards';
  export * from './skins/cento/position';
  export * from './skins/cento/names';
  export { useTexts } from './words/words';
`);
const cento = await load();
const texts = readTexts();
const lines = readFileSync(join(ROOT, 'tests/positions/cento.t'), 'utf8').split('\n');

// ---- cards ----

test('42 numbers have products, and ten of them are squares (C1, C6)', () => {
  const numbers = Array.from({ length: 101 }, (_, n) => n).filter(
    (n) => cento.productsOf(n).length,
  );
  assert.equal(numbers.length, 42);
  assert.deepEqual(numbers.filter(cento.isSquare), [1, 4, 9, 16, 25, 36, 49, 64, 81, 100]);
  assert.deepEqual(cento.productsOf(24), [
    [3, 8],
    [4, 6],
  ]);
  assert.deepEqual(cento.productsOf(11), []);
});

test('a card and what was declared of it', () => {
  assert.deepEqual(cento.readShown('24'), { free: false, value: 24, product: null });
  assert.deepEqual(cento.readShown('24=4x6'), { free: false, value: 24, product: [4, 6] });
  assert.deepEqual(cento.readShown('?'), { free: true, value: null, product: null });
  assert.deepEqual(cento.readShown('?=2x8'), { free: true, value: 16, product: [2, 8] });
  assert.equal(cento.readProduct('draw'), null);
});

test('the multipliers in force are those that the rules ask for (C4, CR1, CR2)', () => {
  const force = (piece) => cento.inForce(cento.readShown(piece));
  assert.deepEqual([...force('24=4x6')], [4, 6]);
  assert.deepEqual([...force('36=6x6')], [6]);
  assert.deepEqual([...force('24')].sort(), [3, 4, 6, 8]);
  assert.equal(force('?'), null);
  let position = '';
  let asked = 0;
  for (const line of lines) {
    if (/^(position|gives) /.test(line)) position = line.slice(line.indexOf(' ') + 1);
    const moves = /^legal \d: (.*)$/.exec(line)?.[1].split(' ; ') ?? [];
    if (!position || moves.length < 2 || moves.some((move) => move.startsWith('?'))) continue;
    const { open, seat } = cento.readPosition(position);
    const hand = position.split(' ')[1].split('/')[seat].split('+');
    const fitting = hand
      .flatMap((card) => cento.productsOf(Number(card)).map((product) => ({ card, product })))
      .filter(({ product }) => cento.fits(product, cento.inForce(open)))
      .map(({ card, product }) => `${card}=${product.join('x')}`);
    assert.deepEqual(
      fitting,
      moves.filter((move) => move !== 'draw'),
      position,
    );
    asked++;
  }
  assert.ok(asked >= 5, `${asked} positions`);
});

// ---- positions ----

test('every position of the rule tests is read', () => {
  const positions = lines.flatMap((line) => /^(?:position|gives) (.+)$/.exec(line)?.[1] ?? []);
  assert.ok(positions.length > 100, `${positions.length} positions`);
  const count = (stack) => (stack === '-' ? 0 : stack.split('+').length);
  for (const text of positions) {
    const [open, , pile, discards, totals, turn] = text.split(' ');
    const read = cento.readPosition(text);
    assert.deepEqual(read.open, cento.readShown(open), text);
    if (!pile.startsWith('#')) assert.equal(read.pile, count(pile), text);
    assert.equal(read.discards, count(discards), text);
    assert.equal(read.totals.join('/'), totals, text);
    assert.equal(`${read.seat}:${read.round}:${read.first}`, turn, text);
  }
});

test('hidden cards are counted', () => {
  const read = cento.readPosition('24=4x6 #2/12+35 #30 8+9 0/7 1:2:0');
  assert.deepEqual([read.pile, read.discards, read.totals], [30, 2, [0, 7]]);
});

// ---- words ----

const take = (piece) => ({ kind: 'take', piece, place: { zone: 'hand', seat: 0, x: 0 } });
const choose = (word) => ({ kind: 'choose', word });
const bare = (text) => text.replace(/[\u2066-\u2069]/g, '');

test('what somebody tries is written in the notation of moves', () => {
  assert.equal(cento.spell([take('35'), choose('5x7')]), '35=5x7');
  assert.equal(cento.spell([take('24')]), '24=3x8');
  assert.equal(cento.spell([take('?'), choose('1x4')]), '?=1x4');
  assert.equal(cento.spell([take('35'), choose('draw')]), 'draw');
  assert.equal(cento.spell([]), null);
});

function namesAre(language, names) {
  cento.useTexts(language, texts[language]);
  const told = ['24', '24=4x6', '?', '?=4x6'].map(cento.nameOf);
  assert.deepEqual(told.map(bare), names);
  if (language === 'he') assert.match(told[1], /\u20664 × 6\u2069/);
}

test('cards have their names in both languages', () => {
  namesAre('en', ['24', '24 as 4 × 6', 'a free card', 'a free card for 24, as 4 × 6']);
  namesAre('he', ['24', '24 בהכרזה 4 × 6', 'קלף חופשי', 'קלף חופשי בתור 24, בהכרזה 4 × 6']);
});

test('every word that can be chosen has a label', () => {
  for (const language of ['en', 'he']) {
    cento.useTexts(language, texts[language]);
    assert.notEqual(cento.label(choose('draw')), 'draw');
    assert.equal(bare(cento.label(choose('4x6'))), '4 × 6');
  }
});
