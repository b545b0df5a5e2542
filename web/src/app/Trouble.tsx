// SPDX-License-Identifier: MIT
// When something is not as it should be: what it is, that nothing is lost, and a way on.
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
        <div class="trouble-ways">
          {props.children}
          <Button icon="home" onClick={() => go('')}>
            {t('web.trouble.home')}
          </Button>
        </div>
      </section>
    </Page>
  );
}

/** Why a table cannot be reached, each with its own way on. */
export function TableTrouble({ reason, onAgain }: { reason: string; onAgain?: () => void }) {
  const known = has(`web.trouble.${reason}`);
  const again = reason !== 'serve.table.unknown' && reason !== 'serve.table.finished';
  return (
    <TroubleScreen
      icon={reason === 'web.version' ? 'again' : 'warn'}
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
            {t('web.trouble.again')}
          </Button>
        )
      )}
    </TroubleScreen>
  );
}

/** A strip above the table while the connection or the storage rests. The table stays in sight. */
export function LineBanner({ table }: { table: TableState }) {
  const { line, trouble } = table;
  if (line !== 'lost' && line !== 'paused') return null;
  return (
    <div class="trouble-banner" role="status">
      <Icon name={line === 'lost' ? 'offline' : 'pause'} />
      <p>
        {line === 'lost'
          ? t('web.trouble.lost')
          : t('store.paused', { reason: trouble && has(trouble) ? t(trouble) : '' })}
      </p>
    </div>
  );
}

/** Still on the way. */
export function Waiting({ words }: { words: string }) {
  return (
    <Page title={t('web.app.name')}>
      <p class="panel trouble-wait" role="status">
        {words}
      </p>
    </Page>
  );
}
