// Plays in a page like a person who touches what is lit: only through the page, with a mouse, a
// finger, or just the keys Tab, arrows, Enter and Escape.
import { Chance } from '../program.mjs';

const PRESSES_MAX = 120; // keys on the way from one thing to another
// For a bot, or for what follows a touch: for what hangs, not for what is slow.
const WAIT_MS = 60_000;
const STEPS_MAX = 4000; // of one game

// ---- eyes ----

// In the page, as `robot`. It keeps the things it has seen, and outside they are numbers; a
// selector works as well, and means its first match.
function eyes() {
  const FRAMES_MAX = 60;
  const SHARES = [0.5, 0.3, 0.7, 0.12, 0.88];
  let things = [];
  const find = (what) =>
    typeof what === 'number' ? things[what] : document.querySelector(what);

  // A visible point of it, the middle if possible. A strip at the edge is too narrow for a finger:
  // the browser would take it for what lies beside.
  const AROUND = [[0, 0], [-5, 0], [5, 0], [0, -5], [0, 5]];
  const pointOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = (x, y) => element.contains(document.elementFromPoint(x, y));
    for (const down of SHARES)
      for (const across of SHARES) {
        const [x, y] = [left + width * across, top + height * down];
        if (AROUND.every(([dx, dy]) => hit(x + dx, y + dy))) return { x, y };
      }
    return null;
  };

  const still = async (element) => {
    const where = () => {
      const { left, top, width } = element.getBoundingClientRect();
      return `${left},${top},${width}`;
    };
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect.getTiming().iterations === 1)
      .filter(({ effect }) => effect.target?.contains(element));
    await Promise.all(moving.map(({ finished }) => finished.catch(() => {})));
    let before = '';
    for (let frames = 0; before !== where() && frames < FRAMES_MAX; frames++) {
      before = where();
      await new Promise(requestAnimationFrame);
    }
  };

  // Its text, without what is drawn.
  const written = (element) =>
    [...element.childNodes]
      .map((node) => (node instanceof SVGElement ? '' : node.textContent))
      .join('');

  const see = (element, kind) => {
    const seen = element.checkVisibility({ visibilityProperty: true });
    if (!seen || element.disabled || element.closest('[hidden]')) return [];
    const { place = '', piece = '' } = element.dataset;
    const name = element.getAttribute('aria-label') ?? written(element);
    things.push(element);
    return [{ index: things.length - 1, kind, place, piece, name, point: pointOf(element) }];
  };
  const all = (selector, kind) =>
    [...document.querySelectorAll(selector)].flatMap((element) =>
      see(element, typeof kind === 'string' ? kind : kind(element)),
    );

  const wordKind = (button) => {
    if (button.matches('.play-main')) return 'main';
    if (button.matches('.play-back')) return 'back';
    if (button.matches('.play-urgent > :not(.play-call)')) return 'last';
    return button.matches('.cento-word, .taki-colour-button') ? 'declare' : 'word';
  };
  const count = (selector) => document.querySelectorAll(selector).length;
  const text = (selector) => document.querySelector(selector)?.textContent ?? '';
  const screen = () =>
    ['over', 'play', 'home'].find((name) => count(`.${name}`) > 0) ?? 'other';

  // The shortest way over neighbouring cells. Between cells that do not touch, one step in the
  // direction: the page jumps the gap.
  const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const arrows = (grid, from, to) => {
    const start = from.dataset.cell;
    const cells = new Set();
    for (const { dataset } of grid.querySelectorAll('[data-cell]')) cells.add(dataset.cell);
    const ways = new Map([[start, []]]);
    for (const [at, way] of ways) {
      if (at === to.dataset.cell) return way;
      const [x, y] = at.split(',').map(Number);
      for (const [key, [dx, dy]] of Object.entries(STEPS)) {
        const next = `${x + dx},${y + dy}`;
        if (cells.has(next) && !ways.has(next)) ways.set(next, [...way, key]);
      }
    }
    const [[x, y], [toX, toY]] = [start, to.dataset.cell].map((at) => at.split(',').map(Number));
    if (Math.abs(toX - x) >= Math.abs(toY - y)) return [toX > x ? 'ArrowRight' : 'ArrowLeft'];
    return [toY > y ? 'ArrowUp' : 'ArrowDown'];
  };

  // From one Tab stop to that of the list or grid that a thing is in.
  const tabs = (from, to) => {
    const group = to.closest('[role=grid], .roving-list');
    const stop = group?.querySelector('[tabindex="0"]') ?? to;
    const all = [...document.querySelectorAll('a[href], button, input, select, [tabindex]')];
    const stops = all.filter(
      (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility(),
    );
    const back = from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING;
    const before = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
    const [first, last] = back ? [stop, from] : [from, stop];
    const passed = stops.filter((each) => before(first, each) && before(each, last)).length;
    const away = from === document.body || !back ? 'Tab' : 'Shift+Tab';
    return Array(passed + 1).fill(away);
  };

  const SIGHT = {
    results: ['.tables-end button', 'results'],
    curtain: ['.play-curtain button', 'curtain'],
    cards: ['.play-hand [data-lit], .gobblet-reserve [data-lit]', 'card'],
    cells: ['[role=gridcell][data-lit]', 'cell'],
    discard: ['.taki-discard[data-lit], .cento-open[data-lit]', 'discard'],
    words: ['.play-actions button, .play-urgent button', wordKind],
  };

  window.robot = {
    // Which screen this is, and everything that could be touched on it.
    look() {
      things = [];
      const view = {
        screen: screen(),
        game: document.querySelector('main.play')?.dataset.game ?? '',
        turn: text('.play-turn'),
        refusal: text('.play-refusal p'),
        held: count('[data-held]'),
        staged: count('.iota-staged'),
      };
      for (const [name, [selector, kind]] of Object.entries(SIGHT))
        view[name] = all(selector, kind);
      return view;
    },

    // Is there something to touch, or has the game ended?
    busy: () => screen() !== 'play' || Object.values(SIGHT).some(([selector]) => count(selector)),

    // A point of a thing once it stands still, scrolled into view if needed.
    async point(what) {
      const element = find(what);
      if (!element?.isConnected) return null;
      await still(element);
      const point = pointOf(element);
      if (point) return point;
      element.scrollIntoView({ block: 'center' });
      await still(element);
      return pointOf(element);
    },

    // The keys that lead to a thing from what has the focus; none: it has the focus.
    way(what) {
      const to = find(what);
      const from = document.activeElement ?? document.body;
      if (!to?.isConnected) return null;
      if (from === to) return [];
      const grid = from.closest('[role=grid]');
      if (grid?.contains(to)) return arrows(grid, from, to);
      const list = from.closest('.roving-list');
      if (list?.contains(to)) {
        const buttons = [...list.querySelectorAll('[data-roving]')];
        const ahead = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
        const dx = (buttons.indexOf(to) - buttons.indexOf(from)) * ahead;
        return Array(Math.abs(dx)).fill(dx > 0 ? 'ArrowRight' : 'ArrowLeft');
      }
      return tabs(from, to);
    },

    // For a report: what has the focus, what is wanted.
    where(what) {
      const tag = (element) => element?.cloneNode(false).outerHTML;
      return `${tag(document.activeElement)}, wanted ${tag(find(what))}`;
    },
  };
}

// Call first: makes the page, and every page loaded after it, visible to the robot.
export async function openEyes(page) {
  await page.addInitScript(eyes);
  await page.evaluate(eyes);
}

export const look = (page) => page.evaluate(() => window.robot.look());

// ---- hands ----

async function pointAt(page, what) {
  const point = await page.evaluate((thing) => window.robot.point(thing), what);
  if (!point) throw new Error(`nothing of it is in sight: ${what}`);
  return point;
}

// A key at a time where several at once have missed before: the page may change on the way.
async function walk(page, what) {
  const been = new Set();
  for (let presses = 0; presses < PRESSES_MAX; ) {
    const keys = await page.evaluate((thing) => window.robot.way(thing), what);
    if (!keys) throw new Error(`it went away: ${what}`);
    if (keys.length === 0) return;
    const way = keys.join();
    for (const key of been.has(way) ? keys.slice(0, 1) : keys) {
      await page.keyboard.press(key);
      presses++;
    }
    been.add(way);
  }
  const where = await page.evaluate((thing) => window.robot.where(thing), what);
  throw new Error(`keys do not lead to it: ${where}`);
}

export const HANDS = {
  async mouse(page, what) {
    const { x, y } = await pointAt(page, what);
    await page.mouse.click(x, y);
  },
  async touch(page, what) {
    const { x, y } = await pointAt(page, what);
    await page.touchscreen.tap(x, y);
  },
  async keys(page, what) {
    await walk(page, what);
    await page.keyboard.press('Enter');
  },
};

// ---- the robot ----

export class Robot {
  // `hand` is the name of one of the hands; call openEyes first.
  constructor(page, hand, seed = 1) {
    this.page = page;
    this.hand = hand;
    this.chance = new Chance(seed);
    this.touches = 0;
    this.firstCard = null; // touches until a card of its own was on the table
  }

  async touch(what) {
    await HANDS[this.hand](this.page, what);
    this.touches++;
  }

  // Picks one of those within reach: a finger must see a thing, keys go everywhere.
  pick(things) {
    const near = this.hand === 'keys' ? things : things.filter(({ point }) => point !== null);
    return near.length > 0 ? this.chance.pick(near) : undefined;
  }

  // True once in this many times.
  now(times) {
    return this.chance.below(times) === 0;
  }

  // With a card or piece held: where it goes.
  place(view, words) {
    const goal = this.pick([...view.cells, ...view.discard]);
    const [main] = words.main;
    if (words.declare.length > 0) return this.pick(words.declare);
    // If there is only one place, the main button does the same: use either.
    return main && (!goal || (view.staged === 0 && this.now(2))) ? main : goal;
  }

  // What to touch next; nothing: wait.
  choose(view) {
    const words = { main: [], back: [], last: [], declare: [], word: [] };
    for (const word of view.words) words[word.kind].push(word);
    const urgent = view.results[0] ?? view.curtain[0] ?? words.last[0];
    const placed = !urgent && view.held > view.staged ? this.place(view, words) : undefined;
    if (urgent ?? placed) return urgent ?? placed;
    const [main] = words.main;
    const card = this.pick([...view.cards, ...view.cells]);
    if (main && (!card || this.now(3))) return main;
    if (view.staged > 0 && words.back.length > 0 && this.now(12)) return words.back[0];
    return card ?? main ?? words.word[0] ?? words.declare[0];
  }

  // Did this touch put something on the table? With nothing held before, it did if nothing is now.
  async laid({ held, staged }, kind) {
    if (held > staged) return ['cell', 'discard', 'declare', 'main'].includes(kind);
    await this.page.evaluate(() =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return ['card', 'cell'].includes(kind) && (await look(this.page)).held === 0;
  }

  // One touch, or a wait for something to touch.
  async step() {
    const view = await look(this.page);
    const thing = view.screen === 'play' ? this.choose(view) : undefined;
    if (!thing) {
      await this.page.waitForFunction(() => window.robot.busy(), null, {
        polling: 30,
        timeout: WAIT_MS,
      });
      return view;
    }
    try {
      await this.touch(thing.index);
    } catch (problem) {
      if (!/went away|in sight/.test(problem.message)) throw problem;
      return view; // the table has moved on meanwhile
    }
    if (this.firstCard === null && (await this.laid(view, thing.kind)))
      this.firstCard = this.touches;
    return view;
  }

  // Plays to the results. If the game does not end, reports what it saw last.
  async play() {
    let view;
    for (let steps = 0; steps < STEPS_MAX; steps++) {
      view = await this.step();
      if (view.screen === 'over') return;
    }
    throw new Error(`no end after ${this.touches} touches: ${JSON.stringify(view)}`);
  }
}
