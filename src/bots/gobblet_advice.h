/* SPDX-License-Identifier: MIT */
/* Turns what a search found into advice that a person understands. */
#ifndef KUFSA_BOTS_GOBBLET_ADVICE_H
#define KUFSA_BOTS_GOBBLET_ADVICE_H

#include "bots/bot.h"
#include "bots/gobblet_search.h"

/* What to expect of a position with this score, from 0 to 1. */
double gobblet_expectation(int score);

/* The winner's moves until the end of the game that a sure score foresees. */
int gobblet_moves_to_end(int score);

/* Writes everything except the nodes. `seat` is to move. */
void gobblet_advise(const struct search *, int seat, struct advice *);

#endif
