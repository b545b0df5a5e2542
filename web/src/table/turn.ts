// SPDX-License-Identifier: MIT
// Who is to play, and what a refusal points to.
import { useEffect, useState } from 'preact/hooks';
import { onSettings } from '../net/kept';
import type { Skin } from '../skins/skin';
import type { Client, TableState } from './types';

/** Whose turn it is; null: nobody's, or everybody's who has not answered yet. */
export function turnOf(table: TableState, skin: Skin): number | null {
  if (table.phase !== 'play') return null;
  if (table.window) return null;
  return skin.turn ? skin.turn(table) : (table.actors[0] ?? null);
}

/** Seats in the order of play, beginning behind the viewer. */
export function seatsFrom(table: TableState, viewer: number | null): number[] {
  const count = table.seats.length;
  const first = viewer === null ? 0 : viewer + 1;
  return Array.from({ length: count }, (_, i) => (first + i) % count);
}

const RULE = /^(iota|cento|gobblet|taki)\.([A-Z]{1,2}\d+)\./;

/** The page of the rule that a reason rests on. */
export function ruleLink(reason: string): { rule: string; href: string } | null {
  const found = RULE.exec(reason);
  return found?.[1] && found[2] ? { rule: found[2], href: `#rules/${found[1]}/${found[2]}` } : null;
}

/** Draws anew after every change at any of these tables, or of the settings. */
export function useTables(clients: readonly Client[]): readonly TableState[] {
  const [, render] = useState(0);
  useEffect(() => {
    const changed = () => render((count) => count + 1);
    const ends = clients.map((client) => client.subscribe(changed));
    ends.push(onSettings(changed));
    changed(); // something may have happened between the first drawing and now
    return () => {
      for (const end of ends) end();
    };
  }, [clients]);
  return clients.map((client) => client.get());
}

/** Now, so often that clocks seem to run. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  return running ? Math.max(now, performance.now() - 250) : now;
}
