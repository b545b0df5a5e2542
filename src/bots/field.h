/* SPDX-License-Identifier: MIT */
/*
 * A field: the best few moves by a rule of thumb, compared in the same imagined worlds.
 *
 *     all moves ─▶ the best few by the rule, the field
 *       ─▶ world after world: every move of the field
 *            ─▶ a move that is worse beyond doubt leaves the field
 *       ─▶ the leader if it beats the rule's choice beyond doubt, else the rule's choice
 *
 * A field knows its moves only by number; 0 is the rule's choice. The caller keeps the moves, makes
 * the worlds and plays in them.
 */
#ifndef KUFSA_BOTS_FIELD_H
#define KUFSA_BOTS_FIELD_H

#include <stdbool.h>
#include <stdint.h>

enum { FIELD_MAX = 24 };

struct field {
    int count, playing;
    bool left[FIELD_MAX]; /* it no longer plays */
    uint32_t visits[FIELD_MAX];
    double total[FIELD_MAX];   /* of the values in the worlds that count */
    double pending[FIELD_MAX]; /* in the world being played */
    double apart[FIELD_MAX][FIELD_MAX];
};

/* How a field is compared. */
struct contest {
    uint32_t first; /* worlds before any move leaves the field */
    uint32_t least; /* worlds before the rule's choice can be given up */
    double leave;   /* standard errors behind the leader at which a move leaves */
    double doubt;   /* standard errors by which the leader must beat the rule's choice */

    /* How many standard errors apart two moves are: by the sum of their differences in this many
     * worlds, and the sum of the squares. */
    double (*errors)(double sum, double squares, double worlds);

    /* Imagines the next world. */
    void (*imagine)(void *player);

    /* Plays the move with this number in that world; false if the budget ran out. */
    bool (*play)(void *player, int number, double *value);
};

/* How many moves to compare, up to `most`, so that the nodes suffice for `worlds` worlds with
 * playouts of `plies`. Ignores time: how many nodes it buys is not known yet. */
int field_size(uint64_t nodes, uint64_t plies, uint64_t worlds, uint64_t most);

/* Writes the numbers of the best `size` of `count` moves, best first; equals keep their order.
 * Returns how many. */
int field_choose(int count, int size, bool (*better)(const void *moves, int a, int b),
                 const void *moves, int *chosen);

/* Compares `count` moves until the budget is used up or one is left. Writes their numbers: the
 * choice first, then the others by value. */
void field_compare(struct field *, int count, const struct contest *, void *player,
                   int order[FIELD_MAX]);

/* The mean value of a move; 0.5 if it was never played. */
double field_mean(const struct field *, int number);

/* Two moves, or a move alone, in worlds that had no part in choosing them. */
struct match_up {
    uint32_t worlds;
    double mean[2];
    double error;      /* standard error of the difference of the means */
    double mean_error; /* and of the first mean */
};

/* Plays `count` moves, numbers 0 and 1, until the budget is used up. */
void field_match_up(struct match_up *, int count, const struct contest *, void *player);

#endif
