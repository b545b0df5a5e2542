// `kufsa play` at the keyboard: whole games of every kind, and every word that can be typed.
//   node tests/cli_play.mjs PROGRAM
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance, KEY, START, Talk, finish, gameRows, run, test } from './program.mjs';

const games = gameRows();
const PROMPT = /(?:^|\n)([^\n>]+)> $/;
const CURTAIN = /press Enter when nobody else is looking\.\n$/;
const END = /(wins!|share first place|A draw|unfinished|undecided|resigns)[^]*$/;

// Plays lines into a game and returns all it wrote.
function play(words, lines, more = {}) {
  const input = lines.map((line) => `${line}\n`).join('');
  const result = run(['play', ...words, '--nodes', '50', '--key', KEY], input, more);
  assert.equal(result.err, '');
  assert.equal(result.status, 0);
  return result.out;
}

// ---- whole games ----

// The list of `moves all`: entries stand two spaces apart, with their points in brackets.
const movesIn = (text) =>
  text.split('\n').filter((line) => line.startsWith('  ')).flatMap((line) =>
    line.slice(2).split('  ').map((entry) => entry.replace(/ \(-?\d+\)$/, '')));

// What comes next: a prompt, a curtain, or the end.
async function next(talk) {
  const text = await talk.until(new RegExp(`${PROMPT.source}|${CURTAIN.source}|${END.source}`));
  if (CURTAIN.test(text)) return { kind: 'curtain', text };
  return END.test(text) && !PROMPT.test(text) ? { kind: 'end', text } : { kind: 'prompt', text };
}

async function playOut(words, chance, plies) {
  const talk = new Talk(['play', ...words, '--nodes', '20', '--key', KEY]);
  const seen = [];
  for (let ply = 0; ply < plies; ply++) {
    const { kind, text } = await next(talk);
    seen.push({ kind, text });
    if (kind === 'end') break;
    if (kind === 'curtain') {
      talk.write('\n');
      continue;
    }
    talk.write('moves all\n');
    const moves = movesIn((await talk.until(PROMPT)).replace(/^[^\n]*\n/, ''));
    assert.ok(moves.length > 0, text);
    const shared = /and so may others/.test(text.slice(text.lastIndexOf('\n\n')));
    talk.write(shared && chance.below(4) === 0 ? '\n' : `${chance.pick(moves)}\n`);
  }
  const { status, signal } = await talk.end();
  assert.deepEqual([status, signal], [0, null]);
  seen.push({ kind: 'rest', text: talk.text });
  return seen;
}

for (const { name, seats: [fewest, most] } of games)
  await test(`one person plays ${name} against the computer`, async () => {
    const chance = new Chance(7);
    for (const seats of new Set([fewest, Math.min(most, 4)])) {
      const seen = await playOut([name, '--seats', String(seats), '--seat', '1'], chance, 150);
      const all = seen.map(({ text }) => text).join('');
      assert.match(all, END);
      assert.ok(!/\b(play|event|result|cmd|seat)\.[a-z]/.test(all), 'a key instead of a sentence');
      assert.ok(!/[{}]/.test(all), 'a parameter that was not filled in');
    }
  });

for (const { name, seats: [, most] } of games)
  await test(`several people play ${name} at one keyboard`, async () => {
    const people = String(Math.min(most, 3));
    const seen = await playOut([name, '--people', people, '--seats', people], new Chance(3), 60);
    const curtains = seen.filter(({ kind }) => kind === 'curtain').length;
    if (name === 'gobblet') assert.equal(curtains, 0); // nothing is hidden
    else assert.ok(curtains > 3);
  });

await test('nobody sees another player\'s hand', async () => {
  const talk = new Talk(['play', 'cento', '--people', '2', '--key', KEY]);
  const hands = [];
  for (let turn = 0; turn < 6; turn++) {
    await talk.until(CURTAIN);
    talk.write('\n');
    const seat = Number(/Seat (\d)> $/.exec(await talk.until(PROMPT))[1]) - 1;
    talk.write('position\n');
    const [, text] = /^position\n\S+ (\S+)/.exec(await talk.until(PROMPT));
    assert.equal(text.split('/')[1 - seat][0], '#');
    assert.notEqual(text.split('/')[seat][0], '#');
    hands.push(seat);
    talk.write('draw\n');
  }
  assert.deepEqual(hands, [0, 1, 0, 1, 0, 1]);
  assert.equal((await talk.end()).status, 0);
});

await test('a game among computer players runs to its end', () => {
  const out = play(['gobblet', '--people', '0'], []);
  assert.match(out, /(White|Black) wins!|A draw/);
});

await test('the same key gives the same game', () => {
  const lines = ['draw', 'draw', 'draw', 'quit'];
  assert.equal(play(['cento', '--seats', '3'], lines), play(['cento', '--seats', '3'], lines));
});

// ---- moves ----

await test('moves in notation, in any case and with spaces around', () => {
  const out = play(['gobblet', '--people', '2'], ['  4@A1 ', '4@d1', '3@B2', 'b2-c3', 'position']);
  assert.match(out, /White: 4@a1\n/);
  assert.match(out, /White: 3@b2\n/);
});

await test('a refused move says why, with the rule, and nothing is lost', () => {
  const out = play(['gobblet'], ['4@e9', '3@a1', 'a1-a2', 'a1!', 'position']);
  for (const rule of ['G3', 'G7', 'G12']) assert.ok(out.includes(`(${rule})`), rule);
  assert.ok(out.includes(`${START}\n`));
});

await test('the case of what is typed does not matter to a refusal or a word', () => {
  assert.match(play(['gobblet'], ['A1-A2']), /\(G7\)/);
  assert.match(play(['gobblet'], ['MOVES C3']), /W4, the reserve:\n {2}4@c3\n1 legal move\./);
  const taki = play(['taki'], ['b9', 'RTAKI', 'COLOR=b']);
  assert.equal(taki.split('(T5).').length, 4);
  assert.ok(!taki.includes('no move of Super Taki'));
});

await test('in a pipe a move may come where Enter is asked for', () => {
  const out = play(['iota', '--people', '2'], ['pass', '', 'pass', 'quit']);
  assert.match(out, /Seat 1: pass\n[^]*Seat 2: pass\n/);
});

await test('what differs from print is said in one line', () => {
  const options = ['--option', 'call=catch', '--option', 'draw=must'];
  const out = play(['taki', ...options], ['quit']);
  assert.match(out, /^Differs from print\. Calling [^;\n]*catch[^;\n]*; Drawing: [^;\n]*\n/m);
  assert.doesNotMatch(play(['taki'], ['quit']), /print/);
});

await test('a player who has not called is caught, in words', () => {
  const position = 'R9,R5 R4,R6,B7/G1/Y3,Y4 B3,B4,B5,B6 0> play shut .?. - 0';
  const words = ['taki', '--seats', '3', '--option', 'call=catch', '--position', position];
  const out = play(words, ['catch1', 'quit']);
  assert.match(out, /\n {2}catch1: Catch Seat 2!\n/);
  assert.match(out, /Seat 1: "Caught you!"\n {2}Seat 2 forgot to call[^\n]*4 cards/);
});

await test('a pyramid of ten weak players ends', () => {
  const out = play(['taki', '--people', '0', '--seats', '10', '--option', 'mode=pyramid'], []);
  assert.match(out, /wins!\n[^]*tenth place/);
});

await test('a winning line ends the game', () => {
  const position = '-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W3,W4,- 432 333 w';
  const out = play(['gobblet', '--position', position], ['4@d1', 'never read']);
  assert.match(out, /White wins!\n$/);
});

await test('the list of moves, whole and filtered', () => {
  const out = play(['gobblet'], ['moves', 'moves c3', 'moves nothing']);
  assert.match(out, /W4, the reserve:\n {2}4@a1 {2}4@b1/);
  assert.match(out, /16 legal moves\./);
  assert.match(out, /W4, the reserve:\n {2}4@c3\n1 legal move\./);
  assert.match(out, /No legal move has "nothing" in it/);
});

await test('a long list is shortened unless all of it is wanted', () => {
  const short = play(['iota'], ['moves']);
  const long = play(['iota'], ['moves all']);
  assert.match(short, /"moves all" shows every one/);
  assert.ok(long.length > short.length);
});

// ---- words ----

await test('help says what holds at this table', () => {
  const says = (words, wanted, unwanted) => {
    const out = play(words, ['help']);
    assert.match(out, wanted, words.join(' '));
    assert.doesNotMatch(out, unwanted, words.join(' '));
  };
  says(['gobblet'], /\(G5, G6\)/, /GR11/);
  says(['gobblet', '--option', 'reserve=free'], /\(G5, GR11\)/, /G6/);
  says(['iota'], /W is a wild/, /Bt1/);
  says(['iota', '--option', 'wilds=0'], /trade Gs3\+Bt1/, /wild at|W is a wild/);
});

await test('help explains the notation and cites rules', () => {
  for (const { name } of games) {
    const out = play([name], ['help', '?']);
    assert.equal(out.split('Other things to type').length, 3);
    assert.match(out, /How to write moves[^]*\([A-Z]+\d+/);
  }
});

await test('rules, all or one', () => {
  const out = play(['gobblet'], ['rules g5', 'rules G99', 'rules']);
  assert.match(out, /> rules g5\nG5 /);
  assert.match(out, /no number "G99"; they are numbered G1–G\d+, GR1–GR\d+\./);
  assert.ok(out.length > 5000);
});

await test('undo goes back to before one\'s last move', () => {
  const out = play(['gobblet'], ['undo', '4@a1', '4@b4', 'undo', 'undo', 'position', 'undo']);
  assert.equal(out.split('Taken back.').length, 3);
  assert.ok(out.includes(`> position\n${START}\n`));
  assert.equal(out.split('There is no move of yours to take back.').length, 3);
});

await test('undo stops at a card that was revealed', () => {
  const out = play(['cento'], ['draw', 'undo']);
  assert.match(out, /A card has been revealed/);
});

await test('people at one keyboard take back the last move of any of them', () => {
  const lines = ['4@a1', '4@b2', 'undo', 'undo', 'position', 'undo'];
  const out = play(['gobblet', '--people', '2'], lines);
  assert.equal(out.split('Taken back.').length, 3);
  assert.ok(out.includes(`White> position\n${START}\n`));
  assert.match(out, /There is no move of yours to take back\./);
});

await test('a computer player\'s trade is shown without its cards', () => {
  const out = play(['iota', '--people', '0', '--seats', '4', '--level', 'random'], []);
  assert.match(out, /Seat \d: …\n {2}Seat \d puts (a card|\d cards) under the pile\.\n/);
  assert.ok(!/: trade /.test(out));
});

await test('a hint is a legal move', () => {
  const [, move] = /would play (\S+) \(/.exec(play(['gobblet'], ['hint']));
  assert.ok(play(['gobblet'], [move]).includes(`White: ${move}\n`));
});

await test('players say it themselves: nothing is given away, and wrong answers count', () => {
  const position = ['--position', '12=2x6 24+30/35+42 1+2+3 - 0/0 0:1:0'];
  const lines = ['hint', 'moves', 'table', '24=8x3', '24', '36=6x6', '24=3X8', '24=1x1', 'quit'];
  const out = play(['cento', '--aloud', 'three', ...position], lines);
  assert.match(out, /no hints/);
  assert.match(out, /moves are not listed/);
  assert.ok(!/\*|x8|x4|x3(?!\n)|5x6/.test(out.slice(0, out.indexOf('24=8x3'))), 'no products');
  assert.match(out, /24=8x3\n[^\n]*\(C4\)[^]*: 1 of 3\./);
  assert.match(out, /24\n[^\n]*\(C3\)\.?\n[^\n]*36=6x6\n[^\n]*\(C4\)/, 'neither is an answer');
  assert.match(out, /24=3X8\n[^\n]*\(C4\)[^]*: 2 of 3\./);
  assert.match(out, /24=1x1\n[^\n]*\(C3\)\.\n[^\n]*turn is lost \(C5\)\.\nSeat 1: draw/);
});

await test('the end says what was wrong, and what would have been right', () => {
  const position = ['--position', '12=2x6 24/35 1+2 - 0/0 0:1:0'];
  const out = play(['cento', '--aloud', 'on', ...position], ['24=3x8', '24=6x4']);
  assert.match(out, /Wrong answers, Seat 1: 1\n {2}On 12=2x6: 24=3x8\. Right: 24=4x6\n/);
  const none = run(['play', 'iota', '--aloud', 'on']);
  assert.deepEqual([none.status, /Nothing is said/.test(none.err)], [2, true]);
  const strange = run(['play', 'cento', '--aloud', 'loud']);
  assert.deepEqual([strange.status, /"three"/.test(strange.err)], [2, true]);
});

await test('resigning', () => {
  assert.match(play(['gobblet'], ['resign']), /White resigns\.\nBlack wins!\n$/);
  const three = play(['taki', '--people', '2', '--seats', '3'], ['', 'resign', '', 'resign']);
  assert.match(three, /the computer plays on from that seat/);
  assert.match(three, /Seat 2 resigns\./);
});

await test('a draw is offered, and taken or not', () => {
  const two = ['gobblet', '--people', '2'];
  assert.match(play(two, ['draw', 'y']), /A draw by agreement\.\n$/);
  assert.match(play(two, ['draw', 'n', 'quit']), /The draw is declined\./);
  assert.match(play(['gobblet'], ['draw', 'quit']), /The draw is declined\./);
  assert.match(play(['cento'], ['draw', 'quit']), /Seat 1: draw\n/); // there it is a move
});

await test('a bot in a bad position accepts the draw', () => {
  const position = '-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W3,W4,- 432 333 w';
  assert.match(play(['gobblet', '--position', position], ['draw']), /A draw by agreement/);
});

await test('a seat number in front says who moves', () => {
  const out = play(['gobblet', '--people', '2'], ['0: 4@a1', '1:4@b1', '0: 4@c3', 'quit']);
  assert.match(out, /White: 4@a1\n[^]*Black: 4@b1\n[^]*White: 4@c3\n/);
});

await test('the end of the input leaves the game, with status 0', () => {
  assert.match(play(['taki'], []), /ends here, unfinished\./);
  const cut = run(['play', 'gobblet'], '4@a1');
  assert.equal(cut.status, 0);
  assert.match(cut.out, /White: 4@a1\n/);
});

await test('any bytes at the keyboard', () => {
  const chance = new Chance(99);
  const bytes = Buffer.from(Array.from({ length: 20_000 }, () => chance.below(256)));
  for (const { name } of games) assert.equal(run(['play', name, '--nodes', '1'], bytes).status, 0);
  assert.equal(run(['play', 'gobblet', '--nodes', '1'], 'x'.repeat(100_000)).status, 0);
});

// ---- records ----

const folder = mkdtempSync(join(tmpdir(), 'kufsa-play-'));
const files = { count: 0 };
const newFile = () => join(folder, `${files.count++}.kufsa`);

// Plays with a record, which must be true; returns its text.
function recorded(words, lines) {
  const path = newFile();
  play([...words, '--record', path], lines);
  const { status, out, err } = run(['verify', path]);
  assert.deepEqual([status, err], [0, '']);
  return { text: readFileSync(path, 'utf8'), checked: out };
}

for (const { name, seats: [fewest] } of games)
  await test(`a record of ${name}, from the first card to the last`, () => {
    const { text, checked } = recorded([name, '--people', '0'], []);
    assert.match(text, new RegExp(`^kufsa-record 1\ngame ${name}\n[^]*\nkey ${KEY}\n`));
    assert.equal(text.match(/^seat \d bot casual$/gm).length, fewest);
    assert.match(text, /^date \d{4}-\d\d-\d\d$/m);
    assert.match(checked, /ended by the rules\nresult/);
  });

await test('records of games that end in other ways', () => {
  const two = ['gobblet', '--people', '2'];
  assert.match(recorded(two, ['4@a1', 'resign']).text, /\n0 4@a1\n\nend resigned 1\nresult 1 2\n/);
  assert.match(recorded(two, ['draw', 'y']).text, /\nend agreed\nresult 1 1\n/);
  assert.match(recorded(two, ['4@a1', 'quit']).text, /\nend stopped\nresult \*\n/);
  const three = recorded(['taki', '--people', '2', '--seats', '3'], ['resign', '', 'resign']);
  assert.match(three.text, /seat 0 person\nseat 1 person\nseat 2 bot casual\n/);
  assert.match(three.checked, /stopped unfinished/);
});

await test('moves that were taken back are not in the record', () => {
  const { text } = recorded(['gobblet', '--people', '2'], ['4@a1', '4@b2', 'undo', '4@d4', 'quit']);
  assert.match(text, /\n\n0 4@a1\n1 4@d4\n\n/);
});

await test('a killed program leaves a valid record', async () => {
  const path = newFile();
  const talk = new Talk(['play', 'cento', '--nodes', '20', '--key', KEY, '--record', path]);
  for (let turn = 0; turn < 5; turn++) {
    await talk.until(PROMPT);
    const { status, out } = run(['verify', path]);
    assert.equal(status, 0);
    assert.match(out, /unfinished, as it says/);
    talk.write('draw\n');
  }
  await talk.until(PROMPT);
  talk.child.kill('SIGKILL');
  await talk.ended;
  assert.equal(run(['verify', path]).status, 0);
  assert.ok(readFileSync(path, 'utf8').match(/^0 draw$/gm).length === 5);
});

await test('an impossible record', () => {
  const path = newFile();
  recorded(['gobblet'], ['quit']);
  const refused = (words, pattern) => {
    const { status, out, err } = run(['play', 'gobblet', ...words], '');
    assert.deepEqual([status, out], [2, '']);
    assert.match(err, pattern);
  };
  refused(['--record', join(folder, 'none', 'x')], /cannot be written: No such file/);
  refused(['--record', join(folder, `${files.count - 1}.kufsa`)], /cannot be written: File exists/);
  refused(['--record', path, '--position', START], /begins with a position has no record/);
  assert.ok(!existsSync(path));
});

rmSync(folder, { recursive: true });

// ---- how it looks ----

await test('the board has letters, boxes, and a mark on the last move', () => {
  const out = play(['gobblet', '--people', '2'], ['4@a1', '4@b2', 'a1-c3']);
  assert.match(out, /│ {3}W4 {3}│/);
  assert.match(out, /║ {3}B4 {3}║\*/);
  assert.match(out, / 1 │ {5}\. {6}│/);
  assert.match(out, /\n {9}a {12}b {12}c {12}d\n/);
});

await test('the line that wins is marked, square by square', () => {
  const position = '-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W3,W4,- 432 333 w';
  const boxes = play(['gobblet', '--position', position], ['2@d1']).replaceAll(' ', '');
  assert.ok(boxes.includes('1││W4│!││W3│!││W4│!││W2│!│1'), boxes);
  assert.ok(boxes.includes('2│║B4║│║B4║│║B4║││2'), boxes);
  const letters = play(['gobblet', '--position', position, '--ascii'], ['2@d1']);
  assert.match(letters, /\n 1 {2}W4! +W3! +W4! +W2! +1\n/);
});

await test('--ascii is ASCII, and no escape is written into a pipe', () => {
  for (const { name } of games) {
    const out = play([name, '--ascii'], ['moves', 'hint', 'board', 'quit']);
    assert.match(out, /^[\n -~…]*$/);
    assert.ok(!play([name], ['moves', 'quit']).includes('\x1b'));
  }
});

await test('what is covered is shown with peek only', () => {
  const position = '-,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b';
  const words = ['gobblet', '--position', position, '--ascii'];
  assert.ok(!play(words, []).includes('B3W4'));
  assert.ok(play([...words, '--option', 'peek=on'], []).includes('B3W4'));
});

await test('Hebrew', () => {
  const out = play(['gobblet', '--lang', 'he'], ['4@a1', 'b9', 'hint', 'moves', 'quit']);
  assert.match(out, /[א-ת]/);
  assert.ok(!/your turn|would play|legal move/i.test(out));
  assert.match(play(['taki'], ['quit'], { LC_ALL: 'he_IL.UTF-8' }), /התור/);
});

finish();
