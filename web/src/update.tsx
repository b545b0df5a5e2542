// SPDX-License-Identifier: MIT
// The service worker (sw.ts), where the browser has one: on https and on this very machine. A new
// version waits until the page is opened anew, or until somebody wants it now.
import { useEffect, useState } from 'preact/hooks';
import { t } from './words/words';

const AGAIN_MS = 60 * 60 * 1000; // a page that stays open looks for a new version this often
const LATER_MS = 4000; // after the first opening, before anything is kept
const FIRST_MS = 5000; // whatever is already waiting then belongs to this opening of the page

/** On the first visit the page comes first: all that is kept for later would share its way. */
function unhurried(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  return new Promise((done) => setTimeout(done, controller ? 0 : LATER_MS));
}

/** How to come to the new version. */
type Way = () => void;

/** A version that waits takes over when it is told, and then the page is opened anew. */
const wayTo =
  (waiting: ServiceWorker): Way =>
  () => {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take');
  };

/** Another tab may take the new version: then the files of this page's own are gone. The first
 * version of all comes by itself. */
function watchOthers(found: (way: Way) => void): void {
  let first = navigator.serviceWorker.controller === null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!first) found(() => location.reload());
    first = false;
  });
}

function watchComing(coming: ServiceWorker | null, found: (way: Way) => void): void {
  coming?.addEventListener('statechange', () => {
    if (coming.state === 'installed' && navigator.serviceWorker.controller) found(wayTo(coming));
  });
}

async function watch(found: (way: Way) => void): Promise<void> {
  watchOthers(found);
  await unhurried();
  const opened = performance.now();
  const registration = await navigator.serviceWorker.register('/sw.js');
  // It was waiting before this page was opened: this is the next time.
  if (registration.waiting && navigator.serviceWorker.controller) {
    const way = wayTo(registration.waiting);
    if (performance.now() - opened < FIRST_MS) way();
    else found(way);
  }
  watchComing(registration.installing, found);
  registration.addEventListener('updatefound', () => watchComing(registration.installing, found));
  setInterval(() => void registration.update().catch(() => {}), AGAIN_MS);
}

/** A quiet line when there is a new version. */
export function Update() {
  const [way, setWay] = useState<Way | null>(null);
  useEffect(() => {
    // It works without one too.
    if ('serviceWorker' in navigator) watch((found) => setWay(() => found)).catch(() => {});
  }, []);
  if (way === null) return null;
  return (
    <div class="update" role="status">
      {t('web.update.ready')}
      <button type="button" class="button" onClick={way}>
        {t('web.update.take')}
      </button>
    </div>
  );
}
