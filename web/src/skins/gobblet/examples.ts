// SPDX-License-Identifier: MIT
// What the values of the options mean, as small pictures: see Skin.
import type { Skin } from '../skin';

export const examples: Skin['examples'] = {
  touch: { off: 'W3 :undo', on: 'W3 :lock' },
  peek: { off: 'W4 :hide', on: 'W4 :eye B2' },
  reserve: { threes: 'B2 B2 B2 :forward W4', free: 'B2 :forward W4' },
};
