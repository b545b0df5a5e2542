// SPDX-License-Identifier: MIT
// What may follow after a move: played out on the table, one move at a time, as the player of the
// first one sees it. Where something is hidden, only that first move is certain.
import './Story.css';
import { useMemo, useState } from 'preact/hooks';
import type { Verdict } from '../engine/types';
import { engine } from '../engine/wasm';
import { Button, Choice } from '../look';
import { skinOf } from '../skins';
import type { SkinProps } from '../skins/skin';
import { after, explain, settingOf, viewOf } from '../table/eye';
import type { LogEntry, TableState } from '../table/types';
import { tellShort } from '../words/tell';
import { t } from '../words/words';
import { Drawn } from './Learn';
import { STILL } from './past';
import { type Story, storiesOf } from './stories';

/** The table at a step of a story, and the move that led there; null if what it leads to is not
 * certain: then the table is the one before. */
interface Shown {
  readonly table: TableState;
  readonly entry: LogEntry | null;
}

const withEntry = (table: TableState, position: string, entry: LogEntry): Shown => ({
  table: { ...table, position, last: 'jump', log: [...table.log, entry] },
  entry,
});

/** Where nothing is hidden, the rules play the moves. */
function playOpen(table: TableState, line: Story['line'], at: number): Shown {
  const plays = line.slice(0, at).map(([seat, move]) => ({ seat, move }));
  const last = plays[at - 1];
  if (!last) return { table, entry: null };
  const { position, events } = engine.play(settingOf(table), table.position, plays);
  return withEntry(table, position, { v: table.ply + at, ...last, events });
}

function playHidden(table: TableState, line: Story['line'], at: number): Shown {
  const [first] = line;
  if (!first || at === 0) return { table, entry: null };
  const [seat, move] = first;
  const { position, events } = after(viewOf(table, seat), move);
  if (position === null) return { table, entry: null };
  return withEntry(table, position, { v: table.ply + 1, seat, move, events });
}

interface StepsProps {
  readonly table: TableState;
  readonly seat: number;
  readonly dealt: boolean;
  readonly line: Story['line'];
}

/** A story from the position before it on; it opens after its first move. */
function Steps({ table, seat, dealt, line }: StepsProps) {
  const [at, setAt] = useState(1);
  const skin = skinOf(table.game);
  const count = dealt ? 1 : line.length;
  const shown = useMemo(
    () => (dealt ? playHidden : playOpen)(table, line, at),
    [table, dealt, line, at],
  );
  const view = viewOf(shown.table, seat);
  // If nothing is certain after it, the move is drawn as when it has been sent.
  const answer = at > 0 && !shown.entry ? explain(view, line[0]?.[1] ?? '') : null;
  const sent = answer?.legal ? answer.steps : [];
  const around: SkinProps = {
    table: shown.table,
    view,
    gesture: { ...STILL, sent, has: (step) => sent.includes(step) },
    viewer: seat,
    mode: 'both',
    threats: true,
    hint: sent,
  };
  return (
    <>
      <Drawn skin={skin} around={around} />
      <p class="learn-said" role="status">
        {shown.entry && tellShort(shown.entry, shown.table, skin)}
      </p>
      <div class="row centred story-steps" dir="ltr">
        <Button
          icon="back"
          label={t('web.replay.back')}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        />
        <span class="beside figures">
          {at} / {count}
        </span>
        <Button
          icon="forward"
          label={t('web.replay.forward')}
          disabled={at >= count}
          onClick={() => setAt(at + 1)}
        />
      </div>
    </>
  );
}

interface StoriesProps {
  readonly table: TableState;
  readonly dealt: boolean;
  readonly moment: Verdict;
  readonly chosen: string;
  /** Of the answer; undefined: not known yet. */
  readonly judged: Verdict | undefined;
}

/** The better move, and what was played or answered instead. */
export function Stories({ table, dealt, moment, chosen, judged }: StoriesProps) {
  const [wanted, setWanted] = useState<Story['name']>('best');
  const stories = storiesOf(moment, chosen, judged);
  const story = stories.find(({ name }) => name === wanted) ?? stories[0];
  if (!story) return null;
  return (
    <>
      {stories.length > 1 && (
        <div class="row centred">
          <Choice
            label={t('past.story')}
            value={story.name}
            values={stories.map(({ name }) => [name, t(`past.story.${name}`)] as const)}
            onChange={setWanted}
          />
        </div>
      )}
      <Steps key={story.name} table={table} seat={moment.seat} dealt={dealt} line={story.line} />
    </>
  );
}
