// SPDX-License-Identifier: MIT
// A table from the moment somebody arrives: lobby, play, and what follows.
import './Tables.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { continueLocalTable } from '../engine/local';
import { engine } from '../engine/wasm';
import { useAwaited } from '../hooks';
import { Button } from '../look';
import { keptTable } from '../net/kept';
import { type Joining, joinServerTable, openServerTable, reasonOf } from '../net/server';
import { Play } from '../table/Play';
import { useTables } from '../table/turn';
import type { Client, TableState } from '../table/types';
import { t } from '../words/words';
import { resultWords } from './ending';
import { useFinished } from './finished';
import { KeptTrouble } from './Kept';
import { fetchLater, Later } from './Coming';
import { Lobby } from './Lobby';
import { Page } from './Page';
import { EveningCorner, WaitForSeat, Waiting as Queue } from './Evening';
import { InviteCorner } from './Invite';
import { Cover } from './pictures';
import { RematchSign } from './Rematch';
import { goInstead, seatBrought } from './route';
import { TakeSeat } from './TakeSeat';
import { LineBanner, TableTrouble, Waiting } from './Trouble';

/** For how long a shared screen shows how the game ended. */
const END_MS = 4000;

/** The table stays visible at the end, until somebody asks for the results. Nobody can at a shared
 * screen, which shows them by itself. */
function useEnd(table: TableState): readonly [shown: boolean, show: () => void] {
  const [shown, setShown] = useState(table.phase === 'over');
  const phase = useRef(table.phase);
  const waits = table.you.screen === true && table.phase === 'over' && !shown;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setShown(true), END_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  useEffect(() => {
    if (table.phase === 'over' && phase.current !== 'play') setShown(true);
    if (table.phase !== 'over') setShown(false);
    phase.current = table.phase;
  }, [table.phase]);
  return [shown, () => setShown(true)];
}

/** The table as it was when the match ended: people who leave their seats afterwards have still
 * played, and people who take those seats have not. */
function usePlayed(table: TableState): TableState {
  const kept = useRef(table);
  if (kept.current.match !== table.match || kept.current.phase !== 'over') kept.current = table;
  return kept.current;
}

/** The results are in the script that comes later: it is fetched once the game is under way, so that
 * they are there even if the server has gone by then. */
function useFarewell({ ply }: TableState): void {
  const begun = ply > 0;
  useEffect(() => {
    if (begun) fetchLater().catch(() => undefined); // tried again when it is needed
  }, [begun]);
}

/** Trouble outside the game itself; the table stays visible. */
function Banner({ client, table }: { client: Client; table: TableState }) {
  return client.local ? <KeptTrouble /> : <LineBanner table={table} />;
}

interface AtTableProps {
  readonly clients: readonly Client[];
  /** Joins again, as the same guest or as a new one. */
  readonly onAgain?: () => void;
  readonly onWatch?: () => void;
}

function AtTable({ clients, onAgain, onWatch }: AtTableProps) {
  const tables = useTables(clients);
  const table = tables[0] as TableState;
  const client = clients[0] as Client;
  const [ended, showEnd] = useEnd(table);
  const played = usePlayed(table);
  const finished = useFinished(clients, table);
  useFarewell(table);
  if (table.line === 'ended')
    return (
      <TableTrouble
        reason={table.trouble ?? 'web.net.down'}
        onAgain={client.crowd ? onWatch : onAgain}
        onWatch={onWatch}
        back={keptTable(table.code, table.you.screen)?.token !== undefined}
      />
    );
  if (table.v === 0) return <Waiting words={t('web.app.connecting')} />;
  if (!engine.game(table.game)) return <TableTrouble reason="web.version" />;
  if (table.phase === 'lobby') return <Lobby client={client} table={table} onJoin={onAgain} />;
  if (table.phase === 'over' && ended) {
    const me = clients.length === 1 ? table.you.seat : undefined;
    return (
      <Later
        draw={({ Over }) => (
          <Over
            clients={clients}
            table={{ ...table, me }}
            played={{ ...played, me }}
            finished={finished}
            onJoin={onAgain}
          />
        )}
      />
    );
  }
  const banner = (
    <>
      <Banner client={client} table={table} />
      {table.you.screen && <InviteCorner code={table.code} />}
      {table.you.screen && <EveningCorner table={table} />}
      {table.phase === 'play' && <WaitForSeat client={client} table={table} onJoin={onAgain} />}
      <Queue table={table} brief={!table.you.screen} />
      {table.phase === 'over' && (
        <aside class="panel tables-end" aria-label={t('event.over')}>
          <p>{resultWords(played, clients.length === 1).join(' ')}</p>
          <RematchSign table={table} />
          <Button kind="main" icon="trophy" onClick={showEnd}>
            {t('web.over.results')}
          </Button>
        </aside>
      )}
    </>
  );
  return <Play clients={clients} banner={banner} />;
}

interface ConnectedProps extends Omit<AtTableProps, 'clients'> {
  readonly code: string;
  readonly joining: Joining;
}

function Connected({ code, joining, ...more }: ConnectedProps) {
  const [clients, setClients] = useState<readonly Client[] | null>(null);
  useEffect(() => {
    const client = joinServerTable(code, joining);
    setClients([client]);
    return () => client.close();
  }, [code, joining]);
  if (!clients) return <Waiting words={t('web.app.connecting')} />;
  return <AtTable clients={clients} {...more} />;
}

interface RoomProps {
  readonly code: string;
  readonly screen?: boolean;
  /** Only watches, where there is room for many. */
  readonly crowd?: boolean;
}

/** A table on the server. Each try is a new connection. */
export function Room({ code, screen = false, crowd = false }: RoomProps) {
  const [tries, setTries] = useState(0);
  const [joining, setJoining] = useState<Joining>(crowd ? { watch: true, crowd } : { screen });
  // Somebody who opens the link to their own place on the device that has it needs nothing new.
  const [brought, setBrought] = useState(() => {
    const token = seatBrought(code);
    return token === keptTable(code)?.token ? null : token;
  });
  const come = (how: Joining) => {
    setBrought(null);
    setJoining({ screen, ...how });
    setTries(tries + 1);
  };
  if (brought)
    return (
      <TakeSeat
        code={code}
        token={brought}
        other={!!keptTable(code)?.token}
        choose={(taken) => come(taken ? { take: brought } : {})}
      />
    );
  return (
    <Connected
      key={tries}
      code={code}
      joining={joining}
      onAgain={() => come({})}
      onWatch={() => come({ watch: true, crowd })}
    />
  );
}

/** A game on this device, without a server. */
export function Local({ id }: { id: string | null }) {
  const [tries, setTries] = useState(0);
  const clients = useAwaited(`${id} ${tries}`, () => continueLocalTable(id).catch(() => null));
  if (clients === null) return <TableTrouble reason="web.local.none" />;
  if (!clients) return <Waiting words={t('web.app.loading')} />;
  return <AtTable key={tries} clients={clients} onAgain={() => setTries(tries + 1)} />;
}

/** The shared screen: first pick a game, then it has a table of its own. */
export function SharedScreen({ code }: { code: string | null }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  if (code) return <Room code={code} screen />;
  if (trouble) return <TableTrouble reason={trouble} onAgain={() => setTrouble(null)} />;
  const open = async (game: string) => {
    try {
      const client = await openServerTable(game, undefined, true);
      client.close();
      goInstead(`table/${client.get().code}`);
    } catch (problem) {
      setTrouble(reasonOf(problem));
    }
  };
  return (
    <Page title={t('web.screen.title')}>
      <p class="panel">{t('web.screen.about')}</p>
      <ul class="tables-games">
        {engine.games().map(({ name }) => (
          <li key={name}>
            <button type="button" class="button tables-game" onClick={() => void open(name)}>
              <Cover game={name} />
              {t(`game.${name}`)}
            </button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
