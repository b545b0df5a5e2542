// How much slower games get while somebody attacks the server: people at tables make moves, in
// quiet times and under attack alternately, several times. Prints the times until their moves are
// acknowledged side by side, and judges nothing; tests/cli_hostile.mjs does.
//   node bench/hostile.mjs PROGRAM [--seconds S] [--rounds R] [--from outside|inside] [ATTACK …]
// The enemy is a separate process. `outside`: it comes through a proxy, each time from another
// address, and has the limits of one; `inside`: it is on this machine and has none of those.
// Where there are few processors it also takes processor time away from the server: `spin`, an
// enemy that only does that, shows how much.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Player, Server, frame, sleep } from '../tests/ws.mjs';

const TABLES = 40;
const MOVE_MS = 400; // between two moves of a table
const SOCKETS = 250; // of an enemy: an address may have 256
const LATE_MS = 10000; // a move that gets no answer counts as this long

// ---- the enemy ----

let address = ''; // where the proxy says it comes from

function request(line, ...headers) {
  const forwarded = address === '' ? [] : [`X-Forwarded-For: ${address}`];
  return `${[line, 'Host: a', ...forwarded, ...headers].join('\r\n')}\r\n\r\n`;
}

const upgrade = () =>
  request(
    'GET /ws HTTP/1.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  );
const text = (value) => frame(1, JSON.stringify(value));
const many = (count, one) =>
  Buffer.concat(Array.from({ length: count }, (_, i) => Buffer.from(one(i))));

// Sends the bytes again and again, as fast as the server takes them; comes back when sent away.
function pour(place, first, bytes, { reads = true, pause = 0 } = {}) {
  const socket = connect(place.port, '127.0.0.1');
  const again = () => setTimeout(() => pour(place, first, bytes, { reads, pause }), 1);
  const more = () => {
    if (socket.destroyed) return;
    if (pause > 0) socket.write(bytes, () => setTimeout(more, pause));
    else if (socket.write(bytes)) setImmediate(more);
  };
  socket.on('error', () => {});
  socket.on('close', again);
  socket.on('drain', more);
  if (reads) socket.resume();
  else socket.pause();
  socket.on('connect', () => {
    if (first.length > 0) socket.write(first);
    more();
  });
}

function each(count, one) {
  for (let i = 0; i < count; i++) one(i);
}

function open(place, game, seats, then) {
  const body = JSON.stringify({ game, seats });
  const socket = connect(place.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    const found = /\{"table".*\}/.exec(`${bytes}`);
    if (found) then(JSON.parse(found[0]));
    socket.destroy();
  });
  socket.write(
    request(
      'POST /api/tables HTTP/1.1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ) + body,
  );
}

const attacks = {
  spin: () =>
    setInterval(() => {
      for (const end = Date.now() + 50; Date.now() < end; );
    }, 50),
  connections: (place) =>
    each(SOCKETS, () => {
      const again = () => {
        const socket = connect(place.port, '127.0.0.1', () => socket.destroy());
        socket.on('error', () => {});
        socket.on('close', () => setImmediate(again));
      };
      again();
    }),
  messages: (place) => {
    const looks = many(500, () => text({ do: 'look' }));
    each(50, (i) =>
      pour(
        place,
        Buffer.concat([Buffer.from(upgrade()), text({ do: 'hello', table: place.tables[i % 40] })]),
        looks,
      ),
    );
  },
  'just within the rate': (place) =>
    each(SOCKETS, (i) =>
      pour(
        place,
        Buffer.concat([Buffer.from(upgrade()), text({ do: 'hello', table: place.tables[i % 40] })]),
        text({ do: 'look' }),
        { pause: 260 },
      ),
    ),
  nonsense: (place) => {
    const broken = many(300, () => frame(1, '['.repeat(60)));
    each(50, () => pour(place, upgrade(), broken));
  },
  pongs: (place) => {
    const pongs = many(2000, () => frame(10, 'x'.repeat(20)));
    each(20, (i) =>
      pour(
        place,
        Buffer.concat([Buffer.from(upgrade()), text({ do: 'hello', table: place.tables[i] })]),
        pongs,
      ),
    );
  },
  'giant frames': (place) => {
    const giant = Buffer.concat([
      Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0]),
      Buffer.alloc(60000),
    ]);
    each(50, () => pour(place, upgrade(), giant));
  },
  'page asked for': (place) =>
    each(20, () =>
      pour(
        place,
        '',
        many(20, () => request('GET / HTTP/1.1')),
      ),
    ),
  'figures asked for': (place) =>
    each(20, () =>
      pour(
        place,
        '',
        many(10, () => request('GET /metrics HTTP/1.1')),
      ),
    ),
  'QR codes asked for': (place) =>
    each(20, () =>
      pour(
        place,
        '',
        many(20, () => request('GET /api/qr/ABCDEF HTTP/1.1')),
      ),
    ),
  'records asked for': (place) =>
    each(20, (i) =>
      pour(
        place,
        '',
        many(10, () => request(`GET /api/tables/${place.tables[i]}/record HTTP/1.1`)),
      ),
    ),
  'asking, reading nothing': (place) =>
    each(SOCKETS, () =>
      pour(
        place,
        '',
        many(500, () => request('GET /metrics HTTP/1.1')),
        { reads: false },
      ),
    ),
  'slow heads': (place) =>
    each(SOCKETS, () => pour(place, 'GET / HTTP/1.1\r\nX', 'x', { pause: 900 })),
  'codes guessed': (place) =>
    each(50, () => pour(place, upgrade(), text({ do: 'hello', table: 'AAAAAA' }), { pause: 5 })),
  'tables opened': (place) => {
    const body = '{"game":"taki","seats":4}';
    const one =
      request(
        'POST /api/tables HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ) + body;
    each(20, () =>
      pour(
        place,
        '',
        many(10, () => one),
      ),
    );
  },
  'guests who come and go': (place) =>
    each(50, (i) => {
      const hello = text({ do: 'hello', table: place.tables[i % 40], join: true });
      const again = () => {
        const socket = connect(place.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => setImmediate(again));
        socket.on('data', (bytes) => bytes.includes('snapshot') && socket.destroy());
        socket.write(Buffer.concat([Buffer.from(upgrade()), hello]));
      };
      again();
    }),
  'masters at work': (place) =>
    each(25, () =>
      open(place, 'iota', 2, ({ table, token }) => {
        const says = [
          { do: 'hello', table, token },
          { cid: 1, do: 'bot', seat: 0, level: 'master' },
          { cid: 2, do: 'bot', seat: 1, level: 'master' },
          { cid: 3, do: 'start' },
        ];
        pour(place, Buffer.concat([Buffer.from(upgrade()), ...says.map(text)]), frame(10, ''), {
          pause: 1000,
        });
      }),
    ),
};

function attack() {
  process.on('message', ({ name, place }) => {
    address = place.address;
    attacks[name](place);
    process.send('begun');
  });
  process.on('disconnect', () => process.exit());
}

// ---- the players ----

class Table {
  static async open(server, times) {
    const table = new Table();
    const opened = await server.open('gobblet', 2);
    const host = await Player.join(server, opened.table, { token: opened.token });
    const other = await Player.join(server, opened.code);
    await host.does({ do: 'sit', seat: 0, name: 'Noa' });
    await other.does({ do: 'sit', seat: 1, name: 'Ben' });
    await other.does({ do: 'ready' });
    await host.does({ do: 'start' });
    Object.assign(table, { opened, players: [host, other], times, cid: 1e6, waits: null });
    table.players.forEach((player) => {
      player.socket.wake = () => table.hear(player);
      player.socket.send({ do: 'look' });
    });
    return table;
  }

  hear(player) {
    for (const message of player.socket.inbox.splice(0)) {
      if (message.position !== undefined) player.view = message;
      if (this.waits !== null && message.cid === this.waits.cid) {
        if (message.do === 'ok') this.times.push(performance.now() - this.waits.since);
        this.waits = null;
      }
    }
  }

  // One command at a time: the next one when it is due and the last one has been answered.
  act() {
    if (this.waits !== null) {
      if (performance.now() - this.waits.since < LATE_MS) return;
      this.times.push(LATE_MS);
      this.waits = null;
    }
    for (const player of this.players) {
      const { legal, end, v } = player.view;
      const over = end !== undefined && !player.asked;
      if (!over && (end !== undefined || legal === undefined)) continue;
      player.asked = over;
      this.waits = { cid: ++this.cid, since: performance.now() };
      if (over) player.socket.send({ cid: this.cid, do: 'rematch' });
      else if (typeof legal === 'number') player.socket.send({ cid: this.cid, do: 'resign' });
      else {
        const move = legal[Math.floor(Math.random() * legal.length)];
        player.socket.send({ cid: this.cid, base: v, do: 'move', move });
      }
      return;
    }
  }
}

const quantile = (times, part) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

async function play(tables, times, seconds) {
  times.length = 0;
  const start = performance.now();
  const timers = tables.map((table, i) => {
    const begin = setTimeout(
      () => {
        table.act();
        table.timer = setInterval(() => table.act(), MOVE_MS);
      },
      (i * MOVE_MS) / tables.length,
    );
    return begin;
  });
  await sleep(seconds * 1000);
  timers.forEach(clearTimeout);
  for (const table of tables) clearInterval(table.timer);
  await sleep(300); // for the last answers
  for (const table of tables)
    if (table.waits !== null) times.push(performance.now() - table.waits.since);
  return { times: [...times], wall: (performance.now() - start) / 1000 };
}

// ---- printing ----

function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function refused(server) {
  const { body } = await server.http('/metrics');
  const counts = {};
  for (const [, why, count] of body.matchAll(/^kufsa_refused_total\{why="(\w+)"\} (\d+)$/gm))
    counts[why] = Number(count);
  return counts;
}

function row(name, quiet, loud, more) {
  const ms = (times, part) => quantile(times, part).toFixed(1).padStart(7);
  const ratio = (part) => (quantile(loud, part) / quantile(quiet, part)).toFixed(1).padStart(6);
  console.log(
    `${name.padEnd(24)} ${ms(quiet, 0.5)} ${ms(quiet, 0.99)}   ${ms(loud, 0.5)} ` +
      `${ms(loud, 0.99)}   ${ratio(0.5)} ${ratio(0.99)}   ${more}`,
  );
}

let enemies = 0;

async function measure(server, tables, times, name, place, { seconds, rounds }) {
  const [quiet, loud] = [[], []];
  const { pid } = server.talk.child;
  const before = await refused(server);
  let [busy, wall, moves] = [0, 0, 0];
  for (let i = 0; i < rounds; i++) {
    quiet.push(...(await play(tables, times, seconds)).times);
    const enemy = fork(fileURLToPath(import.meta.url), [process.argv[2], '--attack']);
    const from = `192.0.2.${++enemies % 256}`;
    enemy.send({ name, place: { ...place, address: place.outside ? from : '' } });
    await new Promise((done) => enemy.once('message', done));
    await sleep(500);
    const start = processorSeconds(pid);
    const heard = await play(tables, times, seconds);
    busy += processorSeconds(pid) - start;
    wall += heard.wall;
    moves += heard.times.length;
    loud.push(...heard.times);
    enemy.kill('SIGKILL');
    await sleep(1500); // until the server has noticed
  }
  const after = await refused(server);
  const risen = Object.keys(after)
    .filter((why) => after[why] > before[why])
    .map((why) => `${why} ${after[why] - before[why]}`);
  const size = (await server.metric('kufsa_resident_bytes')) / 1e6;
  row(
    name,
    quiet,
    loud,
    `${(moves / wall).toFixed(0)} moves/s, server ${((100 * busy) / wall).toFixed(0)} %, ` +
      `${size.toFixed(0)} MB; refused: ${risen.join(', ') || '-'}`,
  );
}

async function main(words) {
  const options = { seconds: 4, rounds: 3, from: 'outside' };
  const wanted = [];
  for (let i = 0; i < words.length; i++)
    if (words[i] === '--from') options.from = words[++i];
    else if (words[i].startsWith('--')) options[words[i].slice(2)] = Number(words[++i]);
    else wanted.push(words[i]);
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-hostile-'));
  const server = await Server.start([
    '--data',
    join(folder, 'kufsa.db'),
    '--public-url',
    'https://a',
  ]);
  const times = [];
  const tables = [];
  for (let i = 0; i < TABLES; i++) tables.push(await Table.open(server, times));
  const place = {
    port: server.port,
    outside: options.from === 'outside',
    tables: tables.map((table) => table.opened.table),
  };
  await play(tables, times, 2);
  console.log(
    `${TABLES} tables, an enemy from ${options.from}; ` +
      `milliseconds until a move is acknowledged`,
  );
  console.log(`${''.padEnd(24)}   quiet: p50, p99    attacked: p50, p99    ratios`);
  for (const name of wanted.length > 0 ? wanted : Object.keys(attacks))
    await measure(server, tables, times, name, place, options);
  console.log(
    `${cpus().length} processors (${cpus()[0].model}), load average ${loadavg()[0].toFixed(1)}`,
  );
  await server.kill('SIGTERM');
  rmSync(folder, { recursive: true });
  process.exit();
}

if (process.argv.includes('--attack')) attack();
else await main(process.argv.slice(3));
