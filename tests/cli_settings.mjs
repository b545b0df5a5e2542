// Settings: the command line, the environment and a file; what systemd passes in and is told.
//   node tests/cli_settings.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import { finish, program, root, run, test } from './program.mjs';
import { Server } from './ws.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-settings-'));
const file = join(folder, 'kufsa.conf');
const check = (words, environment = {}) => run(['serve', '--check', ...words], '', environment);

// The settings in force: name → [value, origin].
function inForce(words, environment) {
  const { status, out, err } = check(words, environment);
  assert.deepEqual([status, err], [0, '']);
  const row = /^#?([a-z-]+) = (.*?) +# (.*)$/;
  const rows = out.trim().split('\n').map((line) => row.exec(line));
  return Object.fromEntries(rows.map(([, name, value, origin]) => [name, [value, origin]]));
}

await test('the command line counts before the environment, and that before the file', () => {
  writeFileSync(file, '# ours\n\nport = 9001\nthreads=3\r\n lan = yes \ndata = kept/k.db\n');
  const environment = { KUFSA_THREADS: '2', KUFSA_LAN: '', HOME: folder };
  const found = inForce(['--config', file, '--port', '9002'], environment);
  assert.deepEqual(found.port, ['9002', 'the command line']);
  assert.deepEqual(found.threads, ['2', 'the environment']);
  assert.deepEqual(found.lan, ['yes', 'the file, line 5']);
  assert.deepEqual(found.data, ['kept/k.db', 'the file, line 6']);
  assert.deepEqual(found.unlimited, ['no', 'not set']);
  const other = inForce([], { KUFSA_CONFIG: file, KUFSA_LAN: 'no', HOME: folder });
  assert.deepEqual(other.lan, ['no', 'the environment']);
  assert.deepEqual(other.port, ['9001', 'the file, line 3']);
});

await test('every parameter has a variable and a line; what is not set has its usual value', () => {
  const found = inForce([], { HOME: folder });
  assert.deepEqual(found.port, ['8080', 'not set']);
  assert.deepEqual(found.data, [join(folder, '.local/share/kufsa/kufsa.db'), 'not set']);
  const values = {
    port: '1', lan: 'yes', data: '/x', 'public-url': 'https://a.example', proxy: '10.0.0.1',
    certify: 'no', 'tls-cert': 'a.pem', 'tls-key': 'b.pem', 'tls-port': '2',
    memory: 'yes', threads: '4', 'standby-required': 'no', node: 'b1', unlimited: 'no',
    relay: 'https://b.example',
  };
  for (const name of Object.keys(found)) assert.ok(name in values, name);
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(file, lines.join(''));
  const fromFile = inForce(['--config', file], {});
  const variables = Object.entries(values).map(([name, value]) => [
    `KUFSA_${name.toUpperCase().replaceAll('-', '_')}`, value,
  ]);
  const fromEnvironment = inForce([], Object.fromEntries(variables));
  for (const [name, value] of Object.entries(values)) {
    assert.equal(fromFile[name][0], value);
    assert.equal(fromEnvironment[name][0], value);
  }
});

await test('what it prints is a file of settings, without passwords', () => {
  const secret = 'postgresql://kufsa:hush@db.example/kufsa';
  const { out } = check([], { KUFSA_DATA: secret, KUFSA_PORT: '7000' });
  assert.ok(!out.includes('hush'), out);
  writeFileSync(file, out);
  const found = inForce(['--config', file], {});
  assert.deepEqual(found.port, ['7000', 'the file, line 1']);
  assert.equal(found.data[0], 'postgresql://db.example/kufsa');
  writeFileSync(file, 'data = a#b/k.db\t# ours\n');
  assert.equal(inForce(['--config', file], {}).data[0], 'a#b/k.db');
});

await test('mistakes name their place', () => {
  const cases = [
    ['prot = 1\n', /kufsa\.conf:1: there is no setting "prot"; did you mean "port"\?/],
    ['\n# x\ncolour = red\n', /kufsa\.conf:3: there is no setting "colour"\./],
    ['port\n', /kufsa\.conf:1: a setting is written NAME = VALUE, not "port"/],
    ['lan = perhaps\n', /kufsa\.conf:1: lan is yes or no, not "perhaps"/],
    ['port = 1\nport = 2\n', /kufsa\.conf:2: "port" is set twice/],
    ['port = many\n', /--port takes a whole number from 0 to 65535, not "many"/],
    ['config = x\n', /there is no setting "config"/],
    ['public-url = kufsa.example\n', /kufsa\.example is not an address/],
    ['port = 1\0\n', /is no file of settings/],
    [`# ${'x'.repeat(1 << 16)}\n`, /is no file of settings/],
  ];
  for (const [text, pattern] of cases) {
    writeFileSync(file, text);
    const { status, out, err } = check(['--config', file], { HOME: folder });
    assert.deepEqual([status, out], [2, ''], text.slice(0, 40));
    assert.match(err, pattern);
    assert.match(err, /^kufsa: [^\n]*\n$/);
  }
  assert.match(check(['--config', join(folder, 'none')]).err, /cannot be read/);
  assert.match(check(['--config', folder]).err, /cannot be read/);
  assert.match(check([], { KUFSA_LAN: 'on' }).err, /the environment: lan is yes or no/);
});

await test('the sample has every setting, and is one', () => {
  const { out } = run(['help', 'serve', '--as', 'settings']);
  writeFileSync(file, out);
  assert.deepEqual(inForce(['--config', file], { HOME: folder }).port, ['8080', 'not set']);
  for (const name of Object.keys(inForce([], { HOME: folder })))
    assert.match(out, new RegExp(`^#${name} = `, 'm'));
});

await test('health', async () => {
  const server = await Server.start(['--memory']);
  assert.equal(run(['health', '--port', `${server.port}`]).status, 0);
  assert.match(run(['health'], '', { KUFSA_PORT: `${server.port}` }).out, /is well/);
  writeFileSync(file, `port = ${server.port}\nlan = yes\n`); // the server's own settings
  assert.match(run(['health'], '', { KUFSA_CONFIG: file }).out, /is well/);
  writeFileSync(file, 'port = 1\n');
  const words = ['health', '--port', `${server.port}`];
  assert.equal(run(words, '', { KUFSA_CONFIG: file }).status, 0);
  await server.kill('SIGTERM');
  const { status, err } = run(['health', '--port', `${server.port}`]);
  assert.equal(status, 1);
  assert.match(err, /No server answers on port \d+/);
});

// A manager such as systemd: its lines, until one of them matches.
function manage(addresses, words) {
  const all = [join(root, 'tests/service.py'), ...addresses, '--', program, ...words];
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', XDG_DATA_HOME: folder };
  const child = spawn('python3', all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const until = async (pattern) => {
    for (let next = await lines.next(); !next.done; next = await lines.next())
      if (pattern.test(next.value)) return pattern.exec(next.value);
    throw new Error(`no ${pattern}`);
  };
  return { child, until };
}

await test('sockets from a manager, which hears how the server is', async () => {
  const { child, until } = manage(['127.0.0.1', '::1'], ['serve', '--memory', '--port', '1']);
  const ports = [(await until(/listening (\d+)/))[1], (await until(/listening (\d+)/))[1]];
  await until(/^told READY=1/);
  for (const [host, port] of [['127.0.0.1', ports[0]], ['[::1]', ports[1]]])
    assert.equal(await (await fetch(`http://${host}:${port}/healthz`)).text(), 'ok\n');
  await until(/^told WATCHDOG=1/);
  child.kill('SIGTERM');
  await until(/^told STOPPING=1/);
  await until(/^ended 0/);
});

await test('a manager that does not listen stops nobody', async () => {
  const { child, until } = manage(['--deaf', '127.0.0.1'], ['serve', '--memory']);
  const port = (await until(/listening (\d+)/))[1];
  await until(/ready/);
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal }).catch(() => null);
  child.kill(answer ? 'SIGTERM' : 'SIGKILL');
  assert.equal(await answer?.text(), 'ok\n');
  await until(/^ended 0/);
});

await test('https beside the sockets, if none of them is for it', async () => {
  const words = ['serve', '--memory', '--certify', '--tls-port', '0'];
  const { child, until } = manage(['127.0.0.1', '::1'], words);
  const [, port] = await until(/^Over https: https:\S+:(\d+)|^told READY=1/);
  assert.ok(port, 'it is ready, without https');
  await until(/^told READY=1/);
  const socket = connect({ port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  socket.destroy();
  child.kill('SIGTERM');
  await until(/^ended 0/);
});

await test('one socket for both kinds of addresses', async () => {
  const { child, until } = manage(['::'], ['serve', '--memory']);
  const port = (await until(/listening (\d+)/))[1];
  await until(/^told READY=1/);
  for (const host of ['127.0.0.1', '[::1]'])
    assert.equal(await (await fetch(`http://${host}:${port}/healthz`)).text(), 'ok\n');
  child.kill('SIGTERM');
  await until(/^ended 0/);
});

rmSync(folder, { recursive: true });
finish();
