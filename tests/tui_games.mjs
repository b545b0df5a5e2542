// SPDX-License-Identifier: MIT
// Whole games on the full screen, in both languages, by a robot that presses only what it sees:
// against the computer in one language, two people at one keyboard in the other.
//   node tests/tui_games.mjs KUFSA VT_CELLS GAME
import assert from 'node:assert';
import { finish, test } from './program.mjs';
import { chanceOf, dropFolder, playRobot, stateFolder, Terminal, words } from './vt.mjs';

const game = process.argv[4] ?? 'gobblet';

async function play(language, people) {
  const state = stateFolder();
  const size = people === 1 ? { columns: 80, lines: 24 } : { columns: 100, lines: 32 };
  const terminal = new Terminal(
    [
      'play',
      game,
      '--lang',
      language,
      '--bidi',
      'off',
      '--bots',
      'gentle',
      '--people',
      `${people}`,
    ],
    { state, ...size },
  );
  try {
    await playRobot(terminal, chanceOf(people), words(language), { hints: 90 });
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
  } finally {
    await terminal.close();
    dropFolder(state);
  }
}

await test(`${game}, in English, two people`, () => play('en', 2));
await test(`${game}, in Hebrew, against the computer`, () => play('he', 1));

finish();
