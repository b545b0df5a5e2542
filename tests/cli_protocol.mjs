// The examples in docs/protocol.md, played against a running server; and examples/client.py.
//   node tests/cli_protocol.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { finish, readText, root, test } from './program.mjs';
import { Server, Socket } from './ws.mjs';

const lines = [];
for (const [, block] of readText('docs/protocol.md').matchAll(/^```protocol\n(.*?)^```/gms))
  lines.push(...block.trim().split('\n'));

// Words in capitals have a value from where they first are received; TIME and HASH never have one.
const known = new Map();
const isLoose = (word) => word === 'TIME' || word === 'HASH';
const fill = (text) => text.replace(/\b[A-Z]{4,}\b/g, (word) => known.get(word) ?? word);

function matches(pattern, text) {
  const words = [];
  const source = fill(pattern)
    .split(/(…|\b[A-Z]{4,}\b)/)
    .map((part) => {
      if (part === '…') return '.*';
      if (!/^[A-Z]{4,}$/.test(part) || [...known.values()].includes(part))
        return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      words.push(part);
      return '([0-9a-zA-Z]+)';
    })
    .join('');
  const match = new RegExp(`^${source}$`, 's').exec(text);
  if (match === null) return false;
  words.forEach((word, i) => isLoose(word) || known.set(word, match[i + 1]));
  return true;
}

async function playLine(line, state) {
  const request = /^(GET|POST) (\S+)(?: (.*))?$/.exec(line);
  const message = /^(\w+)([<>]) (.*)$/.exec(line);
  if (request !== null) {
    const headers = { 'content-type': 'application/json' };
    const [, method, path, body] = request;
    state.answer = await state.server.http(fill(path), { method, headers, body });
  } else if (/^\d{3} /.test(line)) {
    const got = `${state.answer.status} ${state.answer.body}`;
    assert.ok(matches(line, got), `expected ${fill(line)}\ngot ${got}`);
  } else if (message !== null && message[2] === '>') {
    const [, name, , text] = message;
    if (!state.sockets.has(name)) state.sockets.set(name, await Socket.open(state.server));
    state.sockets.get(name).send(fill(text));
  } else if (message !== null) {
    const seen = [];
    const wanted = (m) => {
      seen.push(JSON.stringify(m));
      return matches(message[3], seen.at(-1));
    };
    await state.sockets.get(message[1]).take(wanted, 5000).catch((error) => {
      throw new Error(`${error.message}\nexpected ${fill(message[3])}\ngot ${seen.join('\n    ')}`);
    });
  } else if (/^(\w+) closes$/.test(line)) {
    const name = line.split(' ')[0];
    state.sockets.get(name).close();
    state.sockets.delete(name);
  } else {
    assert.equal(line, 'the server stops');
    state.ended = state.server.kill('SIGTERM');
  }
}

await test('docs/protocol.md', async () => {
  const state = { server: await Server.start(), sockets: new Map() };
  assert.ok(lines.length > 80);
  for (const line of lines) {
    try {
      await playLine(line, state);
    } catch (error) {
      throw new Error(`${line}\n${error.message}`);
    }
  }
  assert.equal((await state.ended).status, 0);
});

await test('every command and every event is in the document', () => {
  const text = readText('docs/protocol.md');
  const sources = readText('src/table/table_command.c');
  const orders = [...sources.matchAll(/^ {4}\{"(\w+)", TABLE_/gm)].map((match) => match[1]);
  const events = [...readText('src/table/event.h').matchAll(/X\(\w+, "(\w+)",/g)];
  assert.ok(orders.length > 20 && events.length > 20);
  const hidden = ['open', 'guest']; // told as skip
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

finish();
