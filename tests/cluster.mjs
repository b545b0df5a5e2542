// Several servers on one PostgreSQL, behind a line that knows them by name; people who play through
// it; and a judge who compares what they were told with what was kept.
import assert from 'node:assert/strict';
import { Front, Line } from './line.mjs';
import { check, openTables, playOn } from './robots.mjs';
import { Server, sleep } from './ws.mjs';

const PATIENCE_MS = 4000;

export class Cluster {
  // A database of its own, and servers of these names.
  static async start(postgres, database, names, words = []) {
    const cluster = new Cluster();
    Object.assign(cluster, { postgres, database, words, nodes: new Map(), lines: new Map() });
    postgres.sql(`CREATE DATABASE ${database}`);
    cluster.front = await Front.open();
    for (const name of names) await cluster.up(name);
    return cluster;
  }

  url(folder) {
    return `postgresql://kufsa@/${this.database}?host=${encodeURIComponent(folder)}`;
  }

  // Each server has a line of its own to the database.
  async up(name, port = 0) {
    if (!this.lines.has(name)) this.lines.set(name, await Line.open(this.postgres));
    const url = this.url(this.lines.get(name).folder);
    const words = ['--data', url, '--node', name, '--port', String(port)];
    const server = await Server.start([...words, ...this.words]);
    this.nodes.set(name, server);
    this.front.nodes.set(name, server.port);
    return server;
  }

  // Ends a server, with as much warning as the signal gives.
  async down(name, signal) {
    const server = this.nodes.get(name);
    this.front.nodes.delete(name);
    this.nodes.delete(name);
    return server.kill(signal);
  }

  // Another PostgreSQL has everything now, and the lines lead there.
  moveTo(postgres) {
    this.postgres = postgres;
    for (const line of this.lines.values()) line.postgres = postgres;
  }

  stop(name, stopped) {
    this.nodes.get(name).talk.child.kill(stopped ? 'SIGSTOP' : 'SIGCONT');
  }

  open(...words) {
    return this.front.open(...words);
  }

  async people(chance, games) {
    const robots = await openTables(this.front, chance, games);
    for (const robot of robots) robot.patience = PATIENCE_MS;
    this.playing = playOn(robots, this.front);
    return robots;
  }

  sql(text) {
    return this.postgres.sql(text, this.database);
  }

  // The tables that a server owns.
  owned(name) {
    return this.sql(`SELECT t.id FROM tables t JOIN nodes n ON n.id = t.owner
      WHERE n.name = '${name}'`).split('\n').filter((id) => id !== '').map(Number);
  }

  codeOf(table) {
    return this.sql(`SELECT code FROM tables WHERE id = ${table}`);
  }

  async close(robots) {
    this.front.close();
    await Promise.all(this.playing ?? []);
    for (const name of [...this.nodes.keys()]) await this.down(name, 'SIGTERM');
    for (const line of this.lines.values()) line.close();
    if (robots !== undefined) this.judge(robots);
  }

  logOf(table) {
    return logOf((text) => this.sql(text), table);
  }

  judge(robots) {
    return judge((text) => this.sql(text), robots);
  }
}

// The events of a table, and how many moves each command of each guest has made.
function logOf(sql, table) {
  const rows = sql(`SELECT seq, convert_from(bytes, 'UTF8') FROM events
    WHERE table_id = ${table} ORDER BY seq`);
  const log = rows === '' ? [] : rows.split('\n').map((row) => row.split('|'));
  const events = log.map(([, text]) => text.split(' '));
  const moves = new Map();
  for (const [i, [seq]] of log.entries()) {
    assert.equal(Number(seq), i + 1, `table ${table} has a gap`);
    const [, guest, by, what] = events[i];
    const key = `${guest} ${by}`;
    if (what === 'move') moves.set(key, (moves.get(key) ?? 0) + 1);
  }
  return { events, moves };
}

// Everything that was acknowledged is in the log once, as its answer said; no log has a gap.
export function judge(sql, robots) {
  check(robots);
  const logs = new Map();
  for (const { table } of robots) if (!logs.has(table)) logs.set(table, logOf(sql, table));
  let acknowledged = 0;
  for (const { table, acks } of robots) {
    const { events, moves } = logs.get(table);
    const guests = new Set();
    for (const [cid, v] of acks) {
      assert.ok(events.length >= v, `table ${table}: ${v} was acknowledged, and is lost`);
      const [, guest, by] = events[v - 1];
      assert.equal(by, String(cid), `table ${table}: ${v} is not what was acknowledged`);
      guests.add(guest);
      const times = moves.get(`${guest} ${by}`) ?? 0;
      assert.ok(times <= 1, `table ${table}: ${cid} was done twice`);
      acknowledged++;
    }
    assert.ok(guests.size <= 1, `table ${table}: a seat of several guests`);
  }
  const counts = [...logs.values()].map(({ events }) => events.length);
  return { acknowledged, events: counts.reduce((sum, count) => sum + count, 0) };
}

// How long until all of these have moved on, in milliseconds.
export async function timeToGetOn(robots, most = 60000) {
  const begun = Date.now();
  const before = robots.map((robot) => robot.view.v);
  while (!robots.every((robot, i) => robot.view.v > before[i])) {
    await sleep(50);
    check(robots);
    if (Date.now() - begun > most) {
      const { table, lately, home } = robots.find((robot, k) => robot.view.v <= before[k]);
      throw new Error(`table ${table} is stuck after ${most} ms: ${lately}, ${home}`);
    }
  }
  return Date.now() - begun;
}
