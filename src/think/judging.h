/* SPDX-License-Identifier: MIT */
/*
 * Judges on a thread of its own, so that a screen can show how far it has come, and end it at any
 * moment: a whole game that was opened for review, or one move.
 */
#ifndef KUFSA_THINK_JUDGING_H
#define KUFSA_THINK_JUDGING_H

#include "review/review.h"

struct judging;

/* Until judging_drop, nobody else may change or read what it works on: the review, but for its
 * record and moves, or the verdict. NULL: no memory, or no thread. */
struct judging *judging_review(struct review *);
struct judging *judging_move(const struct game *, const struct state *view, move,
                             struct verdict *out);

/* Is it done? A review then is finished as well. *judged: how many moves are. */
bool judging_done(struct judging *, uint32_t *judged);

/* Ends the thread; what it had not finished means nothing. NULL: does nothing. */
void judging_drop(struct judging *);

#endif
