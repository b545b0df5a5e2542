// SPDX-License-Identifier: MIT
// A sheet over the board only: hand and buttons stay free, so it never hides anything urgent.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from '../look/parts';
import { t } from '../words/words';

interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

export function Panel({ title, onClose, children }: PanelProps) {
  const root = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const panel = root.current;
    panel?.focus();
    return () => {
      const now = document.activeElement;
      const lost = now === null || now === document.body || panel?.contains(now);
      if (lost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section
      ref={root}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      class="panel play-panel"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div class="play-panel-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" label={t('web.look.close')} onClick={onClose} />
      </div>
      <div class="play-panel-body">{children}</div>
    </section>
  );
}
