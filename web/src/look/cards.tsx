// SPDX-License-Identifier: MIT
// What the cards of all games are made of: paper with an edge, a woven back, colours that are also
// letters and textures. Faces are drawn in units of a hundredth of the card's width.
import './cards.css';
import type { ComponentChildren } from 'preact';
import { t } from '../words/words';

export type Colour = 'R' | 'G' | 'B' | 'Y';

export const COLOURS: readonly Colour[] = ['R', 'G', 'B', 'Y'];

const NAMES = { R: 'red', G: 'green', B: 'blue', Y: 'yellow' } as const;

/** The CSS colour of a suit. */
export const fillOf = (colour: Colour): string => `var(--${NAMES[colour]})`;
/** The CSS colour of what is written on it. */
export const inkOf = (colour: Colour): string => `var(--${NAMES[colour]}-ink)`;
/** The suit with its texture, as a fill. */
export const textureOf = (colour: Colour): string => `url(#texture-${colour})`;

function Texture(props: { colour: Colour; size: number; children?: ComponentChildren }) {
  const { colour, size, children } = props;
  return (
    <pattern
      id={`texture-${colour}`}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform={colour === 'R' ? 'rotate(45)' : undefined}
    >
      <rect fill={fillOf(colour)} width={size} height={size} />
      {children}
    </pattern>
  );
}

/** Patterns that drawings refer to; once per page. */
export function LookDefs() {
  return (
    <svg class="look-defs" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <Texture colour="R" size={6}>
          <path class="look-weft" d="M3 0v6" stroke-width="1.6" />
        </Texture>
        <Texture colour="G" size={8}>
          <circle class="look-dot" cx="2" cy="2" r="1.3" />
          <circle class="look-dot" cx="6" cy="6" r="1.3" />
        </Texture>
        <Texture colour="B" size={10}>
          <path class="look-weft" d="M-1 2.5q3 -3 6 0t6 0M-1 7.5q3 -3 6 0t6 0" stroke-width="1.4" />
        </Texture>
        <Texture colour="Y" size={10} />
        <pattern id="texture-back" width="12" height="12" patternUnits="userSpaceOnUse">
          <rect class="look-back-low" width="12" height="12" />
          <path class="look-back-high" d="M.7 .7h4.6v4.6h-4.6zM6.7 6.7h4.6v4.6h-4.6z" />
          <path class="look-back-line" d="M2.3 .7v4.6M3.8 .7v4.6M8.3 6.7v4.6M9.8 6.7v4.6" />
          <path class="look-back-line" d="M6.7 2.3h4.6M6.7 3.8h4.6M.7 8.3h4.6M.7 9.8h4.6" />
        </pattern>
      </defs>
    </svg>
  );
}

interface CardFrameProps {
  readonly ratio: '5:7' | '1:1';
  readonly class?: string;
  readonly children?: ComponentChildren;
}

/** A blank card: paper with its edge and rim, 100 wide and 140 or 100 high. */
export function CardFrame({ ratio, class: name, children }: CardFrameProps) {
  const height = ratio === '5:7' ? 140 : 100;
  return (
    <svg
      class={name ? `look-card ${name}` : 'look-card'}
      viewBox={`0 0 100 ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect class="look-card-edge" x="1" y="3" width="98" height={height - 3.5} rx="10" />
      <rect class="look-card-paper" x="1" y="1" width="98" height={height - 4} rx="10" />
      {children}
      <rect class="look-card-rim" x="1" y="1" width="98" height={height - 4} rx="10" />
    </svg>
  );
}

/** A card face down: woven, in the box's own colour. */
export function CardBack({ ratio }: Pick<CardFrameProps, 'ratio'>) {
  const height = ratio === '5:7' ? 140 : 100;
  return (
    <CardFrame ratio={ratio}>
      <rect x="7" y="7" width="86" height={height - 16} rx="6" fill="url(#texture-back)" />
      <rect class="look-back-rim" x="7" y="7" width="86" height={height - 16} rx="6" />
    </CardFrame>
  );
}

interface ColourMarkProps {
  readonly colour: Colour;
  /** Position and size in a drawing. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A tag with the letter of a colour, in that colour: readable without seeing the hue. */
export function ColourMark({ colour, x, y, size }: ColourMarkProps) {
  return (
    <svg
      class="look-mark"
      viewBox="0 0 20 20"
      x={x}
      y={y}
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <rect class="look-mark-tag" x="1" y="1" width="18" height="18" rx="5" fill={fillOf(colour)} />
      <text class="look-mark-letter" x="10" y="15" fill={inkOf(colour)}>
        {t(`colour.letter.${colour}`)}
      </text>
    </svg>
  );
}
