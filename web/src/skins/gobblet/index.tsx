// SPDX-License-Identifier: MIT
// Gobblet: cups of light and dark wood on a board of sixteen squares.
import type { Look, Place, Step } from '../../engine/types';
import { t } from '../../words/words';
import type { Skin, SkinProps } from '../skin';
import { Board } from './Board';
import { Cup } from './Cup';
import { squareName } from './position';

function nameOf(piece: string): string {
  const n = Number(piece[1]);
  return piece[0] === 'W' ? t('web.gobblet.piece.W', { n }) : t('web.gobblet.piece.B', { n });
}

function placeName(place: Place): string {
  return place.zone === 'board' ? squareName(place) : t(`zone.${place.zone}`);
}

/** Any square but this one: what matters is where the gobblet comes from. */
const elsewhere = (square: string) => (square === 'a1' ? 'a2' : 'a1');

function spell(steps: readonly Step[]): string | null {
  const put = steps.findLast((step) => step.kind === 'put')?.place;
  const take = steps.findLast((step) => step.kind === 'take');
  if (!take?.place) return null;
  const to = put && squareName(put);
  if (take.place.zone === 'reserve') return `${take.piece?.[1]}@${to ?? 'a1'}`;
  const from = squareName(take.place);
  return `${from}-${to ?? elsewhere(from)}`;
}

function Badge({ look, seat }: SkinProps & { readonly seat: number }) {
  const left = reserveLeft(look, seat);
  return (
    <span class="gobblet-badge">
      <Cup piece={seat === 0 ? 'W4' : 'B4'} />
      <span class="small figures">{t('web.gobblet.left', { n: left })}</span>
    </span>
  );
}

function reserveLeft(look: Look, seat: number): number {
  return look.scene
    .filter(({ place }) => place.zone === 'reserve' && place.seat === seat)
    .reduce((sum, item) => sum + item.count, 0);
}

const skin: Skin = {
  Board,
  Hand: null,
  Badge,
  Face: ({ piece, class: extra }) => (
    <Cup piece={piece ?? 'W4'} {...(extra === undefined ? {} : { class: extra })} />
  ),
  nameOf,
  placeName,
  namedPlaces: true,
  label: () => t('web.gobblet.touch'),
  spell,
  reflex: 'touch',
};

export default skin;
