// SPDX-License-Identifier: MIT
// The table as one person sees it: board, seats, status, buttons and hand.
import type { ComponentChildren, RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { View, Step } from '../engine/types';
import { Button } from '../look/parts';
import { changeSettings, settings } from '../net/kept';
import type { Skin, SkinProps } from '../skins/skin';
import { t } from '../words/words';
import { AboutPiece, useAbout } from './About';
import { Actions, Urgent, urgentWords } from './Actions';
import { useAwake } from './awake';
import { Palm } from './Cover';
import { Device } from './Device';
import { Devices, DevicesNotice } from './Devices';
import { Differences } from './Differences';
import { Door } from './Door';
import { useFlying, useHint, useSounds, useTitle } from './effects';
import { hides, viewOf } from './eye';
import { type Hands, useGesture } from './gesture';
import { useAdvised, useHintMarks, useStagedFor } from './hint';
import { Log, Notation } from './Log';
import { Help, Menu, Phrases, type Sheet } from './Menu';
import { HintCard, type Refusal, RefusalCard, refusedWords, Requests } from './Notices';
import { Panel } from './Panel';
import { Score } from './Score';
import { Seats } from './Seats';
import { Heard, Status, turnWords } from './Status';
import { isQuiet, noHints, turnOf } from './turn';
import type { Client, Command, TableState } from './types';
import { Waits } from './Waits';

interface ScreenProps {
  readonly client: Client;
  readonly table: TableState;
  readonly skin: Skin;
  readonly viewer: number | null;
  readonly banner: ComponentChildren;
  readonly curtain: ComponentChildren;
  readonly others: ComponentChildren;
  /** What the others at this device may say, where every moment counts. */
  readonly calls: readonly ComponentChildren[];
  /** The player at this device who made the last move, and may want it back after passing it
   * on. */
  readonly mover: Client;
  /** Requests to the others at this device. */
  readonly asked: ComponentChildren;
}

function useKeys(hands: Hands, shown: boolean, open: (sheet: Sheet | null) => void) {
  const take = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') {
      if (shown) open(null);
      else hands.clear();
    } else if (event.key === 'Backspace' && !typing) hands.back();
    else if (event.key === 'Enter' && event.ctrlKey) hands.confirm();
    else if (event.key === 'F2') {
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('.play-side [name=notation]');
      if (field?.offsetParent) field.focus();
      else open('log');
    }
  };
  // When what was pressed goes away, such as a hint's button, the focus falls back to the body.
  useEffect(() => {
    const takeLost = (event: KeyboardEvent) => {
      if (event.target === document.body) take(event);
    };
    document.addEventListener('keydown', takeLost);
    return () => document.removeEventListener('keydown', takeLost);
  });
  return take;
}

function Top(props: {
  readonly table: TableState;
  readonly code: string;
  readonly seated: boolean;
  readonly active: boolean;
  readonly hint: () => void;
  /** Why there are no hints: then the button says so. */
  readonly noHints: string | null;
  readonly refuse: (reason: string) => void;
  readonly open: (sheet: Sheet) => void;
}) {
  const { table, open, noHints } = props;
  return (
    <header class="beside play-top">
      <h1 class="play-game" tabIndex={-1}>
        {t(`game.${table.game}`)}
      </h1>
      {props.code !== '' && (
        <span class="play-code small" dir="ltr">
          {props.code}
        </span>
      )}
      <span class="play-tools">
        {props.seated && (
          <>
            <Button
              kind="quiet"
              icon="hint"
              label={t(noHints ? 'web.play.hint.none' : 'web.play.hint')}
              disabled={!props.active && noHints === null}
              unavailable={noHints !== null}
              onClick={noHints ? () => props.refuse(noHints) : props.hint}
            />
            <Button
              kind="quiet"
              icon="chat"
              label={t('web.play.say')}
              onClick={() => open('say')}
            />
          </>
        )}
        <Button
          kind="quiet"
          icon={settings().sound ? 'sound' : 'mute'}
          class="play-sound-button"
          label={t('web.settings.sound')}
          pressed={settings().sound}
          onClick={() => changeSettings({ sound: !settings().sound })}
        />
        <Button
          kind="quiet"
          icon="log"
          class="play-log-button"
          label={t('web.play.log')}
          onClick={() => open('log')}
        />
        <Button kind="quiet" icon="menu" label={t('web.play.menu')} onClick={() => open('menu')} />
      </span>
    </header>
  );
}

function HandArea({ skin, around }: { skin: Skin; around: SkinProps }) {
  if (!skin.Hand || around.viewer === null || around.mode === 'table') return null;
  const hand = <skin.Hand {...around} />;
  const covered = around.mode === 'hand' && settings().hideHand;
  return <div class="play-hand">{covered ? <Palm>{hand}</Palm> : hand}</div>;
}

/** A hand beside a shared screen shows the board while the player has to point at it. */
function needsBoard({ done, next }: Hands): boolean {
  const points = next.filter((step) => step.kind === 'put' && step.place?.zone === 'board');
  return points.length > 0 || done.some((step) => step.kind === 'put');
}

function modeOf(table: TableState, viewer: number | null): SkinProps['mode'] {
  if (table.you.screen) return 'table';
  const handOnly = settings().handOnly ?? table.screen;
  return viewer !== null && handOnly && hides(table.game) ? 'hand' : 'both';
}

/** What happened, beside the board if there is space. */
function Side({ table, skin, viewer, hands }: ScreenProps & { readonly hands: Hands }) {
  return (
    <section class="panel play-side" aria-label={t('web.play.log')}>
      <Log table={table} skin={skin} />
      {viewer !== null && <Notation hands={hands} />}
    </section>
  );
}

interface Sheets extends ScreenProps {
  readonly view: View;
  readonly hands: Hands;
  readonly command: (command: Command) => void;
  readonly sheet: Sheet | null;
  readonly open: (sheet: Sheet | null) => void;
}

const codeOf = ({ client, table }: ScreenProps) => (client.local ? '' : table.code);

function OpenSheet(props: Sheets) {
  const { client, table, skin, viewer, hands, command, sheet, open } = props;
  if (!sheet) return null;
  const token = client.seatToken?.() ?? null;
  const say = (phrase: string) => {
    command({ do: 'say', phrase });
    open(null);
  };
  return (
    <Panel key={sheet} title={t(`web.play.${sheet}`)} onClose={() => open(null)}>
      {sheet === 'menu' && (
        <Menu
          table={table}
          code={codeOf(props)}
          viewer={viewer}
          noUndo={props.mover.get().cannot.undo}
          mayBeHand={viewer !== null && !client.local && hides(table.game)}
          mayMove={token !== null}
          mayManage={table.you.host === true && !client.local}
          command={command}
          open={open}
        />
      )}
      {sheet === 'log' && <Log table={table} skin={skin} />}
      {sheet === 'log' && viewer !== null && <Notation hands={hands} />}
      {sheet === 'score' && <Score table={table} />}
      {sheet === 'help' && <Help />}
      {sheet === 'device' && token && <Device code={table.code} token={token} />}
      {sheet === 'devices' && client.signOut && <Devices table={table} signOut={client.signOut} />}
      {sheet === 'door' && <Door table={table} act={command} />}
      {sheet === 'say' && <Phrases say={say} />}
    </Panel>
  );
}

interface NoticesProps extends ScreenProps {
  readonly turn: number | null;
  readonly command: (command: Command) => void;
  readonly open: (sheet: Sheet) => void;
}

function Notices(props: NoticesProps) {
  const { table, viewer, turn, command } = props;
  return (
    <div class="play-asks">
      {props.banner}
      <DevicesNotice table={table} open={() => props.open('devices')} />
      <Waits
        table={table}
        viewer={viewer}
        turn={turn}
        command={command}
        local={props.client.local}
      />
      <Requests table={table} viewer={viewer} command={command} />
      {props.asked}
      {table.you.seat === undefined && (
        <Differences game={table.game} options={table.options} aloud={table.aloud} />
      )}
    </div>
  );
}

function useRefusal() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refuse = useCallback(
    (reason: string, more = '') =>
      setRefusal((old) => ({ reason, more, number: (old?.number ?? 0) + 1 })),
    [],
  );
  const forgive = useCallback(() => setRefusal(null), []);
  return { refusal, refuse, forgive };
}

/** A button that disappears after use loses the focus; it moves on to the cards or the board. */
function useFocusKept(root: RefObject<HTMLElement | null>) {
  const onButton = useRef(false);
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (!onButton.current || (here && here !== document.body)) return;
    onButton.current = false;
    const stops = '.play-hand [tabindex="0"], .play-board [tabindex="0"]';
    root.current?.querySelector<HTMLElement>(stops)?.focus({ preventScroll: true });
  });
  return (event: FocusEvent) => {
    onButton.current = event.target instanceof Element && !!event.target.closest('.play-actions');
  };
}

export function Screen(props: ScreenProps) {
  const { client, table, skin, viewer, curtain } = props;
  const view = viewOf(table, viewer);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const { refusal, refuse, forgive } = useRefusal();
  const flying = useFlying(table, skin, viewer);
  const onSend = (steps: readonly Step[]) => {
    forgive();
    flying.noteSent(steps);
  };
  const hands = useGesture({ client, table, view, skin, viewer, refuse, onSend });
  useLayoutEffect(() => flying.flySent(hands));
  const hint = useHint(table, view, viewer);
  const turn = turnOf(table, view);
  const yours = turn !== null && turn === viewer;
  const asked = table.window !== null && hands.active;
  const urgent = urgentWords(skin, table, hands).join(' ');
  useSounds(table, yours || asked, urgent, viewer);
  useTitle(table, yours);
  useAwake(table.phase === 'play');
  const advised = useAdvised(view, hint.hint?.advice ?? null);
  useHintMarks(flying.root, advised);
  useStagedFor(hands, advised);
  const about = useAbout(skin);
  const open = (which: Sheet | null) => {
    about.close();
    setSheet(which);
  };
  const takeKey = useKeys(hands, sheet !== null || about.piece !== null, open);
  const onKeyDown = (event: KeyboardEvent) => {
    about.on.onKeyDown(event);
    takeKey(event);
  };
  const onFocusIn = useFocusKept(flying.root);
  const command = (what: Command) => {
    const speaker = what.do === 'undo' ? props.mover : client;
    speaker.send(what).then((answer) => {
      if (!answer.ok) refuse(answer.reason);
    });
  };

  const mode = modeOf(table, viewer);
  const around: SkinProps = { table, view, gesture: hands, viewer, mode, hint: advised };
  const state = { table, skin, viewer, turn, active: hands.active };
  const turnNow = yours || asked ? turnWords(state) : '';
  const now = refusal ? refusedWords(refusal) : urgent || turnNow;
  const more = { ...props, view, hands, command };
  return (
    <main
      ref={flying.root}
      class="play"
      data-mode={mode}
      data-game={table.game}
      data-yours={yours ? '' : undefined}
      data-big={settings().bigCards ? '' : undefined}
      {...about.on}
      data-quiet={isQuiet(table) ? '' : undefined}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
    >
      <Top
        table={table}
        code={codeOf(props)}
        seated={viewer !== null}
        active={hands.active}
        hint={hint.ask}
        noHints={noHints(table, viewer)}
        refuse={refuse}
        open={(which) => open(sheet === which ? null : which)}
      />
      <Seats skin={skin} around={around} turn={turn} handShown={skin.Hand !== null && !curtain} />
      <Notices {...more} turn={turn} open={open} />
      <div class="play-middle">
        {(mode !== 'hand' || needsBoard(hands)) && (
          <div class="play-board">
            <skin.Board {...around} />
          </div>
        )}
        {hint.hint && (
          <HintCard
            advice={hint.hint.advice}
            steps={advised}
            table={table}
            skin={skin}
            follow={() => hint.hint?.advice && hands.write(hint.hint.advice.move)}
            close={hint.close}
          />
        )}
        {refusal && <RefusalCard key={refusal.number} {...refusal} close={forgive} />}
        {curtain}
      </div>
      {about.piece === null ? (
        <OpenSheet {...more} sheet={sheet} open={open} />
      ) : (
        <Panel key={about.piece} title={skin.nameOf(about.piece)} onClose={about.close}>
          <AboutPiece
            game={table.game}
            skin={skin}
            piece={about.piece}
            played={{ seats: table.seats.length, options: table.options }}
          />
        </Panel>
      )}
      <Status {...state} />
      <div class="column play-foot">
        {props.others}
        {viewer === null ? (
          <Urgent calls={props.calls} />
        ) : (
          <Actions {...{ skin, around, hands, calls: props.calls }} onTouch={forgive} />
        )}
        <HandArea skin={skin} around={around} />
      </div>
      {mode === 'both' && <Side {...more} />}
      <Heard table={table} skin={skin} now={now} />
    </main>
  );
}
