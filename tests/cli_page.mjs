// The page's client against a running server: whatever happens at a table, in whatever order lines
// break and come back, what a client made of the news is what a newcomer is shown.
//   node tests/cli_page.mjs PROGRAM [SEED]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, finish, test } from './program.mjs';
import { bundle } from './web_bundle.mjs';
import { Player, Server, Socket, sleep } from './ws.mjs';

const seed = Number(process.argv[3] ?? Date.now() % 1e9);
const chance = new Chance(seed);
const pick = (list) => list[chance.below(list.length)];

// ---- a browser, as far as net/server.ts needs one ----

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

  // The line breaks, and nobody is told.
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

  // A new line, opened by the client itself.
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

const SEEN = `v phase match options clock you ply position actors offer undo unheard scores places
  end loser rematch key secret salts`.split(/\s+/);

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
  const { seat, host } = state.you;
  const rematch = [...state.rematch].sort();
  const window = state.window?.number ?? null;
  return {
    ...seen,
    you: { seat, host: host === true },
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

// As if somebody opened the page of a table now; `lines` is what became of the line since.
async function arrive(code, joining) {
  const person = Object.assign(new Person(), { module: await make(), joining, lines: [] });
  person.client = person.module.joinServerTable(code, joining);
  person.client.subscribe(() => person.lines.push(person.state.line));
  return person;
}

await test('who comes while nothing can be stored is told so, and when it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-page-'));
  server = await Server.start(['--data', join(folder, 'kufsa.db')]);
  const { host, people, all, code } = await sitDown('gobblet', 2, 0);
  const lobbyCode = (await server.open('iota', 2)).code;
  await lobby({ host, people, all, code }, 0);
  server.fillDisk(true);
  const said = host.client.send({ do: 'say', phrase: 'wait' });
  const rests = ({ line, trouble }) => line === 'paused' && /^store\./.test(trouble);
  await host.until(rests);
  // One at the table that rests, of which nothing can be shown yet; one at a table that waits.
  const late = await arrive(code, { watch: true });
  const later = await arrive(lobbyCode, { watch: true });
  await late.until(rests);
  await later.until((state) => state.v > 0 && rests(state));
  await sleep(9000); // longer than a server may take to answer
  for (const person of [host, late, later]) assert.ok(rests(person.state), person.state.line);
  assert.ok(!late.lines.includes('lost'), `${late.lines}`);
  server.fillDisk(false);
  const { ok, v: kept } = await said;
  assert.equal(ok, true);
  for (const person of [...all, late]) {
    await person.until(({ v }) => v >= kept + 2); // the pause, and that the table goes on
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

finish();
