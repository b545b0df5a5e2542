/* SPDX-License-Identifier: MIT */
/*
 * Walks through a record that was read to its end: any position of it, and the move that led
 * there. Going back means replaying from the deal.
 */
#ifndef KUFSA_MATCH_WALK_H
#define KUFSA_MATCH_WALK_H

#include "match/record.h"

struct walk {
    const struct record *record;
    const struct ply *plies; /* all of its moves */
    uint32_t count, at;
    union any_state state;    /* the truth after `at` moves */
    int seat;                 /* whose move led here; NO_SEAT at the start */
    char move[MOVE_TEXT_MAX]; /* its notation */
    struct events events;     /* and what it did */
};

void walk_begin(struct walk *, const struct record *, const struct ply *, uint32_t count);
void walk_restart(struct walk *);
void walk_step(struct walk *); /* there must be a next move */
void walk_to(struct walk *, uint32_t at);

#endif
