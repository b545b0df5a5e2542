// The JavaScript package as people get it: packed, installed without network into an empty folder,
// and used in Node and in Chromium, where all must be the same; its games are the program's. Types
// are checked, and so is the size.
//   node tests/js_package.mjs KUFSA WASM_FOLDER VERSION
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { launch } from './e2e/browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, modules, version] = process.argv.slice(2);
const kufsa = resolve(program);
const RULES_MAX = 60_000; // compressed: what a page loads to know the rules
const place = mkdtempSync(join(tmpdir(), 'kufsa-js-'));

function run(name, words, input) {
  const done = spawnSync(name, words, { cwd: place, encoding: 'utf8', input, maxBuffer: 1 << 26 });
  assert.equal(done.status, 0, `${name} ${words.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout.trim();
}

function install() {
  const packed = run('node', [join(root, 'tools/npm.mjs'), resolve(modules), version, place]);
  writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed]);
  for (const file of ['js/check.mjs', 'js/types.ts', '../examples/play.mjs'])
    cpSync(join(root, 'tests', file), join(place, file.split('/').at(-1)));
}

function checkSize() {
  const files = ['index.js', 'module.js', 'en.js', 'rules.wasm'];
  const bytes = files.map((file) => readFileSync(join(place, 'node_modules/kufsa', file)));
  for (const [name, compress] of Object.entries({ brotli: brotliCompressSync, gzip: gzipSync })) {
    const size = bytes.reduce((sum, each) => sum + compress(each).length, 0);
    console.log(`rules alone, ${name}: ${size} bytes`);
    assert.ok(size < RULES_MAX, `${size} bytes are ${RULES_MAX} at most`);
  }
}

// The same deals, and the same after the same moves, in the program.
function checkGames(played) {
  const lines = played.flatMap(({ game, seats, options, seed, start, moves }) => {
    const key = Buffer.alloc(32);
    key.writeBigUInt64LE(BigInt(seed));
    const about = { game, seats, options };
    return [
      { do: 'new', ...about, key: key.toString('hex') },
      { do: 'play', ...about, position: start, moves },
    ];
  });
  const told = run(kufsa, ['engine'], `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const answers = told.split('\n').map((line) => JSON.parse(line));
  played.forEach(({ game, start, end, points, places }, i) => {
    const [deal, last] = answers.slice(2 * i, 2 * i + 2);
    assert.equal(deal.position, start, `${game}: the same deal`);
    assert.deepEqual([last.position, last.scores, last.places ?? null], [end, points, places]);
  });
}

const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const IMPORTS = { kufsa: 'index', 'kufsa/bots': 'bots', 'kufsa/words': 'words' };

async function checkChromium() {
  const imports = Object.fromEntries(
    Object.entries(IMPORTS).map(([name, file]) => [name, `/node_modules/kufsa/${file}.js`]),
  );
  const page = `<!doctype html><link rel="icon" href="data:,">
    <script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = createServer(({ url }, answer) => {
    const type = url === '/' ? 'text/html' : (TYPES[extname(url)] ?? 'text/plain');
    answer.writeHead(200, { 'content-type': type });
    answer.end(url === '/' ? page : readFileSync(join(place, url)));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const { browser, close } = await launch();
  try {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    return await tab.evaluate(async () => (await import('/check.mjs')).check());
  } finally {
    await close();
    server.closeAllConnections();
    server.close();
  }
}

try {
  install();
  checkSize();
  run(join(root, 'web/node_modules/.bin/tsc'),
    ['--strict', '--noEmit', '--target', 'ES2022', '--module', 'nodenext', '--types', '',
      'types.ts']);
  assert.match(run('node', ['play.mjs']), /^After \d+ moves the places are [1-3],[1-3],[1-3]/);
  const { check } = await import(pathToFileURL(join(place, 'check.mjs')));
  const here = await check();
  checkGames(here.played);
  assert.deepEqual(await checkChromium(), here, 'Chromium does as Node');
  console.log(`${here.played.length} games, ${here.told.length} pieces of advice`);
} finally {
  rmSync(place, { recursive: true });
}
