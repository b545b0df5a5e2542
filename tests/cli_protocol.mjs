// The examples in docs/protocol.md, played against a running server; and examples/client.py.
//   node tests/cli_protocol.mjs PROGRAM SHIM
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from './clock.mjs';
import { finish, program, readText, root, test } from './program.mjs';
import { Player, Server, Socket } from './ws.mjs';

// A block belongs to the main story, or to the one that its fence names: ```protocol window
const stories = new Map();
for (const [, name, block] of readText('docs/protocol.md').matchAll(
  /^```protocol ?(\w*)\n(.*?)^```/gms,
))
  stories.set(name, [...(stories.get(name) ?? []), ...block.trim().split('\n')]);

const folder = mkdtempSync(join(tmpdir(), 'kufsa-protocol-'));

// Words in capitals get a value when they are first received; TIME and HASH never have one.
class Words {
  known = new Map();

  fill(text) {
    return text.replace(/\b[A-Z]{4,}\b/g, (word) => this.known.get(word) ?? word);
  }

  matches(pattern, text) {
    const words = [];
    const values = [...this.known.values()];
    const source = this.fill(pattern)
      .split(/(…|\b[A-Z]{4,}\b)/)
      .map((part) => {
        if (part === '…') return '.*';
        if (!/^[A-Z]{4,}$/.test(part) || values.includes(part))
          return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        words.push(part);
        return '([0-9a-zA-Z]+)';
      })
      .join('');
    const match = new RegExp(`^${source}$`, 's').exec(text);
    if (match === null) return false;
    const isLoose = (word) => word === 'TIME' || word === 'HASH';
    words.forEach((word, i) => isLoose(word) || this.known.set(word, match[i + 1]));
    return true;
  }
}

// Three at a Super Taki table draw cards until one of them can lay a +3 and another has a breaker;
// these are then Noa and Ben.
async function playUntilWindow(state) {
  for (let tries = 0; tries < 5; tries++) {
    const table = await state.server.open('taki', 3);
    const players = [await Player.join(state.server, table.table, { token: table.token })];
    while (players.length < 3) players.push(await Player.join(state.server, table.code));
    for (const [seat, player] of players.entries()) {
      await player.does({ do: 'sit', seat, name: 'N' });
      await player.does({ do: 'ready' });
    }
    await players[0].does({ do: 'start' });
    const holds = (seat, card) =>
      players[seat].view.position.split(' ')[1].split('/')[seat].split(',').includes(card);
    for (let { v } = players[0].view; ; ) {
      for (const player of players)
        if (player.view.v < v) player.view = await player.socket.take((m) => m.v === v);
      const seat = players[0].view.actors[0];
      const { legal } = players[seat].view;
      const other = [0, 1, 2].find((each) => each !== seat && holds(each, 'break'));
      if (legal.includes('+3') && other !== undefined) {
        state.sockets.set('Noa', players[seat].socket);
        state.sockets.set('Ben', players[other].socket);
        state.sockets.set('Gal', players[3 - seat - other].socket);
        return;
      }
      if (!legal.includes('draw')) break; // there are no more cards
      ({ v } = await players[seat].does({ do: 'move', move: 'draw' }));
    }
  }
  throw new Error('the cards do not want to');
}

const scenes = {
  'they play until Noa can lay a +3 and Ben has a breaker': playUntilWindow,
  'a minute passes': ({ clock, server }) => clock.pass(60500, server),
  'ten seconds pass': ({ clock, server }) => clock.pass(10100, server),
  'the disk fails': (state) => state.server.fillDisk(true),
  'the disk works again': (state) => state.server.fillDisk(false),
  'the server stops': (state) => (state.ended = state.server.kill('SIGTERM')),
};

async function expectMessage(state, name, pattern) {
  const seen = [];
  const wanted = (m) => {
    seen.push(JSON.stringify(m));
    return state.words.matches(pattern, seen.at(-1));
  };
  await state.sockets.get(name).take(wanted, 8000).catch((error) => {
    const got = seen.join('\n    ');
    throw new Error(`${error.message}\nexpected ${state.words.fill(pattern)}\ngot ${got}`);
  });
}

async function playLine(line, state) {
  const { words } = state;
  const request = /^(GET|POST) (\S+)(?: (.*))?$/.exec(line);
  const message = /^(\w+)([<>]) (.*)$/.exec(line);
  const hash = /^([A-Z]+) = sha256 of ([A-Z ]+)$/.exec(line);
  const closing = /^(\w+) closes$/.exec(line);
  if (request !== null) {
    const headers = { 'content-type': 'application/json' };
    const [, method, path, body] = request;
    state.answer = await state.server.http(words.fill(path), { method, headers, body });
  } else if (/^\d{3} /.test(line)) {
    const got = `${state.answer.status} ${state.answer.body}`;
    assert.ok(words.matches(line, got), `expected ${words.fill(line)}\ngot ${got}`);
  } else if (message !== null && message[2] === '>') {
    const [, name, , text] = message;
    if (!state.sockets.has(name)) state.sockets.set(name, await Socket.open(state.server));
    state.sockets.get(name).send(words.fill(text));
  } else if (message !== null) {
    await expectMessage(state, message[1], message[3]);
  } else if (hash !== null) {
    const bytes = Buffer.from(words.fill(hash[2]).replaceAll(' ', ''), 'hex');
    assert.ok(bytes.length >= 32 && bytes.length % 32 === 0);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), words.known.get(hash[1]));
  } else if (closing !== null) {
    state.sockets.get(closing[1]).close();
    state.sockets.delete(closing[1]);
  } else {
    assert.ok(line in scenes, 'what is this?');
    await scenes[line](state);
  }
}

// Each story has its own server, which must exit cleanly.
async function playStory(name, lines) {
  const file = join(folder, 'kufsa.db');
  const options = { window: ['--memory', '--unlimited'], disk: ['--data', file] };
  const clock = new Clock(process.argv[3]);
  const server = await Server.start(options[name] ?? ['--memory'], clock.environment);
  const state = { server, clock, sockets: new Map(), words: new Words() };
  for (const line of lines) {
    try {
      await playLine(line, state);
    } catch (error) {
      server.kill('SIGKILL');
      throw new Error(`${name} ${line}\n${error.message}`);
    }
  }
  state.ended ??= server.kill('SIGTERM');
  assert.equal((await state.ended).status, 0);
  clock.close();
}

await test('docs/protocol.md', async () => {
  const names =
    'aloud away devices disk door evening host lead nudge rematch time window'.split(' ');
  assert.deepEqual([...stories.keys()].sort(), ['', ...names]);
  assert.ok(stories.get('').length > 80);
  const played = [...stories].map(([name, lines]) => playStory(name, lines));
  const failed = (await Promise.allSettled(played)).filter((each) => each.status === 'rejected');
  if (failed.length > 0) throw failed[0].reason;
});

await test('every command and every event is in the document', () => {
  const text = readText('docs/protocol.md');
  const listed = readText('src/table/order.h').matchAll(/X\(\w+, "(\w+)",/g);
  const orders = [...listed].map((match) => match[1]);
  const events = [...readText('src/table/event.h').matchAll(/X\(\w+, "(\w+)",/g)];
  assert.ok(orders.length > 20 && events.length > 20);
  const hidden = ['open', 'guest', 'token', 'given']; // told as skip
  for (const word of [...orders, ...events.map((match) => match[1])])
    if (!hidden.includes(word)) assert.match(text, new RegExp(`["\`]${word}["\`]`), word);
});

await test('examples/client.py', async () => {
  const server = await Server.start();
  const games = ['gobblet'].map((game) => {
    const words = [`${root}/examples/client.py`, game, `localhost:${server.port}`];
    const child = spawn('python3', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (bytes) => (out += bytes));
    return new Promise((done) => child.on('close', (status) => done([status, out])));
  });
  for (const [status, out] of await Promise.all(games)) {
    assert.equal(status, 0);
    assert.match(out, /^rules places: \[\d, \d\]\n$/);
  }
  await server.kill('SIGTERM');
});

rmSync(folder, { recursive: true });
finish();
