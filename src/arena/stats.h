/* SPDX-License-Identifier: MIT */
/*
 * What an arena computes: who sits where in which game, the seeds of each game, and what the
 * results mean. It does no input or output, so that tests can check every number. docs/arena.md
 * explains the design.
 *
 * A *pair* is one deal played in every rotation of the players over the seats. Games of one pair
 * resemble each other, so each pair counts as one observation.
 */
#ifndef KUFSA_ARENA_STATS_H
#define KUFSA_ARENA_STATS_H

#include "rules/game.h"

/* ---- the design ---- */

struct design {
    int players; /* at most as many as seats; the last has all remaining seats */
    int seats;
    uint64_t seed;
};

/* Which player sits on each seat. With three or more different players, each pair has its own
 * order round the table, so that neighbours vary. */
void design_seating(const struct design *, int64_t pair, int rotation, uint8_t player[SEATS_MAX]);

int design_chairs(const struct design *, int player); /* how many seats a player has */

/* What the seed is for; each stream is independent of the others. */
enum stream { STREAM_DEAL, STREAM_ORDER, STREAM_TURNS, STREAM_MOVE, STREAM_OPENING };

uint64_t design_seed(const struct design *, enum stream, int64_t pair, int rotation, uint32_t ply,
                     int seat);
void design_key(const struct design *, int64_t pair, uint8_t key[CHANCE_KEY_SIZE]);

/* ---- evaluating the results ---- */

/* The share of a win: 1 for the first place, divided among those who share it. */
double place_share(const uint8_t *place, int seats, int seat);

/* Observations, as their mean and spread (Welford). */
struct sample {
    int64_t count;
    double mean, squares;
};

void sample_add(struct sample *, double value);

/* Half the 95 % interval of the mean of values from 0 to 1: the normal interval; 1 with fewer than
 * two values. If all are equal, a different value may still come up 3 times in that many (the rule
 * of three). */
double sample_half(const struct sample *);

/* The difference on the Elo scale: the logit of the score. Infinite at 0 and 1. */
struct elo {
    double best, low, high;
};

struct elo elo_of(double score, double half);

/* ---- the sequential test ---- */

/* Wald's test between two strengths of the first of two players, over pairs of two games: a pair
 * scores 0, ¼ … 1, so there are five outcomes. The ratio is that of the likeliest distributions
 * over them with either mean. Both kinds of error have a chance of 5 %. */
enum { PAIR_SCORES = 5 };
#define SPRT_BOUND 2.94443897916644046 /* ln(0.95 / 0.05) */

struct sprt {
    bool wanted;
    double elo0, elo1;
    int64_t count[PAIR_SCORES];
};

void sprt_add(struct sprt *, double score);
double sprt_ratio(const struct sprt *); /* the logarithm of the likelihoods' ratio */

/* 1: the first player is stronger by elo1; -1: by no more than elo0; 0: go on. */
int sprt_verdict(const struct sprt *);

/* The expected score at this difference. */
double score_at(double elo);

/* May a run stop at this precision? Not before ARENA_PAIRS_MIN pairs: with fewer, the spread may
 * be small by luck. */
enum { ARENA_PAIRS_MIN = 50 };

bool sample_settled(const struct sample *, double half_wanted);

#endif
