// SPDX-License-Identifier: MIT
// `kufsa join https://…`: a real server behind a proxy that terminates TLS, with certificates of
// an authority made here: a good one, and bad ones that must be refused with a message.
//   node tests/tui_tls.mjs KUFSA VT_CELLS
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer as listen } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { finish, test } from './program.mjs';
import { Player, Server, sleep } from './ws.mjs';
import { dropFolder, KEYS, says, stateFolder, Terminal, touch, words } from './vt.mjs';

const en = words('en');
const he = words('he');
const folder = stateFolder();
const file = (name) => join(folder, name);

// ---- certificates ----

function openssl(...parts) {
  const { status, stderr } = spawnSync('openssl', parts, { cwd: folder });
  assert.equal(status, 0, `openssl ${parts.join(' ')}: ${stderr}`);
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A key and a certificate for itself. */
const selfSigned = (name, subject, ...more) =>
  openssl('req', '-x509', ...KEY, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2',
    '-subj', `/CN=${subject}`, ...more);

/** A key, and a certificate that the certifier vouches for. */
function signed(name, alternative, days = '2') {
  openssl('req', ...KEY, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
  writeFileSync(file(`${name}.ext`), `subjectAltName=${alternative}\n`);
  openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key',
    '-CAcreateserial', '-days', days, '-extfile', `${name}.ext`, '-out', `${name}.pem`);
}

selfSigned('ca', 'Tests of Kufsa');
selfSigned('alone', 'localhost', '-addext', 'subjectAltName=DNS:localhost');
signed('right', 'DNS:localhost');
signed('number', 'IP:127.0.0.1');
signed('other', 'DNS:kufsa.example');
signed('localhost', 'IP:127.0.0.1'); // the name in the subject no longer counts
signed('old', 'DNS:localhost', '0');
const madeAt = Date.now();

// ---- a proxy ----

const open = new Set();
const listening = new Set();

/** Ends TLS and passes everything on; `asked` are the names that were asked for. `cut` breaks what
 * there is and lets nothing through, until `restore`. */
async function proxy(server, name, more = {}) {
  const keys = {
    ...more,
    key: readFileSync(file(`${name}.key`)),
    cert: readFileSync(file(`${name}.pem`)),
  };
  const asked = [];
  let bytes = 0;
  let broken = false;
  const seen = createServer(keys, (safe) => {
    const plain = connect(server.port, '127.0.0.1');
    asked.push(safe.servername);
    for (const [from, to] of [[safe, plain], [plain, safe]]) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
    safe.on('data', (part) => (bytes += part.length));
    for (const each of [safe, plain]) open.add(each);
  });
  seen.on('connection', (socket) => broken && socket.destroy());
  seen.on('tlsClientError', () => {});
  await new Promise((done) => seen.listen(0, done));
  listening.add(seen);
  const cut = () => {
    broken = true;
    for (const each of open) each.destroy();
    open.clear();
  };
  const restore = () => {
    broken = false;
  };
  return { port: seen.address().port, asked, bytes: () => bytes, cut, restore };
}

const TRUST = { SSL_CERT_FILE: file('ca.pem'), SSL_CERT_DIR: folder };

const join_ = (address, { env = TRUST, state = folder, more = [] } = {}) =>
  new Terminal(['join', address, '--take', '--name', 'Ben', ...more], { state, env, columns: 100 });

/** Is refused: it ends by itself, with this sentence in the shell. */
async function refused(address, sentence, options) {
  const terminal = join_(address, options);
  assert.equal(await terminal.end(), 1);
  await terminal.until({ test: (now) => says(now, sentence) }, 15000, true);
  await terminal.close();
}

/** A server with a table where Noa plays against the computer. */
async function play(body) {
  const server = await Server.start(['--memory']);
  const table = await server.open('gobblet', 2);
  const noa = await Player.join(server, table.table, { token: table.token });
  try {
    await noa.does({ do: 'sit', seat: 0, name: 'Noa' });
    await noa.does({ do: 'bot', seat: 1, level: 'gentle' });
    await noa.does({ do: 'start' });
    await body(server, table, noa);
  } finally {
    await Terminal.closeAll();
    noa.close();
    for (const each of open) each.destroy();
    for (const each of listening) each.close();
    await server.kill('SIGKILL');
  }
}

const during = (name, body) => test(name, () => play(body));

await during('a table behind https: joined, lost, and come back to', async (server, table, noa) => {
  const right = await proxy(server, 'right');
  const link = `https://localhost:${right.port}/#${table.code}/${table.token}`;
  const terminal = join_(link);
  const before = noa.view.v;
  await touch(terminal, en);
  const move = await noa.socket.take((m) => m.do === 'move' && m.seat === 0);
  assert.ok(move.v > before);
  assert.deepEqual(new Set(right.asked), new Set(['localhost']));
  const tokens = readFileSync(join(folder, 'kufsa', 'tokens'), 'utf8');
  const [, place, own] = /^(\S+ \S+) ([0-9a-f]{32})\n$/.exec(tokens);
  assert.equal(place, `https://localhost:${right.port} ${table.code}`);
  assert.notEqual(own, table.token);
  await terminal.until(en('tui.yours'));
  right.cut();
  await terminal.until(en('tui.line.lost'));
  right.restore();
  await terminal.until(en('tui.yours'));
  await terminal.keys('d');
  await terminal.until(link.replace(table.token, own));
  await terminal.keys(KEYS.esc);
  await terminal.keys('q');
  assert.equal(await terminal.end(), 0);
  await terminal.close();
});

await during('an address that is a number has a certificate for that', async (server, table) => {
  const number = await proxy(server, 'number');
  const terminal = join_(`https://127.0.0.1:${number.port}/#${table.code}/${table.token}`);
  await terminal.until('Noa');
  await terminal.close();
});

await during('who is not believed is refused in words, and sent nothing', async (server, table) => {
  await sleep(Math.max(0, madeAt + 2000 - Date.now()));
  for (const [name, key] of [
    ['other', 'join.tls.name'],
    ['number', 'join.tls.name'],
    ['localhost', 'join.tls.name'],
    ['old', 'join.tls.time'],
    ['alone', 'join.tls.issuer'],
  ]) {
    const false_ = await proxy(server, name);
    const address = `https://localhost:${false_.port}/#${table.code}/${table.token}`;
    await refused(address, en(key));
    await refused(address, he(key), { more: ['--lang', 'he', '--bidi=off'] });
    assert.equal(false_.bytes(), 0);
  }
  const right = await proxy(server, 'right');
  const address = `https://localhost:${right.port}/#${table.code}`;
  await refused(address, en('join.tls.issuer'), { env: { SSL_CERT_FILE: file('alone.pem') } });
  assert.equal(right.bytes(), 0);
});

await during('what speaks no https is told from what is not there', async (server, table) => {
  const address = `https://localhost:${server.port}/#${table.code}`;
  await refused(address, en('join.tls.none'));
  const old = await proxy(server, 'right', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
  await refused(`https://localhost:${old.port}/#${table.code}`, en('join.tls.refused'));
  const mute = listen((socket) => socket.destroy());
  await new Promise((done) => mute.listen(0, done));
  listening.add(mute);
  await refused(`https://localhost:${mute.address().port}/#${table.code}`, en('join.dropped'));
});

dropFolder(folder);
finish();
