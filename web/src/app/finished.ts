// SPDX-License-Identifier: MIT
// How finished games get into the box: from the table where they end, from games of this device
// that have ended meanwhile, and from a file.
import { useEffect, useRef, useState } from 'preact/hooks';
import { lastOf } from '../engine/local';
import { type Added, boxAdd, type Boxed, boxKnows, type Tries } from '../net/box';
import { givenOf, idOf, readTagged, splitFile, type Tags } from '../net/boxfile';
import { deleteGame, keptGames } from '../net/games';
import type { Client, TableState } from '../table/types';
import { RECORD_MAX } from './link';

/** What the box says about a record. Rejects if it is not the record of a finished game. */
async function boxedOf(record: string, { at, mine, favourite, judged }: Tags): Promise<Boxed> {
  const last = await lastOf(record);
  if (!last.over) throw new Error('not over');
  const { game, options, plies, places, scores, end } = last;
  const seats = last.names.map((name, i) => {
    const bot = last.bots[i];
    return bot ? { name, bot } : { name };
  });
  const given = givenOf(record);
  return {
    id: idOf(record),
    at,
    mine: mine.filter((seat) => seat < seats.length),
    favourite,
    game,
    options,
    seats,
    plies,
    places,
    scores,
    end,
    ...(given !== null && { given }),
    ...(judged && mine.length === 1 && { judged }),
  };
}

// ---- at a table ----

/** This device's seats at the end of a match, with their names then. */
function seatsAt(clients: readonly Client[]): { readonly seat: number; readonly name: string }[] {
  return clients.flatMap((client) => {
    const { you, seats } = client.get();
    const { seat, screen } = you;
    return seat === undefined || screen ? [] : [{ seat, name: seats[seat]?.name ?? '' }];
  });
}

/** Where players say it themselves: what those at this device said that was wrong. */
const triesAt = (clients: readonly Client[]): Tries =>
  clients.flatMap((client) => {
    const { you, wrong, answers } = client.get();
    const { seat, screen } = you;
    return seat === undefined || screen || wrong.length === 0 ? [] : [{ seat, said: answers }];
  });

export interface Finished {
  readonly match: number;
  readonly record: string;
  /** Null: it is not in the box, or not yet. */
  readonly added: (Added & { readonly id: string }) | null;
}

/** Adds a match to the box if it was played here. If it was not seen while it was played, then
 * somebody who came later may have taken a player's seat: the record has another name there. */
async function putIn(
  record: string,
  seats: ReturnType<typeof seatsAt>,
  tries: Tries,
  sure: boolean,
) {
  if (seats.length === 0) return null;
  const at = Date.now();
  const game = await boxedOf(record, { at, mine: seats.map(({ seat }) => seat), favourite: false });
  const mine = seats.every(({ seat, name }) => game.seats[seat]?.name === name);
  return sure || mine ? { ...(await boxAdd(game, record, false, tries)), id: game.id } : null;
}

/** The match that has ended at this table: its record, and its place in the box. */
export function useFinished(clients: readonly Client[], table: TableState): Finished | null {
  const [finished, setFinished] = useState<Finished | null>(null);
  const played = useRef(-1); // the match that was seen while it was played
  const done = useRef(-1);
  const { match, phase, line } = table;
  if (phase === 'play') played.current = match;
  const due = phase === 'over' && line === 'live';
  useEffect(() => {
    if (!due || done.current === match) return;
    let present = true;
    const seats = seatsAt(clients);
    const tries = triesAt(clients);
    const sure = clients[0]?.local === true || played.current === match;
    const show = (record: string, added: Finished['added']) => {
      if (present) setFinished({ match, record, added });
    };
    const keep = async () => {
      const record = (await clients[0]?.record()) ?? '';
      show(record, null);
      show(record, await putIn(record, seats, tries, sure));
      done.current = match;
    };
    keep().catch(() => {}); // tried again when the connection is back
    return () => {
      present = false;
    };
  }, [clients, match, due]);
  return phase === 'over' && finished?.match === match ? finished : null;
}

// ---- of this device ----

interface Moved {
  readonly moved: boolean;
  /** Others that were removed to make room. */
  readonly dropped: number;
}

/** Games of this device that are over move into the box; those that cannot stay where they are. */
export async function moveFinished(): Promise<Moved> {
  let moved = false;
  let dropped = 0;
  for (const { id, over, record, seen, about } of keptGames()) {
    if (!over || record === null || about.mine.length === 0) continue;
    try {
      const tags = { at: seen, mine: about.mine, favourite: false };
      const known = await boxKnows(idOf(record));
      if (!known) dropped += (await boxAdd(await boxedOf(record, tags), record)).dropped;
      if (!(await boxKnows(idOf(record)))) continue;
      deleteGame(id);
      moved = true;
    } catch {
      // It can still be opened from its table.
    }
  }
  return { moved, dropped };
}

// ---- from a file ----

export interface Imported {
  readonly added: number;
  /** They were there already. */
  readonly known: number;
  /** They are not records of finished games. */
  readonly wrong: number;
  /** Others that were removed to make room. */
  readonly dropped: number;
}

/** The largest file: a full box of games of 64 kB each. */
export const FILE_MAX = 1 << 25;

/** Adds the games of a file; null: it is not a file of games. `tell` gets the share done, 0 to
 * 1. */
export async function importFile(
  text: string,
  tell: (part: number) => void,
): Promise<Imported | null> {
  const games = splitFile(text);
  if (games === null) return null;
  const sums = { added: 0, known: 0, wrong: 0, dropped: 0 };
  for (const [i, one] of games.entries()) {
    tell(i / games.length);
    try {
      if (one.length > RECORD_MAX) throw new Error('long');
      const { record, ...tags } = readTagged(one);
      const { added, dropped } = await boxAdd(await boxedOf(record, tags), record, true);
      sums.dropped += dropped;
      if (added) sums.added++;
      else sums.known++;
    } catch {
      sums.wrong++;
    }
  }
  return sums;
}
