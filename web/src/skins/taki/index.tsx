// SPDX-License-Identifier: MIT
// Super Taki on the screen.
import type { Skin } from '../skin';
import { Badge } from './Badge';
import { Board } from './Board';
import { Face } from './Face';
import { Hand } from './Hand';
import { examples } from './examples';
import { guide } from './guide';
import { beside, lessons } from './lessons';
import { about, isUrgent, label, nameOf, placeName, priceOf } from './names';
import { ownWord, Words } from './Words';

const skin: Skin = {
  Board,
  Hand,
  Badge,
  Face,
  nameOf,
  placeName,
  label,
  urgent: isUrgent,
  price: priceOf,
  ownWord,
  Words,
  examples,
  lessons,
  guide,
  about,
  beside,
};

export default skin;
