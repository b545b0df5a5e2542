// Looking at a screen: nothing wider than the screen even on the smallest phone, nothing that
// axe-core objects to, in light and in dark; and pictures of it in three sizes for people.
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
const SETTLE_LOOKS = 30; // two frames each
const SMALL = { width: 320, height: 568 };
export const HUGE = { width: 3840, height: 2160 };

// In the page: waits until everything is drawn and no colour is still changing. A thing that
// inherits a colour may start only when its parent has finished; things in closed details stay in
// the list of animations after they have finished.
async function drawn() {
  for (let moving = [null]; moving.length > 0; ) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    moving = document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && one.playState !== 'finished');
    await Promise.all(moving.map((one) => one.finished.catch(() => {})));
  }
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

// In the dark, only what depends on colours is judged again: `only` names those rules.
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

// Touch or mouse: style sheets ask.
async function fingers(page, are) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: are, maxTouchPoints: 5 });
  await session.detach();
}

const picture = (page, name) => page.screenshot({ path: join(screensFolder, `${name}.png`) });

// All that is wrong with what a page shows now is added to `found`.
export class Photographer {
  constructor(language, wanted) {
    this.language = language;
    this.wanted = wanted; // pictures
    if (wanted) mkdirSync(screensFolder, { recursive: true });
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

  // `sizes`: names in SIZES; `huge`: HUGE too, once. `dark`: pictures in the dark too. `alike`: the
  // same kind of screen was judged before.
  async show(page, name, more = {}) {
    const { sizes = Object.keys(SIZES), dark = false, huge = false, alike = false } = more;
    const full = `${name}-${this.language}`;
    const before = page.viewportSize();
    await this.size(page, SMALL);
    let wide = await page.evaluate(tooWide);
    for (let i = 0; wide && i < SETTLE_LOOKS; i++) {
      await settled(page); // a list that is being filled may still be wider than its box
      wide = await page.evaluate(tooWide);
    }
    if (wide) this.found.push(`${full}: ${wide}`);
    if (this.wanted) await this.day(page, full, sizes, huge);
    await this.size(page, before);
    if (alike) return;
    await this.judge(page, `${full} light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await this.judge(page, `${full} dark`, ['color-contrast', 'link-in-text-block']);
    if (dark && this.wanted) await this.night(page, full);
    await page.emulateMedia({ colorScheme: 'light' });
    await this.size(page, before);
  }

  async day(page, full, sizes, huge) {
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
  }

  async night(page, full) {
    for (const each of ['phone', 'tablet']) {
      await this.size(page, SIZES[each]);
      await this.take(page, `${full}-${each}-dark`);
    }
  }
}
