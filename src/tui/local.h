/* SPDX-License-Identifier: MIT */
/*
 * A table in this process, with bots on a thread of their own. Its events are kept in a file of the
 * state folder (XDG_STATE_HOME/kufsa), each written before it is told: a game whose terminal was
 * closed or killed goes on where it stood.
 */
#ifndef KUFSA_TUI_LOCAL_H
#define KUFSA_TUI_LOCAL_H

#include <stdio.h>

#include "tui/line.h"

enum { LOCAL_SLOTS = 8 }; /* games of one kind that can be under way in several terminals */

struct local_setup {
    const struct game *game;
    int seats; /* 0: the fewest that the people fit on */
    int16_t option[OPTIONS_MAX];
    int people, first;            /* how many people, and the seat of the first */
    const char *level;            /* of the bots */
    const char *names[SEATS_MAX]; /* of the people; at least as many as there are */
    FILE *record;                 /* takes the record: of the first match as it goes on, then of
                                   * each match that ends. NULL: nothing does */
};

/* Is there a game of this kind (NULL: of any) that was left? Its game, and when it was left (unix
 * time in seconds). NULL: none. */
const struct game *local_left(const struct game *, int64_t *when);

/* Goes on with it, or opens a table and starts. NULL: cannot, and *reason says why; a game that
 * cannot be read is put aside under the name `aside`, or if even that is not possible left alone
 * (an empty name). */
enum { LOCAL_ASIDE_MAX = 64 };
struct line *local_resume(const struct game *, const struct local_setup *, const char **reason,
                          char aside[LOCAL_ASIDE_MAX]);
struct line *local_open(const struct local_setup *, const char **reason);

#endif
