// SPDX-License-Identifier: MIT
// My box: every finished game of this device, to look at again, to count, and to take along as a
// file. Nothing of it leaves the device by itself.
import './Box.css';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useRedraw } from '../hooks';
import { Button, Choice, Icon, Switch } from '../look';
import {
  BOX_MAX,
  type Boxed,
  boxDelete,
  boxFavour,
  boxGames,
  boxRecords,
  boxTrouble,
  onBox,
} from '../net/box';
import { writeTagged } from '../net/boxfile';
import { ago, Say, t } from '../words/words';
import { FILE_MAX, importFile, type Imported, moveFinished } from './finished';
import { MadeRoom, Players } from './Kept';
import { Page } from './Page';
import { Cover } from './pictures';
import { Balance, Fortunes, RESULTS, Shares, signed, Standings } from './plots';
import { download, fileName } from './share';
import { Mark, ResultSign } from './signs';
import {
  ALL,
  byGame,
  byLevel,
  chosen,
  type Filter,
  fortunesOver,
  meansOf,
  pointsOver,
  rivalsIn,
  standings,
  streaks,
  tallyOf,
} from './tally';

/** The games in the box, updated whenever it changes; null: not known yet. And how many have made
 * room for others that came in here. */
function useBox(): readonly [games: readonly Boxed[] | null, dropped: number] {
  const [games, setGames] = useState<readonly Boxed[] | null>(null);
  const [dropped, setDropped] = useState(0);
  useEffect(() => {
    let present = true;
    const read = () => void boxGames().then((found) => present && setGames(found));
    read();
    void moveFinished().then((done) => present && setDropped(done.dropped));
    const end = onBox(read);
    return () => {
      present = false;
      end();
    };
  }, []);
  return [games, dropped];
}

// ---- choosing ----

/** What was chosen stays so while a game is looked at. */
let filter = ALL;
let part: 'games' | 'sums' = 'games';

const rivalName = (rival: string): string =>
  rival.startsWith('bot ')
    ? t('web.seat.bot', { level: t(`level.${rival.slice(4)}`) })
    : rival.slice('person '.length);

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

function Pick({ label, value, values, onChange }: PickProps) {
  return (
    <label class="column box-pick">
      <span class="small soft">{label}</span>
      <select class="field" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t('web.box.all')}</option>
        {values.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function Filters({ games, change }: { games: readonly Boxed[]; change: (now: Filter) => void }) {
  const kinds = [...new Set(games.map(({ game }) => game))];
  const rivals = [...new Set(games.flatMap(rivalsIn))];
  return (
    <div class="box-picks">
      <Pick
        label={t('web.box.game')}
        value={filter.game}
        values={kinds.map((game) => [game, t(`game.${game}`)])}
        onChange={(game) => change({ ...filter, game })}
      />
      <Pick
        label={t('web.box.against')}
        value={filter.against}
        values={rivals.map((rival) => [rival, rivalName(rival)])}
        onChange={(against) => change({ ...filter, against })}
      />
      <Pick
        label={t('web.box.result')}
        value={filter.result}
        values={RESULTS.map((result) => [result, t(`web.box.${result}`)])}
        onChange={(result) => change({ ...filter, result: result as Filter['result'] })}
      />
      <Switch
        on={filter.favourites}
        label={t('web.box.favourites')}
        onChange={(favourites) => change({ ...filter, favourites })}
      />
    </div>
  );
}

// ---- the list ----

export function Star({ game }: { game: Boxed }) {
  return (
    <Button
      kind="quiet"
      icon="star"
      class="box-star"
      label={t('web.box.favourite')}
      pressed={game.favourite}
      onClick={() => void boxFavour(game.id, !game.favourite)}
    />
  );
}

function Row({ game, onDrop }: { game: Boxed; onDrop: () => void }) {
  return (
    <li class="kept-row">
      <a class="beside kept-way" href={`#box/${game.id}`} data-game={game.game}>
        <span class="kept-picture" aria-hidden="true">
          <Cover game={game.game} />
        </span>
        <span class="kept-words">
          <span class="kept-game">
            {t(`game.${game.game}`)}
            <ResultSign game={game} />
          </span>
          <Players about={game} />
          <span class="small soft">{ago(game.at)}</span>
        </span>
      </a>
      <span class="box-tools">
        <Star game={game} />
        <Button
          kind="quiet"
          icon="trash"
          label={t('web.kept.delete', { game: t(`game.${game.game}`) })}
          onClick={onDrop}
        />
      </span>
    </li>
  );
}

function GoneRow({ game, onUndo }: { game: Boxed; onUndo: () => void }) {
  return (
    <li class="kept-row kept-gone">
      <p role="status">
        <Say k="web.kept.deleted" game={t(`game.${game.game}`)} />
      </p>
      <Button icon="undo" onClick={onUndo}>
        {t('web.kept.undo')}
      </Button>
    </li>
  );
}

interface Gone {
  readonly game: Boxed;
  readonly restore: () => Promise<void>;
}

const AT_ONCE = 30;

function List({ games, empty }: { games: readonly Boxed[]; empty: boolean }) {
  const [gone, setGone] = useState<readonly Gone[]>([]);
  const [count, setCount] = useState(AT_ONCE);
  const drop = async (game: Boxed) => {
    const restore = await boxDelete(game.id);
    setGone((old) => [...old, { game, restore }]);
  };
  const undo = async (one: Gone) => {
    await one.restore();
    setGone((old) => old.filter((other) => other !== one));
  };
  const lost = gone.filter(({ game }) => !games.some(({ id }) => id === game.id));
  const rows = [...games, ...lost.map(({ game }) => game)].sort((a, b) => b.at - a.at);
  const more = rows.length - count;
  if (rows.length === 0) return empty ? null : <p class="panel soft">{t('web.box.none')}</p>;
  return (
    <section class="panel column" aria-label={t('web.box.games')}>
      <ul class="kept-rows">
        {rows.slice(0, count).map((game) => {
          const one = lost.find((each) => each.game.id === game.id);
          return one ? (
            <GoneRow key={game.id} game={game} onUndo={() => void undo(one)} />
          ) : (
            <Row key={game.id} game={game} onDrop={() => void drop(game)} />
          );
        })}
      </ul>
      {more > 0 && (
        <Button kind="quiet" icon="down" onClick={() => setCount(count + AT_ONCE)}>
          {t('web.kept.more', { n: Math.min(more, AT_ONCE) })}
        </Button>
      )}
    </section>
  );
}

// ---- statistics ----

/** What the reviews of these games say, on average and over time. */
function Judged({ games }: { games: readonly Boxed[] }) {
  const fortunes = fortunesOver(games);
  if (fortunes.length === 0) return null;
  const { luck, skill, slips } = meansOf(fortunes);
  return (
    <>
      <p>
        {t('web.box.judged', { n: fortunes.length })}{' '}
        {t('web.box.judged.means', {
          luck: { ltr: signed(luck) },
          skill: { ltr: signed(skill) },
          slips,
        })}
      </p>
      <Fortunes fortunes={fortunes} />
    </>
  );
}

function Headline({ games }: { games: readonly Boxed[] }) {
  const points = pointsOver(games);
  const tally = tallyOf(points.map(({ result }) => result));
  const { best, now } = streaks(points);
  return (
    <>
      <dl class="box-sums">
        {RESULTS.map((result) => (
          <div key={result}>
            <dt>
              <Mark result={result} />
              {t(`web.box.${result}`)}
            </dt>
            <dd class="figures">{tally[result]}</dd>
          </div>
        ))}
      </dl>
      <p>
        {now.result && now.count > 1 && t(`web.box.row.${now.result}`, { n: now.count })}{' '}
        {best > 1 && t('web.box.row.best', { n: best })}
      </p>
    </>
  );
}

function Sums({ games }: { games: readonly Boxed[] }) {
  const points = pointsOver(games);
  const people = standings(games);
  if (points.length === 0 && people.length === 0)
    return <p class="panel soft">{t('web.box.sums.none')}</p>;
  return (
    <section class="panel column-wide" aria-label={t('web.box.sums')}>
      {points.length > 0 && (
        <>
          <Headline games={games} />
          <Balance points={points} />
          <Judged games={games} />
          <Shares
            title={t('web.box.bygame')}
            groups={byGame(games)}
            nameOf={(key) => t(`game.${key}`)}
          />
          <Shares
            title={t('web.box.levels')}
            groups={byLevel(games)}
            nameOf={(key) => t(`level.${key}`)}
          />
        </>
      )}
      <Standings all={people} />
    </section>
  );
}

// ---- the file ----

type Told =
  | { readonly do: 'busy'; readonly part: number }
  | { readonly do: 'done'; readonly sums: Imported }
  | { readonly do: 'wrong'; readonly why: 'web.box.import.wrong' | 'web.box.import.large' };

function ImportTold({ told }: { told: Told }) {
  if (told.do === 'busy')
    return (
      <p role="status">
        <progress value={told.part} aria-label={t('web.box.import')} />
      </p>
    );
  if (told.do === 'wrong')
    return (
      <p class="wrong" role="alert">
        {t(told.why)}
      </p>
    );
  const { added, known, wrong, dropped } = told.sums;
  return (
    <p role="status" class={wrong > 0 ? 'wrong' : undefined}>
      {t('web.box.import.added', { n: added })}{' '}
      {known > 0 && t('web.box.import.known', { n: known })}{' '}
      {wrong > 0 && t('web.box.import.bad', { n: wrong })}{' '}
      {dropped > 0 && t('web.box.dropped', { n: dropped })}
    </p>
  );
}

async function exportAll(games: readonly Boxed[]): Promise<void> {
  const records = await boxRecords();
  const texts = games.flatMap((game) => {
    const record = records.get(game.id);
    return record === undefined ? [] : [writeTagged(record, game)];
  });
  download(fileName('kufsa-box', Date.now()), texts.join('\n'));
}

function File_({ games }: { games: readonly Boxed[] }) {
  const [told, setTold] = useState<Told | null>(null);
  const busy = told?.do === 'busy';
  const read = async (file: File | undefined) => {
    if (!file) return;
    setTold({ do: 'busy', part: 0 });
    try {
      if (file.size > FILE_MAX) {
        setTold({ do: 'wrong', why: 'web.box.import.large' });
        return;
      }
      const tell = (done: number) => setTold({ do: 'busy', part: done });
      const sums = await importFile(await file.text(), tell);
      setTold(sums ? { do: 'done', sums } : { do: 'wrong', why: 'web.box.import.wrong' });
    } catch {
      setTold({ do: 'wrong', why: 'web.box.import.wrong' });
    }
  };
  return (
    <section class="panel column" aria-label={t('web.box.file')}>
      <p class="soft">
        {t('web.box.about')} {t('web.box.count', { n: games.length, most: BOX_MAX })}
      </p>
      <div class="row">
        <Button icon="download" disabled={games.length === 0} onClick={() => void exportAll(games)}>
          {t('web.box.export')}
        </Button>
        <label class="button box-import" aria-disabled={busy ? 'true' : undefined}>
          <Icon name="open" />
          {t('web.box.import')}
          <input
            type="file"
            class="heard"
            accept=".kufsa,text/plain"
            disabled={busy}
            onChange={(event) => {
              const field = event.currentTarget;
              void read(field.files?.[0]).then(() => {
                field.value = '';
              });
            }}
          />
        </label>
      </div>
      {told && <ImportTold told={told} />}
    </section>
  );
}

// ---- the screen ----

function Trouble() {
  const trouble = boxTrouble();
  return trouble ? (
    <p class="panel beside box-trouble" role="alert">
      <Icon name="warn" />
      {t(trouble)}
    </p>
  ) : null;
}

function Full({ games }: { games: readonly Boxed[] }) {
  const redraw = useRedraw();
  const change = useCallback(
    (now: Filter) => {
      filter = now;
      redraw();
    },
    [redraw],
  );
  const some = chosen(games, filter);
  return (
    <>
      <section class="panel column" aria-label={t('web.box.choose')}>
        <Filters games={games} change={change} />
        <Choice
          label={t('web.box.show')}
          value={part}
          values={[
            ['games', t('web.box.games')],
            ['sums', t('web.box.sums')],
          ]}
          onChange={(now) => {
            part = now;
            redraw();
          }}
        />
      </section>
      {part === 'games' ? <List games={some} empty={games.length === 0} /> : <Sums games={some} />}
    </>
  );
}

export function Box() {
  const [games, dropped] = useBox();
  const some = useRef(false); // the last game may come back
  if (games && games.length > 0) some.current = true;
  return (
    <Page title={t('web.box.title')} class="box">
      <Trouble />
      <MadeRoom dropped={dropped} />
      {games === null && <p class="panel">{t('web.app.loading')}</p>}
      {games?.length === 0 && <p class="panel">{t('web.box.empty')}</p>}
      {games && some.current && <Full games={games} />}
      {games && <File_ games={games} />}
    </Page>
  );
}
