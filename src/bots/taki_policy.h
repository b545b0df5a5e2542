/* SPDX-License-Identifier: MIT */
/*
 * Super Taki's rule of thumb: a score for every move, a sum of weights that depends only on what
 * the seat can see. It plays on its own, chooses what a search compares, and plays all sides of a
 * playout, so it must be fast.
 */
#ifndef KUFSA_BOTS_TAKI_POLICY_H
#define KUFSA_BOTS_TAKI_POLICY_H

#include "bots/worlds.h"
#include "rules/taki.h"

/* The classes of cards: name, then three values set by hand: for laying it, times the eighths of a
 * hand left, and times the danger of the player it is laid against. "Danger" is 1 for a hand of
 * one card and halves with each further card. */
#define TAKI_CLASSES(X)                                                                            \
    X(NUMBER, 0, 0, 0)                                                                             \
    X(PLUS2, 0.5, 0, 3)                                                                            \
    X(STOP, 0.3, 0, 0)                                                                             \
    X(TURN, 0.1, 0, 0)                                                                             \
    X(PLUS, 0, 0, 0)                                                                               \
    X(TAKI, 0, 0, 0)                                                                               \
    X(COLOR, -1.5, -1, 0.5)                                                                        \
    X(SUPER, -1, -0.5, 0)                                                                          \
    X(KING, -2, -1.5, 0)                                                                           \
    X(PLUS3, 1, 0, 3)                                                                              \
    X(BREAK, -3.8, 0, 0)

enum taki_class {
#define TAKI_CLASS(name, lay, early, danger) CLASS_##name,
    TAKI_CLASSES(TAKI_CLASS)
#undef TAKI_CLASS
        CLASSES,
};

/* The weights that do not belong to a class: name, value set by hand, what it is for. */
#define TAKI_TERMS(X)                                                                              \
    X(DRAW, -4)          /* drawing when nothing forces it */                                      \
    X(DRAW_DANGER, -1)   /* times the greatest danger */                                           \
    X(NEXT_DANGER, -1)   /* times the danger of the player whose turn comes next */                \
    X(COLOUR_SOME, 1)    /* cards of the colour that will lead are left … */                     \
    X(COLOUR_COUNT, 0.3) /* … times how many */                                                  \
    X(COLOUR_TAKI, 0.5)  /* … and a taki is among them */                                        \
    X(FIGURE_LINK, 0.3)  /* times the cards of the leading figure in other colours */              \
    X(PLUS_FOLLOW, 2)    /* a plus, and a card for the turn it brings */                           \
    X(PLUS_WILD, 0.5)    /* … and only a card without colour for it */                           \
    X(PLUS_NONE, -3)     /* … and none */                                                        \
    X(STOP_FOLLOW, 2)    /* a stop between two players, likewise */                                \
    X(STOP_WILD, 0.5)                                                                              \
    X(STOP_NONE, -0.5)                                                                             \
    X(RUN_COUNT, 1)       /* times the cards that can go into the run */                           \
    X(RUN_NONE, -2)       /* there are none */                                                     \
    X(RUN_JOIN, 1)        /* a card that joins an open run */                                      \
    X(RUN_LAY, 3)         /* one more card in the run, instead of ending it */                     \
    X(RUN_WILD, -1)       /* a card without colour at the end of a run */                          \
    X(RUN_OPEN, -1)       /* leaving a run open … */                                             \
    X(RUN_OPEN_MINE, 0.2) /* … times the cards of its colour left */                             \
    X(TAKE, -1)           /* taking the cards owed … */                                          \
    X(TAKE_CHAIN, -1)     /* … for each +2 */                                                    \
    X(OWE_KING, 0)        /* how much more a card is worth as an answer to a +2 */                 \
    X(OWE_PLUS3, 0)                                                                                \
    X(BREAK_WINDOW, 4) /* breaking a +3 */                                                         \
    X(FREE_END, -4)    /* ending a king's turn */                                                  \
    X(LAST_TWO, 1)     /* two cards are left, and one may follow the other */

enum {
    LAY,                      /* by class: the turn ends with it, or a run begins */
    EARLY = LAY + CLASSES,    /* by class: the same, times the cards left, by eighths */
    DANGER = EARLY + CLASSES, /* by class: the same, times the danger of its target */
    TERM = DANGER + CLASSES,  /* then the terms above */
#define TAKI_TERM(name, value) TERM_##name,
    TERM_BEFORE = TERM - 1,
    TAKI_TERMS(TAKI_TERM)
#undef TAKI_TERM
        TAKI_WEIGHTS
};

/* Two, three and more seats are three different games. */
enum { TAKI_TABLES = 3 };

struct taki_weights {
    float table[TAKI_TABLES][TAKI_WEIGHTS];
};

static inline int taki_table(int seats)
{
    return (seats < 4 ? seats : 4) - 2;
}

extern const struct taki_weights taki_by_hand, taki_tuned;

/* The number of cards of these kinds in a hand. */
static inline int hand_cards(const struct hand *hand, uint64_t kinds)
{
    int beyond = (kinds & KIND(COLOR)) != 0 ? (int)(hand->second >> KINDS) : 0;
    return __builtin_popcountll(hand->first & kinds) +
           __builtin_popcountll(hand->second & kinds & ALL_KINDS) + beyond;
}

void taki_rank(const void *weights, const struct state *, int seat, const struct moves *,
               float *score);
move taki_choose(const void *weights, const struct state *, int seat, struct moves *,
                 struct search_rng *);
double taki_value(const void *weights, const struct state *, int seat);
void taki_prepare(const void *weights, struct state *, int seat, struct search_rng *);

/* Can the seat, whose turn it is, lay its whole hand in this turn, and how does it start? A +3 at
 * the end counts as laid, although it may be broken. */
bool taki_goes_out(const struct taki *, int seat, move *first);

#endif
