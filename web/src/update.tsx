// SPDX-License-Identifier: MIT
// The service worker (sw.ts), where the browser has one: on https and on localhost. A new version
// waits until the page is reopened, or until somebody asks for it.
import { useEffect, useState } from 'preact/hooks';
import { t } from './words/words';

const AGAIN_MS = 60 * 60 * 1000; // how often a page that stays open looks for a new version
const LATER_MS = 4000; // delay after the first visit before anything is kept
const FIRST_MS = 5000; // a version found waiting within this time is taken at once

/** On the first visit the page comes first: files kept for later would compete for bandwidth. */
function unhurried(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  return new Promise((done) => setTimeout(done, controller ? 0 : LATER_MS));
}

/** Switches to the new version. */
type Way = () => void;

/** A waiting version takes over when told to, and then the page reloads. */
const wayTo =
  (waiting: ServiceWorker): Way =>
  () => {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take');
  };

/** Another tab may take the new version: then the files of this page's version are gone. The very
 * first version activates by itself. */
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
  // It was waiting before this page was opened, so it takes over now.
  if (registration.waiting && navigator.serviceWorker.controller) {
    const way = wayTo(registration.waiting);
    if (performance.now() - opened < FIRST_MS) way();
    else found(way);
  }
  watchComing(registration.installing, found);
  registration.addEventListener('updatefound', () => watchComing(registration.installing, found));
  setInterval(() => void registration.update().catch(() => {}), AGAIN_MS);
}

/** A discreet line when there is a new version. */
export function Update() {
  const [way, setWay] = useState<Way | null>(null);
  useEffect(() => {
    // The page works without a service worker too.
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
