// `kufsa serve` from outside: HTTP, WebSockets, limits, bad clients, coming back.
//   node tests/cli_serve.mjs PROGRAM
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { GAMES } from '../tools/games.mjs';
import { finish, run, test } from './program.mjs';
import { frame, Player, Server, sitTwo, Socket } from './ws.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-serve-'));
const file = join(folder, 'kufsa.db');

// Each test has its own server, which must exit cleanly.
function serving(name, words, body) {
  return test(name, async () => {
    const server = await Server.start(words);
    await body(server);
    const { status, signal } = await server.kill('SIGTERM');
    assert.deepEqual([status, signal], [0, null], server.talk.text);
  });
}

await serving('files', ['--memory'], async (server) => {
  const page = await server.http('/');
  assert.equal(page.status, 200);
  assert.match(page.headers['content-security-policy'], /^default-src 'none'; script-src 'self'/);
  assert.equal(page.headers['referrer-policy'], 'no-referrer');
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  assert.match(page.body, /lang="he"/);
  const etag = page.headers.etag;
  const again = await server.http('/', { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.body], [304, '']);
  const head = await server.http('/', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body], [200, '']);
  assert.equal(head.headers['content-length'], page.headers['content-length']);
  const script = /src="(\/app\.[0-9a-f]{12}\.js)"/.exec(page.body)[1];
  const plain = await server.http(script);
  assert.match(plain.headers['cache-control'], /immutable/);
  for (const [coding, decode] of [['br', brotliDecompressSync], ['gzip', gunzipSync]]) {
    const packed = await server.http(script, { headers: { 'accept-encoding': coding } });
    assert.equal(packed.headers['content-encoding'], coding);
    assert.equal(decode(packed.bytes).toString(), plain.body);
  }
  const unwanted = { 'accept-encoding': 'br;q=0, gzip;q=0.0' };
  const none = await server.http(script, { headers: unwanted });
  assert.equal(none.headers['content-encoding'], undefined);
});

await serving('the interface', ['--memory'], async (server) => {
  assert.equal((await server.http('/healthz')).body, 'ok\n');
  const games = JSON.parse((await server.http('/api/games')).body);
  assert.deepEqual(games.games.map((game) => game.name), GAMES);
  const { host, other, table } = await sitTwo(server);
  assert.match(table.code, /^[A-HJKMNP-Z2-9]{6}$/);
  assert.match(table.token, /^[0-9a-f]{32}$/);
  assert.equal(table.link, `${server.origin}/#${table.code}`);
  const room = JSON.parse((await server.http(`/api/rooms/${table.code.toLowerCase()}`)).body);
  assert.equal(room.table, table.table);
  assert.deepEqual([room.game, room.phase, room.seats, room.empty], ['gobblet', 'play', 2, 0]);
  const qr = JSON.parse((await server.http(`/api/qr/${table.code.toLowerCase()}`)).body);
  assert.equal(qr.link, table.link);
  assert.equal(qr.squares.length, qr.width * qr.width);
  for (const corner of [0, qr.width - 7, qr.width * (qr.width - 7)]) // where phones look for it
    assert.equal(qr.squares.slice(corner, corner + 7), '1111111');
  assert.equal((await server.http('/api/qr/0OIL')).status, 404);
  const path = `/api/tables/${table.table}/record`;
  assert.equal((await server.http(path)).status, 404);
  await host.does({ do: 'move', move: '4@a1' });
  await other.does({ do: 'resign' });
  const record = await server.http(path);
  assert.match(record.body, /^kufsa-record 1\ngame gobblet\n/);
  assert.match(record.headers['content-disposition'], /attachment/);
  assert.equal((await server.http(`${path}/1`)).body, record.body);
  assert.equal((await server.http(`${path}/2`)).status, 404);
  const saved = join(folder, 'game.kufsa');
  writeFileSync(saved, record.body);
  const verified = run(['verify', saved]);
  assert.equal(verified.status, 0);
  assert.match(verified.out, /key matches its commitment\nkey made of secret and contributions\n/);
  for (const [body, reason] of [
    [{}, 'serve.game.unknown'],
    [{ game: 'chess' }, 'serve.game.unknown'],
    [{ game: 'gobblet', seats: 3 }, 'game.seats.range'],
    [{ game: 'taki', seats: 0 }, 'game.seats.range'],
  ]) {
    const answer = await server.post('/api/tables', body);
    assert.deepEqual([answer.status, answer.json.reason], [400, reason]);
  }
  const form = await server.http('/api/tables', { method: 'POST', body: '{"game":"iota"}' });
  assert.equal(form.status, 415);
  assert.equal((await server.http('/api/none')).status, 404);
  assert.equal((await server.http('/ws')).status, 426);
});

await serving('a page of somebody else', ['--memory'], async (server) => {
  const foreign = [`http://localhost:${server.port}.evil.org`, 'http://evil.org', 'null'];
  for (const origin of [...foreign, `https://localhost:${server.port}`]) {
    const answer = await server.post('/api/tables', { game: 'iota' }, { origin });
    assert.equal(answer.status, 403);
    await assert.rejects(Socket.open(server, { Origin: origin }), /403/);
  }
  const own = await server.post('/api/tables', { game: 'iota' }, { origin: server.origin });
  assert.equal(own.status, 201);
  (await Socket.open(server, { Origin: `http://127.0.0.1:${server.port}` })).close();
  assert.equal(await server.metric('kufsa_refused_total{why="origin"}'), 8);
});

const proxy = ['--memory', '--public-url', 'https://kufsa.example'];
await serving('behind a proxy', proxy, async (server) => {
  const headers = { origin: 'https://kufsa.example', 'x-forwarded-for': '10.0.0.9, 192.0.2.7' };
  const first = await server.post('/api/tables', { game: 'iota' }, headers);
  assert.equal(first.status, 201);
  assert.equal(first.json.link, `https://kufsa.example/#${first.json.code}`);
  let status = 201;
  for (let i = 0; i < 40 && status === 201; i++)
    status = (await server.post('/api/tables', { game: 'iota' }, headers)).status;
  assert.equal(status, 429);
  const another = { ...headers, 'x-forwarded-for': '192.0.2.7, 192.0.2.8' };
  assert.equal((await server.post('/api/tables', { game: 'iota' }, another)).status, 201);
});

await serving('hello', ['--memory'], async (server) => {
  const { table, host } = await sitTwo(server, 'iota');
  await assert.rejects(Player.join(server, 'ZZZZZZ'), /serve\.table\.unknown/);
  await assert.rejects(Player.join(server, 12345), /serve\.table\.unknown/);
  await assert.rejects(Player.join(server, 'l0l0l0'), /serve\.table\.unknown/);
  const wrong = { token: table.token.replace(/^./, (c) => (c === '0' ? '1' : '0')) };
  await assert.rejects(Player.join(server, table.table, wrong), /serve\.token\.unknown/);
  const socket = await Socket.open(server);
  socket.send({ cid: 1, do: 'ready' });
  assert.equal((await socket.take()).reason, 'serve.hello.first');
  socket.send('{');
  assert.equal((await socket.take()).reason, 'table.command.broken');
  socket.send({ do: 'hello', table: table.code });
  const welcome = await socket.take();
  assert.deepEqual([welcome.do, welcome.token], ['welcome', undefined]);
  const view = await socket.take();
  assert.deepEqual([view.do, view.you, view.legal], ['snapshot', {}, undefined]);
  socket.send({ cid: 3, do: 'sit', seat: 0, name: 'Eve' });
  assert.equal((await socket.take()).reason, 'table.who.guest');
  socket.send({ cid: 4, do: 'hello', table: table.code });
  assert.equal((await socket.take()).reason, 'serve.hello.twice');
  socket.send({ do: 'look' });
  assert.equal((await socket.take()).do, 'snapshot');
  const level = await host.command({ do: 'bot', seat: 1, level: 'genius' });
  assert.equal(level.reason, 'table.command.level');
  const screen = await Player.join(server, table.code, { join: true, screen: true });
  const sitting = await screen.command({ do: 'sit', seat: 1, name: 'TV' });
  assert.equal(sitting.reason, 'table.phase.play');
});

await serving('wrong codes are few', ['--memory'], async (server) => {
  const { table } = await sitTwo(server);
  const code = 'AAAAAA';
  for (let i = 0; i < 10; i++) assert.equal((await server.http(`/api/rooms/${code}`)).status, 404);
  assert.equal((await server.http(`/api/rooms/${code}`)).status, 429);
  await assert.rejects(Player.join(server, table.code), /serve\.code\.often/);
  (await Player.join(server, table.table, { token: table.token })).close(); // a token lets you in
  assert.ok((await server.metric('kufsa_refused_total{why="code"}')) >= 2);
});

await serving('too many commands', ['--memory'], async (server) => {
  const { host, other } = await sitTwo(server);
  for (let i = 0; i < 100; i++) host.socket.send({ cid: 5000 + i, do: 'say', phrase: 'hello' });
  const answer = await host.socket.take((m) => m.reason === 'serve.rate.often');
  assert.ok(answer.cid >= 5000);
  assert.equal(await host.socket.end(), 1008);
  await other.does({ do: 'say', phrase: 'bye' });
});

await serving('as many as one likes', ['--memory', '--unlimited'], async (server) => {
  const { host } = await sitTwo(server);
  for (let i = 0; i < 200; i++) host.socket.send({ cid: 5000 + i, do: 'say', phrase: 'hello' });
  assert.equal((await host.socket.take((m) => m.cid === 5199)).do, 'ok');
});

await serving('broken frames', ['--memory'], async (server) => {
  const cases = [
    [frame(1, '{}', { masked: false }), 1002],
    [frame(1, '{}', { reserved: 0x40 }), 1002],
    [frame(3, '{}'), 1002],
    [frame(0, '{}'), 1002],
    [frame(2, '{}'), 1003],
    [frame(9, 'x'.repeat(126)), 1002],
    [frame(9, '', { fin: false }), 1002],
    [frame(1, Buffer.from([0xc0, 0x80])), 1007],
    [frame(1, 'x'.repeat(2049)), 1009],
    [frame(1, 'x'.repeat(70000)), 1009],
    [Buffer.concat([frame(1, 'x'.repeat(1500), { fin: false }), frame(0, 'x'.repeat(600))]), 1009],
    [Buffer.concat([frame(1, 'x', { fin: false }), frame(1, 'x')]), 1002],
    [frame(8, 'x'), 1002],
    [frame(8, ''), 1005],
    [frame(8, Buffer.from([3, 232])), 1000],
  ];
  for (const [bytes, code] of cases) {
    const socket = await Socket.open(server);
    socket.tcp.write(bytes);
    assert.equal(await socket.end(), code, bytes.toString('hex', 0, 20));
  }
  const { table } = await sitTwo(server);
  const socket = await Socket.open(server); // byte by byte, in fragments, with a ping in between
  const hello = JSON.stringify({ do: 'hello', table: table.code });
  const bytes = Buffer.concat([
    frame(1, hello.slice(0, 5), { fin: false }),
    frame(9, 'how are you'),
    frame(0, '', { fin: false }),
    frame(0, hello.slice(5)),
  ]);
  for (const byte of bytes) {
    socket.tcp.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  assert.equal((await socket.take()).do, 'welcome');
  assert.equal(socket.ponged, 'how are you');
  assert.equal(await server.metric('kufsa_refused_total{why="size"}'), 3);
});

await serving('broken requests', ['--memory'], async (server) => {
  const cases = [
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400], // no host
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['GET / HTTP/2.0\r\nHost: a\r\n\r\n', 400],
    ['GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['DELETE / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [`GET /${'x'.repeat(600)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9000)}\r\n\r\n`, 431],
    ['POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 3000\r\n\r\n', 413],
    ['POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n', 411],
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 400],
  ];
  for (const [bytes, status] of cases) {
    const answer = await server.raw(bytes);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), `${bytes.slice(0, 60)}: ${answer}`);
    assert.match(answer, /nosniff/);
  }
  const two = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const last = two.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  assert.equal((await server.raw(two + two + last)).match(/\r\n\r\nok\n/g).length, 3);
});

const fast = ['--memory', '--unlimited'];
await serving('a reader who does not read', fast, async (server) => {
  const { table, host } = await sitTwo(server);
  const slow = await Socket.open(server);
  slow.send({ do: 'hello', table: table.code });
  await slow.take((m) => m.do === 'snapshot');
  slow.tcp.pause();
  const asking = Buffer.concat(Array.from({ length: 1000 }, () => frame(1, '{"do":"look"}')));
  const full = async () => (await server.metric('kufsa_resyncs_total')) > 0;
  for (let i = 0; i < 60 && !(await full()); i++) {
    slow.tcp.write(asking);
    await host.does({ do: 'say', phrase: 'wait' }); // which costs the others nothing
  }
  assert.ok(await full());
  const { v } = await host.does({ do: 'say', phrase: 'hello' });
  slow.tcp.resume();
  await slow.take((m) => m.v === v); // in a snapshot, or as news after one
  const next = await host.does({ do: 'move', move: '4@a1' });
  await slow.take((m) => m.do === 'move' && m.v === next.v);
});

// An answer about a room says nothing that could still be lost.
await serving('a room is as it is stored', ['--data', join(folder, 'room.db')], async (server) => {
  const { table, host } = await sitTwo(server);
  await host.does({ do: 'resign' });
  const phase = async () => {
    const { status, body } = await server.http(`/api/rooms/${table.code}`);
    return status === 200 ? JSON.parse(body).phase : status;
  };
  assert.equal(await phase(), 'over');
  const lobby = await server.open('gobblet', 2);
  const alone = await Player.join(server, lobby.table, { token: lobby.token });
  await alone.does({ do: 'bot', seat: 0, level: 'gentle' });
  await alone.does({ do: 'bot', seat: 1, level: 'gentle' });
  server.fillDisk(true);
  alone.socket.send({ cid: 99, do: 'start' });
  await alone.socket.take((m) => m.do === 'paused');
  const asked = await server.http(`/api/rooms/${lobby.code}`);
  assert.equal(asked.status, 503, asked.body);
  assert.match(JSON.parse(asked.body).reason, /^store\./);
  server.fillDisk(false);
  await alone.socket.take((m) => m.cid === 99);
  assert.equal(JSON.parse((await server.http(`/api/rooms/${lobby.code}`)).body).phase, 'play');
});

// A start and a question that arrive together, on a disk that is full by then: the question meets
// a game that has begun but is not stored, and has no answer until it is.
const held = ['--data', join(folder, 'held.db')];

/** False: the question was answered before the start was read. */
async function startsAndAsks(server) {
  const lobby = await server.open('gobblet', 2);
  const host = await Player.join(server, lobby.table, { token: lobby.token });
  for (const seat of [0, 1]) await host.does({ do: 'bot', seat, level: 'gentle' });
  const asking = connect(server.port, '127.0.0.1');
  const write = (tcp, bytes) => new Promise((done) => tcp.write(bytes, done));
  let told = '';
  asking.on('data', (bytes) => (told += bytes));
  const question = `GET /api/rooms/${lobby.code} HTTP/1.1\r\nHost: a\r\n`;
  const says = (pattern) => new Promise((done) => {
    asking.on('data', () => pattern.test(told) && done());
  });
  const first = says(/"phase":"lobby"/);
  await write(asking, `${question}\r\n`);
  await first;
  told = '';
  server.talk.child.kill('SIGSTOP');
  server.fillDisk(true);
  await write(host.socket.tcp, frame(1, '{"cid":99,"do":"start"}'));
  await write(asking, `${question}Connection: close\r\n\r\n`);
  server.talk.child.kill('SIGCONT');
  await host.socket.take((m) => m.do === 'paused');
  assert.equal((await server.http('/healthz')).status, 503);
  const early = /"phase":"lobby"/.test(told);
  if (!early) assert.equal(told, '');
  const last = early || says(/"phase":"play"/);
  server.fillDisk(false);
  await host.socket.take((m) => m.cid === 99);
  await last;
  asking.destroy();
  host.close();
  return !early;
}

await serving('a room is not told before it is stored', held, async (server) => {
  for (let tries = 0; tries < 20; tries++) if (await startsAndAsks(server)) return;
  assert.fail('the question was always read first');
});

const stops = ['--data', join(folder, 'stop.db')];
await serving('a request is answered before the server stops', stops, async (server) => {
  server.fillDisk(true);
  const told = assert.rejects(server.open('gobblet', 2), /503 .*store\./);
  await server.talk.until(/what=store_paused/);
  server.kill('SIGTERM');
  await server.talk.until(/what=stop /);
  server.fillDisk(false);
  await told;
});

await serving('a table comes back', ['--data', file], async (server) => {
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { table, host, other } = await sitTwo(server);
  const { v } = await host.does({ do: 'move', move: '4@a1' });
  const again = { cid: 77, base: v, do: 'move', move: '4@b2' };
  const first = await other.command(again, 77);
  await server.kill('SIGKILL');
  const next = await Server.start(['--data', file]);
  Object.assign(server, { talk: next.talk, port: next.port });
  const back = await Player.join(server, table.table, { token: other.token });
  assert.equal(back.view.v, first.v);
  assert.match(back.view.position, / w$/);
  assert.deepEqual(await back.command(again, 77), first); // heard twice, done once
  const there = await Player.join(server, table.code, { token: table.token });
  assert.equal(there.view.you.host, true);
  await there.does({ do: 'move', move: '4@c3' });
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  await test(`players are told before it stops, with ${signal}`, async () => {
    const server = await Server.start();
    const { host } = await sitTwo(server);
    const ended = server.kill(signal);
    const bye = await host.socket.take((m) => m.do === 'bye');
    assert.equal(bye.bye, 'restart');
    assert.ok(bye.in >= 1000 && bye.in <= 3000);
    assert.equal(await host.socket.end(), 1012);
    assert.equal((await ended).status, 0);
  });

// Each is answered when its table is kept, and only then is the next one read.
await test('requests sent together are answered one after the other, at once', async () => {
  const many = 8;
  const server = await Server.start();
  const body = '{"game":"gobblet"}';
  const head = `POST /api/tables HTTP/1.1\r\nHost: localhost\r\ncontent-length: ${body.length}`;
  const type = 'content-type: application/json';
  const each = `${head}\r\n${type}\r\n\r\n${body}`;
  const last = `${head}\r\n${type}\r\nconnection: close\r\n\r\n${body}`;
  const begun = Date.now();
  const answers = await server.raw(each.repeat(many - 1) + last);
  assert.equal(answers.match(/HTTP\/1\.1 201/g)?.length, many);
  assert.ok(Date.now() - begun < 7000, `${Date.now() - begun} ms`); // a second each, once
  await server.kill('SIGTERM');
});

await test('what cannot be', async () => {
  const server = await Server.start(['--data', file]);
  const taken = run(['serve', '--memory', '--port', String(server.port)]);
  assert.equal(taken.status, 1);
  assert.match(taken.err, /^kufsa: Port \d+ is in use by another program\./);
  const hebrew = run(['serve', '--memory', '--port', String(server.port), '--lang', 'he']);
  assert.match(hebrew.err, /תוכנה אחרת כבר משתמשת בפורט/);
  const locked = run(['serve', '--port', '0', '--data', file]);
  assert.equal(locked.status, 1);
  assert.match(locked.err, /The file is in use by another Kufsa\./);
  await server.kill('SIGTERM');
  const letter = join(folder, 'letter');
  writeFileSync(letter, 'Dear Noa, '.repeat(1000));
  assert.match(run(['serve', '--port', '0', '--data', letter]).err, /not one of Kufsa's/);
  const proxy = ['serve', '--port', '0', '--memory', '--proxy'];
  assert.match(run([...proxy, '172.18.0.0/16']).err, /--proxy needs --public-url/);
  const named = [...proxy, 'nginx', '--public-url', 'https://kufsa.example'];
  assert.match(run(named).err, /nginx is not an address or network/);
  const lost = run(['serve', '--port', '0', '--data', join(folder, 'no/x')]);
  assert.match(lost.err, /^kufsa: .*no\/x/);
  assert.equal(run(['serve', '--public-url', 'kufsa.example/x']).status, 2);
  assert.equal(run(['serve', '--port', '70000']).status, 2);
  assert.equal(run(['serve', '--lan', '--unlimited']).status, 2);
  const home = run(['serve', '--port', '0'], '', { XDG_DATA_HOME: '', HOME: '' });
  assert.match(home.err, /no home folder/);
  assert.match(run(['help', 'serve']).out, /--public-url URL/);
});

// Slow ones take ten seconds each, so they run all at once.
await serving('slow and half-open clients', ['--memory'], async (server) => {
  const { host, other } = await sitTwo(server);
  const slow = connect(server.port, '127.0.0.1');
  slow.on('error', () => {});
  const drip = setInterval(() => slow.write('X'), 500);
  const closed = new Promise((done) => slow.on('close', done));
  const silent = await Socket.open(server); // never says hello
  slow.write('GET / HTTP/1.1\r\n');
  const start = Date.now();
  host.socket.deaf = true; // it is the host's turn: asked after 5 s, cut after 10 more
  await closed;
  clearInterval(drip);
  assert.ok(Date.now() - start < 14000);
  assert.equal(await silent.end(), 1008);
  await other.does({ do: 'say', phrase: 'hello' });
  const gone = await other.socket.take((m) => m.do === 'here', 15000);
  assert.deepEqual(gone, { do: 'here', seat: 0, here: false, away_ms: 30000 });
  assert.equal(await server.metric('kufsa_refused_total{why="silent"}'), 1);
  assert.ok((await server.metric('kufsa_refused_total{why="slow"}')) >= 2);
});

rmSync(folder, { recursive: true });
finish();
