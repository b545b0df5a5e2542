// SPDX-License-Identifier: MIT
// Beside a player's name: how many cards, the last-card call, the stage, and in a window whether
// the player has passed.
import type { ComponentChildren } from 'preact';
import { countIn, factOf } from '../../engine/facts';
import type { View } from '../../engine/types';
import { Icon } from '../../look/icons';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';

const BACKS_MAX = 4;

/** A small fan of backs, at most four: the number beside it gives the count. */
function Backs({ count }: { count: number }) {
  const backs = Math.min(count, BACKS_MAX);
  const first = ((1 - backs) / 2) * 11;
  return (
    <svg class="taki-backs" viewBox="4 0 32 28" aria-hidden="true" focusable="false">
      {Array.from({ length: backs }, (_, i) => (
        <rect
          key={`${backs}:${i}`}
          class="taki-mini-back"
          x="12.5"
          y="3"
          width="15"
          height="21"
          rx="2"
          transform={`rotate(${first + i * 11} 20 44)`}
        />
      ))}
    </svg>
  );
}

type State = 'duty' | 'called' | 'passed' | 'laid' | 'asked' | 'stage';

/** A sign with a short visible text and a full spoken one. */
function Tag(props: { state: State; text: string; children: ComponentChildren }) {
  const { state, text, children } = props;
  return (
    <span class={`taki-tag taki-tag-${state}`} title={text}>
      <bdi dir="ltr" aria-hidden="true">
        {children}
      </bdi>
      <span class="heard">{text}</span>
    </span>
  );
}

interface TagProps {
  readonly view: View;
  readonly seat: number;
}

function CallTag({ view, seat }: TagProps) {
  if (factOf(view, 'duty', seat))
    return (
      <Tag state="duty" text={t('web.taki.sign.duty')}>
        ?
      </Tag>
    );
  return factOf(view, 'called', seat) ? (
    <Tag state="called" text={t('web.taki.sign.called')}>
      !
    </Tag>
  ) : null;
}

function WindowTag({ view, seat }: TagProps) {
  if (!factOf(view, 'window')) return null;
  if (factOf(view, 'window', seat))
    return (
      <Tag state="laid" text={t('web.taki.laid')}>
        +3
      </Tag>
    );
  return factOf(view, 'passed', seat) ? (
    <Tag state="passed" text={t('web.taki.passed')}>
      <Icon name="check" />
    </Tag>
  ) : (
    <Tag state="asked" text={t('web.taki.asked')}>
      …
    </Tag>
  );
}

export function Badge({ view, seat }: SkinProps & { readonly seat: number }) {
  const count = countIn(view, 'hand', seat);
  const stage = factOf(view, 'stage', seat)?.number;
  return (
    <span class="taki-badge">
      {!factOf(view, 'window') && <Backs count={count} />}
      <span class="taki-count figures" aria-hidden="true">
        {count}
      </span>
      <span class="heard">{t('web.taki.held', { cards: t('cards', { n: count }) })}</span>
      {stage !== undefined && (
        <Tag state="stage" text={t('web.taki.stage', { n: stage })}>
          <svg class="taki-peak" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <path d="M0 12V9H2V6H4V3H8V6H10V9H12V12Z" fill="currentColor" />
          </svg>
          {stage}
        </Tag>
      )}
      <CallTag view={view} seat={seat} />
      <WindowTag view={view} seat={seat} />
    </span>
  );
}
