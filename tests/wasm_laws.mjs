// Runs the laws in WebAssembly and natively, with the same seeds, and compares: the laws hold, and
// the hash of all positions is the same.
// usage: node tests/wasm_laws.mjs LAWS.wasm [NATIVE LAWS]   (else ../release/laws beside it)
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SEED = 1;
const GAMES = 60;

const [module, given] = process.argv.slice(2);
if (module === undefined) {
  console.error('usage: node tests/wasm_laws.mjs LAWS.wasm [NATIVE LAWS]');
  process.exit(2);
}
const native = given ?? join(dirname(module), '..', 'release', 'laws');

const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const laws = instance.exports;

function readText(at) {
  const bytes = new Uint8Array(laws.memory.buffer);
  return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString();
}

// A line as the native program prints it.
function runWasm(index, name) {
  let good = false;
  try {
    good = laws.laws_run(index, BigInt(SEED), BigInt(GAMES), 0) !== 0;
  } catch (trap) {
    console.error(`${name}: ${trap.message}`);
  }
  if (!good) {
    console.error(readText(laws.laws_explanation()));
    process.exit(1);
  }
  const hash = BigInt.asUintN(64, laws.laws_hash()).toString(16).padStart(16, '0');
  const plies = `plies ${laws.laws_plies()} longest ${laws.laws_longest()}`;
  return `${name.padEnd(8)} games ${GAMES} ${plies} hash ${hash}`;
}

function runNative(name) {
  const run = spawnSync(native, ['--game', name, '--seed', `${SEED}`, '--games', `${GAMES}`]);
  if (run.error !== undefined || run.status !== 0) {
    console.error(`${native}: ${run.error?.message ?? run.stderr}`);
    process.exit(1);
  }
  return run.stdout.toString().trim().split('\n').at(-1);
}

let different = 0;
let index = 0;
for (; laws.laws_name(index) !== 0; index += 1) {
  const name = readText(laws.laws_name(index));
  const here = runWasm(index, name);
  const there = runNative(name);
  console.log(here);
  if (here !== there) {
    console.error(`natively: ${there}`);
    different += 1;
  }
}
if (index === 0) console.error(`${module}: no games`);
process.exit(index > 0 && different === 0 ? 0 : 1);
