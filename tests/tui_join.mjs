// SPDX-License-Identifier: MIT
// `kufsa join` at a real server: sitting down, playing, a server that dies and comes back, a game
// that goes from one device to another and back, what is refused.
//   node tests/tui_join.mjs KUFSA VT_CELLS SHIM
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Clock } from './clock.mjs';
import { finish, program, run, test } from './program.mjs';
import { Player, Server, sleep } from './ws.mjs';
import { dropFolder, KEYS, says, stateFolder, Terminal, touch, words } from './vt.mjs';

const en = words('en');

/** Presses the button with this text. */
async function button(terminal, text, most) {
  await terminal.until(text, most);
  const at = terminal.text.indexOf(text);
  const key = /(\d) $/.exec(terminal.text.slice(0, at));
  assert.ok(key, `no key before ${text}\n${terminal.text}`);
  await terminal.keys(key[1]);
}

/** The same, in either direction and also in a sheet: `1 Block`, `לחסום 1`. */
async function press(terminal, text, most) {
  await terminal.until(text, most);
  const row = terminal.screen.rows.findLast((line) => line.includes(text));
  const before = /([1-9a-p]) $/.exec(row.slice(0, row.lastIndexOf(text)));
  const behind = /^[^1-9a-p]*?([1-9a-p]) /.exec(row.slice(row.lastIndexOf(text) + text.length));
  assert.ok(before ?? behind, `no key at ${text}\n${terminal.text}`);
  await terminal.keys((before ?? behind)[1]);
}

/** A move, and the computer's answer as an onlooker hears of it. */
async function exchange(terminal, server, table) {
  await terminal.until(en('tui.yours'));
  const looker = await Player.join(server, table);
  await touch(terminal, en);
  await looker.socket.take((m) => m.do === 'move' && m.seat === 1);
  looker.close();
}

const tokensOf = (state) => readFileSync(join(state, 'kufsa', 'tokens'), 'utf8');

/** The token that was kept last. */
const tokenOf = (state) => /\S+ \S+ ([0-9a-f]+)\n/.exec(tokensOf(state))[1];

const sits = (seat) => en('tui.lobby.sit').replace('{seat}', seat);

/** A table of Gobblet where Noa, who came by WebSocket, sits on the first seat. */
async function openTable(server) {
  const table = await server.open('gobblet', 2);
  const noa = await Player.join(server, table.table, { token: table.token });
  await noa.does({ do: 'sit', seat: 0, name: 'Noa' });
  return { ...table, noa };
}

/** Ben comes by terminal, sits and is ready; Noa starts. */
async function begin(
  server,
  state,
  address = (code) => `${code.toLowerCase()}@localhost:${server.port}`,
  env = {},
) {
  const { noa, code, table, token } = await openTable(server);
  const terminal = new Terminal(['join', address(code), '--name', 'Ben'], { state, env });
  await button(terminal, sits(''));
  await button(terminal, en('tui.lobby.be_ready'));
  await noa.socket.take((m) => m.do === 'ready');
  await noa.does({ do: 'start' });
  await terminal.until('Noa');
  return { noa, terminal, code, table, token };
}

async function withServer(words_, body, environment = {}) {
  const state = stateFolder();
  const server = await Server.start(words_(state), environment);
  try {
    await body(server, state);
  } finally {
    await Terminal.closeAll();
    await server.kill('SIGKILL');
    dropFolder(state);
  }
}

const onDisk = (state) => ['--data', join(state, 'kufsa.db')];

await test('sits down, plays, and the server dies and comes back', () =>
  withServer(onDisk, async (server, state) => {
    const { noa, terminal, table, token } = await begin(server, state);
    await noa.does({ do: 'move', move: '4@a1' });
    await touch(terminal, en);
    const bens = await noa.socket.take((m) => m.do === 'move' && m.seat === 1);
    await server.kill('SIGKILL');
    await terminal.until(en('tui.line.lost'));
    assert.equal(terminal.screen.alive, true);
    await sleep(500);
    const again = await Server.start([...onDisk(state), '--port', `${server.port}`]);
    try {
      const back = await Player.join(again, table, { token });
      assert.equal(back.view.position, bens.position);
      await terminal.until('W4'); // the table is there again
      await back.does({ do: 'move', move: '4@d4' });
      await touch(terminal, en);
      const next = await back.socket.take((m) => m.do === 'move' && m.seat === 1);
      assert.equal(next.seat, 1);
      const tokens = join(state, 'kufsa', 'tokens');
      assert.equal(statSync(tokens).mode & 0o777, 0o600);
      assert.match(readFileSync(tokens, 'utf8'), /^localhost:\d+ [A-Z0-9]{6} [0-9a-f]+\n$/);
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
      await terminal.close();
      back.close();
    } finally {
      await again.kill('SIGKILL');
    }
  }));

await test('whoever comes in the middle plays in the next game', () =>
  withServer(onDisk, async (server, state) => {
    const { noa, code, table } = await openTable(server);
    const gal = await Player.join(server, table);
    await gal.does({ do: 'sit', seat: 1, name: 'Gal' });
    await gal.does({ do: 'ready' });
    await noa.does({ do: 'start' });
    const ben = ['join', `${code}@localhost:${server.port}`, '--name', 'Ben'];
    const terminal = new Terminal(ben, { state });
    await button(terminal, en('tui.wait'));
    await noa.socket.take((m) => m.do === 'wait' && m.name === 'Ben');
    await terminal.until(en('tui.waiting.you'));
    await button(terminal, en('tui.unwait'));
    await noa.socket.take((m) => m.do === 'unwait');
    const dan = await Player.join(server, table);
    await dan.does({ do: 'wait', name: 'Dan' });
    await terminal.until(en('tui.waiting').replace('{name}', 'Dan'));
    await dan.does({ do: 'unwait' });
    await button(terminal, en('tui.wait'));
    await noa.socket.take((m) => m.do === 'wait' && m.name === 'Ben');
    await gal.does({ do: 'resign' });
    for (const one of [noa, gal]) await one.does({ do: 'rematch' });
    const { seats } = await noa.socket.take((m) => m.do === 'rematch' && m.phase === 'play');
    assert.ok(seats.some(({ name }) => name === 'Ben'));
    await terminal.until('Ben'); // who sits now
    for (const one of [noa, gal, dan]) one.close();
    await terminal.close();
  }));

const boxOf = (state) => {
  const { out } = run(['box', '--json'], '', { XDG_STATE_HOME: state });
  return out.split('\n').slice(0, -1).map((line) => JSON.parse(line));
};

await test('games that end at a server come into the box, once each', () =>
  withServer(onDisk, async (server, state) => {
    const { noa, terminal, code, table } = await begin(server, state);
    await noa.does({ do: 'move', move: '4@a1' });
    await noa.does({ do: 'resign' });
    await terminal.until(en('result.resigned').replace('{name}', 'Noa'));
    await terminal.keys('q');
    assert.equal(await terminal.end(), 0);
    await terminal.close();
    const [game, ...others] = boxOf(state);
    assert.deepEqual(others, []);
    assert.deepEqual([game.result, game.mine, game.end], ['won', [1], 'resigned']);
    assert.deepEqual(game.seats, [{ name: 'Noa' }, { name: 'Ben' }]);
    const url = `http://localhost:${server.port}/api/tables/${table}/record`;
    const record = await (await fetch(url)).text();
    const file = readFileSync(join(state, 'kufsa', 'box', `${game.id}.kufsa`), 'utf8');
    assert.equal(file.replace(/^played .*\nmine 1\n/m, ''), record);
    // Back at the table: it is known. Deleted, it does not come back.
    for (const count of [1, 0]) {
      const back = new Terminal(['join', `${code}@localhost:${server.port}`], { state });
      await back.until(en('result.resigned').replace('{name}', 'Noa'));
      await back.keys('q');
      assert.equal(await back.end(), 0);
      await back.close();
      assert.equal(boxOf(state).length, count);
      if (count > 0) run(['box', 'delete', '1'], 'y\n', { XDG_STATE_HOME: state });
    }
  }));

await test('the client waits for a server that says goodbye', () =>
  withServer(onDisk, async (server, state) => {
    const { terminal } = await begin(server, state);
    await server.kill('SIGTERM');
    await terminal.until(en('tui.line.lost'));
    const again = await Server.start([...onDisk(state), '--port', `${server.port}`]);
    await terminal.until('W4');
    await again.kill('SIGKILL');
    await terminal.close();
  }));

await test('anyone who comes back is the same guest', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const url = (code) => `http://localhost:${server.port}/#${code}`;
      const { noa, terminal, code } = await begin(server, state, url);
      await noa.does({ do: 'move', move: '4@a1' });
      await terminal.until(en('tui.yours'));
      await terminal.signal(9);
      await terminal.end();
      await terminal.close();
      const again = new Terminal(['join', url(code)], { state });
      await touch(again, en);
      assert.equal((await noa.socket.take((m) => m.do === 'move' && m.seat === 1)).seat, 1);
      await again.close();
    },
  ));

await test('started on another device, continued in the terminal, and back', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { noa, code, table, token } = await openTable(server);
      await noa.does({ do: 'bot', seat: 1, level: 'gentle' });
      await noa.does({ do: 'start' });
      await noa.does({ do: 'move', move: '4@a1' });
      await noa.socket.take((m) => m.do === 'move' && m.seat === 1);
      noa.close();
      const terminal = new Terminal(
        ['join', `${code}@127.0.0.1:${server.port}`, '--token', token, '--take'],
        { state },
      );
      await exchange(terminal, server, table);
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
      await terminal.close();
      await assert.rejects(Player.join(server, table, { token }), /serve.token.unknown/);
      const back = await Player.join(server, table, { token: tokenOf(state) });
      assert.equal(back.view.you.seat, 0);
      assert.equal(back.view.moves.length, 4);
      await back.does({ do: 'move', move: back.view.legal[0] });
      back.close();
    },
  ));

/** A link asks before it takes a place over. */
async function takeOver(terminal, name) {
  await terminal.until(en('join.take'));
  const words_ = en('join.take.text').replace('{name}', name);
  assert.ok(says(terminal.text, words_), terminal.text);
  await terminal.keys('1');
}

/** A table where Noa has begun against the computer, on a device that has gone since. */
async function leftTable(server) {
  const { noa, code, table, token } = await openTable(server);
  await noa.does({ do: 'bot', seat: 1, level: 'gentle' });
  await noa.does({ do: 'start' });
  noa.close();
  return { code, table, token, link: `http://localhost:${server.port}/#${code}/${token}` };
}

/** The command line of the program on a terminal, as lists of processes show it. */
function commandLine(terminal) {
  const { pid } = terminal.child;
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').join(' ');
}

await test("the link of another device's seat", () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { code, table, token, link } = await leftTable(server);
      const refuses = new Terminal(['join', link], { state });
      await refuses.until(en('join.take'));
      assert.ok(!existsSync(join(state, 'kufsa', 'tokens')));
      await refuses.keys('2');
      assert.equal(await refuses.end(), 0);
      await refuses.close();
      const terminal = new Terminal(['join', link], { state });
      await takeOver(terminal, 'Noa');
      await exchange(terminal, server, table);
      const own = tokenOf(state);
      assert.notEqual(own, token);
      await assert.rejects(Player.join(server, table, { token }), /serve.token.unknown/);
      assert.ok(commandLine(terminal).includes(`#${code}*`), commandLine(terminal));
      assert.ok(!commandLine(terminal).includes(token));
      assert.equal(statSync(join(state, 'kufsa', 'tokens')).mode & 0o777, 0o600);
      assert.equal(tokensOf(state), `localhost:${server.port} ${code} ${own}\n`);
      await terminal.keys('d'); // and the link for the next device
      await terminal.until(en('tui.menu.device'));
      assert.ok(terminal.text.includes(link.replace(token, own)), terminal.text);
      assert.ok(terminal.text.includes('█▀▀▀▀▀█'), terminal.text);
      await terminal.keys(`${KEYS.esc}q`);
      assert.equal(await terminal.end(), 0);
      await terminal.rest(20);
      assert.ok(!terminal.text.includes(own), terminal.text);
      await terminal.close();
      const back = await Player.join(server, table, { token: own });
      assert.equal(back.view.moves.length, 2);
      back.close();
    },
  ));

await test('the other devices are signed out, and another one takes the place', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { table, link } = await leftTable(server);
      const terminal = new Terminal(['join', link, '--take'], { state });
      await terminal.until(en('tui.yours'));
      const first = tokenOf(state);
      const second = await Player.join(server, table, { token: first, device: 'page' });
      await terminal.keys('m');
      await terminal.click(en('tui.menu.signout').replace('{n}', 2));
      await second.socket.take((m) => m.do === 'moved');
      await second.close();
      const next = tokenOf(state);
      assert.notEqual(next, first);
      await assert.rejects(Player.join(server, table, { token: first }), /serve.token.unknown/);
      const become = 'ab'.repeat(16);
      const taker = await Player.join(server, table, { token: next, become });
      assert.equal(taker.view.you.seat, 0);
      await terminal.until(en('tui.moved'));
      assert.ok(says(terminal.text, en('tui.moved.text')), terminal.text);
      assert.equal(tokensOf(state), '');
      await terminal.keys(KEYS.esc);
      await taker.does({ do: 'say', phrase: 'hello' });
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
      taker.close();
      await terminal.close();
    },
  ));

await test('a link that is typed is not shown; one may come through a pipe', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { token, link } = await leftTable(server);
      const typed = new Terminal(['join', '-'], { state });
      await typed.until(en('join.prompt'));
      await typed.keys(`${link}x\x7f`);
      await typed.rest(100);
      assert.ok(!typed.text.includes(token.slice(0, 8)), typed.text);
      await typed.keys('\r');
      await takeOver(typed, 'Noa');
      await typed.until(en('tui.yours'));
      await typed.close();
      const next = link.replace(token, tokenOf(state));
      const given = new Terminal(['-c', 'echo "$1" | "$0" join -', program, next], {
        state: join(state, 'other'),
        program: '/bin/sh',
      });
      await takeOver(given, 'Noa');
      await given.until(en('tui.yours'));
      await given.keys('q');
      assert.equal(await given.end(), 0);
      await given.close();
      const wrong = new Terminal(['join', '-'], { state });
      await wrong.until(en('join.prompt'));
      await wrong.keys(`${link.replace('#', '')}\r`);
      await wrong.until(en('join.address.typed'), 15000, true);
      assert.ok(!wrong.text.includes(token.slice(0, 8)), wrong.text);
      assert.equal(await wrong.end(), 2);
      await wrong.close();
      const nothing = new Terminal(['join', '-'], { state });
      await nothing.until(en('join.prompt'));
      await nothing.keys('\r');
      await nothing.until(en('join.address.none'), 15000, true);
      assert.equal(await nothing.end(), 2);
      await nothing.close();
    },
  ));

await test('another seat at the same table is not given up without asking', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { noa, terminal, code, token } = await begin(server, state);
      await terminal.close();
      await noa.does({ do: 'move', move: '4@a1' });
      const bens = tokensOf(state);
      const link = (secret) => `http://localhost:${server.port}/#${code}/${secret}`;
      const asks = async (secret, key, then) => {
        const one = new Terminal(['join', link(secret)], { state });
        await one.until(en('join.other'));
        await one.keys(key);
        await then(one);
        await one.close();
      };
      await asks(token, KEYS.esc, async (one) => assert.equal(await one.end(), 0));
      assert.equal(tokensOf(state), bens);
      await asks(token, '1', (one) => one.until(en('tui.yours'))); // as Ben, whose turn it is
      assert.equal(tokensOf(state), bens);
      await asks('0'.repeat(32), '2', async (one) => {
        const words_ = en('join.token.unknown').slice(0, 40);
        await one.until(words_);
        await one.keys('q');
        assert.equal(await one.end(), 1);
        await one.until(words_, 15000, true); // in the shell, too
      });
      assert.equal(tokensOf(state), bens);
      const turn = en('tui.turn').replace('{name}', 'Ben');
      await asks(token, '2', async (one) => {
        await takeOver(one, 'Noa');
        await one.until(turn); // as Noa, who waits for the other
      });
      assert.notEqual(tokensOf(state), bens);
      noa.close();
    },
  ));

const [seatKept] = en('join.left.seat').split('"');

/** What is in the shell after `q`. */
async function left(terminal) {
  await terminal.keys('q');
  assert.equal(await terminal.end(), 0);
  await terminal.rest(50);
  return terminal.text;
}

for (const language of ['en', 'he'])
  await test(`a seat that cannot be kept says so, and how to come back: ${language}`, () =>
    withServer(
      () => ['--memory'],
      async (server, state) => {
        const t = words(language);
        const { noa, code } = await openTable(server);
        writeFileSync(join(state, 'kufsa'), 'a file where the folder should be');
        const argv = ['join', `${code}@localhost:${server.port}`, '--lang', language, '--bidi=off'];
        const ben = new Terminal([...argv, '--name', 'Ben'], { state });
        await press(ben, t('tui.lobby.sit').split('{')[0].trim());
        await noa.socket.take((m) => m.do === 'sit');
        await ben.until({ test: (now) => says(now, t('tui.unkept.text')) });
        await press(ben, t('tui.unkept.link'));
        await ben.until(t('tui.menu.device'));
        const [link] = /http:\S+/.exec(ben.text);
        await ben.keys(KEYS.esc);
        await ben.until(t('tui.lobby.stand'));
        const [kept] = t('join.left.seat').split('"');
        const [sentence] = t('join.left.unkept').split('\\n');
        assert.ok(!says(await left(ben), kept), ben.text);
        assert.ok(says(ben.text, sentence) && says(ben.text, link), ben.text);
        const back = new Terminal(['join', link, '--take', '--lang', language, '--bidi=off'], {
          state: join(state, 'other'),
        });
        await back.until(t('tui.lobby.stand')); // on the same seat
        noa.close();
      },
    ));

await test('an onlooker sees the game and takes no seat', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { noa, terminal, code } = await begin(server, state);
      const other = stateFolder();
      const eve = new Terminal(['join', `${code}@localhost:${server.port}`, '--watch'], {
        state: other,
      });
      await noa.does({ do: 'move', move: '4@a1' });
      await eve.until('Ben');
      await eve.until('W4');
      assert.ok(!existsSync(join(other, 'kufsa', 'tokens')));
      assert.ok(!says(await left(eve), seatKept));
      assert.ok(says(await left(terminal), seatKept));
      await eve.close();
      await terminal.close();
      dropFolder(other);
    },
  ));

await test('anyone who comes while nothing can be stored is told so, and then sees the game', () =>
  withServer(onDisk, async (server, state) => {
    const { noa, terminal, code } = await begin(server, state);
    await noa.does({ do: 'move', move: '4@a1' });
    server.fillDisk(true);
    noa.socket.send({ cid: 900, do: 'say', phrase: 'wait' });
    await terminal.until(en('tui.line.paused'));
    const eve = new Terminal(['join', `${code}@localhost:${server.port}`, '--watch']);
    await eve.until(en('tui.line.paused'));
    for (const begun = Date.now(); Date.now() - begun < 9000; await eve.rest(100, 200))
      assert.ok(eve.text.includes(en('tui.line.paused')), eve.text); // it does not lose patience
    server.fillDisk(false);
    await eve.until('W4');
    const goesOn = { test: (text) => !text.includes(en('tui.line.paused')) };
    for (const each of [eve, terminal]) await each.until(goesOn);
    await touch(terminal, en);
    await eve.close();
    await terminal.close();
  }));

await test('a host settles everything with the mouse', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { code, table, token } = await server.open('taki', 3);
      const eve = await Player.join(server, table);
      const host = new Terminal(
        ['join', `${code}@localhost:${server.port}`, '--token', token, '--take', '--name', 'Noa'],
        { state, columns: 100, lines: 30 },
      );
      const seat = (n) => en('seat.name').replace('{n}', n + 1);
      const say = (key, n) => `${en(key).replace('{seat}', n + 1)} `; // on a button
      // Clicks, and waits for the screen that shows the result: the next click refers to that one.
      const settle = async (text, then) => {
        await host.click(text);
        await host.until(then);
      };
      const news = (wanted) => eve.socket.take(wanted);
      const addBot = async (n, level) => {
        await settle(say('tui.lobby.add', n), en('tui.lobby.level'));
        await settle(en(`level.${level}`), say('tui.lobby.remove', n));
        await news((m) => m.do === 'bot' && m.seat === n && m.level === level);
      };
      await settle(say('tui.lobby.sit', 1), en('tui.lobby.stand'));
      await addBot(0, 'club');
      await settle(say('tui.lobby.remove', 0), say('tui.lobby.add', 0));
      await settle(en('tui.lobby.fewer'), { test: (now) => !now.includes(seat(2)) });
      await settle(en('tui.lobby.more'), seat(2));
      const mode = (value) => `${en('option.taki.mode')}: ${en(`option.taki.mode.${value}`)} `;
      await settle(mode('game'), mode('pyramid'));
      await settle(en('tui.lobby.house'), en('tui.lobby.printed'));
      await settle(en('tui.lobby.printed'), mode('game'));
      await settle(mode('game'), mode('pyramid'));
      await addBot(0, 'gentle');
      await addBot(2, 'casual'); // a bot that sits there is named by its level
      await settle(en('tui.lobby.start'), { test: (now) => !now.includes(en('tui.lobby')) });
      const begun = await news((m) => m.do === 'start');
      assert.equal(begun.seats.length, 3);
      await host.until(/ Esc /);
      eve.close();
      await host.close();
    },
  ));

await test('the computer stands in for somebody who is away, until they are back', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const { noa, terminal, table, token } = await begin(server, state);
      const for_ = en('tui.stand_in').replace('{name}', 'Noa');
      await terminal.rest();
      assert.ok(!terminal.text.includes(for_), 'she is here');
      await noa.does({ do: 'grace', millis: 10000 });
      noa.close();
      await terminal.rest();
      assert.ok(!terminal.text.includes(for_), 'she may still come back');
      await terminal.until(for_);
      await terminal.click(for_);
      await terminal.until(en('tui.yours')); // it has played for her
      const back = await Player.join(server, table, { token });
      assert.equal(back.view.seats[0].bot, 'casual');
      assert.equal(back.view.moves.length, 1);
      await back.does({ do: 'giveback' });
      await touch(terminal, en);
      await back.socket.take((m) => m.do === 'move' && m.seat === 1);
      await back.does({ do: 'takeover', seat: 0, level: 'gentle' });
      await terminal.until(en('tui.yours'));
      await terminal.keys('m'); // and for the person at the terminal
      await terminal.click(en('tui.menu.takeover'));
      await terminal.click(en('tui.giveback'));
      await back.socket.take((m) => m.do === 'giveback' && m.seat === 1);
      back.close();
      await terminal.close();
    },
  ));

await test('another match: who wants it, who is missing, and on without them', () =>
  withServer(onDisk, async (server, state) => {
    const { noa, terminal } = await begin(server, state);
    const named = (key, name) => en(key).replace('{name}', name);
    await noa.does({ do: 'resign' });
    await noa.does({ do: 'rematch' });
    await terminal.until(named('tui.rematch.asked', 'Noa'));
    await noa.does({ do: 'unrematch' });
    await terminal.until({ test: (now) => !now.includes(named('tui.rematch.asked', 'Noa')) });
    await button(terminal, en('tui.rematch'));
    await terminal.until(named('tui.rematch.waits', 'Noa'));
    assert.ok(!terminal.text.includes(en('tui.rematch.bot'))); // she is here, and may want it yet
    await button(terminal, en('tui.unrematch'));
    await button(terminal, en('tui.rematch'));
    await noa.does({ do: 'stand' });
    await button(terminal, en('tui.rematch.bot'));
    const begun = await noa.socket.take((m) => m.do === 'without');
    assert.deepEqual([begun.missing, begun.phase ?? 'play'], ['bot', 'play']);
    await terminal.until(en('level.casual'));
    noa.close();
  }));

await test('who does not move is reminded, and the others may agree on a bot', async () => {
  const clock = new Clock(process.argv[4]);
  await withServer(onDisk, async (server, state) => {
    const { noa, terminal } = await begin(server, state, undefined, clock.environment);
    const pass = (ms) => clock.passBoth(ms, { server, speaker: noa, terminal, t: en });
    await noa.does({ do: 'grace', millis: 10000 });
    await terminal.rest();
    assert.ok(!says(terminal.text, en('tui.nudge').replace('{name}', 'Noa')));
    await pass(60500);
    await button(terminal, en('tui.nudge').replace('{name}', 'Noa'));
    assert.equal((await noa.socket.take((m) => m.do === 'nudge')).seat, 0);
    const reminded = en('tui.nudged').replace('{name}', 'Noa');
    await terminal.until({ test: (now) => says(now, reminded) });
    assert.ok(!says(terminal.text, en('tui.agree').replace('{name}', 'Noa')));
    await pass(10100);
    await button(terminal, en('tui.agree').replace('{name}', 'Noa'));
    const taken = await noa.socket.take((m) => m.do === 'takeover');
    assert.deepEqual([taken.seat, taken.level], [0, 'casual']);
    await noa.does({ do: 'giveback' });
    noa.close();
  }, clock.environment);
  clock.close();
});

/** Ben, the host of a table of Gobblet, and Dana, who came by terminal and sits there too. */
async function hosted(server, state, language, play) {
  const t = words(language);
  const { code, token } = await server.open('gobblet', 2);
  const link = `http://localhost:${server.port}/#${code}/${token}`;
  const wishes = ['--lang', language, '--bidi=off'];
  const ben = new Terminal(['join', link, '--take', '--name', 'Ben', ...wishes], { state });
  await press(ben, t('tui.lobby.sit').split(':')[0]);
  await ben.until('Ben');
  const address = `${code}@localhost:${server.port}`;
  const danas = join(state, 'dana');
  const dana = new Terminal(['join', address, '--name', 'Dana', ...wishes], {
    state: danas,
  });
  await press(dana, t('tui.lobby.sit').split(':')[0]);
  await ben.until('Dana');
  if (play) {
    await press(dana, t('tui.lobby.be_ready'));
    await ben.until({ test: (now) => !now.includes(t('tui.lobby.waits')) });
    await press(ben, t('tui.lobby.start'));
    await ben.until(t('tui.key.undo'));
  }
  const named = (key) => t(key).replaceAll('{name}', 'Dana');
  return { t, ben, dana, danas, code, address, wishes, named };
}

/** From the menu to what a host may do with Dana; every step by the key that the screen shows. */
async function toDana({ t, ben, named }) {
  await ben.keys('m');
  await press(ben, t('tui.menu.door'));
  await press(ben, named('tui.door.person'));
  await ben.until({ test: (now) => says(now, named('tui.door.text')) });
}

for (const language of ['en', 'he'])
  await test(`a host removes somebody, blocks them and unblocks: ${language}`, () =>
    withServer(onDisk, async (server, state) => {
      const at = await hosted(server, state, language, language === 'he');
      const { t, ben, dana, named } = at;
      await toDana(at);
      await press(ben, t('tui.no'));
      await ben.until({ test: (now) => !now.includes(t('tui.door.sure')) });
      assert.ok(ben.text.includes('Dana'), ben.text); // nothing was done
      await toDana(at);
      await press(ben, named('tui.door.block'));
      await ben.until({ test: (now) => !now.includes('Dana') });
      await dana.until({ test: (now) => says(now, t('serve.table.blocked')) });
      await dana.close();
      const comes = () => new Terminal(['join', at.address, ...at.wishes], { state: at.danas });
      const refused = comes();
      assert.equal(await refused.end(), 1);
      await refused.until({ test: (now) => says(now, t('serve.table.blocked')) }, 15000, true);
      await refused.close();
      await ben.keys('m');
      await press(ben, t('tui.menu.door'));
      await press(ben, t('tui.door.unblock'));
      await ben.until(t('tui.door.unblocked'));
      await comes().until({ test: (now) => now.includes('Ben') && !now.includes('Dana') });
    }));

await test('a host removes somebody in mid-game, and the computer plays on', () =>
  withServer(onDisk, async (server, state) => {
    const at = await hosted(server, state, 'en', true);
    await toDana(at);
    await press(at.ben, at.named('tui.door.remove'));
    await at.ben.until(en('level.casual'));
    await at.dana.until(en('level.casual')); // she only watches
  }));

await test('whoever sits down on a seat meanwhile is not removed for somebody else', () =>
  withServer(onDisk, async (server, state) => {
    const at = await hosted(server, state, 'en', false);
    await toDana(at);
    await press(at.dana, en('tui.lobby.stand'));
    await at.dana.until(sits(''));
    const gal = await Player.join(server, at.code);
    await gal.does({ do: 'sit', seat: gal.view.seats.indexOf(null), name: 'Gal' });
    await press(at.ben, at.named('tui.door.block'));
    await at.ben.until(en('tui.door.changed'));
    assert.ok(at.ben.text.includes('Gal'), at.ben.text);
    gal.close();
  }));

await test('a host locks the table from its menu, and unlocks it', () =>
  withServer(onDisk, async (server, state) => {
    const table = await server.open('gobblet', 2);
    const link = `http://localhost:${server.port}/#${table.code}/${table.token}`;
    const terminal = new Terminal(['join', link, '--take', '--name', 'Ben'], { state });
    await button(terminal, sits('').trimEnd());
    const guest = await Player.join(server, table.code);
    const door = async () => {
      await terminal.keys('m');
      await terminal.click(en('tui.menu.door'));
    };
    await door();
    await terminal.click(en('tui.door.lock'));
    await guest.socket.take((m) => m.do === 'lock');
    await assert.rejects(() => Player.join(server, table.code), /serve\.table\.locked/);
    guest.close();
    await door();
    await terminal.click(en('tui.door.unlock'));
    await door();
    await terminal.until(en('tui.door.lock'));
    (await Player.join(server, table.code)).close();
  }));

await test('a table that cannot be joined says why', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const behind = (key) => en(key).split('{given}')[1];
      // What it exits with, and the sentence that it leaves in the shell.
      const joins = async (address, sentence, status) => {
        const terminal = new Terminal(['join', address], { state, columns: 100 });
        assert.equal(await terminal.end(), status, address); // by itself, no key is pressed
        await terminal.until({ test: (now) => says(now, sentence) }, 15000, true);
        assert.ok(!says(terminal.text, seatKept), terminal.text);
        await terminal.close();
      };
      await joins(`ZZZZZZ@localhost:${server.port}`, en('serve.table.unknown'), 1);
      await joins('nowhere', behind('join.address.code'), 2);
      await joins(`https://localhost:${server.port}/#ABCDEF`, en('join.tls.none'), 1);
      await joins('https://no..host/#ABCDEF', en('join.host.unknown'), 1); // no name at all
      await joins('ABCDEF@localhost:99999', behind('join.address.broken'), 2);
      assert.equal(run(['join', 'ABCDEF@localhost']).status, 1); // no terminal
      assert.ok(run(['join', 'no\x1b[2J\x7fwhere']).err.includes('"no?[2J?where"'));
    },
  ));

await test('no hints against the clock between people, in both languages', () =>
  withServer(
    () => ['--memory'],
    async (server) => {
      const hinted = async (language, { millis, people }) => {
        const state = stateFolder();
        const t = words(language);
        const { table, token } = await server.open('gobblet', 2);
        const noa = await Player.join(server, table, { token });
        await noa.does({ do: 'sit', seat: 0, name: 'Noa' });
        if (millis) await noa.does({ do: 'clock', kind: 'game', millis });
        const ben = people ? await Player.join(server, table) : null;
        if (ben) await ben.does({ do: 'sit', seat: 1, name: 'Ben' });
        else await noa.does({ do: 'bot', seat: 1, level: 'gentle' });
        if (ben) await ben.does({ do: 'ready' });
        await noa.does({ do: 'start' });
        const { code } = noa.welcome;
        const argv = ['join', `${code}@localhost:${server.port}`, '--token', token];
        const terminal = new Terminal([...argv, '--lang', language, '--bidi=off'], { state });
        await terminal.until(t('join.take'));
        await terminal.keys(KEYS.enter);
        await terminal.until(t('tui.yours'));
        const key = terminal.screen.rows.at(-1).includes(t('tui.key.hint'));
        await terminal.keys('m');
        await terminal.until(t('tui.menu.undo'));
        const row = terminal.text.includes(t('tui.menu.hint'));
        await terminal.keys(KEYS.esc);
        await terminal.until({ test: (now) => !now.includes(t('tui.menu.undo')) });
        await terminal.keys('h');
        await terminal.until({
          test: (now) => says(now, t('tui.hint.unfair')) || says(now, t('tui.hint.follow')),
        });
        const offered = terminal.text.includes(t('tui.hint.follow'));
        await terminal.close();
        dropFolder(state);
        for (const player of [noa, ben]) player?.close();
        return [key, row, offered];
      };
      const never = [false, false, false];
      const always = [true, true, true];
      for (const language of ['en', 'he'])
        assert.deepEqual(await hinted(language, { millis: 600_000, people: true }), never);
      assert.deepEqual(await hinted('en', { millis: 600_000, people: false }), always);
      assert.deepEqual(await hinted('en', { millis: 0, people: true }), always);
    },
  ));

/** A first connection fails: within this many seconds the program says why and exits with 1. */
async function givesUp(address, key, { seconds = 5, language = 'en' } = {}) {
  const state = stateFolder();
  const begun = Date.now();
  const terminal = new Terminal(['join', address, '--lang', language, '--bidi=off'], { state });
  assert.equal(await terminal.end(seconds * 1000), 1, `${address} is still tried`);
  const millis = Date.now() - begun;
  const sentence = words(language)(key);
  await terminal.until({ test: (now) => says(now, sentence) }, 15000, true);
  await terminal.close();
  dropFolder(state);
  return millis;
}

/** A port that answers connections like this. */
async function withPort(answer, body) {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await body(server.address().port);
  server.close();
}

await test('a closed port is reported at once, and not retried', async () => {
  let closed;
  await withPort(null, (port) => {
    closed = port;
  });
  for (const language of ['en', 'he'])
    for (const host of ['127.0.0.1', 'localhost'])
      await givesUp(`ABCDEF@${host}:${closed}`, 'join.refused', { language });
});

await test('wrong answers, hang-ups and silence are not called a closed port', async () => {
  await withPort(
    (socket) => socket.destroy(),
    (port) => givesUp(`ABCDEF@127.0.0.1:${port}`, 'join.dropped'),
  );
  await withPort(
    (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
    (port) => givesUp(`ABCDEF@127.0.0.1:${port}`, 'join.busy'),
  );
  await withPort(
    (socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'),
    (port) => givesUp(`ABCDEF@127.0.0.1:${port}`, 'join.no_server'),
  );
  await withPort(
    (socket) => socket.on('error', () => {}),
    (port) => givesUp(`ABCDEF@127.0.0.1:${port}`, 'join.silent', { seconds: 15 }),
  );
});

// A queue of connections that is full drops what comes, as a firewall would.
const DEAF = `const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  console.log(server.address().port);
  process.kill(process.pid, 'SIGSTOP');
});`;

await test('a host that does not answer is given up after a few seconds', async () => {
  const deaf = spawn(process.execPath, ['-e', DEAF], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(deaf.stdout, 'data');
  const fill = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of fill) socket.on('error', () => {});
  await once(fill[0], 'connect');
  const millis = await givesUp(`ABCDEF@127.0.0.1:${Number(port)}`, 'join.timeout', { seconds: 15 });
  assert.ok(millis > 3000, `given up after ${millis} ms`);
  for (const socket of fill) socket.destroy();
  deaf.kill('SIGKILL');
});

await test('a wrong code says so in the shell, in both languages', () =>
  withServer(
    () => ['--memory'],
    async (server) => {
      for (const language of ['en', 'he'])
        await givesUp(`ZZZZZZ@localhost:${server.port}`, 'serve.table.unknown', { language });
    },
  ));

finish();
