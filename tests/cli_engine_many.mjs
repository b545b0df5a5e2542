// `kufsa engine` asked about many positions at once, given a history, and cancelled while it
// thinks.
//   node tests/cli_engine_many.mjs PROGRAM
import assert from 'node:assert/strict';
import { Chance, KEY, START, Talk, ask, finish, gameRows, test } from './program.mjs';

const one = (request) => ask([{ id: 0, ...request }])[0];
const gobblet = (request) => one({ game: 'gobblet', position: START, ...request });
const error = (answer) => `${answer.error?.code} ${answer.error?.field ?? '-'}`;
const CENTO = '24=4x6 12+35/10+36 40+56+63 8+9 0/0 0:1:0';
const CENTO_VIEW = '24=4x6 #2/12+35 #30 8+9 0/0 1:1:0';

// Positions of a random game, as the engine writes them.
function positionsOf(game, count) {
  const chance = new Chance(count);
  const found = [one({ do: 'new', game, key: KEY })];
  while (found.length < count && !found.at(-1).over) {
    const { position, actors, legal } = found.at(-1);
    const seat = chance.pick(actors);
    found.push(one({ do: 'play', game, position, seat, move: chance.pick(legal[seat]) }));
  }
  return found.map(({ position }) => position);
}

const withoutTime = (answer) => ({ ...answer, millis: 0, id: 0 });

await test('many positions are answered as each alone', () => {
  for (const { name: game } of gameRows()) {
    const positions = [...positionsOf(game, 12), 'nonsense'];
    const requests = [
      { do: 'show' }, { do: 'view', seat: 1 }, { do: 'view', seat: null }, { do: 'facts' },
      { do: 'facts', seat: 0 }, { do: 'perft', depth: 1 }, { do: 'play', seat: 0, move: 'x' },
      { do: 'play', moves: [] }, { do: 'best', seat: 0, nodes: 50 },
    ];
    for (const request of requests) {
      const { id, answers } = one({ game, ...request, positions });
      const alone = ask(positions.map((position) => ({ id: 0, game, ...request, position })));
      assert.equal(id, 0);
      alone.forEach((answer, i) => {
        if (answer.error?.field === 'position') answer.error.field = 'positions';
        assert.deepEqual(withoutTime(answers[i]), withoutTime(answer), `${game} ${request.do}`);
      });
    }
  }
});

await test('of many positions each is thought about for who is to move', () => {
  const positions = positionsOf('gobblet', 6);
  const { answers } = one({ do: 'best', game: 'gobblet', positions, nodes: 100 });
  positions.forEach((position, i) => {
    const seat = position.includes(' w') ? 0 : 1;
    const alone = one({ do: 'best', game: 'gobblet', position, seat, nodes: 100 });
    assert.deepEqual(withoutTime(answers[i]), withoutTime(alone));
  });
});

await test('what is wrong with many positions', () => {
  const game = 'gobblet';
  assert.equal(error(one({ do: 'show', game, positions: {} })), 'type positions');
  assert.equal(error(gobblet({ do: 'show', positions: [START] })), 'both positions');
  assert.deepEqual(one({ do: 'show', game, positions: [] }).answers, []);
  const { answers } = one({ do: 'show', game, positions: [7, START, 'x'.repeat(9999)] });
  assert.deepEqual(answers.map(error), ['type positions', 'undefined -', 'text positions']);
  assert.equal(error(one({ do: 'show', positions: [START] }).answers[0]), 'missing game');
  const moves = one({ do: 'play', game, positions: [START, START],
    moves: [[0, '4@a1'], [0, 'x']] });
  assert.deepEqual(moves.answers.map((answer) => answer.error.index), [1, 1]);
  assert.deepEqual(one({ do: 'games', positions: 7 }), one({ do: 'games' }));
});

// ---- the past ----

const FROM = '-,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,B4 443 443 w';
const ROUND = [[0, 'a1-a2'], [1, 'd1-d2'], [0, 'a2-a1'], [1, 'd2-d1']];

// The positions before each of these moves.
function before(moves) {
  const found = [FROM];
  for (const [seat, move] of moves)
    found.push(gobblet({ do: 'play', position: found.at(-1), seat, move }).position);
  return found.slice(0, -1);
}

await test('a history counts as repetitions', () => {
  const history = before(ROUND);
  const third = gobblet({ do: 'play', position: FROM, history, moves: ROUND });
  assert.deepEqual([third.over, third.places], [true, [1, 1]]);
  assert.equal(gobblet({ do: 'play', position: FROM, moves: ROUND }).over, false);
  const twice = before([...ROUND, ...ROUND]);
  assert.equal(gobblet({ do: 'show', position: FROM, history: twice }).over, true);
  assert.equal(gobblet({ do: 'show', position: FROM, history: twice.slice(1) }).over, false);
  assert.deepEqual(gobblet({ do: 'show', position: FROM, history: [] }),
    gobblet({ do: 'show', position: FROM }));
  const last = twice.at(-1); // black to move, who can draw by repetition
  const [white, black] = [one, one].map((_, seat) => gobblet({ do: 'best', position: last,
    history: twice.slice(0, -1), seat, nodes: 100 }));
  assert.equal(error(white), 'idle seat');
  assert.ok(black.move);
});

await test('a history has to be one', () => {
  const told = (history) => gobblet({ do: 'show', position: FROM, history });
  const wrong = before(ROUND);
  [wrong[1], wrong[2]] = [wrong[2], wrong[1]];
  assert.deepEqual([error(told(wrong)), told(wrong).error.index], ['history history', 1]);
  assert.equal(error(told([START])), 'history history');
  assert.equal(error(told(7)), 'type history');
  assert.deepEqual([error(told([FROM, 7])), told([FROM, 7]).error.index], ['type history', 1]);
  assert.deepEqual([error(told(['x'])), told(['x']).error.index], ['position history', 0]);
  const ignored = { do: 'show', game: 'cento', position: CENTO };
  assert.deepEqual(one({ ...ignored, history: ['x', 7] }), one(ignored));
});

// ---- facts ----

await test('facts are those of the seat', () => {
  const facts = (more) => one({ do: 'facts', game: 'cento', position: CENTO, ...more });
  const hands = ({ scene }) => scene.filter(({ place }) => place.zone === 'hand');
  assert.ok(hands(facts({})).every(({ piece }) => piece));
  assert.deepEqual(hands(facts({ seat: 1 })).map(({ piece }) => piece), [undefined, '10', '36']);
  assert.ok(hands(facts({ seat: null })).every(({ piece }) => piece === undefined));
  assert.deepEqual(facts({ seat: 1 }).facts[0], { name: 'turn', seat: 0 });
  assert.equal(error(facts({ seat: 2 })), 'range seat');
  assert.equal(error(facts({ position: '?' })), 'position position');
  const view = one({ do: 'facts', game: 'cento', position: CENTO_VIEW, seat: 1 });
  assert.equal(view.error, undefined);
});

// ---- threads and cancel ----

await test('threads share a search by nodes', () => {
  const { nodes, move } = gobblet({ do: 'best', seat: 0, nodes: 60_000, threads: 3 });
  assert.ok(nodes <= 60_000 && move);
  assert.equal(error(gobblet({ do: 'best', seat: 0, threads: 0 })), 'range threads');
  assert.equal(error(gobblet({ do: 'best', seat: 0, threads: 65 })), 'range threads');
});

const LONG = { do: 'best', game: 'gobblet', position: START, seat: 0, nodes: 1e12 };
const line = (request) => `${JSON.stringify(request)}\n`;

async function answersOf(talk, count) {
  const found = [];
  while (found.length < count) found.push(JSON.parse(await talk.until(/\n/)));
  return found;
}

await test('a running search is cancelled, and its answer is an answer', async () => {
  const talk = new Talk(['engine']);
  talk.write(line({ id: 'ready', do: 'games' }));
  await talk.until(/\n/);
  talk.write(line({ id: 'think', ...LONG }));
  talk.write(line({ id: 'x', do: 'cancel', of: 'other' }));
  talk.write(line({ id: 'c', do: 'cancel', of: 'think' }));
  talk.write(line({ id: 1, do: 'perft', game: 'gobblet', position: START, depth: 1 }));
  const [best, other, cancel, perft] = await answersOf(talk, 4);
  assert.equal(best.id, 'think');
  assert.ok(best.move && best.nodes < 1e12);
  assert.deepEqual(other, { id: 'x', cancelled: false });
  assert.deepEqual(cancel, { id: 'c', cancelled: true });
  assert.deepEqual(perft, { id: 1, nodes: 16 });
  assert.equal((await talk.end()).status, 0);
});

await test('searches that wait are cancelled by id, or all', async () => {
  const talk = new Talk(['engine']);
  const lines = [
    { id: 1, ...LONG }, { id: 2, ...LONG, nodes: 1000 }, { id: 3, ...LONG },
    { id: 4, do: 'cancel', of: 3 }, { id: 5, do: 'cancel', of: 1 }, { id: 6, do: 'cancel', of: 2 },
    { id: 7, ...LONG, position: undefined, positions: [START, START] }, { id: 8, do: 'cancel' },
    { id: 9, ...LONG, nodes: 1000 },
  ];
  talk.write(lines.map(line).join(''));
  const found = await answersOf(talk, lines.length);
  assert.deepEqual(found.map(({ id }) => id), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const at of [3, 4, 5, 7]) assert.equal(found[at].cancelled, true);
  assert.equal(found[6].answers.length, 2);
  assert.ok(found[8].nodes > 500, 'one that comes after a cancel is not cancelled');
  assert.equal((await talk.end()).status, 0);
});

await test('cancels that mean nothing', () => {
  const of = (value) => one({ do: 'cancel', of: value });
  assert.deepEqual(one({ do: 'cancel' }), { id: 0, cancelled: false });
  assert.deepEqual(of('x'.repeat(5000)), { id: 0, cancelled: false });
  for (const value of [{}, [], true, null]) assert.equal(error(of(value)), 'type of');
  const many = Array.from({ length: 300 }, (_, id) => ({ id, do: 'cancel', of: 'x' }));
  assert.deepEqual(ask(many), many.map(({ id }) => ({ id, cancelled: false })));
});

finish();
