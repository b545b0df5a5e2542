// SPDX-License-Identifier: MIT
// Ways back: every game on this device, and every table elsewhere that it has a seat at. Nothing
// leaves the list unless somebody removes it, and that can be undone.
import './Kept.css';
import { useEffect, useState } from 'preact/hooks';
import { deleteLocalTable } from '../engine/local';
import { useRedraw } from '../hooks';
import { Button, Icon, type IconName } from '../look';
import { type About, gamesTrouble, keptGames, onGames } from '../net/games';
import { forgetTable, keepTable, keptTables } from '../net/kept';
import { seatName } from '../words/tell';
import { ago, Say, t } from '../words/words';
import { Cover } from './pictures';

/** One row: a game to continue. */
interface Row {
  readonly key: string;
  readonly href: string;
  readonly game: string;
  readonly seen: number;
  readonly about: About | null;
  /** The code of a table elsewhere. */
  readonly code?: string;
  readonly icon: IconName;
  readonly over: boolean;
  /** Takes it off the list; the returned function brings it back. */
  readonly drop: () => () => void;
}

function gameRows(): Row[] {
  return keptGames().map(({ id, game, seen, about, over }) => ({
    key: id,
    href: `#local/${id}`,
    game,
    seen,
    about,
    icon: 'play',
    over,
    drop: () => deleteLocalTable(id),
  }));
}

function tableRows(): Row[] {
  // A link may have led to a table that was never reached: its game is unknown.
  const tables = keptTables().filter(({ game }) => game);
  return tables.map((table) => ({
    key: `${table.code}${table.screen}`,
    href: table.screen ? `#table/${table.code}` : `#${table.code}`,
    game: table.game,
    seen: table.seen,
    about: table.screen ? null : (table.about ?? null),
    code: table.code,
    icon: table.screen ? 'screen' : 'people',
    over: table.phase === 'over',
    drop: () => {
      forgetTable(table.code, table.screen);
      return () => keepTable(table);
    },
  }));
}

const rows = () => [...gameRows(), ...tableRows()].sort((a, b) => b.seen - a.seen);

/** Who plays, each with their points so far. */
export function Players(props: { about: Pick<About, 'seats' | 'mine' | 'scores'> }) {
  const { seats, mine, scores } = props.about;
  const alone = mine.length === 1;
  const order = [...mine, ...seats.map((_, seat) => seat).filter((seat) => !mine.includes(seat))];
  const there = order.filter((seat) => seats[seat]);
  return (
    <span class="kept-players">
      {there.map((seat, i) => (
        <span key={seat}>
          <bdi>{alone && mine[0] === seat ? t('web.kept.you') : seatName({ seats }, seat)}</bdi>
          {scores && (
            <>
              : <b class="figures">{scores[seat] ?? 0}</b>
            </>
          )}
          {i < there.length - 1 && ', '}
        </span>
      ))}
    </span>
  );
}

function Words({ row }: { row: Row }) {
  const { about, code } = row;
  return (
    <span class="kept-words">
      <span class="kept-game">
        <Icon name={row.icon} />
        {t(`game.${row.game}`)}
        {code && (
          <bdi dir="ltr" class="kept-code">
            {code}
          </bdi>
        )}
      </span>
      {about && <Players about={about} />}
      <span class="small soft">
        {about && !about.scores && about.ply > 0 && `${t('web.kept.ply', { n: about.ply })} · `}
        {ago(row.seen)}
      </span>
    </span>
  );
}

function Kept({ row, onDrop }: { row: Row; onDrop: (row: Row) => void }) {
  const game = t(`game.${row.game}`);
  const label = row.code
    ? t('web.kept.forget', { game, code: row.code })
    : t('web.kept.delete', { game });
  return (
    <li class="kept-row">
      <a class="beside kept-way" href={row.href} data-game={row.game}>
        <span class="kept-picture" aria-hidden="true">
          <Cover game={row.game} />
        </span>
        <Words row={row} />
      </a>
      <Button kind="quiet" icon="trash" label={label} onClick={() => onDrop(row)} />
    </li>
  );
}

interface Dropped {
  readonly row: Row;
  readonly restore: () => void;
}

function Gone({ row, onUndo }: { row: Row; onUndo: () => void }) {
  return (
    <li class="kept-row kept-gone">
      <p role="status">
        <Say
          k={row.code ? 'web.kept.forgotten' : 'web.kept.deleted'}
          game={t(`game.${row.game}`)}
        />
      </p>
      <Button icon="undo" onClick={onUndo}>
        {t('web.kept.undo')}
      </Button>
    </li>
  );
}

const FIRST = 3;

/** Redraws when games change, here or in another tab. */
function useGames(): () => void {
  const changed = useRedraw();
  useEffect(() => onGames(changed), [changed]);
  return changed;
}

/** Says that games last only as long as this page, and why. */
export function KeptTrouble() {
  useGames();
  const [read, setRead] = useState(false);
  const trouble = gamesTrouble();
  if (trouble === null || read) return null;
  return (
    <div class="panel beside kept-trouble" role="alert">
      <Icon name="warn" />
      <p>{t(trouble)}</p>
      <Button kind="quiet" icon="close" label={t('web.look.close')} onClick={() => setRead(true)} />
    </div>
  );
}

/** The box was full when games of this device came in. */
export function MadeRoom({ dropped }: { dropped: number }) {
  return dropped > 0 ? (
    <p class="panel" role="status">
      {t('web.box.dropped', { n: dropped })}
    </p>
  ) : null;
}

export function Continue() {
  const changed = useGames();
  const [gone, setGone] = useState<readonly Dropped[]>([]);
  const [all, setAll] = useState(false);
  const drop = (row: Row) => setGone([...gone, { row, restore: row.drop() }]);
  const undo = (one: Dropped) => {
    one.restore();
    setGone(gone.filter((other) => other !== one));
    changed();
  };
  const dropped = new Set(gone.map(({ row }) => row.key));
  const present = rows().filter(({ key }) => !dropped.has(key));
  const list = [...present, ...gone.map(({ row }) => row)].sort((a, b) => b.seen - a.seen);
  const open = list.filter(({ over }) => !over);
  const over = list.filter((row) => row.over);
  if (list.length === 0) return null;
  const lines = (of: readonly Row[]) => (
    <ul class="kept-rows">
      {of.map((row) => {
        const one = gone.find((other) => other.row.key === row.key);
        return one ? (
          <Gone key={row.key} row={row} onUndo={() => undo(one)} />
        ) : (
          <Kept key={row.key} row={row} onDrop={drop} />
        );
      })}
    </ul>
  );
  const more = open.length - FIRST;
  return (
    <nav class="panel column kept" aria-label={t('web.home.continue')}>
      <h2>{t('web.home.continue')}</h2>
      {open.length > 0 && lines(all ? open : open.slice(0, FIRST))}
      {open.length === 0 && <p class="soft">{t('web.kept.none')}</p>}
      {!all && more > 0 && (
        <Button kind="quiet" icon="down" onClick={() => setAll(true)}>
          {t('web.kept.more', { n: more })}
        </Button>
      )}
      {over.length > 0 && (
        <details class="kept-over">
          <summary>{t('web.kept.over', { n: over.length })}</summary>
          {lines(over)}
        </details>
      )}
    </nav>
  );
}
