// `kufsa backup`: what it says and what it leaves, in both languages. tests/unit_store_file.c
// copies a file that is being written to.
//   node tests/cli_backup.mjs PROGRAM
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, root, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-backup-'));
const from = join(folder, 'data');
writeFileSync(from, readFileSync(join(root, 'tests/store/version-1.db')));
const target = join(folder, 'copy');

function refused(words, pattern) {
  const { status, out, err } = run(['backup', ...words]);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^kufsa: [^\n{}]*\n$/);
  assert.match(err, pattern);
}

await test('a copy', () => {
  const { status, out, err } = run(['backup', from, target]);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out, `${target}: copied and checked, ${statSync(target).size / 1024} KiB.\n`);
  assert.deepEqual(readFileSync(target).subarray(100), readFileSync(from).subarray(100));
  assert.ok(!existsSync(`${target}-partial`) && !existsSync(`${target}-wal`));

  refused([from, target], /There is something of this name already\. \(.*copy: exists\)/);
  writeFileSync(target, 'something');
  refused([from, target], /already/);
  assert.equal(readFileSync(target, 'utf8'), 'something');
  assert.equal(run(['backup', '--force', from, target]).status, 0);
  assert.equal(readFileSync(target).subarray(0, 15).toString(), 'SQLite format 3');
  refused([from, from, '--force'], /the same file/);
});

await test('in Hebrew', () => {
  const { status, err } = run(['backup', join(folder, 'none'), target, '--lang', 'he']);
  assert.equal(status, 1);
  assert.match(err, /^kufsa: אין דבר כזה\. \(.*none.*\)\n$/);
});

await test('what is not there, or not ours', () => {
  refused([join(folder, 'none'), join(folder, 'new')], /There is no such thing/);
  const letter = join(folder, 'letter');
  writeFileSync(letter, 'Dear Noa, '.repeat(100));
  refused([letter, join(folder, 'new')], /not one of Kufsa's/);
  refused([from, join(folder, 'no/such/folder')], /The disk cannot be read or written/);
  assert.ok(!existsSync(join(folder, 'new')) && !existsSync(join(folder, 'new-partial')));
});

// One wrong row must not stop all copies; a file that SQLite cannot walk through must.
await test('a damaged original', () => {
  const old = join(folder, 'old');
  const bytes = readFileSync(from);
  bytes[28] ^= 0xff; // so that a repair has something to do, and makes a file with checksums
  bytes[110] ^= 0xff;
  writeFileSync(old, bytes);
  assert.equal(run(['repair', old]).status, 1);
  const damaged = join(folder, 'damaged');
  const copy = join(folder, 'copy-of-damaged');
  const sound = readFileSync(`${old}.repaired`);
  const wrong = Buffer.from(sound);
  wrong[wrong.indexOf('secret12345') + 8] ^= 1;
  writeFileSync(damaged, wrong);
  refused([damaged, copy], /copy-of-damaged was copied, .*\(damaged values of the server's: 1/);
  assert.ok(readFileSync(copy).includes('secret12245'));
  assert.ok(!existsSync(`${copy}-partial`));
  unlinkSync(copy);
  const { status, err } = run(['backup', damaged, copy, '--force', '--lang', 'he']);
  assert.equal(status, 1);
  assert.match(err, /^kufsa: הקובץ .*copy-of-damaged הועתק/);

  // An earlier copy may be the last good one: it stays, and the new one goes beside it.
  writeFileSync(copy, sound);
  for (let i = 0; i < 2; i++) {
    refused([damaged, copy, '--force'], /of the server's: 1.*copy-of-damaged-damaged, \d+ KiB/);
    assert.deepEqual(readFileSync(copy), sound);
    assert.ok(readFileSync(`${copy}-damaged`).includes('secret12245'));
  }
  assert.ok(!existsSync(`${copy}-partial`));
  const hebrew = run(['backup', damaged, copy, '--force', '--lang', 'he']);
  assert.match(hebrew.err, /^kufsa: [^{}]*copy-of-damaged-damaged/);
  // A sound one takes the name again.
  writeFileSync(damaged, sound);
  writeFileSync(copy, wrong);
  assert.equal(run(['backup', damaged, copy, '--force']).status, 0);
  assert.ok(readFileSync(copy).includes('secret12345'));

  const broken = Buffer.from(sound);
  broken[4096] = 0; // what kind of page it is
  writeFileSync(damaged, broken);
  refused([damaged, join(folder, 'new')], /The file is damaged/);
  assert.ok(!existsSync(join(folder, 'new')) && !existsSync(join(folder, 'new-partial')));
});

await test('words and help', () => {
  assert.equal(run(['backup', from]).status, 2);
  assert.match(run(['help', 'backup']).out, /--force/);
});

rmSync(folder, { recursive: true });
finish();
