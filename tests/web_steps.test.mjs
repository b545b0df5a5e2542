// Touches in the page: what one more touch does, and where arrow keys lead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from './web_bundle.mjs';

const { steps, roving, gobblet } = await (
  await bundle(`export * as steps from './table/steps';
    export * as roving from './table/Roving';
    export * as gobblet from './skins/gobblet/stacks';`)
)();

const board = (x, y) => ({ zone: 'board', x, y });
const hand = (x) => ({ zone: 'hand', seat: 0, ...(x === undefined ? {} : { x }) });
const take = (piece, place) => ({ kind: 'take', piece, place });
const put = (place) => ({ kind: 'put', place });
const choose = (word) => ({ kind: 'choose', word });

// Rules of a game with these moves, each a list of steps: pairs in any order, words at the end.
const rules = (moves) => (done) => {
  const next = [];
  for (const move of moves) {
    const rest = move.filter((step) => !done.some((made) => steps.alike(made, step)));
    if (rest.length + done.length !== move.length || rest.length === 0) continue;
    const held = steps.dangling(done);
    const at = held ? move.findIndex((step) => steps.alike(step, held)) + 1 : move.indexOf(rest[0]);
    if (!next.some((step) => steps.alike(step, move[at]))) next.push(move[at]);
  }
  return { count: next.length, next, move: null, almost: null };
};

const two = rules([
  [take('W4', board(0, 0)), put(board(1, 1))],
  [take('W4', board(0, 0)), put(board(2, 2))],
  [take('W3', board(1, 1)), put(board(0, 1))],
]);

test('a second touch deselects', () => {
  const held = steps.touched([], take('W4', board(0, 0)), two);
  assert.equal(held.length, 1);
  assert.deepEqual(steps.touched(held, take('W4', board(0, 0)), two), []);
  assert.deepEqual(steps.touched(held, put(board(0, 0)), two), [], 'also as a target');
});

test('another piece is taken instead', () => {
  const held = [take('W4', board(0, 0))];
  const other = rules([
    [take('W4', board(0, 0)), put(board(2, 2))],
    [take('W3', board(1, 1)), put(board(0, 1))],
  ]);
  assert.deepEqual(steps.touched(held, put(board(1, 1)), other), [take('W3', board(1, 1))]);
  assert.deepEqual(steps.touched(held, take('W3', board(1, 1)), other), [take('W3', board(1, 1))]);
});

test('a touched square means what is legal there', () => {
  const held = [take('W4', board(0, 0))];
  assert.deepEqual(steps.touched(held, take('B2', board(2, 2)), two), [...held, put(board(2, 2))]);
  assert.equal(steps.touched(held, put(board(3, 3)), two), null);
  assert.equal(steps.touched([], take('B2', board(3, 3)), two), null);
});

test('equal cards differ on screen, not in the rules', () => {
  const wilds = [take('*', hand(0)), take('*', hand(1))];
  assert.ok(steps.alike(wilds[0], wilds[1]));
  assert.ok(!steps.same(wilds[0], wilds[1]));
  assert.ok(steps.same(wilds[0], take('*', hand())));
});

test('of equal stacks the rules name one', () => {
  const stack = (x) => ({ zone: 'reserve', seat: 0, x });
  const reserve = rules([[take('W4', stack(0)), put(board(0, 0))]]);
  assert.deepEqual(steps.touched([], take('W4', stack(2)), reserve), [take('W4', stack(0))]);
});

test('a staged card is taken back with its target, a word with what follows', () => {
  const staged = [take('R1', hand(0)), put(board(0, 0)), take('R2', hand(1)), put(board(0, 1))];
  assert.deepEqual(steps.without(staged, 1), staged.slice(2));
  assert.deepEqual(steps.without(staged, 2), staged.slice(0, 2));
  assert.deepEqual(steps.shorter(staged), staged.slice(0, 2));
  const trade = [choose('trade'), take('R1', hand(0)), take('R2', hand(1))];
  assert.deepEqual(steps.without(trade, 1), [trade[0], trade[2]]);
  assert.deepEqual(steps.without(trade, 0), []);
});

test('the only target, and the order of words', () => {
  assert.deepEqual(steps.onlyTarget([put({ zone: 'discard' })]), put({ zone: 'discard' }));
  assert.equal(steps.onlyTarget([put({ zone: 'discard' }), choose('draw')]), null);
  const words = ['end', 'draw', 'close', 'last'].map(choose);
  assert.deepEqual(
    steps.inOrder(words).map((step) => step.word),
    ['close', 'last', 'draw', 'end'],
  );
});

test('arrows on a board with holes', () => {
  const cells = [board(0, 0), board(2, 0), board(1, 3)];
  assert.deepEqual(roving.ahead(board(0, 0), 1, 0, cells), board(2, 0), 'straight over a hole');
  assert.deepEqual(roving.ahead(board(0, 0), 0, 1, cells), board(1, 3), 'else the nearest there');
  assert.equal(roving.ahead(board(0, 0), -1, 0, cells), null);
});

test('arrows in a hand follow the reading direction', () => {
  assert.equal(roving.slide('ArrowRight', 0, 3, false), 1);
  assert.equal(roving.slide('ArrowRight', 1, 3, true), 0);
  assert.equal(roving.slide('ArrowLeft', 1, 3, true), 2);
  assert.equal(roving.slide('ArrowRight', 2, 3, false), -1);
  assert.equal(roving.slide('End', 0, 3, false), 2);
});

test("Gobblet's squares, with what is covered, and after moves", () => {
  const nested = { zone: 'reserve', seat: 0, x: 1 };
  const tops = [['W4', board(2, 1)], ['B4', board(3, 0)], ['W3', nested]];
  const under = [['W2', board(2, 1)], ['B3', board(2, 1)]];
  const item = ([piece, place]) => ({ piece, place, count: 1 });
  const facts = under.map(([piece, place]) => ({ name: 'covered', piece, place }));
  const squares = gobblet.squaresOf({ scene: tops.map(item), facts });
  const at = (all, x, y) => all[gobblet.indexOf(board(x, y))];
  assert.deepEqual(at(squares, 2, 1), ['W2', 'B3', 'W4']);
  assert.deepEqual(at(squares, 3, 0), ['B4']);
  assert.equal(squares.flat().length, 4);
  const peek = gobblet.squaresOf({ scene: [...under, ...tops].map(item), facts });
  assert.deepEqual(peek, squares, 'a scene that shows everything tells the same');
  const lifted = gobblet.moved(squares, 'W4', board(2, 1), board(0, 0));
  assert.deepEqual(at(lifted, 2, 1), ['W2', 'B3']);
  assert.deepEqual(at(lifted, 0, 0), ['W4']);
  const reserve = { zone: 'reserve', seat: 1, x: 0 };
  const entered = gobblet.withSent(squares, [take('B4', reserve), put(board(0, 3))]);
  assert.deepEqual(at(entered, 0, 3), ['B4']);
});

test('a stack stays where it stands, though the rules sort them', () => {
  assert.deepEqual(gobblet.arranged([4, 4, 4], [4, 4, 3], 1), [4, 3, 4]);
  assert.deepEqual(gobblet.arranged([4, 3, 4], [4, 4, 4], -1), [4, 4, 4]);
  assert.deepEqual(gobblet.arranged([4, 3, 4], [4, 4, 3], -1), [4, 3, 4]);
  assert.deepEqual(gobblet.arranged([], [4, 2, 0], -1), [4, 2, 0]);
  assert.deepEqual(gobblet.slotsOf([4, 3, 4], 2), [2, 0, 1]);
});
