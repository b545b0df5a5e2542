// SPDX-License-Identifier: MIT
// What hides a hand: the palm over the cards on a phone beside the table, and the curtain while
// one device is passed around.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../look/icons';
import { Button } from '../look/parts';
import { Say, t } from '../words/words';

const HOLD_MS = 350;

/** Hides at once when the page goes to the background. */
function useHidden(setShown: (shown: boolean) => void): void {
  useEffect(() => {
    const changed = () => {
      if (document.visibilityState === 'hidden') setShown(false);
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [setShown]);
}

/** Pressing and holding shows the hand while held; a tap shows it until it is hidden again. */
export function Palm({ children }: { children: ComponentChildren }) {
  const [shown, setShown] = useState(false);
  const pressed = useRef(0);
  useHidden(setShown);
  const press = () => {
    pressed.current = performance.now();
    setShown(true);
    const lift = () => {
      if (performance.now() - pressed.current > HOLD_MS) setShown(false);
    };
    addEventListener('pointerup', lift, { once: true });
    addEventListener('pointercancel', () => setShown(false), { once: true });
  };
  if (!shown)
    return (
      <button
        type="button"
        class="play-palm"
        onPointerDown={press}
        onClick={() => setShown(true)}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Icon name="eye" />
        {t('web.play.palm')}
      </button>
    );
  return (
    <div class="column play-open">
      {children}
      <Button class="play-hide" icon="hide" onClick={() => setShown(false)}>
        {t('web.play.hide')}
      </Button>
    </div>
  );
}

export function Curtain({ name, open }: { name: string; open: () => void }) {
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    button.current?.querySelector('button')?.focus();
  }, []);
  return (
    <section class="panel play-curtain" aria-label={t('web.play.curtain', { name })}>
      <p class="play-turn">
        <Say k="web.play.curtain" name={name} />
      </p>
      <div ref={button}>
        <Button kind="main" icon="eye" onClick={open}>
          <span>
            <Say k="web.play.curtain.open" name={name} />
          </span>
        </Button>
      </div>
    </section>
  );
}
