// Puts files into the program: a C table of names and bytes.
//   node tools/embed.mjs OUT.c FILE…
// The table is named after OUT.c (rules_text.c: rules_text), its type is struct embedded of
// src/plain/rules_text.h, and it ends with a row whose name is NULL. Each file's bytes end with a
// NUL.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const BYTES_A_LINE = 24;

function bytesOf(file) {
  const numbers = [...readFileSync(file), 0];
  const lines = [];
  for (let i = 0; i < numbers.length; i += BYTES_A_LINE)
    lines.push(`    ${numbers.slice(i, i + BYTES_A_LINE).join(', ')},\n`);
  return lines.join('');
}

function tableOf(symbol, files) {
  const names = files.map((file) => basename(file));
  if (new Set(names).size !== names.length) throw new Error('two files have the same name');
  const arrays = files.map((file, i) => {
    const bytes = bytesOf(file);
    return `/* ${names[i]} */\nstatic const unsigned char file_${i}[] = {\n${bytes}};\n`;
  });
  const rows = files.map(
    (_, i) => `    {"${names[i]}", (const char *)file_${i}, sizeof file_${i} - 1},\n`,
  );
  return `/* SPDX-License-Identifier: MIT */
/* Made by tools/embed.mjs: change the files it was made from. */
#include "plain/rules_text.h"

${arrays.join('\n')}
const struct embedded ${symbol}[] = {
${rows.join('')}    {NULL, NULL, 0},
};
`;
}

function main([out, ...files]) {
  const symbol = out === undefined ? '' : basename(out, '.c');
  if (!/^[a-z][a-z0-9_]*$/.test(symbol) || files.some((file) => /["\\]/.test(file))) {
    console.error('usage: embed.mjs OUT.c FILE…');
    return 2;
  }
  writeFileSync(out, tableOf(symbol, files));
  return 0;
}

process.exitCode = main(process.argv.slice(2));
