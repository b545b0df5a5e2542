// SPDX-License-Identifier: MIT
// Turns the viewer's touches into a move, which is shown at once and then sent.
import { useState } from 'preact/hooks';
import type { Choice, Reach, View, Step } from '../engine/types';
import { settings } from '../net/kept';
import type { Gesture, Skin } from '../skins/skin';
import { explain, forcedStart, reach, tried } from './eye';
import { triesWords } from '../words/tell';
import { alike, dangling, inOrder, kept, onlyTarget, same, shorter } from './steps';
import { isQuiet } from './turn';
import type { Client, TableState } from './types';

/** What the generic screen knows beyond what skins get. */
export interface Hands extends Gesture {
  /** Words that can be chosen now, including by letting go of what is held. */
  readonly words: readonly Step[];
  /** These touches are a whole move, though more could follow. */
  readonly move: Choice | null;
  /** The only place for what is held. */
  readonly target: Step | null;
  /** The main button: the last word, the whole move, or the only target. */
  confirm(): void;
  /** Plays a move that was typed or said; false: it was refused, with a reason. */
  write(text: string): boolean;
}

interface Wants {
  readonly client: Client;
  readonly table: TableState;
  readonly view: View;
  readonly skin: Skin;
  readonly viewer: number | null;
  /** Shows why not, and what it costs. */
  readonly refuse: (reason: string, more?: string) => void;
  /** Called before a move is shown as done. */
  readonly onSend?: (steps: readonly Step[]) => void;
}

interface Made {
  readonly view: View;
  readonly done: readonly Step[];
  readonly sent: readonly Step[];
}

const NOTHING: readonly Step[] = [];
const NO_REACH: Reach = { count: 0, next: [], move: null, almost: null };

function present(made: Made, view: View, active: boolean): Made {
  if (!active) return { view, done: NOTHING, sent: made.view === view ? made.sent : NOTHING };
  if (made.view === view && (made.done.length > 0 || made.sent.length > 0)) return made;
  const carried = made.view === view || made.sent.length > 0 ? NOTHING : made.done;
  const done = kept(carried, (steps) => reach(view, steps));
  return { view, done: done.length > 0 ? done : forcedStart(view), sent: NOTHING };
}

/** What may be touched where players say it themselves: words. Cards lead nowhere yet. */
const quietReach = (view: View): Reach => {
  const next = reach(view, NOTHING).next.filter((step) => step.kind === 'choose');
  return { ...NO_REACH, next };
};

/** Words after these touches, and those available without what is held. */
function wordsOf(view: View, done: readonly Step[], next: readonly Step[]): Step[] {
  const isWord = (step: Step) => step.kind === 'choose';
  const words = next.filter(isWord);
  if (dangling(done)) {
    const before = reach(view, done.slice(0, -1)).next.filter(isWord);
    words.push(...before.filter((word) => !words.some((other) => alike(word, other))));
  }
  return inOrder(words);
}

export function useGesture(wants: Wants): Hands {
  const { client, table, view, skin, viewer, refuse } = wants;
  const [made, setMade] = useState<Made>({ view, done: NOTHING, sent: NOTHING });
  const myself = viewer !== null && table.seats[viewer]?.bot === undefined;
  const mine = myself && table.phase === 'play' && view.legal > 0;
  const { done, sent } = present(made, view, mine);
  const active = mine && sent.length === 0;
  const quiet = isQuiet(table);
  const reached = !active ? NO_REACH : quiet ? quietReach(view) : reach(view, done);

  const hold = (steps: readonly Step[]) => setMade({ view, done: steps, sent: NOTHING });

  const send = (move: string, steps: readonly Step[]) => {
    wants.onSend?.(steps);
    setMade({ view, done: NOTHING, sent: steps });
    client.send({ do: 'move', move }).then((answer) => {
      setMade((now) => (now.sent === steps ? { view, done: NOTHING, sent: NOTHING } : now));
      if (!answer.ok) refuse(answer.reason);
    });
  };

  /** A wrong answer: the table counts it. */
  const say = (move: string, reason: string) => {
    client.send({ do: 'move', move }).then((answer) => {
      if (answer.ok) refuse(reason, triesWords(client.get(), viewer));
      else refuse(answer.reason);
    });
  };

  /** After a touch: the step that follows by itself, then send or hold. */
  const proceed = (steps: readonly Step[]) => {
    let now = steps;
    let after = reach(view, now);
    const reflex = after.next.find((step) => step.kind === 'choose' && step.word === skin.reflex);
    // A shortcut never does anything that costs something.
    const quick = settings().quick && !skin.price?.(now, { view, viewer });
    const follow = reflex ?? (quick ? onlyTarget(after.next) : null);
    if (follow && now.length >= done.length) {
      now = [...now, follow];
      after = reach(view, now);
    }
    if (after.move && after.next.length === 0 && now.length >= done.length)
      send(after.move.move, now);
    else hold(now);
  };

  const touch = (step: Step) => {
    if (viewer === null || sent.length > 0 || table.phase !== 'play') return;
    if (!active) {
      refuse(myself ? 'match.seat.turn' : 'match.seat.bot');
      return;
    }
    if (quiet && step.kind === 'take') {
      hold(done.some((made) => same(made, step)) ? NOTHING : [step]); // any card can be tried
      return;
    }
    const after = tried(view, quiet ? NOTHING : done, step);
    if ('done' in after) proceed(after.done);
    else refuse(after.reason);
  };

  const target = onlyTarget(reached.next);
  const words = active ? wordsOf(view, done, reached.next) : NOTHING;
  const last = words.find((step) => step.word === 'done') ?? null;
  return {
    active,
    done,
    sent,
    next: reached.next,
    almost: reached.almost,
    lights: settings().lights && !quiet,
    words,
    move: done.length > 0 ? reached.move : null,
    target,
    can: (step) => reached.next.some((other) => alike(other, step)),
    has: (step) => done.some((other) => same(other, step)),
    touch,
    back: () => hold(shorter(done)),
    clear: () => hold(NOTHING),
    confirm() {
      if (last) touch(last);
      else if (reached.move && done.length > 0) send(reached.move.move, done);
      else if (target) touch(target);
    },
    write(text) {
      const answer = explain(view, text);
      if (answer.legal) send(text, answer.steps);
      else if (quiet) say(text, answer.reason);
      else refuse(answer.reason);
      return answer.legal;
    },
  };
}
