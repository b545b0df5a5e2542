// SPDX-License-Identifier: MIT
// The people around the table: names, what the game shows about each, clocks, what they say.
import { placeKey } from '../engine/types';
import { Icon } from '../look/icons';
import type { Skin, SkinProps } from '../skins/skin';
import { seatName } from '../words/tell';
import { t } from '../words/words';
import { LIST } from './Roving';
import { minutes, seatsFrom, useNow } from './turn';
import type { TableState } from './types';
import { isAway, SeatWait } from './Waits';

interface SeatsProps {
  readonly skin: Skin;
  readonly around: SkinProps;
  readonly turn: number | null;
  /** The viewer's own hand is drawn elsewhere: cards fly there instead. */
  readonly handShown: boolean;
}

const PHRASE_MS = 6000;

function Clock({ table, seat }: { table: TableState; seat: number }) {
  const running = table.running.includes(seat);
  const now = useNow(running);
  const left = (table.clocks?.[seat] ?? 0) - (running ? now - table.clocksAt : 0);
  return (
    <span class="play-clock figures" data-short={left < 20_000 ? '' : undefined} role="timer">
      {minutes(left)}
    </span>
  );
}

function Who({ table, seat, thinking }: { table: TableState; seat: number; thinking: boolean }) {
  const sits = table.seats[seat];
  const away = isAway(sits);
  const name = seatName(table, seat);
  const level = sits?.bot ? t(`level.${sits.bot}`) : '';
  return (
    <span class="play-who">
      {sits?.bot && <Icon name="bot" class="play-who-sign" />}
      <bdi class="play-name" title={name}>
        {name}
      </bdi>
      {level !== '' && !name.includes(level) && <span class="play-level small">{level}</span>}
      {away && (
        <>
          <Icon name="offline" class="play-who-sign play-away" />
          <span class="heard">{t('web.play.away')}</span>
        </>
      )}
      {thinking && (
        <span class="play-thinking">
          <span class="heard">{t('web.play.thinking')}</span>
        </span>
      )}
    </span>
  );
}

/** What somebody said a moment ago. */
function Said({ table, seat }: { table: TableState; seat: number }) {
  const said = table.said.filter((each) => each.seat === seat).pop();
  if (!said) return null;
  return (
    <span class="play-said small" key={said.v} style={{ animationDelay: `${PHRASE_MS}ms` }}>
      {t(`table.phrase.${said.phrase}`)}
    </span>
  );
}

function SeatCard(props: SeatsProps & { readonly seat: number }) {
  const { skin, around, turn, seat } = props;
  const { table, viewer } = around;
  const asked = table.window !== null && table.actors.includes(seat);
  const mine = seat === viewer;
  const thinking = turn === seat && table.seats[seat]?.bot !== undefined;
  const place = mine && props.handShown ? undefined : placeKey({ zone: 'hand', seat });
  return (
    <li
      class="play-seat"
      data-turn={turn === seat ? '' : undefined}
      data-asked={asked ? '' : undefined}
      data-mine={mine ? '' : undefined}
      data-place={place}
      aria-current={turn === seat ? 'true' : undefined}
    >
      <Who table={table} seat={seat} thinking={thinking} />
      <span class="play-badge">
        <skin.Badge {...around} seat={seat} />
      </span>
      {table.clock.kind !== 'off' && <Clock table={table} seat={seat} />}
      <SeatWait table={table} seat={seat} />
      <Said table={table} seat={seat} />
    </li>
  );
}

export function Seats(props: SeatsProps) {
  const { table, viewer } = props.around;
  return (
    <ul
      class="play-seats"
      {...LIST}
      aria-label={t('web.play.seats')}
      data-count={table.seats.length}
    >
      {seatsFrom(table, viewer).map((seat) => (
        <SeatCard key={seat} {...props} seat={seat} />
      ))}
    </ul>
  );
}
