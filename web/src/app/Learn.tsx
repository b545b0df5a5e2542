// SPDX-License-Identifier: MIT
// A first game, step by step, on a real table: what is asked for is really played.
import './Learn.css';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { engine } from '../engine/wasm';
import { Button, Icon } from '../look';
import { skinOf } from '../skins';
import type { Skin, SkinProps } from '../skins/skin';
import { Actions } from '../table/Actions';
import { lookAt } from '../table/eye';
import { useGesture } from '../table/gesture';
import { EMPTY } from '../table/reduce';
import type { Client, TableState } from '../table/types';
import { has, t } from '../words/words';
import { playNow } from './Home';
import { LESSONS, type Lesson } from './lessons';
import { Page } from './Page';
import { Pieces } from './pictures';
import { STILL } from './past';
import { Rules } from './Rules';

function tableOf(game: string, lesson: Lesson): TableState {
  const row = engine.games().find((one) => one.name === game);
  const usual = row?.options.map(({ name, values }) => [name, values[0] ?? '']) ?? [];
  return {
    ...EMPTY,
    line: 'live',
    game,
    phase: 'play',
    options: { ...Object.fromEntries(usual), ...lesson.options },
    seats: [
      { name: t('web.learn.you'), here: true },
      { name: t('web.learn.they'), here: true },
    ],
    you: { seat: 0 },
    position: lesson.position ?? '',
    actors: [0],
    last: 'jump',
  };
}

/** A table with nobody behind it: it takes the wanted move and leaves it lying there. */
function clientOf(table: TableState, lesson: Lesson, done: () => void): Client {
  return {
    local: true,
    get: () => table,
    subscribe: () => () => undefined,
    send(command) {
      if (!lesson.wanted?.test(String(command.move)))
        return Promise.resolve({ ok: false, reason: 'web.learn.not_this' });
      done();
      return new Promise(() => undefined);
    },
    record: () => Promise.resolve(''),
    close() {},
  };
}

interface TableProps {
  readonly table: TableState;
  readonly skin: Skin;
}

function Drawn({ skin, around }: { skin: Skin; around: SkinProps }) {
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

function ToSee({ table, skin }: TableProps) {
  const around: SkinProps = {
    table,
    look: lookAt(table, 0),
    gesture: STILL,
    viewer: 0,
    mode: 'both',
  };
  return <Drawn skin={skin} around={around} />;
}

function ToTry(props: TableProps & { readonly lesson: Lesson; readonly onDone: () => void }) {
  const { table, skin, lesson, onDone } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const look = lookAt(table, 0);
  const done = useCallback(() => {
    setRefused(null);
    setTried(true);
    onDone();
  }, [onDone]);
  const client = useMemo(() => clientOf(table, lesson, done), [table, lesson, done]);
  const hands = useGesture({ client, table, look, skin, viewer: 0, refuse: setRefused });
  const around: SkinProps = { table, look, gesture: hands, viewer: 0, mode: 'both' };
  return (
    <>
      <Drawn skin={skin} around={around} />
      {!tried && <Actions skin={skin} around={around} hands={hands} />}
      <p class="learn-said" role="status" data-good={tried ? '' : undefined}>
        {tried && (
          <>
            <Icon name="check" />
            {t('web.learn.good')}
          </>
        )}
        {!tried && refused && (has(refused) ? t(refused) : t('web.play.cannot'))}
      </p>
    </>
  );
}

function Dots({ at, of }: { at: number; of: number }) {
  return (
    <span class="learn-dots">
      <span class="heard">{t('web.learn.at', { at: at + 1, of })}</span>
      {Array.from({ length: of }, (_, i) => (
        <span key={i} aria-hidden="true" data-at={i === at ? '' : undefined} />
      ))}
    </span>
  );
}

function Shown(props: {
  readonly game: string;
  readonly lesson: Lesson;
  readonly onDone: () => void;
}) {
  const { game, lesson, onDone } = props;
  const skin = skinOf(game);
  const table = useMemo(() => tableOf(game, lesson), [game, lesson]);
  if (!lesson.position)
    return (
      <div class="learn-pieces">
        <Pieces game={game} pieces={lesson.pieces ?? ''} />
      </div>
    );
  if (lesson.wanted) return <ToTry table={table} skin={skin} lesson={lesson} onDone={onDone} />;
  return <ToSee table={table} skin={skin} />;
}

export function Learn({ game }: { game: string }) {
  const lessons = LESSONS[game];
  const [at, setAt] = useState(0);
  const [done, setDone] = useState(-1);
  const [refused, setRefused] = useState(false);
  const lesson = lessons?.[at];
  const onDone = useCallback(() => setDone(at), [at]);
  if (!lessons || !lesson) return <Rules game={null} rule={null} />;
  const last = at === lessons.length - 1;
  const play = () => {
    setRefused(false);
    return playNow(game).catch(() => setRefused(true));
  };
  return (
    <Page title={t(`game.${game}`)} class="learn">
      <section class="panel learn-words">
        <p role="status">{t(`web.learn.${game}.${lesson.name}`)}</p>
        <Dots at={at} of={lessons.length} />
      </section>
      <section class="learn-shown" data-game={game} key={at} aria-label={t('web.learn.table')}>
        <Shown game={game} lesson={lesson} onDone={onDone} />
      </section>
      {refused && (
        <p class="learn-said" role="alert">
          {t('web.engine.failed')}
        </p>
      )}
      <nav class="learn-ways">
        <Button icon="back" disabled={at === 0} onClick={() => setAt(at - 1)}>
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
          <Button
            kind={!lesson.wanted || done === at ? 'main' : undefined}
            onClick={() => setAt(at + 1)}
          >
            {t(!lesson.wanted || done === at ? 'web.learn.next' : 'web.learn.skip')}
            <Icon name="forward" />
          </Button>
        )}
      </nav>
    </Page>
  );
}
