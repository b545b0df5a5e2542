/* SPDX-License-Identifier: MIT */
/* `gobblet, iota`: lists of names, for sentences that say what would have been valid. */
#ifndef KUFSA_TELL_LISTS_H
#define KUFSA_TELL_LISTS_H

#include "rules/game.h"

enum { LIST_MAX = 512 };

struct name_list {
    struct text text;
    char bytes[LIST_MAX];
};

void name_list_start(struct name_list *);
void name_list_add(struct name_list *, const char *name);

/* Each returns the list's text. */
const char *name_list_games(struct name_list *);
const char *name_list_options(struct name_list *, const struct game *);
const char *name_list_values(struct name_list *, const struct option *);
const char *name_list_players(struct name_list *, const struct game *); /* levels and bots */

#endif
