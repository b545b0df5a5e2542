// Two servers and a relay behind each of the proxies of docs/cluster.md, with its configuration:
// people play on when one server stops and when the other is killed, and others go on watching.
//   node tests/proxies.mjs PROGRAM
import { Cluster, timeToGetOn } from './cluster.mjs';
import { Crowd, Onlooker } from './onlookers.mjs';
import { Postgres } from './postgres.mjs';
import { Chance, finish, gameRows, test } from './program.mjs';
import { freePort, proxies, Proxy } from './proxy.mjs';
import { getOn } from './robots.mjs';
import { Server } from './ws.mjs';

const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const chance = new Chance(seed);
const postgres = Postgres.start();

for (const [index, name] of Object.keys(proxies).entries())
  await test(`people behind ${name} play on, seed ${seed}`, async () => {
    const cluster = await Cluster.start(postgres, `proxies${index}`, ['a', 'b']);
    const ports = ['a', 'b'].map((node) => cluster.nodes.get(node).port);
    const port = await freePort();
    const relay = await Server.start(['--relay', `http://localhost:${port}`]);
    const proxy = await Proxy.start(name, port, [...ports, relay.port]);
    cluster.front.port = port;
    const robots = await cluster.people(chance, [...gameRows(), ...gameRows()]);
    const crowd = new Crowd();
    for (const table of new Set(robots.map((robot) => robot.table)))
      crowd.add(new Onlooker(proxy, cluster.codeOf(table), table));
    await getOn(robots);
    await cluster.down('a', 'SIGTERM');
    console.log(`     ${name}: a stops: ${await timeToGetOn(robots)} ms`);
    await cluster.up('a', ports[0]);
    await cluster.down('b', 'SIGKILL');
    console.log(`     ${name}: b is killed: ${await timeToGetOn(robots)} ms`);
    await crowd.allHear(1);
    crowd.close();
    crowd.check();
    cluster.front.talk.closed = true; // nobody reconnects
    await relay.kill('SIGTERM');
    await proxy.stop();
    await cluster.close(robots);
  });

postgres.stop();
finish();
