// SPDX-License-Identifier: MIT
// The play screen of every game, for one person or for several who share this device: then the
// device is with whoever is to play, and where hands are hidden a curtain falls in between.
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
import { hides, lookAt, reach } from './eye';
import { Requests } from './Notices';
import { Screen } from './Screen';
import { turnOf, useTables } from './turn';
import type { Client, LogEntry, TableState } from './types';

export interface PlayProps {
  /** One, or several for those who share this device. */
  readonly clients: readonly Client[];
  /** Above the board, about the way to the table. */
  readonly banner?: ComponentChildren;
}

const NOBODY: ReadonlySet<number> = new Set();

interface Held {
  readonly index: number;
  /** Whoever is to play has yet to take the device; nobody looks until then. */
  readonly next: number | null;
  take(index: number): void;
}

function useHeld(tables: readonly TableState[], skin: Skin): Held {
  const [held, take] = useState(-1);
  const table = tables[0] as TableState;
  const turn = turnOf(table, skin);
  const wanted = tables.findIndex((each) => each.you.seat !== undefined && each.you.seat === turn);
  const secret = tables.length > 1 && hides(table.game);
  const index = wanted >= 0 && !secret ? wanted : Math.max(held, 0);
  const next = secret && wanted >= 0 && wanted !== held ? wanted : null;
  return { index, next, take };
}

interface Hold {
  /** Nothing runs out: the device has yet to come to whoever may react. */
  readonly paused: boolean;
  /** Somebody does something after all, or nobody wants to: time goes on. */
  go(): void;
}

const reacts = ({ you, actors }: TableState) => you.seat !== undefined && actors.includes(you.seat);

/** A window for reactions is short, and a device that goes round is slow: while whoever may react does
 * not have it, the window rests, whether or not anybody could do anything in it. */
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
    clients[0]?.pause?.(false); // before anything that is sent now
  };
  return { paused, go };
}

/** A move as everybody may know it: what went between a hand and the pile is not told. */
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

/** The table while the device goes from hand to hand: whoever sees it sees what all may see. */
function between(table: TableState): TableState {
  const { last } = table;
  return {
    ...table,
    log: table.log.map(veiled),
    last: last === null || last === 'jump' ? last : veiled(last),
  };
}

/** A window that rests is not counted down. */
const resting = (table: TableState, paused: boolean): TableState =>
  paused && table.window ? { ...table, window: { ...table.window, until: 0 } } : table;

/** Words that somebody may say out of turn. That he may is no secret. */
function callsOf(table: TableState, seat: number): Step[] {
  return reach(lookAt(table, seat), []).next.filter((step) => step.kind === 'choose');
}

interface OthersProps {
  readonly clients: readonly Client[];
  readonly held: Held;
  readonly hold: Hold;
  readonly skin: Skin;
}

/** What the others at this device may do now: call their last card, react in a window. */
function Others({ clients, held, hold, skin }: OthersProps) {
  const rows = clients.flatMap((client, index) => {
    const table = client.get();
    const { seat } = table.you;
    const away = index !== held.index || held.next !== null;
    const may = seat !== undefined && away && table.actors.includes(seat);
    return may && seat !== turnOf(table, skin) ? [{ client, index, table, seat }] : [];
  });
  if (rows.length === 0) return null;
  const call = (client: Client, move: string | undefined) => {
    hold.go();
    void client.send({ do: 'move', move });
  };
  return (
    <div class="play-actions">
      {rows.map(({ client, index, table, seat }) => (
        <Fragment key={seat}>
          {callsOf(table, seat).map((step) => (
            <Button key={step.word} onClick={() => call(client, step.word)}>
              <span>
                <bdi>{seatName(table, seat)}</bdi>: {skin.label(step)}
              </span>
            </Button>
          ))}
          {table.window && (
            <Button onClick={() => held.take(index)}>
              <span>
                <Say k="web.play.reacts" name={seatName(table, seat)} />
              </span>
            </Button>
          )}
        </Fragment>
      ))}
      {hold.paused && <Button onClick={hold.go}>{t('web.play.nobody')}</Button>}
    </div>
  );
}

/** A draw offered, or a move to be taken back: the others at this device answer for themselves. */
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
            turn={null}
            command={(command) => void client.send(command)}
            waiting={NOBODY}
            wait={() => {}}
          />
        );
      })}
    </>
  );
}

export function Play({ clients, banner }: PlayProps) {
  const tables = useTables(clients);
  const skin = skinOf(tables[0]?.game ?? '');
  const held = useHeld(tables, skin);
  const hold = useHold(clients, tables, held);
  // So that ears know where they are.
  useEffect(() => {
    document.querySelector<HTMLElement>('.play-game')?.focus({ preventScroll: true });
  }, []);
  const client = clients[held.index] as Client;
  const { next } = held;
  const own = client.get();
  const table = useMemo(
    () => resting(next === null ? own : between(own), hold.paused),
    [own, next, hold.paused],
  );
  const moved = own.log[own.log.length - 1]?.seat;
  const mover = clients.find((each) => each.get().you.seat === moved) ?? client;
  const seat = next === null ? null : (tables[next]?.you.seat ?? null);
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
      others={clients.length > 1 ? <Others {...{ clients, held, hold, skin }} /> : null}
      curtain={
        next !== null && seat !== null ? (
          <Curtain key={seat} name={seatName(table, seat)} open={() => held.take(next)} />
        ) : null
      }
    />
  );
}
