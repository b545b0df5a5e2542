// SPDX-License-Identifier: MIT
// All screens, chosen by the route. Everything below is redrawn when the language changes.
import { useEffect } from 'preact/hooks';
import { LookDefs, setTheme } from '../look';
import { settings } from '../net/kept';
import { t, useLanguage } from '../words/words';
import { Home } from './Home';
import { Later } from './Coming';
import { type Route, useRoute } from './route';
import { Local, Room, SharedScreen } from './Tables';
import { TroubleScreen } from './Trouble';

function Screen({ route, visit }: { route: Route; visit: number }) {
  switch (route.at) {
    case 'home':
      return <Home />;
    case 'local':
      return <Local key={route.id} id={route.id} />;
    case 'room':
      return <Room key={`${route.code} ${visit}`} code={route.code} />;
    case 'watch':
      return <Room key={`watch ${route.code}`} code={route.code} crowd />;
    case 'screen':
      return <SharedScreen code={route.code} />;
    case 'replay':
      return <Later draw={({ Replay }) => <Replay />} />;
    case 'moments':
      return <Later draw={({ Moments }) => <Moments />} />;
    case 'game':
      return <Later draw={({ Shared }) => <Shared key={route.packed} packed={route.packed} />} />;
    case 'box':
      return (
        <Later
          draw={({ Box, BoxGame }) =>
            route.id === null ? <Box /> : <BoxGame key={route.id} id={route.id} />
          }
        />
      );
    case 'rules':
      return <Later draw={({ Rules }) => <Rules game={route.game} rule={route.rule} />} />;
    case 'learn':
      return <Later draw={({ Learn }) => <Learn key={route.game} game={route.game} />} />;
    case 'secure':
      return <Later draw={({ Secure }) => <Secure />} />;
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
  // Each screen starts scrolled to its top; a link to a rule scrolls to that rule.
  const screen =
    route.at === 'rules'
      ? `rules ${route.game}`
      : route.at === 'box'
        ? `box ${route.id}`
        : route.at;
  const rule = route.at === 'rules' && route.rule !== null;
  useEffect(() => {
    if (!rule) scrollTo(0, 0);
  }, [screen, rule]);
  return (
    <>
      <LookDefs />
      <Screen route={route} visit={visit} />
    </>
  );
}
