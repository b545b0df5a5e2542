// SPDX-License-Identifier: MIT
// A game on this device, set up to taste: who plays, how strong, with which options, who begins.
import './Setup.css';
import { useState } from 'preact/hooks';
import { openLocalTable } from '../engine/local';
import type { GameRow } from '../engine/types';
import { Button, Choice, Sheet } from '../look';
import { keepName, myName } from '../net/kept';
import { refusalWords } from '../words/tell';
import { t } from '../words/words';
import type { AloudValue } from '../table/Differences';
import { Aloud } from './Aloud';
import { Level } from './Level';
import { Options } from './Options';
import { goTo } from './route';

const counts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), String(from + i)] as const);

interface PeopleProps {
  readonly names: readonly string[];
  readonly max: number;
  readonly onChange: (names: readonly string[]) => void;
}

/** The people at this device; the first is the one setting up the game. */
function People({ names, max, onChange }: PeopleProps) {
  return (
    <fieldset class="setup-row">
      <legend>{t('web.setup.people')}</legend>
      <Choice
        label={t('web.setup.people')}
        value={String(names.length)}
        values={counts(1, max)}
        onChange={(count) =>
          onChange(Array.from({ length: Number(count) }, (_, i) => names[i] ?? ''))
        }
      />
      {names.length > 1 && <p class="small soft">{t('web.setup.people.help')}</p>}
      {names.map((name, i) => (
        <input
          key={i}
          class="field"
          value={name}
          maxLength={24}
          dir={name ? 'auto' : undefined}
          aria-label={t('web.setup.name', { n: i + 1 })}
          placeholder={t('web.setup.name', { n: i + 1 })}
          onInput={(event) => {
            const given = event.currentTarget.value;
            onChange(names.map((old, j) => (j === i ? given : old)));
          }}
        />
      ))}
    </fieldset>
  );
}

export function Setup({ row, onClose }: { row: GameRow; onClose: () => void }) {
  const [min, max] = row.seats;
  const [people, setPeople] = useState<readonly string[]>([myName()]);
  const [bots, setBots] = useState(Math.min(max - 1, min === max ? 1 : 2));
  const [level, setLevel] = useState('casual');
  const [first, setFirst] = useState('me');
  const [options, setOptions] = useState<Readonly<Record<string, string>>>({});
  const [aloud, setAloud] = useState<AloudValue>('off');
  const [refused, setRefused] = useState<string | null>(null);
  const least = Math.max(0, min - people.length);
  const most = max - people.length;
  const count = Math.max(least, Math.min(most, bots));
  const start = () => {
    keepName(people[0] ?? '');
    openLocalTable({
      game: row.name,
      bots: Array.from({ length: count }, () => level),
      humans: people,
      options,
      aloud,
      first: first === 'me' ? 0 : first === 'bot' ? people.length : 'chance',
    })
      .then(goTo)
      .catch(() => setRefused('web.engine.failed'));
  };
  const firsts = ['me', ...(count > 0 ? ['bot'] : []), 'chance'];
  return (
    <Sheet title={t(`game.${row.name}`)} onClose={onClose}>
      <People names={people} max={max} onChange={setPeople} />
      {most > 0 && (
        <fieldset class="setup-row">
          <legend>{t('web.setup.bots')}</legend>
          <Choice
            label={t('web.setup.bots')}
            value={String(count)}
            values={counts(least, most)}
            onChange={(chosen) => setBots(Number(chosen))}
          />
        </fieldset>
      )}
      {count > 0 && <Level level={level} onChange={setLevel} />}
      <fieldset class="setup-row">
        <legend>{t('web.setup.first')}</legend>
        <Choice
          label={t('web.setup.first')}
          value={firsts.includes(first) ? first : 'me'}
          values={firsts.map((one) => [one, t(`web.setup.first.${one}`)] as const)}
          onChange={setFirst}
        />
      </fieldset>
      <Options
        row={row}
        values={options}
        aloud={aloud}
        onChange={(name, value) => setOptions((old) => ({ ...old, [name]: value }))}
      />
      {row.aloud && <Aloud game={row.name} value={aloud} onChange={setAloud} />}
      {refused && <p role="alert">{refusalWords(refused)}</p>}
      <Button kind="main" icon="play" onClick={start}>
        {t('web.setup.start')}
      </Button>
    </Sheet>
  );
}
