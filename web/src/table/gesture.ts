// SPDX-License-Identifier: MIT
// The viewer's hand over the table: touches become a move, which is shown at once and then sent.
import { useState } from 'preact/hooks';
import type { Choice, Look, Step } from '../engine/types';
import { settings } from '../net/kept';
import type { Gesture, Skin } from '../skins/skin';
import { explain, reach } from './eye';
import { alike, dangling, inOrder, kept, onlyTarget, same, shorter, touched } from './steps';
import type { Client, TableState } from './types';

/** What the generic screen knows beyond what skins are told. */
export interface Hands extends Gesture {
  /** Words that can be chosen now, also by letting go of what is held. */
  readonly words: readonly Step[];
  /** These touches are a whole move, though more could follow. */
  readonly move: Choice | null;
  /** The only place for what is held. */
  readonly target: Step | null;
  /** What the main button does: the last word, the whole move, the only target. */
  confirm(): void;
  /** Plays a move that somebody wrote; false: it was refused, and said so. */
  write(text: string): boolean;
}

interface Wants {
  readonly client: Client;
  readonly table: TableState;
  readonly look: Look;
  readonly skin: Skin;
  readonly viewer: number | null;
  /** Says in words why not. */
  readonly refuse: (reason: string) => void;
  /** Called before a move is shown as done. */
  readonly onSend?: (steps: readonly Step[]) => void;
}

interface Made {
  readonly look: Look;
  readonly done: readonly Step[];
  readonly sent: readonly Step[];
}

const NOTHING: readonly Step[] = [];
const NO_REACH = { count: 0, next: [], move: null, almost: null };

/** A piece on the board that has to be played is in the hand already (Gobblet's G12). */
function begun(look: Look): readonly Step[] {
  const { next } = reach(look, []);
  const only = next.length === 1 ? next[0] : undefined;
  return only?.kind === 'take' && only.place?.zone === 'board' ? [only] : NOTHING;
}

function present(made: Made, look: Look, active: boolean): Made {
  if (!active) return { look, done: NOTHING, sent: made.look === look ? made.sent : NOTHING };
  if (made.look === look && (made.done.length > 0 || made.sent.length > 0)) return made;
  const carried = made.look === look || made.sent.length > 0 ? NOTHING : made.done;
  const done = kept(carried, (steps) => reach(look, steps));
  return { look, done: done.length > 0 ? done : begun(look), sent: NOTHING };
}

/** Words after these touches, and those that would be there without what is held. */
function wordsOf(look: Look, done: readonly Step[], next: readonly Step[]): Step[] {
  const isWord = (step: Step) => step.kind === 'choose';
  const words = next.filter(isWord);
  if (dangling(done)) {
    const before = reach(look, done.slice(0, -1)).next.filter(isWord);
    words.push(...before.filter((word) => !words.some((other) => alike(word, other))));
  }
  return inOrder(words);
}

export function useGesture(wants: Wants): Hands {
  const { client, table, look, skin, viewer, refuse } = wants;
  const [made, setMade] = useState<Made>({ look, done: NOTHING, sent: NOTHING });
  const myself = viewer !== null && table.seats[viewer]?.bot === undefined;
  const mine = myself && table.phase === 'play' && look.legal > 0;
  const { done, sent } = present(made, look, mine);
  const active = mine && sent.length === 0;
  const reached = active ? reach(look, done) : NO_REACH;

  const hold = (steps: readonly Step[]) => setMade({ look, done: steps, sent: NOTHING });

  const send = (move: string, steps: readonly Step[]) => {
    wants.onSend?.(steps);
    setMade({ look, done: NOTHING, sent: steps });
    client.send({ do: 'move', move }).then((answer) => {
      setMade((now) => (now.sent === steps ? { look, done: NOTHING, sent: NOTHING } : now));
      if (!answer.ok) refuse(answer.reason);
    });
  };

  const settle = (steps: readonly Step[]) => {
    let now = steps;
    let after = reach(look, now);
    const reflex = after.next.find((step) => step.kind === 'choose' && step.word === skin.reflex);
    const follow = reflex ?? (settings().quick ? onlyTarget(after.next) : null);
    if (follow && now.length >= done.length) {
      now = [...now, follow];
      after = reach(look, now);
    }
    if (after.move && after.next.length === 0 && now.length >= done.length)
      send(after.move.move, now);
    else hold(now);
  };

  const why = (steps: readonly Step[]) => {
    const text = skin.spell(steps, look);
    const answer = text === null ? null : explain(look, text);
    refuse(answer && !answer.legal ? answer.reason : 'web.play.cannot');
  };

  const touch = (step: Step) => {
    if (viewer === null || sent.length > 0 || table.phase !== 'play') return;
    if (!active) {
      refuse(myself ? 'match.seat.turn' : 'match.seat.bot');
      return;
    }
    const next = touched(done, step, (steps) => reach(look, steps));
    if (next) settle(next);
    else why([...done, step]);
  };

  const target = onlyTarget(reached.next);
  const words = active ? wordsOf(look, done, reached.next) : NOTHING;
  const last = words.find((step) => step.word === 'done') ?? null;
  return {
    active,
    done,
    sent,
    next: reached.next,
    almost: reached.almost,
    lights: settings().lights,
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
      const answer = explain(look, text);
      if (answer.legal) send(text, answer.steps);
      else refuse(answer.reason);
      return answer.legal;
    },
  };
}
