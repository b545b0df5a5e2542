// SPDX-License-Identifier: MIT
// The look, for everything that draws.
import './tokens.css';
import './base.css';

export * from './cards';
export * from './icons';
export * from './logo';
export * from './parts';
export * from './theme';
