/* SPDX-License-Identifier: MIT */
/* From what a search found to advice that a person understands. */
#ifndef KUFSA_BOTS_GOBBLET_ADVICE_H
#define KUFSA_BOTS_GOBBLET_ADVICE_H

#include "bots/bot.h"
#include "bots/gobblet_search.h"

/* Writes everything but the nodes. `seat` is the one to move. */
void gobblet_advise(const struct search *, int seat, struct advice *);

/* What one may expect of a position with this score, from 0 to 1. */
double gobblet_expectation(int score);

#endif
