// SPDX-License-Identifier: MIT
// Small cards at the edge of the board: refusals, hints, and what others wait for an answer to.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Advice, Reason, Step } from '../engine/types';
import { Button } from '../look/parts';
import type { Skin } from '../skins/skin';
import { seatName } from '../words/tell';
import { has, Say, t } from '../words/words';
import { ruleLink } from './turn';
import type { Command, TableState } from './types';

export interface Refusal {
  readonly reason: string;
  /** Tells a second one with the same words from the first. */
  readonly number: number;
}

const REFUSAL_MS = 8000;

export function refusalWords(reason: string): string {
  return t(has(reason) ? (reason as string) : 'web.play.cannot');
}

export function RefusalCard({ reason, close }: { reason: string; close: () => void }) {
  useEffect(() => {
    const timer = setTimeout(close, REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [close]);
  const link = ruleLink(reason);
  return (
    <div class="panel play-notice play-refusal">
      <p>{refusalWords(reason)}</p>
      {link && (
        <a class="play-rule" href={link.href}>
          {t('web.play.rule', { rule: link.rule })}
        </a>
      )}
      <Button kind="quiet" icon="close" label={t('web.look.close')} onClick={close} />
    </div>
  );
}

/** Why a move is advised, in words. */
export function reasonWords(reason: Reason, table: TableState, skin: Skin): string {
  return t(reason.code as string, {
    count: reason.count ?? 0,
    piece: reason.piece === undefined ? '' : skin.nameOf(reason.piece),
    seat: reason.seat === undefined ? '' : seatName(table, reason.seat),
  });
}

/** A move as somebody would say it: this piece, as that, there. */
export function moveWords(steps: readonly Step[], skin: Skin, places: boolean): string {
  const said: string[] = [];
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (step.kind !== 'take') {
      if (step.kind === 'choose' && step.word !== 'done') said.push(skin.label(step));
      continue;
    }
    const place = steps[i + 1]?.kind === 'put' ? steps[++i]?.place : undefined;
    const word = steps[i + 1]?.word ?? 'done';
    const as = word === 'done' || word === skin.reflex ? '' : `=${steps[++i]?.word}`;
    const piece = skin.nameOf(`${step.piece ?? ''}${as}`);
    const told = places && place;
    said.push(told ? t('web.play.hint.to', { piece, place: skin.placeName(place) }) : piece);
  }
  return said.join(', ');
}

/** Places are said where one can see what they are called, and to ears. */
function Advised({ steps, skin }: { steps: readonly Step[]; skin: Skin }) {
  const words = (places: boolean) =>
    t('web.play.hint.move', { move: moveWords(steps, skin, places) });
  if (skin.namedPlaces) return <>{words(true)} </>;
  return (
    <>
      <span aria-hidden="true">{words(false)} </span>
      <span class="heard">{words(true)} </span>
    </>
  );
}

interface HintProps {
  /** null: still being thought about. */
  readonly advice: Advice | null;
  readonly steps: readonly Step[];
  readonly table: TableState;
  readonly skin: Skin;
  readonly follow: () => void;
  readonly close: () => void;
}

export function HintCard({ advice, steps, table, skin, follow, close }: HintProps) {
  return (
    <div class="panel play-notice play-hint" role="status">
      {advice ? (
        <>
          <p>
            <Advised steps={steps} skin={skin} />
            {advice.reasons.map((reason) => reasonWords(reason, table, skin)).join(' ')}
          </p>
          <Button onClick={follow}>{t('web.play.hint.follow')}</Button>
        </>
      ) : (
        <p>{t('web.play.hint.wait')}</p>
      )}
      <Button kind="quiet" icon="close" label={t('web.look.close')} onClick={close} />
    </div>
  );
}

interface AskProps {
  readonly children: ComponentChildren;
  readonly yes: string;
  readonly no: string;
  readonly answer: (yes: boolean) => void;
}

function Ask({ children, yes, no, answer }: AskProps) {
  return (
    <div class="panel play-notice" role="status">
      <p>{children}</p>
      <div class="play-answers">
        <Button kind="main" onClick={() => answer(true)}>
          {yes}
        </Button>
        <Button onClick={() => answer(false)}>{no}</Button>
      </div>
    </div>
  );
}

interface RequestsProps {
  readonly table: TableState;
  readonly viewer: number | null;
  readonly turn: number | null;
  readonly command: (command: Command) => void;
  /** Seats whose absence one would rather wait out. */
  readonly waiting: ReadonlySet<number>;
  readonly wait: (seat: number) => void;
}

function Away({ table, viewer, turn: gone, command, waiting, wait }: RequestsProps) {
  const seat = gone === null ? null : table.seats[gone];
  if (!seat || gone === null || gone === viewer) return null;
  if (seat.bot || seat.here !== false || waiting.has(gone)) return null;
  const answer = (yes: boolean) =>
    yes ? command({ do: 'takeover', seat: gone, level: 'club' }) : wait(gone);
  return (
    <Ask yes={t('web.play.gone.bot')} no={t('web.play.gone.wait')} answer={answer}>
      <Say k="web.play.gone" name={seatName(table, gone)} />
    </Ask>
  );
}

/** The computer plays from one's own seat. */
function StandIn({ table, viewer, command }: RequestsProps) {
  if (viewer === null || table.seats[viewer]?.bot === undefined) return null;
  return (
    <div class="panel play-notice" role="status">
      <p>{t('web.play.standin')}</p>
      <Button onClick={() => command({ do: 'giveback' })}>{t('web.play.giveback')}</Button>
    </div>
  );
}

/** Draw offers, requests to take back, somebody who has gone. */
export function Requests(props: RequestsProps) {
  const { table, viewer, command } = props;
  if (viewer === null || table.phase !== 'play') return null;
  const offered = table.offer !== null && table.offer !== viewer;
  const undo = table.undo !== null && table.unheard.includes(viewer);
  return (
    <>
      {offered && (
        <Ask
          yes={t('web.play.accept')}
          no={t('web.play.decline')}
          answer={(yes) => command({ do: yes ? 'accept' : 'decline' })}
        >
          <Say k="web.play.offered" name={seatName(table, table.offer ?? 0)} />
        </Ask>
      )}
      {undo && (
        <Ask
          yes={t('web.play.allow')}
          no={t('web.play.refuse')}
          answer={(yes) => command({ do: yes ? 'allow' : 'refuse' })}
        >
          <Say k="web.play.asked" name={seatName(table, table.undo ?? 0)} />
        </Ask>
      )}
      {table.offer === viewer && <p class="panel play-notice">{t('web.play.offer.waits')}</p>}
      {table.undo === viewer && <p class="panel play-notice">{t('web.play.undo.waits')}</p>}
      <StandIn {...props} />
      <Away {...props} />
    </>
  );
}
