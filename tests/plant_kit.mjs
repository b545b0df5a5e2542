// What the tests that plant bugs share: reading plants, putting them into copies of sources,
// compiling, and running the result.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const JOBS = 2;
const SECONDS = 60;
const FLAGS = ['-std=c11', '-O1', '-w', '-DKUFSA_VERSION="planted"', '-DKUFSA_POSTGRES'];
// libpq's header, where Debian and others have it
const HEADERS = ['/usr/include/postgresql', '/usr/include/pgsql'];
const start = promisify(execFile);

export function fail(text) {
  console.error(text);
  process.exit(1);
}

// The two folders, and the only plant to run, or null.
export function readArguments(usage) {
  const words = process.argv.slice(2);
  const at = words.indexOf('--only');
  const only = at < 0 ? null : words.splice(at, 2)[1];
  if (words.length !== 2 || only === undefined) {
    console.error(`usage: node tests/${usage} SOURCE-DIR WORK-DIR [--only NAME]`);
    process.exit(2);
  }
  return { root: resolve(words[0]), work: resolve(words[1]), only };
}

// Calls make(item) for all items, JOBS at a time.
export async function each(items, make) {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await make(item);
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
}

// Names of the plants of a folder.
export function listPlants(folder, only) {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.plant'))
    .map((file) => basename(file, '.plant'))
    .filter((name) => only === null || name === only)
    .sort();
  if (names.length === 0) fail('no plants');
  return names;
}

// A plant: its name, the values after each word of its head, and pairs of texts, usually one.
export function readPlant(folder, name) {
  const text = readFileSync(join(folder, `${name}.plant`), 'utf8');
  const [words, ...parts] = text
    .split(/^--- (?:is|becomes)\n/m)
    .map((part) => part.replace(/\n$/, ''));
  if (parts.length === 0 || parts.length % 2 !== 0) fail(`${name}: no "--- is" and "--- becomes"`);
  const changes = [];
  while (parts.length > 0) changes.push(parts.splice(0, 2));
  const head = {};
  for (const line of words.split('\n')) {
    const [key, ...values] = line.split(' ');
    head[key] = values;
  }
  const file = head.file?.[0];
  if (file === undefined || !file.endsWith('.c')) fail(`${name}: needs a file`);
  return { name, head, file, changes };
}

// What works in these folders.
export function kit(root, work) {
  const includes = [
    ...['src', 'tests', 'include'].map((folder) => join(root, folder)),
    ...HEADERS,
  ].flatMap((folder) => ['-I', folder]);

  // Ends with what the program printed and its exit code, whatever that is.
  async function run(program, words, seconds = SECONDS) {
    const options = { cwd: root, timeout: seconds * 1000, maxBuffer: 1 << 24 };
    try {
      const { stdout, stderr } = await start(program, words, options);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const code = error.killed ? 'no end' : (error.code ?? error.signal);
      return { code, output: `${error.stdout}${error.stderr}` };
    }
  }

  async function must(program, words) {
    const { code, output } = await run(program, words, 10 * SECONDS);
    if (code !== 0) fail(`${program} ${words.join(' ')}\n${output}`);
  }

  // The planted copy of the plant's file, or null if there is not one place to plant it.
  function sow(plant) {
    let source = readFileSync(join(root, plant.file), 'utf8');
    for (const [is, becomes] of plant.changes) {
      plant.times = source.split(is).length - 1;
      if (plant.times !== 1) return null;
      source = source.replace(is, () => becomes);
    }
    const copy = join(work, plant.name, basename(plant.file));
    mkdirSync(join(work, plant.name), { recursive: true });
    writeFileSync(copy, source);
    return copy;
  }

  const sourcesOf = (folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.c'))
      .map((file) => `${folder}/${file}`);
  const objectOf = (file) => join(work, 'objects', `${file.replaceAll('/', '-')}.o`);
  const compile = (from, to) => must('gcc', [...FLAGS, ...includes, '-c', from, '-o', to]);

  async function compileAll(files) {
    mkdirSync(join(work, 'objects'), { recursive: true });
    await each(files, (file) => compile(join(root, file), objectOf(file)));
  }

  // Links a program; where a file is planted its object is another.
  async function link(files, to, planted = {}, libraries = []) {
    const objects = files.map((file) => planted[file] ?? objectOf(file));
    await must('gcc', [...objects, '-o', to, ...libraries]);
  }

  return { run, must, sow, sourcesOf, compile, compileAll, link };
}
