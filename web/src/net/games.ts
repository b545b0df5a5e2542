// SPDX-License-Identifier: MIT
// The games on this device, without a server: each under its own name, from its first move until
// somebody deletes it. One tab at a time plays a game: the last tab to take it owns it, and an
// older copy in another tab does not overwrite it.
import { hasAll, isBoolean, isListOf, isNumber, isText, maybe, type Of, orNull } from '../kinds';
import {
  namesAfter,
  onElsewhere,
  onUnkept,
  parse,
  read,
  readStored,
  unkeptAfter,
  whyUnkept,
  write,
} from './storage';

export const isAbout = hasAll({
  seats: isListOf(orNull(hasAll({ name: isText, bot: maybe(isText) }))),
  /** This device's seats. */
  mine: isListOf(isNumber),
  scores: orNull(isListOf(isNumber)),
  ply: isNumber,
});

/** What a list shows about a table without opening it. */
export type About = Of<typeof isAbout>;

const isGame = hasAll({
  game: isText,
  /** The whole table. */
  events: isListOf(isText),
  /** Guests sitting here, by their numbers at the table. */
  guests: isListOf(isNumber),
  record: orNull(isText),
  over: isBoolean,
  /** When it was last played, in milliseconds since 1970. */
  seen: isNumber,
  /** The tab that plays it, or last did. */
  owner: isText,
  about: isAbout,
});

export type KeptGame = Of<typeof isGame>;

const GAME = 'game.';

/** This tab. */
const ME = crypto.getRandomValues(new Uint32Array(2)).join('-');

function gameOf(text: string | null): KeptGame | null {
  const kept = parse(text);
  return isGame(kept) ? kept : null;
}

export const keptGame = (id: string): KeptGame | null => gameOf(read(GAME + id));

/** All games on this device, latest first. */
export function keptGames(): readonly (KeptGame & { readonly id: string })[] {
  return namesAfter(GAME)
    .flatMap((id) => {
      const game = keptGame(id);
      return game ? [{ id, ...game }] : [];
    })
    .sort((a, b) => b.seen - a.seen);
}

/** Makes this tab the owner. */
export function takeGame(id: string, game: KeptGame): void {
  write(GAME + id, JSON.stringify({ ...game, owner: ME }));
}

/** Stores a game of this tab. False: another tab has taken it meanwhile, and nothing is done. */
export function keepGame(id: string, game: Omit<KeptGame, 'owner'>): boolean {
  if (isElsewhere(id)) return false;
  write(GAME + id, JSON.stringify({ ...game, owner: ME }));
  return true;
}

/** Has another tab taken it? */
export function isElsewhere(id: string): boolean {
  const there = gameOf(readStored(GAME + id));
  return there !== null && there.owner !== ME;
}

/** Deletes a game; the returned function brings it back. That leaves room for others. */
export function deleteGame(id: string): () => void {
  const text = read(GAME + id);
  write(GAME + id, null);
  keepAgain();
  return () => void write(GAME + id, text);
}

/** Tries again to store the games that could not be stored. */
function keepAgain(): void {
  for (const id of unkeptAfter(GAME)) {
    const game = keptGame(id);
    if (game) keepGame(id, game);
  }
}

/** Why this page's games are not stored, as a key of the catalogue; null: they are. */
export function gamesTrouble(): 'web.kept.full' | 'web.kept.forbidden' | null {
  return unkeptAfter(GAME).length === 0 ? null : `web.kept.${whyUnkept()}`;
}

/** Calls back when the list of games, or whether they can be stored, may have changed. */
export function onGames(changed: () => void): () => void {
  const ends = [
    onUnkept(changed),
    onElsewhere((name) => (name.startsWith(GAME) || name === 'tables') && changed()),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Calls back with the name of a game when another tab has taken it. */
export function onGameTaken(taken: (id: string) => void): void {
  onElsewhere((name) => {
    const id = name.startsWith(GAME) ? name.slice(GAME.length) : null;
    if (id !== null && isElsewhere(id)) taken(id);
  });
}

/** Ask before closing a page with an unfinished game that could not be stored. */
globalThis.addEventListener?.('beforeunload', (event) => {
  const lasting = unkeptAfter(GAME).some((id) => keptGame(id)?.over === false);
  if (lasting) event.preventDefault();
});
