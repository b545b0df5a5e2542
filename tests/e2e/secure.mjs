// The way to https in the house: a device on the plain address is shown how, trusts the house's
// authority (certutil does what a person does in the settings), and then can do what browsers allow
// only there: keep the screen on, play offline, install the page.
//   node tests/e2e/secure.mjs PROGRAM
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, run, test } from '../program.mjs';
import { Server } from '../ws.mjs';
import { launchWith } from './browser.mjs';

const NAME = 'kufsa.lan';
const home = mkdtempSync(join(tmpdir(), 'kufsa-secure-'));
const env = { XDG_DATA_HOME: home };
assert.equal(run(['certify', NAME], '', env).status, 0);
const server = await Server.start(['--memory', '--certify', '--tls-port', '0'], env);
const { port, talk } = server;
const [, tlsPort] = /port=(\d+)$/.exec(await talk.until(/what=listen_tls port=\d+/));
const [plain, safe] = [`http://${NAME}:${port}`, `https://${NAME}:${tlsPort}`];

// A browser with its own folder; `trusted`: the authorities installed there.
async function browse(trusted, play) {
  const folder = mkdtempSync(join(tmpdir(), 'kufsa-browser-'));
  const base = join(folder, '.pki/nssdb');
  mkdirSync(base, { recursive: true });
  const certutil = (...more) => {
    const done = spawnSync('certutil', ['-d', `sql:${base}`, ...more], { encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
  };
  certutil('-N', '--empty-password');
  for (const file of trusted) certutil('-A', '-n', 'house', '-t', 'C,,', '-i', file);
  const flags = [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`];
  const { browser, close } = await launchWith(flags, { ...process.env, HOME: folder });
  try {
    await play(await browser.newPage({ locale: 'en-US' }));
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const authority = join(home, 'authority.crt');

await test('the plain address cannot, and leads to the one that can', async () => {
  await browse([], async (page) => {
    for (const [language, button] of [['en', 'Download'], ['he', 'הורדה']]) {
      await page.goto(`${plain}/#secure`);
      await page.waitForSelector('.secure-steps');
      const now = await page.getAttribute('html', 'lang');
      if (now !== language) await page.click('.page-language');
      await page.waitForSelector(`html[lang=${language}]`);
      assert.equal(await page.textContent('.secure-steps a'), button);
    }
    assert.deepEqual(await page.$$eval('.secure-allowed > li', (rows) =>
      rows.map((row) => row.dataset.has)), ['false', 'false', 'false']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('.secure-steps a'),
    ]);
    await download.saveAs(authority);
    const print = await page.textContent('.secure-print');
    assert.ok(run(['certify'], '', env).out.includes(print.trim()));
    await assert.rejects(page.goto(`${safe}/`), /ERR_CERT_AUTHORITY_INVALID/);
  });
  // A device that trusts the house has a screen that stays on, and plays offline.
  await browse([authority], async (page) => {
    await page.goto(`${safe}/#secure`);
    await page.waitForSelector('.secure-allowed > li:nth-child(3)[data-has=true]');
    assert.equal(await page.evaluate(() => isSecureContext), true);
    const cdp = await page.context().newCDPSession(page);
    // A person is not asked either, but a browser without windows says no by itself.
    const { browserContextId } = (await cdp.send('Target.getTargetInfo')).targetInfo;
    const permissions = ['wakeLockScreen'];
    await cdp.send('Browser.grantPermissions', { permissions, origin: safe, browserContextId });
    const lock = async () => (await navigator.wakeLock.request('screen')).released;
    assert.equal(await page.evaluate(lock), false);
    const { errors } = await cdp.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    // a table, through the socket that only this origin may open
    await page.goto(`${safe}/#`);
    const answer = await page.evaluate(async () => {
      const body = JSON.stringify({ game: 'gobblet', seats: 2 });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/tables', { method: 'POST', headers, body })).status;
    });
    assert.equal(answer, 201);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('.home-tile');
  });
});

await server.kill('SIGTERM');
rmSync(home, { recursive: true });
finish();
