/* SPDX-License-Identifier: MIT */
/*
 * The search of the Gobblet player: deeper and deeper alpha-beta over a table of positions.
 *
 * Scores are those of gobblet_eval.h from the side to move; a win after n moves is SCORE_WIN - n,
 * and a draw is 0.
 */
#ifndef KUFSA_BOTS_GOBBLET_SEARCH_H
#define KUFSA_BOTS_GOBBLET_SEARCH_H

#include "bots/gobblet_eval.h"
#include "bots/meter.h"

enum {
    PLY_MAX = 96,
    DEPTH_MAX = 60,
    SCORE_WIN = 30000,
    SCORE_SURE = SCORE_WIN - 2 * PLY_MAX, /* from here on a win that was seen to its end */
    SCORE_BOUND = 32000,
    BUCKET = 4,
};

/* The check is the position's key and what is stored, so that a half of one thread's and a half of
 * another's never go together. All zeros: empty. */
struct table_entry {
    _Atomic uint64_t check, stored;
};

struct table {
    struct table_entry *entries;
    uint64_t mask; /* of the index of a bucket's first entry */
};

/* Takes the largest power of two that fits, but no more than `wanted` entries, and empties it. */
void table_init(struct table *, void *memory, size_t size, uint64_t wanted);

/* A position on the way to the one that is looked at. */
struct node {
    struct board board;
    struct look look;
    int calm;        /* moves since the root or the last new gobblet: it may repeat so many back */
    bool threatened; /* the other side would win at once, were it its turn */
};

struct root_act {
    act act;
    uint8_t depth; /* that the score is of */
    int score;     /* of those behind the first: at most that */
};

struct search {
    const struct evaluator *evaluator;
    const struct table *table;
    struct meter meter;
    bool touch;  /* a turn may be lost (G12) */
    bool out;    /* of budget */
    int horizon; /* beyond so many plies nothing is extended */

    int twice_count; /* positions that have been there twice: once more is a draw (GR4) */
    struct twice {
        struct board board;
        bool other; /* with the other side to move than at the root */
    } twice[HISTORY_MAX / 2];

    int root_count;
    struct root_act root[MOVES_OF_ONE];
    int line_count[PLY_MAX];
    act line[PLY_MAX][VARIATION_MAX];

    struct node path[PLY_MAX + 1];
    act killers[PLY_MAX + 1][2];
    int16_t merit[2][ACT_CODE + 1]; /* by whose turn: how often a move was good enough */
};

/* The position to think about; evaluator, table and meter are the caller's to set. */
void search_begin(struct search *, const struct board *, bool touch);
void search_remember(struct search *, const struct gobblet *); /* what has been there twice */
void search_add(struct search *, act);                         /* to the moves compared */

/* Looks deeper and deeper, up to depth_max or the end of the budget. Then root has the best first,
 * and line[0] what is expected to happen. */
void search_run(struct search *, int depth_min, int depth_max);

#endif
