// Replays records in WebAssembly: every move is legal, every result and every hash of positions is
// the one that the native program wrote.
//   node tests/wasm_records.mjs records.wasm FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [module, folder] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, buffer, buffer_size, replay, line, _initialize } = instance.exports;
_initialize?.();

function textAt(address) {
  const bytes = new Uint8Array(memory.buffer, address);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function reasonOf(path) {
  const bytes = readFileSync(path);
  if (bytes.length >= buffer_size()) return 'too long';
  new Uint8Array(memory.buffer, buffer(), bytes.length).set(bytes);
  const reason = replay(bytes.length);
  return reason ? `${path}:${line()}: ${textAt(reason)}` : null;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.kufsa'));
const reasons = files.map((name) => reasonOf(join(folder, name))).filter(Boolean);
for (const reason of reasons) console.error(reason);
console.log(`${files.length - reasons.length} passed, ${reasons.length} failed`);
process.exit(reasons.length > 0 || files.length === 0 ? 1 : 0);
