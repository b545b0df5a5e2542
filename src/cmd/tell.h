/* SPDX-License-Identifier: MIT */
/* Moves, events and results in words, for whoever looks on: at a table or in a record. */
#ifndef KUFSA_CMD_TELL_H
#define KUFSA_CMD_TELL_H

#include "cmd/draw.h"
#include "tui/tell.h"

struct teller {
    const struct voice *voice;
    const struct game *game;
    int viewer; /* tells nothing that this one may not see; TRUTH: all */
};

/* The move in notation, or what can be seen of it, and its events. */
void tell_move(struct teller *, int seat, const char *text, const struct events *);

/* How it ended: who has won, and the places where there are more than two or points are kept. */
void tell_ending(struct teller *, int seats, const struct outcome *, enum ending, int loser);

#endif
