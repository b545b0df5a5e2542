// A copy of the table in a page: the same secret gives the same cards, so that a script knows what
// the players hold, and can search beforehand for a deal with everything that it wants to see. It
// is the module that the page loads, asked the same questions.
import assert from 'node:assert/strict';
import { fileOf } from './browser.mjs';

// The module of a server's page, as a function that queries it.
export async function askerOf(at) {
  const bytes = await (await fileOf(at, 'kufsa.wasm')).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes);
  const { memory, in_buffer, out_buffer, ask, _initialize } = instance.exports;
  _initialize?.();
  return (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    new Uint8Array(memory.buffer, in_buffer(), text.length).set(text);
    const size = ask(text.length);
    const bytesOut = new Uint8Array(memory.buffer, out_buffer(), size);
    const answer = JSON.parse(new TextDecoder().decode(bytesOut));
    assert.equal(answer.error, undefined, JSON.stringify(request));
    return answer;
  };
}

const MOVES_AT_ONCE = 100;
const ZEROS = '0'.repeat(32);

// People at one device, no bots: everything follows from the secret and the moves.
export class Twin {
  constructor(ask, { game, people, options = {}, aloud, secret }) {
    this.ask = ask;
    this.setting = { game, seats: people.length, options };
    this.now = 1;
    this.cid = 0;
    ask({ do: 'open', now: 1, game, seats: people.length, secret });
    for (const [name, value] of Object.entries(options))
      this.order(0, { do: 'option', name, value });
    if (aloud) this.order(0, { do: 'aloud', value: aloud });
    people.forEach((name, seat) => {
      if (seat > 0) assert.equal(ask({ do: 'guest', now: 1 }).guest, seat);
      this.order(seat, { do: 'sit', seat, name });
    });
    people.forEach((_, seat) => this.order(seat, { do: 'ready', salt: ZEROS }));
    this.order(0, { do: 'start' });
    this.refresh();
  }

  order(guest, command) {
    const text = JSON.stringify({ cid: ++this.cid, ...command });
    const answer = this.ask({ do: 'command', guest, now: ++this.now, command: text });
    const said = answer.out.find(({ to }) => to === 'answer').message;
    assert.equal(said.do, 'ok', `${text}: ${JSON.stringify(said)}`);
  }

  refresh() {
    this.views = Array.from({ length: this.setting.seats }, (_, guest) => {
      const { out } = this.ask({ do: 'greet', guest, now: this.now });
      return out[out.length - 1].message;
    });
    [this.table] = this.views;
  }

  get over() {
    return this.table.phase !== 'play';
  }

  get actors() {
    return this.over ? [] : this.table.actors;
  }

  look(seat) {
    const { position } = this.views[seat];
    return this.ask({ do: 'look', ...this.setting, position, viewer: seat });
  }

  moves(seat) {
    const { legal } = this.look(seat);
    const moves = [];
    while (moves.length < legal)
      moves.push(...this.ask({ do: 'moves', from: moves.length, count: MOVES_AT_ONCE }).moves);
    return moves;
  }

  steps(seat, move) {
    this.look(seat);
    return this.ask({ do: 'explain', move }).steps;
  }

  hand(seat) {
    const mine = ({ place }) => place.zone === 'hand' && place.seat === seat;
    return this.look(seat).scene.filter(mine).map(({ piece }) => piece);
  }

  play(seat, move) {
    const { window, v } = this.table;
    const base = window ? { window } : { base: v };
    this.order(seat, { do: 'move', ...base, move });
    this.refresh();
  }
}
