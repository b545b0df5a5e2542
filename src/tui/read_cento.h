/* SPDX-License-Identifier: MIT */
/* What is read off a position of Cento Multi to draw it, full screen or line by line. */
#ifndef KUFSA_TUI_READ_CENTO_H
#define KUFSA_TUI_READ_CENTO_H

#include "base/text.h"

enum {
    MULTIPLIER_MAX = 10,  /* C1 */
    OPEN_CARD_BYTES = 16, /* of its notation, with its NUL */
};

/* The open card of a position: `24`, `24=4x6`, `?` or `?=4x6`. */
struct open_card {
    char card[OPEN_CARD_BYTES]; /* `24` or `?` */
    int64_t number;             /* 0: a free card that was turned up first (CR2) */
    int64_t low, high;          /* as declared; 0: nothing is */
};

void open_card_read(struct open_card *, const char *field);

/* Is this one of the multipliers that the next card must have? */
bool open_card_asks(const struct open_card *, int64_t multiplier);

/* C6, with whatever multipliers it was declared. */
bool is_square(int64_t number);

/* Its index-th product; false behind the last. */
bool find_product(int64_t number, int index, int64_t *low, int64_t *high);

/* `4x6`, or with another sign between them. */
void write_product(struct text *, int64_t low, int64_t high, const char *times);

#endif
