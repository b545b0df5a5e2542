// Puts the browser's files into the program, for src/server/assets.h.
//   node tools/embed_assets.mjs FOLDER OUT
// OUT.c gets the table and OUT.S the bytes (.incbin, -IOUT.d) of files in OUT.d: each file as it
// is, and its gzip and brotli versions if they are smaller. A file's name gets a hash of its
// content, and references to it in other text files ("/app.js", "./app.js", url(/font.woff2))
// change to that name. The page, its service worker and files fetched by a computed name keep
// theirs. If nothing has changed, nothing is written.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const HASH_DIGITS = 12;
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const TEXTS = ['.css', '.html', '.js', '.json', '.svg', '.webmanifest'];

const isPage = (name) => name === 'index.html';
const keepsName = (name) =>
  isPage(name) || name === 'sw.js' || /^rules\.\w+\.\w+\.json$/.test(name);
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);

function hashedName(name, bytes) {
  const end = extname(name);
  return `${name.slice(0, -end.length)}.${hashOf(bytes)}${end}`;
}

function servedName({ name, bytes }) {
  if (isPage(name)) return '/';
  return `/${keepsName(name) ? name : hashedName(name, bytes)}`;
}

// Where a text refers to a file: in any kind of quotes, or as style sheets do.
const referenceTo = (name) =>
  new RegExp(`(["'\`]\\.?|url\\()/${name.replaceAll('.', '\\.')}(["'\`)])`, 'g');

// A hash of everything that the outputs depend on, including this tool.
function hashOfAll(files) {
  const tool = readFileSync(fileURLToPath(import.meta.url));
  return hashOf([tool, ...files.map(({ served, bytes }) => served + hashOf(bytes))].join('\n'));
}

// Sorts the files so that each comes after the ones it refers to, unless those keep their names.
function inOrder(files) {
  const done = [];
  const names = (file, other) => file.isText && referenceTo(other.name).test(file.bytes);
  const visit = (file, path) => {
    if (done.includes(file)) return;
    if (path.includes(file)) throw new Error(`files refer to each other: ${file.name}`);
    for (const other of files)
      if (other !== file && !keepsName(other.name) && names(file, other))
        visit(other, [...path, file]);
    done.push(file);
  };
  for (const file of files) visit(file, []);
  return done;
}

function readFolder(folder) {
  const names = readdirSync(folder).sort();
  const files = names.map((name) => {
    if (!(extname(name) in TYPES)) throw new Error(`${name}: unknown type`);
    if (!/^[\w.-]+$/.test(name)) throw new Error(`${name}: unexpected characters in the name`);
    const bytes = readFileSync(join(folder, name));
    return { name, bytes, isText: TEXTS.includes(extname(name)) };
  });
  const ordered = inOrder(files);
  for (const file of ordered) {
    if (file.isText) {
      let text = file.bytes.toString();
      for (const other of files)
        if (other.served) text = text.replace(referenceTo(other.name), `$1${other.served}$2`);
      file.bytes = Buffer.from(text);
    }
    file.served = servedName(file);
  }
  return files;
}

function codingsOf(bytes) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const smaller = [gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes, { params: quality })];
  return [bytes, ...smaller.map((made) => (made.length < bytes.length ? made : null))];
}

function main([folder, out]) {
  if (folder === undefined || out === undefined) {
    console.error('usage: embed_assets.mjs FOLDER OUT');
    return 2;
  }
  const files = readFolder(folder);
  const wanted = hashOfAll(files);
  const made = `${out}.made`;
  if (existsSync(made) && readFileSync(made, 'utf8') === wanted) return 0;
  rmSync(made, { force: true });
  const parts = resolve(`${out}.d`);
  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true });
  const rows = [];
  const symbols = [];
  files.forEach((file, i) => {
    const cells = codingsOf(file.bytes).map((bytes, j) => {
      if (bytes === null) return '{0, 0}';
      const symbol = `asset_${i}_${j}`;
      writeFileSync(join(parts, symbol), bytes);
      symbols.push(symbol);
      return `{${symbol}, ${symbol}_end}`;
    });
    const hash = hashOf(file.bytes);
    rows.push(
      `    {"${file.served}", "${TYPES[extname(file.name)]}", "\\"${hash}\\"",\n` +
        `     ${!keepsName(file.name)}, {${cells.join(', ')}}},\n`,
    );
  });
  const externs = symbols.map((s) => `extern const unsigned char ${s}[], ${s}_end[];\n`);
  writeFileSync(
    `${out}.c`,
    `/* Made by tools/embed_assets.mjs. */\n#include "server/assets.h"\n\n${externs.join('')}
const struct asset assets[] = {\n${rows.join('')}    {0, 0, 0, false, {{0, 0}}},\n};\n`,
  );
  const blocks = symbols.map(
    (s) => `.global ${s}, ${s}_end\n.hidden ${s}, ${s}_end\n.balign 16\n` +
      `${s}:\n.incbin "${s}"\n${s}_end:\n.byte 0\n`,
  );
  writeFileSync(
    `${out}.S`,
    `/* Made by tools/embed_assets.mjs. */\n.section .rodata\n${blocks.join('')}` +
      '.section .note.GNU-stack,"",%progbits\n',
  );
  writeFileSync(made, wanted);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
