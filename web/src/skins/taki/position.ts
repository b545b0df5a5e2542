// SPDX-License-Identifier: MIT
// A position of Super Taki as its text tells it: what the scene leaves out. docs/rules/ lists the
// fields.
import { COLOURS, type Colour } from '../../look/cards';

export type Phase = 'play' | 'owe' | 'free' | 'run' | 'react';
export type Sign = '.' | '?' | '!';

export interface TakiPosition {
  /** The leading card, which lies under every +3 and breaker (T21). */
  readonly lead: string;
  /** What lies on it, from the bottom up. */
  readonly upon: readonly string[];
  /** What lies under it, from the top down. */
  readonly under: readonly string[];
  /** In force; null while a king leads: any card may be laid (TR26). */
  readonly colour: Colour | null;
  readonly pile: number;
  readonly held: readonly number[];
  /** Whose turn it is; in a window who laid the +3. */
  readonly turn: number;
  readonly clockwise: boolean;
  readonly phase: Phase;
  /** Cards that wait for the next player: two for each +2 (T9), also under a +3 (TR3). */
  readonly owed: number;
  /** In a window: who has passed (TR4). */
  readonly passed: readonly number[];
  readonly open: boolean;
  /** The duty to call the last card (TR18), one a seat. */
  readonly signs: readonly Sign[];
  /** In a pyramid the size each seat's stage began with (TR21). */
  readonly stages: readonly number[] | null;
}

const PER_PLUS = 2;

const isColour = (letter: string | undefined): letter is Colour =>
  COLOURS.some((colour) => colour === letter);

/** The colour of `G7` or `color=B`; null for what has none. */
export function colourOf(piece: string): Colour | null {
  const letter = piece.includes('=') ? piece[piece.length - 1] : piece[0];
  return isColour(letter) ? letter : null;
}

/** A card without its colour: `7` of `G7`, `color` of `color=B`. */
export function figureOf(piece: string): string {
  return isColour(piece[0]) ? piece.slice(1) : piece.replace(/=.$/, '');
}

const liesOnLead = (piece: string) => piece === '+3' || piece === 'break';

/** How many cards `R1,R3`, `#5` or `-` are. */
function countOf(cards: string): number {
  if (cards === '-') return 0;
  return cards[0] === '#' ? Number(cards.slice(1)) : cards.split(',').length;
}

function readDiscards(field: string) {
  const cards = field.split(',');
  const at = cards.findIndex((piece) => !liesOnLead(piece));
  const lead = cards[at];
  if (lead === undefined) return null;
  const upon = cards.slice(0, at).reverse();
  return { lead, upon, under: cards.slice(at + 1), colour: colourOf(lead) };
}

/** `play` `owe2` `free` `run` `react:02` `react3:-` */
function readPhase(field: string) {
  const found = /^(play|owe|free|run|react)(\d*)(?::([\d-]+))?$/.exec(field);
  if (!found) return null;
  const [, phase, chain, passed = '-'] = found;
  return {
    phase: phase as Phase,
    owed: Number(chain) * PER_PLUS,
    passed: passed === '-' ? [] : [...passed].map(Number),
  };
}

/** Reads the text of a view; null if it is none. */
export function readPosition(text: string): TakiPosition | null {
  const [discards, hands, pile, turn, phase, open, signs, stages] = text.split(' ');
  const table = discards ? readDiscards(discards) : null;
  const state = phase ? readPhase(phase) : null;
  const who = /^(\d+)([<>])$/.exec(turn ?? '');
  if (!table || !state || !who || !hands || !pile || !signs || !stages) return null;
  return {
    ...table,
    ...state,
    pile: countOf(pile),
    held: hands.split('/').map(countOf),
    turn: Number(who[1]),
    clockwise: who[2] === '>',
    open: open === 'open',
    signs: [...signs] as Sign[],
    stages: stages === '-' ? null : stages.split('/').map(Number),
  };
}

/** The seats in the order of play, beginning with `first`. */
export function orderFrom(position: TakiPosition, first: number): number[] {
  const seats = position.held.length;
  const way = position.clockwise ? 1 : seats - 1;
  return position.held.map((_, i) => (first + i * way) % seats);
}

export type Discards = Pick<TakiPosition, 'lead' | 'upon' | 'under' | 'colour'>;

/** The discards with one more card; a super taki takes the colour (T15). */
export function laidOn(discards: Discards, piece: string): Discards {
  const { lead, upon, under, colour } = discards;
  if (liesOnLead(piece)) return { ...discards, upon: [...upon, piece] };
  const face = piece === 'super' && colour ? `super=${colour}` : piece;
  return {
    lead: face,
    upon: [],
    under: [...[...upon].reverse(), lead, ...under],
    colour: colourOf(face),
  };
}
