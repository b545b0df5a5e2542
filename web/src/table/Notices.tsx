// SPDX-License-Identifier: MIT
// Small cards at the edge of the board: refusals, hints, and requests that others wait for.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Advice, Reason, Step } from '../engine/types';
import { Button } from '../look/parts';
import type { Skin } from '../skins/skin';
import { refusalWords, seatName } from '../words/tell';
import { Say, t } from '../words/words';
import { ruleLink } from './turn';
import type { Command, TableState } from './types';

export interface Refusal {
  readonly reason: string;
  /** What it costs; may be empty. */
  readonly more: string;
  /** Distinguishes two notices with the same words. */
  readonly number: number;
}

const REFUSAL_MS = 8000;

/** Why not, and what it costs. */
export const refusedWords = ({ reason, more }: Pick<Refusal, 'reason' | 'more'>): string =>
  [refusalWords(reason), more].filter((words) => words !== '').join(' ');

type RefusalProps = Pick<Refusal, 'reason' | 'more'> & { readonly close: () => void };

export function RefusalCard({ reason, more, close }: RefusalProps) {
  useEffect(() => {
    const timer = setTimeout(close, REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [close]);
  const link = ruleLink(reason);
  return (
    <div class="panel play-notice play-refusal">
      <p>{refusedWords({ reason, more })}</p>
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
function reasonWords(reason: Reason, table: TableState, skin: Skin): string {
  return t(reason.code as string, {
    count: reason.count ?? 0,
    piece: reason.piece === undefined ? '' : skin.nameOf(reason.piece),
    seat: reason.seat === undefined ? '' : seatName(table, reason.seat),
  });
}

/** A move as people say it: this piece, as that, there. */
function moveWords(steps: readonly Step[], table: TableState, skin: Skin, places: boolean) {
  const said: string[] = [];
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (step.kind !== 'take') {
      if (step.kind === 'choose' && step.word !== 'done') said.push(skin.label(step, table));
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

/** Why a move is good. */
export function ReasonWords({
  table,
  skin,
  reasons,
}: Pick<HintProps, 'table' | 'skin'> & WithReasons) {
  return <>{reasons.map((reason) => reasonWords(reason, table, skin)).join(' ')}</>;
}

/** A move that is advised, and why. */
export function AdviceWords(props: Pick<HintProps, 'steps' | 'table' | 'skin'> & WithReasons) {
  return (
    <>
      <Advised {...props} />
      <ReasonWords {...props} />
    </>
  );
}

interface WithReasons {
  readonly reasons: readonly Reason[];
}

interface HintProps {
  /** null: still thinking. */
  readonly advice: Advice | null;
  readonly steps: readonly Step[];
  readonly table: TableState;
  readonly skin: Skin;
  readonly follow: () => void;
  readonly close: () => void;
}

/** Places are named if the board shows their names, and always for screen readers. */
function Advised({ steps, table, skin }: Pick<HintProps, 'steps' | 'table' | 'skin'>) {
  const words = (places: boolean) =>
    t('web.play.hint.move', { move: moveWords(steps, table, skin, places) });
  if (skin.namedPlaces) return <>{words(true)} </>;
  return (
    <>
      <span aria-hidden="true">{words(false)} </span>
      <span class="heard">{words(true)} </span>
    </>
  );
}

export function HintCard({ advice, steps, table, skin, follow, close }: HintProps) {
  return (
    <div class="panel play-notice play-hint" role="status">
      {advice ? (
        <>
          <p>
            <AdviceWords {...{ steps, table, skin }} reasons={advice.reasons} />
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
      <div class="row play-answers">
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
  readonly command: (command: Command) => void;
}

/** Draw offers, requests to take back. */
export function Requests({ table, viewer, command }: RequestsProps) {
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
    </>
  );
}
