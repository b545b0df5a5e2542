/* SPDX-License-Identifier: MIT */
/* What can be said about a move or a position of any game, using only game.h. */
#ifndef KUFSA_BOTS_SENSE_H
#define KUFSA_BOTS_SENSE_H

#include "bots/bot.h"

/* Does it put something on the table, instead of drawing, passing or closing? */
bool move_lays(const struct game *, const struct state *, int seat, move);

/* The standing of the seat in a truth: 1 ahead of all others, 0 behind them all. If there are
 * points, half of it depends on the seat's lead. */
double seat_standing(const struct game *, const struct state *, int seat);

/* Is the game over, with this seat in first place and another behind it? */
bool seat_has_won(const struct game *, const struct state *, int seat);

/* One of the seats that may act in a position that is not over. */
int random_actor(const struct state *, struct search_rng *);

/* Adds a reason, if there is room. */
void candidate_add(struct candidate *, struct reason);

/* The reasons that can be seen in any game: points at once, and laying something. The state is a
 * view of the seat, or a truth. */
void candidate_explain(struct candidate *, const struct game *, const struct state *, int seat);

#endif
