// What the tests of the program share: running it, talking to it, counting what passed, random
// numbers.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const program = resolve(process.argv[2] ?? 'build/kufsa');

// English, no colours, whatever the tester's own environment says.
const environment = { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'dumb' };
for (const name of ['ASAN_OPTIONS', 'UBSAN_OPTIONS'])
  if (process.env[name] !== undefined) environment[name] = process.env[name];

let passed = 0;
let failed = 0;
const talks = new Set(); // programs that have not ended

// A test is a name and a function, which fails by throwing.
export async function test(name, run) {
  try {
    await run();
    passed++;
  } catch (error) {
    failed++;
    console.error(`FAILED ${name}\n${error.stack ?? error}`);
  }
  for (const talk of talks) talk.child.kill(); // what a failed test left behind
}

export function finish() {
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exit(1); // whatever a failed test has left open
}

// Runs it to its end: { status, out, err }.
export function run(words, input = '', more = {}) {
  const result = spawnSync(program, words, {
    input,
    env: { ...environment, ...more },
    maxBuffer: 1 << 30,
    timeout: 250_000,
  });
  if (result.error) throw result.error;
  if (result.signal !== null) throw new Error(`${words.join(' ')} died of ${result.signal}`);
  return { status: result.status, out: result.stdout.toString(), err: result.stderr.toString() };
}

// Sends lines to the engine and returns its answers, as text.
export function answerLines(lines, words = []) {
  const { status, out, err } = run(['engine', ...words], lines.map((line) => `${line}\n`).join(''));
  if (status !== 0 || err !== '') throw new Error(`engine: status ${status}, ${err}`);
  if (out !== '' && !out.endsWith('\n')) throw new Error('the last answer has no end');
  return out === '' ? [] : out.slice(0, -1).split('\n');
}

// The same with objects.
export function ask(requests, words = []) {
  const answers = answerLines(requests.map((request) => JSON.stringify(request)), words);
  return answers.map((answer) => JSON.parse(answer));
}

// Each game's row: its name, how many can play, its options.
export const gameRows = () => ask([{ id: 0, do: 'games' }])[0].games;

// A program that goes on running: write to it, and wait for what it says. What it says in its log
// and what it says to people come through two pipes, in no order between them.
export class Talk {
  constructor(words, more = {}) {
    this.child = spawn(program, words, { env: { ...environment, ...more } });
    this.parts = ['', ''];
    this.wake = () => {};
    talks.add(this);
    this.ended = new Promise((done) => {
      this.child.on('close', (status, signal) => {
        talks.delete(this);
        this.closed = true;
        this.wake();
        done({ status, signal });
      });
    });
    for (const [i, stream] of [this.child.stdout, this.child.stderr].entries())
      stream.setEncoding('utf8').on('data', (text) => {
        this.parts[i] += text;
        this.wake();
      });
  }

  // What no `until` has taken.
  get text() {
    return this.parts.join('');
  }

  write(text) {
    this.child.stdin.write(text);
  }

  end() {
    this.child.stdin.end();
    return this.ended;
  }

  // Waits until a pipe has brought the pattern, and removes all up to its end from that pipe.
  async until(pattern, seconds = 60) {
    const timer = setTimeout(() => {
      this.late = true;
      this.wake();
    }, seconds * 1000);
    try {
      for (;;) {
        for (const [i, part] of this.parts.entries()) {
          const match = pattern.exec(part);
          if (match === null) continue;
          const end = match.index + match[0].length;
          this.parts[i] = part.slice(end);
          return part.slice(0, end);
        }
        if (this.closed) throw new Error(`it ended before ${pattern}; it said: ${this.text}`);
        if (this.late) throw new Error(`no ${pattern} in ${seconds} s; it said: ${this.text}`);
        await new Promise((wake) => (this.wake = wake));
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

// xorshift: the same numbers for the same seed on every machine.
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0 || 1;
  }

  below(n) {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % n;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

export const readText = (path) => readFileSync(resolve(root, path), 'utf8');
export const START = '-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w';
export const KEY = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
