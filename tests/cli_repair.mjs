// `kufsa repair`, and `kufsa serve` on damaged files: real tables of all four games in the middle
// of play, damaged in many ways. tests/unit_store_repair.c does the same thousands of times below.
//   node tests/cli_repair.mjs PROGRAM [DAMAGES]
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GAMES } from '../tools/games.mjs';
import { Chance, finish, run, test } from './program.mjs';
import { Player, Server } from './ws.mjs';

const damages = Number(process.argv[3] ?? 40);
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const chance = new Chance(seed);
const folder = mkdtempSync(join(tmpdir(), 'kufsa-repair-'));
const file = join(folder, 'kufsa.db');
const repaired = `${file}.repaired`;
const PAGE = 4096;
const SECTOR = 512;

// ---- tables in play ----

async function move(player) {
  const { legal, window } = player.view;
  if (legal === undefined) return;
  const list = typeof legal === 'number' ? (await player.command({ do: 'legal' })).legal : legal;
  if (!Array.isArray(list) || list.length === 0) return;
  await player.command({ do: 'move', move: chance.pick(list), ...(window ? { window } : {}) });
}

// Each table: what it is called, its host's token, and what the host sees.
async function play(server) {
  const tables = [];
  for (const game of [...GAMES, 'gobblet', 'taki']) {
    const table = await server.open(game, 2);
    const host = await Player.join(server, table.table, { token: table.token });
    const other = await Player.join(server, table.code);
    await host.does({ do: 'sit', seat: 0, name: 'Noa' });
    await other.does({ do: 'sit', seat: 1, name: 'Ben' });
    await other.does({ do: 'ready', salt: '00ff' });
    await host.does({ do: 'start' });
    for (let i = 0; i < 8; i++) {
      await move(host);
      await move(other);
    }
    host.close();
    other.close();
    tables.push({ ...table, game });
  }
  return tables;
}

// What the host is shown, without what depends on the time; or the reason why not.
async function look(server, table) {
  try {
    const host = await Player.join(server, table.table, { token: table.token });
    const { position, v, match, seats, game } = host.view;
    host.close();
    return JSON.stringify({ position, v, match, seats, game });
  } catch (error) {
    return error.message;
  }
}

async function lookAtAll(server, tables) {
  const views = [];
  for (const table of tables) views.push(await look(server, table));
  return views;
}

const version = (view) => (view.startsWith('{') ? JSON.parse(view).v : -1);

const start = (path) => Server.tryStart(['--data', path]);

async function stop(server) {
  const { status, signal } = await server.kill('SIGTERM');
  const paused = /what=store_paused/.test(server.talk.text); // then something cannot be written
  assert.ok(signal === null && (status === 0 || (paused && status === 1)), server.talk.text);
}

// ---- damage ----

const kinds = {
  bit(bytes) {
    bytes[chance.below(bytes.length)] ^= 1 << chance.below(8);
    return bytes;
  },
  bits(bytes) {
    for (let i = 0; i < 50; i++) kinds.bit(bytes);
    return bytes;
  },
  sector(bytes) {
    const at = chance.below(bytes.length / SECTOR) * SECTOR;
    return bytes.fill(0, at, at + SECTOR);
  },
  cut: (bytes) => bytes.subarray(0, chance.below(bytes.length)),
  swap(bytes) {
    const [a, b] = [0, 0].map(() => chance.below(bytes.length / PAGE) * PAGE);
    const page = Buffer.from(bytes.subarray(a, a + PAGE));
    bytes.copy(bytes, a, b, b + PAGE);
    page.copy(bytes, b);
    return bytes;
  },
};

// What a report says of each table: events kept, or -1; no entry: whole, or not known.
function readReport(out) {
  const told = new Map();
  for (const [, id, rest] of out.matchAll(/^Table \S+ \((\d+)\): (.*)$/gm)) {
    const kept = /up to event (\d+)/.exec(rest);
    told.set(Number(id), kept ? Number(kept[1]) : -1);
  }
  const [, whole, short, lost] = /Tables: (\d+) whole, (\d+) shortened, (\d+) lost/.exec(out);
  const more = /The list of tables is damaged itself/.test(out);
  return { told, whole: Number(whole), short: Number(short), lost: Number(lost), more };
}

function lay(bytes) {
  for (const end of ['', '-wal', '-shm', '.repaired', '.repaired-wal', '.repaired-shm'])
    rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, bytes);
}

function repairNow() {
  const before = readFileSync(file);
  const look = run(['repair', file, '--check']);
  assert.ok(!existsSync(repaired));
  const { status, out, err } = run(['repair', file]);
  assert.equal(look.status, status);
  assert.deepEqual(readFileSync(file), before);
  assert.ok(!existsSync(`${repaired}-partial`));
  if (status === 2) assert.match(err, /^kufsa: [^\n{}]*\n$/);
  else assert.equal(err, '');
  return { status, out };
}

// ---- the tests ----

let tables;
let views;
let original;

await test('real tables', async () => {
  const server = await Server.start(['--data', file]);
  tables = await play(server);
  await stop(server);
  original = readFileSync(file);
  const again = (await start(file)).server;
  views = await lookAtAll(again, tables);
  for (const view of views) assert.match(view, /position/);
  const busy = run(['repair', file]);
  assert.deepEqual([busy.status, busy.out], [2, '']);
  assert.match(busy.err, /^kufsa: A server is using the file\. Stop it first\. \(.*process \d+\)/);
  await stop(again);
  const { status, out, err } = run(['repair', file]);
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /^Tables: 6 whole, 0 shortened, 0 lost\.\n/);
  assert.match(out, /Nothing is wrong with .*; no new file was made\.\n$/);
  assert.ok(!existsSync(repaired));
});

// Never a wrong table, and what is refused says what to do.
async function checkServing() {
  const { server, refusal } = await start(file);
  if (refusal !== undefined) {
    assert.match(refusal, /^kufsa: .*kufsa\.db.*`kufsa repair .*`.*\n$/m);
    assert.doesNotMatch(refusal, /\{\w+\}/); // SQLite may quote what the damage made
    return;
  }
  const shown = await lookAtAll(server, tables);
  // If a write meets the damage, play pauses and nobody is told more.
  const refusals = /what=store_paused/.test(server.talk.text)
    ? ['store.table.damaged', 'no such message came']
    : ['store.table.damaged'];
  await stop(server);
  shown.forEach((view, i) => {
    if (view !== views[i]) assert.ok(refusals.includes(view), `${view}\n${server.talk.text}`);
  });
}

// A restored table has a new seal, which is one more event.
const sealed = (view) => view.replace(/"v":(\d+)/, (_, v) => `"v":${Number(v) + 1}`);

async function checkRepaired({ told, whole, short, lost, more }) {
  const { server, refusal } = await start(repaired);
  assert.equal(refusal, undefined);
  const shown = await lookAtAll(server, tables);
  await stop(server);
  const counts = { whole: 0, short: 0, lost: 0 };
  shown.forEach((view, i) => {
    const kept = told.get(tables[i].table);
    if (kept === undefined && (view === sealed(views[i]) || !more)) {
      assert.equal(view, sealed(views[i]));
      counts.whole++;
    } else if (kept > 0) {
      assert.ok(version(view) >= kept && version(view) <= version(views[i]) + 2, view);
      counts.short++;
    } else {
      assert.equal(view, 'serve.table.unknown');
      counts.lost += kept === -1;
    }
  });
  assert.deepEqual([whole, short], [counts.whole, counts.short]);
  assert.ok(lost >= counts.lost);
}

await test(`${damages} damages, seed ${seed}`, async () => {
  const names = Object.keys(kinds);
  for (let i = 0; i < damages; i++) {
    const name = names[i % names.length];
    try {
      lay(kinds[name](Buffer.from(original)));
      const { status, out } = repairNow();
      if (status === 1) await checkRepaired(readReport(out));
      else if (status === 0) assert.match(out, /6 whole/);
      await checkServing();
    } catch (error) {
      error.message = `damage ${i}, ${name}: ${error.message}`;
      throw error;
    }
  }
});

await test('one event of one table', async () => {
  const bytes = Buffer.from(original);
  const at = bytes.indexOf(' move 0 ', bytes.indexOf(' start') + 1);
  assert.ok(at > 0);
  bytes[at + 1] ^= 1;
  lay(bytes);
  const { server } = await start(file);
  const shown = await lookAtAll(server, tables);
  assert.equal(shown.filter((view) => view === 'store.table.damaged').length, 1);
  assert.match(server.talk.text, /what=read_failed why="event \d+ of table \d+ does not/);
  await stop(server);
  const { status, out } = repairNow();
  assert.equal(status, 1);
  assert.match(out, /^Table \w{6} \(\d+\): saved up to event \d+ of \d+\.\nBehind the gap \d+ /);
  assert.match(out, /Tables: 5 whole, 1 shortened, 0 lost\.\n/);
  assert.match(out, /kufsa\.db was not changed\.\n$/);
  const again = run(['repair', file]);
  assert.deepEqual([again.status, again.out], [2, '']);
  assert.match(again.err, /already/);
  assert.equal(run(['repair', file, '--force', '--lang', 'he']).status, 1);
  assert.equal(run(['repair', file, '--out', join(folder, 'other')]).status, 1);
  copyFileSync(join(folder, 'other'), file);
  assert.equal(run(['repair', file, '--check']).status, 0);
});

// The file of a running server is damaged: the server may pause or refuse, but it does not die
// and shows nothing wrong.
await test('a running server', async () => {
  lay(original);
  const { server } = await start(file);
  const bytes = Buffer.from(original);
  for (let at = 2 * PAGE; at < bytes.length; at += PAGE) bytes.fill(0xff, at, at + SECTOR);
  writeFileSync(file, bytes);
  const shown = await lookAtAll(server, tables);
  shown.forEach((view, i) => {
    if (view !== views[i]) assert.match(view, /^store\.table\.damaged$/);
  });
  const opened = await server.post('/api/tables', { game: 'taki', seats: 2 });
  assert.ok([201, 503].includes(opened.status), opened.body);
  server.kill('SIGTERM');
  const { signal } = await server.talk.ended;
  assert.equal(signal, null);
});

await test('words and help', () => {
  assert.equal(run(['repair']).status, 2);
  assert.match(run(['help', 'repair']).out, /--check/);
  const { status, err } = run(['repair', join(folder, 'none'), '--lang', 'he']);
  assert.equal(status, 2);
  assert.match(err, /^kufsa: לא נמצא\. \(.*none.*\)\n$/);
  writeFileSync(join(folder, 'letter'), 'Dear Noa, '.repeat(1000));
  assert.match(run(['repair', join(folder, 'letter')]).err, /not one of Kufsa's/);
});

rmSync(folder, { recursive: true });
finish();
