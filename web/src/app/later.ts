// SPDX-License-Identifier: MIT
// Screens that nobody needs on the way to a game. They are a file of their own, which comes when
// the first of them is opened.
export { Box } from './Box';
export { BoxGame } from './BoxGame';
export { Learn } from './Learn';
export { Moments } from './Moments';
export { Over } from './Over';
export { Replay, Shared } from './Replay';
export { Rules } from './Rules';
export { Secure } from './Secure';
