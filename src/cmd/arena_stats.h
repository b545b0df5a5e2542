/* SPDX-License-Identifier: MIT */
/*
 * What an arena computes: who sits where in which game, the chances of each game, and what the
 * results say. No input or output, so that tests can ask for every number. docs/arena.md explains
 * the design.
 *
 * A *pair* is one deal played in every rotation of the players over the seats. Games of one pair
 * resemble each other, so it is pairs that are counted as observations.
 */
#ifndef KUFSA_CMD_ARENA_STATS_H
#define KUFSA_CMD_ARENA_STATS_H

#include "rules/game.h"

/* ---- the design ---- */

struct design {
    int players; /* at most as many as seats; the last has all seats that are left over */
    int seats;
    uint64_t seed;
};

/* Which player sits on each seat. Where three and more players differ, each pair has its own order
 * round the table, so that nobody has the same neighbours all the time. */
void design_seating(const struct design *, int64_t pair, int rotation, uint8_t player[SEATS_MAX]);

int design_chairs(const struct design *, int player); /* how many seats a player has */

/* What chance is wanted for; each is independent of the others. */
enum stream { STREAM_DEAL, STREAM_ORDER, STREAM_TURNS, STREAM_MOVE };

uint64_t design_seed(const struct design *, enum stream, int64_t pair, int rotation, uint32_t ply,
                     int seat);
void design_key(const struct design *, int64_t pair, uint8_t key[CHANCE_KEY_SIZE]);

/* ---- what the results say ---- */

/* Part of a win: 1 for the first place, shared by those who share it. */
double place_share(const uint8_t *place, int seats, int seat);

/* Observations, kept as their mean and spread (Welford). */
struct sample {
    int64_t count;
    double mean, squares;
};

void sample_add(struct sample *, double value);

/* Half the 95 % interval of the mean of values from 0 to 1: the normal interval; 1 if there are not
 * two values. If all are equal, so that they show no spread, a different one may still come up
 * 3 times in so many (the rule of three). */
double sample_half(const struct sample *);

/* How many more points on the Elo scale: the logit of the score. Infinite at 0 and 1. */
struct elo {
    double best, low, high;
};

struct elo elo_of(double score, double half);

/* May a run stop that is wanted to this precision? Not before ARENA_PAIRS_MIN pairs, whose spread
 * could be small by luck. */
enum { ARENA_PAIRS_MIN = 50 };

bool sample_settled(const struct sample *, double half_wanted);

#endif
