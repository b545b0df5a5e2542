// A primary with a synchronous standby: the primary dies, the standby takes its place, and nobody
// who plays has been told of a move that is gone.
//   node tests/cli_failover.mjs PROGRAM [ROUNDS]
import assert from 'node:assert/strict';
import { judge } from './cluster.mjs';
import { Postgres } from './postgres.mjs';
import { Chance, finish, gameRows, test } from './program.mjs';
import { check, getOn, openTables, playOn } from './robots.mjs';
import { Server, sleep } from './ws.mjs';

const rounds = Number(process.argv[3] ?? 1);
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const chance = new Chance(seed);

async function until(what) {
  while (!(await what())) await sleep(20);
}

// From now on every commit waits for the standby.
async function confirm(primary) {
  primary.set('synchronous_standby_names', '*');
  const sync = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`;
  await until(() => primary.sql(sync) === '1');
}

async function open(servers, words = []) {
  const hosts = servers.map((each) => each.folder).join(',');
  const url = `postgresql://kufsa@/postgres?host=${hosts}`;
  const server = await Server.start(['--data', url, ...words]);
  const robots = await openTables(server, chance, gameRows().slice(0, 2));
  return { server, robots, playing: playOn(robots, server) };
}

// `primary` is the one that has everything in the end.
async function close({ server, robots, playing }, primary, servers) {
  await getOn(robots);
  assert.equal(await server.metric('kufsa_conflicts_total'), 0);
  await server.kill('SIGTERM');
  await Promise.all(playing);
  const { acknowledged } = judge((text) => primary.sql(text), robots);
  assert.ok(acknowledged > 0);
  console.log(`     ${acknowledged} acknowledged, none lost or doubled`);
  for (const each of servers) each.stop();
}

await test(`the primary dies ${rounds} times, seed ${seed}`, async () => {
  let [primary, standby, spare] = [Postgres.start(), new Postgres(), new Postgres()];
  const servers = [primary, standby, spare];
  standby.follow(primary);
  await confirm(primary);
  const game = await open(servers, ['--standby-required']);
  const { server, robots } = game;
  for (let i = 0; i < rounds; i++) {
    await getOn(robots);
    primary.kill();
    await server.talk.until(/what=store_paused/);
    standby.promote();
    await until(async () => { // it is alone, so nothing is saved
      const { json } = await server.post('/api/tables', { game: 'gobblet', seats: 2 });
      return json.reason === 'store.no_standby';
    });
    [primary, standby, spare] = [standby, spare.follow(standby), primary];
    await confirm(primary);
    await server.talk.until(/what=store_resumed/);
    check(robots);
  }
  await close(game, primary, servers);
});

await test(`waits for a standby are cancelled, then the primary dies, seed ${seed}`, async () => {
  const primary = Postgres.start();
  const standby = new Postgres().follow(primary);
  await confirm(primary);
  const game = await open([primary, standby]);
  const { server, robots } = game;
  await getOn(robots);
  const [receiver] = standby.processes().find(([, title]) => title.includes('walreceiver'));
  process.kill(Number(receiver), 'SIGSTOP');
  const cancel = `SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
    WHERE wait_event = 'SyncRep'`;
  for (let cancelled = 0; cancelled < 3; await sleep(20)) cancelled += Number(primary.sql(cancel));
  await server.talk.until(/what=store_paused/); // not one of them was believed
  primary.kill();
  process.kill(Number(receiver), 'SIGCONT');
  standby.promote();
  await server.talk.until(/what=store_resumed/);
  await close(game, standby, [primary, standby]);
});

finish();
