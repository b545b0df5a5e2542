// SPDX-License-Identifier: MIT
// Which moves are worth seeing after an answer, and what is proven about them. Pure.
import type { Line, Verdict } from '../engine/types';

/** What may follow after a move: the better one, the one that was played, or the answer. */
export interface Story {
  readonly name: 'best' | 'played' | 'yours';
  readonly line: Line;
}

const lineOf = (seat: number, move: string, line: Line): Line =>
  line.length > 0 ? line : [[seat, move]];

/** The better move first; then what was answered, or what was played if the answer was right.
 * Waiting is no move. */
export function storiesOf(moment: Verdict, chosen: string, judged: Verdict | undefined): Story[] {
  const { seat, best, move } = moment;
  const stories: Story[] = [{ name: 'best', line: lineOf(seat, best, moment.line) }];
  const other = chosen === best ? moment : judged;
  if (other?.move && other.move !== best)
    stories.push({
      name: other.move === move ? 'played' : 'yours',
      line: lineOf(seat, other.move, other.own_line),
    });
  return stories;
}

/** What is proven: the better move wins in so many moves, every move loses, or the other story
 * does. */
export interface Proven {
  readonly what: 'win' | 'lost' | 'played' | 'yours';
  readonly moves: number;
}

export function provenOf(moment: Verdict, chosen: string, judged: Verdict | undefined): Proven[] {
  const { best, best_proof } = moment;
  if (best_proof < 0) return [{ what: 'lost', moves: -best_proof }];
  const other = chosen === best ? moment : judged;
  const proven: Proven[] = best_proof > 0 ? [{ what: 'win', moves: best_proof }] : [];
  if (other && other.move !== best && other.proof < 0)
    proven.push({
      what: other.move === moment.move ? 'played' : 'yours',
      moves: -other.proof,
    });
  return proven;
}
