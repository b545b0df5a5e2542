// SPDX-License-Identifier: MIT
// Whose turn it is, what just happened, how long a window stays open.
import { useEffect, useRef } from 'preact/hooks';
import type { Skin } from '../skins/skin';
import { seatName, tellEntry, tellShort, tellTold } from '../words/tell';
import { Say, t } from '../words/words';
import type { LogEntry, TableState, Told } from './types';

interface StatusProps {
  readonly table: TableState;
  readonly skin: Skin;
  readonly viewer: number | null;
  readonly turn: number | null;
  readonly active: boolean;
}

const WINDOW_MS = 4000;

/** The headline. */
export function turnWords(props: StatusProps): string {
  const { table, viewer, turn, active } = props;
  if (table.phase === 'over') return t('event.over');
  if (turn !== null && turn === viewer) return t('web.play.yours');
  if (table.window) return t(active ? 'web.play.window.you' : 'web.play.window');
  return turn === null ? '' : t('web.play.turn', { name: seatName(table, turn) });
}

function Turn(props: StatusProps) {
  const { table, viewer, turn } = props;
  const yours = turn !== null && turn === viewer;
  const named = table.phase === 'play' && !yours && !table.window && turn !== null;
  return (
    <p class="play-turn" data-yours={yours ? '' : undefined}>
      {named ? <Say k="web.play.turn" name={seatName(table, turn)} /> : turnWords(props)}
    </p>
  );
}

/** How long players may still react. */
function Countdown({ until }: { until: number }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const left = until - performance.now();
    if (left <= 0 || !bar.current) return;
    const share = Math.min(1, left / WINDOW_MS);
    const frames = [{ transform: `scaleX(${share})` }, { transform: 'scaleX(0)' }];
    const run = bar.current.animate(frames, { duration: left, fill: 'forwards' });
    return () => run.cancel();
  }, [until]);
  return (
    <span class="play-countdown" aria-hidden="true">
      <span ref={bar} />
    </span>
  );
}

const LINES = 2;
const SPOKEN = 6;

/** Moves and other news, latest last. */
function latest({ log, told }: TableState, count: number): readonly (LogEntry | Told)[] {
  return [...log.slice(-count), ...told.slice(-count)].sort((a, b) => a.v - b.v).slice(-count);
}

export function Status(props: StatusProps) {
  const { table, skin } = props;
  return (
    <div class="play-status">
      <Turn {...props} />
      {table.window && <Countdown key={table.window.number} until={table.window.until} />}
      <div class="play-latest">
        {latest(table, LINES).map((one) => (
          <p key={one.v}>{'do' in one ? tellTold(one, table) : tellShort(one, table, skin)}</p>
        ))}
      </div>
    </div>
  );
}

/** For screen readers: what happened, politely; your turn and refusals, at once. */
export function Heard({ table, skin, now }: { table: TableState; skin: Skin; now: string }) {
  return (
    <div class="heard">
      <div role="log" aria-live="polite">
        {latest(table, SPOKEN).map((one) => (
          <p key={one.v}>
            {'do' in one ? tellTold(one, table) : tellEntry(one, table, skin).join(' ')}
          </p>
        ))}
      </div>
      <p role="alert" aria-live="assertive">
        {now}
      </p>
    </div>
  );
}
