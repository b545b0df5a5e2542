// `kufsa engine`, from outside: lines, members, the manual's examples, whole games, and a flood of
// broken lines.
//   node tests/cli_engine.mjs PROGRAM [LINES]      LINES of the flood, 200,000 unless said
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  Chance, KEY, START, Talk, answerLines, ask, finish, readText, test,
} from './program.mjs';

const FLOOD = Number(process.argv[3] ?? 200_000);
const MIB = 1 << 20;
const CENTO = '24=4x6 12+35/10+36 40+56+63 8+9 0/0 0:1:0';
const CENTO_VIEW = '24=4x6 #2/12+35 #30 8+9 0/0 1:1:0';
const error = (answer) => `${answer.error?.code} ${answer.error?.field ?? '-'}`;
const one = (request) => ask([{ id: 0, ...request }])[0];
const gobblet = (request) => one({ game: 'gobblet', position: START, ...request });
const byteOrder = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

// ---- the documentation ----

const manual = readText('docs/engine.md');

function examplesOf(text) {
  const examples = [];
  for (const [, block] of text.matchAll(/^```engine\n([^]*?)^```$/gm))
    for (const line of block.trimEnd().split('\n')) {
      if (line.startsWith('> ')) examples.push({ request: line.slice(2) });
      else examples.at(-1).answer = line.slice(2);
    }
  return examples;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (answer) => new RegExp(`^${answer.split('…').map(escaped).join('.*')}$`);
const tableOf = (heading) => {
  const section = manual.slice(manual.indexOf(`\n## ${heading}\n`));
  return [...section.slice(4).split('\n## ')[0].matchAll(/^\| `(\w+)` \| (.*) \|$/gm)]
    .map(([, name, meaning]) => [name, meaning]);
};

await test('every example of the manual', () => {
  const examples = examplesOf(manual);
  assert.ok(examples.length >= 15);
  const answers = answerLines(examples.map(({ request }) => request));
  assert.equal(answers.length, examples.length);
  examples.forEach(({ answer }, i) => assert.match(answers[i], patternOf(answer)));
});

await test('the manual lists the error codes, with their meaning', () => {
  const source = readText('src/engine/engine.h').replaceAll('\\\n', ' ');
  const codes = [...source.matchAll(/X\([A-Z]+, "(\w+)",\s*"([^"]*)"\)/g)];
  assert.ok(codes.length > 15);
  assert.deepEqual(tableOf('Errors'), codes.map(([, code, meaning]) => [code, meaning]));
});

await test('the manual lists the kinds of events', () => {
  const source = readText('src/rules/game.h');
  const kinds = [...source.matchAll(/X\([A-Z_]+, "(\w+)"\)/g)].map(([, kind]) => kind);
  assert.ok(kinds.length > 15);
  assert.deepEqual(tableOf('Events').map(([name]) => name), kinds);
});

await test('the manual names the requests', () => {
  const names = /"do" must be one of: (.*)\./.exec(one({ do: 'x' }).error.message)[1].split(', ');
  for (const name of names) assert.ok(manual.includes(`\n### ${name}\n`), name);
});

// ---- lines ----

await test('perft of the contract', () => {
  assert.deepEqual(gobblet({ do: 'perft', depth: 5 }), { id: 0, nodes: 19024320 });
});

await test('ids come back byte for byte', () => {
  const ids = ['1', '-0', '1e400', '0.10', '12345678901234567890', '""', '"a\\u0041\\n\\"\\/"',
    '"שלום"', '"\\u0000"'];
  const lines = ids.map((id) => `{"id":${id},"do":"perft","depth":true}`);
  answerLines(lines).forEach((answer, i) => assert.ok(answer.startsWith(`{"id":${ids[i]},`)));
});

await test('an id of another type is an error, a missing one or null is null', () => {
  for (const id of ['true', '[]', '{}', '[1]']) {
    const answer = JSON.parse(answerLines([`{"id":${id},"do":"games"}`])[0]);
    assert.equal(answer.id, null);
    assert.equal(error(answer), 'id id');
  }
  const answer = JSON.parse(answerLines(['{"do":"games"}'])[0]);
  assert.equal(answer.id, null);
  assert.ok(answer.games.length >= 1);
});

await test('input that is not a JSON object', () => {
  const lines = ['x', '', '{', '[]', '"a"', '1', 'null', '{"a":1}}', '{"a":1,"a":2}', ' ',
    '\ufeff{}', '{"do":"\xff"}'];
  const answers = answerLines(lines).map((line) => JSON.parse(line));
  assert.equal(answers.length, lines.length - 1); // the empty line
  for (const answer of answers) {
    assert.equal(answer.id, null);
    assert.match(answer.error.code, /^(json|object|missing|do)$/);
  }
});

await test('CR LF, empty lines, no newline at the end, unknown members', () => {
  const request = '{"id":1,"do":"games","more":{"deep":[1,2,{"x":null}]}}';
  const talk = answerLines([`${request}\r`, '', '\r', request]);
  assert.equal(talk.length, 2);
  assert.equal(talk[0], talk[1]);
});

await test('the last line needs no newline', async () => {
  const talk = new Talk(['engine']);
  talk.write('{"id":"last","do":"perft","game":"gobblet","position":"');
  talk.write(`${START}","depth":1}`);
  assert.deepEqual(await talk.end(), { status: 0, signal: null });
  assert.equal(talk.text, '{"id":"last","nodes":16}\n');
});

await test('a line of 1 MiB is read, one byte more is refused', () => {
  const start = '{"id":1,"do":"perft","game":"gobblet","depth":1,"x":[';
  const end = `0],"position":"${START}"}`;
  const exact = start + '1,'.repeat(MIB).slice(0, MIB - start.length - end.length - 1) + ',';
  const fits = `${exact.replace(/,,$/, ' ,')}${end}`;
  assert.equal(fits.length, MIB);
  const answers = answerLines([fits, `${fits}\r`, ` ${fits}`, 'x'.repeat(5 * MIB), '{"id":2}']);
  assert.deepEqual(answers.slice(0, 2), ['{"id":1,"nodes":16}', '{"id":1,"nodes":16}']);
  for (const answer of answers.slice(2, 4)) assert.equal(error(JSON.parse(answer)), 'long -');
  assert.equal(error(JSON.parse(answers[4])), 'missing do');
  assert.equal(answers.length, 5);
});

await test('an id of almost 1 MiB comes back', () => {
  const id = `"${'i'.repeat(MIB - 40)}"`;
  const [first, second] = answerLines([`{"id":${id},"do":"games"}`, `{"id":${id},"do":"games"}`]);
  assert.ok(first.startsWith(`{"id":${id},"games":`));
  assert.equal(first, second);
});

await test('nested 64 deep is read, 65 is refused', () => {
  const nested = (depth) => `{"id":1,"do":"x","y":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const answers = answerLines([nested(63), nested(64)]).map((line) => JSON.parse(line));
  assert.equal(error(answers[0]), 'do do');
  assert.deepEqual([answers[1].id, error(answers[1])], [null, 'json -']);
});

await test('single questions are answered at once', async () => {
  const talk = new Talk(['engine']);
  for (let i = 0; i < 20; i++) {
    talk.write(`{"id":${i},"do":"perft","game":"gobblet","position":"${START}","depth":2}\n`);
    assert.equal(await talk.until(/\n/, 10), `{"id":${i},"nodes":240}\n`);
  }
  assert.equal((await talk.end()).status, 0);
});

await test('a reader that goes away ends it without a crash', async () => {
  const talk = new Talk(['engine']);
  talk.child.stdin.on('error', () => {});
  talk.child.stdout.destroy();
  for (let i = 0; i < 2000; i++) talk.write('{"do":"games"}\n');
  const { status, signal } = await talk.end();
  assert.deepEqual([status, signal], [1, null]);
});

// ---- members ----

await test('members that are missing, of the wrong type or out of range', () => {
  const cases = [
    [{ do: 'show' }, 'missing game'],
    [{ do: 'show', game: 7 }, 'type game'],
    [{ do: 'show', game: 'chess' }, 'game game'],
    [{ do: 'show', game: 'gobblet\0' }, 'game game'],
    [{ do: 7 }, 'type do'],
    [{}, 'missing do'],
    [{ do: 'Show' }, 'do do'],
    [{ do: 'show', game: 'gobblet' }, 'missing position'],
    [{ do: 'show', game: 'gobblet', position: [] }, 'type position'],
    [{ do: 'show', game: 'gobblet', position: `${START}\0` }, 'text position'],
    [{ do: 'show', game: 'gobblet', position: '-'.repeat(100_000) }, 'text position'],
    [{ do: 'show', game: 'gobblet', position: '' }, 'position position'],
    [{ do: 'show', game: 'gobblet', position: `${START} ` }, 'position position'],
    [{ do: 'show', game: 'gobblet', position: START, seats: 3 }, 'range seats'],
    [{ do: 'show', game: 'gobblet', position: START, seats: '2' }, 'type seats'],
    [{ do: 'show', game: 'gobblet', position: START, seats: 2.5 }, 'range seats'],
    [{ do: 'show', game: 'gobblet', position: START, options: [] }, 'type options'],
    [{ do: 'show', game: 'gobblet', position: START, options: { x: 'on' } }, 'option options'],
    [{ do: 'show', game: 'gobblet', position: START, options: { touch: 1 } }, 'option options'],
    [{ do: 'show', game: 'gobblet', position: START, options: { touch: true } }, 'option options'],
    [{ do: 'show', game: 'cento', position: CENTO, seats: 3 }, 'position position'],
    [{ do: 'new', game: 'gobblet', key: KEY.toUpperCase() }, 'key key'],
    [{ do: 'new', game: 'gobblet', key: KEY.slice(1) }, 'key key'],
    [{ do: 'new', game: 'gobblet', key: `${KEY}0` }, 'key key'],
    [{ do: 'new', game: 'gobblet', key: 1 }, 'key key'],
    [{ do: 'new', game: 'taki', seats: 1 }, 'range seats'],
    [{ do: 'play', game: 'gobblet', position: START, move: '4@a1' }, 'missing seat'],
    [{ do: 'play', game: 'gobblet', position: START, seat: 0 }, 'missing move'],
    [{ do: 'play', game: 'gobblet', position: START, seat: 0, move: 1 }, 'type move'],
    [{ do: 'play', game: 'gobblet', position: START, seat: 2, move: '4@a1' }, 'range seat'],
    [{ do: 'play', game: 'gobblet', position: START, seat: -1, move: '4@a1' }, 'range seat'],
    [{ do: 'play', game: 'gobblet', position: START, seat: null, move: '4@a1' }, 'type seat'],
    [{ do: 'play', game: 'gobblet', position: START, seat: 1, move: '4@a1' }, 'illegal move'],
    [{ do: 'play', game: 'gobblet', position: START, seat: 0, move: '4@a1\0' }, 'text move'],
    [{ do: 'play', game: 'gobblet', position: START, seat: 0, move: '4'.repeat(9999) },
      'text move'],
    [{ do: 'play', game: 'gobblet', position: START, moves: {} }, 'type moves'],
    [{ do: 'play', game: 'gobblet', position: START, moves: [0, '4@a1'] }, 'type moves'],
    [{ do: 'play', game: 'gobblet', position: START, moves: [[0]] }, 'type moves'],
    [{ do: 'play', game: 'gobblet', position: START, moves: [[[0, 1], '4@a1']] }, 'type moves'],
    [{ do: 'play', game: 'gobblet', position: START, moves: [[0, '4@a1', 1]] }, 'type moves'],
    [{ do: 'play', game: 'gobblet', position: START, moves: [[2, '4@a1']] }, 'range moves'],
    [{ do: 'play', game: 'gobblet', position: START, moves: [], move: '4@a1' }, 'both moves'],
    [{ do: 'play', game: 'cento', position: CENTO_VIEW, moves: [] }, 'hidden position'],
    [{ do: 'view', game: 'cento', position: CENTO_VIEW, seat: 1 }, 'hidden position'],
    [{ do: 'perft', game: 'cento', position: CENTO_VIEW, depth: 1 }, 'hidden position'],
    [{ do: 'view', game: 'cento', position: CENTO }, 'missing seat'],
    [{ do: 'view', game: 'cento', position: CENTO, seat: 2 }, 'range seat'],
    [{ do: 'perft', game: 'gobblet', position: START }, 'missing depth'],
    [{ do: 'perft', game: 'gobblet', position: START, depth: 21 }, 'range depth'],
    [{ do: 'perft', game: 'gobblet', position: START, depth: -1 }, 'range depth'],
    [{ do: 'best', game: 'gobblet', position: START }, 'missing seat'],
    [{ do: 'best', game: 'gobblet', position: START, seat: 1 }, 'idle seat'],
    [{ do: 'best', game: 'gobblet', position: START, seat: 0, nodes: 0 }, 'range nodes'],
    [{ do: 'best', game: 'gobblet', position: START, seat: 0, millis: 0 }, 'range millis'],
    [{ do: 'best', game: 'gobblet', position: START, seat: 0, level: 'god' }, 'level level'],
    [{ do: 'best', game: 'cento', position: CENTO_VIEW, seat: 0 }, 'idle seat'],
    [{ do: 'best', game: 'cento', position: CENTO_VIEW.replace('1:1:0', '0:1:0'), seat: 0 },
      'hidden position'],
  ];
  const answers = ask(cases.map(([request], id) => ({ id, ...request })));
  cases.forEach(([request, expected], id) => {
    assert.equal(answers[id].id, id);
    assert.equal(error(answers[id]), expected, JSON.stringify(request));
    assert.match(answers[id].error.message, /^[^{}]*\.$/, 'a whole sentence, filled in');
  });
});

await test('a refused move names its rule, in both languages', () => {
  const request = { id: 0, do: 'play', game: 'gobblet', position: START, seat: 1, move: '4@a1' };
  const [english] = ask([request]);
  const [hebrew] = ask([request], ['--lang', 'he']);
  assert.equal(english.error.reason, 'gobblet.G4.turn');
  assert.equal(english.error.rule, 'G4');
  assert.match(english.error.message, /G4/);
  assert.match(hebrew.error.message, /[א-ת].*G4/);
  assert.deepEqual({ ...hebrew.error, message: '' }, { ...english.error, message: '' });
});

await test('a refused position names its rule where it has one, an unknown option its name', () => {
  const rule = (game, position) => one({ do: 'show', game, position }).error.rule;
  assert.equal(rule('cento', '24=4x6 12+35/10+35 40+56+63 8+9 0/0 0:1:0'), 'C1');
  assert.equal(rule('gobblet', START.replace('-', 'W4W4').replace('444', '443')), 'G8');
  assert.equal(rule('gobblet', `${START} more`), undefined);
  const told = one({ do: 'new', game: 'gobblet', options: { foo: 1 } });
  assert.match(told.error.message, /"foo".*touch, peek/);
  assert.match(one({ do: 'new', game: 'gobblet', seats: 3 }).error.message, /must be 2\./);
});

await test('points are reported even if there are none', () => {
  const position = 'W@0,0 Rc1+W/Rc2 Bc1 0/0 0:0';
  const { events } = one({ do: 'play', game: 'iota', position, seat: 0, move: 'W@1,0' });
  assert.deepEqual(events.find(({ kind }) => kind === 'points').count, 0);
});

await test('options as strings or numbers, seats left out', () => {
  const deal = { do: 'new', game: 'cento', key: KEY };
  const text = one({ ...deal, options: { rounds: '3', free: '0' } });
  assert.deepEqual(one({ ...deal, options: { rounds: 3, free: 0 } }), text);
  assert.notEqual(one({ ...deal }).position, text.position);
  assert.equal(text.scores.length, 2);
  assert.equal(one({ ...deal, seats: 4 }).scores.length, 4);
  assert.equal(text.key, KEY);
});

await test('a random key deals a repeatable game', () => {
  const [first, second] = [one({ do: 'new', game: 'taki' }), one({ do: 'new', game: 'taki' })];
  assert.match(first.key, /^[0-9a-f]{64}$/);
  assert.notEqual(first.key, second.key);
  assert.deepEqual(one({ do: 'new', game: 'taki', key: first.key }), first);
});

// ---- play ----

await test('one bad move fails the whole request, an empty list is the situation', () => {
  const bad = gobblet({ do: 'play', moves: [[0, '4@a1'], [1, '4@a1']] });
  assert.deepEqual([error(bad), bad.error.rule, bad.error.index], ['illegal moves', 'G6', 1]);
  const seat = gobblet({ do: 'play', moves: [[2, '4@a1']] });
  assert.deepEqual([error(seat), seat.error.index], ['range moves', 0]);
  const empty = gobblet({ do: 'play', moves: [] });
  assert.deepEqual(empty, { ...gobblet({ do: 'show' }), events: [] });
});

await test('repetition counts within one request', () => {
  const position = '-,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,B4 443 443 w';
  const round = [[0, 'a1-a2'], [1, 'd1-d2'], [0, 'a2-a1'], [1, 'd2-d1']];
  const once = gobblet({ do: 'play', position, moves: round });
  assert.deepEqual([once.position, once.over], [position, false]);
  const twice = gobblet({ do: 'play', position, moves: [...round, ...round] });
  assert.deepEqual([twice.over, twice.places, twice.scores], [true, [1, 1], null]);
  assert.equal(twice.events.at(-1).kind, 'over');
  assert.deepEqual([twice.actors, twice.legal], [[], {}]);
  const after = gobblet({ do: 'play', position, moves: [...round, ...round, [0, 'a1-a2']] });
  assert.equal(after.error.reason, 'game.move.over');
});

await test('under touch a touch is a ply', () => {
  const position = '-,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,B4 443 443 w';
  const options = { touch: 'on' };
  const touched = gobblet({ do: 'play', position, options, seat: 0, move: 'a1!' });
  assert.equal(touched.position.split(' ').at(-1), 'w!a1');
  const plain = gobblet({ do: 'perft', position, depth: 1 }).nodes;
  assert.equal(gobblet({ do: 'perft', position, options, depth: 1 }).nodes, plain + 1);
});

await test('thousands of moves in one request', () => {
  const deal = one({ do: 'new', game: 'cento', seats: 2, key: KEY });
  const moves = [];
  for (let i = 0; i < 20_000; i++) moves.push([i % 2, 'draw']);
  const answer = one({ do: 'play', game: 'cento', position: deal.position, moves });
  assert.ok(answer.error === undefined || answer.error.code === 'illegal');
  const short = moves.slice(0, 20);
  const few = one({ do: 'play', game: 'cento', position: deal.position, moves: short });
  assert.equal(few.events.filter(({ kind }) => kind === 'move').length, 20);
});

// ---- whole games ----

const { games } = one({ do: 'games' });

function checkSituation(game, answer) {
  assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  assert.deepEqual(Object.keys(answer.legal), answer.actors.map(String));
  for (const moves of Object.values(answer.legal)) {
    assert.ok(moves.length > 0);
    assert.deepEqual([...moves].sort(byteOrder), moves);
    assert.equal(new Set(moves).size, moves.length);
  }
  assert.equal(answer.over, answer.actors.length === 0);
  assert.equal('places' in answer, answer.over);
  if (answer.over) assert.equal(Math.min(...answer.places), 1);
}

// Views: what a seat may do is what the whole table says it may do; nobody else's moves leak.
function checkViews(game, options, answer, seats) {
  const requests = [];
  for (let seat = 0; seat < seats; seat++)
    requests.push({ id: seat, do: 'view', game, options, position: answer.position, seat });
  requests.push({ id: 'all', do: 'view', game, options, position: answer.position, seat: null });
  const views = ask(requests).map(({ position }) => position);
  const shows = ask(views.map((position, id) => ({ id, do: 'show', game, options, position })));
  shows.forEach((show, seat) => {
    assert.equal(show.position, views[seat]);
    assert.deepEqual(show.actors, answer.actors);
    assert.deepEqual(show.scores, answer.scores);
    for (const [actor, moves] of Object.entries(show.legal))
      assert.deepEqual(moves, answer.legal[actor]);
    if (seat < seats && answer.actors.includes(seat)) assert.ok(String(seat) in show.legal);
  });
  return views;
}

function checkBest(game, options, answer, views, seat) {
  const request = { do: 'best', game, options, seat, nodes: 200 };
  const [full, view] = ask([
    { id: 1, ...request, position: answer.position },
    { id: 1, ...request, position: views[seat] },
  ]);
  assert.deepEqual({ ...full, millis: 0 }, { ...view, millis: 0 });
  assert.ok(answer.legal[seat].includes(full.move));
  assert.equal(full.moves[0].move, full.move);
  assert.ok(full.nodes <= 200);
}

async function playGame(talk, chance, { name: game, seats: [fewest, most], options: rows }) {
  const seats = fewest + chance.below(most - fewest + 1);
  const options = {};
  for (const { name, values } of rows) options[name] = chance.pick(values.slice(0, 2));
  const send = async (request) => {
    talk.write(`${JSON.stringify({ id: 0, game, options, ...request })}\n`);
    return JSON.parse(await talk.until(/\n/));
  };
  const start = await send({ do: 'new', seats });
  const moves = [];
  const events = [];
  let now = start;
  for (let ply = 0; !now.over && ply < 60; ply++) {
    checkSituation(game, now);
    if (ply % 13 === 0) {
      const views = checkViews(game, options, now, seats);
      checkBest(game, options, now, views, chance.pick(now.actors));
    }
    const seat = chance.pick(now.actors);
    const move = chance.pick(now.legal[seat]);
    moves.push([seat, move]);
    now = await send({ do: 'play', position: now.position, seat, move });
    assert.equal(now.error, undefined, `${game} ${move} ${JSON.stringify(now.error)}`);
    events.push(...now.events);
  }
  if (game === 'gobblet') return; // its repetitions are counted within one request only
  const atOnce = await send({ do: 'play', position: start.position, moves });
  assert.deepEqual(atOnce, { ...now, events });
}

for (const game of games)
  await test(`random games of ${game.name}`, async () => {
    const talk = new Talk(['engine']);
    for (let seed = 1; seed <= 3; seed++) await playGame(talk, new Chance(seed), game);
    assert.equal((await talk.end()).status, 0);
  });

// ---- the flood ----

const WORDS = ['games', 'new', 'show', 'play', 'view', 'best', 'perft', 'facts', 'cancel',
  'positions', 'history', 'threads', 'of', 'answers', 'gobblet', 'iota', 'cento',
  'taki', 'id', 'do', 'game', 'seats', 'options', 'position', 'seat', 'move', 'moves', 'key',
  'level', 'nodes', 'millis', 'depth', 'touch', 'on', 'rounds', 'deck', 'half', 'mode', 'pyramid'];

function seedsOfFlood() {
  const lines = examplesOf(manual).map(({ request }) => request);
  for (const { name: game } of games)
    for (const seats of [2, 3]) {
      const deal = one({ do: 'new', game, seats: game === 'gobblet' ? 2 : seats, key: KEY });
      const position = deal.position;
      lines.push(JSON.stringify({ id: game, do: 'show', game, position }));
      lines.push(JSON.stringify({ id: 1, do: 'view', game, position, seat: 1 }));
      lines.push(JSON.stringify({ id: 2, do: 'play', game, position, seat: 0,
        move: Object.values(deal.legal)[0][0] }));
      lines.push(JSON.stringify({ id: 3, do: 'best', game, position, seat: 0, nodes: 2 }));
      lines.push(JSON.stringify({ id: 4, do: 'perft', game, position, depth: 1 }));
    }
  return lines;
}

// Nothing that takes long: the budget and the depth stay small.
const isLong = (line) =>
  /"\w*(depth|millis|nodes)" ?: ?([3-9]|\d\d)/.test(line) ||
  (line.includes('best') && !/"nodes":[12][,}]/.test(line));

function mutate(chance, line) {
  const at = chance.below(line.length + 1);
  const end = Math.min(line.length, at + chance.below(12));
  const [left, middle, right] = [line.slice(0, at), line.slice(at, end), line.slice(end)];
  switch (chance.below(7)) {
    case 0: return left + right;
    case 1: return left + String.fromCharCode(32 + chance.below(95)) + middle + right;
    case 2: return left + String.fromCharCode(chance.below(256)) + right;
    case 3: return left + JSON.stringify(chance.pick(WORDS)) + right;
    case 4: return left + middle.repeat(1 + chance.below(4)) + right;
    case 5: return left + chance.pick(['null', '-1', '1e9', '[]', '{}', '\\u0000', ',']) + right;
    default: return line.replace(chance.pick(WORDS), chance.pick(WORDS));
  }
}

function floodLine(chance, seeds) {
  let line = chance.pick(seeds);
  for (let times = chance.below(4); times > 0; times--) line = mutate(chance, line);
  line = line.replaceAll('\n', ' ');
  return isLong(line) ? line.slice(0, line.length >> 1) : line;
}

const residentKb = (pid) =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

await test(`${FLOOD} broken lines, as many answers, no more memory`, async () => {
  const seeds = seedsOfFlood();
  const chance = new Chance(20_240_229);
  const talk = new Talk(['engine']);
  let answers = 0;
  let partial = '';
  talk.child.stdout.removeAllListeners('data');
  talk.child.stdout.on('data', (bytes) => {
    const lines = (partial + bytes).split('\n');
    partial = lines.pop();
    for (const line of lines) {
      answers++;
      if (answers % 101 === 0) assert.equal(typeof JSON.parse(line), 'object');
      assert.ok(line.startsWith('{"id":') && line.endsWith('}'), line);
    }
    talk.wake();
  });
  const waitFor = async (count) => {
    while (answers < count && !talk.closed) await new Promise((wake) => (talk.wake = wake));
    assert.equal(answers, count);
  };
  let asked = 0;
  let early = 0;
  while (asked < FLOOD) {
    let batch = '';
    for (let i = 0; i < 1000; i++) {
      const line = floodLine(chance, seeds);
      if (line !== '' && line !== '\r') asked++;
      batch += `${line}\n`;
    }
    talk.write(Buffer.from(batch, chance.below(2) === 0 ? 'latin1' : 'utf8'));
    await waitFor(asked);
    if (early === 0 && asked >= FLOOD / 4) early = residentKb(talk.child.pid);
  }
  const late = residentKb(talk.child.pid);
  assert.ok(late - early < 2048, `${early} kB grew to ${late} kB`);
  assert.deepEqual(await talk.end(), { status: 0, signal: null });
});

finish();
