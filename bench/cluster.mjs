// What a server's store costs while people play: in memory, in a file, in PostgreSQL, with a
// standby that confirms each commit, and with two servers. bench_load plays at each in turn. Prints
// figures and judges nothing; run it on a machine that does nothing else.
//   node bench/cluster.mjs PROGRAM BENCH_LOAD [SECONDS [ROUNDS]]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Postgres } from '../tests/postgres.mjs';
import { Server, sleep } from '../tests/ws.mjs';

const CONNECTIONS = 1000; // over all servers
const TICKS = 100; // a second, in /proc
const [, , , load, seconds = '4', rounds = '2'] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'kufsa-bench-'));
let databases = 0;
process.setMaxListeners(0); // each database stops itself at the end

// Everything reaches the disk, as it would where it matters.
function database(standby) {
  const primary = Postgres.start();
  for (const [name, value] of [['fsync', 'on'], ['max_wal_size', '2GB']]) primary.set(name, value);
  return { primary, second: standby ? new Postgres().follow(primary) : null };
}

async function confirm({ primary }) {
  primary.set('synchronous_standby_names', '*');
  const sync = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`;
  while (primary.sql(sync) !== '1') await sleep(20);
}

// Seconds of processor time of a PostgreSQL.
function timeOf(postgres) {
  if (postgres === undefined) return 0;
  const pids = postgres.processes().map(([pid]) => pid);
  const times = pids.map((pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = text.slice(text.lastIndexOf(')') + 2).split(' ').slice(11, 13);
    return Number(user) + Number(system);
  });
  return times.reduce((sum, time) => sum + time, 0) / TICKS;
}

async function play(server, connections) {
  const words = ['--port', String(server.port), '--pid', String(server.talk.child.pid)];
  const more = ['--connections', String(connections), '--seconds', seconds];
  const child = spawn(load, [...words, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (bytes) => {
    text += bytes;
  });
  await once(child, 'close');
  const number = (what) => Number(what.exec(text)?.[1]);
  return {
    moves: number(/moves +(\d+)\/s/),
    p50: number(/p50 ([\d.]+)/),
    p99: number(/p99 ([\d.]+)/),
    time: number(/([\d.]+) us a message/),
  };
}

const kinds = {
  memory: () => ({ data: ['--memory'] }),
  SQLite: () => ({ data: ['--data', join(folder, `${databases++}.db`)] }),
  PostgreSQL: () => ({ base: database(false) }),
  'with a synchronous standby': () => ({ base: database(true) }),
  'the same, two servers': () => ({ base: database(true), nodes: ['a', 'b'] }),
};

async function measure(name) {
  const { base, nodes = [null], data = ['--data', base.primary.url()] } = kinds[name]();
  if (base?.second) await confirm(base);
  const servers = [];
  for (const node of nodes) {
    const words = [...data, '--unlimited', ...(node === null ? [] : ['--node', node])];
    servers.push(await Server.start(words));
  }
  const before = timeOf(base?.primary);
  const begun = Date.now();
  const played = servers.map((server) => play(server, CONNECTIONS / servers.length));
  const figures = await Promise.all(played);
  const work = (timeOf(base?.primary) - before) / ((Date.now() - begun) / 1000);
  for (const server of servers) await server.kill('SIGTERM');
  for (const each of [base?.primary, base?.second]) each?.stop();
  const sum = figures.reduce((total, { moves }) => total + moves, 0);
  const list = (what) => figures.map((each) => each[what]).join(', ');
  const share = base === undefined ? '' : `${Math.round(100 * work)} %`;
  const columns = [name, sum, list('p50'), list('p99'), list('time'), share];
  console.log(`| ${columns.join(' | ')} |`);
}

console.log('| store | moves/s | p50, ms | p99, ms | server, µs a move | primary, of a core |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (let round = 0; round < Number(rounds); round++)
  for (const name of Object.keys(kinds)) await measure(name);
console.log(`load average ${loadavg().map((each) => each.toFixed(1)).join(' ')}`);
rmSync(folder, { recursive: true });
