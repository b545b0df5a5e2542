// SPDX-License-Identifier: MIT
// The skins of all games, by the games' names in the rules.
import cento from './cento';
import gobblet from './gobblet';
import iota from './iota';
import plain from './plain';
import type { Skin } from './skin';
import taki from './taki';

const skins: Readonly<Record<string, Skin>> = { cento, gobblet, iota, taki };

/** A game without a drawn skin is played with its notation. */
export const skinOf = (game: string): Skin => skins[game] ?? plain;
