// Somebody new to a game can win against `gentle`, and every level is better than the one below it.
// Only nodes are limited, so that the same games are played each time: nothing here is luck.
//   node tests/cli_beginners.mjs PROGRAM
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, finish, run, test } from './program.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-beginners-'));
const { games } = ask([{ id: 0, do: 'games' }])[0];

// What the first of two players scored in this many games, from 0 to 1.
function score(game, first, second, count) {
  const json = join(folder, 'arena.json');
  const bounds = ['--nodes', '20000', '--games', String(count), '--seed', '1', '--quiet'];
  const result = run(['arena', game, first, second, '--seats', '2', ...bounds, '--json', json]);
  assert.equal(result.status, 0, result.err);
  const { players, repeatable, ends, games: played } = JSON.parse(readFileSync(json, 'utf8'));
  assert.equal(repeatable, true);
  assert.deepEqual([ends.rules, played], [count, count], 'every game was played to its end');
  return players[0].score;
}

for (const { name } of games) {
  await test(`${name}: somebody new to it wins a fair part against gentle`, () => {
    const fair = score(name, 'kid', 'gentle', 600);
    assert.ok(fair >= 0.35 && fair <= 0.6, `sees 70 %: ${fair}`);
    assert.ok(score(name, 'kid:sees=400', 'gentle', 200) < fair, 'sees less');
    assert.ok(score(name, 'kid:sees=1000', 'gentle', 200) > fair, 'sees everything');
    assert.ok(score(name, 'gentle', 'random', 200) > 0.75, 'gentle plays with sense');
  });

  await test(`${name}: casual is a decent player`, () => {
    assert.ok(score(name, 'casual', 'gentle', 200) > 0.6);
    assert.ok(score(name, 'casual', 'kid', 200) > 0.6);
  });
}

rmSync(folder, { recursive: true });
finish();
