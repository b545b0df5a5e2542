// SPDX-License-Identifier: MIT
// Sounds and animations when something happens, and hints.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { advise } from '../engine/local';
import type { Advice, View, Step } from '../engine/types';
import type { Skin } from '../skins/skin';
import { t } from '../words/words';
import { settingOf } from './eye';
import { type Flight, flightsIn, flightsOf, fly } from './flight';
import type { Hands } from './gesture';
import { play } from './sound';
import type { TableState } from './types';

export function useSounds(
  table: TableState,
  yours: boolean,
  urgent: string,
  viewer: number | null,
): void {
  const { last, phase, places } = table;
  useEffect(() => {
    if (last && last !== 'jump' && last.seat !== viewer) play('card');
  }, [last, viewer]);
  useEffect(() => {
    if (yours) play('knock');
  }, [yours]);
  useEffect(() => {
    if (urgent !== '') play('knock');
  }, [urgent]);
  const won = phase === 'over' && viewer !== null && places?.[viewer] === 1;
  useEffect(() => {
    if (won) play('win');
  }, [won]);
}

export function useTitle(table: TableState, yours: boolean): void {
  const game = t(`game.${table.game}`);
  const title = yours ? t('web.play.title', { game }) : game;
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

interface Flying {
  readonly root: RefObject<HTMLElement | null>;
  /** Notes where the pieces of a move lie before it is shown. */
  noteSent(steps: readonly Step[]): void;
  /** Lets them fly once it is shown. */
  flySent(hands: Hands): void;
}

/** Your own pieces fly when the move is shown, others' when the news arrives. */
export function useFlying(table: TableState, skin: Skin, viewer: number | null): Flying {
  const root = useRef<HTMLElement>(null);
  const noted = useRef<readonly Flight[]>([]);
  const flown = useRef(false);
  const seen = useRef<TableState['last']>(null);
  const { last } = table;
  useLayoutEffect(() => {
    if (!root.current || !last || last === 'jump' || last === seen.current) return;
    seen.current = last;
    const own = last.seat === viewer && flown.current;
    if (last.seat === viewer) flown.current = false;
    fly(root.current, skin, flightsIn(root.current, last, own));
  }, [last, skin, viewer]);
  return {
    root,
    noteSent(steps) {
      noted.current = root.current ? flightsOf(root.current, steps) : [];
      play('card');
    },
    flySent(hands) {
      if (hands.sent.length === 0 || noted.current.length === 0 || !root.current) return;
      fly(root.current, skin, noted.current);
      noted.current = [];
      flown.current = true;
    },
  };
}

// ---- hints ----

interface Hint {
  readonly view: View;
  readonly advice: Advice | null;
}

export function useHint(table: TableState, view: View, viewer: number | null) {
  const [hint, setHint] = useState<Hint | null>(null);
  const ask = async () => {
    if (viewer === null) return;
    setHint({ view, advice: null });
    const found = await advise(settingOf(table), table.position, viewer, 'master').catch(() => []);
    const [advice] = found;
    setHint((now) => (now?.view !== view ? now : advice ? { view, advice } : null));
  };
  return { hint: hint?.view === view ? hint : null, ask, close: () => setHint(null) };
}
