// `kill -9` at random moments while people and bots play all games: no acknowledged move is lost,
// everybody comes back to what they saw, and no table is stuck.
//   node tests/cli_serve_kill.mjs PROGRAM [ROUNDS]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, finish, test } from './program.mjs';
import { Player, Server, sleep, Socket } from './ws.mjs';

const rounds = Number(process.argv[3] ?? 5);
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const chance = new Chance(seed);
const folder = mkdtempSync(join(tmpdir(), 'kufsa-kill-'));
const words = ['--data', join(folder, 'kufsa.db')];
const PACE_MS = 270; // 40 commands in 10 s are allowed
const ANSWERS = ['ok', 'error', 'stale'];

// Plays by itself whenever it may, through any number of servers.
class Robot {
  constructor(table, token, seat) {
    Object.assign(this, { table, token, seat, acknowledged: 0, view: { v: 0 }, wrong: null });
    this.cid = 1 + chance.below(1e6) * 1000;
    this.last = null; // a command without an answer: sent again when the server is back
  }

  hear(message) {
    if (message.v === undefined) return;
    if (message.do === 'snapshot') {
      if (message.v < this.view.v || message.v < this.acknowledged)
        throw new Error(`seat ${this.seat} heard of ${this.view.v}, got ${message.v}`);
      if (message.v === this.view.v && this.view.position !== undefined)
        assert.equal(message.position, this.view.position);
      this.view = message;
    } else if (message.position !== undefined) {
      this.view = message;
    } else if (!ANSWERS.includes(message.do) && message.do !== 'legal') {
      this.view = { ...this.view, v: message.v };
    }
  }

  async say(body) {
    const command = { cid: ++this.cid, base: this.view.v, ...body };
    this.last = command;
    return this.answer(command);
  }

  async answer(command) {
    this.socket.send(command);
    for (;;) {
      const message = await this.socket.take(() => true, 30000);
      this.hear(message);
      if (message.cid !== command.cid) continue;
      if (message.do === 'ok') this.acknowledged = Math.max(this.acknowledged, message.v);
      this.last = null;
      return message;
    }
  }

  async come(server) {
    this.socket = await Socket.open(server);
    this.socket.send({ do: 'hello', table: this.table, token: this.token });
    const welcome = await this.socket.take();
    assert.equal(welcome.do, 'welcome', JSON.stringify(welcome));
    this.hear(await this.socket.take((m) => m.do === 'snapshot'));
    if (this.last !== null) await this.answer(this.last);
  }

  async act() {
    const { legal, actors = [], end } = this.view;
    if (end !== undefined && !this.asked) {
      this.asked = true;
      await this.say({ do: 'rematch' });
    } else if (end === undefined && legal !== undefined && actors.length > 0) {
      this.asked = false;
      const list = typeof legal === 'number' ? (await this.say({ do: 'legal' })).legal : legal;
      if (!Array.isArray(list) || list.length === 0) return;
      const { window } = this.view;
      await this.say({ do: 'move', move: chance.pick(list), ...(window ? { window } : {}) });
    }
  }

  // Until the connection is lost.
  async play(server) {
    try {
      await this.come(server);
      for (;;) {
        await sleep(PACE_MS);
        while (this.socket.inbox.length > 0) this.hear(this.socket.inbox.shift());
        if (this.socket.closed) return;
        await this.act();
      }
    } catch (error) {
      if (!/^closed|ECONN/.test(error.message)) this.wrong = error;
    }
  }
}

async function openTables(server) {
  const robots = [];
  for (const [game, seats] of [['gobblet', 2], ['iota', 3], ['cento', 3], ['taki', 3]]) {
    const table = await server.open(game, seats);
    const host = await Player.join(server, table.table, { token: table.token });
    const other = await Player.join(server, table.code);
    await host.does({ do: 'sit', seat: 0, name: 'Noa' });
    await other.does({ do: 'sit', seat: 1, name: 'Ben' });
    if (seats > 2) await host.does({ do: 'bot', seat: 2, level: 'gentle' });
    await other.does({ do: 'ready', salt: '00ff' });
    await host.does({ do: 'start' });
    robots.push(new Robot(table.table, host.token, 0), new Robot(table.table, other.token, 1));
    host.close();
    other.close();
  }
  return robots;
}

function check(robots) {
  for (const robot of robots) if (robot.wrong !== null) throw robot.wrong;
}

await test(`${rounds} times killed, seed ${seed}`, async () => {
  let server = await Server.start(words);
  const robots = await openTables(server);
  for (let i = 0; i < rounds; i++) {
    const playing = robots.map((robot) => robot.play(server));
    await sleep(300 + chance.below(1500));
    await server.kill('SIGKILL');
    await Promise.all(playing);
    check(robots);
    const start = Date.now();
    server = await Server.start(words);
    assert.ok(Date.now() - start < 20000);
  }
  const before = robots.map((robot) => robot.view.v);
  const playing = robots.map((robot) => robot.play(server));
  for (let i = 0; i < 100; i++) { // nobody is stuck
    await sleep(200);
    check(robots);
    if (robots.every((robot, j) => robot.view.v > before[j] + 1)) break;
  }
  robots.forEach((robot, i) => assert.ok(robot.view.v > before[i] + 1, `table ${i >> 1} is stuck`));
  assert.equal(await server.metric('kufsa_conflicts_total'), 0);
  await server.kill('SIGTERM');
  await Promise.all(playing);
  check(robots);
});

rmSync(folder, { recursive: true });
finish();
