/* SPDX-License-Identifier: MIT */
/* What the parts of bench share. */
#ifndef KUFSA_BENCH_BENCH_H
#define KUFSA_BENCH_BENCH_H

#include "rules/game.h"

double bench_now(void); /* seconds of processor time, so that other load does not count */
const char *bench_human(double number); /* 1234567.8 as 1.23 M; valid for three more calls */

/* Searches some fixed positions of the game with fixed numbers of nodes, prints how fast, and
 * continues the signature: nodes and moves, the same on every machine. */
uint64_t bench_search(const struct game *, bool quick, uint64_t signature);

#endif
