// SPDX-License-Identifier: MIT
// `kufsa join` at a real server: sitting down, playing, a server that dies and comes back, a game
// that goes from one device to another and back, what is refused.
//   node tests/tui_join.mjs KUFSA VT_CELLS
import assert from 'node:assert';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { finish, program, run, test } from './program.mjs';
import { Player, Server, sleep } from './ws.mjs';
import { dropFolder, KEYS, says, stateFolder, Terminal, touch, words } from './vt.mjs';

const en = words('en');

/** Presses the button with this text. */
async function button(terminal, text) {
  await terminal.until(text);
  const at = terminal.text.indexOf(text);
  const key = /(\d) $/.exec(terminal.text.slice(0, at));
  assert.ok(key, `no key before ${text}\n${terminal.text}`);
  await terminal.keys(key[1]);
}

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
) {
  const { noa, code, table, token } = await openTable(server);
  const terminal = new Terminal(['join', address(code), '--name', 'Ben'], { state });
  await button(terminal, sits(''));
  await button(terminal, en('tui.lobby.be_ready'));
  await noa.socket.take((m) => m.do === 'ready');
  await noa.does({ do: 'start' });
  await terminal.until('Noa');
  return { noa, terminal, code, table, token };
}

async function withServer(words_, body) {
  const state = stateFolder();
  const server = await Server.start(words_(state));
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

await test('a server that says goodbye is waited for', () =>
  withServer(onDisk, async (server, state) => {
    const { terminal } = await begin(server, state);
    await server.kill('SIGTERM');
    await terminal.until(en('tui.line.lost'));
    const again = await Server.start([...onDisk(state), '--port', `${server.port}`]);
    await terminal.until('W4');
    await again.kill('SIGKILL');
    await terminal.close();
  }));

await test('who comes back is the same guest', () =>
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

await test('begun on another device, continued in the terminal, and back', () =>
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
        ['join', `${code}@127.0.0.1:${server.port}`, '--token', token],
        { state },
      );
      await touch(terminal, en);
      await terminal.until(en('tui.yours')); // the computer has answered
      await terminal.keys('q');
      assert.equal(await terminal.end(), 0);
      await terminal.close();
      const back = await Player.join(server, table, { token });
      assert.equal(back.view.you.seat, 0);
      assert.equal(back.view.moves.length, 4);
      await back.does({ do: 'move', move: back.view.legal[0] });
      back.close();
    },
  ));

/** A table where Noa has begun against the computer, on a device that has gone since. */
async function leftTable(server) {
  const { noa, code, table, token } = await openTable(server);
  await noa.does({ do: 'bot', seat: 1, level: 'gentle' });
  await noa.does({ do: 'start' });
  noa.close();
  return { code, table, token, link: `http://localhost:${server.port}/#${code}/${token}` };
}

const tokensOf = (state) => readFileSync(join(state, 'kufsa', 'tokens'), 'utf8');

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
      const terminal = new Terminal(['join', link], { state });
      await touch(terminal, en);
      await terminal.until(en('tui.yours'));
      assert.ok(commandLine(terminal).includes(`#${code}*`), commandLine(terminal));
      assert.ok(!commandLine(terminal).includes(token));
      assert.equal(statSync(join(state, 'kufsa', 'tokens')).mode & 0o777, 0o600);
      assert.equal(tokensOf(state), `localhost:${server.port} ${code} ${token}\n`);
      await terminal.keys('d'); // and the link for the next device
      await terminal.until(en('tui.menu.device'));
      assert.ok(terminal.text.includes(link), terminal.text);
      assert.ok(terminal.text.includes('█▀▀▀▀▀█'), terminal.text);
      await terminal.keys(`${KEYS.esc}q`);
      assert.equal(await terminal.end(), 0);
      await terminal.rest(20);
      assert.ok(!terminal.text.includes(token), terminal.text);
      await terminal.close();
      const back = await Player.join(server, table, { token });
      assert.equal(back.view.moves.length, 2);
      back.close();
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
      await typed.until(en('tui.yours'));
      await typed.close();
      const given = new Terminal(['-c', 'echo "$1" | "$0" join -', program, link], {
        state: join(state, 'other'),
        program: '/bin/sh',
      });
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
      await nothing.keys(KEYS.ctrlC);
      await nothing.until(en('join.address.none'), 15000, true);
      assert.equal(await nothing.end(), 2);
      await nothing.close();
    },
  ));

await test('another seat at the same table is not given away unasked', () =>
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
      await asks(token, '2', (one) => one.until(turn)); // as Noa, who waits for him
      assert.ok(tokensOf(state).includes(token));
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

await test('who comes while nothing can be stored is told so, and then sees the game', () =>
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
        ['join', `${code}@localhost:${server.port}`, '--token', token, '--name', 'Noa'],
        { state, columns: 100, lines: 30 },
      );
      const seat = (n) => en('seat.name').replace('{n}', n);
      const say = (key, n) => en(key).replace('{seat}', seat(n));
      // A click, and the screen that tells what came of it: the next click is about that one.
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
      noa.close();
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

await test('what cannot be joined says why', () =>
  withServer(
    () => ['--memory'],
    async (server, state) => {
      const behind = (key) => en(key).split('{given}')[1];
      // The sentence, on the screen or in the shell, and then what it exits with.
      const joins = async (address, sentence, status) => {
        const terminal = new Terminal(['join', address], { state, columns: 100 });
        const said = { test: (now) => says(now, sentence) };
        await terminal.until(said, 15000, true);
        if (terminal.screen.alive) await terminal.keys('q');
        assert.equal(await terminal.end(), status, address);
        if (status !== 0) await terminal.until(said, 15000, true);
        await terminal.rest(50);
        assert.ok(!says(terminal.text, seatKept), terminal.text);
        await terminal.close();
      };
      await joins(`ZZZZZZ@localhost:${server.port}`, en('serve.table.unknown'), 1);
      await joins('nowhere', behind('join.address.code'), 2);
      await joins(`https://localhost:${server.port}/#ABCDEF`, en('join.tls.none'), 1);
      await joins('https://no..host/#ABCDEF', en('join.host.unknown'), 1); // no name at all
      await joins('ABCDEF@localhost:99999', behind('join.address.broken'), 2);
      await joins('ABCDEF@127.0.0.1:1', en('join.lost'), 0); // nobody yet: it tries again
      assert.equal(run(['join', 'ABCDEF@localhost']).status, 1); // no terminal
      assert.ok(run(['join', 'no\x1b[2J\x7fwhere']).err.includes('"no?[2J?where"'));
    },
  ));

finish();
