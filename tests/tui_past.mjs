// SPDX-License-Identifier: MIT
// Looking back in the terminal: the review of a game that has just ended, of a replay and of the
// box; the moments that ask before they tell; a game that is played on. Any key ends the judging.
//   node tests/tui_past.mjs KUFSA VT_CELLS
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, root, run, test } from './program.mjs';
import { GIFT, thrown } from './thrown.mjs';
import { dropFolder, KEYS, says, stateFolder, Terminal, touch, words } from './vt.mjs';
import { Player, Server } from './ws.mjs';

const text = { en: words('en'), he: words('he') };
const en = text.en;
const LONG = join(root, 'tests/records/iota-2-full-points-double.kufsa');

async function withTerminal(argv, work, wishes = {}) {
  const state = wishes.state ?? stateFolder();
  const terminal = new Terminal(argv(state), { ...wishes, state });
  try {
    return await work(terminal, state);
  } finally {
    await terminal.close();
    if (wishes.state === undefined) dropFolder(state);
  }
}

const file = (record) => (state) => {
  const path = join(state, 'x.kufsa');
  writeFileSync(path, record);
  return ['replay', path];
};

const seen = (sentence) => ({ test: (now) => says(now, sentence) });
const gone = (sentence) => ({ test: (now) => !says(now, sentence) });

/** The key of the row or button with this text. */
async function press(terminal, sentence) {
  await terminal.until(sentence);
  const row = terminal.screen.rows.findLast((line) => line.includes(sentence));
  const [, key] = /([1-9]) $/.exec(row.slice(0, row.lastIndexOf(sentence)));
  await terminal.keys(key);
}

async function review(terminal, title) {
  await terminal.until(en('tui.key.review'));
  await terminal.keys('r');
  await terminal.until(`═ ${title} ═`);
}

/** The points of the bars, from an even chance to the end. */
const pointsOf = (terminal, t = en) =>
  ['start', 'unseen', 'luck', 'others', 'slips', 'resigned', 'end']
    .map((part) => `║ ${t(`past.${part}`)} `)
    .flatMap((label) => terminal.screen.rows.filter((row) => row.includes(label)))
    .map((row) => Number(/([+−]?\d+)(?: of 100)? /.exec(row)[1].replace('−', '-')));

/** The verdict as a whole: beside the table its lines are broken. */
async function told(terminal, ...sentences) {
  await terminal.keys('l');
  await terminal.until(`═ ${en('past.back')} ═`);
  const whole = terminal.screen.rows.flatMap((row) => /║(.*)║/.exec(row)?.[1] ?? []).join('\n');
  for (const sentence of sentences) assert.ok(says(whole, sentence), terminal.text);
  await terminal.keys(KEYS.esc);
  await terminal.until(gone(`═ ${en('past.back')} ═`));
  return whole;
}

async function resign(terminal) {
  await terminal.keys('m');
  await terminal.until(en('tui.menu.title'));
  await press(terminal, en('tui.menu.resign'));
  await terminal.until(en('tui.resign.sure'));
  await terminal.keys(`${KEYS.down}${KEYS.enter}`);
  await terminal.until(en('past.do'));
}

await test('after a game at the table: bars that add up, kept in the box', async () => {
  await withTerminal(() => ['play', 'gobblet'], async (terminal, state) => {
    await touch(terminal, en);
    await terminal.until(en('tui.yours'));
    await resign(terminal);
    await press(terminal, en('past.do'));
    await terminal.until(`═ ${en('past.title.open')} ═`);
    const [start, unseen, others, slips, resigned, end] = pointsOf(terminal);
    assert.deepEqual([start, end], [50, 0]);
    assert.equal(start + unseen + others + slips + resigned, end);
    assert.ok(slips <= 0 && others >= 0 && resigned < -20, terminal.text);
    const listed = run(['box', 'list', '--json'], '', { XDG_STATE_HOME: state }).out;
    assert.match(listed, /"slips"/);
    await terminal.keys(`${KEYS.esc}q`); // from the replay back to the table
    await terminal.until(en('tui.rematch'));
    await press(terminal, en('tui.rematch'));
    await terminal.until(gone(en('past.do')));
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
  });
});

await test('a moment asks, then tells; the moves of a proof can be walked through', async () => {
  await withTerminal(file(thrown()), async (terminal) => {
    await review(terminal, en('past.title.open'));
    await press(terminal, en('past.moments'));
    await terminal.until(seen(`${en('past.mark.gift')} ${en('past.ask')}`));
    assert.ok(!says(terminal.text, en('past.better')), terminal.text);
    assert.ok(!terminal.text.includes('B!'), 'it gives nothing away');
    await press(terminal, en('past.tell'));
    await terminal.until(en('past.better'));
    const verdict = await told(terminal, en('past.better'), en('past.proof.played[one]'));
    const [, better] = /Better: (\S+)/.exec(verdict);
    await press(terminal, en('past.story.played'));
    await terminal.until('B!');
    const threat = en('past.threat').replace('{name}', 'Black').replace('{places}', GIFT.threat);
    await told(terminal, threat);
    await terminal.until(en('tui.replay.at').replace('{at}', '1').replace('{of}', '2'));
    await terminal.keys(KEYS.right);
    await terminal.until(seen('Black brings B3 onto d4.'));
    assert.ok(!terminal.text.includes('B!'));
    await terminal.keys(KEYS.left + KEYS.left);
    await terminal.until(en('tui.replay.at').replace('{at}', '0').replace('{of}', '2'));
    // The same again, with an answer: the better move, and one that loses as well.
    for (const [answer, worth] of [[better, 'past.right'], ['3@a2', 'past.better']]) {
      await terminal.keys('q');
      await press(terminal, en('past.moments'));
      await terminal.until(seen(en('past.ask')));
      await terminal.keys(':x\r'); // no move
      await terminal.until(en('past.tell'));
      await terminal.keys(`:${answer}${KEYS.enter}`);
      await terminal.until(en(worth));
    }
    await terminal.until(en('past.story.yours'));
    await told(terminal, en('past.proof.yours[one]'));
    await terminal.keys('q');
    await terminal.until(`═ ${en('past.title.open')} ═`);
    await terminal.keys(KEYS.esc + KEYS.home);
    await terminal.until('▼'); // the mark on the slider
    await terminal.keys('n');
    await terminal.until(en('tui.replay.at').replace('{at}', GIFT.ply).replace('{of}', '7'));
    await terminal.keys(`${KEYS.end}p`);
    await terminal.until(en('tui.replay.at').replace('{at}', GIFT.ply).replace('{of}', '7'));
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
  });
});

await test('a game is played on, with its first moves, and kept', async () => {
  const played = (state) => {
    const [name] = readdirSync(join(state, 'kufsa')).filter((one) => one.startsWith('gobblet.'));
    return readFileSync(join(state, 'kufsa', name), 'utf8');
  };
  await withTerminal(file(thrown()), async (terminal, state) => {
    await review(terminal, en('past.title.open'));
    await press(terminal, en('past.moments'));
    await terminal.until(seen(en('past.ask')));
    await press(terminal, en('past.tell'));
    await press(terminal, en('past.on.do'));
    await terminal.until(`═ ${en('past.on.title')} ═`);
    await press(terminal, en('level.gentle'));
    await terminal.until(en('tui.yours'));
    assert.ok(says(terminal.text, 'Noa'));
    await terminal.keys(`:c1-d4${KEYS.enter}`); // stops the three: the game goes on
    await terminal.until(/Noa moves W4 from c1 to/);
    await terminal.until(en('tui.yours'));
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
    const events = played(state);
    assert.match(events, new RegExp(` given ${'00'.repeat(32)} ${GIFT.ply}\n`));
    assert.ok([...events.matchAll(/ move /g)].length >= GIFT.ply + 2, events);
  });
});

await test('any key stops the judging, in a replay', async () => {
  for (const key of ['x', KEYS.enter, KEYS.esc, KEYS.up]) {
    await withTerminal(() => ['replay', LONG], async (terminal) => {
      await review(terminal, en('past.busy'));
      await terminal.keys(key);
      await terminal.until(gone(`═ ${en('past.busy')} ═`), 5000);
      assert.ok(!says(terminal.text, en('past.title.open')), terminal.text);
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
    });
  }
});

await test('cards: what a player could not see stays hidden, in both languages', async () => {
  const record = readFileSync(join(root, 'tests/records/taki-3-game-auto.kufsa'), 'utf8');
  for (const lang of ['en', 'he']) {
    const t = text[lang];
    const argv = (state) => [...file(record)(state), '--as', '0', '--lang', lang, '--bidi', 'off'];
    await withTerminal(argv, async (terminal) => {
      await terminal.until(t('tui.key.review'));
      await terminal.keys('r');
      await terminal.until(`═ ${t('past.title.open')} ═`);
      assert.ok(says(terminal.text, t('past.of').replace('{n}', '100')), terminal.text);
      await terminal.keys('1');
      await terminal.until(seen(t('past.ask')));
      const cards = terminal.screen.rows.join('\n');
      await terminal.until('░░'); // the pile, face down
      assert.ok(!cards.includes('{'), cards);
      await terminal.keys('2'); // Show me
      await terminal.until(seen(t('past.right')));
      await terminal.keys('q');
      await terminal.until(`═ ${t('past.title.open')} ═`);
      await terminal.keys(`${KEYS.esc}${KEYS.home}v`); // from the first seat's eyes to the next
      const eyes = t('tui.replay.seat').split('{')[0];
      await terminal.until(eyes);
      assert.match(terminal.text, new RegExp(`${eyes}[^\n]*2`));
    });
  }
});

await test('the box knows whose game it is', async () => {
  const state = stateFolder();
  const tags = 'at 2026-01-01T00:00:00.000Z\nmine 0\n';
  const path = join(state, 'games.kufsa');
  writeFileSync(path, thrown().replace('\n\n', `\n${tags}\n`));
  const env = { XDG_STATE_HOME: state };
  const { status, out, err } = run(['box', 'import', path], '', env);
  assert.equal(status, 0, out + err);
  await withTerminal(() => ['box', 'show', '1'], async (terminal) => {
    await review(terminal, en('past.title.open'));
    assert.ok(says(terminal.text, en('past.slips')), terminal.text);
    assert.ok(!says(terminal.text, en('past.seat')), terminal.text);
  }, { state });
  assert.match(run(['box', 'list', '--json'], '', env).out, /"slips"/);
  dropFolder(state);
});

await test('another match begins at the server while a person looks back', async () => {
  const server = await Server.start(['--memory']);
  const table = await server.open('gobblet', 2);
  const noa = await Player.join(server, table.table, { token: table.token });
  await noa.does({ do: 'sit', seat: 0, name: 'Noa' });
  const argv = () => ['join', `${table.code}@localhost:${server.port}`, '--name', 'Ben'];
  await withTerminal(argv, async (terminal) => {
    await terminal.click(en('tui.lobby.sit').split('{')[0].trim());
    await press(terminal, en('tui.lobby.be_ready'));
    await terminal.until(en('tui.lobby.unready'));
    await noa.does({ do: 'start' });
    await noa.does({ do: 'move', move: '4@a1' });
    await touch(terminal, en);
    await noa.socket.take((m) => m.do === 'move' && m.seat === 1);
    await noa.does({ do: 'resign' });
    await press(terminal, en('tui.rematch'));
    await terminal.until(en('tui.unrematch'));
    await press(terminal, en('past.do'));
    await terminal.until(`═ ${en('past.title.open')} ═`);
    await terminal.keys(KEYS.esc);
    await noa.does({ do: 'rematch' });
    await terminal.until(seen(en('tui.past.goes_on')));
    await terminal.keys('q');
    await terminal.until(gone(en('tui.past.goes_on')));
    await terminal.until({ test: (now) => says(now, en('tui.yours')) || says(now, 'Noa to play') });
  });
  noa.close();
  await server.kill('SIGKILL');
});

finish();
