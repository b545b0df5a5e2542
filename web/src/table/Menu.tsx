// SPDX-License-Identifier: MIT
// What one can do besides moving.
import { useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Icon, type IconName } from '../look/icons';
import { Button, Switch } from '../look/parts';
import { changeSettings, settings } from '../net/kept';
import { Say, t } from '../words/words';
import type { Command, TableState } from './types';

export const PHRASES = [
  'hello',
  'luck',
  'thanks',
  'well_played',
  'oops',
  'sorry',
  'wait',
  'your_turn',
  'again',
  'bye',
] as const;

export type Sheet = 'menu' | 'log' | 'say' | 'help' | 'device';

interface MenuProps {
  readonly table: TableState;
  /** What others type to come here; empty where nobody can. */
  readonly code: string;
  readonly viewer: number | null;
  /** Where this device may be a hand beside a shared screen. */
  readonly mayBeHand: boolean;
  /** Where it can be gone on on another one. */
  readonly mayMove: boolean;
  readonly command: (command: Command) => void;
  readonly open: (sheet: Sheet | null) => void;
}

interface EntryProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

function Entry({ icon, label, onClick }: EntryProps) {
  return (
    <Button kind="quiet" icon={icon} class="play-entry" onClick={onClick}>
      {label}
    </Button>
  );
}

function Resign({ command }: { command: () => void }) {
  const [sure, setSure] = useState(false);
  if (!sure)
    return <Entry icon="flag" label={t('web.play.resign')} onClick={() => setSure(true)} />;
  return (
    <fieldset class="play-sure" aria-label={t('web.play.resign.sure')}>
      <span>{t('web.play.resign.sure')}</span>
      <Button onClick={command}>{t('web.play.resign')}</Button>
      <Button kind="quiet" onClick={() => setSure(false)}>
        {t('web.play.no')}
      </Button>
    </fieldset>
  );
}

/** Only where nothing is hidden can a draw be agreed on (Gobblet's G14). */
const drawable = (game: string) =>
  engine.games().find((row) => row.name === game)?.hidden === false;

function Seated({ table, viewer, command, open }: MenuProps) {
  const act = (what: Command) => {
    command(what);
    open(null);
  };
  const standIn = table.seats[viewer ?? -1]?.bot !== undefined;
  return (
    <>
      <Entry icon="undo" label={t('web.play.undo')} onClick={() => act({ do: 'undo' })} />
      {drawable(table.game) && (
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
          onClick={() => act({ do: 'takeover', seat: viewer, level: 'club' })}
        />
      )}
      {table.seats.length === 2 && <Resign command={() => act({ do: 'resign' })} />}
    </>
  );
}

function Switches({ table, mayBeHand }: Pick<MenuProps, 'table' | 'mayBeHand'>) {
  const now = settings();
  return (
    <div class="play-switches">
      <Switch
        on={now.sound}
        label={t('web.settings.sound')}
        onChange={(sound) => changeSettings({ sound })}
      />
      <Switch
        on={now.lights}
        label={t('web.settings.lights')}
        onChange={(lights) => changeSettings({ lights })}
      />
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

/** The seat is kept: home shows the way back. */
function leave(): void {
  location.hash = '';
}

export function Menu(props: MenuProps) {
  const { table, viewer, open } = props;
  return (
    <div class="play-menu">
      {props.code !== '' && (
        <p class="play-where">
          <Say k="web.play.where" code={{ ltr: props.code }} />
        </p>
      )}
      {viewer !== null && table.phase === 'play' && <Seated {...props} />}
      <Entry icon="log" label={t('web.play.log')} onClick={() => open('log')} />
      <Entry icon="text" label={t('web.play.help')} onClick={() => open('help')} />
      <a class="button-quiet play-entry" href={`#rules/${table.game}`}>
        <Icon name="rules" />
        {t('web.play.rules')}
      </a>
      {props.mayMove && (
        <Entry icon="share" label={t('web.play.device')} onClick={() => open('device')} />
      )}
      <Entry icon="home" label={t('web.play.leave')} onClick={leave} />
      <Switches table={props.table} mayBeHand={props.mayBeHand} />
    </div>
  );
}

export function Phrases({ say }: { say: (phrase: string) => void }) {
  return (
    <div class="play-phrases">
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
