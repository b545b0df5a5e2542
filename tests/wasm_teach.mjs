// Lessons and examples against the rules, as the module has them: every position can be read, every
// move of an example is legal or refused as it says, what an example claims is true, every step of
// a lesson can be done, and every text is there in both languages.
//   node tests/wasm_teach.mjs KUFSA.wasm
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stand, teaching } from './teach.mjs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const exports = new WebAssembly.Instance(module).exports;
exports._initialize?.();

function send(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  new Uint8Array(exports.memory.buffer, exports.in_buffer(), bytes.length).set(bytes);
  const size = exports.ask(bytes.length);
  const answer = new Uint8Array(exports.memory.buffer, exports.out_buffer(), size);
  return JSON.parse(new TextDecoder().decode(answer));
}

function ask(request) {
  const answer = send(request);
  assert.equal(answer.error, undefined, `${JSON.stringify(request)}: ${answer.error}`);
  return answer;
}

// ---- examples ----

const holds = ({ scene }, seats) =>
  Array.from({ length: seats }, (_, seat) =>
    scene
      .filter(({ place }) => place.zone === 'hand' && place.seat === seat)
      .reduce((sum, { count }) => sum + count, 0),
  );

const CLAIMS = {
  turn: ({ view }) => view.facts.find(({ name }) => name === 'turn')?.seat,
  holds: ({ view, seats }) => holds(view, seats),
  scores: ({ end }) => end.scores,
  places: ({ end }) => end.places,
  account: ({ account }) => account?.map(({ number }) => number),
  facts: ({ view }, wanted) =>
    wanted.filter((word) => {
      const name = word.replace('!', '');
      return view.facts.some((fact) => fact.name === name) !== word.startsWith('!');
    }),
};

function checkExample(game, { name, stand, moves = [], refused = {}, claims = {} }) {
  const where = `${game}, ${name}`;
  if (!stand) return;
  const before = new Stand(ask, game, stand);
  for (const [move, reason] of Object.entries(refused)) {
    const answer = before.explain(move);
    assert.equal(answer.legal ? 'legal' : answer.reason, reason, `${where}: ${move}`);
  }
  const after = before.after(...moves);
  const last = moves.at(-1)?.slice(2);
  const account =
    claims.account && before.after(...moves.slice(0, -1)).explain(last).account;
  const seen = { view: after.look(), end: after.now, seats: after.setting.seats, account };
  for (const [claim, wanted] of Object.entries(claims))
    assert.deepEqual(CLAIMS[claim](seen, wanted), wanted, `${where}: ${claim}`);
}

// ---- lessons ----

// Does each stage in turn with every kind of move that it accepts; what the others do is legal.
function checkLesson(game, { name, stand, wanted = [], answer = [] }) {
  const where = `lesson ${game}, ${name}`;
  if (!stand) return 0;
  let ways = 0;
  const go = (table, stage) => {
    if (stage === wanted.length) {
      for (let i = 1; i <= answer.length; i++) table.after(...answer.slice(0, i)).look();
      ways++;
      return;
    }
    const right = table.moves().filter((move) => wanted[stage].test(move));
    assert.ok(right.length > 0, `${where}: nothing does what step ${stage + 1} asks for`);
    for (const move of right.slice(0, 40)) go(table.after(`0 ${move}`), stage + 1);
  };
  go(new Stand(ask, game, stand), 0);
  return ways;
}

// ---- texts ----

const read = (language) =>
  new Set(
    readdirSync(join('i18n', language)).flatMap((file) =>
      readFileSync(join('i18n', language, file), 'utf8')
        .split('\n')
        .map((line) => line.split(/(?:\[\w+\])? = /)[0]),
    ),
  );

const catalogues = ['en', 'he'].map(read);

function checkTexts(keys) {
  for (const key of keys)
    for (const texts of catalogues) assert.ok(texts.has(key), `there is no ${key}`);
}

// Nothing is said that no lesson or example says.
function checkNoOthers(game, lessons, guide) {
  const names = { learn: lessons.map(({ name }) => name), guide: guide.map(({ name }) => name) };
  for (const key of catalogues[0]) {
    const [, family, name] = new RegExp(`^web\\.(learn|guide)\\.${game}\\.(\\w+)`).exec(key) ?? [];
    if (family) assert.ok(names[family].includes(name), `nobody says ${key}`);
  }
  for (const { name, wanted = [] } of lessons)
    for (let stage = wanted.length + 1; stage < 10; stage++)
      assert.ok(!catalogues[0].has(`web.learn.${game}.${name}.${stage}`), `${name}.${stage}`);
}

// ---- all of it ----

const teach = await teaching();

// The check itself can fail: an example that says something else, a lesson that cannot be done.
function checkCheck() {
  const position = 'G7 R7,G3,B9/R1,G4 R3 0> play shut .. - 0';
  const example = { name: 'plant', stand: { position }, moves: ['0 G3'] };
  const wrong = [
    { moves: ['0 B9'] },
    { moves: ['1 G4'] },
    { stand: { position: 'G7' } },
    { refused: { G3: 'taki.T5.match' } },
    { refused: { B9: 'taki.T4.turn' } },
    { claims: { turn: 0 } },
    { claims: { holds: [3, 2] } },
    { claims: { facts: ['owed'] } },
    { claims: { facts: ['!turn'] } },
    { claims: { places: [1, 2] } },
  ];
  for (const change of wrong)
    assert.throws(() => checkExample('taki', { ...example, ...change }), JSON.stringify(change));
  checkExample('taki', example);
  const lesson = { name: 'plant', stand: { position }, wanted: [/^G3$/] };
  for (const change of [{ wanted: [/^B9$/] }, { answer: ['1 R1'] }])
    assert.throws(() => checkLesson('taki', { ...lesson, ...change }), String(change.wanted));
  checkLesson('taki', lesson);
}

checkCheck();
let examples = 0;
let ways = 0;
for (const [game, { lessons, guide }] of Object.entries(teach)) {
  for (const lesson of lessons) ways += checkLesson(game, lesson);
  for (const example of guide) checkExample(game, example);
  checkTexts(lessons.map(({ name }) => `web.learn.${game}.${name}`));
  const shown = guide.map(({ name }) => `web.guide.${game}.${name}`);
  checkTexts(shown.flatMap((key) => [key, `${key}.title`]));
  checkNoOthers(game, lessons, guide);
  examples += guide.length;
}
console.log(`${examples} examples, ${ways} ways through the lessons`);
