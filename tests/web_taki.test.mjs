// The page's Super Taki: how it lays out scene and facts, its words in both languages, and room
// for large hands on small screens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, readTexts } from './web_bundle.mjs';

const load = await bundle(`export { countIn } from './engine/facts';
  export * from './skins/taki/table';
  export * from './skins/taki/names';
  export { layOut } from './skins/taki/layout';
  export { useTexts } from './words/words';`);
const taki = await load();
const texts = readTexts();

const FIGURES = ['1', '+2', '3', '4', '5', '6', '7', '8', '9', 'stop', 'turn', 'plus', 'taki'];
const DECK = [
  ...[...'RGBY'].flatMap((colour) => FIGURES.map((figure) => colour + figure)),
  ...['color', 'super', 'king', '+3', 'break'],
];

// ---- the table ----

const discard = (piece) => ({ place: { zone: 'discard' }, piece, count: 1 });
const viewOf = (pieces, ...facts) => ({ scene: pieces.map(discard), facts });

test('discards beneath the leading card, and those on it (T21)', () => {
  const view = viewOf(['R1', 'R7', 'G7', '+3', 'break'], { name: 'lead', piece: 'G7', number: 2 });
  const discards = { under: ['R1', 'R7'], lead: 'G7', upon: ['+3', 'break'] };
  assert.deepEqual(taki.discardsOf(view), discards);
  const under = ['R1', 'R7', 'G7', '+3', 'break'];
  assert.deepEqual(taki.laidOn(discards, 'B7'), { under, lead: 'B7', upon: [] });
  const one = viewOf(['G7'], { name: 'lead', piece: 'G7' });
  assert.deepEqual(taki.discardsOf(one), { under: [], lead: 'G7', upon: [] });
});

test('the colour in force, cards in hands and in the pile', () => {
  assert.equal(taki.colourInForce(viewOf([], { name: 'colour', piece: 'color=B' })), 'B');
  assert.equal(taki.colourInForce(viewOf([])), null);
  const hand = (seat, count) => ({ place: { zone: 'hand', seat }, count });
  const scene = [{ place: { zone: 'pile' }, count: 61 }, hand(0, 1), hand(0, 1), hand(1, 5)];
  assert.deepEqual(
    [['pile'], ['hand', 0], ['hand', 1], ['hand', 2]].map((at) => taki.countIn({ scene }, ...at)),
    [61, 2, 5, 0],
  );
});

// ---- words ----

test('every card has a name of its own in both languages', () => {
  const chosen = [...'RGBY'].flatMap((colour) => [`color=${colour}`, `super=${colour}`]);
  const pieces = [...DECK, ...chosen, ...'RGBY'];
  for (const language of ['en', 'he']) {
    taki.useTexts(language, texts[language]);
    const names = pieces.map((piece) => taki.nameOf(piece));
    assert.equal(new Set(names).size, pieces.length);
    for (const name of names) assert.doesNotMatch(name, /web\.|figure\.|colour\.|[{}]/);
    const latin = names.filter((name) => /[A-Za-z]/.test(name));
    if (language === 'he') assert.deepEqual(latin, []);
  }
  assert.equal(taki.nameOf('R7'), '7 אדום');
  assert.equal(taki.nameOf('break'), 'שובר פלוס 3');
  taki.useTexts('en', texts.en);
  assert.equal(taki.nameOf('Gturn'), 'green change direction');
});

test('buttons say how many cards, and what ending means', () => {
  taki.useTexts('en', texts.en);
  const owed = viewOf([], { name: 'owed', seat: 0, number: 4 });
  assert.equal(taki.wordLabel('take', owed), 'Take 4 cards');
  assert.equal(taki.wordLabel('end', viewOf([], { name: 'run', seat: 0 })), 'Leave it open');
  assert.equal(taki.wordLabel('end', viewOf([], { name: 'free', seat: 0 })), 'End the turn');
  for (const word of ['draw', 'take', 'close', 'end', 'last', 'pass', ...'RGBY'])
    assert.notEqual(taki.label({ kind: 'choose', word }), word);
});

test('names are told apart in two signs', () => {
  assert.equal(taki.initials('Noa'), 'No');
  assert.equal(taki.initials('Casual bot 2'), 'C2');
  assert.equal(taki.initials('נועה'), 'נו');
  assert.equal(taki.initials('בוט 2 (בינוני)'), 'ב2');
});

// ---- the hand ----

test('every hand fits every width, with enough of each card for a finger', () => {
  const widths = [288, 344, 700, 1150].flatMap((width) => [
    [width, false],
    [width, true],
  ]);
  for (const [width, big] of widths)
    for (let count = 1; count <= 60; count++) {
      const { card, step, cols } = taki.layOut(count, width, 740, big);
      assert.ok(step * (cols - 1) + card <= width + 0.01, `${count} in ${width}`);
      assert.ok(cols === 1 || step >= 24, `${count} in ${width}: ${step}`);
      assert.ok(cols <= count && card >= 60, `${count} in ${width}`);
    }
  const { cols } = taki.layOut(20, 344, 740, false);
  assert.ok(Math.ceil(20 / cols) <= 2, 'twenty cards in two rows on a phone');
});

// ---- prices ----

test('surprising effects are announced beforehand', () => {
  taki.useTexts('en', texts.en);
  const view = viewOf(
    [],
    { name: 'cost', seat: 0, piece: 'Rplus', number: 1 },
    { name: 'cost', seat: 0, piece: 'break', number: 3 },
  );
  const price = (piece, viewer) => taki.priceOf([{ kind: 'take', piece }], { view, viewer });
  assert.match(price('break', 0), /costs you 3 cards.*T20/);
  assert.match(price('Rplus', 0), /TR11/);
  assert.equal(price('Gplus', 0), null);
  assert.equal(price('break', 1), null);
  assert.equal(price('break', null), null);
});
