// Cento Multi, judged by its rules alone: what a text or a gesture would break.
const MOVE = /^(\?|0|[1-9]\d*)(?:=(0|[1-9]\d*)x(0|[1-9]\d*))?$/;
const TEN = Array.from({ length: 10 }, (_, i) => i + 1);
const TABLE = new Set(TEN.flatMap((a) => TEN.map((b) => a * b)));
const productsOf = (number) =>
  TEN.flatMap((a) => TEN.filter((b) => a <= b && a * b === number).map((b) => [a, b]));
const EVERY = TEN.flatMap((a) => TEN.filter((b) => a <= b).map((b) => [a, b]));
const cardsOf = (text) => (text === '-' || text.startsWith('#') ? [] : text.split('+'));

export function read(position) {
  const [open, hands, pile, under, , turn] = position.split(' ');
  const [card, declared] = open.split('=');
  return {
    card,
    declared: declared ? declared.split('x').map(Number) : null,
    hands: hands.split('/').map(cardsOf),
    out: hands.split('/').map((hand) => hand === '-'),
    canDraw: pile !== '-' || under !== '-',
    turn: Number(turn.split(':')[0]),
  };
}

export function parse(text) {
  if (text === 'draw') return { kind: 'draw' };
  const found = MOVE.exec(text);
  if (!found) return null;
  const [, card, low, high] = found;
  return { kind: 'card', card, factors: low === undefined ? null : [Number(low), Number(high)] };
}

/** C4, CR1, CR2. */
function matches(p, factors) {
  if (p.card === '?' && !p.declared) return true;
  const open = p.declared ? [p.declared] : productsOf(Number(p.card));
  return open.flat().some((factor) => factors.includes(factor));
}

const declarations = (card) => (card === '?' ? EVERY : productsOf(Number(card)));
const card = (claim) => (p, move, seat) => move.kind === 'card' && claim(p, move, seat);
const unmatched = (p, { factors }) => factors !== null && !matches(p, factors);
const real = ({ card: shown }) => shown === '?' || TABLE.has(Number(shown));

export const claims = {
  'C4.turn': (p, _, seat) => p.turn !== seat,
  'CR7.out': (p, _, seat) => p.turn !== seat && p.out[seat],
  'C1.card': card((_, move) => !real(move)),
  'C3.declare': card((_, move) => real(move) && move.factors === null),
  'C3.table': card((_, { factors }) => factors?.some((factor) => !TEN.includes(factor))),
  'C3.product': card(
    (_, { card: shown, factors }) =>
      shown !== '?' && factors !== null && factors[0] * factors[1] !== Number(shown),
  ),
  'C4.hand': card(
    (p, { card: shown }, seat) => shown !== '?' && !p.hands[seat].includes(shown),
  ),
  'C7.hand': card((p, { card: shown }, seat) => shown === '?' && !p.hands[seat].includes('?')),
  'C4.match': card((p, move) => move.card !== '?' && p.declared !== null && unmatched(p, move)),
  'C7.match': card((p, move) => move.card === '?' && p.declared !== null && unmatched(p, move)),
  'CR1.match': card((p, move) => p.declared === null && unmatched(p, move)),
  'CR5.discard': (p, move, seat) =>
    move.kind === 'draw' &&
    !p.canDraw &&
    p.hands[seat].some((held) => declarations(held).some((factors) => matches(p, factors))),
};

// ---- gestures ----

export function meant(_, __, steps) {
  const words = steps.filter(({ kind }) => kind === 'choose').map(({ word }) => word);
  if (words.includes('draw')) return [{ kind: 'draw' }];
  const taken = steps.findLast(({ kind }) => kind === 'take');
  const word = words.at(-1);
  if (!taken || (word !== undefined && !/^\d+x\d+$/.test(word))) return [];
  const wanted = word === undefined ? declarations(taken.piece) : [word.split('x').map(Number)];
  return wanted.map((factors) => ({ kind: 'card', card: taken.piece, factors }));
}

// ---- nonsense ----

const pick = (random, list) => list[random(list.length)];

export function anyText(p, seat, random) {
  if (random(8) === 0) return 'draw';
  const hand = p.hands[seat];
  const number = random(3) > 0 ? pick(random, [...TABLE]) : random(105);
  const shown = random(3) > 0 && hand.length > 0 ? pick(random, hand) : String(number);
  const some = random(6) === 0 ? '?' : shown;
  if (random(10) === 0) return some;
  const fitting = declarations(some);
  const factors =
    random(4) > 0 && fitting.length > 0 ? pick(random, fitting) : [random(13), random(13)];
  return `${some}=${(random(2) ? [...factors].reverse() : factors).join('x')}`;
}

export function anyTouch(p, seat, random) {
  if (random(3) > 0 && p.hands[seat].length > 0) {
    const x = random(p.hands[seat].length);
    return { kind: 'take', piece: p.hands[seat][x], place: { zone: 'hand', seat, x } };
  }
  const word = random(3) === 0 ? 'draw' : pick(random, EVERY).join('x');
  return { kind: 'choose', word };
}
