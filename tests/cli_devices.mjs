// Links that carry a seat, at a running server: anyone who takes over a place has it alone, and
// nobody loses a place, whatever is lost in between.
//   node tests/cli_devices.mjs PROGRAM
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, test } from './program.mjs';
import { Player, Server, sitTwo, Socket } from './ws.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-devices-'));
const file = join(folder, 'kufsa.db');
const newToken = () => randomBytes(16).toString('hex');

// Each test has its own server, which must exit cleanly.
function serving(name, words, body) {
  return test(name, async () => {
    const server = await Server.start(words);
    await body(server);
    const { status, signal } = await server.kill('SIGTERM');
    assert.deepEqual([status, signal], [0, null], server.talk.text);
  });
}

/** The answer to a hello on a connection of its own. */
async function ask(server, hello) {
  const socket = await Socket.open(server);
  socket.send({ do: 'hello', ...hello });
  const answer = await socket.take((m) => ['peek', 'welcome', 'error'].includes(m.do));
  socket.close();
  return answer;
}

/** A game of Super Taki, in which the host has planted a seat: its token is in the link. */
async function planted(server) {
  const { table, host, other } = await sitTwo(server, 'taki');
  return { table, host, giver: other };
}

const handOf = (view, seat) => view.position.split(' ')[1].split('/')[seat];

await serving('a planted seat is not read by its giver', ['--memory'], async (server) => {
  const { table, host, giver } = await planted(server);
  const old = giver.token;
  const become = newToken();
  const peek = await ask(server, { table: table.code, token: old, peek: true });
  assert.deepEqual([peek.do, peek.seat, peek.name], ['peek', 1, 'Ben']);
  const taker = await Player.join(server, table.code, { token: old, become, device: 'page' });
  assert.equal(taker.view.you.seat, 1);
  assert.doesNotMatch(handOf(taker.view, 1), /#/);
  await giver.socket.take((m) => m.do === 'moved');
  const shown = await giver.socket.take((m) => m.do === 'snapshot');
  assert.deepEqual(shown.you, {});
  assert.match(handOf(shown, 1), /^#\d+$/); // how many cards, and nothing else
  await host.does({ do: 'say', phrase: 'luck' });
  const answer = await giver.command({ do: 'resign' });
  assert.equal(answer.reason, 'table.who.guest');
  for (const more of [{}, { peek: true }, { become: newToken() }]) {
    const refusal = await ask(server, { table: table.code, token: old, ...more });
    assert.equal(refusal.reason, 'serve.token.unknown');
  }
  assert.equal((await ask(server, { table: table.code, token: become })).do, 'welcome');
  for (const each of [host, giver, taker]) each.close();
});

await serving('the others are signed out', ['--memory'], async (server) => {
  const { table, giver } = await planted(server);
  const second = await Player.join(server, table.code, { token: giver.token, device: 'terminal' });
  const two = await giver.socket.take((m) => m.do === 'devices');
  assert.deepEqual(two.devices.map(({ kind }) => kind).sort(), ['program', 'terminal']);
  assert.deepEqual(two.devices.map((each) => each.this === true), [false, true]);
  const become = newToken();
  await giver.does({ do: 'signout', become });
  const one = await giver.socket.take((m) => m.do === 'devices');
  assert.equal(one.devices.length, 1);
  await second.socket.take((m) => m.do === 'moved');
  const again = await ask(server, { table: table.code, token: giver.token });
  assert.equal(again.reason, 'serve.token.unknown');
  assert.equal((await ask(server, { table: table.code, token: become })).do, 'welcome');
  giver.close();
  second.close();
});

await serving('a door, and a log without names', ['--memory'], async (server) => {
  const { table, host, giver } = await planted(server);
  await host.does({ do: 'block', seat: 1 });
  await giver.socket.end(); // its connection is closed
  const refusal = await ask(server, { table: table.code, token: giver.token });
  assert.equal(refusal.reason, 'serve.table.blocked');
  await host.does({ do: 'lock' });
  const late = await ask(server, { table: table.code, join: true });
  assert.equal(late.reason, 'serve.table.locked');
  await host.does({ do: 'unlock' });
  await host.does({ do: 'unblock' });
  const told = await server.talk.until(/act=unblock/); // it may come later than the answer
  const log = told.split('\n').filter((line) => line.includes('what=door'));
  const acts = log.map((line) => /what=door (.*)/.exec(line)[1]);
  assert.deepEqual(acts, ['act=block seat=1', 'act=lock', 'act=unlock', 'act=unblock']);
  for (const secret of ['Ben', 'Noa', table.code, String(table.table), giver.token])
    assert.ok(!log.join().includes(secret), secret);
  host.close();
});

// Strangers who have the code, and one friend.
await serving('strangers fill no table', ['--memory'], async (server) => {
  const table = await server.open('gobblet', 2);
  const strangers = [];
  for (let i = 0; i < 14; i++) strangers.push(await Player.join(server, table.code));
  const friend = await Player.join(server, table.code);
  await friend.does({ do: 'sit', seat: 0, name: 'Ben' });
  const back = await ask(server, { table: table.code, token: table.token });
  assert.equal(back.do, 'welcome'); // the host, who was not there
  for (const each of [...strangers, friend]) each.close();
});

// The server is killed at any moment of the exchange: the same hello, with both tokens, always
// finds the place; and once it is answered the old token is no longer valid.
await test('a crash during the exchange costs nobody their place', async () => {
  let server = await Server.start(['--data', file]);
  const words = ['--data', file, '--port', String(server.port)];
  const { table, host, giver } = await planted(server);
  let { token } = giver;
  let answered = 0;
  for (let round = 0; round < 40; round++) {
    const become = newToken();
    const socket = await Socket.open(server);
    socket.send({ do: 'hello', table: table.code, token, become });
    if (round % 4 > 0) await new Promise((done) => setTimeout(done, Math.random() * 8));
    await server.kill('SIGKILL');
    const known = socket.inbox.some((m) => m.do === 'welcome');
    answered += known;
    socket.close();
    server = await Server.start(words);
    if (known) {
      const refusal = await ask(server, { table: table.code, token });
      assert.equal(refusal.reason, 'serve.token.unknown');
    }
    const back = await Player.join(server, table.code, { token, become });
    assert.equal(back.view.you.seat, 1);
    back.close();
    token = become;
  }
  console.log(`    40 kills, ${answered} after the welcome`);
  for (const each of [host, giver]) each.close();
  await server.kill('SIGTERM');
});

rmSync(folder, { recursive: true });
finish();
