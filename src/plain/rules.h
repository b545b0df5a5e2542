/* SPDX-License-Identifier: MIT */
/* The rules of a game in words, for `kufsa rules` and for players during a game. */
#ifndef KUFSA_PLAIN_RULES_H
#define KUFSA_PLAIN_RULES_H

#include "rules/game.h"
#include "tell/lists.h"
#include "tell/voice.h"

/* All of them (NULL), or only the one with this number. False if there is no such text. */
bool rules_write(const struct voice *, const struct game *, const char *rule);

/* The numbers there are: `G1–G14, GR1–GR9`. */
const char *rules_numbers(const struct voice *, const struct game *, struct name_list *);

#endif
