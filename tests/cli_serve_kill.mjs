// `kill -9` at random moments while people and bots play all games: no acknowledged move is lost,
// everybody comes back to what they saw, and no table is stuck.
//   node tests/cli_serve_kill.mjs PROGRAM [ROUNDS]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, finish, test } from './program.mjs';
import { check, getOn, openTables } from './robots.mjs';
import { Server, sleep } from './ws.mjs';

const rounds = Number(process.argv[3] ?? 5);
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const chance = new Chance(seed);
const folder = mkdtempSync(join(tmpdir(), 'kufsa-kill-'));
const words = ['--data', join(folder, 'kufsa.db')];

await test(`${rounds} times killed, seed ${seed}`, async () => {
  let server = await Server.start(words);
  const robots = await openTables(server, chance);
  for (let i = 0; i < rounds; i++) {
    const playing = robots.map((robot) => robot.play(server));
    await sleep(300 + chance.below(1500));
    await server.kill('SIGKILL');
    await Promise.all(playing);
    check(robots);
    const start = Date.now();
    server = await Server.start(words);
    assert.ok(Date.now() - start < 20000);
  }
  const playing = robots.map((robot) => robot.play(server));
  await getOn(robots);
  assert.equal(await server.metric('kufsa_conflicts_total'), 0);
  await server.kill('SIGTERM');
  await Promise.all(playing);
  check(robots);
});

rmSync(folder, { recursive: true });
finish();
