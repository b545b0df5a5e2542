// SPDX-License-Identifier: MIT
// Which devices hold your seat: each sees the hand and can move. The others can be signed out.
import './Devices.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../look/icons';
import { Button } from '../look/parts';
import type { Device } from '../net/messages';
import { refusalWords } from '../words/tell';
import { ago, has, t } from '../words/words';
import type { Answer, TableState } from './types';

const SIGNS: Readonly<Record<string, IconName>> = { page: 'screen', terminal: 'text' };

function Row({ device }: { device: Device }) {
  const key = `web.devices.${device.kind}`;
  return (
    <li class="devices-row" data-this={device.this ? '' : undefined}>
      <Icon name={SIGNS[device.kind] ?? 'code'} />
      <span class="devices-words">
        <span>{t(has(key) ? key : 'web.devices.program')}</span>
        <span class="small soft">
          {device.this ? t('web.devices.this') : t('web.devices.came', { when: ago(device.since) })}
        </span>
      </span>
    </li>
  );
}

interface DevicesProps {
  readonly table: TableState;
  readonly signOut: () => Promise<Answer>;
}

export function Devices({ table, signOut }: DevicesProps) {
  const [said, setSaid] = useState<string | null>(null);
  const { devices } = table;
  const out = () =>
    void signOut().then((answer) => setSaid(answer.ok ? 'web.devices.done' : answer.reason));
  return (
    <div class="column devices">
      {devices.length > 1 ? (
        <>
          <p>{t('web.devices.some', { n: devices.length })}</p>
          <ul class="devices-rows">
            {devices.map((device, i) => (
              <Row key={`${device.since} ${i}`} device={device} />
            ))}
          </ul>
        </>
      ) : (
        <p>{t('web.devices.alone')}</p>
      )}
      {/* Even if it is the only device: a link given away may bring another one later. */}
      <Button icon="phone" onClick={out}>
        {t('web.devices.signout')}
      </Button>
      <p class="small soft">{t('web.devices.signout.help')}</p>
      {said && (
        <p role="status">
          <b>{refusalWords(said)}</b>
        </p>
      )}
    </div>
  );
}

/** Somebody else may have come with your secret: say so until it is read. */
export function DevicesNotice({ table, open }: { table: TableState; open: () => void }) {
  const count = table.devices.length;
  const [known, setKnown] = useState(1);
  const before = useRef(1);
  useEffect(() => {
    if (count < before.current) setKnown((old) => Math.min(old, Math.max(1, count)));
    before.current = count;
  }, [count]);
  if (count <= known) return null;
  const read = () => setKnown(count);
  return (
    <div class="panel play-notice" role="status">
      <p>{t('web.devices.new')}</p>
      <div class="row play-answers">
        <Button
          kind="main"
          onClick={() => {
            read();
            open();
          }}
        >
          {t('web.devices.look')}
        </Button>
        <Button onClick={read}>{t('web.devices.mine')}</Button>
      </div>
    </div>
  );
}
