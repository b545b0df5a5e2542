// The Python package as people get it: a wheel, installed without network into a fresh virtual
// environment that has nothing but the system's NumPy; then its types are checked, and its tests
// (tests/python) play.
//   node tests/python_package.mjs KUFSA LIBRARY VERSION
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, library] = process.argv.slice(2, 4).map((path) => resolve(path));
const version = process.argv[4];
const PYTHON = '/usr/bin/python3'; // the one that Debian's NumPy belongs to
const place = mkdtempSync(join(tmpdir(), 'kufsa-python-'));
const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: place, KUFSA_PROGRAM: program };
env.PIP_NO_INDEX = env.PIP_DISABLE_PIP_VERSION_CHECK = '1'; // no network
env.PYTHONDONTWRITEBYTECODE = '1';

function run(name, words, more = {}) {
  const done = spawnSync(name, words, { encoding: 'utf8', cwd: place, env: { ...env, ...more } });
  assert.equal(done.status, 0, `${name} ${words.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout.trim();
}

try {
  const wheel = run(PYTHON, [join(root, 'tools/wheel'), library, version, place]);
  const again = run(PYTHON, [join(root, 'tools/wheel'), library, version, join(place, 'again')]);
  run('cmp', [wheel, again]);
  run(PYTHON, ['-m', 'venv', '--system-site-packages', 'venv']);
  const python = join(place, 'venv/bin/python');
  run(python, ['-m', 'pip', 'install', '--quiet', wheel]);
  const where = run(python, ['-c', 'import kufsa; print(kufsa.__file__)']);
  assert.ok(where.startsWith(place), `${where} is not the wheel's`);
  const tests = join(root, 'tests/python');
  const batch = join(place, 'batch');
  const include = join(root, 'include');
  run('cc', ['-O2', '-I', include, join(root, 'examples/c/batch.c'), library, '-o', batch]);
  // Gymnasium and PettingZoo need not be there; all that the library returns is Any.
  const lax = ['--ignore-missing-imports', '--allow-subclassing-any', '--no-warn-return-any'];
  run('mypy', ['--strict', ...lax, '--cache-dir', '/dev/null', join(root, 'python/kufsa')]);
  run('mypy', ['--strict', '--cache-dir', '/dev/null', '--python-executable', python,
    join(tests, 'user.py')]);
  run(python, ['-W', 'error', join(tests, 'user.py')]);
  for (const file of readdirSync(tests).filter((file) => /^test_.*\.py$/.test(file)))
    run(python, ['-W', 'error', join(tests, file)], {
      KUFSA_BATCH: batch,
      LD_LIBRARY_PATH: dirname(library),
    });
} finally {
  rmSync(place, { recursive: true });
}
