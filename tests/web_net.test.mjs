// The page's connection to a server that is broken, hostile, of another version or simply gone;
// and a
// storage that is full, forbidden or full of rubbish. tests/cli_page.mjs has a real server.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bundle } from './web_bundle.mjs';

// ---- a browser ----

let lines; // every WebSocket that was opened, the newest last
let stored;
let heard; // listeners of the window

// Time moves only by `pass`. Real timers treat a delay that is too long as none.
let present = 0;
let timers;
globalThis.setTimeout = (run, millis = 0) => {
  const timer = { run, at: present + (millis < 2 ** 31 ? Math.max(0, millis) : 1) };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => timers.delete(timer);

function pass(millis) {
  const end = present + millis;
  for (;;) {
    const [next] = [...timers].sort((a, b) => a.at - b.at);
    if (!next || next.at > end) break;
    timers.delete(next);
    present = next.at;
    next.run();
  }
  present = end;
}

globalThis.location = { origin: 'http://box.test' };
globalThis.document = {
  visibilityState: 'visible',
  addEventListener: () => {},
  removeEventListener: () => {},
};
globalThis.addEventListener = (kind, hear) => heard.set(kind, hear);
globalThis.removeEventListener = (kind) => heard.delete(kind);
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  said = [];

  constructor(address) {
    lines.push(this);
    this.path = new URL(address).pathname;
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  says(...messages) {
    for (const message of messages)
      this.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
};
const storage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => void stored.set(name, text),
  removeItem: (name) => void stored.delete(name),
  key: (i) => [...stored.keys()][i],
  get length() {
    return stored.size;
  },
};

const make = await bundle(`
  export * from './net/games';
  export * from './net/kept';
  export * from './net/server';
  export { readMessage } from './net/messages';
`);

beforeEach(() => {
  lines = [];
  stored = new Map();
  heard = new Map();
  globalThis.localStorage = storage;
  timers = new Set();
});

const WELCOME = { do: 'welcome', protocol: 1, table: 3, code: 'ABCDEF', token: 'secret' };
const SNAPSHOT = {
  v: 5,
  do: 'snapshot',
  code: 'ABCDEF',
  game: 'gobblet',
  phase: 'play',
  match: 1,
  options: {},
  clock: { kind: 'off', millis: 0, increment: 0 },
  seats: [{ name: 'Noa', here: true, host: true, wins: 0 }, { bot: 'club' }],
  you: { seat: 0, host: true },
  ply: 0,
  position: 'start',
  actors: [0],
};
const say = (v) => ({ v, do: 'say', seat: 0, phrase: 'hello' });
const line = () => lines[lines.length - 1];

async function come(...messages) {
  const page = await make();
  const client = page.joinServerTable('abcdef');
  line().onopen();
  line().says(...messages);
  return { page, client };
}

const looks = ({ said }) => said.filter((message) => message.do === 'look').length;

// ---- what is heard ----

const GARBAGE = [
  '',
  'hello',
  '{"do":',
  'null',
  '7',
  '[]',
  '"welcome"',
  '{"v":"6"}',
  '{"v":6.5,"do":"say"}',
  '{"v":-1,"do":"say"}',
  '{"v":6,"do":7}',
  '{"v":6,"do":"move","events":null}',
  '{"v":6,"do":"move","events":[null]}',
  '{"v":6,"do":"move","events":[{"seat":0}]}',
  '{"v":6,"do":"move","events":[{"kind":"move","from":7}]}',
  '{"v":6,"do":"move","events":[],"position":{}}',
  '{"v":6,"do":"seats","seats":1000000000}',
  '{"v":6,"do":"start","seats":["Noa"]}',
  '{"v":6,"do":"say","actors":"0"}',
  JSON.stringify({ ...SNAPSHOT, seats: undefined }),
  JSON.stringify({ ...SNAPSHOT, game: undefined }),
  JSON.stringify({ ...SNAPSHOT, seats: 2 }),
  JSON.stringify({ ...SNAPSHOT, options: { touch: {} } }),
  JSON.stringify({ ...SNAPSHOT, clock: 'off' }),
  JSON.stringify({ ...SNAPSHOT, moves: [{ seat: 0 }] }),
  JSON.stringify({ ...SNAPSHOT, phase: 'feast' }),
  JSON.stringify({ ...SNAPSHOT, name: 'x'.repeat(2 << 20) }),
];

test('unreadable text is not a message', async () => {
  const { readMessage } = await make();
  for (const text of GARBAGE) assert.equal(readMessage(text), null, text.slice(0, 80));
  assert.equal(readMessage(new Uint8Array(3)), null);
  assert.equal(readMessage(undefined), null);
  const unknown = { ...SNAPSHOT, weather: 'fine', seats: [null, { name: 'Noa', hat: 3 }] };
  assert.deepEqual(readMessage(JSON.stringify(unknown)), unknown);
});

for (const text of GARBAGE)
  test(`garbage leaves the table as it is: ${text.slice(0, 60)}`, async () => {
    const { client } = await come(WELCOME, SNAPSHOT);
    const before = client.get();
    assert.equal(before.line, 'live');
    line().says(text);
    assert.deepEqual({ ...client.get(), line: 'live', trouble: null }, before);
    assert.equal(client.get().line, 'lost');
    pass(1000);
    assert.equal(lines.length, 2, 'another line is tried');
    line().onopen();
    line().says(WELCOME, SNAPSHOT);
    assert.equal(client.get().line, 'live');
    line().says(text);
    assert.deepEqual([client.get().line, client.get().trouble], ['ended', 'web.version']);
    pass(60_000);
    assert.equal(lines.length, 2, 'then no more');
  });

test('a server of another version is told apart from one that is gone', async () => {
  for (const protocol of [2, 0, undefined]) {
    const { client } = await come({ ...WELCOME, protocol });
    assert.deepEqual([client.get().line, client.get().trouble], ['ended', 'web.version']);
    const count = lines.length;
    pass(60_000);
    assert.equal(lines.length, count);
    assert.deepEqual(await client.send({ do: 'ready' }), { ok: false, reason: 'web.version' });
  }
});

test('what a server answers by HTTP is read before it is used', async () => {
  const page = await make();
  const answers = (answer, status = 200) => {
    globalThis.fetch = async () => new Response(answer, { status });
  };
  for (const wrong of ['', '[]', '{}', '{"table":"1","code":"ABCDEF","token":"t"}']) {
    answers(wrong);
    await assert.rejects(page.openServerTable('iota'), { reason: 'web.version' }, wrong);
    await assert.rejects(page.tableLink('ABCDEF'), { reason: 'web.version' }, wrong);
  }
  answers('{"reason":"serve.tables.full"}', 503);
  await assert.rejects(page.openServerTable('iota'), { reason: 'serve.tables.full' });
  answers('{"reason":7}', 503);
  await assert.rejects(page.openServerTable('iota'), { reason: 'web.net.down' });
  assert.deepEqual([lines.length, stored.size], [0, 0]);
});

test('a gap in the news is asked about once, however much follows', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  for (let v = 8; v < 80; v++) line().says(say(v));
  assert.equal(client.get().v, 5);
  assert.equal(looks(line()), 1);
  line().says({ ...SNAPSHOT, v: 80 }, say(81));
  assert.deepEqual([client.get().v, looks(line())], [81, 1]);
  line().says(say(90));
  assert.equal(looks(line()), 2);
});

test('old news and news in the wrong order changes nothing', async () => {
  const { client } = await come(WELCOME, SNAPSHOT, say(6), say(7));
  const before = client.get();
  line().says(say(6), say(7), say(1));
  assert.equal(client.get(), before);
});

test('a goodbye for longer than anybody would wait, or than a timer can', async () => {
  await come(WELCOME, SNAPSHOT, { do: 'bye', bye: 'restart', in: 1e12 });
  pass(59_000);
  assert.equal(lines.length, 1);
  pass(1_000);
  assert.equal(lines.length, 2);
  lines = [];
  await come(WELCOME, SNAPSHOT, { do: 'bye', bye: 'restart', in: -5 });
  pass(100);
  assert.equal(lines.length, 2);
});

// ---- silence ----

test('a connection that died silently is noticed and replaced', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  pass(19_000);
  assert.equal(looks(line()), 0);
  pass(2_000);
  assert.equal(looks(line()), 1);
  pass(7_000);
  assert.equal(client.get().line, 'lost');
  pass(1_000);
  assert.equal(lines.length, 2);
});

test('a quiet connection is kept', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  for (let i = 0; i < 200; i++) {
    pass(21_000);
    line().says(SNAPSHOT);
  }
  assert.deepEqual([client.get().line, lines.length, looks(line())], ['live', 1, 200]);
});

test('a welcome without a table and a refused token are tried again', async () => {
  const one = await come(WELCOME);
  pass(7_000);
  assert.equal(lines.length, 2);
  one.client.close();
  lines = [];
  stored.set('kufsa.tables', JSON.stringify([{ ...TABLE, seen: Date.now() }]));
  await come({ do: 'error', cid: 0, reason: 'serve.token.unknown' });
  assert.deepEqual(line().said.map(({ token, join }) => [token, join]), [
    ['t', undefined],
    [undefined, true],
  ]);
  pass(9_000);
  assert.equal(lines.length, 2);
});

test('a message from an abandoned connection is ignored', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  const old = line();
  pass(30_000);
  line().onopen();
  line().says(WELCOME, SNAPSHOT);
  old.says(say(6));
  assert.equal(client.get().v, 5);
});

test('the way to another server is followed, after each rest anew', async () => {
  const away = { do: 'elsewhere', to: '/ws/b' };
  await come(away);
  for (let rests = 0; rests < 5; rests++) {
    assert.equal(line().path, '/ws/b');
    line().onclose(); // that server is gone
    heard.get('online')();
    assert.equal(line().path, '/ws');
    line().onopen();
    line().says(away);
  }
  const before = lines.length;
  for (let follows = 0; follows < 9; follows++) {
    line().onopen();
    line().says(away);
  }
  assert.ok(lines.length - before <= 3);
  heard.get('online')();
  assert.equal(line().path, '/ws');
});

// ---- whose place it is ----

const HEX = /^[0-9a-f]{32}$/;
const OLD = 'a'.repeat(32);
const KEPT = { table: 3, code: 'ABCDEF', game: 'gobblet', screen: false, seen: 1 };
const SAT = { about: { seats: [{ name: 'Noa' }], mine: [0], scores: null, ply: 3 } };
const keeps = (...tables) => stored.set('kufsa.tables', JSON.stringify(tables));
const kept = () => JSON.parse(stored.get('kufsa.tables') ?? '[]')[0];
const helloOf = ({ said }) => said.find((message) => message.do === 'hello');

async function take(token = OLD) {
  const page = await make();
  const client = page.joinServerTable('ABCDEF', { take: token });
  line().onopen();
  return client;
}

test('a place is taken over with a new token, however often the connection breaks', async () => {
  const client = await take();
  const { token, become, join } = helloOf(line());
  assert.deepEqual([token, join, HEX.test(become)], [OLD, undefined, true]);
  assert.deepEqual([kept().token, kept().was], [become, OLD]); // before anything was heard
  line().onclose(); // the welcome is lost
  pass(1000);
  line().onopen();
  assert.deepEqual([helloOf(line()).token, helloOf(line()).become], [OLD, become]);
  client.close(); // and the page is closed
  await come({ ...WELCOME, token: undefined }, SNAPSHOT);
  assert.deepEqual([helloOf(line()).token, helloOf(line()).become], [OLD, become]);
  assert.deepEqual([kept().token, kept().was], [become, null]);
  line().onclose();
  pass(1000);
  line().onopen();
  assert.deepEqual([helloOf(line()).token, helloOf(line()).become], [become, undefined]);
});

test('an invalid link does not cost the place one had', async () => {
  keeps({ ...KEPT, token: 'mine' });
  const client = await take();
  line().says({ do: 'error', cid: 0, reason: 'serve.token.unknown' });
  assert.deepEqual([client.get().line, client.get().trouble], ['ended', 'web.seat.unknown']);
  assert.deepEqual([kept().token, kept().was], ['mine', null]);
  stored.clear();
  await take();
  line().says({ do: 'error', cid: 0, reason: 'serve.token.unknown' });
  assert.equal(kept(), undefined);
});

test('a device whose guest has moved says so, and does not come back by itself', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  line().says({ do: 'moved' }, { ...SNAPSHOT, you: {} });
  assert.deepEqual([client.get().line, client.get().trouble], ['ended', 'web.seat.moved']);
  pass(60_000);
  assert.deepEqual([lines.length, kept()], [1, undefined]);
  // It was away when it happened.
  keeps({ ...KEPT, ...SAT, token: OLD });
  const late = await come({ do: 'error', cid: 0, reason: 'serve.token.unknown' });
  assert.deepEqual([late.client.get().trouble, kept()], ['web.seat.lost', undefined]);
});

test('a guest removed by the host is told so', async () => {
  const seats = [null, SNAPSHOT.seats[1]];
  for (const [what, reason] of [
    ['remove', 'web.seat.removed'],
    ['block', 'serve.table.blocked'],
  ]) {
    const { client } = await come(WELCOME, SNAPSHOT);
    line().says({ v: 6, do: what, seat: 1, name: 'Ben', seats: SNAPSHOT.seats });
    assert.equal(client.get().line, 'live');
    line().says({ v: 7, do: what, seat: 0, name: 'Noa', seats });
    assert.deepEqual([client.get().line, client.get().trouble], ['ended', reason]);
    assert.equal(kept(), undefined);
  }
  keeps({ ...KEPT, ...SAT, token: OLD });
  const late = await come({ do: 'error', cid: 0, reason: 'serve.table.blocked' });
  assert.deepEqual([late.client.get().trouble, kept()], ['serve.table.blocked', undefined]);
});

test('a temporary refusal is retried, any other ends it', async () => {
  const { client } = await come({ do: 'error', cid: 0, reason: 'serve.code.often', again: true });
  assert.deepEqual([client.get().line, client.get().trouble], ['lost', 'serve.code.often']);
  pass(60_000);
  assert.ok(lines.length > 1);
  const late = await come({ do: 'error', cid: 0, reason: 'serve.code.often' });
  assert.equal(late.client.get().line, 'ended');
});

test('another tab has the new token: it is kept', async () => {
  await come(WELCOME, SNAPSHOT);
  keeps({ ...KEPT, token: 'newer' });
  line().says({ do: 'moved' });
  assert.equal(kept().token, 'newer');
});

test('signing the others out, with and without an answer', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  const two = [{ kind: 'page', since: 1 }, { kind: 'terminal', since: 2, this: true }];
  line().says({ do: 'devices', devices: two });
  assert.deepEqual(client.get().devices, two);
  const first = client.signOut();
  assert.equal((await client.signOut()).ok, false); // one at a time
  const sent = line().said.at(-1);
  assert.deepEqual([sent.do, HEX.test(sent.become)], ['signout', true]);
  assert.deepEqual([kept().token, kept().was], [sent.become, 'secret']);
  line().says({ do: 'ok', cid: sent.cid, v: 6 }, { do: 'devices', devices: two.slice(1) });
  assert.equal((await first).ok, true);
  assert.deepEqual([kept().token, kept().was], [sent.become, null]);
  assert.equal(client.seatToken(), sent.become);
  const refused = client.signOut();
  line().says({ do: 'error', cid: line().said.at(-1).cid, reason: 'store.io' });
  assert.equal((await refused).ok, false);
  assert.equal(kept().token, sent.become);
  const lost = client.signOut();
  const { become } = line().said.at(-1);
  line().onclose();
  pass(1000);
  line().onopen();
  assert.deepEqual([helloOf(line()).token, helloOf(line()).become], [sent.become, become]);
  line().says({ ...WELCOME, token: undefined }, SNAPSHOT);
  assert.equal((await lost).ok, true);
  assert.deepEqual([kept().token, kept().was], [become, null]);
  assert.ok(!line().said.some((message) => message.do === 'signout'));
});

test('an onlooker neither joins nor sends a token', async () => {
  keeps({ ...KEPT, token: OLD });
  const page = await make();
  page.joinServerTable('ABCDEF', { watch: true });
  line().onopen();
  const { token, join, become } = helloOf(line());
  assert.deepEqual([token, join, become], [undefined, undefined, undefined]);
  line().says({ ...WELCOME, token: undefined }, { ...SNAPSHOT, you: {} });
  assert.equal(kept().token, OLD);
});

// ---- what is kept ----

const TABLE = { table: 1, code: 'ABCDEF', game: 'iota', token: 't', screen: false, seen: 0 };
const GAME = {
  game: 'iota',
  events: ['x'],
  guests: [0],
  record: null,
  over: false,
  seen: 0,
  about: { seats: [{ name: 'Noa' }, { name: '', bot: 'club' }], mine: [0], scores: [3, 4], ply: 7 },
};

test('rubbish in the storage is ignored', async () => {
  const rubbish = ['', '{', '7', '"x"', '[null]', '{}', '[[]]', '{"filter":1}', '[{"code":7}]'];
  for (const text of rubbish) {
    for (const name of ['settings', 'tables', 'game.x']) stored.set(`kufsa.${name}`, text);
    const page = await make();
    assert.deepEqual(page.keptTables(), [], text);
    assert.deepEqual(page.keptGames(), [], text);
    assert.equal(page.settings().theme, 'auto', text);
  }
  const odd = { theme: 'pink', language: 'xx', sound: 0, quick: true };
  stored.set('kufsa.settings', JSON.stringify(odd));
  const { language, theme, sound, quick } = (await make()).settings();
  assert.deepEqual([language, theme, sound, quick], [null, 'auto', true, true]);
  stored.set('kufsa.tables', JSON.stringify([null, { ...TABLE, seen: Date.now() }, { code: 1 }]));
  assert.equal((await make()).keptTables().length, 1);
  const wrongs = [
    { events: 'x' },
    { events: [1] },
    { guests: null },
    { game: 3 },
    { seen: 'x' },
    { owner: 4 },
    { about: 7 },
    { about: { ...GAME.about, scores: ['x'] } },
    { about: { ...GAME.about, seats: [{ name: 7 }] } },
  ];
  for (const wrong of [{}, ...wrongs]) {
    stored.set('kufsa.game.x', JSON.stringify({ ...GAME, owner: '', ...wrong }));
    const count = wrongs.includes(wrong) ? 0 : 1;
    assert.equal((await make()).keptGames().length, count, JSON.stringify(wrong));
  }
});

const forbidden = () => {
  throw new DOMException('not here', 'SecurityError');
};
const full = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

// Does the page ask before it is left?
function leaves() {
  let asks = false;
  heard.get('beforeunload')({ preventDefault: () => (asks = true) });
  return asks;
}

for (const [how, broken] of [
  ['missing', undefined],
  ['null', null],
  ['forbidden', { getItem: forbidden, setItem: forbidden, removeItem: forbidden }],
  ['full', Object.assign(Object.create(storage), { setItem: full })],
])
  test(`a storage that is ${how}: the page remembers for itself`, async () => {
    stored.set('kufsa.name', 'Old');
    stored.set('kufsa.tables', JSON.stringify([{ ...TABLE, code: 'OLDOLD', seen: Date.now() }]));
    globalThis.localStorage = broken;
    const page = await make();
    page.keepName('Noa');
    page.keepTable({ ...TABLE, seen: Date.now() });
    assert.equal(page.gamesTrouble(), null);
    assert.equal(page.keepGame('a', GAME), true);
    page.changeSettings({ theme: 'dark' });
    assert.equal(page.myName(), 'Noa');
    assert.equal(page.keptTable('ABCDEF').token, 't');
    assert.deepEqual(page.keptGame('a').about, GAME.about);
    assert.deepEqual(page.keptGames().map(({ id }) => id), ['a']);
    assert.equal(page.gamesTrouble(), how === 'full' ? 'web.kept.full' : 'web.kept.forbidden');
    assert.equal(leaves(), true);
    assert.equal(page.settings().theme, 'dark');
    const undo = page.deleteGame('a');
    assert.equal(page.keptGame('a'), null);
    assert.deepEqual([page.gamesTrouble(), leaves()], [null, false]);
    undo();
    assert.equal(page.keptGame('a').game, 'iota');
  });

test('a game is saved once there is room again', async () => {
  const page = await make();
  let room = false;
  const setItem = (name, text) => (room ? storage.setItem(name, text) : full());
  globalThis.localStorage = Object.assign(Object.create(storage), { setItem });
  page.keepGame('a', GAME);
  page.keepGame('b', { ...GAME, over: true });
  assert.equal(stored.has('kufsa.game.a'), false);
  room = true;
  page.deleteGame('b');
  assert.equal(page.gamesTrouble(), null);
  assert.equal((await make()).keptGames().length, 1);
});

test('two tabs and one game: only the tab that took it last writes', async () => {
  const [one, other] = [await make(), await make()];
  one.keepGame('a', GAME);
  other.takeGame('a', other.keptGame('a'));
  assert.equal(other.keepGame('a', { ...GAME, seen: 2 }), true);
  assert.equal(one.isElsewhere('a'), true);
  assert.equal(one.keepGame('a', { ...GAME, seen: 1 }), false);
  assert.equal((await make()).keptGame('a').seen, 2);
  assert.equal(one.keepGame('b', GAME), true);
  assert.deepEqual((await make()).keptGames().map(({ id }) => id), ['a', 'b']);
});

test('two tabs do not undo each other: settings', async () => {
  const [one, other] = [await make(), await make()];
  assert.equal(one.settings().sound, other.settings().sound);
  one.changeSettings({ sound: false });
  other.changeSettings({ theme: 'dark' });
  const { sound, theme } = (await make()).settings();
  assert.deepEqual([sound, theme], [false, 'dark']);
});

test('a way back to a table is kept however old it is, and however many there are', async () => {
  const page = await make();
  for (let i = 0; i < 40; i++) page.keepTable({ ...TABLE, code: `AAAA${i}`, seen: i });
  assert.equal(page.keptTables().length, 40);
  assert.equal(page.keptTables()[0].code, 'AAAA39');
  page.keepTable({ ...TABLE, code: 'AAAA7', screen: true });
  page.forgetTable('AAAA7');
  assert.deepEqual([page.keptTable('AAAA7'), page.keptTable('AAAA7', true).screen], [null, true]);
});

test('names as a table will have them', async () => {
  const { cleanName, keepName, myName } = await make();
  for (const [given, wanted] of [
    ['  Noa  ', 'Noa'],
    ['No\u202ea\u2066', 'Noa'],
    ['\u200b\u200d\u2060', ''],
    ['\u0301\u0302', ''],
    ['\u3164', ''],
    ['a\n\tb', 'ab'],
    ['נ\u05b9עה', 'נ\u05b9עה'],
    ['x'.repeat(5000), 'x'.repeat(24)],
    ['😀'.repeat(30), '😀'.repeat(24)],
  ])
    assert.equal(cleanName(given), wanted, JSON.stringify(given.slice(0, 20)));
  keepName('\u202e');
  assert.equal(myName(), '');
});
