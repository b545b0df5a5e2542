// Time in a running server: the wall clock is set, and the process is stopped for a while.
//   node tests/cli_clock.mjs PROGRAM SHIM [--jumps 100]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Clock } from './clock.mjs';
import { finish, test } from './program.mjs';
import { Player, Server, sleep } from './ws.mjs';

const { values: given } = parseArgs({
  args: process.argv.slice(4),
  options: { jumps: { type: 'string', default: '10' } },
});
const clock = new Clock(process.argv[3]);
const folder = mkdtempSync(join(tmpdir(), 'kufsa-clock-'));
const DAY_MS = 24 * 60 * 60 * 1000;

async function twoAt(server, limit) {
  const table = await server.open('gobblet', 2);
  const host = await Player.join(server, table.table, { token: table.token });
  const other = await Player.join(server, table.code);
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  await other.does({ do: 'sit', seat: 1, name: 'Ben' });
  if (limit) await host.does({ do: 'clock', ...limit });
  await other.does({ do: 'ready' });
  await host.does({ do: 'start' });
  await other.socket.take((m) => m.do === 'start');
  return { table, host, other };
}

await test('setting the clock closes no table and costs nobody time', async () => {
  const words = ['--data', join(folder, 'clock.db')];
  const server = await Server.start(words, clock.environment);
  const idle = await server.open('gobblet', 2);
  const { table, host } = await twoAt(server, { kind: 'game', millis: 3600000 });
  const jumps = Number(given.jumps);
  const text = server.talk;
  for (let i = 0; i < jumps; i++) {
    clock.set({ wall: i % 2 === 0 ? 1000 * DAY_MS : i % 4 === 1 ? 0 : -1000 * DAY_MS });
    await text.until(/what=clock_jumped ms=-?\d+/, 30);
  }
  assert.equal(await server.metric('kufsa_clock_jumps_total'), jumps);
  const answer = await host.command({ do: 'move', move: '4@a1' });
  assert.equal(answer.do, 'ok');
  let lost = 0;
  for (const { code } of [idle, table])
    lost += (await server.http(`/api/rooms/${code}`)).status !== 200;
  console.log(`     the clock moved by 1,000 days and more ${jumps} times: ${lost} tables lost`);
  assert.equal(lost, 0);
  await server.kill('SIGTERM');
  clock.set({ wall: 1000 * DAY_MS }); // the server comes back under another clock
  const again = await Server.start(words, clock.environment);
  for (const { code } of [idle, table])
    assert.equal((await again.http(`/api/rooms/${code}`)).status, 200);
  const back = await Player.join(again, table.table, { token: table.token });
  assert.ok(back.view.clocks.every((left) => left > 3000000), JSON.stringify(back.view.clocks));
  await again.kill('SIGTERM');
});

await test('no clock runs while the server is stopped', async () => {
  const server = await Server.start();
  const { host, other } = await twoAt(server, { kind: 'game', millis: 4000 });
  server.talk.child.kill('SIGSTOP');
  const stopped = Date.now();
  const answer = host.command({ do: 'move', move: '4@a1' }); // on its way
  while (Date.now() - stopped < 6000) await sleep(6000 - (Date.now() - stopped));
  server.talk.child.kill('SIGCONT');
  assert.equal((await answer).do, 'ok', JSON.stringify(await answer));
  const move = await other.socket.take((m) => m.do === 'move');
  assert.ok(move.clocks[0] > 2000, JSON.stringify(move.clocks));
  assert.equal(await server.metric('kufsa_frozen_total'), 1);
  await server.talk.until(/what=frozen ms=\d{4,}/);
  await other.socket.take((m) => m.do === 'time'); // now it runs
  await server.kill('SIGTERM');
});

clock.close();
rmSync(folder, { recursive: true, force: true });
finish();
