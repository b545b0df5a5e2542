// SPDX-License-Identifier: MIT
// The skins of all games, by the names that the rules give them.
import cento from './cento';
import gobblet from './gobblet';
import iota from './iota';
import type { Skin } from './skin';
import taki from './taki';

export const skins: Readonly<Record<string, Skin>> = { cento, gobblet, iota, taki };
