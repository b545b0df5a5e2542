// https: the page, tables and bots over TLS, what TLS is refused, and a certificate that changes
// while people play.
//   node tests/cli_tls.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSafely } from 'node:tls';
import { finish, program, run, test } from './program.mjs';
import { Player, Server, Socket } from './ws.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-tls-'));
const file = (name) => join(folder, name);

function openssl(...words) {
  const done = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8', input: '' });
  assert.equal(done.status, 0, `openssl ${words.join(' ')}: ${done.stderr}`);
}

const make = (name, subject) =>
  openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2', '-subj', `/CN=${subject}`,
    '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1');
make('first', 'first');
make('second', 'second');

// A server with both ports; `server` speaks http, `safe` https.
async function start(...more) {
  writeFileSync(file('now.pem'), readFileSync(file('first.pem')));
  writeFileSync(file('now.key'), readFileSync(file('first.key')));
  const words = ['--memory', '--tls-cert', file('now.pem'), '--tls-key', file('now.key')];
  const server = await Server.start([...words, '--tls-port', '0', ...more]);
  const [, port] = /port=(\d+)$/.exec(await server.talk.until(/what=listen_tls port=\d+/, 30));
  const safe = Object.create(server, {
    tls: { value: { port: Number(port), ca: readFileSync(file('first.pem')) } },
    origin: { value: `https://localhost:${port}` },
    port: { value: Number(port) },
  });
  return { server, safe };
}

async function stop(server) {
  const { status, signal } = await server.kill('SIGTERM');
  assert.deepEqual([status, signal], [0, null], server.talk.text);
}

// What openssl's own client says about a handshake.
function shake(port, ...words) {
  const all = ['s_client', '-connect', `127.0.0.1:${port}`, '-CAfile', file('first.pem'), ...words];
  return spawnSync('openssl', all, { encoding: 'utf8', input: '' });
}

const subject = (port) =>
  new Promise((done, fail) => {
    const socket = connectSafely({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      done(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.on('error', fail);
  });

await test('the page, its largest files and a whole game, beside http', async () => {
  const { server, safe } = await start();
  const page = await safe.http('/');
  assert.equal(page.status, 200);
  const names = [...page.body.matchAll(/(?:src|href)="\/?([\w.-]+)"/g)].map((found) => found[1]);
  assert.ok(names.some((name) => name.endsWith('.wasm')));
  for (const name of names) {
    const [plain, secret] = [await server.http(`/${name}`), await safe.http(`/${name}`)];
    assert.deepEqual([secret.status, secret.bytes], [200, plain.bytes], name);
  }
  const table = await safe.open('gobblet', 2);
  const host = await Player.join(safe, table.table, { token: table.token });
  const other = await Player.join(server, table.code); // in plain text, at the same table
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  await other.does({ do: 'sit', seat: 1, name: 'Ben' });
  await other.does({ do: 'ready' });
  await host.does({ do: 'start' });
  await host.does({ do: 'move', move: '4@a1' });
  await other.command({ do: 'resign' });
  const { body } = await safe.http(`/api/tables/${table.table}/record`);
  assert.match(body, /^kufsa-record 1\ngame gobblet\n/);
  await stop(server);
});

await test('browsers on its https address may open sockets, strangers may not', async () => {
  const { server, safe } = await start();
  const own = await Socket.open(safe, { Origin: safe.origin });
  own.close();
  await assert.rejects(Socket.open(safe, { Origin: 'https://elsewhere.example' }), /403/);
  await assert.rejects(Socket.open(safe, { Origin: `https://localhost:${server.port}` }), /403/);
  await stop(server);
});

await test('TLS 1.2 and 1.3 with forward secrecy, http/1.1, and nothing older', async () => {
  const { server, safe } = await start();
  for (const version of ['1_2', '1_3']) {
    const { status, stdout } = shake(safe.port, `-tls${version}`, '-alpn', 'h2,http/1.1');
    assert.equal(status, 0);
    assert.match(stdout, /Verification: OK|Verify return code: 0/);
    assert.match(stdout, new RegExp(`TLSv${version.replace('_', '.')}`));
    assert.match(stdout, /ALPN protocol: http\/1\.1/);
  }
  assert.match(shake(safe.port, '-tls1_2').stdout, /Cipher is ECDHE-\w+-(AES|CHACHA)/);
  const weak = ['-cipher', 'ALL:@SECLEVEL=0'];
  for (const old of ['-tls1', '-tls1_1'])
    assert.notEqual(shake(safe.port, old, ...weak).status, 0, old);
  assert.notEqual(shake(safe.port, '-tls1_2', '-cipher', 'AES128-SHA').status, 0);
  assert.notEqual(shake(safe.port, '-alpn', 'h2').status, 0);
  assert.match(shake(safe.port, '-tls1_2').stderr + shake(safe.port, '-tls1_2').stdout,
    /Secure Renegotiation IS supported/);
  await stop(server);
});

await test('what is not TLS, or only begins it, is closed, and others play on', async () => {
  const { server, safe } = await start();
  const talk = (bytes) =>
    new Promise((done) => {
      const socket = connect(safe.port, '127.0.0.1', () => socket.write(bytes));
      socket.on('error', () => {});
      socket.on('data', () => {});
      socket.on('close', done);
    });
  await talk('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await talk(Buffer.alloc(20_000, 0x16));
  await talk(Buffer.from([0x16, 3, 1, 0xff, 0xff, ...Array(70_000).fill(1)]));
  const half = connect(safe.port, '127.0.0.1', () => half.write(Buffer.from([0x16, 3, 1])));
  half.on('error', () => {});
  assert.equal((await safe.http('/healthz')).body, 'ok\n');
  half.destroy();
  await stop(server);
});

await test('bytes that come one by one, and requests behind one another', async () => {
  const { server, safe } = await start();
  const socket = safe.dial();
  let seen = '';
  const ended = new Promise((done) => socket.on('end', done));
  socket.on('data', (bytes) => (seen += bytes));
  for (const letter of 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n') socket.write(letter);
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await ended; // a whole close_notify: without it node reports no end
  assert.equal(seen.match(/HTTP\/1\.1 200 OK/g).length, 2);
  await stop(server);
});

await test('SIGHUP reads the certificate again; who is there plays on', async () => {
  const { server, safe } = await start();
  assert.equal(await subject(safe.port), 'first');
  const table = await safe.open('gobblet', 2);
  const host = await Player.join(safe, table.table, { token: table.token });
  writeFileSync(file('now.pem'), readFileSync(file('second.pem')));
  server.talk.child.kill('SIGHUP'); // the key is still the first one's
  await server.talk.until(/what=tls_kept/, 30);
  assert.equal(await subject(safe.port), 'first');
  writeFileSync(file('now.key'), readFileSync(file('second.key')));
  server.talk.child.kill('SIGHUP');
  await server.talk.until(/what=tls_reloaded/, 30);
  assert.equal(await subject(safe.port), 'second');
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  await stop(server);
});

await test('a terminal’s bot joins by https', async () => {
  const { server, safe } = await start();
  const table = await safe.open('gobblet', 2);
  const host = await Player.join(safe, table.table, { token: table.token });
  const words = ['join', `${safe.origin}/#${table.code}`, '--bot', 'gentle', '--name', 'Robo'];
  const env = { PATH: process.env.PATH, HOME: folder, SSL_CERT_FILE: file('first.pem') };
  const child = spawn(program, words, { env, stdio: 'ignore' });
  await host.socket.take((message) => JSON.stringify(message).includes('Robo'));
  child.kill('SIGTERM');
  await stop(server);
});

await test('files that are wrong', () => {
  const ports = ['--memory', '--port', '0', '--tls-port', '0'];
  const serve = (cert, key) => run(['serve', ...ports, '--tls-cert', cert, '--tls-key', key]);
  writeFileSync(file('empty'), '');
  const cases = [
    [file('none'), file('first.key'), 1, /none has no certificate that can be read/],
    [file('empty'), file('first.key'), 1, /empty has no certificate/],
    [file('first.pem'), file('first.pem'), 1, /first\.pem has no key/],
    [file('first.pem'), file('second.key'), 1, /is not that of the certificate/],
  ];
  for (const [cert, key, wanted, pattern] of cases) {
    const { status, err } = serve(cert, key);
    assert.equal(status, wanted);
    assert.match(err, pattern);
  }
  const alone = run(['serve', '--memory', '--tls-cert', file('first.pem')]);
  assert.deepEqual([alone.status, /go together/.test(alone.err)], [2, true]);
});

rmSync(folder, { recursive: true });
finish();
