/* SPDX-License-Identifier: MIT */
/*
 * The rule of thumb of Iota's player: the points of a move, the value of the cards it keeps, and
 * what the lines of three it leaves behind promise or threaten. It is linear in a few features,
 * and tune/tune_iota.c finds its weights.
 */
#ifndef KUFSA_BOTS_IOTA_POLICY_H
#define KUFSA_BOTS_IOTA_POLICY_H

#include "bots/iota_board.h"

/* The features, and what they are. A pair's cards differ in one to three properties; three cards
 * go together or not, and if they do, their fourth may still be unseen or not. */
#define IOTA_FEATURES(X)                                                                           \
    X(KEPT_0, "no card kept")                                                                      \
    X(KEPT_1, "one card kept")                                                                     \
    X(KEPT_2, "two cards kept")                                                                    \
    X(KEPT_3, "three cards kept")                                                                  \
    X(KEPT_4, "four cards kept")                                                                   \
    X(NUMBER_1, "cards with number 1")                                                             \
    X(NUMBER_2, "cards with number 2")                                                             \
    X(NUMBER_3, "cards with number 3")                                                             \
    X(NUMBER_4, "cards with number 4")                                                             \
    X(WILDS_KEPT, "wilds")                                                                         \
    X(WILDS_BOTH, "both wilds")                                                                    \
    X(PAIR_1, "pairs that differ in one property")                                                 \
    X(PAIR_2, "pairs that differ in two")                                                          \
    X(PAIR_3, "pairs that differ in three")                                                        \
    X(THREE_OPEN, "three that go together, the fourth not seen yet")                               \
    X(THREE_SHUT, "three that go together, the fourth seen elsewhere")                             \
    X(THREE_NOT, "three that do not go together")                                                  \
    X(LOT, "four that go together")                                                                \
    X(WILD_PAIR, "a wild and two plain cards or more")                                             \
    X(WILD_THREE, "a wild and three that go together")                                             \
    X(GIVEN, "points of lots that the next player may complete")                                   \
    X(PLANNED, "points of lots that a card kept completes")

enum iota_feature {
#define IOTA_FEATURE_ENUM(name, meaning) IOTA_##name,
    IOTA_FEATURES(IOTA_FEATURE_ENUM)
#undef IOTA_FEATURE_ENUM
        IOTA_FEATURES_COUNT
};

/* The game's phases, by the cards in the pile before the move. */
enum { IOTA_PHASES = 4 };

struct iota_weights {
    float weight[IOTA_PHASES][IOTA_FEATURES_COUNT];
};

extern const struct iota_weights iota_weights_tuned;

int iota_phase(const struct iota_world *);

/* What the seat whose turn it is knows, and the value of keeping cards. */
struct iota_eye {
    uint64_t unseen; /* bit c - 1: plain card c */
    int unseen_wilds;
    float share; /* the chance that a given unseen card is in the next player's hand */
    struct iota_threes threes;
    float leave[1 << IOTA_HAND]; /* by the cards kept, bit k: card k */
};

void iota_eye_init(struct iota_eye *, const struct iota_world *, const struct iota_weights *);

/* The features of keeping these cards (ascending); the last two are 0. */
void iota_leave_features(const struct iota_eye *, const uint8_t *cards, int count,
                         float feature[IOTA_FEATURES_COUNT]);

/* A move and what the rule of thumb thinks of it. */
struct iota_choice {
    move move;
    float value; /* gain plus leave */
    float leave; /* what is kept and left behind, without the gain */
    int32_t gain;
};

/* What the seat whose turn it is plays. `plays` has room for IOTA_MOVES_MAX. */
struct iota_choice iota_choose(struct iota_world *, const struct iota_weights *,
                               struct iota_play *plays);

/* Lists all moves of the seat whose turn it is, in no particular order, and returns how many; room
 * for MOVES_MAX. A take is worth as much as the best move after it. `after` is scratch space. */
int iota_rank(struct iota_world *, const struct iota_weights *, struct iota_world *after,
              struct iota_play *plays, struct iota_choice *out);

#endif
