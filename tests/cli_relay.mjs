// A relay: a crowd watches tables of a server that it never talks to.
//   node tests/cli_relay.mjs PROGRAM
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from './cluster.mjs';
import { Front } from './line.mjs';
import { Postgres } from './postgres.mjs';
import { Chance, finish, gameRows, test } from './program.mjs';
import { check, getOn } from './robots.mjs';
import { Crowd, Onlooker } from './onlookers.mjs';
import { terminalAt, until } from './other.mjs';
import { frame, Player, Server, sitTwo, Socket } from './ws.mjs';

const CROWD = 200;
const seed = Number(process.env.SEED ?? Date.now() % 1e9);

const relayOf = (server, words = []) =>
  Server.start(['--relay', `http://localhost:${server.port}`, ...words]);

// How the hello of somebody who watches is answered.
async function answerTo(server, hello, path = '/ws') {
  const socket = await Socket.open(server, {}, path);
  socket.send({ do: 'hello', ...hello });
  const answer = await socket.take();
  socket.close();
  return answer;
}

await test('a relay shows tables and has none', async () => {
  const server = await Server.start(['--memory']);
  const relay = await relayOf(server);
  const { table, host, other } = await sitTwo(server);
  const { code } = table;
  const path = `/watch/${code}`;
  const page = await relay.http(path.toLowerCase());
  assert.deepEqual([page.status, page.headers.location], [302, `/#watch/${code}`]);
  assert.equal((await relay.http('/watch/none')).status, 404);
  const { link } = JSON.parse((await relay.http(`/api/qr/${code}`)).body);
  assert.equal(link, `http://localhost:${relay.port}${path}`);
  for (const asked of ['/api/games', `/api/rooms/${code}`, `/api/tables/${table.table}/record`]) {
    const { status, body } = await relay.http(asked);
    assert.deepEqual([status, body], [404, '{"reason":"serve.relay.watch"}'], asked);
  }
  assert.equal((await relay.post('/api/tables', { game: 'iota' })).status, 404);
  assert.equal((await relay.http('/healthz')).status, 200);
  await assert.rejects(Socket.open(server, {}, path), /closed: HTTP\/1.1 400/);

  const far = await Player.join(relay, code, {});
  const near = await Player.join(server, code, {});
  assert.deepEqual(far.welcome, { do: 'welcome', protocol: 1, table: table.table, code });
  assert.deepEqual({ ...far.view, at: near.view.at }, near.view);
  await host.does({ do: 'move', move: '4@a1' });
  const isMove = (m) => m.do === 'move';
  assert.deepEqual(await far.socket.take(isMove), await near.socket.take(isMove));
  host.close();
  const isHere = (m) => m.do === 'here';
  assert.deepEqual(await far.socket.take(isHere), await near.socket.take(isHere));
  const asked = await far.command({ do: 'resign' });
  assert.deepEqual([asked.do, asked.reason], ['error', 'table.who.guest']);
  far.socket.send({ do: 'look' });
  assert.equal((await far.socket.take((m) => m.do === 'snapshot')).v, near.view.v + 1);
  far.socket.send({ do: 'hello', table: code });
  assert.equal((await far.socket.take((m) => m.do === 'error')).reason, 'serve.hello.twice');

  for (const more of [{ join: true }, { token: table.token }, { screen: true }, { peek: true }])
    assert.equal((await answerTo(relay, { table: code, ...more })).reason, 'serve.relay.watch');
  assert.equal((await answerTo(relay, {})).reason, 'serve.hello.first');
  assert.equal((await answerTo(relay, { table: table.table })).reason, 'serve.table.unknown');
  assert.equal((await answerTo(relay, { table: 'ZZZZZZ' }, path)).reason, 'serve.table.unknown');
  assert.equal(await relay.metric('kufsa_watchers'), 1);
  assert.equal(await relay.metric('kufsa_lines_up'), 1);

  // Who has watched stays when the door is locked, as at the server; nobody new comes.
  const guest = await Player.join(server, table.table, { token: table.token });
  await guest.does({ do: 'lock' });
  await far.socket.take((m) => m.do === 'lock');
  assert.equal((await answerTo(relay, { table: code })).reason, 'serve.table.locked');
  await guest.does({ do: 'say', phrase: 'luck' });
  await far.socket.take((m) => m.do === 'say');
  await guest.does({ do: 'unlock' });
  assert.equal((await answerTo(relay, { table: code })).do, 'welcome');
  for (const player of [far, near, other, guest]) player.close();
  await relay.kill('SIGTERM');
  await server.kill('SIGTERM');
});

await test('a terminal watches by the link of the crowd', async () => {
  const server = await Server.start(['--memory']);
  const relay = await relayOf(server);
  const { table, host, other } = await sitTwo(server);
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-relay-'));
  const terminal = terminalAt([`localhost:${relay.port}/watch/${table.code}`], folder);
  await until(() => /Noa[^]*Ben/.test(terminal.text), () => terminal.text);
  await server.kill('SIGTERM');
  await until(() => /The line to the table/.test(terminal.text), () => terminal.text);
  terminal.child.kill();
  await terminal.ended;
  for (const player of [host, other]) player.close();
  await relay.kill('SIGTERM');
  rmSync(folder, { recursive: true });
});

await test('wrong ways to start a relay are named', async () => {
  for (const [words, why] of [
    [['--relay', 'http://'], /not the address of a server/],
    [['--relay', 'localhost:1', '--memory'], /keeps no tables/],
    [['--relay', 'nobody.invalid'], /no such host/],
  ])
    await assert.rejects(Server.start(words), (error) => why.test(error.message));
});

await test('wrong codes cost those who guess, and not the relay', async () => {
  const server = await Server.start(['--memory']);
  const relay = await relayOf(server, ['--public-url', 'http://kufsa.test']);
  const from = (address) => ({ 'X-Forwarded-For': address, Host: 'kufsa.test' });
  const ask = async (address, table) => {
    const socket = await Socket.open(relay, from(address), '/ws');
    socket.send({ do: 'hello', table });
    const answer = await socket.take();
    socket.close();
    return answer.reason ?? answer.do;
  };
  const letters = 'ABCDEFGHJKMNP';
  for (let i = 0; i < 10; i++)
    assert.equal(await ask('10.0.0.1', `ZZZZZ${letters[i]}`), 'serve.table.unknown');
  const { code } = await server.open('gobblet', 2);
  assert.equal(await ask('10.0.0.1', code), 'serve.code.often');
  assert.equal(await ask('10.0.0.2', 'ZZZZZQ'), 'serve.table.unknown');
  assert.equal(await ask('10.0.0.2', code), 'welcome');
  await relay.kill('SIGTERM');
  await server.kill('SIGTERM');
});

await test('a full table has room for a relay, and keeps it', async () => {
  const server = await Server.start(['--memory']);
  const relay = await relayOf(server);
  const { table, host, other } = await sitTwo(server);
  const others = [];
  for (let i = 0; i < 62; i++) others.push(await Player.join(server, table.code, {}));
  assert.equal((await answerTo(server, { table: table.code })).reason, 'serve.table.full');
  const far = await Player.join(relay, table.code, {});
  await others[0].socket.end();
  for (let i = 0; i < 61; i++) others.push(await Player.join(server, table.code));
  await host.does({ do: 'say', phrase: 'luck' });
  await far.socket.take((m) => m.do === 'say');
  assert.equal(await relay.metric('kufsa_lines_lost_total'), 0);
  for (const player of [far, host, other, ...others]) player.close();
  await relay.kill('SIGTERM');
  await server.kill('SIGTERM');
});

await test('a slow watcher sees a snapshot; a relay that stops says when to come', async () => {
  const server = await Server.start(['--memory', '--unlimited']);
  const relay = await relayOf(server);
  const { table, host, other } = await sitTwo(server);
  const slow = await Player.join(relay, table.code, {});
  const quick = await Player.join(relay, table.code, {});
  slow.socket.tcp.pause();
  let said = 0;
  while ((await relay.metric('kufsa_resyncs_total')) === 0)
    for (let i = 0; i < 500; i++, said++) {
      host.cid++;
      host.socket.send({ cid: host.cid, do: 'seating', value: i % 2 ? 'stay' : 'mix' });
      if (i % 50 === 49) await host.socket.take((m) => m.cid === host.cid);
    }
  slow.socket.tcp.resume();
  const last = quick.view.v;
  const seen = await slow.socket.take((m) => m.do === 'snapshot');
  assert.ok(seen.v > last, `${seen.v} ${last} ${said}`);
  const ended = relay.kill('SIGTERM');
  const bye = await quick.socket.take((m) => m.do === 'bye');
  assert.ok(bye.in >= 1000 && bye.in <= 3100, `${bye.in}`);
  assert.equal(await quick.socket.end(), 1012);
  assert.equal((await ended).status, 0);
  for (const player of [slow, host, other]) player.close();
  await server.kill('SIGTERM');
});

// A server that says what it is told to, to one relay after the other.
class Liar {
  static async open(scripts) {
    const liar = Object.assign(new Liar(), { scripts, heard: [] });
    liar.server = createServer((tcp) => liar.greet(tcp));
    await new Promise((done) => liar.server.listen(0, '127.0.0.1', done));
    liar.port = liar.server.address().port;
    return liar;
  }

  greet(tcp) {
    tcp.on('error', () => {}).once('data', (bytes) => {
      const [, key] = /Sec-WebSocket-Key: (\S+)/.exec(bytes.toString('latin1'));
      const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
      const accept = createHash('sha1').update(key + magic).digest('base64');
      tcp.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
      tcp.once('data', () => {
        for (const message of this.scripts.shift() ?? []) {
          const text = typeof message === 'string' ? message : JSON.stringify(message);
          tcp.write(frame(1, text, { masked: false }));
        }
      });
    });
  }
}

await test('nonsense from the server goes no further', async () => {
  const welcome = { do: 'welcome', protocol: 1, table: 7, code: 'QWERTY' };
  const snapshot = (v) => ({ v, do: 'snapshot', phase: 'lobby', game: 'iota' });
  const liar = await Liar.open([
    [welcome, snapshot(5), { v: 5, do: 'say' }, { v: 6, do: 'say' }, { do: 'moved' }, '[1'],
    [snapshot(9)],
    [{ ...welcome, code: 'ASDFGH' }],
    [{ ...welcome, table: -7 }],
    [{ do: 'elsewhere', to: 'https://evil.example' }],
    [welcome, snapshot(4)],
    [welcome, { v: 6, do: 'snapshot', phase: 'lobby', n: 2 }, { v: 7, do: 'say', n: 3 }],
  ]);
  const relay = await relayOf(liar);
  const socket = await Socket.open(relay, {}, '/watch/QWERTY');
  socket.send({ do: 'hello', table: 'QWERTY' });
  const heard = [];
  do heard.push(await socket.take());
  while (heard.at(-1).n !== 3);
  const told = heard.map(({ do: what, v, reason }) => [what, v ?? reason].join(' ').trim());
  assert.deepEqual(told, [
    'welcome', 'snapshot 5', 'say 6', 'paused serve.relay.broken',
    'resumed', 'paused serve.relay.broken', 'resumed', 'snapshot 6', 'say 7',
  ]);
  assert.match(relay.talk.text, /what=line_broken/);
  socket.close();
  await relay.kill('SIGTERM');
  liar.server.close();
});

// The owner is killed, the relay's own lines are cut: everybody who watches hears of every event
// that was kept, once, and of no other.
await test(`a crowd watches while servers die and lines break, seed ${seed}`, async () => {
  const postgres = Postgres.start();
  const cluster = await Cluster.start(postgres, 'relayed', ['a', 'b']);
  const robots = await cluster.people(new Chance(seed), gameRows().slice(0, 2));
  const upstream = await Front.open(); // the relay's way there, which can be cut
  for (const [name, { port }] of cluster.nodes) upstream.nodes.set(name, port);
  const relay = await relayOf(upstream);
  const tables = [...new Set(robots.map(({ table }) => table))];
  const crowd = new Crowd();
  const codes = tables.map((table) => cluster.codeOf(table));
  for (let i = 0; i < CROWD; i++) {
    const which = i % tables.length;
    crowd.add(new Onlooker(relay, codes[which], tables[which]));
  }
  await crowd.allHear(1);
  await getOn(robots);
  const kill = async (name) => {
    upstream.nodes.delete(name);
    await cluster.down(name, 'SIGKILL');
  };
  const back = async (name) => upstream.nodes.set(name, (await cluster.up(name)).port);
  const owner = () => ['a', 'b'].find((name) => cluster.owned(name).includes(tables[0]));
  const first = owner();
  await kill(first);
  await getOn(robots);
  await crowd.allHear(10);
  await back(first);
  for (const [near] of upstream.pairs) near.destroy();
  await crowd.allHear(10);
  const second = owner();
  upstream.nodes.delete(second);
  await cluster.down(second, 'SIGTERM');
  await getOn(robots);
  await crowd.allHear(10);
  check(robots);
  crowd.close();
  await until(() => crowd.all.every(({ done }) => done));
  await cluster.close(robots);
  const figures = crowd.judge((table) => cluster.logOf(table).events.map(([, , , what]) => what));
  console.log(`     ${JSON.stringify(figures)}`);
  assert.ok(figures.paused >= CROWD && figures.resumed >= CROWD, 'nobody heard of it');
  await relay.kill('SIGTERM');
  upstream.close();
  postgres.stop();
});

finish();
