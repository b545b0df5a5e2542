// Tables without a server, as the page opens them: the worker and the clients, with the module, for
// whole games. Time in the worker is made to fly.
//   node tests/wasm_local.mjs kufsa.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Worker as Thread } from 'node:worker_threads';
import { Chance, finish, test } from './program.mjs';
import { bundle, bundleText, readTexts } from './web_bundle.mjs';

const chance = new Chance(20);
const bytes = readFileSync(process.argv[2]);

// ---- a browser, as far as engine/local.ts needs one ----

const AROUND = `
const { parentPort, workerData } = require('node:worker_threads');
let wall = workerData;
Date.now = () => wall;
globalThis.setTimeout = (run, millis = 0) => {
  const timer = { off: false };
  setImmediate(() => {
    if (timer.off) return;
    wall += millis;
    run();
  });
  return timer;
};
globalThis.clearTimeout = (timer) => timer && (timer.off = true);
globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.addEventListener = (_, hear) =>
  parentPort.on('message', (data) => {
    if (data.wall !== undefined) wall = data.wall;
    else hear({ data });
  });
`;
const script = AROUND + (await bundleText(`import './engine/worker';`, 'iife'));
const threads = new Set();
const NOW = 1700000000000;
let wall = NOW; // the clock on the wall when a worker begins
let newest = null;
let absent = false; // there is no script for workers

globalThis.Worker = class {
  constructor(path) {
    assert.equal(path, '/worker.js');
    this.thread = new Thread(absent ? 'throw 1' : script, { eval: true, workerData: wall });
    this.thread.on('message', (data) => this.onmessage({ data }));
    this.thread.on('error', (problem) => this.onerror(problem));
    threads.add(this.thread);
    newest = this.thread;
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
};
const stored = new Map();
let writes = 0;
globalThis.localStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => {
    stored.set(name, text);
    writes++;
  },
  removeItem: (name) => stored.delete(name),
};
const hearers = []; // of what other tabs store, one of each page
globalThis.addEventListener = (kind, hear) => kind === 'storage' && hearers.push(hear);
globalThis.fetch = async () =>
  new Response(bytes, { headers: { 'content-type': 'application/wasm' } });

const make = await bundle(`
  export * from './engine/local';
  export { engine, loadEngine } from './engine/wasm';
  export { keptLocal } from './net/kept';
  export { useTexts } from './words/words';
`);

// A page that has just been opened.
async function openPage() {
  const page = await make();
  await page.loadEngine();
  page.useTexts('en', readTexts().en);
  return page;
}

// ---- playing ----

const changed = (clients) =>
  new Promise((done) => {
    const stops = clients.map((client) =>
      client.subscribe(() => {
        for (const stop of stops) stop();
        done();
      }),
    );
  });

const canAct = (client) => {
  const { phase, actors, you } = client.get();
  return phase === 'play' && actors.includes(you.seat);
};

async function playMove(page, client) {
  const table = client.get();
  const setting = { game: table.game, seats: table.seats.length, options: table.options };
  const look = page.engine.look(setting, table.position, table.you.seat);
  const move = chance.pick(page.engine.moves(0, Math.min(look.legal, 256)));
  const answer = await client.send({ do: 'move', move });
  // Who lets a window pass has passed, though it stays open until the bots have answered.
  const late = table.window !== null && answer.reason === 'match.seat.turn';
  assert.ok(answer.ok || answer.stale || late, `${move}: ${JSON.stringify(answer)}`);
}

// Plays on until the match is over, or `moves` of the people's were made.
async function play(page, clients, moves = 1e6) {
  for (let made = 0; made < moves && clients[0].get().phase === 'play'; ) {
    const waiting = changed(clients);
    const client = clients.find(canAct);
    if (client) {
      await playMove(page, client);
      made++;
    } else {
      await waiting;
    }
  }
}

const seen = ({ line, clocksAt, window, last, said, ...state }) => ({
  ...state,
  window: window?.number,
  log: state.log.slice(-16),
});

async function continues(clients) {
  const before = clients.map((client) => seen(client.get()));
  clients[0].close();
  const page = await openPage();
  const again = await page.continueLocalTable();
  assert.deepEqual(
    again.map((client) => seen(client.get())),
    before,
  );
  assert.ok(again.every((client) => client.get().line === 'live'));
  return [page, again];
}

for (const [game, bots] of [
  ['gobblet', ['gentle']],
  ['iota', ['casual', 'gentle']],
  ['cento', ['club']],
  ['taki', ['gentle', 'casual', 'club']],
])
  await test(`${game}: alone against bots, left and taken up again`, async () => {
    let page = await openPage();
    let clients = await page.openLocalTable({ game, bots, humans: ['Noa'], first: 1 });
    assert.equal(clients.length, 1);
    assert.deepEqual([clients[0].local, clients[0].get().you.seat], [true, bots.length]);
    await play(page, clients, 3);
    if (clients[0].get().phase === 'play' && canAct(clients[0])) {
      [page, clients] = await continues(clients);
    }
    await play(page, clients);
    const over = clients[0].get();
    assert.equal(over.phase, 'over');
    assert.equal(page.keptLocal().over, true);
    const record = await clients[0].record();
    assert.equal(page.engine.verify(record).moves, true);
    const { plies } = page.engine.replay(record, 0, null);
    const last = page.engine.replay(null, plies, null);
    assert.deepEqual(last.places, over.places);
    const answer = await clients[0].send({ do: 'rematch' });
    assert.ok(answer.ok);
    const again = clients[0].get();
    assert.deepEqual([again.phase, again.match, again.you.seat], ['play', 2, 0]);
    await play(page, clients, 2);
    clients[0].close();
  });

await test('people who share a device, each with their own eyes', async () => {
  let page = await openPage();
  const humans = ['Noa', '', 'Ben'];
  const setup = { game: 'cento', seats: 4, bots: ['gentle'], humans, options: { free: '0' } };
  let clients = await page.openLocalTable(setup);
  const names = clients[0].get().seats.map(({ name, bot }) => name || bot);
  assert.deepEqual(names, ['Noa', 'Player 2', 'Ben', 'gentle']);
  assert.deepEqual(
    clients.map((client) => client.get().you.seat),
    [0, 1, 2],
  );
  assert.equal(clients[0].get().options.free, '0');
  assert.equal(new Set(clients.map((client) => client.get().position)).size, 3);
  await play(page, clients, 6);
  if (clients.some(canAct)) [page, clients] = await continues(clients);
  await play(page, clients);
  while (!clients.every((client) => client.get().phase === 'over')) await changed(clients);
  for (const client of clients) assert.ok((await client.send({ do: 'rematch' })).ok);
  while (!clients.every((client) => client.get().match === 2)) await changed(clients);
  assert.deepEqual(
    clients.map((client) => client.get().you.seat),
    [1, 2, 3],
  );
  clients[0].close();
});

await test('commands are refused as a server refuses them', async () => {
  const page = await openPage();
  const [client] = await page.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  assert.deepEqual(await client.send({ do: 'move', move: 'a1-a2' }), {
    ok: false,
    reason: 'gobblet.G7.empty',
  });
  assert.equal((await client.send({ do: 'fly' })).reason, 'table.command.unknown');
  assert.equal((await client.send({ do: 'resign' })).ok, true);
  assert.deepEqual([client.get().phase, client.get().end], ['over', 'resigned']);
  client.close();
});

await test('advice comes from another worker', async () => {
  const page = await openPage();
  const setting = { game: 'gobblet', seats: 2, options: {} };
  const position = '-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W3,W4,- 432 333 w';
  const [best] = await page.advise(setting, position, 0, 'master');
  assert.ok(best.reasons.length > 0 && best.reasons.every(({ code }) => typeof code === 'string'));
  const nothing = page.advise(setting, position, 1, 'master');
  await assert.rejects(nothing);
});

await test('a table that cannot be read any more is forgotten', async () => {
  stored.set('kufsa.local', JSON.stringify({ game: 'iota', events: ['x'], guests: [0] }));
  const page = await openPage();
  assert.equal(await page.continueLocalTable(), null);
  assert.equal(page.keptLocal(), null);
});

await test('broken events, whatever is broken about them', async () => {
  const page = await openPage();
  const [client] = await page.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  client.close();
  const kept = page.keptLocal();
  const broken = [
    kept.events.slice(1),
    kept.events.slice(0, 2).concat(kept.events.slice(3)),
    kept.events.concat('\ufffd'.repeat(300)),
    kept.events.concat('x'.repeat(700000)),
    [],
  ];
  for (const events of broken) {
    stored.set('kufsa.local', JSON.stringify({ ...kept, events }));
    assert.equal(await (await openPage()).continueLocalTable(), null);
    assert.equal(stored.has('kufsa.local'), false);
  }
  stored.set('kufsa.local', JSON.stringify({ ...kept, guests: [7] }));
  assert.equal(await (await openPage()).continueLocalTable(), null);
});

// ---- clocks ----

const within = (millis, work) =>
  Promise.race([
    work,
    new Promise((_, fail) => setTimeout(() => fail(new Error('nothing happens')), millis)),
  ]);

await test('the clock on the wall is set back: bots go on', async () => {
  const page = await openPage();
  const clients = await page.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  newest.postMessage({ wall: NOW / 2 });
  await within(20000, play(page, clients, 4));
  clients[0].close();
});

await test('the clock is set back between two visits: bots go on', async () => {
  wall = 2 * NOW;
  const page = await openPage();
  const clients = await page.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  await play(page, clients, 1);
  while (!canAct(clients[0])) await changed(clients);
  wall = NOW;
  const [again, seats] = await continues(clients);
  await within(20000, play(again, seats, 4));
  seats[0].close();
});

// ---- two tabs, and workers that fail ----

await test('another tab takes the game: this one is told, and writes no more', async () => {
  const here = await openPage();
  const clients = await here.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  const tell = hearers[hearers.length - 1];
  const there = await openPage();
  const others = await there.continueLocalTable();
  tell({ key: 'kufsa.name', newValue: 'Noa' });
  tell({ key: 'kufsa.local', newValue: null });
  assert.equal(clients[0].get().line, 'live');
  tell({ key: 'kufsa.local', newValue: stored.get('kufsa.local') });
  const { line, trouble } = clients[0].get();
  assert.deepEqual([line, trouble], ['ended', 'web.local.elsewhere']);
  const before = writes;
  const refused = await clients[0].send({ do: 'resign' });
  assert.deepEqual(refused, { ok: false, reason: 'web.local.elsewhere' });
  assert.equal(writes, before);
  await play(there, others, 2);
  while (!canAct(others[0])) await changed(others);
  const [again] = await here.continueLocalTable();
  assert.deepEqual([again.get().line, again.get().v], ['live', others[0].get().v]);
  for (const client of [again, others[0]]) client.close();
});

await test('a table that is still being opened is waited for', async () => {
  const page = await openPage();
  const opening = page.openLocalTable({ game: 'iota', bots: ['gentle'] });
  const found = await page.continueLocalTable();
  assert.equal(found, await opening);
  found[0].close();
  const [one, two] = await Promise.all([page.continueLocalTable(), page.continueLocalTable()]);
  assert.equal(one.length, 1);
  assert.equal(one, two);
  one[0].close();
});

await test('a worker that breaks down is told of; the game is kept', async () => {
  const page = await openPage();
  const [client] = await page.openLocalTable({ game: 'cento', bots: ['gentle'] });
  const { v } = client.get();
  const told = changed([client]);
  newest.postMessage({ id: 77, do: 'init', module: null });
  await told;
  assert.deepEqual([client.get().line, client.get().trouble], ['ended', 'web.local.broken']);
  assert.equal((await client.send({ do: 'resign' })).reason, 'web.local.broken');
  const [again] = await page.continueLocalTable();
  assert.deepEqual([again.get().line, again.get().v], ['live', v]);
  again.close();
});

await test('without a script for workers nothing is lost, and nobody waits for ever', async () => {
  const page = await openPage();
  const [client] = await page.openLocalTable({ game: 'cento', bots: ['gentle'] });
  client.close();
  const kept = stored.get('kufsa.local');
  absent = true;
  const lost = await openPage();
  const [nobody] = await lost.continueLocalTable();
  assert.deepEqual([nobody.get().line, nobody.get().trouble], ['ended', 'web.local.broken']);
  await assert.rejects(lost.openLocalTable({ game: 'iota', bots: ['gentle'] }));
  const setting = { game: 'gobblet', seats: 2, options: {} };
  const position = '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w';
  await assert.rejects(lost.advise(setting, position, 0, 'gentle'));
  assert.equal(stored.get('kufsa.local'), kept);
  absent = false;
  assert.ok((await lost.advise(setting, position, 0, 'gentle')).length > 0);
  const [again] = await lost.continueLocalTable();
  assert.equal(again.get().line, 'live');
  again.close();
});

await test('names that a table would refuse', async () => {
  const page = await openPage();
  const humans = ['\u202e\u200b', 'x'.repeat(5000), 'No\u2066a'];
  const clients = await page.openLocalTable({ game: 'cento', bots: [], humans });
  const names = clients[0].get().seats.map(({ name }) => name);
  assert.deepEqual(names, ['Player 1', 'x'.repeat(24), 'Noa']);
  clients[0].close();
});

for (const thread of threads) thread.terminate();
finish();
