// The long run of a server: thousands of tables of bots in all games, one rematch after the other,
// people who come, look, lose their connection and come back, tables that are opened and left.
// Every ten seconds a line: memory, files, threads, size of the data, events and games a second; at
// the end how all that has changed. It judges little: the server must still be there at the end,
// and answer.
//   node tests/soak.mjs PROGRAM [SECONDS] [TABLES]
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, finish, test } from './program.mjs';
import { Server, sleep, Socket } from './ws.mjs';

const seconds = Number(process.argv[3] ?? 3600);
const tables = Number(process.argv[4] ?? 2000);
const SAMPLE_S = 10;
const AT_ONCE = 32; // tables that are opened side by side
const LEFT_MAX = 500; // tables that were left: the newest are asked for again
const games = [
  ['gobblet', 2],
  ['iota', 2],
  ['cento', 3],
  ['taki', 4],
];
const levels = ['gentle', 'gentle', 'gentle', 'casual'];
const chance = new Chance(Number(process.env.SEED ?? 1));
const folder = mkdtempSync(join(tmpdir(), 'kufsa-soak-'));
const file = join(folder, 'kufsa.db');
const counts = { refused: 0, lost: 0, rematches: 0 };

// Sits on the first chair, lets a bot play for it, and wants the next match when one is over.
class Host {
  constructor(server, game, seats) {
    Object.assign(this, { server, game, seats, cid: 0, seat: 0, waiting: new Map() });
  }

  async open() {
    const { table, token } = await this.server.open(this.game, this.seats);
    Object.assign(this, { table, token });
    await this.come();
    await this.ask({ do: 'sit', seat: 0, name: 'Noa' });
    for (let seat = 1; seat < this.seats; seat++)
      await this.ask({ do: 'bot', seat, level: chance.pick(levels) });
    await this.ask({ do: 'start' });
    await this.handOver();
  }

  async come() {
    this.socket = await Socket.open(this.server);
    this.socket.wake = () => this.hear();
    this.socket.send({ do: 'hello', table: this.table, token: this.token });
    await new Promise((done) => (this.greeted = done));
  }

  async comeBack() {
    this.socket.close();
    counts.lost++;
    await this.come();
  }

  // Messages as they come; the match's end among them.
  hear() {
    for (const message of this.socket.inbox.splice(0)) {
      if (message.do === 'snapshot') {
        this.seat = message.you.seat ?? this.seat;
        this.greeted();
      }
      const answered = message.cid === undefined ? undefined : this.waiting.get(message.cid);
      this.waiting.delete(message.cid);
      answered?.(message);
      if (message.end !== undefined && !this.again) this.playAgain();
    }
  }

  ask(body) {
    const cid = ++this.cid;
    this.socket.send({ cid, ...body });
    return new Promise((done) => this.waiting.set(cid, done));
  }

  // Rematches move the seats up: a snapshot says which one is ours.
  async handOver() {
    const greeted = new Promise((done) => (this.greeted = done));
    this.socket.send({ do: 'look' });
    await greeted;
    const { do: answer } = await this.ask({ do: 'takeover', seat: this.seat, level: 'gentle' });
    if (answer !== 'ok') counts.refused++;
  }

  async playAgain() {
    this.again = true;
    const { do: answer } = await this.ask({ do: 'rematch' });
    if (answer === 'ok') {
      counts.rematches++;
      await this.handOver();
    } else counts.refused++;
    this.again = false;
  }
}

// ---- people who come and go ----

const left = [];

async function visit(server, table) {
  const socket = await Socket.open(server);
  socket.send({ do: 'hello', table });
  await socket.take((message) => message.do === 'snapshot' || message.do === 'error');
  socket.close();
}

// Clients that the server has sent away, since this program was too slow to answer its pings.
async function comeBackAll(hosts) {
  for (const host of hosts.filter((each) => each.socket.closed)) {
    host.waiting.clear();
    host.again = false;
    await host.comeBack();
    if (!host.again) await host.handOver();
  }
}

async function stir(server, hosts) {
  await comeBackAll(hosts);
  const idle = hosts.filter((host) => !host.again && host.waiting.size === 0);
  for (let i = 0; i < 4 && idle.length > 0; i++) await chance.pick(idle).comeBack();
  for (let i = 0; i < 4; i++) await visit(server, chance.pick(hosts).table);
  for (let i = 0; i < 2; i++) await server.http(`/api/tables/${chance.pick(hosts).table}/record`);
  await server.http('/');
  left.push((await server.open(chance.pick(games)[0])).table);
  if (left.length > LEFT_MAX) left.shift();
  await visit(server, chance.pick(left));
}

// ---- what is looked at ----

function status(pid, name) {
  const line = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  );
  return Number(line[1]);
}

async function sample(server) {
  const { body } = await server.http('/metrics');
  const metric = (name) => Number(new RegExp(`^kufsa_${name} (\\d+)$`, 'm').exec(body)[1]);
  const { pid } = server.talk.child;
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return {
    at: performance.now() / 1000,
    rss: status(pid, 'VmRSS') / 1024,
    heap: status(pid, 'RssAnon') / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
    threads: status(pid, 'Threads'),
    disk: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
    tables: metric('tables'),
    events: metric('events_total'),
    records: metric('records_total'),
  };
}

function show(now, before, first) {
  const span = now.at - before.at || 1;
  const row = [
    `${Math.round(now.at - first.at)} s`.padStart(7),
    `${now.rss.toFixed(1)} MiB (${now.heap.toFixed(1)} of its own)`,
    `${now.files} files`,
    `${now.threads} threads`,
    `${now.tables} tables`,
    `${now.disk.toFixed(1)} MB kept`,
    `${((now.events - before.events) / span).toFixed(0)} events/s`,
    `${((now.records - before.records) / span).toFixed(1)} games/s`,
  ];
  console.log(row.join('  '));
}

// Least squares, per hour.
function slope(samples, key) {
  const n = samples.length;
  const meanX = samples.reduce((sum, each) => sum + each.at, 0) / n;
  const meanY = samples.reduce((sum, each) => sum + each[key], 0) / n;
  let above = 0;
  let below = 0;
  for (const each of samples) {
    above += (each.at - meanX) * (each[key] - meanY);
    below += (each.at - meanX) ** 2;
  }
  return (above / below) * 3600;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// The first third is warm-up; growth shows between the other two.
function sum(samples) {
  const third = Math.floor(samples.length / 3);
  if (third === 0) return;
  const [first, last] = [samples[0], samples.at(-1)];
  const [middle, end] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  console.log(`over ${Math.round(last.at - first.at)} s; medians of its second and last third:`);
  for (const key of ['rss', 'heap', 'files', 'threads', 'disk']) {
    const [before, after] = [middle, end].map((part) => median(part.map((each) => each[key])));
    const rise = slope([...middle, ...end], key).toFixed(2);
    const medians = `${before.toFixed(1)}, ${after.toFixed(1)}`;
    console.log(`  ${key.padEnd(8)} ${medians}; slope ${rise} an hour`);
  }
  const [events, records] = [last.events - first.events, last.records - first.records];
  console.log(`  ${events} events, ${records} games, ${counts.rematches} rematches asked for`);
  console.log(`  ${counts.lost} connections cut and back, ${counts.refused} commands refused`);
}

// ----

async function openAll(server) {
  const hosts = [];
  for (let i = 0; i < tables; i++) hosts.push(new Host(server, ...games[i % games.length]));
  for (let i = 0; i < tables; i += AT_ONCE)
    await Promise.all(hosts.slice(i, i + AT_ONCE).map((host) => host.open()));
  return hosts;
}

await test(`${tables} tables for ${seconds} s`, async () => {
  const server = await Server.start(['--data', file]);
  const hosts = await openAll(server);
  const samples = [await sample(server)];
  const end = performance.now() + seconds * 1000;
  show(samples[0], samples[0], samples[0]);
  for (let next = performance.now(); performance.now() < end; ) {
    next += SAMPLE_S * 1000;
    while (performance.now() < next) {
      await stir(server, hosts);
      await sleep(1000);
    }
    samples.push(await sample(server));
    show(samples.at(-1), samples.at(-2), samples[0]);
  }
  sum(samples);
  if ((await server.http('/healthz')).status !== 200) throw new Error('it is not well');
  const { status: code } = await server.kill('SIGTERM');
  if (code !== 0) throw new Error(`it ended with ${code}`);
});

rmSync(folder, { recursive: true });
finish();
