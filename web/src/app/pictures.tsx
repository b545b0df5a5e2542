// SPDX-License-Identifier: MIT
// Small pictures of cards and pieces: for the home page and beside the rules. The skins draw them.
import './pictures.css';
import { skinOf } from '../skins';

/** What stands beside a rule, in the game's notation. */
const BESIDE: Readonly<Record<string, string>> = {
  G2: 'W4 W3 W2 W1',
  G3: 'B4 B3 B2 B1',
  G7: 'W3',
  G8: 'B1 W4',
  G9: 'W4 W2 W3 W1',
  G10: 'W4 B3',
  I1: 'Rc1 Gs2 Bt3 Yx4',
  I5: 'Rs1 Gs2 Bs3 Ys4',
  I10: 'Bc2 Bt3 Bs1',
  I11: 'Yc1 Yc2 Yc3 Yc4',
  I16: 'W',
  I17: 'W',
  C1: '24 ?',
  C3: '24',
  C4: '12 24',
  C6: '36 49',
  C7: '?',
  T1: 'R7 G7 B7 Y7',
  T5: 'G7 G3 R7',
  T8: 'Rstop',
  T9: 'G+2 Y+2',
  T10: 'Bturn',
  T11: 'color',
  T12: 'Ytaki Y3 Y9',
  T13: 'Rtaki R5 color',
  T15: 'super',
  T16: 'Gplus',
  T17: 'king',
  T18: '+3',
  T19: 'B+2 +3',
  T20: 'break',
};

/** What a game looks like at a glance. */
const COVERS: Readonly<Record<string, string>> = {
  iota: 'Rc3 Gs1 Bt4 Yx2',
  cento: '36 24 ?',
  gobblet: 'W4 B3 W2 B1',
  taki: 'B5 Rtaki Gstop king',
};

function Row({ game, pieces, class: name }: { game: string; pieces: string; class: string }) {
  const Face = skinOf(game).Face;
  return (
    <span class={`${name} pictures-${game}`} aria-hidden="true">
      {pieces.split(' ').map((piece, i) => (
        <span key={`${piece}${i}`} class="pictures-piece">
          <Face piece={piece} />
        </span>
      ))}
    </span>
  );
}

export const RulePicture = ({ game, rule }: { game: string; rule: string }) =>
  BESIDE[rule] ? <Row game={game} pieces={BESIDE[rule]} class="pictures-rule" /> : null;

export const Cover = ({ game }: { game: string }) => (
  <Row game={game} pieces={COVERS[game] ?? ''} class="pictures-cover" />
);

/** A few pieces in a row, in a game's notation. */
export const Pieces = ({ game, pieces }: { game: string; pieces: string }) => (
  <Row game={game} pieces={pieces} class="pictures-pieces" />
);
