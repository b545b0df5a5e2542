// SPDX-License-Identifier: MIT
// Opens the page: words and rules first, then the screens. #CODE leads to a table; see
// app/route.ts.
import './main.css';
import { Component, type ComponentChildren, render } from 'preact';
import { App } from './app/App';
import { takeSeat } from './app/route';
import { TroubleScreen } from './app/Trouble';
import { loadEngine } from './engine/wasm';
import { Button } from './look';
import { Update } from './update';
import { has, preferredLanguage, setLanguage, t } from './words/words';

const place = document.getElementById('app') as HTMLElement;

/** The page cannot work; this must not use anything that may have failed. Without loaded words it
 * shows the text in the HTML. */
function giveUp(key: 'web.engine.failed' | 'web.engine.old'): void {
  if (!has(key)) {
    place.firstElementChild?.setAttribute('data-failed', '');
    return;
  }
  const line = document.createElement('p');
  line.className = 'boot';
  line.setAttribute('role', 'alert');
  line.textContent = t(key);
  place.replaceChildren(line);
}

/** A screen that fails to draw does not leave a blank page: it says so, until the user moves
 * on. */
class Safe extends Component<{ readonly children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };
  private readonly again = () => this.setState({ failed: false });

  override componentDidCatch(problem: unknown): void {
    console.error(problem);
    this.setState({ failed: true });
    addEventListener('hashchange', this.again, { once: true });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <TroubleScreen icon="warn" title={t('web.trouble.title')} text={t('web.trouble.unknown')}>
        <Button kind="main" icon="again" onClick={() => location.reload()}>
          {t('web.trouble.reload')}
        </Button>
      </TroubleScreen>
    );
  }
}

async function boot(): Promise<void> {
  const engine = loadEngine();
  engine.catch(() => {}); // reported below
  try {
    await setLanguage(preferredLanguage(), false);
    await engine;
  } catch {
    giveUp(typeof WebAssembly === 'object' ? 'web.engine.failed' : 'web.engine.old');
    return;
  }
  place.replaceChildren();
  render(
    <>
      <Safe>
        <App />
      </Safe>
      <Update />
    </>,
    place,
  );
}

takeSeat();
void boot();
