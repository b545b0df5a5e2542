// The project's own lint: layers, sizes and whitespace. No dependencies.
//   node tools/tidy.mjs [ROOT]              prints file:line: text; fails if there is any
//   node tools/tidy.mjs --files .c .h …     prints the files with these endings
// It checks the files that git tracks or could track; without git, all files.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const LINES_MAX = 1000;
const COLUMNS_MAX = 100;
const SPDX = '/* SPDX-License-Identifier: MIT */';

// The layers of src/ and those each may include, besides itself.
const PLAY = ['base', 'rules', 'bots', 'match'];
const TOLD = [...PLAY, 'words', 'system', 'think', 'tell'];
const LAYERS = {
  base: [],
  words: ['base'],
  system: ['base'],
  rules: ['base'],
  bots: ['base', 'rules'],
  match: ['base', 'rules'],
  review: PLAY,
  table: ['base', 'rules', 'match'],
  line: ['base', 'system', 'table'],
  think: [...PLAY, 'review', 'system'],
  tell: [...PLAY, 'words'],
  store: ['base', 'system'],
  server: [...PLAY, 'table', 'line', 'think', 'store', 'words', 'system'],
  page: [...PLAY, 'review', 'table'],
  lib: [...PLAY, 'review', 'words', 'system', 'think', 'tell'],
  script: [...PLAY, 'lib'],
  arena: TOLD,
  engine: [...TOLD, 'review'],
  client: [...TOLD, 'table', 'line'],
  plain: [...TOLD, 'review', 'table', 'line', 'client'],
  tui: [...TOLD, 'review', 'table', 'line', 'client'],
};
LAYERS.cmd = Object.keys(LAYERS);

// The rules are pure: the only system headers they may use.
const RULES_HEADERS = ['stdint.h', 'stddef.h', 'stdbool.h', 'string.h'];

const C = ['.c', '.h'];
const SOURCES = [...C, '.ts', '.mjs', '.js'];
const NARROW = [...SOURCES, '.cmake'];

// Built from pieces, so that this file does not complain about itself.
const BANNED = [
  { pattern: new RegExp(`\\b(${'TO'}DO|${'FIX'}ME)\\b`), why: 'finish it, or leave it out' },
  {
    pattern: new RegExp('(^|[^\\w.-])/(home|mnt|root|srv|Users)/\\w'),
    why: "a path of somebody's machine",
  },
];

// Inputs from a fuzzer: any bytes are valid.
const isData = (file) => file.startsWith('fuzz/corpus/');

function walk(root, folder = '') {
  const files = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (path !== 'build' && entry.name !== '.git' && entry.name !== 'node_modules')
        files.push(...walk(root, path));
    } else if (entry.isFile()) {
      files.push(path);
    }
  }
  return files;
}

function listFiles(root) {
  if (existsSync(join(root, '.git'))) {
    const arguments_ = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const git = spawnSync('git', ['-C', root, ...arguments_], { maxBuffer: 1 << 28 });
    if (git.status === 0) {
      const files = new Set(git.stdout.toString().split('\0').filter(Boolean));
      return [...files].filter((file) => {
        const stat = lstatSync(join(root, file), { throwIfNoEntry: false });
        return stat !== undefined && stat.isFile();
      });
    }
  }
  return walk(root);
}

function checkInclude(layer, line) {
  const include = /^\s*#\s*include\b\s*(.*)$/.exec(line);
  if (include === null) return null;
  const quoted = /^"([^"]+)"/.exec(include[1]);
  const angled = /^<([^>]+)>/.exec(include[1]);
  if (angled !== null) {
    if (layer === 'rules' && !RULES_HEADERS.includes(angled[1]))
      return `rules may not include <${angled[1]}>`;
    return null;
  }
  if (quoted === null) return 'an include that is neither "…" nor <…>';
  const to = quoted[1].split('/')[0];
  if (!quoted[1].includes('/') || !(to in LAYERS))
    return `"${quoted[1]}" does not start at a layer of src/`;
  if (to !== layer && !LAYERS[layer].includes(to)) return `${layer} may not include ${to}`;
  return null;
}

function checkLine(file, layer, line) {
  const found = [];
  const end = extname(file);
  if (line.includes('\t') && !/(^|\/)(Makefile|debian\/rules)$/.test(file)) found.push('a tab');
  if (/\s$/.test(line)) found.push('trailing whitespace');
  if (NARROW.includes(end) || file.endsWith('CMakeLists.txt')) {
    const columns = [...line].length;
    if (columns > COLUMNS_MAX) found.push(`${columns} columns, ${COLUMNS_MAX} are allowed`);
  }
  for (const { pattern, why } of BANNED) {
    const match = pattern.exec(line);
    if (match !== null) found.push(`"${match[0].trim()}": ${why}`);
  }
  if (layer !== null && layer in LAYERS) {
    const wrong = checkInclude(layer, line);
    if (wrong !== null) found.push(wrong);
  }
  return found;
}

function checkFile(root, file) {
  const complaints = [];
  const complain = (line, text) => complaints.push(`${file}:${line}: ${text}`);
  const bytes = readFileSync(join(root, file));
  if (isData(file) || bytes.length === 0 || bytes.includes(0)) return complaints;

  const text = bytes.toString();
  const lines = text.split('\n');
  if (lines.pop() !== '') {
    complain(lines.length + 1, 'no newline at the end of the file');
    lines.push(text.slice(text.lastIndexOf('\n') + 1));
  }

  const end = extname(file);
  let layer = null;
  if (C.includes(end)) {
    if (lines[0] !== SPDX) complain(1, `the first line is not ${SPDX}`);
    if (file.startsWith('src/')) layer = file.split('/')[1];
    if (layer !== null && !(layer in LAYERS)) complain(1, `src/${layer} is not a layer`);
  }
  if (SOURCES.includes(end) && lines.length > LINES_MAX)
    complain(LINES_MAX + 1, `${lines.length} lines, ${LINES_MAX} are allowed`);
  lines.forEach((line, index) => {
    for (const found of checkLine(file, layer, line)) complain(index + 1, found);
  });
  return complaints;
}

// All complaints about a tree, each as file:line: text; a tree without files gets one too.
export function tidy(root) {
  const files = listFiles(root).sort();
  if (files.length === 0) return [`${root}: no files`];
  return files.flatMap((file) => checkFile(root, file));
}

function main(words) {
  const here = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  if (words[0] === '--files') {
    const files = listFiles(here).filter((file) => words.includes(extname(file)) && !isData(file));
    if (files.length > 0) console.log(files.sort().join('\n'));
    return 0;
  }
  const complaints = tidy(words.length > 0 ? resolve(words[0]) : here);
  for (const complaint of complaints) console.error(complaint);
  return complaints.length === 0 ? 0 : 1;
}

// Runs unless a test imports it. Compares real paths: the tree may be reached through a link.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
