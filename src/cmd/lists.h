/* SPDX-License-Identifier: MIT */
/* `gobblet, iota`: names one after the other, for sentences that say what would
 * have been right. */
#ifndef KUFSA_CMD_LISTS_H
#define KUFSA_CMD_LISTS_H

#include "rules/game.h"

enum { LIST_MAX = 512 };

struct list {
    struct text text;
    char bytes[LIST_MAX];
};

void list_start(struct list *);
void list_add(struct list *, const char *name);

/* Each returns the finished list's text. */
const char *list_games(struct list *);
const char *list_options(struct list *, const struct game *);
const char *list_values(struct list *, const struct option *);
const char *list_players(struct list *, const struct game *); /* levels and bots */

#endif
