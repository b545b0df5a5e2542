// SPDX-License-Identifier: MIT
// How others get to a table: its code, a QR code for their cameras, a link.
import './Invite.css';
import { useAwaited } from '../hooks';
import { Button } from '../look';
import { tableLink } from '../net/server';
import { Copy, isNear, Qr } from '../table/Device';
import { Say, t } from '../words/words';

/** The code in two halves, as people say it. */
function Code({ code }: { code: string }) {
  return (
    <p class="invite-code figures" dir="ltr" translate={false}>
      <span class="heard">{t('web.invite.code', { code: code.split('').join(' ') })}</span>
      <span aria-hidden="true">
        <span>{code.slice(0, 3)}</span>
        <span>{code.slice(3)}</span>
      </span>
    </p>
  );
}

function Ways({ link, crowd }: { link: string; crowd: boolean }) {
  const text = t(crowd ? 'web.invite.crowd' : 'web.invite.text');
  const share = () => void navigator.share({ text, url: link }).catch(() => undefined);
  return (
    <div class="row invite-ways">
      <Copy text={link} words={t('web.invite.copy')} />
      {'share' in navigator && (
        <Button icon="share" onClick={share}>
          {t('web.invite.share')}
        </Button>
      )}
    </div>
  );
}

/** Small, while a game is on: somebody may still come. */
export function InviteCorner({ code }: { code: string }) {
  const told = useAwaited(code, () => tableLink(code));
  return (
    <aside class="invite-corner" aria-label={t('web.invite.title')}>
      {told && <Qr text={told} class="invite-corner-qr" label={t('web.invite.qr')} />}
      <Code code={code} />
    </aside>
  );
}

interface InviteProps {
  readonly code: string;
  readonly large?: boolean;
  /** To watch among a crowd. */
  readonly crowd?: boolean;
}

export function Invite({ code, large, crowd = false }: InviteProps) {
  const told = useAwaited(`${code} ${crowd}`, () => tableLink(code, crowd));
  const link = told ?? `${location.origin}/${crowd ? 'watch/' : '#'}${code}`;
  return (
    <section class={large ? 'panel invite invite-large' : 'panel invite'}>
      <div class="invite-words">
        <h2>{t('web.invite.title')}</h2>
        <Code code={code} />
        <p class="small soft">
          {t('web.invite.how')}{' '}
          <bdi class="invite-link" dir="ltr">
            {link.replace(/^https?:\/\//, '')}
          </bdi>
        </p>
        {!large && <Ways link={link} crowd={crowd} />}
        {isNear(link) && (
          <p class="small">
            <Say k="web.invite.near" option={{ ltr: '--lan' }} />
          </p>
        )}
      </div>
      {told && <Qr text={told} class="invite-qr" label={t('web.invite.qr')} />}
    </section>
  );
}
