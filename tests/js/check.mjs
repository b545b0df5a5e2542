// What must hold in the JavaScript package wherever it runs; Node and Chromium both import this.
// `check` returns games and advice, which the caller compares with the program's.
import { IllegalMove, Position, Refused, games, position, ruleOf } from 'kufsa';
import { best, levels, think } from 'kufsa/bots';
import { sentence } from 'kufsa/words';

function assert(holds, what) {
  if (!holds) throw new Error(`does not hold: ${what}`);
}

function refused(run, kind, what) {
  try {
    run();
  } catch (problem) {
    assert(problem instanceof kind, `${what}: ${problem}`);
    return problem;
  }
  throw new Error(`was not refused: ${what}`);
}

// A small generator, the same everywhere.
function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// What a seat may do follows from its view; a view shows nothing of others.
function checkViews(p, seat) {
  const view = p.view(seat);
  assert(view.viewer === seat && p.viewer === null, 'viewer');
  assert(view.legal(seat).join() === p.legal(seat).join(), 'moves of a view');
  assert(view.imagine(5).view(seat).text === view.text, 'an imagined world looks the same');
  assert(p.view(null).viewer === 'spectator', 'a spectator');
  assert(view.facts.length > 0 && view.scene.length > 0, 'facts and scene');
  const again = position(p.game, p.text, { seats: p.seats, options: p.options });
  assert(again.text === p.text, 'a position reads back');
}

function playGame({ name, seats: [fewest, most], options: rows }, seed) {
  const random = chance(seed);
  const seats = fewest + random(most - fewest + 1);
  const options = {};
  for (const { name: row, values } of rows) options[row] = values[random(2) % values.length];
  const start = position(name, seed, { seats, options });
  const moves = [];
  let p = start;
  while (!p.over && moves.length < 80) {
    const seat = p.actors[random(p.actors.length)];
    const legal = p.legal(seat);
    const move = legal[random(legal.length)];
    if (moves.length % 9 === 0) checkViews(p, seat);
    assert(p.why(move, seat) === null && Number.isInteger(p.gain(move, seat)), 'a legal move');
    const before = p.text;
    const next = p.play(move, seat);
    assert(p.text === before && next.ply === p.ply + 1, 'a position never changes');
    assert(next.events.length > 0, 'a move does something');
    moves.push([seat, move]);
    p = next;
  }
  return { game: name, seats, options, seed, start: start.text, moves, end: p.text,
    points: p.points, places: p.places };
}

const START = '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w';

function checkRefusals() {
  const p = position('gobblet', START);
  const problem = refused(() => p.play('a1-a2'), IllegalMove, 'an empty square');
  assert(problem.reason === 'gobblet.G7.empty' && problem.rule === 'G7', problem.reason);
  assert(problem.message === sentence('gobblet.G7.empty'), problem.message);
  assert(/[א-ת]/.test(sentence('gobblet.G7.empty', 'he')), 'in Hebrew');
  assert(p.why('a1-a2') === 'gobblet.G7.empty', 'why');
  assert(ruleOf('cento.position.twice') === 'C1', 'a rule in brackets');
  refused(() => position('chess'), Refused, 'chess');
  refused(() => position('gobblet', 'nonsense'), Refused, 'nonsense');
  refused(() => position('taki', 1, { options: { mode: 'no' } }), Refused, 'an option');
  refused(() => position('taki', 1, { seats: 11 }), Refused, 'eleven seats');
  refused(() => position('cento', 1).view(0).play('draw', 0), Refused, 'play on a view');
  refused(() => position('cento', 1).view(0).view(1), Refused, 'another view of a view');
  refused(() => best(p, { level: 'god' }), Refused, 'a level');
  refused(() => best(p, { seat: 1 }), Refused, 'not its turn');
}

const STRANGE = [undefined, null, -1, 0, 3, 1.5, NaN, Infinity, 2 ** 31, 2 ** 53, 2n ** 64n, -1n,
  '', 'taki', '\0', 'x'.repeat(50_000), 'é', '\ud800', {}, [], [1], true, () => 1,
  new Uint8Array(3), new Uint8Array(32), Symbol('x'), { seats: 'two' },
  { options: { mode: '\0' } }];

// Whatever is passed, there is an answer or an exception, and all works afterwards.
async function checkStrange() {
  const random = chance(11);
  const pick = () => STRANGE[random(STRANGE.length)];
  const p = position('taki', 4, { seats: 3 });
  const methods = ['legal', 'play', 'why', 'gain', 'view', 'imagine'];
  let thrown = 0;
  for (let i = 0; i < 3000; i++) {
    try {
      if (i % 3 === 0) position(pick(), pick(), pick());
      else if (i % 3 === 1) p[methods[random(methods.length)]](pick(), pick());
      else if (i % 30 === 2) best(p, { level: pick(), seat: pick(), nodes: 20, seed: pick() });
      else sentence(pick(), pick());
    } catch (problem) {
      assert(problem instanceof Error, String(problem));
      assert(!(problem instanceof WebAssembly.RuntimeError), String(problem));
      thrown++;
    }
  }
  assert(thrown > 500, 'strange arguments are refused');
  assert(p.play(p.legal(p.actors[0])[0], p.actors[0]) instanceof Position, 'all works afterwards');
}

async function checkBots() {
  const told = [];
  for (const { name } of games)
    for (const level of levels) {
      const p = position(name, 3);
      const wishes = { level, nodes: 300, seed: 9, seat: p.actors[0] };
      const advice = best(p, wishes);
      assert(p.legal(p.actors[0]).includes(advice.move), 'advice is legal');
      assert(JSON.stringify(best(p.view(p.actors[0]), wishes)) === JSON.stringify(advice),
        'a view is enough');
      for (const said of advice.moves[0].reasons) assert(sentence(said) !== said.reason, 'reasons');
      told.push({ game: name, level, move: advice.move, nodes: advice.nodes });
    }
  const p = position('gobblet', 'W4,W4,W4,-/B4,-,-,-/B4,-,-,-/-,-,-,- 333 433 w');
  const apart = await think(p, { nodes: 5000 });
  assert(JSON.stringify(apart) === JSON.stringify(best(p, { nodes: 5000 })), 'apart as here');
  assert(p.play(apart.move).places?.join() === '1,2', 'it wins');
  await think(p, { level: 'god' }).then(() => assert(false, 'god'), (problem) =>
    assert(problem instanceof Refused, String(problem)));
  const end = new AbortController();
  const long = think(position('iota', 1), { nodes: 1e9, signal: end.signal });
  end.abort(new Error('enough'));
  await long.then(() => assert(false, 'aborted'), (problem) =>
    assert(problem.message === 'enough', String(problem)));
  return told;
}

export async function check() {
  const played = games.flatMap((game) => [1, 2, 3].map((seed) => playGame(game, seed)));
  checkRefusals();
  await checkStrange();
  return JSON.parse(JSON.stringify({ played, told: await checkBots() }));
}
