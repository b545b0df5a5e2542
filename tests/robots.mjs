// People who play all games by themselves, through servers that come and go, and who notice if
// anything that they were told is no longer so.
import assert from 'node:assert/strict';
import { gameRows } from './program.mjs';
import { Player, sleep, Socket } from './ws.mjs';

const PACE_MS = 270; // 40 commands in 10 s are allowed
const ANSWERS = ['ok', 'error', 'stale'];
const PAUSES = ['paused', 'resumed']; // also while a hello waits for the store

// Plays by itself whenever it may, through any number of servers.
class Robot {
  constructor(table, token, seat, chance) {
    Object.assign(this, { table, token, seat, chance, acknowledged: 0, view: { v: 0 } });
    this.acks = new Map(); // of each command's number, the version that it made
    this.home = null; // the path to the server of several that has the table
    this.patience = 30000; // after this long without an answer the line is dead
    this.wrong = null;
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
      const message = await this.socket.take(() => true, this.patience);
      this.hear(message);
      if (message.cid !== command.cid) continue;
      if (message.do === 'ok') this.take(command.cid, message.v);
      this.last = null;
      return message;
    }
  }

  take(cid, v) {
    const before = this.acks.get(cid);
    assert.ok(before === undefined || before === v, `${cid} was ${before}, and is ${v}`);
    this.acks.set(cid, v);
    this.acknowledged = Math.max(this.acknowledged, v);
  }

  async greet(server) {
    const { home } = this;
    this.home = null; // unless it is there
    this.socket = await Socket.open(server, {}, home ?? '/ws', this.patience);
    this.socket.send({ do: 'hello', table: this.table, token: this.token });
    return this.socket.take(({ do: what }) => !PAUSES.includes(what), this.patience);
  }

  async come(server) {
    let welcome = await this.greet(server);
    for (let follows = 0; welcome.do === 'elsewhere' && follows < 3; follows++) {
      this.home = welcome.to;
      welcome = await this.greet(server);
    }
    if (welcome.do === 'elsewhere' || (welcome.do === 'error' && welcome.again))
      throw new Error(`closed: ${welcome.reason}`);
    assert.equal(welcome.do, 'welcome', JSON.stringify(welcome));
    this.home = welcome.home ?? null;
    this.hear(await this.socket.take((m) => m.do === 'snapshot'));
    if (this.last !== null) await this.answer(this.last);
  }

  async act() {
    const { legal, actors = [], end } = this.view;
    if (end !== undefined && !this.asked) {
      const { again = false } = await this.say({ do: 'rematch' });
      this.asked = !again; // refused while nothing could be stored
    } else if (end === undefined && legal !== undefined && actors.length > 0) {
      this.asked = false;
      const list = typeof legal === 'number' ? (await this.say({ do: 'legal' })).legal : legal;
      if (!Array.isArray(list) || list.length === 0) return;
      const { window } = this.view;
      await this.say({ do: 'move', move: this.chance.pick(list), ...(window ? { window } : {}) });
    }
  }

  // A server may have fallen silent without closing: after a while asks it for something.
  watch(heard) {
    const now = Date.now();
    if (heard || this.heardAt === undefined) [this.heardAt, this.wondered] = [now, false];
    if (now - this.heardAt > 2 * this.patience) throw new Error('closed: silent');
    if (this.wondered || now - this.heardAt < this.patience) return;
    this.wondered = true;
    this.socket.send({ do: 'look' });
  }

  // Until the connection is lost.
  async play(server) {
    try {
      await this.come(server);
      this.heardAt = undefined;
      for (;;) {
        await sleep(PACE_MS);
        this.watch(this.socket.inbox.length > 0);
        while (this.socket.inbox.length > 0) this.hear(this.socket.inbox.shift());
        if (this.socket.closed) return;
        await this.act();
      }
    } catch (error) {
      this.lately = error.message; // for whoever asks why it is stuck
      const late = this.patience < 30000 && error.message === 'no such message came';
      if (!late && !/^closed|ECONN/.test(error.message)) this.wrong = error;
    }
    this.socket?.close();
  }
}

// Until the server has ended: anyone who loses the connection comes back.
async function stay(robot, server) {
  while (!server.talk.closed && robot.wrong === null) {
    await robot.play(server);
    await sleep(PACE_MS);
  }
}

export const playOn = (robots, server) => robots.map((robot) => stay(robot, server));

// A table of each of these games, with two people and, where there is room, a computer player.
export async function openTables(server, chance, games = gameRows()) {
  const robots = [];
  for (const { name, seats: [, most] } of games) {
    const seats = Math.min(most, 3);
    const table = await server.open(name, seats);
    const host = await Player.join(server, table.table, { token: table.token });
    const other = await Player.join(server, table.code);
    await host.does({ do: 'sit', seat: 0, name: 'Noa' });
    await other.does({ do: 'sit', seat: 1, name: 'Ben' });
    if (seats > 2) await host.does({ do: 'bot', seat: 2, level: 'gentle' });
    await other.does({ do: 'ready', salt: '00ff' });
    await host.does({ do: 'start' });
    robots.push(new Robot(table.table, host.token, 0, chance));
    robots.push(new Robot(table.table, other.token, 1, chance));
    host.close();
    other.close();
  }
  return robots;
}

export function check(robots) {
  for (const robot of robots) if (robot.wrong !== null) throw robot.wrong;
}

// Everybody moves on from where they are: no table is stuck.
export async function getOn(robots) {
  const before = robots.map((robot) => robot.view.v);
  for (let i = 0; i < 600; i++) {
    await sleep(100);
    check(robots);
    if (robots.every((robot, j) => robot.view.v > before[j] + 1)) return;
  }
  const stuck = robots.findIndex((robot, i) => robot.view.v <= before[i] + 1);
  throw new Error(`table ${stuck >> 1} is stuck`);
}
