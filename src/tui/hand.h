/* SPDX-License-Identifier: MIT */
/*
 * The person's hand over the table: touches become a move. A touch is a step as the eye sees it: a
 * piece somewhere, a place, or a word; match/reach.h knows which moves begin like that.
 *
 *     hand_look (a new position) ─▶ hand_touch … ─▶ TOUCH_MOVE: here is its notation
 *
 * A second touch of the same thing lets go of it, and another piece may be taken instead of the one
 * that is held. Where a taken piece can go to one place only, it goes there by itself.
 */
#ifndef KUFSA_TUI_HAND_H
#define KUFSA_TUI_HAND_H

#include "match/reach.h"

enum { HAND_WORDS_MAX = 64 }; /* words that can be chosen at once */

struct hand {
    const struct game *game; /* NULL: there is nothing to do */
    const struct state *view;
    int seat;
    char position[POSITION_MAX]; /* what the rest is about */
    struct moves moves;
    struct gestures gestures;
    int count;
    struct step done[STEPS_MAX];
    struct reach reach;  /* after what was done */
    struct reach before; /* without the piece that is held */
};

/* The position has changed, or who may act. What was begun is kept if it still leads anywhere. A
 * seat of NO_SEAT may do nothing. The view must stay where it is until the next look. */
void hand_look(struct hand *, const struct game *, const struct state *view, const char *position,
               int seat);

enum touch {
    TOUCH_NO,   /* no legal move has it: nothing was changed */
    TOUCH_HELD, /* there is more to do */
    TOUCH_MOVE, /* that was a move: out has its notation */
};
enum touch hand_touch(struct hand *, const struct step *, char out[MOVE_TEXT_MAX]);

/* Would this touch lead on? Was it made? */
bool hand_can(const struct hand *, const struct step *);
bool hand_has(const struct hand *, const struct step *);

/* The piece that is held, and where it goes is open; NULL. */
const struct step *hand_held(const struct hand *);

/* The words that can be chosen now, also by letting go of what is held; how many. */
int hand_words(struct hand *, struct step out[HAND_WORDS_MAX]);

/* The move that this is already though more could follow, or would be with "done" behind it;
 * 0: neither. */
move hand_whole(const struct hand *);

void hand_back(struct hand *); /* takes the last touch back */
void hand_clear(struct hand *);

#endif
