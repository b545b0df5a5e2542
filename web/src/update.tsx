// SPDX-License-Identifier: MIT
// The service worker (sw.ts), where the browser has one: on https and on this very machine. A new
// version waits until the page is opened anew, or until somebody wants it now.
import { useEffect, useState } from 'preact/hooks';
import { t } from './words/words';

const AGAIN_MS = 60 * 60 * 1000; // a page that stays open looks for a new version this often
const LATER_MS = 4000; // after the first opening, before anything is kept
const FIRST_MS = 5000; // whatever is already waiting then belongs to this opening of the page

/** Hands over to the version that waits, which then opens the page anew. */
function take(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.postMessage('take');
}

/** On the first visit the page comes first: all that is kept for later would share its way. */
function unhurried(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  return new Promise((done) => setTimeout(done, controller ? 0 : LATER_MS));
}

async function watch(found: (waiting: ServiceWorker) => void): Promise<void> {
  await unhurried();
  const opened = performance.now();
  const registration = await navigator.serviceWorker.register('/sw.js');
  // It was waiting before this page was opened: this is the next time.
  if (registration.waiting && navigator.serviceWorker.controller) {
    if (performance.now() - opened < FIRST_MS) take(registration.waiting);
    else found(registration.waiting);
  }
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) found(coming);
    });
  });
  setInterval(() => void registration.update().catch(() => {}), AGAIN_MS);
}

/** A quiet line when there is a new version. */
export function Update() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if ('serviceWorker' in navigator) watch(setWaiting).catch(() => {}); // works without it too
  }, []);
  if (waiting === null) return null;
  return (
    <div class="update" role="status">
      {t('web.update.ready')}
      <button type="button" class="button" onClick={() => take(waiting)}>
        {t('web.update.take')}
      </button>
    </div>
  );
}
