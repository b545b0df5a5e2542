// SPDX-License-Identifier: MIT
// One game of the box: how it ended, and everything that can be done with its record.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useRedraw } from '../hooks';
import { Button } from '../look';
import { type Boxed, boxDelete, boxGame, onBox } from '../net/box';
import { ago, Say, t } from '../words/words';
import { KeptAnswers } from './Answers';
import { Star } from './Box';
import { resultWords } from './ending';
import { Page } from './Page';
import { readPast, showReplay, tableAt } from './past';
import { Details, LastTable, Moment, Standings } from './Result';
import { ReviewPanel } from './Reviewed';
import { go } from './route';
import { Share } from './share';
import { ResultSign } from './signs';

interface Found {
  readonly game: Boxed;
  readonly record: string;
}

/** Undefined: not known yet; null: it is not in the box. */
function useGame(id: string): Found | null | undefined {
  const [found, setFound] = useState<Found | null>();
  useEffect(() => {
    let present = true;
    const read = () => void boxGame(id).then((game) => present && setFound(game));
    read();
    const end = onBox(read);
    return () => {
      present = false;
      end();
    };
  }, [id]);
  return found;
}

/** A deleted game, until another screen is opened. */
function Deleted({ game, restore }: { game: string; restore: () => Promise<void> }) {
  return (
    <section class="panel column">
      <p role="status">
        <Say k="web.kept.deleted" game={t(`game.${game}`)} />
      </p>
      <div class="row">
        <Button icon="undo" onClick={() => void restore()}>
          {t('web.kept.undo')}
        </Button>
        <Button icon="box" onClick={() => go('box')}>
          {t('web.box.title')}
        </Button>
      </div>
    </section>
  );
}

function Open({ game, record, onDelete }: Found & { onDelete: () => void }) {
  const past = useMemo(() => readPast(record), [record]);
  const [seat] = game.mine;
  const alone = game.mine.length === 1 && seat !== undefined;
  const seats = game.mine.length > 0 ? game.mine : past.seats.map((_, i) => i);
  const table = useMemo(
    () => ({ ...tableAt(past, past.plies, alone ? seat : null), ...(alone ? { me: seat } : {}) }),
    [past, alone, seat],
  );
  return (
    <>
      <section class="panel over-result">
        <h2>{resultWords(table, alone).join(' ')}</h2>
        <p class="row centred small soft">
          <ResultSign game={game} />
          <span>{ago(game.at)}</span>
        </p>
        <Moment table={table} past={past} />
        <Standings table={table} past={past} />
        <div class="row centred over-ways">
          <Button kind="main" icon="play" onClick={() => showReplay(past, 0, seats)}>
            {t('web.over.replay')}
          </Button>
          <Share table={table} past={past} />
        </div>
        <div class="row centred">
          <Star game={game} />
          <Button
            kind="quiet"
            icon="trash"
            label={t('web.kept.delete', { game: t(`game.${game.game}`) })}
            onClick={onDelete}
          />
        </div>
      </section>
      {past.plies > 0 && <ReviewPanel past={past} seats={seats} />}
      <KeptAnswers id={game.id} table={table} />
      <Details table={table} past={past} />
      <LastTable table={table} />
    </>
  );
}

export function BoxGame({ id }: { id: string }) {
  const found = useGame(id);
  const redraw = useRedraw();
  const [gone, setGone] = useState<{ game: string; restore: () => Promise<void> } | null>(null);
  const remove = async (game: string) => setGone({ game, restore: await boxDelete(id) });
  const title = found ? t(`game.${found.game.game}`) : t('web.box.title');
  return (
    <Page title={title} class="over" back="#box">
      {found === undefined && <p class="panel">{t('web.app.loading')}</p>}
      {found && <Open {...found} onDelete={() => void remove(found.game.game)} />}
      {found === null && gone && <Deleted {...gone} restore={() => gone.restore().then(redraw)} />}
      {found === null && !gone && <p class="panel">{t('web.box.absent')}</p>}
    </Page>
  );
}
