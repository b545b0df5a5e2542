// What skins of the page ask the rules about a card that lies on no table.
//   node tests/wasm_skins.mjs kufsa.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { finish, test } from './program.mjs';
import { bundle } from './web_bundle.mjs';

const bytes = readFileSync(process.argv[2]);
globalThis.fetch = async () =>
  new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
const load = await bundle(`
  export { loadEngine } from './engine/wasm';
  export { reach, viewOf } from './table/eye';
  export * from './skins/cento/cards';
`);
const page = await load();
await page.loadEngine();

const written = ({ product, fits }) => product.join('x') + (fits ? '*' : '');
const products = (card, view = page.viewAlone(card), seat = undefined) =>
  page.waysOf(view, card, seat).map(written);
const factors = (piece) => [...page.factorsOf(page.viewAlone(piece))];

await test('cento: cards have their products, and ten numbers are squares', () => {
  assert.deepEqual(products('24'), ['3x8', '4x6']);
  assert.deepEqual(products('36'), ['4x9', '6x6']);
  assert.deepEqual(products('7'), ['1x7']);
  assert.deepEqual(products('?'), []);
  const squares = [...page.squaresOf(page.viewAlone('24'))];
  assert.deepEqual(squares, [1, 4, 9, 16, 25, 36, 49, 64, 81, 100]);
});

await test('cento: what may follow a card that was just sent', () => {
  assert.deepEqual(factors('24=4x6'), [4, 6]);
  assert.deepEqual(factors('?=4x6'), [4, 6]);
  assert.deepEqual(factors('36=6x6'), [6]);
  assert.deepEqual(factors('24'), [3, 4, 6, 8]);
  assert.deepEqual(factors('?'), []);
});

await test('cento: facts say what fits in a hand; asking changes nothing', () => {
  const seats = [{ name: 'Noa' }, { name: 'Ben' }];
  const position = '24=4x6 35+36+?/#2 #5 12 0/0 0:1:0';
  const view = page.viewOf({ game: 'cento', seats, options: {}, position }, 0);
  page.viewAlone('100=10x10');
  assert.deepEqual(products('36', view, 0), ['4x9*', '6x6*']);
  assert.deepEqual(products('35', view, 0), ['5x7']);
  assert.equal(products('?', view, 0).length, 55);
  assert.equal(products('?', view, 0).filter((way) => way.endsWith('*')).length, 19);
  const taken = page.reach(view, []).next.map(({ piece, word }) => piece ?? word);
  assert.deepEqual(taken.sort(), ['36', '?', 'draw']);
});

finish();
