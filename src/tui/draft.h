/* SPDX-License-Identifier: MIT */
/*
 * A move in the making: touches become a move. A touch is a step as the player sees
 * it: a piece somewhere, a place, or a word; match/reach.h knows which moves begin that way.
 *
 *     draft_update (a new position) ─▶ draft_touch … ─▶ TOUCH_MOVE: here is its notation
 *
 * Touching the same thing again deselects it, and touching another piece takes that one instead.
 * A taken piece that can go to one place only goes there by itself.
 */
#ifndef KUFSA_TUI_DRAFT_H
#define KUFSA_TUI_DRAFT_H

#include "match/reach.h"

enum { DRAFT_WORDS_MAX = 64 }; /* words to choose from at once */

struct draft {
    const struct game *game; /* NULL: there is nothing to do */
    const struct state *view;
    int seat;
    char position[POSITION_MAX]; /* the position that the rest refers to */
    struct moves moves;
    struct gestures gestures;
    int count;
    struct step done[STEPS_MAX];
    struct reach reach;  /* after the steps so far */
    struct reach before; /* without the held piece */
};

/* The position, or who may act, has changed. Steps so far are kept if they still lead to a move. A
 * seat of NO_SEAT may do nothing. The view must stay valid until the next draft_update. */
void draft_update(struct draft *, const struct game *, const struct state *view,
                  const char *position, int seat);

enum touch {
    TOUCH_NO,   /* no legal move has it: nothing has changed */
    TOUCH_HELD, /* there is more to do */
    TOUCH_MOVE, /* a complete move: out has its notation */
};
enum touch draft_touch(struct draft *, const struct step *, char out[MOVE_TEXT_MAX]);

/* Why a touch was TOUCH_NO: a reason, or NULL if the intention is unclear. */
const char *draft_refusal(const struct draft *, const struct step *);

/* Would this touch lead to a move? Was it already made? */
bool draft_can(const struct draft *, const struct step *);
bool draft_has(const struct draft *, const struct step *);

/* The held piece, if its target is still open; else NULL. */
const struct step *draft_held(const struct draft *);

/* The words that can be chosen now, including those that first put the held piece back. Returns
 * the count. */
int draft_words(struct draft *, struct step out[DRAFT_WORDS_MAX]);

/* The move if the steps so far are one, though more could follow, or would be with "done" after
 * them; 0: neither. */
move draft_whole(const struct draft *);

/* Shows all the touches of a legal move as made, and nothing as possible. */
void draft_show(struct draft *, move);

void draft_back(struct draft *); /* takes back the last touch */
void draft_clear(struct draft *);

#endif
