// SPDX-License-Identifier: MIT
// What the page keeps of a review, and says of an answer. Pure.
import type { Review, Turn, Verdict } from './types';

/** Only the moves and turns with a mark. Moments are indexes of moves, so they change too; two
 * moves can have one ply, since whoever forgets a duty does so while another moves. */
export function marked({ players, moves, turns }: Review): Review {
  const kept = moves.filter(({ mark }) => mark !== null);
  const index = (at: number) => kept.indexOf(moves[at] as Review['moves'][number]);
  return {
    players: players.map((one) => ({ ...one, moments: one.moments.map(index) })),
    moves: kept,
    turns: turns.filter(({ mark }) => mark !== null),
  };
}

/** A seat's luckiest and unluckiest turn, as far as they are worth mentioning. */
export function fateOf({ turns }: Review, seat: number): Turn[] {
  const own = turns.filter((turn) => turn.seat === seat).sort((a, b) => b.luck - a.luck);
  const lucky = own.filter(({ mark }) => mark === 'lucky').slice(0, 1);
  return [...lucky, ...own.filter(({ mark }) => mark === 'unlucky').slice(-1)];
}

/** The moments of a seat, in the order of the game. */
export const momentsOf = ({ players, moves }: Review, seat: number): Review['moves'] =>
  [...(players[seat]?.moments ?? [])].sort((a, b) => a - b).flatMap((at) => moves[at] ?? []);

const GOOD = 0.05; // where slips begin: MARK_SLIP_FROM in src/bots/judge.h

/** What an answer was worth; `judged` is undefined as long as it is not known. Values are compared
 * only within one verdict: another has imagined other worlds. */
export function worthOf(chosen: string, best: string, judged: Verdict | undefined) {
  if (chosen === best) return 'right';
  if (judged === undefined) return 'thinking';
  return judged.before - judged.after < GOOD ? 'good' : 'better';
}
