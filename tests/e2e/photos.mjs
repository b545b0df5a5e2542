// Looking at a screen: pictures of it in three sizes, nothing wider than the screen even on the
// smallest phone, and nothing that axe-core objects to, by light and by dark.
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../program.mjs';
import { PHONE, SCREEN, screensFolder, TABLET } from './browser.mjs';

const AXE = readFileSync(
  createRequire(join(root, 'web/package.json')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const SIZES = { phone: PHONE, tablet: TABLET, screen: SCREEN };
const SMALL = { width: 320, height: 568 };
export const HUGE = { width: 3840, height: 2160 };

mkdirSync(screensFolder, { recursive: true });

// In the page: what was to be drawn is drawn, and nothing is on its way to another colour.
async function drawn() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(moving.map((one) => one.finished.catch(() => {})));
}

const settled = (page) => page.evaluate(drawn);

// In the page: what is wider than the page, if anything.
function tooWide() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const wide = [...document.querySelectorAll('body *:not(svg *)')].filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return right > clientWidth + 1 || left < -1;
  });
  const names = wide.slice(-3).map((one) => `${one.tagName} ${one.getAttribute('class')}`);
  return `${scrollWidth} > ${clientWidth}: ${names}`;
}

// What depends on the light is judged by night too, and nothing else.
async function judged(page, only) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const wanted = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
    const { violations } = await window.axe.run(document, wanted);
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, any }) => `${id}: ${target}: ${any[0]?.message ?? ''}`),
    );
  }, only);
}

// Fingers or a mouse: style sheets ask.
async function fingers(page, are) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: are, maxTouchPoints: 5 });
  await session.detach();
}

const picture = (page, name) => page.screenshot({ path: join(screensFolder, `${name}.png`) });

// All that is wrong with what a page shows now is added to `found`.
export class Photographer {
  constructor(language) {
    this.language = language;
    this.found = [];
    this.pictures = 0;
    this.judgements = 0;
  }

  async take(page, name) {
    await settled(page);
    await picture(page, name);
    this.pictures++;
  }

  async judge(page, name, only) {
    await settled(page);
    for (const fault of await judged(page, only)) this.found.push(`${name}: ${fault}`);
    this.judgements++;
  }

  async size(page, size) {
    await page.setViewportSize(size);
    await settled(page);
  }

  // `sizes`: of SIZES; `huge`: also that, once. `dark`: pictures by night too. `alike`: the same
  // kind of screen was judged before.
  async show(page, name, more = {}) {
    const { sizes = Object.keys(SIZES), dark = false, huge = false, alike = false } = more;
    const full = `${name}-${this.language}`;
    const before = page.viewportSize();
    await this.size(page, SMALL);
    const wide = await page.evaluate(tooWide);
    if (wide) this.found.push(`${full}: ${wide}`);
    for (const each of sizes) {
      await fingers(page, each === 'phone');
      await this.size(page, SIZES[each]);
      await this.take(page, `${full}-${each}`);
    }
    if (huge && this.language === 'en') {
      await this.size(page, HUGE);
      await this.take(page, `${full}-huge`);
    }
    await fingers(page, false);
    await this.size(page, before);
    if (alike) return;
    await this.judge(page, `${full} light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await this.judge(page, `${full} dark`, ['color-contrast', 'link-in-text-block']);
    if (dark) await this.night(page, full);
    await page.emulateMedia({ colorScheme: 'light' });
    await this.size(page, before);
  }

  async night(page, full) {
    for (const each of ['phone', 'tablet']) {
      await this.size(page, SIZES[each]);
      await this.take(page, `${full}-${each}-dark`);
    }
  }
}
