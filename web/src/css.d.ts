// SPDX-License-Identifier: MIT
// esbuild bundles the style sheets that components import.
declare module '*.css';
