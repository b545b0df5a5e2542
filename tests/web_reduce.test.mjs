// The page's state of a table, message by message; tests/cli_page.mjs compares it with a server's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from './web_bundle.mjs';

const make = await bundle(`export * from './table/reduce';`);
const { EMPTY, needsLook, reduce } = await make();

const SNAPSHOT = {
  v: 5,
  do: 'snapshot',
  at: 1700000000000,
  code: 'ABCDEF',
  game: 'gobblet',
  phase: 'play',
  match: 1,
  options: { touch: 'off', peek: 'off' },
  clock: { kind: 'game', millis: 600000, increment: 0 },
  seats: [
    { name: 'Noa', here: true, host: true, wins: 0 },
    { bot: 'club', wins: 2 },
  ],
  you: { seat: 0, host: true },
  seal: 'aa',
  commit: 'bb',
  ply: 0,
  position: 'start',
  actors: [0],
  clocks: [600000, 500000],
};
const move = (v, seat, more = {}) => ({
  v,
  do: 'move',
  seat,
  move: `m${v}`,
  events: [],
  ply: v - 5,
  position: `p${v}`,
  actors: [1 - seat],
  ...more,
});
const after = (...messages) =>
  messages.reduce((state, message) => reduce(state, message, 1000), reduce(EMPTY, SNAPSHOT, 500));
const past = (state) => state.log.map((entry) => entry.v);

test('a snapshot is the whole table', () => {
  const state = after();
  assert.equal(state.line, 'live');
  assert.equal(state.last, 'jump');
  assert.equal(state.clocksAt, 500);
  assert.deepEqual(state.seats[1], { name: '', bot: 'club', wins: 2 });
  assert.deepEqual(
    [state.code, state.game, state.phase, state.match],
    ['ABCDEF', 'gobblet', 'play', 1],
  );
});

test('nothing that was given out is changed later', () => {
  const before = after(move(6, 0));
  const text = JSON.stringify(before);
  reduce(before, { v: 7, do: 'takeover', seat: 0, level: 'gentle' }, 1);
  reduce(before, move(7, 1, { end: 'rules', places: [1, 2] }), 1);
  assert.equal(JSON.stringify(before), text);
});

test('a move is added to the past, and is the last thing that happened', () => {
  const state = after(move(6, 0), move(7, 1));
  assert.deepEqual(past(state), [6, 7]);
  assert.equal(state.last.v, 7);
  assert.equal(reduce(state, { do: 'here', seat: 0, here: false }, 1).last, state.last);
  assert.equal(reduce(state, { v: 8, do: 'say', seat: 0, phrase: 'hello' }, 1).last, null);
});

test('news that a snapshot has told already change nothing', () => {
  const state = after(move(6, 0));
  assert.equal(reduce(state, move(6, 0), 1), state);
  assert.equal(reduce(state, { v: 7, skip: true }, 1).v, 7);
});

test('a window lasts from when it was heard of', () => {
  const open = after(move(6, 0, { window: 3, window_ms: 4000 }));
  assert.deepEqual(open.window, { number: 3, until: 5000 });
  assert.equal(reduce(open, move(7, 1), 1).window, null);
});

test('what was taken back has not happened', () => {
  const asked = after(move(6, 0), move(7, 1), {
    v: 8,
    do: 'undo',
    seat: 0,
    ply: 2,
    position: 'p7',
    undo: 0,
    unheard: [1],
  });
  assert.deepEqual(past(asked), [6, 7]);
  assert.deepEqual([asked.undo, asked.unheard], [0, [1]]);
  const refused = reduce(asked, { v: 9, do: 'refuse', seat: 1, ply: 2, position: 'p7' }, 1);
  assert.deepEqual([past(refused), refused.undo], [[6, 7], null]);
  const allowed = reduce(asked, { v: 9, do: 'allow', seat: 1, ply: 3, position: 'start' }, 1);
  assert.deepEqual([past(allowed), allowed.last], [[], 'jump']);
});

test('the end counts winners and sends stand-ins home', () => {
  const away = after({ v: 6, do: 'takeover', seat: 0, level: 'gentle', ply: 0, position: 'start' });
  assert.equal(away.seats[0].bot, 'gentle');
  const over = reduce(
    away,
    move(7, 1, { end: 'rules', places: [2, 1], key: 'k', salts: ['s'] }),
    1,
  );
  assert.equal(over.phase, 'over');
  assert.deepEqual(
    over.seats.map(({ bot, wins }) => [bot, wins]),
    [
      [undefined, 0],
      ['club', 3],
    ],
  );
  assert.deepEqual([over.key, over.salts], ['k', ['s']]);
});

test('in a rematch everybody moves up a seat', () => {
  const over = after(move(6, 0, { end: 'rules', places: [1, 2] }));
  const wanted = reduce(
    over,
    { v: 7, do: 'rematch', seat: 0, ply: 1, position: 'p6', end: 'rules' },
    1,
  );
  assert.deepEqual([wanted.rematch, wanted.phase, wanted.seats[0].wins], [[0], 'over', 1]);
  const seats = [
    { bot: 'club', wins: 2 },
    { name: 'Noa', wins: 1 },
  ];
  const again = reduce(
    wanted,
    { v: 8, do: 'rematch', seat: 0, seats, ply: 0, position: 'start' },
    1,
  );
  assert.deepEqual([again.phase, again.match, again.you.seat, again.log], ['play', 2, 1, []]);
});

test('after an absence: the moves that were missed, of which only the last is shown', () => {
  const state = after(move(6, 0));
  const missed = [7, 8].map((v) => ({ v, seat: v % 2, move: `m${v}`, events: [] }));
  const back = reduce(state, { ...SNAPSHOT, v: 8, ply: 3, position: 'p8', moves: missed }, 1);
  assert.deepEqual([past(back), back.last.v], [[6, 7, 8], 8]);
  assert.equal(needsLook(state, { ...SNAPSHOT, v: 8, ply: 3, moves: missed }), false);
  assert.equal(needsLook(state, { ...SNAPSHOT, v: 9, ply: 5, moves: missed }), true);
  const other = reduce(state, { ...SNAPSHOT, v: 9, match: 2, moves: [] }, 1);
  assert.deepEqual([past(other), other.last], [[], 'jump']);
});

test('a snapshot without the past leaves what is known; moves without versions get some', () => {
  const state = after(move(6, 0));
  assert.deepEqual(past(reduce(state, { ...SNAPSHOT, v: 6 }, 1)), [6]);
  const bare = [
    { seat: 0, events: [] },
    { seat: 1, events: [] },
  ];
  assert.deepEqual(past(reduce(EMPTY, { ...SNAPSHOT, v: 9, moves: bare }, 1)), [8, 9]);
});

test('a pause of the store, and a welcome with nothing new', () => {
  const paused = after({ do: 'paused', reason: 'store.disk_full' });
  assert.deepEqual([paused.line, paused.trouble], ['paused', 'store.disk_full']);
  const resumed = reduce(paused, { do: 'resumed' }, 1);
  assert.deepEqual([resumed.line, resumed.trouble], ['live', null]);
  const late = reduce(EMPTY, { ...SNAPSHOT, paused: true }, 1);
  assert.deepEqual([late.line, late.trouble], ['paused', 'match.paused']);
  const goes = reduce(late, { v: 6, do: 'resume' }, 1);
  assert.deepEqual([goes.line, goes.trouble, goes.v], ['live', null, 6]);
  const lost = { ...after(), line: 'lost' };
  assert.equal(reduce(lost, { do: 'welcome', table: 3, code: 'ABCDEF', v: 5 }, 1).line, 'live');
  assert.equal(reduce(lost, { do: 'welcome', table: 3, code: 'ABCDEF' }, 1).line, 'lost');
});

test('the lobby', () => {
  const lobby = reduce(EMPTY, { ...SNAPSHOT, phase: 'lobby', position: undefined }, 0);
  const told = (...messages) => messages.reduce((state, each) => reduce(state, each, 1), lobby);
  const ready = told({ v: 6, do: 'ready', seat: 0 });
  assert.equal(ready.seats[0].ready, true);
  const option = { v: 7, do: 'option', name: 'touch', value: 'on' };
  assert.deepEqual(
    [reduce(ready, option, 1).options.touch, reduce(ready, option, 1).seats[0].ready],
    ['on', false],
  );
  assert.equal(told({ v: 6, do: 'seats', seats: 3 }).seats.length, 3);
  assert.deepEqual(told({ v: 6, do: 'stand', seat: 0 }).you.seat, undefined);
  assert.equal(told({ v: 6, do: 'host', seat: 1 }).you.host, false);
  assert.equal(needsLook(lobby, { v: 6, do: 'sit', seat: 1, name: 'Ben' }), true);
});
