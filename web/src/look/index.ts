// SPDX-License-Identifier: MIT
// The look, for everybody who draws.
import './tokens.css';
import './base.css';

export * from './cards';
export * from './icons';
export * from './logo';
export * from './parts';
export * from './theme';
