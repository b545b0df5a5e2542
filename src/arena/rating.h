/* SPDX-License-Identifier: MIT */
/*
 * The strengths of several players who all met each other, as Elo numbers whose mean is 0: the
 * likeliest ones if a difference of d means an expected score of 1 / (1 + 10^(-d/400)). Pairs of
 * games are the units of observation here too. One drawn pair is added to each match, so that
 * nobody is infinitely strong.
 */
#ifndef KUFSA_ARENA_RATING_H
#define KUFSA_ARENA_RATING_H

#include "arena/stats.h"

struct ratings {
    int players;
    struct sample score[SEATS_MAX][SEATS_MAX]; /* [i][j], i < j: of i against j, pairs */
    double elo[SEATS_MAX], half[SEATS_MAX];    /* half: half the 95 % interval */
};

/* The score of one player against another, whoever was first. */
double ratings_score(const struct ratings *, int player, int other);

/* Computes elo and half from the scores. */
void ratings_solve(struct ratings *);

#endif
