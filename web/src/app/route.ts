// SPDX-License-Identifier: MIT
// Where one is, as the address's fragment says it. A table's code is the fragment of its link.
import { useEffect, useState } from 'preact/hooks';

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

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return routeOf(hash);
}
