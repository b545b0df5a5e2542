// SPDX-License-Identifier: MIT
// Waiting for somebody: players who are away, players who are here and do not move, and yourself
// while the computer plays. Everybody sees the same countdown.
import './Waits.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../look/icons';
import { Button } from '../look/parts';
import { seatName } from '../words/tell';
import { Say, t, type Value } from '../words/words';
import { Levels, STAND_IN_LEVEL, USUAL_LEVEL } from './Levels';
import { play } from './sound';
import { minutes, useNow } from './turn';
import type { Command, Seat, TableState } from './types';

/** How long a turn lasts before anybody may send a reminder, as in the table's rules. */
const STILL_MS = 60_000;

/** Milliseconds until then; 0: it has passed, or there is nothing to wait for. */
export function useLeft(until: number | undefined): number {
  const running = until !== undefined && until > performance.now();
  const now = useNow(running);
  return until === undefined ? 0 : Math.max(0, until - (running ? now : performance.now()));
}

/** Visible, but not read out second by second. */
export function Left({ until, name }: { until: number; name: Value }) {
  const left = useLeft(until);
  return (
    <span
      class="waits-left figures"
      role="timer"
      aria-live="off"
      aria-label={t('web.wait.left', { name })}
      dir="ltr"
    >
      {minutes(left)}
    </span>
  );
}

export const isAway = (sits: Seat | null | undefined): boolean =>
  !!sits && sits.name !== '' && !sits.bot && sits.here === false;

/** At the seat itself: what everybody is waiting for. */
export function SeatWait({ table, seat }: { table: TableState; seat: number }) {
  const sits = table.seats[seat];
  const away = isAway(sits) ? sits?.awayUntil : undefined;
  const nudged = table.nudged?.seat === seat ? table.nudged.until : undefined;
  const until = nudged ?? away;
  const left = useLeft(until);
  if (until === undefined || left === 0) return null;
  return (
    <span class="waits-seat small">
      {nudged !== undefined && <Icon name="clock" class="play-who-sign" />}
      <Left until={until} name={seatName(table, seat)} />
    </span>
  );
}

interface WaitsProps {
  readonly table: TableState;
  readonly viewer: number | null;
  readonly turn: number | null;
  readonly command: (command: Command) => void;
  /** The table is on this device, which cannot remind the people at it. */
  readonly local: boolean;
}

interface CardProps {
  readonly children: ComponentChildren;
  readonly until?: number;
  readonly name?: string;
  readonly warn?: boolean;
  readonly answers?: ComponentChildren;
}

function Card({ children, until, name = '', warn, answers }: CardProps) {
  return (
    <div class={warn ? 'panel play-notice waits waits-warn' : 'panel play-notice waits'}>
      <p role={warn ? 'alert' : 'status'}>{children}</p>
      {until !== undefined && <Left until={until} name={name} />}
      {answers && <div class="row play-answers">{answers}</div>}
    </div>
  );
}

// ---- away ----

function Away({ table, seat, command }: WaitsProps & { readonly seat: number }) {
  const [waits, setWaits] = useState(false);
  const [level, setLevel] = useState(USUAL_LEVEL);
  const sits = table.seats[seat];
  const left = useLeft(sits?.awayUntil);
  const name = seatName(table, seat);
  if (waits) return null;
  if (left > 0)
    return (
      <Card until={sits?.awayUntil} name={name}>
        <Say k="web.wait.away" name={name} />
      </Card>
    );
  return (
    <Card
      answers={
        <>
          <Button kind="main" onClick={() => command({ do: 'takeover', seat, level })}>
            {t('web.wait.bot')}
          </Button>
          <Levels
            value={level}
            from={STAND_IN_LEVEL}
            label={t('web.wait.level')}
            onChange={setLevel}
          />
          <Button onClick={() => setWaits(true)}>{t('web.wait.wait')}</Button>
        </>
      }
    >
      <Say k="web.wait.over" name={name} />
    </Card>
  );
}

// ---- here, but not moving ----

function Still({ table, seat, command }: WaitsProps & { readonly seat: number }) {
  const [read, setRead] = useState(false);
  const left = useLeft(table.stillSince + STILL_MS);
  if (left > 0 || read || table.clock.kind !== 'off') return null;
  const name = seatName(table, seat);
  return (
    <Card
      answers={
        <>
          <Button onClick={() => command({ do: 'nudge', seat })}>{t('web.wait.nudge')}</Button>
          <Button kind="quiet" onClick={() => setRead(true)}>
            {t('web.wait.wait')}
          </Button>
        </>
      }
    >
      <Say k="web.wait.still" name={name} />
    </Card>
  );
}

/** The people who are here and play themselves, other than this one. */
function askedOf(table: TableState, nudged: number): number[] {
  return table.seats.flatMap((sits, seat) =>
    sits?.name && !sits.bot && sits.here && seat !== nudged ? [seat] : [],
  );
}

function Warned({ until, name }: { readonly until: number; readonly name: string }) {
  const left = useLeft(until);
  useEffect(() => play('knock'), []);
  return (
    <Card warn until={until} name={name}>
      {t(left > 0 ? 'web.wait.you' : 'web.wait.you.late')}
    </Card>
  );
}

function Nudged({ table, viewer, command }: WaitsProps) {
  const { seat = 0, until = 0, agreed = [] } = table.nudged ?? {};
  const left = useLeft(until);
  const name = seatName(table, seat);
  if (seat === viewer) return <Warned until={until} name={name} />;
  if (left > 0)
    return (
      <Card until={until} name={name}>
        <Say k="web.wait.nudged" name={name} />
      </Card>
    );
  const open = askedOf(table, seat).filter((each) => !agreed.includes(each));
  const names = { names: open.map((each) => seatName(table, each)) };
  const mine = viewer !== null && open.includes(viewer);
  const did = viewer !== null && agreed.includes(viewer);
  return (
    <Card
      answers={
        (mine || (did && open.length === 0)) && (
          <Button kind="main" onClick={() => command({ do: 'agree' })}>
            {t('web.wait.agree.do')}
          </Button>
        )
      }
    >
      <Say k="web.wait.agree" name={name} />{' '}
      {!mine && open.length > 0 && (
        <Say k={did ? 'web.wait.agreed' : 'web.wait.asked'} names={names} />
      )}
    </Card>
  );
}

// ---- yourself ----

/** The computer plays for you. */
function StandIn({ command }: WaitsProps) {
  return (
    <Card
      answers={
        <Button
          kind="main"
          icon="person"
          class="waits-back"
          onClick={() => command({ do: 'giveback' })}
        >
          {t('web.wait.back')}
        </Button>
      }
    >
      {t('web.wait.standin')}
    </Card>
  );
}

export function Waits(props: WaitsProps) {
  const { table, viewer, turn } = props;
  if (table.phase !== 'play') return null;
  const standIn = viewer !== null && table.seats[viewer]?.bot !== undefined;
  const sits = turn === null ? null : table.seats[turn];
  const waited = turn !== null && turn !== viewer && sits?.name && !sits.bot;
  const seated = viewer !== null && !standIn && !props.local;
  const key = `${table.match} ${table.ply} ${turn}`;
  return (
    <>
      {standIn && <StandIn {...props} />}
      {table.nudged && <Nudged key={key} {...props} />}
      {waited && isAway(sits) && (viewer !== null || table.you.host) && (
        <Away key={key} {...props} seat={turn} />
      )}
      {waited && seated && !isAway(sits) && !table.nudged && (
        <Still key={key} {...props} seat={turn} />
      )}
    </>
  );
}
