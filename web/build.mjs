// Builds the page into a folder, which tools/embed_assets.mjs puts into the program.
//   node build.mjs --out DIR [--wasm FILE] [--watch]     FILE: build/wasm/kufsa.wasm unless given
//   node build.mjs --types                               only what tsc needs: made/keys.ts
// The words come from i18n/, the rules' pages from docs/rules/, the engine from src/page. A folder
// that was made from the same files stays as it is: DIR.made has their hash.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const ROOT = resolve(WEB, '..');
const FOLDERS = ['web/src', 'web/static', 'i18n', 'docs/rules'];
const KEYS = join(WEB, 'made/keys.ts');

class Refusal extends Error {}

function runCatalogue(...words) {
  const tool = join(ROOT, 'tools/catalogue.mjs');
  const made = spawnSync(process.execPath, [tool, '--ts', KEYS, ...words], { encoding: 'utf8' });
  if (made.status !== 0) throw new Refusal(made.stderr.trimEnd());
}

async function loadEsbuild() {
  try {
    return await import('esbuild');
  } catch {
    throw new Refusal('web/node_modules is missing: run tools/setup build');
  }
}

// ---- what it is made from ----

function inputs() {
  const walk = (folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? walk(path) : [path];
    });
  const tools = ['tools/catalogue.mjs', 'web/build.mjs', 'web/rules.mjs', 'web/package-lock.json'];
  return [...FOLDERS.flatMap(walk), ...tools].sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const name of files) {
    const bytes = readFileSync(name);
    hash.update(`${basename(name)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

// ---- the parts ----

const common = {
  absWorkingDir: WEB,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.woff2': 'file' },
  assetNames: '[name]',
  publicPath: '/',
};

function copyStatic(out) {
  for (const name of readdirSync(join(WEB, 'static')))
    copyFileSync(join(WEB, 'static', name), join(out, name));
}

// `rules.<game>.<language>.json`, one for each page of the rules.
async function writeRules(out) {
  const { rulesPages } = await import('./rules.mjs');
  for (const [name, page] of Object.entries(rulesPages(ROOT)))
    writeFileSync(join(out, name), JSON.stringify(page));
}

// The scripts and the style sheet. What the page needs on the way to a game is in app.js and in
// chunk.js, which app.js shares with later.js: the screens that come when they are first opened.
// Styles are not split: a sheet that arrives late would show a screen without it.
async function writeScripts(esbuild, out) {
  const page = { app: 'src/main.tsx' };
  await esbuild.build({
    ...common,
    entryPoints: page,
    splitting: true,
    chunkNames: '[name]',
    loader: { '.css': 'empty' },
    outdir: out,
  });
  await esbuild.build({ ...common, entryPoints: { worker: 'src/engine/worker.ts' }, outdir: out });
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: page,
    outdir: out,
    write: false,
  });
  for (const { path, contents } of outputFiles)
    if (!path.endsWith('.js')) writeFileSync(path, contents);
}

// The service worker keeps all the others; it is itself asked for anew each time.
async function writeServiceWorker(esbuild, out) {
  const names = readdirSync(out).sort();
  const files = names.map((name) => (name === 'index.html' ? '/' : `/${name}`));
  await esbuild.build({
    ...common,
    entryPoints: ['src/sw.ts'],
    format: 'iife',
    outdir: out,
    define: {
      FILES: JSON.stringify(files),
      VERSION: JSON.stringify(hashOf(names.map((name) => join(out, name)))),
    },
  });
}

async function build({ out, wasm }) {
  if (!existsSync(wasm)) throw new Refusal(`no ${wasm}: make wasm builds it`);
  const made = `${out}.made`;
  const wanted = hashOf([wasm, ...inputs().map((name) => join(ROOT, name))]);
  if (existsSync(out) && existsSync(made) && readFileSync(made, 'utf8') === wanted) return;
  const esbuild = await loadEsbuild();
  rmSync(made, { force: true });
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  runCatalogue('--json', out);
  copyStatic(out);
  copyFileSync(wasm, join(out, 'kufsa.wasm'));
  await writeRules(out);
  await writeScripts(esbuild, out);
  await writeServiceWorker(esbuild, out);
  writeFileSync(made, wanted);
}

// ---- the command ----

function watchInputs(again) {
  let timer;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(again, 150);
  };
  for (const folder of FOLDERS) watch(join(ROOT, folder), { recursive: true }, soon);
}

function readArguments(words) {
  const options = { wasm: join(ROOT, 'build/wasm/kufsa.wasm') };
  for (let i = 0; i < words.length; i++) {
    if (['--watch', '--types'].includes(words[i])) options[words[i].slice(2)] = true;
    else if (['--out', '--wasm'].includes(words[i]) && i + 1 < words.length)
      options[words[i].slice(2)] = resolve(words[++i]);
    else return null;
  }
  return options.out || options.types ? options : null;
}

async function attempt(work) {
  try {
    await work();
    return 0;
  } catch (problem) {
    if (problem instanceof Refusal) console.error(problem.message);
    else if (!problem.errors) throw problem; // esbuild has printed its own
    return 1;
  }
}

async function main(words) {
  const options = readArguments(words);
  if (options === null) {
    console.error('usage: build.mjs --out DIR [--wasm FILE] [--watch] | --types');
    return 2;
  }
  if (options.types) return attempt(async () => runCatalogue());
  const status = await attempt(() => build(options));
  if (options.watch) watchInputs(() => attempt(() => build(options)));
  return status;
}

process.exitCode = await main(process.argv.slice(2));
