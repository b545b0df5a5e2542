// Each function of src/base/banned.h is a compile error that says what to use instead.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BANNED = fileURLToPath(new URL('../src/base/banned.h', import.meta.url));
const HEADERS = ['stdarg.h', 'stdio.h', 'stdlib.h', 'string.h'];

function compile(compiler, body) {
  const includes = HEADERS.map((header) => `#include <${header}>\n`).join('');
  const input = `${includes}void f(char *, va_list);\nvoid f(char *s, va_list v)\n{\n${body}\n}\n`;
  const flags = ['-std=c11', '-O2', '-Werror=deprecated-declarations', '-include', BANNED];
  const env = { ...process.env, LC_ALL: 'C' };
  const words = [...flags, '-fsyntax-only', '-xc', '-'];
  return spawnSync(compiler, words, { input, env, encoding: 'utf8' });
}

const CALLS = {
  strcpy: 'strcpy(s, "x");',
  strcat: 'strcat(s, "x");',
  sprintf: 'sprintf(s, "x");',
  vsprintf: 'vsprintf(s, "x", v);',
  strtok: 's = strtok(s, "x");',
  gets: 's = gets(s);',
  atoi: 's += atoi(s);',
  rand: 's += rand();',
};

for (const compiler of ['gcc', 'clang']) {
  test(`${compiler} takes what is not banned`, () => {
    const run = compile(compiler, '(void)vsnprintf(s, 2, "x", v);');
    assert.equal(run.status, 0, run.stderr);
  });
  for (const [name, call] of Object.entries(CALLS))
    test(`${compiler} refuses ${name}`, () => {
      const run = compile(compiler, `(void)v;\n${call}`);
      assert.notEqual(run.status, 0);
      assert.match(run.stderr, new RegExp(`'${name}' is deprecated: banned in Kufsa: `));
    });
}
