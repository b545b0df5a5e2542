// SPDX-License-Identifier: MIT
// Playing on from a position of a finished game, against the computer: a game of its own, on this
// device, with the same cards.
import './Setup.css';
import { useState } from 'preact/hooks';
import { playOn } from '../engine/local';
import { engine } from '../engine/wasm';
import { Button, Choice, Sheet } from '../look';
import { seatName } from '../words/tell';
import { t } from '../words/words';
import { Level } from './Level';
import type { Past } from './past';
import { goTo } from './route';

interface PlayOnProps {
  readonly past: Past;
  readonly ply: number;
  /** Whose seat the reader probably wants; null: whoever moves there. */
  readonly seat: number | null;
}

function Setting({ past, ply, seat: wanted, onClose }: PlayOnProps & { onClose: () => void }) {
  const bots = past.seats.flatMap(({ bot }) => bot ?? []);
  const [{ actors, options }] = useState(() => engine.replay(past.record, ply, null));
  const [seat, setSeat] = useState(wanted ?? actors[0] ?? 0);
  const [level, setLevel] = useState(bots[0] ?? 'casual');
  const [failed, setFailed] = useState(false);
  const start = () => {
    const { record, game } = past;
    const { bot, name = '' } = past.seats[seat] ?? {};
    const who = { seat, name: bot === undefined ? name : '', level, seats: past.seats.length };
    playOn({ game, options, record, ply, ...who })
      .then(goTo)
      .catch(() => setFailed(true));
  };
  return (
    <Sheet title={t('past.on.title')} onClose={onClose}>
      <p>
        {ply > 0 ? t('past.on.moves', { n: ply }) : t('past.on.start')}{' '}
        {t(past.dealt ? 'past.on.cards' : 'past.on.kept')}
      </p>
      <fieldset class="setup-row">
        <legend>{t('past.on.seat')}</legend>
        <Choice
          label={t('past.on.seat')}
          value={String(seat)}
          values={past.seats.map((_, i) => [String(i), seatName(past, i)] as const)}
          onChange={(chosen) => setSeat(Number(chosen))}
        />
      </fieldset>
      <Level level={level} onChange={setLevel} />
      {failed && <p role="alert">{t('past.on.failed')}</p>}
      <Button kind="main" icon="play" onClick={start}>
        {t('web.setup.start')}
      </Button>
    </Sheet>
  );
}

/** A button, unless the rules have ended the game there. */
export function PlayOn(props: PlayOnProps) {
  const [open, setOpen] = useState(false);
  const { past, ply } = props;
  if (engine.replay(past.record, ply, null).actors.length === 0) return null;
  return (
    <>
      <Button icon="people" class="play-on" onClick={() => setOpen(true)}>
        {t('past.on.do')}
      </Button>
      {open && <Setting {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
