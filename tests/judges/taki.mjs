// Super Taki, judged by its rules alone: what a text or a gesture would break.
const COLOURS = [...'RGBY'];
const FIGURES = ['1', '+2', '3', '4', '5', '6', '7', '8', '9', 'stop', 'turn', 'plus', 'taki'];
const COLOURED = COLOURS.flatMap((colour) => FIGURES.map((figure) => colour + figure));
const BARE = ['color', 'super', 'king', '+3', 'break'];
const CARDS = [...COLOURED, ...BARE];
const CATCHES = Array.from({ length: 10 }, (_, seat) => `catch${seat}`);
const WORDS = ['draw', 'take', 'close', 'end', 'last', 'pass', ...CATCHES];
const onLead = (card) => card === '+3' || card === 'break';
const cardsOf = (text) => (text === '-' || text.startsWith('#') ? [] : text.split(','));

export function read(position, options) {
  const [discards, hands, pile, turn, phase, , signs] = position.split(' ');
  const lead = discards.split(',').find((card) => !onLead(card));
  return {
    king: lead === 'king',
    colour: lead.includes('=') ? lead.at(-1) : lead[0],
    // A super taki is a taki of its colour (TR26), a change colour has no figure.
    figure: lead.startsWith('super') ? 'taki' : lead.startsWith('color') ? null : lead.slice(1),
    hands: hands.split('/').map(cardsOf),
    // TR19: all discards but the leading card make a new pile.
    canDraw: pile !== '-' || discards.includes(','),
    turn: Number.parseInt(turn, 10),
    phase: /^[a-z]+/.exec(phase)[0],
    passed: [...(phase.split(':')[1] ?? '')].filter((sign) => sign !== '-').map(Number),
    signs: [...signs],
    must: options.draw === 'must',
    closable: options.bare === 'closable',
    catching: options.call === 'catch',
  };
}

export function parse(text) {
  if (WORDS.includes(text)) return { kind: 'word', word: text };
  const [card, colour] = text.split('=');
  if (text.includes('=') && (!['color', 'super'].includes(card) || !COLOURS.includes(colour)))
    return null;
  if (text.split('=').length > 2 || !CARDS.includes(card)) return null;
  return { kind: 'card', card, colour: colour ?? null };
}

const coloured = (card) => COLOURED.includes(card);
const matches = (p, card) => p.king || card[0] === p.colour || card.slice(1) === p.figure;

/** May this card be laid by whoever is to move, its colour left aside? */
function fits(p, card) {
  if (p.phase === 'react') return card === 'break';
  if (p.phase === 'owe') return card.endsWith('+2') || card === '+3' || card === 'king';
  if (p.phase === 'run') return coloured(card) ? card[0] === p.colour : card !== 'break';
  if (card === 'break') return p.figure !== '+2';
  return !coloured(card) || matches(p, card);
}

const word = (said, claim) => (p, move, seat) =>
  move.kind === 'word' && move.word === said && claim(p, seat);
const caught = (claim) => (p, move, seat) =>
  CATCHES.includes(move.word) && claim(p, Number(move.word.at(-1)), seat);
const card = (claim) => (p, move, seat) => move.kind === 'card' && claim(p, move, seat);
const inPhase = (phase) => (p) => p.phase === phase;
const outOfTurn = (p, seat) => p.phase !== 'react' && p.turn !== seat;

export const claims = {
  'T4.turn': (p, _, seat) => outOfTurn(p, seat),
  'T5.hand': card((p, move, seat) => !p.hands[seat].includes(move.card)),
  'T5.match': card(
    (p, move) => p.phase === 'play' && coloured(move.card) && !matches(p, move.card),
  ),
  'T9.draw': word('draw', inPhase('owe')),
  'T9.take': word('take', (p) => p.phase !== 'owe'),
  'T9.answer': (p, move) =>
    p.phase === 'owe' &&
    (move.kind === 'card' ? !fits(p, move.card) : ['draw', 'end', 'close'].includes(move.word)),
  'T11.active': card((p, move) => p.phase === 'owe' && move.card === 'color'),
  'T11.colour': card((_, move) => move.card === 'color' && move.colour === null),
  'T12.colour': card(
    (p, move) => p.phase === 'run' && coloured(move.card) && move.card[0] !== p.colour,
  ),
  'T14.close': word('close', (p) => p.phase !== 'run'),
  'T15.active': card((p, move) => p.phase === 'owe' && move.card === 'super'),
  'T15.colour': card((p, move) => move.card === 'super' && move.colour !== null && !p.king),
  'T20.window': card((p, move, seat) => move.card === 'break' && outOfTurn(p, seat)),
  'TR2.end': word('end', inPhase('play')),
  'TR2.king': word('draw', inPhase('free')),
  'TR2.run': word('draw', inPhase('run')),
  'TR4.pass': word('pass', (p) => p.phase !== 'react'),
  'TR4.passed': (p, _, seat) => p.passed.includes(seat),
  'TR4.wait': (p, _, seat) => p.phase === 'react' && p.turn === seat,
  'TR4.window': (p, move) =>
    p.phase === 'react' && move.card !== 'break' && !/^(pass|last|catch)/.test(move.word),
  'TR7.plus2': card((p, move) => move.card === 'break' && p.figure === '+2' && p.phase !== 'run'),
  'TR12.colour': card((p, move) => move.card === 'super' && move.colour === null && p.king),
  'TR13.break': card((p, move) => move.card === 'break' && p.phase === 'run'),
  'TR14.close': word('close', (p) => p.phase === 'run' && p.figure === 'taki' && !p.closable),
  'TR18.duty': word('last', (p, seat) => p.signs[seat] !== '?'),
  'TR29.draw': word(
    'draw',
    (p, seat) =>
      p.must &&
      p.phase === 'play' &&
      p.hands[seat].some((held) => held !== 'break' && fits(p, held)),
  ),
  'TR32.off': caught((p) => !p.catching),
  'TR32.self': caught((p, other, seat) => p.catching && other === seat),
  'TR32.duty': caught((p, other) => p.catching && p.signs[other] !== '?'),
  'TR20.draw': word(
    'draw',
    (p, seat) =>
      p.phase === 'play' && !p.canDraw && p.hands[seat].some((held) => fits(p, held)),
  ),
};

// ---- gestures ----

export function meant(p, __, steps) {
  const put = steps.findIndex(({ kind }) => kind === 'put');
  const taken = steps.findLast(({ kind }, i) => kind === 'take' && (put < 0 || i < put));
  // A card that lies there and has not gone off waits for its colour.
  if (taken && put >= 0 && put < steps.length - 1)
    return [{ kind: 'card', card: taken.piece, colour: null }];
  const said = steps.findLast(({ kind }) => kind === 'choose')?.word;
  if (WORDS.includes(said)) return [{ kind: 'word', word: said }];
  const coloured = said !== undefined && (taken?.piece !== 'super' || p.king);
  if (!taken || coloured) return [];
  if (said !== undefined) return [{ kind: 'card', card: 'super', colour: said }];
  const names = taken.piece === 'color' || (taken.piece === 'super' && p.king);
  return [{ kind: 'card', card: taken.piece, colour: names ? 'R' : null }];
}

// ---- nonsense ----

const pick = (random, list) => list[random(list.length)];

export function anyText(p, seat, random) {
  const kind = random(8);
  if (kind === 0) return pick(random, WORDS);
  const held = p.hands[seat];
  const some = kind < 6 && held.length > 0 ? pick(random, held) : pick(random, CARDS);
  const names = some === 'color' ? random(3) > 0 : some === 'super' && random(3) === 0;
  return names ? `${some}=${pick(random, COLOURS)}` : some;
}

export function anyTouch(p, seat, random) {
  const kind = random(8);
  if (kind < 5 && p.hands[seat].length > 0) {
    const x = random(p.hands[seat].length);
    return { kind: 'take', piece: p.hands[seat][x], place: { zone: 'hand', seat, x } };
  }
  if (kind < 6) return { kind: 'put', place: { zone: 'discard' } };
  return { kind: 'choose', word: pick(random, [...WORDS, ...COLOURS]) };
}
