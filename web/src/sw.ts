// SPDX-License-Identifier: MIT
// The service worker: keeps all files of the page, so that it opens at once and without a network.
// A new version is kept beside the old one until a page says `take`, or until no page is open.

/** Filled in by build.mjs: every file, and a hash of them all. */
declare const FILES: readonly string[];
declare const VERSION: string;

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker_ {
  addEventListener(kind: 'install' | 'activate', hear: (event: Waiting) => void): void;
  addEventListener(kind: 'fetch', hear: (event: Asking) => void): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

const worker = self as unknown as Worker_;
const NAME = `kufsa-${VERSION}`;

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: 'no-cache' })));
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('kufsa-') && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The server has whatever is not kept, or cannot be read. */
async function answer(request: Request, path: string): Promise<Response> {
  const kept = caches.open(NAME).then((cache) => cache.match(path));
  return (await kept.catch(() => undefined)) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  if (event.data === 'take') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method === 'GET' && origin === location.origin && FILES.includes(pathname))
    event.respondWith(answer(event.request, pathname));
});
