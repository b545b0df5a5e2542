// SPDX-License-Identifier: MIT
// What is heard and seen when something happens, and hints.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { advise } from '../engine/local';
import type { Advice, Look, Step } from '../engine/types';
import type { Skin } from '../skins/skin';
import { t } from '../words/words';
import { settingOf } from './eye';
import { type Flight, flightsIn, flightsOf, fly } from './flight';
import type { Hands } from './gesture';
import { play } from './sound';
import type { TableState } from './types';

export function useSounds(table: TableState, yours: boolean, viewer: number | null): void {
  const { last, phase, places } = table;
  useEffect(() => {
    if (last && last !== 'jump' && last.seat !== viewer) play('card');
  }, [last, viewer]);
  useEffect(() => {
    if (yours) play('knock');
  }, [yours]);
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
  note(steps: readonly Step[]): void;
  settle(hands: Hands): void;
}

/** Own pieces fly when the move is shown, those of others when it is told. */
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
    note(steps) {
      noted.current = root.current ? flightsOf(root.current, steps) : [];
      play('card');
    },
    settle(hands) {
      if (hands.sent.length === 0 || noted.current.length === 0 || !root.current) return;
      fly(root.current, skin, noted.current);
      noted.current = [];
      flown.current = true;
    },
  };
}

// ---- hints ----

interface Hint {
  readonly look: Look;
  readonly advice: Advice | null;
}

export function useHint(table: TableState, look: Look, viewer: number | null) {
  const [hint, setHint] = useState<Hint | null>(null);
  const ask = async () => {
    if (viewer === null) return;
    setHint({ look, advice: null });
    const found = await advise(settingOf(table), table.position, viewer, 'master').catch(() => []);
    const [advice] = found;
    setHint((now) => (now?.look !== look ? now : advice ? { look, advice } : null));
  };
  return { hint: hint?.look === look ? hint : null, ask, close: () => setHint(null) };
}
