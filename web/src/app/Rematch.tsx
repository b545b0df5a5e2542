// SPDX-License-Identifier: MIT
// Another match: who wants it, who is missing, and how to go on without them. Everybody at the
// table sees it, including a shared screen and spectators.
import './Rematch.css';
import { useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Button, Icon } from '../look';
import type { Client, Command, TableState } from '../table/types';
import { isAway, Left, useLeft } from '../table/Waits';
import { refusalWords, seatName } from '../words/tell';
import { Say, t, type Value } from '../words/words';
import { Evening, NextGame, WaitForSeat, Waiting, wasAnEvening } from './Evening';

const namesOf = (table: TableState, seats: readonly number[]) => ({
  names: seats.map((seat) => seatName(table, seat)),
});

/** A seat that was left keeps the name of the person who played there. */
const calling = (table: TableState, played: TableState): TableState => ({
  ...table,
  seats: table.seats.map((sits, seat) => sits ?? played.seats[seat] ?? null),
});

/** The short form, for while the results are not shown yet. */
export function RematchSign({ table }: { table: TableState }) {
  if (table.rematch.length === 0) return null;
  return (
    <p class="beside again-sign" role="status">
      <Icon name="again" />
      <span>
        <Say k="web.again.wants" names={namesOf(table, table.rematch)} />
      </span>
    </p>
  );
}

/** True when there is nobody to wait for: everyone missing has left, or has been away for long. */
function useGone(table: TableState): { readonly away: boolean; readonly until?: number } {
  const missing = table.missing.map((seat) => table.seats[seat]);
  const away = missing.every((sits) => !sits || isAway(sits));
  const until = Math.max(0, ...missing.map((sits) => sits?.awayUntil ?? 0));
  const left = useLeft(until);
  return { away: away && missing.length > 0, ...(left > 0 ? { until } : {}) };
}

interface MissingProps {
  readonly table: TableState;
  readonly names: Value;
  readonly act: (command: Command) => void;
}

/** How many will play if the missing leave their seats: those who wait come in, first to empty seats
 * and those of bots. */
function countNext({ seats, missing, waiting }: TableState, most: number): number {
  const stay = seats.filter((_, seat) => !missing.includes(seat));
  const room = stay.filter((sits) => !sits || (sits.bot && !sits.name)).length;
  return Math.min(most, stay.length + Math.max(0, waiting.length - room));
}

/** With whom, or without whom. */
function WaysOn({ table, act }: Pick<MissingProps, 'table' | 'act'>) {
  const [min = 2, max = min] = engine.game(table.game)?.seats ?? [];
  const { missing, waiting } = table;
  const enough = countNext(table, max) >= min;
  return (
    <div class="row centred again-ways">
      {enough && (
        <Button icon="people" onClick={() => act({ do: 'rematch', missing: 'leave' })}>
          {waiting.length > 0 ? (
            <span>
              <Say k="web.again.with" names={{ names: [...waiting] }} />
            </span>
          ) : (
            t('web.again.leave')
          )}
        </Button>
      )}
      {waiting.length < missing.length && (
        <Button icon="bot" onClick={() => act({ do: 'rematch', missing: 'bot' })}>
          {t('web.again.bot')}
        </Button>
      )}
    </div>
  );
}

/** Shows people who want another match who is missing, and what they can do about it. */
function Missing({ table, names, act }: MissingProps) {
  const { away, until } = useGone(table);
  const free = away && until === undefined;
  return (
    <>
      <div role="status">
        <p>
          <Say k="web.again.waits" names={names} />
        </p>
        {away && <p>{t(free ? 'web.again.now' : 'web.again.later')}</p>}
      </div>
      {away && until !== undefined && <Left until={until} name={names} />}
      {free && <WaysOn table={table} act={act} />}
    </>
  );
}

/** What everybody has said: wants another game, has not said so yet, has left. */
function Answers({ table, played }: { table: TableState; played: TableState }) {
  const asked = table.seats.flatMap((sits, seat) => (sits?.bot && !sits.name ? [] : [seat]));
  if (asked.length < 2 || table.rematch.length === 0) return null;
  const stateOf = (seat: number) => {
    if (table.rematch.includes(seat)) return 'yes';
    return table.seats[seat] ? 'open' : 'left';
  };
  return (
    <ul class="row centred again-answers">
      {asked.map((seat) => (
        <li key={seat} class="beside again-answer" data-answer={stateOf(seat)}>
          <Icon name={SIGNS[stateOf(seat)]} />
          <bdi>{seatName(calling(table, played), seat)}</bdi>
          <span class="heard">{t(`web.again.answer.${stateOf(seat)}`)}</span>
        </li>
      ))}
    </ul>
  );
}

const SIGNS = { yes: 'check', open: 'clock', left: 'close' } as const;

interface RematchProps {
  readonly clients: readonly Client[];
  readonly table: TableState;
  readonly played: TableState;
  /** Joins as a guest, who may take a seat or wait for one. */
  readonly onJoin?: () => void;
}

export function Rematch({ clients, table, played, onJoin }: RematchProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const seated = clients.filter((client) => client.get().you.seat !== undefined);
  const mine = seated.map((client) => client.get().you.seat as number);
  const want = mine.length > 0 && mine.every((seat) => table.rematch.includes(seat));
  const { missing } = table;
  const names = namesOf(calling(table, played), missing);
  const others = table.rematch.filter((seat) => !mine.includes(seat));
  const [here] = clients;
  const tell = (client: Client, command: Command) =>
    void client.send(command).then((answer) => setRefused(answer.ok ? null : answer.reason));
  const all = (command: Command) => {
    setRefused(null);
    for (const client of seated) tell(client, command);
  };
  const [first] = seated;
  return (
    <section class="column again" aria-label={t('web.over.rematch')}>
      {others.length > 0 && <RematchSign table={{ ...table, rematch: others }} />}
      {mine.length === 0 && table.rematch.length > 0 && missing.length > 0 && (
        <p>
          <Say k="web.again.waits" names={names} />
        </p>
      )}
      {want && missing.length > 0 && (
        <Missing table={table} names={names} act={(command) => first && tell(first, command)} />
      )}
      <div class="row centred again-ways">
        {mine.length > 0 && !want && (
          <Button kind="main" icon="again" onClick={() => all({ do: 'rematch' })}>
            {t('web.over.rematch')}
          </Button>
        )}
        {want && (
          <Button icon="close" onClick={() => all({ do: 'unrematch' })}>
            {t('web.again.cancel')}
          </Button>
        )}
        {mine.length > 0 && !want && !first?.local && (
          <Button kind="quiet" onClick={() => all({ do: 'stand' })}>
            {t('web.again.stand')}
          </Button>
        )}
        {here && !here.local && <NextGame table={table} act={(command) => tell(here, command)} />}
      </div>
      <Answers table={table} played={played} />
      <Waiting table={table} />
      {here && <WaitForSeat client={here} table={table} onJoin={onJoin} />}
      {!table.you.screen && wasAnEvening(table) && <Evening table={table} />}
      {refused && (
        <p class="refused" role="alert">
          {refusalWords(refused)}
        </p>
      )}
    </section>
  );
}
