// SPDX-License-Identifier: MIT
// The full screen under stress: other sizes, limited terminals, signals, terminals that die.
// Whatever happens, the terminal is left clean and the game can be continued.
//   node tests/tui_screen.mjs KUFSA VT_CELLS
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES } from '../tools/games.mjs';
import { findCourse, keepCourse } from './kept.mjs';
import { finish, program, run, test } from './program.mjs';
import { sleep } from './ws.mjs';
import {
  chanceOf,
  dropFolder,
  KEYS,
  playRobot,
  says,
  stateFolder,
  Terminal,
  words,
} from './vt.mjs';

const en = words('en');
const he = words('he');
const FEW = 10; // in a hundred: hints take long, and are looked at elsewhere
const SIGHUP = 1;
const SIGINT = 2;
const SIGKILL = 9;
const SIGTERM = 15;

async function withTerminal(argv, options, run) {
  const state = options.state ?? stateFolder();
  const terminal = new Terminal(argv, { ...options, state });
  try {
    return await run(terminal, state);
  } finally {
    await terminal.close();
    if (options.state === undefined) dropFolder(state);
  }
}

/** Nothing is left of the full screen. */
function assertClean(screen) {
  assert.equal(screen.alternate, false, 'the whole screen was not left');
  assert.equal(screen.visible, true, 'the cursor was not given back');
  assert.equal(screen.mouse, 0, 'the mouse was not given back');
}

/** A move of the first thing that is lit. */
async function playOne(terminal) {
  await terminal.until(en('tui.yours'));
  const before = terminal.text;
  for (let i = 0; i < 20 && terminal.text.includes(en('tui.yours')); i++) {
    await terminal.keys(KEYS.enter);
    await terminal.rest(60, 400);
  }
  assert.notEqual(terminal.text, before);
}

const keptSize = (state, name) => statSync(join(state, 'kufsa', name)).size;

/** What the log on the right says. */
function logOf(screen) {
  const right = screen.rows.map((row) => row.split('│').at(-1).trim());
  return right.slice(right.findIndex((line) => line.startsWith('────')) + 1, -4).filter(Boolean);
}

async function leftBy(how, expected) {
  const state = stateFolder();
  let log;
  await withTerminal(['play', 'gobblet'], { state, columns: 120, lines: 40 }, async (terminal) => {
    await playOne(terminal);
    await terminal.until(en('tui.yours')); // the computer has answered
    log = logOf(terminal.screen);
    assert.equal(log.length, 2);
    await how(terminal);
    const status = await terminal.end(5000);
    assert.ok(expected.includes(status), `ended with ${status}`);
    if (status !== -SIGKILL && !terminal.isCut) assertClean(await terminal.rest(10));
  });
  assert.ok(keptSize(state, 'gobblet.1') > 0);
  await withTerminal(['play', 'gobblet'], { state, columns: 120, lines: 40 }, async (terminal) => {
    await terminal.until(en('join.left.title'));
    await terminal.keys(KEYS.enter);
    await terminal.until(en('tui.yours'));
    assert.deepEqual(logOf(terminal.screen), log);
    await playOne(terminal); // and goes on
    await terminal.until(en('tui.yours'));
    assert.equal(logOf(terminal.screen).length, 4);
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
    assertClean(await terminal.rest(10));
  });
  dropFolder(state);
}

await test('q leaves, and the game waits', () => leftBy((terminal) => terminal.keys('q'), [0]));
await test('Ctrl-C', () => leftBy((terminal) => terminal.keys(KEYS.ctrlC), [128 + SIGINT]));
await test('SIGTERM', () => leftBy((terminal) => terminal.signal(SIGTERM), [128 + SIGTERM]));
await test('SIGKILL', () => leftBy((terminal) => terminal.signal(SIGKILL), [-SIGKILL]));
await test('the terminal dies', () =>
  leftBy(
    async (terminal) => {
      terminal.isCut = true;
      await terminal.cut();
    },
    [128 + SIGHUP],
  ));

await test('a half-written event is ignored', async () => {
  const state = stateFolder();
  await withTerminal(['play', 'gobblet'], { state }, async (terminal) => {
    await playOne(terminal);
    await terminal.signal(SIGKILL);
    await terminal.end();
  });
  const file = join(state, 'kufsa', 'gobblet.1');
  writeFileSync(file, `${readFileSync(file, 'utf8')}1763251200123 - 0 mo`);
  await withTerminal(['play', 'gobblet'], { state }, async (terminal) => {
    await terminal.until(en('join.left.title'));
    await terminal.keys(KEYS.enter);
    await terminal.until(en('tui.yours'));
    await playOne(terminal);
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
  });
  assert.ok(!readFileSync(file, 'utf8').includes('0 mo1'));
  dropFolder(state);
});

await test('an unreadable game does not prevent playing', async () => {
  const state = stateFolder();
  mkdirSync(join(state, 'kufsa'));
  writeFileSync(join(state, 'kufsa', 'taki.1'), 'what is this\n\x1b[2J\n');
  writeFileSync(join(state, 'kufsa', 'taki.aside.1'), 'another one');
  await withTerminal(['play', 'taki'], { state }, async (terminal) => {
    await terminal.until(en('join.left.title'));
    await terminal.keys(KEYS.enter);
    await terminal.until('taki.aside.2'); // it says so
    await terminal.keys(KEYS.enter);
    await terminal.until(/ Esc /);
  });
  const kept = (name) => readFileSync(join(state, 'kufsa', name), 'utf8');
  assert.equal(kept('taki.aside.1'), 'another one');
  assert.equal(kept('taki.aside.2'), 'what is this\n\x1b[2J\n');
  assert.match(kept('taki.1'), / open taki /);
  dropFolder(state);
});

await test('and one that cannot be set aside stays as it is', async () => {
  const state = stateFolder();
  const path = (name) => join(state, 'kufsa', name);
  mkdirSync(path(''));
  writeFileSync(path('taki.1'), 'what is this\n');
  for (let i = 1; i <= 1000; i++) writeFileSync(path(`taki.aside.${i}`), '');
  await withTerminal(['play', 'taki'], { state, columns: 120 }, async (terminal) => {
    await terminal.until(en('join.left.title'));
    await terminal.keys(KEYS.enter);
    await terminal.until({ test: (now) => says(now, en('join.kept.broken')) });
    await terminal.click(en('join.left.new'));
    await terminal.until(/ Esc /);
  });
  assert.equal(readFileSync(path('taki.1'), 'utf8'), 'what is this\n');
  assert.match(readFileSync(path('taki.2'), 'utf8'), / open taki /);
  dropFolder(state);
});

await test('without a game it asks which', async () => {
  await withTerminal(['play'], {}, async (terminal) => {
    await terminal.until(en('tui.games'));
    await terminal.keys(KEYS.down + KEYS.down + KEYS.enter);
    await terminal.until(new RegExp(`${en('game.gobblet')}.*${en('tui.yours')}`));
  });
  await withTerminal(['play', '--seats', '4'], {}, async (terminal) => {
    await terminal.click(en('game.taki'));
    await terminal.until(en('tui.bot').replace('{level}', en('level.casual')).replace('{n}', '4'));
  });
  await withTerminal(['play'], {}, async (terminal) => {
    await terminal.until(en('tui.games'));
    await terminal.keys(KEYS.esc);
    assert.equal(await terminal.end(), 0);
    assertClean(await terminal.rest(10));
  });
  await withTerminal(['play'], { term: 'dumb', lines: 60 }, async (terminal) => {
    await terminal.until(/3 {2}Gobblet/);
    await terminal.keys('9\r');
    await terminal.until(en('join.left.number'));
    await terminal.keys('3\r');
    await terminal.until('White>');
  });
  const { status, err } = run(['play']);
  assert.equal(status, 2);
  assert.match(err, /kufsa play \[GAME\]/);
});

await test('two terminals play two games', async () => {
  const state = stateFolder();
  await withTerminal(['play', 'gobblet'], { state }, async (one) => {
    await one.until(en('tui.yours'));
    await withTerminal(['play', 'gobblet'], { state }, async (other) => {
      await other.until(en('join.left.open'));
      await other.click(en('join.left.new'));
      await other.until(en('tui.yours'));
      assert.deepEqual(readdirSync(join(state, 'kufsa')).sort(), ['gobblet.1', 'gobblet.2']);
      assert.equal(statSync(join(state, 'kufsa', 'gobblet.1')).mode & 0o777, 0o600);
      assert.equal(statSync(join(state, 'kufsa')).mode & 0o777, 0o700);
    });
  });
  dropFolder(state);
});

await test('a game can be played without a folder to keep it in', () =>
  withTerminal(
    ['play', 'gobblet'],
    { env: { XDG_STATE_HOME: '/proc/none', HOME: '/proc/none' } },
    async (terminal) => {
      await playOne(terminal);
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
    },
  ));

// ---- sizes ----

for (const game of GAMES)
  await test(`other sizes in mid-game: ${game}`, () =>
    withTerminal(['play', game, '--people', '2'], {}, async (terminal) => {
      const sizes = [
        [160, 50],
        [80, 24],
        [61, 20],
        [40, 10],
        [3, 2],
        [100, 30],
        [80, 24],
      ];
      const resize = async ([columns, lines]) => {
        await terminal.resize(columns, lines);
        await terminal.rest(40, 500);
        assert.equal(terminal.screen.rows.length, lines);
        assert.equal(terminal.screen.alive, true);
        if (columns === 40) await terminal.until(/too small|goes round/);
        if (columns >= 80) assert.ok(!/too small/.test(terminal.text));
      };
      const step = async (_, presses) => {
        if (presses % 7 === 6) await resize(sizes.shift());
        return sizes.length === 0;
      };
      await playRobot(terminal, chanceOf(5), en, { step, hints: FEW, most: 60000 });
      for (const size of sizes) await resize(size); // a match may be over sooner
      assert.ok([en(`game.${game}`), en('tui.curtain')].some((one) => terminal.text.includes(one)));
    }));

// ---- terminals that can do little ----

for (const term of ['vt100', 'xterm-mono'])
  await test(`${term} has no colours`, () =>
    withTerminal(['play', 'taki', '--people', '2'], { term }, async (terminal) => {
      await terminal.rest(100);
      await terminal.until(new RegExp(`${en('tui.yours')}|${en('tui.curtain')}`));
      await terminal.keys(KEYS.enter);
      await terminal.until(en('tui.yours'));
      const painted = Object.values(terminal.screen.looks).filter((look) => !/^-\/-/.test(look));
      assert.deepEqual(painted, []);
      await playRobot(terminal, chanceOf(8), en, {
        step: (_, presses) => presses === 60,
        hints: FEW,
      });
    }));

await test('sixteen colours are enough', () =>
  withTerminal(['play', 'taki'], { term: 'xterm' }, async (terminal) => {
    await terminal.until(en('tui.yours'));
    for (const look of Object.values(terminal.screen.looks))
      for (const colour of look.match(/^(-|\d+)\/(-|\d+)/).slice(1))
        assert.ok(colour === '-' || Number(colour) < 16, look);
  }));

await test('a dumb terminal gets lines of text', () =>
  withTerminal(['play', 'gobblet'], { term: 'dumb' }, async (terminal) => {
    await terminal.until('White>');
    await terminal.keys('4@a1\r');
    await terminal.until('White: 4@a1');
    await terminal.keys('quit\r');
    assert.equal(await terminal.end(), 0);
  }));

await test('--plain gets lines of text', () =>
  withTerminal(['play', 'gobblet', '--plain'], {}, async (terminal) => {
    await terminal.until('White>');
    assert.equal(terminal.screen.alternate, false);
  }));

await test('the line that wins is marked on both sides of its cups', () =>
  withTerminal(['play', 'gobblet', '--people', '2'], { columns: 120 }, async (terminal) => {
    await terminal.until(en('tui.yours'));
    for (const move of ['4@a1', '4@a4', '4@b1', '4@b4', '3@c1', '3@a3', '3@d1']) {
      assert.ok(!terminal.text.includes('★'));
      await terminal.keys(`:${move}${KEYS.enter}`);
      await terminal.until(`${move[0]} onto ${move.slice(2)}`);
    }
    await terminal.until('★');
    const row = terminal.screen.rows.find((each) => each.includes('★'));
    assert.match(row, /★ +W4 +★.*★ +W4 +★.*★ +W3 +★.*★ +W3 +★/);
    assert.equal(terminal.text.split('★').length, 1 + 8);
  }));

await test('--ascii draws only ASCII', () =>
  withTerminal(['play', 'iota', '--ascii'], {}, async (terminal) => {
    await terminal.until(en('tui.yours'));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the edges of ASCII
    assert.match(terminal.text, /^[\x00-\x7f]*$/);
  }));

// ---- prices ----

for (const [language, say] of Object.entries({ en, he }))
  await test(`a card that costs something says so before it is laid: ${language}`, async () => {
    const state = stateFolder();
    const course = findCourse(
      { game: 'taki', seats: 2 },
      (one) => one.now.actors.join() === '0' && one.legal(0).includes('break'),
    );
    const file = keepCourse(course, state, ['Noa', '']);
    const isLaid = () => readFileSync(file, 'utf8').includes('move 0 break');
    const argv = ['play', 'taki', '--continue', '--lang', language, '--bidi', 'off'];
    await withTerminal(argv, { state }, async (terminal) => {
      await terminal.click(say('tui.taki.face.break'));
      await terminal.until('T20');
      assert.equal(isLaid(), false);
      await terminal.keys(KEYS.enter);
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
      assert.equal(isLaid(), true);
    });
    dropFolder(state);
  });

// ---- Hebrew ----

const reversed = (text) => [...text].reverse().join('');

await test('Hebrew stands in visual order, expressions do not', () =>
  withTerminal(['play', 'cento', '--lang', 'he'], {}, async (terminal) => {
    await terminal.until(reversed(he('tui.yours')));
    assert.match(terminal.text, /\d×\d/);
    await terminal.keys(':');
    await terminal.rest(60);
  }));

for (const [game, expressions] of [
  ['gobblet', ['4@b2', 'b2-c3', 'b2!']],
  ['iota', ['Ys2@1,0+Gs3@2,0', 'Ys2~1,0', 'trade Gs3+W']],
  ['cento', ['35=5x7', '?=1x4']],
])
  await test(`${game}: a refusal in Hebrew shows each expression as it is typed`, () =>
    withTerminal(['play', game, '--lang', 'he'], { columns: 180, lines: 40 }, async (terminal) => {
      await terminal.until(reversed(he('tui.yours')));
      await terminal.keys(`:zz${KEYS.enter}`);
      const [words] = /^[א-ת ]+/.exec(he(`${game}.notation.unknown`));
      await terminal.until(reversed(words));
      for (const text of expressions) assert.ok(terminal.text.includes(text), terminal.text);
    }));

await test('players say it themselves: no products, and a line for both factors', () =>
  withTerminal(['play', 'cento', '--aloud', 'three'], {}, async (terminal) => {
    const shown = async (text) => (await terminal.until(text), terminal.text);
    await shown(`${en('aloud')}: ${en('aloud.three')}`.slice(0, 40)); // what differs from print
    await terminal.keys(KEYS.esc);
    const start = await shown(en('tui.begin.aloud'));
    assert.ok(start.includes(en('tui.yours')));
    assert.ok(!/•|\d×\d/.test(start), 'products, or dots, are shown');
    await terminal.keys('h');
    await shown(en('aloud.hint'));
    for (const tried of [1, 2, 3]) {
      await terminal.keys(KEYS.enter); // the cursor is on the lowest card, which is no 100
      await shown(en('tui.type.answer'));
      assert.match(terminal.text, /\d+= /);
      await terminal.keys(['10x10', '10 10', '10*10'][tried - 1]); // as people write it
      await terminal.keys(KEYS.enter);
      await terminal.until(tried < 3 ? `${tried} of 3` : /the turn is lost/);
    }
    await shown(en('tui.yours')); // the computer has played
    assert.ok(!/•/.test(terminal.text));
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
  }));

await test('--bidi off leaves the order to the terminal', () =>
  withTerminal(['play', 'cento', '--lang', 'he', '--bidi', 'off'], {}, (terminal) =>
    terminal.until(he('tui.yours')),
  ));

// ---- a real terminal, with a shell: tmux ----

function tmux(socket, ...words) {
  const result = spawnSync('tmux', ['-L', socket, ...words], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`tmux ${words.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

await test('suspended and brought back, in tmux', async () => {
  const state = stateFolder();
  const socket = `kufsa-${process.pid}`;
  const escaped = (key) => en(key).replace(/[?.()]/g, '\\$&');
  const see = async (pattern) => {
    for (const begun = Date.now(); Date.now() - begun < 60_000; await sleep(30)) {
      const text = tmux(socket, 'capture-pane', '-p');
      if (pattern.test(text)) return text;
    }
    throw new Error(`never seen: ${pattern}\n${tmux(socket, 'capture-pane', '-p')}`);
  };
  const shell = `HOME=${state} HISTFILE=/dev/null PS1=shell: TERM=screen-256color bash --norc -i`;
  const environment = `env -i PATH=${process.env.PATH} LANG=C.UTF-8 ${shell}`;
  tmux(socket, '-f', '/dev/null', 'new-session', '-d', '-x', '100', '-y', '30', environment);
  try {
    await see(/shell:/);
    tmux(socket, 'send-keys', `${program} play gobblet`, 'Enter');
    await see(new RegExp(en('tui.yours')));
    tmux(socket, 'send-keys', 'C-z');
    await see(/Stopped[^]*shell:/);
    tmux(socket, 'send-keys', 'fg', 'Enter');
    await see(new RegExp(`${en('tui.yours')}[^]*${en('tui.key.menu')}`));
    tmux(socket, 'send-keys', 'Enter');
    await see(new RegExp(escaped('tui.held')));
    tmux(socket, 'send-keys', 'Escape');
    tmux(socket, 'send-keys', 'q');
    await see(/kufsa play gobblet[^]*shell:/);
    tmux(socket, 'send-keys', 'echo $((6*7))', 'Enter'); // the shell echoes again
    await see(/echo \$\(\(6\*7\)\)\n42/);
  } finally {
    spawnSync('tmux', ['-L', socket, 'kill-server']);
    dropFolder(state);
  }
});

// ---- speed ----

await test('from nothing to the first legal key', async () => {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    await withTerminal(['play', 'taki', '--seats', '4', '--bots', 'club'], {}, async (terminal) => {
      while (!(await terminal.rest(2, 2)).rows.join('').includes(en('tui.yours')))
        if (performance.now() - begun > 60000) throw new Error(terminal.text);
      times.push(performance.now() - begun);
    });
  }
  times.sort((a, b) => a - b);
  console.log(`first legal key after ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
});

finish();
