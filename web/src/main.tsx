// SPDX-License-Identifier: MIT
// Opens the page: words and rules first, then the screens. #CODE leads to a table, see app/route.ts.
import './main.css';
import { render } from 'preact';
import { App } from './app/App';
import { loadEngine } from './engine/wasm';
import { Update } from './update';
import { preferredLanguage, setLanguage, t } from './words/words';

const place = document.getElementById('app') as HTMLElement;

/** The page cannot work; what it says must not need anything that may have failed. */
function giveUp(): void {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = t('web.engine.failed');
  place.replaceChildren(line);
}

async function boot(): Promise<void> {
  const engine = loadEngine();
  engine.catch(() => {}); // told below, in words
  await setLanguage(preferredLanguage(), false);
  try {
    await engine;
  } catch {
    giveUp();
    return;
  }
  place.replaceChildren();
  render(
    <>
      <App />
      <Update />
    </>,
    place,
  );
}

void boot();
