// SPDX-License-Identifier: MIT
// Cento's table: the open card with what was declared of it, the pile, the round and the totals.
import { useState } from 'preact/hooks';
import { countIn, factOf } from '../../engine/facts';
import type { View, Step } from '../../engine/types';
import { Button } from '../../look/parts';
import { isQuiet } from '../../table/turn';
import { Say, t } from '../../words/words';
import type { SkinProps } from '../skin';
import { FREE, factorsOf, viewAlone, readShown } from './cards';
import { Card, Face } from './face';
import { nameOf } from './names';
import { TimesTable } from './times';
import './cento.css';

const DRAW: Step = { kind: 'choose', word: 'draw' };

interface OpenProps {
  readonly piece: string;
  /** With this card open. */
  readonly view: View;
  /** Players say it themselves. */
  readonly quiet: boolean;
}

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

/** The factors that count now: 4 × 6 as declared, or all that were possible. */
function Force({ piece, view, quiet }: OpenProps) {
  const any = [...factorsOf(view)];
  const said = readShown(piece).product;
  const factors = said ?? any;
  if (factors.length === 0)
    return (
      <p class="cento-told" dir="auto">
        {quiet && piece !== FREE ? t('web.cento.fits.quiet') : t('web.cento.fits.all')}
      </p>
    );
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

/** The open card. If the card in hand has only one product, a touch here plays it. */
function Open(props: Pick<SkinProps, 'gesture'> & Omit<OpenProps, 'quiet'>) {
  const { piece, view, gesture } = props;
  const words = gesture.next.filter((step) => step.kind === 'choose' && step.word !== 'draw');
  const [only] = words.length === 1 && gesture.done.length > 0 ? words : [];
  const name = t('web.cento.open', { card: nameOf(piece) });
  return (
    <div class="cento-discard" data-place="discard">
      <span class="cento-open" role="img" data-top="" data-about={piece} aria-label={name}>
        <Card piece={piece} view={view} />
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

/** What the table shows once a move is sent: its card is already there. */
function openOf({ view, gesture }: SkinProps): Omit<OpenProps, 'quiet'> {
  const [take, choose] = gesture.sent;
  if (take?.kind !== 'take' || !choose?.word)
    return { piece: factOf(view, 'lead')?.piece ?? FREE, view };
  const piece = `${take.piece}=${choose.word}`;
  return { piece, view: viewAlone(piece) };
}

export function Board(props: SkinProps) {
  const { table, view, gesture, mode } = props;
  const [times, setTimes] = useState(false);
  const open = openOf(props);
  const quiet = isQuiet(table);
  const under = countIn(view, 'discard') - 1; // the open card
  const rounds = Number(table.options.rounds ?? 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !times) return;
    event.stopPropagation();
    setTimes(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the table of products
    <div class={`cento-board cento-mode-${mode}`} onKeyDown={onKeyDown}>
      <div class={times ? 'cento-inner cento-board-times' : 'cento-inner'}>
        <div class="cento-table">
          <div class="cento-middle" dir="ltr">
            <Pile count={countIn(view, 'pile')} gesture={gesture} />
            <Open {...open} gesture={gesture} />
            <div class="cento-declared">
              <Force {...open} quiet={quiet} />
            </div>
          </div>
          <div class="cento-foot">
            <p class="cento-told">
              {rounds > 1 && (
                <span>
                  <Say
                    k="web.cento.round"
                    round={factOf(view, 'round')?.number ?? 1}
                    rounds={rounds}
                  />
                </span>
              )}
              {under > 0 && <span>{t('web.cento.discards', { n: under })}</span>}
            </p>
            <Button class="cento-aid" pressed={times} onClick={() => setTimes(!times)}>
              {t('web.cento.times')}
            </Button>
          </div>
        </div>
        {times && <TimesTable view={open.view} quiet={quiet} />}
      </div>
    </div>
  );
}
