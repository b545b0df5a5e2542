// `kufsa join --bot`: computer players that sit down at a server's table like anybody else.
//   node tests/cli_robot.mjs PROGRAM
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Talk, ask, finish, run, test } from './program.mjs';
import { Player, Server } from './ws.mjs';

const PLIES = 8;
const { games } = ask([{ id: 0, do: 'games' }])[0];
const states = mkdtempSync(join(tmpdir(), 'kufsa-robot-'));
let server;

function robot(code, name) {
  const words = ['join', `${code}@localhost:${server.port}`, '--bot', 'gentle', '--name', name];
  return new Talk(words, { XDG_STATE_HOME: join(states, `${code}-${name}`) });
}

// A host who does not sit, and a robot on every seat.
async function seatRobots(game, seats) {
  const { code, table, token } = await server.open(game, seats);
  const host = await Player.join(server, table, { token });
  const names = ['Ben', 'Dana', 'Gil'].slice(0, seats);
  const robots = names.map((name) => robot(code, name));
  const ready = new Set();
  while (ready.size < seats) ready.add((await host.socket.take((m) => m.do === 'ready')).seat);
  return { host, code, robots };
}

async function playGame({ name, seats: [fewest, most] }) {
  const seats = Math.min(most, Math.max(fewest, 3));
  const { host, robots } = await seatRobots(name, seats);
  await host.does({ do: 'start' });
  const movers = new Set();
  for (let ply = 0; ply < PLIES; ply++)
    movers.add((await host.socket.take((m) => m.do === 'move')).seat);
  assert.ok(movers.size >= 2, `only ${[...movers]} moved`);
  robots[0].child.kill('SIGTERM');
  await host.socket.take((m) => m.do === 'here' && m.here === false);
  for (const each of robots.slice(1)) each.child.kill('SIGTERM');
  await Promise.all(robots.map((each) => each.ended));
}

await test('computer players sit down, play, and leave', async () => {
  server = await Server.start();
  await Promise.all(games.map(playGame));
});

await test('what cannot be', async () => {
  server = await Server.start();
  const refused = (words, status, pattern) => {
    const result = run(['join', ...words], '', { XDG_STATE_HOME: states });
    assert.equal(result.status, status, result.err);
    assert.match(result.err, pattern);
  };
  refused([`ABCDEF@localhost:${server.port}`, '--bot', 'nobody'], 2, /no level "nobody"/);
  refused([`ABCDEF@localhost:${server.port}`, '--bot', 'club'], 1, /table/);
});

rmSync(states, { recursive: true });
finish();
