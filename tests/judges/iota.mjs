// Iota, judged by its rules alone: what a text or a gesture would break. Nothing here asks the
// program, so that what the program says can be compared with it.
const CARD = '(?:[RGBY][cstx][1-4]|W)';
const WHOLE = '(?:0|-?[1-9]\\d*)';
const LAID = new RegExp(`^(${CARD})([@~])(${WHOLE}),(${WHOLE})$`);
const TRADE = new RegExp(`^trade (${CARD}(?:\\+${CARD})*)$`);
const WILD = 'W';
const PLAIN = [...'RGBY'].flatMap((c) =>
  [...'cstx'].flatMap((s) => [...'1234'].map((n) => c + s + n)),
);
const DECK = [...PLAIN, WILD];
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const at = (x, y) => `${x},${y}`;
const cardsOf = (text) => (text === '-' || text.startsWith('#') ? [] : text.split('+'));

export function read(position, options) {
  const [table, hands, pile, , turn] = position.split(' ');
  const cells = new Map();
  for (const laid of table.split('+')) cells.set(...laid.split('@').reverse());
  return {
    cells,
    hands: hands.split('/').map(cardsOf),
    pile: pile === '-' ? 0 : 1,
    turn: Number(turn.split(':')[0]),
    missing: options.reading === 'absent',
  };
}

/** What a text says, by the notation; null: nothing. */
export function parse(text) {
  if (text === 'pass') return { kind: 'pass' };
  const trade = TRADE.exec(text);
  if (trade) return { kind: 'trade', cards: trade[1].split('+') };
  const parts = text.split('+').map((part) => LAID.exec(part));
  if (parts.includes(null)) return null;
  const laid = parts.map(([, card, , x, y]) => ({ card, x: Number(x), y: Number(y) }));
  const marks = parts.map((part) => part[2]).join('');
  if (marks === '~') return { kind: 'wild', laid };
  return /^@+$/.test(marks) ? { kind: 'play', laid } : null;
}

// ---- lines ----

const withLaid = (cells, laid) =>
  new Map([...cells, ...laid.map(({ card, x, y }) => [at(x, y), card])]);

/** Every row and column of two cards or more, as places. */
function linesOf(cells) {
  const lines = [];
  for (const place of cells.keys()) {
    const [x, y] = place.split(',').map(Number);
    for (const [dx, dy] of [SIDES[0], SIDES[2]]) {
      if (cells.has(at(x - dx, y - dy))) continue;
      const line = [];
      for (let n = 0; cells.has(at(x + dx * n, y + dy * n)); n++)
        line.push(at(x + dx * n, y + dy * n));
      if (line.length > 1) lines.push(line);
    }
  }
  return lines;
}

/** I5, the wilds left out: they can be read as what is missing. */
function agrees(cards) {
  const plain = cards.filter((card) => card !== WILD);
  return [0, 1, 2].every((property) => {
    const different = new Set(plain.map((card) => card[property])).size;
    return different <= 1 || different === plain.length;
  });
}

/** IR1: a card for each wild such that every line agrees; IR15: one that lies nowhere else. */
function readable(cells, missing) {
  const lines = linesOf(cells);
  const sound = (now) => lines.every((line) => agrees(line.map((place) => now.get(place))));
  const wilds = [...cells].filter(([, card]) => card === WILD).map(([place]) => place);
  const fill = (now, left) => {
    if (!sound(now)) return false;
    const [first, ...rest] = left;
    const there = new Set(missing ? now.values() : []);
    return (
      first === undefined ||
      PLAIN.some((card) => !there.has(card) && fill(new Map(now).set(first, card), rest))
    );
  };
  return fill(cells, wilds);
}

function holds(hand, cards) {
  const left = [...hand];
  return cards.every((card) => {
    const index = left.indexOf(card);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

const rising = (a, b) => a.x < b.x || (a.x === b.x && a.y < b.y);
const inCardOrder = (a, b) => DECK.indexOf(a) <= DECK.indexOf(b);
const pairs = (list, test) => list.every((each, i) => i === 0 || test(list[i - 1], each));

function gap(cells, laid) {
  const all = withLaid(cells, laid);
  const xs = laid.map(({ x }) => x);
  const ys = laid.map(({ y }) => y);
  for (let x = Math.min(...xs); x <= Math.max(...xs); x++)
    for (let y = Math.min(...ys); y <= Math.max(...ys); y++) if (!all.has(at(x, y))) return true;
  return false;
}

const bent = (laid) =>
  laid.some(({ x }) => x !== laid[0].x) && laid.some(({ y }) => y !== laid[0].y);
const taken = (p, laid) =>
  laid.some(({ x, y }) => p.cells.has(at(x, y))) || !pairs([...laid].sort(order), rising);
const order = (a, b) => a.x - b.x || a.y - b.y;
const apart = (p, laid) =>
  !laid.some(({ x, y }) => SIDES.some(([dx, dy]) => p.cells.has(at(x + dx, y + dy))));

// ---- what each sentence claims ----

const play = (claim) => (p, move, seat) => move.kind === 'play' && claim(p, move.laid, seat);
const wild = (claim) => (p, move, seat) => move.kind === 'wild' && claim(p, move.laid[0], seat);
const trade = (claim) => (p, move, seat) => move.kind === 'trade' && claim(p, move.cards, seat);
const cards = (laid) => laid.map(({ card }) => card);

export const claims = {
  'IR9.turn': (p, _, seat) => p.turn !== seat,
  'I4.four': play((_, laid) => laid.length > 4),
  'I4.hand': play((p, laid, seat) => !holds(p.hands[seat], cards(laid))),
  'I4.either': (_, move) => move.kind === 'both',
  'notation.order': play((_, laid) => !pairs(laid, rising)),
  'I6.taken': play(taken),
  'I6.straight': play((_, laid) => bent(laid)),
  'I6.gap': play((p, laid) => !bent(laid) && gap(p.cells, laid)),
  'I7.touch': play(apart),
  'I8.line': play((p, laid) => {
    const all = withLaid(p.cells, laid);
    const mine = new Set(laid.map(({ x, y }) => at(x, y)));
    return linesOf(all).some(
      (line) =>
        line.some((place) => mine.has(place)) && !agrees(line.map((place) => all.get(place))),
    );
  }),
  'I9.long': play((p, laid) => linesOf(withLaid(p.cells, laid)).some((line) => line.length > 4)),
  'IR1.reading': play((p, laid) => !readable(withLaid(p.cells, laid))),
  'IR15.reading': (p, { kind, laid }) =>
    p.missing && ['play', 'wild'].includes(kind) && !readable(withLaid(p.cells, laid), true),
  'I14.hand': trade((p, given, seat) => !holds(p.hands[seat], given)),
  'IR4.empty': trade((p) => p.pile === 0),
  'IR13.order': trade((_, given) => !pairs(given, inCardOrder)),
  'I17.hand': wild((p, { card }, seat) => !p.hands[seat].includes(card)),
  'I17.wild': wild((p, { x, y }) => p.cells.get(at(x, y)) !== WILD),
  'IR2.plain': wild((_, { card }) => card === WILD),
  'IR2.fits': wild((p, laid) => !readable(withLaid(p.cells, [laid]))),
};

// ---- gestures ----

/** Where a card could go on from those that are staged; without them, everywhere. */
function openCells(p, laid) {
  const all = withLaid(p.cells, laid);
  const found = [];
  for (const place of all.keys()) {
    const [x, y] = place.split(',').map(Number);
    for (const [dx, dy] of SIDES)
      if (!all.has(at(x + dx, y + dy))) found.push({ x: x + dx, y: y + dy });
  }
  return found;
}

/** The moves that somebody who touches this may want; none: that is not clear. */
export function meant(p, _, steps) {
  const laid = [];
  const given = [];
  let word = null;
  let held = null;
  for (const { kind, piece, place, word: said } of steps) {
    if (kind === 'choose') {
      word = said === 'done' ? word : said;
      held = null; // a card that is only held stays in the hand
    } else if (kind === 'take') {
      if (word === 'trade') given.push(piece);
      else held = piece;
    } else if (kind === 'put' && held === null) {
      return word === null ? [] : [{ kind: 'both' }];
    } else if (kind === 'put') {
      laid.push({ card: held, x: place.x, y: place.y });
      held = null;
    }
  }
  if (word !== null && (laid.length > 0 || held !== null)) return [{ kind: 'both' }];
  if (word === 'trade' && p.pile === 0) return [{ kind: 'trade', cards: given }];
  if (word !== null) return [];
  if (held === null) {
    const [only] = laid;
    if (laid.length === 1 && p.cells.get(at(only.x, only.y)) === WILD)
      return [{ kind: 'wild', laid }];
    return laid.length > 0 ? [{ kind: 'play', laid: laid.sort(order) }] : [];
  }
  const plays = openCells(p, laid).map((cell) => [...laid, { card: held, ...cell }].sort(order));
  const straight = plays.filter((all) => !bent(all) && !taken(p, all) && !gap(p.cells, all));
  return straight.map((all) => ({ kind: 'play', laid: all }));
}

// ---- nonsense ----

const pick = (random, list) => list[random(list.length)];

/** A cell of the table or near it. */
function anyCell(p, random, far) {
  const [x, y] = pick(random, [...p.cells.keys()]).split(',').map(Number);
  return { x: x + random(2 * far + 1) - far, y: y + random(2 * far + 1) - far };
}

const anyCard = (p, seat, random) =>
  random(8) > 0 && p.hands[seat].length > 0 ? pick(random, p.hands[seat]) : pick(random, DECK);

/** A text that is likely to break something. */
export function anyText(p, seat, random) {
  const kind = random(12);
  if (kind === 0) {
    const given = Array.from({ length: 1 + random(4) }, () => anyCard(p, seat, random));
    return `trade ${given.join('+')}`;
  }
  if (kind <= 2) {
    const wilds = [...p.cells].filter(([, card]) => card === WILD).map(([place]) => place);
    const { x, y } = anyCell(p, random, 1);
    const place = wilds.length > 0 && random(4) > 0 ? pick(random, wilds) : at(x, y);
    return `${anyCard(p, seat, random)}~${place}`;
  }
  const straight = random(4) > 0;
  const start = anyCell(p, random, random(9) === 0 ? 40 : 1);
  const [dx, dy] = random(2) === 0 ? [1, 0] : [0, 1];
  const hand = [...p.hands[seat]].sort(() => random(3) - 1);
  const laid = Array.from({ length: random(20) === 0 ? 5 : 1 + random(4) }, (_, n) => {
    const card = random(12) === 0 ? anyCard(p, seat, random) : (hand[n] ?? pick(random, DECK));
    const near = straight ? { x: start.x + dx * n, y: start.y + dy * n } : anyCell(p, random, 1);
    return random(9) === 0 ? { card, ...anyCell(p, random, 2) } : { card, ...near };
  });
  if (random(8) > 0) laid.sort(order);
  return laid.map(({ card, x, y }) => `${card}@${x},${y}`).join('+');
}

export function anyTouch(p, seat, random) {
  const kind = random(8);
  if (kind < 4 && p.hands[seat].length > 0) {
    const x = random(p.hands[seat].length);
    return { kind: 'take', piece: p.hands[seat][x], place: { zone: 'hand', seat, x } };
  }
  if (kind < 7) return { kind: 'put', place: { zone: 'board', ...anyCell(p, random, 2) } };
  return { kind: 'choose', word: pick(random, ['pass', 'trade', 'done']) };
}
