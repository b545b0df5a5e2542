/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's rule of thumb: a weighted sum of what a discard leads to, as far as its player can
 * know. It reads the player's own hand and what lies open, never a hidden card, so it gives the
 * same answer for a view and for any world imagined from it.
 */
#ifndef KUFSA_BOTS_CENTO_POLICY_H
#define KUFSA_BOTS_CENTO_POLICY_H

#include "rules/cento_state.h"

/* The features of a move. Chances and shares are from 0 to 1. `left` is the number of cards that
 * the hand keeps, `next` the seat that acts after the move. */
#define CENTO_FEATURES(X)                                                                          \
    X(LAY)             /* a card is discarded, not drawn */                                        \
    X(RUNS_OUT)        /* with one other player: squares lead to the last card without a break */  \
    X(SPEND_FREE)      /* that card is a free one */                                               \
    X(SPEND_FREE_LATE) /* and at most two cards are left */                                        \
    X(SQUARE)          /* somebody loses the turn and draws (C6) */                                \
    X(SQUARE_THREAT)   /* the same if that player has at most two cards */                         \
    X(SQUARE_AGAIN)    /* and the turn comes back at once (CR12) with a card that fits */          \
    X(STUCK)           /* the chance that next, another player, has no card that fits */           \
    X(STUCK_ONE)       /* the same if next has one card */                                         \
    X(STUCK_TWO)       /* or two */                                                                \
    X(AGAIN)           /* the chance to discard again in the player's next turn */                 \
    X(AGAIN_LAST)      /* the same if one card is left */                                          \
    X(AGAIN_LAST_TWO)  /* or two */                                                                \
    X(FOLLOWERS)       /* own cards left that fit on the discard, as a share of what is left */    \
    X(OPEN)            /* unseen cards that fit on it, as a share of the unseen */                 \
    X(REACH)           /* unseen products that some card left fits on, as a share */               \
    X(REACH_LAST)      /* the same if at most two cards are left */                                \
    X(LONELY)          /* cards left that fit on no other card left, as a share of what is left */ \
    X(SQUARES_LEFT)    /* squares left, as a share of what is left */                              \
    X(FREE_LEFT)       /* free cards left */                                                       \
    X(PLAYABLE)        /* unseen products that a card left fits on, as a share, on average */

#define CENTO_FEATURE_ENUM(name) CENTO_##name,
enum { CENTO_FEATURES(CENTO_FEATURE_ENUM) CENTO_FEATURES_COUNT };

/* Each size of table has its own weights. */
enum { CENTO_TABLES = 3 }; /* two seats, three, four and more */

struct cento_weights {
    float of[CENTO_TABLES][CENTO_FEATURES_COUNT];
};

extern const struct cento_weights cento_tuned;   /* by tune/tune_cento.c */
extern const struct cento_weights cento_by_hand; /* the yardstick */

/* What a policy's `weights` points to. */
struct cento_style {
    const struct cento_weights *weights;
    int rounds_left; /* after the round that playouts finish */
};

/* What a player knows before a move. */
struct cento_sight {
    uint64_t hand;
    uint64_t unseen; /* products of the number cards in other hands or the pile */
    int unseen_free;
    int unseen_count;                /* cards, including free ones */
    float card_share, product_share; /* the share of a single unseen one; 0: there are none */
    int held;
    int next, after;           /* the next seat, and the one after it */
    int next_held, after_held; /* their cards; after may be the player */
    int others_held;           /* all cards of the other players */
    bool alone;                /* with one other player: a square brings the turn back */
};

/* What a move leads to. */
struct cento_prospect {
    bool lays, free, square, again; /* again: the turn comes back at once */
    bool runs_out;                  /* and one square after another leads to the last card */
    int left;
    int followers; /* own cards left that fit */
    int fitting;   /* unseen cards that fit */
    int next;      /* who acts next */
    int next_held;
    float open;    /* the same as a share of the unseen */
    float stuck;   /* the chance that this seat, if another, has nothing that fits */
    float discard; /* the chance to discard in the player's next turn */
    float reach;
    float playable;
    int lonely, squares, frees; /* of the cards left */
};

void cento_fill_sight(const struct cento *, int seat, struct cento_sight *);
void cento_foresee(const struct cento *, const struct cento_sight *, move, struct cento_prospect *);

/* All products that fit on one of these. */
uint64_t cento_around(uint64_t products);

/* The functions of struct policy. */
void cento_rank(const void *style, const struct state *, int seat, const struct moves *,
                float *score);
move cento_choose(const void *style, const struct state *, int seat, struct moves *,
                  struct search_rng *);
double cento_value(const void *style, const struct state *, int seat);

#endif
