// SPDX-License-Identifier: MIT
// The host's door: who may stay, who may come, how long to wait. Anything done to somebody
// needs a confirmation.
import './Door.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../look/icons';
import { Button, Sheet, Switch } from '../look/parts';
import { seatName, tellTold, whileWords } from '../words/tell';
import { Say, t } from '../words/words';
import type { Command, TableState } from './types';

interface DoorProps {
  readonly table: TableState;
  readonly act: (command: Command) => void;
}

const GRACES = [10_000, 30_000, 60_000, 120_000, 300_000, 600_000];

/** How long to wait for somebody who is away. */
export function Grace({ table, act }: DoorProps) {
  const id = useId();
  const values = GRACES.includes(table.grace) ? GRACES : [...GRACES, table.grace];
  return (
    <div class="door-grace">
      <label class="options-name" for={id}>
        {t('web.door.grace')}
      </label>
      {table.you.host ? (
        <select
          id={id}
          class="field"
          value={String(table.grace)}
          aria-describedby={`${id}-help`}
          onChange={(event) => act({ do: 'grace', millis: Number(event.currentTarget.value) })}
        >
          {values.map((millis) => (
            <option key={millis} value={String(millis)}>
              {whileWords(millis)}
            </option>
          ))}
        </select>
      ) : (
        <output id={id}>{whileWords(table.grace)}</output>
      )}
      <p id={`${id}-help`} class="small soft">
        {t('web.door.grace.help')}
      </p>
    </div>
  );
}

type Act = 'remove' | 'block';

/** What was touched is gone and something else is in its place: the keyboard continues there. */
function useFocusOn(what: unknown) {
  const row = useRef<HTMLLIElement>(null);
  const before = useRef(what);
  useEffect(() => {
    if (before.current !== what) row.current?.querySelector('button')?.focus();
    before.current = what;
  }, [what]);
  return row;
}

function Person({ table, act, seat }: DoorProps & { readonly seat: number }) {
  const [sure, setSure] = useState<Act | null>(null);
  const row = useFocusOn(sure);
  const name = seatName(table, seat);
  const button = (what: Act) => (
    <Button label={t(`web.door.${what}.name`, { name })} onClick={() => setSure(what)}>
      {t(`web.door.${what}`)}
    </Button>
  );
  return (
    <li ref={row} class="door-person">
      <bdi class="door-name">{name}</bdi>
      {sure === null ? (
        <span class="row door-acts">
          {button('remove')}
          {button('block')}
        </span>
      ) : (
        <fieldset class="door-sure" aria-label={t(`web.door.${sure}.name`, { name })}>
          <p role="status">
            <Say k={`web.door.${sure}.sure`} name={name} />
          </p>
          <span class="row door-acts">
            <Button
              kind="main"
              onClick={() => {
                setSure(null);
                act({ do: sure, seat });
              }}
            >
              {t(`web.door.${sure}`)}
            </Button>
            <Button onClick={() => setSure(null)}>{t('web.door.cancel')}</Button>
          </span>
        </fieldset>
      )}
    </li>
  );
}

function People({ table, act }: DoorProps) {
  const others = table.seats.flatMap((sits, seat) =>
    sits?.name && !sits.host && seat !== table.you.seat ? [seat] : [],
  );
  return (
    <section class="door-people">
      <h3>{t('web.door.people')}</h3>
      {others.length === 0 && <p class="soft">{t('web.door.nobody')}</p>}
      <ul class="door-list">
        {others.map((seat) => (
          <Person key={`${seat} ${table.seats[seat]?.name}`} table={table} act={act} seat={seat} />
        ))}
      </ul>
    </section>
  );
}

const ACTS = new Set(['remove', 'block', 'unblock', 'lock', 'unlock', 'grace', 'host', 'lead']);

/** The host's last action, for screens without a log. */
export function ToldLine({ table }: { table: TableState }) {
  const told = table.told.filter((one) => ACTS.has(one.do)).pop();
  return (
    <p class="beside door-told" role="status">
      {told && (
        <>
          <Icon name="info" />
          <span>{tellTold(told, table)}</span>
        </>
      )}
    </p>
  );
}

/** The door behind a button, for screens without a menu. */
export function DoorButton({ table, act }: DoorProps) {
  const [open, setOpen] = useState(false);
  if (!table.you.host) return null;
  return (
    <>
      <Button kind="quiet" icon="host" onClick={() => setOpen(true)}>
        {t('web.play.door')}
      </Button>
      {open && (
        <Sheet title={t('web.play.door')} onClose={() => setOpen(false)}>
          <Door table={table} act={act} />
        </Sheet>
      )}
    </>
  );
}

/** Shown only while somebody is blocked, and for a moment afterwards. */
function Unblock({ table, act }: DoorProps) {
  const [done, setDone] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const blocked = (table.you.blocked ?? 0) > 0;
  useEffect(() => {
    if (done && !blocked) said.current?.focus(); // the button is gone
  }, [done, blocked]);
  if (!blocked && !done) return null;
  return (
    <div class="door-unblock">
      {blocked && (
        <Button
          onClick={() => {
            setDone(true);
            act({ do: 'unblock' });
          }}
        >
          {t('web.door.unblock')}
        </Button>
      )}
      <p ref={said} class="small soft" role="status" tabIndex={-1}>
        {t(blocked ? 'web.door.unblock.help' : 'web.door.unblocked')}
      </p>
    </div>
  );
}

export function Door({ table, act }: DoorProps) {
  return (
    <div class="door">
      <People table={table} act={act} />
      <Switch
        on={table.locked}
        label={t('web.door.lock')}
        help={t('web.door.lock.help')}
        onChange={(on) => act({ do: on ? 'lock' : 'unlock' })}
      />
      <Unblock table={table} act={act} />
      <Grace table={table} act={act} />
    </div>
  );
}
