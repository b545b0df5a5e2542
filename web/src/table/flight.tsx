// SPDX-License-Identifier: MIT
// Pieces fly from their old place to the new one. The table is right from the first frame; what
// flies is a picture above it, and a touch anywhere ends all flights.
import { render } from 'preact';
import { type Place, placeKey, type Step } from '../engine/types';
import type { Skin } from '../skins/skin';
import type { LogEntry } from './types';

const MILLIS = 190;
const APART = 8;
const FLIGHTS_MAX = 8;
const SMALL = 72;

interface Box {
  readonly x: number; // of the centre
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Flight {
  readonly piece?: string;
  readonly from: Box;
  readonly to: Place;
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A whole hand or a seat is larger than a piece: pieces come from its centre. */
function boxOf(element: Element): Box | null {
  const rect = element.getBoundingClientRect();
  if (rect.width === 0) return null;
  const x = rect.left + rect.width / 2;
  const y = rect.top + rect.height / 2;
  const whole = element.matches('[data-piece],[data-top],.roving-cell');
  const ratio = whole ? rect.height / rect.width : 1.4;
  const width = whole ? rect.width : Math.min(SMALL, rect.width, rect.height);
  return { x, y, width, height: width * ratio };
}

/** The element of a place: the piece itself if it can be identified, else its place. */
function elementOf(root: Element, place: Place, piece?: string): Element | null {
  const all = [...root.querySelectorAll(`[data-place="${placeKey(place)}"]`)];
  const spots = all.filter((each) => each.getBoundingClientRect().width > 0);
  const inHand = spots.find((each) => each.closest('.play-hand'));
  const spot = inHand ?? spots[0];
  if (!spot) return null;
  const like =
    piece === undefined ? [] : spot.querySelectorAll(`[data-piece="${CSS.escape(piece)}"]`);
  return like[like.length - 1] ?? spot.querySelector('[data-top]') ?? spot;
}

/** Where a touched piece lies now, before the move is drawn. */
function lying(root: Element, step: Step): Box | null {
  if (!step.place) return null;
  const held = [...root.querySelectorAll('[data-held]')];
  const own = held.find((each) => each.getAttribute('data-piece') === step.piece);
  const element = own ?? elementOf(root, step.place, step.piece);
  return element && boxOf(element);
}

/** The flights of a move that is about to be shown. */
export function flightsOf(root: Element, steps: readonly Step[]): Flight[] {
  const flights: Flight[] = [];
  steps.forEach((step, i) => {
    const target = steps[i + 1];
    if (step.kind !== 'take' || target?.kind !== 'put' || !target.place) return;
    const from = lying(root, step);
    if (from) flights.push({ piece: step.piece, from, to: target.place });
  });
  return flights;
}

/** The flights of a move in the log; `own`: what left the viewer's hand has already flown. */
export function flightsIn(root: Element, entry: LogEntry, own: boolean): Flight[] {
  const flights: Flight[] = [];
  for (const event of entry.events) {
    if (event.kind !== 'move' || !event.from || !event.to) continue;
    if (own && event.from.zone !== 'pile') continue;
    const element = elementOf(root, event.from);
    const from = element && boxOf(element);
    if (from) flights.push({ piece: event.piece, from, to: event.to });
  }
  return flights.slice(0, FLIGHTS_MAX);
}

let flying: Animation[] = [];

function land(): void {
  for (const animation of flying) animation.finish();
  flying = [];
}

function launch(root: Element, skin: Skin, flight: Flight, delay: number): void {
  const target = elementOf(root, flight.to, flight.piece);
  const to = target && boxOf(target);
  if (!target || !to) return;
  const ghost = document.createElement('div');
  ghost.className = 'play-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    left: `${to.x - to.width / 2}px`,
    top: `${to.y - to.height / 2}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
  });
  render(<skin.Face piece={flight.piece} />, ghost);
  root.append(ghost);
  const { from } = flight;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  const timing = { duration: MILLIS, delay, easing: 'ease-out', fill: 'backwards' } as const;
  const flown = ghost.animate([{ transform: start }, { transform: 'none' }], timing);
  flying.push(flown);
  if (target.matches('[data-top],[data-piece]'))
    flying.push(target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: MILLIS + delay }));
  const done = () => {
    render(null, ghost);
    ghost.remove();
  };
  flown.finished.then(done, done);
}

/** Starts all flights, at nearly the same time. */
export function fly(root: Element, skin: Skin, flights: readonly Flight[]): void {
  if (still() || document.visibilityState !== 'visible') return;
  land();
  flights.forEach((flight, i) => {
    launch(root, skin, flight, i * APART);
  });
  if (flights.length > 0) addEventListener('pointerdown', land, { once: true, capture: true });
}
