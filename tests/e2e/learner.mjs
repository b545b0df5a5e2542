// Somebody who does the lessons of a page, step by step, with what the rules list as touches.
import assert from 'node:assert/strict';
import { Stand } from '../teach.mjs';
import { fileOf } from './browser.mjs';
import { look, Robot } from './robot.mjs';
import { buttonFor } from './together.mjs';

const BUTTON_MS = 60_000;

// Cards of one move are laid outwards from the table.
function outwards(steps, scene) {
  const laid = scene.filter(({ place }) => place.zone === 'board').map(({ place }) => place);
  const far = ({ place }) =>
    Math.min(...laid.map(({ x, y }) => Math.abs(x - place.x) + Math.abs(y - place.y)));
  const pairs = steps.flatMap((step, i) =>
    step.kind === 'put' && step.place.zone === 'board' ? [[steps[i - 1], step]] : [],
  );
  const rest = steps.filter((step) => !pairs.flat().includes(step));
  return [...pairs.sort(([, a], [, b]) => far(a) - far(b)).flat(), ...rest];
}

export class Learner {
  // The page is at the lessons of a game; `hand` is one of the robot's.
  static async at(page, at, ask, language, hand = 'mouse') {
    const learner = new Learner();
    const words = await (await fileOf(at, `words.${language}.json`)).json();
    return Object.assign(learner, { page, ask, words, robot: new Robot(page, hand) });
  }

  // The button may come a moment after the touch before it, and may move away under the finger as
  // the others in its row come and go: then it is touched again. Once pressed, it is gone, unless
  // the lesson wants another move and says so.
  async press(step) {
    const end = Date.now() + BUTTON_MS;
    for (let pressed = false; ; ) {
      const seen = (await look(this.page)).words;
      const found = buttonFor(this.words, seen, step);
      if (pressed && (!found || (await this.said()))) return;
      const names = seen.map(({ name }) => name).join(', ');
      assert.ok(Date.now() < end, `no button for ${step.word}, or it does nothing: ${names}`);
      if (found) await this.robot.touch(found.index);
      pressed ||= !!found;
      await this.frames();
    }
  }

  async said() {
    const said = this.page.locator('.learn-said');
    return (await said.count()) > 0 && (await said.first().textContent()) !== '';
  }

  frames() {
    const two = () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return this.page.evaluate(two);
  }

  // Takes back every touch; the last one takes the button away.
  async takeBack() {
    const back = '.learn-shown .play-back';
    while (await this.page.locator(back).count())
      await this.robot.touch(back).catch((problem) => {
        if (!/in sight/.test(problem.message)) throw problem;
      });
  }

  async gesture(step) {
    const { kind, place, piece } = step;
    if (kind === 'choose') return this.press(step);
    const selector =
      place.zone === 'board'
        ? `[role=gridcell][data-place="board:${place.x},${place.y}"][data-lit]`
        : kind === 'put'
          ? '.taki-discard[data-lit]'
          : `button[data-piece="${piece}"][data-lit]:not([data-held])`;
    await this.page.waitForSelector(`.learn-shown ${selector}`, { state: 'attached' });
    return this.robot.touch(`.learn-shown ${selector}`);
  }

  async make(stand, move) {
    const { steps } = stand.explain(move);
    for (const step of outwards(steps, stand.look().scene)) await this.gesture(step);
  }

  // Makes a move that the step does not ask for, and puts everything back; its text is returned.
  async tryAnother(game, { stand, wanted }) {
    const table = new Stand(this.ask, game, stand);
    const other = table.moves().find((move) => !wanted[0].test(move));
    if (!other) return null;
    await this.make(table, other);
    await this.page.waitForFunction(() => document.querySelector('.learn-said')?.textContent);
    const text = await this.page.textContent('.learn-said');
    await this.takeBack();
    return text;
  }

  // Makes all the moves that are asked for; `between` is called before each but the first. Returns
  // the table as it must be now; `scored` is what the last move scored, if it did.
  async doAll(game, { stand, wanted, answer = [] }, between = () => {}) {
    let table = new Stand(this.ask, game, stand);
    for (const [stage, pattern] of wanted.entries()) {
      if (stage > 0) await between(stage);
      const move = table.moves().find((one) => pattern.test(one));
      await this.make(table, move);
      this.scored = table.explain(move).account?.at(-1)?.number;
      table = table.after(`0 ${move}`);
    }
    await this.page.waitForSelector('.learn-words[data-done]');
    return table.after(...answer);
  }
}
