// SPDX-License-Identifier: MIT
// Games that were left in the state folder, made here: the same words always give the same deal
// and the same moves, so that a test can view the full screen in a position of its choice.
// They are what `kufsa play` itself would have written: the events of a table, a line each.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './program.mjs';

const BEGUN = 1763251200000; // some moment in the past
const STEP_MS = 1000;
const CODE = 'ONHERE';
const ZEROS = '0'.repeat(64);

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The key of a table's first match, where nobody adds chance of their own. */
function dealKey(secret, seats) {
  const ofMatch = sha256(secret, Buffer.alloc(4));
  return sha256(ofMatch, Buffer.alloc(32 * seats)).toString('hex');
}

/** A game from its deal on: what may be done, and what was. */
export class Course {
  constructor(game, seats, word, options = {}) {
    this.setting = { game, seats, options };
    this.secret = sha256(word);
    this.moves = [];
    const key = dealKey(this.secret, seats);
    [this.now] = ask([{ do: 'new', ...this.setting, key }]);
  }

  get over() {
    return this.now.over;
  }

  legal(seat) {
    return this.now.legal[seat] ?? [];
  }

  play(seat, move) {
    const { position } = this.now;
    [this.now] = ask([{ do: 'play', ...this.setting, position, seat, move }]);
    if (this.now.error) throw new Error(`${move}: ${JSON.stringify(this.now)}`);
    this.moves.push([seat, move]);
  }

  /** A sensible move of whoever is first to act; always the same one. */
  playBest(nodes = 200) {
    const { position, actors } = this.now;
    const [seat] = actors;
    const [{ move }] = ask([{ do: 'best', ...this.setting, position, seat, nodes }]);
    this.play(seat, move);
  }
}

/** Plays deals until a position is `wanted`, and returns the game up to there. */
export function findCourse({ game, seats, options, plies = 40, tries = 200 }, wanted) {
  for (let i = 0; i < tries; i++) {
    const course = new Course(game, seats, `${game} ${i}`, options);
    for (let ply = 0; ply <= plies && !course.over; ply++) {
      if (wanted(course)) return course;
      course.playBest();
    }
  }
  throw new Error(`no such game: ${game}`);
}

/** Writes it into a state folder as a game that was left: seats with a name are people's, the
 * others bots'. Returns its file. */
export function keepCourse(course, state, names, level = 'casual', number = 1) {
  const { game, seats, options } = course.setting;
  const lines = [];
  let time = BEGUN;
  let cid = 0;
  const add = (guest, text) => {
    time += STEP_MS;
    lines.push(`${time} ${guest ?? '-'} ${guest === null ? 0 : ++cid} ${text}`);
  };
  const guestOf = (seat) => names.slice(0, seat).filter(Boolean).length;
  add(null, `open ${game} ${CODE} ${seats} ${course.secret.toString('hex')} ${ZEROS} 0`);
  for (let guest = 1; guest < names.filter(Boolean).length; guest++)
    add(null, `guest ${guest} ${sha256(`guest ${guest}`).toString('hex')} 0`);
  for (const [name, value] of Object.entries(options)) add(0, `option ${name} ${value}`);
  for (let seat = 0; seat < seats; seat++)
    if (names[seat]) {
      const guest = guestOf(seat);
      add(guest, `sit ${seat} ${guest} ${names[seat]}`);
      add(guest, `ready ${seat} ${ZEROS}`);
    } else {
      add(0, `bot ${seat} ${level}`);
    }
  add(0, 'start');
  for (const [seat, move] of course.moves)
    add(names[seat] ? guestOf(seat) : null, `move ${seat} ${move}`);
  const folder = join(state, 'kufsa');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${game}.${number}`);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}
