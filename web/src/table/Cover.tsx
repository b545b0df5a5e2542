// SPDX-License-Identifier: MIT
// What hides a hand: the palm over the cards of a phone beside the table, and the curtain while one
// device goes round.
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

/** Held down the hand shows as long as that; touched it shows until it is hidden again. */
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
    <div class="play-open">
      {children}
      <Button class="play-hide" icon="hide" onClick={() => setShown(false)}>
        {t('web.play.hide')}
      </Button>
    </div>
  );
}

interface CurtainProps {
  readonly name: string;
  readonly open: () => void;
  /** Calls that others may still make before the curtain opens. */
  readonly children?: ComponentChildren;
}

export function Curtain({ name, open, children }: CurtainProps) {
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
      {children}
    </section>
  );
}
