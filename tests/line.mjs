// Between a server and PostgreSQL, and between people and servers: lines that lose answers, freeze
// and break.
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, sleep } from './ws.mjs';

const LOOK_MS = 500;
const SOCKET = '.s.PGSQL.5432';

const listen = (server, ...words) => new Promise((done) => server.listen(...words, done));

// Joins two sockets; `pass` may keep what goes one way.
function pair(pairs, near, far, pass = (_, to, bytes) => to.write(bytes)) {
  const both = [near, far];
  pairs.add(both);
  near.on('data', (bytes) => pass('there', far, bytes));
  far.on('data', (bytes) => pass('back', near, bytes));
  for (const socket of both)
    socket.on('error', () => {}).on('close', () => {
      for (const each of both) each.destroy();
      pairs.delete(both);
    });
}

// To a PostgreSQL, as a folder with its socket. Another one may take its place.
export class Line {
  static async open(postgres) {
    const line = Object.assign(new Line(), { postgres });
    line.folder = mkdtempSync(join(tmpdir(), 'kufsa-line-'));
    line.pairs = new Set();
    line.swallowed = 0;
    line.kept = [];
    line.server = createServer((near) => {
      const far = connect(join(line.postgres.folder, SOCKET));
      pair(line.pairs, near, far, (way, to, bytes) => line.pass(way, to, bytes));
    });
    await listen(line.server, join(line.folder, SOCKET));
    return line;
  }

  pass(way, to, bytes) {
    if (this.frozen) this.kept.push([to, bytes]);
    else if (this.swallows && way === 'back') this.swallowed++;
    else to.write(bytes);
  }

  // Cuts the line as soon as an answer has been thrown away.
  async cut() {
    this.swallowed = 0;
    this.swallows = true;
    while (this.swallowed === 0) await sleep(1);
    this.drop();
    this.swallows = false;
  }

  // Nothing arrives, in either direction; later all of it does.
  freeze() {
    this.frozen = true;
  }

  thaw() {
    this.frozen = false;
    for (const [to, bytes] of this.kept.splice(0)) to.write(bytes);
  }

  drop() {
    for (const [near] of this.pairs) near.destroy();
  }

  close() {
    this.drop();
    this.server.close();
    rmSync(this.folder, { recursive: true });
  }
}

// In front of several servers, as a proxy: /ws/NAME is the server of that name, everything else is
// any of them. A connection stays where its first request went.
export class Front extends Server {
  static async open() {
    const front = new Front();
    Object.assign(front, { nodes: new Map(), pairs: new Set(), ill: new Set() });
    front.talk = { closed: false };
    front.server = createServer((near) => front.greet(near));
    await listen(front.server, 0, '127.0.0.1');
    front.port = front.server.address().port;
    front.watch = setInterval(() => front.look(), LOOK_MS);
    return front;
  }

  // Asks each server how it is, as proxies do; one that does not answer gets nothing new.
  look() {
    for (const port of this.nodes.values()) {
      const options = { port, host: '127.0.0.1', path: '/healthz', agent: false };
      const asked = get({ ...options, timeout: LOOK_MS }, (answer) => {
        this.ill[answer.statusCode === 200 ? 'delete' : 'add'](port);
        answer.resume();
      });
      asked.on('timeout', () => asked.destroy()).on('error', () => this.ill.add(port));
    }
  }

  greet(near) {
    let head = Buffer.alloc(0);
    const read = (bytes) => {
      head = Buffer.concat([head, bytes]);
      if (!head.includes('\r\n\r\n')) return;
      near.off('data', read).pause(); // what comes next waits for the other side
      const [, name] = /^GET \/ws\/([a-z0-9]+) /.exec(head.toString('latin1', 0, 200)) ?? [];
      this.reach(near, head, name === undefined ? this.any() : [this.nodes.get(name)]);
    };
    near.on('data', read).on('error', () => {});
  }

  any() {
    const all = [...this.nodes.values()];
    const well = all.filter((port) => !this.ill.has(port));
    const ports = well.length > 0 ? well : all;
    const first = Math.floor(Math.random() * ports.length);
    return [...ports.slice(first), ...ports.slice(0, first)];
  }

  reach(near, head, [port, ...others]) {
    if (port === undefined) {
      near.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const far = connect(port, '127.0.0.1');
    const fail = () => this.reach(near, head, others);
    far.once('error', fail).once('connect', () => {
      far.off('error', fail);
      pair(this.pairs, near, far);
      far.write(head);
      near.resume();
    });
  }

  close() {
    this.talk.closed = true;
    clearInterval(this.watch);
    for (const [near] of this.pairs) near.destroy();
    this.server.close();
  }
}
