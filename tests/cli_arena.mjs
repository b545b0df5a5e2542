// `kufsa arena`: the same seed gives the same games on any number of threads, files are as
// docs/arena.md says, programs may misbehave, mistakes are reported.
//   node tests/cli_arena.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Talk, ask, finish, program, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-arena-'));
const file = (name) => join(folder, name);
const { games } = ask([{ id: 0, do: 'games' }])[0];
let runs = 0;

// Runs an arena to its end: its summary, the rows of its games, and what it wrote.
function arena(words, status = 0) {
  const number = runs++;
  const [json, csv] = [file(`${number}.json`), file(`${number}.csv`)];
  const result = run(['arena', ...words, '--json', json, '--csv', csv]);
  assert.equal(result.status, status, `${words.join(' ')}: ${result.err}`);
  const [head, ...rows] = readCsv(readFileSync(csv, 'utf8'));
  const summary = JSON.parse(readFileSync(json, 'utf8'));
  return { ...result, summary, head, rows: rows.map((row) => byName(head, row)) };
}

// RFC 4180, as far as it is used: quotes, and quotes within them.
function readCsv(text) {
  assert.ok(text.endsWith('\n'));
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)])
    .map((fields) => fields.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain));
}

function byName(head, row) {
  assert.equal(row.length, head.length);
  return Object.fromEntries(head.map((name, i) => [name, row[i]]));
}

// What must be the same in every run: all but the time it took.
function repeatable({ summary, rows }) {
  const { seconds, threads, ...rest } = summary;
  assert.ok(seconds >= 0 && threads >= 1);
  const players = summary.players.map(({ millis_mean, millis_max, ...player }) => {
    assert.ok(millis_mean <= millis_max);
    return player;
  });
  return { ...rest, players, rows };
}

// A program written as a line of shell, with the number of the question in $n.
const shell = (name, settings, body) => `cmd=${name}${settings}:n=0; ${body}`;
const loop = (answer) => `while read x; do n=$((n+1)); ${answer}; done`;

// ---- the design and the count ----

await test('the same seed gives the same games, whatever the threads', () => {
  for (const { name, seats } of games) {
    const words = [name, 'club:nodes=60', 'greedy', '--games', '24', '--nodes', '50'];
    if (seats[1] > 2) words.push('--seats', '3');
    const [one, two] = ['1', '2'].map((threads) => arena([...words, '--threads', threads]));
    assert.deepEqual(repeatable(one), repeatable(two), name);
    assert.equal(one.summary.repeatable, true);
    assert.equal(two.summary.threads, 2);
    const other = arena([...words, '--seed', '2']);
    assert.notDeepEqual(other.rows, one.rows);
  }
});

await test('a run until a precision stops at the same pair', () => {
  const words = ['cento', 'greedy', 'random', '--until', '3.5', '--games', '4000'];
  const [one, two] = ['1', '2'].map((threads) => arena([...words, '--threads', threads]));
  assert.deepEqual(repeatable(one), repeatable(two));
  assert.equal(one.summary.settled, true);
  assert.ok(one.summary.pairs >= 50 && one.summary.games < 4000);
  assert.ok(one.summary.players.every(({ half }) => half <= 0.035));
  assert.match(one.out, /Stopped when half the interval was no more than 3\.5/);
  const short = arena(['cento', 'greedy', 'greedy', '--until', '0.01', '--games', '100']);
  assert.equal(short.summary.settled, false);
  assert.equal(short.summary.pairs, 50);
  assert.match(short.out, /did not suffice/);
});

await test('a pair is one deal in all rotations, and the summary is the sum of the rows', () => {
  const words = ['taki', 'greedy', 'random', '--seats', '4', '--games', '30'];
  const { summary, rows, head } = arena(words);
  assert.equal(head.length, 4 + 3 * 4 + 3);
  assert.equal(rows.length, 32, 'made up to whole pairs');
  assert.deepEqual([summary.pairs, summary.rotations, summary.fair], [8, 4, 0.25]);
  let [wins, score] = [0, 0];
  rows.forEach((row, i) => {
    assert.deepEqual([+row.game, +row.pair, +row.rotation], [i, Math.floor(i / 4), i % 4]);
    assert.equal(row.key, rows[i - (i % 4)].key);
    assert.match(row.key, /^[0-9a-f]{64}$/);
    const players = [0, 1, 2, 3].map((seat) => row[`player_${seat}`]);
    assert.deepEqual(players.filter((name) => name === 'greedy').length, 1);
    assert.equal(players[i % 4], 'greedy');
    const places = [0, 1, 2, 3].map((seat) => row[`place_${seat}`]);
    const first = places.filter((place) => place === '1').length;
    if (places[i % 4] === '1') {
      wins += first === 1;
      score += 1 / first;
    }
    assert.deepEqual([row.end, row.forfeit, row.score_0], ['rules', '', '']);
  });
  const [greedy, random] = summary.players;
  assert.equal(greedy.wins, wins);
  assert.ok(Math.abs(greedy.score - score / 32) < 1e-6);
  assert.ok(Math.abs(greedy.score + 3 * random.score - 1) < 1e-5);
  assert.deepEqual([greedy.seats, random.seats], [1, 3]);
  assert.equal(random.wins + random.draws + random.losses, 96);
  assert.equal(new Set(rows.map(({ key }) => key)).size, 8);
  assert.equal(summary.elo, null);
});

await test('three players: each on every seat in a pair, in changing order', () => {
  const words = ['cento', 'greedy', 'random', 'club:nodes=30', '--games', '60'];
  const { rows, summary } = arena(words);
  const orders = new Set();
  for (let pair = 0; pair < 20; pair++) {
    const three = rows.slice(3 * pair, 3 * pair + 3);
    for (const seat of [0, 1, 2])
      assert.equal(new Set(three.map((row) => row[`player_${seat}`])).size, 3);
    const names = [0, 1, 2].map((seat) => three[0][`player_${seat}`]);
    const at = names.indexOf('greedy');
    orders.add(names[(at + 1) % 3]);
    assert.ok(three[0].score_0 !== '');
  }
  assert.equal(orders.size, 2);
  assert.ok(summary.players.every((player) => typeof player.points_mean === 'number'));
});

await test('games that are cut off count as drawn', () => {
  const words = ['iota', 'greedy', 'random', '--plies', '4', '--games', '6'];
  const { summary, rows, out } = arena(words);
  assert.equal(summary.ends.plies, 6);
  assert.ok(rows.every((row) => row.plies === '4' && row.end === 'plies' && row.place_1 === '1'));
  assert.deepEqual(summary.players.map(({ score, draws }) => [score, draws]), [[0.5, 6], [0.5, 6]]);
  assert.match(out, /cut off after 4 moves and counted as drawn: 6/);
});

await test('settings of players, names, options and budgets', () => {
  const one = 'club:nodes=20,overlook=3,forget=4,ahead=5,memory=8,name=a "b"';
  const more = ['--games', '3', '--nodes', '7', '--option', 'call=auto'];
  const { summary, rows, out } = arena(['taki', one, 'club', 'club', ...more]);
  const [first, second, third] = summary.players;
  assert.deepEqual(
    [first.name, first.nodes, first.overlook, first.forget, first.ahead, first.memory],
    ['a "b"', 20, 3, 4, 5, 8 << 20],
  );
  assert.deepEqual([second.name, second.nodes, second.level], ['club', 7, 'club']);
  assert.equal(third.name, 'club (2)');
  assert.equal(summary.options.call, 'auto');
  assert.ok([0, 1, 2].some((seat) => rows[0][`player_${seat}`] === 'a "b"'));
  assert.match(out, /A fair share is 33\.3 %/);
});

await test('a player that ignores an option plays as if it were printed', () => {
  const words = (game, ...more) => [game, '--games', '24', '--nodes', '60', ...more];
  const places = ({ rows }) => rows.map((row) => [row.key, row.place_0, row.place_1, row.plies]);
  for (const { name, options } of games) {
    for (const { name: option, values } of options) {
      // By the printed rules there is nothing to ignore.
      const one = arena(words(name, 'casual', 'casual'));
      const same = arena(words(name, 'casual', `casual:ignore=${option}`));
      assert.deepEqual(places(same), places(one), `${name} ${option}`);
      // With any other value every game is played to its end, whatever it makes legal.
      const value = values.at(-1);
      if (option === 'rounds') continue;
      const seats = name === 'taki' ? ['--seats', '3'] : [];
      const chosen = ['--option', `${option}=${value}`, ...seats];
      const players = ['casual', `casual:ignore=${option},forget=500`];
      const [first, second] = ['1', '2'].map((threads) =>
        arena(words(name, ...players, ...chosen, '--threads', threads)),
      );
      assert.deepEqual(repeatable(first), repeatable(second));
    }
  }
  // What it does not know costs it something: its games are others.
  const free = words('gobblet', 'club', 'club', '--option', 'reserve=free');
  const blind = words('gobblet', 'club', 'club:ignore=reserve', '--option', 'reserve=free');
  assert.notDeepEqual(places(arena(blind)), places(arena(free)));
});

await test('a model of beginners sees the part that it is told to', () => {
  for (const { name } of games) {
    const words = [name, 'kid', 'kid:sees=950,forget=0', '--games', '12', '--nodes', '2000'];
    const [one, two] = ['1', '2'].map((threads) => arena([...words, '--threads', threads]));
    assert.deepEqual(repeatable(one), repeatable(two), name);
    const { players, ends } = one.summary;
    assert.deepEqual(
      players.map(({ name, bot, overlook, forget }) => [name, bot, overlook, forget]),
      [['kid', 'kid', 300, 300], ['kid:sees=950,forget=0', 'kid', 50, 0]],
    );
    assert.equal(ends.rules, 12, name);
  }
});

await test('a time limit is reported', () => {
  const words = ['gobblet', 'club:millis=2', 'random', '--games', '2'];
  const { summary, out } = arena(words);
  assert.equal(summary.repeatable, false);
  assert.deepEqual([summary.players[0].nodes, summary.players[0].millis], [null, 2]);
  assert.match(out, /Time was bounded/);
  assert.ok(!/Time was bounded/.test(arena(['gobblet', 'greedy', 'random', '--games', '2']).out));
});

await test('Elo, even if one player wins everything', () => {
  const words = ['gobblet', 'club', 'random', '--nodes', '300', '--games', '40'];
  const { summary, out } = arena(words);
  const [{ score, half }] = summary.players;
  const elo = (p) => (p > 0 && p < 1 ? 400 * Math.log10(p / (1 - p)) : null);
  for (const [name, at] of [['best', score], ['low', score - half], ['high', score + half]]) {
    if (elo(at) === null) assert.equal(summary.elo[name], null);
    else assert.ok(Math.abs(summary.elo[name] - elo(at)) < 0.1);
  }
  assert.match(out, /^Elo of club over random: \+/m);
});

// ---- records ----

await test('records are whole games that can be replayed', () => {
  const records = file('records');
  const knowsVerify = /^ {2}verify /m.test(run(['help']).out);
  for (const { name, seats } of games) {
    const words = [name, 'greedy', 'random', '--seats', String(seats[1]), '--games', '1'];
    const { rows } = arena([...words, '--records', records]);
    const own = readdirSync(records).filter((record) => record.startsWith(`${name}-`)).sort();
    assert.equal(own.length, seats[1]);
    own.forEach((record, i) => {
      const text = readFileSync(join(records, record), 'utf8');
      assert.ok(text.includes(`key ${rows[i].key}\n`));
      assert.match(text, new RegExp(`^seat ${i} bot greedy greedy$`, 'm'));
      assert.match(text, new RegExp(`^arena seed=1 pair=0 rotation=${i} end=rules$`, 'm'));
      const [, moves, result] = text.split('\n\n');
      assert.equal(moves.split('\n').length, Number(rows[i].plies));
      const places = Array.from({ length: seats[1] }, (_, seat) => rows[i][`place_${seat}`]);
      assert.ok(result.startsWith(`result ${places.join(' ')}\n`));
      replay(name, seats[1], rows[i].key, moves, places);
      if (knowsVerify) assert.equal(run(['verify', join(records, record)]).status, 0, record);
    });
  }
});

// The same through the engine: the moves are legal from the deal on, and lead to these places.
function replay(game, seats, key, lines, places) {
  const moves = lines.split('\n').map((line) => {
    const [, seat, move] = /^(\d) (.*)$/.exec(line);
    return [Number(seat), move];
  });
  const [deal] = ask([{ id: 0, do: 'new', game, seats, key }]);
  const [end] = ask([{ id: 0, do: 'play', game, position: deal.position, moves }]);
  assert.deepEqual(end.places?.map(String), places, JSON.stringify(end.error));
}

// ---- programs ----

await test('a program plays, and answers as the engine does', () => {
  const words = ['gobblet', `cmd=other,level=greedy:'${program}' engine`, 'random', '--games', '8'];
  const { summary, rows, out } = arena([...words, '--nodes', '50', '--threads', '2']);
  const [other] = summary.players;
  assert.deepEqual([other.name, other.bot, other.level], ['other', null, 'greedy']);
  assert.equal(other.forfeits, 0);
  assert.ok(other.moves > 8 && other.nodes_mean !== null);
  assert.equal(summary.ends.rules, 8);
  assert.equal(summary.restarts, 0);
  assert.equal(rows[0].player_0, 'other');
  assert.match(out, /^other /m);
});

await test('the engine can be asked by an arena in every game', () => {
  for (const { name, seats } of games) {
    const engine = `cmd=engine,level=random:'${program}' engine`;
    const words = [name, engine, 'random', '--seats', String(seats[1]), '--games', '1'];
    const { summary } = arena([...words, '--nodes', '5', '--plies', '60']);
    assert.equal(summary.ends.rules + summary.ends.plies, seats[1], name);
    assert.ok(summary.players[0].moves > seats[1]);
  }
});

await test('a program sees what its seat may know, with the options and the budget', () => {
  const log = file('requests');
  const spy = `cmd=spy,millis=2000,grace=500,level=x:head -n 1 >'${log}'; sleep 9`;
  writeFileSync(log, '');
  const more = ['--option', 'call=auto', '--threads', '1', '--games', '2'];
  const child = run(['arena', 'taki', spy, 'random', ...more, '--plies', '1', '--nodes', '5']);
  const request = JSON.parse(readFileSync(log, 'utf8'));
  assert.deepEqual(
    [request.do, request.game, request.seats, request.seat, request.level, request.millis],
    ['best', 'taki', 2, 0, 'x', 2000],
  );
  assert.equal(request.nodes, undefined, 'its own budget replaces the common one');
  assert.equal(request.options.call, 'auto');
  assert.match(request.position, /\/#8 #\d/, 'the other hand and the pile are hidden');
  assert.equal(child.status, 0);
});

await test('wrong answers lose the game', () => {
  const broken = {
    illegal: [`{\\"id\\":$n,\\"move\\":\\"9@z9\\"}`, /illegal move: 4/],
    unreadable: ['hello', /unreadable answer: 4/],
    refused: [`{\\"id\\":$n,\\"error\\":{\\"code\\":\\"oh\\"}}`, /answered with an error: 4/],
  };
  for (const [end, [answer, pattern]] of Object.entries(broken)) {
    const player = shell(end, '', loop(`echo "${answer}"`));
    const { summary, rows, out } = arena(['gobblet', player, 'random', '--games', '4']);
    assert.equal(summary.ends[end], 4, end);
    assert.deepEqual([summary.players[0].forfeits, summary.players[0].score], [4, 0]);
    assert.match(out, pattern);
    assert.match(out, new RegExp(`The first such answer, by ${end}: .*(z9|hello|oh)`));
    for (const row of rows) {
      assert.equal(row.end, end);
      assert.equal(row[`player_${row.forfeit}`], end);
      assert.equal(row[`place_${row.forfeit}`], '2');
    }
  }
});

await test('with several seats the others share what one forfeits', () => {
  const words = ['taki', shell('bad', '', loop('echo')), 'random', '--seats', '4', '--games', '4'];
  const { summary, rows } = arena([...words, '--records', file('forfeits')]);
  assert.ok(Math.abs(summary.players[1].score - 1 / 3) < 1e-6);
  assert.equal(rows[0].place_0, '4');
  const [record] = readdirSync(file('forfeits')).sort();
  assert.match(readFileSync(join(file('forfeits'), record), 'utf8'), /end=unreadable[^]*result \*/);
});

await test('answers to old questions and other odd ids', () => {
  const answer = (id) => `echo "{\\"id\\":${id},\\"move\\":\\"x\\"}"`;
  const stale = loop(`${answer(0)}; ${answer('$n')}`);
  const words = (body) => ['gobblet', shell('odd', '', body), 'random', '--games', '2'];
  assert.equal(arena(words(stale)).summary.ends.illegal, 2, 'the stale one is passed over');
  assert.equal(arena(words(loop(answer(99999)))).summary.ends.unreadable, 2);
});

await test('a program that hangs is late, and is not left behind', () => {
  const mark = `sleep 98.${process.pid}`;
  const words = ['gobblet', `cmd=slow,millis=1,grace=200:${mark}`, 'random', '--games', '2'];
  const start = Date.now();
  const { summary, rows } = arena([...words, '--threads', '2']);
  assert.ok(Date.now() - start < 10_000);
  assert.equal(summary.ends.late, 2);
  assert.equal(rows[0].end, 'late');
  const left = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => commandOf(name).includes(mark));
  assert.deepEqual(left, []);
});

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended
  }
}

await test('a program that ends is started again and asked once more, then it is an error', () => {
  for (const [command, status] of [['exit 3', 3], ['/no/such/program', 127]]) {
    const { err, summary } = arena(['gobblet', `cmd=gone:${command}`, 'random'], 1);
    assert.match(err, new RegExp(`The program of gone ended twice[^]*status ${status}.*by hand`));
    assert.equal(summary.pairs, 0);
  }
  // Answers only the first question of each process.
  const once = `read x; echo "$x" | '${program}' engine`;
  const words = ['gobblet', `cmd=mortal,level=random:${once}`, 'random', '--nodes', '5'];
  const { summary, out } = arena([...words, '--games', '2', '--threads', '1', '--plies', '8']);
  assert.equal(summary.ends.plies, 2);
  assert.ok(summary.restarts >= 6);
  assert.match(out, /started again: \d+ times/);
});

// ---- interruption, progress ----

await test('Ctrl-C finishes with what was counted', async () => {
  const [json, csv] = [file('interrupted.json'), file('interrupted.csv')];
  const words = ['arena', 'cento', 'greedy', 'random', '--games', '50000000', '--json', json];
  const talk = new Talk([...words, '--csv', csv]);
  const counted = () => existsSync(csv) && statSync(csv).size > 0;
  for (let i = 0; i < 1000 && !counted(); i++)
    await new Promise((done) => setTimeout(done, 50));
  talk.child.kill('SIGINT');
  const { status } = await talk.ended;
  assert.equal(status, 130);
  assert.match(talk.text, /Interrupted; all deals that had been finished are counted/);
  const summary = JSON.parse(readFileSync(json, 'utf8'));
  assert.equal(summary.interrupted, true);
  assert.ok(summary.games > 0 && summary.games < 50000000);
});

await test('a short run into a pipe says nothing on the way', () => {
  assert.equal(arena(['gobblet', 'greedy', 'random', '--games', '10']).err, '');
  const words = ['arena', 'gobblet', 'greedy', 'random', '--games', '2', '--lang', 'he'];
  assert.match(run(words).out, /[א-ת]/);
});

// ---- mistakes ----

function mistake(words, pattern, status = 2) {
  const result = run(['arena', ...words]);
  assert.equal(result.status, status, words.join(' '));
  assert.equal(result.out, '', words.join(' '));
  assert.match(result.err, pattern);
  assert.match(result.err, /^kufsa: [^{}\n]*\n$/);
}

await test('mistakes on the command line', () => {
  mistake(['gobblet', 'club'], /GAME PLAYER PLAYER/);
  mistake(['chess', 'club', 'club'], /no game "chess"/);
  mistake(['gobblet', 'club', 'god'], /no player "god"; write one of gentle, .*kid, random/);
  mistake(['gobblet', '', 'club'], /no player ""/);
  mistake(['gobblet', 'club', 'club', 'club'], /3 players do not fit on 2 seats/);
  mistake(['taki', 'club', 'club', 'club', '--seats', '2'], /3 players do not fit on 2 seats/);
  mistake(['taki', 'club', 'club', '--seats', '11'], /from 2 to 10/);
  mistake(['taki', ...Array(11).fill('club')], /too many words/);
  mistake(['gobblet', 'club:nodes', 'club'], /"nodes" is not a setting .* cpu, sees, overlook/);
  mistake(['gobblet', 'club:nodes=0', 'club'], /nodes is a whole number from 1/);
  mistake(['gobblet', 'club:nodes=1x', 'club'], /"nodes=1x" cannot be/);
  mistake(['gobblet', 'kid:sees=1001', 'club'], /sees is a whole number from 0 to 1000/);
  mistake(['gobblet', 'cmd=x,sees=1:y', 'club'], /"sees=1" is not a setting/);
  mistake(['gobblet', 'club:ignore=deck', 'club'], /no option "deck" .* touch, peek, reserve/);
  mistake(['gobblet', 'cmd=x,ignore=touch:y', 'club'], /"ignore=touch" is not a setting/);
  mistake(['gobblet', 'club:level=3', 'club'], /"level=3" is not a setting/);
  mistake(['gobblet', 'club:name=', 'club'], /name must have 1 to 63 bytes/);
  mistake(['gobblet', `club:name=${'x'.repeat(64)}`, 'club'], /name must have 1 to 63 bytes/);
  mistake(['gobblet', 'club:memory=1', 'club'], /memory is a whole number from 4 to 64/);
  mistake(['gobblet', 'cmd', 'club'], /cmd:COMMAND/);
  mistake(['gobblet', 'cmd:', 'club'], /cmd:COMMAND/);
  mistake(['gobblet', 'cmd=x', 'club'], /cmd=NAME:COMMAND/);
  mistake(['gobblet', 'cmd=x,overlook=1:y', 'club'], /"overlook=1" is not a setting .* grace/);
  mistake(['gobblet', 'cmd=x,grace=-1:y', 'club'], /grace is a whole number from 0/);
  const long = `club:name=${'x'.repeat(61)}`;
  mistake(['gobblet', long, long], /the same name/);
  for (const until of ['0', '51', 'x', '1.', '1.2345', '-1', ''])
    mistake(['gobblet', 'club', 'club', '--until', until], /--until takes percentage points/);
  mistake(['gobblet', 'club', 'club', '--games', '0'], /--games takes a whole number from 1/);
  mistake(['gobblet', 'club', 'club', '--threads', '65'], /--threads takes .* from 1 to 64/);
  mistake(['gobblet', 'club', 'club', '--seed', '-1'], /--seed takes/);
  mistake(['gobblet', 'club', 'club', '--plies', '0'], /--plies takes/);
  mistake(['gobblet', 'club', 'club', '--option', 'x=y'], /no option "x"/);
  mistake(['gobblet', 'club', 'club', '--csv', '/no/such/folder/x'], /cannot be written to/);
  mistake(['gobblet', 'club', 'club', '--records', '/dev/null'], /"\/dev\/null" cannot be written/);
});

await test('the summary holds a command of any length', () => {
  const command = `exec '${program}' engine #${'"'.repeat(60000)}`;
  const words = ['gobblet', `cmd=one:${command}`, `cmd=two:${command}`, '--games', '2'];
  const { summary } = arena([...words, '--nodes', '20']);
  assert.deepEqual(
    summary.players.map((player) => player.command),
    [command, command],
  );
});

await test('the summary is JSON, whatever bytes a command has', () => {
  const json = file('bytes.json');
  const line = `exec "$0" arena gobblet "$(printf 'cmd:exec "%s" engine #caf\\351' "$0")" random \
    --games 2 --nodes 20 --json '${json}'`;
  const result = spawnSync('sh', ['-c', line, program], { encoding: 'utf8' });
  assert.equal(result.status, 0, result.stderr);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(json));
  assert.equal(JSON.parse(text).players[0].command, `exec "${program}" engine #caf?`);
  const name = `exec "$0" arena gobblet "$(printf 'club:name=caf\\351')" random --games 2`;
  const refused = spawnSync('sh', ['-c', name, program], { encoding: 'utf8' });
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /name/);
});

await test('a full disk is a failure', () => {
  const words = ['arena', 'gobblet', 'greedy', 'random', '--games', '2', '--csv', '/dev/full'];
  const result = run(words);
  assert.equal(result.status, 1);
  assert.match(result.err, /Not everything could be written/);
});

rmSync(folder, { recursive: true });
finish();
