// SPDX-License-Identifier: MIT
// A table from the moment one comes to it: lobby, play, and what comes after.
import './Tables.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { continueLocalTable } from '../engine/local';
import { engine } from '../engine/wasm';
import { Button } from '../look';
import { keptTable } from '../net/kept';
import { joinServerTable, openServerTable, Trouble } from '../net/server';
import { Play } from '../table/Play';
import { useTables } from '../table/turn';
import type { Client, TableState } from '../table/types';
import { t } from '../words/words';
import { Lobby } from './Lobby';
import { Over, resultWords } from './Over';
import { Page } from './Page';
import { Cover } from './pictures';
import { goInstead, seatBrought } from './route';
import { LineBanner, TableTrouble, TroubleScreen, Waiting } from './Trouble';

/** The end is not torn away: the table stays in sight until somebody wants the results. */
function useEnd(table: TableState): readonly [shown: boolean, show: () => void] {
  const [shown, setShown] = useState(table.phase === 'over');
  const phase = useRef(table.phase);
  useEffect(() => {
    if (table.phase === 'over' && phase.current !== 'play') setShown(true);
    if (table.phase !== 'over') setShown(false);
    phase.current = table.phase;
  }, [table.phase]);
  return [shown, () => setShown(true)];
}

function AtTable({ clients, onAgain }: { clients: readonly Client[]; onAgain?: () => void }) {
  const tables = useTables(clients);
  const table = tables[0] as TableState;
  const client = clients[0] as Client;
  const [ended, showEnd] = useEnd(table);
  if (table.line === 'ended')
    return <TableTrouble reason={table.trouble ?? 'web.net.down'} onAgain={onAgain} />;
  if (table.v === 0) return <Waiting words={t('web.app.connecting')} />;
  if (!engine.games().some((row) => row.name === table.game))
    return <TableTrouble reason="web.version" />;
  if (table.phase === 'lobby') return <Lobby client={client} table={table} />;
  if (table.phase === 'over' && ended) return <Over clients={clients} table={table} />;
  return (
    <>
      <Play clients={clients} banner={<LineBanner table={table} />} />
      {table.phase === 'over' && (
        <aside class="panel tables-end" aria-label={t('event.over')}>
          <p>{resultWords(table, clients.length === 1).join(' ')}</p>
          <Button kind="main" icon="trophy" onClick={showEnd}>
            {t('web.over.results')}
          </Button>
        </aside>
      )}
    </>
  );
}

interface ConnectedProps {
  readonly code: string;
  readonly screen: boolean;
  /** Of a seat, by a link from another device. */
  readonly token: string | null;
  readonly onAgain: () => void;
}

function Connected({ code, screen, token, onAgain }: ConnectedProps) {
  const [clients, setClients] = useState<readonly Client[] | null>(null);
  useEffect(() => {
    const client = joinServerTable(code, { screen, ...(token ? { token } : {}) });
    setClients([client]);
    return () => client.close();
  }, [code, screen, token]);
  if (!clients) return <Waiting words={t('web.app.connecting')} />;
  return <AtTable clients={clients} onAgain={onAgain} />;
}

/** This browser has a seat at the table, and the link is another one's: neither goes unasked. */
function WhichSeat({ choose }: { choose: (given: boolean) => void }) {
  return (
    <TroubleScreen icon="person" title={t('web.seat.which')} text={t('web.seat.which.text')}>
      <Button kind="main" onClick={() => choose(false)}>
        {t('web.seat.before')}
      </Button>
      <Button onClick={() => choose(true)}>{t('web.seat.given')}</Button>
    </TroubleScreen>
  );
}

/** A table on the server. Another try is another connection. */
export function Room({ code, screen = false }: { code: string; screen?: boolean }) {
  const [tries, setTries] = useState(0);
  const [token, setToken] = useState(() => seatBrought(code));
  const [asks, setAsks] = useState(() => {
    const kept = keptTable(code)?.token;
    return token !== null && !!kept && kept !== token;
  });
  const choose = (given: boolean) => {
    if (!given) setToken(null);
    setAsks(false);
  };
  if (asks) return <WhichSeat choose={choose} />;
  const again = () => {
    setToken(null);
    setTries(tries + 1);
  };
  return <Connected key={tries} code={code} screen={screen} token={token} onAgain={again} />;
}

/** The table of this page, which needs no server. */
export function Local() {
  const [clients, setClients] = useState<readonly Client[] | 'none' | null>(null);
  useEffect(() => {
    let present = true;
    continueLocalTable()
      .then((given) => present && setClients(given ?? 'none'))
      .catch(() => present && setClients('none'));
    return () => {
      present = false;
    };
  }, []);
  if (clients === 'none') return <TableTrouble reason="web.local.none" />;
  return clients ? <AtTable clients={clients} /> : <Waiting words={t('web.app.loading')} />;
}

/** The shared screen: first which game, then a table of its own. */
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
      setTrouble(problem instanceof Trouble ? problem.reason : 'web.net.down');
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
