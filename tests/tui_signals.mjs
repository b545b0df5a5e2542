// SPDX-License-Identifier: MIT
// Wherever the terminal waits for a person, whatever ends the program ends it within a second, with
// the terminal as it was: every screen, sheet and prompt, by every signal, by Ctrl-C, by a terminal
// that goes with a signal or without one, and by a keyboard that goes. The sources say which
// sheets, questions and prompts there are (tests/dialogs.mjs).
//   node tests/tui_signals.mjs KUFSA VT_CELLS SHIM [PART]
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Clock } from './clock.mjs';
import { checkVisited, shown } from './dialogs.mjs';
import { Course, findCourse, keepCourse } from './kept.mjs';
import { finish, root, test } from './program.mjs';
import { Player, Server } from './ws.mjs';
import { thrown } from './thrown.mjs';
import { dropFolder, KEYS, says, stateFolder, Terminal, touch, words } from './vt.mjs';

const shim = process.argv[4];
const part = process.argv[5] ?? '';
const en = words('en');
const AT_ONCE = 3;
const SECOND = 1000;
const RECORD = join(root, 'tests/records/gobblet-2-off-off.kufsa');
const [SIGHUP, SIGINT, SIGTERM] = [1, 2, 15];

// ---- what ends it ----

const CAUSES = {
  SIGINT: { act: (terminal) => terminal.signal(SIGINT), status: 128 + SIGINT },
  SIGTERM: { act: (terminal) => terminal.signal(SIGTERM), status: 128 + SIGTERM },
  SIGHUP: { act: (terminal) => terminal.signal(SIGHUP), status: 128 + SIGHUP },
  'Ctrl-C': { act: (terminal) => terminal.keys(KEYS.ctrlC), status: 128 + SIGINT },
  'the terminal goes': { act: (terminal) => terminal.cut(), status: 128 + SIGHUP, gone: true },
  'the terminal goes without SIGHUP': {
    act: (terminal) => terminal.cut(),
    how: ['--alone'],
    status: 128 + SIGHUP,
    plain: [0, 1], // the input has ended; 1 where something was still to be said
    gone: true,
  },
  'the keyboard goes': {
    act: (terminal) => terminal.hush(),
    how: ['--alone', '--apart'],
    status: 128 + SIGHUP,
    plain: [0], // the input has ended
  },
};

// ---- where it waits ----

const keys = (text, then) => async (terminal) => {
  await terminal.keys(text);
  await terminal.until(then);
};
const sees = (text) => (terminal) => terminal.until(text);
const yours = sees(en('tui.yours'));
const menu = (key, then = en(key)) => async (terminal) => {
  await terminal.keys('m');
  await terminal.until(en('tui.menu.title'));
  await terminal.click(en(key));
  await terminal.until(then);
};
const press = (text, then, which) => async (terminal) => {
  await terminal.click(text, which);
  await terminal.until(then);
};

/** On a busy machine the hint may be there before anybody looks. */
async function hintThinks(terminal) {
  const { wait, follow } = { wait: en('tui.hint.wait'), follow: en('tui.hint.follow') };
  for (;;) {
    await terminal.keys('h');
    await terminal.until({ test: (now) => now.includes(wait) || now.includes(follow) });
    if (terminal.text.includes(wait)) return;
    await terminal.keys(KEYS.esc);
    await terminal.until({ test: (now) => !now.includes(follow) });
  }
}

/** A game of Gobblet that was left. */
function leave(state) {
  const course = new Course('gobblet', 2, 'left');
  course.play(0, '4@a1');
  course.playBest(10);
  keepCourse(course, state, ['Noa', '']);
}

/** A game of Iota that has just begun. */
const leaveIota = (state) => keepCourse(new Course('iota', 2, 'laid'), state, ['Noa', '']);
const goesOn = [sees(en('join.left.title')), keys('\n', en('tui.yours'))];

/** A game of Cento that was left where every card that fits does so as more than one product. */
const courses = new Map();
function leaveProducts(state) {
  const cards = (course) => course.legal(0).flatMap((move) => /^(\d+)=/.exec(move)?.[1] ?? []);
  const isWanted = (course) =>
    course.now.actors[0] === 0 &&
    cards(course).length > 0 &&
    cards(course).every((card, _, all) => all.filter((each) => each === card).length > 1);
  if (!courses.has('cento'))
    courses.set('cento', findCourse({ game: 'cento', seats: 2, options: {} }, isWanted));
  keepCourse(courses.get('cento'), state, ['Noa', '']);
}

function scribble(state) {
  mkdirSync(join(state, 'kufsa'), { recursive: true });
  writeFileSync(join(state, 'kufsa', 'gobblet.1'), 'what is this\n');
}

/** A game that was thrown away, to be looked back at. */
const past = (...steps) => ({
  before: (state) => {
    const path = join(state, 'x.kufsa');
    writeFileSync(path, thrown());
    return { argv: ['replay', path] };
  },
  steps: [sees(en('tui.key.review')), keys('r', `═ ${en('past.title.open')} ═`), ...steps],
});
const moment = keys('1', en('past.tell'));
const verdict = en('tui.past.best').split('{')[0];
const LONG = join(root, 'tests/records/iota-2-full-points-double.kufsa');

const toDelete = [
  sees(en('join.left.title')),
  press(en('join.left.delete'), en('join.left.delete.which')),
];
const gobblet = ['play', 'gobblet'];
const plain = [...gobblet, '--plain'];
const aloud = ['play', 'cento', '--aloud', 'three'];
// First it tells what differs from print, and then what to do.
const begins = [sees(`${en('aloud')}:`), keys(KEYS.esc, en('tui.begin.aloud'))];
const local = {
  'which game': { argv: ['play'], steps: [sees(en('tui.games'))] },
  'a game was left': { argv: gobblet, before: leave, steps: [sees(en('join.left.title'))] },
  'games were left: which to delete': {
    argv: ['play'],
    before: leave,
    steps: toDelete,
  },
  'games were left: delete it?': {
    argv: ['play'],
    before: leave,
    steps: [...toDelete, keys('\n', en('join.left.delete.sure'))],
  },
  'games were left: a new one, which': {
    argv: ['play'],
    before: leave,
    steps: [sees(en('join.left.title')), press(en('join.left.new'), en('tui.games'))],
  },
  'a game that cannot be read': {
    argv: gobblet,
    before: scribble,
    steps: [sees(en('join.left.title')), keys('\n', 'gobblet.aside.1')],
  },
  'at the table': { argv: gobblet, steps: [yours] },
  'something in hand': { argv: gobblet, steps: [yours, keys('\n', en('tui.held'))] },
  help: { argv: gobblet, steps: [yours, keys('?', en('tui.help.title'))] },
  menu: { argv: gobblet, steps: [yours, keys('m', en('tui.menu.title'))] },
  'what happened': { argv: gobblet, steps: [yours, keys('l', en('tui.log.empty'))] },
  'the hint thinks': { argv: ['play', 'iota'], steps: [yours, hintThinks] },
  'the hint': { argv: gobblet, steps: [yours, keys('h', en('tui.hint.follow'))] },
  'resign?': { argv: gobblet, steps: [yours, menu('tui.menu.resign', en('tui.resign.sure'))] },
  'a typed move': { argv: gobblet, steps: [yours, keys(':4@', '4@')] },
  'the multiplication table': {
    argv: ['play', 'cento'],
    steps: [yours, keys('t', en('tui.cento.table'))],
  },
  'the keyboard goes round': {
    argv: ['play', 'taki', '--people', '2'],
    steps: [sees(en('tui.curtain'))],
  },
  'which product?': {
    argv: ['play', 'cento'],
    before: leaveProducts,
    steps: [...goesOn, keys('\n', en('tui.choose'))],
  },
  'a card of a line is laid': {
    argv: ['play', 'iota'],
    before: leaveIota,
    steps: [...goesOn, keys('\n', en('tui.held')), keys(`${KEYS.tab}\n`, en('tui.more'))],
  },
  'a trade has begun': {
    argv: ['play', 'iota'],
    steps: [yours, press(en('tui.word.trade'), en('tui.more.needed'))],
  },
  'say it yourself': { argv: aloud, steps: [...begins] },
  'say both factors': {
    argv: aloud,
    steps: [...begins, keys('\n', en('tui.type.answer'))],
  },
  'my wrong answers': {
    argv: aloud,
    steps: [
      ...begins,
      keys('\n', en('tui.type.answer')),
      keys('10x10\n', '1 of 3'),
      menu('tui.menu.resign', en('tui.resign.sure')),
      press(en('tui.menu.resign'), en('tui.rematch'), { last: true }),
      sees(`2 ${en('aloud.mine')}`),
      keys('2', `═ ${en('aloud.mine')} ═`), // no click: its line moves when a notice ends
    ],
  },
  'bots think': {
    argv: ['play', 'gobblet', '--people', '0', '--bots', 'master'],
    steps: [sees(en('tui.turn').replace('{name}', 'White'))],
  },
  'the game is over': {
    argv: gobblet,
    steps: [
      yours,
      menu('tui.menu.resign', en('tui.resign.sure')),
      press(en('tui.menu.resign'), en('tui.rematch'), { last: true }),
    ],
  },
  'too small': { argv: gobblet, columns: 60, lines: 20, steps: [sees('too small')] },
  replay: { argv: ['replay', RECORD], steps: [sees(en('tui.key.eyes'))] },
  'replay runs': {
    argv: ['replay', RECORD],
    steps: [sees(en('tui.key.eyes')), keys(' ', en('tui.replay.at').split('{')[0])],
  },
  'help at a replay': {
    argv: ['replay', RECORD],
    steps: [sees(en('tui.key.eyes')), keys('?', en('tui.help.title'))],
  },
  'a review is made': {
    argv: ['replay', LONG],
    steps: [sees(en('tui.key.review')), keys('r', `═ ${en('past.busy')} ═`)],
  },
  'a review': past(),
  'a review of a game with cards': {
    argv: ['play', 'cento'],
    steps: [
      yours,
      menu('tui.menu.resign', en('tui.resign.sure')),
      press(en('tui.menu.resign'), en('past.do'), { last: true }),
      keys('2', `═ ${en('past.title')} ═`), // no click: its line moves when a notice ends
    ],
  },
  'a moment asks': past(moment, sees(en('past.ask'))),
  'a moment: something in hand': past(moment, keys('\n', en('tui.held'))),
  'a moment tells': past(moment, keys('1', verdict)),
  'a moment: the answer is judged': past(moment, keys(':3@a2\n', verdict)),
  'a moment: the whole verdict': past(
    moment,
    keys('1', verdict),
    keys('l', `═ ${en('past.back')} ═`),
  ),
  'playing on: how strong': past(keys(KEYS.esc, '●'), keys('o', `═ ${en('past.on.title')} ═`)),
  'the hidden prompt': { argv: ['join', '-'], steps: [sees(en('join.prompt'))] },
  'plain: a game was left': {
    argv: plain,
    before: leave,
    plain: true,
    steps: [sees(en('join.left.title')), keys('what?\n', /(quit[^]*){2}> /)],
  },
  'plain: delete it?': {
    argv: plain,
    before: leave,
    plain: true,
    steps: [sees(en('join.left.title')), keys('delete 1\n', en('join.left.delete.type'))],
  },
  'plain: which game': { argv: ['play', '--plain'], plain: true, steps: [sees(en('tui.games'))] },
  'plain: a move': { argv: plain, plain: true, steps: [sees('White>')] },
  'plain: the keyboard goes round': {
    argv: ['play', 'taki', '--people', '2', '--plain'],
    plain: true,
    steps: [sees('Enter')],
  },
  'plain: a draw is offered': {
    argv: [...plain, '--people', '2'],
    plain: true,
    steps: [sees('White>'), keys('draw\n', /draw.*\?/)],
  },
  'plain: replay': { argv: ['replay', RECORD, '--plain'], plain: true, steps: [sees('0/')] },
};

/** Noa and Ben, and perhaps Dana, who play; the last one's seat goes on at this terminal. */
async function people(server, game = 'gobblet', names = ['Noa', 'Ben']) {
  const table = await server.open(game, names.length);
  const all = [];
  for (const [seat, name] of names.entries()) {
    const who = seat === 0 ? { token: table.token } : { join: true };
    all.push(await Player.join(server, table.table, who));
    await all[seat].does({ do: 'sit', seat, name });
    if (seat > 0) await all[seat].does({ do: 'ready' });
  }
  await all[0].does({ do: 'grace', millis: 10000 });
  await all[0].does({ do: 'start' });
  const { token } = all.at(-1);
  all.pop().close();
  const link = `http://localhost:${server.port}/#${table.code}/${token}`;
  const close = () => all.forEach((player) => player.close());
  return { all, table, argv: ['join', link, '--take'], close };
}

const does = (player, body) => () => player.does(body);
const asks = (key, name) => sees({ test: (now) => says(now, en(key).replace('{name}', name)) });
const moves = { do: 'move', move: '4@a1' };

/** Places at a table where others play as well. `act` gives the steps. */
const amongOthers = (server, act, game, names) => ({
  before: async (state) => {
    const found = await people(server, game, names);
    return { ...found, steps: act(found, state) };
  },
  steps: [],
});

/** The same at a server of its own, where a minute passes in which nobody moves. */
const reminded = (act, game, names) => ({
  before: async () => {
    const clock = new Clock(shim);
    const server = await Server.start(['--memory'], clock.environment);
    const found = await people(server, game, names);
    const close = async () => {
      found.close();
      await server.kill('SIGKILL');
      clock.close();
    };
    const [speaker] = found.all;
    const pass = (terminal) => clock.passBoth(60500, { server, speaker, terminal, t: en });
    return { ...found, close, env: clock.environment, steps: act(found, pass) };
  },
  steps: [],
});

const withOthers = (server) => ({
  'a draw is offered': amongOthers(server, ({ all: [noa] }) => [
    does(noa, moves),
    yours,
    does(noa, { do: 'offer' }),
    asks('tui.offered', 'Noa'),
  ]),
  'a draw is wanted': amongOthers(server, ({ all: [noa] }) => [
    does(noa, moves),
    yours,
    menu('tui.menu.offer', en('tui.offer.waits')),
  ]),
  'a move back?': amongOthers(server, ({ all: [noa] }) => [
    does(noa, moves),
    yours,
    does(noa, { do: 'undo' }),
    asks('tui.asked', 'Noa'),
  ]),
  'my move back': amongOthers(server, ({ all: [noa] }) => [
    does(noa, moves),
    (terminal) => touch(terminal, en),
    () => noa.socket.take((m) => m.do === 'move' && m.seat === 1),
    keys('u', en('tui.undo.waits')),
  ]),
  'another game?': amongOthers(server, ({ all: [noa] }) => [
    does(noa, { do: 'resign' }),
    does(noa, { do: 'rematch' }),
    asks('tui.rematch.asked', 'Noa'),
  ]),
  'another game: somebody is missing': amongOthers(server, ({ all: [noa] }) => [
    does(noa, { do: 'resign' }),
    does(noa, { do: 'stand' }),
    press(en('tui.rematch'), en('tui.rematch.bot')),
  ]),
  'another device has the place': amongOthers(server, ({ table: { table } }, state) => [
    sees('Noa'),
    async () => {
      const [, , token] = readFileSync(join(state, 'kufsa', 'tokens'), 'utf8').trim().split(' ');
      (await Player.join(server, table, { token, become: 'ab'.repeat(16) })).close();
    },
    sees(`═ ${en('tui.moved')} ═`),
  ]),
  'somebody is reminded': reminded(
    ({ all: [, dana] }, pass) => [
      sees('Noa'),
      pass,
      does(dana, { do: 'nudge', seat: 0 }),
      asks('tui.nudged', 'Noa'),
    ],
    'iota',
    ['Noa', 'Dana', 'Ben'],
  ),
  'I am reminded': reminded(({ all: [noa] }, pass) => [
    does(noa, moves),
    yours,
    pass,
    does(noa, { do: 'nudge', seat: 1 }),
    asks('tui.nudged.you'),
  ]),
});

/** Places at a server's table, where Ben plays on this terminal; and at one that says nothing. */
function remote(server, silent) {
  const host = `localhost:${server.port}`;
  const chair = en('tui.lobby.sit').replace('{seat}', '');
  const sit = press(chair, en('tui.lobby.stand'));
  const lobby = async () => {
    const table = await server.open('gobblet', 2);
    const link = `http://${host}/#${table.code}/${table.token}`;
    return { argv: ['join', link, '--take', '--name', 'Ben'] };
  };
  const guest = async (state) => {
    const table = await server.open('gobblet', 2);
    writeFileSync(join(state, 'kufsa'), 'a file where the folder should be');
    return { argv: ['join', `${table.code}@${host}`, '--name', 'Ben'] };
  };
  const withDana = async () => {
    const { argv } = await lobby();
    const dana = await Player.join(server, argv[1].split('#')[1].split('/')[0]);
    await dana.does({ do: 'sit', seat: 1, name: 'Dana' });
    dana.close();
    return { argv };
  };
  const danas = en('tui.door.person').replace('{name}', 'Dana');
  const playing = async () => {
    const table = await server.open('gobblet', 2);
    const ben = await Player.join(server, table.table, { token: table.token });
    await ben.does({ do: 'sit', seat: 0, name: 'Ben' });
    await ben.does({ do: 'bot', seat: 1, level: 'gentle' });
    await ben.does({ do: 'start' });
    ben.close();
    return { argv: ['join', `http://${host}/#${table.code}/${table.token}`, '--take'] };
  };
  const other = async (state) => {
    const { argv } = await playing();
    mkdirSync(join(state, 'kufsa'), { recursive: true });
    const [code] = argv[1].split('#')[1].split('/');
    writeFileSync(join(state, 'kufsa', 'tokens'), `${host} ${code} ${'0'.repeat(32)}\n`);
    return { argv };
  };
  return {
    'join: a link that takes over': {
      before: async () => ({ argv: (await playing()).argv.slice(0, 2) }),
      steps: [sees(en('join.take'))],
    },
    'join: another place': { before: other, steps: [sees(en('join.other'))] },
    lobby: { before: lobby, steps: [sees(en('tui.lobby.code').split('{')[0])] },
    'lobby: how strong': {
      before: lobby,
      steps: [sit, press(en('tui.lobby.add').replace('{seat}', ''), en('tui.lobby.level'))],
    },
    'lobby: a name': {
      before: lobby,
      steps: [sit, press(en('tui.lobby.name'), en('tui.type.name'))],
    },
    'lobby: house rules': {
      before: lobby,
      steps: [press(en('tui.lobby.house'), en('option.gobblet.touch'))],
    },
    'lobby: a seat that is not kept': { before: guest, steps: [press(chair, en('tui.unkept'))] },
    'the door': {
      before: withDana,
      steps: [sees('Dana'), menu('tui.menu.door', danas)],
    },
    'the door: remove or block?': {
      before: withDana,
      steps: [sees('Dana'), menu('tui.menu.door', danas), press(danas, en('tui.door.sure'))],
    },
    'at a server': { before: playing, steps: [yours] },
    'something to say': {
      before: playing,
      steps: [yours, menu('tui.menu.say', en('table.phrase.hello'))],
    },
    'another device': { before: playing, steps: [yours, keys('d', '█▀▀▀▀▀█')] },
    'nobody answers': {
      argv: ['join', `ABCDEF@127.0.0.1:${silent.address().port}`],
      steps: [sees(en('tui.line.connecting'))],
    },
  };
}

// ---- the judgement ----

let slowest = 0;
const seen = new Set();

class Slow extends Error {}

async function judge(place, cause) {
  const state = stateFolder();
  let terminal;
  let made;
  try {
    made = await place.before?.(state);
    const { argv, steps, env } = { ...place, ...made };
    const { columns, lines } = place;
    terminal = new Terminal(argv, { state, columns, lines, env, how: cause.how });
    for (const step of steps) await step(terminal);
    for (const key of shown(terminal.text, en)) seen.add(key);
    const begun = performance.now();
    await cause.act(terminal);
    const status = await terminal.end(20 * SECOND);
    const took = performance.now() - begun;
    assert.notEqual(status, null, 'it did not end');
    const wanted = (place.plain && cause.plain) || [cause.status];
    assert.ok(wanted.includes(status < 0 ? 128 - status : status), `exit status ${status}`);
    slowest = Math.max(slowest, took);
    if (took >= SECOND) throw new Slow(`it took ${took.toFixed(0)} ms`);
    if (cause.gone) return;
    const screen = await terminal.rest(5);
    assert.equal(screen.alternate, false, 'the whole screen was not left');
    assert.equal(screen.visible, true, 'the cursor was not given back');
    assert.equal(screen.mouse, 0, 'the mouse was not given back');
    assert.equal(screen.cooked, true, 'the modes of the terminal were not given back');
  } finally {
    await terminal?.close();
    await made?.close?.();
    dropFolder(state);
  }
}

async function judgeAll() {
  const server = await Server.start(['--memory']);
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const places = { ...local, ...remote(server, silent), ...withOthers(server) };
  const waiting = [];
  const late = [];
  const problems = [];
  for (const [where, place] of Object.entries(places))
    for (const [what, cause] of Object.entries(CAUSES))
      if (`${where}: ${what}`.includes(part)) waiting.push([`${where}: ${what}`, place, cause]);
  const tried = waiting.length;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, place, cause] = next;
      await judge(place, cause).catch((error) => {
        if (error instanceof Slow) late.push(next);
        else problems.push(`${name}: ${error.message}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Nothing in the program takes that long: at a load of 20 on two processors the slowest of all
  // ended after 219 ms. What is left is a machine that stands still, such as at a sync of the game
  // to its disk; so one that was late is tried once more, alone.
  for (const [name, place, cause] of late) {
    console.log(`${name} was late, and is tried again`);
    await judge(place, cause).catch((error) => problems.push(`${name}: ${error.message}`));
  }
  await server.kill('SIGKILL');
  silent.close();
  console.log(
    `${Object.keys(places).length} places × ${Object.keys(CAUSES).length} causes: ` +
      `${tried} tried, the slowest ended after ${slowest.toFixed(0)} ms`,
  );
  for (const problem of problems) console.error(problem.trimEnd());
  assert.equal(problems.length, 0);
  if (part !== '') return;
  console.log(`${checkVisited(seen)} sheets, questions and prompts, all of them visited`);
}

await test('every place, every cause', judgeAll);
finish();
