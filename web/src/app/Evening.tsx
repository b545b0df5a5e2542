// SPDX-License-Identifier: MIT
// The evening at a table: who has won how often, who waits for a seat, and what is played next.
import './Evening.css';
import { useId, useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Button, Icon, Sheet } from '../look';
import { keepName, myName } from '../net/kept';
import { Score } from '../table/Score';
import type { Client, Command, TableState } from '../table/types';
import { refusalWords } from '../words/tell';
import { Say, t } from '../words/words';
import { Cover } from './pictures';

type Act = (command: Command) => void;

// ---- the score ----

/** The first result is the score. */
export const wasAnEvening = ({ evening, match }: TableState): boolean =>
  evening.length > 0 && match > 1;

/** Nothing before the first game has ended. */
export function Evening({ table }: { table: TableState }) {
  if (table.evening.length === 0) return null;
  return (
    <section class="panel column evening-panel">
      <h2>{t('web.evening.title')}</h2>
      <Score table={table} />
    </section>
  );
}

/** Beside the game, on a shared screen. */
export function EveningCorner({ table }: { table: TableState }) {
  if (table.evening.length === 0) return null;
  return (
    <section class="evening-corner" aria-label={t('web.evening.title')}>
      <Score table={table} brief />
    </section>
  );
}

// ---- who waits ----

/** The people who come in when the next game begins; `brief`: how many. */
export function Waiting({ table, brief }: { table: TableState; brief?: boolean }) {
  const { waiting } = table;
  if (waiting.length === 0) return null;
  return (
    <p class="beside evening-waiting" data-brief={brief ? '' : undefined} role="status">
      <Icon name="clock" />
      <span>
        {brief && waiting.length > 1 ? (
          t('web.evening.count', { n: waiting.length })
        ) : (
          <Say k="web.evening.waiting" names={{ names: [...waiting] }} />
        )}
      </span>
    </p>
  );
}

interface WaitProps {
  readonly client: Client;
  readonly table: TableState;
  /** Joins as a guest. */
  readonly onJoin?: () => void;
}

/** For people without a seat: they take a free one, or ask for one, or no longer want it. */
export function WaitForSeat({ client, table, onJoin }: WaitProps) {
  const [name, setName] = useState(myName());
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const { you, phase, locked } = table;
  const outside = client.local || client.crowd || you.screen;
  if (outside || you.seat !== undefined || (locked && !you.host)) return null;
  const seat = phase === 'play' ? -1 : table.seats.indexOf(null);
  const act = (command: Command) =>
    void client.send(command).then((answer) => setRefused(answer.ok ? null : answer.reason));
  if (client.watching)
    return (
      <Button icon="person" onClick={onJoin}>
        {t(seat < 0 ? 'web.evening.join' : 'web.lobby.join')}
      </Button>
    );
  if (you.waits)
    return (
      <div class="row evening-wait">
        <p role="status">{t('web.evening.waits')}</p>
        <Button kind="quiet" icon="close" onClick={() => act({ do: 'unwait' })}>
          {t('web.evening.unwait')}
        </Button>
      </div>
    );
  return (
    <form
      class="row evening-wait"
      onSubmit={(event) => {
        event.preventDefault();
        if (!name.trim()) return;
        keepName(name);
        act({ ...(seat < 0 ? { do: 'wait' } : { do: 'sit', seat }), name: name.trim() });
      }}
    >
      <label class="heard" for={id}>
        {t('web.lobby.name')}
      </label>
      <input
        id={id}
        class="field"
        value={name}
        maxLength={24}
        placeholder={t('web.lobby.name')}
        autocomplete="nickname"
        dir={name ? 'auto' : undefined}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button icon="person" submit disabled={!name.trim()}>
        {t(seat < 0 ? 'web.evening.wait' : 'web.lobby.sit')}
      </Button>
      {refused && (
        <p class="refused" role="alert">
          {refusalWords(refused)}
        </p>
      )}
    </form>
  );
}

// ---- what is next ----

/** The host chooses what is played next; the others keep their places. */
export function NextGame({ table, act }: { table: TableState; act: Act }) {
  const [open, setOpen] = useState(false);
  if (!table.you.host) return null;
  const choose = (game: string) => {
    setOpen(false);
    act({ do: 'game', game });
  };
  return (
    <>
      <Button icon="box" onClick={() => setOpen(true)}>
        {t(table.phase === 'over' ? 'web.evening.next' : 'web.evening.other')}
      </Button>
      {open && (
        <Sheet title={t('web.evening.choose')} onClose={() => setOpen(false)}>
          <ul class="tables-games">
            {engine.games().map(({ name }) => (
              <li key={name}>
                <button type="button" class="button tables-game" onClick={() => choose(name)}>
                  <Cover game={name} />
                  {t(`game.${name}`)}
                </button>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

const SEATINGS = ['turn', 'mix', 'stay'] as const;

/** Who sits where in the next game. */
export function Seating({ table, act }: { table: TableState; act: Act }) {
  const id = useId();
  return (
    <div class="column options-row">
      <label class="options-name" for={id}>
        {t('web.seating')}
      </label>
      {table.you.host ? (
        <select
          id={id}
          class="field options-select"
          value={table.seating}
          onChange={(event) => act({ do: 'seating', value: event.currentTarget.value })}
        >
          {SEATINGS.map((one) => (
            <option key={one} value={one}>
              {t(`web.seating.${one}`)}
            </option>
          ))}
        </select>
      ) : (
        <output id={id}>{t(`web.seating.${table.seating}`)}</output>
      )}
    </div>
  );
}
