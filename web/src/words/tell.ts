// SPDX-License-Identifier: MIT
// Moves, events and names of players in words.
import type { GameEvent, Place } from '../engine/types';
import type { Skin } from '../skins/skin';
import type { LogEntry, TableState } from '../table/types';
import { has, t } from './words';

/** What the log needs of a game's skin. */
export type Namer = Pick<Skin, 'nameOf' | 'placeName'>;
type Seats = Pick<TableState, 'seats'>;

/** Marks that turn the text around them. No table lets them in; a file may have them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What to call who sits there: a person's name, a bot by its level, or the seat's number. */
export function seatName(table: Seats, seat: number): string {
  const row = table.seats[seat];
  if (row?.name) return row.name.replace(TURNS, '');
  if (!row?.bot) return t('seat.name', { n: seat + 1 });
  const level = t(`level.${row.bot}`);
  const bots = table.seats.filter((other) => other?.bot && !other.name);
  const alike = bots.filter((other) => other?.bot === row.bot);
  const n = alike.indexOf(row) + 1;
  if (alike.length === bots.length)
    return alike.length < 2 ? t('web.seat.bot.only') : t('web.seat.bot.nth', { n });
  return alike.length < 2 ? t('web.seat.bot', { level }) : t('web.seat.bots', { level, n });
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

  /** How many cards, one behind the other, go this way by one hand. */
  private row(at: number, from: Place['zone'], to: Place['zone'], hidden = false): number {
    const { events } = this.entry;
    const first = events[at];
    if (!isFromTo(first, from, to)) return 0;
    let count = 0;
    for (let event = first; event; event = events[at + ++count]) {
      if (!isFromTo(event, from, to) || event.seat !== first?.seat) break;
      if (hidden && event.piece !== undefined) break;
    }
    return count;
  }

  /** The line for the event at this place, and how many events it tells. */
  private lineAt(at: number, event: GameEvent): readonly [string | null, number] {
    const drawn = this.row(at, 'pile', 'hand', true);
    if (drawn > 0) return [this.say('event.move.pile.hand', event, drawn), drawn];
    const buried = this.row(at, 'hand', 'pile');
    if (buried > 0) return [this.say('event.move.hand.pile', event, buried), buried];
    if (isFromTo(event, 'pile', 'hand')) return [this.say('event.move.pile.hand.seen', event), 1];
    if (event.kind === 'move') return [this.sayMove(event), 1];
    if (event.kind === 'over') return [null, 1]; // the result is told at the end
    if (event.kind === 'show' && event.to?.zone === 'board')
      return [this.say('event.show.board', event), 1];
    const key = `event.${event.kind}`;
    return [has(key) ? this.say(key, event) : null, 1];
  }

  /** The same for eyes that see the table: cards that were laid on it need no places, and cards
   * that fill a hand up need no words. */
  private shortAt(at: number, event: GameEvent): readonly [string | null, number] {
    const { events } = this.entry;
    const laid = this.row(at, 'hand', 'board');
    if (laid > 0) {
      const pieces = events.slice(at, at + laid).map(({ piece = '' }) => this.namer.nameOf(piece));
      const name = seatName(this.table, event.seat ?? this.entry.seat);
      return [t('event.move.hand.discard', { name, piece: pieces.join(', ') }), laid];
    }
    const fills = events.some((each) => isFromTo(each, 'hand', 'board'));
    if (fills && isFromTo(event, 'pile', 'hand')) return [null, 1];
    return this.lineAt(at, event);
  }

  lines(short: boolean): string[] {
    const { events } = this.entry;
    const lines: string[] = [];
    for (let at = 0; at < events.length; ) {
      const event = events[at] as GameEvent;
      const [line, told] = short ? this.shortAt(at, event) : this.lineAt(at, event);
      if (line !== null) lines.push(line);
      at += told;
    }
    return lines.map((line, i) => withoutName(line, lines[i - 1] ?? ''));
  }
}

const NAMED = /^[^:]+: /;

/** Where sentences begin with a name and a colon, it is not said again right away. */
function withoutName(line: string, before: string): string {
  const name = NAMED.exec(line)?.[0];
  return name !== undefined && before.startsWith(name) ? line.slice(name.length) : line;
}

/** A move as sentences, the first of them what was done. */
export function tellEntry(entry: LogEntry, table: Seats, skin: Namer): string[] {
  return new Teller(entry, table, skin).lines(false);
}

/** The same in passing, for those who see the table. */
export function tellShort(entry: LogEntry, table: Seats, skin: Namer): string {
  return new Teller(entry, table, skin).lines(true).join(' ');
}
