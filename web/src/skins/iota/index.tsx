// SPDX-License-Identifier: MIT
// Iota: how it looks and what its things are called.
import type { Skin } from '../skin';
import { Board } from './board';
import { Face } from './face';
import { Badge, Hand } from './hand';
import { label, nameOf, placeName } from './names';
import { spellPlay } from './table';

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label,
  spell: (steps, look) => spellPlay(steps, look?.scene ?? []),
};

export default skin;
