// SPDX-License-Identifier: MIT
// Light or dark: what the player chose, or what the device asks for. The result stands on the root
// element as data-theme, so that the colours are written down once.

export type Theme = 'auto' | 'light' | 'dark';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = 'auto';

function apply(): void {
  const theme = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = theme;
}

dark.addEventListener('change', apply);
apply();

/** Follows the choice from now on. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  apply();
}
