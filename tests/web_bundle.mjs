// The page's modules for tests without a browser, and their texts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const esbuild = createRequire(join(ROOT, 'web/package.json'))('esbuild');

// The page listens to its window as soon as it is loaded; here nobody ever calls.
globalThis.addEventListener ??= () => {};

let loads = 0;

// The script of `contents`, whose paths begin in web/src.
export async function bundleText(contents, format = 'esm') {
  const made = await esbuild.build({
    stdin: { contents, resolveDir: join(ROOT, 'web/src'), loader: 'ts' },
    bundle: true,
    format,
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  return made.outputFiles[0].text;
}

// The same as modules: each call of the result gives one with a state of its own, as each browser
// has.
export async function bundle(contents) {
  const text = await bundleText(contents);
  return () => {
    const bytes = Buffer.from(`${text}\n// ${++loads}`).toString('base64');
    return import(`data:text/javascript;base64,${bytes}`);
  };
}

// The page's texts: { en, he }.
export function readTexts() {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-words-'));
  try {
    const tool = join(ROOT, 'tools/catalogue.mjs');
    const made = spawnSync(process.execPath, [tool, '--json', folder], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    const read = (name) => JSON.parse(readFileSync(join(folder, `words.${name}.json`), 'utf8'));
    return { en: read('en'), he: read('he') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
