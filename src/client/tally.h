/* SPDX-License-Identifier: MIT */
/*
 * What the games of a box add up to: results by game and by the computer's level, how people stand
 * against each other, rows of wins, luck and slips. The page counts the same
 * (web/src/app/tally.ts).
 */
#ifndef KUFSA_CLIENT_TALLY_H
#define KUFSA_CLIENT_TALLY_H

#include "client/box.h"

/* Which games are meant. */
struct tally_filter {
    const struct game *game;  /* NULL: any */
    const char *against;      /* a level or a person's name; NULL: any */
    enum boxed_result result; /* BOXED_NONE: any */
    bool star;                /* only these */
};
bool tally_fits(const struct tally_filter *, const struct boxed *);

struct tally_group {
    char key[PLAYER_NAME_MAX];  /* a game's name, or a level */
    int results[BOXED_RESULTS]; /* BOXED_NONE: how many have one */
};

/* Two people; the first was at this keyboard. */
struct tally_pair {
    char names[2][PLAYER_NAME_MAX];
    int score[2], drawn; /* how often each was placed before the other */
};

struct tally {
    int games;                  /* that fit */
    int results[BOXED_RESULTS]; /* BOXED_NONE: how many have one */
    int best;                   /* the longest row of wins */
    enum boxed_result row;      /* the present row is of these */
    int row_count;
    int judged;                /* games that were reviewed, */
    struct boxed_judged found; /* and the sums of what that found */
    int game_count, level_count, pair_count;
    struct tally_group *by_game, *by_level; /* most games first */
    struct tally_pair *pairs;               /* those who met most often first */
};

void tally_count(struct tally *, const struct game_box *, const struct tally_filter *);
void tally_free(struct tally *);

#endif
