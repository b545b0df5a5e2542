// `kufsa certify` and `serve --certify`: the house's authority, as judged by openssl and node.
//   node tests/cli_certify.mjs PROGRAM
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, program, run, test } from './program.mjs';
import { Server } from './ws.mjs';

const home = mkdtempSync(join(tmpdir(), 'kufsa-certify-'));
const folder = join(home, 'kufsa/tls');
const file = (name) => join(folder, name);
const certify = (...names) => run(['certify', ...names], '', { XDG_DATA_HOME: home });

function openssl(...words) {
  const done = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8', input: '' });
  return { status: done.status, out: done.stdout + done.stderr };
}

const verify = (...words) =>
  openssl('verify', '-x509_strict', '-CAfile', 'authority.pem', ...words);

await test('an authority for local names, and a certificate by it', () => {
  const { status, out, err } = certify();
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /A certificate has been made, good until 20\d\d-\d\d-\d\d, for DNS:localhost/);
  for (const words of [['-verify_hostname', 'localhost'], ['-verify_ip', '127.0.0.1'],
    ['-verify_ip', '::1']])
    assert.equal(verify('-purpose', 'sslserver', ...words, 'server.pem').out, 'server.pem: OK\n');
  assert.notEqual(verify('-verify_hostname', 'kufsa.example', 'server.pem').status, 0);
  for (const name of ['authority.key', 'server.pem'])
    assert.equal(statSync(file(name)).mode & 0o777, 0o600, name);
  const text = openssl('x509', '-in', 'authority.pem', '-noout', '-text').out;
  assert.match(text, /CA:TRUE, pathlen:0/);
  assert.match(text, /Name Constraints: critical/);
  const print = openssl('x509', '-in', 'authority.pem', '-noout', '-fingerprint', '-sha256').out;
  assert.ok(out.includes(print.trim().replace(/^.*=/, '')));
});

await test('a second time nothing changes; more names make a new certificate', () => {
  const before = readFileSync(file('server.pem'), 'utf8');
  const authority = readFileSync(file('authority.pem'), 'utf8');
  assert.match(certify().out, /^The certificate is good until/);
  assert.equal(readFileSync(file('server.pem'), 'utf8'), before);
  const { out } = certify('games.lan', '192.168.77.1', 'FD00:0::1');
  assert.match(out, /DNS:games\.lan,IP:192\.168\.77\.1/);
  assert.notEqual(readFileSync(file('server.pem'), 'utf8'), before);
  assert.equal(readFileSync(file('authority.pem'), 'utf8'), authority);
  for (const words of [['-verify_hostname', 'games.lan'], ['-verify_ip', '192.168.77.1'],
    ['-verify_ip', 'fd00::1']])
    assert.equal(verify(...words, 'server.pem').status, 0, words[1]);
  assert.match(certify().out, /^The certificate is good until/); // with the names of last time
});

await test('what the authority may not vouch for', () => {
  const foreign = ['kufsa.example', '8.8.8.8', '2001:db8::1'];
  for (const name of [...foreign, 'a..lan', '', 'x\ny.lan', '.lan', '*.lan']) {
    const { status, err } = certify(name);
    assert.equal(status, 2, name);
    assert.match(err, /The authority vouches for private addresses/);
  }
  // even with its key
  openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-keyout', 'stolen.key', '-out', 'stolen.csr', '-subj', '/CN=bank');
  writeFileSync(file('stolen.ext'), 'subjectAltName=DNS:bank.example\n');
  openssl('x509', '-req', '-in', 'stolen.csr', '-CA', 'authority.pem', '-CAkey', 'authority.key',
    '-CAcreateserial', '-days', '2', '-extfile', 'stolen.ext', '-out', 'stolen.pem');
  assert.match(verify('stolen.pem').out, /permitted subtree violation/);
  // and mail has addresses of another kind
  writeFileSync(file('stolen.ext'), 'subjectAltName=email:noa@bank.example\n');
  openssl('x509', '-req', '-in', 'stolen.csr', '-CA', 'authority.pem', '-CAkey', 'authority.key',
    '-CAcreateserial', '-days', '2', '-extfile', 'stolen.ext', '-out', 'stolen.pem');
  assert.notEqual(openssl('verify', '-CAfile', 'authority.pem', '-purpose', 'smimesign',
    'stolen.pem').status, 0);
});

await test('many at once make one authority', async () => {
  for (let round = 0; round < 3; round++) {
    const fresh = mkdtempSync(join(home, 'many-'));
    const env = { ...process.env, XDG_DATA_HOME: fresh };
    const all = Array.from({ length: 8 }, () => new Promise((done) =>
      execFile(program, ['certify'], { env }, (error, out, err) => done([error, out, err]))));
    const prints = (await Promise.all(all)).map(([error, out, err]) => {
      assert.equal(error, null, err);
      return /print.*: (.*)$/m.exec(out)[1];
    });
    assert.equal(new Set(prints).size, 1);
  }
});

await test('a certificate that ends soon is renewed', () => {
  const names = /for (DNS:.*)\.\n/.exec(certify().out)[1];
  openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-keyout', 'soon.key', '-out', 'soon.csr', '-subj', '/CN=Kufsa');
  for (const [days, pattern] of [['29', /^A certificate has been made/], ['32', /is good until/]]) {
    writeFileSync(file('soon.ext'), `subjectAltName=${names}\n`);
    openssl('x509', '-req', '-in', 'soon.csr', '-CA', 'authority.pem', '-CAkey', 'authority.key',
      '-CAcreateserial', '-days', days, '-extfile', 'soon.ext', '-out', 'soon.pem');
    const both = readFileSync(file('soon.pem'), 'utf8') + readFileSync(file('soon.key'), 'utf8');
    writeFileSync(file('server.pem'), both);
    assert.match(certify().out, pattern, days);
  }
  writeFileSync(file('server.pem'), 'nonsense');
  assert.match(certify().out, /^A certificate has been made/);
});

await test('a server with it: https, the authority, a new name while it runs', async () => {
  const words = ['--memory', '--certify', '--tls-port', '0'];
  const server = await Server.start(words, { XDG_DATA_HOME: home });
  const [, port] = /port=(\d+)$/.exec(await server.talk.until(/what=listen_tls port=\d+/, 30));
  const { body, headers } = await server.http('/authority.crt');
  assert.equal(body, readFileSync(file('authority.pem'), 'utf8'));
  assert.equal(headers['content-type'], 'application/x-x509-ca-cert');
  const secure = JSON.parse((await server.http('/api/secure')).body);
  assert.equal(secure.link, `https://localhost:${port}`);
  assert.match(certify().out, new RegExp(secure.print));
  const tls = (servername) => ({ port: Number(port), ca: body, servername });
  const safe = Object.create(server, { tls: { value: tls('localhost') } });
  assert.equal((await safe.http('/healthz')).body, 'ok\n');
  const other = Object.create(server, { tls: { value: tls('new.lan') } });
  await assert.rejects(other.http('/healthz'), /new\.lan/);
  writeFileSync(file('names'), 'new.lan\n');
  server.talk.child.kill('SIGHUP');
  await server.talk.until(/what=tls_reloaded/, 30);
  assert.equal((await other.http('/healthz')).body, 'ok\n');
  assert.equal((await server.kill('SIGTERM')).status, 0);
});

await test('half of an authority is not replaced by another one', () => {
  rmSync(file('authority.key'));
  const { status, err } = certify();
  assert.equal(status, 1);
  assert.match(err, /must both be there and belong together/);
  const words = ['serve', '--memory', '--port', '0', '--certify', '--tls-port', '0'];
  assert.equal(run(words, '', { XDG_DATA_HOME: home }).status, 1);
  assert.equal(run(['serve', '--certify', '--tls-cert', 'x', '--tls-key', 'y']).status, 2);
});

await test('without https there is nothing to trust', async () => {
  const server = await Server.start();
  for (const path of ['/authority.crt', '/api/secure'])
    assert.equal((await server.http(path)).status, 404);
  await server.kill('SIGTERM');
});

rmSync(home, { recursive: true });
finish();
