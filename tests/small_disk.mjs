// A small disk for tests, which can be filled to its last byte. It is a real one: ext4 with
// blocks of 1 KiB if this process may mount an image, else tmpfs in a private name space. If
// neither is allowed the test fails: on such a machine KUFSA_SMALL_DISK names a folder
// on a small disk that somebody else has mounted.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MEBIBYTE = 1 << 20;
const works = (name, ...words) => spawnSync(name, words).status === 0;

// The test begins again in a name space where it may mount.
const given = process.env.KUFSA_SMALL_DISK;
if (given === undefined && process.env.KUFSA_INSIDE === undefined) {
  const flags = [['-m'], ['-Urm']].find((each) => works('unshare', ...each, 'true'));
  assert.ok(flags, 'no small disk can be made here; see the top of tests/small_disk.mjs');
  const words = [...flags, process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, KUFSA_INSIDE: '1' };
  process.exit(spawnSync('unshare', words, { stdio: 'inherit', env }).status ?? 1);
}

function mount(disk, image, mebibytes) {
  mkdirSync(disk);
  closeSync(openSync(image, 'w'));
  truncateSync(image, mebibytes * MEBIBYTE);
  if (works('mkfs.ext4', '-q', '-b', '1024', '-m', '0', image) && works('mount', image, disk))
    return 'ext4, blocks of 1 KiB';
  const mounted = works('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'small', disk);
  assert.ok(mounted, 'nothing can be mounted here; see the top of tests/small_disk.mjs');
  return 'tmpfs';
}

/** A folder on a disk of so many MiB, and what kind of disk it is. `fill` takes all of it, but for
 * `but` bytes, with the file `filler`. */
export function makeSmallDisk(mebibytes) {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-small-'));
  const disk = given ?? join(folder, 'disk');
  const kind = given === undefined ? mount(disk, join(folder, 'image'), mebibytes) : 'given';
  const filler = join(disk, 'filler');
  const fill = (but = 0) => {
    const out = openSync(filler, 'a');
    const { bavail, bsize } = statfsSync(disk);
    let left = but === 0 ? Infinity : bavail * bsize - but;
    for (let size = 65536; size >= 1 && left > 0; ) {
      try {
        left -= writeSync(out, Buffer.alloc(Math.min(size, left)));
      } catch (error) {
        assert.equal(error.code, 'ENOSPC');
        size >>= 1;
      }
    }
    closeSync(out);
  };
  const drop = () => {
    if (given === undefined) spawnSync('umount', [disk]);
    rmSync(folder, { recursive: true });
  };
  return { disk, kind, filler, fill, drop };
}
