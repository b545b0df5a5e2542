// `kufsa backup`: what it says and what it leaves, in both languages. tests/unit_store_file.c
// copies a file that is being written to.
//   node tests/cli_backup.mjs PROGRAM
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, run, test } from './program.mjs';
import { Player, Server } from './ws.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kufsa-backup-'));
const from = join(folder, 'data');
const target = join(folder, 'copy');

function refused(words, pattern) {
  const { status, out, err } = run(['backup', ...words]);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^kufsa: [^\n{}]*\n$/);
  assert.match(err, pattern);
}

await test('a copy', async () => {
  const server = await Server.start(['--data', from]);
  await server.open('taki', 2);
  await server.kill('SIGTERM');
  const { status, out, err } = run(['backup', from, target]);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(out, `${target}: copied and checked, ${statSync(target).size / 1024} KiB.\n`);
  // The first page counts changes, the second says that it is a copy.
  assert.deepEqual(readFileSync(target).subarray(8192), readFileSync(from).subarray(8192));
  assert.ok(!existsSync(`${target}-partial`) && !existsSync(`${target}-wal`));

  refused([from, target], /There is something of this name already\. \(.*copy: exists\)/);
  writeFileSync(target, 'something');
  refused([from, target], /already/);
  assert.equal(readFileSync(target, 'utf8'), 'something');
  assert.equal(run(['backup', '--force', from, target]).status, 0);
  assert.equal(readFileSync(target).subarray(0, 15).toString(), 'SQLite format 3');
  refused([from, from, '--force'], /the same file/);
});

await test('in Hebrew', () => {
  const { status, err } = run(['backup', join(folder, 'none'), target, '--lang', 'he']);
  assert.equal(status, 1);
  assert.match(err, /^kufsa: לא נמצא\. \(.*none.*\)\n$/);
});

await test('a file that is missing or not ours', () => {
  refused([join(folder, 'none'), join(folder, 'new')], /Not found/);
  const letter = join(folder, 'letter');
  writeFileSync(letter, 'Dear Noa, '.repeat(100));
  refused([letter, join(folder, 'new')], /not one of Kufsa's/);
  refused([from, join(folder, 'no/such/folder')], /The disk cannot be read or written/);
  assert.ok(!existsSync(join(folder, 'new')) && !existsSync(join(folder, 'new-partial')));
});

// One wrong row must not stop all copies; a file that SQLite cannot walk through must.
await test('a damaged original', () => {
  const damaged = join(folder, 'damaged');
  const copy = join(folder, 'copy-of-damaged');
  const sound = readFileSync(from);
  const wrong = Buffer.from(sound);
  const value = wrong.indexOf('lived');
  wrong[value + 8] ^= 1;
  const [soundText, wrongText] = [sound, wrong].map((bytes) => bytes.subarray(value, value + 12));
  writeFileSync(damaged, wrong);
  refused([damaged, copy], /copy-of-damaged was copied, .*\(damaged values of the server's: 1/);
  assert.ok(readFileSync(copy).includes(wrongText));
  assert.ok(!existsSync(`${copy}-partial`));
  unlinkSync(copy);
  const { status, err } = run(['backup', damaged, copy, '--force', '--lang', 'he']);
  assert.equal(status, 1);
  assert.match(err, /^kufsa: הקובץ .*copy-of-damaged הועתק/);

  // An earlier copy may be the last good one: it stays, and the new one goes beside it.
  writeFileSync(copy, sound);
  for (let i = 0; i < 2; i++) {
    refused([damaged, copy, '--force'], /of the server's: 1.*copy-of-damaged-damaged, \d+ KiB/);
    assert.deepEqual(readFileSync(copy), sound);
    assert.ok(readFileSync(`${copy}-damaged`).includes(wrongText));
  }
  assert.ok(!existsSync(`${copy}-partial`));
  const hebrew = run(['backup', damaged, copy, '--force', '--lang', 'he']);
  assert.match(hebrew.err, /^kufsa: [^{}]*copy-of-damaged-damaged/);
  // A sound one takes the name again.
  writeFileSync(damaged, sound);
  writeFileSync(copy, wrong);
  assert.equal(run(['backup', damaged, copy, '--force']).status, 0);
  assert.ok(readFileSync(copy).includes(soundText));

  const broken = Buffer.from(sound);
  broken[4096] = 0; // what kind of page it is
  writeFileSync(damaged, broken);
  refused([damaged, join(folder, 'new')], /What is saved is damaged/);
  assert.ok(!existsSync(join(folder, 'new')) && !existsSync(join(folder, 'new-partial')));
});

// The original goes on after a copy, and shows the secret of a match that the copy has yet to deal.
await test('a restored copy deals other cards', async () => {
  const data = join(folder, 'tables');
  const copy = join(folder, 'tables-copy');
  const sitDown = async (server) => {
    const table = await server.open('cento', 2);
    const host = await Player.join(server, table.table, { token: table.token });
    await host.does({ do: 'sit', seat: 0, name: 'Noa' });
    await host.does({ do: 'bot', seat: 1, level: 'gentle' });
    return { table, host };
  };
  const comeBack = (server, { table }) =>
    Player.join(server, table.table, { token: table.token }).then(({ view }) => view);

  let server = await Server.start(['--data', data]);
  const lobby = await sitDown(server);
  const playing = await sitDown(server);
  await playing.host.does({ do: 'start' });
  const { seal } = await comeBack(server, lobby);
  const under = await comeBack(server, playing);
  assert.equal(run(['backup', data, copy]).status, 0);
  const ends = [];
  for (const { host } of [lobby, playing]) {
    if (host === lobby.host) await host.does({ do: 'start' });
    await host.does({ do: 'resign' });
    ends.push(await comeBack(server, host === lobby.host ? lobby : playing));
  }
  await server.kill('SIGTERM');

  // The original comes back as it was: a restart does not make a new seal.
  server = await Server.start(['--data', data]);
  assert.equal((await comeBack(server, playing)).seal, ends[1].seal);
  await server.kill('SIGTERM');

  for (let round = 0; round < 2; round++) {
    server = await Server.start(['--data', copy]);
    const again = await comeBack(server, lobby);
    assert.equal(again.phase, 'lobby');
    assert.notEqual(again.seal, seal);
    if (round === 0) lobby.seal = again.seal;
    else assert.equal(again.seal, lobby.seal); // it counts as a copy only once
    const resumed = await Player.join(server, playing.table.table, { token: playing.table.token });
    if (round === 0) {
      assert.equal(resumed.view.seal, under.seal); // the match under way keeps its cards
      assert.equal(resumed.view.position, under.position);
      await resumed.does({ do: 'resign' });
      const over = await comeBack(server, playing);
      assert.equal(over.secret, ends[1].secret);
      assert.notEqual(over.seal, ends[1].seal); // the next one has others
      const { body } = await server.http(`/api/tables/${playing.table.table}/record`);
      writeFileSync(join(folder, 'record'), body);
      assert.equal(run(['verify', join(folder, 'record')]).status, 0);
    }
    await server.kill('SIGTERM');
  }
});

await test('words and help', () => {
  assert.equal(run(['backup', from]).status, 2);
  assert.match(run(['help', 'backup']).out, /--force/);
});

rmSync(folder, { recursive: true });
finish();
