// The module that pages load, through its one entry point: whole games at a table with a person and
// bots, every legal move by its gestures in any order, restoring, records, replays that agree with
// the native program, and requests that make no sense. The same source built natively gives the
// same answers.
//   node tests/wasm_page.mjs KUFSA.wasm RECORDS [KUFSA PAGE_NATIVE]
// Without the programs, ../kufsa and ../release/page_native beside the module.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const [moduleFile, recordsFolder, ...programs] = process.argv.slice(2);
const build = join(dirname(moduleFile), '..');
const [native = join(build, 'kufsa'), twin = join(build, 'release', 'page_native')] = programs;
const REACHED_MAX = 40; // moves of one position that are touched one by one
const PLIES_PLAYED = 60; // of one game, from position to position
const PLIES_COMPARED = 400; // of one record, position by position
const ASKED_MAX = 30000; // requests that the native twin is asked too

const module = new WebAssembly.Module(readFileSync(moduleFile));

// ---- asking ----

function load() {
  const { memory, in_buffer, out_buffer, ask, _initialize } = new WebAssembly.Instance(module)
    .exports;
  _initialize?.();
  const asked = []; // requests and answers, as long as somebody wants them
  const send = (bytes) => {
    new Uint8Array(memory.buffer, in_buffer(), bytes.length).set(bytes);
    const size = ask(bytes.length);
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, out_buffer(), size));
    if (asked.length < ASKED_MAX) asked.push([new TextDecoder().decode(bytes), answer]);
    return JSON.parse(answer);
  };
  const encoder = new TextEncoder();
  return {
    asked,
    send,
    raw: (text) => send(encoder.encode(text)),
    ask(request) {
      const answer = send(encoder.encode(JSON.stringify(request)));
      // A verdict's error is a number, and none of the module's.
      assert.notEqual(typeof answer.error, 'string', `${JSON.stringify(request)}: ${answer.error}`);
      return answer;
    },
  };
}

const page = load();
const { ask } = page;
const { games, levels } = ask({ do: 'games' });

// Numbers that are the same in every run.
let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function shuffle(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const k = random(i + 1);
    [list[i], list[k]] = [list[k], list[i]];
  }
  return list;
}

function runProgram(program, words, input) {
  const settings = { encoding: 'utf8', input, maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync(program, words, settings);
  assert.equal(status, 0, `${program} ${words.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

const run = (...words) => runProgram(native, words, '');

// ---- gestures ----

// A move's steps as acts that stay together, between the words that hold them apart.
function segmentsOf(steps) {
  const segments = [[]];
  for (const step of steps) {
    const last = segments.at(-1);
    if (step.kind === 'choose') segments.push([[step]], []);
    else if (step.kind === 'put' && last.length > 0 && last.at(-1).length === 1)
      last.at(-1).push(step);
    else last.push([step]);
  }
  return segments;
}

const inAnyOrder = (steps) => segmentsOf(steps).flatMap((acts) => shuffle(acts).flat());
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// A step that is not offered leads nowhere.
function checkTooEarly(steps, i, next) {
  const step = steps[i + random(steps.length - i)];
  if (next.some((offered) => same(offered, step))) return;
  const early = ask({ do: 'reach', steps: [...steps.slice(0, i), step] });
  assert.deepEqual([early.count, early.next, early.move, early.almost], [0, [], null, null]);
}

// Touches the steps one by one: each is offered when it comes, and the last makes the move.
function touch(steps, choice) {
  const { move } = choice;
  for (let i = 0; i <= steps.length; i++) {
    const reach = ask({ do: 'reach', steps: steps.slice(0, i) });
    assert.ok(reach.count >= 1, `${move}: lost after ${i} steps`);
    const names = reach.next.map((step) => JSON.stringify(step));
    assert.equal(new Set(names).size, names.length, `${move}: something is offered twice`);
    if (i < steps.length)
      assert.ok(
        reach.next.some((step) => same(step, steps[i])),
        `${move}: ${JSON.stringify(steps[i])} is not offered in ${names.join(' ')}`,
      );
    if (i < steps.length) checkTooEarly(steps, i, reach.next);
    if (i === steps.length) assert.deepEqual(reach.move, choice);
    const almost = i === steps.length - 1 && steps[i].word === 'done';
    if (almost) assert.deepEqual(reach.almost, choice);
    if (!reach.next.some((step) => step.word === 'done')) assert.equal(reach.almost, null);
  }
}

// All that is listed is legal and can be touched; what is offered first leads somewhere.
function checkMoves(look) {
  const all = [];
  while (all.length < look.legal) {
    const { count, moves } = ask({ do: 'moves', from: all.length, count: 256 });
    assert.equal(count, look.legal);
    assert.ok(moves.length > 0);
    all.push(...moves);
  }
  assert.equal(new Set(all).size, all.length);
  const start = ask({ do: 'reach', steps: [] });
  assert.equal(start.count, look.legal);
  assert.equal(start.move, null);
  for (const step of start.next)
    assert.ok(ask({ do: 'reach', steps: [step] }).count >= 1, JSON.stringify(step));
  for (const move of all.length > REACHED_MAX ? shuffle([...all]).slice(0, REACHED_MAX) : all) {
    const { legal, steps, ...points } = ask({ do: 'explain', move }); // gain, and its account
    assert.equal(legal, true, move);
    touch(steps, { move, ...points });
    touch(inAnyOrder(steps), { move, ...points });
  }
  return all;
}

// ---- tables ----

const hex = (byte) => byte.toString(16).padStart(2, '0').repeat(32);

class Table {
  constructor(game, options, people, bots, secret) {
    this.game = game;
    this.now = 1000000;
    this.cid = 0;
    this.kept = [];
    this.record = null;
    this.guests = [0];
    this.seen = []; // the last news or snapshot that each guest has of the match
    this.take(ask({ do: 'open', now: this.now, game, seats: people + bots, secret: hex(secret) }));
    for (let seat = 0; seat < people; seat++) {
      if (seat > 0) {
        const answer = ask({ do: 'guest', now: this.now });
        this.take(answer);
        this.guests.push(answer.guest);
      }
      this.command(this.guests[seat], { do: 'sit', seat, name: seat === 0 ? 'נעה' : 'Ben' });
    }
    for (let seat = people; seat < people + bots; seat++)
      this.command(0, { do: 'bot', seat, level: levels[seat % 3] });
    for (const [name, value] of Object.entries(options))
      this.command(0, { do: 'option', name, value });
    for (const guest of this.guests.slice(1)) this.command(guest, { do: 'ready', salt: 'ab' });
    this.command(0, { do: 'start' });
  }

  take(answer) {
    for (const { to, guests, message } of answer.out) {
      if (to === 'answer') continue;
      assert.ok(guests.length > 0, 'news for nobody');
      if (message.position !== undefined)
        for (const guest of guests) this.seen[guest] = { ...message, viewer: to };
    }
    this.kept.push(...answer.events);
    if (answer.record !== undefined) this.record = answer.record;
    this.next = answer.next;
    this.thinkers = answer.thinkers;
  }

  say(guest, words) {
    const command = JSON.stringify({ cid: ++this.cid, ...words });
    const answer = ask({ do: 'command', guest, now: this.now, command });
    this.take(answer);
    return answer.out.find(({ to }) => to === 'answer').message;
  }

  command(guest, words) {
    const message = this.say(guest, words);
    assert.equal(message.do, 'ok', `${words.do}: ${message.reason}`);
  }

  greet(guest) {
    const answer = ask({ do: 'greet', guest, now: this.now });
    assert.equal(answer.events.length, 0);
    return answer.out[0].message;
  }

  // A person's turn: looks with its own eyes, touches things, and plays one of the moves.
  person(guest) {
    const snapshot = this.greet(guest);
    const viewer = snapshot.you.seat;
    const { options, position } = snapshot;
    const setting = { game: this.game, seats: snapshot.seats.length, options, position };
    const look = ask({ do: 'look', ...setting, viewer });
    assert.deepEqual(look.actors, snapshot.actors);
    assert.equal(look.over, false);
    assert.deepEqual(look.scores, snapshot.scores ?? null);
    assert.equal(look.legal, snapshot.legal.length ?? snapshot.legal);
    const moves = random(2) === 0 ? checkMoves(look) : null;
    const wrong = ask({ do: 'explain', move: 'fly me' });
    assert.equal(wrong.legal, false);
    assert.match(wrong.reason, /^[a-z]+\.\w+\.\w+$/);
    const { moves: advised } = ask({ do: 'advise', level: 'club', nodes: 200 });
    assert.ok(advised.length >= 1 && advised.length <= 5);
    const move =
      moves !== null && random(8) === 0 ? moves[random(moves.length)] : advised[0].move;
    const when = snapshot.window === undefined ? { base: snapshot.v } : { window: snapshot.window };
    this.command(guest, { do: 'move', move, ...when });
    ask({ do: 'look', ...setting, viewer: null });
    assert.equal(ask({ do: 'explain', move }).legal, false);
  }

  // Bots think, people play, time passes, until it is over or there were enough steps.
  play(steps) {
    for (let i = 0; i < steps && this.record === null; i++) {
      if (this.thinkers.length > 0) {
        const { seat } = this.thinkers[0];
        this.take(ask({ do: 'think', seat, now: this.now, nodes: 100 }));
        continue;
      }
      const actors = this.greet(0).actors ?? [];
      const guest = this.guests.find((one) => actors.includes(this.greet(one).you.seat));
      if (guest !== undefined && (this.next === null || random(8) > 0)) {
        this.person(guest);
        continue;
      }
      assert.notEqual(this.next, null, 'nothing will ever happen again');
      this.now = Math.max(this.now, this.next);
      this.take(ask({ do: 'tick', now: this.now }));
    }
  }
}

// Its events make the same table in another module, in pieces too.
function checkRestore(table) {
  const other = load();
  const half = Math.floor(table.kept.length / 2);
  other.ask({ do: 'restore', first: true, events: table.kept.slice(0, half) });
  const { next } = other.ask({ do: 'restore', events: table.kept.slice(half) });
  assert.ok(next === null || Number.isInteger(next));
  for (const guest of table.guests) {
    const again = other.ask({ do: 'greet', guest, now: table.now });
    assert.deepEqual(again.out[0].message, table.greet(guest));
  }
  const broken = [...table.kept.slice(0, half), 'no event'];
  assert.equal(
    other.raw(JSON.stringify({ do: 'restore', first: true, events: broken })).at,
    half,
  );
  assert.equal(other.raw('{"do":"tick","now":0}').error, 'table');
}

const folder = mkdtempSync(join(tmpdir(), 'kufsa-page-'));
const finished = [];

// A draw is offered where the rules allow one, and nowhere else.
function checkDraw(game, people) {
  const table = new Table(game, {}, people, 0, 1);
  const { cannot } = table.greet(0);
  const answer = table.say(0, { do: 'offer' });
  assert.equal(cannot.offer, answer.reason, `${game}: ${answer.do}`);
}

// Moves played from a position lead where the record has them, one by one and all at once.
function checkPlay(plies) {
  const { game, seats, options, ...first } = ask({ do: 'replay', ply: 0, viewer: 'truth' });
  const play = (position, plays) =>
    ask({ do: 'play', game, seats, options, position, plays, viewer: 0 });
  const plays = [];
  let { position } = first;
  for (let ply = 1; ply <= Math.min(plies, PLIES_PLAYED); ply++) {
    const next = ask({ do: 'replay', ply, viewer: 'truth' });
    const { events } = ask({ do: 'replay', ply, viewer: 0 });
    plays.push({ seat: next.seat, move: next.move });
    const made = play(position, plays.slice(-1));
    assert.deepEqual([made.position, made.events], [next.position, events]);
    assert.deepEqual([made.scores, made.places], [next.scores, next.places]);
    position = next.position;
  }
  assert.equal(play(first.position, plays).position, position);
  const unseen = ask({ do: 'replay', ply: 0, viewer: null });
  const asked = { do: 'play', game, seats, options, plays: [], viewer: 0 };
  const wrong = (more) => page.raw(JSON.stringify({ ...asked, position, ...more }));
  if (unseen.position !== first.position)
    assert.equal(wrong({ position: unseen.position }).field, 'position');
  for (const one of [{ seat: 99, move: 'pass' }, { seat: 0 }, 7])
    assert.equal(wrong({ plays: [one] }).field, 'plays');
  assert.match(wrong({ plays: [{ seat: 0, move: 'fly me' }] }).error, /^\w+\.\w+/);
}

function playGame(game, options, people, bots, secret) {
  checkDraw(game, people + bots);
  const table = new Table(game, options, people, bots, secret);
  table.play(60);
  checkRestore(table);
  table.play(4000);
  assert.notEqual(table.record, null, `${game}: did not end`);
  const snapshot = table.greet(0);
  assert.equal(snapshot.phase, 'over');
  const verified = ask({ do: 'verify', record: table.record });
  assert.deepEqual(
    [verified.moves, verified.commit, verified.seal, verified.key],
    [true, 'ok', 'ok', snapshot.key],
  );
  const last = ask({ do: 'replay', ply: verified.plies, viewer: 'truth' });
  assert.deepEqual([last.over, last.places], [true, snapshot.places]);
  assert.deepEqual(last.scores, snapshot.scores ?? null);
  checkPlay(verified.plies);
  const file = join(folder, `${game}-${finished.length}.kufsa`);
  writeFileSync(file, table.record);
  finished.push(file);
  return verified.plies;
}

// ---- records ----

// Position after position as the native program has them, in any order and for any eyes.
function compareReplay(file, viewer) {
  const as = viewer === 'truth' ? [] : ['--as', viewer === null ? 'spectator' : String(viewer)];
  const record = readFileSync(file, 'utf8');
  const to = ['--to', String(Math.min(PLIES_COMPARED, ask({ do: 'verify', record }).plies))];
  const lines = run('replay', file, '--json', ...as, ...to).trim().split('\n').map(JSON.parse);
  for (const line of [...lines.filter(() => random(50) === 0), ...lines]) {
    const ours = ask({ do: 'replay', ply: line.ply, viewer });
    assert.deepEqual([ours.position, ours.seat ?? null, ours.move ?? null],
      [line.position, line.seat, line.move]);
  }
  return lines.length;
}

// The hash of all positions is the one that the native program wrote.
function checkRecord(file) {
  const record = readFileSync(file, 'utf8');
  const verified = ask({ do: 'verify', record });
  assert.equal(verified.reason, undefined, `${file}: ${verified.reason}`);
  const { hash, plies } = ask({ do: 'replay', ply: verified.plies, viewer: null });
  const written = /^positions ([0-9a-f]{16})$/m.exec(record);
  assert.notEqual(written, null, `${file}: no hash`);
  assert.equal(hash, written[1]);
  return plies;
}

function checkBrokenRecords(file) {
  const record = readFileSync(file, 'utf8');
  const changed = (line, text) => record.replace(new RegExp(`^${line} .*$`, 'm'), text);
  const verify = (text) => ask({ do: 'verify', record: text });
  assert.equal(verify(changed('commit', `commit ${hex(0)}`)).commit, 'wrong');
  assert.equal(verify(changed('secret', `secret ${hex(0)}`)).seal, 'wrong');
  assert.equal(verify(changed('positions', `positions ${'0'.repeat(16)}`)).moves, false);
  const cut = verify(record.slice(0, record.length / 2));
  assert.equal(cut.moves, false);
  assert.ok(cut.reason.includes('.') && cut.line > 0);
  const gone = page.raw('{"do":"replay","ply":0,"viewer":null}');
  assert.deepEqual([gone.error, gone.field], ['field', 'record']);
}

// ---- reviews ----

const REVIEW_NODES = 300;

function close(a, b, why) {
  assert.ok(Math.abs(a - b) < 1e-4, `${why}: ${a} and ${b}`);
}

// In slices; the last has all that the native program says, except for sentences.
function reviewRecord(file) {
  const record = readFileSync(file, 'utf8');
  let review = ask({ do: 'review', record, nodes: REVIEW_NODES });
  assert.deepEqual([review.done, review.judged], [false, 0]);
  for (let judged = -1; !review.done; review = ask({ do: 'review' })) {
    assert.ok(review.judged > judged, 'each slice judges something');
    judged = review.judged;
  }
  assert.deepEqual(ask({ do: 'review' }), review);
  const { done, judged, of, ...ours } = review;
  assert.deepEqual([done, judged], [true, of]);
  const out = run('review', file, '--json', '--nodes', String(REVIEW_NODES));
  const silent = (key, value) => (key === 'text' ? undefined : value);
  assert.deepEqual(ours, JSON.parse(out, silent));
  for (const { last, start, luck, skill } of ours.players) close(last - start, luck + skill, file);
  judgeAgain(record, ours);
}

// A verdict of the review is what the same move gets in the same view, if nothing depends on
// what was repeated.
function judgeAgain(record, { moves }) {
  const { ply, seat, ...judged } = moves.find(({ forced, move }) => !forced && move !== null);
  const { position, ...table } = ask({ do: 'replay', record, ply, viewer: seat });
  const { game, seats, options } = table;
  ask({ do: 'look', game, seats, options, position, viewer: seat });
  const verdict = ask({ do: 'judge', move: judged.move, nodes: REVIEW_NODES });
  assert.equal(verdict.seat, seat);
  if (games.find(({ name }) => name === game).hidden)
    assert.deepEqual(verdict, { seat, ...judged, nodes: verdict.nodes });
  const refused = page.raw(JSON.stringify({ do: 'judge', move: 'nothing like this' }));
  assert.equal(refused.field, 'move');
}

// The shortest record of each game.
function reviewRecords() {
  const all = readdirSync(recordsFolder).filter((name) => name.endsWith('.kufsa'));
  for (const { name } of games) {
    const files = all.filter((file) => file.startsWith(`${name}-`));
    const size = (file) => readFileSync(join(recordsFolder, file), 'utf8').length;
    const shortest = files.reduce((best, file) => (size(file) < size(best) ? file : best));
    reviewRecord(join(recordsFolder, shortest));
  }
}

// ---- requests that make no sense ----

const requests = [
  { do: 'look', game: 'iota', seats: 2, options: {}, position: 'x', viewer: 0 },
  { do: 'reach', steps: [{ kind: 'take', piece: 'R1', place: { zone: 'hand', seat: 0 } }] },
  { do: 'why', steps: [{ kind: 'put', place: { zone: 'board', x: 1, y: 400 } }] },
  { do: 'explain', move: 'pass' },
  { do: 'moves', from: 0, count: 256 },
  { do: 'advise', level: 'gentle', nodes: 1 },
  { do: 'open', now: 5, game: 'taki', seats: 2, secret: hex(1) },
  { do: 'guest', now: 6 },
  { do: 'command', guest: 0, now: 7, command: '{"cid":1,"do":"sit","seat":0,"name":"x"}' },
  { do: 'tick', now: 8 },
  { do: 'greet', guest: 0, now: 9 },
  { do: 'think', seat: 0, now: 10, nodes: 1 },
  { do: 'restore', first: true, events: [] },
  { do: 'pause', paused: true, now: 11 },
  { do: 'replay', record: 'kufsa-record 1\n', ply: 0, viewer: 'truth' },
  { do: 'verify', record: '' },
  { do: 'review' },
  { do: 'review', record: 'kufsa-record 1\n' },
  { do: 'judge', move: 'a' },
  { do: 'judge' },
  { do: 'levels', game: 'gobblet' },
  { do: 'qr', text: 'https://example.org/#ABCDEF' },
  {
    do: 'play',
    game: 'gobblet',
    seats: 2,
    options: {},
    position: '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w',
    plays: [{ seat: 0, move: '4@a1' }],
    viewer: 0,
  },
  { do: 'games' },
];
const odd = [null, -1, 1e300, 0.5, 2 ** 53, '', 'x', '\u0000', '💥', [], {}, [[]], true, 'pass'];

function checkNonsense() {
  const other = load();
  const bad = ['', '{', 'null', '[]', '{}', '{"do":1}', '{"do":"fly"}', '\ufeff{}', '{"do":""}'];
  for (const text of bad) assert.equal(typeof other.raw(text).error, 'string', text);
  assert.equal(other.send(new Uint8Array([0xff, 0xfe])).error, 'json');
  assert.equal(other.raw(`[${'0,'.repeat(200000)}0]`).error, 'json');
  for (const request of requests) other.raw(JSON.stringify(request));
  for (let i = 0; i < 20000; i++) {
    const request = { ...requests[random(requests.length)] };
    const keys = Object.keys(request);
    const key = keys[random(keys.length)];
    if (random(3) === 0) delete request[key];
    else if (key !== 'do') request[key] = odd[random(odd.length)];
    const answer = other.raw(JSON.stringify(request));
    assert.equal(typeof answer, 'object');
    if ('error' in answer) assert.match(answer.error, /^[a-z]+(\.\w+)*$/);
  }
  assert.deepEqual(other.ask({ do: 'games' }), { games, levels });
}

// A link as squares: three finders in the corners, and the same ones natively (compareTwin).
function checkQr() {
  const FINDER = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const text of ['x', 'https://example.org/#ABCDEF', 'y'.repeat(213)]) {
    const { width, squares } = ask({ do: 'qr', text });
    assert.equal(squares.length, width * width);
    const corner = (x, y) =>
      FINDER.map((_, row) => squares.slice((y + row) * width + x, (y + row) * width + x + 7));
    const far = width - 7;
    for (const at of [corner(0, 0), corner(far, 0), corner(0, far)]) assert.deepEqual(at, FINDER);
  }
  assert.equal(page.raw(JSON.stringify({ do: 'qr', text: 'y'.repeat(214) })).field, 'text');
}

// ---- the native twin ----

function compareTwin() {
  const input = page.asked.map(([request]) => `${request}\n`).join('');
  const answers = runProgram(twin, [], input).split('\n');
  page.asked.forEach(([request, answer], i) =>
    assert.equal(answers[i], answer, `${request} is answered otherwise natively`),
  );
  return page.asked.length;
}

// ---- all of it ----

const LONG = ['rounds', 'mode']; // options that make matches of many thousand moves

function pickOptions(game) {
  const picked = {};
  for (const { name, values } of game.options)
    if (!LONG.includes(name)) picked[name] = values[random(values.length)];
  return picked;
}

let plies = 0;
try {
  checkNonsense();
  checkQr();
  reviewRecords();
  for (const game of games)
    for (let round = 0; round < 2; round++) {
      const [min, max] = game.seats;
      const people = round + 1;
      const seats = Math.min(max, min + round);
      const options = round === 0 ? {} : pickOptions(game);
      plies += playGame(game.name, options, people, seats - people, round);
    }
  const twins = compareTwin();
  run('verify', '--quiet', ...finished);
  for (const file of finished)
    for (const viewer of ['truth', null, 0]) compareReplay(file, viewer);
  checkBrokenRecords(finished[0]);
  const files = readdirSync(recordsFolder).filter((name) => name.endsWith('.kufsa'));
  assert.ok(files.length > 0);
  for (const name of files) plies += checkRecord(join(recordsFolder, name));
  let compared = 0;
  for (const [i, name] of files.filter((_, at) => at % 4 === 0).entries())
    compared += compareReplay(join(recordsFolder, name), [null, 0, 'truth'][i % 3]);
  console.log(
    `${finished.length} games, ${files.length} records, ${plies} plies, ` +
      `${compared} positions and ${twins} answers compared`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
