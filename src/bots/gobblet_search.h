/* SPDX-License-Identifier: MIT */
/*
 * The search of the Gobblet player: iterative deepening alpha-beta with a memo of
 * positions (a transposition table).
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
    SCORE_SURE = SCORE_WIN - 2 * PLY_MAX, /* from here on the score is a win seen to its end */
    SCORE_BOUND = 32000,
    BUCKET = 4,
};

/* The check combines the position's key with what is stored, so that halves written by two threads
 * never match. All zeros: empty. */
struct memo_entry {
    _Atomic uint64_t check, stored;
};

struct memo {
    struct memo_entry *entries;
    uint64_t mask; /* of the index of a bucket's first entry */
};

/* Takes the largest power of two that fits, but at most `wanted` entries, and clears it. */
void memo_init(struct memo *, void *memory, size_t size, uint64_t wanted);

/* A position on the way to the current one. */
struct path_node {
    struct board board;
    struct surface surface;
    int calm;        /* moves since the root or the last new gobblet: how far back it may repeat */
    bool threatened; /* the other side could win at once if it were to move */
};

struct root_act {
    act act;
    uint8_t depth; /* of the search that gave the score */
    int score;     /* for all but the first: an upper bound */
};

struct search {
    const struct evaluator *evaluator;
    const struct memo *memo;
    struct meter meter;
    struct house house;
    bool out;    /* of budget */
    int horizon; /* beyond this many plies nothing is extended */

    int twice_count; /* positions that occurred twice: once more is a draw (GR4) */
    struct twice {
        struct board board;
        bool other; /* the side to move is not the one at the root */
    } twice[HISTORY_MAX / 2];

    int root_count;
    struct root_act root[MOVES_OF_ONE];
    int score_at[DEPTH_MAX + 1]; /* of the best move, after each whole depth up to … */
    int whole;                   /* … this one */
    int line_count[PLY_MAX];
    act line[PLY_MAX][VARIATION_MAX];

    struct path_node path[PLY_MAX + 1];
    act killers[PLY_MAX + 1][2];
    int16_t merit[2][ACT_CODE + 1]; /* by whose turn it is: how often a move was good enough */
};

/* The position to think about; the caller sets evaluator, memo and meter. */
void search_begin(struct search *, const struct board *, struct house);
void search_remember(struct search *, const struct gobblet *); /* positions that occurred twice */
void search_add(struct search *, act);                         /* to the moves compared */

/* Searches deeper and deeper, up to depth_max or the end of the budget. Then root has the best
 * move first, and line[0] is what is expected to happen. */
void search_run(struct search *, int depth_min, int depth_max);

#endif
