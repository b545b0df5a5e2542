// Does the moment of a bot's move reveal what it holds? Bots play at tables of a real server; a
// client watches and measures the time from each position to the bot's move. When the games are
// over, their records say whether the move was the only one (`few`) or one of several (`many`).
// Prints both groups side by side, on an idle machine and on a loaded one, and judges nothing;
// tests/unit_delays.c does, in simulated time.
import { spawn } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ask } from '../tests/program.mjs';
import { Player, Server, sleep } from '../tests/ws.mjs';
import { chances } from './alike.mjs';

const HELP = `Usage: node bench/delays.mjs PROGRAM [--tables N] [--level LEVEL] [--seconds S]
                             [--load idle|loaded] [GAME …]

  --tables N          tables of each game, all at once (150)
  --level LEVEL       of the bots: gentle, casual, club or master (casual)
  --seconds S         leave out games that last longer (900)
  --load idle|loaded  only one of them; loaded adds a busy process for each processor

Each row has the moves of one game that look the same in public: the first move, another seat's
turn, a seat that goes on, the first answer in a window, later answers. The last row has all of
them, and how much later they were than the median of their kind.
Few are moves without a choice; where a game has next to none, the quarter of its moves with the
least choice. The column of choices says how many that is.
p is the probability of a difference this large by chance, by the greatest distance between the two
curves of delays (KS) and by their mean ranks (MW), when few and many are exchanged at random among
moves of the same kind within the same ten seconds.`;
const SLICE_MS = 10000; // the machine's other load changes from slice to slice
const FORCED_PART = 0.01; // of a game's moves; if fewer are forced, the least choice counts
const GAMES = { iota: 3, cento: 3, gobblet: 2, taki: 3 }; // seats
const LOADS = ['idle', 'loaded'];
const KINDS = ['first', 'turn', 'again', 'window', 'later'];
const PROGRESS_MS = 1000;
const OPENED_EACH_MS = 40; // tables begin one after the other

// ---- what a client sees ----

// A table of bots. Its host does not sit, and sees what everybody sees.
class Table {
  static async open(server, game, level) {
    const table = new Table();
    const { table: id, token } = await server.open(game, GAMES[game]);
    const host = await Player.join(server, id, { token });
    Object.assign(table, { server, game, id, host, seen: [] });
    for (let seat = 0; seat < GAMES[game]; seat++) await host.does({ do: 'bot', seat, level });
    table.over = new Promise((done) => (table.end = done));
    host.socket.wake = () => table.hear();
    host.socket.send({ cid: 1, do: 'start' });
    return table;
  }

  hear() {
    const now = performance.now();
    for (const news of this.host.socket.inbox.splice(0)) {
      if (news.do === 'start') this.last = { at: now };
      if (news.do !== 'move') continue;
      const { seat, window } = news;
      this.seen.push({ seat, at: now, delay: now - this.last.at, kind: this.kind(seat) });
      this.last = { at: now, seat, window, before: this.last.window };
      if (news.end !== undefined) this.finish();
    }
  }

  // All that the moment of a bot's move may depend on, apart from its level.
  kind(seat) {
    const { last } = this;
    if (last.window !== undefined) return last.window === last.before ? 'later' : 'window';
    return last.seat === undefined ? 'first' : last.seat === seat ? 'again' : 'turn';
  }

  async finish() {
    this.host.close();
    const { body } = await this.server.http(`/api/tables/${this.id}/record`);
    const [head, moves] = body.split('\n\n');
    this.key = /^key (\w+)$/m.exec(head)[1];
    this.moves = moves.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
    this.end();
  }
}

// Plays them all; returns those that are over in time.
async function watch(server, games, { tables, level, seconds }, load) {
  const opened = [];
  const finished = () => opened.filter(({ key }) => key !== undefined);
  const timer = setInterval(() => {
    const moves = opened.reduce((sum, { seen }) => sum + seen.length, 0);
    const part = `${finished().length} of ${tables * games.length}`;
    process.stderr.write(`\r${load}: ${part} games are over, ${moves} moves so far`);
  }, PROGRESS_MS);
  for (let i = 0; i < tables * games.length; i++) {
    opened.push(await Table.open(server, games[i % games.length], level));
    await sleep(OPENED_EACH_MS);
  }
  await Promise.race([Promise.all(opened.map((table) => table.over)), sleep(seconds * 1000)]);
  clearInterval(timer);
  process.stderr.write('\r\x1b[K');
  return finished();
}

// ---- what was behind it ----

// Adds to each move how many its seat could choose from. All games advance one move at a time.
function countChoices(tables) {
  const answers = (requests) =>
    ask(requests).map((answer) => {
      if (answer.error) throw new Error(JSON.stringify(answer.error));
      return answer;
    });
  const setting = ({ game }) => ({ game, seats: GAMES[game] });
  const deals = answers(tables.map((table) => ({ do: 'new', ...setting(table), key: table.key })));
  tables.forEach((table, i) => (table.now = deals[i]));
  for (let ply = 0; tables.length > 0; ply++) {
    for (const { seen, now } of tables) seen[ply].choices = now.legal[seen[ply].seat].length;
    tables = tables.filter(({ seen }) => seen.length > ply + 1);
    const next = answers(
      tables.map((table) => {
        const { now, seen, moves } = table;
        const move = { seat: seen[ply].seat, move: moves[ply] };
        return { do: 'play', ...setting(table), position: now.position, ...move };
      }),
    );
    tables.forEach((table, i) => (table.now = next[i]));
  }
}

// The most choices that count as few.
function leastChoice(moves) {
  const choices = moves.map((move) => move.choices).sort((a, b) => a - b);
  const forced = choices.filter((count) => count === 1).length;
  return forced >= FORCED_PART * choices.length ? 1 : choices[Math.floor(choices.length / 4)];
}

// ---- rows ----

const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

// Moves that may be compared: of the same kind and time, and some of each group.
function strataOf(moves) {
  const strata = new Map();
  for (const move of moves) {
    const name = `${move.kind} ${Math.floor(move.at / SLICE_MS)}`;
    strata.set(name, [...(strata.get(name) ?? []), move]);
  }
  return [...strata.values()].filter((all) => new Set(all.map(({ few }) => few)).size === 2);
}

function row(title, choices, few, many, ...p) {
  const cells = [title.padEnd(21), choices.padStart(7), few.padStart(24), many.padStart(24), ...p];
  console.log(cells.join('  '));
}

// n, mean, median
function figures(lot) {
  const delays = lot.map(({ delay }) => delay);
  const tenths = [mean(delays), median(delays)].map((ms) => Math.round(ms * 10) / 10 + 0);
  return `${lot.length}${tenths.map((ms) => ms.toFixed(1).padStart(8)).join('')}`;
}

function compare(title, least, moves) {
  const strata = strataOf(moves);
  const lots = [true, false].map((few) => strata.flat().filter((move) => move.few === few));
  if (lots[0].length === 0) return;
  const p = chances(strata).map((each) => each.toFixed(3));
  row(title, least === 1 ? '1' : `1-${least}`, ...lots.map(figures), ...p);
}

function report(tables, load) {
  for (const game of Object.keys(GAMES)) {
    const moves = tables.filter((table) => table.game === game).flatMap(({ seen }) => seen);
    if (moves.length === 0) continue;
    const least = leastChoice(moves);
    for (const move of moves) move.few = move.choices <= least;
    for (const kind of KINDS) {
      const alike = moves.filter((move) => move.kind === kind);
      compare(`${game} ${load} ${kind}`, least, alike);
      const usual = median(alike.map(({ delay }) => delay));
      for (const move of alike) move.delay -= usual;
    }
    compare(`${game} ${load} all`, least, moves);
    const forced = moves.filter(({ choices }) => choices === 1).length;
    console.log(`${game} ${load}: ${forced} of ${moves.length} moves without a choice`);
  }
}

function spin() {
  const spinner = spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' });
  process.on('exit', () => spinner.kill());
  return spinner;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tables: { type: 'string', default: '150' },
      level: { type: 'string', default: 'casual' },
      seconds: { type: 'string', default: '900' },
      load: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const games = positionals.slice(1);
  const loads = values.load ? [values.load] : LOADS;
  const known = games.every((game) => GAMES[game]) && LOADS.includes(loads[0]);
  if (values.help || positionals.length === 0 || !known) {
    console.log(HELP);
    process.exit(values.help ? 0 : 2);
  }
  const settings = { ...values, tables: Number(values.tables), seconds: Number(values.seconds) };
  row('ms', 'choices', 'few: n, mean, median', 'many: n, mean, median', ' p KS', ' p MW');
  for (const load of loads) {
    const server = await Server.start();
    const spinners = load === 'loaded' ? cpus().map(spin) : [];
    const wanted = games.length > 0 ? games : Object.keys(GAMES);
    const tables = await watch(server, wanted, settings, load);
    const average = loadavg()[0].toFixed(1);
    spinners.forEach((spinner) => spinner.kill());
    await server.kill('SIGTERM');
    countChoices(tables);
    report(tables, load);
    console.log(`${load}: ${tables.length} games, level ${values.level}, load average ${average}`);
  }
  console.log(`${cpus().length} processors (${cpus()[0].model})`);
  process.exit();
}

await main();
