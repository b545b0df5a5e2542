// SPDX-License-Identifier: MIT
// A game from the past, move by move: from the table that has just ended, or from a file.
import './Replay.css';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Viewer } from '../engine/wasm';
import { Button, Choice, Icon } from '../look';
import { skinOf } from '../skins';
import type { Skin } from '../skins/skin';
import { lookAt } from '../table/eye';
import type { TableState } from '../table/types';
import { seatName, tellEntry } from '../words/tell';
import { t } from '../words/words';
import { Verify } from './Over';
import { Page } from './Page';
import { type Past, readPast, STILL, tableAt } from './past';
import { go } from './route';

let shown: Past | null = null;

/** Opens the replay with this record. */
export function showReplay(record: string): void {
  shown = readPast(record);
  go('replay');
}

// ---- choosing a record ----

/** Bytes of the longest record, as in src/table/table.h. */
const RECORD_MAX = 1 << 18;

function Opener({ onOpen }: { onOpen: (past: Past) => void }) {
  const [wrong, setWrong] = useState(false);
  const [over, setOver] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > RECORD_MAX) setWrong(true);
      else onOpen(readPast(await file.text()));
    } catch {
      setWrong(true);
    }
  };
  return (
    <label
      class="panel replay-drop"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void read(event.dataTransfer?.files[0]);
      }}
    >
      <span>{t('web.replay.open')}</span>
      <span class="button" aria-hidden="true">
        <Icon name="open" />
        {t('web.replay.choose')}
      </span>
      <input
        type="file"
        class="heard"
        accept=".kufsa,text/plain"
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      {wrong && (
        <span class="replay-wrong" role="alert">
          {t('web.replay.wrong')}
        </span>
      )}
    </label>
  );
}

// ---- looking at it ----

function Hands({ table, skin, viewer }: { table: TableState; skin: Skin; viewer: Viewer }) {
  const { Hand } = skin;
  if (!Hand || viewer === null) return null;
  const seats = viewer === 'truth' ? table.seats.map((_, seat) => seat) : [viewer];
  return (
    <div class="replay-hands">
      {seats.map((seat) => (
        <section key={seat} class="replay-hand" aria-label={seatName(table, seat)}>
          <h2>
            <bdi>{seatName(table, seat)}</bdi>
          </h2>
          <Hand
            table={{ ...table, you: { seat } }}
            look={lookAt(table, seat)}
            gesture={STILL}
            viewer={seat}
            mode="both"
          />
        </section>
      ))}
    </div>
  );
}

interface StepsProps {
  readonly ply: number;
  readonly plies: number;
  readonly onStep: (ply: number) => void;
}

function Steps({ ply, plies, onStep }: StepsProps) {
  return (
    <div class="replay-steps" dir="ltr">
      <Button
        icon="first"
        label={t('web.replay.first')}
        disabled={ply === 0}
        onClick={() => onStep(0)}
      />
      <Button
        icon="back"
        label={t('web.replay.back')}
        disabled={ply === 0}
        onClick={() => onStep(ply - 1)}
      />
      <input
        type="range"
        min="0"
        max={plies}
        value={ply}
        aria-label={t('web.replay.slider')}
        aria-valuetext={t('web.replay.at', { at: ply, of: plies })}
        onInput={(event) => onStep(Number(event.currentTarget.value))}
      />
      <Button
        icon="forward"
        label={t('web.replay.forward')}
        disabled={ply === plies}
        onClick={() => onStep(ply + 1)}
      />
      <Button
        icon="last"
        label={t('web.replay.last')}
        disabled={ply === plies}
        onClick={() => onStep(plies)}
      />
    </div>
  );
}

/** Arrow keys step wherever nothing else wants them. */
function useArrows(step: RefObject<(by: number) => void>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest('input, [role="grid"], [role="list"], [role="listbox"]')) return;
      if (event.key === 'ArrowLeft') step.current?.(-1);
      else if (event.key === 'ArrowRight') step.current?.(1);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [step]);
}

/** All the moves in words; the present one in the middle. */
function Moves({ past, ply, onStep, skin }: StepsProps & { past: Past; skin: Skin }) {
  const list = useRef<HTMLOListElement>(null);
  const words = useMemo(
    () => past.log.map((entry) => tellEntry(entry, past, skin).join(' ')),
    [past, skin],
  );
  useEffect(() => {
    const box = list.current;
    const row = box?.children[ply - 1] as HTMLElement | undefined;
    if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [ply]);
  return (
    <ol ref={list} class="panel replay-moves">
      {words.map((text, i) => (
        <li key={past.log[i]?.v}>
          <button
            type="button"
            aria-current={i + 1 === ply ? 'step' : undefined}
            onClick={() => onStep(i + 1)}
          >
            <span class="replay-number figures">{i + 1}</span>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Shown({ past, onOther }: { past: Past; onOther: () => void }) {
  const [ply, setPly] = useState(past.plies);
  const [eyes, setEyes] = useState('truth');
  const skin = skinOf(past.game);
  const step = useRef<(by: number) => void>(() => undefined);
  step.current = (by) => setPly(Math.max(0, Math.min(past.plies, ply + by)));
  useArrows(step);
  const viewer: Viewer = eyes === 'truth' ? 'truth' : eyes === 'all' ? null : Number(eyes);
  const table = useMemo(() => tableAt(past, ply, viewer), [past, ply, viewer]);
  if (!skin) return null;
  const entry = past.log[ply - 1];
  const seat = typeof viewer === 'number' ? viewer : null;
  const words = entry ? tellEntry(entry, past, skin).join(' ') : t('web.replay.start');
  return (
    <div class="replay-shown">
      <section class="replay-board" aria-label={t('web.replay.at', { at: ply, of: past.plies })}>
        <skin.Board
          table={table}
          look={lookAt(table, seat)}
          gesture={STILL}
          viewer={seat}
          mode="both"
        />
      </section>
      <p class="panel replay-words" role="status">
        {words}
      </p>
      <Steps ply={ply} plies={past.plies} onStep={setPly} />
      <Hands table={table} skin={skin} viewer={viewer} />
      <Moves past={past} ply={ply} plies={past.plies} onStep={setPly} skin={skin} />
      <section class="panel replay-eyes">
        <h2>{t('web.replay.eyes')}</h2>
        <Choice
          label={t('web.replay.eyes')}
          value={eyes}
          values={[
            ['truth', t('web.replay.eyes.truth')],
            ...past.seats.map((_, i) => [String(i), seatName(past, i)] as const),
            ['all', t('web.replay.eyes.table')],
          ]}
          onChange={setEyes}
        />
        <Verify past={past} />
        <Button icon="open" onClick={onOther}>
          {t('web.replay.other')}
        </Button>
      </section>
    </div>
  );
}

export function Replay() {
  const [past, setPast] = useState(shown);
  useEffect(() => {
    shown = past;
  }, [past]);
  const title = past ? t('web.replay.of', { game: t(`game.${past.game}`) }) : t('web.replay.title');
  return (
    <Page title={title} class="replay">
      {past ? (
        <Shown key={past.record} past={past} onOther={() => setPast(null)} />
      ) : (
        <Opener onOpen={setPast} />
      )}
    </Page>
  );
}
