// SPDX-License-Identifier: MIT
// Gobblet: cups of light and dark wood on a board of sixteen squares.
import { countIn } from '../../engine/facts';
import type { Place } from '../../engine/types';
import { t } from '../../words/words';
import type { About, Skin, SkinProps } from '../skin';
import { Board } from './Board';
import { Cup } from './Cup';
import { examples } from './examples';
import { guide } from './guide';
import { beside, lessons } from './lessons';
import { pieceName, squareName } from './stacks';

function placeName(place: Place): string {
  return place.zone === 'board' ? squareName(place) : t(`zone.${place.zone}`);
}

/** A move that is not made: a new gobblet, or one from square to square. */
function moveName(move: string): string {
  const [from = '', to = ''] = move.split(/[@-]/);
  return move.includes('@')
    ? t('web.gobblet.try.bring', { n: Number(from), to })
    : t('web.gobblet.try.move', { from, to });
}

function Badge({ view, seat }: SkinProps & { readonly seat: number }) {
  const left = countIn(view, 'reserve', seat);
  return (
    <span class="gobblet-badge">
      <Cup piece={seat === 0 ? 'W4' : 'B4'} />
      <span class="small figures">{t('web.gobblet.left', { n: left })}</span>
    </span>
  );
}

const about: About = {
  name: ([, size = '']) => (size === '4' || size === '1' ? size : 'other'),
  rules: {
    4: ['G5', 'G6', 'G7', 'G8'],
    '4.reserve.free': ['G5', 'G7', 'G8', 'GR11'],
    other: ['G5', 'G6', 'G7', 'G8'],
    'other.reserve.free': ['G5', 'G7', 'G8', 'GR11'],
    1: ['G5', 'G7'],
  },
};

const skin: Skin = {
  Board,
  Hand: null,
  Badge,
  Face: ({ piece }) => <Cup piece={piece ?? 'W4'} />,
  nameOf: pieceName,
  placeName,
  namedPlaces: true,
  moveName,
  label: () => t('web.gobblet.touch'),
  reflex: 'touch',
  examples,
  lessons,
  guide,
  about,
  beside,
};

export default skin;
