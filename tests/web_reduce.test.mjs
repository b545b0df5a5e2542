// The page's state of a table, message by message; tests/cli_page.mjs compares it with a server's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from './web_bundle.mjs';

const make = await bundle(`export * from './table/reduce';`);
const { EMPTY, needsSnapshot, reduce } = await make();

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
/** What news of the table tell, with some of it changed. */
const LOBBY = ['phase', 'match', 'options', 'clock', 'grace', 'locked', 'seats', 'you'];
const lobby = (changes, from = SNAPSHOT) => ({
  ...Object.fromEntries(LOBBY.filter((key) => key in from).map((key) => [key, from[key]])),
  ...changes,
});
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

test('nothing handed out is changed later', () => {
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

test('news that a snapshot already included changes nothing', () => {
  const state = after(move(6, 0));
  assert.equal(reduce(state, move(6, 0), 1), state);
  assert.equal(reduce(state, { v: 7, skip: true }, 1).v, 7);
});

test('a window is timed from its arrival', () => {
  const open = after(move(6, 0, { window: 3, window_ms: 4000 }));
  assert.deepEqual(open.window, { number: 3, until: 5000 });
  assert.equal(reduce(open, move(7, 1), 1).window, null);
});

test('a move taken back never happened', () => {
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

test('the end is told with the table: wins are counted, and stand-ins are gone', () => {
  const bot = [{ ...SNAPSHOT.seats[0], bot: 'gentle' }, SNAPSHOT.seats[1]];
  const match = { ply: 0, position: 'start' };
  const away = after({ v: 6, do: 'takeover', seat: 0, ...lobby({ seats: bot }), ...match });
  assert.equal(away.seats[0].bot, 'gentle');
  const seats = [SNAPSHOT.seats[0], { bot: 'club', wins: 3 }];
  const end = { end: 'rules', places: [2, 1] };
  const over = reduce(away, move(7, 1, { ...end, ...lobby({ phase: 'over', seats }) }), 1);
  assert.equal(over.phase, 'over');
  assert.deepEqual(
    over.seats.map(({ bot: level, wins }) => [level, wins]),
    [
      [undefined, 0],
      ['club', 3],
    ],
  );
  assert.deepEqual([over.end, over.places], ['rules', [2, 1]]);
});

test('a rematch tells who sits where', () => {
  const end = { end: 'rules', rematch: [], missing: [0], ...lobby({ phase: 'over' }) };
  const over = after(move(6, 0, { ...end, places: [1, 2] }));
  assert.deepEqual([over.rematch, over.missing], [[], [0]]);
  const match = { ply: 1, position: 'p6', end: 'rules', rematch: [0], missing: [1] };
  const wanted = reduce(over, { v: 7, do: 'rematch', seat: 0, ...end, ...match }, 1);
  assert.deepEqual([wanted.rematch, wanted.missing], [[0], [1]]);
  assert.deepEqual([wanted.phase, wanted.log.length], ['over', 1]);
  const seats = [...SNAPSHOT.seats].reverse();
  const started = lobby({ match: 2, seats, you: { seat: 1, host: true } });
  const news = { v: 8, do: 'rematch', seat: 0, ...started, ply: 0, position: 'start' };
  const again = reduce(wanted, news, 1);
  assert.deepEqual([again.phase, again.match, again.you.seat, again.log], ['play', 2, 1, []]);
});

test('after an absence: the moves that were missed, of which only the last is shown', () => {
  const state = after(move(6, 0));
  const missed = [7, 8].map((v) => ({ v, seat: v % 2, move: `m${v}`, events: [] }));
  const back = reduce(state, { ...SNAPSHOT, v: 8, ply: 3, position: 'p8', moves: missed }, 1);
  assert.deepEqual([past(back), back.last.v], [[6, 7, 8], 8]);
  assert.equal(needsSnapshot(state, { ...SNAPSHOT, v: 8, ply: 3, moves: missed }), false);
  assert.equal(needsSnapshot(state, { ...SNAPSHOT, v: 9, ply: 5, moves: missed }), true);
  const other = reduce(state, { ...SNAPSHOT, v: 9, match: 2, moves: [] }, 1);
  assert.deepEqual([past(other), other.last], [[], 'jump']);
});

test('a snapshot without the past keeps what is known; moves without versions get some', () => {
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

test('news of the table carries all of it', () => {
  const before = reduce(EMPTY, { ...SNAPSHOT, phase: 'lobby', position: undefined }, 0);
  const told = (what, changes) =>
    reduce(before, { v: 6, do: what, ...lobby({ phase: 'lobby', ...changes }) }, 1);
  assert.equal(told('option', { options: { touch: 'on', peek: 'off' } }).options.touch, 'on');
  assert.equal(told('seats', { seats: [null, null, null] }).seats.length, 3);
  assert.deepEqual(told('unlock', {}).locked, false);
  const alone = told('stand', { seats: [null, null], you: {} });
  assert.deepEqual([alone.you.seat, alone.you.host], [undefined, true]); // as an onlooker
  const seats = [SNAPSHOT.seats[0], { name: 'Ben', host: true }].map((one, i) => ({
    ...one,
    host: i === 1,
  }));
  assert.deepEqual(told('host', { seats, you: { seat: 0 } }).you, { seat: 0 });
  assert.equal(needsSnapshot(before, { v: 6, do: 'sit', ...lobby({}) }), false);
  assert.equal(needsSnapshot(before, { v: 6, do: 'host', ...lobby({ you: {} }) }), true);
});

// ---- seats that are waited for, and the door ----

const MATCH = { ply: 0, position: 'start', actors: [0] };
const NOA = { name: 'Noa', here: true, host: true, wins: 0 };
const BEN = { name: 'Ben', here: true, wins: 0 };
const two = reduce(EMPTY, { ...SNAPSHOT, clock: undefined, seats: [NOA, BEN], grace: 10_000 }, 500);
const told = (state) => state.told.map(({ do: what, name, by }) => [what, name, by]);

test('everyone knows until when an absent player is waited for', () => {
  assert.equal(two.grace, 10_000);
  const away = reduce(two, { do: 'here', seat: 1, here: false, away_ms: 10_000 }, 1000);
  assert.deepEqual([away.seats[1].here, away.seats[1].awayUntil], [false, 11_000]);
  const here = reduce(away, { do: 'here', seat: 1, here: true }, 1);
  assert.deepEqual([here.seats[1].here, here.seats[1].awayUntil], [true, undefined]);
  const seats = [NOA, { ...BEN, here: false, away_ms: 7000 }];
  const shown = reduce(EMPTY, { ...SNAPSHOT, seats }, 100);
  assert.equal(shown.seats[1].awayUntil, 7100);
  const grace = { v: 6, do: 'grace', millis: 60_000, ...lobby({ grace: 60_000, seats }) };
  const longer = reduce(away, grace, 200);
  assert.deepEqual([longer.grace, longer.seats[1].awayUntil], [60_000, 7200]);
  const bot = [NOA, { ...BEN, here: false, away_ms: 0, bot: 'club' }];
  const takeover = { v: 6, do: 'takeover', seat: 1, level: 'club', by: 0 };
  const gone = reduce(away, { ...takeover, ...lobby({ seats: bot }), ...MATCH }, 1000);
  assert.deepEqual([gone.seats[1].bot, told(gone)], ['club', [['takeover', 'Ben', 'Noa']]]);
  const back = { v: 7, do: 'giveback', seat: 1, ...lobby({ seats: [NOA, BEN] }), ...MATCH };
  assert.equal(reduce(gone, back, 1).seats[1].bot, undefined);
});

test('somebody who does not move: since when, who reminded them, who agrees', () => {
  const moved = reduce(two, move(6, 0), 2000);
  assert.equal(moved.stillSince, 2000);
  assert.equal(reduce(moved, { v: 7, do: 'say', seat: 0, phrase: 'hello' }, 9000).stillSince, 2000);
  const again = { ...SNAPSHOT, v: 6, ply: 1, position: 'p6' };
  assert.equal(reduce(moved, again, 9000).stillSince, 2000);
  const match = { ply: 1, position: 'p6', actors: [1], nudged: 1, nudged_ms: 10_000, agreed: [] };
  const nudged = reduce(moved, { v: 7, do: 'nudge', seat: 1, by: 0, ...match }, 70_000);
  assert.deepEqual(nudged.nudged, { seat: 1, until: 80_000, agreed: [] });
  const agree = { v: 8, do: 'agree', seat: 0, ...match, nudged_ms: 0, agreed: [0] };
  assert.deepEqual(reduce(nudged, agree, 81_000).nudged.agreed, [0]);
  assert.equal(reduce(nudged, move(8, 1), 75_000).nudged, null);
  assert.deepEqual(told(nudged), [['nudge', 'Ben', 'Noa']]);
});

test('the door: removed, blocked, locked', () => {
  const seats = [NOA, { name: 'Ben', here: false, away_ms: 0, bot: 'casual', wins: 0 }];
  const news = { v: 6, do: 'remove', seat: 1, name: 'Ben', ...lobby({ seats }), ...MATCH };
  const host = reduce(two, news, 1);
  assert.deepEqual([host.seats[1].bot, host.you.seat], ['casual', 0]);
  assert.deepEqual(told(host), [['remove', 'Ben', '']]);
  const away = { ...news, you: {} };
  const guest = reduce({ ...two, you: { seat: 1 } }, away, 1);
  assert.deepEqual(guest.you, {});
  assert.deepEqual([needsSnapshot(two, news), needsSnapshot(two, away)], [false, true]);
  const blocking = reduce(EMPTY, { ...SNAPSHOT, you: { seat: 0, host: true, blocked: 2 } }, 1);
  assert.equal(blocking.you.blocked, 2);
  const unblocked = reduce(blocking, { v: 6, do: 'unblock', ...lobby({}) }, 1);
  assert.deepEqual(unblocked.you, { seat: 0, host: true });
  const locked = reduce(two, { v: 6, do: 'lock', ...lobby({ locked: true }) }, 1);
  const unlocked = reduce(locked, { v: 7, do: 'unlock', ...lobby({}) }, 1);
  assert.deepEqual([locked.locked, unlocked.locked], [true, false]);
  assert.equal(reduce(EMPTY, { ...SNAPSHOT, locked: true }, 1).locked, true);
});

test('a match without those who are missing', () => {
  const over = reduce(two, move(6, 0, { end: 'rules', places: [1, 2] }), 1);
  const seats = [{ ...BEN, bot: 'casual' }, NOA];
  const table = lobby({ match: 2, seats, you: { seat: 1, host: true } });
  const news = { v: 7, do: 'without', seat: 0, missing: 'bot', ...table, ...MATCH };
  const next = reduce(over, news, 1);
  assert.deepEqual([next.phase, next.match, next.missing, next.log], ['play', 2, [], []]);
  assert.equal(next.seats[0].bot, 'casual');
  assert.deepEqual([next.you.seat, next.you.host], [1, true]);
  assert.equal(reduce(over, { ...news, you: {} }, 1).you.seat, undefined);
  assert.deepEqual(told(next), [['without', 'Noa', '']]); // and nothing from before
});

test('who waits for a seat does not forget it, whoever the host is', () => {
  const onlooker = (you) => reduce(EMPTY, { ...SNAPSHOT, you }, 1);
  const over = { v: 6, do: 'resign', ...lobby({ phase: 'over', you: {} }), ...MATCH };
  assert.deepEqual(reduce(onlooker({ waits: true }), over, 1).you, { waits: true });
  const screen = { screen: true, host: true };
  assert.deepEqual(reduce(onlooker(screen), over, 1).you, { ...screen, seat: undefined });
  assert.deepEqual(reduce(onlooker({ host: true, blocked: 1 }), over, 1).you, {});
  // What an onlooker cannot know of it is in a snapshot.
  const waits = onlooker({ waits: true });
  for (const what of ['wait', 'unwait', 'game', 'lead', 'host', 'stand', 'remove'])
    assert.equal(needsSnapshot(waits, { ...over, do: what }), true, what);
  assert.equal(needsSnapshot(waits, over), false);
  // Somebody makes room, and now waits; and comes in again.
  const again = { v: 7, do: 'rematch', seat: 0, ...lobby({ match: 2, you: {} }), ...MATCH };
  assert.equal(needsSnapshot(after(), again), true);
  assert.deepEqual(reduce(waits, { ...again, you: { seat: 1 } }, 1).you, { seat: 1 });
});

test('somebody who leaves the match is announced, and so is whoever leads', () => {
  const seats = [NOA, { bot: 'casual', wins: 0 }];
  const stand = { v: 6, do: 'stand', seat: 1, ...lobby({ seats }), ...MATCH };
  const left = reduce(two, stand, 1);
  assert.deepEqual(told(left), [['stand', 'Ben', '']]);
  assert.deepEqual(told(reduce(left, { ...stand, v: 7 }, 1)), told(left)); // a bot
  const over = reduce(EMPTY, { ...SNAPSHOT, phase: 'over', seats: [NOA, BEN] }, 1);
  const empty = { ...stand, ...lobby({ phase: 'over', seats: [NOA, null] }) };
  assert.deepEqual(told(reduce(over, empty, 1)), [['stand', 'Ben', '']]);
  const before = reduce(EMPTY, { ...SNAPSHOT, phase: 'lobby', seats: [NOA, BEN] }, 1);
  assert.deepEqual(told(reduce(before, { ...stand, ...lobby({ phase: 'lobby' }) }, 1)), []);
  const lead = { v: 6, do: 'lead', seat: 1, ...lobby({}) };
  assert.deepEqual(told(reduce(two, lead, 1)), [['lead', 'Ben', '']]);
  const waits = { v: 6, do: 'lead', name: 'Gal', ...lobby({}) };
  assert.deepEqual(told(reduce(two, waits, 1)), [['lead', 'Gal', '']]);
});

test('wrong answers are counted, and a new position forgets them', () => {
  const wrong = { v: 6, do: 'try', seat: 0, ply: 0, position: 'start', actors: [0], tried: [1, 0] };
  const state = after(wrong);
  assert.deepEqual(state.tried, [1, 0]);
  assert.deepEqual(past(state), []);
  assert.deepEqual(state.told.map((told) => [told.do, told.name]), [['try', 'Noa']]);
  assert.deepEqual(after(wrong, move(7, 0)).tried, []);
  assert.equal(state.tries, null);
  assert.equal(after({ ...wrong, tries: 3 }).tries, 3);
  const answers = [{ move: '24=3x9', on: '12=2x6', right: ['24=4x6'] }];
  const over = { ...move(7, 0, { wrong: [1, 0], answers }), ...lobby({ phase: 'over' }) };
  assert.deepEqual(after(wrong, over).answers, answers);
});

test('whether players say it themselves is told with the table', () => {
  assert.equal(after().aloud, null);
  assert.equal(after({ v: 6, do: 'aloud', ...lobby({ aloud: 'three' }) }).aloud, 'three');
});
