/* SPDX-License-Identifier: MIT */
/*
 * Where gestures lead, for screens that know no game. A move is a row of acts: pairs of a piece to
 * take and a place to put it (either may be missing), and words to choose. Between words the pairs
 * may be done in any order; a word comes once all pairs before it are done, and what follows it
 * comes after.
 *
 *     take R7 · put (2,1) · take W · put (3,1) · choose done      pair, pair, word
 *     choose trade · take R7 · take W · choose done               word, pair, pair, word
 *
 * A gesture has a number, shared by all gestures that count as the same: a card wherever it is in
 * its hand, a place whatever lies on it. A move names one stack of a reserve; others with the same
 * piece outermost will do as well.
 *
 *     gestures_make ─▶ gestures_find ─▶ reach_find: what may follow, and the move if it is complete
 */
#ifndef KUFSA_MATCH_REACH_H
#define KUFSA_MATCH_REACH_H

#include "rules/game.h"

enum { GESTURES_MAX = 4096 }; /* different ones in all the moves of one view */

/* The moves of a view as gestures: each different gesture once, and each move as the numbers of
 * its gestures, terminated by 0. */
struct gestures {
    bool made;
    int known_count;
    struct step known[GESTURES_MAX + 1]; /* from 1 */
    uint16_t slots[2 * GESTURES_MAX];    /* a hash table of their numbers */
    int count;                           /* moves */
    uint16_t list[MOVES_MAX][STEPS_MAX];
};

/* For the legal moves of a seat. False if there are more gestures than GESTURES_MAX. */
bool gestures_make(struct gestures *, const struct game *, const struct state *view, int seat,
                   const struct moves *);

/* The number of a gesture as a person sees it, or 0 if no move has it: cards of a hand and stacks
 * of a reserve match by what they show, squares by where they are. */
uint16_t gestures_find(const struct gestures *, const struct step *);

struct reach {
    int count;        /* moves that start like this */
    int move, almost; /* index of the complete move, and of the one that lacks only "done"; -1 */
    int next_count;
    uint16_t next[GESTURES_MAX]; /* gestures that may follow */
    bool seen[GESTURES_MAX + 1]; /* the same as a set */
};

/* After these gestures, at most STEPS_MAX. */
void reach_find(struct reach *, const struct gestures *, const uint16_t *done, int count);

/* Why these gestures lead nowhere, when the last one was refused: a reason, or NULL if it is
 * unclear what was intended. A piece taken while another is held replaces it. */
const char *steps_refusal(const struct game *, const struct state *view, int seat,
                          const struct step *, int count);

#endif
