// tools/catalogue.mjs finds what it claims to find: small catalogues, each with one thing wrong;
// and its tables match the catalogue.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GAMES } from '../tools/games.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOL = join(ROOT, 'tools/catalogue.mjs');

// Two languages with one plain key, one with a parameter and one that counts.
const EN = `a.plain = Hello
a.name = Hello {name}
b.cards[one] = {n} card
b.cards[other] = {n} cards
`;
const HE = `a.plain = שלום
a.name = שלום {name}
b.cards[one] = קלף אחד
b.cards[two] = שני קלפים
b.cards[other] = {n} קלפים
`;

// Writes the files (over the two above) into a new folder and runs the tool there. Gives its
// status, complaints and output, and what it wrote.
function run(files, ...words) {
  const root = mkdtempSync(join(tmpdir(), 'kufsa-catalogue-'));
  const tree = { 'i18n/en/a.txt': EN, 'i18n/he/a.txt': HE, ...files };
  try {
    for (const [name, text] of Object.entries(tree)) {
      if (text === null) continue;
      mkdirSync(join(root, dirname(name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const out = join(root, 'out');
    const outputs = { c: join(out, 'words.c'), ts: join(out, 'keys.ts') };
    const paths = ['--root', root, '--c', outputs.c, '--ts', outputs.ts, '--json', out];
    const tool = spawnSync(process.execPath, [TOOL, ...paths, ...words], { encoding: 'utf8' });
    const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
    return {
      status: tool.status,
      complaints: tool.stderr.split('\n').filter(Boolean),
      lines: tool.stdout.split('\n').filter(Boolean),
      c: read(outputs.c),
      ts: read(outputs.ts),
      en: JSON.parse(read(join(out, 'words.en.json'))),
      he: JSON.parse(read(join(out, 'words.he.json'))),
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

function takes(name, files) {
  test(name, () => {
    const { status, complaints, c, ts } = run(files);
    assert.deepEqual(complaints, []);
    assert.equal(status, 0);
    assert.ok(c !== null && ts !== null);
  });
}

function refuses(name, files, ...expected) {
  test(name, () => {
    const { status, complaints, c, ts } = run(files);
    assert.deepEqual(complaints, expected);
    assert.equal(status, 1);
    assert.ok(c === null && ts === null, 'nothing is written');
  });
}

const english = (text) => ({ 'i18n/en/b.txt': text });
const both = (en, he) => ({ 'i18n/en/b.txt': en, 'i18n/he/b.txt': he });
const source = (text, file = 'src/cmd/a.c') => ({ [file]: text });

// ---- the catalogue ----

takes('a catalogue that is in order', {});
takes('comments, empty lines, several files', both('# x = y\n\nc.x = X\n', 'c.x = ק\n\n'));
takes('one language counts, the other need not',
  both('c.x = {name}\n', 'c.x[one] = {name}\nc.x[two] = {name}\nc.x[other] = {n} {name}\n'));
takes('an equals sign, brackets and quotes in a text', both('c.x = a = b [c] "d"\n', 'c.x = ק\n'));
takes('escapes', both('c.x = two\\nlines \\\\ here\n', 'c.x = ק\\n\\\\\n'));

test('figures keep their direction in the page, where lines run to the left', () => {
  const { he } = run(both('c.x = +3 or 4×6\n', 'c.x = ב־+3 או 4×6\n'));
  assert.equal(he['c.x'], 'ב־\u2066+3\u2069 או \u20664×6\u2069');
});

// Brackets stand for the marks. Sentences of the catalogue, and what could be cut in half in them.
test('an expression keeps its direction as a whole, and signs of the sentence stay outside', () => {
  const sentences = [
    'למשל [24=3x8] או [24=4x6] (C3).',
    'קלף ומכפלה, למשל [35=5x7] או [?=1x4], או draw (C4).',
    'גביע חדש, למשל [4@b2], הזזה, למשל [b2-c3], או נגיעה, למשל [b2!] (G4).',
    'הנחה [Ys2@1,0+Gs3@2,0], לקיחה [Ys2~1,0], החלפה "[trade Gs3+W]", או "pass" (I4).',
    'כותבים G7, Rtaki, [color=B], king, [+3] או break; לוקחים ב־[+2]!',
    '24 הוא [3 × 8] או 3x8, ולא 2x12; [1×2×3]?',
    '(קובץ [.kufsa]), או להריץ `[kufsa repair]`.',
    'אובייקט JSON עם "cid" ו־"do", עד 2 KiB. צבעים R G B Y.',
    '{name}: {piece} אל {to}. "{word}" ({n})',
    '[--lan] או [https://example.org], בלי 0, O, 1, I ו־L. Ctrl!',
  ];
  const plain = sentences.map((text) => text.replace(/[[\]]/g, ''));
  const text = plain.map((sentence, i) => `c.x${i} = ${sentence}\n`).join('');
  const { he, en } = run(both(text, text));
  sentences.forEach((sentence, i) => {
    assert.equal(he[`c.x${i}`].replace(/\u2066/g, '[').replace(/\u2069/g, ']'), sentence);
    assert.equal(en[`c.x${i}`], plain[i], 'where lines run to the right there is nothing to keep');
  });
});

refuses('a key that one language lacks', english('c.x = X\n'),
  'i18n/en/b.txt:1: c.x is missing in he');
refuses('a key that English lacks', { 'i18n/he/b.txt': '\nc.x = ק\n' },
  'i18n/he/b.txt:2: c.x is missing in en');
refuses('a parameter that one language lacks', both('c.x = {name} {n}\n', 'c.x = {name}\n'),
  'i18n/he/b.txt:1: c.x: {n} is missing in "{name}"');
refuses('a parameter that one form lacks',
  both('c.x[one] = {name}\nc.x[other] = {n}\n', 'c.x = {name}\n'),
  'i18n/en/b.txt:1: c.x: {name} is missing in "{n}"');
refuses('a plural form that is missing', both('c.x[one] = a\nc.x[other] = b\n',
  'c.x[one] = ק\nc.x[other] = ל\n'),
  'i18n/he/b.txt:1: c.x[two] is missing in he');
refuses('a plural form that the language does not have',
  both('c.x[one] = a\nc.x[two] = b\nc.x[other] = c\n', 'c.x = ק\n'),
  'i18n/en/b.txt:2: "two" is not a plural form of en: one, other');
refuses('a key twice in one file', english('a.y = 1\na.plain = X\n'),
  'i18n/en/b.txt:2: a.plain is already at i18n/en/a.txt:1',
  'i18n/en/b.txt:1: a.y is missing in he');
refuses('a form twice', { 'i18n/en/a.txt': `${EN}b.cards[one] = x {n}\n` },
  'i18n/en/a.txt:5: b.cards is already at i18n/en/a.txt:3');
refuses('a key plain and counting', { 'i18n/en/a.txt': `${EN}b.cards = x\n` },
  'i18n/en/a.txt:5: b.cards is already at i18n/en/a.txt:3');
refuses('a line that is none', english('hello\n'), 'i18n/en/b.txt:1: expected "key = text"');
refuses('no spaces around the equals sign', english('a.plain=x\n'),
  'i18n/en/b.txt:1: expected "key = text"');
refuses('a name that is no key', both('C.x- = X\n', 'C.x- = ק\n'),
  'i18n/en/b.txt:1: "C.x-" is not a key', 'i18n/he/b.txt:1: "C.x-" is not a key');
refuses('an empty text', both('c.x = \n', 'c.x = ק\n'), 'i18n/en/b.txt:1: an empty text');
refuses('spaces at the end', both('c.x = X \n', 'c.x = ק\n'),
  'i18n/en/b.txt:1: spaces around the text');
refuses('a carriage return', both('c.x = X\r\n', 'c.x = ק\n'),
  'i18n/en/b.txt:1: expected "key = text"', 'i18n/he/b.txt:1: c.x is missing in en');
refuses('a tab', both('c.x = X\tY\n', 'c.x = ק\n'), 'i18n/en/b.txt:1: a control character');
for (const mark of [0x200e, 0x200f, 0x202b, 0x2067, 0x2069, 0x061c])
  refuses(`the bidi control ${mark.toString(16)}`,
    both('c.x = X\n', `c.x = ק${String.fromCodePoint(mark)}ל\n`),
    'i18n/he/b.txt:1: a bidi control: the screen sets directions, not the text');
refuses('letters taken apart', both('c.x = cafe\u0301\n', 'c.x = ק\n'),
  'i18n/en/b.txt:1: not in Unicode normal form C');
for (const text of ['{', '}', '{}', '{Name}', '{na me}', '{{}}', '{1}'])
  refuses(`the braces of ${text}`, both(`c.x = ${text}\n`, 'c.x = ק\n'),
    'i18n/en/b.txt:1: a brace outside a {parameter}');
refuses('another escape', both('c.x = a\\tb\n', 'c.x = ק\n'),
  'i18n/en/b.txt:1: "\\t" is not an escape: use \\n or \\\\');
refuses('a text that C would not take', both(`c.x = ${'x'.repeat(4001)}\n`, 'c.x = ק\n'),
  'i18n/en/b.txt:1: more than 4000 bytes');
refuses('bytes that are no UTF-8', { 'i18n/he/b.txt': Buffer.from('c.x = \xe7\n', 'latin1') },
  'i18n/he/b.txt:1: not valid UTF-8');
refuses('a byte order mark', { 'i18n/en/a.txt': `\ufeff${EN}` },
  'i18n/en/a.txt:1: expected "key = text"', 'i18n/he/a.txt:1: a.plain is missing in en');
refuses('a file of another kind', { 'i18n/en/a.md': 'x\n' },
  'i18n/en/a.md:1: only *.txt belongs here');
refuses('a language we do not know', { 'i18n/fr/a.txt': 'a.x = X\n' },
  'i18n/fr:1: not a language we know');
refuses('a language that is gone', { 'i18n/he/a.txt': null, 'i18n/en/a.txt': 'a.plain = X\n' },
  'i18n/he:1: no such folder', 'i18n/en/a.txt:1: a.plain is missing in he');

// ---- the sources ----

takes('keys that are there', source('say("a.plain"); f("a.name", "b.cards");'));
takes('strings that are no keys', source('f("x", "A.plain", "a. plain", "c.txt", "a.");'));
takes('a key in a comment', source('/* "a.gone" */ // "a.gone"\nint x; /* say("x") */\n'));
takes('a file name', source('#include "a.gone"\n'));
takes('quotes in characters', source("f('\"', '\\'', \"a.plain\");\n"));
takes('the name of a parameter', source('words_say(&t, l, key, (A){word_string("name", x)}, 1);'));
refuses('a reason in the rules', source('\nreturn "c.G5.occupied";\n', 'src/rules/c.c'),
  'src/rules/c.c:2: no sentence for "c.G5.occupied" in i18n');
refuses('a key of a known area anywhere', source('x = {"a.gone"};', 'src/tui/x/y.h'),
  'src/tui/x/y.h:1: no sentence for "a.gone" in i18n');
const CALLS = ['say(', 'say(&out, ', 'play_say(x, ', 'words_find(LANGUAGE_EN,\n    ', 'WORDS('];
for (const call of CALLS)
  refuses(`${JSON.stringify(call)} with a key of no area`, source(`${call}"nowhere", "x");`),
    `src/cmd/a.c:${call.includes('\n') ? 2 : 1}: no sentence for "nowhere" in i18n`);
refuses('each place is named', source('f("a.gone");\n\nf("a.plain", "a.away");\n'),
  'src/cmd/a.c:1: no sentence for "a.gone" in i18n',
  'src/cmd/a.c:3: no sentence for "a.away" in i18n');

// ---- the games ----

// A game with one option, and its words.
const ROWS = `static const char *const sizes[] = {"small", "12"};
static const struct option options[] = {
    [OPTION_SIZE] = {"size", VALUES(sizes)},
    {NULL, NULL, 0},
};
`;
const GAME = {
  'src/rules/games.def': '/* The games. */\nGAME(ludo)\n',
  'src/rules/ludo.c': ROWS,
};
const WORDS = ['game.ludo', 'game.ludo.about', 'play.help.ludo', 'option.ludo.size',
  'option.ludo.size.help', 'option.ludo.size.small'].map((key) => `${key} = x\n`);
const words = (lines, file = 'ludo') => ({
  [`i18n/en/${file}.txt`]: lines.join(''),
  [`i18n/he/${file}.txt`]: lines.join(''),
});
takes('a game with all its words', { ...GAME, ...words(WORDS) });
WORDS.forEach((line, i) => {
  const whats = ["the game's title", 'one line about the game', 'how its moves are written',
    "the option's title", 'what the option does', 'the label of this value'];
  const key = line.split(' ')[0];
  refuses(`a game without ${key}`, { ...GAME, ...words(WORDS.filter((other) => other !== line)) },
    `i18n/en/ludo.txt:1: add ${key}, ${whats[i]}; also to i18n/he/ludo.txt`);
});
refuses('an option whose values are elsewhere',
  { ...GAME, ...words(WORDS), 'src/rules/ludo.c': ROWS.replace('sizes[]', 'lengths[]') },
  'src/rules/ludo.c:1: option "size" has unclear values');
refuses("a game's words in a file that is not its own",
  { ...GAME, ...words(WORDS.slice(1)), ...words([WORDS[0]], 'b') },
  'i18n/en/b.txt:1: game.ludo belongs in i18n/en/ludo.txt',
  'i18n/he/b.txt:1: game.ludo belongs in i18n/he/ludo.txt');

// A text that is more exact names an option of the game, and another text that it replaces.
const exact = (...keys) =>
  ({ ...GAME, ...words([...WORDS, ...keys.map((key) => `${key} = x\n`)]) });
takes('texts for options and seats', exact('play.help.ludo.seats.2',
  'play.help.ludo.seats.2.size.small', 'web.about.ludo.die', 'web.about.ludo.die.size.12'));
refuses('a text for an option that is not there', exact('play.help.ludo.colour.red'),
  'i18n/en/ludo.txt:7: play.help.ludo.colour.red: ludo has no "colour" with "red" there');
refuses('a text for a value that is not there',
  exact('web.about.ludo.die', 'web.about.ludo.die.size.7'),
  'i18n/en/ludo.txt:8: web.about.ludo.die.size.7: ludo has no "size" with "7" there');
refuses('parts in another order',
  exact('play.help.ludo.size.small', 'play.help.ludo.size.small.seats.2'),
  'i18n/en/ludo.txt:8: play.help.ludo.size.small.seats.2: ' +
  'ludo has no "seats" with "2" there');
refuses('a text that is only for an option', exact('web.about.ludo.die.size.12'),
  'i18n/en/ludo.txt:7: web.about.ludo.die.size.12: there is no less exact text');

test('unused keys', () => {
  const lines = (...files) => run(Object.assign({}, ...files), '--unused').lines.slice(0, -1);
  assert.deepEqual(lines(), ['unused: a.name', 'unused: a.plain', 'unused: b.cards']);
  assert.deepEqual(lines(source('f("a.plain", "b.");')), ['unused: a.name']);
  assert.deepEqual(lines(source('f("a.%s");')), ['unused: b.cards']);
  const web = { 'web/src/a.ts': "say('b.cards'); say(`a.${kind}`);" };
  assert.deepEqual(lines(web), []);
  const made = { 'web/made/keys.ts': "'b.cards': 'n';" };
  assert.deepEqual(lines(made), ['unused: a.name', 'unused: a.plain', 'unused: b.cards']);
});

test('wrong arguments', () => {
  assert.equal(run({}, '--cc').status, 2);
  assert.equal(run({}, '--c').status, 2);
});

// ---- the tables ----

const ODD = both(
  'a.odd = "q" \\\\ ??= \\n end\na.b = B\na.B = b\n',
  'a.odd = ״ק״\na.b = ב\na.B = ג\n',
);

test('the C table compiles and says what the catalogue says', () => {
  const { c } = run(ODD);
  const print = `
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < words_count; i++)
        for (int l = 0; l < LANGUAGES; l++)
            for (int f = 0; f < FORMS; f++)
                printf("%s|%s|", words_table[i].key, words_table[i].text[l][f] ?
                       words_table[i].text[l][f] : "-");
}
`;
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-catalogue-'));
  try {
    const program = join(folder, 'print');
    const flags = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-I', `${ROOT}/src`];
    const compile = spawnSync('gcc', [...flags, '-xc', '-', '-o', program],
      { input: c + print, encoding: 'utf8' });
    assert.equal(compile.status, 0, compile.stderr);
    const printed = spawnSync(program, { encoding: 'utf8' }).stdout.split('|').slice(0, -1);
    const texts = printed.filter((_, i) => i % 2 === 1);
    const keys = printed.filter((_, i) => i % 12 === 0);
    assert.deepEqual(keys, ['a.B', 'a.b', 'a.name', 'a.odd', 'a.plain', 'b.cards']);
    assert.deepEqual(texts.slice(0, 6), ['b', '-', '-', 'ג', '-', '-']);
    assert.deepEqual(texts.slice(18, 24), ['"q" \\ ??= \n end', '-', '-', '״ק״', '-', '-']);
    assert.deepEqual(texts.slice(30),
      ['{n} cards', '{n} card', '-', '{n} קלפים', 'קלף אחד', 'שני קלפים']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the page has its texts, and types for their keys', () => {
  const { ts, en, he } = run(ODD);
  assert.match(ts, /'a\.plain': never;\n {2}'b\.cards': 'n';\n/);
  assert.match(ts, /'a\.name': 'name';\n/);
  assert.equal(en['a.odd'], '"q" \\ ??= \n end');
  assert.equal(he['a.odd'], '״ק״');
  assert.deepEqual(en['b.cards'], { one: '{n} card', other: '{n} cards' });
  assert.deepEqual(he['b.cards'], { one: 'קלף אחד', two: 'שני קלפים', other: '{n} קלפים' });
  assert.deepEqual(Object.keys(he), Object.keys(en));
});

test('the terminal\'s own texts are not in the page, nor the page\'s in the terminal', () => {
  const keys = ['arena.x', 'cmd.x', 'play.turn', 'play.help.x', 'serve.port', 'serve.port.taken',
    'serve.table.full', 'store.backup.x', 'store.io', 'iota.I5.x', 'iota.position.x', 'web.x.y'];
  const text = keys.map((key) => `${key} = x\n`).join('');
  const { c, ts, en } = run(both(text, text));
  const mine = (list) => list.filter((key) => keys.includes(key));
  const page = ['iota.I5.x', 'play.help.x', 'serve.table.full', 'store.io', 'web.x.y'];
  assert.deepEqual(mine(Object.keys(en)), page);
  assert.deepEqual(mine([...ts.matchAll(/^ {2}'(.*)':/gm)].map((match) => match[1])), page);
  const program = [...c.matchAll(/^ {4}\{"([^"]+)"/gm)].map((match) => match[1]);
  assert.deepEqual(mine(program), keys.filter((key) => key !== 'web.x.y').sort());
});

test('an unchanged output keeps its date', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-catalogue-'));
  try {
    const make = () => spawnSync(process.execPath, [TOOL, '--ts', join(folder, 'keys.ts')]).status;
    assert.equal(make(), 0);
    const { mtimeMs } = statSync(join(folder, 'keys.ts'));
    assert.equal(make(), 0);
    assert.equal(statSync(join(folder, 'keys.ts')).mtimeMs, mtimeMs);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the catalogue of this tree is complete', () => {
  const tool = spawnSync(process.execPath, [TOOL], { encoding: 'utf8' });
  assert.equal(tool.stderr, '');
  assert.equal(tool.status, 0);
  assert.match(tool.stdout, /^[1-9]\d* keys, each in en and he\n$/);
});

// ---- one word for one thing ----

// Alone, or after what Hebrew joins to a word: "והמשתתף".
const anyOf = (words) =>
  new RegExp(`(?<!\\p{L})[ובהלש]{0,2}(?:${words.join('|')})(?!\\p{L})`, 'giu');

test('words that have been replaced are in no sentence and no rule', () => {
  const [, terms] = readFileSync(join(ROOT, 'i18n/README.md'), 'utf8').split(/^## One word.*$/m);
  const rows = terms.split(/^## /m)[0].match(/^\|.*\|$/gm).slice(2);
  const replaced = rows.flatMap((row) => [...row.matchAll(/`(.+?)`/g)].map((match) => match[1]));
  assert.ok(replaced.length > 20);
  const found = (text) => text.match(anyOf(replaced)) ?? [];
  assert.deepEqual(found('The multiplier והרישום, לא ממשיכה'), ['multiplier', 'והרישום']);
  const files = ['en', 'he'].flatMap((language) => [
    ...readdirSync(join(ROOT, 'i18n', language)).map((name) => `i18n/${language}/${name}`),
    ...GAMES.map((game) => `docs/rules/${game}.${language}.md`),
  ]);
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const said = file.endsWith('.txt') ? text.replace(/^(#.*|\S+ =)/gm, '') : text;
    assert.deepEqual(found(said), [], file);
  }
});

// ---- the rules that sentences cite ----

const readRules = (game, language) =>
  readFileSync(join(ROOT, `docs/rules/${game}.${language}.md`), 'utf8');
const numbersOf = (rules) =>
  [...rules.matchAll(/^- \*\*([A-Z]+\d+) [^*]+\.\*\* /gm)].map((match) => match[1]);

for (const game of GAMES)
  test(`the rules of ${game} have the same numbers in both languages, and no gap`, () => {
    const numbers = numbersOf(readRules(game, 'en'));
    assert.deepEqual(numbersOf(readRules(game, 'he')), numbers);
    const letter = numbers[0][0];
    const rulings = numbers.findIndex((number) => number === `${letter}R1`);
    assert.ok(rulings > 0);
    numbers.forEach((number, i) => {
      const expected = i < rulings ? `${letter}${i + 1}` : `${letter}R${i - rulings + 1}`;
      assert.equal(number, expected);
    });
  });

for (const game of GAMES)
  test(`texts about ${game} cite rules and options that it has`, () => {
    for (const language of ['en', 'he']) {
      const rules = readRules(game, language);
      const numbers = numbersOf(rules);
      const file = join(ROOT, `i18n/${language}/${game}.txt`);
      const lines = readFileSync(file, 'utf8').split('\n').filter((line) => /^[a-z]/.test(line));
      assert.ok(lines.length > 0);
      for (const line of lines) {
        const [area, middle, name, value] = line.split(' = ')[0].split('.');
        const cited = [...line.matchAll(/\(([A-Z]+\d+(?:, [A-Z]+\d+)*)\)/g)].flatMap((match) =>
          match[1].split(', '),
        );
        if (area === game && /^[A-Z]/.test(middle)) cited.push(middle);
        for (const number of cited) assert.ok(numbers.includes(number), `${number} in: ${line}`);
        if (area !== 'option') continue;
        assert.equal(middle, game);
        assert.ok(rules.includes(`| \`${name}\` |`), `option ${name}`);
        if (value !== undefined && value !== 'help')
          assert.ok(rules.includes(`\`${value}\``), `value ${value} of ${name}`);
      }
    }
  });
