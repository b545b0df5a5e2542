// SPDX-License-Identifier: MIT
// The table: the ring of players with the direction of play, the pile, the discards with the
// leading card and what lies on it, the colour in force, and signs for what is happening.
import './taki.css';
import { countIn } from '../../engine/facts';
import { type View, placeKey, type Step } from '../../engine/types';
import { t } from '../../words/words';
import type { Gesture, SkinProps } from '../skin';
import { Face } from './Face';
import { nameOf } from './names';
import { Pyramid } from './Pyramid';
import { Ring } from './Ring';
import { Force, Signs } from './Signs';
import { colourInForce, type Discards, discardsOf, laidOn } from './table';

const PUT: Step = { kind: 'put', place: { zone: 'discard' } };
const DRAW: Step = { kind: 'choose', word: 'draw' };
const TAKE: Step = { kind: 'choose', word: 'take' };
/** A little disorder, as on a real table; a card always lies at the same angle. */
const TILTS = [-7, 5, -3];

/** The card that these touches play, as it will lie on the table. */
function pieceOf(steps: readonly Step[]): string | null {
  const piece = steps.find((step) => step.kind === 'take')?.piece;
  const word = steps.find((step) => step.kind === 'choose')?.word;
  if (!piece) return null;
  return word ? `${piece}=${word}` : piece;
}

function discardsShown(view: View, gesture: Gesture): Discards {
  const piece = pieceOf(gesture.sent);
  return piece ? laidOn(discardsOf(view), piece) : discardsOf(view);
}

interface PileProps {
  readonly count: number;
  readonly gesture: Gesture;
  /** Only a picture: nobody plays here. */
  readonly still: boolean;
}

function Pile({ count, gesture, still }: PileProps) {
  const word = [DRAW, TAKE].find((step) => gesture.can(step));
  const cards = t('cards', { n: count });
  const label =
    word === DRAW
      ? t('web.taki.pile.draw', { cards })
      : word === TAKE
        ? t('web.taki.pile.take', { cards })
        : t('web.taki.pile', { cards });
  return (
    <button
      type="button"
      class="taki-pile"
      data-place={placeKey({ zone: 'pile' })}
      data-lit={word && gesture.lights ? '' : undefined}
      disabled={still}
      onClick={() => gesture.touch(word ?? DRAW)}
    >
      <span class="heard">{label}</span>
      {count > 2 && (
        <span class="taki-pile-low">
          <Face />
        </span>
      )}
      {count > 0 ? (
        <span class="taki-pile-top" data-top="">
          <Face />
        </span>
      ) : (
        <span class="taki-pile-empty" />
      )}
      <span class="taki-pile-count figures" aria-hidden="true">
        {count}
      </span>
    </button>
  );
}

function discardLabel(discards: Discards, gesture: Gesture): string {
  const card = nameOf(discards.lead);
  const held = gesture.can(PUT) ? pieceOf(gesture.done) : null;
  if (held) return t('web.taki.discard.put', { card: nameOf(held) });
  if (discards.upon.length === 0) return t('web.taki.discard', { card });
  return t('web.taki.discard.upon', { card, upon: discards.upon.map(nameOf).join(', ') });
}

interface DiscardProps {
  readonly discards: Discards;
  readonly gesture: Gesture;
  readonly still: boolean;
}

/** The leading card, large; a +3 or breaker lies across its side, so that it stays readable
 * (T21). */
function DiscardPile({ discards, gesture, still }: DiscardProps) {
  const { lead, upon } = discards;
  const under = discards.under.slice(-TILTS.length);
  const lit = gesture.can(PUT);
  return (
    <button
      type="button"
      class={upon.length > 0 ? 'taki-discard taki-discard-upon' : 'taki-discard'}
      data-place={placeKey({ zone: 'discard' })}
      data-about={lead}
      data-lit={lit ? '' : undefined}
      disabled={still}
      onClick={() => lit && gesture.touch(PUT)}
    >
      <span class="heard">{discardLabel(discards, gesture)}</span>
      {under.map((piece, i) => {
        const depth = discards.under.length - under.length + i;
        const tilt = TILTS[depth % TILTS.length] ?? 0;
        return (
          <span key={depth} class="taki-under" style={{ transform: `rotate(${tilt}deg)` }}>
            <Face piece={piece} />
          </span>
        );
      })}
      <span class="taki-lead" data-top={upon.length === 0 ? '' : undefined}>
        <Face piece={lead} />
      </span>
      {upon.slice(-2).map((piece, i, all) => (
        <span
          key={`${upon.length - all.length + i}`}
          class={`taki-upon taki-upon-${i}`}
          data-about={piece}
          data-top={i === all.length - 1 ? '' : undefined}
        >
          <Face piece={piece} />
        </span>
      ))}
      {upon.length > 0 && (
        <span class="taki-lead-mark" aria-hidden="true">
          {t('web.taki.leads')}
        </span>
      )}
    </button>
  );
}

export function Board(props: SkinProps) {
  const { table, view, gesture, mode, viewer } = props;
  const still = viewer === null;
  return (
    <div class={`taki-board taki-board-${mode}`}>
      <div class="taki-place">
        <div class="taki-table" dir="ltr">
          <Ring table={table} view={view} viewer={viewer} />
          <div class="taki-middle">
            <div class="taki-side">
              <Pile count={countIn(view, 'pile')} gesture={gesture} still={still} />
              <Force colour={colourInForce(view)} />
            </div>
            <DiscardPile discards={discardsShown(view, gesture)} gesture={gesture} still={still} />
          </div>
        </div>
      </div>
      <Signs table={table} view={view} />
      <Pyramid table={table} view={view} />
    </div>
  );
}
