// Makes the JavaScript package: compiles packages/js, puts the WebAssembly modules and the
// sentences beside it, and packs it all as npm does. Needs no network.
//   node tools/npm.mjs WASM_FOLDER VERSION FOLDER      prints the path of FOLDER/kufsa-VERSION.tgz
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAMES } from './games.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [modules, version, folder] = process.argv.slice(2);
const stage = resolve(folder, 'npm');
const source = join(root, 'packages/js');

// Reasons of these areas may reach somebody who uses the package.
const AREAS = [...GAMES, 'game', 'library', 'match', 'advice'];
const LINE = new RegExp(`^((?:${AREAS.join('|')})\\.\\S+) = (.*)$`, 'gm');

function sentences(language) {
  const place = join(root, 'i18n', language);
  const texts = readdirSync(place).sort().map((file) => readFileSync(join(place, file), 'utf8'));
  const rows = texts.flatMap((text) => [...text.matchAll(LINE)]);
  return Object.fromEntries(rows.map(([, key, text]) => [key, text]));
}

function run(name, words, cwd) {
  const done = spawnSync(name, words, { cwd, encoding: 'utf8' });
  if (done.status === 0) return done.stdout;
  console.error(`${name} ${words.join(' ')}\n${done.stdout}${done.stderr}`);
  process.exit(1);
}

rmSync(stage, { recursive: true, force: true });
mkdirSync(join(stage, 'package'), { recursive: true });
cpSync(join(source, 'src'), join(stage, 'src'), { recursive: true });
cpSync(join(source, 'tsconfig.json'), join(stage, 'tsconfig.json'));
for (const language of ['en', 'he']) {
  const rows = JSON.stringify(sentences(language), null, 1);
  const type = 'Readonly<Record<string, string>>';
  const code = `export const ${language}: ${type} = ${rows};\n`;
  writeFileSync(join(stage, `src/${language}.ts`), code);
}
const out = join(stage, 'package');
run(join(root, 'web/node_modules/.bin/tsc'), ['-p', stage, '--outDir', out], root);
const about = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...about, version }, null, 2)}\n`);
for (const name of ['rules', 'bots'])
  cpSync(resolve(modules, `script_${name}.wasm`), join(out, `${name}.wasm`));
cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
cpSync(join(root, 'docs/javascript.md'), join(out, 'README.md'));
const [{ filename }] = JSON.parse(
  run('npm', ['pack', '--json', '--offline', '--pack-destination', resolve(folder)], out),
);
console.log(resolve(folder, filename));
