// SPDX-License-Identifier: MIT
// Cento Multi: how it looks and what its things are called.
import type { Skin } from '../skin';
import { Board } from './board';
import { readProduct } from './cards';
import { Face } from './face';
import { Badge, Hand, Words } from './hand';
import { label, nameOf, placeName, spell } from './names';

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label,
  spell,
  ownWord: (word) => readProduct(word) !== null,
  Words,
};

export default skin;
