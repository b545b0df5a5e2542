// Tables in PostgreSQL: servers and databases that die while people play, lines that break before
// the answer, two servers on one database, and a sentence for each way a database can be wrong.
//   node tests/cli_postgres.mjs PROGRAM [ROUNDS]
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Line } from './line.mjs';
import { Postgres } from './postgres.mjs';
import { Chance, finish, gameRows, run, test } from './program.mjs';
import { check, getOn, openTables, playOn } from './robots.mjs';
import { Server, sleep } from './ws.mjs';

const rounds = Number(process.argv[3] ?? 2);
const seed = Number(process.env.SEED ?? Date.now() % 1e9);
const chance = new Chance(seed);
const postgres = Postgres.start();
const few = gameRows().slice(0, 2);
const EVENTS = 'SELECT count(*) FROM events';

const start = (url) => Server.start(['--data', url]);

async function end(robots, server, playing) {
  await getOn(robots);
  assert.equal(await server.metric('kufsa_conflicts_total'), 0);
  await server.kill('SIGTERM');
  await Promise.all(playing);
  check(robots);
}

// A database of its own, so that nothing is left over from the test before.
let count = 0;
function fresh(host = postgres.folder) {
  const name = `kufsa${count++}`;
  postgres.sql(`CREATE DATABASE ${name}`);
  return { name, url: `postgresql://kufsa@/${name}?host=${encodeURIComponent(host)}` };
}

await test(`the server is killed ${rounds} times, seed ${seed}`, async () => {
  const { url } = fresh();
  let server = await start(url);
  const robots = await openTables(server, chance);
  for (let i = 0; i < rounds; i++) {
    const playing = playOn(robots, server);
    await sleep(300 + chance.below(1000));
    await server.kill('SIGKILL');
    await Promise.all(playing);
    check(robots);
    server = await start(url);
  }
  await end(robots, server, playOn(robots, server));
});

await test(`PostgreSQL is killed ${rounds} times, seed ${seed}`, async () => {
  const { url } = fresh();
  const server = await start(url);
  const robots = await openTables(server, chance);
  const playing = playOn(robots, server);
  for (let i = 0; i < rounds; i++) {
    await getOn(robots);
    postgres.kill();
    await server.talk.until(/what=store_paused/);
    assert.equal((await server.http('/healthz')).status, 503);
    postgres.up();
    await server.talk.until(/what=store_resumed/);
    check(robots);
  }
  await end(robots, server, playing);
});

await test(`answers are lost ${2 * rounds} times, seed ${seed}`, async () => {
  const line = await Line.open(postgres);
  const { name, url } = fresh(line.folder);
  const server = await start(url);
  const robots = await openTables(server, chance);
  const playing = playOn(robots, server);
  for (let i = 0; i < 2 * rounds; i++) {
    await sleep(chance.below(300));
    await line.cut();
    await server.talk.until(/what=store_resumed/);
    check(robots);
  }
  await end(robots, server, playing);
  const gaps = `SELECT count(*) FROM (SELECT table_id FROM events GROUP BY table_id
    HAVING max(seq) <> count(*)) AS gaps`;
  assert.equal(postgres.sql(gaps, name), '0');
  line.close();
});

await test('a second server takes over, and the first one stops and says so', async () => {
  const { url, name } = fresh();
  const first = await start(url);
  const robots = await openTables(first, chance, few);
  const playing = playOn(robots, first);
  await getOn(robots);
  const second = await start(url);
  const ended = await first.talk.ended;
  assert.equal(ended.status, 3);
  assert.match(first.talk.text, /Another Kufsa has taken over the database/);
  await Promise.all(playing);
  check(robots);
  await end(robots, second, playOn(robots, second));
  assert.equal(postgres.sql('SELECT count(*) FROM nodes', name), '0'); // it has left
});

await test('a server that plays nothing notices too', async () => {
  const { url } = fresh();
  const first = await start(url);
  const second = await start(url);
  assert.equal((await first.talk.ended).status, 3);
  assert.equal((await second.kill('SIGTERM')).status, 0);
});

await test('a sentence for each way a database can be wrong, in both languages', () => {
  const { url, name } = fresh();
  postgres.sql("CREATE ROLE locked LOGIN PASSWORD 'right'; CREATE ROLE guest LOGIN");
  postgres.setAccess('local all locked scram-sha-256', 'local all all trust');
  const as = (user, more = '') => url.replace('kufsa@', `${user}@`) + more;
  const readOnly = '&options=-cdefault_transaction_read_only%3Don';
  const wrong = [
    [url.replace(`/${name}`, '/none'), 'There is no such database.', 'אין מסד נתונים כזה'],
    [`${url}&port=1`, 'The database cannot be reached.', 'אי אפשר להגיע למסד הנתונים'],
    [as('locked:wrong'), 'does not accept this user or password', 'לא מקבל את המשתמש'],
    [as('guest'), 'may not do in the database what Kufsa needs', 'אין במסד הנתונים את ההרשאות'],
    [url + readOnly, 'The database takes no changes', 'מסד הנתונים לא מקבל שינויים'],
    [url, 'No standby confirms', 'אין שרת משני שמאשר', '--standby-required'],
  ];
  for (const [data, english, hebrew, ...more] of wrong)
    for (const [language, sentence] of [['en', english], ['he', hebrew]]) {
      const words = ['serve', '--port', '0', '--data', data, '--lang', language, ...more];
      const { status, err } = run(words);
      assert.equal(status, 1, err);
      assert.ok(err.includes(sentence), `${sentence}: ${err}`);
      assert.ok(!err.includes('wrong@') && !err.includes(':wrong'), err); // nor the password
    }
  const file = run(['serve', '--standby-required', '--data', 'x.db']);
  assert.equal(file.status, 2);
  assert.match(file.err, /--standby-required is for a database/);
});

await test('the password is not shown', async () => {
  const { url } = fresh();
  const server = await start(url.replace('kufsa@', 'kufsa:secret@'));
  await server.talk.until(/Tables are kept in postgresql:\/\/\/kufsa\d+\./);
  assert.ok(!server.talk.text.includes('secret'));
  await server.kill('SIGTERM');
});

const PAGES = `SELECT md5(string_agg(t::text, ';' ORDER BY id)) FROM
    (SELECT id, code, finished, created_ms, changed_ms, sum FROM tables) t;
  SELECT md5(string_agg(e::text, ';' ORDER BY table_id, seq)) FROM events e;
  SELECT md5(string_agg(r::text, ';' ORDER BY table_id, n)) FROM records r;
  SELECT md5(string_agg(m::text, ';' ORDER BY name)) FROM meta m`;

await test('a file is copied into a database, played on, and copied out again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-copy-'));
  const file = join(folder, 'kufsa.db');
  const [first, second] = [fresh(), fresh()];
  let server = await start(file);
  const robots = await openTables(server, chance, few);
  assert.match(run(['copy', file, first.url]).err, /The file is in use by another Kufsa/);
  await end(robots, server, playOn(robots, server));
  const copied = run(['copy', file, first.url]);
  assert.equal(copied.status, 0, copied.err);
  assert.match(copied.out, /^postgresql:\/\/\/kufsa\d+: tables 2, events \d+, records \d+, all/);
  server = await start(first.url);
  const playing = playOn(robots, server);
  await getOn(robots); // everybody is where they were, and plays on
  const live = join(folder, 'live.db');
  assert.equal(run(['copy', first.url, live]).status, 0); // while it runs
  await end(robots, server, playing);
  const out = join(folder, 'out.db');
  assert.equal(run(['copy', first.url, out]).status, 0);
  assert.equal(run(['copy', out, second.url]).status, 0);
  postgres.sql(`UPDATE meta SET value = '0', sum = 0 WHERE name = 'restored'`, first.name);
  postgres.sql(`UPDATE meta SET sum = 0 WHERE name = 'restored'`, second.name);
  postgres.sql(`DELETE FROM meta WHERE name = 'copying'`, first.name);
  postgres.sql(`DELETE FROM meta WHERE name = 'copying'`, second.name);
  assert.equal(postgres.sql(PAGES, second.name), postgres.sql(PAGES, first.name));
  assert.match(run(['copy', file, second.url]).err, /already[^(]*\(postgresql:.*: has tables\)/);
  assert.match(run(['copy', file, out]).err, /already/);
  assert.match(run(['copy', join(folder, 'none'), join(folder, 'new')]).err, /Not found/);
  assert.match(run(['copy', fresh().url, join(folder, 'new')]).err, /no tables of Kufsa's/);
  assert.deepEqual(readdirSync(folder).sort(), ['kufsa.db', 'live.db', 'out.db']);
  rmSync(folder, { recursive: true });
});

await test('a damaged table is left out of a copy; half a copy is no database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-copy-'));
  const { name, url } = fresh();
  const server = await start(url);
  const robots = await openTables(server, chance, few);
  await end(robots, server, playOn(robots, server));
  const [id, code] = postgres.sql('SELECT id, code FROM tables LIMIT 1', name).split('|');
  postgres.sql(`UPDATE events SET at_ms = 1 WHERE table_id = ${id} AND seq = 2`, name);
  const copied = run(['copy', url, join(folder, 'kufsa.db')]);
  assert.equal(copied.status, 1);
  assert.match(copied.err, new RegExp(`Table ${code} is damaged and was left out \\(event 2 of`));
  assert.match(copied.err, /Damaged tables that were left out: 1\./);
  assert.match(copied.out, /: tables 1,/);
  const half = fresh();
  assert.equal(run(['copy', join(folder, 'kufsa.db'), half.url]).status, 0);
  postgres.sql(`UPDATE meta SET value = '1' WHERE name = 'copying'`, half.name);
  const refused = run(['serve', '--port', '0', '--data', half.url]);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /a copy into it was not finished/);
  rmSync(folder, { recursive: true });
});

await test('nobody plays, and the database goes away and comes back', async () => {
  const { url, name } = fresh();
  const server = await start(url);
  const robots = await openTables(server, chance, few);
  postgres.kill();
  await server.talk.until(/what=store_paused/); // by the beat: nobody plays
  const stuck = await server.post('/api/tables', { game: 'gobblet', seats: 2 });
  assert.equal(stuck.json.reason, 'store.away');
  postgres.up();
  await server.talk.until(/what=store_resumed/);
  assert.ok(Number(postgres.sql(EVENTS, name)) > 0);
  await end(robots, server, playOn(robots, server));
});

postgres.stop();
finish();
