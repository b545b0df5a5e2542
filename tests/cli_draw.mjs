// The pictures of Iota, Cento Multi and Super Taki in `kufsa play`: what a player must be able to
// read in them, not every byte.
//   node tests/cli_draw.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { KEY, finish, program, run, test } from './program.mjs';

const COLUMNS_MAX = 79;
const ESCAPE = '\u001b';

// ---- looking ----

// What is printed when these lines are typed.
function play(game, lines, ...options) {
  const input = [...lines, 'quit', ''].join('\n');
  const { status, out, err } = run(['play', game, '--nodes', '50', ...options], input);
  assert.equal(err, '');
  assert.equal(status, 0);
  return out.split('\n');
}

// The picture that a seat saw last: it follows the greeting or the change at the keyboard.
function pictureOf(lines, seat) {
  const end = lines.findLastIndex((line) => line.startsWith(`Seat ${seat + 1}>`));
  const greeting = /^Type a move|press Enter/;
  return lines.slice(lines.slice(0, end).findLastIndex((line) => greeting.test(line)) + 1, end);
}

// A position as seen from seat 0.
const look = (game, position, ...options) =>
  pictureOf(play(game, [], '--position', position, ...options), 0);

const show = (lines) => `\n${lines.join('\n')}\n`;

// Each of these is a line, or a pattern that some line has.
function has(lines, ...wanted) {
  for (const want of wanted) {
    const found = lines.some((line) => (want instanceof RegExp ? want.test(line) : line === want));
    assert.ok(found, `no ${want} in:${show(lines)}`);
  }
}

function lacks(lines, ...unwanted) {
  for (const text of unwanted)
    assert.ok(!lines.some((line) => line.includes(text)), `${text} in:${show(lines)}`);
}

function fits(lines) {
  const long = lines.filter((line) => [...line].length > COLUMNS_MAX);
  assert.deepEqual(long, []);
}

const isAscii = (lines) => lines.every((line) => /^[ -~]*$/.test(line));

// ---- Iota ----

const ROW = 'Rc1@0,0+Rc2@1,0+Rc3@2,0+Gc3@2,1+Rc4@3,0 Gc1+Bc1+W/Yt3+Yx4 Bs1+Bs2 7/12 0:0';

await test('iota: cards, free squares, squares that can never be filled', () => {
  const picture = look('iota', ROW);
  has(picture, /^ +1 +· +· +Gc3 +· *$/, /^ +0 +× +Rc1 +Rc2 +Rc3 +Rc4 +× *$/, /^× .*\(I9\)/);
  has(picture, /^ +-1 +0 +1 +2 +3 +4 *$/);
  has(picture, 'Draw pile: 2 cards', '> Seat 1 (you): 3 cards, 7 points');
  has(picture, '  Seat 2: 2 cards, 12 points', '  Gc1 Bc1 W');
  lacks(picture, 'Yt3', 'Yx4', 'Bs1', 'Last move', ESCAPE);
  fits(picture);
});

await test('iota: a square that no card suits both ways is crossed out too', () => {
  const position = 'Rc1@0,0+Rc2@1,0+Bs4@1,1+Gc1@2,1+Gc2@2,2 Rc3/Bc4 - 0/0 0:0';
  const picture = look('iota', position);
  has(picture, /^ +0 +· +Rc1 +Rc2 +× *$/, /^ +1 +· +Bs4 +Gc1 +· *$/, /^× .*\(I8\)/);
  fits(picture);
});

await test('iota: numbers stand beneath their columns', () => {
  const picture = look('iota', ROW);
  const [row] = picture.filter((line) => line.includes('Rc1'));
  const [axis] = picture.filter((line) => /^ +-1 +0 /.test(line));
  for (const [x, card] of ['Rc1', 'Rc2', 'Rc3', 'Rc4'].entries())
    assert.equal(axis.slice(0, row.indexOf(card) + card.length).trim().split(/ +/).at(-1), `${x}`);
});

await test('iota: the last move and its points', () => {
  const moves = ['', 'Yc2@1,-1+Yx4@1,0', '', 'pass', '', 'board'];
  const deal = ['--key', '07'.repeat(32), '--seats', '3', '--people', '3'];
  const lines = play('iota', moves, ...deal);
  const second = pictureOf(lines, 1), third = pictureOf(lines, 2);
  has(second, 'Last move: Seat 1: Yc2@1,-1+Yx4@1,0, 12 points', 'Draw pile: 51 cards');
  has(second, /^ +0 +· +Yx2 +Yx4\* +·/, /^ +-1 +· +Yc2\* +·/);
  has(second, '> Seat 2 (you): 4 cards, 0 points', '  Seat 1: 4 cards, 12 points');
  has(third, 'Last move: Seat 2 passed', /^ +0 +· +Yx2 +Yx4 +·/);
  lacks(third, '*');
});

await test('iota: a wild taken back, a trade', () => {
  const position = 'W@0,0+Rc2@1,0 Rc1+Gt4/Yx4 Bs1+Bs2 0/0 0:0';
  const people = ['--people', '2', '--position', position];
  const taken = pictureOf(play('iota', ['', 'Rc1~0,0'], ...people).slice(0, -1), 0);
  has(taken, /^ +0 +· +Rc1\* +Rc2 +·/, 'Last move: Seat 1 (you): Rc1~0,0', '  Gt4 W');
  const traded = pictureOf(play('iota', ['', 'trade Rc1+Gt4', ''], ...people), 1);
  has(traded, 'Last move: Seat 1 traded 2 cards');
});

await test('iota: a race has no points', () => {
  const picture = look('iota', 'Rc1@0,0 Gc1/Yx4 - 0/0 0:0', '--option', 'scoring=race');
  has(picture, '> Seat 1 (you): 1 card', '  Seat 2: 1 card');
});

await test('iota: letters only', () => {
  const picture = look('iota', ROW, '--ascii');
  has(picture, /^ +1 +\. +\. +Gc3 +\. *$/, /^ +0 +# +Rc1 +Rc2 +Rc3 +Rc4 +# *$/, /^# .*\(I9\)/);
  assert.ok(isAscii(picture), show(picture));
});

const plain = [...'RGBY'].flatMap((colour) =>
  [...'cstx'].flatMap((shape) => [1, 2, 3, 4].map((number) => colour + shape + number)));

// A table with this many steps to the right and up.
function stairs(steps) {
  const table = plain.slice(0, 2 * steps).map((card, i) => `${card}@${(i + 1) >> 1},${i >> 1}`);
  table.sort((a, b) => a.split(/[@,]/)[1] - b.split(/[@,]/)[1]);
  return `${table.join('+')} ${plain[2 * steps]}/W - 0/0 0:0`;
}

for (const [steps, width, parts] of [[12, 5, 1], [15, 4, 1], [22, 3, 1], [23, 5, 2], [31, 4, 2]])
  await test(`iota: a table of ${steps + 1} columns`, () => {
    const picture = look('iota', stairs(steps));
    fits(picture);
    for (const card of plain.slice(0, 2 * steps)) has(picture, new RegExp(card));
    const axes = picture.filter((line) => /^ +-?\d+(( +|-)\d+)+ *$/.test(line));
    const numbers = axes.flatMap((line) => line.match(/-?\d+/g).map(Number));
    assert.deepEqual(numbers, Array.from({ length: steps + 3 }, (_, i) => i - 1));
    assert.equal(axes.length, parts);
    const row = picture.find((line) => line.includes('Rc1'));
    assert.equal(row.indexOf('Rc2') - row.indexOf('Rc1'), width);
  });

// ---- Cento Multi ----

const REST = '2+12+36+?/3+5+8 40+45+50 - 0/9 0:2:1';
const ROUNDS = ['--option', 'rounds=3'];

// What is below a card of the hand.
function below(picture, card) {
  for (let i = picture.findIndex((line) => line.startsWith('Your hand')); i < picture.length; i++)
    for (const { 0: text, index } of picture[i].matchAll(/\S+/g))
      if (text === card)
        return [1, 2].map((k) => /^\S*/.exec(picture[i + k].slice(index))[0]).join(' ').trim();
  return null;
}

await test('cento: an undeclared open card', () => {
  const picture = look('cento', `24 ${REST}`, ...ROUNDS);
  has(picture, /24, not declared.* 3 4 6 8 \(CR1\)/, 'Draw pile: 3 cards');
  has(picture, 'Round 2 of 3, begun by Seat 2', '> Seat 1 (you): 4 cards, 0 points');
  has(picture, '  Seat 2: 3 cards, 9 points', 'Discards below it: 0 cards');
  assert.equal(below(picture, '12'), '2x6* 3x4*');
  assert.equal(below(picture, '[36]'), '4x9* 6x6*');
  assert.match(below(picture, '2'), /^1x2(?!\*)/);
  assert.match(below(picture, '?'), /^\?x\?\*/);
  lacks(picture, '45', '50', '[5]', ESCAPE);
  fits(picture);
});

await test('cento: a declared card, a free card, a free card turned up first', () => {
  let picture = look('cento', `24=3x8 ${REST}`, ...ROUNDS);
  has(picture, /24 as 3x8\..* 3 8 \(C4\)/, /│ +3x8 +│/);
  lacks(picture, '4x6');
  assert.equal(below(picture, '12'), '2x6 3x4*');
  assert.equal(below(picture, '[36]'), '4x9 6x6');
  picture = look('cento', `?=6x6 ${REST}`, ...ROUNDS);
  has(picture, /\? for 36 as 6x6.*: 6 \(C4\)/, /│ +\[\?\] +│/);
  assert.equal(below(picture, '[36]'), '4x9 6x6*');
  picture = look('cento', `? ${REST.replace('+?', '')}`, ...ROUNDS);
  has(picture, /Everything fits \(CR2\)/);
  assert.match(below(picture, '2'), /^1x2\*/);
});

await test('cento: counts as cards are discarded and drawn', () => {
  const moves = ['', '30=3x10', '', 'draw', '', 'board'];
  const deal = ['--key', '07'.repeat(32), '--seats', '3', '--people', '3'];
  const lines = play('cento', moves, ...deal);
  const second = pictureOf(lines, 1), third = pictureOf(lines, 2);
  has(second, /30 as 3x10\..* 3 10/, 'Discards below it: 1 card', '  Seat 1: 6 cards, 0 points');
  has(third, '  Seat 2: 8 cards, 0 points', 'Draw pile: 21 cards');
});

await test('cento: a large hand, and somebody who is out', () => {
  const many = '1+2+3+4+5+6+7+8+9+10+12+14+15+16+18+20+21+24+25+27+100';
  let picture = look('cento', `28 ${many}/30 32+35 - 0/0 0:1:0`);
  fits(picture);
  const squares = ['1', '4', '9', '16', '25', '100'];
  for (const card of many.split('+'))
    assert.ok(below(picture, squares.includes(card) ? `[${card}]` : card), card + show(picture));
  picture = look('cento', '28 2+3/-/4+5 32+35 - 0/0/0 0:1:0', '--option', 'scoring=places');
  has(picture, '  Seat 2: 0 cards, out, 0 points');
});

await test('cento: the multiplication table, on request (C14)', () => {
  const position = ['--position', '24=4x6 2+12/3+5 40 - 0/0 0:1:0'];
  const lines = play('cento', ['table', 'help'], ...position);
  const rows = lines.map((line) => line.trim().split(/ +/).join(' '));
  has(rows, '7 7 14 21 28 35 42 [49] 56 63 70', '4* [4] 8 12 [16] 20 24 28 32 [36] 40');
  has(rows, /^"table" .*\(C14\)/);
  const top = rows.indexOf('x 1 2 3 4* 5 6* 7 8 9 10');
  assert.notEqual(top, -1, show(lines));
  for (let row = 1; row <= 10; row++) {
    const numbers = rows[top + row].match(/\d+/g).map(Number);
    assert.deepEqual(numbers, [row, ...Array.from({ length: 10 }, (_, i) => row * (i + 1))]);
  }
  fits(lines.slice(top, top + 12));
  lacks(play('iota', ['table', 'help'], '--key', KEY), '"table"', '14    21');
});

// ---- Super Taki ----

const HAND = 'R3,R4,R4,Gstop,Y+2,color,color,king';

await test('taki: the leading card, the seats, the hand by colours', () => {
  const picture = look('taki', `R7,B7 ${HAND}/Y1,Y3/B4 G1,G3,G4 0> play shut ..! - 0`);
  has(picture, /^ +│ R +│$/, /^ +│ +7 +│$/, /^ +│ +R │$/, 'Leading card: R7 (red 7)');
  has(picture, 'Colour in force: R red', 'Draw pile: 3 cards', 'Discards below it: 1 card');
  has(picture, 'Order of play, clockwise:', '> Seat 1 (you): 8 cards', '  Seat 2: 2 cards');
  has(picture, '  Seat 3: 1 card, has called', /^ +R +3: R3\* R4\* R4\*$/, /^ +G +1: Gstop$/);
  has(picture, /^ +Y +1: Y\+2$/, /^ +- +3: color\* color\* king\*$/, /or: draw$/);
  lacks(picture, 'Y1', 'Y3', 'B4', 'G1', 'G4', 'owes', 'run', ESCAPE);
  fits(picture);
});

await test('taki: cards owed, the other direction, a call that is due', () => {
  const picture = look('taki', `G+2,R+2 ${HAND}/Y1/B4,B5 G1 0< owe2 shut .?. - 0`);
  has(picture, /Seat 1 \(you\) owes 4 cards.*\(T9\)/, 'Order of play, anticlockwise:');
  has(picture, '  Seat 2: 1 card, must still call "last"', /^ +Y +1: Y\+2\*$/, /or: take$/);
  const order = picture.filter((line) => /^[> ] Seat/.test(line)).map((line) => line[7]);
  assert.deepEqual(order, ['1', '3', '2']);
});

await test('taki: a run, a run left open, a king, a chosen colour', () => {
  const others = 'Y1,Y3 G1';
  let picture = look('taki', `R3,Rtaki ${HAND.slice(3)}/${others} 0> run shut .. - 0`);
  has(picture, /laying a run: any red card.*\(T12\)/, /^ +R +2: R4\* R4\*$/, /or: close, end$/);
  picture = look('taki', `Rstop,Rtaki ${HAND}/${others} 0> play open .. - 0`);
  has(picture, /run is open.* red \(T14\)/, 'Leading card: Rstop (red stop)');
  picture = look('taki', `king,R7 ${HAND.replace(',king', '')}/${others} 0> free shut .. - 0`);
  has(picture, 'Leading card: king (king)', /none, any card.*\(TR26\)/, /free turn.*\(T17\)/);
  has(picture, /^ +Y +1: Y\+2\*$/, /or: end$/);
  picture = look('taki', `color=B,R7 ${HAND.replace(',color', '')}/${others} 0> play shut .. - 0`);
  has(picture, 'Colour in force: B blue', /^ +│ +color +│$/);
});

await test('taki: the window of a +3', () => {
  let picture = look('taki', '+3,R7 R1,break/Y1,Y3/B4,B5/G4,G5 G1 1> react:2 shut .... - 0');
  has(picture, 'Leading card: R7 (red 7)', 'On it lies: +3 (T21)', /^Seat 2 laid a \+3/);
  has(picture, '  Seat 2: 2 cards, laid the +3', '  Seat 3: 2 cards, has passed');
  has(picture, '  Seat 1 (you): 2 cards, may break it or pass', /break\*/, /or: pass$/);
  picture = look('taki', '+3,G+2,R+2 G1,break/Y1,Y3/Y4,Y5 B1 1> react3:- shut ... - 0');
  has(picture, /\+3 on a \+2.* 6 cards \(TR3\)/);
});

await test('taki: a card that costs something says so', () => {
  const picture = look('taki', 'R7 R1,Rplus,break/Y1,Y3 G1 0> play shut .. - 0');
  has(picture, /break\*/, /costs you 3 cards.*\(T20\)/);
  lacks(picture, 'TR11');
  fits(picture);
  has(look('taki', 'R7 Rplus/Y1,Y3 G1 0> play shut !. - 0'), /^A plus .*\(TR11\)/);
  lacks(look('taki', 'R7 R1,G1/Y1,break Y4 0> play shut .. - 0'), 'T20');
  lacks(look('taki', '+3,R7 R1,break/Y1,Y3 G1 1> react:- shut .. - 0'), 'T20');
});

await test('taki: the stages of a pyramid', () => {
  const position = 'R7 R1,R3/Y1,Y3/B4,B5 G1 0> play shut ... 8/1/3 0';
  const picture = look('taki', position, '--option', 'mode=pyramid');
  has(picture, '> Seat 1 (you): 2 cards, stage of 8', '  Seat 2: 2 cards, the last stage');
  has(picture, '  Seat 3: 2 cards, stage of 3');
});

await test('taki: letters only', () => {
  const picture = look('taki', `R7 ${HAND}/Y1,Y3 G1 0> play shut .. - 0`, '--ascii');
  has(picture, '  +---------+', /^ +\| R +\|$/);
  assert.ok(isAscii(picture), show(picture));
});

await test('taki: ten seats and a hand of 51 cards', () => {
  const figures = ['1', '+2', '3', '4', '5', '6', '7', '8', '9', 'stop', 'turn', 'plus', 'taki'];
  const all = ['G', 'B'].flatMap((colour) => figures.flatMap((f) => [colour + f, colour + f]));
  const others = ['R1', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9', 'Rstop'].join('/');
  const picture = look('taki', `G1 ${all.slice(1)}/${others} Y1 0< play shut .......... - 0`);
  fits(picture);
  has(picture, '> Seat 1 (you): 51 cards', '  Seat 10: 1 card', /^ +B +26:/, /^ +G +25:/);
  const hand = picture.slice(picture.findIndex((line) => line.startsWith('Your hand')));
  const shown = hand.join(' ').match(/\b[GB](\+2|[a-z]+|\d)/g);
  assert.deepEqual(shown, all.slice(1));
});

// ---- both languages, and colours ----

const HEBREW = {
  iota: [ROW, 'Gc1 Bc1 W'],
  cento: [`24=3x8 ${REST.replace('0:2:1', '0:1:0')}`, '3x4*'],
  taki: ['G+2,R+2 R3,Y+2,king/Y1/B4,B5 G1 0< owe2 shut .?. - 0', 'Y+2*'],
};

for (const [game, [position, notation]] of Object.entries(HEBREW))
  await test(`${game}: Hebrew words, notation as it is typed`, () => {
    const lines = play(game, [], '--lang', 'he', '--position', position);
    const end = lines.findIndex((line) => line.includes('> quit'));
    const picture = lines.slice(lines.findIndex((line) => line.includes('"help"')) + 1, end);
    assert.ok(picture.some((line) => line.includes(notation)), show(picture));
    assert.ok(picture.filter((line) => /[א-ת]/.test(line)).length >= 6, show(picture));
    lacks(picture, 'draw.', '{');
    assert.deepEqual(picture.filter((line) => /[a-z]{5}/.test(line)), []);
    fits(picture);
  });

// `script` lends a terminal.
function inTerminal(environment) {
  const position = 'R7 R3,G4,B5,Y6,king/Y1,Y3 G1 0> play shut .. - 0';
  const command = `printf 'quit\\n' | '${program}' play taki --lang en --position '${position}'`;
  const env = { PATH: process.env.PATH, TERM: 'xterm-256color', ...environment };
  const { error, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { env });
  if (error) throw error;
  return stdout.toString();
}

await test('colours on a terminal, beside the letters', () => {
  const text = inTerminal({});
  for (const [card, ground, ink] of [
    ['R3*', 160, 231], ['G4', 28, 231], ['B5', 25, 231], ['Y6', 214, 16], ['king*', 240, 231],
  ])
    assert.ok(text.includes(`${ESCAPE}[48;5;${ground};38;5;${ink}m ${card} ${ESCAPE}[0m`), text);
});

await test('no colours where they are not wanted', () => {
  for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const text = inTerminal(environment);
    assert.ok(text.includes('R3*') && !text.includes(ESCAPE), text);
  }
});

finish();
