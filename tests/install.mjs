// `cmake --install` into an empty root: everything is in its place and runs, and settings survive.
//   node tests/install.mjs BUILD_FOLDER
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const build = resolve(process.argv[2]);
const place = mkdtempSync(join(tmpdir(), 'kufsa-install-'));

function run(name, words, env = {}) {
  const done = spawnSync(name, words, { encoding: 'utf8', env: { ...process.env, ...env } });
  assert.equal(done.status, 0, `${name} ${words.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

function install(root, prefix, ...more) {
  run('cmake', ['--install', build, '--prefix', prefix, ...more], { DESTDIR: root });
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `/${relative(root, join(entry.parentPath ?? entry.path, entry.name))}`);
}

const root = join(place, 'root');
const read = (name) => readFileSync(join(root, name), 'utf8');
const files = install(root, '/usr');
const program = join(root, 'usr/bin/kufsa');
const commands = [...run(program, ['help', '--lang', 'en']).matchAll(/^ {2}([a-z]+) /gm)];
for (const [, name] of commands)
  for (const folder of ['man', 'man/he'])
    assert.ok(files.includes(`/usr/share/${folder}/man1/kufsa-${name}.1`), name);
for (const name of [
  '/etc/kufsa/kufsa.conf',
  '/usr/include/kufsa.h',
  '/usr/lib/systemd/system/kufsa.service',
  '/usr/lib/systemd/system/kufsa.socket',
  '/usr/lib/systemd/system/kufsa@.service',
  '/usr/lib/systemd/system/kufsa-backup.service',
  '/usr/lib/systemd/system/kufsa-backup.timer',
  '/usr/lib/sysusers.d/kufsa.conf',
  '/usr/lib/tmpfiles.d/kufsa.conf',
  '/usr/share/bash-completion/completions/kufsa',
  '/usr/share/doc/kufsa/deploy.md',
  '/usr/share/doc/kufsa/kufsa.conf',
  '/usr/share/fish/vendor_completions.d/kufsa.fish',
  '/usr/share/man/man1/kufsa.1',
  '/usr/share/zsh/site-functions/_kufsa',
])
  assert.ok(files.includes(name), `${name} in\n${files.join('\n')}`);
assert.ok(files.some((name) => name.endsWith('/pkgconfig/kufsa.pc')));
for (const name of files) {
  assert.match(name, /^\/(usr|etc\/kufsa)\//);
  assert.equal(statSync(join(root, name)).mode & 0o022, 0, `${name}: only its owner writes`);
}

// Units name the program and the settings that were installed, and nothing is left to fill in.
const unit = read('usr/lib/systemd/system/kufsa.service');
assert.match(unit, /^ExecStart=\/usr\/bin\/kufsa serve --config \/etc\/kufsa\/kufsa\.conf$/m);
// It is started again, but not so fast that systemd gives up; and what it could betray is shut in.
for (const name of ['RestartSec', 'LimitCORE', 'UMask', 'MemoryMax', 'RestrictNamespaces',
  'ProtectKernelLogs', 'ProtectKernelModules', 'ProtectKernelTunables'])
  assert.match(unit, new RegExp(`^${name}=.`, 'm'));
// One of several is shut in as well, and has a name and a port of its own.
const several = read('usr/lib/systemd/system/kufsa@.service');
const shut = (text) => text.slice(text.indexOf('\nUser='), text.indexOf('\n[Install]')).trim();
assert.equal(shut(several), shut(unit));
assert.match(several, /^ExecStart=\/usr\/bin\/kufsa serve .* --node n%i --port 808%i$/m);
for (const name of files.filter((file) => file.includes('/systemd/')))
  assert.doesNotMatch(read(name), /@[A-Z]+@/, name);
for (const name of files.filter((file) => /^\/(etc|usr\/lib|usr\/share)\//.test(file)))
  assert.ok(!read(name).includes(place), `${name} does not know where it was made`);
const settings = join(root, 'etc/kufsa/kufsa.conf');
assert.match(run(program, ['serve', '--check', '--config', settings]), /^port = /);

// Once more, over changed settings.
writeFileSync(join(root, 'etc/kufsa/kufsa.conf'), 'port = 9\n');
install(root, '/usr');
assert.equal(read('etc/kufsa/kufsa.conf'), 'port = 9\n');

// One component alone, elsewhere.
const alone = install(join(place, 'alone'), '/opt/kufsa', '--component', 'program');
assert.ok(alone.includes('/opt/kufsa/bin/kufsa'));
assert.ok(!alone.some((name) => /systemd|doc/.test(name)));
const server = install(join(place, 'server'), '/opt/kufsa', '--component', 'server');
assert.ok(server.includes('/opt/kufsa/etc/kufsa/kufsa.conf'));
rmSync(place, { recursive: true });
console.log(`${files.length} files`);
