// Every refusal has a true reason. Random games of every kind; in each
// position random texts are asked about and random touches made, as the page takes them, and
// judges that know only the rules (tests/judges/) say whether the move really breaks the rule.
//   node tests/wasm_refusal.mjs kufsa.wasm [SEED [POSITIONS]]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as cento from './judges/cento.mjs';
import * as gobblet from './judges/gobblet.mjs';
import * as iota from './judges/iota.mjs';
import * as taki from './judges/taki.mjs';
import { Chance, finish, readText, test } from './program.mjs';
import { bundle } from './web_bundle.mjs';

const [moduleFile, seedText = '1', positionsText = '400'] = process.argv.slice(2);
const POSITIONS = Number(positionsText); // of each game
const TEXTS = 8; // in each position, and as many rows of touches
const TOUCHES = 12;
const UNCLEAR = 'web.play.cannot';
const KEPT = 5; // wrong reasons of each kind that are shown
const chance = new Chance(Number(seedText));
const random = (below) => chance.below(below);

const bytes = readFileSync(moduleFile);
globalThis.fetch = async () =>
  new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } });
const load = await bundle(`
  export * from './engine/wasm';
  export { askerOf } from './engine/module';
  export { explain, forcedStart, reach, settingOf, tried, viewOf } from './table/eye';
`);
const page = await load();
await page.loadEngine();
const ask = page.askerOf(await WebAssembly.instantiate(page.wasmModule)); // for the tables

// ---- random games ----

const GAMES = {
  iota: {
    judge: iota,
    options: {
      deck: ['full', 'half'],
      scoring: ['points', 'race'],
      wilds: ['2', '2', '0'],
      reading: ['any', 'absent'],
    },
  },
  cento: { judge: cento, options: { free: ['2', '1', '0'], scoring: ['cards', 'places'] } },
  gobblet: {
    judge: gobblet,
    options: { touch: ['off', 'on'], reserve: ['threes', 'free'] },
  },
  taki: {
    judge: taki,
    options: {
      mode: ['game', 'pyramid'],
      call: ['manual', 'auto', 'catch'],
      draw: ['choice', 'must'],
      two: ['plain', 'stop'],
      bare: ['open', 'closable'],
    },
  },
};

const hex = () => Array.from({ length: 64 }, () => '0123456789abcdef'[random(16)]).join('');
const now = 1_000_000;

class Table {
  constructor(game, seats, options) {
    this.guests = [0];
    this.cid = 0;
    ask({ do: 'open', now, game, seats, secret: hex() });
    for (let seat = 1; seat < seats; seat++) this.guests.push(ask({ do: 'guest', now }).guest);
    for (const [seat, guest] of this.guests.entries())
      this.command(guest, { do: 'sit', seat, name: `Dana ${seat}` });
    for (const [name, value] of Object.entries(options))
      this.command(0, { do: 'option', name, value });
    for (const guest of this.guests.slice(1)) this.command(guest, { do: 'ready', salt: 'ab' });
    this.command(0, { do: 'start' });
  }

  command(guest, words) {
    const command = JSON.stringify({ cid: ++this.cid, ...words });
    const { out } = ask({ do: 'command', guest, now, command });
    const { message } = out.find(({ to }) => to === 'answer');
    assert.equal(message.do, 'ok', `${command}: ${message.reason}`);
  }

  /** The table as the page of a seat knows it. */
  seen(seat) {
    const { out } = ask({ do: 'greet', guest: this.guests[seat], now });
    return out[0].message;
  }

  /** A random move of somebody who may; false: the game is over. */
  play() {
    const actors = this.seen(0).actors;
    if (actors.length === 0) return false;
    const seat = chance.pick(actors);
    const table = this.seen(seat);
    const { legal } = page.engine.look(page.settingOf(table), table.position, seat);
    const [move] = page.engine.moves(random(legal), 1);
    const when = table.window === undefined ? { base: table.v } : { window: table.window };
    this.command(this.guests[seat], { do: 'move', move, ...when });
    return true;
  }
}

function anyTable(game) {
  const row = page.engine.games().find(({ name }) => name === game);
  const [least, most] = row.seats;
  const options = Object.entries(GAMES[game].options).map(([name, values]) => [
    name,
    chance.pick(values),
  ]);
  const seats = least + random(Math.min(most, 4) - least + 1);
  return new Table(game, seats, Object.fromEntries(options));
}

// ---- asking and judging ----

class Tally {
  constructor(game) {
    this.game = game;
    this.counts = new Map();
    this.wrong = [];
  }

  /** Counts a reason that was given for a wish that may mean any of these moves. */
  count(how, reason, moves, p, seat, about) {
    const key = `${how} ${reason}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    const [game, ...rest] = reason.split('.');
    const claim = GAMES[this.game].judge.claims[rest.join('.')];
    const unclear = reason === UNCLEAR && how === 'touches';
    const true_ = unclear
      ? moves.length === 0
      : game === this.game && claim && moves.some((move) => claim(p, move, seat));
    if (!true_) this.wrong.push(`${key}: ${about}`);
  }

  end() {
    const rows = [...this.counts].sort(([a], [b]) => a.localeCompare(b));
    for (const [key, n] of rows) console.log(`  ${String(n).padStart(6)} ${key}`);
    const shown = new Map();
    for (const line of this.wrong) {
      const [key] = line.split(':');
      shown.set(key, [...(shown.get(key) ?? []), line]);
    }
    const lines = [...shown.values()].flatMap((all) => [
      `${all.length} times:`,
      ...all.slice(0, KEPT),
    ]);
    assert.equal(this.wrong.length, 0, lines.join('\n'));
  }
}

function tryText(tally, judge, table, seat) {
  const p = judge.read(table.position, table.options);
  const text = judge.anyText(p, seat, random);
  const answer = page.explain(page.viewOf(table, seat), text);
  if (answer.legal) return;
  const move = judge.parse(text);
  const about = `seat ${seat} ${text} in ${table.position}`;
  assert.ok(move, `the judge does not understand ${text}`);
  tally.count('texts', answer.reason, [move], p, seat, about);
}

/** Touches as they come; those that lead on are kept, so that later ones build on them. */
function tryTouches(tally, judge, table, seat) {
  const p = judge.read(table.position, table.options);
  const view = page.viewOf(table, seat);
  let done = page.forcedStart(view);
  for (let i = 0; i < TOUCHES; i++) {
    const { next: lit } = page.reach(view, done);
    const leads = random(3) === 0 && lit.length > 0;
    const step = leads ? chance.pick(lit) : judge.anyTouch(p, seat, random);
    const after = page.tried(view, done, step);
    if ('done' in after) {
      const { move, next } = page.reach(view, after.done);
      done = move && next.length === 0 ? page.forcedStart(view) : after.done; // it would be sent
      continue;
    }
    const held = done.at(-1)?.kind === 'take' && step.kind === 'take';
    const steps = [...(held ? done.slice(0, -1) : done), step];
    const about = `seat ${seat} ${JSON.stringify(steps)} in ${table.position}`;
    tally.count('touches', after.reason, judge.meant(p, seat, steps), p, seat, about);
  }
}

/** The positions that the rules are tested with, where rare rules are at work. */
function* known(game) {
  let options = {};
  for (const line of readText(`tests/positions/${game}.t`).split('\n')) {
    const [word, ...rest] = line.split(' ');
    if (word === 'rule') options = {};
    if (word === 'options') options = Object.fromEntries(rest.map((each) => each.split('=')));
    if (word !== 'position' && word !== 'gives') continue;
    const position = rest.join(' ');
    if (position.includes('#')) continue; // what a seat cannot see it is not asked about
    const seats = game === 'gobblet' ? 2 : position.split(' ')[1].split('/').length;
    yield { game, options, position, seats: Array(seats).fill({}) };
  }
}

/** A known position as each of its seats sees it, if it may act. */
function tryKnown(tally, judge, table) {
  for (const seat of table.seats.keys()) {
    const { over, legal } = page.viewOf(table, seat);
    for (let n = 0; n < TEXTS && !over; n++) {
      tryText(tally, judge, table, seat);
      if (legal > 0) tryTouches(tally, judge, table, seat);
    }
  }
}

await test('a third card that does not fit the column of two staged ones (I8)', () => {
  const position = 'Rc1@0,0 Rc2+Rc3+Gs3/#1 - 0/0 0:0';
  const view = page.viewOf({ game: 'iota', options: {}, position, seats: [{}, {}] }, 0);
  const take = (piece, x) => ({ kind: 'take', piece, place: { zone: 'hand', seat: 0, x } });
  const put = (x, y) => ({ kind: 'put', place: { zone: 'board', x, y } });
  const staged = [take('Rc2', 0), put(0, 1), take('Rc3', 1), put(0, 2)];
  assert.deepEqual(page.tried(view, staged, take('Gs3', 2)), { reason: 'iota.I8.line' });
});

for (const [game, { judge }] of Object.entries(GAMES)) {
  await test(`${game}: every reason is true`, () => {
    const tally = new Tally(game);
    let table = anyTable(game);
    for (let i = 0; i < POSITIONS; i++) {
      const seats = table.guests.length;
      for (let n = 0; n < TEXTS; n++) {
        const seat = random(seats);
        const seen = table.seen(seat);
        tryText(tally, judge, seen, seat);
        if (seen.actors.includes(seat)) tryTouches(tally, judge, seen, seat);
      }
      table.play();
      if (table.seen(0).actors.length === 0) table = anyTable(game);
    }
    for (const position of known(game)) tryKnown(tally, judge, position);
    console.log(`${game}: ${[...tally.counts.values()].reduce((a, b) => a + b, 0)} refusals`);
    tally.end();
  });
}

finish();
