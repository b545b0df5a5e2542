// SPDX-License-Identifier: MIT
// The colour in force, and signs for what is happening: cards owed, a run, a king's turn, a
// window.
import type { ComponentChildren } from 'preact';
import { factOf } from '../../engine/facts';
import type { View } from '../../engine/types';
import { COLOURS, type Colour, inkOf, textureOf } from '../../look/cards';
import type { TableState } from '../../table/types';
import { seatName } from '../../words/tell';
import { Say, t } from '../../words/words';
import { CROWN, TAKI } from './figures';
import { colourName } from './names';
import { colourInForce } from './table';

export function Swatch({ colour }: { colour: Colour | null }) {
  return (
    <svg class="taki-swatch" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {colour ? (
        <>
          <rect class="taki-swatch-field" width="48" height="48" rx="8" fill={textureOf(colour)} />
          <text class="taki-swatch-letter" x="24" y="25" fill={inkOf(colour)}>
            {t(`colour.letter.${colour}`)}
          </text>
        </>
      ) : (
        COLOURS.map((each, i) => (
          <rect
            key={each}
            x={(i % 2) * 25}
            y={i < 2 ? 0 : 25}
            width="23"
            height="23"
            rx="5"
            fill={textureOf(each)}
          />
        ))
      )}
    </svg>
  );
}

/** The colour in force, large, with its letter and name; nothing binds on a king (TR26). */
export function Force({ colour }: { colour: Colour | null }) {
  return (
    <p class="taki-force">
      <Swatch colour={colour} />
      <span class="taki-force-name" aria-hidden="true">
        {colour ? colourName(colour) : t('web.taki.any')}
      </span>
      <span class="heard">
        {colour ? t('web.taki.force', { colour: colourName(colour) }) : t('web.taki.force.any')}
      </span>
    </p>
  );
}

interface SignProps {
  readonly kind: string;
  readonly figure: ComponentChildren;
  readonly children: ComponentChildren;
}

function Sign({ kind, figure, children }: SignProps) {
  return (
    <li class={`taki-sign taki-sign-${kind}`}>
      <span class="taki-sign-figure" aria-hidden="true">
        {figure}
      </span>
      <span>{children}</span>
    </li>
  );
}

/** TAKI in our lettering, in the run's colour. */
function TakiSign({ colour }: { colour: Colour }) {
  return (
    <svg class="taki-word" viewBox="10 48 80 43" aria-hidden="true" focusable="false">
      <rect x="10" y="48" width="80" height="43" rx="8" fill={textureOf(colour)} />
      {TAKI.map(([path, breadth]) => (
        <path
          key={path}
          class="taki-stroke"
          d={path}
          stroke={inkOf(colour)}
          stroke-width={breadth}
        />
      ))}
    </svg>
  );
}

/** `+6` and where it comes from. */
function Owed({ owed, chain }: { owed: number; chain: number }) {
  return (
    <bdi dir="ltr" class="figures">
      <b>+{owed}</b>{' '}
      <small>
        {owed / chain} × {chain}
      </small>
    </bdi>
  );
}

export function Signs({ table, view }: { table: TableState; view: View }) {
  const colour = colourInForce(view);
  const window = factOf(view, 'window');
  const { number: owed = 0, seat: ower = 0 } = factOf(view, 'owed') ?? {};
  const chain = factOf(view, 'chain')?.number ?? 1;
  const name = seatName(table, factOf(view, 'turn')?.seat ?? 0);
  return (
    <ul class="taki-signs">
      {window && (
        <Sign kind="window" figure={<bdi dir="ltr">+3</bdi>}>
          <Say k="web.taki.window" name={name} />
        </Sign>
      )}
      {owed > 0 && (
        <Sign kind="owed" figure={<Owed owed={owed} chain={chain} />}>
          <Say
            k={window ? 'web.taki.owed.next' : 'web.taki.owed'}
            name={seatName(table, ower)}
            n={owed}
          />
        </Sign>
      )}
      {factOf(view, 'run') && colour && (
        <Sign kind="run" figure={<TakiSign colour={colour} />}>
          <Say k="web.taki.run" name={name} colour={colourName(colour)} />
        </Sign>
      )}
      {factOf(view, 'open') && colour && (
        <Sign kind="open" figure={<TakiSign colour={colour} />}>
          <Say k="web.taki.open" colour={colourName(colour)} />
        </Sign>
      )}
      {factOf(view, 'free') && (
        <Sign
          kind="free"
          figure={
            <svg class="taki-word" viewBox="18 40 64 56" aria-hidden="true" focusable="false">
              <path class="taki-crown" d={CROWN} />
            </svg>
          }
        >
          <Say k="web.taki.free" name={name} />
        </Sign>
      )}
    </ul>
  );
}
