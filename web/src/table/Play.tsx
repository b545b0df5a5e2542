// SPDX-License-Identifier: MIT
// The play screen of every game, for one person or for several who share this device: then the
// device belongs to the player whose turn it is, and if hands are hidden a curtain falls between.
import './play.css';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GameEvent, Step } from '../engine/types';
import { Button } from '../look/parts';
import { skinOf } from '../skins';
import type { Skin } from '../skins/skin';
import { seatName } from '../words/tell';
import { Say, t } from '../words/words';
import { Curtain } from './Cover';
import { hides, viewOf, reach } from './eye';
import { Requests } from './Notices';
import { Screen } from './Screen';
import { turnOf, useTables } from './turn';
import type { Client, LogEntry, TableState } from './types';

interface PlayProps {
  /** One, or several for people who share this device. */
  readonly clients: readonly Client[];
  /** Above the board, about the connection to the table. */
  readonly banner?: ComponentChildren;
}

interface Held {
  readonly index: number;
  /** The player who must take the device next; until then nobody sees a hand. */
  readonly next: number | null;
  take(index: number): void;
}

const ownView = (table: TableState) => viewOf(table, table.you.seat ?? null);

function useHeld(tables: readonly TableState[]): Held {
  const [held, take] = useState(-1);
  const table = tables[0] as TableState;
  const turn = turnOf(table, ownView(table));
  const wanted = tables.findIndex((each) => each.you.seat !== undefined && each.you.seat === turn);
  const secret = tables.length > 1 && hides(table.game);
  const index = wanted >= 0 && !secret ? wanted : Math.max(held, 0);
  const next = secret && wanted >= 0 && wanted !== held ? wanted : null;
  return { index, next, take };
}

interface Hold {
  /** Time stands still: the device has not reached the player who may react. */
  readonly paused: boolean;
  /** Somebody acts after all, or nobody wants to: time runs again. */
  go(): void;
}

const reacts = ({ you, actors }: TableState) => you.seat !== undefined && actors.includes(you.seat);

/** A window for reactions is short, and passing a device around is slow: while the player who may
 * react does not have it, the window is paused, whether or not anybody could do anything in it. */
function useHold(clients: readonly Client[], tables: readonly TableState[], held: Held): Hold {
  const [waived, waive] = useState('');
  const table = tables[0] as TableState;
  const open = table.phase === 'play' && table.window !== null;
  const window = open ? `${table.match} ${table.window?.number}` : '';
  const away = !reacts(tables[held.index] as TableState) && tables.some(reacts);
  const paused = tables.length > 1 && open && window !== waived && away;
  const was = useRef(false);
  useEffect(() => {
    if (paused !== was.current) clients[0]?.pause?.(paused);
    was.current = paused;
  }, [clients, paused]);
  const go = () => {
    if (!paused) return;
    waive(window);
    clients[0]?.pause?.(false); // before any command that follows
  };
  return { paused, go };
}

/** A move as everybody may know it: without what moved between a hand and the pile. */
function veiled(entry: LogEntry): LogEntry {
  const hidden = ({ kind, from, to }: GameEvent) =>
    kind === 'move' &&
    [from, to].every((place) => place?.zone === 'hand' || place?.zone === 'pile');
  if (!entry.events.some(hidden)) return entry;
  const events = entry.events.map((event) => {
    const { piece, ...rest } = event;
    return hidden(event) ? rest : event;
  });
  return { v: entry.v, seat: entry.seat, events };
}

/** The table while the device is passed on: it shows only what everybody may see. */
function between(table: TableState): TableState {
  const { last } = table;
  return {
    ...table,
    log: table.log.map(veiled),
    last: last === null || last === 'jump' ? last : veiled(last),
  };
}

/** A paused window is not counted down. */
const resting = (table: TableState, paused: boolean): TableState =>
  paused && table.window ? { ...table, window: { ...table.window, until: 0 } } : table;

/** Words that this seat may say out of turn. That is no secret. */
function wordsOf(table: TableState, seat: number): Step[] {
  return reach(viewOf(table, seat), []).next.filter((step) => step.kind === 'choose');
}

interface OthersProps {
  readonly clients: readonly Client[];
  readonly held: Held;
  readonly hold: Hold;
  readonly skin: Skin;
}

/** The others at this device who may act now. */
const othersOf = ({ clients, held }: OthersProps) =>
  clients.flatMap((client, index) => {
    const table = client.get();
    const { seat } = table.you;
    const away = index !== held.index || held.next !== null;
    const may = seat !== undefined && away && table.actors.includes(seat);
    return may && seat !== turnOf(table, ownView(table)) ? [{ client, index, table, seat }] : [];
  });

/** What they may say: where every moment counts, or not. */
function callsOf(props: OthersProps, urgent: boolean, rows = othersOf(props)) {
  const { hold, skin } = props;
  const call = (client: Client, move: string | undefined) => {
    hold.go();
    void client.send({ do: 'move', move });
  };
  return rows.flatMap(({ client, table, seat }) =>
    wordsOf(table, seat)
      .filter(({ word }) => !!skin.urgent?.(word ?? '') === urgent)
      .map((step) => (
        <Button
          key={`${seat} ${step.word}`}
          class="play-call"
          onClick={() => call(client, step.word)}
        >
          <span>
            <bdi>{seatName(table, seat)}</bdi>: {skin.label(step, table)}
          </span>
        </Button>
      )),
  );
}

/** What the others at this device may do now, apart from what is urgent: react in a window. */
function Others(props: OthersProps) {
  const { held, hold } = props;
  const rows = othersOf(props);
  const plain = rows.some((row) => row.table.window || callsOf(props, false, [row]).length > 0);
  if (!plain && !hold.paused) return null;
  return (
    <div class="play-actions play-others">
      {rows.map((row) => {
        const { index, table, seat } = row;
        return (
          <Fragment key={seat}>
            {callsOf(props, false, [row])}
            {table.window && (
              <Button onClick={() => held.take(index)}>
                <span>
                  <Say k="web.play.reacts" name={seatName(table, seat)} />
                </span>
              </Button>
            )}
          </Fragment>
        );
      })}
      {hold.paused && <Button onClick={hold.go}>{t('web.play.nobody')}</Button>}
    </div>
  );
}

/** A draw offer or a request to take a move back: the others at this device answer for
 * themselves. */
function Asked({ clients, held }: Pick<OthersProps, 'clients' | 'held'>) {
  return (
    <>
      {clients.map((client, index) => {
        const table = client.get();
        const { seat } = table.you;
        if (index === held.index || seat === undefined) return null;
        return (
          <Requests
            key={seat}
            table={table}
            viewer={seat}
            command={(command) => void client.send(command)}
          />
        );
      })}
    </>
  );
}

export function Play({ clients, banner }: PlayProps) {
  const tables = useTables(clients);
  const skin = skinOf(tables[0]?.game ?? '');
  const held = useHeld(tables);
  const hold = useHold(clients, tables, held);
  // So that screen readers announce the screen.
  useEffect(() => {
    document.querySelector<HTMLElement>('.play-game')?.focus({ preventScroll: true });
  }, []);
  const client = clients[held.index] as Client;
  const { next } = held;
  const own = client.get();
  const alone = clients.length === 1;
  const table = useMemo(
    () => ({
      ...resting(next === null ? own : between(own), hold.paused),
      ...(alone ? { me: own.you.seat } : {}),
    }),
    [own, next, hold.paused, alone],
  );
  const moved = own.log[own.log.length - 1]?.seat;
  const mover = clients.find((each) => each.get().you.seat === moved) ?? client;
  const seat = next === null ? null : (tables[next]?.you.seat ?? null);
  const others = { clients, held, hold, skin };
  return (
    <Screen
      key={held.index}
      client={client}
      table={table}
      skin={skin}
      viewer={next === null ? (table.you.seat ?? null) : null}
      mover={mover}
      banner={banner}
      asked={clients.length > 1 ? <Asked clients={clients} held={held} /> : null}
      others={clients.length > 1 ? <Others {...others} /> : null}
      calls={clients.length > 1 ? callsOf(others, true) : []}
      curtain={
        next !== null && seat !== null ? (
          <Curtain key={seat} name={seatName(table, seat)} open={() => held.take(next)} />
        ) : null
      }
    />
  );
}
