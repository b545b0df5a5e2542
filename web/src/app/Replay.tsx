// SPDX-License-Identifier: MIT
// A past game, move by move: from the table that just ended, or from a file.
import './Replay.css';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Viewer } from '../engine/wasm';
import { useAwaited } from '../hooks';
import { Button, Choice, Icon } from '../look';
import { skinOf } from '../skins';
import type { Skin } from '../skins/skin';
import { Differences } from '../table/Differences';
import { viewOf } from '../table/eye';
import type { TableState } from '../table/types';
import { seatName, tellEntry } from '../words/tell';
import { t } from '../words/words';
import { Curve } from './Curve';
import { RECORD_MAX, recordIn } from './link';
import { Page } from './Page';
import { PlayOn } from './PlayOn';
import { type Past, readPast, replayShown, STILL, setReplay, tableAt } from './past';
import { Verify } from './Result';
import { useReview } from './review';
import { ReviewBody } from './Reviewed';
import { Share } from './share';

// ---- choosing a record ----

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
      class="panel column-wide replay-drop"
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
        <span class="wrong" role="alert">
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
            view={viewOf(table, seat)}
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

interface Film {
  readonly running: boolean;
  readonly toggle: () => void;
}

/** How long each move is shown, in milliseconds. */
const PACES = { slow: 3000, usual: 1500, fast: 600 } as const;
type Pace = keyof typeof PACES;

/** Plays by itself until it is stopped or ends; at the end it starts over. */
function useFilm(ply: number, plies: number, pace: Pace, show: (ply: number) => void) {
  const [wanted, setWanted] = useState(false);
  const running = wanted && ply < plies;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => show(ply + 1), PACES[pace]);
    return () => clearTimeout(timer);
  }, [running, ply, pace, show]);
  const toggle = () => {
    setWanted(!running);
    if (!running && ply === plies) show(0);
  };
  return { running, toggle, stop: () => setWanted(false) };
}

function Steps({ ply, plies, onStep, film }: StepsProps & { readonly film: Film }) {
  const button = (icon: 'first' | 'back' | 'forward' | 'last', to: number, end: number) => (
    <Button
      icon={icon}
      class={icon === 'first' || icon === 'last' ? 'replay-end' : undefined}
      label={t(`web.replay.${icon}`)}
      disabled={ply === end}
      onClick={() => onStep(to)}
    />
  );
  return (
    <div class="replay-steps" dir="ltr">
      <Button
        kind="main"
        icon={film.running ? 'pause' : 'play'}
        label={t(film.running ? 'web.replay.pause' : 'web.replay.play')}
        onClick={film.toggle}
      />
      {button('first', 0, 0)}
      {button('back', ply - 1, 0)}
      <input
        type="range"
        min="0"
        max={plies}
        value={ply}
        aria-label={t('web.replay.slider')}
        aria-valuetext={t('web.replay.at', { at: ply, of: plies })}
        onInput={(event) => onStep(Number(event.currentTarget.value))}
      />
      {button('forward', ply + 1, plies)}
      {button('last', plies, plies)}
    </div>
  );
}

/** The arrow keys step, unless something else uses them. */
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

/** All moves in words, with the current one in the middle. */
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
  const [ply, setPly] = useState(replayShown().ply);
  const [eyes, setEyes] = useState('truth');
  const skin = skinOf(past.game);
  const step = useRef<(by: number) => void>(() => undefined);
  const [pace, setPace] = useState<Pace>('usual');
  const film = useFilm(ply, past.plies, pace, setPly);
  const show = (next: number) => {
    film.stop();
    setPly(next);
  };
  step.current = (by) => show(Math.max(0, Math.min(past.plies, ply + by)));
  useArrows(step);
  const viewer: Viewer = eyes === 'truth' ? 'truth' : eyes === 'all' ? null : Number(eyes);
  const table = useMemo(() => tableAt(past, ply, viewer), [past, ply, viewer]);
  const [seats] = useState(() => replayShown().seats ?? past.seats.map((_, i) => i));
  const reviewing = useReview(past, seats);
  const last = useMemo(() => tableAt(past, past.plies, null), [past]);
  if (!skin) return null;
  const entry = past.log[ply - 1];
  const seat = typeof viewer === 'number' ? viewer : null;
  const words = entry ? tellEntry(entry, past, skin).join(' ') : t('web.replay.start');
  return (
    <div class="column-wide replay-shown">
      <section class="replay-board" aria-label={t('web.replay.at', { at: ply, of: past.plies })}>
        <skin.Board
          table={table}
          view={viewOf(table, seat)}
          gesture={STILL}
          viewer={seat}
          mode="both"
        />
      </section>
      <p class="panel replay-words" role="status">
        {words}
      </p>
      <Steps ply={ply} plies={past.plies} onStep={show} film={film} />
      {reviewing.reviewed && <Curve {...reviewing.reviewed} ply={ply} onStep={show} />}
      <Hands table={table} skin={skin} viewer={viewer} />
      <Moves past={past} ply={ply} plies={past.plies} onStep={show} skin={skin} />
      <div class="replay-review">
        {past.plies > 0 && <ReviewBody past={past} seats={seats} reviewing={reviewing} />}
      </div>
      <section class="panel replay-eyes">
        <h2>{t('web.replay.pace')}</h2>
        <Choice
          label={t('web.replay.pace')}
          value={pace}
          values={(Object.keys(PACES) as Pace[]).map((each) => [
            each,
            t(`web.replay.pace.${each}`),
          ])}
          onChange={setPace}
        />
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
        <Differences game={table.game} options={table.options} always />
        <Verify past={past} />
        <div class="row">
          <PlayOn
            key={ply}
            past={past}
            ply={ply}
            seat={seat ?? past.seats.findIndex(({ bot }) => bot === undefined)}
          />
          <Share table={last} past={past} />
          <Button icon="open" onClick={onOther}>
            {t('web.replay.other')}
          </Button>
        </div>
      </section>
    </div>
  );
}

function Screen({ given, wrong = false }: { given: Past | null; wrong?: boolean }) {
  const [past, setPast] = useState(given);
  useEffect(() => {
    if (past !== replayShown().past) setReplay(past);
  }, [past]);
  const title = past ? t('web.replay.of', { game: t(`game.${past.game}`) }) : t('web.replay.title');
  return (
    <Page title={title} class="replay">
      {wrong && !past && (
        <p class="panel wrong" role="alert">
          {t('web.share.broken')}
        </p>
      )}
      {past ? (
        <Shown
          key={past.record}
          past={past}
          onOther={() => {
            setReplay(null);
            setPast(null);
          }}
        />
      ) : (
        <Opener onOpen={setPast} />
      )}
    </Page>
  );
}

export const Replay = () => <Screen given={replayShown().past} />;

/** A game that came inside its link. */
export function Shared({ packed }: { packed: string }) {
  const past = useAwaited(packed, async () => {
    try {
      return readPast(await recordIn(packed));
    } catch {
      return null;
    }
  });
  return past === undefined ? null : <Screen given={past} wrong={past === null} />;
}
