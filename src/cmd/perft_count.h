/* SPDX-License-Identifier: MIT */
/* perft, also for games that shuffle. */
#ifndef KUFSA_CMD_PERFT_COUNT_H
#define KUFSA_CMD_PERFT_COUNT_H

#include "rules/game.h"

/* Move sequences of this length. The caller lends depth + 1 levels. False if
 * one of them wants a shuffle for which the position has no stream. */
bool perft_count(const struct game *, const struct state *, int depth, struct perft_level *levels,
                 uint64_t *nodes);

#endif
