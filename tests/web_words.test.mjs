// The page's words: plurals, directions, names of players, and moves in words in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, readTexts } from './web_bundle.mjs';

const texts = readTexts();
const make = await bundle(`
  export { has, Say, t, useTexts } from './words/words';
  export { seatName, tellEntry } from './words/tell';
`);
const { has, Say, seatName, t, tellEntry, useTexts } = await make();

const inBoth = (name, check) => {
  for (const language of ['en', 'he'])
    test(`${name}, ${language}`, () => {
      useTexts(language, texts[language]);
      check(language);
    });
};

test('a number chooses the form', () => {
  useTexts('en', texts.en);
  assert.deepEqual(
    [1, 2, 5].map((n) => t('cards', { n })),
    ['1 card', '2 cards', '5 cards'],
  );
  useTexts('he', texts.he);
  assert.deepEqual(
    [1, 2, 5].map((n) => t('cards', { n })),
    ['קלף אחד', 'שני קלפים', '5 קלפים'],
  );
});

test('text of the other direction is kept together', () => {
  useTexts('en', texts.en);
  assert.equal(t('result.won', { name: 'Noa' }), 'Noa wins!');
  assert.equal(t('result.won', { name: 'נועה' }), '\u2068נועה\u2069 wins!');
  useTexts('he', texts.he);
  assert.equal(t('result.won', { name: 'נועה' }), 'ובמקום הראשון: נועה!');
  assert.equal(t('result.won', { name: 'Noa' }), 'ובמקום הראשון: \u2068Noa\u2069!');
  const name = { ltr: '4 × 6' };
  assert.equal(t('result.won', { name }), 'ובמקום הראשון: \u20664\xa0×\xa06\u2069!');
});

test('names of both directions stand in the order of the sentence, and so do commas', () => {
  const names = { names: ['Tom', 'סבתא רחל', 'Dan'] };
  useTexts('en', texts.en);
  assert.equal(
    t('web.lobby.waiting', { names }),
    'Waiting for: Tom, \u2068סבתא רחל\u2069, and Dan',
  );
  useTexts('he', texts.he);
  assert.equal(
    t('web.lobby.waiting', { names }),
    'עוד לא מוכנים: \u2068Tom\u2069, סבתא רחל ו-\u2068Dan\u2069',
  );
  const [, list] = Say({ k: 'web.lobby.waiting', names }).props.children;
  assert.deepEqual(
    list.map((part) => part.props?.children ?? part),
    ['Tom', ', ', 'סבתא רחל', ' ו-', 'Dan'],
  );
});

test('letters of any script keep their direction, not only those of the two languages', () => {
  useTexts('en', texts.en);
  assert.equal(t('result.won', { name: 'نور' }), '\u2068نور\u2069 wins!');
  useTexts('he', texts.he);
  assert.equal(t('result.won', { name: 'Ёж' }), 'ובמקום הראשון: \u2068Ёж\u2069!');
  assert.equal(t('result.won', { name: 'é' }), 'ובמקום הראשון: \u2068é\u2069!');
  assert.equal(t('result.won', { name: 'نور' }), 'ובמקום הראשון: نور!');
});

test('a name cannot turn the text around it', () => {
  const seats = [{ name: '\u202eevil\u2069\u202c \u05d0' }];
  assert.equal(seatName({ seats }, 0), 'evil \u05d0');
});

test('a key without a text stands for itself', () => {
  for (const key of ['constructor', 'toString', '__proto__', '']) {
    assert.equal(t(key), key); // a server may say anything
    assert.equal(has(key), false);
  }
  assert.equal(t('web.nothing.here'), 'web.nothing.here');
  assert.equal(has('web.nothing.here'), false);
  assert.equal(has('cards'), true);
});

test('as elements: inserted text keeps its own direction', () => {
  useTexts('he', texts.he);
  const [before, name, after] = Say({ k: 'result.won', name: 'Noa' }).props.children;
  assert.deepEqual([before, after], ['ובמקום הראשון: ', '!']);
  assert.deepEqual([name.type, name.props.children], ['bdi', 'Noa']);
  const ltr = Say({ k: 'result.won', name: { ltr: '+3' } }).props.children[1];
  assert.deepEqual([ltr.type, ltr.props.dir, ltr.props.children], ['bdi', 'ltr', '+3']);
});

const bot = (level) => ({ name: '', bot: level });
const seats = [{ name: 'Noa' }, bot('club'), bot('gentle'), bot('club'), null];

test('who sits there', () => {
  useTexts('en', texts.en);
  const names = seats.map((_, seat) => seatName({ seats }, seat));
  assert.deepEqual(names, ['Noa', 'Club bot 1', 'Gentle bot', 'Club bot 2', 'Seat 5']);
});

// ---- moves ----

const namer = { nameOf: (piece) => `<${piece}>`, placeName: (place) => place.zone };
const hand = (seat) => ({ zone: 'hand', seat });
const pile = { zone: 'pile' };
const discard = { zone: 'discard' };
const board = { zone: 'board', x: 0, y: 0 };
const moved = (piece, from, to, seat = 0) => ({ kind: 'move', seat, piece, from, to });
const tell = (...events) => tellEntry({ v: 1, seat: 0, events }, { seats }, namer);

test('what was done, in English', () => {
  useTexts('en', texts.en);
  assert.deepEqual(tell(moved('R3', hand(0), discard)), ['Noa plays <R3>.']);
  assert.deepEqual(tell(moved('W4', board, board)), ['Noa moves <W4> from board to board.']);
  const drawn = [1, 1, 1].map((seat) => moved(undefined, pile, hand(seat), seat));
  assert.deepEqual(tell(...drawn), ['Club bot 1 draws 3 cards.']);
  const over = (more) => tell({ kind: 'round', count: 2, ...more });
  assert.deepEqual(over({ seat: 1 }), ['Round 2 is over: Club bot 1 was first out.']);
  assert.deepEqual(over({}), ['Round 2 is over.']); // by places, nobody remembers who was first
  assert.deepEqual(tell(moved('R3', pile, hand(0)), moved('R4', pile, hand(0))), [
    'Noa draws <R3>.',
    'Noa draws <R4>.',
  ]);
  const two = [moved(undefined, hand(0), pile), moved(undefined, hand(0), pile)];
  assert.deepEqual(tell(...two), ['Noa puts 2 cards under the pile.']);
  assert.deepEqual(tell({ kind: 'colour', seat: 0, piece: 'color=B' }), ['Noa chooses blue.']);
  assert.deepEqual(tell({ kind: 'show', piece: 'W3', to: board }), [
    'Uncovered on board: <W3>.',
  ]);
  assert.deepEqual(tell({ kind: 'forgot', seat: 0, count: 4 }), [
    'Noa forgot to call the last card, and draws 4 cards.',
  ]);
  assert.deepEqual(tell({ kind: 'over' }, { kind: 'news-of-tomorrow' }), []);
});

test('a piece keeps its small letter within a sentence, and a name is as written', () => {
  useTexts('en', texts.en);
  const lower = { ...namer, nameOf: () => 'the white gobblet' };
  const entry = { v: 1, seat: 0, events: [{ kind: 'show', piece: 'W3', to: board }] };
  assert.deepEqual(tellEntry(entry, { seats }, lower), [
    'Uncovered on board: the white gobblet.',
  ]);
  const small = [{ name: 'noa' }];
  const plays = { v: 1, seat: 0, events: [moved('R3', hand(0), discard)] };
  assert.deepEqual(tellEntry(plays, { seats: small }, namer), ['noa plays <R3>.']); // as written
});

const tellMe = (...events) => tellEntry({ v: 1, seat: 0, events }, { seats, me: 0 }, namer);

inBoth('what I did is told to me, and what others did by their names', () => {
  for (const kind of KINDS) {
    const [mine] = tellMe({ kind, seat: 0, count: 3, piece: 'B' });
    assert.doesNotMatch(mine, /Noa|[{}]|event\.|web\./);
    const [others] = tellMe({ kind, seat: 1, count: 3, piece: 'B' });
    assert.equal(others, tell({ kind, seat: 1, count: 3, piece: 'B' })[0]);
  }
  const ways = [
    [pile, hand(0)],
    [hand(0), discard],
    [hand(0), board],
    [{ zone: 'reserve', seat: 0, x: 0 }, board],
    [board, board],
    [board, hand(0)],
    [hand(0), pile],
    [discard, board],
  ];
  for (const [from, to] of ways)
    for (const piece of ['R3', undefined])
      assert.doesNotMatch(tellMe(moved(piece, from, to))[0], /Noa|[{}]|event\.|web\./);
});

test('what I did, in English', () => {
  useTexts('en', texts.en);
  assert.deepEqual(tellMe(moved('R3', hand(0), discard)), ['You play <R3>.']);
  assert.deepEqual(tellMe({ kind: 'points', seat: 0, count: 5 }), ['You get 5 points.']);
});

const KINDS = `points skip shuffle reverse colour call forgot owe open close window break pass stage
  round deal`.split(/\s+/);

inBoth('every kind of event has its sentence, with nothing left to fill in', () => {
  for (const kind of KINDS) {
    const lines = tell({ kind, seat: 0, count: 3, piece: 'B' });
    assert.equal(lines.length, 1, kind);
    assert.doesNotMatch(lines[0], /[{}]|event\./);
  }
});
