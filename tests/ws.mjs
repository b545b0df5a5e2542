// A server to test, and clients for it: HTTP as raw as a test wants it, and WebSockets (RFC 6455,
// the client's side, text messages).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { request as requestSafely } from 'node:https';
import { connect } from 'node:net';
import { connect as connectSafely } from 'node:tls';
import { Talk } from './program.mjs';

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// A running `kufsa serve` on its own port.
export class Server {
  static async start(words = ['--memory'], environment = {}) {
    const server = new Server();
    server.talk = new Talk(['serve', '--port', '0', '--threads', '1', ...words], environment);
    return server.listens(30);
  }

  // Starts, or ends with a message: `server` or `refusal`.
  static async tryStart(words, seconds = 30) {
    const server = new Server();
    server.talk = new Talk(['serve', '--port', '0', '--threads', '1', ...words]);
    try {
      return { server: await server.listens(seconds) };
    } catch {
      const { status, signal } = await server.talk.ended;
      assert.deepEqual([status, signal], [1, null], server.talk.text);
      return { refusal: server.talk.text };
    }
  }

  // One that runs already.
  static at(address) {
    const { origin, port } = new URL(address);
    return Object.assign(new Server(), { origin, port: Number(port) });
  }

  async listens(seconds) {
    const text = await this.talk.until(/what=listen port=\d+/, seconds);
    this.port = Number(/port=(\d+)$/.exec(text)[1]);
    this.origin = `http://localhost:${this.port}`;
    return this;
  }

  // A connection; `tls` (what node's tls.connect takes) makes it a safe one.
  dial() {
    if (!this.tls) return connect(this.port, '127.0.0.1');
    return connectSafely({ host: '127.0.0.1', ...this.tls });
  }

  // { status, headers, body }
  http(path, { method = 'GET', headers = {}, body = '' } = {}) {
    return new Promise((done, fail) => {
      const options = { port: this.port, host: '127.0.0.1', path, method, headers, agent: false };
      const sent = (this.tls ? requestSafely : request)({ ...options, ...this.tls }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const bytes = Buffer.concat(parts);
          done({ status: answer.statusCode, headers: answer.headers, bytes, body: `${bytes}` });
        });
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }

  async post(path, value, headers = {}) {
    const body = JSON.stringify(value);
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await this.http(path, { method: 'POST', headers: all, body });
    return { ...answer, json: JSON.parse(answer.body) };
  }

  async open(game, seats, more = {}) {
    const { status, json } = await this.post('/api/tables', { game, seats, ...more });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
    return json;
  }

  // Sends bytes and returns all that comes back until the server closes.
  raw(bytes, ms = 15000) {
    return new Promise((done) => {
      const socket = connect(this.port, '127.0.0.1');
      const parts = [];
      const timer = setTimeout(() => socket.destroy(), ms);
      socket.on('data', (part) => parts.push(part));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearTimeout(timer);
        done(Buffer.concat(parts).toString('latin1'));
      });
      socket.write(bytes);
    });
  }

  async metric(name) {
    const { body } = await this.http('/metrics');
    const line = body.split('\n').find((each) => each.startsWith(`${name} `));
    if (line === undefined) throw new Error(`no ${name} in /metrics`);
    return Number(line.slice(name.length + 1));
  }

  // From now on its disk acts as if full (no file may grow), or works again.
  fillDisk(full) {
    const limit = full ? 1 : 'unlimited';
    const words = ['--pid', String(this.talk.child.pid), `--fsize=${limit}:unlimited`];
    if (spawnSync('prlimit', words).status !== 0) throw new Error('prlimit has failed');
  }

  kill(signal) {
    this.talk.child.kill(signal);
    return this.talk.ended;
  }
}

export function frame(opcode, payload, { fin = true, masked = true, reserved = 0 } = {}) {
  const bytes = Buffer.from(payload);
  const size = bytes.length;
  const head = [(fin ? 0x80 : 0) | reserved | opcode];
  const bit = masked ? 0x80 : 0;
  if (size < 126) head.push(bit | size);
  else if (size < 65536) head.push(bit | 126, size >> 8, size & 255);
  else head.push(bit | 127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 255, size & 255);
  if (!masked) return Buffer.concat([Buffer.from(head), bytes]);
  const mask = randomBytes(4);
  for (let i = 0; i < size; i++) bytes[i] ^= mask[i % 4];
  return Buffer.concat([Buffer.from(head), mask, bytes]);
}

// A WebSocket. Messages are parsed and wait in `inbox` until somebody takes them.
export class Socket {
  static open(server, headers = {}, path = '/ws', patience = 30000) {
    return new Promise((done, fail) => {
      const socket = new Socket();
      const key = randomBytes(16).toString('base64');
      socket.tcp = server.dial();
      socket.inbox = [];
      socket.bytes = Buffer.alloc(0);
      socket.pings = 0;
      socket.wake = () => {};
      const all = { Host: `localhost:${server.port}`, Upgrade: 'websocket', Connection: 'Upgrade' };
      Object.assign(all, { 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13' }, headers);
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.tcp.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      socket.tcp.on('error', () => {});
      socket.tcp.setTimeout(patience, () => socket.ready || socket.tcp.destroy());
      socket.tcp.on('close', () => {
        socket.closed = true;
        socket.wake();
        fail(new Error(`closed: ${socket.bytes.toString('latin1', 0, 200)}`));
      });
      socket.tcp.on('data', (bytes) => {
        socket.bytes = Buffer.concat([socket.bytes, bytes]);
        if (!socket.ready && !socket.readHead(key)) return;
        if (!socket.ready) {
          socket.ready = true;
          done(socket);
        }
        while (socket.readFrame());
        socket.wake();
      });
    });
  }

  readHead(key) {
    const end = this.bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.bytes.toString('latin1', 0, end);
    const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
    const accept = createHash('sha1').update(key + magic).digest('base64');
    if (!head.startsWith('HTTP/1.1 101 ')) return false;
    if (!head.toLowerCase().includes(`sec-websocket-accept: ${accept.toLowerCase()}`)) return false;
    this.bytes = this.bytes.subarray(end + 4);
    return true;
  }

  readFrame() {
    const bytes = this.bytes;
    if (bytes.length < 2) return false;
    let size = bytes[1] & 127;
    let at = 2;
    if (bytes.length < (size === 126 ? 4 : size === 127 ? 10 : 2)) return false;
    if (size === 126) [size, at] = [bytes.readUInt16BE(2), 4];
    else if (size === 127) [size, at] = [Number(bytes.readBigUInt64BE(2)), 10];
    if (bytes.length < at + size) return false;
    const payload = bytes.subarray(at, at + size);
    this.bytes = bytes.subarray(at + size);
    const opcode = bytes[0] & 15;
    if (opcode === 1) this.inbox.push(JSON.parse(payload.toString()));
    else if (opcode === 8) this.code = size >= 2 ? payload.readUInt16BE(0) : 1005;
    else if (opcode === 9 && !this.deaf) {
      this.pings++;
      this.tcp.write(frame(10, payload));
    } else if (opcode === 10) this.ponged = payload.toString();
    return true;
  }

  send(value) {
    this.tcp.write(frame(1, typeof value === 'string' ? value : JSON.stringify(value)));
  }

  // The first message for which the function is true; earlier ones are discarded.
  async take(wanted = () => true, ms = 20000) {
    const end = Date.now() + ms;
    for (;;) {
      while (this.inbox.length > 0) {
        const message = this.inbox.shift();
        if (wanted(message)) return message;
      }
      if (this.closed) throw new Error(`closed with ${this.code}`);
      const left = end - Date.now();
      if (left <= 0) throw new Error('no such message came');
      await this.change(left);
    }
  }

  change(ms) {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  // Waits for the server to close; the code of its close frame.
  async end(ms = 20000) {
    const limit = Date.now() + ms;
    while (!this.closed && this.code === undefined && Date.now() < limit)
      await this.change(limit - Date.now());
    if (!this.closed && this.code === undefined) throw new Error('it was not closed');
    this.tcp.destroy();
    return this.code;
  }

  close() {
    this.tcp.destroy();
  }
}

// Somebody at a table.
export class Player {
  static async join(server, table, more = { join: true }) {
    const player = new Player();
    player.cid = Math.floor(Math.random() * 1e9) + 1;
    const first = (m) => ['welcome', 'elsewhere', 'error'].includes(m.do);
    for (let path = '/ws'; path !== undefined; path = player.welcome.to) {
      player.socket?.close();
      player.socket = await Socket.open(server, {}, path);
      player.socket.send({ do: 'hello', table, ...more });
      player.welcome = await player.socket.take(first);
    }
    if (player.welcome.do === 'error') throw new Error(player.welcome.reason);
    player.token = player.welcome.token ?? more.token;
    player.view = await player.socket.take((m) => m.do === 'snapshot');
    return player;
  }

  // The answer to a command; `base` is the version that a move is for.
  async command(body, cid = ++this.cid) {
    this.socket.send({ cid, base: this.view.v, ...body });
    const isAnswer = (m) => m.cid === cid && ['ok', 'error', 'stale', 'legal'].includes(m.do);
    for (;;) {
      const message = await this.socket.take();
      if (message.v !== undefined && message.position !== undefined) this.view = message;
      if (isAnswer(message)) return message;
    }
  }

  async does(body) {
    const answer = await this.command(body);
    if (answer.do !== 'ok') throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
    return answer;
  }

  close() {
    this.socket.close();
  }
}

// A table at which Noa, the host, and Ben have started a game.
export async function sitTwo(server, game = 'gobblet') {
  const table = await server.open(game, 2);
  const host = await Player.join(server, table.table, { token: table.token });
  const other = await Player.join(server, table.code);
  await host.does({ do: 'sit', seat: 0, name: 'Noa' });
  await other.does({ do: 'sit', seat: 1, name: 'Ben' });
  await other.does({ do: 'ready' });
  await host.does({ do: 'start' });
  return { table, host, other };
}
