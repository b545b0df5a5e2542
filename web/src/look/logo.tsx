// SPDX-License-Identifier: MIT
// The box seen from above, lid off, with the four colours in it.
import { textureOf } from './cards';

export function Logo({ class: name }: { class?: string }) {
  return (
    <svg class={name} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect x="4" y="6" width="56" height="56" rx="11" fill="var(--walnut-low)" />
      <rect x="4" y="3" width="56" height="56" rx="11" fill="var(--walnut-high)" />
      <rect x="10" y="9" width="44" height="44" rx="6" fill="var(--walnut-low)" />
      <rect x="10" y="11" width="44" height="42" rx="6" fill="#f7f1e5" />
      <circle cx="22.5" cy="22.5" r="8.5" fill={textureOf('R')} />
      <rect x="33.5" y="14.5" width="16" height="16" rx="2.5" fill={textureOf('B')} />
      <path d="M22.5 33.5l9 15.5h-18z" fill={textureOf('Y')} />
      <path d="M38.5 33.5h6v5h5v6h-5v5h-6v-5h-5v-6h5z" fill={textureOf('G')} />
    </svg>
  );
}
