// SPDX-License-Identifier: MIT
// Moves, events and names of players in words.
import type { GameEvent, Place } from '../engine/types';
import type { Skin } from '../skins/skin';
import type { LogEntry, TableState } from '../table/types';
import { has, t } from './words';

/** What the log needs of a game's skin. */
export type Namer = Pick<Skin, 'nameOf' | 'placeName'>;
type Seats = Pick<TableState, 'seats'>;

/** What to call who sits there: a person's name, a bot by its level, or the seat's number. */
export function seatName(table: Seats, seat: number): string {
  const row = table.seats[seat];
  if (row?.name) return row.name;
  if (!row?.bot) return t('seat.name', { n: seat + 1 });
  const level = t(`level.${row.bot}`);
  const alike = table.seats.filter((other) => !other?.name && other?.bot === row.bot);
  if (alike.length < 2) return t('web.seat.bot', { level });
  return t('web.seat.bots', { level, n: alike.indexOf(row) + 1 });
}

const isFromTo = (event: GameEvent | undefined, from: Place['zone'], to: Place['zone']) =>
  event?.kind === 'move' && event.from?.zone === from && event.to?.zone === to;

/** The colour that a piece such as `color=B` names. */
function colourName(piece: string): string {
  const letter = piece.slice(piece.indexOf('=') + 1);
  const key = `colour.${letter}`;
  return has(key) ? t(key) : letter;
}

class Teller {
  constructor(
    private readonly entry: LogEntry,
    private readonly table: Seats,
    private readonly namer: Namer,
  ) {}

  private placeName(place: Place | undefined): string {
    return place === undefined ? '' : this.namer.placeName(place);
  }

  private say(key: string, event: GameEvent, n = event.count ?? 0): string {
    return t(key, {
      name: seatName(this.table, event.seat ?? this.entry.seat),
      piece: event.piece === undefined ? t('web.tell.card') : this.namer.nameOf(event.piece),
      from: this.placeName(event.from),
      to: this.placeName(event.to),
      colour: colourName(event.piece ?? ''),
      cards: t('cards', { n }),
      n,
    });
  }

  private sayMove(event: GameEvent): string {
    const key = `event.move.${event.from?.zone}.${event.to?.zone}`;
    return this.say(has(key) ? key : 'event.move', event, 1);
  }

  /** Cards whose faces are not told, one behind the other, are told as a number. */
  private hidden(at: number, from: Place['zone'], to: Place['zone']): number {
    const { events } = this.entry;
    const first = events[at];
    if (!isFromTo(first, from, to)) return 0;
    let count = 0;
    for (let event = first; event; event = events[at + ++count])
      if (!isFromTo(event, from, to) || event.piece !== undefined || event.seat !== first?.seat)
        break;
    return count;
  }

  /** The line for the event at this place, and how many events it tells. */
  private lineAt(at: number, event: GameEvent): readonly [string | null, number] {
    const drawn = this.hidden(at, 'pile', 'hand');
    if (drawn > 0) return [this.say('event.move.pile.hand', event, drawn), drawn];
    const buried = this.hidden(at, 'hand', 'pile');
    if (buried > 0) return [this.say('event.move.hand.pile', event, buried), buried];
    if (isFromTo(event, 'pile', 'hand')) return [this.say('event.move.pile.hand.seen', event), 1];
    if (event.kind === 'move') return [this.sayMove(event), 1];
    if (event.kind === 'over') return [null, 1]; // the result is told at the end
    if (event.kind === 'show' && event.to?.zone === 'board')
      return [this.say('event.show.board', event), 1];
    const key = `event.${event.kind}`;
    return [has(key) ? this.say(key, event) : null, 1];
  }

  lines(): string[] {
    const { events } = this.entry;
    const lines: string[] = [];
    for (let at = 0; at < events.length; ) {
      const event = events[at] as GameEvent;
      const [line, told] = this.lineAt(at, event);
      if (line !== null) lines.push(line);
      at += told;
    }
    return lines;
  }
}

/** A move as sentences, the first of them what was done. */
export function tellEntry(entry: LogEntry, table: Seats, skin: Namer): string[] {
  return new Teller(entry, table, skin).lines();
}
