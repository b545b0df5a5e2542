// System calls that fail, one by one, under the real server. A short session (two
// tables, three people, a bot, records, a graceful end) is played once to count the calls of each
// class, and then again for every call and every way in which it may fail, or for a part of them.
//
// Whatever happens: the server ends only if it is killed or cannot start, and then says why;
// nobody is told of something that is lost later; the session finishes when the fault is over.
//   node tests/cli_faults.mjs PROGRAM SHIM                        as many as fit into a minute
//   … --all                                                       every one
//   … --stride N --offset M --classes write,sync --jobs 2         which ones
//   … --only write:17:ENOSPC:1                                    one of them
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { finish, readText, root, run, Talk, test } from './program.mjs';
import { Server, sleep, Socket } from './ws.mjs';

const { values: given } = parseArgs({
  args: process.argv.slice(4),
  options: {
    all: { type: 'boolean', default: false },
    stride: { type: 'string' },
    offset: { type: 'string' },
    classes: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string', default: '1' }, // which call of a class is the first
    jobs: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const shim = resolve(process.argv[3] ?? 'build/release/libfault_shim.so');
const folder = mkdtempSync(join(tmpdir(), 'kufsa-faults-'));
const PATIENCE_MS = 60_000; // a whole session, on a busy machine
const PROGRESS_MS = 60_000;
const PART = 90; // faults of a run that is given no number
const PART_S = 60;

// How calls of each class may fail; a number after the colon: how many in a row.
const WAYS = {
  write: ['ENOSPC', 'ENOSPC:8', 'EDQUOT', 'EIO', 'EINTR', 'short', 'kill_before', 'kill_half',
    'kill_after'],
  sync: ['EIO', 'EIO:3', 'ENOSPC', 'EDQUOT', 'EINTR', 'kill_before', 'kill_after'],
  truncate: ['ENOSPC', 'EIO', 'EINTR', 'kill_before', 'kill_after'],
  unlink: ['EIO', 'EACCES', 'kill_before', 'kill_after'],
  open: ['EMFILE', 'ENFILE', 'ENOSPC', 'EIO', 'EACCES', 'EINTR', 'kill_before', 'kill_after'],
  read: ['EIO', 'EINTR', 'short'],
  map: ['ENOMEM'],
  lock: ['ENOLCK', 'EIO', 'EAGAIN', 'EINTR'],
  accept: ['EMFILE', 'EMFILE:20', 'ENFILE:20', 'ENOMEM:20', 'ECONNABORTED', 'EINTR'],
  socket: ['EMFILE', 'ENOMEM'],
  send: ['EPIPE', 'ECONNRESET', 'EINTR', 'EAGAIN', 'short'],
  receive: ['ECONNRESET', 'EINTR', 'EAGAIN', 'short'],
  memory: ['ENOMEM'],
};

const catalogue = new Set();
for (const file of readdirSync(join(root, 'i18n/en')))
  for (const [, key] of readText(`i18n/en/${file}`).matchAll(/^([a-z][\w.]*) = /gm))
    catalogue.add(key);

const totals = { sessions: 0, hit: 0, acknowledged: 0, moves: 0, lost: 0, pauses: 0, refused: 0 };
Object.assign(totals, { killed: 0, aborted: 0, restarts: 0 });

// Anything that takes longer than a whole session may is a failure.
async function inTime(promise, what) {
  let timer;
  const late = new Promise((_, fail) => {
    const error = new assert.AssertionError({ message: `${what}: no answer` });
    timer = setTimeout(() => fail(error), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// ---- one session ----

class Session {
  constructor(fault) {
    this.fault = fault;
    this.name = fault ?? 'none';
    this.folder = mkdtempSync(join(folder, 's-'));
    this.counts = join(this.folder, 'counts');
    this.log = '';
    this.end = Date.now() + PATIENCE_MS;
    this.heard = { paused: 0, resumed: 0 };
    this.isFull = /^(write|sync|truncate):\d+:(ENOSPC|EDQUOT)/.test(this.name); // must be told so
  }

  // The first start has the fault; the others are clean.
  async start(files = 0) {
    const env = {};
    if (!this.started) {
      Object.assign(env, { LD_PRELOAD: shim, KUFSA_FAULT_COUNTS: this.counts });
      if (this.fault !== null) env.KUFSA_FAULT = this.fault;
      if (files > 0) env.KUFSA_FILES = `${files}`;
    }
    this.started = true;
    const server = new Server();
    const data = join(this.folder, 'kufsa.db');
    server.talk = new Talk(['serve', '--port', '0', '--threads', '1', '--data', data], env);
    server.all = '';
    for (const stream of [server.talk.child.stdout, server.talk.child.stderr])
      stream.on('data', (bytes) => (server.all += bytes));
    try {
      const text = await server.talk.until(/what=listen port=\d+\n/, PATIENCE_MS / 1000);
      server.port = Number(/what=listen port=(\d+)/.exec(text)[1]);
      this.server = server;
      return true;
    } catch {
      if (!server.talk.closed) throw new Error(`neither started nor ended: ${server.all}`);
      await this.judgeEnd(server, 'at the start');
      return false;
    }
  }

  // It may be killed if that was the fault; else it may refuse to start, with a sentence.
  async judgeEnd(server, when) {
    const { status, signal } = await server.talk.ended;
    this.log += server.all;
    const told = server.all.split('\n').filter((line) => line.startsWith('kufsa: '));
    if (signal === 'SIGKILL' && this.fault?.includes(':kill_')) {
      totals.killed++;
      return;
    }
    if (signal === 'SIGABRT' && this.fault?.startsWith('memory:')) {
      totals.aborted++; // libuv, when it has no memory for its list of files
      return;
    }
    if (signal !== null) throw new Error(`died of ${signal} ${when}: ${server.all}`);
    if (when === 'at the start') {
      assert.equal(status, 1, server.all);
      assert.ok(told.length === 1 && / .*\w/.test(told[0]), `no sentence: ${server.all}`);
      if (this.isFull) assert.match(told[0], /The disk is full\./);
      totals.refused++;
    } else {
      assert.equal(status, 0, `ended with ${status} ${when}: ${server.all}`);
    }
  }

  pauses(log) {
    return log.split('what=store_paused').length - 1;
  }

  late() {
    if (Date.now() > this.end) throw new Error(`no end; the server said: ${this.server?.all}`);
  }

  // After a lost connection: is there a server?
  async revive() {
    this.late();
    if (this.server?.talk.closed) {
      await this.judgeEnd(this.server, 'in the middle');
      assert.notEqual((await this.server.talk.ended).signal, null, this.server.all);
      this.server = undefined;
      totals.restarts++;
    }
    if (this.server === undefined) {
      if (!(await this.start())) assert.ok(await this.start(), 'it does not start again');
    } else {
      await sleep(20);
    }
  }

  async http(path, options, wanted) {
    for (;;) {
      try {
        const answer = await inTime(this.server.http(path, options), path);
        if (answer.status === wanted) return answer;
        const { reason } = JSON.parse(answer.body);
        assert.ok(catalogue.has(reason), `${path}: ${answer.status} ${answer.body}`);
        if (answer.status < 500 && answer.status !== 404) throw new Error(answer.body);
      } catch (error) {
        if (error.code === 'ERR_ASSERTION') throw error;
      }
      await this.revive();
    }
  }

  async open(game, seats) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ game, seats });
    const answer = await this.http('/api/tables', { method: 'POST', headers, body }, 201);
    return JSON.parse(answer.body);
  }

  async record(table) {
    return (await this.http(`/api/tables/${table}/record`, {}, 200)).body;
  }

  async stop() {
    const { server } = this;
    this.server = undefined;
    const timer = setTimeout(() => server.talk.child.kill('SIGABRT'), PATIENCE_MS);
    server.talk.child.kill('SIGTERM');
    await this.judgeEnd(server, 'at the end');
    clearTimeout(timer);
  }
}

class Person {
  constructor(session, table, token, seat) {
    Object.assign(this, { session, table, token, seat, cid: 1, seen: 0, view: { v: 0 } });
    this.acknowledged = [];
  }

  hear(message) {
    const { session } = this;
    if (message.do === 'paused' || message.do === 'resumed') session.heard[message.do]++;
    if (message.reason !== undefined)
      assert.ok(catalogue.has(message.reason), `${session.name}: ${JSON.stringify(message)}`);
    if (message.do === 'paused' && session.isFull) assert.equal(message.reason, 'store.disk_full');
    if (message.v === undefined || ['ok', 'error', 'stale', 'legal'].includes(message.do)) return;
    if (message.do === 'snapshot' && message.v < this.seen) {
      totals.lost++;
      throw new Error(`LOST: seat ${this.seat} had heard of ${this.seen}, now ${message.v}`);
    }
    this.seen = Math.max(this.seen, message.v);
    this.view = message.position === undefined ? { ...this.view, v: message.v } : message;
  }

  async take() {
    const message = await this.socket.take(() => true, PATIENCE_MS);
    this.hear(message);
    return message;
  }

  async come() {
    const { server } = this.session;
    if (server === undefined) throw new Error('no server');
    const ended = server.talk.ended.then(() => null);
    this.socket = await inTime(Promise.race([Socket.open(server), ended]), 'a connection');
    if (this.socket === null) throw new Error('it ended');
    const who = this.token === undefined ? { join: true } : { token: this.token };
    this.socket.send({ do: 'hello', table: this.table, ...who });
    let message;
    do message = await this.take();
    while (message.do !== 'welcome' && message.do !== 'error');
    if (message.do === 'error') throw new Error(message.reason);
    this.token ??= message.token;
    do message = await this.take();
    while (message.do !== 'snapshot');
  }

  // Does something at the table, coming back as often as that takes.
  async within(work) {
    for (;;) {
      try {
        if (this.socket === undefined || this.socket.closed) await this.come();
        const done = await work();
        if (done !== undefined) return done;
      } catch (error) {
        if (error.code === 'ERR_ASSERTION' || /^LOST/.test(error.message)) throw error;
        this.socket?.close();
        this.socket = undefined;
        await this.session.revive();
      }
    }
  }

  async answerTo(command) {
    this.socket.send(command);
    for (;;) {
      const message = await this.take();
      if (message.cid === command.cid) return message;
    }
  }

  // A command until it is done. Without an answer it is sent again as it was.
  say(body) {
    let command = null;
    return this.within(async () => {
      command ??= { cid: ++this.cid, base: this.view.v, ...body };
      const answer = await this.answerTo(command);
      if (answer.do === 'ok') {
        this.acknowledged.push({ v: answer.v, ...body });
        totals.acknowledged++;
        totals.moves += body.do === 'move';
        return answer;
      }
      const { reason = answer.do } = answer;
      const passing = /^(stale$|store\.|table\.(paused|memory)\.)/.test(reason);
      assert.ok(passing, `${JSON.stringify(command)}: ${JSON.stringify(answer)}`);
      command = null;
      await sleep(30);
    });
  }

  until(wanted) {
    return this.within(async () => {
      if (wanted(this.view)) return true;
      await this.take();
    });
  }
}

async function beginTables(session) {
  const one = await session.open('gobblet', 2);
  const two = await session.open('gobblet', 2);
  session.alone = session.pauses(session.server.all); // nobody was there to be told
  const ann = new Person(session, one.table, one.token, 0);
  const ben = new Person(session, one.table, undefined, 1);
  const cat = new Person(session, two.table, two.token, 1);
  await cat.say({ do: 'sit', seat: 1, name: 'Cat' });
  await cat.say({ do: 'bot', seat: 0, level: 'gentle' });
  await cat.say({ do: 'start' }); // its first move takes a while
  await ann.say({ do: 'sit', seat: 0, name: 'Ann' });
  await ben.say({ do: 'sit', seat: 1, name: 'Ben' });
  await ben.say({ do: 'ready', salt: '00ff' });
  await ann.say({ do: 'start' });
  return [ann, ben, cat];
}

async function playTables(session, [ann, ben, cat]) {
  for (const [person, move] of [[ann, '4@a1'], [ben, '4@d4'], [ann, '4@b1'], [ben, '4@d3']]) {
    await person.until((view) => view.actors?.includes(person.seat));
    await person.say({ do: 'move', move });
  }
  await ann.say({ do: 'resign' });
  const records = [await session.record(ann.table)];
  await cat.until((view) => view.actors?.includes(1));
  await cat.say({ do: 'move', move: cat.view.legal[0] });
  await cat.say({ do: 'resign' });
  records.push(await session.record(cat.table));
  return records;
}

// After a clean start: everything that anybody was told is there.
async function checkAfter(session, people, records) {
  assert.ok(await session.start(), 'it does not start again');
  for (const person of people) {
    person.socket?.close();
    person.socket = undefined;
    await person.within(async () => true);
    const last = Math.max(...person.acknowledged.map(({ v }) => v));
    const lost = person.acknowledged.filter(({ v }) => v > person.view.v);
    totals.lost += lost.length;
    assert.ok(person.view.v >= last, `LOST: ${JSON.stringify(lost)}`);
    person.socket.close();
  }
  const [ann, , cat] = people;
  assert.equal(await session.record(ann.table), records[0]);
  assert.equal(await session.record(cat.table), records[1]);
  assert.ok(/4@a1[^]*4@d4[^]*4@b1[^]*4@d3/.test(records[0]), records[0]);
  const { move } = cat.acknowledged.find((each) => each.do === 'move');
  assert.ok(records[1].includes(move), records[1]);
  await session.stop();
}

function checkPauses(session) {
  const [running] = session.log.split('what=stop'); // after it nobody is there to be told
  const paused = session.pauses(running) - session.alone;
  totals.pauses += session.pauses(session.log);
  if (/^(write|sync)/.test(session.name) && paused > 0 && !session.name.includes('kill'))
    assert.ok(session.heard.paused > 0, `nobody was told of the pause: ${session.log}`);
  if (!session.name.includes('kill') && session.heard.paused > 0)
    assert.ok(session.heard.resumed > 0, 'nobody was told that it goes on');
}

function readCounts(session) {
  if (!existsSync(session.counts)) return null; // killed
  const lines = readFileSync(session.counts, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

async function play(fault) {
  const session = new Session(fault);
  const begin = Date.now();
  try {
    if (!(await session.start())) assert.ok(await session.start(), 'it does not start again');
    const people = await beginTables(session);
    const records = await playTables(session, people);
    for (const person of people) person.socket?.close();
    await session.stop();
    checkPauses(session);
    await checkAfter(session, people, records);
  } catch (error) {
    error.message = `${fault ?? 'no fault'}: ${error.message}`;
    throw error;
  } finally {
    session.server?.talk.child.kill('SIGKILL');
  }
  const counts = readCounts(session);
  totals.sessions++;
  totals.hit += fault !== null && (counts === null || counts.hits > 0);
  rmSync(session.folder, { recursive: true });
  if (given.verbose) console.log(`${fault} ${Date.now() - begin} ms`);
  return counts;
}

// ---- the matrix ----

function listFaults(counts) {
  const classes = given.classes?.split(',') ?? Object.keys(WAYS);
  const faults = [];
  for (const name of classes) {
    for (let n = Number(given.from); n <= counts[name]; n++)
      for (const way of WAYS[name]) {
        const [what, count = '1'] = way.split(':');
        faults.push(`${name}:${n}:${what}:${count}`);
      }
  }
  return faults;
}

async function playAll(faults, seconds) {
  const end = Date.now() + seconds * 1000;
  const queue = [...faults];
  const worker = async () => {
    while (queue.length > 0 && Date.now() < end) {
      const fault = queue.shift();
      try {
        await play(fault);
      } catch (error) {
        failures.push(error);
        console.error(`${fault}: ${error.stack}`);
      }
    }
  };
  const failures = [];
  const report = () => console.log(`${faults.length - queue.length} of ${faults.length}`);
  const progress = setInterval(report, PROGRESS_MS);
  await Promise.all(Array.from({ length: Number(given.jobs) }, worker));
  clearInterval(progress);
  if (queue.length > 0) console.log(`${queue.length} of them left out after ${seconds} s`);
  await test(`${faults.length} faults`, () => assert.deepEqual(failures.map(String), []));
}

// A session of another kind. A server that accepts nothing must be killed.
async function alone(fault, run, ...more) {
  const session = new Session(fault);
  try {
    await run(session, ...more);
  } finally {
    session.server?.talk.child.kill('SIGKILL');
  }
}

// While it lasts, no connection can be accepted: those who are there play on, the server does not
// spin, and it can be stopped.
async function playDeaf(session, way) {
  assert.ok(await session.start());
  const first = await Socket.open(session.server); // two calls: the second finds nobody
  const others = Array.from({ length: 20 }, () => connect(session.server.port, '127.0.0.1'));
  for (const other of others) other.on('error', () => {});
  for (let i = 0; i < 10; i++) {
    await sleep(100);
    first.send({ do: 'hello', table: 'ZZZZZZ' });
    const answer = await first.take(({ do: what }) => what === 'error');
    assert.ok(catalogue.has(answer.reason), answer.reason);
  }
  await session.stop();
  for (const other of others) other.destroy();
  const { accept } = readCounts(session);
  console.log(`accept fails with ${way}: tried ${accept} times in a second`);
  assert.ok(accept < 1000, `tried ${accept} times`);
}

// File descriptors really run out. When some are free again, those who wait come in.
async function playCrowd(session) {
  assert.ok(await session.start(30));
  const first = await Socket.open(session.server);
  const crowd = Array.from({ length: 60 }, () => connect(session.server.port, '127.0.0.1'));
  for (const one of crowd) one.on('error', () => {});
  await sleep(1000);
  first.send({ do: 'hello', table: 'ZZZZZZ' });
  await first.take(({ do: what }) => what === 'error');
  for (const one of crowd) one.destroy();
  const { table } = await session.open('gobblet', 2);
  assert.ok(table > 0);
  await session.stop();
  const { accept } = readCounts(session);
  console.log(`no more files: tried ${accept} times`);
  assert.ok(accept < 5000, `tried ${accept} times`);
}

// A sector that the disk cannot read costs a repair its own page, and no other.
async function repairUnreadable() {
  const data = join(folder, 'unreadable');
  const server = await Server.start(['--data', data]);
  await server.open('taki', 2);
  await server.open('iota', 2);
  await server.kill('SIGTERM');
  const pages = statSync(data).size / 4096;
  let whole = 0;
  for (let page = 1; page <= pages; page++) {
    const fault = { LD_PRELOAD: shim, KUFSA_FAULT: `read:${page}:EIO` };
    const { status, out, err } = run(['repair', '--check', data], '', fault);
    assert.deepEqual([status, err], [1, ''], out);
    assert.match(out, /The disk could not read the file in 1 places/);
    whole += /2 whole, 0 shortened, 0 lost/.test(out);
  }
  console.log(`one of ${pages} pages cannot be read: ${whole} times nothing is lost`);
  assert.ok(whole >= pages / 2);
}

let counts = null;
mkdirSync(folder, { recursive: true });
await test('no fault', async () => {
  counts = await play(null);
});
if (given.only === undefined) {
  for (const way of ['EMFILE', 'ENFILE', 'ENOMEM'])
    await test(way, () => alone(`accept:3:${way}:1000000000`, playDeaf, way));
  await test('a crowd', () => alone(null, playCrowd));
  await test('a repair where the disk cannot read', repairUnreadable);
}
if (given.only !== undefined) {
  await playAll([given.only], PATIENCE_MS);
} else if (counts !== null) {
  const every = listFaults(counts);
  const usual = Math.max(1, Math.ceil(every.length / PART));
  const stride = given.all ? 1 : Number(given.stride ?? usual);
  const offset = given.all ? 0 : Number(given.offset ?? Math.floor(Date.now() / 1000)) % stride;
  const faults = every.filter((_, i) => i % stride === offset);
  const seen = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  console.log(`calls of a session: ${seen.join(', ')}`);
  console.log(`${faults.length} of ${every.length} faults: --stride ${stride} --offset ${offset}`);
  await playAll(faults, Number(given.seconds ?? (given.all || given.stride ? 1e6 : PART_S)));
}
console.log(Object.entries(totals).map(([name, count]) => `${name} ${count}`).join(', '));
rmSync(folder, { recursive: true, force: true });
finish();
