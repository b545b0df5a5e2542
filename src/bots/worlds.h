/* SPDX-License-Identifier: MIT */
/*
 * Compares moves when cards are hidden: the best few by a game's own rule of thumb are played in
 * the same imagined worlds with the same luck (common random numbers), and each world is finished
 * by playouts with that rule of thumb. The rule's own choice is given up only for a move that a
 * paired test shows to be better beyond doubt, because noise would otherwise undo what the rule
 * knows.
 */
#ifndef KUFSA_BOTS_WORLDS_H
#define KUFSA_BOTS_WORLDS_H

#include "bots/bot.h"
#include "bots/field.h"
#include "bots/judge.h"
#include "bots/meter.h"

/* What a game's own bot knows about it. All functions take the policy's weights. */
struct policy {
    const void *weights;

    /* A score for each of the seat's legal moves in a view or a world: higher is better. */
    void (*rank)(const void *weights, const struct state *, int seat, const struct moves *,
                 float *score);

    /* What a playout plays; `moves` is scratch. */
    move (*choose)(const void *weights, const struct state *, int seat, struct moves *,
                   struct search_rng *);

    /* The value of a playout's last position for the seat, from 0 to 1. */
    double (*value)(const void *weights, const struct state *, int seat);

    uint32_t plies; /* of a playout, if the game does not end earlier */
    uint16_t field; /* most moves to compare, up to FIELD_MAX */
    float doubt;    /* standard errors by which a move must beat the rule's own choice */

    /* Changes an imagined world before it is played: to speed up playouts, or to use what the view
     * implies. NULL: nothing. */
    void (*prepare)(const void *weights, struct state *world, int seat, struct search_rng *);
};

/* Answers the question; with the rule alone if the budget allows no worlds. Needs
 * BOT_MEMORY_MIN. */
void worlds_think(const struct question *, const struct policy *, struct advice *);

/* Compares a move, or waiting (MOVE_WAITS), with the best of all others: part of the nodes finds
 * that one, the rest values both in the same worlds. Writes all but lines, proofs and reasons. */
void worlds_judge(const struct question *, const struct policy *, move asked, struct duel *);

/* The legal moves that a player of this skill notices: at least one. */
void notice_moves(const struct question *, struct moves *);

#endif
