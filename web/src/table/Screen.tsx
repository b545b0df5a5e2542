// SPDX-License-Identifier: MIT
// The table as one person sees it: board, seats, status, buttons and hand.
import type { ComponentChildren, RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Step } from '../engine/types';
import { Button } from '../look/parts';
import { changeSettings, settings } from '../net/kept';
import type { Skin, SkinProps } from '../skins/skin';
import { t } from '../words/words';
import { Actions } from './Actions';
import { useAwake } from './awake';
import { Palm } from './Cover';
import { Device } from './Device';
import { useFlying, useHint, useSounds, useTitle } from './effects';
import { hides, lookAt } from './eye';
import { type Hands, useGesture } from './gesture';
import { stepsOf, useHintMarks } from './hint';
import { Log, Notation } from './Log';
import { Help, Menu, Phrases, type Sheet } from './Menu';
import { HintCard, type Refusal, RefusalCard, Requests, refusalWords } from './Notices';
import { Panel } from './Panel';
import { Seats } from './Seats';
import { Heard, Status, turnWords } from './Status';
import { turnOf } from './turn';
import type { Client, Command, TableState } from './types';

interface ScreenProps {
  readonly client: Client;
  readonly table: TableState;
  readonly skin: Skin;
  readonly viewer: number | null;
  readonly banner: ComponentChildren;
  readonly curtain: ComponentChildren;
  readonly others: ComponentChildren;
  /** Whoever at this device made the last move: may want it back when the device has gone on. */
  readonly mover: Client;
  /** What the others at this device are asked. */
  readonly asked: ComponentChildren;
}

function useKeys(hands: Hands, sheet: Sheet | null, open: (sheet: Sheet | null) => void) {
  return (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape') {
      if (sheet) open(null);
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
}

function Top(props: {
  readonly table: TableState;
  readonly code: string;
  readonly seated: boolean;
  readonly active: boolean;
  readonly hint: () => void;
  readonly open: (sheet: Sheet) => void;
}) {
  const { table, open } = props;
  return (
    <header class="play-top">
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
              label={t('web.play.hint')}
              disabled={!props.active}
              onClick={props.hint}
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

/** A hand beside a shared screen shows the board while it is needed in order to point. */
function needsBoard({ done, next }: Hands): boolean {
  const points = next.filter((step) => step.kind === 'put' && step.place?.zone === 'board');
  return points.length > 0 || done.some((step) => step.kind === 'put');
}

function modeOf(table: TableState, viewer: number | null): SkinProps['mode'] {
  if (table.you.screen) return 'table';
  const handOnly = settings().handOnly ?? table.screen;
  return viewer !== null && handOnly && hides(table.game) ? 'hand' : 'both';
}

/** What happened, beside the board where there is room. */
function Side({ table, skin, viewer, hands }: ScreenProps & { readonly hands: Hands }) {
  return (
    <section class="panel play-side" aria-label={t('web.play.log')}>
      <Log table={table} skin={skin} />
      {viewer !== null && <Notation hands={hands} />}
    </section>
  );
}

interface Sheets extends ScreenProps {
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
          mayBeHand={viewer !== null && !client.local && hides(table.game)}
          mayMove={token !== null}
          command={command}
          open={open}
        />
      )}
      {sheet === 'log' && <Log table={table} skin={skin} />}
      {sheet === 'log' && viewer !== null && <Notation hands={hands} />}
      {sheet === 'help' && <Help />}
      {sheet === 'device' && token && <Device code={table.code} token={token} />}
      {sheet === 'say' && <Phrases say={say} />}
    </Panel>
  );
}

interface NoticesProps extends ScreenProps {
  readonly turn: number | null;
  readonly hands: Hands;
  readonly hint: ReturnType<typeof useHint>;
  readonly command: (command: Command) => void;
}

function Notices(props: NoticesProps) {
  const { table, skin, viewer, turn, hands, command } = props;
  const { hint, close } = props.hint;
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  return (
    <div class="play-asks">
      {props.banner}
      <Requests
        table={table}
        viewer={viewer}
        turn={turn}
        command={command}
        waiting={waiting}
        wait={(seat) => setWaiting(new Set([...waiting, seat]))}
      />
      {props.asked}
      {hint && (
        <HintCard
          advice={hint.advice}
          steps={stepsOf(hint.look, hint.advice)}
          table={table}
          skin={skin}
          follow={() => hint.advice && hands.write(hint.advice.move)}
          close={close}
        />
      )}
    </div>
  );
}

function useRefusal() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refuse = useCallback(
    (reason: string) => setRefusal((old) => ({ reason, number: (old?.number ?? 0) + 1 })),
    [],
  );
  const forgive = useCallback(() => setRefusal(null), []);
  return { refusal, refuse, forgive };
}

/** A button that has done its work takes the focus with it; it goes on to the cards or the board. */
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
  const look = lookAt(table, viewer);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const { refusal, refuse, forgive } = useRefusal();
  const flying = useFlying(table, skin, viewer);
  const onSend = (steps: readonly Step[]) => {
    forgive();
    flying.note(steps);
  };
  const hands = useGesture({ client, table, look, skin, viewer, refuse, onSend });
  useLayoutEffect(() => flying.settle(hands));
  const hint = useHint(table, look, viewer);
  const turn = turnOf(table, skin);
  const yours = turn !== null && turn === viewer;
  const asked = table.window !== null && hands.active;
  useSounds(table, yours || asked, viewer);
  useTitle(table, yours);
  useAwake(table.phase === 'play');
  useHintMarks(flying.root, look, hint.hint?.advice ?? null);
  const onKeyDown = useKeys(hands, sheet, setSheet);
  const onFocusIn = useFocusKept(flying.root);
  const command = (what: Command) => {
    const speaker = what.do === 'undo' ? props.mover : client;
    speaker.send(what).then((answer) => {
      if (!answer.ok) refuse(answer.reason);
    });
  };

  const mode = modeOf(table, viewer);
  const around: SkinProps = { table, look, gesture: hands, viewer, mode };
  const state = { table, skin, viewer, turn, active: hands.active };
  const now = refusal ? refusalWords(refusal.reason) : yours || asked ? turnWords(state) : '';
  const more = { ...props, hands, command };
  return (
    <main
      ref={flying.root}
      class="play"
      data-mode={mode}
      data-game={table.game}
      data-yours={yours ? '' : undefined}
      data-big={settings().bigCards ? '' : undefined}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
    >
      <Top
        table={table}
        code={codeOf(props)}
        seated={viewer !== null}
        active={hands.active}
        hint={hint.ask}
        open={(which) => setSheet((old) => (old === which ? null : which))}
      />
      <Seats skin={skin} around={around} turn={turn} handShown={skin.Hand !== null && !curtain} />
      <Notices {...more} turn={turn} hint={hint} />
      <div class="play-middle">
        {(mode !== 'hand' || needsBoard(hands)) && (
          <div class="play-board">
            <skin.Board {...around} />
          </div>
        )}
        {refusal && <RefusalCard key={refusal.number} reason={refusal.reason} close={forgive} />}
        <OpenSheet {...more} sheet={sheet} open={setSheet} />
        {curtain}
      </div>
      <Status {...state} />
      <div class="play-foot">
        {props.others}
        {viewer !== null && <Actions skin={skin} around={around} hands={hands} />}
        <HandArea skin={skin} around={around} />
      </div>
      {mode === 'both' && <Side {...more} />}
      <Heard table={table} skin={skin} now={now} />
    </main>
  );
}
