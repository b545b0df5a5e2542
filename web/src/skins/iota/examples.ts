// SPDX-License-Identifier: MIT
// What the values of the options mean, as small pictures: see Skin.
import type { Skin } from '../skin';

export const examples: Skin['examples'] = {
  deck: { full: 'Rc1 Gs2 Bt3 Yx4', half: 'Rc1 !Gs2 Bt3 !Yx4' },
  scoring: { points: 'Rc1 Rc2 Rc3 "= "6', race: '"0 _ :trophy' },
  final: { double: 'Bt4 "×2', plain: 'Bt4 "×1' },
  wilds: { 2: 'W W', 0: '!W !W' },
  reading: { any: 'Rc1 W "= Rc1', absent: 'Rc1 W "= !Rc1' },
};
