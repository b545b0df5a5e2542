// How much processor time the review of a game takes: in the page's module, as its worker runs it,
// and in the program. Games of two casual players, the same each time.
//   node bench/review.mjs build/kufsa build/wasm/kufsa.wasm [GAMES]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GAMES } from '../tools/games.mjs';

const [program, file, wanted = '6'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'kufsa-review-'));
const { instance } = await WebAssembly.instantiate(readFileSync(file));
const { memory, in_buffer, out_buffer, ask, _initialize } = instance.exports;
_initialize?.();

function send(request) {
  const text = new TextEncoder().encode(JSON.stringify(request));
  new Uint8Array(memory.buffer, in_buffer(), text.length).set(text);
  const size = ask(text.length);
  const answer = new Uint8Array(memory.buffer, out_buffer(), size);
  return JSON.parse(new TextDecoder().decode(answer));
}

function review(record) {
  let answer = send({ do: 'review', record });
  while (!answer.done) answer = send({ do: 'review' });
  return answer;
}

// Milliseconds of processor time.
const millisOf = ({ user, system }) => (user + system) / 1000;

function inModule(record) {
  const before = process.cpuUsage();
  const { of: moves } = review(record);
  return { moves, millis: millisOf(process.cpuUsage(before)) };
}

function inProgram(path) {
  const script = `TIMEFORMAT='%U %S'; time "$0" review "$1" --json >/dev/null`;
  const { stderr } = spawnSync('bash', ['-c', script, program, path], { encoding: 'utf8' });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return 1000 * (user + system);
}

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;

for (const game of GAMES) {
  const records = join(folder, game);
  const played = ['arena', game, 'casual', 'casual', '--games', wanted, '--seed', '3', '--quiet'];
  const { status, stderr } = spawnSync(program, [...played, '--records', records]);
  if (status !== 0) throw new Error(String(stderr));
  const paths = readdirSync(records).map((name) => join(records, name));
  const texts = paths.map((path) => readFileSync(path, 'utf8'));
  review(texts[0]); // from now on the module is compiled
  const found = texts.map(inModule);
  const millis = found.map((one) => one.millis);
  const moves = Math.round(mean(found.map((one) => one.moves)));
  console.log(
    `${game}: ${paths.length} games of ${moves} moves; ` +
      `module ${Math.round(mean(millis))} ms, at most ${Math.round(Math.max(...millis))}; ` +
      `program ${Math.round(mean(paths.map(inProgram)))} ms`,
  );
}
rmSync(folder, { recursive: true });
