// Proves that the tests find bugs: plants one in a copy of one source, builds the laws (or
// positions, or a unit test of the library for programs) with it, and expects what the plant names
// to break.
// usage: node tests/plants.mjs SOURCE-DIR WORK-DIR [--only NAME]
//
// tests/plants/NAME.plant:
//     Any words about the bug.
//     file src/rules/gobblet.c
//     game gobblet              whose laws are run; or `positions gobblet`, whose tests must fail
//     unit test_rules           or: the test of tests/unit_batch.c that must fail
//     law audit legal           any of these must break, and be the first to
//     games 500                 how many games to play at most (200)
//     --- is
//     the text, which occurs exactly once in the file
//     --- becomes
//     what is there instead
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { each, fail, kit, listPlants, readArguments, readPlant } from './plant_kit.mjs';

const GAMES = 200;
const { root, work, only } = readArguments('plants.mjs');
const { run, must, sow, sourcesOf, compile, compileAll, link } = kit(root, work);

function readLawPlant(name) {
  const plant = readPlant(join(root, 'tests/plants'), name);
  plant.laws = plant.head.law ?? [];
  plant.games = Number(plant.head.games?.[0] ?? GAMES);
  plant.game = plant.head.game?.[0];
  plant.positions = plant.head.positions?.[0];
  plant.unit = plant.head.unit?.[0];
  const named = plant.game !== undefined && plant.laws.length > 0;
  if (!named && plant.positions === undefined && plant.unit === undefined)
    fail(`${name}: needs a game with laws, positions or a unit test`);
  return plant;
}

const library = [...sourcesOf('src/base'), ...sourcesOf('src/rules')];
const programs = {
  laws: sourcesOf('tests').filter((file) => /^tests\/laws(?!_wasm)\w*\.c$/.test(file)),
  positions: ['tests/positions.c'],
  unit_batch: [
    'tests/unit_batch.c',
    ...sourcesOf('src/lib').filter((file) => /\/(about|batch|encode\w*|position)\.c$/.test(file)),
    ...sourcesOf('src/bots'),
    ...sourcesOf('src/words'),
    'src/think/crew.c',
  ],
};
const libraries = { unit_batch: ['-lcmocka', '-lpthread', '-lm'] };
const linkProgram = (program, to, planted) =>
  link([...programs[program], ...library], to, planted, libraries[program]);
const ROUNDS = '2'; // of unit_batch, in each form of each game

const broken = new Set(); // every law that some plant broke

function judge(plant, { code, output }) {
  if (plant.unit !== undefined)
    return output.includes(`FAILED  ] ${plant.unit}\n`) ? null : `ended with ${code}:\n${output}`;
  if (plant.positions !== undefined) return code === 1 ? null : `ended with ${code}`;
  const law = /^broken law: (\w+)/m.exec(output);
  if (code !== 1 || law === null) return `ended with ${code}:\n${output}`;
  broken.add(law[1]);
  return plant.laws.includes(law[1]) ? null : `breaks ${law[1]}:\n${output}`;
}

const programOf = (plant) =>
  plant.unit !== undefined ? 'unit_batch' : plant.positions !== undefined ? 'positions' : 'laws';

async function tryPlant(plant, failures) {
  const copy = sow(plant);
  if (copy === null) {
    failures.push(`${plant.name}: its text occurs ${plant.times} times in ${plant.file}`);
    return;
  }
  const object = `${copy}.o`;
  const program = programOf(plant);
  const binary = join(work, plant.name, program);
  await compile(copy, object);
  await linkProgram(program, binary, { [plant.file]: object });
  const words_ = {
    laws: ['--game', plant.game, '--games', `${plant.games}`],
    positions: [`tests/positions/${plant.positions}.t`],
    unit_batch: [ROUNDS],
  };
  const escaped = judge(plant, await run(binary, words_[program]));
  const by = { laws: `law ${plant.laws.join(' or ')}`, unit_batch: plant.unit }[program] ?? program;
  console.log(`${escaped === null ? 'caught ' : 'ESCAPED'} ${plant.name}: ${by}`);
  if (escaped !== null) failures.push(`${plant.name}: expected ${by}, ${escaped}`);
}

const plants = listPlants(join(root, 'tests/plants'), only).map(readLawPlant);

mkdirSync(work, { recursive: true });
const words = join(work, 'words_table.c');
await must('node', ['tools/catalogue.mjs', '--c', words]);
await compile(words, `${words}.o`);
libraries.unit_batch.unshift(`${words}.o`);
await compileAll([...library, ...new Set(Object.values(programs).flat())]);
for (const program of Object.keys(programs)) await linkProgram(program, join(work, program));

// Without a plant everything holds, or a plant would prove nothing.
const failures = [];
for (const game of new Set(plants.map((plant) => plant.game ?? plant.positions).filter(Boolean))) {
  const clean = await run(join(work, 'laws'), ['--game', game, '--games', '50']);
  if (clean.code !== 0) failures.push(`without any plant laws break:\n${clean.output}`);
}
for (const game of new Set(plants.map((plant) => plant.positions).filter(Boolean))) {
  const clean = await run(join(work, 'positions'), [`tests/positions/${game}.t`]);
  if (clean.code !== 0) failures.push(`without any plant positions fail:\n${clean.output}`);
}
if (plants.some((plant) => plant.unit !== undefined)) {
  const clean = await run(join(work, 'unit_batch'), [ROUNDS]);
  if (clean.code !== 0) failures.push(`without any plant unit_batch fails:\n${clean.output}`);
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
