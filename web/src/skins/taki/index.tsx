// SPDX-License-Identifier: MIT
// Super Taki on the screen.
import type { TableState } from '../../table/types';
import type { Skin } from '../skin';
import { Badge } from './Badge';
import { Board } from './Board';
import { Face } from './Face';
import { Hand } from './Hand';
import { label, nameOf, placeName, spell } from './names';
import { readPosition } from './position';
import { ownWord, Words } from './Words';

/** In the window of a +3 all others are asked at once (TR4). */
function turn(table: TableState): number | null {
  const position = readPosition(table.position);
  return !position || position.phase === 'react' ? null : position.turn;
}

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label,
  spell,
  ownWord,
  Words,
  turn,
};

export default skin;
