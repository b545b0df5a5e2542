// SPDX-License-Identifier: MIT
// A first game, step by step, on a real table: each move asked for is really played, and the rules
// say what happens.
import './Learn.css';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { Fact } from '../engine/types';
import { engine } from '../engine/wasm';
import { Button, Icon } from '../look';
import { skinOf } from '../skins';
import type { Lesson, Skin, SkinProps, Stand } from '../skins/skin';
import { AboutSheet, useAbout } from '../table/About';
import { Actions } from '../table/Actions';
import { viewOf } from '../table/eye';
import { useGesture } from '../table/gesture';
import type { Client, TableState } from '../table/types';
import { refusalWords, tellShort } from '../words/tell';
import { has, t } from '../words/words';
import { playNow } from './Home';
import { Page } from './Page';
import { Pieces } from './pictures';
import { Rules } from './Rules';
import { accountOf, resultWords, stillOf, tableOf } from './stand';

const textOf = (game: string, { name }: Lesson, part = '') => `web.learn.${game}.${name}${part}`;

/** What is asked for after this many moves. */
function askWords(game: string, lesson: Lesson, made: number): string {
  const next = textOf(game, lesson, `.${made + 1}`);
  return t(made > 0 && has(next) ? next : textOf(game, lesson));
}

/** A table with nobody behind it: `play` takes a move, or says why not. */
function clientOf(table: TableState, play: (move: string) => string | null): Client {
  return {
    local: true,
    get: () => table,
    subscribe: () => () => undefined,
    send(command) {
      const reason = play(String(command.move));
      return Promise.resolve(reason === null ? { ok: true, v: 0 } : { ok: false, reason });
    },
    record: () => Promise.resolve(''),
    close() {},
  };
}

export function Drawn({ skin, around }: { skin: Skin; around: SkinProps }) {
  return (
    <>
      <div class="learn-board">
        <skin.Board {...around} />
      </div>
      {skin.Hand && (
        <div class="learn-hand">
          <skin.Hand {...around} />
        </div>
      )}
    </>
  );
}

interface TryProps {
  readonly table: TableState;
  readonly skin: Skin;
  readonly viewer: number;
  /** Takes a move, or says why not. */
  readonly play: (move: string) => string | null;
}

/** A table that waits for a move. */
export function ToTry({ table, skin, viewer, play }: TryProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const view = viewOf(table, viewer);
  const client = useMemo(
    () =>
      clientOf(table, (move) => {
        setRefused(null);
        return play(move);
      }),
    [table, play],
  );
  const hands = useGesture({ client, table, view, skin, viewer, refuse: setRefused });
  const around: SkinProps = { table, view, gesture: hands, viewer, mode: 'both' };
  return (
    <>
      <Drawn skin={skin} around={around} />
      <Actions skin={skin} around={around} hands={hands} calls={[]} />
      <p class="learn-said" role="status">
        {refused && refusalWords(refused)}
      </p>
    </>
  );
}

interface DoneProps {
  readonly table: TableState;
  readonly skin: Skin;
  /** How many moves the others have answered. */
  readonly others: number;
  readonly account: readonly Fact[];
}

/** The table at the end, what the last move scored, and what the others did, as the rules tell
 * it. */
function Done({ table, skin, others, account }: DoneProps) {
  const told = table.log.slice(table.log.length - others);
  const result = resultWords(table);
  const scored = skin.Account && account.length > 0;
  return (
    <>
      <Drawn skin={skin} around={stillOf(table)} />
      {(others > 0 || result || scored) && (
        <div class="learn-said learn-told">
          {skin.Account && scored && <skin.Account account={account} />}
          {told.map((entry) => (
            <p key={entry.v} dir="auto">
              {tellShort(entry, table, skin)}
            </p>
          ))}
          {result && <p>{result}</p>}
        </div>
      )}
    </>
  );
}

/** Moves made here so far, the learner's own and what the others answered. */
function useMoves({ wanted = [], answer = [] }: Lesson, onDone: () => void) {
  const [moves, setMoves] = useState<readonly string[]>([]);
  const played = useCallback(
    (move: string) => {
      const now = [...moves, `0 ${move}`];
      const done = now.length === wanted.length;
      setMoves(done ? [...now, ...answer] : now);
      if (done) onDone();
    },
    [moves, wanted, answer, onDone],
  );
  return { moves, played };
}

interface StepProps {
  readonly game: string;
  readonly lesson: Lesson;
  readonly at: number;
  readonly of: number;
  readonly onDone: () => void;
}

/** The words and the table of a step to play. */
function Played(props: StepProps & { readonly stand: Stand }) {
  const { game, lesson, stand } = props;
  const skin = skinOf(game);
  const { moves, played } = useMoves(lesson, props.onDone);
  const table = useMemo(() => tableOf(game, stand, moves), [game, stand, moves]);
  const about = useAbout(skin);
  const wanted = lesson.wanted?.length ?? 0;
  const done = moves.length >= wanted;
  const made = moves.length;
  const play = useCallback(
    (move: string) => {
      const other = textOf(game, lesson, '.other');
      if (!lesson.wanted?.[made]?.test(move)) return has(other) ? other : 'web.learn.not_this';
      played(move);
      return null;
    },
    [game, lesson, made, played],
  );
  const after = textOf(game, lesson, '.after');
  const words = done ? (has(after) ? t(after) : '') : askWords(game, lesson, moves.length);
  const before = wanted - 1;
  const account = () => accountOf(tableOf(game, stand, moves.slice(0, before)), moves[before]);
  return (
    <>
      <Words {...props} words={words} done={done} />
      <section class="learn-shown" data-game={game} aria-label={t('web.learn.table')} {...about.on}>
        {done ? (
          <Done table={table} skin={skin} others={lesson.answer?.length ?? 0} account={account()} />
        ) : (
          <ToTry table={table} skin={skin} viewer={0} play={play} />
        )}
      </section>
      {about.piece !== null && (
        <AboutSheet
          game={game}
          skin={skin}
          piece={about.piece}
          played={{ seats: table.seats.length, options: table.options }}
          onClose={about.close}
        />
      )}
    </>
  );
}

/** What to do; once it is done, what happened. */
function Words(props: StepProps & { readonly words: string; readonly done?: boolean }) {
  return (
    <section class="panel learn-words" data-done={props.done ? '' : undefined}>
      <p role="status">
        {props.done && (
          <strong class="learn-good">
            <Icon name="check" />
            {t('web.learn.good')}
          </strong>
        )}{' '}
        {props.words}
      </p>
      <Dots at={props.at} of={props.of} />
    </section>
  );
}

function Step(props: StepProps) {
  const { game, lesson } = props;
  if (lesson.stand) return <Played {...props} stand={lesson.stand} />;
  return (
    <>
      <Words {...props} words={askWords(game, lesson, 0)} />
      <section class="learn-shown learn-pieces">
        <Pieces game={game} pieces={lesson.pieces ?? ''} />
      </section>
    </>
  );
}

export function Dots({ at, of }: { at: number; of: number }) {
  return (
    <span class="learn-dots">
      <span class="heard">{t('web.learn.at', { at: at + 1, of })}</span>
      {Array.from({ length: of }, (_, i) => (
        <span key={i} aria-hidden="true" data-at={i === at ? '' : undefined} />
      ))}
    </span>
  );
}

export function Learn({ game }: { game: string }) {
  const { lessons } = skinOf(game);
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(-1);
  const [refused, setRefused] = useState(false);
  const lesson = lessons?.[at];
  const onDone = useCallback(() => setDone(at), [at]);
  if (!lessons || !lesson) {
    const known = engine.games().some(({ name }) => name === game);
    return <Rules game={known ? game : null} rule={null} />;
  }
  const last = at === lessons.length - 1;
  const ready = !lesson.wanted || done === at;
  const go = (to: number) => {
    setDone(-1);
    setAt(to);
  };
  const play = () => {
    setRefused(false);
    return playNow(game).catch(() => setRefused(true));
  };
  return (
    <Page title={t(`game.${game}`)} class="learn">
      <Step key={at} game={game} lesson={lesson} at={at} of={lessons.length} onDone={onDone} />
      {refused && (
        <p class="learn-said" role="alert">
          {t('web.engine.failed')}
        </p>
      )}
      <nav class="row learn-ways">
        <Button icon="back" disabled={at === 0} onClick={() => go(at - 1)}>
          {t('web.learn.back')}
        </Button>
        {last ? (
          <>
            <a class="button" href={`#rules/${game}`}>
              <Icon name="rules" />
              {t('web.rules.read')}
            </a>
            <Button kind="main" icon="play" onClick={() => void play()}>
              {t('web.home.play')}
            </Button>
          </>
        ) : (
          <Button kind={ready ? 'main' : undefined} onClick={() => go(at + 1)}>
            {t(ready ? 'web.learn.next' : 'web.learn.skip')}
            <Icon name="forward" />
          </Button>
        )}
      </nav>
    </Page>
  );
}
