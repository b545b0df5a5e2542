// SPDX-License-Identifier: MIT
// Beside a player's name: how many cards, the last-card call, the stage, and in a window whether
// the player has passed.
import type { ComponentChildren } from 'preact';
import { Icon } from '../../look/icons';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { readPosition, type TakiPosition } from './position';

const BACKS_MAX = 4;

/** A little fan of backs, at most four: the number beside it counts. */
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

/** A sign that is seen short and heard in full. */
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

function CallTag({ position, seat }: { position: TakiPosition; seat: number }) {
  const sign = position.signs[seat];
  if (sign === '.' || sign === undefined) return null;
  const duty = sign === '?';
  return (
    <Tag
      state={duty ? 'duty' : 'called'}
      text={duty ? t('web.taki.sign.duty') : t('web.taki.sign.called')}
    >
      {sign}
    </Tag>
  );
}

function WindowTag({ position, seat }: { position: TakiPosition; seat: number }) {
  if (position.phase !== 'react') return null;
  if (position.turn === seat)
    return (
      <Tag state="laid" text={t('web.taki.laid')}>
        +3
      </Tag>
    );
  return position.passed.includes(seat) ? (
    <Tag state="passed" text={t('web.taki.passed')}>
      <Icon name="check" />
    </Tag>
  ) : (
    <Tag state="asked" text={t('web.taki.asked')}>
      …
    </Tag>
  );
}

export function Badge({ table, seat }: SkinProps & { readonly seat: number }) {
  const position = readPosition(table.position);
  if (!position) return null;
  const count = position.held[seat] ?? 0;
  const stage = position.stages?.[seat];
  return (
    <span class="taki-badge">
      {position.phase !== 'react' && <Backs count={count} />}
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
      <CallTag position={position} seat={seat} />
      <WindowTag position={position} seat={seat} />
    </span>
  );
}
