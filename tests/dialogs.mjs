// SPDX-License-Identifier: MIT
// Every sheet, question and prompt of the full screen, as its sources name them: a test that visits
// them fails when one is added that it does not visit.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, root } from './program.mjs';
import { says, squeeze } from './vt.mjs';

const sources = (folder) =>
  readdirSync(join(root, 'src', folder))
    .filter((file) => file.endsWith('.c') && file !== 'screen_none.c')
    .map((file) => readText(`src/${folder}/${file}`))
    .join('\n');
const keysIn = (text) => [...text.matchAll(/"([a-z]+(?:\.\w+)+)"/g)].map((match) => match[1]);
/** What each call is given, with whatever its statement has besides. */
function calls(source, names) {
  const call = new RegExp(`(?<!\\w)(?:${names})\\(((?!struct |const |void)[^;]*);`, 'g');
  return [...source.matchAll(call)].map((match) => match[1]);
}

/** The keys of all titles; of the curtain, which has no frame; and of all prompts. */
export function dialogs() {
  const tui = sources('tui');
  const cmd = sources('cmd');
  // What is opened without a title of its own is opened for others, who are found where they ask.
  const opened = calls(tui, 'sheet_open');
  const passed = opened.filter((words) => keysIn(words).length === 0).sort();
  assert.deepEqual(passed, ['s, kind, title)', 'screen, SHEET_EXTRA, screen->skin->extra)']);
  const extras = [...tui.matchAll(/\.extra = ("[^"]+")/g)].map((match) => match[1]);
  const asked = calls(cmd, 'screen_choose|pick').map((words) => words.split(',', 2).join());
  assert.deepEqual(calls(cmd, 'screen_pick'), ['&list)']); // by `pick`
  assert.ok(asked.every((words) => keysIn(words).length === 1), asked.join('\n'));
  const titles = [...opened, ...extras, ...asked];
  const [prompt] = /^static const char \*prompt_key[^]*?^}/m.exec(tui);
  return {
    titles: [...new Set(titles.flatMap(keysIn))],
    prompts: [...new Set(keysIn(prompt))],
  };
}

const { titles, prompts } = dialogs();

/** Those that are on the screen. `t` has the words. */
export function shown(text, t) {
  const drawn = squeeze(text);
  const framed = (key) => drawn.includes(`═${squeeze(t(key))}═`);
  const curtain = (key) => key === 'tui.curtain' && says(text, t(key));
  const prompted = (key) => t(key).split(/\{\w+\}/).every((part) => says(text, part));
  return [...titles.filter((key) => framed(key) || curtain(key)), ...prompts.filter(prompted)];
}

/** Fails for those that are not in the set. */
export function checkVisited(seen) {
  const all = [...titles, ...prompts];
  const missed = all.filter((key) => !seen.has(key));
  assert.deepEqual(missed, [], 'nobody went there: add a place where it is shown');
  return all.length;
}
