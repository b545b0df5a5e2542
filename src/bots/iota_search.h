/* SPDX-License-Identifier: MIT */
/* The thinking of Iota's player: comparing moves in imagined worlds, and the exact endgame. */
#ifndef KUFSA_BOTS_IOTA_SEARCH_H
#define KUFSA_BOTS_IOTA_SEARCH_H

#include "bots/iota_policy.h"
#include "bots/meter.h"

enum {
    IOTA_FIELD_MAX = 24, /* moves compared in worlds */
    IOTA_ARMS_MAX = 512, /* moves at the root of an endgame; far more than there usually are */
    IOTA_DEPTH_MAX = 24, /* plies of an endgame searched */
    IOTA_CHOICES_MAX = MOVES_MAX + 20000, /* on the path of a search */
};

/* A move that is compared with others. */
struct iota_arm {
    struct iota_choice choice; /* what the rule of thumb thinks of it */
    double total;              /* of the values in the worlds that count */
    double pending;            /* in the world being played */
    double lead;               /* an endgame's: points ahead at the end, or at most so many */
    uint32_t visits;
    uint32_t depth;
    bool left; /* the field: it no longer plays */
};

/* All that thinking needs, in the memory that is lent. */
struct iota_mind {
    const struct question *question;
    const struct iota_weights *weights;
    struct meter meter;
    int seat;
    int legal; /* moves that there are */
    int field; /* arms in use: fewer, where moves were overlooked or are too many */
    struct iota_arm arms[IOTA_ARMS_MAX];
    double apart[IOTA_FIELD_MAX][IOTA_FIELD_MAX]; /* see iota_sim.c */
    bool solved;                        /* an endgame was searched to its end, every move of it */
    int line_count[IOTA_DEPTH_MAX + 2]; /* the best line of a search, by the ply it begins at */
    struct line_move line[IOTA_DEPTH_MAX + 2][VARIATION_MAX];
    struct iota_world root; /* what the view shows, with nothing in its hidden hands and pile */
    struct iota_world world, play;
    union any_state imagined;
    struct iota_world stack[IOTA_DEPTH_MAX + 1]; /* of an endgame's search, by ply */
    struct iota_choice choices[IOTA_CHOICES_MAX];
    struct iota_play plays[IOTA_MOVES_MAX];
};

_Static_assert(sizeof(struct iota_mind) <= BOT_MEMORY_MIN, "BOT_MEMORY_MIN");

/* What leading by so many points is worth, from 0 to 1, with so many cards still to be played. */
double iota_chance_of(double lead, int cards);

/* ---- iota_sim.c ---- */

/* Compares the arms in imagined worlds until the budget is used up; the best first, then the others
 * by what they are worth. */
void iota_simulate(struct iota_mind *);

/* ---- iota_reasons.c ---- */

/* Adds the reasons for a move, or against it. */
void iota_explain(struct iota_mind *, const struct iota_arm *, struct candidate *);

/* ---- iota_endgame.c ---- */

/* The pile is empty and the view leaves no doubt about the other hand: mind->world is the truth. */
bool iota_endgame_known(struct iota_mind *);

/* Searches it and puts the arms in order. */
void iota_endgame_search(struct iota_mind *);

#endif
