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
const { parentPort } = require('node:worker_threads');
let wall = 1700000000000;
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
globalThis.addEventListener = (_, hear) => parentPort.on('message', (data) => hear({ data }));
`;
const script = AROUND + (await bundleText(`import './engine/worker';`, 'iife'));
const threads = new Set();

globalThis.Worker = class {
  constructor(path) {
    assert.equal(path, '/worker.js');
    this.thread = new Thread(script, { eval: true });
    this.thread.on('message', (data) => this.onmessage({ data }));
    this.thread.on('error', (problem) => this.onerror(problem));
    threads.add(this.thread);
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
};
const stored = new Map();
globalThis.localStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text),
  removeItem: (name) => stored.delete(name),
};
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
  assert.ok(answer.ok || answer.stale, `${move}: ${JSON.stringify(answer)}`);
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

for (const thread of threads) thread.terminate();
finish();
