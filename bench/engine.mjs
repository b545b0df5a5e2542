// How many positions `kufsa engine` answers per second of its processor time, which other load
// disturbs less than wall time: one at a time, pipelined, and many in a request. Prints figures and
// judges nothing.
//   node bench/engine.mjs KUFSA [SECONDS]      SECONDS for each figure, 2 unless said
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [program = 'build/kufsa', seconds = '2'] = process.argv.slice(2);
const KEY = '07'.repeat(32);
const AHEAD = 500; // requests under way when pipelined
const MANY = 100; // positions in one request

const child = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
let waiting = [];
let rest = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) waiting.shift()(line);
});
const ask = (line) => new Promise((tell) => {
  waiting.push(tell);
  child.stdin.write(line);
});
const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout);
function processorSeconds() {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(stat[11]) + Number(stat[12])) / ticks;
}
const lineOf = (request) => `${JSON.stringify({ id: 1, ...request })}\n`;

// Answers per second with `ahead` requests under way.
async function rate(line, ahead) {
  const begun = performance.now();
  const spent = processorSeconds();
  let answered = 0;
  const more = async () => {
    while (performance.now() - begun < Number(seconds) * 1000) {
      await ask(line);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: ahead }, more));
  return answered / (processorSeconds() - spent);
}

const show = (number) => String(Math.round(number)).padStart(12);
const heads = ['one by one', 'pipelined', `${MANY} a line`].map((head) => head.padStart(12));
console.log(`${'positions a second'.padEnd(26)}${heads.join('')}`);
const { games } = JSON.parse(await ask(lineOf({ do: 'games' })));
for (const { name: game } of games) {
  const { position } = JSON.parse(await ask(lineOf({ do: 'new', game, key: KEY })));
  const positions = Array(MANY).fill(position);
  for (const request of [{ do: 'show' }, { do: 'best', level: 'casual', seat: 0, nodes: 1 }]) {
    const alone = lineOf({ ...request, game, position });
    const figures = [await rate(alone, 1), await rate(alone, AHEAD),
      MANY * (await rate(lineOf({ ...request, game, positions }), 8))];
    console.log(`${`${game} ${request.do}`.padEnd(26)}${figures.map(show).join('')}`);
  }
}
child.stdin.end();
