// tools/tidy.mjs finds what it claims to find: small trees, each with one thing wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { tidy } from '../tools/tidy.mjs';

const TIDY = fileURLToPath(new URL('../tools/tidy.mjs', import.meta.url));
const SPDX = '/* SPDX-License-Identifier: MIT */\n';

// Writes the files into a new folder and returns what `look` says about it.
function inTree(files, look) {
  const root = mkdtempSync(join(tmpdir(), 'kufsa-tidy-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return look(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function sees(name, files, ...expected) {
  test(name, () => assert.deepEqual(inTree(files, tidy), expected));
}

const include = (what) => `${SPDX}#include ${what}\n`;

sees('a tidy tree has nothing to complain about', {
  'src/rules/a.c': `${SPDX}#include "rules/game.h"\n#include "base/text.h"\n#include <stdint.h>\n`,
  'src/cmd/a.c': include('"words/words.h"') + '#include <stdio.h>\n',
  'src/tui/a.c': include('"words/words.h"'),
  'src/server/a.c': include('"store/store.h"'),
  'src/words/a.c': include('"base/text.h"'),
  'tests/a.c': include('"anything.h"'),
  Makefile: 'a:\n\techo\n',
  'docs/a.md': `${'long '.repeat(60)}line\n`,
});

for (const [from, to] of [
  ['base', 'rules'],
  ['rules', 'match'],
  ['rules', 'bots'],
  ['bots', 'match'],
  ['match', 'bots'],
  ['match', 'table'],
  ['match', 'words'],
  ['words', 'rules'],
  ['store', 'rules'],
  ['tui', 'server'],
  ['page', 'server'],
  ['server', 'cmd'],
  ['client', 'tui'],
  ['plain', 'tui'],
  ['tell', 'table'],
  ['arena', 'cmd'],
])
  sees(
    `${from} may not include ${to}`,
    { [`src/${from}/a.c`]: include(`"${to}/b.h"`) },
    `src/${from}/a.c:2: ${from} may not include ${to}`,
  );

sees('rules and the system', { 'src/rules/a.c': include('<stdlib.h>') },
  'src/rules/a.c:2: rules may not include <stdlib.h>');
sees('a path that does not start at src/', { 'src/base/a.c': include('"text.h"') },
  'src/base/a.c:2: "text.h" does not start at a layer of src/');
sees('a path out of src/', { 'src/base/a.c': include('"../tests/laws.h"') },
  'src/base/a.c:2: "../tests/laws.h" does not start at a layer of src/');
sees('an include through a macro', { 'src/base/a.c': include('NAME') },
  'src/base/a.c:2: an include that is neither "…" nor <…>');
sees('a space before the word include', { 'src/rules/a.c': `${SPDX} #  include <time.h>\n` },
  'src/rules/a.c:2: rules may not include <time.h>');
sees('a folder that is no layer', { 'src/utils/a.c': SPDX },
  'src/utils/a.c:1: src/utils is not a layer');

for (const end of ['c', 'h', 'mjs', 'ts'])
  sees(`a .${end} file of 1,001 lines`, { [`tests/a.${end}`]: SPDX.repeat(1001) },
    `tests/a.${end}:1001: 1001 lines, 1000 are allowed`);
sees('a file of 1,000 lines', { 'tests/a.c': SPDX.repeat(1000) });

sees('a tab', { 'a.md': 'one\n\ttwo\n' }, 'a.md:2: a tab');
sees('trailing whitespace', { 'a.md': 'one \ntwo\r\n' },
  'a.md:1: trailing whitespace', 'a.md:2: trailing whitespace');
sees('a missing final newline', { 'a.md': 'one\ntwo' },
  'a.md:2: no newline at the end of the file');
sees('a long last line without a newline', { 'a.mjs': 'x'.repeat(101) },
  'a.mjs:1: no newline at the end of the file', 'a.mjs:1: 101 columns, 100 are allowed');

for (const file of ['tests/a.c', 'a.mjs', 'a.cmake', 'CMakeLists.txt']) {
  const first = file.endsWith('.c') ? SPDX : '\n';
  sees(`101 columns in ${file}`, { [file]: `${first}${'x'.repeat(101)}\n` },
    `${file}:2: 101 columns, 100 are allowed`);
  sees(`100 columns of Hebrew in ${file}`, { [file]: `${first}${'ק'.repeat(100)}\n` });
}

sees('a C file without its licence', { 'tests/a.c': 'int x;\n' },
  'tests/a.c:1: the first line is not /* SPDX-License-Identifier: MIT */');

for (const word of ['TO' + 'DO', 'FIX' + 'ME'])
  sees(word, { 'a.txt': `x\n${word}: x\n` }, `a.txt:2: "${word}": finish it, or leave it out`);
for (const folder of ['home', 'mnt', 'root', 'srv', 'Users'])
  sees(`a path under ${folder}`, { 'a.txt': `see /${folder}/x\n` },
    `a.txt:1: "/${folder}/x": a path of somebody's machine`);
sees('words and paths that only look like those', { 'a.txt': 'TO' + 'DOS docs/home/x\n' });

sees('what a fuzzer wrote is data', { 'fuzz/corpus/x/1': 'a \t', 'a.txt': 'x\n' });
sees('a picture is not text', { 'a.png': 'x\0 \t', 'a.txt': 'x\n' });

test('a tree without files is not tidy', () => assert.equal(inTree({}, tidy).length, 1));
test('what git ignores is not looked at', () => {
  const files = { '.gitignore': '/build/\n', 'build/a.c': 'x', 'a.txt': 'x \n' };
  const complaints = inTree(files, (root) => {
    assert.equal(spawnSync('git', ['-C', root, 'init', '-q']).status, 0);
    return tidy(root);
  });
  assert.deepEqual(complaints, ['a.txt:1: trailing whitespace']);
});
test('the program fails if it reports something, and only then', () => {
  const run = (root) => spawnSync(process.execPath, [TIDY, root], { encoding: 'utf8' });
  const bad = inTree({ 'a.txt': 'x \n' }, run);
  assert.equal(bad.stderr, 'a.txt:1: trailing whitespace\n');
  assert.equal(bad.status, 1);
  const good = inTree({ 'a.txt': 'x\n' }, run);
  assert.equal(good.stderr, '');
  assert.equal(good.status, 0);
});
