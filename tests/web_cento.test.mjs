// The page's Cento Multi: its cards, and its words in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, readTexts } from './web_bundle.mjs';

// One module, so that all of them share the texts.
const load = await bundle(`
  export * from './skins/cento/cards';
  export * from './skins/cento/names';
  export { touchedPad, typedPad } from './skins/cento/pad';
  export { useTexts } from './words/words';
`);
const cento = await load();
const texts = readTexts();

// ---- cards ----

test('a card and its declaration', () => {
  assert.deepEqual(cento.readShown('24'), { free: false, value: 24, product: null });
  assert.deepEqual(cento.readShown('24=4x6'), { free: false, value: 24, product: [4, 6] });
  assert.deepEqual(cento.readShown('?'), { free: true, value: null, product: null });
  assert.deepEqual(cento.readShown('?=2x8'), { free: true, value: 16, product: [2, 8] });
  assert.equal(cento.readProduct('draw'), null);
});

// ---- saying it ----

test('factors are typed without a key between them', () => {
  const typed = (keys) => [...keys].reduce((said, key) => cento.typedPad(said, key), []);
  assert.deepEqual(typed('83'), [8, 3]);
  assert.deepEqual(typed('101'), [10, 1]);
  assert.deepEqual(typed('110'), [1, 10]);
  assert.deepEqual(typed('1010'), [10, 10]);
  assert.deepEqual(typed('05'), [5], 'there is no 0');
  assert.deepEqual(typed('837'), [8, 3], 'two are enough');
  assert.deepEqual(cento.typedPad([8, 10], 'Backspace'), [8]);
  assert.equal(cento.typedPad([], 'Backspace'), null, 'the screen lets the card go');
  assert.equal(cento.typedPad([8], 'x'), null);
});

test('a touch too many replaces the second factor', () => {
  assert.deepEqual([8, 3, 4].reduce(cento.touchedPad, []), [8, 4]);
});

// ---- words ----

const choose = (word) => ({ kind: 'choose', word });
const bare = (text) => text.replace(/[\u2066-\u2069]/g, '').replaceAll('\xa0', ' ');

function namesAre(language, names) {
  cento.useTexts(language, texts[language]);
  const told = ['24', '24=4x6', '?', '?=4x6'].map(cento.nameOf);
  assert.deepEqual(told.map(bare), names);
  if (language === 'he') assert.match(told[1], /\u20664\xa0×\xa06\u2069/);
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
