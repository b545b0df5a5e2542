/* SPDX-License-Identifier: MIT */
/* Moves, events and results in words: at a table or in a record. */
#ifndef KUFSA_PLAIN_TELLER_H
#define KUFSA_PLAIN_TELLER_H

#include "plain/draw.h"
#include "tell/tell.h"

struct teller {
    const struct voice *voice;
    const struct game *game;
    int viewer; /* only what this viewer may see; TRUTH: everything */
};

/* The move in notation (NULL: it is secret), or what can be seen of it, and its events. */
void tell_move(struct teller *, int seat, const char *text, const struct events *);

/* How it ended: who won, and the places if there are more than two or points are kept. */
void tell_ending(struct teller *, int seats, const struct outcome *, enum ending, int loser);

/* A line about what differs from the printed rules; nothing if nothing does. */
void tell_rules(const struct voice *, const struct game *, const int16_t *chosen);

#endif
