// What the tests of a release share: a place for each, commands that must succeed, and how long
// each step took.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const places = [];
process.on('exit', () => places.forEach((place) => rmSync(place, { recursive: true })));

export function newPlace() {
  const place = mkdtempSync(join(tmpdir(), 'kufsa-release-'));
  places.push(place);
  return place;
}

// Its output; it must succeed.
export function run(name, words, options = {}) {
  const done = spawnSync(name, words, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.error) throw done.error;
  assert.equal(done.status, 0, `${name} ${words.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

// A step of a test, with its time.
export function step(name, body) {
  const begun = Date.now();
  const result = body();
  console.log(`  ${((Date.now() - begun) / 1000).toFixed(1)} s  ${name}`);
  return result;
}

// A folder that has these commands of this machine and nothing else, to be a PATH.
export function commandsOnly(place, names) {
  const folder = join(place, 'bin');
  mkdirSync(folder);
  for (const name of names) {
    const found = process.env.PATH.split(':').map((at) => resolve(at, name)).find(existsSync);
    assert.ok(found, `${name} is installed`);
    symlinkSync(found, join(folder, name));
  }
  return folder;
}

// The tarball of this tree, from what is built.
export function makeTarball(place) {
  return run(join(root, 'tools/dist'), [place], { cwd: root }).trim();
}

export function unpack(tarball, place) {
  run('tar', ['--extract', '--file', tarball, '--directory', place]);
  return join(place, readdirSync(place).find((name) => /^kufsa-[\d.]+$/.test(name)));
}
