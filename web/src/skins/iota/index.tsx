// SPDX-License-Identifier: MIT
// Iota: how it looks, and its names.
import type { Skin } from '../skin';
import { Account, Board } from './board';
import { Face } from './face';
import { Badge, Hand } from './hand';
import { examples } from './examples';
import { guide } from './guide';
import { beside, lessons } from './lessons';
import { about, confirm, label, nameOf, placeName } from './names';

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label,
  confirm,
  examples,
  lessons,
  guide,
  about,
  Account,
  beside,
};

export default skin;
