/* SPDX-License-Identifier: MIT */
/* What drawing Super Taki needs from scene and facts, full screen or line by line; and how to read
 * a card's notation. */
#ifndef KUFSA_TELL_READ_TAKI_H
#define KUFSA_TELL_READ_TAKI_H

#include "rules/game.h"

enum {
    TAKI_CARD_BYTES = 16, /* of a card's notation, with its NUL */
    TAKI_UPON_MAX = 4,    /* T1: two +3 and two breakers */
};

struct taki_now {
    char lead[TAKI_CARD_BYTES];
    char colour;                 /* in force; blank: any card may be played */
    int16_t upon[TAKI_UPON_MAX]; /* what lies on the leading card, from the bottom up (T21) */
    int upon_count, beneath;     /* cards on the leading one, and under it */
    int turn;                    /* whose turn; in a window, who played the +3; NO_SEAT */
    int owed;                    /* cards that somebody must take */
    bool clockwise;
};

void taki_now_read(struct taki_now *, const struct game *, const struct facts *,
                   const struct item *, int count);

/* Does this fact hold, for this seat unless it is NO_SEAT? */
static inline bool is_so(const struct facts *facts, enum fact_name name, int seat)
{
    return facts_find(facts, name, seat) != NULL;
}

/* R, G, B or Y of `G7` and `color=B`; a blank for a card without a colour. */
bool taki_is_colour(char);
char taki_colour(const char *card);

/* The seat that `catch1` catches (TR32); NO_SEAT: another word. */
int taki_caught(const char *word);

/* `7` of `G7`, `color` of `color=B`. */
void taki_figure(const char *card, char out[TAKI_CARD_BYTES]);

/* The key of the sentence for a card that costs something (FACT_COST); it takes {n}. */
const char *taki_price_key(const char *card);

#endif
