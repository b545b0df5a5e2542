// `make release-check`: each test of this folder, in its own process.
//   node tests/release/run.mjs [NAME…]
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HELPERS = ['run.mjs', 'kit.mjs'];
const folder = fileURLToPath(new URL('.', import.meta.url));
const asked = process.argv.slice(2).map((name) => `${name}.mjs`);
const names = readdirSync(folder).filter((name) => /\.mjs$/.test(name) && !HELPERS.includes(name));
let failed = 0;
for (const name of asked.length > 0 ? asked : names) {
  console.log(`== ${name}`);
  failed += spawnSync(process.execPath, [folder + name], { stdio: 'inherit' }).status !== 0;
}
process.exitCode = failed > 0 ? 1 : 0;
