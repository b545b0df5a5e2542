// SPDX-License-Identifier: MIT
// The rules of a game in pictures and examples. The rules themselves play the examples: they say
// what lies on the table, what happens and what it scores.
import './Guide.css';
import { Fragment } from 'preact';
import { factOf, itemsIn } from '../engine/facts';
import { Icon } from '../look';
import { skinOf } from '../skins';
import type { Example, Skin, Stand } from '../skins/skin';
import { AboutPiece } from '../table/About';
import { explain, viewOf } from '../table/eye';
import type { LogEntry, TableState } from '../table/types';
import { refusalWords, tellShort } from '../words/tell';
import { t } from '../words/words';
import { Pieces } from './pictures';
import { accountOf, resultWords, stillOf, tableOf } from './stand';

/** Any number of players. */
const AS_PRINTED = { options: {} };

/** The tables before the moves and after each of them. */
function tablesOf(game: string, stand: Stand, moves: readonly string[]): readonly TableState[] {
  const counts = Array.from({ length: moves.length + 1 }, (_, n) => n);
  return counts.map((n) => tableOf(game, stand, moves.slice(0, n)));
}

/** The card that a move has laid on the others, as it lies there; null: none. */
function laidIn({ events }: LogEntry, table: TableState): string | null {
  const piece = events.find(({ kind, to }) => kind === 'move' && to?.zone === 'discard')?.piece;
  if (piece === undefined) return null;
  const lead = factOf(viewOf(table, 0), 'lead')?.piece ?? piece;
  return lead.startsWith(`${piece}=`) ? lead : piece;
}

function Card({ skin, piece }: { skin: Skin; piece: string | null }) {
  return (
    <span class="guide-card" aria-hidden="true">
      {piece !== null && <skin.Face piece={piece} />}
    </span>
  );
}

/** Cards laid one on another, with what the rules say about each. */
function Strip({ skin, tables }: { skin: Skin; tables: readonly TableState[] }) {
  const [first, ...after] = tables;
  if (!first) return null;
  const open = factOf(viewOf(first, 0), 'lead')?.piece ?? '';
  return (
    <ol class="guide-strip">
      <li>
        <Card skin={skin} piece={open} />
        <p dir="auto">{t('web.guide.open', { card: skin.nameOf(open) })}</p>
      </li>
      {after.map((table) => {
        const entry = table.log.at(-1);
        return (
          entry && (
            <li key={entry.v}>
              <Card skin={skin} piece={laidIn(entry, table)} />
              <p dir="auto">{tellShort(entry, table, skin)}</p>
            </li>
          )
        );
      })}
    </ol>
  );
}

/** The board before and after. */
function Boards({
  game,
  skin,
  tables,
}: {
  game: string;
  skin: Skin;
  tables: readonly TableState[];
}) {
  const after = tables.length > 1 ? tables.at(-1) : undefined;
  const entry = after?.log.at(-1);
  return (
    <>
      <div class="guide-boards" data-game={game} inert>
        {[tables[0], after].map(
          (table, i) =>
            table && (
              <Fragment key={i}>
                {i > 0 && <Icon name="forward" />}
                <div class="guide-board" dir="ltr">
                  <skin.Board {...stillOf(table)} frame={viewOf(after ?? table, 0)} />
                </div>
              </Fragment>
            ),
        )}
      </div>
      {entry && after && (
        <p class="guide-told" dir="auto">
          {tellShort(entry, after, skin)}
        </p>
      )}
    </>
  );
}

function Refused({ skin, table, move }: { skin: Skin; table: TableState; move: string }) {
  const answer = explain(viewOf(table, 0), move);
  if (answer.legal) return null;
  const name = skin.moveName?.(move) ?? skin.nameOf(move.split('@')[0] ?? '');
  return (
    <li>
      <Icon name="close" />
      <p>
        <bdi>
          <strong>{name}</strong>
        </bdi>
        {': '}
        {refusalWords(answer.reason)}
      </p>
    </li>
  );
}

function Shown({ game, skin, example }: { game: string; skin: Skin; example: Example }) {
  const { stand, moves = [], refused = {} } = example;
  if (!stand) return null;
  const tables = tablesOf(game, stand, moves);
  const [first] = tables;
  const last = tables.at(-1);
  const onBoard = first && itemsIn(viewOf(first, 0), 'discard').length === 0;
  const account = accountOf(tables.at(-2), moves.at(-1));
  const adds = account.length > 2; // one line, not doubled: the sentence has said it all
  const result = last && resultWords(last);
  return (
    <div class="guide-shown">
      {onBoard ? (
        <Boards game={game} skin={skin} tables={tables} />
      ) : (
        <Strip skin={skin} tables={tables} />
      )}
      {skin.Account && adds && <skin.Account account={account} />}
      {result && <p class="guide-result">{result}</p>}
      {first && (
        <ul class="guide-refused">
          {Object.keys(refused).map((move) => (
            <Refused key={move} skin={skin} table={first} move={move} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Looked({ game, skin, example }: { game: string; skin: Skin; example: Example }) {
  const { pieces, each } = example;
  if (!pieces) return null;
  if (!each) return <Pieces game={game} pieces={pieces} />;
  return (
    <ul class="guide-each">
      {pieces.split(' ').map((piece) => (
        <li key={piece}>
          <h3>{skin.nameOf(piece)}</h3>
          <AboutPiece game={game} skin={skin} piece={piece} played={AS_PRINTED} />
        </li>
      ))}
    </ul>
  );
}

export function Guide({ game, guide }: { game: string; guide: readonly Example[] }) {
  const skin = skinOf(game);
  return (
    <>
      {guide.map((example) => (
        <section key={example.name} class="panel guide" data-example={example.name}>
          <h2>{t(`web.guide.${game}.${example.name}.title`)}</h2>
          <p>{t(`web.guide.${game}.${example.name}`)}</p>
          <Looked game={game} skin={skin} example={example} />
          <Shown game={game} skin={skin} example={example} />
        </section>
      ))}
    </>
  );
}
