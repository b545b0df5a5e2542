// SPDX-License-Identifier: MIT
// The rules of the games for the page: docs/rules/<game>.<language>.md as JSON, one file each.
// Blocks are taken apart here, once; marks within a line (`code`, *stress*) are left to the page.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = /^\*\*([A-Z]{1,2}[0-9]+) (.+?)\.?\*\*\s*(.*)$/s;

const cells = (line) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

// Lines that belong together: a heading, a table row, a list item with what is indented below it.
function gather(lines) {
  const blocks = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line === '') blocks.push('');
    else if (/^(#|\||- |[0-9]+\. )/.test(line) || !last || /^[#|]/.test(last)) blocks.push(line);
    else blocks[blocks.length - 1] = `${last} ${line.trim()}`;
  }
  return blocks.filter(Boolean);
}

function add(section, block) {
  const last = section.blocks.at(-1);
  if (block.startsWith('|')) {
    if (last?.rows) last.rows.push(cells(block));
    else section.blocks.push({ rows: [cells(block)] });
  } else if (block.startsWith('- ')) {
    const rule = RULE.exec(block.slice(2));
    if (rule) section.blocks.push({ rule: rule[1], name: rule[2], text: rule[3] });
    else if (last?.items && !last.ordered) last.items.push(block.slice(2));
    else section.blocks.push({ items: [block.slice(2)] });
  } else if (/^[0-9]+\. /.test(block)) {
    const text = block.replace(/^[0-9]+\. /, '');
    if (last?.ordered) last.items.push(text);
    else section.blocks.push({ items: [text], ordered: true });
  } else {
    section.blocks.push({ text: block });
  }
}

/** One document: a title, and sections of blocks; the first section has no title. */
export function parseRules(text) {
  const document = { title: '', sections: [{ title: '', blocks: [] }] };
  for (const block of gather(text.split('\n'))) {
    if (block.startsWith('# ')) document.title = block.slice(2);
    else if (block.startsWith('## ')) document.sections.push({ title: block.slice(3), blocks: [] });
    else if (!/^\|[\s|:-]+\|$/.test(block)) add(document.sections.at(-1), block);
  }
  if (!document.title || !document.sections.some((one) => one.blocks.some((block) => block.rule)))
    throw new Error('rules: a document without a title or without rules');
  return document;
}

/** The files that the page fetches: the page of each name. */
export function rulesPages(root) {
  const folder = join(root, 'docs/rules');
  const names = readdirSync(folder).filter((name) => /^[a-z]+\.[a-z]{2}\.md$/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => {
      const page = parseRules(readFileSync(join(folder, name), 'utf8'));
      return [`rules.${name.replace(/\.md$/, '.json')}`, page];
    }),
  );
}
