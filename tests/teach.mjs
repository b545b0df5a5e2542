// The lessons and examples of the page, and the tables they are about, as the rules play them.
import { existsSync } from 'node:fs';
import { GAMES } from '../tools/games.mjs';
import { root } from './program.mjs';
import { bundle } from './web_bundle.mjs';

const MOVES_AT_ONCE = 256;

const PARTS = ['lessons', 'guide'];
const hasPart = (game, part) => existsSync(`${root}/web/src/skins/${game}/${part}.ts`);

/** By game, if there are any: its lessons and the examples of its guide. */
export async function teaching() {
  const taught = GAMES.filter((game) => PARTS.some((part) => hasPart(game, part)));
  const files = taught.flatMap((game) =>
    PARTS.filter((part) => hasPart(game, part)).map(
      (part) => `export { ${part} as ${game}_${part} } from './skins/${game}/${part}';`,
    ),
  );
  const made = await (await bundle(files.join('\n')))();
  const partsOf = (game) => PARTS.map((part) => [part, made[`${game}_${part}`] ?? []]);
  return Object.fromEntries(taught.map((game) => [game, Object.fromEntries(partsOf(game))]));
}

function readPlay(text) {
  const [, seat, move] = /^(\d) (.+)$/.exec(text);
  return { seat: Number(seat), move };
}

/** A table to learn at. `ask` asks the module. */
export class Stand {
  constructor(ask, game, { position, seats = 2, options = {}, past = [] }) {
    this.ask = ask;
    this.setting = { game, seats, options };
    this.start = position;
    this.plays = past.map(readPlay);
  }

  // The table after some more moves.
  after(...moves) {
    const { ask, setting, start } = this;
    const next = new Stand(ask, setting.game, { ...setting, position: start });
    next.plays = [...this.plays, ...moves.map(readPlay)];
    return next;
  }

  get now() {
    const { setting, start, plays } = this;
    return this.ask({ do: 'play', ...setting, position: start, plays, viewer: 0 });
  }

  look(viewer = 0) {
    return this.ask({ do: 'look', ...this.setting, position: this.now.position, viewer });
  }

  moves() {
    const { legal } = this.look();
    const moves = [];
    while (moves.length < legal)
      moves.push(...this.ask({ do: 'moves', from: moves.length, count: MOVES_AT_ONCE }).moves);
    return moves;
  }

  explain(move) {
    this.look();
    return this.ask({ do: 'explain', move });
  }
}
