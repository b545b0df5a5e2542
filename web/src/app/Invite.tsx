// SPDX-License-Identifier: MIT
// How others come to a table: its code, a square for their cameras, a link.
import './Invite.css';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../look';
import { Say, t } from '../words/words';

interface Squares {
  readonly link: string;
  readonly width: number;
  readonly squares: string;
}

function useSquares(code: string): Squares | null {
  const [squares, setSquares] = useState<Squares | null>(null);
  useEffect(() => {
    let present = true;
    fetch(`/api/qr/${code}`)
      .then((response) => (response.ok ? (response.json() as Promise<Squares>) : null))
      .then((given) => present && setSquares(given))
      .catch(() => undefined);
    return () => {
      present = false;
    };
  }, [code]);
  return squares;
}

/** Runs of dark squares as one path. */
function pathOf({ width, squares }: Squares): string {
  let path = '';
  for (let y = 0; y < width; y++)
    for (const run of squares.slice(y * width, (y + 1) * width).matchAll(/1+/g))
      path += `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`;
  return path;
}

const QUIET = 3; // light squares around it

function Qr({ squares }: { squares: Squares }) {
  const size = squares.width + 2 * QUIET;
  return (
    <svg
      class="invite-qr"
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label={t('web.invite.qr')}
    >
      <path d={pathOf(squares)} />
    </svg>
  );
}

/** The code in two halves, as one says it. */
export function Code({ code }: { code: string }) {
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

function Ways({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard
      ?.writeText(link)
      .then(() => setCopied(true))
      .catch(() => undefined);
  const share = () =>
    void navigator.share({ text: t('web.invite.text'), url: link }).catch(() => undefined);
  return (
    <div class="invite-ways">
      {'clipboard' in navigator && (
        <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
          {t(copied ? 'web.app.copied' : 'web.invite.copy')}
        </Button>
      )}
      {'share' in navigator && (
        <Button icon="share" onClick={share}>
          {t('web.invite.share')}
        </Button>
      )}
    </div>
  );
}

const isNear = (link: string) => /^https?:\/\/(localhost|127\.)/.test(link);

export function Invite({ code, large }: { code: string; large?: boolean }) {
  const squares = useSquares(code);
  const link = squares?.link ?? `${location.origin}/#${code}`;
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
        {!large && <Ways link={link} />}
        {isNear(link) && (
          <p class="small">
            <Say k="web.invite.near" option={{ ltr: '--lan' }} />
          </p>
        )}
      </div>
      {squares && squares.width > 0 && <Qr squares={squares} />}
    </section>
  );
}
