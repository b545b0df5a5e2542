// A data file under all the names it may have: two servers never run on it, its log is found or its
// absence noticed, and copies do not overwrite each other. Prints how many pairs of names it
// tried.
//   node tests/cli_names.mjs PROGRAM
// Mounts are made in a private namespace, which ends with this process; see `mounts` below.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { finish, program, run, test } from './program.mjs';
import { Player, Server } from './ws.mjs';

// ---- a place where mounts are nobody else's ----

if (process.env.KUFSA_NAMES_INSIDE === undefined) {
  const flags = process.getuid() === 0 ? ['-m'] : ['-Urm'];
  if (spawnSync('unshare', [...flags, 'true']).status === 0) {
    const words = [...flags, process.execPath, ...process.argv.slice(1)];
    const { status } = spawnSync('unshare', words, {
      stdio: 'inherit',
      env: { ...process.env, KUFSA_NAMES_INSIDE: '1' },
    });
    process.exit(status ?? 1);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'kufsa-names-'));
const home = join(folder, 'home');
const file = join(home, 'data');
for (const name of ['home', 'other', 'bound', 'alone']) mkdirSync(join(folder, name));
writeFileSync(file, '', { mode: 0o600 });
writeFileSync(join(folder, 'alone/data'), '');

const mount = (from, to) => spawnSync('mount', ['--bind', from, to]).status === 0;

// Those with a log of their own beside them are apart.
const near = {
  plain: file,
  relative: relative(process.cwd(), file),
  roundabout: join(folder, 'other') + '/../home/./data',
  link: join(folder, 'link'),
  'link to a link': join(folder, 'other/link'),
  'folder behind a link': join(folder, 'there/data'),
};
const apart = { 'hard link': join(folder, 'other/data') };
symlinkSync(file, near.link);
symlinkSync('../link', near['link to a link']);
symlinkSync('home', join(folder, 'there'));
linkSync(file, apart['hard link']);
const mounts = mount(home, join(folder, 'bound')) && mount(file, join(folder, 'alone/data'));
if (mounts) {
  near['mounted folder'] = join(folder, 'bound/data');
  apart['mounted file'] = join(folder, 'alone/data');
} else {
  console.log('mounts are not allowed here: names that are mounted were not tried');
}

// Tries to start; the sentence if it does not.
async function start(path) {
  const tried = await Server.tryStart(['--data', path]);
  if (tried.refusal) assert.match(tried.refusal, /^kufsa: [^\n{}]*\n$/m);
  return tried;
}

async function mustStart(path) {
  const { server, refusal } = await start(path);
  assert.equal(refusal, undefined);
  return server;
}

async function stop(server) {
  assert.deepEqual(await server.kill('SIGTERM'), { status: 0, signal: null }, server.talk.text);
}

async function mustRefuse(path, pattern) {
  const { server, refusal } = await start(path);
  if (server) await server.kill('SIGKILL');
  assert.ok(server === undefined, `a server runs on ${path}`);
  assert.match(refusal, pattern);
}

// ---- pairs ----

let pairs = 0;

await test('two servers, any two names', async () => {
  const all = { ...near, ...apart };
  for (const [first, path] of Object.entries(all)) {
    if (first === 'mounted file') {
      await mustRefuse(path, /only the file is mounted here.*mount its folder/);
      continue;
    }
    const server = await mustStart(path);
    for (const [second, other] of Object.entries(all)) {
      try {
        await mustRefuse(other, /in use by another Kufsa\. \(.*process \d+\)/);
      } catch (error) {
        error.message = `${first}, then ${second}: ${error.message}`;
        throw error;
      }
      pairs++;
    }
    assert.equal((await server.http('/healthz')).status, 200);
    await stop(server);
  }
});

await test('a folder that is renamed while the server runs', async () => {
  const moved = join(folder, 'moved');
  const server = await mustStart(file);
  const table = await server.open('gobblet', 2);
  renameSync(home, moved);
  const names = [join(moved, 'data'), apart['hard link']];
  if (mounts) names.push(near['mounted folder']);
  for (const name of names) {
    await mustRefuse(name, /in use by another Kufsa/);
    pairs++;
  }
  // Somebody else's file takes the name, and keeps its log when the first server ends.
  mkdirSync(home);
  const other = await mustStart(file);
  const theirs = await other.open('taki', 2);
  await stop(server);
  await other.kill('SIGKILL');
  const again = await mustStart(file);
  await Player.join(again, theirs.code);
  await stop(again);
  rmSync(home, { recursive: true });
  renameSync(moved, home);
  const back = await mustStart(file);
  await Player.join(back, table.code);
  await stop(back);
});

// ---- the log ----

async function crash(path) {
  const server = await mustStart(path);
  const table = await server.open('gobblet', 2);
  const host = await Player.join(server, table.table, { token: table.token });
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  await server.kill('SIGKILL');
  return table;
}

await test('a log left by a crash is found by every name of its file', async () => {
  for (const path of Object.values(near)) {
    const table = await crash(file);
    for (const other of Object.values(apart)) {
      const log = /is not beside it|only the file is mounted/;
      await mustRefuse(other, log);
      const check = run(['repair', other, '--check']);
      assert.equal(check.status, 1, check.err);
      assert.match(check.out, /log is not beside it/);
      const { status, err } = run(['backup', other, join(folder, 'copy')]);
      assert.equal(status, 1);
      assert.match(err, /log is not beside it/);
    }
    const server = await mustStart(path);
    const host = await Player.join(server, table.table, { token: table.token });
    assert.equal(host.view.seats[0].name, 'Noa');
    await stop(server);
  }
});

await test('a file that was copied or moved without its log', async () => {
  await crash(file);
  const server = await mustStart(file); // its log is copied at the start
  const { code } = await server.open('taki', 2);
  const copy = join(folder, 'copied');
  writeFileSync(copy, readFileSync(file));
  await mustRefuse(copy, /not beside it.*`kufsa repair .*copied`/);
  writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`));
  const second = await mustStart(copy);
  await Player.join(second, code);
  await stop(second);
  await stop(server);
  assert.ok(!existsSync(`${copy}-wal`) && !existsSync(`${file}-wal`));
  await stop(await mustStart(copy)); // without a log it is whole by now
  assert.equal(run(['repair', copy, '--check']).status, 0);
  unlinkSync(copy);
});

await test('a damaged log is refused whatever the file is called', async () => {
  await crash(file);
  const log = readFileSync(`${file}-wal`);
  const wrong = Buffer.from(log);
  wrong[32 + 24 + 100] ^= 1; // in the first of several transactions
  writeFileSync(`${file}-wal`, wrong);
  for (const path of Object.values(near)) {
    await mustRefuse(path, /is damaged \(its log/);
    const check = run(['repair', path, '--check']);
    assert.equal(check.status, 1, check.out);
    assert.match(check.out, /the log is damaged/);
    const { status, err } = run(['backup', path, join(folder, 'copy')]);
    assert.equal(status, 1);
    assert.match(err, /damaged.*its log/);
  }
  const { status, out } = run(['repair', near.link, '--out', join(folder, 'repaired')]);
  assert.equal(status, 1, out);
  assert.match(out, /any table, also one that is called whole, may lack its last moves/);
  await stop(await mustStart(join(folder, 'repaired')));
  writeFileSync(`${file}-wal`, log);
  await stop(await mustStart(near.link));
});

// ---- copies ----

await test('a copy to a link goes where the link leads', async () => {
  const target = join(folder, 'other/target');
  const link = join(folder, 'to');
  writeFileSync(target, 'old');
  symlinkSync('other/target', link);
  assert.match(run(['backup', file, link]).err, /exists/);
  assert.equal(run(['backup', file, link, '--force']).status, 0);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(readFileSync(target, 'latin1').slice(0, 15), 'SQLite format 3');
  unlinkSync(target);
  for (const words of [[], ['--force']])
    assert.match(run(['backup', file, link, ...words]).err, /a link to nothing/);
  assert.ok(lstatSync(link).isSymbolicLink() && !existsSync(`${link}-partial`));
  for (const name of Object.values({ ...near, ...apart }))
    assert.match(run(['backup', file, name, '--force']).err, /the same file/);
});

await test('a copy does not become the log of what is copied', () => {
  for (const end of ['-wal', '-shm', '-journal'])
    assert.match(run(['backup', file, `${near.link}`.replace('link', `home/data${end}`)]).err,
      /belongs to the file that is read/);
  assert.ok(!existsSync(`${file}-journal`) && !existsSync(`${file}-wal-partial`));
});

await test('three copies to one target at once', async () => {
  const server = await mustStart(file);
  for (let i = 0; i < 30; i++) await server.open('taki', 2);
  let done = 0;
  for (let round = 0; round < 10; round++) {
    const target = join(folder, `at-once-${round}`);
    const words = round % 2 === 0 ? [] : ['--force'];
    const ends = await Promise.all([1, 2, 3].map(() => {
      const child = spawn(program, ['backup', near.link, target, ...words], { env: { LANG: 'C' } });
      let err = '';
      child.stderr.on('data', (bytes) => (err += bytes));
      return new Promise((end) => child.on('close', (status) => end({ status, err })));
    }));
    const good = ends.filter(({ status }) => status === 0).length;
    assert.ok(good >= 1, JSON.stringify(ends));
    if (words.length === 0) assert.equal(good, 1);
    for (const { status, err } of ends)
      if (status !== 0) assert.match(err, /^kufsa: (Another program is writing|There is some)/);
    assert.ok(!existsSync(`${target}-partial`));
    done += good;
    assert.equal(run(['repair', target, '--check']).status, 0);
  }
  await stop(server);
  console.log(`copies at once: ${done} of 30 done, the others refused in words`);
});

// ---- rights ----

await test('a file that others can read is reported', async () => {
  for (const [mode, told] of [[0o644, true], [0o640, true], [0o600, false]]) {
    chmodSync(file, mode);
    const server = await mustStart(near.link);
    const text = await server.talk.until(/Ctrl/, 30);
    await stop(server);
    assert.equal(/chmod 600 /.test(text), told, text);
    assert.equal(statSync(file).mode & 0o777, mode);
  }
});

console.log(`${pairs} pairs of names, the second server was refused each time`);
if (mounts) for (const name of ['bound', 'alone/data']) spawnSync('umount', [join(folder, name)]);
rmSync(folder, { recursive: true });
finish();
