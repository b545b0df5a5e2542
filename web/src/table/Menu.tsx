// SPDX-License-Identifier: MIT
// What a player can do besides moving.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../look/icons';
import { Button, Switch } from '../look/parts';
import { changeSettings, settings } from '../net/kept';
import { Say, t } from '../words/words';
import { Differences } from './Differences';
import { USUAL_LEVEL } from './Levels';
import type { Command, TableState } from './types';

const PHRASES = 'hello luck thanks well_played oops sorry wait your_turn again bye'.split(' ');

export type Sheet = 'menu' | 'log' | 'say' | 'help' | 'device' | 'devices' | 'door' | 'score';

interface MenuProps {
  readonly table: TableState;
  /** What others type to come here; empty if nobody can. */
  readonly code: string;
  readonly viewer: number | null;
  /** Why the last move at this device cannot be taken back, as a key of the catalogue. */
  readonly noUndo: string | undefined;
  /** This device may be a hand beside a shared screen. */
  readonly mayBeHand: boolean;
  /** The game can be continued on another device. */
  readonly mayMove: boolean;
  /** The host's door is available. */
  readonly mayManage: boolean;
  readonly command: (command: Command) => void;
  readonly open: (sheet: Sheet | null) => void;
}

interface EntryProps {
  readonly icon: IconName;
  readonly label: string;
  /** Why it is not available now, as a key of the catalogue. */
  readonly not?: string | null;
  /** How many things are behind it; not shown for one. */
  readonly count?: number;
  readonly onClick: () => void;
}

function Entry({ icon, label, not, count = 0, onClick }: EntryProps) {
  return (
    <Button kind="quiet" icon={icon} class="play-entry" disabled={!!not} onClick={onClick}>
      {not ? (
        <span>
          {label}
          <span class="play-entry-not small">{t(not)}</span>
        </span>
      ) : (
        label
      )}
      {count > 1 && <span class="play-entry-count figures">{count}</span>}
    </Button>
  );
}

interface SureProps {
  readonly what: 'resign' | 'stand';
  readonly go: () => void;
  readonly back: () => void;
}

/** Replaces the menu, so that nothing else can be touched by mistake. */
function Sure({ what, go, back }: SureProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => root.current?.querySelector('button')?.focus(), []);
  return (
    <fieldset ref={root} class="row play-sure">
      <legend>{t(`web.play.${what}.sure`)}</legend>
      <Button onClick={back}>{t('web.play.no')}</Button>
      <Button onClick={go}>{t(`web.play.${what}`)}</Button>
    </fieldset>
  );
}

interface SeatedProps extends MenuProps {
  readonly ask: (what: 'resign' | 'stand') => void;
}

function Seated({ table, code, viewer, noUndo, command, open, ask }: SeatedProps) {
  const act = (what: Command) => {
    command(what);
    open(null);
  };
  const standIn = table.seats[viewer ?? -1]?.bot !== undefined;
  return (
    <>
      <Entry
        icon="undo"
        label={t('web.play.undo')}
        not={noUndo}
        onClick={() => act({ do: 'undo' })}
      />
      {!table.cannot.offer && (
        <Entry icon="draw" label={t('web.play.draw')} onClick={() => act({ do: 'offer' })} />
      )}
      {standIn ? (
        <Entry
          icon="person"
          label={t('web.play.giveback')}
          onClick={() => act({ do: 'giveback' })}
        />
      ) : (
        <Entry
          icon="bot"
          label={t('web.play.takeover')}
          onClick={() => act({ do: 'takeover', seat: viewer, level: USUAL_LEVEL })}
        />
      )}
      {table.seats.length === 2 && (
        <Entry icon="flag" label={t('web.play.resign')} onClick={() => ask('resign')} />
      )}
      {code !== '' && (
        <Entry icon="close" label={t('web.play.stand')} onClick={() => ask('stand')} />
      )}
    </>
  );
}

function Switches({ table, mayBeHand }: Pick<MenuProps, 'table' | 'mayBeHand'>) {
  const now = settings();
  return (
    <div class="play-switches">
      {(['sound', 'lights'] as const).map((name) => (
        <Switch
          key={name}
          on={now[name]}
          label={t(`web.settings.${name}`)}
          onChange={(on) => changeSettings({ [name]: on })}
        />
      ))}
      {mayBeHand && (
        <Switch
          on={now.handOnly ?? table.screen}
          label={t('web.play.handonly')}
          help={t('web.play.handonly.help')}
          onChange={(handOnly) => changeSettings({ handOnly })}
        />
      )}
    </div>
  );
}

/** The seat is kept: the home page shows the way back. */
function leave(): void {
  location.hash = '';
}

export function Menu(props: MenuProps) {
  const { table, viewer, open } = props;
  const [sure, setSure] = useState<'resign' | 'stand' | null>(null);
  if (sure) {
    const go = () => {
      props.command({ do: sure });
      open(null);
    };
    return <Sure what={sure} go={go} back={() => setSure(null)} />;
  }
  return (
    <div class="play-menu">
      {props.code !== '' && (
        <p class="play-where">
          <Say k="web.play.where" code={{ ltr: props.code }} />
        </p>
      )}
      <Differences game={table.game} options={table.options} aloud={table.aloud} />
      {viewer !== null && table.phase === 'play' && <Seated {...props} ask={setSure} />}
      <Entry icon="log" label={t('web.play.log')} onClick={() => open('log')} />
      {table.evening.length > 0 && (
        <Entry icon="trophy" label={t('web.play.score')} onClick={() => open('score')} />
      )}
      <Entry icon="text" label={t('web.play.help')} onClick={() => open('help')} />
      <a class="button-quiet play-entry" href={`#rules/${table.game}`}>
        <Icon name="rules" />
        {t('web.play.rules')}
      </a>
      {props.mayMove && (
        <>
          <Entry icon="share" label={t('web.play.device')} onClick={() => open('device')} />
          <Entry
            icon="phone"
            label={t('web.play.devices')}
            count={table.devices.length}
            onClick={() => open('devices')}
          />
        </>
      )}
      {props.mayManage && (
        <Entry icon="host" label={t('web.play.door')} onClick={() => open('door')} />
      )}
      <Entry icon="home" label={t('web.play.leave')} onClick={leave} />
      <Switches table={props.table} mayBeHand={props.mayBeHand} />
    </div>
  );
}

export function Phrases({ say }: { say: (phrase: string) => void }) {
  return (
    <div class="row play-phrases">
      {PHRASES.map((phrase) => (
        <Button key={phrase} onClick={() => say(phrase)}>
          {t(`table.phrase.${phrase}`)}
        </Button>
      ))}
    </div>
  );
}

const KEYS = [
  ['Tab', 'web.play.key.tab'],
  ['← ↑ → ↓', 'web.play.key.arrows'],
  ['Enter', 'web.play.key.enter'],
  ['Ctrl + Enter', 'web.play.key.confirm'],
  ['Backspace', 'web.play.key.back'],
  ['Esc', 'web.play.key.escape'],
  ['?', 'web.play.key.about'],
  ['F2', 'web.play.key.notation'],
] as const;

export function Help() {
  return (
    <>
      <p>{t('web.play.help.touch')}</p>
      {/* What scrolls must be reachable by keys. */}
      <dl class="play-keys" tabIndex={0}>
        {KEYS.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd dir="ltr">{keys}</kbd>
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
