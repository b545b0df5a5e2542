// Plays tables of bots in WebAssembly and natively: everything that they store and send is the
// same.
//   node tests/wasm_table.mjs TABLE.wasm [NATIVE]   (else ../release/table_native beside it)
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [module, given] = process.argv.slice(2);
const native = given ?? join(dirname(module), '..', 'release', 'table_native');

const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, game, play, _initialize } = instance.exports;
_initialize?.();

const { status, stdout, error } = spawnSync(native, { encoding: 'utf8' });
if (status !== 0) {
  console.error(`${native}: ${error?.message ?? `status ${status}`}`);
  process.exit(1);
}

function nameOf(index) {
  const address = game(index);
  const bytes = new Uint8Array(memory.buffer, address);
  return address === 0 ? null : new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

const names = new Map();
for (let i = 0; nameOf(i) !== null; i++) names.set(nameOf(i), i);

const lines = stdout.trim().split('\n');
const played = new Set();
let failed = 0;
for (const line of lines) {
  const [name, seed, hash] = line.split(' ');
  const ours = BigInt.asUintN(64, play(names.get(name), Number(seed)));
  played.add(name);
  if (ours.toString(16).padStart(16, '0') === hash) continue;
  console.error(`${name} ${seed}: ${ours.toString(16)} here, ${hash} natively`);
  failed++;
}
console.log(`${lines.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 || names.size === 0 || played.size !== names.size ? 1 : 0);
