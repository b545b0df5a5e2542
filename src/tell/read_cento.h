/* SPDX-License-Identifier: MIT */
/* Cento Multi's cards and what the facts say about them: for the full screen and for plain
 * lines. */
#ifndef KUFSA_TELL_READ_CENTO_H
#define KUFSA_TELL_READ_CENTO_H

#include "rules/game.h"

enum {
    FACTOR_MAX = 10,     /* of the multiplication table (C14) */
    WAYS_MAX = 2,        /* that fit on a card */
    CENTO_CARD_MAX = 16, /* bytes of its notation, with its NUL */
};

/* A card by its notation: `24`, `24=4x6`, `?` or `?=4x6`. */
struct cento_card {
    char text[CENTO_CARD_MAX]; /* what lies there: `24` or `?` */
    int64_t number;            /* 0: an undeclared free card */
    int64_t low, high;         /* as declared; 0: not declared */
};

void cento_card_read(struct cento_card *, const struct game *, int piece);
void open_card_read(struct cento_card *, const struct game *, const struct facts *);

/* How a card in a seat's hand, or the open card (NO_SEAT), can be declared. */
struct ways {
    bool free; /* as anything; the list is not complete */
    bool fits; /* some way fits now */
    int count;
    struct way {
        int64_t low, high;
        bool fits;
    } list[WAYS_MAX];
};

void ways_read(struct ways *, const struct game *, const struct facts *, int seat,
               const struct cento_card *);

/* The text of a line under the number, `3x8` or `?x?`, with this sign between the factors; false
 * after the last line. */
bool ways_write(const struct ways *, int line, const char *times, struct text *, bool *fits);

/* Is there a fact with this name, FACT_FACTOR or FACT_SQUARE, for the number? */
bool number_is(const struct facts *, enum fact_name, int64_t number);

/* How many rounds are played. */
const char *rounds_of(const struct game *, const struct state *);

/* `4x6`, or with another sign between the factors. */
void write_product(struct text *, int64_t low, int64_t high, const char *times);

#endif
