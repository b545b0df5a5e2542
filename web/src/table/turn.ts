// SPDX-License-Identifier: MIT
// Whose turn it is, and the rule that a refusal points to.
import { useEffect, useState } from 'preact/hooks';
import { factOf } from '../engine/facts';
import type { View } from '../engine/types';
import { useRedraw } from '../hooks';
import { onSettings } from '../net/kept';
import type { Client, TableState } from './types';

/** Whose turn it is; null: nobody's, or that of everybody who has not answered yet. */
export function turnOf(table: TableState, view: View): number | null {
  if (table.phase !== 'play' || table.window || factOf(view, 'window')) return null;
  return factOf(view, 'turn')?.seat ?? null;
}

/** As clocks show it. */
export function minutes(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Seats in playing order, starting after the viewer. */
export function seatsFrom(table: TableState, viewer: number | null): number[] {
  const count = table.seats.length;
  const first = viewer === null ? 0 : viewer + 1;
  return Array.from({ length: count }, (_, i) => (first + i) % count);
}

/** Players say it themselves: cards show no products, and nothing lights up. */
export const isQuiet = ({ aloud }: TableState): boolean => aloud === 'on' || aloud === 'three';

/** Why there are no hints: the players say it themselves, or it is a timed game between people. A
 * bot that only stands in counts as a person. */
export function noHints(table: TableState, viewer: number | null) {
  if (isQuiet(table)) return 'aloud.hint';
  const others = table.seats.some((sits, seat) => sits?.name && seat !== viewer);
  return table.clock.kind !== 'off' && others ? 'web.play.hint.unfair' : null;
}

const RULE = /^([a-z]+)\.([A-Z]{1,2}\d+)\./;

/** The page of the rule that a reason refers to. */
export function ruleLink(reason: string): { rule: string; href: string } | null {
  const found = RULE.exec(reason);
  return found?.[1] && found[2] ? { rule: found[2], href: `#rules/${found[1]}/${found[2]}` } : null;
}

/** Redraws after every change at any of these tables, or of the settings. */
export function useTables(clients: readonly Client[]): readonly TableState[] {
  const changed = useRedraw();
  useEffect(() => {
    const ends = clients.map((client) => client.subscribe(changed));
    ends.push(onSettings(changed));
    changed(); // something may have happened since the first drawing
    return () => {
      for (const end of ends) end();
    };
  }, [clients, changed]);
  return clients.map((client) => client.get());
}

/** The time, updated often enough that clocks seem to run. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  return running ? Math.max(now, performance.now() - 250) : now;
}
