// Tables without a server, as the page opens them: the worker and the clients, with the module, for
// whole games. Time in the worker runs fast.
//   node tests/wasm_local.mjs kufsa.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Worker as Thread } from 'node:worker_threads';
import { GAMES } from '../tools/games.mjs';
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
  key: (i) => [...stored.keys()][i],
  get length() {
    return stored.size;
  },
};
const hearers = []; // of what other tabs store, one of each page
globalThis.addEventListener = (kind, hear) => kind === 'storage' && hearers.push(hear);
globalThis.fetch = async () =>
  new Response(bytes, { headers: { 'content-type': 'application/wasm' } });

const make = await bundle(`
  export * from './engine/local';
  export { engine, loadEngine } from './engine/wasm';
  export { givenOf } from './net/boxfile';
  export { keptGame, keptGames } from './net/games';
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
  // A player who lets a window pass has passed, though it stays open until the bots have answered.
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

const seen = ({ line, clocksAt, stillSince, window, last, said, ...state }) => ({
  ...state,
  window: window?.number,
  log: state.log.slice(-16),
});

async function continues(clients) {
  const before = clients.map((client) => seen(client.get()));
  clients[0].close();
  const page = await openPage();
  const again = await page.continueLocalTable(clients[0].keptAs());
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
    assert.equal(page.keptGame(clients[0].keptAs()).over, true);
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

const reasons = new Set();
for (const [game, bots, humans, options] of [
  ['gobblet', ['gentle'], ['Noa'], {}],
  ['gobblet', [], ['Noa', 'Ben'], {}],
  ['iota', [], ['Noa', 'Ben'], {}],
  ['cento', ['gentle'], ['Noa', 'Ben'], {}],
  ['taki', ['gentle', 'gentle'], ['Noa'], { call: 'auto' }],
  ['taki', [], ['Noa', 'Ben'], {}],
])
  await test(`${game} ${humans}: the page knows when a move can be taken back`, async () => {
    const page = await openPage();
    const clients = await page.openLocalTable({ game, bots, humans, options });
    let compared = 0;
    for (let turns = 0; turns < 60 && clients[0].get().phase === 'play'; turns++) {
      await play(page, clients, 1);
      for (const client of clients) {
        const before = client.get();
        if (before.phase !== 'play') break;
        const told = before.cannot.undo ?? null;
        const answer = await client.send({ do: 'undo' });
        if (client.get().v - before.v > (answer.ok ? 1 : 0)) continue; // a bot has moved meanwhile
        assert.equal(told, answer.ok ? null : answer.reason, before.position);
        reasons.add(told);
        compared++;
        const asked = clients.find((other) => other.get().unheard.includes(other.get().you.seat));
        if (!answer.ok || !asked) continue;
        const { v } = asked.get();
        const refused = await asked.send({ do: 'refuse' });
        assert.ok(refused.ok || asked.get().v > v); // unless a bot has moved meanwhile
      }
    }
    assert.ok(bots.length > 0 || compared > 5, `${compared}`);
    clients[0].close();
  });

for (const [game, bots, humans, reason] of [
  ['gobblet', [], ['Noa', 'Ben'], null],
  ['gobblet', ['gentle'], ['Noa'], 'table.offer.bot'],
  ['taki', [], ['Noa', 'Ben'], 'match.draw.none'],
])
  await test(`${game} ${humans}: the page knows when a draw can be offered`, async () => {
    const page = await openPage();
    const [client] = await page.openLocalTable({ game, bots, humans, options: {} });
    assert.equal(client.get().cannot.offer ?? null, reason);
    const answer = await client.send({ do: 'offer' });
    assert.equal(answer.ok ? null : answer.reason, reason);
    if (answer.ok) assert.equal(client.get().cannot.offer, 'match.draw.twice');
    client.close();
  });

await test('every reason not to take a move back was met', () => {
  const met = [null, 'match.undo.none', 'match.undo.other', 'match.undo.seen'];
  assert.deepEqual([...reasons].sort(), met.sort());
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

// A whole game from the tests, and what a page says of it.
const recordOf = (name) => readFileSync(new URL(`records/${name}.kufsa`, import.meta.url), 'utf8');

for (const [game, name] of [
  ['gobblet', 'gobblet-2-on-on'],
  ['iota', 'iota-2-full-points-double'],
  ['cento', 'cento-2-1-cards-1'],
  ['taki', 'taki-3-game-auto'],
])
  await test(`${game}: a finished game is played on, beside one that is not finished`, async () => {
    let page = await openPage();
    const kept = page.keptGames().length;
    const [other] = await page.openLocalTable({ game, bots: ['gentle'], humans: ['Noa'] });
    const before = seen(other.get());
    const record = recordOf(name);
    const { plies, seats, options } = page.engine.replay(record, 0, null);
    const ply = Math.floor(plies / 2);
    const who = { seat: seats - 1, name: 'Ben', level: 'gentle', seats };
    let clients = await page.playOn({ game, options, record, ply, ...who });
    const id = clients[0].keptAs();
    const { position, you, seats: sitting } = clients[0].get();
    assert.equal(position, page.engine.replay(record, ply, seats - 1).position);
    assert.equal(you.seat, seats - 1);
    assert.deepEqual(
      sitting.map(({ name, bot }) => bot ?? name),
      [...Array(seats - 1).fill('gentle'), 'Ben'],
    );
    assert.equal(page.keptGames().length, kept + 2);
    assert.deepEqual(page.keptGame(id).about.mine, [seats - 1]);
    await play(page, clients, 1);
    if (canAct(clients[0])) [page, clients] = await continues(clients);
    await play(page, clients);
    const now = await clients[0].record();
    assert.equal(page.givenOf(now), ply);
    const found = page.engine.verify(now);
    assert.deepEqual([found.moves, found.commit, found.seal], [true, 'ok', 'absent']);
    assert.equal(found.key, page.engine.verify(record).key);
    const moves = (text) => text.split('\n\n')[1].split('\n').slice(0, ply);
    assert.deepEqual(moves(now), moves(record));
    clients[0].close();
    const [back] = await page.continueLocalTable(other.keptAs());
    assert.deepEqual(seen(back.get()), before);
    back.close();
    page.deleteLocalTable(id);
    page.deleteLocalTable(other.keptAs());
  });

await test('a ply that a record does not have is refused, and no game is kept', async () => {
  const page = await openPage();
  const kept = page.keptGames().length;
  const record = recordOf('gobblet-2-on-on');
  const { plies, options } = page.engine.replay(record, 0, null);
  const wrong = { game: 'gobblet', options, record, ply: plies + 1, seats: 2 };
  const who = { seat: 0, name: '', level: 'gentle' };
  await assert.rejects(page.playOn({ ...wrong, ...who }));
  await assert.rejects(page.playOn({ ...wrong, ...who, ply: 1, record: 'kufsa-record 1\n' }));
  assert.equal(page.keptGames().length, kept);
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

await test('every game goes on by its name, whatever was opened since', async () => {
  const page = await openPage();
  const left = new Map();
  for (const game of GAMES) {
    const clients = await page.openLocalTable({ game, bots: ['gentle'], humans: ['Noa'] });
    await play(page, clients, 2);
    // In a window others act as well.
    while (!canAct(clients[0]) || clients[0].get().window !== null) await changed(clients);
    left.set(clients[0].keptAs(), seen(clients[0].get()));
  }
  for (const [id, before] of left) {
    const [again] = await page.continueLocalTable(id);
    assert.deepEqual(seen(again.get()), before);
    const { game, about } = page.keptGame(id);
    assert.deepEqual([game, about.mine, about.ply], [before.game, [before.you.seat], before.ply]);
  }
  const [first] = left.keys();
  const undo = page.deleteLocalTable(first);
  assert.equal(await page.continueLocalTable(first), null);
  undo();
  const [back] = await page.continueLocalTable(first);
  assert.deepEqual(seen(back.get()), left.get(first));
  back.close();
});

const unreadable = async (page, id) => {
  const [nobody] = await page.continueLocalTable(id);
  const { line, trouble } = nobody.get();
  assert.deepEqual([line, trouble], ['ended', 'web.local.unreadable']);
};

await test('broken events, whatever is broken about them: the game stays', async () => {
  const page = await openPage();
  const [client] = await page.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  client.close();
  const id = client.keptAs();
  const kept = page.keptGame(id);
  const broken = [
    kept.events.slice(1),
    kept.events.slice(0, 2).concat(kept.events.slice(3)),
    kept.events.concat('\ufffd'.repeat(300)),
    kept.events.concat('x'.repeat(700000)),
    ['x'],
    [],
  ];
  for (const events of broken) {
    stored.set(`kufsa.game.${id}`, JSON.stringify({ ...kept, events }));
    await unreadable(await openPage(), id);
    assert.deepEqual(page.keptGame(id).events, events);
  }
  stored.set(`kufsa.game.${id}`, JSON.stringify({ ...kept, guests: [7] }));
  await unreadable(await openPage(), id);
  stored.delete(`kufsa.game.${id}`);
});

// ---- clocks ----

const within = (millis, work) =>
  Promise.race([
    work,
    new Promise((_, fail) => setTimeout(() => fail(new Error('nothing happens')), millis)),
  ]);

await test('the wall clock is set back: bots go on', async () => {
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

await test('another tab takes the game: this one is told, and stops writing', async () => {
  const here = await openPage();
  const clients = await here.openLocalTable({ game: 'gobblet', bots: ['gentle'] });
  const tell = hearers[hearers.length - 1];
  const there = await openPage();
  const others = await there.continueLocalTable();
  tell({ key: 'kufsa.name', newValue: 'Noa' });
  tell({ key: 'kufsa.game.other' });
  assert.equal(clients[0].get().line, 'live');
  tell({ key: `kufsa.game.${clients[0].keptAs()}` });
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

await test('a worker that fails is reported; the game is kept', async () => {
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

await test('without the workers\' script nothing is lost, and nobody waits forever', async () => {
  const page = await openPage();
  const [client] = await page.openLocalTable({ game: 'cento', bots: ['gentle'] });
  client.close();
  const kept = page.keptGame(client.keptAs());
  absent = true;
  const lost = await openPage();
  const [nobody] = await lost.continueLocalTable();
  assert.deepEqual([nobody.get().line, nobody.get().trouble], ['ended', 'web.local.broken']);
  await assert.rejects(lost.openLocalTable({ game: 'iota', bots: ['gentle'] }));
  const setting = { game: 'gobblet', seats: 2, options: {} };
  const position = '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w';
  await assert.rejects(lost.advise(setting, position, 0, 'gentle'));
  const { owner, ...still } = page.keptGame(client.keptAs());
  assert.deepEqual({ ...still, owner: kept.owner }, kept);
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
