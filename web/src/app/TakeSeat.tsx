// SPDX-License-Identifier: MIT
// A link with the secret of a place leads here first: it shows whose place it is and what taking
// it over means, and does nothing until somebody confirms. The person who made the link may still
// have the secret.
import './TakeSeat.css';
import { useState } from 'preact/hooks';
import { useAwaited } from '../hooks';
import { Button, Icon } from '../look';
import { type Peeked, peekSeat } from '../net/peek';
import { reasonOf } from '../net/server';
import { Say, t } from '../words/words';
import { Page } from './Page';
import { go } from './route';
import { TableTrouble, Waiting } from './Trouble';

interface TakeSeatProps {
  readonly code: string;
  readonly token: string;
  /** This browser has another place at this table. */
  readonly other: boolean;
  /** True: the place in the link; false: their own. */
  readonly choose: (taken: boolean) => void;
}

function Whose({ name }: Peeked) {
  return (
    <p class="take-whose">
      {name === null ? t('web.take.whose.guest') : <Say k="web.take.whose" name={name} />}
    </p>
  );
}

export function TakeSeat({ code, token, other, choose }: TakeSeatProps) {
  const [tries, setTries] = useState(0);
  // A string: why it is impossible.
  const peeked = useAwaited(`${code} ${token} ${tries}`, () =>
    peekSeat(code, token).catch(reasonOf),
  );
  if (peeked === undefined) return <Waiting words={t('web.app.connecting')} />;
  if (peeked === 'serve.token.unknown')
    return <TableTrouble reason="web.seat.unknown" onAgain={() => choose(false)} />;
  if (typeof peeked === 'string')
    return <TableTrouble reason={peeked} onAgain={() => setTries(tries + 1)} />;
  const { name } = peeked;
  return (
    <Page title={t('web.take.title')}>
      <section class="panel column-wide take">
        <Icon name="person" class="take-sign" />
        <Whose name={name} />
        <p>{t('web.take.means')}</p>
        <p class="take-warn">
          <Icon name="warn" />
          <span>
            {t('web.take.only')} {t(other ? 'web.take.other' : 'web.take.invited')}
          </span>
        </p>
        <div class="column take-ways">
          <Button kind="main" onClick={() => choose(true)}>
            <span>
              {name === null ? t('web.take.do.guest') : <Say k="web.take.do" name={name} />}
            </span>
          </Button>
          <Button onClick={() => choose(false)}>
            {t(other ? 'web.seat.before' : 'web.take.own')}
          </Button>
          <Button kind="quiet" icon="home" onClick={() => go('')}>
            {t('web.trouble.home')}
          </Button>
        </div>
      </section>
    </Page>
  );
}
