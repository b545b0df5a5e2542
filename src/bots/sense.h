/* SPDX-License-Identifier: MIT */
/* What can be said of a move or a position of any game, through game.h alone. */
#ifndef KUFSA_BOTS_SENSE_H
#define KUFSA_BOTS_SENSE_H

#include "bots/bot.h"

/* Puts something on the table, instead of drawing, passing or closing. */
bool move_lays(const struct game *, const struct state *, int seat, move);

/* How the seat stands in a truth: 1 before all others, 0 behind them all. Where there are points,
 * half of it is by how many the seat leads. */
double seat_standing(const struct game *, const struct state *, int seat);

/* The share of the others that are behind the seat, once the game is over. */
double seat_share(const struct game *, const struct state *, int seat);

/* The game is over, the seat is first and somebody is not. */
bool seat_has_won(const struct game *, const struct state *, int seat);

/* One of the seats that may act in a position that is not over. */
int random_actor(const struct state *, struct search_rng *);

/* Adds a reason; one more than there is room for is left out. */
void candidate_add(struct candidate *, struct reason);

/* The reasons that can be seen in any game: points at once, and laying something. The state is a
 * view of the seat's or a truth. */
void candidate_explain(struct candidate *, const struct game *, const struct state *, int seat);

#endif
