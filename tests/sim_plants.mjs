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
//     base                      with a database, and nodes that share it
//     test unit_nodes test_x    instead of a promise, for what the simulated database replaces:
//                               this test must fail, on a real PostgreSQL that is started for it
//     --- is
//     the text, which occurs exactly once in the file
//     --- becomes
//     what is there instead
import { join } from 'node:path';
import { each, fail, kit, listPlants, readArguments, readPlant } from './plant_kit.mjs';

const runsFrom = (seed, more) => ['--seed', seed, '--runs', '2000', '--steps', '8000', ...more];
const SECONDS = 300; // on a machine that does other things too
const LIBRARIES = ['-lsqlite3', '-luv', '-lpthread', '-lm'];
const SERVER = /\/(hub\w*|outbox|limits)\.c$/;
const LIBPQ = 'src/store/libpq.c'; // the simulation has its own
const { root, work, only } = readArguments('sim_plants.mjs');
const { run, sow, sourcesOf, compile, compileAll, link } = kit(root, work);
const folder = join(root, 'tests/sim_plants');

const files = [
  ...['base', 'rules', 'match', 'table', 'bots', 'store']
    .flatMap((name) => sourcesOf(`src/${name}`))
    .filter((file) => file !== LIBPQ),
  ...sourcesOf('src/server').filter((file) => SERVER.test(file)),
  'src/think/thought.c',
  ...sourcesOf('tests').filter((file) => /^tests\/sim\w*\.c$/.test(file)),
];

const storeFiles = [...['base', 'store', 'system'].flatMap((name) => sourcesOf(`src/${name}`))];
const storeLibraries = ['-lcmocka', '-lsqlite3', '-lpthread', '-ldl'];
const tests = new Set(); // that are compiled

const broken = new Set();

// A test with a real PostgreSQL, whole or planted.
async function runTest(test, name, binary, planted) {
  await link([...storeFiles, `tests/${test}.c`], binary, planted, storeLibraries);
  return run(process.execPath, [join(root, 'tests/postgres.mjs'), binary, name], SECONDS);
}

async function tryOnTest(plant, copy, failures) {
  const [test, name] = plant.head.test;
  const binary = join(work, plant.name, test);
  const { code, output } = await runTest(test, name, binary, { [plant.file]: `${copy}.o` });
  const caught = code === 1 && new RegExp(`FAILED.* ${name}$`, 'm').test(output);
  console.log(`${caught ? 'caught ' : 'ESCAPED'} ${plant.name}: ${test}, ${name}`);
  if (!caught) failures.push(`${plant.name}: expected ${name} to fail\n${output.slice(-2000)}`);
}

async function tryPlant(plant, failures) {
  const promises = plant.head.promise ?? plant.head.test ?? fail(`${plant.name}: which promise?`);
  const copy = sow(plant);
  if (copy === null) {
    failures.push(`${plant.name}: its text occurs ${plant.times} times in ${plant.file}`);
    return;
  }
  const binary = join(work, plant.name, 'sim');
  await compile(copy, `${copy}.o`);
  if (plant.head.test !== undefined) {
    await tryOnTest(plant, copy, failures);
    return;
  }
  await link(files, binary, { [plant.file]: `${copy}.o` }, LIBRARIES);
  const more = plant.head.base === undefined ? [] : ['--base'];
  const words = runsFrom(plant.head.seed?.[0] ?? '1', more);
  const { code, output } = await run(binary, words, SECONDS);
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
const onTests = plants.filter((plant) => plant.head.test !== undefined);
for (const plant of onTests) tests.add(`tests/${plant.head.test[0]}.c`);
await compileAll([...new Set([...files, ...(onTests.length > 0 ? storeFiles : []), ...tests])]);
await link(files, join(work, 'sim'), {}, LIBRARIES);

// Without a plant everything holds, or a plant would prove nothing.
const failures = [];
const few = ['--seed', '1', '--runs', '4', '--steps', '8000'];
for (const more of [[], ['--base']]) {
  const clean = await run(join(work, 'sim'), [...few, ...more], SECONDS);
  if (clean.code !== 0) failures.push(`without any plant:\n${clean.output}`);
}
for (const { head, name } of onTests) {
  const clean = await runTest(...head.test, join(work, `clean-${name}`), {});
  if (clean.code !== 0) failures.push(`without any plant: ${head.test}\n${clean.output}`);
}
await each(plants, (plant) => tryPlant(plant, failures));
const all = ['kept', 'once', 'dense', 'converges', 'views', 'cards', 'goes-on', 'stale', 'grace'];
all.push('devices', 'door', 'owner');
if (only === null)
  for (const promise of all)
    if (!broken.has(promise)) failures.push(`no plant breaks the promise ${promise}`);
for (const failure of failures) console.error(failure);
console.log(`${plants.length} plants, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
