// SPDX-License-Identifier: MIT
// Say it yourself: the two factors of the card in hand, touched or typed, in any order.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../look/parts';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { FREE } from './cards';
import { NUMBERS } from './times';
import './cento.css';

/** The factors so far, at most two. */
type Said = readonly number[];

/** After a touch: a third factor takes the place of the second. */
export const touchedPad = (said: Said, factor: number): Said => [...said.slice(0, 1), factor];

/** After a key: digits are factors, and a 0 makes a 10 of the 1 before it. Null: not for the pad. */
export function typedPad(said: Said, key: string): Said | null {
  if (/^[1-9]$/.test(key)) return said.length < 2 ? [...said, Number(key)] : said;
  if (key === '0') return said[said.length - 1] === 1 ? [...said.slice(0, -1), 10] : said;
  return key === 'Backspace' && said.length > 0 ? said.slice(0, -1) : null;
}

export function Pad({ gesture, say }: SkinProps & { readonly say: (move: string) => void }) {
  const [said, setSaid] = useState<Said>([]);
  const root = useRef<HTMLFieldSetElement>(null);
  // Before it is seen, so that digits can be typed at once.
  useLayoutEffect(() => root.current?.focus({ preventScroll: true }), []);
  const card = gesture.done[0]?.piece ?? FREE;
  const [first = '?', second = '?'] = said;
  const whole = said.length === 2;
  const done = () => {
    setSaid([]);
    say(`${card}=${first}x${second}`);
    root.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const typed = typedPad(said, event.key);
    const enter = event.key === 'Enter' && !(event.target instanceof HTMLButtonElement);
    if (!typed && !enter) return;
    event.preventDefault();
    event.stopPropagation();
    if (typed) setSaid(typed);
    else if (whole) done();
  };
  return (
    <>
      <fieldset
        ref={root}
        class="cento-pad"
        tabIndex={-1}
        dir="ltr"
        aria-label={t('web.cento.pad', { card: card === FREE ? t('web.cento.free') : card })}
        onKeyDown={onKeyDown}
      >
        {NUMBERS.map((n) => (
          <button
            key={n}
            type="button"
            class="button cento-pad-key figures"
            data-said={said.includes(n) ? '' : undefined}
            onClick={() => setSaid(touchedPad(said, n))}
          >
            {n}
          </button>
        ))}
      </fieldset>
      <Button kind="main" class="cento-pad-say" disabled={!whole} onClick={done}>
        <output class="figures" dir="ltr" aria-live="polite">
          {card} = {first} × {second}
        </output>
      </Button>
    </>
  );
}
