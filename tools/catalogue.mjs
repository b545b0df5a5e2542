// The catalogue: reads i18n/<language>/*.txt, checks it against itself and against the sources,
// and makes the lookup tables. No dependencies. i18n/README.md explains the files.
//   node tools/catalogue.mjs [--root DIR] [--unused] [--c OUT.c] [--ts OUT.ts] [--json DIR]
// Without an output it only checks. Errors are printed as file:line: text; then it fails and
// writes nothing. --unused also lists the keys that no source seems to use; that is not an error.
// The C table leaves out the page's keys, web.*; the page's texts, DIR/words.<language>.json,
// leave out what only the terminal says. The TypeScript module has only types: keys and their
// parameters.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gamesOf } from './games.mjs';

// Each language and its plural forms, by the number n.
const FORMS = { en: ['one', 'other'], he: ['one', 'two', 'other'] };
const LANGUAGES = Object.keys(FORMS);
const C_FORMS = ['other', 'one', 'two']; // the order of enum word_form

const KEY = /^[a-z]+(\.[A-Za-z0-9_]+)*$/;
const LINE = /^([^\s=[\]]+)(?:\[([^\s=[\]]*)\])? = (.*)$/;
const PARAMETER = /\{([a-z][a-z0-9_]*)\}/g;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const TEXT_BYTES_MAX = 4000; // C11 promises 4,095 for a string

// A reason in the rules is `<game>.<rule or subject>.<word>`.
const REASON = /^[a-z]+\.[A-Za-z0-9]+\.[a-z_]+$/;
// The first literal in a call to one of these is a key, whatever it looks like.
const SAYING = /\b(?:\w*say|words_find|WORDS)\s*\([^()";{}]*$/;

// What the page never says: whole areas of the terminal and of programs, and parts of shared areas.
const TERMINAL = [
  'arena', 'box', 'cmd', 'draw', 'join', 'library', 'null', 'play', 'repair', 'replay', 'tui',
];
const TERMINAL_PARTS = [
  /^[a-z]+\.position\./,
  /^serve\.(help|more|port|lan|data|public|memory|threads|unlimited|ready|stop|scan|(un)?kept)\b/,
  /^serve\.folder\./,
  /^store\.backup\./,
  /^verify\.(help|more|parameter)\b/,
  /^review\.(help|more|parameter|progress|stopped|player|count|graph|none|move|table|turn)\b/,
];
const forPage = (key) =>
  /^play\.help\./.test(key) ||
  (!TERMINAL.includes(key.split('.')[0]) && !TERMINAL_PARTS.some((part) => part.test(key)));
const forProgram = (key) => !key.startsWith('web.');
const only = (catalogue, wanted) => new Map([...catalogue].filter(([key]) => wanted(key)));

// What --ts makes for the page; it names every key and uses none.
const MADE_KEYS = 'web/made/keys.ts';

const complaints = [];
const complain = (where, text) => complaints.push(`${where}: ${text}`);

// ---- the catalogue ----

function decode(path, where) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    complain(`${where}:1`, 'not valid UTF-8');
    return '';
  }
}

// `\n` is a newline and `\\` a backslash; there is no other escape.
function unescape(text, where) {
  return text.replace(/\\(.?)/gu, (whole, letter) => {
    if (letter === 'n') return '\n';
    if (letter !== '\\') complain(where, `"${whole}" is not an escape: use \\n or \\\\`);
    return letter;
  });
}

function checkText(text, where) {
  if (text.trim() === '') complain(where, 'an empty text');
  if (text !== text.trim()) complain(where, 'spaces around the text');
  if (CONTROL.test(text)) complain(where, 'a control character');
  if (BIDI.test(text)) complain(where, 'a bidi control: the screen sets directions, not the text');
  if (text !== text.normalize('NFC')) complain(where, 'not in Unicode normal form C');
  if (/[{}]/.test(text.replace(PARAMETER, ''))) complain(where, 'a brace outside a {parameter}');
  if (Buffer.byteLength(text) > TEXT_BYTES_MAX)
    complain(where, `more than ${TEXT_BYTES_MAX} bytes`);
}

// One line into `texts`, a Map from key to { where, forms }.
function readLine(texts, language, line, where) {
  const match = LINE.exec(line);
  if (match === null) return complain(where, 'expected "key = text"');
  const [, key, form = 'other', raw] = match;
  const plural = match[2] !== undefined;
  if (!KEY.test(key)) complain(where, `"${key}" is not a key`);
  if (plural && !FORMS[language].includes(form))
    complain(where, `"${form}" is not a plural form of ${language}: ${FORMS[language].join(', ')}`);
  checkText(raw, where);
  if (!texts.has(key)) texts.set(key, { where, plural, forms: {} });
  const entry = texts.get(key);
  if (form in entry.forms || entry.plural !== plural)
    return complain(where, `${key} is already at ${entry.where}`);
  entry.forms[form] = unescape(raw, where);
}

function readLanguage(root, language) {
  const texts = new Map();
  const folder = join('i18n', language);
  for (const name of readdirSync(join(root, folder)).sort()) {
    const file = `${folder}/${name}`;
    if (extname(name) !== '.txt') {
      complain(`${file}:1`, 'only *.txt belongs here');
      continue;
    }
    const lines = decode(join(root, file), file).split('\n');
    lines.forEach((line, index) => {
      if (line !== '' && !line.startsWith('#'))
        readLine(texts, language, line, `${file}:${index + 1}`);
    });
  }
  return texts;
}

function checkForms(texts, language) {
  for (const [key, { where, plural, forms }] of texts) {
    const missing = plural ? FORMS[language].filter((form) => !(form in forms)) : [];
    for (const form of missing) complain(where, `${key}[${form}] is missing in ${language}`);
  }
}

const parametersOf = (text) => [...text.matchAll(PARAMETER)].map((match) => match[1]);

// All parameters of a key, sorted; a key with plural forms has n, used in its text or not.
function allParameters(entries) {
  const names = entries.flatMap(({ forms }) => Object.values(forms).flatMap(parametersOf));
  if (entries.some(({ plural }) => plural)) names.push('n');
  return [...new Set(names)].sort();
}

function checkParameters(key, entries) {
  const counts = entries.some(({ plural }) => plural);
  const needed = allParameters(entries).filter((name) => !(counts && name === 'n'));
  for (const { where, forms } of entries)
    for (const text of Object.values(forms)) {
      const missing = needed.filter((name) => !parametersOf(text).includes(name));
      for (const name of missing) complain(where, `${key}: {${name}} is missing in "${text}"`);
    }
}

// A Map from key, in byte order, to { en, he }.
function readCatalogue(root) {
  const folders = readdirSync(join(root, 'i18n'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  for (const folder of folders)
    if (!LANGUAGES.includes(folder)) complain(`i18n/${folder}:1`, 'not a language we know');
  const languages = {};
  for (const language of LANGUAGES) {
    if (folders.includes(language)) languages[language] = readLanguage(root, language);
    else {
      complain(`i18n/${language}:1`, 'no such folder');
      languages[language] = new Map();
    }
    checkForms(languages[language], language);
  }
  return joinLanguages(languages);
}

function joinLanguages(languages) {
  const catalogue = new Map();
  const keys = new Set(LANGUAGES.flatMap((language) => [...languages[language].keys()]));
  for (const key of [...keys].sort()) {
    const having = LANGUAGES.filter((language) => languages[language].has(key));
    const { where } = languages[having[0]].get(key);
    for (const language of LANGUAGES)
      if (!having.includes(language)) complain(where, `${key} is missing in ${language}`);
    checkParameters(key, having.map((language) => languages[language].get(key)));
    catalogue.set(key, Object.fromEntries(having.map((l) => [l, languages[l].get(key)])));
  }
  return catalogue;
}

// ---- the sources ----

function walk(root, folder, ends) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : walk(root, path, ends);
    return ends.includes(extname(entry.name)) ? [path] : [];
  });
}

// The tokens of a C source: comments, the file names of #include, characters, and strings.
const TOKEN = new RegExp(
  [
    /\/\*[^]*?\*\//,
    /\/\/[^\n]*/,
    /^[ \t]*#[ \t]*include[^\n]*/,
    /'(?:[^'\\\n]|\\.)*'/,
    /"((?:[^"\\\n]|\\.)*)"/,
  ]
    .map((part) => part.source)
    .join('|'),
  'gm',
);

// The string literals of a C source: their text, their line, and the code before them.
function literalsOf(source) {
  const literals = [];
  let code = '';
  let from = 0;
  for (const match of source.matchAll(TOKEN)) {
    code += source.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] !== undefined) {
      const line = source.slice(0, match.index).split('\n').length;
      literals.push({ text: match[1], line, before: code.slice(-200) });
    }
    code += match[1] === undefined ? ' ' : '""';
  }
  return literals;
}

// Every key that the C sources use must be in the catalogue. Returns all literals, for --unused.
function checkSources(root, catalogue) {
  const areas = new Set([...catalogue.keys()].map((key) => key.split('.')[0]));
  const used = [];
  for (const file of walk(root, 'src', ['.c', '.h']).sort())
    for (const { text, line, before } of literalsOf(readFileSync(join(root, file), 'utf8'))) {
      const reason = file.startsWith('src/rules/') && REASON.test(text);
      const named = KEY.test(text) && text.includes('.') && areas.has(text.split('.')[0]);
      used.push(text);
      if ((reason || named || SAYING.test(before)) && !catalogue.has(text))
        complain(`${file}:${line}`, `no sentence for "${text}" in i18n`);
    }
  for (const file of walk(root, 'web', ['.ts', '.tsx']).filter((name) => name !== MADE_KEYS))
    for (const match of readFileSync(join(root, file), 'utf8').matchAll(/(['"`])([a-z].*?)\1/g))
      used.push(match[2].replace(/\$\{[^}]*\}/g, '%s'));
  return used;
}

// ---- the games ----

const stringsOf = (source) => literalsOf(source).map(({ text }) => text);

// A game's options and their values, as its sources list them: a table of `struct option` whose
// rows have the name and an array of strings. tests/unit_words.c asks the rules themselves.
function optionsOf(root, game) {
  const mine = (file) => new RegExp(`/${game}(_\\w+)?\\.[ch]$`).test(file);
  const files = walk(root, 'src/rules', ['.c', '.h']).filter(mine);
  const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const table = /struct option \w+\[\] = \{([^;]*)\};/.exec(source)?.[1] ?? '';
  return [...table.matchAll(/\{([^{}]*"[^{}]*)\}/g)].map(([, row]) => {
    const [name] = stringsOf(row);
    const arrays = row.match(/\b[a-z]\w*\b/g).map((word) =>
      new RegExp(`\\b${word}\\[\\w*\\] = \\{([^}]*)\\}`).exec(source)?.[1] ?? '');
    const values = arrays.flatMap(stringsOf);
    if (values.length === 0) complain(`${files[0]}:1`, `option "${name}" has unclear values`);
    return { name, values };
  });
}

// What a game must have words for, with what the words are.
function wordsOf(root, game) {
  const needed = [
    [`game.${game}`, "the game's title"],
    [`game.${game}.about`, 'one line about the game'],
    [`play.help.${game}`, 'how its moves are written'],
  ];
  for (const { name, values } of optionsOf(root, game)) {
    const key = `option.${game}.${name}`;
    needed.push([key, "the option's title"], [`${key}.help`, 'what the option does']);
    for (const value of values)
      if (!/^\d+$/.test(value)) needed.push([`${key}.${value}`, 'the label of this value']);
  }
  return needed;
}

// Texts that have more exact ones for some options or numbers of players: `.seats.2` and
// `.<option>.<value>` behind the key, in the order of the options, each on a text that is there.
const EXACT = /^(?:play\.help|tui\.help|web\.about)\.([a-z]+)\.(.+)$/;

function checkExact(root, catalogue, games) {
  for (const [key, { en }] of catalogue) {
    const [, game, rest] = EXACT.exec(key) ?? [];
    if (!games.includes(game)) continue;
    const parts = rest.split('.').slice(key.startsWith('web.') ? 1 : 0);
    if (parts.length === 0) continue;
    const rows = [{ name: 'seats', values: ['2', '3', '4', '5', '6', '7', '8', '9', '10'] }];
    rows.push(...optionsOf(root, game));
    const [name, value] = parts.slice(-2);
    const at = (word) => rows.findIndex((row) => row.name === word);
    const last = parts.length > 2 ? at(parts.at(-4)) : -1;
    const where = en?.where ?? 'i18n';
    if (!rows[at(name)]?.values.includes(value) || at(name) <= last)
      complain(where, `${key}: ${game} has no "${name}" with "${value}" there`);
    else if (!catalogue.has(key.slice(0, -`.${name}.${value}`.length)))
      complain(where, `${key}: there is no less exact text`);
  }
}

// Each game has its words, and all of them in its own file.
function checkGames(root, catalogue) {
  const games = gamesOf(root);
  checkExact(root, catalogue, games);
  for (const game of games)
    for (const [key, what] of wordsOf(root, game))
      if (!catalogue.has(key)) {
        const [first, ...others] = LANGUAGES.map((language) => `i18n/${language}/${game}.txt`);
        complain(`${first}:1`, `add ${key}, ${what}; also to ${others.join(', ')}`);
      }
  for (const [key, entry] of catalogue) {
    const owner = key.split('.').find((part) => games.includes(part));
    for (const [language, { where }] of owner ? Object.entries(entry) : []) {
      const file = `i18n/${language}/${owner}.txt`;
      if (!where.startsWith(`${file}:`)) complain(where, `${key} belongs in ${file}`);
    }
  }
}

// A key is used if a literal equals it, or is the pattern it is built from: "event.%s", or
// "event." with something after it.
function unusedKeys(catalogue, used) {
  const exact = new Set(used);
  const starts = used.filter((text) => /^[a-z]+\.([\w.]*\.)?$/.test(text));
  const patterns = [...exact]
    .filter((text) => /^[a-z]+\.[\w.]*%s[\w.%]*$/.test(text))
    .map((text) => {
      const any = text.startsWith('web.') ? '.+' : '[^.]+'; // `web.trouble.` plus a whole reason
      return new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('%s', any)}$`);
    });
  return [...catalogue.keys()].filter(
    (key) =>
      !exact.has(key) &&
      !starts.some((start) => key.startsWith(start)) &&
      !patterns.some((pattern) => pattern.test(key)),
  );
}

// ---- the tables ----

function cString(text) {
  if (text === undefined) return 'NULL';
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('??', '?\\?'); // no trigraphs
  return `"${escaped}"`;
}

function cTable(catalogue) {
  const rows = [...catalogue].map(([key, entry]) => {
    const texts = LANGUAGES.map((language) => {
      const { plural, forms } = entry[language];
      return `{${(plural ? C_FORMS : ['other']).map((form) => cString(forms[form])).join(', ')}}`;
    });
    return `    {"${key}", {${texts.join(', ')}}},\n`;
  });
  return `/* SPDX-License-Identifier: MIT */
/* The catalogue as a table. Made by tools/catalogue.mjs from i18n/: change it there. */
#include "words/words.h"

const struct word_entry words_table[] = {
${rows.join('')}};

const int words_count = sizeof words_table / sizeof *words_table;
`;
}

// In a right-to-left line "+3" would appear as "3+", "4×6" as "6×4" and "24=3x8" as "3x8=24", so
// each expression is isolated as a whole. An expression is what is in quotes, a product, or a word
// with signs in it, without the punctuation of the sentence. Values of parameters are isolated
// when they are inserted. src/tui/canvas_text.c does the same.
const RIGHT_TO_LEFT = ['he'];
const EXPRESSION = /(["`])[ -~]+?\1|\d+(?:\s?×\s?\d+)+|[!-~]+/g;
const AROUND = /^((?:[,:;!()"'`]|\.(?!\w))*)(.*?)((?:[.,:;?()"'`]|(?<![a-d][1-4])!)*)$/;

function isolate(text, language) {
  if (!RIGHT_TO_LEFT.includes(language)) return text;
  return text.replace(EXPRESSION, (found) => {
    const [, before, inside, after] = AROUND.exec(found);
    const plain = /^[\w?]*$/.test(inside) || !/[\w?]/.test(inside) || inside.includes('{');
    return plain ? found : `${before}\u2066${inside}\u2069${after}`;
  });
}

function jsonTable(catalogue, language) {
  const rows = [...catalogue].map(([key, entry]) => {
    const { plural, forms } = entry[language];
    const texts = Object.entries(forms).map(([form, text]) => [form, isolate(text, language)]);
    return [key, plural ? Object.fromEntries(texts) : isolate(forms.other, language)];
  });
  return `${JSON.stringify(Object.fromEntries(rows))}\n`;
}

function tsTypes(catalogue) {
  const parameters = [...catalogue].map(([key, entry]) => {
    const names = allParameters(Object.values(entry)).map((name) => `'${name}'`);
    return `  '${key}': ${names.join(' | ') || 'never'};\n`;
  });
  return `// The keys of the catalogue. Made by tools/catalogue.mjs from i18n/: change it there.

/** A text whose form is chosen by its parameter n: 1, 2 and all others. */
export interface Forms {
  readonly one: string;
  readonly two?: string;
  readonly other: string;
}

/** The parameters of each key. */
export interface Parameters {
${parameters.join('')}}

export type Key = keyof Parameters;
export type Texts = Readonly<Record<string, string | Forms>>;
`;
}

// ---- the command ----

function readArguments(words) {
  const here = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  const options = { '--root': here, '--unused': false };
  for (const output of ['--c', '--ts', '--json']) options[output] = null;
  for (let i = 0; i < words.length; i++) {
    const name = words[i];
    if (name === '--unused') options[name] = true;
    else if (name in options && i + 1 < words.length) options[name] = resolve(words[++i]);
    else return null;
  }
  return options;
}

// An unchanged file keeps its time stamp.
function write(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function main(words) {
  const options = readArguments(words);
  if (options === null) {
    const outputs = '[--c OUT.c] [--ts OUT.ts] [--json DIR]';
    console.error(`usage: catalogue.mjs [--root DIR] [--unused] ${outputs}`);
    return 2;
  }
  const catalogue = readCatalogue(options['--root']);
  const used = checkSources(options['--root'], catalogue);
  checkGames(options['--root'], catalogue);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) return 1;
  if (options['--unused'])
    for (const key of unusedKeys(catalogue, used)) console.log(`unused: ${key}`);
  const page = only(catalogue, forPage);
  if (options['--c'] !== null) write(options['--c'], cTable(only(catalogue, forProgram)));
  if (options['--ts'] !== null) write(options['--ts'], tsTypes(page));
  for (const language of options['--json'] === null ? [] : LANGUAGES)
    write(join(options['--json'], `words.${language}.json`), jsonTable(page, language));
  console.log(`${catalogue.size} keys, each in ${LANGUAGES.join(' and ')}`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
