// Gobblet, judged by its rules alone: what a text or a gesture would break.
const FOUR = [0, 1, 2, 3];
const SQUARES = FOUR.flatMap((y) => FOUR.map((x) => `${'abcd'[x]}${y + 1}`));
const LINES = [
  ...FOUR.map((y) => FOUR.map((x) => SQUARES[4 * y + x])),
  ...FOUR.map((x) => FOUR.map((y) => SQUARES[4 * y + x])),
  FOUR.map((i) => SQUARES[5 * i]),
  FOUR.map((i) => SQUARES[3 * i + 3]),
];
const NEW = /^([1-4])@([a-d][1-4])$/;
const SHIFT = /^([a-d][1-4])-([a-d][1-4])$/;
const TOUCH = /^([a-d][1-4])!$/;

export function read(position, options) {
  const [board, white, black, turn] = position.split(' ');
  const tops = {};
  for (const [i, row] of board.split('/').entries())
    for (const [x, square] of row.split(',').entries())
      tops[SQUARES[4 * (3 - i) + x]] = square === '-' ? null : square.slice(-2);
  return {
    tops,
    reserve: [white, black].map((stacks) => [...stacks].map(Number)),
    turn: turn[0] === 'w' ? 0 : 1,
    bound: turn[1] === '!' ? turn.slice(2) : null,
    touch: options.touch === 'on',
    free: options.reserve === 'free',
  };
}

export function parse(text) {
  const fresh = NEW.exec(text);
  if (fresh) return { kind: 'new', size: Number(fresh[1]), to: fresh[2] };
  const shift = SHIFT.exec(text);
  if (shift) return { kind: 'shift', from: shift[1], to: shift[2] };
  const touch = TOUCH.exec(text);
  return touch ? { kind: 'touch', from: touch[1] } : null;
}

const sizeAt = (p, square) => Number(p.tops[square]?.[1] ?? 0);
const ownerAt = (p, square) => (p.tops[square] ? 'WB'.indexOf(p.tops[square][0]) : null);
const inThree = (p, square, owner) =>
  LINES.some(
    (line) =>
      line.includes(square) &&
      ownerAt(p, square) === owner &&
      line.filter((other) => ownerAt(p, other) === owner).length >= 3,
  );

const fresh = (claim) => (p, move, seat) => move.kind === 'new' && claim(p, move, seat);
const printed = (claim) => fresh((p, move, seat) => !p.free && claim(p, move, seat));
const from = (claim) => (p, move, seat) =>
  (move.kind === 'shift' || move.kind === 'touch') && claim(p, move, seat);

export const claims = {
  'G4.turn': (p, _, seat) => p.turn !== seat,
  'G3.reserve': fresh((p, { size }, seat) => !p.reserve[seat].includes(size)),
  'GR8.own': printed((p, { to }, seat) => ownerAt(p, to) === seat),
  'G6.three': printed((p, { to }, seat) => p.tops[to] !== null && !inThree(p, to, 1 - seat)),
  'G6.larger': printed(
    (p, { size, to }, seat) => inThree(p, to, 1 - seat) && sizeAt(p, to) >= size,
  ),
  'GR11.larger': fresh((p, { size, to }) => p.free && sizeAt(p, to) >= size),
  'G7.theirs': from((p, move, seat) => ownerAt(p, move.from) === 1 - seat),
  'G7.empty': from((p, move) => p.tops[move.from] === null),
  'G7.larger': (p, move, seat) =>
    move.kind === 'shift' &&
    ownerAt(p, move.from) === seat &&
    sizeAt(p, move.to) >= sizeAt(p, move.from),
  'GR3.same': (_, move) => move.kind === 'shift' && move.from === move.to,
  'G12.off': (p, move) => move.kind === 'touch' && !p.touch,
  'G12.touched': (p, move) =>
    p.bound !== null && (move.kind === 'touch' || move.from !== p.bound),
};

// ---- gestures ----

const named = ({ x, y }) => SQUARES[4 * y + x];

export function meant(_, __, steps) {
  const taken = steps.findLast(({ kind }) => kind === 'take');
  const put = steps.findLast(({ kind }) => kind === 'put');
  if (!taken) return [];
  if (steps.some(({ word }) => word === 'touch'))
    return taken.place.zone === 'board' ? [{ kind: 'touch', from: named(taken.place) }] : [];
  const targets = put ? [named(put.place)] : SQUARES;
  if (taken.place.zone === 'reserve')
    return targets.map((to) => ({ kind: 'new', size: Number(taken.piece[1]), to }));
  const start = named(taken.place);
  const others = targets.filter((to) => put || to !== start);
  return others.map((to) => ({ kind: 'shift', from: start, to }));
}

// ---- nonsense ----

const pick = (random, list) => list[random(list.length)];

export function anyText(_, __, random) {
  const kind = random(8);
  if (kind < 4) return `${1 + random(4)}@${pick(random, SQUARES)}`;
  const square = pick(random, SQUARES);
  return kind < 7 ? `${square}-${pick(random, SQUARES)}` : `${square}!`;
}

export function anyTouch(p, seat, random) {
  const kind = random(8);
  const square = random(16);
  const place = { zone: 'board', x: square % 4, y: Math.floor(square / 4) };
  if (kind < 2) {
    const x = random(3);
    const size = p.reserve[seat][x];
    if (size > 0)
      return { kind: 'take', piece: `${'WB'[seat]}${size}`, place: { zone: 'reserve', seat, x } };
  }
  if (kind < 5) {
    const piece = p.tops[SQUARES[square]];
    return { kind: 'take', ...(piece ? { piece } : {}), place };
  }
  return random(12) === 0 ? { kind: 'choose', word: 'touch' } : { kind: 'put', place };
}
