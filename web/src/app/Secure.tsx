// SPDX-License-Identifier: MIT
// Leads a device from the plain address to the server's https one, where browsers can keep the
// screen on, install the page and play offline. There it says which of these work.
import './Secure.css';
import { useEffect, useState } from 'preact/hooks';
import { Choice, Icon } from '../look';
import { type SafeAddress, safeAddress } from '../net/server';
import { t } from '../words/words';
import { Page } from './Page';

const DEVICES = ['android', 'iphone', 'windows', 'mac', 'linux'] as const;
type DeviceKind = (typeof DEVICES)[number];

/** A Mac with a touch screen is an iPad. */
function thisDevice(): DeviceKind {
  const { userAgent: agent, maxTouchPoints: fingers } = navigator;
  if (/Android/.test(agent)) return 'android';
  if (/iPhone|iPad/.test(agent) || (/Macintosh/.test(agent) && fingers > 1)) return 'iphone';
  if (/Windows/.test(agent)) return 'windows';
  return /Macintosh/.test(agent) ? 'mac' : 'linux';
}

/** What the browser allows here. */
function Allowed() {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    // Ready as soon as everything is kept for playing without a network.
    navigator.serviceWorker?.ready.then(() => setOffline(true)).catch(() => {});
  }, []);
  const rows = [
    [isSecureContext, t('web.secure.has.safe')],
    ['wakeLock' in navigator, t('web.secure.has.awake')],
    [offline, t('web.secure.has.offline')],
  ] as const;
  return (
    <ul class="secure-allowed">
      {rows.map(([has, text]) => (
        <li key={text} data-has={has}>
          <Icon name={has ? 'check' : 'close'} />
          <span>{has ? text : t('web.secure.not', { what: text })}</span>
        </li>
      ))}
    </ul>
  );
}

function Steps({ print }: { print: string }) {
  const [device, setDevice] = useState(thisDevice);
  return (
    <>
      <p>{t('web.secure.means')}</p>
      <Choice
        label={t('web.secure.device')}
        value={device}
        values={DEVICES.map((one) => [one, t(`web.secure.${one}`)] as const)}
        onChange={setDevice}
      />
      <ol class="secure-steps">
        <li>
          <p>{t('web.secure.take')}</p>
          <a class="button" href="/authority.crt" download="kufsa-authority.crt">
            {t('web.secure.take.button')}
          </a>
        </li>
        <li>{t(`web.secure.${device}.open`)}</li>
        <li>{t(`web.secure.${device}.trust`)}</li>
      </ol>
      <details>
        <summary>{t('web.secure.print')}</summary>
        <p class="secure-print" dir="ltr">
          {(print.match(/[^:]+:?/g) ?? []).map((byte, i) => (
            <span key={i}>{byte}</span>
          ))}
        </p>
      </details>
    </>
  );
}

function Way({ address }: { address: SafeAddress }) {
  return (
    <>
      <p>{t('web.secure.why')}</p>
      {address.print !== undefined && <Steps print={address.print} />}
      <a class="button button-main secure-go" href={`${address.link}/#secure`}>
        {t('web.secure.go')}
      </a>
    </>
  );
}

export function Secure() {
  const [address, setAddress] = useState<SafeAddress | 'none' | null>(null);
  useEffect(() => {
    if (!isSecureContext)
      safeAddress()
        .then(setAddress)
        .catch(() => setAddress('none'));
  }, []);
  return (
    <Page title={t('web.secure.title')}>
      <section class="panel secure">
        {isSecureContext && <p>{t('web.secure.done')}</p>}
        <Allowed />
        {address === 'none' && <p>{t('web.secure.none')}</p>}
        {address !== null && address !== 'none' && <Way address={address} />}
      </section>
    </Page>
  );
}
