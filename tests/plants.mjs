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
import { join } from 'node:path';
import { each, fail, kit, listPlants, readArguments, readPlant } from './plant_kit.mjs';

const GAMES = 200;
const { root, work, only } = readArguments('plants.mjs');
const { run, sow, sourcesOf, compile, compileAll, link } = kit(root, work);

function readLawPlant(name) {
  const plant = readPlant(join(root, 'tests/plants'), name);
  plant.laws = plant.head.law ?? [];
  plant.games = Number(plant.head.games?.[0] ?? GAMES);
  plant.game = plant.head.game?.[0];
  plant.positions = plant.head.positions?.[0];
  const named = plant.game !== undefined && plant.laws.length > 0;
  if (!named && plant.positions === undefined)
    fail(`${name}: needs a game with laws, or positions`);
  return plant;
}

const library = [...sourcesOf('src/base'), ...sourcesOf('src/rules')];
const programs = {
  laws: sourcesOf('tests').filter((file) => /^tests\/laws(?!_wasm)\w*\.c$/.test(file)),
  positions: ['tests/positions.c'],
};
const linkProgram = (program, to, planted) =>
  link([...programs[program], ...library], to, planted);

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
  await linkProgram(program, binary, { [plant.file]: object });
  const words_ =
    program === 'laws'
      ? ['--game', plant.game, '--games', `${plant.games}`]
      : [`tests/positions/${plant.positions}.t`];
  const escaped = judge(plant, await run(binary, words_));
  const by = program === 'laws' ? `law ${plant.laws.join(' or ')}` : 'positions';
  console.log(`${escaped === null ? 'caught ' : 'ESCAPED'} ${plant.name}: ${by}`);
  if (escaped !== null) failures.push(`${plant.name}: expected ${by}, ${escaped}`);
}

const plants = listPlants(join(root, 'tests/plants'), only).map(readLawPlant);

await compileAll([...library, ...programs.laws, ...programs.positions]);
await linkProgram('laws', join(work, 'laws'));
await linkProgram('positions', join(work, 'positions'));

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
