// SPDX-License-Identifier: MIT
// After a game in which players said it themselves: each person's own wrong answers, with what would
// have been right, and how many the others had.
import './Answers.css';
import { useEffect, useState } from 'preact/hooks';
import { boxTries, type Tries } from '../net/box';
import type { Said } from '../net/messages';
import { skinOf } from '../skins';
import type { Client, TableState } from '../table/types';
import { seatName } from '../words/tell';
import { t } from '../words/words';

function Wrong({ said, game }: { said: Said; game: string }) {
  const { nameOf } = skinOf(game);
  const right = said.right.map(nameOf);
  return (
    <li>
      {said.on !== undefined && (
        <span class="soft">{t('web.over.said.on', { card: nameOf(said.on) })}</span>
      )}
      <span class="answers-wrong">{nameOf(said.move)}</span>
      <span>
        {right.length > 0
          ? t('web.over.said.right', { moves: { names: right } })
          : t('web.over.said.none')}
      </span>
    </li>
  );
}

interface OwnProps {
  readonly game: string;
  readonly answers: readonly Said[];
  /** Whose they are, if there are several people. */
  readonly name: string | null;
}

function Own({ game, answers, name }: OwnProps) {
  return (
    <section class="answers-own">
      {name !== null && (
        <h3>
          <bdi>{name}</bdi>
        </h3>
      )}
      {answers.length === 0 ? (
        <p>{t('web.over.said.all')}</p>
      ) : (
        <ol class="answers-list">
          {answers.map((said, i) => (
            <Wrong key={i} said={said} game={game} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The same of a game in the box. */
export function KeptAnswers({ id, table }: { id: string; table: TableState }) {
  const [tries, setTries] = useState<Tries>([]);
  useEffect(() => {
    let present = true;
    void boxTries(id).then((found) => present && setTries(found));
    return () => {
      present = false;
    };
  }, [id]);
  if (tries.length === 0) return null;
  return (
    <section class="panel over-more">
      <h2>{t('web.over.said')}</h2>
      {tries.map(({ seat, said }) => (
        <Own
          key={seat}
          game={table.game}
          answers={said}
          name={tries.length > 1 ? seatName(table, seat) : null}
        />
      ))}
    </section>
  );
}

export function Answers({ clients, table }: { clients: readonly Client[]; table: TableState }) {
  if (table.wrong.length === 0) return null;
  const mine = clients.map((client) => client.get().you.seat);
  const others = table.seats.flatMap((sits, seat) =>
    sits?.name && !mine.includes(seat) ? [seat] : [],
  );
  return (
    <section class="panel over-more">
      <h2>{t('web.over.said')}</h2>
      {clients.map((client) => {
        const { you, game, answers } = client.get();
        const name = clients.length > 1 ? seatName(table, you.seat ?? 0) : null;
        return you.seat === undefined ? null : (
          <Own key={you.seat} game={game} answers={answers} name={name} />
        );
      })}
      {others.map((seat) => (
        <p key={seat} class="soft">
          {t('aloud.told', { name: seatName(table, seat), n: table.wrong[seat] ?? 0 })}
        </p>
      ))}
    </section>
  );
}
