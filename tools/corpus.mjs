#!/usr/bin/env node
// A fuzzer's corpus in one file: its first line says so; then each input is a line with its size,
// its bytes and a newline. The inputs are sorted by hash.
//   node tools/corpus.mjs unpack FILE FOLDER    writes each input into a file named by its hash
//   node tools/corpus.mjs pack FOLDER FILE
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEAD = 'kufsa corpus\n';
const NEWLINE = Buffer.from('\n');

const hashOf = (input) => createHash('sha1').update(input).digest('hex');

function* inputsOf(pack, name) {
  if (pack.subarray(0, HEAD.length).toString() !== HEAD) throw new Error(`${name} is not a corpus`);
  for (let at = HEAD.length; at < pack.length; ) {
    const start = pack.indexOf(NEWLINE, at) + 1;
    const end = start + Number(pack.subarray(at, start - 1).toString());
    if (start === 0 || !(end < pack.length)) throw new Error(`${name} ends in the middle`);
    yield pack.subarray(start, end);
    at = end + NEWLINE.length;
  }
}

function unpack(file, folder) {
  mkdirSync(folder, { recursive: true });
  for (const input of inputsOf(readFileSync(file), file))
    writeFileSync(join(folder, hashOf(input)), input);
}

function pack(folder, file) {
  const inputs = new Map(
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name)))
      .map((input) => [hashOf(input), input]),
  );
  const parts = [...inputs.keys()].sort().flatMap((hash) => {
    const input = inputs.get(hash);
    return [Buffer.from(`${input.length}\n`), input, NEWLINE];
  });
  writeFileSync(file, Buffer.concat([Buffer.from(HEAD), ...parts]));
}

const [verb, from, to] = process.argv.slice(2);
const work = { pack, unpack }[verb];
if (!work || !to) {
  console.error('usage: node tools/corpus.mjs unpack FILE FOLDER | pack FOLDER FILE');
  process.exit(2);
}
work(from, to);
