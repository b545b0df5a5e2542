// The games, as the rules list them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The names in src/rules/games.def, in menu order; a folder without that list has no games. */
export function gamesOf(root) {
  const list = join(root, 'src/rules/games.def');
  if (!existsSync(list)) return [];
  return [...readFileSync(list, 'utf8').matchAll(/^GAME\((\w+)\)/gm)].map((match) => match[1]);
}

/** The games of this tree. */
export const GAMES = gamesOf(fileURLToPath(new URL('..', import.meta.url)));
