// SPDX-License-Identifier: MIT
// The moments of a game worth another look, as their player saw them: first the question, then the
// verdict, with the better move on the table.
import './Learn.css';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { judgeMove } from '../engine/local';
import { momentsOf, worthOf } from '../engine/review';
import type { Verdict } from '../engine/types';
import { useAwaited } from '../hooks';
import { Button, Icon } from '../look';
import { skinOf } from '../skins';
import { explain, settingOf, viewOf } from '../table/eye';
import { AdviceWords, ReasonWords } from '../table/Notices';
import type { TableState } from '../table/types';
import { t } from '../words/words';
import { Dots, ToTry } from './Learn';
import { Page } from './Page';
import { showReplay, tableAt } from './past';
import { PlayOn } from './PlayOn';
import { momentsShown, type Reviewed } from './review';
import { Stories } from './Story';
import { provenOf } from './stories';

type Moment = Verdict & { readonly ply: number };

/** The answer of a player who did nothing. */
const NOTHING = '';

const percent = (chance: number) => Math.round(100 * chance);

/** The table before the move, as its player saw it. */
function useTable({ past, seat, named }: Reviewed, ply: number): TableState {
  return useMemo(
    () => ({ ...tableAt(past, ply, seat), ...(named ? {} : { me: seat }) }),
    [past, ply, seat, named],
  );
}

interface ToldProps {
  readonly table: TableState;
  readonly moment: Moment;
  readonly chosen: string;
  readonly judged: Verdict | undefined;
}

function VerdictWords(props: ToldProps & { named: boolean }) {
  const { table, moment, chosen, judged, named } = props;
  const { seat, best, before, after, best_reasons: reasons } = moment;
  const skin = skinOf(table.game);
  const answer = explain(viewOf(table, seat), best);
  const steps = answer.legal ? answer.steps : [];
  const words = { table, skin, reasons };
  return (
    <>
      <p>
        <b>{t(`past.${worthOf(chosen, best, judged)}`)}</b>{' '}
        {chosen === best ? <ReasonWords {...words} /> : <AdviceWords {...words} steps={steps} />}
      </p>
      <p class="small">
        {moment.mark === 'only'
          ? t(named ? 'past.then.only.of' : 'past.then.only')
          : t('past.then', { n: percent(after), best: percent(before) })}{' '}
        {provenOf(moment, chosen, judged)
          .map(({ what, moves }) => t(`past.proof.${what}`, { n: moves }))
          .join(' ')}
      </p>
    </>
  );
}

/** The verdict on an answer; undefined as long as it is not known. */
const useJudged = (table: TableState, moment: Moment, chosen: string | null) =>
  useAwaited(`${moment.ply} ${chosen}`, async () =>
    chosen === null || chosen === moment.best || chosen === (moment.move ?? NOTHING)
      ? moment
      : judgeMove(settingOf(table), table.position, moment.seat, chosen),
  );

interface OneProps {
  readonly reviewed: Reviewed;
  readonly moment: Moment;
  readonly at: number;
  readonly of: number;
}

function One({ reviewed, moment, at, of }: OneProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const table = useTable(reviewed, moment.ply);
  const skin = skinOf(table.game);
  const play = useCallback((move: string) => {
    setChosen(move);
    return null;
  }, []);
  const judged = useJudged(table, moment, chosen);
  const { dealt } = reviewed.past;
  return (
    <>
      <section class="panel learn-words">
        {chosen === null ? (
          <p role="status">
            {t(`past.mark.${moment.mark ?? 'slip'}`)} <b>{t('past.ask')}</b>
          </p>
        ) : (
          <div class="column" role="status">
            <VerdictWords {...{ table, moment, chosen, judged }} named={reviewed.named} />
          </div>
        )}
        <Dots at={at} of={of} />
      </section>
      <section class="learn-shown" data-game={table.game} aria-label={t('web.learn.table')}>
        {chosen === null ? (
          <ToTry table={table} skin={skin} viewer={moment.seat} play={play} />
        ) : (
          <Stories {...{ table, dealt, moment, chosen, judged }} />
        )}
      </section>
      {chosen === null && (
        <Button kind="quiet" icon="eye" onClick={() => setChosen(moment.move ?? NOTHING)}>
          {t('past.tell')}
        </Button>
      )}
    </>
  );
}

function Shown({ reviewed }: { reviewed: Reviewed }) {
  const [at, setAt] = useState(0);
  const { review, seat, past } = reviewed;
  const moments = momentsOf(review, seat);
  const moment = moments[at];
  if (!moment) return null;
  return (
    <>
      <One key={at} reviewed={reviewed} moment={moment} at={at} of={moments.length} />
      <div class="row centred">
        <PlayOn past={past} ply={moment.ply} seat={moment.seat} key={at} />
      </div>
      <nav class="row learn-ways">
        <Button icon="back" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('past.before')}
        </Button>
        <Button
          icon="play"
          label={t('web.over.replay')}
          onClick={() => showReplay(past, moment.ply, reviewed.named ? null : [seat])}
        />
        <Button kind="main" disabled={at === moments.length - 1} onClick={() => setAt(at + 1)}>
          {t('past.next')}
          <Icon name="forward" />
        </Button>
      </nav>
    </>
  );
}

export function Moments() {
  const [reviewed] = useState(momentsShown);
  return (
    <Page title={t('past.back')} class="learn moments" back={reviewed ? undefined : '#box'}>
      {reviewed ? <Shown reviewed={reviewed} /> : <p class="panel">{t('past.gone')}</p>}
    </Page>
  );
}
