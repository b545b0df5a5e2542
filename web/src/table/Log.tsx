// SPDX-License-Identifier: MIT
// Every move of the match in words, the latest visible; and a line to type moves in.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../look/parts';
import type { Skin } from '../skins/skin';
import { tellEntry, tellShort, tellTold } from '../words/tell';
import { t } from '../words/words';
import type { Hands } from './gesture';
import type { LogEntry, TableState, Told } from './types';

function Played({ entry, table, skin }: { entry: LogEntry; table: TableState; skin: Skin }) {
  const words = tellEntry(entry, table, skin).join(' ');
  const short = tellShort(entry, table, skin);
  const alike = skin.namedPlaces || words === short;
  return (
    <li class="play-told" value={table.log.indexOf(entry) + 1}>
      <span aria-hidden={alike ? undefined : 'true'}>{short}</span>
      {!alike && <span class="heard">{words}</span>}
    </li>
  );
}

/** Other news since the first known move. */
const toldIn = ({ log, told }: TableState): readonly Told[] =>
  told.filter(({ v }) => v > (log[0]?.v ?? 0));

export function Log({ table, skin }: { table: TableState; skin: Skin }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [table.log.length, table.told.length]);
  const lines = [...table.log, ...toldIn(table)].sort((a, b) => a.v - b.v);
  if (lines.length === 0) return <p class="soft">{t('web.play.log.empty')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <ol class="play-log" ref={list} tabIndex={0} aria-label={t('web.play.log')}>
      {lines.map((one) =>
        'do' in one ? (
          <li key={one.v} class="play-told play-told-else">
            {tellTold(one, table)}
          </li>
        ) : (
          <Played key={one.v} entry={one} table={table} skin={skin} />
        ),
      )}
    </ol>
  );
}

/** A move in the notation that the terminal accepts too. */
export function Notation({ hands }: { hands: Hands }) {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() !== '' && hands.write(text.trim())) setText('');
  };
  return (
    <form class="play-notation" onSubmit={submit}>
      <label>
        <span class="small">{t('web.play.notation')}</span>
        <input
          class="field"
          dir="ltr"
          name="notation"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Button submit disabled={!hands.active}>
        {t('web.play.confirm')}
      </Button>
    </form>
  );
}
