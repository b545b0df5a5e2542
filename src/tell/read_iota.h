/* SPDX-License-Identifier: MIT */
/* Iota's table as squares, for drawing it on the full screen or line by line. */
#ifndef KUFSA_TELL_READ_IOTA_H
#define KUFSA_TELL_READ_IOTA_H

#include "rules/game.h"

enum { SPAN = INT8_MAX - INT8_MIN + 1 }; /* how many values a coordinate has */

struct grid {
    int left, right, bottom, top; /* the box around the cards and their neighbouring squares */
    int16_t piece[SPAN][SPAN];    /* [y][x], counted from INT8_MIN; the starter lies at 0,0 */
    bool never[SPAN][SPAN];       /* nothing can ever lie there */
    bool marked[SPAN][SPAN];      /* for the drawing's own use */
};

/* Reads the items on the table and the facts about it. */
void grid_read(struct grid *, const struct item *, int count, const struct facts *);
void grid_widen(struct grid *, int x, int y); /* extends the box to include this square */
void grid_lay(struct grid *, struct place, int piece);
void grid_mark(struct grid *, struct place);

/* Nothing lies outside the range of a place. */
int grid_piece(const struct grid *, int x, int y);
bool grid_marked(const struct grid *, int x, int y);

enum square {
    SQUARE_FAR, /* no card is next to it */
    SQUARE_FREE,
    SQUARE_NEVER,
    SQUARE_CARD,
};
enum square grid_square(const struct grid *, int x, int y);

#endif
