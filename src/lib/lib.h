/* SPDX-License-Identifier: MIT */
/*
 * What the files of the library share. Callers may pass anything, so every function of kufsa.h
 * first looks at its arguments and refuses with a reason; only then does it call what CHECKs.
 */
#ifndef KUFSA_LIB_LIB_H
#define KUFSA_LIB_LIB_H

#include <kufsa.h>

#include "rules/game.h"

/* A seat's legal moves, once somebody has asked for them. */
struct listed {
    struct moves *moves; /* NULL: nobody has */
    int seat;            /* whose; NO_SEAT: they are out of date */
};

/* Functions that leave the position unchanged may still list its moves. */
struct kufsa_position {
    const struct game *game;
    struct listed *listed; /* is `own`: so it can be written where the rest is const */
    struct listed own;
    union any_state state;
};

/* NULL, or why a game cannot be played like this. Fills in the head of the state; seats 0 stays
 * 0 if `open` allows that. */
const char *lib_setting(const char *name, int seats, const char *options, bool open,
                        const struct game **, struct state *);

/* The game of this name, which may be NULL; NULL if there is none. */
const struct game *lib_game(const char *name);

/* A position with a copy of this state; NULL without memory. */
struct kufsa_position *lib_position(const struct game *, const struct state *);

/* The same, as the functions of kufsa.h return it. */
const char *lib_give(const struct game *, const struct state *, struct kufsa_position **);

/* The view of a seat or spectator, of a truth or of a view that may become the seat's. */
const char *lib_view(const struct kufsa_position *, int viewer, union any_state *view);

/* The view of a seat that has a decision to make and knows its moves. */
const char *lib_decision(const struct kufsa_position *, int seat, union any_state *view);

/* Lists the seat's legal moves in position->listed, which has space for them. */
const char *lib_legal(const struct kufsa_position *, int seat);

#endif
