/* SPDX-License-Identifier: MIT */
/* The rules of a game in words, for `kufsa rules` and for players in the middle
 * of a game. */
#ifndef KUFSA_CMD_RULES_H
#define KUFSA_CMD_RULES_H

#include "cmd/lists.h"
#include "cmd/voice.h"
#include "rules/game.h"

/* All of them, or the one with this number if it is not NULL. False if there is
 * no such text. */
bool rules_write(const struct voice *, const struct game *, const char *rule);

/* The numbers there are: `G1–G14, GR1–GR9`. */
const char *rules_numbers(const struct voice *, const struct game *, struct list *);

#endif
