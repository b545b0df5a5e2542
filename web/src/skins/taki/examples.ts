// SPDX-License-Identifier: MIT
// What the values of the options mean, as small pictures: see Skin.
import type { Skin } from '../skin';

export const examples: Skin['examples'] = {
  mode: { game: 'B5 :trophy', pyramid: '"8 :forward "7 :forward "6 "… :forward "1' },
  call: { manual: 'B5 :chat', auto: 'B5 :check', catch: 'B5 :eye "+4' },
  draw: { choice: 'B5 :check _ :check', must: 'B5 :check _ :close' },
  two: { plain: 'Bturn "≠ Bstop', stop: 'Bturn "= Bstop' },
  bare: { open: 'B3 Btaki "…', closable: 'B3 Btaki :lock' },
};
