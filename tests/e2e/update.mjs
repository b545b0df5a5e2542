// Two versions of the page, one after the other; and browsers that lack something: plain http in a
// local network, forbidden storage, no WebAssembly, words that do not load.
//   node tests/e2e/update.mjs PROGRAM
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { device, launch, serve } from './browser.mjs';
import { Outcomes, say } from './people.mjs';

const outcomes = new Outcomes();
const chromium = await launch();

// ---- two versions ----

// In front of a server: the second version has the same files under other names, and a mark.
class Versions {
  version = 1;
  missed = []; // files that were requested and are not part of this version

  constructor(server) {
    this.http = createServer((request, response) => void this.answer(server, request, response));
  }

  async open() {
    await new Promise((done) => this.http.listen(0, '127.0.0.1', done));
    this.at = `http://localhost:${this.http.address().port}`;
    return this;
  }

  close() {
    this.http.closeAllConnections();
    return new Promise((done) => this.http.close(done));
  }

  turn(text) {
    const back = (_, before, hash, after) => before + [...hash].reverse().join('') + after;
    if (this.version === 1) return text;
    return text.replace(/([-."'`])([0-9a-f]{12}|[0-9a-f]{16})([."'`])/g, back);
  }

  async answer(server, request, response) {
    const given = await fetch(server.at + this.turn(request.url));
    const type = given.headers.get('content-type') ?? '';
    if (given.status === 404) this.missed.push(request.url);
    let body = Buffer.from(await given.arrayBuffer());
    if (/html|javascript|json|css/.test(type)) {
      const mark = `<meta name="version" content="${this.version}">`;
      body = this.turn(body.toString()).replace('<meta charset', `${mark}<meta charset`);
    }
    const kept = ['content-type', 'cache-control', 'content-security-policy'];
    for (const name of kept)
      if (given.headers.has(name)) response.setHeader(name, given.headers.get(name));
    response.writeHead(given.status).end(body);
  }
}

const versionOf = (page) => page.getAttribute('meta[name=version]', 'content');
const caches = (page) => page.evaluate(() => caches.keys());
const home = (page) => page.waitForSelector('.home-tile');
const isVersion = (page, wanted) =>
  page.waitForFunction(
    (version) =>
      document.querySelector('meta[name=version]')?.content === version &&
      document.querySelector('.home-tile'),
    wanted,
  );

await outcomes.try('a new version is taken by one tab, and is there offline', async () => {
  const server = await serve();
  const versions = await new Versions(server).open();
  const { context, page, faults } = await device(chromium.browser, versions.at);
  await page.goto(`${versions.at}/`);
  await home(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const [old] = await caches(page);
  assert.equal(await page.locator('.update').count(), 0);

  versions.version = 2;
  await page.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((found) => found.update().then(() => true)),
  );
  await page.waitForSelector('.update');
  assert.equal(await versionOf(page), '1', 'nothing is taken from under a game');
  assert.equal((await caches(page)).length, 2);
  await page.click('.page-language'); // a file of the old version, which is still there
  await page.waitForSelector('html[lang=he] .update');
  await page.click('.page-language');

  const other = await context.newPage();
  await other.goto(`${versions.at}/`);
  await isVersion(other, '2');
  const kept = await caches(other);
  assert.deepEqual([kept.length, kept.includes(old)], [1, false]);

  assert.equal(await versionOf(page), '1');
  await page.click('.update .button');
  await isVersion(page, '2');
  assert.equal(await page.locator('.update').count(), 0);
  faults.none();
  assert.deepEqual(versions.missed, []);

  faults.expectTrouble(true);
  await versions.close();
  await page.reload();
  await isVersion(page, '2');
  await page.click('.home-tile[data-game=gobblet] .button-main');
  await page.waitForSelector('main.play[data-yours]');
  await server.stop();
  await context.close();
});

// ---- what a browser may lack ----

await outcomes.try('plain http in a local network: nothing needs a secure context', async () => {
  const server = await serve(['--memory', '--lan']);
  const { context, page, faults } = await device(chromium.browser, server.at);
  await page.goto(`${server.at}/`);
  await home(page);
  if (!/127\.0\.0\.1|localhost/.test(server.at)) // a machine without a network has no other address
    assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.click('.home-tile[data-game=gobblet] .button-main');
  await page.waitForSelector('main.play[data-yours]');
  await page.reload();
  await page.waitForSelector('main.play[data-yours]');
  await page.goto(`${server.at}/#`);
  await page.click('.home-tile[data-game=iota] .home-invite');
  await page.waitForSelector('.invite-ways', { state: 'attached' }); // empty: nothing to copy with
  assert.match(page.url(), /#[A-Z2-9]{6}$/);
  faults.none();
  await server.stop();
  await context.close();
});

async function lacking(change, check) {
  const server = await serve();
  const { context, page, faults } = await device(chromium.browser, server.at);
  await change(page);
  await page.goto(`${server.at}/`);
  await check(page, server.at);
  await server.stop();
  await context.close();
  return faults;
}

await outcomes.try('a storage that is forbidden', async () => {
  const forbid = () => {
    for (const name of ['localStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('not here', 'SecurityError');
        },
      });
  };
  const play = async (page, at) => {
    await page.click('.home-tile[data-game=cento] .button-main');
    await page.waitForSelector('main.play[data-yours]');
    await page.click('a[href="#"], .play-home').catch(() => page.goto(`${at}/#`));
    await page.goBack();
    await page.waitForSelector('main.play[data-yours]');
  };
  (await lacking((page) => page.addInitScript(forbid), play)).none();
});

await outcomes.try('a storage full of rubbish', async () => {
  const spoil = () => {
    for (const name of ['settings', 'tables', 'local', 'name'])
      localStorage.setItem(`kufsa.${name}`, '[null,{"code":7}]');
  };
  (await lacking((page) => page.addInitScript(spoil), home)).none();
});

const alert = (page, words) => page.waitForSelector(`[role=alert]:has-text("${words}")`);

await outcomes.try('a browser without WebAssembly is told so', async () => {
  const remove = () => {
    delete globalThis.WebAssembly;
  };
  await lacking(
    (page) => page.addInitScript(remove),
    (page) => alert(page, say('en', 'web.engine.old').slice(0, 30)),
  );
});

await outcomes.try('rules or words that do not come', async () => {
  await lacking(
    (page) => page.route(/kufsa\.\w+\.wasm/, (route) => route.abort()),
    (page) => alert(page, say('en', 'web.engine.failed').slice(0, 30)),
  );
  await lacking(
    (page) => page.route(/words\.\w+\.\w+\.json/, (route) => route.abort()),
    (page) => page.waitForSelector('[data-failed] .boot-late:visible'),
  );
});

await outcomes.try('two tabs and one game of this device', async () => {
  await lacking(
    () => {},
    async (page, at) => {
      await page.click('.home-tile[data-game=gobblet] .button-main');
      await page.waitForSelector('main.play[data-yours]');
      const other = await page.context().newPage();
      await other.goto(`${at}/#local`);
      await other.waitForSelector('main.play[data-yours]');
      await alert(page, say('en', 'web.local.elsewhere').slice(0, 30));
      await page.goto(`${at}/#`);
      await page.click('.kept-way');
      await page.waitForSelector('main.play[data-yours]');
      await alert(other, say('en', 'web.local.elsewhere').slice(0, 30));
    },
  );
});

await chromium.close();
await outcomes.tell();
process.exit(); // closes whatever a failed test left open
