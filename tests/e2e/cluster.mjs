// A page behind a proxy, as docs/cluster.md says: the server that has its table is killed, and the
// game goes on at the other one.
//   node tests/e2e/cluster.mjs PROGRAM [PROXY…]
// Without a name: nginx, haproxy and caddy.
import assert from 'node:assert/strict';
import { Cluster } from '../cluster.mjs';
import { Postgres } from '../postgres.mjs';
import { freePort, proxies, Proxy } from '../proxy.mjs';
import { launch } from './browser.mjs';
import { bot, openTable, Outcomes, person, ready, same, seen } from './people.mjs';

const postgres = Postgres.start();
const chromium = await launch();
const outcomes = new Outcomes();
const named = process.argv.slice(3);

// A cup from the reserve to a free square; then it is our turn again.
async function bring({ page }) {
  await page.waitForSelector('main.play[data-yours]');
  await page.locator('.gobblet-reserve button[data-lit]').first().click();
  const free = page.locator('[data-place^="board:"]:not(:has([data-top] .gobblet-cup))').first();
  const place = `[data-place="${await free.getAttribute('data-place')}"]`;
  await page.click(place);
  await page.waitForSelector(`${place} [data-top] .gobblet-cup`);
  await page.waitForSelector('main.play[data-yours]');
}

async function play(name) {
  const port = await freePort();
  const at = `http://127.0.0.1:${port}`;
  const cluster = await Cluster.start(postgres, `page_${name}`, ['a', 'b'], ['--public-url', at]);
  const ports = ['a', 'b'].map((node) => cluster.nodes.get(node).port);
  const proxy = await Proxy.start(name, port, ports);
  const noa = await person(chromium.browser, at, 'Noa');
  await openTable(noa, 'gobblet');
  await bot(noa, 1, 'gentle');
  await ready(noa);
  await bring(noa);
  const [owner] = ['a', 'b'].filter((node) => cluster.owned(node).length > 0);
  const before = await seen(noa);
  noa.faults.expectTrouble(true);
  const begun = Date.now();
  await cluster.down(owner, 'SIGKILL');
  await noa.page.waitForSelector('.trouble-banner');
  await noa.page.waitForSelector('.trouble-banner', { state: 'detached' });
  console.log(`     ${name}: the page plays on after ${Date.now() - begun} ms`);
  await same(noa, before, 'after the other server has taken the table');
  await bring(noa);
  assert.equal(cluster.owned(owner === 'a' ? 'b' : 'a').length, 1);
  noa.faults.none();
  await noa.close();
  await proxy.stop();
  await cluster.close();
}

for (const name of named.length > 0 ? named : Object.keys(proxies))
  await outcomes.try(`a page behind ${name} survives its server`, () => play(name));

await chromium.close();
postgres.stop();
await outcomes.tell();
