// SPDX-License-Identifier: MIT
// All screens, by where one is. Everything below is drawn anew when the language changes.
import { useEffect } from 'preact/hooks';
import { LookDefs, setTheme } from '../look';
import { settings } from '../net/kept';
import { t, useLanguage } from '../words/words';
import { Home } from './Home';
import { Learn } from './Learn';
import { Replay } from './Replay';
import { Rules } from './Rules';
import { type Route, useRoute } from './route';
import { Local, Room, SharedScreen } from './Tables';
import { TroubleScreen } from './Trouble';

function Screen({ route, visit }: { route: Route; visit: number }) {
  switch (route.at) {
    case 'home':
      return <Home />;
    case 'local':
      return <Local />;
    case 'room':
      return <Room key={`${route.code} ${visit}`} code={route.code} />;
    case 'screen':
      return <SharedScreen code={route.code} />;
    case 'replay':
      return <Replay />;
    case 'rules':
      return <Rules game={route.game} rule={route.rule} />;
    case 'learn':
      return <Learn key={route.game} game={route.game} />;
    case 'nowhere':
      return (
        <TroubleScreen
          icon="info"
          title={t('web.trouble.nowhere')}
          text={t('web.trouble.nowhere.text')}
        />
      );
  }
}

export function App() {
  useLanguage();
  const [route, visit] = useRoute();
  useEffect(() => setTheme(settings().theme), []);
  useEffect(() => {
    if (route.at !== 'rules') scrollTo(0, 0);
  }, [route.at]);
  return (
    <>
      <LookDefs />
      <Screen route={route} visit={visit} />
    </>
  );
}
