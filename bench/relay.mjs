// What a relay spends on a crowd: people play at a table, and so many others watch it through a
// relay. Prints, for each number of watchers, the relay's processor time for a move, how long after
// its acknowledgement the last of them has heard of it, and what a watcher costs in memory.
//   node bench/relay.mjs PROGRAM [--moves M] [WATCHERS …]
// The watchers are a process of their own, and only count what arrives. Each needs an open file
// there and in the relay, which raises its own limit: `ulimit -Hn` must allow it.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { Server, sitTwo, frame } from '../tests/ws.mjs';

const TICKS = 100; // of the system's clock in a second
const AT_ONCE = 500; // connections that are being made
const MARK = Buffer.from('"do":"move"');
const PING = Buffer.from([0x89, 0]);

// ---- the crowd ----

function watch(port, code, heard) {
  return new Promise((done, fail) => {
    const tcp = connect(port, '127.0.0.1');
    const lines = [`GET /watch/${code} HTTP/1.1`, 'Host: localhost', 'Upgrade: websocket',
      'Connection: Upgrade', 'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`];
    tcp.write(`${lines.join('\r\n')}\r\n\r\n`);
    tcp.write(frame(1, JSON.stringify({ do: 'hello', table: code })));
    let shown = false;
    tcp.on('error', fail).on('close', () => fail(new Error('closed')));
    tcp.on('data', (bytes) => {
      if (bytes.includes(PING)) tcp.write(frame(10, ''));
      if (!shown && bytes.includes('"do":"snapshot"')) {
        shown = true;
        done();
      } else if (shown && bytes.includes(MARK)) heard();
    });
  });
}

async function crowd([port, code, count]) {
  let heard = 0;
  const hear = () => {
    if (++heard < count) return;
    heard = 0;
    process.send(Date.now());
  };
  const coming = Array.from({ length: count }, () => () => watch(port, code, hear));
  const come = async () => {
    for (let next = coming.pop(); next !== undefined; next = coming.pop()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  process.send('there');
}

// ---- what it costs ----

const next = (child) => new Promise((done) => child.once('message', done));

// Milliseconds of processor time so far, kilobytes of memory.
function spent(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
  return { ms: ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS, kb: Number(memory) };
}

async function measure(count, moves) {
  const server = await Server.start(['--memory', '--unlimited']);
  const relay = await Server.start(['--relay', `http://localhost:${server.port}`]);
  const { pid } = relay.talk.child;
  const { table, host, other } = await sitTwo(server);
  const empty = spent(pid);
  const child = fork(process.argv[1], ['--crowd', String(relay.port), table.code, String(count)]);
  await next(child);
  const begun = spent(pid);
  const bytes = await relay.metric('kufsa_sent_bytes_total');
  const late = [];
  let made = 0;
  for (let turn = 0; made < moves; turn = 1 - turn) {
    const player = [host, other][turn];
    player.socket.send({ do: 'look' });
    player.view = await player.socket.take((m) => m.do === 'snapshot');
    if (player.view.end !== undefined) break;
    const { legal } = player.view;
    const all = typeof legal === 'number'
      ? (await player.command({ do: 'legal' })).legal : (legal ?? []);
    if (all.length === 0) continue;
    const allHeard = next(child);
    await player.does({ do: 'move', move: all[Math.floor(Math.random() * all.length)] });
    const at = Date.now();
    late.push((await allHeard) - at);
    made++;
  }
  const end = spent(pid);
  const each = (await relay.metric('kufsa_sent_bytes_total')) - bytes;
  late.sort((a, b) => a - b);
  console.log([
    `${count} watchers, ${made} moves of ${Math.round(each / made / count)} bytes:`,
    `${((end.ms - begun.ms) / made).toFixed(1)} ms of processor a move`,
    `(${(((end.ms - begun.ms) / made / count) * 1000).toFixed(1)} us each);`,
    `the last heard of it after ${late[late.length >> 1]} ms (median), ${late.at(-1)} ms (most);`,
    `${((begun.kb - empty.kb) / count).toFixed(1)} kB of memory each, coming in took`,
    `${Math.round(begun.ms - empty.ms)} ms of processor; load ${loadavg()[0].toFixed(1)}`,
  ].join(' '));
  child.kill();
  for (const player of [host, other]) player.close();
  await Promise.all([relay.kill('SIGTERM'), server.kill('SIGTERM')]);
}

const words = process.argv.slice(2);
if (words[0] === '--crowd') {
  await crowd([Number(words[1]), words[2], Number(words[3])]);
} else {
  const at = words.indexOf('--moves');
  const [, moves] = at < 0 ? [0, 50] : words.splice(at, 2);
  const [, ...counts] = words;
  for (const count of counts.length > 0 ? counts : [100, 1000, 10000])
    await measure(Number(count), Number(moves));
}
