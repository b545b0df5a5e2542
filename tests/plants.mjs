// Proves that the tests bite: plants a bug in a copy of one source, builds the laws (or positions)
// with it, and expects the law that the plant names to break.
// usage: node tests/plants.mjs SOURCE-DIR WORK-DIR [--only NAME]
//
// tests/plants/NAME.plant:
//     Any words about the bug.
//     file src/rules/gobblet.c
//     game gobblet              whose laws are run; or `positions gobblet`, whose tests must fail
//     law audit legal           any of these must break, and be the first to
//     games 500                 how many games to play at most (200)
//     --- is
//     the text, which occurs exactly once in the file
//     --- becomes
//     what is there instead
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const JOBS = 2;
const GAMES = 200;
const SECONDS = 60;
const FLAGS = ['-std=c11', '-O1', '-w'];

const words = process.argv.slice(2);
const at = words.indexOf('--only');
const only = at < 0 ? null : words.splice(at, 2)[1];
if (words.length !== 2 || only === undefined) {
  console.error('usage: node tests/plants.mjs SOURCE-DIR WORK-DIR [--only NAME]');
  process.exit(2);
}
const root = resolve(words[0]);
const work = resolve(words[1]);
const includes = ['-I', join(root, 'src'), '-I', join(root, 'tests')];
const start = promisify(execFile);

function fail(text) {
  console.error(text);
  process.exit(1);
}

// Ends with what the program printed and its exit code, whatever that is.
async function run(program, words_) {
  const options = { cwd: root, timeout: SECONDS * 1000, maxBuffer: 1 << 24 };
  try {
    const { stdout, stderr } = await start(program, words_, options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const code = error.killed ? 'no end' : (error.code ?? error.signal);
    return { code, output: `${error.stdout}${error.stderr}` };
  }
}

async function must(program, words_) {
  const { code, output } = await run(program, words_);
  if (code !== 0) fail(`${program} ${words_.join(' ')}\n${output}`);
}

// Calls make(item) for all items, JOBS at a time.
async function each(items, make) {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await make(item);
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
}

function readPlant(name) {
  const text = readFileSync(join(root, 'tests/plants', `${name}.plant`), 'utf8');
  const parts = /^([^]*?)^--- is\n([^]*?)^--- becomes\n([^]*)$/m.exec(text);
  if (parts === null) fail(`${name}: no "--- is" and "--- becomes"`);
  const [is, becomes] = parts.slice(2).map((part) => part.replace(/\n$/, ''));
  const plant = { name, laws: [], games: GAMES, is, becomes };
  for (const line of parts[1].split('\n')) {
    const [key, ...values] = line.split(' ');
    if (key === 'file') plant.file = values[0];
    else if (key === 'game') plant.game = values[0];
    else if (key === 'positions') plant.positions = values[0];
    else if (key === 'law') plant.laws = values;
    else if (key === 'games') plant.games = Number(values[0]);
  }
  const named = plant.game !== undefined && plant.laws.length > 0;
  const judged = named || plant.positions !== undefined;
  if (plant.file === undefined || !plant.file.endsWith('.c') || !judged)
    fail(`${name}: needs a file, and a game with laws, or positions`);
  return plant;
}

// The planted copy of the plant's file, or null if there is not one place to plant it.
function sow(plant) {
  const source = readFileSync(join(root, plant.file), 'utf8');
  plant.times = source.split(plant.is).length - 1;
  if (plant.times !== 1) return null;
  const copy = join(work, plant.name, basename(plant.file));
  mkdirSync(join(work, plant.name), { recursive: true });
  writeFileSync(copy, source.replace(plant.is, () => plant.becomes));
  return copy;
}

const objectOf = (file) => join(work, 'objects', `${file.replaceAll('/', '-')}.o`);
const compile = (from, to) => must('gcc', [...FLAGS, ...includes, '-c', from, '-o', to]);

const sources = ['src/base', 'src/rules', 'tests']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.c'));
const library = sources.filter((file) => file.startsWith('src/'));
const programs = {
  laws: sources.filter((file) => /^tests\/laws(?!_wasm)\w*\.c$/.test(file)),
  positions: ['tests/positions.c'],
};

// Links a program; where a file is planted its object is another.
async function link(program, to, planted = {}) {
  const files = [...programs[program], ...library];
  await must('gcc', [...files.map((file) => planted[file] ?? objectOf(file)), '-o', to]);
}

const broken = new Set(); // every law that some plant broke

function judge(plant, { code, output }) {
  if (plant.positions !== undefined) return code === 1 ? null : `ended with ${code}`;
  const law = /^broken law: (\w+)/m.exec(output);
  if (code !== 1 || law === null) return `ended with ${code}:\n${output}`;
  broken.add(law[1]);
  return plant.laws.includes(law[1]) ? null : `breaks ${law[1]}:\n${output}`;
}

async function tryPlant(plant, failures) {
  const copy = sow(plant);
  if (copy === null) {
    failures.push(`${plant.name}: its text occurs ${plant.times} times in ${plant.file}`);
    return;
  }
  const object = `${copy}.o`;
  const program = plant.positions === undefined ? 'laws' : 'positions';
  const binary = join(work, plant.name, program);
  await compile(copy, object);
  await link(program, binary, { [plant.file]: object });
  const words_ =
    program === 'laws'
      ? ['--game', plant.game, '--games', `${plant.games}`]
      : [`tests/positions/${plant.positions}.t`];
  const escaped = judge(plant, await run(binary, words_));
  const by = program === 'laws' ? `law ${plant.laws.join(' or ')}` : 'positions';
  console.log(`${escaped === null ? 'caught ' : 'ESCAPED'} ${plant.name}: ${by}`);
  if (escaped !== null) failures.push(`${plant.name}: expected ${by}, ${escaped}`);
}

const names = readdirSync(join(root, 'tests/plants'))
  .filter((file) => file.endsWith('.plant'))
  .map((file) => basename(file, '.plant'))
  .filter((name) => only === null || name === only)
  .sort();
if (names.length === 0) fail('no plants');
const plants = names.map(readPlant);

mkdirSync(join(work, 'objects'), { recursive: true });
await each([...library, ...programs.laws, ...programs.positions], (file) =>
  compile(join(root, file), objectOf(file)),
);
await link('laws', join(work, 'laws'));
await link('positions', join(work, 'positions'));

// Without a plant everything holds, or a plant would prove nothing.
const failures = [];
for (const game of new Set(plants.map((plant) => plant.game ?? plant.positions))) {
  const clean = await run(join(work, 'laws'), ['--game', game, '--games', '50']);
  if (clean.code !== 0) failures.push(`without any plant laws break:\n${clean.output}`);
}
for (const game of new Set(plants.map((plant) => plant.positions).filter(Boolean))) {
  const clean = await run(join(work, 'positions'), [`tests/positions/${game}.t`]);
  if (clean.code !== 0) failures.push(`without any plant positions fail:\n${clean.output}`);
}
await each(plants, (plant) => tryPlant(plant, failures));

// A law that no plant breaks may be one that nothing can break.
if (only === null) {
  const { output } = await run(join(work, 'laws'), ['--list']);
  for (const law of output.match(/^\w+/gm))
    if (!broken.has(law)) failures.push(`no plant breaks the law ${law}`);
}
for (const failure of failures) console.error(failure);
console.log(`${plants.length} plants, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
