// A server on a disk of 8 MiB: its log does not fill it, a full disk causes a message and a
// pause, and what was acknowledged is there when there is room again.
//   node tests/cli_small_disk.mjs PROGRAM
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, run, test } from './program.mjs';
import { makeSmallDisk, MEBIBYTE } from './small_disk.mjs';
import { Player, Server } from './ws.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-small-'));
const { disk, kind, filler, fill, drop } = makeSmallDisk(8);
const file = join(disk, 'data');

const size = (path) => (existsSync(path) ? statSync(path).size : 0);

// ---- servers ----

const start = () => Server.tryStart(['--unlimited', '--data', file], 60);

async function mustStart() {
  const { server, refusal } = await start();
  assert.equal(refusal, undefined);
  return server;
}

// The host of a new table, and what was acknowledged last.
async function sit(server) {
  const table = await server.open('gobblet', 2);
  const host = await Player.join(server, table.table, { token: table.token });
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  return { table, host, named: 'Noa', count: 0 };
}

async function rename(place) {
  const name = `Noa ${++place.count}`;
  await place.host.does({ do: 'name', name });
  place.named = name;
}

async function mustHave(server, place) {
  const host = await Player.join(server, place.table.table, { token: place.table.token });
  assert.equal(host.view.seats[0].name, place.named);
  place.host = host;
}

// ---- the tests ----

let place;
let longest = 0;

await test('the log does not fill the disk', async () => {
  const server = await mustStart();
  let count = 0;
  for (let i = 0; i < 4; i++) {
    place = await sit(server);
    for (let k = 0; k < 300; k++, count++) {
      await rename(place);
      longest = Math.max(longest, size(`${file}-wal`));
    }
  }
  assert.equal(await server.metric('kufsa_paused'), 0);
  assert.deepEqual(await server.kill('SIGTERM'), { status: 0, signal: null });
  assert.ok(longest < 4 * MEBIBYTE, `the log has ${longest} bytes`);
  console.log(`${kind}: ${count} commands on 8 MiB, the log had ${longest} bytes at most`);
});

await test('a disk filled by others pauses play until there is room', async () => {
  const server = await mustStart();
  await mustHave(server, place);
  fill();
  // What still fits into the log is acknowledged; then one is not.
  const { socket } = place.host;
  let paused = false;
  for (let i = 0; i < 3000 && !paused; i++) {
    const cid = ++place.host.cid;
    const name = `Noa ${++place.count}`;
    socket.send({ cid, base: place.host.view.v, do: 'name', name });
    const answer = await socket.take((m) => m.cid === cid || m.do === 'paused');
    paused = answer.do !== 'ok';
    if (!paused) place.named = name;
    else place.asked = name;
  }
  assert.ok(paused, 'a full disk was not noticed');
  assert.equal((await server.http('/healthz')).status, 503);
  const copied = run(['backup', file, join(folder, 'copy')]); // from the full disk to another one
  assert.deepEqual([copied.status, copied.err], [0, '']);
  unlinkSync(filler);
  await socket.take((m) => m.do === 'resumed');
  await place.host.does({ do: 'name', name: 'Noa again' });
  place.named = 'Noa again';
  await server.kill('SIGKILL');
  const again = await mustStart();
  await mustHave(again, place);
  assert.deepEqual(await again.kill('SIGTERM'), { status: 0, signal: null });
});

await test('a start on a full disk ends in a message or a server, never in a signal', async () => {
  let started = 0;
  let refused = 0;
  for (const but of [0, 1024, 4096, 8192, 16384, 24576, 32768, 49152, 65536, 131072]) {
    for (const crashed of [false, true]) {
      const server = await mustStart();
      await mustHave(server, place);
      await rename(place);
      await server.kill(crashed ? 'SIGKILL' : 'SIGTERM');
      fill(but);
      const { status, err } = run(['backup', file, join(folder, 'copy'), '--force']);
      assert.deepEqual([status, err], [0, '']); // it goes to another disk
      assert.equal(run(['repair', file, '--check']).status, 0);
      const next = await start();
      if (next.refusal) {
        assert.match(next.refusal, /^kufsa: [^\n]*The disk is full\. \([^\n]*\n/m);
        refused++;
      } else {
        await mustHave(next.server, place);
        await next.server.kill('SIGKILL');
        started++;
      }
      unlinkSync(filler);
    }
  }
  const server = await mustStart();
  await mustHave(server, place);
  assert.deepEqual(await server.kill('SIGTERM'), { status: 0, signal: null });
  console.log(`${kind}: ${started} starts with little room worked, ${refused} said why not`);
});

await test('a copy that does not fit leaves the old one alone', async () => {
  const target = join(disk, 'copy');
  const from = join(folder, 'copy');
  assert.equal(run(['backup', from, target]).status, 0);
  const before = statSync(target);
  fill(8192);
  const { status, err } = run(['backup', from, target, '--force']);
  assert.equal(status, 1);
  assert.match(err, /^kufsa: The disk is full\. \(/);
  assert.deepEqual([statSync(target).ino, statSync(target).size], [before.ino, before.size]);
  assert.ok(!existsSync(`${target}-partial`));
  unlinkSync(filler);
  assert.equal(run(['repair', target, '--check']).status, 0);
});

drop();
rmSync(folder, { recursive: true });
finish();
