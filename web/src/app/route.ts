// SPDX-License-Identifier: MIT
// Where one is, as the address's fragment says it. A table's code is the fragment of its link.
import { useEffect, useState } from 'preact/hooks';
import { keepTable, keptTable } from '../net/kept';

export type Route =
  | { readonly at: 'home' }
  | { readonly at: 'local' } // the table of this page
  | { readonly at: 'room'; readonly code: string } // a table on the server
  | { readonly at: 'screen'; readonly code: string | null } // the shared table
  | { readonly at: 'replay' }
  | { readonly at: 'rules'; readonly game: string | null; readonly rule: string | null }
  | { readonly at: 'learn'; readonly game: string }
  | { readonly at: 'nowhere' };

const CODE = /^[A-HJKMNP-Z2-9]{6}$/;

/** A room code as people write it: any case, with spaces and dashes. Null: it cannot be one. */
export function cleanCode(given: string): string | null {
  const code = given.toUpperCase().replace(/[\s\-–.]/g, '');
  return CODE.test(code) ? code : null;
}

export function routeOf(hash: string): Route {
  const [at = '', first = '', second = ''] = hash.replace(/^#\/?/, '').split('/');
  const code = cleanCode(at);
  if (at === '') return { at: 'home' };
  if (code) return { at: 'room', code };
  if (at === 'local' || at === 'replay') return { at };
  if (at === 'table') return { at: 'screen', code: cleanCode(first) };
  if (at === 'rules') return { at, game: first || null, rule: second || null };
  if (at === 'learn' && first) return { at, game: first };
  return { at: 'nowhere' };
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Goes there instead of here: the way back does not lead here again. */
export function goInstead(hash: string): void {
  location.replace(`#${hash}`);
}

// ---- the link of a seat ----

const SEAT = /^#\/?([^/]+)\/([0-9a-f]{8,71})$/;

/** What the link of a seat, #CODE/TOKEN, has brought, until its table is drawn. */
let brought: { readonly code: string; readonly token: string } | null = null;
let times = 0;

/** Whoever sees the address must not see the secret in it: it is taken out at once, before anything
 * else is done. It is put away where no other seat at that table would be lost. */
export function takeSeat(): void {
  const found = SEAT.exec(location.hash);
  const code = cleanCode(found?.[1] ?? '');
  const token = found?.[2];
  if (!code || !token) return;
  brought = { code, token };
  times++;
  history.replaceState(history.state, '', `#${code}`);
  if (!keptTable(code)?.token)
    keepTable({ table: 0, code, game: '', token, screen: false, seen: Date.now() });
}

/** The seat that somebody came here for by a link; told once. */
export function seatBrought(code: string): string | null {
  const token = brought?.code === code ? brought.token : null;
  brought = null;
  return token;
}

/** Where one is, and how many links of seats have led there: each is another visit. */
export function useRoute(): readonly [Route, number] {
  const [, render] = useState(0);
  useEffect(() => {
    const changed = () => {
      takeSeat();
      render((count) => count + 1);
    };
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return [routeOf(location.hash), times];
}
