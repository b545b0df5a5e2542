// `kufsa serve` under attack: a client that floods, stalls, guesses, lies about lengths or speaks
// nonsense is refused with a reason, is counted in /metrics, and costs the others nothing: two
// people play on through all of it. bench/hostile.mjs measures how much slower their game gets.
//   node tests/cli_hostile.mjs PROGRAM
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, finish, program, test } from './program.mjs';
import { frame, Player, Server, sitTwo, sleep, Socket } from './ws.mjs';

const PUBLIC = 'https://kufsa.example';
const MOVE_MS = 270; // 40 commands in 10 s are allowed
const GROWTH_MAX = 64e6; // bytes that all of it may cost
const sanitized = /san[/\\]/.test(program); // its memory is not what it would be
const chance = new Chance(7);
const folder = mkdtempSync(join(tmpdir(), 'kufsa-hostile-'));

// ---- those who only want to play ----

class Friends {
  static async sit(server) {
    const friends = new Friends();
    const { table, host, other } = await sitTwo(server);
    Object.assign(friends, { table, players: [host, other], moves: 0, over: false });
    friends.playing = friends.play();
    friends.playing.catch(() => {}); // enough() reports it
    return friends;
  }

  // A player who has legal moves makes one; one who has none looks again.
  async act(player) {
    player.socket.send({ do: 'look' });
    player.view = await player.socket.take((m) => m.do === 'snapshot');
    const { legal, end } = player.view;
    if (end !== undefined) await player.does({ do: 'rematch' });
    else if (typeof legal === 'number')
      await player.does({ do: 'resign' }); // too many to list
    else if (legal !== undefined) {
      await player.does({ do: 'move', move: chance.pick(legal) });
      this.moves++;
    }
  }

  async play() {
    while (!this.over)
      for (const player of this.players) {
        await sleep(MOVE_MS);
        if (!this.over) await this.act(player);
      }
  }

  // They have not been disturbed, and go on.
  async enough(more = 2) {
    const wanted = this.moves + more;
    const stopped = this.playing.then(() => 'stopped');
    for (let i = 0; i < 200 && this.moves < wanted; i++) await Promise.race([sleep(100), stopped]);
    assert.ok(this.moves >= wanted, `they made ${this.moves} moves`);
    this.over = true;
    await this.playing;
    for (const player of this.players) player.close();
  }
}

// A server, two who play at it, and an enemy.
function attacked(name, words, body) {
  return test(name, async () => {
    const started = Date.now();
    const server = await Server.start(words);
    const friends = await Friends.sit(server);
    await body(server, friends);
    await friends.enough();
    assert.equal((await server.http('/healthz')).status, 200);
    const { status, signal } = await server.kill('SIGTERM');
    assert.deepEqual([status, signal], [0, null], server.talk.text);
    console.log(`${name}: ${Date.now() - started} ms`);
  });
}

const refusals = (server, why) => server.metric(`kufsa_refused_total{why="${why}"}`);

// By how much the count of a refusal rises meanwhile.
async function counted(server, why, body) {
  const before = await refusals(server, why);
  await body();
  return (await refusals(server, why)) - before;
}

const text = (value) => frame(1, JSON.stringify(value));

async function answerTo(server, message, headers = {}) {
  const socket = await Socket.open(server, headers);
  socket.send(message);
  const answer = await socket.take();
  socket.close();
  return answer.reason ?? answer.do;
}

const from = (address) => ({ 'X-Forwarded-For': address });
const memory = ['--memory'];
const proxied = ['--memory', '--public-url', PUBLIC];

// ---- guessing ----

await attacked('room codes, guessed', proxied, async (server, { table }) => {
  const guess = (address) =>
    server.http('/api/rooms/AAAAAA', { headers: from(address) }).then((answer) => answer.status);
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push(await guess('192.0.2.1'));
  assert.deepEqual(statuses, [...Array(10).fill(404), 429, 429]);
  assert.equal(await guess('192.0.2.2'), 404);
  // A new address for every guess, but all of one household: IPv6 has plenty.
  for (let i = 0; i < 10; i++) assert.equal(await guess(`2001:db8:7:7::${i + 1}`), 404);
  assert.equal(await guess('2001:db8:7:7:aaaa::1'), 429);
  assert.equal(await guess('2001:db8:7:8::1'), 404);
  // Codes over a WebSocket use the same bucket, and a good one no longer helps.
  const hello = { do: 'hello', table: 'BBBBBB' };
  assert.equal(await answerTo(server, hello, from('192.0.2.1')), 'serve.code.often');
  const good = { do: 'hello', table: table.code };
  assert.equal(await answerTo(server, good, from('192.0.2.1')), 'serve.code.often');
  assert.equal(await answerTo(server, good, from('192.0.2.3')), 'welcome');
  assert.equal(await answerTo(server, hello, from('192.0.2.3')), 'serve.table.unknown');
  assert.equal(await refusals(server, 'code'), 5);
  assert.ok((await refusals(server, 'unknown')) >= 22);
});

// A crowd with a new address for every guess gets no more than one guess a minute each; anyone
// with a good code needs no more.
await attacked('room codes, guessed by a crowd', proxied, async (server, { table }) => {
  const ask = (code, address) =>
    server.http(`/api/rooms/${code}`, { headers: from(address) }).then((answer) => answer.status);
  const [ADDRESSES, EACH, ALL] = [200, 9, 600]; // each alone may guess nine times
  const started = Date.now();
  let judged = 0;
  for (let i = 0; i < ADDRESSES * EACH; i++)
    judged += (await ask('AAAAAA', `198.51.100.${i % ADDRESSES}`)) === 404;
  const back = ((Date.now() - started) / 60000) * ALL; // refilled meanwhile
  assert.ok(judged >= ALL && judged <= ALL + ADDRESSES + back, `${judged} were judged`);
  assert.equal(await ask(table.code, '203.0.113.2'), 200);
});

// Some proxies write the port after the address: it is still the same household.
await attacked('room codes, from another port each time', proxied, async (server) => {
  const guess = (address) =>
    server.http('/api/rooms/AAAAAA', { headers: from(address) }).then((answer) => answer.status);
  for (let i = 0; i < 10; i++) assert.equal(await guess(`192.0.2.9:${4000 + i}`), 404);
  assert.equal(await guess('192.0.2.9:5000'), 429);
  assert.equal(await guess('192.0.2.9'), 429);
  for (let i = 0; i < 10; i++) assert.equal(await guess(`[2001:db8:9::${i + 1}]:443`), 404);
  assert.equal(await guess('2001:db8:9::77'), 429);
});

// A name that somebody has pointed to this machine is not ours, whatever page it shows.
await attacked('names of others', ['--memory', '--public-url', PUBLIC], async (server) => {
  const asked = (Host, path = '/api/games') =>
    server.http(path, { headers: { Host } }).then((answer) => answer.status);
  const ours = ['localhost', '127.0.0.1', '[::1]', '192.168.7.7', '[fd00::7]', 'laptop'];
  const housed = ['laptop.local', 'Laptop.LAN', 'box.home.arpa', 'kufsa.example', 'KUFSA.example'];
  for (const name of [...ours, ...housed])
    for (const host of [name, `${name}:${server.port}`]) assert.equal(await asked(host), 200, host);
  const theirs = ['evil.example', 'kufsa.example.evil.example', 'xkufsa.example', 'local.example'];
  theirs.push('127.0.0.1.evil.example', 'localhost.evil.example', '.local', '[::1', '1.2.3.4.5');
  const count = await counted(server, 'origin', async () => {
    for (const host of theirs)
      for (const path of ['/', '/api/games']) assert.equal(await asked(host, path), 421, host);
  });
  assert.equal(count, 2 * theirs.length);
  await assert.rejects(Socket.open(server, { Host: 'evil.example' }), /421/);
});

await attacked(
  'tokens: guessed, of another table, of somebody forgotten',
  memory,
  async (server, { table, players }) => {
    const second = await server.open('iota', 2);
    const hello = (more) => ({ do: 'hello', table: table.table, ...more });
    const tried = await counted(server, 'token', async () => {
      for (let i = 0; i < 20; i++) {
        const token = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join('');
        assert.equal(await answerTo(server, hello({ token })), 'serve.token.unknown');
      }
      for (const token of [
        second.token,
        '',
        'x'.repeat(32),
        table.token.slice(1),
        17,
        [],
        `${table.token}0`,
      ])
        assert.equal(await answerTo(server, hello({ token })), 'serve.token.unknown');
    });
    assert.equal(tried, 27);
    // Anyone who never sat down and is gone makes room for others, the first to leave goes first;
    // then the token is no longer valid.
    const tokens = [];
    for (let i = 0; i < 13; i++) {
      const guest = await Player.join(server, second.table);
      tokens.push(guest.token);
      guest.close();
      await sleep(20); // until the server has heard of it
    }
    const back = Player.join(server, second.table, { token: tokens[0] });
    await assert.rejects(back, /serve\.token\.unknown/);
    (await Player.join(server, second.table, { token: tokens.at(-1) })).close();
    // One seat's token at its own table is still one seat's, in this many pages.
    const again = [];
    for (let i = 0; i < 7; i++)
      again.push(await Player.join(server, table.table, { token: players[1].token }));
    for (const each of again) assert.equal(each.view.you.seat, 1);
    const many = Player.join(server, table.table, { token: players[1].token });
    await assert.rejects(many, /serve\.guest\.often/);
    for (const each of again) each.close();
  },
);

// ---- too much of something ----

await attacked('connections of one address', proxied, async (server) => {
  const mine = [];
  for (let i = 0; i < 256; i++) mine.push(await Socket.open(server, from('192.0.2.9')));
  const refused = await counted(server, 'address', async () => {
    await assert.rejects(Socket.open(server, from('192.0.2.9')), /429/);
    await assert.rejects(Socket.open(server, from('::ffff:192.0.2.9')), /429/);
  });
  assert.equal(refused, 2);
  (await Socket.open(server, from('192.0.2.10'))).close();
  mine.pop().close();
  const again = async () =>
    Socket.open(server, from('192.0.2.9')).then(
      () => true,
      () => false,
    );
  let done = false;
  for (let i = 0; i < 50 && !done; i++) {
    await sleep(20); // until the server has heard of it
    done = await again();
  }
  assert.ok(done);
  for (const socket of mine) socket.close();
});

await attacked('who comes back again and again', proxied, async (server, { table }) => {
  const hello = text({ do: 'hello', table: table.table });
  let [came, sent] = [0, 0];
  const refused = await counted(server, 'address', async () => {
    while (sent === 0 && came < 2000)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          try {
            const socket = await Socket.open(server, from('192.0.2.20'));
            came++;
            socket.tcp.write(hello);
            socket.close();
          } catch (error) {
            assert.match(error.message, / 429 /);
            sent++;
          }
        }),
      );
  });
  assert.ok(came >= 256 && sent > 0, `${came} came`);
  assert.equal(refused, sent);
  // How many requests are answered until there are too many; some come back meanwhile.
  const answered = async (path, address, most, back) => {
    const ask = () => server.http(path, { headers: from(address) });
    const statuses = [];
    const begun = Date.now();
    while (!statuses.includes(429) && statuses.length < 20_000)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 20 }, ask))).map((each) => each.status),
      );
    const count = statuses.filter((status) => status === 200).length;
    const more = 20 + (back * (Date.now() - begun)) / 1000;
    assert.ok(count >= most && count <= most + more, `${path}: ${count}`);
  };
  await answered('/', '192.0.2.21', 3000, 50);
  await answered('/metrics', '192.0.2.25', 300, 5);
  assert.equal((await server.http('/healthz', { headers: from('192.0.2.22') })).status, 200);
  // Many connections have no more commands than a crowd of people has.
  let [heard, often] = [0, 0];
  const crowd = Array.from({ length: 60 }, async () => {
    const socket = await Socket.open(server, from('192.0.2.23'));
    socket.tcp.write(Buffer.concat([hello, ...Array(39).fill(text({ cid: 1, do: 'ready' }))]));
    for (let i = 0; i < 39; i++) {
      const { reason } = await socket.take((m) => m.do === 'error');
      if (reason === 'serve.rate.often') often++;
      else heard++;
    }
    socket.close();
  });
  await Promise.all(crowd);
  assert.ok(heard >= 960 && often > 10, `${heard} of ${heard + often} were taken`);
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => !each.internal && each.family === 'IPv4');
if (outside)
  // this machine has an address that is not its loopback: the same without a proxy
  await attacked('connections from outside', ['--memory', '--lan'], async (server) => {
    const sockets = [];
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const socket = connect(server.port, outside.address);
      socket.on('error', () => {});
      socket.on('close', () => refused++);
      await new Promise((done) => socket.on('connect', done));
      sockets.push(socket);
    }
    for (let i = 0; i < 100 && refused < 44; i++) await sleep(50);
    assert.equal(await refusals(server, 'address'), 44);
    assert.equal((await server.metric('kufsa_connections')) > 256, true);
    for (const socket of sockets) socket.destroy();
  });

await attacked('onlookers', memory, async (server, { table, players }) => {
  const crowd = [];
  for (let i = 0; i < 62; i++) crowd.push(await Player.join(server, table.table, {}));
  const refused = await counted(server, 'full', async () => {
    await assert.rejects(Player.join(server, table.table, {}), /serve\.table\.full/);
  });
  assert.equal(refused, 1);
  // Somebody who joins takes the place of the onlooker who has been there longest.
  crowd.push(await Player.join(server, table.table));
  await crowd[0].socket.end();
  // Anyone who sits there can still come back.
  const back = await Player.join(server, table.table, { token: players[0].token });
  assert.equal(back.view.you.seat, 0);
  back.close();
  for (const each of crowd) each.close();
});

await attacked('messages', memory, async (server, { table }) => {
  const guest = await Player.join(server, table.code);
  for (let i = 0; i < 39; i++) guest.socket.send({ cid: i + 1, do: 'ready' }); // after its hello
  for (let i = 39; i < 200; i++) guest.socket.send({ cid: i + 1, do: 'ready' });
  const reasons = [];
  while (reasons.length < 60) {
    const message = await guest.socket.take();
    if (message.do === 'error') reasons.push(message.reason);
  }
  const late = reasons.indexOf('serve.rate.often');
  assert.ok(late >= 39 && late <= 50, `${late} were taken`);
  assert.equal(await guest.socket.end(), 1008);
  assert.ok((await refusals(server, 'rate')) >= 40);
  // Pings count as commands, though no answer says so; pongs and empty fragments do not,
  const socket = await Socket.open(server);
  socket.tcp.write(Buffer.concat(Array.from({ length: 5000 }, () => frame(10, 'x'))));
  socket.tcp.write(frame(1, '', { fin: false }));
  socket.tcp.write(Buffer.concat(Array.from({ length: 5000 }, () => frame(0, '', { fin: false }))));
  socket.tcp.write(frame(0, JSON.stringify({ do: 'hello', table: table.code })));
  assert.equal((await socket.take()).do, 'welcome');
  const pongs = await Socket.open(server); // unless there is a flood of them
  pongs.tcp.write(Buffer.concat(Array.from({ length: 40000 }, () => frame(10, 'x'))));
  assert.equal(await pongs.end(), 1008);
  for (let i = 0; i < 60; i++) socket.tcp.write(frame(9, `${i}`));
  await sleep(300);
  assert.ok(Number(socket.ponged) >= 37 && Number(socket.ponged) < 55, socket.ponged);
  socket.close();
});

await attacked('a table with too many words', ['--memory', '--unlimited'], async (server) => {
  // Every arrival of a guest is an event, and so is every phrase. tests/unit_server_hub.c tests
  // their limit; here many of them must not disturb others.
  const table = await server.open('gobblet', 2);
  const host = await Player.join(server, table.table, { token: table.token });
  await host.does({ do: 'sit', seat: 0, name: 'Eve' });
  for (let i = 0; i < 20; i++) {
    const says = Array.from({ length: 200 }, (_, j) =>
      frame(1, JSON.stringify({ cid: 1000 + 200 * i + j, do: 'say', phrase: 'hello' })),
    );
    host.socket.tcp.write(Buffer.concat(says));
    await host.socket.take((m) => m.cid === 1199 + 200 * i);
  }
  host.close();
});

// ---- nonsense ----

await attacked('frames that lie', memory, async (server) => {
  const long = (bytes) => Buffer.concat([Buffer.from([0x81, 0xff, ...bytes]), Buffer.alloc(64)]);
  const cases = [
    [long([0, 0, 1, 0, 0, 0, 0, 0]), 1009], // a terabyte is announced
    [long([0x80, 0, 0, 0, 0, 0, 0, 0]), 1002],
    [long([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), 1002],
    [long([0, 0, 0, 0, 0, 0, 0, 5]), 1002], // a long length for little
    [Buffer.from([0x81, 0xfe, 0, 5, 1, 2, 3, 4]), 1002],
    [frame(1, '{}', { reserved: 0x10 }), 1002],
    [frame(0xb, ''), 1002],
    [frame(0xf, 'x'.repeat(125)), 1002],
    [frame(8, Buffer.from([3, 236])), 1002], // 1004 may not be sent
    [frame(8, Buffer.from([0x0f, 0xa0, 0xff])), 1007],
    [frame(1, Buffer.from([0xed, 0xa0, 0x80])), 1007],
    [frame(1, Buffer.from([0xf8, 0x88, 0x80, 0x80, 0x80])), 1007],
    [Buffer.concat([frame(1, Buffer.from([0xd7]), { fin: false }), frame(0, 'x')]), 1007],
  ];
  for (const [bytes, code] of cases) {
    const socket = await Socket.open(server);
    socket.tcp.write(bytes);
    assert.equal(await socket.end(), code, bytes.toString('hex', 0, 20));
  }
  assert.equal(await refusals(server, 'size'), 1);
  assert.equal(await refusals(server, 'frame'), cases.length - 1);
  // Compression is offered, and not accepted; a frame that uses it anyway is refused.
  const offer = { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' };
  const key = 'dGhlIHNhbXBsZSBub25jZQ==';
  const head = await server.raw(
    `GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Extensions: ${offer['Sec-WebSocket-Extensions']}\r\n\r\n`,
    300,
  );
  assert.match(head, /^HTTP\/1\.1 101 /);
  assert.doesNotMatch(head, /extensions/i);
  const packed = await Socket.open(server, offer);
  packed.tcp.write(frame(1, '{}', { reserved: 0x40 }));
  assert.equal(await packed.end(), 1002);
  for (let i = 0; i < 50; i++) {
    // cut off in the middle of a frame
    const socket = await Socket.open(server);
    socket.tcp.write(frame(1, 'x'.repeat(2000)).subarray(0, 1 + chance.below(1900)));
    socket.close();
  }
});

// A client that is sent away is told so, is not read any more, and has to wait for the end.
await attacked('who talks on', memory, async (server) => {
  const socket = await Socket.open(server);
  const block = Buffer.alloc(1 << 20);
  const started = Date.now();
  let poured = 0;
  const pour = () =>
    socket.tcp.write(block, (error) => {
      if (error) return;
      poured += block.length;
      pour();
    });
  socket.tcp.write(frame(0xb, ''));
  pour();
  for (let i = 0; i < 500 && !socket.closed; i++) await sleep(20);
  const ended = Date.now() - started;
  assert.deepEqual([socket.closed, socket.code], [true, 1002]);
  assert.ok(ended > 100, `it ended after ${ended} ms`);
  assert.ok(poured < 64e6, `${poured} bytes were taken`);
});

await attacked('messages that are none', memory, async (server, { table }) => {
  const cases = [
    '',
    '[',
    '['.repeat(2000),
    '{"a":'.repeat(400),
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
    'null',
    '1e999',
    '"x"',
    '{"do":"hello","do":"hello"}',
    '{"do":"\\ud800"}',
    '{"do":"hello",}',
    '{"cid":-1}',
    `{"cid":1${'0'.repeat(1900)},"do":"hello"}`,
    '\ufeff{}',
    '{"do":"hello"}x',
    '{} {}',
  ];
  const refused = await counted(server, 'command', async () => {
    for (const text of cases)
      assert.match(
        await answerTo(server, text),
        /^table\.command\.broken$|^serve\.hello\.first$/,
        text,
      );
  });
  assert.equal(refused, cases.length);
  const names = [
    '__proto__',
    'constructor',
    'a'.repeat(1900),
    '\\u0000',
    '../../etc/passwd',
    '%s%n',
  ];
  for (const name of names) {
    const reason = await answerTo(server, `{"do":"hello","table":"${name}"}`);
    assert.equal(reason, 'serve.table.unknown');
  }
  for (const id of ['-1', '0', '1e3', '9007199254740993', '1.5', 'null', 'true', '[]', '{}'])
    assert.match(await answerTo(server, `{"do":"hello","table":${id}}`), /unknown|code\.often/, id);
  assert.equal(await answerTo(server, { do: 'hello', table: table.table }), 'welcome');
});

await attacked('names and salts', ['--memory', '--unlimited'], async (server) => {
  const table = await server.open('iota', 2);
  const host = await Player.join(server, table.table, { token: table.token });
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  const rename = async (name) => {
    const text = JSON.stringify({ cid: ++host.cid, do: 'name', name });
    host.socket.send(text);
    let heard = null;
    for (;;) {
      const message = await host.socket.take();
      if (message.do === 'name') heard = message.name;
      if (message.cid === host.cid) return message.reason ?? heard;
    }
  };
  const cases = [
    ['\u202eaoN\u202c', 'aoN'],
    ['\u2067Noa\u2069\u200f\u061c', 'Noa'],
    ['N\u200bo\u200da\ufeff\u00ad', 'Noa'],
    [`e${'\u0301'.repeat(100)}`, 'e\u0301\u0301\u0301'],
    [`\u0e01${'\u0e47'.repeat(30)}`, '\u0e01\u0e47\u0e47\u0e47'],
    ['👨‍👩‍👧‍👦', '👨👩👧👦'],
    ['👍🏽', '👍🏽'],
    // Letters like any others: a screen shows a name as text.
    ['<script>alert(1)</script>', '<script>alert(1)</script'],
    ['a\nb\tc\u0000d', 'table.command.name'], // a NUL ends no string of ours unnoticed
    ['a\nb\tc', 'abc'],
    ['\u0085\u009b31m', '31m'],
    ['  a \u3000 b  ', 'a b'],
    ['\u2800\u2800', 'table.command.name'],
    ['\u3164', 'table.command.name'],
    ['\u0301', 'table.command.name'],
    ['', 'table.command.name'],
    [17, 'table.command.name'],
    [['a'], 'table.command.name'],
    ['x'.repeat(300), 'table.command.name'],
    ['x'.repeat(200), 'x'.repeat(24)],
    ['𝓝'.repeat(40), '𝓝'.repeat(15)], // 63 bytes are all there is
    ['שָׁלוֹם', 'שָׁלוֹם'],
  ];
  for (const [given, wanted] of cases)
    assert.equal(await rename(given), wanted, JSON.stringify(given));
  // Whatever Unicode calls invisible, private or no character, at both ends of each run.
  const hidden = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Bidi_Control}]/u;
  const none = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u;
  const seen = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u; // signs with ink
  const unwanted = (code) => {
    if (code > 0x10ffff) return false;
    const letter = String.fromCodePoint(code);
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    return !surrogate && (hidden.test(letter) || none.test(letter)) && !seen.test(letter);
  };
  let edges = 0;
  for (let code = 1; code < 0x110000; code++) {
    if (!unwanted(code) || (unwanted(code - 1) && unwanted(code + 1))) continue;
    edges++;
    const name = await rename(`a${String.fromCodePoint(code)}b`);
    assert.ok(['ab', 'a b'].includes(name), `U+${code.toString(16)}: ${JSON.stringify(name)}`);
  }
  assert.ok(edges > 50, `${edges}`);
  const marks = `{"cid":1,"do":"name","name":"a${'\u0301'.repeat(1100)}"}`;
  const socket = await Socket.open(server);
  socket.send(marks); // which is more than a message may have
  assert.equal(await socket.end(), 1009);
  const salts = [
    ['0g', 1],
    ['0', 1],
    ['00'.repeat(33), 1],
    ['', 1],
    [5, 1],
    [null, 1],
    ['\u0660\u0660', 1],
    ['zz', 1],
    ['0x00', 1],
    [' 00', 1],
    ['abcd', 0],
    ['00'.repeat(32), 0],
  ];
  for (const [salt, wrong] of salts) {
    const { do: answer, reason } = await host.command({ do: 'ready', salt });
    assert.equal(
      wrong ? reason : answer,
      wrong ? 'table.command.salt' : 'ok',
      JSON.stringify(salt),
    );
  }
  host.close();
});

const request = (line, ...headers) => `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const close = 'Connection: close';
const upgrading = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];
await attacked('requests with tricks in them', memory, async (server) => {
  const smuggled = request('GET /metrics HTTP/1.1');
  const posting = (...headers) => request('POST /api/tables HTTP/1.1', ...headers);
  const nothing = '0\r\n\r\n'; // in chunks
  const cases = [
    [request('GET /../../etc/passwd HTTP/1.1', close), 404],
    [request('GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1', close), 404],
    [request('GET /..%2fkufsa.db HTTP/1.1', close), 404],
    [request('GET //healthz HTTP/1.1', close), 404],
    [request('GET /./healthz HTTP/1.1', close), 404],
    [request('GET /healthz/ HTTP/1.1', close), 404],
    [request('GET /healthz%00 HTTP/1.1', close), 404],
    [request('GET /healthz?x=../.. HTTP/1.1', close), 200],
    [request('GET /api/tables/-1/record HTTP/1.1', close), 404],
    [request('GET /api/tables/99999999999999999999999/record HTTP/1.1', close), 404],
    [request('GET /api/tables/1/record/../../x HTTP/1.1', close), 404],
    [request('GET http://a/healthz HTTP/1.1', close), 400],
    [request('GET \\healthz HTTP/1.1', close), 400],
    [request('GET *  HTTP/1.1', close), 400],
    [request('CONNECT a:80 HTTP/1.1', close), 400],
    [request('OPTIONS * HTTP/1.1', close), 400],
    [request('TRACE / HTTP/1.1', close), 405],
    [request('PUT /api/tables HTTP/1.1', 'Content-Length: 0', close), 405],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    [request('GET / HTTP/1.1', 'Origin: a', 'Origin: b'), 400],
    [request('GET / HTTP/1.1', 'X: a\0b'), 400],
    [request('GET / HTTP/1.1', 'X : a', close), 400],
    [request('GET / HTTP/1.1', ': a', close), 400],
    [request('GET / HTTP/1.1', 'X(y): a', close), 400],
    [request('GET /healthz HTTP/1.1', 'X: a\r\n Content-Length: 50', close), 400], // folded
    [request('GET /healthz HTTP/1.1', 'X: a\r\n\tb', close), 400],
    [`\r\n\r\n${request('GET /healthz HTTP/1.1', 'X: a\r\n b', close)}`, 400],
    [`\r\n${request('GET /healthz HTTP/1.1', close)}`, 200],
    [request('GET /ws HTTP/1.0', ...upgrading), 400],
    [request('GET / HTTP/1.1', ...Array.from({ length: 3000 }, () => 'a:b')), 431],
    [request('GET / HTTP/1.1', `Origin: ${'x'.repeat(600)}`), 431],
    // There must be no doubt where one request ends and the next begins.
    [posting('Content-Length: 6', 'Content-Length: 5') + smuggled, 400],
    [posting('Content-Length: 5, 5') + smuggled, 400],
    [posting('Content-Length: -1') + smuggled, 400],
    [posting('Content-Length: +5') + smuggled, 400],
    [posting('Content-Length: 0x5') + smuggled, 400],
    [posting('Content-Length : 5') + smuggled, 400],
    [posting('Content-Length: 99999999999999999999'), 400],
    [posting('Transfer-Encoding: chunked', 'Content-Length: 5') + nothing + smuggled, 400],
    [posting('Transfer-Encoding: xchunked') + smuggled, 400],
    [posting('Transfer-Encoding: chunked, identity') + smuggled, 400],
    [posting('Transfer-Encoding : chunked') + nothing + smuggled, 400],
    [posting('Transfer-Encoding:\tchunked') + nothing + smuggled, 411],
  ];
  for (const [bytes, status] of cases) {
    const answer = await server.raw(bytes, 5000);
    const what = JSON.stringify(bytes.slice(0, 120));
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), `${what}: ${answer.slice(0, 100)}`);
    assert.doesNotMatch(answer, /kufsa_connections/, what); // nothing was let through behind it
    assert.equal(answer.match(/HTTP\/1\.1 /g).length, 1, what);
  }
  assert.ok((await refusals(server, 'http')) >= 20);
  // A body that looks like a request is still a body.
  const inside = 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n';
  const both =
    request('POST /api/tables HTTP/1.1', `Content-Length: ${inside.length}`, close) + inside;
  assert.match(await server.raw(both), /^HTTP\/1\.1 415 /);
  const strange = [
    'null',
    'file://',
    'http://localhost',
    `http://localhost:${server.port}/`,
    `HTTP://LOCALHOST:${server.port}`,
    `http://user@localhost:${server.port}`,
    `http://127.1:${server.port}`,
    `http://localhost:0${server.port}`,
    'chrome-extension://x',
    'http://[::ffff:127.0.0.1]',
    ' ',
  ];
  const foreign = await counted(server, 'origin', async () => {
    for (const origin of strange.slice(0, -1)) {
      const posted = await server.post('/api/tables', { game: 'iota' }, { origin });
      assert.equal(posted.status, 403, origin);
      await assert.rejects(Socket.open(server, { Origin: origin }), /403/, origin);
    }
  });
  assert.equal(foreign, 2 * (strange.length - 1));
  const started = Date.now(); // the file is sent, then the server hangs up
  const file = await server.raw(request('GET / HTTP/1.1', close), 8000);
  assert.match(file, /^HTTP\/1\.1 200 /);
  assert.ok(Date.now() - started < 7000, 'it did not hang up');
});

// ---- slowly ----

// Each takes ten seconds, so all of them run at the same time.
await attacked('slow ones', memory, async (server, { table }) => {
  const start = Date.now();
  const slow = (first, drip, pause = false) =>
    new Promise((done) => {
      const socket = connect(server.port, '127.0.0.1');
      const timer = drip && setInterval(() => socket.write(drip), 900);
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        done(Date.now() - start);
      });
      if (pause) socket.pause();
      else socket.resume();
      socket.write(first);
    });
  const body = 'POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n';
  const upgrade = request('GET /ws HTTP/1.1', ...upgrading);
  const ended = [
    slow('GET / HTTP/1.1\r\n', 'X'), // the head, letter by letter
    slow('GET /', 'x'),
    slow(body, 'x'), // the body
    slow('', ''), // not a word
    slow(upgrade, Buffer.from([0x81])), // half a hello
    slow(Buffer.concat([Buffer.from(upgrade), frame(1, 'x'.repeat(1000)).subarray(0, 500)]), 'x'),
  ];
  for (let i = 0; i < 100; i++) ended.push(slow('GET / HTTP/1.1\r\nX', 'x')); // and many of them
  const there = await Socket.open(server); // a client at a table may be this slow
  there.send({ do: 'hello', table: table.code });
  await there.take((m) => m.do === 'snapshot');
  const look = frame(1, '{"do":"look"}');
  const drip = setInterval(() => {
    const at = Math.floor((Date.now() - start) / 600);
    if (at < look.length) there.tcp.write(look.subarray(at - 1 < 0 ? 0 : at - 1, at));
  }, 600);
  for (const took of await Promise.all(ended))
    assert.ok(took > 8000 && took < 20000, `closed after ${took} ms`);
  clearInterval(drip);
  there.close();
  assert.ok((await refusals(server, 'slow')) >= 100);
});

// ---- all at once, and what it leaves behind ----

await attacked('floods', ['--data', join(folder, 'kufsa.db')], async (server, friends) => {
  const size = () => server.metric('kufsa_resident_bytes');
  const before = await size();
  const flood = async (count, one) => {
    for (let i = 0; i < count; i += 50) await Promise.all(Array.from({ length: 50 }, one));
  };
  await flood(
    1000,
    () =>
      new Promise((done) => {
        // come and go
        const socket = connect(server.port, '127.0.0.1', () => socket.destroy());
        socket.on('close', done);
        socket.on('error', () => {});
      }),
  );
  await flood(500, () => server.http('/metrics'));
  await flood(500, () => server.http('/'));
  const opened = [];
  await flood(500, async () => opened.push(await server.open('taki', 4)));
  await flood(300, async () => (await Player.join(server, friends.table.table, {})).close());
  const { table } = friends;
  await flood(500, () => server.http(`/api/tables/${table.table}/record`));
  await flood(200, () => server.http(`/api/qr/${table.code}`));
  // A client that asks for much and reads nothing is closed before it costs much.
  const asking = request('GET /metrics HTTP/1.1').repeat(2000);
  const greedy = Array.from({ length: 20 }, () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(asking);
    return socket;
  });
  await sleep(1000);
  assert.ok((await refusals(server, 'slow')) >= 20);
  const after = await size();
  console.log(
    `floods: ${(before / 1e6).toFixed(1)} MB before, ${(after / 1e6).toFixed(1)} MB after`,
  );
  if (!sanitized) assert.ok(after - before < GROWTH_MAX, `it grew by ${after - before} bytes`);
  for (const socket of greedy) socket.destroy();
  assert.equal(await server.metric('kufsa_tables'), opened.length + 1);
  for (let i = 0; i < 100 && (await server.metric('kufsa_connections')) > 4; i++) await sleep(50);
  assert.ok((await server.metric('kufsa_connections')) <= 4); // the friends, and this request
});

rmSync(folder, { recursive: true });
finish();
