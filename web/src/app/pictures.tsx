// SPDX-License-Identifier: MIT
// Small pictures of cards and pieces, for the home page and beside the rules. The skins draw them.
import './pictures.css';
import { habitsOf } from '../engine/games';
import { Icon, type IconName } from '../look';
import { skinOf } from '../skins';

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

export function RulePicture({ game, rule }: { game: string; rule: string }) {
  const pieces = skinOf(game).beside?.[rule];
  return pieces ? <Row game={game} pieces={pieces} class="pictures-rule" /> : null;
}

/** What a game looks like at a glance. */
export function Cover({ game }: { game: string }) {
  const { cover } = habitsOf(game);
  if (cover) return <Row game={game} pieces={cover} class="pictures-cover" />;
  const Face = skinOf(game).Face;
  return (
    <span class="pictures-cover" aria-hidden="true">
      <span class="pictures-piece">
        <Face />
      </span>
    </span>
  );
}

/** A few pieces in a row, in a game's notation. */
export const Pieces = ({ game, pieces }: { game: string; pieces: string }) => (
  <Row game={game} pieces={pieces} class="pictures-pieces" />
);

/** A sign of an example: a piece, a crossed-out piece, an icon or a few letters. */
function Sign({ game, sign }: { game: string; sign: string }) {
  const Face = skinOf(game).Face;
  if (sign.startsWith(':')) return <Icon name={sign.slice(1) as IconName} />;
  if (sign.startsWith('"'))
    return (
      <b class="figures" dir="ltr">
        {sign.slice(1)}
      </b>
    );
  const crossed = sign.startsWith('!');
  const piece = sign.slice(crossed ? 1 : 0);
  return (
    <span class="pictures-piece" data-crossed={crossed ? '' : undefined}>
      <Face piece={piece === '_' ? undefined : piece} />
    </span>
  );
}

/** What an option's value means, drawn; some options need no picture. */
export function Example(props: { game: string; option: string; value: string }) {
  const { game, option, value } = props;
  const drawn = skinOf(game).examples?.[option];
  const signs = drawn?.[value] ?? drawn?.['*']?.replace('$', value);
  if (!signs) return null;
  return (
    <span class={`pictures-example pictures-${game}`} aria-hidden="true">
      {signs.split(' ').map((sign, i) => (
        <Sign key={`${sign}${i}`} game={game} sign={sign} />
      ))}
    </span>
  );
}
