// Proves that the simulation finds bugs: plants one in a copy of one source of the server, its
// tables or its store, builds the simulation with it, and expects it to break one of the promises
// that the plant names, soon.
// usage: node tests/sim_plants.mjs SOURCE-DIR WORK-DIR [--only NAME]
//
// tests/sim_plants/NAME.plant:
//     Any words about the bug.
//     file src/server/outbox.c
//     promise kept views        any of these must break, and be the first to
//     seed 7                    where the simulations begin; 1 unless told
//     --- is
//     the text, which occurs exactly once in the file
//     --- becomes
//     what is there instead
import { join } from 'node:path';
import { each, fail, kit, listPlants, readArguments, readPlant } from './plant_kit.mjs';

const runsFrom = (seed) => ['--seed', seed, '--runs', '2000', '--steps', '8000'];
const SECONDS = 300; // on a machine that does other things too
const LIBRARIES = ['-lsqlite3', '-luv', '-lpthread', '-lm'];
const SERVER = /\/(hub\w*|outbox|limits)\.c$/;
const POSTGRES = /\/(postgres\w*|libpq)\.c$/;
const { root, work, only } = readArguments('sim_plants.mjs');
const { run, sow, sourcesOf, compile, compileAll, link } = kit(root, work);
const folder = join(root, 'tests/sim_plants');

const files = [
  ...['base', 'rules', 'match', 'table', 'bots', 'store']
    .flatMap((name) => sourcesOf(`src/${name}`))
    .filter((file) => !POSTGRES.test(file)),
  ...sourcesOf('src/server').filter((file) => SERVER.test(file)),
  'src/think/thought.c',
  ...sourcesOf('tests').filter((file) => /^tests\/sim\w*\.c$/.test(file)),
];

const broken = new Set();

async function tryPlant(plant, failures) {
  const promises = plant.head.promise ?? fail(`${plant.name}: which promise?`);
  const copy = sow(plant);
  if (copy === null) {
    failures.push(`${plant.name}: its text occurs ${plant.times} times in ${plant.file}`);
    return;
  }
  const binary = join(work, plant.name, 'sim');
  await compile(copy, `${copy}.o`);
  await link(files, binary, { [plant.file]: `${copy}.o` }, LIBRARIES);
  const { code, output } = await run(binary, runsFrom(plant.head.seed?.[0] ?? '1'), SECONDS);
  const seconds = /, after ([\d.]+) s$/m.exec(output)?.[1]; // of a processor
  const promise = /^broken promise: ([\w-]+)/m.exec(output)?.[1];
  const caught = code === 1 && promises.includes(promise);
  if (caught) broken.add(promise);
  const what = promise === undefined ? `ended with ${code}` : `${promise}, ${seconds} s`;
  console.log(`${caught ? 'caught ' : 'ESCAPED'} ${plant.name}: ${what}`);
  if (!caught)
    failures.push(`${plant.name}: expected ${promises.join(' or ')}\n${output.slice(-2000)}`);
}

const plants = listPlants(folder, only).map((name) => readPlant(folder, name));
await compileAll(files);
await link(files, join(work, 'sim'), {}, LIBRARIES);

// Without a plant everything holds, or a plant would prove nothing.
const failures = [];
const few = ['--seed', '1', '--runs', '4', '--steps', '8000'];
const clean = await run(join(work, 'sim'), few, SECONDS);
if (clean.code !== 0) failures.push(`without any plant:\n${clean.output}`);
await each(plants, (plant) => tryPlant(plant, failures));
const all = ['kept', 'once', 'dense', 'converges', 'views', 'cards', 'goes-on', 'stale', 'grace'];
all.push('devices', 'door');
if (only === null)
  for (const promise of all)
    if (!broken.has(promise)) failures.push(`no plant breaks the promise ${promise}`);
for (const failure of failures) console.error(failure);
console.log(`${plants.length} plants, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
