// SPDX-License-Identifier: MIT
// The current screen, from the address's fragment. A table's code is the fragment of its link.
import { useLayoutEffect } from 'preact/hooks';
import { useRedraw } from '../hooks';
import type { Client } from '../table/types';

export type Route =
  | { readonly at: 'home' }
  | { readonly at: 'local'; readonly id: string | null } // a game on this device, or the latest
  | { readonly at: 'room'; readonly code: string } // a table on the server
  | { readonly at: 'watch'; readonly code: string } // the same, among a crowd
  | { readonly at: 'screen'; readonly code: string | null } // the shared table
  | { readonly at: 'replay' }
  | { readonly at: 'moments' }
  | { readonly at: 'game'; readonly packed: string } // a game inside its link
  | { readonly at: 'box'; readonly id: string | null } // the box, or a game in it
  | { readonly at: 'rules'; readonly game: string | null; readonly rule: string | null }
  | { readonly at: 'learn'; readonly game: string }
  | { readonly at: 'secure' } // the way to https
  | { readonly at: 'nowhere' };

const CODE = /^[A-HJKMNP-Z2-9]{6,8}$/;

/** A room code as people type it: any case, with spaces and dashes. Null: it cannot be one. */
export function cleanCode(given: string): string | null {
  const code = given.toUpperCase().replace(/[\s\-–.]/g, '');
  return CODE.test(code) ? code : null;
}

function routeOf(hash: string): Route {
  const [at = '', first = '', second = ''] = hash.replace(/^#\/?/, '').split('/');
  const code = cleanCode(at);
  if (at === '') return { at: 'home' };
  const watched = at === 'watch' ? cleanCode(first) : null;
  if (watched) return { at: 'watch', code: watched };
  if (at === 'secure') return { at }; // in lower case; it could be a code too
  if (code) return { at: 'room', code };
  if (at === 'local') return { at, id: first || null };
  if (at === 'replay' || at === 'moments') return { at };
  if (at === 'game' && first) return { at, packed: first };
  if (at === 'box') return { at, id: first || null };
  if (at === 'table') return { at: 'screen', code: cleanCode(first) };
  if (at === 'rules') return { at, game: first || null, rule: second || null };
  if (at === 'learn' && first) return { at, game: first };
  return { at: 'nowhere' };
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Goes to a game on this device. */
export function goTo(clients: readonly Client[]): void {
  go(`local/${clients[0]?.keptAs?.() ?? ''}`);
}

/** Replaces this screen, so that Back does not lead here again. */
export function goInstead(hash: string): void {
  location.replace(`#${hash}`);
}

// ---- the link of a seat ----

const SEAT = /^#\/?([^/]+)\/([0-9a-f]{8,71})$/;

/** What a seat's link, #CODE/TOKEN, brought, until its table is drawn. */
let brought: { readonly code: string; readonly token: string } | null = null;
let times = 0;

/** Nobody who sees the address may see the secret in it, so it is removed first of all. It is kept
 * nowhere until somebody confirms that they want that place. */
export function takeSeat(): void {
  const found = SEAT.exec(location.hash);
  const code = cleanCode(found?.[1] ?? '');
  const token = found?.[2];
  if (!code || !token) return;
  brought = { code, token };
  times++;
  history.replaceState(history.state, '', `#${code}`);
}

/** The seat that a link brought somebody here for; returned once. */
export function seatBrought(code: string): string | null {
  const token = brought?.code === code ? brought.token : null;
  brought = null;
  return token;
}

/** The current route, and how many seat links have led there: each one is a new visit. */
export function useRoute(): readonly [Route, number] {
  const redraw = useRedraw();
  // Before anything else can happen: an effect would miss a change that comes before it.
  useLayoutEffect(() => {
    const changed = () => {
      takeSeat();
      redraw();
    };
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, [redraw]);
  return [routeOf(location.hash), times];
}
