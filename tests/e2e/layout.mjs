// Every screen in every state, in both languages, at five sizes: nothing is cut off, off screen,
// outside its box, over something else, or broken in the middle of a word. Dark differs from light
// in colours alone, which is checked, so dark is checked at one size.
//   node tests/e2e/layout.mjs PROGRAM [PART OF A SCENE'S NAME] [--width=390] [--language=he]
//     [--pictures]    and these into build/screens
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { launch, resize, screensFolder, serve } from './browser.mjs';
import { judge, MAY } from './judge.mjs';
import { Outcomes, person } from './people.mjs';
import { teaching } from '../teach.mjs';
import { askerOf } from './twin.mjs';
import { alone } from './layout_alone.mjs';
import { games } from './layout_games.mjs';
import { beside, together } from './layout_together.mjs';

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 }, // the last: the scenes continue at this size
];
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'he'];
const words = process.argv.slice(3);
const pictures = words.includes('--pictures');
const only = words.find((word) => !word.startsWith('--'));
const one = (name) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const sizes = SIZES.filter(({ width }) => !one('width') || width === Number(one('width')));
const languages = LANGUAGES.filter((each) => !one('language') || each === one('language'));

// In the page: once everything is drawn, its faults in each theme.
async function judgeLights({ may, lights }) {
  await document.fonts.ready;
  const where = () =>
    [...document.querySelectorAll('button, svg, p')]
      .map((one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round).join())
      .join();
  let before = '';
  for (let frames = 0; frames < 60; frames++) {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const now = where();
    if (now === before) break;
    before = now;
  }
  const theme = document.documentElement.dataset;
  const own = theme.theme;
  const faults = lights.map((light) => {
    theme.theme = light;
    return window.judge(may);
  });
  theme.theme = own;
  return faults;
}

async function faultsOf(page, lights) {
  const known = await page.evaluate(() => 'judge' in window);
  if (!known) await page.evaluate(`window.judge = ${judge}`);
  return page.evaluate(judgeLights, { may: MAY, lights });
}

// In the page: what makes dark differ from light in more than colours and pictures.
function darkFaults() {
  const PAINT = /^(background|color-scheme$|box-shadow$|fill$|stroke$)|color$/;
  const isPaint = (value) =>
    ['color', 'box-shadow', 'background-image'].some((name) => CSS.supports(name, value));
  const rulesIn = ({ cssRules }) => [...cssRules].flatMap((rule) =>
    rule.cssRules?.length ? [rule, ...rulesIn(rule)] : [rule]);
  const rules = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(rulesIn);
  const dark = rules.filter(({ selectorText }) => selectorText?.includes('data-theme'));
  const faults = rules
    .filter(({ conditionText }) => conditionText?.includes('prefers-color-scheme'))
    .map(({ conditionText }) => conditionText);
  for (const { selectorText, style } of dark)
    for (const name of style) {
      const value = style.getPropertyValue(name);
      if (!(name.startsWith('--') ? isPaint(value) : PAINT.test(name)))
        faults.push(`${selectorText}: ${name}: ${value}`);
    }
  return { rules: dark.length, faults };
}

// One person's view.
class Looker {
  constructor(language, found) {
    this.language = language;
    this.found = found; // faults, each with where it was seen
    this.screens = new Set();
    this.looks = 0;
  }

  note(fault, name, { width, height }, theme) {
    const key = `${fault} — ${name} ${this.language}`;
    if (!this.found.has(key)) {
      this.found.set(key, new Set());
      console.error(`${key} at ${width}×${height}`);
    }
    this.found.get(key).add(`${width}×${height}${theme === 'light' ? '' : ' dark'}`);
  }

  async judge(page, name, size) {
    const themes = size === sizes.at(-1) ? THEMES : THEMES.slice(0, 1);
    let faults = await faultsOf(page, themes);
    // A busy browser may still be laying something out; a real fault stays.
    if (faults.flat().length > 0) faults = await faultsOf(page, themes);
    themes.forEach((theme, i) => {
      for (const fault of faults[i]) this.note(fault, name, size, theme);
    });
    this.looks += themes.length;
  }

  // Checks what the page shows now, at all sizes.
  async at(page, name) {
    assert.ok(!this.screens.has(name), `${name} twice`);
    this.screens.add(name);
    for (const size of sizes) {
      await resize(page, size, !pictures && size !== sizes.at(-1));
      await this.judge(page, name, size);
      if (!pictures) continue;
      await page.setViewportSize(size); // a picture is taken in this size, whatever was emulated
      const file = `layout-${name.replaceAll(' ', '-')}-${this.language}-${size.width}.png`;
      await page.screenshot({ path: join(screensFolder, file) });
    }
  }
}

// The check must be able to fail: each kind of fault is planted with a style rule, and must be
// found.
const PLANTS = {
  cut: '.home-tile h2 { inline-size: 1.5rem; overflow: hidden; white-space: nowrap }',
  scrolls: '.home-words { max-block-size: 2rem; overflow: auto }',
  'off screen': '.home-tools { position: relative; inset-inline-end: -6rem }',
  'out of its box': '.home-ways .button-main { max-inline-size: 2rem; white-space: nowrap }',
  broken: '.home-about { inline-size: 2rem; overflow-wrap: anywhere }',
  'texts across each other': '.home-tile h2 + p { margin-block-start: -1.5rem }',
  'buttons across each other': '.home-ways .button-icon { margin-inline-start: -2rem }',
  covered: '.home .page-body { position: relative; margin-block-start: -7rem }',
};

const DARK_PLANTS = ['padding: 1px', '--gap: 4px', 'display: none'];

async function planted({ page, at }) {
  await page.goto(`${at}/`);
  await page.waitForSelector('.home-tile');
  await resize(page, SIZES[1], true);
  const faultsWith = async (rule, look) => {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, rule);
    return look();
  };
  const inLight = async () => (await faultsOf(page, ['light']))[0];
  const ofDark = async () => {
    const { rules, faults } = await page.evaluate(darkFaults);
    assert.ok(rules > 2, 'dark is not found');
    return faults;
  };
  for (const look of [inLight, ofDark]) assert.deepEqual(await look(), []);
  for (const [kind, rule] of Object.entries(PLANTS)) {
    const faults = await faultsWith(rule, inLight);
    assert.ok(faults.some((fault) => fault.startsWith(`${kind}:`)), `${kind} is not found`);
  }
  for (const rule of DARK_PLANTS) {
    const faults = await faultsWith(`:root[data-theme="dark"] .home { ${rule} }`, ofDark);
    assert.ok(faults.length > 0, `${rule} in the dark is not found`);
  }
}

const server = await serve();
const ask = await askerOf(server.at);
const teach = await teaching();
const chromium = await launch();
const outcomes = new Outcomes();
const found = new Map();
const scenes = Object.entries({ ...alone, ...games(ask), ...together });

async function inLanguage(language) {
  const looker = new Looker(language, found);
  const setting = { language, size: SIZES.at(-1) };
  const open = async (at = server.at) => {
    const one = await person(chromium.browser, at, '', setting);
    return one;
  };
  await outcomes.try(`planted ${language}`, async () => planted(await open()));
  const play = async ([name, run]) => {
    if (only && !new RegExp(only).test(name)) return;
    await outcomes.try(`${name} ${language}`, async () => {
      const { browser } = chromium;
      const here = { one: await open(), open, server, looker, browser, ask, teach };
      here.look = (what, page = here.one.page) => looker.at(page, what);
      try {
        await run(here);
        here.one.faults.none();
      } catch (problem) {
        throw here.one.faults.of(problem);
      } finally {
        await here.one.close();
      }
    });
  };
  const slow = Object.entries(beside).map(play);
  for (const scene of scenes) await play(scene);
  await Promise.all(slow);
  return looker;
}

const lookers = await Promise.all(languages.map(inLanguage));
await chromium.close();
await server.stop();
const lines = [...found].map(([fault, places]) => `${fault} at ${[...places].join(', ')}`);
if (lines.length > 0) console.log(lines.sort().join('\n'));
await outcomes.try('nothing cut, covered, broken or off screen', async () =>
  assert.equal(lines.length, 0, `${lines.length} faults`),
);
const [{ screens }] = lookers;
const looks = lookers.reduce((sum, one) => sum + one.looks, 0);
console.log(
  `${screens.size} screens × ${lookers.length} languages × ${sizes.length} sizes, ` +
    `one of them also dark: ${looks} looks, ${lines.length} faults`,
);
await outcomes.tell();
