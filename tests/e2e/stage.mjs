// Games as a browser stores them, made without one: a table of people and bots is played here, and
// a page continues it at once.
import { Chance } from '../program.mjs';
import { Twin } from './twin.mjs';

const PLIES_MAX = 400;

export const secretOf = (number) => number.toString(16).padStart(64, '0');

// A table of people whose events are kept. `choose(twin, seat, moves)` is what they do.
export class Stage {
  constructor(ask, { game, people, options = {}, aloud, secret = secretOf(1) }) {
    this.game = game;
    this.people = people;
    this.events = [];
    this.record = null;
    const kept = (request) => {
      const answer = ask(request);
      this.events.push(...(answer.events ?? []));
      this.record = answer.record ?? this.record;
      return answer;
    };
    this.twin = new Twin(kept, { game, people, options, aloud, secret });
  }

  // Plays until `done(twin, actor)`, preferring moves by `rank`.
  until(done, rank = () => 1, seed = 1) {
    const { twin } = this;
    const chance = new Chance(seed);
    for (let plies = 0; plies < PLIES_MAX; plies++) {
      const [seat] = twin.actors;
      if (twin.over || done(twin, seat)) return this;
      const moves = twin.moves(seat);
      const liking = (move) => rank(move, seat, twin) + chance.below(100) / 100;
      const rated = moves.map((move) => ({ move, value: liking(move) }));
      twin.play(seat, rated.reduce((a, b) => (b.value > a.value ? b : a)).move);
    }
    throw new Error(`${this.game}: it does not come to that`);
  }

  plies(count, rank, seed) {
    const end = this.twin.table.ply + count;
    return this.until((twin) => twin.table.ply >= end, rank, seed);
  }

  does(seat, command) {
    this.twin.order(seat, command);
    this.twin.refresh();
    return this;
  }

  // As the page keeps it: `guests` are the people at this device.
  kept(guests = [0], seen = Date.now()) {
    const { twin, people, game } = this;
    return {
      game,
      events: this.events,
      guests,
      record: this.record,
      over: twin.over,
      seen,
      owner: '',
      about: {
        seats: people.map((name) => ({ name })),
        mine: guests,
        scores: twin.table.scores ?? null,
        ply: twin.table.ply ?? 0,
      },
    };
  }
}

// Finds the first deal, and the moves in it, that lead to what is wanted at a seat's turn.
export function stageWith(ask, setting, wanted, { rank, plies = 30, tries = 300 } = {}) {
  for (let number = 1; number <= tries; number++) {
    const stage = new Stage(ask, { ...setting, secret: secretOf(number) });
    const end = stage.twin.table.ply + plies;
    let came = false;
    stage.until((twin, seat) => {
      came = wanted(twin, seat);
      return came || twin.table.ply >= end;
    }, rank, number);
    if (came && !stage.twin.over) return stage;
  }
  throw new Error(`${setting.game}: no such deal`);
}
