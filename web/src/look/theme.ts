// SPDX-License-Identifier: MIT
// Light or dark: the player's choice, or the device's. The result is the root element's
// data-theme, so that each colour is defined once.

import type { Settings } from '../net/kept';

type Theme = Settings['theme'];

const dark = window.matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = 'auto';

function apply(): void {
  const theme = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = theme;
}

dark.addEventListener('change', apply);
apply();

/** Applies this choice from now on. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  apply();
}
