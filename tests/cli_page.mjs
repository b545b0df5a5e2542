// The page's client against a running server: whatever happens at a table, however connections
// break and come back, a client's state equals what a newcomer is shown.
//   node tests/cli_page.mjs PROGRAM SHIM [SEED]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from './clock.mjs';
import { Chance, finish, test } from './program.mjs';
import { bundle } from './web_bundle.mjs';
import { Player, Server, Socket, sleep } from './ws.mjs';

const clock = new Clock(process.argv[3]); // the servers'
const seed = Number(process.argv[4] ?? Date.now() % 1e9);
const chance = new Chance(seed);
const pick = (list) => list[chance.below(list.length)];

// ---- a browser, as far as net/server.ts needs one ----

// Timers, so that a while can pass for a client in a moment: `pass` ends all that would have ended
// by then, one after the other.
const pending = new Map();
const { setTimeout: later, clearTimeout: forget } = globalThis;
let passed = 0;
const present = () => performance.now() + passed;
globalThis.setTimeout = (run, millis = 0, ...more) => {
  const end = () => {
    pending.delete(timer);
    run(...more);
  };
  const timer = later(end, millis);
  pending.set(timer, { end, at: present() + millis });
  return timer;
};
globalThis.clearTimeout = (timer) => {
  pending.delete(timer);
  forget(timer);
};

function pass(millis) {
  const until = present() + millis;
  for (;;) {
    const [next] = [...pending].sort(([, a], [, b]) => a.at - b.at);
    if (!next || next[1].at > until) break;
    passed += Math.max(0, next[1].at - present());
    forget(next[0]);
    next[1].end();
  }
  passed += Math.max(0, until - present());
}

let server;
const fetch = globalThis.fetch;
globalThis.fetch = (path, options) => fetch(server.origin + path, options);
globalThis.addEventListener = globalThis.removeEventListener = () => {};
const visible = new Set();
globalThis.document = {
  visibilityState: 'visible',
  addEventListener: (_, hear) => visible.add(hear),
  removeEventListener: (_, hear) => visible.delete(hear),
};
globalThis.location = {
  get origin() {
    return server.origin;
  },
};

let dialled = null; // the line that was opened last

globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;

  constructor() {
    dialled = this;
    this.legal = null;
    this.run();
  }

  async run() {
    try {
      this.socket = await Socket.open(server, { Origin: server.origin });
      this.readyState = 1;
      this.onopen();
      for (;;) this.hear(await this.socket.take(undefined, 1e6));
    } catch {
      const was = this.readyState;
      this.readyState = 3;
      if (was !== 3) this.onclose();
    }
  }

  hear(message) {
    if (message.position !== undefined || message.do === 'legal') this.legal = message.legal;
    if (this.readyState === 1) this.onmessage({ data: JSON.stringify(message) });
  }

  send(text) {
    this.socket.send(text);
  }

  close() {
    this.readyState = 3;
    this.socket?.close();
  }

  // The connection breaks, and nobody is told.
  cut() {
    this.socket?.close();
  }
};

const make = await bundle(`
  export * from './net/server';
  export { keptTable } from './net/kept';
  export { EMPTY, reduce } from './table/reduce';
`);
const { EMPTY, reduce } = await make();

class Person {
  static async come(code, joining) {
    const person = new Person();
    person.module = await make();
    person.joining = joining;
    person.client = person.module.joinServerTable(code, joining);
    person.line = dialled;
    await person.until(({ line }) => line === 'live');
    return person;
  }

  get state() {
    return this.client.get();
  }

  async until(wanted, ms = 20000) {
    const end = Date.now() + ms;
    while (!wanted(this.state)) {
      if (Date.now() > end) throw new Error(`waited in vain: ${JSON.stringify(this.state)}`);
      await sleep(5);
    }
  }

  async does(command) {
    const answer = await this.client.send(command);
    assert.ok(answer.ok, `${JSON.stringify(command)}: ${JSON.stringify(answer)}`);
    await this.until(({ v }) => v >= answer.v);
  }

  // A new connection, opened by the client itself.
  async break() {
    dialled = null;
    this.line.cut();
    await this.until(({ line }) => line !== 'live');
    await this.until(({ line }) => line === 'live');
    this.line = dialled;
  }

  async legal() {
    if (typeof this.line.legal === 'number') await this.client.send({ do: 'legal' });
    return this.line.legal ?? [];
  }

  // What somebody with the same token, who comes now, is shown.
  async fresh(code) {
    const { watch, screen } = this.joining;
    const token = this.module.keptTable(code, screen)?.token;
    const more = watch ? {} : { token };
    const newcomer = await Player.join(server, code, more);
    newcomer.close();
    return newcomer.view;
  }
}

// ---- the law ----

const SEEN = `v phase match options clock you ply position actors running offer undo unheard cannot
  scores places end loser rematch missing grace locked`.split(/\s+/);

const seatOf = (seat) =>
  seat && {
    name: seat.name,
    bot: seat.bot,
    host: seat.host === true,
    ready: seat.ready === true,
    wins: seat.wins ?? 0,
  };

function seenOf(state) {
  const seen = Object.fromEntries(SEEN.map((name) => [name, state[name]]));
  const { seat, host, blocked = 0 } = state.you;
  const rematch = [...state.rematch].sort();
  const window = state.window?.number ?? null;
  const { seat: nudged = null, agreed = [] } = state.nudged ?? {};
  return {
    ...seen,
    nudged,
    agreed,
    you: { seat, host: host === true, blocked },
    rematch,
    window,
    seats: state.seats.map(seatOf),
  };
}

async function checkPerson(person, code) {
  for (let tries = 0; ; tries++) {
    const snapshot = await person.fresh(code);
    const { state } = person;
    if (snapshot.v !== state.v && tries < 50) {
      await sleep(20); // a bot has moved meanwhile
      continue;
    }
    assert.deepEqual(seenOf(state), seenOf(reduce(EMPTY, snapshot, 0)));
    const told = (snapshot.moves ?? []).map(({ v, seat, move, events }) => ({
      v,
      seat,
      move,
      events,
    }));
    const known = state.log.slice(state.log.length - told.length);
    assert.deepEqual(
      known.map(({ v, seat, move, events }) => ({ v, seat, move, events })),
      told,
    );
    return;
  }
}

async function checkAll(people, code) {
  await sleep(30);
  for (const person of people) await checkPerson(person, code);
}

// ---- tables ----

async function play(people, steps) {
  for (let i = 0; i < steps; i++) {
    const able = people.filter(
      ({ state }) => state.phase === 'play' && state.you.seat !== undefined,
    );
    const person = pick(able.filter(({ state }) => state.actors.includes(state.you.seat)));
    if (person === undefined) {
      if (able.length === 0) return;
      await sleep(50); // bots think
      continue;
    }
    const moves = await person.legal();
    if (moves.length === 0) continue;
    const { v } = person.state;
    const answer = await person.client.send({ do: 'move', move: pick(moves) });
    assert.ok(answer.ok || answer.stale || person.state.v > v, JSON.stringify(answer));
    if (chance.below(20) === 0) await pick(people).break();
  }
}

async function sitDown(game, seats, bots) {
  const opener = await make();
  const client = await opener.openServerTable(game, seats);
  const host = Object.assign(new Person(), { module: opener, joining: {}, client, line: dialled });
  await host.until(({ line }) => line === 'live');
  const { code } = host.state;
  const people = [host];
  for (let seat = 1; seat < seats - bots; seat++) people.push(await Person.come(code, {}));
  const watcher = await Person.come(code, { watch: true });
  const screen = await Person.come(code, { screen: true });
  return { code, host, people, all: [...people, watcher, screen] };
}

async function lobby({ code, host, people, all }, bots) {
  await people[0].does({ do: 'sit', seat: 1, name: 'Noa' });
  await people[0].does({ do: 'sit', seat: 0, name: 'Noa' });
  await checkAll(all, code);
  for (let seat = 1; seat < people.length; seat++)
    await people[seat].does({ do: 'sit', seat, name: `P ${seat}` });
  for (let i = 0; i < bots; i++)
    await host.does({ do: 'bot', seat: people.length + i, level: 'gentle' });
  await people[1].does({ do: 'ready' });
  await host.does({ do: 'clock', kind: 'game', millis: 600000, increment: 1000 });
  assert.ok(!host.state.seats[1].ready);
  await people[1].does({ do: 'name', name: 'Dana' });
  await checkAll(all, code);
  for (const person of people.slice(1)) await person.does({ do: 'ready' });
  await checkAll(all, code);
  await host.does({ do: 'start' });
  await checkAll(all, code);
}

async function endAndAgain({ code, people, all }) {
  const { state } = people[0];
  if (state.phase === 'play') return;
  for (const person of people) {
    await person.client.send({ do: 'rematch' });
    await checkAll(all, code);
  }
  assert.ok(people.every((person) => person.state.phase === 'play'));
}

function table(name, game, seats, bots, body) {
  return test(`${name} (seed ${seed})`, async () => {
    server = await Server.start();
    const made = await sitDown(game, seats, bots);
    await lobby(made, bots);
    await body(made);
    await checkAll(made.all, made.code);
    for (const { client } of made.all) client.close();
    const { status } = await server.kill('SIGTERM');
    assert.equal(status, 0, server.talk.text);
  });
}

await table('Gobblet: offers, undo, resigning, a rematch', 'gobblet', 2, 0, async (made) => {
  const { code, people, all } = made;
  const [a, b] = people;
  for (let round = 0; round < 3; round++) {
    await play(people, 4);
    await checkAll(all, code);
    const mover = people.find(({ state }) => state.log.at(-1)?.seat === state.you.seat);
    const other = mover === a ? b : a;
    if (mover && mover.state.phase === 'play') {
      await mover.does({ do: 'undo' });
      await checkAll(all, code);
      await other.does({ do: round === 0 ? 'refuse' : 'allow' });
      await checkAll(all, code);
    }
  }
  if (a.state.phase === 'play') {
    await a.does({ do: 'say', phrase: 'hello' });
    await a.does({ do: 'offer' });
    await checkAll(all, code);
    await b.does({ do: 'decline' });
    await b.does({ do: 'takeover', seat: b.state.you.seat, level: 'gentle' });
    await checkAll(all, code);
    await b.client.send({ do: 'giveback' });
    await checkAll(all, code);
  }
  if (a.state.phase === 'play') await b.client.send({ do: 'resign' });
  await checkAll(all, code);
  await endAndAgain(made);
  assert.match(await a.client.record(), /^kufsa-record 1\n/);
  await play(people, 6);
});

for (const [game, seats] of [
  ['iota', 3],
  ['cento', 3],
  ['taki', 4],
])
  await table(`${game}: people, a bot, lines that break`, game, seats, 1, async (made) => {
    for (let i = 0; i < 5; i++) {
      await play(made.people, 8);
      await checkAll(made.all, made.code);
    }
  });

await test('commands without an answer are sent again, and done once', async () => {
  server = await Server.start();
  const { host, people, all, code } = await sitDown('gobblet', 2, 0);
  await lobby({ host, people, all, code }, 0);
  const [a] = people;
  a.line.socket.tcp.pause(); // nothing is heard any more
  const answer = a.client.send({ do: 'move', move: (await a.legal())[0] });
  await sleep(100);
  a.line.cut();
  const late = sleep(20000).then(() => ({ ok: 'no answer' }));
  assert.equal((await Promise.race([answer, late])).ok, true);
  await checkAll(all, code);
  assert.equal(a.state.log.length, 1);
  const stale = await people[1].module.joinServerTable('ZZZZZZ');
  while (stale.get().line !== 'ended') await sleep(5);
  assert.equal(stale.get().trouble, 'serve.table.unknown');
  for (const { client } of all) client.close();
  await server.kill('SIGTERM');
});

// ---- whose seat it is ----

// Another browser opens the link of a seat, and its person wants it. `breaks`: the line is lost
// before anything is heard.
async function take(code, token, breaks = false) {
  const person = Object.assign(new Person(), { module: await make(), joining: {} });
  person.client = person.module.joinServerTable(code, { take: token });
  person.line = dialled;
  if (breaks) {
    while (person.line.readyState !== 1) await sleep(1);
    person.line.socket.tcp.pause();
    await sleep(100);
    person.line.cut();
  }
  await person.until(({ line }) => line === 'live');
  person.line = dialled;
  return person;
}

async function withTable(game, seats, play) {
  server = await Server.start(['--memory'], clock.environment);
  const made = await sitDown(game, seats, 0);
  await lobby(made, 0);
  await play(made);
  for (const { client } of made.all) client.close();
  const { status } = await server.kill('SIGTERM');
  assert.equal(status, 0, server.talk.text);
}

await test('a seat moves to another device, whatever happens to the connection', () =>
  withTable('gobblet', 2, async ({ people: [a, b], all, code }) => {
    let last = a;
    for (const breaks of [false, true]) {
      const given = last.client.seatToken();
      const next = await take(code, given, breaks);
      await last.until(({ line }) => line === 'ended');
      assert.equal(last.state.trouble, 'web.seat.moved');
      assert.equal(last.module.keptTable(code), null);
      assert.notEqual(next.client.seatToken(), given);
      assert.equal(next.module.keptTable(code).token, next.client.seatToken());
      all.push(next);
      last = next;
      const [mover] = [last, b].filter(({ state }) => state.actors.includes(state.you.seat));
      await mover.does({ do: 'move', move: (await mover.legal())[0] });
      await last.break(); // with its own token
      await checkAll([last, b], code);
      const late = await arrive(code, { take: given });
      await late.until(({ line }) => line === 'ended');
      assert.equal(late.state.trouble, 'web.seat.unknown');
    }
  }));

await test('devices of one guest are told, and signed out', () =>
  withTable('gobblet', 2, async ({ people: [a, b], code }) => {
    const token = a.client.seatToken();
    const spy = await Player.join(server, code, { token, device: 'terminal' });
    await a.until(({ devices }) => devices.length === 2);
    assert.deepEqual(a.state.devices.map(({ kind }) => kind).sort(), ['page', 'terminal']);
    assert.ok(b.state.devices.length <= 1); // not those of others
    const cut = a.client.signOut(); // and the line is lost before the answer
    a.line.cut();
    assert.equal((await cut).ok, true);
    await spy.socket.take((message) => message.do === 'moved');
    spy.close();
    await a.until(({ line, devices }) => line === 'live' && devices.length <= 1);
    a.line = dialled;
    assert.equal((await a.client.signOut()).ok, true);
    await a.break();
    await checkAll([a, b], code);
    await assert.rejects(Player.join(server, code, { token }), /serve.token.unknown/);
  }));

await test('a bot plays for somebody who is away, after a countdown that all see', () =>
  withTable('gobblet', 2, async ({ host, people: [a, b], all, code }) => {
    await host.does({ do: 'grace', millis: 10_000 });
    const { seat } = b.state.you;
    b.client.close();
    for (const one of [a, ...all.slice(2)]) await one.until(({ grace }) => grace === 10_000);
    await a.until(({ seats }) => seats[seat].awayUntil !== undefined);
    const takeover = { do: 'takeover', seat, level: 'casual' };
    assert.equal((await a.client.send(takeover)).reason, 'table.takeover.early');
    await clock.pass(a.state.seats[seat].awayUntil - performance.now() + 50, server);
    const weak = await a.client.send({ ...takeover, level: 'gentle' });
    assert.equal(weak.reason, 'table.takeover.level');
    await a.does(takeover);
    b.client = b.module.joinServerTable(code, {});
    await b.until(({ line }) => line === 'live');
    b.line = dialled;
    assert.equal(b.state.seats[seat].bot, 'casual');
    await b.does({ do: 'giveback' });
    await checkAll(all, code);
  }));

await test('the door: removed, locked out, let in again, blocked', () =>
  withTable('taki', 3, async ({ host, people: [a, b, c], all, code }) => {
    const [watcher, screen] = all.slice(3);
    await host.does({ do: 'remove', seat: b.state.you.seat });
    await b.until(({ line }) => line === 'ended');
    assert.equal(b.state.trouble, 'web.seat.removed');
    assert.equal(b.module.keptTable(code), null);
    await checkAll([a, c, watcher, screen], code);
    await host.does({ do: 'lock' });
    await c.until(({ locked }) => locked);
    await checkAll([a, c, screen], code);
    const late = await arrive(code, {});
    await late.until(({ line }) => line === 'ended');
    assert.equal(late.state.trouble, 'serve.table.locked');
    await host.does({ do: 'unlock' });
    const again = await Person.come(code, {});
    await checkAll([a, c, watcher, screen, again], code);
    await host.does({ do: 'block', seat: c.state.you.seat });
    await c.until(({ line }) => line === 'ended');
    assert.equal(c.state.trouble, 'serve.table.blocked');
    await checkAll([a, watcher, screen, again], code);
    await host.does({ do: 'unblock' });
    await checkAll([a, watcher, screen, again], code);
    assert.deepEqual(
      a.state.told.map(({ do: what }) => what),
      ['remove', 'lock', 'unlock', 'block', 'unblock'],
    );
    again.client.close();
  }));

await test('another match: wanted, not wanted, and without somebody who has gone', () =>
  withTable('gobblet', 2, async ({ host, people: [a, b], all, code }) => {
    await host.does({ do: 'grace', millis: 10_000 });
    await b.does({ do: 'resign' });
    await a.does({ do: 'rematch' });
    await checkAll(all, code);
    assert.deepEqual([a.state.rematch, a.state.missing], [[a.state.you.seat], [b.state.you.seat]]);
    await a.does({ do: 'unrematch' });
    await checkAll(all, code);
    await a.does({ do: 'rematch' });
    const go = { do: 'rematch', missing: 'bot' };
    assert.equal((await a.client.send(go)).reason, 'table.rematch.here');
    b.client.close();
    const gone = ({ seats }) => seats[b.state.you.seat].awayUntil !== undefined;
    await a.until(gone);
    assert.equal((await a.client.send(go)).reason, 'table.rematch.early');
    await clock.pass(a.state.seats[b.state.you.seat].awayUntil - performance.now() + 50, server);
    await a.does(go);
    await checkAll([a, ...all.slice(2)], code);
    assert.equal(a.state.phase, 'play');
    b.client = b.module.joinServerTable(code, {});
    await b.until(({ line }) => line === 'live');
    b.line = dialled;
    await b.does({ do: 'giveback' });
    await checkAll(all, code);
  }));

// As if somebody opened the page of a table now; `lines` is what became of the line since.
async function arrive(code, joining) {
  const person = Object.assign(new Person(), { module: await make(), joining, lines: [] });
  person.client = person.module.joinServerTable(code, joining);
  person.client.subscribe(() => person.lines.push(person.state.line));
  return person;
}

await test('whoever comes while nothing can be stored is told so, and when it can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-page-'));
  server = await Server.start(['--data', join(folder, 'kufsa.db')]);
  const { host, people, all, code } = await sitDown('gobblet', 2, 0);
  const lobbyCode = (await server.open('iota', 2)).code;
  await lobby({ host, people, all, code }, 0);
  server.fillDisk(true);
  const said = host.client.send({ do: 'say', phrase: 'wait' });
  const rests = ({ line, trouble }) => line === 'paused' && /^store\./.test(trouble);
  await host.until(rests);
  // One comes to the paused table, of which nothing can be shown yet; one to a lobby.
  const late = await arrive(code, { watch: true });
  const later = await arrive(lobbyCode, { watch: true });
  await late.until(rests);
  await later.until((state) => state.v > 0 && rests(state));
  pass(9000); // longer than a server may take to answer
  for (const person of [host, late, later]) await person.until(rests);
  assert.ok(!late.lines.includes('lost'), `${late.lines}`);
  server.fillDisk(false);
  const { ok, v: kept } = await said;
  assert.equal(ok, true);
  for (const person of [...all, late]) {
    await person.until(({ v }) => v >= kept + 2); // the pause, and its end
    assert.deepEqual([person.state.line, person.state.trouble], ['live', null]);
  }
  await later.until(({ line }) => line === 'live');
  const [mover] = people.filter(({ state }) => state.actors.includes(state.you.seat));
  await mover.does({ do: 'move', move: (await mover.legal())[0] });
  await checkAll([...all, late], code);
  for (const { client } of [...all, late, later]) client.close();
  await server.kill('SIGTERM');
  rmSync(folder, { recursive: true });
});

clock.close();
finish();
