/* SPDX-License-Identifier: MIT */
/* Iota's table as squares, to draw it, full screen or line by line. */
#ifndef KUFSA_TUI_READ_IOTA_H
#define KUFSA_TUI_READ_IOTA_H

#include "rules/game.h"

enum {
    LINE_MAX = 4,                   /* I9 */
    SPAN = INT8_MAX - INT8_MIN + 1, /* numbers that a place may have */
};

struct grid {
    int left, right, bottom, top; /* the box around what is to be seen; the starter lies at 0,0 */
    int16_t piece[SPAN][SPAN];    /* [y][x], counted from INT8_MIN */
    bool marked[SPAN][SPAN];      /* as whoever draws it wants */
};

void grid_clear(struct grid *);
void grid_widen(struct grid *, int x, int y); /* the box, so that this square is in it */
void grid_lay(struct grid *, struct place, int piece);
void grid_mark(struct grid *, struct place);

/* Nothing lies outside of what a place can be. */
int grid_piece(const struct grid *, int x, int y);
bool grid_marked(const struct grid *, int x, int y);

enum square {
    SQUARE_FAR, /* no card is next to it */
    SQUARE_FREE,
    SQUARE_NEVER, /* a line would grow over four, whatever is laid there */
    SQUARE_CARD,
};
enum square grid_square(const struct grid *, int x, int y);

/* `-1,2` */
void write_square(struct place, struct text *);

#endif
