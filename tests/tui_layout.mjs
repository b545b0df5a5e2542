// SPDX-License-Identifier: MIT
// Does everything fit? Walks through every screen, sheet, dialog, menu and prompt of the terminal
// and through recorded games with the least and the most seats and all options, in both languages,
// on 80 by 24 and 120 by 40 cells, with names that are long and of either direction. The program is
// watched while it draws (tests/layout_watch.c); nothing may be cut, covered, broken in mid-word or
// off screen. Sheets, questions and prompts that nobody looked at fail, too (tests/dialogs.mjs).
//   node tests/tui_layout.mjs KUFSA_LAYOUT VT_CELLS SHIM [PART …]
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Clock } from './clock.mjs';
import { checkVisited, shown } from './dialogs.mjs';
import { Course, keepCourse } from './kept.mjs';
import { finish, gameRows, root, run, test } from './program.mjs';
import { thrown } from './thrown.mjs';
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
import { frame, Player, Server } from './ws.mjs';

const [shim, ...parts] = process.argv.slice(4);
const t = { en: words('en'), he: words('he') };
const LANGUAGES = ['en', 'he'];
const SIZES = [[80, 24], [120, 40]];
const GRACE_MS = 10_000; // the shortest there is
const SHOWN_MS = 30_000; // what is not there by then will not come
const AT_ONCE = 6; // they wait more than they work
const NAMES = [
  'Bartholomea-Anastasia Lu',
  'ג׳ורג׳ינה־אליסבתה קטנטנה',
  'Tom & טל (3), של ורד 2+2',
  'WWWWWWWWWWWWWWWWWWWWWWWW',
  'שלומציוןאלכסנדרההמלכה־לי',
  'א',
  'Ada 1815',
  '7',
  'Ben-Zion בן־ציון ben.zio',
  'דנה (Dana) ותמר (Tamar)!',
];

// ---- what was seen ----

const screens = new Set();
const visited = { en: new Set(), he: new Set() };
let looked = 0;
let positions = 0;
const faults = new Map(); // a report of each, and where it was seen first

/** Texts as they are compared: without the marks around names. */
const bare = (text) => text.replace(/[\u2066-\u2069]/gu, '');

/** Ten seats on 24 lines: names may be shortened there, to at least ten letters. */
const isShortName = ({ kind, text, box }, many) =>
  many && kind === 'cut' && NAMES.includes(bare(text)) && box[2] >= 10;

class Walk {
  constructor({ language, size }, argv, { many = false, ...wishes } = {}) {
    this.state = wishes.state ?? stateFolder();
    this.own = wishes.state === undefined;
    this.language = language;
    this.many = many;
    this.report = join(this.state, `layout-${Math.random()}`);
    this.read = 0;
    this.terminal = new Terminal([...argv, '--lang', language, '--bidi=off'], {
      ...wishes,
      columns: size[0],
      lines: size[1],
      state: this.state,
      env: { KUFSA_LAYOUT: this.report, ...wishes.env },
    });
    this.size = size;
  }

  /** What the watcher has written since it was last asked. */
  take(name) {
    if (!existsSync(this.report)) return;
    const text = readFileSync(this.report, 'utf8');
    const lines = text.slice(this.read).split('\n').slice(0, -1);
    this.read += lines.reduce((sum, line) => sum + line.length + 1, 0);
    for (const line of lines) {
      const fault = JSON.parse(line);
      if (isShortName(fault, this.many)) continue;
      this.fault(`${fault.kind}: ${bare(fault.text)}`, `${name} [${fault.box}]`);
    }
  }

  /** Looks at what is there now. `shows` are sentences that must be there. */
  async look(name, shows = []) {
    const begun = Date.now();
    const lacks = (sentence) => !says(this.terminal.text, sentence);
    do await this.terminal.rest(40, 1000);
    while (shows.some(lacks) && Date.now() - begun < SHOWN_MS);
    assert.ok(this.terminal.screen.alive, `${name}: it has ended\n${this.terminal.text}`);
    screens.add(name);
    for (const key of shown(this.terminal.text, t[this.language])) visited[this.language].add(key);
    looked++;
    this.take(name);
    for (const sentence of shows.filter(lacks))
      this.fault(`missing: ${sentence}`, `${name}\n${this.terminal.text}\n`);
  }

  fault(what, where) {
    if (!faults.has(what)) faults.set(what, []);
    faults.get(what).push(`${this.language} ${this.size.join('x')} ${where}`);
  }

  async keys(keys) {
    await this.terminal.keys(keys);
    await this.terminal.rest(25, 400);
  }

  say(key) {
    return t[this.language](key);
  }

  until(sentence) {
    return this.terminal.until({ test: (now) => says(now, sentence) });
  }

  async close() {
    await this.terminal.close();
    this.take('the end');
    if (this.own) dropFolder(this.state);
  }
}

async function walking(how, argv, wishes, body) {
  const walk = new Walk(how, argv, wishes);
  try {
    await body(walk);
  } finally {
    await walk.close();
  }
}

// ---- tables at one keyboard ----

const GAMES = {
  iota: [{ seats: 2 }, { seats: 4 }],
  cento: [{ seats: 2 }, { seats: 6, options: { rounds: 20 } }, { seats: 6, options: { free: 0 } }],
  gobblet: [{ seats: 2 }, { seats: 2, options: { touch: 'on', peek: 'on', reserve: 'free' } }],
  taki: [
    { seats: 2 },
    { seats: 6, options: { mode: 'pyramid' } },
    { seats: 10, options: { mode: 'pyramid' } },
  ],
};

/** A game that was left after some moves, when seat 0 is to act. */
function leftGame(game, { seats, options = {} }, plies, people, state) {
  const course = new Course(game, seats, `layout ${game} ${seats}`, options);
  for (let ply = 0; !course.over; ply++) {
    if (ply >= plies && course.now.actors.length === 1 && course.now.actors[0] === 0) break;
    course.playBest(50);
  }
  keepCourse(course, state, NAMES.slice(0, people).concat(Array(seats - people).fill('')));
}

/** Each sheet that can be opened here. */
async function lookAtSheets(walk, name) {
  for (const [key, sheet] of [
    ['?', 'help'],
    ['l', 'log'],
    ['t', 'table'],
    ['m', 'menu'],
    [':', 'type'],
    ['d', 'device'],
  ]) {
    await walk.keys(key);
    await walk.look(`${name}: ${sheet}`);
    if (sheet === 'help') await walk.keys(KEYS.end);
    if (sheet === 'help') await walk.look(`${name}: ${sheet}, its end`);
    await walk.keys(KEYS.esc);
  }
}

async function lookAtHint(walk, name) {
  await walk.keys('h');
  await walk.until(walk.say('tui.hint.follow'));
  await walk.look(`${name}: hint`);
  await walk.keys(KEYS.esc);
}

async function lookAtLeft(how, game, setting, people) {
  const state = stateFolder();
  const most = setting.seats === 10 || setting.seats === 6;
  const name = `${game} ${setting.seats} ${JSON.stringify(setting.options ?? {})} ${people}`;
  leftGame(game, setting, most ? 12 : 6, people, state);
  await walking(how, ['play', game], { state, many: setting.seats > 6 }, async (walk) => {
    await walk.until(walk.say('join.left.title'));
    await walk.look(`${game}: a game was left`);
    await walk.keys(KEYS.enter);
    await walk.terminal.until(/Enter|⏎|Esc/);
    if (walk.terminal.text.includes(walk.say('tui.curtain'))) {
      await walk.look(`${name}: curtain`);
      await walk.keys(KEYS.enter);
    }
    await walk.look(name, people === 1 ? [] : NAMES.slice(0, setting.seats > 6 ? 0 : people));
    await lookAtSheets(walk, name);
    await lookAtHint(walk, name);
    await walk.keys(KEYS.enter);
    await walk.look(`${name}: touched`);
    await walk.keys(KEYS.esc);
    const chance = chanceOf(setting.seats);
    await playRobot(walk.terminal, chance, t[how.language], {
      hints: 5,
      leaves: true,
      step: async (_, presses) => {
        if (presses % 4 === 0) await walk.look(`${name}: play`);
        return presses >= 32;
      },
    });
  });
  dropFolder(state);
}

// ---- records ----

const RECORDS = /^(cento-[26]-|iota-[24]-|gobblet-|taki-(2|6|10)-)/;
const EVERY = 120; // this many moves one by one, then every tenth

/** The record with names on its seats. */
function namedRecord(file) {
  const text = readFileSync(join(root, 'tests/records', file), 'utf8');
  const seats = Number(/^seats (\d+)$/m.exec(text)[1]);
  const lines = NAMES.slice(0, seats).map((name, seat) =>
    seat % 3 === 2 ? `seat ${seat} bot casual ${name}\n` : `seat ${seat} person ${name}\n`,
  );
  return { seats, text: text.replace(/^key /m, `${lines.join('')}key `) };
}

async function lookAtRecord(how, file) {
  const state = stateFolder();
  const path = join(state, file);
  const { text, seats } = namedRecord(file);
  writeFileSync(path, text);
  const name = `record ${file}`;
  await walking(how, ['replay', path], { state, many: seats > 6 }, async (walk) => {
    await walk.until(walk.say('game.' + file.split('-')[0]));
    await walk.look(name);
    const count = text.split('\n\n')[1].match(/^\d/gm).length;
    await walk.terminal.keys(KEYS.home);
    for (let at = 0; at < Math.min(count, EVERY); at += 20) {
      await walk.terminal.keys(KEYS.right.repeat(20));
      await walk.terminal.rest(60);
    }
    for (let at = EVERY; at < count; at += 200) {
      await walk.terminal.keys(KEYS.pageDown.repeat(20));
      await walk.terminal.rest(60);
    }
    positions += Math.min(count, EVERY) + Math.max(0, Math.ceil((count - EVERY) / 10));
    walk.take(name);
    await walk.keys(KEYS.end);
    await walk.look(`${name}: end`, seats > 6 ? [] : NAMES.slice(0, seats));
    for (let eyes = 0; eyes < 3; eyes++) {
      await walk.keys('v');
      await walk.look(`${name}: eyes ${eyes}`);
    }
    for (const [key, sheet] of [['?', 'help'], ['l', 'log'], ['m', 'menu'], ['t', 'table']]) {
      await walk.keys(key);
      await walk.look(`${name}: ${sheet}`);
      await walk.keys(KEYS.esc);
      if (sheet === 'table' && !file.startsWith('cento')) break;
    }
  });
  dropFolder(state);
}

// ---- looking back ----

/** A moment: the question, the verdict, what may follow; then the next one. */
async function lookAtMoments(walk, name) {
  for (let at = 1; ; at++) {
    const moment = `${name}: moment ${at}`;
    await walk.until(walk.say('past.ask'));
    await walk.look(`${moment}, asked`);
    if (at === 1) await lookAtHelp(walk, moment);
    await walk.terminal.click(walk.say('past.tell'));
    await walk.until(walk.say('tui.key.step'));
    await walk.look(`${moment}, told`);
    await walk.keys('l');
    await walk.until(framed(walk, 'past.back'));
    await walk.look(`${moment}, the whole verdict`);
    await walk.keys(KEYS.esc);
    if (at === 1) await lookAtHelp(walk, `${moment}, told`);
    await walk.keys(KEYS.right.repeat(3));
    await walk.look(`${moment}, what may follow`);
    if (!says(walk.terminal.text, walk.say('tui.past.next'))) return;
    await walk.terminal.click(walk.say('tui.past.next'));
  }
}

async function lookAtHelp(walk, name) {
  await walk.keys('?');
  await walk.look(`${name}: help`);
  await walk.keys(KEYS.esc);
}

const framed = (walk, key) => `═ ${walk.say(key)} ═`;

/** The review of a game: whose it is, its moments, its replay with the curve. */
async function lookAtPast(how, name, record, { mine, seats }) {
  const state = stateFolder();
  const path = join(state, 'past.kufsa');
  const tags = mine === undefined ? '' : `at 2026-01-01T00:00:00.000Z\nmine ${mine}\n`;
  writeFileSync(path, record.replace(/^key /m, `${tags}key `));
  if (tags) run(['box', 'import', path], '', { XDG_STATE_HOME: state });
  const argv = tags ? ['box', 'show', '1'] : ['replay', path];
  await walking(how, argv, { state, many: seats > 6 }, async (walk) => {
    await walk.until(walk.say('tui.key.review'));
    await walk.keys('r');
    const title = tags ? 'past.title' : 'past.title.open';
    await walk.until(framed(walk, title));
    await walk.look(`${name}: review`);
    if (!tags) {
      await walk.keys('3');
      await walk.look(`${name}: review of another seat`);
      for (let seat = 1; seat < seats; seat++) {
        await walk.terminal.click(`${walk.say('past.seat')}: `);
        await walk.until(framed(walk, title));
      }
    }
    await walk.terminal.click(walk.say('past.moments'));
    await lookAtMoments(walk, name);
    await walk.keys('q');
    await walk.until(framed(walk, title));
    await walk.keys(`${KEYS.esc}${KEYS.home}n`);
    await walk.look(`${name}: the curve`);
    await lookAtHelp(walk, `${name}: the curve`);
    await walk.keys('o');
    await walk.until(framed(walk, 'past.on.title'));
    await walk.look(`${name}: playing on`);
  });
  dropFolder(state);
}

/** A review in the making, and a game that is over at its last move. */
async function lookAtJudging(how) {
  const argv = ['replay', join(root, 'tests/records/iota-2-full-points-double.kufsa')];
  await walking(how, argv, {}, async (walk) => {
    await walk.until(walk.say('tui.key.review'));
    await walk.keys('r');
    await walk.until(framed(walk, 'past.busy'));
    await walk.look('a review in the making');
  });
}

// ---- tables of a server ----

/** Between a terminal and its server: what the server says, and whatever a test says besides. */
async function between(server) {
  const clients = new Set();
  const listener = createServer((client) => {
    const upstream = connect(server.port, '127.0.0.1');
    clients.add(client);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise((done) => listener.listen(0, '127.0.0.1', done));
  return {
    port: listener.address().port,
    say: (message) => {
      for (const client of clients)
        if (!client.destroyed) client.write(frame(1, JSON.stringify(message), { masked: false }));
    },
    close: () => {
      for (const client of clients) client.destroy();
      listener.close();
    },
  };
}

async function withServer(body, environment = {}) {
  const server = await Server.start(['--memory'], environment);
  try {
    await body(server);
  } finally {
    await server.kill('SIGKILL');
  }
}

/** Sentences that may refuse something: all keys that the code names where it refuses. */
function reasons() {
  const named = new Set();
  for (const folder of ['rules', 'match', 'table', 'store', 'server', 'tui'])
    for (const file of readdirSync(join(root, 'src', folder))) {
      const text = readFileSync(join(root, 'src', folder, file), 'utf8');
      for (const [, key] of text.matchAll(REASON)) named.add(key);
    }
  return [...named].filter((key) => catalogue.has(key) && !catalogue.get(key).includes('{'));
}

const REASON = /"((?:iota|cento|gobblet|taki|game|match|table|store|serve|join)\.[\w.]+)"/g;
const NO_REASON = /^table\.phrase\.|\.advice\.|^game\.\w+$|^join\.(name|left|other)\b/;
const catalogue = new Map();
for (const file of readdirSync(join(root, 'i18n/en')))
  for (const line of readFileSync(join(root, 'i18n/en', file), 'utf8').split('\n')) {
    const [key, text] = line.split(/ = (.*)/s);
    if (text !== undefined && !NO_REASON.test(key)) catalogue.set(key, text);
  }

/** A table where others sit on all seats but the terminal's, which is the last. */
async function atTable(how, game, seats, { clock, options = {}, aloud, hands }, body) {
  await withServer(async (server) => {
    const proxy = await between(server);
    const table = await server.open(game, seats);
    const others = [];
    const state = stateFolder();
    for (let seat = 0; seat < seats - 1; seat++) {
      const who = seat === 0 ? { token: table.token } : { join: true };
      others.push(await Player.join(server, table.table, who));
      await others[seat].does({ do: 'sit', seat, name: NAMES[seat] });
    }
    for (const [name, value] of Object.entries(options))
      await others[0].does({ do: 'option', name, value: String(value) });
    if (clock) await others[0].does({ do: 'clock', kind: 'game', millis: clock });
    if (aloud) await others[0].does({ do: 'aloud', value: aloud });
    const mine = NAMES[seats - 1];
    const address = `${table.code}@127.0.0.1:${proxy.port}`;
    const argv = ['join', address, '--name', mine];
    const env = hands?.environment;
    await walking(how, argv, { state, many: seats > 6, env }, async (walk) => {
      await walk.until(walk.say('tui.lobby'));
      const name = `table ${game} ${seats}`;
      await body({ walk, proxy, others, seats, name, server, table, state });
    });
    for (const player of others) player.close();
    proxy.close();
    dropFolder(state);
  }, hands?.environment);
}

const tokenIn = (state) =>
  readFileSync(join(state, 'kufsa', 'tokens'), 'utf8').trim().split(' ')[2];

/** The terminal sits down and the match begins. */
async function begin({ walk, others, seats, name }) {
  await walk.look(`${name}: lobby, standing`);
  await walk.terminal.click(walk.say('tui.lobby.sit').split('{')[0].trim());
  await walk.until(walk.say('tui.lobby.be_ready'));
  await walk.look(`${name}: lobby, sitting`, seats > 6 ? [] : NAMES.slice(0, seats));
  await walk.terminal.click(walk.say('tui.lobby.name'));
  await walk.until(walk.say('tui.type.name'));
  await walk.look(`${name}: another name`);
  await walk.keys(KEYS.esc);
  await walk.terminal.click(walk.say('tui.lobby.be_ready'));
  await walk.until(walk.say('tui.lobby.unready'));
  for (const other of others.slice(1)) await other.does({ do: 'ready' });
  await walk.look(`${name}: lobby, ready`);
  await others[0].does({ do: 'start' });
  await walk.terminal.until({ test: (now) => !says(now, walk.say('tui.lobby')) });
}

async function lookAtMany(how, game, seats, wishes) {
  await atTable(how, game, seats, wishes, async (table) => {
    const { walk, others, name } = table;
    await begin(table);
    await walk.look(`${name}: begun`, seats > 6 ? [] : NAMES.slice(0, seats));
    await lookAtSheets(walk, name);
    await others[0].does({ do: 'grace', millis: GRACE_MS });
    others[1].close(); // away, so that the computer may stand in
    await walk.until(walk.say('tui.stand_in').split('{')[0].trim());
    await walk.look(`${name}: somebody is away`);
    await others[0].does({ do: 'say', phrase: 'well_played' });
    await walk.look(`${name}: a phrase`);
  });
}

/** What the terminal's player has asked for. */
async function lookAtWaiting({ walk, others, name }) {
  const [other] = others;
  await other.does({ do: 'move', move: '4@a1' });
  await walk.until(walk.say('tui.yours'));
  await walk.keys('m');
  await walk.terminal.click(walk.say('tui.menu.offer'));
  await walk.until(walk.say('tui.offer.waits'));
  await walk.look(`${name}: a draw is wanted`);
  await other.does({ do: 'decline' });
  await walk.keys(':');
  await walk.until(walk.say('tui.type.move'));
  await walk.keys(`4@d4${KEYS.enter}`);
  await other.socket.take((m) => m.do === 'move' && m.seat === 1);
  await walk.keys('u');
  await walk.until(walk.say('tui.undo.waits'));
  await walk.look(`${name}: a move back is wanted`);
}

/** Questions that come before a table. */
async function lookAtQuestions(how) {
  const state = stateFolder();
  keepCourse(new Course('iota', 2, 'laid'), state, [NAMES[0], '']);
  await walking(how, ['play', 'iota'], { state }, async (walk) => {
    await walk.terminal.click(walk.say('join.left.delete'));
    await walk.until(walk.say('join.left.delete.which'));
    await walk.look('delete which?');
    await walk.keys(KEYS.enter);
    await walk.until(walk.say('join.left.delete.sure'));
    await walk.look('delete it?');
    await walk.keys(KEYS.enter); // no
    await walk.until(walk.say('join.left.title'));
    await walk.keys(KEYS.enter);
    await walk.until(walk.say('tui.yours'));
    await walk.keys(KEYS.enter);
    await walk.until(walk.say('tui.held'));
    await walk.keys(KEYS.enter);
    await walk.until(walk.say('tui.more.needed'));
    await walk.look('not a whole move yet');
  });
  await withServer(async (server) => {
    const { code, token } = await server.open('gobblet', 2);
    const host = `localhost:${server.port}`;
    writeFileSync(join(state, 'kufsa', 'tokens'), `${host} ${code} ${'0'.repeat(32)}\n`);
    const argv = ['join', `http://${host}/#${code}/${token}`, '--take'];
    await walking(how, argv, { state }, async (walk) => {
      await walk.until(walk.say('join.other'));
      await walk.look('another place');
    });
  });
  dropFolder(state);
}

/** What two people ask each other, and how it ends. */
async function lookAtTwo(how) {
  await atTable(how, 'gobblet', 2, {}, async (table) => {
    const { walk, proxy, others, name } = table;
    const [other] = others;
    await begin(table);
    await other.does({ do: 'move', move: '4@a1' });
    await walk.until(walk.say('tui.yours'));
    await lookAtSheets(walk, name);
    await lookAtHint(walk, name);
    await walk.keys('m');
    await walk.terminal.click(walk.say('tui.menu.say'));
    await walk.look(`${name}: phrases`);
    await walk.keys(KEYS.esc);
    await walk.keys('m');
    await walk.terminal.click(walk.say('tui.menu.resign'));
    await walk.look(`${name}: resign?`);
    await walk.keys(KEYS.esc);
    await other.does({ do: 'offer' });
    await walk.look(`${name}: offered`, [walk.say('tui.offered').replace('{name}', NAMES[0])]);
    await walk.terminal.click(walk.say('tui.decline'));
    await walk.terminal.rest(60);
    await other.does({ do: 'undo' });
    await walk.look(`${name}: asked`, [walk.say('tui.asked').replace('{name}', NAMES[0])]);
    proxy.close();
    await walk.until(walk.say('tui.line.lost'));
    await walk.look(`${name}: lost`);
  });
  await atTable(how, 'gobblet', 2, { clock: 3_600_000 }, async (table) => {
    await begin(table);
    await table.walk.look(`${table.name}: a clock`);
    await lookAtWaiting(table);
    await table.others[0].does({ do: 'resign' });
    await table.walk.until(table.walk.say('tui.rematch'));
    await table.walk.look(`${table.name}: over`);
  });
}

/** Nobody moves: they are reminded, and then a bot may play. */
async function lookAtReminded(how, game, seats) {
  const hands = new Clock(shim);
  await atTable(how, game, seats, { hands }, async (table) => {
    const { walk, others, name, server } = table;
    const [mover, second] = others;
    const late = NAMES[0];
    const there = { server, speaker: mover, terminal: walk.terminal, t: (key) => walk.say(key) };
    const pass = (ms) => hands.passBoth(ms, there);
    await begin(table);
    await mover.does({ do: 'grace', millis: GRACE_MS });
    await pass(60_500);
    await walk.until(walk.say('tui.nudge').replace('{name}', late));
    await walk.look(`${name}: may be reminded`);
    await walk.keys('1');
    await walk.until(walk.say('tui.nudged').replace('{name}', late));
    await walk.look(`${name}: reminded`);
    await pass(GRACE_MS + 100);
    await walk.until(walk.say('tui.agree').replace('{name}', late));
    await walk.look(`${name}: a bot?`);
    if (second) return;
    await mover.does({ do: 'move', move: '4@a1' });
    await hands.pass(60_500, server);
    await mover.does({ do: 'nudge', seat: 1 });
    await walk.until(walk.say('tui.nudged.you'));
    await walk.look(`${name}: I am reminded`);
  });
  hands.close();
}

/** They play to the end; each lays a card if one fits. */
async function playOut(players) {
  for (let { v } = players.at(-1).view; ; ) {
    for (const player of players)
      if (player.view.v < v) player.view = await player.socket.take((m) => m.v === v);
    const [seat] = players[0].view.actors;
    if (seat === undefined) return;
    const { legal } = players[seat].view;
    const move = legal.find((each) => each.includes('=')) ?? legal[0];
    ({ v } = await players[seat].does({ do: 'move', move }));
  }
}

/** Many want another match, or are missing. */
async function lookAtRematch(how) {
  await atTable(how, 'cento', 6, {}, async (table) => {
    const { walk, others, name, server, state } = table;
    await begin(table);
    const mine = await Player.join(server, table.table.table, { token: tokenIn(state) });
    await playOut([...others, mine]);
    mine.close();
    await walk.until(walk.say('tui.rematch'));
    await walk.look(`${name}: over`, NAMES.slice(0, 6));
    for (const other of others) await other.does({ do: 'rematch' });
    await walk.until(NAMES[4]);
    await walk.look(`${name}: all others want another match`);
    for (const other of others) await other.does({ do: 'unrematch' });
    const [asked] = walk.say('tui.rematch.asked').split('{');
    await walk.terminal.until({ test: (now) => !says(now, asked) });
    await walk.terminal.click(walk.say('tui.rematch'));
    await walk.until(walk.say('tui.unrematch'));
    await walk.look(`${name}: only I want another match`);
    for (const other of others.slice(2)) await other.does({ do: 'stand' });
    for (const other of others.slice(0, 2)) await other.does({ do: 'rematch' });
    await walk.until(walk.say('tui.rematch.bot'));
    await walk.look(`${name}: some have left`, [walk.say('tui.rematch.leave')]);
  });
}

/** Two who say it themselves, and are wrong; another device takes the place. */
async function lookAtAloud(how) {
  await atTable(how, 'cento', 2, { aloud: 'three', options: { free: 0 } }, async (table) => {
    const { walk, others, name, server, state } = table;
    const [other] = others;
    await begin(table);
    await other.does({ do: 'move', move: 'draw' });
    await walk.until(walk.say('tui.yours'));
    await walk.keys(KEYS.esc); // the notice of the rules goes
    await walk.until(walk.say('tui.begin.aloud'));
    await walk.look(`${name}: begin`);
    // Keys begin with the lowest card, in Hebrew with the highest; and no card is free.
    const wrong = walk.language === 'he' ? '1x1' : '10x10';
    for (const turn of ['', ', again']) {
      for (const tried of [1, 2, 3]) {
        await walk.until(walk.say('tui.yours'));
        await walk.keys(KEYS.enter);
        await walk.until(walk.say('tui.type.answer'));
        await walk.look(`${name}: say both factors`);
        await walk.keys(`${wrong}${KEYS.enter}`);
        const costs = walk.say(tried === 3 ? 'aloud.lost' : 'aloud.tried').replace('{n}', tried);
        await walk.until(costs.split('{')[0]);
        await walk.look(`${name}: wrong, ${tried}${turn}`);
      }
      other.view = await other.socket.take((m) => m.actors?.[0] === 0);
      await other.does({ do: 'move', move: 'draw' });
    }
    await walk.keys('h');
    await walk.look(`${name}: no hints`, [walk.say('aloud.hint')]);
    await other.does({ do: 'resign' });
    await walk.until(walk.say('tui.rematch'));
    await walk.look(`${name}: over, with wrong answers`);
    await walk.terminal.click(walk.say('aloud.mine'));
    await walk.look(`${name}: wrong answers`);
    await walk.keys(KEYS.end);
    await walk.look(`${name}: wrong answers, their end`);
    await walk.keys(KEYS.esc);
    const taker = { token: tokenIn(state), become: 'ab'.repeat(16) };
    (await Player.join(server, table.table.table, taker)).close();
    await walk.until(walk.say('tui.moved'));
    await walk.look(`${name}: moved`);
  });
}

/** Nothing can be written where tokens belong. */
async function lookAtUnkept(how) {
  await withServer(async (server) => {
    const state = stateFolder();
    writeFileSync(join(state, 'kufsa'), 'a file where the folder should be');
    const { code } = await server.open('gobblet', 2);
    const argv = ['join', `${code}@127.0.0.1:${server.port}`, '--name', NAMES[0]];
    await walking(how, argv, { state }, async (walk) => {
      await walk.terminal.click(walk.say('tui.lobby.sit').split('{')[0].trim());
      await walk.until(walk.say('tui.unkept'));
      await walk.look('a seat that is not kept');
    });
    dropFolder(state);
  });
}

/** Every sentence that may refuse something, as the answer to a move: whole, with its rule. */
async function lookAtRefusals(how) {
  await atTable(how, 'gobblet', 2, {}, async (table) => {
    const { walk, proxy } = table;
    await begin(table);
    const keys = reasons();
    assert.ok(keys.length > 150, `only ${keys.length} refusals`);
    for (const key of keys) {
      proxy.say({ do: 'error', cid: 1, reason: key });
      await walk.look(`refusal ${key}`, [walk.say(key)]);
    }
  });
}

/** Hosts see more buttons than others. */
async function lookAtHost(how, game, seats) {
  await withServer(async (server) => {
    const { code, token } = await server.open(game, seats);
    const name = `host ${game} ${seats}`;
    const address = `http://127.0.0.1:${server.port}/#${code}`;
    const argv = ['join', address, '--token', token, '--name', NAMES[0]];
    await walking(how, argv, { many: seats > 6 }, async (walk) => {
      await walk.until(walk.say('join.take'));
      await walk.look('take this place over?');
      await walk.keys(KEYS.enter);
      await walk.until(walk.say('tui.lobby'));
      await walk.look(`${name}: lobby`);
      await walk.terminal.click(walk.say('tui.lobby.sit').split('{')[0].trim());
      await walk.until(walk.say('tui.lobby.stand'));
      await walk.look(`${name}: lobby, sitting`);
      await walk.terminal.click(walk.say('tui.lobby.add').split('{')[0].trim());
      await walk.until(walk.say('tui.lobby.level'));
      await walk.look(`${name}: levels`);
      await walk.keys(KEYS.enter);
      await walk.until(walk.say('tui.lobby.bot'));
      await walk.look(`${name}: lobby, a bot`);
      await walk.keys('m');
      await walk.look(`${name}: menu`);
      await walk.keys(KEYS.esc);
      await walk.until(walk.say('tui.lobby.stand'));
      await lookAtHouse(walk, name, game);
      await lookAtOptions(walk, name, game, seats);
      await lookAtDoor(walk, server, code, name);
    });
  });
}

/** The house rules of each game, and what is said about each. */
const HOUSE_RULES = {
  gobblet: { reserve: ['option.gobblet.reserve.help', 'tui.example.gobblet.reserve.free'] },
  iota: {
    wilds: ['option.iota.wilds.help'],
    reading: ['option.iota.reading.help', 'tui.example.iota.reading.absent'],
  },
  taki: {
    call: ['option.taki.call.catch.help', 'tui.example.taki.call.catch'],
    draw: ['option.taki.draw.help', 'tui.example.taki.draw.must'],
    two: ['option.taki.two.help', 'tui.example.taki.two.stop'],
    bare: ['option.taki.bare.help', 'tui.example.taki.bare.closable'],
  },
};

/** House rules lie behind one button, where a game has any; the selected one is explained. */
async function lookAtHouse(walk, name, game) {
  const house = walk.say('tui.lobby.house');
  const rules = Object.entries(HOUSE_RULES[game] ?? {});
  assert.equal(says(walk.terminal.text, house), rules.length > 0);
  if (rules.length === 0) return;
  await walk.terminal.click(house);
  await walk.look(`${name}: house rules`, [walk.say('print.same')]);
  for (const [rule, keys] of rules) {
    await walk.keys(KEYS.down);
    await walk.look(`${name}: house rule ${rule}`, keys.map((key) => walk.say(key)));
  }
  await walk.keys(KEYS.esc);
  await walk.until(walk.say('tui.lobby.stand'));
}

/** An option that is chosen is explained, if the seats leave room; what differs is said. */
async function lookAtOptions(walk, name, game, seats) {
  const [{ name: option, values }] = gameRows().find((row) => row.name === game).options;
  await walk.terminal.click(`${walk.say(`option.${game}.${option}`)}: `);
  const value = walk.say(`option.${game}.${option}.${values[1]}`);
  await walk.until(value);
  const differs = walk.say('print.differs').split('{')[0].trim();
  const told = [differs, walk.say(`option.${game}.${option}.help`)];
  await walk.look(`${name}: an option`, seats < 7 ? told : []);
}

/** With everybody at the table whom a host can remove. */
async function lookAtDoor(walk, server, code, name) {
  const others = [];
  const watcher = await Player.join(server, code);
  await walk.terminal.click(walk.say('tui.lobby.remove').split('{')[0].trim()); // the bot
  await watcher.socket.take((m) => m.do === 'stand');
  watcher.close();
  for (;;) {
    const other = await Player.join(server, code);
    others.push(other);
    const free = other.view.seats.indexOf(null);
    if (free < 0) break;
    await other.does({ do: 'sit', seat: free, name: NAMES[others.length] });
  }
  await walk.until(walk.say('tui.lobby.start'));
  await walk.keys('m');
  await walk.terminal.click(walk.say('tui.menu.door'));
  await walk.until(walk.say('tui.door.unblock'));
  const people = NAMES.slice(1, others.length);
  const rows = people.map((each) => walk.say('tui.door.person').replace('{name}', each));
  await walk.look(`${name}: door`, rows);
  await walk.keys('1');
  await walk.look(`${name}: remove or block?`, [
    walk.say('tui.door.text').replaceAll('{name}', people[0]),
  ]);
  await walk.keys(KEYS.esc);
  for (const other of others) other.close();
}

// ---- all of it ----

const jobs = [];
const job = (name, body) => {
  if (parts.length === 0 || parts.some((part) => name.includes(part))) jobs.push([name, body]);
};

const HOUR = 3_600_000;
const HOUSE = { call: 'catch', draw: 'must', two: 'stop', bare: 'closable' };
const MANY = [
  ['iota', 4, { clock: HOUR }],
  ['cento', 6, { clock: HOUR, options: { rounds: 20 } }],
  ['taki', 6, { clock: HOUR, options: { mode: 'pyramid' } }],
  ['taki', 10, { options: { mode: 'pyramid', ...HOUSE } }],
];
const HOW = LANGUAGES.flatMap((language) => SIZES.map((size) => ({ language, size })));

for (const how of HOW) {
  const which = `${how.language} ${how.size[0]}`;
  job(`games ${which}`, () =>
    walking(how, ['play'], {}, async (walk) => {
      await walk.until(walk.say('tui.games'));
      await walk.look('which game');
    }),
  );
  for (const [game, settings] of Object.entries(GAMES))
    for (const setting of settings)
      for (const people of [1, Math.min(setting.seats, NAMES.length)])
        job(`left ${game} ${setting.seats} ${people} ${which}`, () =>
          lookAtLeft(how, game, setting, people),
        );
  job(`questions ${which}`, () => lookAtQuestions(how));
  job(`table two ${which}`, () => lookAtTwo(how));
  job(`table reminded two ${which}`, () => lookAtReminded(how, 'gobblet', 2));
  job(`table reminded ten ${which}`, () => lookAtReminded(how, 'taki', 10));
  job(`table rematch ${which}`, () => lookAtRematch(how));
  job(`table aloud ${which}`, () => lookAtAloud(how));
  job(`table unkept ${which}`, () => lookAtUnkept(how));
  job(`table refusals ${which}`, () => lookAtRefusals(how));
  for (const { name, seats } of gameRows())
    job(`table host ${name} ${which}`, () => lookAtHost(how, name, seats[1]));
  for (const [game, seats, wishes] of MANY)
    job(`table many ${game} ${seats} ${which}`, () => lookAtMany(how, game, seats, wishes));
  job(`past judging ${which}`, () => lookAtJudging(how));
  job(`past gobblet ${which}`, () =>
    lookAtPast(how, 'past gobblet', thrown(NAMES.slice(0, 2)), { seats: 2 }),
  );
  job(`past taki ${which}`, () =>
    lookAtPast(how, 'past taki', namedRecord('taki-3-game-auto.kufsa').text, { seats: 3, mine: 0 }),
  );
  job(`past cento ${which}`, () =>
    lookAtPast(how, 'past cento', namedRecord('cento-2-1-cards-1.kufsa').text, { seats: 2 }),
  );
  job(`past iota ${which}`, () =>
    lookAtPast(how, 'past iota', namedRecord('iota-3-half-race-plain.kufsa').text, { seats: 3 }),
  );
  for (const file of readdirSync(join(root, 'tests/records')).filter((each) => RECORDS.test(each)))
    job(`record ${file} ${which}`, () => lookAtRecord(how, file));
}

async function runJobs() {
  const waiting = [...jobs];
  const problems = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next[1]();
      } catch (error) {
        problems.push(`${next[0]}: ${error.stack}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}

await test('everything fits', async () => {
  const problems = await runJobs();
  const told = [...faults].map(([what, where]) => `${what}\n  ${where.length} times: ${where[0]}`);
  const sizes = SIZES.map((size) => size.join('×')).join(', ');
  console.log(
    `${screens.size} screens × ${LANGUAGES.length} languages × ${SIZES.length} sizes (${sizes}): ` +
      `${looked} looked at, and ${positions} positions of records; ${faults.size} faults`,
  );
  const all = [...problems, ...told];
  assert.ok(all.length === 0, all.join('\n'));
  if (parts.length > 0) return;
  // Robots come by it or not; it is shorter than the prompt where a move is not whole yet.
  for (const language of LANGUAGES) checkVisited(visited[language].add('tui.more'));
});

finish();
