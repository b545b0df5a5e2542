// SPDX-License-Identifier: MIT
// When something goes wrong: what it is, that nothing is lost, and what to do next.
import './Trouble.css';
import type { ComponentChildren } from 'preact';
import { Button, Icon, type IconName } from '../look';
import type { TableState } from '../table/types';
import { has, t } from '../words/words';
import { Page } from './Page';
import { go } from './route';

/** A whole screen: there is nothing else to show. */
export function TroubleScreen(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <Page title={props.title}>
      <section class="panel trouble" role="alert">
        <Icon name={props.icon} />
        <p>{props.text}</p>
        <div class="row centred trouble-ways">
          {props.children}
          <Button icon="home" onClick={() => go('')}>
            {t('web.trouble.home')}
          </Button>
        </div>
      </section>
    </Page>
  );
}

/** Reasons why somebody has lost their place here; they may still watch. */
const PLACELESS = ['web.seat.moved', 'web.seat.removed', 'web.seat.lost', 'serve.relay.watch'];

const SIGNS: Readonly<Record<string, IconName>> = {
  'web.version': 'again',
  'web.seat.moved': 'phone',
  'serve.table.locked': 'lock',
};

/** The label for trying again. */
const AGAIN: Readonly<Record<string, string>> = {
  'web.seat.moved': 'web.seat.here',
  'web.seat.removed': 'web.seat.join',
  'web.seat.lost': 'web.seat.join',
};

interface TableTroubleProps {
  readonly reason: string;
  readonly onAgain?: () => void;
  readonly onWatch?: () => void;
  /** This browser has a way back, in another tab. */
  readonly back?: boolean;
}

/** Trying again would give the same answer. */
const HOPELESS = [
  'serve.table.unknown',
  'serve.table.finished',
  'serve.relay.watch',
  'web.local.unreadable',
];

/** Why a table cannot be reached, each reason with its own way forward. */
export function TableTrouble({ reason, onAgain, onWatch, back }: TableTroubleProps) {
  const known = has(`web.trouble.${reason}`);
  const again = !HOPELESS.includes(reason) && (reason !== 'web.seat.moved' || back);
  return (
    <TroubleScreen
      icon={SIGNS[reason] ?? 'warn'}
      title={t(known ? `web.trouble.${reason}` : 'web.trouble.title')}
      text={has(reason) ? t(reason) : t('web.trouble.unknown')}
    >
      {reason === 'web.version' ? (
        <Button kind="main" icon="again" onClick={() => location.reload()}>
          {t('web.trouble.reload')}
        </Button>
      ) : (
        again &&
        onAgain && (
          <Button kind="main" icon="again" onClick={onAgain}>
            {t(AGAIN[reason] ?? 'web.trouble.again')}
          </Button>
        )
      )}
      {onWatch && PLACELESS.includes(reason) && (
        <Button icon="eye" onClick={onWatch}>
          {t('web.seat.watch')}
        </Button>
      )}
    </TroubleScreen>
  );
}

/** The line behind a relay is down: the game itself goes on. */
const BEHIND = /^serve\.relay\./;

function pausedWords(trouble: string | null): string {
  const reason = trouble && has(trouble) ? t(trouble) : '';
  return BEHIND.test(trouble ?? '') ? reason : t('store.paused', { reason });
}

/** A strip above the table while the connection or the storage is paused. The table stays
 * visible. */
export function LineBanner({ table }: { table: TableState }) {
  const { line, trouble } = table;
  if (line !== 'lost' && line !== 'paused') return null;
  return (
    <div class="beside trouble-banner" role="status">
      <Icon name={line === 'lost' ? 'offline' : 'pause'} />
      <p>{line === 'lost' ? t('web.trouble.lost') : pausedWords(trouble)}</p>
    </div>
  );
}

/** Still loading. */
export function Waiting({ words }: { words: string }) {
  return (
    <Page title={t('web.app.name')}>
      <p class="panel trouble-wait" role="status">
        {words}
      </p>
    </Page>
  );
}
