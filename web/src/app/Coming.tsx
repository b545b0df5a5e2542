// SPDX-License-Identifier: MIT
// Draws a screen of the script that comes later.
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRedraw } from '../hooks';
import { t } from '../words/words';
import { Waiting } from './Trouble';

type Screens = typeof import('./later');

let later: Screens | null = null;

/** Fetches that script, once. */
export async function fetchLater(): Promise<void> {
  later ??= await import('./later');
}

/** A screen that may have to come first. If it cannot, the error is the whole page's. */
export function Later({ draw }: { draw: (screens: Screens) => ComponentChild }) {
  const [problem, setProblem] = useState<unknown>();
  const redraw = useRedraw();
  useEffect(() => {
    if (!later) fetchLater().then(redraw, setProblem);
  }, [redraw]);
  if (problem) throw problem;
  return <>{later ? draw(later) : <Waiting words={t('web.app.loading')} />}</>;
}
