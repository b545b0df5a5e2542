// SPDX-License-Identifier: MIT
// Gobblet's board with the reserves, and a slow replay of the last move.
import './gobblet.css';
import { useEffect, useState } from 'preact/hooks';
import { factsOf } from '../../engine/facts';
import type { Place, View } from '../../engine/types';
import { Button } from '../../look/parts';
import { Grid, type Spot } from '../../table/Roving';
import { t } from '../../words/words';
import type { SkinProps } from '../skin';
import { Cup } from './Cup';
import { Reserve } from './Reserve';
import {
  indexOf,
  lastPlayed,
  moved,
  type Played,
  pieceName,
  SIDE,
  type Squares,
  type Stack,
  squareName,
  squaresOf,
  withSent,
} from './stacks';

// ---- replay of the last move: before, lifted, put down ----

type Phase = 'before' | 'lifted';

const PHASE_MS = { before: 700, lifted: 1100 } as const;

function useReplay(last: Played | null) {
  const key = JSON.stringify(last);
  const [shown, show] = useState<{ key: string; phase: Phase | null }>({ key, phase: null });
  const phase = shown.key === key ? shown.phase : null; // a new move ends the replay
  useEffect(() => {
    if (!phase) return;
    const next = phase === 'before' ? 'lifted' : null;
    const timer = setTimeout(() => show({ key, phase: next }), PHASE_MS[phase]);
    return () => clearTimeout(timer);
  }, [key, phase]);
  return { phase, start: () => show({ key, phase: 'before' }) };
}

function replayed(squares: Squares, last: Played, phase: Phase): Squares {
  const lifted = moved(squares, last.piece, last.to);
  return phase === 'before' ? moved(lifted, last.piece, { zone: 'pile' }, last.from) : lifted;
}

/** What the last move uncovered where it began. */
function uncovered(squares: Squares, last: Played): string | undefined {
  if (last.from.zone !== 'board') return undefined;
  const stack = squares[indexOf(last.from)];
  return stack?.[stack.length - 1];
}

// ---- squares ----

const isAt = (place: Place | undefined, x: number, y: number) =>
  place?.zone === 'board' && place.x === x && place.y === y;

/** What stands on a square. A piece stays visible until the one that covers it has landed. */
function Standing({ stack, fresh, peek }: { stack: Stack; fresh: boolean; peek: boolean }) {
  const top = stack[stack.length - 1];
  const under = fresh ? stack[stack.length - 2] : undefined;
  if (!top) return null;
  return (
    <>
      {under && <Cup piece={under} class="gobblet-under" />}
      <span class="gobblet-top" data-top="">
        <Cup piece={top} />
      </span>
      {peek && stack.length > 1 && (
        <span class="gobblet-peek" aria-hidden="true">
          {stack.slice(0, -1).map((piece) => (
            <Cup key={piece} piece={piece} />
          ))}
        </span>
      )}
    </>
  );
}

function spokenSquare(stack: Stack, square: string, peek: boolean): string {
  const top = stack[stack.length - 1];
  if (!top) return t('web.gobblet.square.empty', { square });
  const name = t('web.gobblet.square', { square, piece: pieceName(top) });
  if (!peek || stack.length < 2) return name;
  const hidden = stack.slice(0, -1).reverse().map(pieceName).join(', ');
  return `${name}, ${t('web.gobblet.covers', { pieces: hidden })}`;
}

interface Drawn {
  readonly props: SkinProps;
  readonly squares: Squares;
  readonly last: Played | null;
  readonly phase: Phase | null;
  /** Squares of a line of four. */
  readonly won: ReadonlySet<number>;
  readonly threats: Threats;
}

/** Of each side, by index: the squares of its lines of three, and where it would win. */
type Threats = readonly { readonly three: ReadonlySet<number>; readonly at: ReadonlySet<number> }[];

const SIDES = [0, 1] as const;

const squaresAt = (view: View, name: string, side?: number): Set<number> =>
  new Set(
    factsOf(view, name)
      .filter(({ seat }) => side === undefined || seat === side)
      .map(({ place }) => (place ? indexOf(place) : -1)),
  );

/** Lines of three that nobody can complete threaten nothing, and are not drawn. */
const threatsOf = (view: View): Threats =>
  SIDES.map((side) => {
    const at = squaresAt(view, 'threat', side);
    return { at, three: at.size > 0 ? squaresAt(view, 'three', side) : at };
  });

/** Who would win with a gobblet on this square, for screen readers. */
function spokenThreats(threats: Threats, at: number): string {
  const sides = SIDES.filter((side) => threats[side]?.at.has(at));
  return sides.map((side) => `, ${t(`web.gobblet.threat.${side === 0 ? 'W' : 'B'}`)}`).join('');
}

function marksOf(drawn: Drawn, x: number, y: number): string {
  const { props, squares, last, phase, won, threats } = drawn;
  const place: Place = { zone: 'board', x, y };
  const marks = ['gobblet-square'];
  if ((x + y) % 2 === 0) marks.push('gobblet-square-low');
  if (isAt(last?.from, x, y)) marks.push('gobblet-from');
  if (isAt(last?.to, x, y)) marks.push('gobblet-to');
  if (phase === 'lifted' && isAt(last?.from, x, y)) marks.push('gobblet-shown');
  if (won.has(indexOf(place))) marks.push('gobblet-won');
  for (const side of SIDES) {
    if (threats[side]?.three.has(indexOf(place))) marks.push(`gobblet-three-${side}`);
    if (threats[side]?.at.has(indexOf(place))) marks.push(`gobblet-threat-${side}`);
  }
  if (props.gesture.lights && props.gesture.can({ kind: 'put', place }))
    marks.push('gobblet-target', squares[indexOf(place)]?.length ? 'gobblet-cover' : '');
  return marks.join(' ');
}

function spotAt(drawn: Drawn, x: number, y: number): Spot {
  const { gesture, table } = drawn.props;
  const place: Place = { zone: 'board', x, y };
  const stack = drawn.squares[indexOf(place)] ?? [];
  const piece = stack[stack.length - 1];
  const holding = gesture.done[gesture.done.length - 1]?.kind === 'take';
  const take = { kind: 'take', place, ...(piece ? { piece } : {}) } as const;
  const put = { kind: 'put', place } as const;
  const peek = table.options.peek === 'on';
  const fresh = isAt(drawn.last?.to, x, y) || gesture.sent.some((step) => isAt(step.place, x, y));
  return {
    label:
      spokenSquare(stack, squareName(place), peek) + spokenThreats(drawn.threats, indexOf(place)),
    place,
    held: gesture.has(take),
    lit: gesture.lights && (gesture.can(put) || gesture.can(take)),
    class: marksOf(drawn, x, y),
    ...(piece ? { about: piece } : {}),
    onTouch: () => gesture.touch(holding ? put : take),
    children: (
      <>
        <Standing stack={stack} fresh={fresh} peek={peek} />
        {drawn.phase === 'lifted' && isAt(drawn.last?.to, x, y) && drawn.last && (
          <span class="gobblet-air">
            <Cup piece={drawn.last.piece} />
          </span>
        )}
      </>
    ),
  };
}

function Letters({ down }: { down?: boolean }) {
  const names = down ? ['4', '3', '2', '1'] : ['a', 'b', 'c', 'd'];
  return (
    <span class={down ? 'gobblet-rows' : 'gobblet-columns'} aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </span>
  );
}

export function Board(props: SkinProps) {
  const { table, view, gesture, viewer } = props;
  const last = lastPlayed(table.log);
  const { phase, start } = useReplay(last);
  const now = withSent(squaresOf(view), gesture.sent);
  const squares = last && phase ? replayed(now, last, phase) : now;
  const shown = last && phase ? uncovered(squares, last) : undefined;
  const below = viewer === 1 ? 1 : 0;
  const won = phase ? new Set<number>() : squaresAt(view, 'line');
  const threats = props.threats && !phase ? threatsOf(view) : [];
  const drawn = { props, squares, last, phase, won, threats };
  return (
    <div class="gobblet" dir="ltr">
      <Reserve {...props} seat={1 - below} />
      <div class="gobblet-wood">
        <Letters down />
        <Grid cols={SIDE} rows={SIDE} label={t('web.gobblet.board')} class="gobblet-grid">
          {(x, y) => spotAt(drawn, x, y)}
        </Grid>
        <Letters />
      </div>
      <Reserve {...props} seat={below} />
      {last && (
        <div class="gobblet-again">
          <Button kind="quiet" icon="again" label={t('web.gobblet.again')} onClick={start} />
          <span role="status" dir="auto" class="panel gobblet-told" hidden={phase !== 'lifted'}>
            {phase === 'lifted' &&
              (shown
                ? t('web.gobblet.uncovered', { piece: pieceName(shown) })
                : t('web.gobblet.uncovered.none'))}
          </span>
        </div>
      )}
    </div>
  );
}
