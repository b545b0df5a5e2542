// The page's Super Taki: what it reads out of positions, its words in both languages, and room for
// large hands on small screens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle, readTexts } from './web_bundle.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const load = await bundle(`export * from './skins/taki/position';
  export * from './skins/taki/names';
  export { layOut } from './skins/taki/layout';
  export { useTexts } from './words/words';`);
const taki = await load();
const texts = readTexts();

// ---- positions ----

const FIGURES = ['1', '+2', '3', '4', '5', '6', '7', '8', '9', 'stop', 'turn', 'plus', 'taki'];
const DECK = [
  ...[...'RGBY'].flatMap((colour) => FIGURES.map((figure) => colour + figure)),
  ...['color', 'super', 'king', '+3', 'break'],
];

const cardsIn = (field) => {
  if (field === '-') return 0;
  return field.startsWith('#') ? Number(field.slice(1)) : field.split(',').length;
};

// A position's text again from what was read, as far as that tells it.
function written(p) {
  const chain = p.owed > 0 ? p.owed / 2 : '';
  const passed = p.phase === 'react' ? `:${p.passed.length > 0 ? p.passed.join('') : '-'}` : '';
  return [
    [...[...p.upon].reverse(), p.lead, ...p.under].join(','),
    p.held.join('/'),
    p.pile,
    `${p.turn}${p.clockwise ? '>' : '<'}`,
    `${p.phase}${chain}${passed}`,
    p.open ? 'open' : 'shut',
    p.signs.join(''),
    p.stages ? p.stages.join('/') : '-',
  ].join(' ');
}

function counted(text) {
  const fields = text.split(' ').slice(0, 8);
  fields[1] = fields[1].split('/').map(cardsIn).join('/');
  fields[2] = cardsIn(fields[2]);
  return fields.join(' ');
}

test('every position of the rule tests is read without loss', () => {
  const lines = readFileSync(join(ROOT, 'tests/positions/taki.t'), 'utf8').split('\n');
  const positions = lines.flatMap((line) => /^(?:position|gives) (.+)$/.exec(line)?.[1] ?? []);
  assert.ok(positions.length > 200, `${positions.length} positions`);
  for (const text of positions) {
    const position = taki.readPosition(text);
    assert.ok(position, text);
    assert.equal(written(position), counted(text));
  }
});

test('the leading card lies under every +3 and breaker (T21)', () => {
  const at = (discards) => taki.readPosition(`${discards} #3/#2 #61 0> play shut .. - 0`);
  const { lead, upon, under, colour } = at('break,+3,G7,R7');
  assert.deepEqual([lead, upon, under, colour], ['G7', ['+3', 'break'], ['R7'], 'G']);
  assert.equal(at('color=B,R7').colour, 'B');
  assert.equal(at('super=Y,Y7').colour, 'Y');
  assert.equal(at('king,Y7').colour, null);
  assert.equal(at('+3'), null);
});

test('cards owed are two for each +2, in a window too (T9, TR3)', () => {
  const at = (phase) => taki.readPosition(`R+2 #3/#2/#4 #61 2< ${phase} shut .?! - 0`);
  assert.equal(at('owe3').owed, 6);
  assert.equal(at('play').owed, 0);
  assert.deepEqual([at('react2:01').owed, at('react2:01').passed], [4, [0, 1]]);
  assert.deepEqual([at('react:-').owed, at('react:-').passed], [0, []]);
  assert.deepEqual(at('play').signs, ['.', '?', '!']);
});

test('the order of play follows the direction', () => {
  const order = (turn) =>
    taki.orderFrom(taki.readPosition(`R1 #3/#2/#4/#1 - ${turn} play shut .... - 0`), 1);
  assert.deepEqual(order('1>'), [1, 2, 3, 0]);
  assert.deepEqual(order('1<'), [1, 0, 3, 2]);
});

test('what is no position is none', () => {
  const hands = 'R1 #3/#2 #61';
  for (const text of ['', 'R1', `${hands} 0 play shut .. - 0`, `${hands} 0> nap shut .. - 0`])
    assert.equal(taki.readPosition(text), null, text);
});

test('a card that was just sent lies where the rules will put it', () => {
  const table = { lead: 'G7', upon: ['+3'], under: ['R7'], colour: 'G' };
  const lay = (piece) => taki.laidOn(table, piece);
  assert.deepEqual(lay('break'), { ...table, upon: ['+3', 'break'] });
  assert.deepEqual(lay('B7'), { lead: 'B7', upon: [], under: ['+3', 'G7', 'R7'], colour: 'B' });
  assert.equal(lay('super').lead, 'super=G');
  assert.equal(lay('color=Y').colour, 'Y');
  assert.equal(lay('king').colour, null);
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
  const at = (phase) => ({ position: `R+2 #3/#2 #61 0> ${phase} shut .. - 0` });
  assert.equal(taki.wordLabel('take', at('owe2')), 'Take 4 cards');
  assert.equal(taki.wordLabel('end', at('run')), 'Leave it open');
  assert.equal(taki.wordLabel('end', at('free')), 'End the turn');
  for (const word of ['draw', 'take', 'close', 'end', 'last', 'pass', ...'RGBY'])
    assert.notEqual(taki.label({ kind: 'choose', word }), word);
});

test('touches are spelled as the notation has them', () => {
  const place = { zone: 'hand', seat: 0 };
  const put = { kind: 'put', place: { zone: 'discard' } };
  const take = (piece) => ({ kind: 'take', piece, place });
  const say = (word) => ({ kind: 'choose', word });
  assert.equal(taki.spell([take('G7')]), 'G7');
  assert.equal(taki.spell([take('G7'), put]), 'G7');
  assert.equal(taki.spell([take('color'), put, say('B')]), 'color=B');
  assert.equal(taki.spell([take('color')]), 'color=R');
  assert.equal(taki.spell([take('super')]), 'super');
  assert.equal(taki.spell([take('super'), put, say('Y')]), 'super=Y');
  assert.equal(taki.spell([say('draw')]), 'draw');
  assert.equal(taki.spell([]), null);
});

test('names are told apart in two signs', () => {
  assert.equal(taki.initials('Noa'), 'No');
  assert.equal(taki.initials('Casual bot 2'), 'C2');
  assert.equal(taki.initials('נועה'), 'נו');
  assert.equal(taki.initials('בוט 2 (נינוח)'), 'ב2');
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
