// SPDX-License-Identifier: MIT
// Cento Multi: how it looks, and its names.
import type { Skin } from '../skin';
import { Board } from './board';
import { readProduct } from './cards';
import { Face } from './face';
import { Badge, Hand, Words } from './hand';
import { examples } from './examples';
import { guide } from './guide';
import { beside, lessons } from './lessons';
import { about, label, nameOf, placeName } from './names';
import { Pad } from './pad';

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label,
  ownWord: (word) => readProduct(word) !== null,
  Words,
  Pad,
  examples,
  lessons,
  guide,
  about,
  beside,
};

export default skin;
