// What the page keeps of a review, and says of an answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from './web_bundle.mjs';

const make = await bundle(`
  export * from './engine/review';
  export * from './app/stories';
`);
const page = await make();

test('a moment is found by its index: two seats may have one at the same ply', () => {
  // Seat 0 forgets to call while seat 1 moves, so from there on an index is no ply.
  const seats = [0, 1, 0, 1, 0, 1];
  const plies = [0, 1, 3, 3, 4, 5];
  const marks = ['slip', null, 'gift', 'miss', null, 'slip'];
  const moves = seats.map((seat, i) => ({
    seat,
    ply: plies[i],
    move: i === 2 ? null : `${i}`,
    mark: marks[i],
  }));
  const players = [{ moments: [2, 0] }, { moments: [3, 5] }];
  const turns = ['lucky', null, 'unlucky'].map((mark, to) => ({ seat: to % 2, to, mark }));
  const review = page.marked({ players, moves, turns });
  assert.deepEqual(review.turns, [turns[0], turns[2]]);
  assert.deepEqual(review.moves, [moves[0], moves[2], moves[3], moves[5]]);
  assert.deepEqual(page.momentsOf(review, 0), [moves[0], moves[2]]);
  assert.deepEqual(page.momentsOf(review, 1), [moves[3], moves[5]]);
  assert.deepEqual(page.momentsOf(review, 2), []);
});

test('an answer is worth what its own verdict says', () => {
  // The review had found 0.7 for the best move, in other worlds than these.
  assert.equal(page.worthOf('a', 'b', { before: 0.62, after: 0.6 }), 'good');
  assert.equal(page.worthOf('a', 'b', { before: 0.8, after: 0.69 }), 'better');
  assert.equal(page.worthOf('a', 'b', undefined), 'thinking');
  assert.equal(page.worthOf('b', 'b', undefined), 'right');
});

// A moment in which `c` was played and `a` was better.
const moment = {
  seat: 1,
  move: 'c',
  best: 'a',
  proof: -2,
  best_proof: 3,
  line: [[1, 'a'], [0, 'b']],
  own_line: [[1, 'c'], [0, 'd'], [1, 'e']],
};
const names = (stories) => stories.map(({ name }) => name);

test('the better move is shown whole, and beside it what was played or answered', () => {
  const right = page.storiesOf(moment, 'a', moment);
  assert.deepEqual(right, [
    { name: 'best', line: moment.line },
    { name: 'played', line: moment.own_line },
  ]);
  assert.deepEqual(page.storiesOf(moment, 'c', moment), right);
  const yours = { ...moment, move: 'x', proof: 0, own_line: [] };
  assert.deepEqual(page.storiesOf(moment, 'x', yours)[1], { name: 'yours', line: [[1, 'x']] });
  assert.deepEqual(names(page.storiesOf(moment, 'x', undefined)), ['best']);
  const only = { ...moment, move: 'a', own_line: moment.line };
  assert.deepEqual(names(page.storiesOf(only, 'a', only)), ['best']);
  assert.deepEqual(names(page.storiesOf(only, 'x', yours)), ['best', 'yours']);
  const waited = { ...moment, move: null, own_line: [] }; // a duty was forgotten
  assert.deepEqual(names(page.storiesOf(waited, '', waited)), ['best']);
});

test('what is proven is told of the better move and of the other one', () => {
  const told = (...given) => page.provenOf(...given).map(({ what, moves }) => `${what} ${moves}`);
  assert.deepEqual(told(moment, 'a', moment), ['win 3', 'played 2']);
  assert.deepEqual(told(moment, 'x', { ...moment, move: 'x', proof: -1 }), ['win 3', 'yours 1']);
  assert.deepEqual(told(moment, 'x', undefined), ['win 3']);
  assert.deepEqual(told({ ...moment, best_proof: 0 }, 'c', moment), ['played 2']);
  assert.deepEqual(told({ ...moment, best_proof: -4 }, 'c', moment), ['lost 4']);
  const only = { ...moment, move: 'a', proof: 3 };
  assert.deepEqual(told(only, 'a', only), ['win 3']);
});

test('the luckiest and the unluckiest turn of a seat, if there are any', () => {
  const turn = (seat, to, luck, mark) => ({ seat, from: to - 2, to, luck, mark });
  const turns = [
    turn(0, 4, 0.3, 'lucky'),
    turn(1, 5, 0.6, 'lucky'),
    turn(0, 8, 0.4, 'lucky'),
    turn(0, 10, -0.2, 'unlucky'),
    turn(0, 12, -0.5, 'unlucky'),
  ];
  assert.deepEqual(page.fateOf({ turns }, 0), [turns[2], turns[4]]);
  assert.deepEqual(page.fateOf({ turns }, 1), [turns[1]]);
  assert.deepEqual(page.fateOf({ turns }, 2), []);
});
