// SPDX-License-Identifier: MIT
// The box as a file: records, one after the other, each with tags of the box in its head. So a file
// with one game is a record, and a record is a box with one game (docs/records.md).
import { hasAll, isCount, isNumber, type Of } from '../kinds';

/** What the review of a game found for its one owner, in chances: skill is others − slips. */
export const isJudged = hasAll({
  luck: isNumber,
  /** What the others' slips gave, and what the own ones cost. */
  others: isNumber,
  slips: isNumber,
  /** How many moves were a choice. */
  choices: isCount,
});

export type Judged = Of<typeof isJudged>;

/** What the box adds to a record. */
export interface Tags {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  /** The seats of the box's owner; none for a game of others. */
  readonly mine: readonly number[];
  readonly favourite: boolean;
  readonly judged?: Judged;
}

const FIRST = 'kufsa-record 1';
const TAG = /^(?:played|mine|favourite|judged)(?: |$)/;
const SEATS_MAX = 10;

/** Tags stand behind the last line of the head. */
function headEnd(lines: readonly string[]): number {
  const blank = lines.indexOf('');
  return blank < 0 ? lines.length : blank;
}

/** A record with these tags, as a file has it. */
export function writeTagged(record: string, { at, mine, favourite, judged }: Tags): string {
  const lines = record.trimEnd().split('\n');
  const tags = [`played ${new Date(at).toISOString()}`];
  if (mine.length > 0) tags.push(`mine ${mine.join(' ')}`);
  if (favourite) tags.push('favourite');
  if (judged) {
    const { luck, others, slips, choices } = judged;
    tags.push(`judged ${luck} ${others} ${slips} ${choices}`);
  }
  lines.splice(headEnd(lines), 0, ...tags);
  return `${lines.join('\n')}\n`;
}

/** How many of its moves are another game's; null: it is a game of its own. */
export function givenOf(record: string): number | null {
  const lines = record.split('\n');
  const [line] = lines.slice(0, headEnd(lines)).filter((one) => /^given \d{1,9}$/.test(one));
  return line === undefined ? null : Number(line.slice('given '.length));
}

function timeOf(head: readonly string[], now: number): number {
  const given = (tag: string) => head.find((line) => line.startsWith(tag))?.slice(tag.length);
  const time = Date.parse(given('played ') ?? given('date ') ?? '');
  return time > 0 ? Math.min(time, now) : now;
}

function seatsOf(head: readonly string[]): number[] {
  const words =
    head
      .find((line) => line.startsWith('mine '))
      ?.split(' ')
      .slice(1) ?? [];
  const seats = words.map(Number).filter((seat) => Number.isInteger(seat) && seat >= 0);
  return [...new Set(seats)].filter((seat) => seat < SEATS_MAX);
}

const CHANCES_MAX = 1000;
const DECIMALS = 1e4;
const NUMBER = /^-?\d{1,4}(?:\.\d{1,8})?$/;

/** Numbers as a file has them: with four decimals. */
export function roundJudged({ luck, others, slips, choices }: Judged): Judged {
  const round = (chance: number) => Math.round(chance * DECIMALS) / DECIMALS + 0; // no −0
  return { luck: round(luck), others: round(others), slips: round(slips), choices };
}

function judgedOf(head: readonly string[]): Pick<Tags, 'judged'> {
  const words = head.find((line) => line.startsWith('judged '))?.split(' ') ?? [];
  const numbers = words.slice(1).map((word) => (NUMBER.test(word) ? Number(word) : NaN));
  const [luck = NaN, others = NaN, slips = NaN, choices = NaN] = numbers;
  const sound =
    numbers.length === 4 && // as written above
    Math.abs(luck) < CHANCES_MAX &&
    [others, slips].every((one) => one >= 0 && one < CHANCES_MAX) &&
    isCount(choices);
  return sound ? { judged: { luck, others, slips, choices } } : {};
}

/** The record as it was written, and the tags that it had. */
export function readTagged(text: string, now = Date.now()): { record: string } & Tags {
  const lines = text.trimEnd().split('\n');
  const head = lines.slice(0, headEnd(lines));
  const rest = lines.slice(head.length);
  const own = head.filter((line) => !TAG.test(line));
  return {
    record: `${[...own, ...rest].join('\n')}\n`,
    at: timeOf(head, now),
    mine: seatsOf(head),
    favourite: head.includes('favourite'),
    ...judgedOf(head),
  };
}

/** The games of a file; null if it does not begin like one. */
export function splitFile(text: string): string[] | null {
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  if (lines[0] !== FIRST) return null;
  const games: string[][] = [];
  for (const line of lines)
    if (line === FIRST) games.push([line]);
    else games[games.length - 1]?.push(line);
  return games.map((game) => game.join('\n'));
}

/** A name for a record that stays the same wherever it is kept: two sums of 32 bits (FNV-1a). */
export function idOf(record: string): string {
  let [a, b] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < record.length; i++) {
    const letter = record.charCodeAt(i);
    a = Math.imul(a ^ letter, 0x01000193);
    b = Math.imul(b ^ (letter + i), 0x01000193);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
}
