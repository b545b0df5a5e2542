// SPDX-License-Identifier: MIT
// After the game: how it ended, and what next.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button, Icon } from '../look';
import { DoorButton, ToldLine } from '../table/Door';
import type { Client, TableState } from '../table/types';
import { Say, t } from '../words/words';
import { Answers } from './Answers';
import { resultWords } from './ending';
import { Evening, wasAnEvening } from './Evening';
import type { Finished } from './finished';
import { InviteCorner } from './Invite';
import { Page } from './Page';
import { type Past, readPast, showReplay } from './past';
import { Details, LastTable, Moment, Standings } from './Result';
import { Rematch } from './Rematch';
import { ReviewPanel } from './Reviewed';
import { Share } from './share';
import { LineBanner } from './Trouble';

/** The record of the match; null: not here yet, or it cannot be read. */
function pastOf(finished: Finished | null, here: boolean): Past | null {
  try {
    return finished && readPast(finished.record, here);
  } catch {
    return null;
  }
}

/** Where the game is kept from now on. */
function InBox({ added }: { added: Finished['added'] }) {
  if (!added) return null;
  return (
    <p class="small soft over-boxed">
      <a href={`#box/${added.id}`}>
        <Icon name="box" />
        {t('web.box.kept')}
      </a>
      {added.dropped > 0 && (
        <span>
          <Say k="web.box.dropped" n={added.dropped} />
        </span>
      )}
    </p>
  );
}

interface OverProps {
  readonly clients: readonly Client[];
  readonly table: TableState;
  /** The table when the match ended, with everybody who played. */
  readonly played: TableState;
  readonly finished: Finished | null;
  readonly onJoin?: () => void;
}

interface OnScreenProps {
  readonly table: TableState;
  readonly result: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Everything at once: nobody scrolls a shared screen. */
function OnScreen({ table, result, children }: OnScreenProps) {
  return (
    <Page title={t(`game.${table.game}`)} class="over over-screen">
      <LineBanner table={table} />
      <div class="over-parts">
        <section class="panel over-result">
          {result}
          {children}
        </section>
        <div class="column">
          {wasAnEvening(table) && <Evening table={table} />}
          <InviteCorner code={table.code} />
        </div>
      </div>
    </Page>
  );
}

export function Over({ clients, table, played, finished, onJoin }: OverProps) {
  const client = clients[0] as Client;
  const { local } = client;
  const record = finished?.record;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the record matters
  const past = useMemo(() => pastOf(finished, local), [record, local]);
  const seats = clients.flatMap((one) => (one === client ? played : one.get()).you.seat ?? []);
  const words = useMemo(() => resultWords(played, clients.length === 1), [played, clients]);
  const result = (
    <>
      <div role="status">
        <h2>{words.join(' ')}</h2>
      </div>
      <Moment table={played} past={past} />
      <Standings table={played} past={past} />
    </>
  );
  const again = <Rematch clients={clients} table={table} played={played} onJoin={onJoin} />;
  if (table.you.screen)
    return (
      <OnScreen table={table} result={result}>
        {again}
      </OnScreen>
    );
  return (
    <Page title={t(`game.${table.game}`)} class="over">
      <LineBanner table={table} />
      <section class="panel over-result">
        {result}
        <div class="row centred over-ways">
          {again}
          {past && (
            <Button icon="play" onClick={() => showReplay(past, 0, seats)}>
              {t('web.over.replay')}
            </Button>
          )}
          <Share table={played} past={past} />
          {!local && <DoorButton table={table} act={(command) => void client.send(command)} />}
        </div>
        <InBox added={finished?.added ?? null} />
        <ToldLine table={table} />
      </section>
      <Answers clients={clients} table={table} />
      {past && past.plies > 0 && seats.length > 0 && <ReviewPanel past={past} seats={seats} />}
      {past && <Details table={played} past={past} />}
      <LastTable table={table} />
    </Page>
  );
}
