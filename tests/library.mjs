// The library as a program gets it: installed into an empty folder, found by pkg-config alone.
// Its examples compile against it, shared and static, and run; nothing is visible but kufsa_…;
// null pointers stop nothing; and its ABI is the recorded one, tests/library.abi.
//   node tests/library.mjs BUILD_FOLDER CC            checks
//   node tests/library.mjs BUILD_FOLDER CC --record   writes the description anew
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [build, cc] = [resolve(process.argv[2]), process.argv[3]];
const RECORDED = join(root, 'tests/library.abi');
const HEADER = readFileSync(join(root, 'include/kufsa.h'), 'utf8');
const place = mkdtempSync(join(tmpdir(), 'kufsa-library-'));

// What a program prints; it must succeed.
function run(name, ...words) {
  const done = spawnSync(name, words, { encoding: 'utf8', cwd: place, env });
  assert.equal(done.status, 0, `${name} ${words.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

const env = { ...process.env };
delete env.PKG_CONFIG_PATH;
run('cmake', '--install', build, '--component', 'library', '--prefix', join(place, 'usr'));
const installed = readdirSync(join(place, 'usr'), { recursive: true }).map((name) =>
  join(place, 'usr', name),
);
const find = (end) => installed.find((name) => name.endsWith(end));
const shared = find('/libkufsa.so.0');
env.PKG_CONFIG_PATH = resolve(find('/kufsa.pc'), '..');
env.LD_LIBRARY_PATH = resolve(shared, '..');

// ---- the header ----

function checkHeader() {
  assert.ok(HEADER.split('\n').length <= 400, 'kufsa.h has under 400 lines');
  const declared = HEADER.match(/KUFSA_API/g).length - 1;
  const told = HEADER.match(/\*\/\nKUFSA_API/g).length;
  assert.equal(told, declared, 'every function has a sentence');
}

// docs/library.md has a row for each fact, with the words of src/rules/facts.def.
function checkFacts() {
  const facts = readFileSync(join(root, 'src/rules/facts.def'), 'utf8');
  const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const rows = [...facts.matchAll(/^FACT\(\w+, "(\w+)"\)\s*\/\* (.*) \*\/$/gm)];
  assert.equal(rows.length, facts.match(/^FACT\(/gm).length, 'every fact has a sentence');
  const table = page.split('| name | what it says |\n| --- | --- |\n')[1].split('\n\n')[0];
  const expected = rows.map(([, name, about]) => `| \`${name}\` | ${about} |`);
  assert.deepEqual(table.split('\n'), expected, 'docs/library.md lists the facts');
}

// ---- what is visible ----

const names = (text) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length === 3 && words[1] !== 'A')
    .map((words) => words[2].replace(/@.*$/, ''))
    .sort();

function checkSymbols() {
  const declared = [...HEADER.matchAll(/^KUFSA_API [^;]*?\b(kufsa_\w+)\(/gm)].map((m) => m[1]);
  const dynamic = names(run('nm', '-D', '--defined-only', shared));
  assert.deepEqual(dynamic, declared.sort(), 'the shared library shows what kufsa.h declares');
  const archive = names(run('nm', '-g', '--defined-only', find('/libkufsa.a')));
  assert.deepEqual(archive, dynamic, 'so does the static one');
  const needed = [...run('readelf', '-d', shared).matchAll(/NEEDED.*\[(.*)\]/g)];
  for (const [, name] of needed) assert.match(name, /^(libc|libm|libpthread|ld-)/, `needs ${name}`);
}

// ---- programs ----

const words = (...options) => run('pkg-config', ...options, 'kufsa').trim().split(/\s+/);

function compile(name, language, how) {
  const program = join(place, `${name}-${how}`);
  const source = join(root, `examples/c/${name}.c`);
  const libraries =
    how === 'shared'
      ? words('--cflags', '--libs')
      : [...words('--cflags'), find('/libkufsa.a'), '-lm', '-pthread'];
  run(cc, '-Wall', '-Wextra', '-Werror', ...language, source, '-o', program, ...libraries);
  return program;
}

const record = join(root, 'tests/records', readdirSync(join(root, 'tests/records'))[0]);
const ARGUMENTS = { play: ['taki', '7'], advice: [], record: [record, '0'], batch: [] };

function checkExamples() {
  for (const file of readdirSync(join(root, 'examples/c')).filter((file) => file.endsWith('.c'))) {
    const name = file.replace('.c', '');
    const printed = ['shared', 'static'].map((how) =>
      run(compile(name, ['-std=c11'], how), ...ARGUMENTS[name]),
    );
    assert.ok(printed[0].length > 0, name);
    assert.equal(printed[0], printed[1], `${name}: shared and static do the same`);
  }
  const plain = join(place, 'plain.cc');
  writeFileSync(plain, '#include <kufsa.h>\nint main() { return kufsa_abi() - KUFSA_ABI; }\n');
  run(cc, '-x', 'c++', '-Wall', '-Wextra', '-Wpedantic', '-Werror', plain, '-o', `${plain}.out`,
    ...words('--cflags', '--libs'));
  run(`${plain}.out`);
}

// The example at the top of the header, as it stands; and with a game that is refused, while
// variables that nobody has set hold anything but zero.
function checkShowcase() {
  const lines = [...HEADER.matchAll(/^ \*     (.*)$/gm)].map(([, line]) => line);
  assert.ok(lines.length > 5, 'kufsa.h begins with an example');
  for (const [name, game] of [['fine', 'gobblet'], ['refused', 'no game']]) {
    const source = join(place, `showcase-${name}.c`);
    const body = lines.join('\n').replace('"gobblet"', `"${game}"`);
    assert.ok(body.includes(`"${game}"`));
    const headers = '#include <kufsa.h>\n#include <stdio.h>\n';
    writeFileSync(source, `${headers}int main(void)\n{\n${body}\n}\n`);
    run(cc, '-std=c11', '-Wall', '-Wextra', '-Werror', '-ftrivial-auto-var-init=pattern', source,
      '-o', `${source}.out`, ...words('--cflags', '--libs'));
    const done = spawnSync(`${source}.out`, { encoding: 'utf8', env });
    assert.equal(done.status, 0, `the example, ${name}: ${done.signal}`);
    assert.equal(done.stderr, game === 'gobblet' ? '' : 'There is no such game.\n');
  }
}

// ---- arguments that are wrong ----

// What each kind of argument may be: something that is there, for the pointers.
const THERE = [
  [/\*\*$/, '(void *)out'],
  [/struct kufsa_(position|player|record|batch|setup) \*/, '$1'],
  [/char \*game\b/, '"taki"'],
  [/\*|\[/, '(void *)out'],
  [/^size_t (room|size)/, '1000'],
];
const ODD = ['0', '1', '-1', 'INT32_MAX', 'INT32_MIN'];

// Every function with each of its pointers null, and all of them, with odd numbers.
function nullCalls() {
  const calls = [];
  for (const [, name, list] of HEADER.matchAll(/^KUFSA_API [^;]*?\b(kufsa_\w+)\(([^;]*)\);/gm)) {
    const words = list === 'void' ? [] : list.split(',').map((word) => word.trim());
    const pointers = [...words.keys()].filter((i) => /\*|\[/.test(words[i]));
    for (const odd of name.endsWith('_free') ? [] : ODD)
      for (const nulls of [pointers, ...pointers.map((i) => [i])]) {
        const values = words.map((word, i) => {
          const there = THERE.find(([kind]) => kind.test(word));
          return nulls.includes(i) ? '0' : there ? word.match(there[0])[0].replace(...there) : odd;
        });
        calls.push(`memset(out, 0, sizeof out); (void)${name}(${values.join(', ')});`);
      }
  }
  return calls;
}

function checkNulls() {
  const source = join(place, 'nulls.c');
  const calls = nullCalls();
  writeFileSync(source, `#include <kufsa.h>
    #include <string.h>
    static uint64_t out[1 << 17];
    int main(void) {
      static const uint8_t key[KUFSA_KEY_SIZE];
      struct kufsa_setup full = {.game = "taki", .tables = 2}, *setup = &full;
      struct kufsa_out none = {0};
      struct kufsa_position *position;
      struct kufsa_player *player;
      struct kufsa_record *record;
      struct kufsa_batch *batch;
      if (kufsa_deal("taki", 3, "", key, &position) || kufsa_batch_new(setup, &batch) ||
          kufsa_player_new("taki", "gentle", 0, &player) || kufsa_batch_reset(batch, 0, 0, &none) ||
          kufsa_record_new("taki", 3, "", key, &record))
        return 1;
      ${calls.join('\n')}
      return 0;
    }`);
  run(cc, '-w', source, '-o', `${source}.out`, ...words('--cflags', '--libs'));
  run(`${source}.out`);
  console.log(`${calls.length} calls with null pointers`);
}

// ---- the ABI ----

function checkAbi() {
  const folder = resolve(find('/kufsa.h'), '..');
  const described = join(place, 'now.abi');
  const options = ['--drop-private-types', '--exported-interfaces-only', '--no-comp-dir-path',
    '--no-corpus-path', '--no-show-locs', '--no-elf-needed', '--no-parameter-names'];
  run('abidw', '--headers-dir', folder, ...options, '--out-file', described, shared);
  if (process.argv.includes('--record')) {
    writeFileSync(RECORDED, readFileSync(described));
    return;
  }
  const architecture = (path) => /architecture='([^']*)'/.exec(readFileSync(path, 'utf8'))[1];
  if (architecture(described) !== architecture(RECORDED)) {
    console.log(`the ABI is recorded for ${architecture(RECORDED)} only`);
    return;
  }
  const { status, stdout } = spawnSync('abidiff', [RECORDED, described], { encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}
A change that only adds: node tests/library.mjs ${process.argv[2]} ${cc} --record
Any other: raise KUFSA_ABI in kufsa.h and cmake/library.cmake first.`);
}

try {
  checkHeader();
  checkFacts();
  checkSymbols();
  checkExamples();
  checkShowcase();
  checkNulls();
  checkAbi();
} finally {
  rmSync(place, { recursive: true });
}
