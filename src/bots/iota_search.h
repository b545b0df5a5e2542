/* SPDX-License-Identifier: MIT */
/* How Iota's player thinks: comparing moves in imagined worlds, and the exact endgame. */
#ifndef KUFSA_BOTS_IOTA_SEARCH_H
#define KUFSA_BOTS_IOTA_SEARCH_H

#include "bots/field.h"
#include "bots/iota_policy.h"
#include "bots/judge.h"
#include "bots/meter.h"

enum {
    IOTA_ARMS_MAX = 512,                  /* moves at the root of an endgame; far more than usual */
    IOTA_DEPTH_MAX = 24,                  /* plies of an endgame searched */
    IOTA_CHOICES_MAX = MOVES_MAX + 20000, /* on the path of a search */
};

/* A move that is compared with others. */
struct iota_arm {
    struct iota_choice choice; /* what the rule of thumb thinks of it */
    double lead;               /* in an endgame: points ahead at the end, or an upper bound */
    double mean;               /* of the values in imagined worlds */
    uint32_t visits;           /* of such worlds */
    uint32_t depth;
};

/* Everything that thinking needs, in the caller's memory. */
struct iota_mind {
    const struct question *question;
    const struct iota_weights *weights;
    struct budget budget; /* of the current part */
    struct meter meter;
    int seat;
    int legal; /* number of legal moves */
    int field; /* arms in use: fewer if moves were overlooked or are too many */
    struct iota_arm arms[IOTA_ARMS_MAX];
    struct field compared;              /* in imagined worlds */
    bool solved;                        /* an endgame was searched to its end, for every move */
    int line_count[IOTA_DEPTH_MAX + 2]; /* the best line of a search, by the ply it starts at */
    struct line_move line[IOTA_DEPTH_MAX + 2][VARIATION_MAX];
    struct iota_world root; /* what the view shows; hidden hands and pile are empty */
    struct iota_world world, play;
    union any_state imagined;
    struct iota_world stack[IOTA_DEPTH_MAX + 1]; /* of an endgame's search, by ply */
    struct iota_choice choices[IOTA_CHOICES_MAX];
    struct iota_play plays[IOTA_MOVES_MAX];
};

_Static_assert(sizeof(struct iota_mind) <= BOT_MEMORY_MIN, "BOT_MEMORY_MIN");

/* The value of a lead at the end of the game. */
static inline double iota_sure(double lead)
{
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

/* The value of a lead in points, from 0 to 1, with this many cards still to be played. */
double iota_chance_of(double lead, int cards);

/* ---- iota_sim.c ---- */

/* Compares the arms in imagined worlds until the budget is used up. Puts the best first, then the
 * others by value. */
void iota_simulate(struct iota_mind *);

/* The first arm against the second, or alone if there is only one. */
void iota_match_up(struct iota_mind *, struct match_up *);

/* ---- iota_reasons.c ---- */

/* Adds the reasons for a move, or against it. */
void iota_explain(struct iota_mind *, const struct iota_arm *, struct candidate *);

/* ---- iota_endgame.c ---- */

/* Is the pile empty and the other hand certain? Then mind->world is the truth. */
bool iota_endgame_known(struct iota_mind *);

/* Searches it and sorts the arms. */
void iota_endgame_search(struct iota_mind *);

#endif
