// A WebAssembly module of ours asks nothing of its host: no clock, no files, no randomness.
// usage: node tests/wasm_imports.mjs MODULE.wasm …
import { readFileSync } from 'node:fs';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node tests/wasm_imports.mjs MODULE.wasm …');
  process.exit(2);
}

let failed = false;
for (const file of files) {
  const module = new WebAssembly.Module(readFileSync(file));
  const imports = WebAssembly.Module.imports(module);
  for (const { module: from, name, kind } of imports) {
    console.error(`${file}: imports the ${kind} ${from}.${name}`);
    failed = true;
  }
  const exports = WebAssembly.Module.exports(module);
  if (!exports.some(({ name, kind }) => name === 'memory' && kind === 'memory')) {
    console.error(`${file}: does not export its memory`);
    failed = true;
  }
  if (imports.length === 0) console.log(`${file}: no imports, ${exports.length} exports`);
}
process.exit(failed ? 1 : 0);
