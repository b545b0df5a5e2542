// SPDX-License-Identifier: MIT
// A card of Super Taki: a frame in its colour and texture, wider in two corners for the index,
// around paper with the figure. The index is upright in both corners.
import type { ComponentChildren } from 'preact';
import {
  CardBack,
  CardFrame,
  COLOURS,
  type Colour,
  fillOf,
  inkOf,
  textureOf,
} from '../../look/cards';
import { t } from '../../words/words';
import { CROWN, MIDDLE_X, MIDDLE_Y, type Stroke, strokesOf, TAKI, TAKI_SMALL } from './figures';
import { colourOf, figureOf } from './table';

const PLATE =
  'M35 12H83a5 5 0 0 1 5 5V83a5 5 0 0 1-5 5H75a5 5 0 0 0-5 5V121a5 5 0 0 1-5 5' +
  'H17a5 5 0 0 1-5-5V55a5 5 0 0 1 5-5H25a5 5 0 0 0 5-5V17a5 5 0 0 1 5-5Z';
/** The widened corner, with the index on plain colour. */
const TAB = 'M5 12a7 7 0 0 1 7-7H30V45a5 5 0 0 1-5 5H5Z';
const INDEX_X = 17.2;
const INDEX_Y = 18;
const LETTER_Y = 38.5;
/** From one corner to the other. */
const OPPOSITE = 'rotate(180 50 69)';
const INDEX_OPPOSITE = 'translate(65.6 82)';
const OUTLINE = 2.6;
const TINY = 0.31;
const TINY_WORD = 0.26;
/** A finer stroke would be lost in the corner. */
const FINE = 4;
/** The four colours as seen on walnut. */
const PALE = ['#ff8f80', '#7ddb9d', '#9fc2ff', '#ffd062'];

function Strokes({ strokes, color }: { strokes: readonly Stroke[]; color: string }) {
  return (
    <>
      {strokes.map(([path, breadth]) => (
        <path key={path} class="taki-stroke" d={path} stroke={color} stroke-width={breadth} />
      ))}
    </>
  );
}

/** Strokes with a dark outline: yellow must be visible on paper too. */
function Outlined({ strokes, color }: { strokes: readonly Stroke[]; color: string }) {
  const wider = strokes.map(([path, breadth]): Stroke => [path, breadth + OUTLINE]);
  return (
    <>
      <Strokes strokes={wider} color="var(--card-ink)" />
      <Strokes strokes={strokes} color={color} />
    </>
  );
}

/** The four quarters, each with its texture and letter; the chosen one stands out. */
function Wheel({ chosen, letters }: { chosen: Colour | null; letters?: boolean }) {
  return (
    <>
      {COLOURS.map((colour, i) => {
        const turned = `rotate(${i * 90} ${MIDDLE_X} ${MIDDLE_Y})`;
        const dim = chosen !== null && chosen !== colour;
        const far = i === 1 || i === 2;
        return (
          <g key={colour} class={dim ? 'taki-dim' : undefined}>
            <path
              class="taki-quarter"
              d="M48.5 67.5V39A29 29 0 0 0 20 67.5Z"
              transform={turned}
              fill={textureOf(colour)}
            />
            {letters && (
              <text
                class="taki-quarter-letter"
                x={far ? 61 : 39}
                y={i > 1 ? 86 : 63.5}
                fill={inkOf(colour)}
              >
                {t(`colour.letter.${colour}`)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function Crown() {
  const gems: readonly (readonly [number, number, Colour])[] = [
    [22, 54, 'R'],
    [50, 43, 'G'],
    [78, 54, 'B'],
  ];
  return (
    <>
      <path class="taki-crown" d={CROWN} />
      <path class="taki-crown-band" d="M28 98Q50 92.5 72 98" />
      {gems.map(([x, y, colour]) => (
        <circle key={x} class="taki-gem" cx={x} cy={y} r="4.5" fill={fillOf(colour)} />
      ))}
    </>
  );
}

/** TAKI underlined with a pen stroke; in a super taki each letter has a different colour. */
function TakiWord({ colour }: { colour: Colour | null }) {
  const colourAt = (i: number) => colour ?? COLOURS[i] ?? 'R';
  return (
    <g transform="translate(3.5 3.6) scale(.93)">
      {TAKI.map((stroke, i) => (
        <Outlined key={stroke[0]} strokes={[stroke]} color={fillOf(colourAt(i))} />
      ))}
      <path class="taki-sweep" d="M20 97Q44 92 66 97" />
    </g>
  );
}

const isWritten = (figure: string) => /^\+?\d$/.test(figure);

function Written({ figure, fill }: { figure: string; fill: string }) {
  const long = figure.length > 1;
  return (
    <>
      <text class={long ? 'taki-number taki-number-long' : 'taki-number'} x="50" y="69" fill={fill}>
        {figure}
      </text>
      {(figure === '6' || figure === '9') && (
        <path class="taki-underline" d="M36 102H64" stroke={fill} />
      )}
    </>
  );
}

/** The figure in the centre of the card. */
function Figure({ figure, colour }: { figure: string; colour: Colour | null }) {
  const fill = colour ? fillOf(colour) : 'var(--card-ink)';
  if (isWritten(figure)) return <Written figure={figure} fill={fill} />;
  if (figure === 'color') return <Wheel chosen={colour} letters />;
  if (figure === 'king') return <Crown />;
  if (figure === 'taki') return <TakiWord colour={colour} />;
  if (figure === 'super') return <TakiWord colour={null} />;
  return <Outlined strokes={strokesOf(figure)} color={colour ? fill : 'var(--walnut-high)'} />;
}

interface SmallProps {
  readonly figure: string;
  readonly ink: string;
  readonly onColour: boolean;
}

/** The small figure, in one tone. */
function Small({ figure, ink, onColour }: SmallProps): ComponentChildren {
  if (figure === 'color') return <Wheel chosen={null} />;
  if (figure === 'king') return <path d={CROWN} fill={ink} stroke={ink} stroke-width="5" />;
  if (figure === 'super')
    return TAKI_SMALL.map((stroke, i) => (
      <Strokes key={stroke[0]} strokes={[stroke]} color={onColour ? ink : (PALE[i] ?? ink)} />
    ));
  const strokes = figure === 'taki' ? TAKI_SMALL : strokesOf(figure);
  return <Strokes strokes={strokes.filter(([, breadth]) => breadth > FINE)} color={ink} />;
}

function Index({ figure, colour }: { figure: string; colour: Colour | null }) {
  const ink = colour ? inkOf(colour) : '#fbf3e4';
  const scale = figure === 'taki' || figure === 'super' ? TINY_WORD : TINY;
  return (
    <>
      {isWritten(figure) ? (
        <text
          class={figure.length > 1 ? 'taki-index taki-index-long' : 'taki-index'}
          x={INDEX_X}
          y={INDEX_Y}
          fill={ink}
        >
          {figure}
        </text>
      ) : (
        <g transform={`translate(${INDEX_X} ${INDEX_Y}) scale(${scale}) translate(-50 -69)`}>
          <Small figure={figure} ink={ink} onColour={colour !== null} />
        </g>
      )}
      {colour && (
        <>
          <circle class="taki-letter-disc" cx={INDEX_X} cy={LETTER_Y} r="8.5" />
          <text class="taki-letter" x={INDEX_X} y={LETTER_Y}>
            {t(`colour.letter.${colour}`)}
          </text>
        </>
      )}
    </>
  );
}

export function Face({ piece }: { piece?: string }) {
  if (!piece) return <CardBack ratio="5:7" />;
  const figure = figureOf(piece);
  const colour = colourOf(piece);
  const solid = colour ? fillOf(colour) : 'var(--walnut-low)';
  return (
    <CardFrame ratio="5:7" class="taki-face">
      <rect x="5" y="5" width="90" height="128" rx="7" fill={colour ? textureOf(colour) : solid} />
      <path class="taki-plate" d={PLATE} />
      <path d={TAB} fill={solid} />
      <path d={TAB} fill={solid} transform={OPPOSITE} />
      <Figure figure={figure} colour={colour} />
      <Index figure={figure} colour={colour} />
      <g transform={INDEX_OPPOSITE}>
        <Index figure={figure} colour={colour} />
      </g>
    </CardFrame>
  );
}
