// SPDX-License-Identifier: MIT
// What the values of the options mean, as small pictures: see Skin.
import type { Skin } from '../skin';

export const examples: Skin['examples'] = {
  free: { 2: '? ?', 1: '?', 0: '!?' },
  scoring: { cards: '36 24 "= "2', places: ':trophy "1 "2 "3' },
  aloud: { off: '24 "4×6 "3×8', on: '24 "? "× "?', three: '24 "? "× "? :close "×3' },
  rounds: { '*': ':again "×$' },
};
