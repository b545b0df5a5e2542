// SPDX-License-Identifier: MIT
// The open box: four games, one tap from each to the first card.
import './Home.css';
import { useEffect, useId, useState } from 'preact/hooks';
import { habitsOf } from '../engine/games';
import { openLocalTable, prepareTable } from '../engine/local';
import type { GameRow } from '../engine/types';
import { engine } from '../engine/wasm';
import { useRedraw } from '../hooks';
import { Button, Icon, Logo } from '../look';
import { myName } from '../net/kept';
import { openServerTable, reasonOf, serverAnswers } from '../net/server';
import { skinOf } from '../skins';
import { refusalWords } from '../words/tell';
import { t } from '../words/words';
import { moveFinished } from './finished';
import { Continue, KeptTrouble, MadeRoom } from './Kept';
import { LanguageButton, SettingsButton } from './Page';
import { Cover } from './pictures';
import { cleanCode, go, goTo } from './route';
import { Setup } from './Setup';

// ---- starting ----

/** What most people want: enough bots for a good game, at a medium level. */
export async function playNow(game: string): Promise<void> {
  const [min] = engine.game(game)?.seats ?? [2];
  const bots = Array.from({ length: habitsOf(game).bots ?? min - 1 }, () => 'casual');
  goTo(await openLocalTable({ game, bots, humans: [myName()] }));
}

async function invite(game: string, refuse: (reason: string) => void): Promise<void> {
  try {
    const client = await openServerTable(game);
    client.close();
    go(client.get().code);
  } catch (problem) {
    refuse(reasonOf(problem));
  }
}

/** Is there a server? Checked once, and again when the network comes back. */
function useServer(): boolean {
  const [there, setThere] = useState(true);
  useEffect(() => {
    let present = true;
    const ask = () => void serverAnswers().then((answers) => present && setThere(answers));
    ask();
    addEventListener('online', ask);
    addEventListener('offline', ask);
    return () => {
      present = false;
      removeEventListener('online', ask);
      removeEventListener('offline', ask);
    };
  }, []);
  return there;
}

// ---- the parts ----

interface TileProps {
  readonly row: GameRow;
  readonly online: boolean;
  readonly refuse: (reason: string) => void;
  readonly set: (row: GameRow) => void;
}

function Tile({ row, online, refuse, set }: TileProps) {
  const [busy, setBusy] = useState(false);
  const name = t(`game.${row.name}`);
  const spoken = <span class="heard">: {name}</span>;
  const [min, max] = row.seats;
  const start = (work: Promise<void>) => {
    setBusy(true);
    work.catch(() => refuse('web.engine.failed')).finally(() => setBusy(false));
  };
  return (
    <li class="panel home-tile" data-game={row.name}>
      <div class="home-picture">
        <Cover game={row.name} />
      </div>
      <div class="home-words">
        <h2>{name}</h2>
        <p>{t(`game.${row.name}.about`)}</p>
        <p class="small soft">
          {min === max ? t('players', { n: min }) : t('players.range', { min, max })}
        </p>
      </div>
      <div class="row home-ways">
        <Button kind="main" icon="play" disabled={busy} onClick={() => start(playNow(row.name))}>
          {t('web.home.play')}
          {spoken}
        </Button>
        {online && (
          <Button
            icon="people"
            class="home-invite"
            disabled={busy}
            onClick={() => start(invite(row.name, refuse))}
          >
            <span>{t('web.home.invite')}</span>
            {spoken}
          </Button>
        )}
        <Button
          icon="settings"
          label={`${t('web.home.setup')}: ${name}`}
          onClick={() => set(row)}
        />
        {skinOf(row.name).lessons && (
          <a
            class="button home-learn"
            href={`#learn/${row.name}`}
            aria-label={`${t('web.home.learn')}: ${name}`}
          >
            <Icon name="learn" />
            <span>{t('web.home.learn.brief')}</span>
          </a>
        )}
      </div>
    </li>
  );
}

function Join() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const id = useId();
  return (
    <form
      class="panel column home-join"
      onSubmit={(event) => {
        event.preventDefault();
        const code = cleanCode(text);
        setWrong(code === null);
        if (code) go(code);
      }}
    >
      <label for={id}>
        <h2>{t('web.home.join')}</h2>
      </label>
      <div class="row home-join-row">
        <input
          id={id}
          class="field figures"
          dir="ltr"
          value={text}
          maxLength={12}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={t('web.home.join.example')}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button submit icon="forward">
          {t('web.home.join.do')}
        </Button>
      </div>
      {wrong && (
        <p id={`${id}-wrong`} class="wrong home-wrong" role="alert">
          {t('web.home.join.wrong')}
        </p>
      )}
    </form>
  );
}

function Foot({ online }: { online: boolean }) {
  return (
    <footer class="row centred home-foot">
      <a class="button-quiet" href="#rules">
        <Icon name="rules" />
        {t('web.rules.title')}
      </a>
      {online && (
        <a class="button-quiet" href="#table">
          <Icon name="screen" />
          {t('web.screen.title')}
        </a>
      )}
      <a class="button-quiet" href="#box">
        <Icon name="box" />
        {t('web.box.title')}
      </a>
      <a class="button-quiet" href="#replay">
        <Icon name="open" />
        {t('web.replay.title')}
      </a>
    </footer>
  );
}

export function Home() {
  const online = useServer();
  const [setup, setSetup] = useState<GameRow | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const redraw = useRedraw();
  useEffect(prepareTable, []);
  const [dropped, setDropped] = useState(0);
  useEffect(() => {
    void moveFinished().then((done) => {
      setDropped(done.dropped);
      if (done.moved) redraw();
    });
  }, [redraw]);
  useEffect(() => {
    document.title = t('web.app.name');
  });
  return (
    <div class="page home">
      <header class="home-head">
        <Logo class="home-logo" />
        <h1>{t('web.app.name')}</h1>
        <div class="home-tools">
          <LanguageButton />
          <SettingsButton />
        </div>
        <p class="home-about">{t('web.home.about')}</p>
      </header>
      <main class="column-wide page-body">
        {refused && (
          <p class="panel wrong home-wrong" role="alert">
            {refusalWords(refused)}
          </p>
        )}
        {!online && (
          <p class="panel beside home-offline" role="status">
            <Icon name="offline" />
            {t('web.home.offline')}
          </p>
        )}
        <KeptTrouble />
        <MadeRoom dropped={dropped} />
        <Continue />
        <ul class="home-tiles">
          {engine.games().map((row) => (
            <Tile key={row.name} row={row} online={online} refuse={setRefused} set={setSetup} />
          ))}
        </ul>
        {online && <Join />}
      </main>
      <Foot online={online} />
      {setup && <Setup row={setup} onClose={() => setSetup(null)} />}
    </div>
  );
}
