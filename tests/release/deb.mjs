// The Debian packages: two builds, in different folders, at different times and with different
// umasks, give the same bytes; lintian has no complaints; what is in them runs, and can be linked.
//   node tests/release/deb.mjs
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeTarball, newPlace, root, run, step } from './kit.mjs';

const place = newPlace();
const tarball = step('make dist', () => makeTarball(place));
const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

function build(name, before = '') {
  const folder = join(place, name);
  mkdirSync(folder);
  const command = `${before} "$1" "$2" "$3"`;
  const env = { ...process.env, TMPDIR: folder, LC_ALL: 'C.UTF-8' };
  run('bash', ['-c', command, 'bash', join(root, 'tools/deb'), tarball, folder], { env });
  const debs = readdirSync(folder).filter((file) => file.endsWith('.deb')).sort();
  return { folder, debs, hashes: debs.map((file) => hashOf(join(folder, file))) };
}

const first = step('make deb', () => build('first'));
const names = first.debs.map((file) => file.split('_')[0]);
assert.deepEqual(names.filter((name) => !name.endsWith('dbgsym')), [
  'kufsa', 'libkufsa-dev', 'libkufsa0',
]);
step('lintian', () => {
  const [changes] = readdirSync(first.folder).filter((file) => file.endsWith('.changes'));
  const words = ['--fail-on=error,warning', '--allow-root', join(first.folder, changes)];
  console.log(run('lintian', words).replaceAll(/^(?=.)/gm, '  '));
});

// What is in them, in a root of its own.
const out = join(place, 'root');
for (const file of first.debs) run('dpkg-deb', ['--extract', join(first.folder, file), out]);
const program = join(out, 'usr/bin/kufsa');
step('cli_misc, cli_serve', () => {
  for (const test of ['cli_misc', 'cli_serve'])
    run('node', [join(root, `tests/${test}.mjs`), program], { cwd: root });
});
assert.equal(statSync(join(out, 'etc/kufsa/kufsa.conf')).mode & 0o777, 0o644);
const info = run('dpkg-deb', ['--info', join(first.folder, first.debs[0])]);
assert.match(info, /Depends:.*libssl3/);
assert.doesNotMatch(info, /Depends:.*libpq5/);

const again = () => build('a longer name', 'umask 077; TZ=Asia/Tokyo');
const second = step('make deb, elsewhere', again);
assert.deepEqual(second.hashes, first.hashes, 'the same bytes');
