// SPDX-License-Identifier: MIT
// Moves, events and players' names in words.
import type { GameEvent, Place } from '../engine/types';
import type { Skin } from '../skins/skin';
import type { LogEntry, TableState, Told } from '../table/types';
import { has, t } from './words';

/** What the log needs of a game's skin. */
type Namer = Pick<Skin, 'nameOf' | 'placeName'>;
type Seats = Pick<TableState, 'seats' | 'me'>;

/** Marks that change the direction of the text around them. Tables reject them; a file may have
 * them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What to call the player there: a person's name, a bot's level, or the seat's number. */
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

/** Why something was refused. */
export const refusalWords = (reason: string): string =>
  t(has(reason) ? (reason as string) : 'web.play.cannot');

/** A duration in whole minutes, or else in seconds. */
export function whileWords(millis: number): string {
  const n = Math.round(millis / 1000);
  return n % 60 === 0 ? t('web.door.minutes', { n: n / 60 }) : t('web.door.seconds', { n });
}

/** What happened apart from moves, in a sentence. */
export function tellTold(told: Told, table: Seats): string {
  const key = `web.told.${told.do}`;
  const mine = told.seat !== undefined && told.seat === table.me && has(`${key}.you`);
  const by = told.by !== '' && told.by !== told.name && has(`${key}.by`);
  return t(mine ? `${key}.you` : by ? `${key}.by` : key, {
    name: told.name.replace(TURNS, ''),
    by: told.by.replace(TURNS, ''),
    time: whileWords(told.millis ?? 0),
  });
}

/** What a wrong answer cost, where some of them cost the turn. */
export function triesWords({ tried, tries: most }: TableState, seat: number | null): string {
  if (most === null || seat === null) return '';
  const n = tried[seat] ?? 0;
  return n > 0 ? t('aloud.tried', { n, most }) : t('aloud.lost');
}

const isFromTo = (event: GameEvent | undefined, from: Place['zone'], to: Place['zone']) =>
  event?.kind === 'move' && event.from?.zone === from && event.to?.zone === to;

/** The name of the colour in a piece such as `color=B`. */
function colourName(piece: string): string {
  const letter = piece.slice(piece.indexOf('=') + 1);
  const key = `colour.${letter}`;
  return has(key) ? t(key) : letter;
}

/** The same sentence addressed to the person it is about, if there is one. */
function yours(key: string): string {
  const own = key.replace('event.', 'web.tell.you.');
  return has(own) ? own : key;
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

  /** A sentence for the reader: others by name, the reader as "you". */
  private say(key: string, event: GameEvent, n = event.count ?? 0): string {
    const seat = event.seat ?? this.entry.seat;
    const piece = event.piece === undefined ? t('web.tell.card') : this.namer.nameOf(event.piece);
    return t(seat === this.table.me ? yours(key) : key, {
      name: seatName(this.table, seat),
      piece,
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

  /** How many consecutive events move a card this way for the same seat. */
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

  /** The line for the event at this index, and how many events it covers. */
  private lineAt(at: number, event: GameEvent): readonly [string | null, number] {
    const drawn = this.row(at, 'pile', 'hand', true);
    if (drawn > 0) return [this.say('event.move.pile.hand', event, drawn), drawn];
    const buried = this.row(at, 'hand', 'pile');
    if (buried > 0) return [this.say('event.move.hand.pile', event, buried), buried];
    if (isFromTo(event, 'pile', 'hand')) return [this.say('event.move.pile.hand.seen', event), 1];
    if (event.kind === 'move') return [this.sayMove(event), 1];
    if (event.kind === 'over') return [null, 1]; // the result is shown at the end
    if (event.kind === 'show' && event.to?.zone === 'board')
      return [this.say('event.show.board', event), 1];
    const unnamed = event.kind === 'round' && event.seat === undefined;
    const key = unnamed ? 'event.round.over' : `event.${event.kind}`;
    return [has(key) ? this.say(key, event) : null, 1];
  }

  /** The same for people who see the table: cards played need no places, and cards drawn to refill
   * a hand need no words. */
  private shortAt(at: number, event: GameEvent): readonly [string | null, number] {
    const { events } = this.entry;
    const laid = this.row(at, 'hand', 'board');
    if (laid > 0) {
      const pieces = events.slice(at, at + laid).map(({ piece = '' }) => this.namer.nameOf(piece));
      const seat = event.seat ?? this.entry.seat;
      const key = 'event.move.hand.discard';
      const values = { name: seatName(this.table, seat), piece: pieces.join(', ') };
      return [t(seat === this.table.me ? yours(key) : key, values), laid];
    }
    if (isFromTo(event, 'board', 'hand')) {
      const mine = (event.seat ?? this.entry.seat) === this.table.me;
      return [this.say(mine ? 'web.tell.you.takes' : 'web.tell.takes', event), 1];
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

/** Where sentences begin with a name and a colon, the name is not repeated right away. */
function withoutName(line: string, before: string): string {
  const name = NAMED.exec(line)?.[0];
  return name !== undefined && before.startsWith(name) ? line.slice(name.length) : line;
}

/** A move as sentences; the first says what was done. */
export function tellEntry(entry: LogEntry, table: Seats, skin: Namer): string[] {
  return new Teller(entry, table, skin).lines(false);
}

/** The same in brief, for people who see the table. */
export function tellShort(entry: LogEntry, table: Seats, skin: Namer): string {
  return new Teller(entry, table, skin).lines(true).join(' ');
}
