// SPDX-License-Identifier: MIT
// Cento's table: the open card with what was declared of it, the pile, the round and the totals.
import { useState } from 'preact/hooks';
import type { Step } from '../../engine/types';
import { Button } from '../../look/parts';
import { Say, t } from '../../words/words';
import type { SkinProps } from '../skin';
import { inForce, readShown, type Shown } from './cards';
import { Card, Face } from './face';
import { nameOf } from './names';
import { readPosition } from './position';
import { TimesTable } from './times';
import './cento.css';

const DRAW: Step = { kind: 'choose', word: 'draw' };

function Pile({ count, gesture }: Pick<SkinProps, 'gesture'> & { readonly count: number }) {
  const can = gesture.can(DRAW);
  const cards = t('cards', { n: count });
  return (
    <div class="cento-pile" data-place="pile">
      <button
        type="button"
        class="cento-stack"
        disabled={!can}
        data-top=""
        data-empty={count === 0 ? '' : undefined}
        aria-label={can ? t('web.cento.pile.draw', { cards }) : t('web.cento.pile', { cards })}
        onClick={() => gesture.touch(DRAW)}
      >
        {count > 0 && <Face />}
      </button>
      <span class="cento-count figures" aria-hidden="true">
        {count}
      </span>
    </div>
  );
}

/** The multipliers that count now: 4 × 6 as it was declared, or all that it might have been. */
function Force({ open }: { readonly open: Shown }) {
  const force = inForce(open);
  if (!force)
    return (
      <p class="cento-told" dir="auto">
        {t('web.cento.fits.all')}
      </p>
    );
  const said = open.product;
  const factors = said ?? [...force].sort((a, b) => a - b);
  return (
    <>
      <p class="cento-told" dir="auto">
        {said ? t('web.cento.fits.said') : t('web.cento.fits.any')}
      </p>
      <p
        class="cento-force figures"
        dir="ltr"
        data-many={factors.length > 4 ? '' : undefined}
        data-said={said ? '' : undefined}
      >
        {factors.map((factor, i) => (
          <span key={i}>
            {said && i > 0 && <span class="cento-sign">×</span>}
            <b>{factor}</b>
          </span>
        ))}
      </p>
    </>
  );
}

/** The open card. With a card in hand that has one product only, a touch here lays it. */
function Open({ piece, gesture }: Pick<SkinProps, 'gesture'> & { readonly piece: string }) {
  const words = gesture.next.filter((step) => step.kind === 'choose' && step.word !== 'draw');
  const [only] = words.length === 1 && gesture.done.length > 0 ? words : [];
  const name = t('web.cento.open', { card: nameOf(piece) });
  return (
    <div class="cento-discard" data-place="discard">
      <span class="cento-open" role="img" data-top="" aria-label={name}>
        <Card piece={piece} />
      </span>
      {only && (
        <button
          type="button"
          class="cento-lay"
          aria-label={t('web.play.lit', { name })}
          onClick={() => gesture.touch(only)}
        />
      )}
    </div>
  );
}

/** What the table shows once a move is sent: its card lies there already. */
function openPiece({ look, gesture }: SkinProps): string {
  const [take, choose] = gesture.sent;
  if (take?.kind === 'take' && choose?.word) return `${take.piece}=${choose.word}`;
  const discards = look.scene.filter(({ place }) => place.zone === 'discard');
  return discards[discards.length - 1]?.piece ?? '?';
}

export function Board(props: SkinProps) {
  const { table, gesture, mode } = props;
  const [times, setTimes] = useState(false);
  const position = readPosition(table.position);
  const piece = openPiece(props);
  const open = readShown(piece);
  const rounds = Number(table.options.rounds ?? 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !times) return;
    event.stopPropagation();
    setTimes(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc puts the table of products away
    <div class={`cento-board cento-mode-${mode}`} onKeyDown={onKeyDown}>
      <div class={times ? 'cento-inner cento-board-times' : 'cento-inner'}>
        <div class="cento-table">
          <div class="cento-middle" dir="ltr">
            <Pile count={position.pile} gesture={gesture} />
            <Open piece={piece} gesture={gesture} />
            <div class="cento-declared">
              <Force open={open} />
            </div>
          </div>
          <div class="cento-foot">
            <p class="cento-told">
              {rounds > 1 && (
                <span>
                  <Say k="web.cento.round" round={position.round} rounds={rounds} />
                </span>
              )}
              {position.discards > 0 && (
                <span>{t('web.cento.discards', { n: position.discards })}</span>
              )}
            </p>
            <Button class="cento-aid" pressed={times} onClick={() => setTimes(!times)}>
              {t('web.cento.times')}
            </Button>
          </div>
        </div>
        {times && <TimesTable open={open} />}
      </div>
    </div>
  );
}
