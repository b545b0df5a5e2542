// SPDX-License-Identifier: MIT
// Was it me or the cards? From an even chance to the result: the cards, the others' slips, one's
// own. In whole points of a hundred, without a grade: one game says little about a player.
import './Reviewed.css';
import { fateOf } from '../engine/review';
import type { Turn } from '../engine/types';
import { Button, Choice, Icon } from '../look';
import { seatName } from '../words/tell';
import { language, Say, t } from '../words/words';
import { type Past, showReplay } from './past';
import { type Reviewed, type Reviewing, showMoments, useReview } from './review';
import { Mark } from './signs';

const points = (chance: number): number => Math.round(100 * chance);
const endOf = ({ record }: Past) => (/^end time /m.test(record) ? 'time' : 'resigned');
const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** The cards decided if they moved the chance by more. */
const LUCK_MIN = 0.3;

interface Part {
  readonly name: 'start' | 'luck' | 'others' | 'slips' | 'resigned' | 'time' | 'end';
  readonly from: number;
  readonly to: number;
}

/** In whole points that add up. Giving up is no slip of the hand, so it stands by itself; only two
 * players can end a game like that. */
function partsOf({ past, review, seat }: Reviewed): Part[] {
  const player = review.players[seat];
  if (!player) return [];
  const all = review.players.reduce((sum, { given_up }) => sum + given_up, 0);
  const theirs = all - player.given_up;
  const [start, end] = [points(player.start), points(player.last)];
  const others = points(player.others - theirs);
  const slips = -points(player.slips - player.given_up);
  const ended = points(theirs - player.given_up);
  const steps: readonly (readonly [Part['name'], number])[] = [
    ['start', start],
    ['luck', end - start - others - slips - ended],
    ['others', others],
    ['slips', slips],
    ...(all > 0 ? [[endOf(past), ended] as const] : []),
  ];
  const parts: Part[] = [];
  for (const [name, by] of steps) {
    const from = parts.at(-1)?.to ?? 0;
    parts.push({ name, from, to: from + by });
  }
  return [...parts, { name: 'end', from: 0, to: end }];
}

interface PartsProps {
  readonly parts: readonly Part[];
  readonly dealt: boolean;
  /** Whose slips they were, where they are told of by name. */
  readonly names: { readonly slips?: string; readonly others?: string };
}

/** Each part as a bar from where the one above it ends. */
function Parts({ parts, dealt, names }: PartsProps) {
  const ends = parts.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(100, ...ends)];
  const across = (n: number) => (100 * (n - low)) / (high - low);
  const rtl = language() === 'he';
  return (
    <ol class="reviewed-parts">
      {parts.map(({ name: part, from, to }) => {
        const whole = part === 'start' || part === 'end';
        const [first, last] = [across(Math.min(from, to)), across(Math.max(from, to))];
        const sign = whole ? 'start' : to >= from ? 'won' : 'lost';
        const key = part === 'luck' && !dealt ? 'unseen' : part;
        const name = part === 'slips' || part === 'others' ? names[part] : undefined;
        return (
          <li key={part}>
            <span>
              {name === undefined ? t(`past.${key}`) : <Say k="past.slips.of" name={name} />}
            </span>
            <b class="beside figures">
              {!whole && to !== from && <Mark result={to > from ? 'won' : 'lost'} />}
              {whole ? t('past.of', { n: to }) : <bdi dir="ltr">{signed(to - from)}</bdi>}
            </b>
            <svg class="plot-parts" aria-hidden="true">
              <rect
                class={`plot-part-${sign}`}
                x={`${rtl ? 100 - last : first}%`}
                width={`${Math.max(0.5, last - first)}%`}
                height="100%"
              />
            </svg>
          </li>
        );
      })}
    </ol>
  );
}

/** The same in a few words. */
function Words({ review, seat, past, named }: Reviewed) {
  const player = review.players[seat];
  if (!player) return null;
  const { luck, marks } = player;
  const slips = marks.slip + marks.miss + marks.gift;
  const fate = Math.abs(luck) <= LUCK_MIN ? 'even' : luck > 0 ? 'kind' : 'hard';
  const of = named ? '.of' : '';
  return (
    <p>
      {past.dealt && <Say k={`past.cards.${fate}${of}`} name={seatName(past, seat)} />}{' '}
      {slips > 0 ? t('past.slips.count', { n: slips }) : t(`past.slips.none${of}`)}{' '}
      {marks.only > 0 && t(`past.only${of}.count`, { n: marks.only })}
    </p>
  );
}

/** When the cards were kindest, and when they were hardest: to be looked at. */
function Fate({ review, seat, past, named }: Reviewed) {
  const turns = fateOf(review, seat);
  if (turns.length === 0) return null;
  const when = ({ from, to }: Turn) =>
    from < 0
      ? t('past.turn.deal')
      : to >= past.plies
        ? t('past.turn.end', { from: from + 1 })
        : t('past.turn.between', { from: from + 1, to: to + 1 });
  return (
    <ul class="reviewed-fate">
      {turns.map((turn) => (
        <li key={turn.mark}>
          <span class="beside">
            <Mark result={turn.mark === 'lucky' ? 'won' : 'lost'} />
            <span>
              {t(`past.${turn.mark}`)} <b dir="ltr">{signed(points(turn.luck))}</b>{' '}
              <span class="small soft">{when(turn)}</span>
            </span>
          </span>
          <Button
            icon="play"
            onClick={() => showReplay(past, Math.max(0, turn.from), named ? null : [seat])}
          >
            {t('past.turn.see')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Done(reviewed: Reviewed) {
  const { past, review, seat, named } = reviewed;
  const parts = partsOf(reviewed);
  const names = {
    ...(named ? { slips: seatName(past, seat) } : {}),
    ...(past.seats.length === 2 ? { others: seatName(past, 1 - seat) } : {}),
  };
  return (
    <>
      <Words {...reviewed} />
      <Parts parts={parts} dealt={past.dealt} names={names} />
      {parts.some(({ from, to }) => Math.abs(to - from) > 100) && (
        <p class="small soft">{t('past.more')}</p>
      )}
      <Fate {...reviewed} />
      <p class="small soft">{t(named ? 'past.about.of' : 'past.about')}</p>
      {(review.players[seat]?.moments.length ?? 0) > 0 && (
        <div class="row">
          <Button kind="main" icon="hint" onClick={() => showMoments(reviewed)}>
            {t('past.moments')}
          </Button>
        </div>
      )}
    </>
  );
}

interface PanelProps {
  readonly past: Past;
  /** Whose game it was; several: the reader chooses one of them. */
  readonly seats: readonly number[];
}

export function ReviewBody({ past, seats, reviewing }: PanelProps & { reviewing: Reviewing }) {
  const { state, part, start, cancel, reviewed, choose } = reviewing;
  return (
    <section class="panel over-more">
      <h2>{t(!past.dealt || seats.length !== 1 ? 'past.title.open' : 'past.title')}</h2>
      {reviewed ? (
        <>
          {seats.length > 1 && (
            <Choice
              label={t('past.seat')}
              value={String(reviewed.seat)}
              values={seats.map((seat) => [String(seat), seatName(past, seat)] as const)}
              onChange={(seat) => choose(Number(seat))}
            />
          )}
          <Done {...reviewed} />
        </>
      ) : state === 'busy' ? (
        <div class="row" role="status">
          <progress value={part} aria-label={t('past.busy')} />
          <Button icon="close" onClick={cancel}>
            {t('past.stop')}
          </Button>
        </div>
      ) : (
        <div class="row">
          <Button icon="chart" class="review-do" onClick={start}>
            {t('past.do')}
          </Button>
          {state === 'failed' && (
            <p class="beside wrong" role="alert">
              <Icon name="warn" />
              {t('past.failed')}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** The review of a game. */
export function ReviewPanel(props: PanelProps) {
  return <ReviewBody {...props} reviewing={useReview(props.past, props.seats)} />;
}
