// People who only watch, and remember what they were told.
import assert from 'node:assert/strict';
import { sleep, Socket } from './ws.mjs';

const AGAIN_MS = 200;

// Watches one table through any number of connections.
export class Onlooker {
  constructor(server, code, table, path = `/watch/${code}`) {
    Object.assign(this, { server, code, table, path, v: 0, events: new Map(), counts: {} });
    this.lives = this.watch();
  }

  hear(message) {
    const { do: what, v, skip } = message;
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    if (v === undefined) return;
    if (what === 'snapshot') {
      assert.ok(v >= this.v, `${this.code}: time went back from ${this.v} to ${v}`);
      for (const move of message.moves ?? [])
        if (move.v > this.v) this.events.set(move.v, 'move');
    } else {
      assert.equal(v, this.v + 1, `${this.code}: ${v} came after ${this.v}`);
      if (!skip) this.events.set(v, what);
    }
    this.v = v;
  }

  async stay() {
    this.socket = await Socket.open(this.server, {}, this.path);
    const hello = { do: 'hello', table: this.code, ...(this.v > 0 ? { have: this.v } : {}) };
    this.socket.send(hello);
    while (!this.closed) {
      await this.socket.change(60000);
      while (this.socket.inbox.length > 0) this.hear(this.socket.inbox.shift());
      if (this.socket.closed) return;
    }
  }

  async watch() {
    try {
      while (!this.closed) {
        await this.stay().catch((error) => {
          if (!/^closed|ECONN/.test(error.message)) throw error;
        });
        if (!this.closed) await sleep(AGAIN_MS);
      }
    } catch (error) {
      this.wrong = error;
    }
    this.done = true;
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}

export class Crowd {
  all = [];

  add(onlooker) {
    this.all.push(onlooker);
  }

  check() {
    for (const { wrong } of this.all) if (wrong !== undefined) throw wrong;
  }

  // Until everybody has heard of so many versions more.
  async allHear(more) {
    const before = this.all.map(({ v }) => v);
    for (let tries = 0; !this.all.every(({ v }, i) => v >= before[i] + more); tries++) {
      this.check();
      const late = this.all.findIndex(({ v }, i) => v < before[i] + more);
      if (tries > 1200) throw new Error(`${late} has heard of ${this.all[late].v}`);
      await sleep(50);
    }
  }

  close() {
    for (const onlooker of this.all) onlooker.close();
  }

  // What everybody was told is what was kept. `logOf` has the kinds of a table's events.
  judge(logOf) {
    this.check();
    const logs = new Map();
    let heard = 0;
    const counts = {};
    for (const { table, events, v, counts: each } of this.all) {
      if (!logs.has(table)) logs.set(table, logOf(table));
      const log = logs.get(table);
      assert.ok(v <= log.length, `heard of ${v}, and ${log.length} were kept`);
      for (const [version, what] of events)
        assert.equal(what, log[version - 1], `${version} of ${table} is not what was told`);
      heard += events.size;
      for (const [what, n] of Object.entries(each)) counts[what] = (counts[what] ?? 0) + n;
    }
    return { onlookers: this.all.length, heard, ...counts };
  }
}
