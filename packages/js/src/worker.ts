// Thinks apart: asked by `think` of bots.ts, in a worker of a browser or a thread of Node. It says
// when it is ready, because what comes earlier may be lost.
import { answer, type Question, type Told } from './bots.js';
import { Reason } from './module.js';

function serve(question: Question): Told {
  const told = answer(question);
  return told instanceof Reason ? { refused: told.reason } : { advice: told };
}

if (import.meta.url.startsWith('file:')) {
  const threads = 'node:worker_threads';
  const { parentPort } = await import(/* @vite-ignore */ threads);
  parentPort.on('message', (question: Question) => parentPort.postMessage(serve(question)));
  parentPort.postMessage({ ready: true } satisfies Told);
} else {
  addEventListener('message', ({ data }) => postMessage(serve(data)));
  postMessage({ ready: true } satisfies Told);
}
