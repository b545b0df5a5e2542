// A PostgreSQL of the test's own: a cluster in a temporary folder, reached through a Unix socket
// there and nothing else. As a program it starts one, runs a command, and says where it is in
// KUFSA_TEST_POSTGRES:
//   node tests/postgres.mjs COMMAND…
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Where Debian and others have the server's programs, which are seldom on the PATH.
function findPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => b - a) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...process.env.PATH.split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'pg_ctl')));
  if (found === undefined) throw new Error('PostgreSQL is not installed: no pg_ctl');
  return found;
}

// PostgreSQL refuses to run as root.
function findUser() {
  if (process.getuid() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = (lines.find((line) => line.startsWith(`${name}:`)) ?? '').split(':');
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('no user to run PostgreSQL as');
}

// Processes are killed here, but the system goes on: nothing has to reach the disk.
const SETTINGS = `
fsync = off
listen_addresses = ''
max_connections = 50
shared_buffers = 16MB
max_wal_size = 200MB
wal_retrieve_retry_interval = 100ms
autovacuum = off
`;

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error; // it has ended by itself
  }
}

// A process that has ended may still be listed until its parent looks.
function isAlive(pid) {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString();
  return state !== '' && !state.startsWith('Z');
}

export class Postgres {
  constructor() {
    this.programs = findPrograms();
    this.user = findUser();
    this.folder = mkdtempSync(join(tmpdir(), 'kufsa-pg-'));
    if (this.user.uid !== undefined) chownSync(this.folder, this.user.uid, this.user.gid);
    this.data = join(this.folder, 'data');
    process.on('exit', () => this.stop()); // also when a test fails without stopping it
  }

  static start() {
    const server = new Postgres();
    const words = ['-D', server.data, '-U', 'kufsa', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
    server.run('initdb', [...words, '--no-sync', '--no-instructions']);
    appendFileSync(join(server.data, 'postgresql.conf'), SETTINGS);
    server.up();
    return server;
  }

  // Becomes a standby of another one, whatever it was before.
  follow(primary) {
    this.run('pg_basebackup', this.copying(primary));
    this.up();
    return this;
  }

  copying(primary) {
    rmSync(this.data, { recursive: true, force: true });
    const words = ['-D', this.data, '-h', primary.folder, '-U', 'kufsa', '-c', 'fast', '-R'];
    return [...words, '--no-sync', '-X', 'stream'];
  }

  // The same while this program does other things.
  async followLater(primary) {
    await this.runLater('pg_basebackup', this.copying(primary));
    await this.upLater();
    return this;
  }

  upLater() {
    const words = ['-D', this.data, '-l', join(this.folder, 'log'), '-o', `-k ${this.folder}`];
    return this.runLater('pg_ctl', [...words, '-w', '-t', '60', 'start']);
  }

  promoteLater() {
    return this.runLater('pg_ctl', ['-D', this.data, '-w', 'promote']);
  }

  async runLater(program, words) {
    const options = { ...this.user, cwd: this.folder, stdio: 'ignore' };
    const child = spawn(join(this.programs, program), words, options);
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: status ${status}`);
  }

  run(program, words, input = '') {
    const options = { ...this.user, cwd: this.folder, input, timeout: 60_000, maxBuffer: 1 << 30 };
    const result = spawnSync(join(this.programs, program), words, options);
    if (result.status !== 0)
      throw new Error(`${program} ${words.join(' ')}: ${result.error ?? ''}${result.stderr}`);
    return `${result.stdout}`;
  }

  // The lines of pg_hba.conf.
  setAccess(...lines) {
    writeFileSync(join(this.data, 'pg_hba.conf'), `${lines.join('\n')}\n`);
    this.run('pg_ctl', ['-D', this.data, 'reload']);
  }

  up() {
    const log = join(this.folder, 'log');
    const here = `-k ${this.folder}`;
    try {
      this.run('pg_ctl', ['-D', this.data, '-l', log, '-o', here, '-w', '-t', '60', 'start']);
    } catch (error) {
      throw new Error(`${error.message}\n${readFileSync(log, 'utf8').slice(-1000)}`);
    }
  }

  // All of its processes die at once, as in a power cut.
  kill() {
    const file = join(this.data, 'postmaster.pid');
    const [pid] = readFileSync(file, 'utf8').split('\n');
    const all = [pid, ...this.processes().map(([child]) => child)];
    for (const each of all) signal(Number(each), 'SIGKILL');
    while (all.some(isAlive)) spawnSync('sleep', ['0.01']);
    for (const each of [file, join(this.folder, '.s.PGSQL.5432.lock')]) rmSync(each);
  }

  // The pid and title of each of its processes but the first.
  processes() {
    const [pid] = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n');
    const lines = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', pid]).stdout.toString();
    return [...lines.matchAll(/^\s*(\d+) (.*)$/gm)].map(([, child, title]) => [child, title]);
  }

  promote() {
    this.run('pg_ctl', ['-D', this.data, '-w', 'promote']);
  }

  set(name, value) {
    this.sql(`ALTER SYSTEM SET ${name} = '${value}'; SELECT pg_reload_conf()`);
  }

  url(database = 'postgres', more = '') {
    return `postgresql://kufsa@/${database}?host=${encodeURIComponent(this.folder)}${more}`;
  }

  // What the statements print, a row a line.
  sql(text, database = 'postgres') {
    const words = ['-h', this.folder, '-U', 'kufsa', '-d', database, '-qAt'];
    return this.run('psql', [...words, '-v', 'ON_ERROR_STOP=1', '-f', '-'], text).trimEnd();
  }

  stop() {
    if (!existsSync(this.folder)) return;
    try {
      this.run('pg_ctl', ['-D', this.data, '-m', 'immediate', '-w', 'stop']);
    } catch {
      // it is down already
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = Postgres.start();
  const env = { ...process.env, KUFSA_TEST_POSTGRES: server.url() };
  const child = spawn(process.argv[2], process.argv.slice(3), { stdio: 'inherit', env });
  child.on('close', (status, signal) => {
    if (signal !== null) console.error(`it died of ${signal}`);
    process.exitCode = status ?? 1;
  });
}
