/* SPDX-License-Identifier: MIT */
/*
 * Unfinished games, to choose from: which game, against whom, the score and when it was last
 * played. A game is read only when its row is shown.
 */
#ifndef KUFSA_CLIENT_UNFINISHED_H
#define KUFSA_CLIENT_UNFINISHED_H

#include "client/save.h"
#include "table/table.h"
#include "words/words.h"

enum { UNFINISHED_TEXT_MAX = 256 };

struct unfinished_game {
    struct save_row row;
    bool described;
    char who[UNFINISHED_TEXT_MAX]; /* "Iota · Ben, Casual × 2" */
    char how[UNFINISHED_TEXT_MAX]; /* "12:8:30:2 · yesterday 21:14" */
};

struct unfinished {
    enum language language;
    const struct game *wanted;
    int count;
    struct unfinished_game *games; /* newest first */
    struct unfinished_reader *reader;
};

void unfinished_find(struct unfinished *, enum language,
                     const struct game *wanted); /* NULL: of any kind */
void unfinished_again(struct unfinished *);      /* refreshes the list */
void unfinished_free(struct unfinished *);

const struct unfinished_game *unfinished_describe(struct unfinished *, int at);

/* Deletes the game for good. NULL, or why it cannot. */
const char *unfinished_delete(struct unfinished *, int at);

/* Is this a table of that game as `kufsa play` leaves it: started, and without clocks? */
bool unfinished_is_sound(const struct table *, const struct game *);

#endif
