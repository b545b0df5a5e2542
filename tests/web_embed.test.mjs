// tools/embed_assets.mjs: names with hashes, references to them, and what keeps its name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const TOOL = fileURLToPath(new URL('../tools/embed_assets.mjs', import.meta.url));

function embed(folder) {
  const out = join(folder, 'assets');
  const made = spawnSync(process.execPath, [TOOL, join(folder, 'page'), out], { encoding: 'utf8' });
  if (made.status !== 0) return { status: made.status, problem: made.stderr };
  const table = readFileSync(`${out}.c`, 'utf8');
  const rows = [...table.matchAll(/\{"(\S+)", "([^"]+)", "\\"(\w+)\\"",\n\s+(\w+), \{(.*)\}\},/g)];
  const bytesOf = (cell) => {
    const symbol = /\{(\w+),/.exec(cell)[1];
    return symbol === '0' ? null : readFileSync(join(`${out}.d`, symbol));
  };
  const files = rows.map(([, path, type, , immutable, cells]) => {
    const [plain, gzip, brotli] = cells.split(/(?<=\}), /).map(bytesOf);
    return {
      path,
      type,
      immutable: immutable === 'true',
      text: plain.toString(),
      plain,
      gzip,
      brotli,
    };
  });
  return { status: 0, files, made: statSync(`${out}.c`).mtimeMs };
}

function inFolder(files, body) {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-embed-'));
  try {
    mkdirSync(join(folder, 'page'));
    const write = (name, text) => writeFileSync(join(folder, 'page', name), text);
    for (const [name, text] of Object.entries(files)) write(name, text);
    return body(folder, write);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PAGE = {
  'index.html': '<!doctype html><script src="/app.js"></script><link href="/app.css">',
  'app.js':
    `register('/sw.js');fetch("/words.en.json");new Worker(\`/worker.js\`);import("./later.js")` +
    ';'.repeat(200),
  'app.css': '@font-face{src:url(/font.woff2)}',
  'worker.js': 'x',
  'later.js': 'y',
  'font.woff2': 'f',
  'words.en.json': '{"a":"/nothing"}',
  'rules.taki.en.json': '{}',
  'sw.js': 'keep(["/","/app.js","/rules.taki.en.json"])',
};
const find = (files, pattern) => files.find(({ path }) => pattern.test(path));

test('names get hashes, and references follow them', () =>
  inFolder(PAGE, (folder) => {
    const { files } = embed(folder);
    const app = find(files, /^\/app\.[0-9a-f]{12}\.js$/);
    const css = find(files, /^\/app\.[0-9a-f]{12}\.css$/);
    const page = find(files, /^\/$/);
    assert.ok(app.immutable && css.immutable && !page.immutable);
    assert.equal(
      page.text,
      `<!doctype html><script src="${app.path}"></script><link href="${css.path}">`,
    );
    assert.equal(css.text, `@font-face{src:url(${find(files, /^\/font\./).path})}`);
    assert.ok(app.text.includes(`fetch("${find(files, /^\/words\./).path}")`));
    assert.ok(app.text.includes(`Worker(\`${find(files, /^\/worker\./).path}\`)`));
    assert.ok(app.text.includes(`import(".${find(files, /^\/later\./).path}")`));
    assert.ok(app.text.includes("'/sw.js'"));
    const worker = find(files, /^\/sw\.js$/);
    assert.equal(worker.text, `keep(["/","${app.path}","/rules.taki.en.json"])`);
    assert.ok(!worker.immutable && !find(files, /^\/rules\.taki\.en\.json$/).immutable);
    assert.equal(find(files, /words/).text, '{"a":"/nothing"}');
  }));

test('compressed forms unpack to the same bytes, and are left out where they are not smaller', () =>
  inFolder(PAGE, (folder) => {
    const { files } = embed(folder);
    const app = find(files, /^\/app\..*js$/);
    assert.deepEqual(gunzipSync(app.gzip), app.plain);
    assert.deepEqual(brotliDecompressSync(app.brotli), app.plain);
    const worker = find(files, /^\/worker/);
    assert.deepEqual([worker.gzip, worker.brotli], [null, null]);
  }));

test('a change renames the file and those that refer to it, and no others', () =>
  inFolder(PAGE, (folder, write) => {
    const before = embed(folder);
    assert.equal(embed(folder).made, before.made, 'nothing is written twice');
    write('font.woff2', 'g');
    const after = embed(folder);
    const changed = after.files.filter((file, i) => file.path !== before.files[i].path);
    assert.deepEqual(
      changed.map(({ path }) => path.replace(/\.\w{12}\./, '.')),
      ['/app.css', '/font.woff2'],
    );
  }));

test('files that cannot be served', () => {
  for (const files of [
    { 'a.exe': 'x' },
    { 'a b.js': 'x' },
    { 'a.js': 'f("/b.js")', 'b.js': 'f("/a.js")' },
  ])
    assert.notEqual(inFolder(files, embed).status, 0);
});
