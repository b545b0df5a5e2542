// The page's line to a server that is broken, hostile, of another version or simply gone; and a
// storage that is full, forbidden or full of rubbish. tests/cli_page.mjs has a real server.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bundle } from './web_bundle.mjs';

// ---- a browser ----

let lines; // every WebSocket that was opened, the newest last
let stored;
let heard; // listeners of the window

// Time stands still but for `pass`. Real timers take a time that is too long for none.
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

  constructor() {
    lines.push(this);
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
};

const make = await bundle(`
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

test('what cannot be read is none of the messages', async () => {
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

test('a server of another version is told from one that is gone', async () => {
  for (const protocol of [2, 0, undefined]) {
    const { client } = await come({ ...WELCOME, protocol });
    assert.deepEqual([client.get().line, client.get().trouble], ['ended', 'web.version']);
    const count = lines.length;
    pass(60_000);
    assert.equal(lines.length, count);
    assert.deepEqual(await client.send({ do: 'ready' }), { ok: false, reason: 'web.version' });
  }
});

test('news with a gap are asked for once, however many come', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  for (let v = 8; v < 80; v++) line().says(say(v));
  assert.equal(client.get().v, 5);
  assert.equal(looks(line()), 1);
  line().says({ ...SNAPSHOT, v: 80 }, say(81));
  assert.deepEqual([client.get().v, looks(line())], [81, 1]);
  line().says(say(90));
  assert.equal(looks(line()), 2);
});

test('old news and news in the wrong order change nothing', async () => {
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

test('a line that died without a word is found out and replaced', async () => {
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

test('a line that is only quiet stays', async () => {
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

test('a message of a line that was given up is not heard', async () => {
  const { client } = await come(WELCOME, SNAPSHOT);
  const old = line();
  pass(30_000);
  line().onopen();
  line().says(WELCOME, SNAPSHOT);
  old.says(say(6));
  assert.equal(client.get().v, 5);
});

// ---- what is kept ----

const TABLE = { table: 1, code: 'ABCDEF', game: 'iota', token: 't', screen: false, seen: 0 };
const LOCAL = { game: 'iota', events: ['x'], guests: [0], record: null, over: false, seen: 0 };

test('rubbish in the storage is as nothing', async () => {
  const rubbish = ['', '{', '7', '"x"', '[null]', '{}', '[[]]', '{"filter":1}', '[{"code":7}]'];
  for (const text of rubbish) {
    for (const name of ['settings', 'tables', 'local']) stored.set(`kufsa.${name}`, text);
    const page = await make();
    assert.deepEqual(page.keptTables(), [], text);
    assert.equal(page.keptLocal(), null, text);
    assert.equal(page.settings().theme, 'auto', text);
  }
  const odd = { theme: 'pink', language: 'xx', sound: 0, quick: true };
  stored.set('kufsa.settings', JSON.stringify(odd));
  const { language, theme, sound, quick } = (await make()).settings();
  assert.deepEqual([language, theme, sound, quick], [null, 'auto', true, true]);
  stored.set('kufsa.tables', JSON.stringify([null, { ...TABLE, seen: Date.now() }, { code: 1 }]));
  assert.equal((await make()).keptTables().length, 1);
  for (const wrong of [{ events: 'x' }, { events: [1] }, { guests: null }, { game: 3 }]) {
    stored.set('kufsa.local', JSON.stringify({ ...LOCAL, ...wrong }));
    assert.equal((await make()).keptLocal(), null, JSON.stringify(wrong));
  }
});

const forbidden = () => {
  throw new Error('SecurityError');
};

for (const [how, broken] of [
  ['missing', undefined],
  ['null', null],
  ['forbidden', { getItem: forbidden, setItem: forbidden, removeItem: forbidden }],
  ['full', { ...storage, setItem: forbidden }],
])
  test(`a storage that is ${how}: the page remembers for itself`, async () => {
    stored.set('kufsa.name', 'Old');
    stored.set('kufsa.tables', JSON.stringify([{ ...TABLE, code: 'OLDOLD', seen: Date.now() }]));
    globalThis.localStorage = broken;
    const page = await make();
    page.keepName('Noa');
    page.keepTable({ ...TABLE, seen: Date.now() });
    page.keepLocal(LOCAL);
    page.changeSettings({ theme: 'dark' });
    assert.equal(page.myName(), 'Noa');
    assert.equal(page.keptTable('ABCDEF').token, 't');
    assert.deepEqual(page.keptLocal(), LOCAL);
    assert.equal(page.settings().theme, 'dark');
    page.keepLocal(null);
    assert.equal(page.keptLocal(), null);
  });

test('two tabs do not undo each other: settings', async () => {
  const [one, other] = [await make(), await make()];
  assert.equal(one.settings().sound, other.settings().sound);
  one.changeSettings({ sound: false });
  other.changeSettings({ theme: 'dark' });
  const { sound, theme } = (await make()).settings();
  assert.deepEqual([sound, theme], [false, 'dark']);
});

test('the wall clock may jump: tables are not lost for ever, nor kept for ever', async () => {
  const page = await make();
  for (let i = 0; i < 40; i++) page.keepTable({ ...TABLE, code: `AAAA${i}`, seen: 1e15 });
  assert.equal(page.keptTables().length, 12);
  assert.equal(page.keptTables(Date.now()).length, 12);
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
