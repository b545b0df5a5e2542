/* SPDX-License-Identifier: MIT */
/*
 * Comparing moves where cards are hidden: the best few by a game's own rule of thumb are played in
 * the same imagined worlds with the same luck (common random numbers), and each world is finished
 * by playouts with that rule of thumb. The rule's own choice is left only for a move that is better
 * beyond doubt by a paired test, because noise would otherwise undo what the rule knows.
 */
#ifndef KUFSA_BOTS_WORLDS_H
#define KUFSA_BOTS_WORLDS_H

#include "bots/bot.h"
#include "bots/meter.h"

/* What a game's own bot knows of it. All take the policy's weights. */
struct policy {
    const void *weights;

    /* A score for each of the seat's legal moves in a view or a world: higher is better. */
    void (*rank)(const void *weights, const struct state *, int seat, const struct moves *,
                 float *score);

    /* What a playout plays; `moves` is scratch. */
    move (*choose)(const void *weights, const struct state *, int seat, struct moves *,
                   struct search_rng *);

    /* What a playout's last position is worth to the seat, from 0 to 1. */
    double (*value)(const void *weights, const struct state *, int seat);

    uint32_t plies; /* of a playout, if the game does not end before */
    uint16_t field; /* most moves compared, up to WORLDS_FIELD_MAX */
    float doubt;    /* standard errors by which a move must beat the rule's own choice */

    /* Changes an imagined world before it is played: what speeds playouts up, or what the view says
     * between its lines. NULL: nothing. */
    void (*prepare)(const void *weights, struct state *world, int seat, struct search_rng *);
};

enum { WORLDS_FIELD_MAX = 24 };

/* Answers the question with the rule alone if the budget allows no worlds. Wants BOT_MEMORY_MIN. */
void worlds_think(const struct question *, const struct policy *, struct advice *);

/* The legal moves that a player of this skill notices: at least one of the view's. */
void notice_moves(const struct question *, struct moves *);

#endif
