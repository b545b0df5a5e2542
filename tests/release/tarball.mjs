// The tarball builds with gcc and with clang, without node, npm, ninja, ccache, wasm's tools or a
// network; the program plays and serves the page; and each part can be left out.
//   node tests/release/tarball.mjs
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOnly, makeTarball, newPlace, root, run, step, unpack } from './kit.mjs';

const COMMANDS = [
  'ar', 'as', 'awk', 'bash', 'basename', 'cat', 'chmod', 'clang', 'cmake', 'cmp', 'cp', 'cut',
  'dirname', 'dpkg-query', 'env', 'expr', 'gcc', 'git', 'grep', 'head', 'id', 'ld', 'ln', 'ls',
  'make', 'mkdir', 'mktemp', 'mv', 'nm', 'nproc', 'objcopy', 'objdump', 'ranlib', 'readelf',
  'rm', 'sed', 'sh', 'sort', 'strip', 'touch', 'tr', 'true', 'uname', 'wc', 'pkg-config',
  'unshare',
];
const place = newPlace();
const tarball = step('make dist', () => makeTarball(place));
const source = unpack(tarball, place);
const PATH = commandsOnly(place, COMMANDS);
const env = { PATH, HOME: place, LANG: 'C.UTF-8' };
const offline = (name, ...words) =>
  run('unshare', ['--net', '--map-root-user', name, ...words], { cwd: source, env });

// ---- make, as README says ----

const { JOBS = '2' } = process.env;
step('make build (gcc)', () => offline('make', 'build', `JOBS=${JOBS}`));
const out = join(place, 'out');
step('make install', () => offline('make', 'install', 'PREFIX=/usr', `DESTDIR=${out}`));
const program = join(out, 'usr/bin/kufsa');
assert.match(run(program, ['--version']), /^kufsa \d/);
for (const test of ['cli_misc', 'cli_serve', 'cli_manual', 'cli_settings'])
  step(test, () => run('node', [join(root, `tests/${test}.mjs`), program], { cwd: root }));

// ---- CMake and clang ----

step('cmake (clang)', () => {
  offline('cmake', '-B', 'clang', '-DCMAKE_C_COMPILER=clang');
  offline('cmake', '--build', 'clang', '-j', JOBS);
});
const other = join(source, 'clang/kufsa');
step('cli_misc', () => run('node', [join(root, 'tests/cli_misc.mjs'), other], { cwd: root }));
const commands = readFileSync(join(source, 'clang/CMakeFiles/kufsa.dir/flags.make'), 'utf8');
assert.doesNotMatch(commands, /-march|-Werror(?!=)|\/ccache/);

// ---- without its parts ----

const needs = (file) =>
  [...run('readelf', ['-d', file]).matchAll(/NEEDED.*\[(lib\w+)/g)].map((found) => found[1]);
for (const [part, gone] of [
  ['SERVER', ['libuv', 'libsqlite3']],
  ['TERMINAL', ['libncursesw', 'libfribidi', 'libtinfo']],
  ['PAGE', []],
]) {
  const folder = `no_${part}`;
  step(`without ${part}`, () => {
    offline('cmake', '-B', folder, `-DKUFSA_${part}=OFF`);
    offline('cmake', '--build', folder, '-j', JOBS, '--target', 'install_parts');
    offline('cmake', '--install', folder, '--prefix', join(place, folder));
  });
  const made = join(place, folder, 'bin/kufsa');
  for (const name of gone) assert.ok(!needs(made).includes(name), `${name} without ${part}`);
  const help = run(made, ['help', '--lang', 'en']);
  assert.equal(/^ {2}serve /m.test(help), part !== 'SERVER');
  const moves = run(made, ['play', 'gobblet', '--plain', '--key', '0'.repeat(64)], { input: '' });
  assert.match(moves, /Gobblet/);
}
assert.ok(readdirSync(join(source, 'generated/manual/man/man1')).includes('kufsa-play.1'));
