// SPDX-License-Identifier: MIT
// Plots of results. Each runs in the reading direction, tells results apart by shape and pattern as
// well as by colour, and has a table behind it with the same numbers.
import './plots.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useSize } from '../hooks';
import { day, language, t } from '../words/words';
import { Mark, SHAPES } from './signs';
import {
  type Fortune,
  type Group,
  type Point,
  type Result,
  type Standing,
  sumOf,
  type Tally,
} from './tally';

export const RESULTS = ['won', 'drawn', 'lost'] as const;

// ---- what they share ----

function Sign({ result }: { result: Result }) {
  return (
    <>
      <Mark result={result} />
      <span class="heard">{t(`web.box.${result}`)}</span>
    </>
  );
}

const SIGNS = RESULTS.map((result) => ({ result }));

interface FigureProps {
  readonly title: string;
  /** The same in a sentence, for people who do not see it. */
  readonly told: string;
  /** A result stands for its sign. */
  readonly heads: readonly (string | { readonly result: Result })[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly children: ComponentChildren;
}

/** A plot with its title and the table behind it. */
function Figure({ title, told, heads, rows, children }: FigureProps) {
  const id = useId();
  return (
    <figure class="column plot" aria-labelledby={id}>
      <figcaption id={id}>
        <h2>{title}</h2>
      </figcaption>
      <p class="heard">{told}</p>
      {children}
      <details class="plot-table">
        <summary class="small">{t('web.box.table')}</summary>
        <table class="figures">
          <thead>
            <tr>
              {heads.map((head, i) => (
                <th key={i} scope="col">
                  {typeof head === 'string' ? head : <Sign {...head} />}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, at) =>
                  at === 0 ? (
                    <th key={at} scope="row">
                      <bdi>{cell}</bdi>
                    </th>
                  ) : (
                    <td key={at}>
                      <bdi>{cell}</bdi>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

// ---- over time ----

const HEIGHT = 160;
const MARGIN = { top: 10, bottom: 10, start: 40, end: 10 };
const POINTS_MAX = 60;
const MARKS_APART = 11; // pixels

/** Whole numbers for the lines across, from about the lowest to the highest value. */
function levelsOf(low: number, high: number): number[] {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
  const step = steps.find((one) => (high - low) / one <= 4) ?? 10000;
  const first = Math.floor(low / step);
  const count = Math.ceil(high / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

interface LinesProps {
  /** Each from the value before the first game to the one after the last. */
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** The first and the last game, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Marks, if there is room for them: how far across, and how high. */
  readonly marks?: readonly {
    readonly result: Result;
    readonly at: number;
    readonly value: number;
  }[];
}

/** Values that change from game to game, in the direction of reading. */
function Lines({ lines, from, to, marks = [] }: LinesProps) {
  const [box, { width }] = useSize({ width: 320, height: HEIGHT });
  const all = lines.flatMap(({ values }) => values);
  const levels = levelsOf(Math.min(0, ...all), Math.max(1, ...all));
  const [low = 0, high = 1] = [levels[0], levels.at(-1)];
  const rtl = language() === 'he';
  const steps = Math.max(1, (lines[0]?.values.length ?? 0) - 1);
  const room = width - MARGIN.start - MARGIN.end;
  const across = (i: number) => {
    const x = MARGIN.start + (room * i) / steps;
    return rtl ? width - x : x;
  };
  const down = (value: number) =>
    MARGIN.top + ((high - value) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const pathOf = (values: readonly number[]) =>
    `M${values.map((value, i) => `${across(i).toFixed(1)} ${down(value).toFixed(1)}`).join('L')}`;
  return (
    <>
      <div ref={box} class="plot-box">
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {levels.map((level) => (
            <g key={level} class={level === 0 ? 'plot-zero' : 'plot-level'}>
              <path d={`M${across(0)} ${down(level)}H${across(steps)}`} />
              <text
                x={rtl ? width - 2 : 2}
                y={down(level) + 4}
                direction="ltr"
                text-anchor={rtl ? 'end' : 'start'}
              >
                {signed(level)}
              </text>
            </g>
          ))}
          {lines.map(({ name, values }) => (
            <path key={name} class={`plot-line plot-line-${name}`} d={pathOf(values)} />
          ))}
          {room / (steps + 1) >= MARKS_APART &&
            marks.map(({ result, at, value }) => (
              <path
                key={at}
                class={`plot-${result}`}
                d={SHAPES[result]}
                transform={`translate(${across(at).toFixed(1)} ${down(value).toFixed(1)})`}
              />
            ))}
        </svg>
      </div>
      <p class="beside small soft plot-ends" aria-hidden="true">
        <span>{day(from)}</span>
        <span>{day(to)}</span>
      </p>
    </>
  );
}

/** Games won less games lost: up a step for each game won, down one for each game lost. */
export function Balance({ points }: { points: readonly Point[] }) {
  const shown = points.slice(-POINTS_MAX);
  const before =
    (shown[0]?.balance ?? 0) - (shown[0] ? { won: 1, drawn: 0, lost: -1 }[shown[0].result] : 0);
  const last = points.at(-1)?.balance ?? 0;
  return (
    <Figure
      title={t('web.box.balance')}
      told={t('web.box.balance.told', { n: points.length, balance: { ltr: signed(last) } })}
      heads={[
        t('web.box.when'),
        t('web.box.game'),
        t('web.box.result'),
        t('web.box.balance.short'),
      ]}
      rows={[...points]
        .reverse()
        .map(({ game, result, balance }) => [
          day(game.at),
          t(`game.${game.game}`),
          t(`web.box.${result}`),
          signed(balance),
        ])}
    >
      <Lines
        lines={[{ name: 'balance', values: [before, ...shown.map(({ balance }) => balance)] }]}
        from={shown[0]?.game.at ?? 0}
        to={shown.at(-1)?.game.at ?? 0}
        marks={shown.map(({ result, balance: value }, i) => ({ result, at: i + 1, value }))}
      />
    </Figure>
  );
}

/** +3, −2, 0. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

const FORTUNES = ['skill', 'luck'] as const;

/** All luck and all skill so far. Luck comes back to nothing in the long run; skill need not. */
export function Fortunes({ fortunes }: { fortunes: readonly Fortune[] }) {
  const shown = fortunes.slice(-POINTS_MAX);
  const before = fortunes.at(-1 - shown.length);
  const last = fortunes.at(-1);
  const points = (one: Fortune | undefined, name: (typeof FORTUNES)[number]) =>
    Math.round(one?.[name] ?? 0);
  const at = (one: Fortune | undefined) => one?.game.at ?? 0;
  return (
    <Figure
      title={t('web.box.fortunes')}
      told={t('web.box.fortunes.told', {
        n: fortunes.length,
        skill: { ltr: signed(points(last, 'skill')) },
        luck: { ltr: signed(points(last, 'luck')) },
      })}
      heads={[
        t('web.box.when'),
        t('web.box.game'),
        ...FORTUNES.map((name) => t(`web.box.fortunes.${name}`)),
      ]}
      rows={[...fortunes]
        .reverse()
        .map((one) => [
          day(one.game.at),
          t(`game.${one.game.game}`),
          ...FORTUNES.map((name) => signed(points(one, name))),
        ])}
    >
      <Lines
        lines={FORTUNES.map((name) => ({
          name,
          values: [points(before, name), ...shown.map((one) => points(one, name))],
        }))}
        from={at(shown[0])}
        to={at(last)}
      />
      <p class="row small" aria-hidden="true">
        {FORTUNES.map((name) => (
          <span key={name} class="beside">
            <svg class="plot-key" viewBox="0 0 28 8" aria-hidden="true">
              <path class={`plot-line plot-line-${name}`} d="M0 4H28" />
            </svg>
            {t(`web.box.fortunes.${name}`)}
          </span>
        ))}
      </p>
    </Figure>
  );
}

// ---- shares ----

/** A bar of parts, each a share of the whole, from the start of the line. */
function Parts({ parts }: { parts: readonly (readonly [name: string, count: number])[] }) {
  const whole = parts.reduce((sum, [, count]) => sum + count, 0);
  const rtl = language() === 'he';
  let from = 0;
  return (
    <svg class="plot-parts" aria-hidden="true">
      {parts.map(([name, count]) => {
        const share = (100 * count) / whole;
        const start = rtl ? 100 - from - share : from;
        from += share;
        return (
          <rect
            key={name}
            class={`plot-part plot-part-${name}`}
            x={`${start}%`}
            y="0"
            width={`${share}%`}
            height="100%"
          />
        );
      })}
    </svg>
  );
}

const partsOf = (tally: Tally) => RESULTS.map((result) => [result, tally[result]] as const);

interface SharesProps {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly nameOf: (key: string) => string;
}

/** How the games of each kind ended. */
export function Shares({ title, groups, nameOf }: SharesProps) {
  if (groups.length === 0) return null;
  return (
    <Figure
      title={title}
      told={groups
        .map(({ key, tally }) =>
          t('web.box.share.told', { name: nameOf(key), won: tally.won, n: sumOf(tally) }),
        )
        .join(' ')}
      heads={[title, ...SIGNS]}
      rows={groups.map(({ key, tally }) => [nameOf(key), tally.won, tally.drawn, tally.lost])}
    >
      <ul class="column plot-rows" aria-hidden="true">
        {groups.map(({ key, tally }) => (
          <li key={key} class="plot-row">
            <span class="plot-name">{nameOf(key)}</span>
            <span class="small figures plot-sum">
              {t('web.box.share', { won: tally.won, n: sumOf(tally) })}
            </span>
            <Parts parts={partsOf(tally)} />
          </li>
        ))}
      </ul>
    </Figure>
  );
}

/** Noa 7 : 5 Ben. */
export function Standings({ all }: { all: readonly Standing[] }) {
  if (all.length === 0) return null;
  const title = t('web.box.people');
  return (
    <Figure
      title={title}
      told={all
        .map(({ names: [one, other], score }) =>
          t('web.box.stand.told', { one, other, won: score[0], lost: score[1] }),
        )
        .join(' ')}
      heads={[title, ...SIGNS]}
      rows={all.map(({ names, score, drawn }) => [names.join(' – '), score[0], drawn, score[1]])}
    >
      <ul class="column plot-rows" aria-hidden="true">
        {all.map(({ names: [one, other], score, drawn }) => (
          <li key={`${one} ${other}`} class="plot-row plot-stand">
            <span class="plot-name">
              <bdi>{one}</bdi>
            </span>
            <b class="beside figures">
              <span>{score[0]}</span>:<span>{score[1]}</span>
            </b>
            <span class="plot-name plot-other">
              <bdi>{other}</bdi>
            </span>
            <Parts
              parts={[
                ['won', score[0]],
                ['drawn', drawn],
                ['lost', score[1]],
              ]}
            />
          </li>
        ))}
      </ul>
    </Figure>
  );
}
