// SPDX-License-Identifier: MIT
// Games that were left in the terminal: none is lost to a full disk, to another game or to another
// terminal, on the full screen and in plain text; and anyone who comes back is shown all of them.
//   node tests/tui_kept.mjs KUFSA VT_CELLS
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Course, keepCourse } from './kept.mjs';
import { finish, run, test } from './program.mjs';
import { makeSmallDisk } from './small_disk.mjs';
import { dropFolder, KEYS, says, stateFolder, Terminal, touch, words } from './vt.mjs';
import { Server } from './ws.mjs';

const en = words('en');
const he = words('he');
const SIGKILL = 9;
const reversed = (text) => [...text].reverse().join('');
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

async function withTerminal(argv, options, work) {
  const state = options.state ?? stateFolder();
  const terminal = new Terminal(argv, { ...options, state });
  try {
    return await work(terminal, state);
  } finally {
    await terminal.close();
    if (options.state === undefined) dropFolder(state);
  }
}

const path = (state, name) => join(state, 'kufsa', name);
const games = (state) =>
  readdirSync(join(state, 'kufsa')).filter((name) => name !== 'box').sort();
const movesIn = (file) => readFileSync(file, 'utf8').match(/ move .*/g) ?? [];

async function ends(terminal, keys, status = 0) {
  await terminal.keys(keys);
  assert.equal(await terminal.end(), status);
  await terminal.rest(10);
}

/** A game of one person against bots, left this many minutes ago. */
function leave(state, { game = 'gobblet', seats = 2, moves = 3, number = 1, ago = 10, level }) {
  const course = new Course(game, seats, `left ${number}`);
  for (let i = 0; i < moves; i++) course.playBest(10);
  const names = ['Noa', ...Array(seats - 1).fill('')];
  const file = keepCourse(course, state, names, level, number);
  const then = Date.now() / 1000 - 60 * ago;
  utimesSync(file, then, then);
  return file;
}

// ---- a disk that is full ----

const small = makeSmallDisk(8);
const room = () => rmSync(small.filler, { force: true });

/** A game that was left, whose file ends where the next move needs another block. */
function leaveAtEdge(state) {
  const file = leave(state, { moves: 2 });
  const { bsize } = statfsSync(small.disk);
  const [time] = readFileSync(file, 'utf8').trim().split('\n').at(-1).split(' ');
  const line = `${time} - 0 say 0 hello\n`;
  while (bsize - (statSync(file).size % bsize) >= line.length) appendFileSync(file, line);
  return file;
}

/** A move on the full screen, with the answer to it; or one in lines. */
const MOVE = {
  screen: async (terminal) => {
    await touch(terminal, en);
    await terminal.until(en('tui.yours'));
  },
  lines: async (terminal) => {
    await terminal.until(/White>\s*$/);
    await terminal.keys('moves c\r');
    await terminal.until(/legal moves?\.\s+White>\s*$/);
    const moves = terminal.text.slice(terminal.text.lastIndexOf('White> moves'));
    const [move] = /\b(?:[1-4]@|[a-d][1-4]-)[a-d][1-4]\b/.exec(moves);
    await terminal.keys(`${move}\r`);
    await terminal.until(new RegExp(`White: ${move}[^]*White>\\s*$`));
  },
};
const WAYS = { screen: ['play', 'gobblet'], lines: ['play', 'gobblet', '--plain'] };

for (const way of Object.keys(WAYS)) {
  const argv = WAYS[way];
  const size = { columns: 100, lines: way === 'lines' ? 100 : 30 };

  /** Goes on with the game that was left, on a full disk. */
  const onFullDisk = (name, work) => async () => {
    const state = join(small.disk, `${name}-${way}`);
    const file = leaveAtEdge(state);
    const before = readFileSync(file, 'utf8');
    try {
      await withTerminal([...argv, '--continue'], { state, ...size }, async (terminal) => {
        await terminal.until(way === 'screen' ? en('tui.yours') : 'White>');
        small.fill();
        await MOVE[way](terminal);
        assert.ok(says(terminal.text, en('tui.kept.full')), terminal.text);
        assert.ok(readFileSync(file, 'utf8').startsWith(before), 'the game is gone');
        await work(terminal, file, before, state);
      });
    } finally {
      room();
      rmSync(state, { recursive: true });
    }
  };

  await test(
    `${way}: a full disk takes nothing that was saved`,
    onFullDisk('taken', async (terminal, file, before, state) => {
      await MOVE[way](terminal); // it goes on
      await terminal.signal(SIGKILL);
      await terminal.end();
      room();
      await withTerminal([...argv, '--continue'], { state, ...size }, async (again) => {
        await MOVE[way](again); // from what was saved
        const kept = readFileSync(file, 'utf8');
        assert.ok(kept.startsWith(before) && kept.length > before.length);
      });
    }),
  );

  await test(
    `${way}: when there is room again everything is saved, and it says so`,
    onFullDisk('again', async (terminal, file, before) => {
      await MOVE[way](terminal);
      room();
      if (way === 'lines') await MOVE[way](terminal);
      await terminal.until(en('tui.kept.again'));
      await terminal.signal(SIGKILL);
      await terminal.end();
      const kept = readFileSync(file, 'utf8');
      const lines = kept.slice(before.length).split('\n');
      assert.ok(kept.startsWith(before));
      assert.equal(lines.pop(), '');
      assert.ok(lines.length >= 3 && lines.every((line) => /^\d+ (-|\d+) \d+ move /.test(line)));
    }),
  );

  await test(`${way}: a game that begins on a full disk is saved once there is room`, async () => {
    const state = join(small.disk, `begun-${way}`);
    mkdirSync(path(state, ''), { recursive: true });
    small.fill();
    await withTerminal(argv, { state, ...size }, async (terminal) => {
      await terminal.until(en('tui.kept.full'));
      room();
      await MOVE[way](terminal);
      await terminal.until(en('tui.kept.again'));
      await terminal.signal(SIGKILL);
      await terminal.end();
    });
    assert.ok(movesIn(path(state, 'gobblet.1')).length >= 1);
    rmSync(state, { recursive: true });
  });

  await test(`${way}: an unwritable folder is reported at once, and when leaving`, () =>
    withTerminal(
      argv,
      { ...size, env: { XDG_STATE_HOME: '/proc/none', HOME: '/proc/none' } },
      async (terminal) => {
        await terminal.until(en('tui.kept.fails'));
        await MOVE[way](terminal);
        await ends(terminal, way === 'screen' ? 'q' : 'quit\r');
        assert.ok(says(terminal.text, en('join.left.unsaved')), terminal.text);
      },
    ));
}

await test('an unwritable record is reported when leaving', async () => {
  const record = join(small.disk, 'record');
  const leaves = (status) =>
    withTerminal(['play', 'gobblet', '--record', record], { columns: 100 }, async (terminal) => {
      await terminal.until(en('tui.yours'));
      await ends(terminal, 'q', status);
      const [sentence] = en('play.record.failed').split('{problem}');
      assert.equal(says(terminal.text, fill(sentence, { file: record })), status !== 0);
    });
  await leaves(0);
  rmSync(record);
  small.fill();
  await leaves(1).finally(room);
});

await test('a seat at a server that a full disk cannot save says so', async () => {
  const server = await Server.start(['--memory']);
  const state = join(small.disk, 'seat');
  try {
    const { code, token } = await server.open('gobblet', 2);
    const link = `http://localhost:${server.port}/#${code}/${token}`;
    mkdirSync(join(state, 'kufsa'), { recursive: true });
    small.fill();
    await withTerminal(['join', link, '--take'], { state }, async (terminal) => {
      await terminal.until({ test: (now) => says(now, en('tui.unkept.text')) });
      await terminal.keys(KEYS.esc);
      room();
      await terminal.until({ test: (now) => !now.includes(en('tui.unkept')) });
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
    });
    assert.deepEqual(games(state), []);
  } finally {
    room();
    await server.kill('SIGKILL');
    rmSync(state, { recursive: true });
  }
});

console.log(`the disk: ${small.kind}`);

// ---- all of them are kept ----

await test('twenty games are started, and twenty wait', async () => {
  const state = stateFolder();
  for (let i = 1; i <= 20; i++)
    await withTerminal(['play', 'gobblet'], { state }, async (terminal) => {
      if (i > 1) {
        await terminal.until(en('join.left.title'));
        await terminal.click(en('join.left.new'));
      }
      await terminal.until(en('tui.yours'));
      await ends(terminal, 'q');
    });
  assert.equal(games(state).length, 20);
  dropFolder(state);
});

await test('the list: game, opponents and level, score, when; the newest first', async () => {
  const state = stateFolder();
  leave(state, { game: 'gobblet', number: 1, moves: 3, ago: 3 });
  leave(state, { game: 'iota', number: 2, seats: 4, moves: 5, ago: 60 * 24 * 400, level: 'club' });
  leave(state, { game: 'taki', number: 9, seats: 3, moves: 1, ago: 1, level: 'master' });
  for (const [columns, lines] of [
    [80, 24],
    [120, 40],
  ])
    await withTerminal(['play'], { state, columns, lines }, async (terminal) => {
      await terminal.until(en('join.left.title'));
      const [taki, gobblet, iota] = terminal.screen.rows.filter((row) => row.includes(' · '));
      assert.match(taki, /Super Taki · Master × 2 .*1 move · today \d\d:\d\d/);
      assert.match(gobblet, /Gobblet · Casual .*3 moves · (today|yesterday) \d\d:\d\d/);
      assert.match(iota, /Iota · Club × 3 .*\d+:\d+:\d+:\d+ · 20\d\d-\d\d-\d\d \d\d:\d\d/);
      assert.ok(terminal.text.includes(en('join.left.new')));
      await ends(terminal, KEYS.esc);
    });
  await withTerminal(['play', 'iota'], { state }, async (terminal) => {
    await terminal.until('Club × 3');
    assert.ok(!terminal.text.includes('Gobblet') && !terminal.text.includes('Super Taki'));
    await terminal.keys(KEYS.enter);
    await terminal.until(/ Esc /);
    await ends(terminal, 'q');
  });
  await withTerminal(['play', '--lang', 'he'], { state }, async (terminal) => {
    await terminal.until(reversed(he('join.left.title')));
    const row = terminal.screen.rows.find((line) => line.includes(reversed(he('game.gobblet'))));
    const moves = `3 ${he('join.left.moves[other]').slice('{n} '.length)}`;
    for (const text of [he('level.casual'), moves]) assert.ok(row.includes(reversed(text)), row);
    assert.match(row, /\d\d:\d\d/);
    await ends(terminal, KEYS.esc);
  });
  dropFolder(state);
});

await test('a long list scrolls, and the last one can be continued', async () => {
  const state = stateFolder();
  for (let number = 1; number <= 40; number++)
    leave(state, { number, moves: number % 3, ago: number });
  await withTerminal(['play'], { state }, async (terminal) => {
    await terminal.until('1/40');
    assert.ok(terminal.text.includes(en('join.left.new')));
    await terminal.keys(KEYS.up.repeat(3)); // over the answers to the last one
    await terminal.until('40/40');
    await terminal.keys(KEYS.enter);
    await terminal.until(/ Esc /);
    await ends(terminal, 'q');
  });
  assert.equal(games(state).length, 40);
  dropFolder(state);
});

// ---- deleting ----

await test('a game is deleted once that is confirmed', async () => {
  const state = stateFolder();
  for (let number = 1; number <= 3; number++) leave(state, { number, moves: number, ago: number });
  await withTerminal(['play'], { state }, async (terminal) => {
    const ask = async (answer) => {
      await terminal.click(en('join.left.delete'));
      await terminal.until(en('join.left.delete.which'));
      await terminal.keys(KEYS.down + KEYS.enter);
      await terminal.until(en('join.left.delete.sure'));
      assert.match(terminal.text, /2 moves/);
      await terminal.click(answer);
      await terminal.until(en('join.left.title'));
    };
    await ask(en('tui.no'));
    assert.equal(games(state).length, 3);
    await ask(en('join.left.delete.yes'));
    assert.deepEqual(games(state), ['gobblet.1', 'gobblet.3']);
    assert.ok(!terminal.text.includes('2 moves'));
    await ends(terminal, KEYS.esc);
  });
  dropFolder(state);
});

// ---- two terminals ----

await test('a game that is open elsewhere is shown as such, and left alone', async () => {
  const state = stateFolder();
  leave(state, { number: 1, ago: 1 });
  await withTerminal(['play', 'gobblet'], { state }, async (one) => {
    await one.until(en('join.left.title'));
    await one.keys(KEYS.enter);
    await one.until(en('tui.yours'));
    await withTerminal(['play', 'gobblet'], { state }, async (other) => {
      await other.until(en('join.left.open'));
      await other.keys(KEYS.enter);
      await other.until({ test: (text) => says(text, en('join.left.elsewhere')) });
      await other.click(en('join.left.delete'));
      await other.until(en('join.left.delete.which'));
      await other.keys(KEYS.enter);
      await other.until(en('join.left.delete.sure'));
      await other.click(en('join.left.delete.yes'));
      await other.until({ test: (text) => says(text, en('join.left.elsewhere')) });
      await other.click(en('join.left.new'));
      await other.until(en('tui.yours'));
      await touch(other, en);
      await ends(other, 'q');
    });
    const lines = run(['play', 'gobblet', '--continue'], 'quit\n', { XDG_STATE_HOME: state });
    assert.equal(lines.status, 0); // the other one
    await touch(one, en);
    await ends(one, 'q');
  });
  assert.deepEqual(games(state), ['gobblet.1', 'gobblet.2']);
  assert.ok(movesIn(path(state, 'gobblet.1')).length > 3);
  dropFolder(state);
});

// ---- in lines ----

await test('lines: every move is saved, and either way of playing goes on', async () => {
  const state = stateFolder();
  const file = path(state, 'gobblet.1');
  await withTerminal(WAYS.lines, { state, columns: 100, lines: 60 }, async (terminal) => {
    await MOVE.lines(terminal);
    await terminal.until(/Black: [^]*White>\s*$/);
    await terminal.signal(SIGKILL);
    await terminal.end();
  });
  const kept = movesIn(file);
  assert.equal(kept.length, 2);
  await withTerminal(['play', 'gobblet'], { state }, async (terminal) => {
    await terminal.until('2 moves');
    await terminal.keys(KEYS.enter);
    await touch(terminal, en);
    await terminal.until({ test: () => movesIn(file).length === 4 }); // the computer has answered
    await ends(terminal, 'q');
  });
  assert.deepEqual(movesIn(file).slice(0, 2), kept);
  await withTerminal(WAYS.lines, { state, columns: 100, lines: 60 }, async (terminal) => {
    await terminal.until(/1 {2}Gobblet · Casual · 4 moves · .* \d\d:\d\d/);
    await terminal.keys('1\r');
    await terminal.until('White>');
    await terminal.keys('undo\r');
    await terminal.until(en('play.undone'));
    await ends(terminal, 'quit\r');
    assert.ok(says(terminal.text, fill(en('join.left.kept'), { game: 'gobblet' })));
  });
  await withTerminal([...WAYS.lines], { state, columns: 100, lines: 60 }, async (terminal) => {
    await terminal.until(/1 {2}Gobblet · Casual · 2 moves/);
    await ends(terminal, 'quit\r');
  });
  dropFolder(state);
});

for (const game of ['iota', 'cento', 'taki'])
  await test(`lines: ${game} of three people goes on where it was`, () => {
    const state = stateFolder();
    const env = { XDG_STATE_HOME: state };
    const more = ['--people', '2', '--seats', '3', '--level', 'gentle'];
    const word = { iota: 'pass', cento: 'draw', taki: 'draw' }[game];
    const first = run(['play', game, ...more], `${word}\n${word}\nposition\n`, env);
    assert.equal(first.status, 0, first.err);
    const before = first.out.match(/^\S+ .*\/.*$/gm)?.at(-1);
    const again = run(['play', '--continue'], '\nposition\n', env);
    assert.equal(again.status, 0, again.err);
    assert.ok(before && again.out.includes(before), `${before}\n${again.out}`);
    assert.ok(!again.out.includes(en('play.key').split('{')[0]), 'the key of a deal that goes on');
    dropFolder(state);
  });

await test('lines: the list can delete, and start a new game', async () => {
  const state = stateFolder();
  for (let number = 1; number <= 2; number++) leave(state, { number, moves: number, ago: number });
  await withTerminal(['play', '--plain'], { state, lines: 60 }, async (terminal) => {
    await terminal.until(en('join.left.title'));
    await terminal.keys('delete 2\r');
    await terminal.until(en('join.left.delete.type'));
    await terminal.keys('n\r');
    await terminal.rest(100);
    assert.equal(games(state).length, 2);
    await terminal.keys('delete 2\r');
    await terminal.rest(100);
    await terminal.keys('y\r');
    await terminal.rest(100);
    assert.deepEqual(games(state), ['gobblet.1']);
    await terminal.keys('new\r');
    await terminal.until(en('tui.games'));
    await terminal.keys('taki\r');
    await terminal.until('> ');
    await ends(terminal, 'quit\r');
  });
  assert.deepEqual(games(state), ['gobblet.1', 'taki.1']);
  dropFolder(state);
});

await test('a pipe starts a new game, saves it, and continues one if asked', () => {
  const state = stateFolder();
  const env = { XDG_STATE_HOME: state };
  assert.equal(run(['play', 'gobblet'], '', env).status, 0);
  assert.ok(!existsSync(path(state, 'gobblet.1')), 'nobody has moved');
  const one = run(['play', 'gobblet'], '4@a1\n', env);
  assert.match(one.out, /White: 4@a1/);
  const two = run(['play', 'gobblet'], '4@b2\n', env);
  assert.match(two.out, /White: 4@b2/);
  assert.deepEqual(games(state), ['gobblet.1', 'gobblet.2']);
  const more = run(['play', '--continue'], 'position\n', env);
  assert.match(more.out, /b2|W4/);
  assert.match(more.out, new RegExp('kufsa play gobblet'));
  const none = run(['play', 'iota', '--continue'], '', env);
  assert.deepEqual([none.status, none.err], [1, `kufsa: ${en('join.left.none')}\n`]);
  const fresh = run(['play', 'gobblet', '--continue', '--nodes', '5'], '', env);
  assert.equal(fresh.status, 2);
  const key = run(['play', 'gobblet', '--nodes', '5'], '4@a1\n', env);
  assert.equal(key.status, 0);
  assert.equal(games(state).length, 2);
  const over = run(['play', 'gobblet', '--continue'], 'resign\n', env);
  assert.match(over.out, /resigns/);
  assert.equal(games(state).length, 1); // what is over is not kept
  dropFolder(state);
});

await test('lines: an unanswered offer or request is withdrawn', () => {
  for (const [word, answer] of [
    ['offer 0', /draw by agreement/],
    ['undo 1', /Taken back/],
  ]) {
    const state = stateFolder();
    const course = new Course('gobblet', 2, 'asked');
    for (let i = 0; i < 2; i++) course.playBest(10);
    const file = keepCourse(course, state, ['Noa', 'Ben']);
    const [time] = readFileSync(file, 'utf8').trim().split('\n').at(-1).split(' ');
    appendFileSync(file, `${time} 0 99 ${word}\n`);
    const lines = word.startsWith('offer') ? 'draw\ny\n' : 'undo\n';
    const { status, out } = run(['play', '--continue'], lines, { XDG_STATE_HOME: state });
    assert.equal(status, 0);
    assert.match(out, answer);
    dropFolder(state);
  }
});

// ---- what cannot be ----

await test('an unknown terminal gets lines of text, and a message', () =>
  withTerminal(['play', 'gobblet'], { term: 'no-such-terminal', lines: 60 }, async (terminal) => {
    await terminal.until('White>');
    assert.ok(says(terminal.text, fill(en('join.terminal.plain'), { name: 'no-such-terminal' })));
    await ends(terminal, 'quit\r');
  }));

await test('a damaged game is shown as such and put aside, and the others stay', async () => {
  const state = stateFolder();
  leave(state, { number: 2, ago: 5 });
  writeFileSync(path(state, 'gobblet.1'), 'what is this\n');
  await withTerminal(['play'], { state, columns: 100 }, async (terminal) => {
    await terminal.until(en('join.left.unreadable'));
    await terminal.keys(KEYS.enter);
    await terminal.until({
      test: (text) => says(text, fill(en('join.kept.aside'), { file: 'gobblet.aside.1' })),
    });
    await terminal.keys(KEYS.enter);
    await terminal.until(/ Esc /);
    await ends(terminal, 'q');
  });
  assert.deepEqual(games(state), ['gobblet.2', 'gobblet.aside.1']);
  dropFolder(state);
});

small.drop();
finish();
