// SPDX-License-Identifier: MIT
// A game in lines of text that dies at any write or sync, or whose writes fail: what was shown is
// kept, and the game continues from there.
//   node tests/cli_kept.mjs PROGRAM LIBFAULT_SHIM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finish, program, test } from './program.mjs';

const shim = resolve(process.argv[3] ?? 'build/release/libfault_shim.so');
const MOVES = ['4@a1', '4@b2', '4@c3', '4@d4'];
const TURNS = 12; // more writes and syncs than such a game makes

const withFolder = (work) => {
  const state = mkdtempSync(join(tmpdir(), 'kufsa-kept-'));
  try {
    return work(state);
  } finally {
    rmSync(state, { recursive: true });
  }
};

// Two people, so that every move is one of the input's.
function play(state, words, lines, fault) {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'dumb', XDG_STATE_HOME: state };
  if (fault !== undefined) Object.assign(env, { LD_PRELOAD: shim, KUFSA_FAULT: fault });
  const input = lines.map((line) => `${line}\n`).join('');
  const result = spawnSync(program, ['play', ...words], { env, input, timeout: 60_000 });
  return { ...result, out: result.stdout.toString() };
}
const begin = (state, fault) => play(state, ['gobblet', '--people', '2'], MOVES, fault);
const told = (out) => [...out.matchAll(/^(?:White|Black): (\S+@\S+)$/gm)].map(([, move]) => move);

// What can be continued; [] if nothing can.
function kept(state) {
  const file = join(state, 'kufsa', 'gobblet.1');
  if (!existsSync(file) || !readFileSync(file, 'utf8').includes('\n')) return [];
  const { status, out } = play(state, ['--continue'], ['4@d1', 'quit']);
  assert.equal(status, 0);
  assert.deepEqual(told(out), ['4@d1'], out); // and goes on
  const moves = readFileSync(file, 'utf8').match(/(?<= move [01] ).*/g);
  assert.equal(moves.pop(), '4@d1');
  return moves;
}

for (const what of ['kill_before', 'kill_half', 'kill_after'])
  await test(`it dies at a write or a sync: ${what}`, () => {
    let died = 0;
    for (const call of ['write', 'sync'])
      for (let n = 1; n <= TURNS; n++)
        withFolder((state) => {
          const { signal, out } = begin(state, `${call}:${n}:${what}`);
          if (signal === 'SIGKILL') died++;
          const moves = kept(state);
          assert.ok(moves.length >= told(out).length, `${call} ${n}: lost`);
          assert.deepEqual(moves, MOVES.slice(0, moves.length));
          if (call === 'sync' && what === 'kill_before' && signal === 'SIGKILL' && n > 2)
            assert.ok(told(out).length < moves.length, `${n}: told before it was synced`);
        });
    assert.ok(died >= 8, `only ${died} of them`);
  });

for (const error of ['ENOSPC', 'EDQUOT', 'EIO', 'short', 'EINTR'])
  await test(`a write or a sync fails: ${error}`, () => {
    let failed = 0;
    for (const call of ['write', 'sync'])
      for (let n = 1; n <= TURNS; n++)
        for (const count of [1, 2, 1000])
          withFolder((state) => {
            const { status, out } = begin(state, `${call}:${n}:${error}:${count}`);
            assert.equal(status, 0);
            assert.deepEqual(told(out), MOVES); // play goes on
            const unsaved = out.match(/not saved for now|cannot be saved here/g) ?? [];
            const again = out.match(/All moves are saved again/g) ?? [];
            const lost = /could not be saved/.test(out);
            assert.ok(unsaved.length <= 1, 'it is told once');
            failed += unsaved.length;
            const moves = kept(state);
            assert.deepEqual(moves, MOVES.slice(0, moves.length));
            if (!lost) assert.deepEqual(moves, MOVES);
            if (again.length > 0) assert.equal(unsaved.length, 1);
            if (lost) assert.equal(unsaved.length, 1);
          });
    if (error === 'ENOSPC' || error === 'EDQUOT' || error === 'EIO') assert.ok(failed > 10);
    else assert.equal(failed, 0);
  });

await test('a folder that cannot be made or opened', () => {
  for (let n = 1; n <= 40; n++)
    withFolder((state) => {
      const { status, out } = begin(state, `open:${n}:EMFILE:2`);
      if (status === 0) assert.deepEqual(told(out), MOVES);
      const moves = kept(state);
      assert.deepEqual(moves, MOVES.slice(0, moves.length));
    });
});

finish();
