/* SPDX-License-Identifier: MIT */
/*
 * The state of Iota, shared by its rules (iota.c), its notation (iota_text.c) and its player
 * (src/bots/iota*.c). Nothing else includes it: everyone else uses game_iota of game.h.
 */
#ifndef KUFSA_RULES_IOTA_H
#define KUFSA_RULES_IOTA_H

#include "rules/game.h"
#include "rules/iota_table.h"

enum { IOTA_SEATS_MIN = 2, IOTA_SEATS_MAX = 4 };

/* Options, and their values in the order of the rules; the first value is the default. */
enum { IOTA_DECK, IOTA_SCORING, IOTA_FINAL, IOTA_WILD_COUNT, IOTA_READING };
enum { DECK_FULL, DECK_HALF };
enum { SCORING_POINTS, SCORING_RACE };
enum { FINAL_DOUBLE, FINAL_PLAIN };
enum { WILD_COUNT_TWO, WILD_COUNT_NONE };
enum { READING_ANY, READING_ABSENT };

enum {
    ROUNDS_OF_PASSES = 3, /* IR6, while there are cards in the pile */
    PASSES_MAX = ROUNDS_OF_PASSES * IOTA_SEATS_MAX,

    /* Far more than anyone can score, so only a made-up text comes near it. Points beyond it are
     * not counted, so every position that can be reached can be written and read. */
    IOTA_SCORE_MAX = 1000000000,
};

struct iota_hand {
    uint8_t card[IOTA_HAND];
    uint8_t count;
    uint8_t hidden; /* 1: this view does not show it */
};

struct iota {
    struct state head;
    int32_t score[IOTA_SEATS_MAX];
    struct iota_hand hand[IOTA_SEATS_MAX];
    uint8_t pile[IOTA_CARDS]; /* the top card last */
    uint8_t pile_count;
    uint8_t pile_hidden;
    uint8_t turn;
    uint8_t passes; /* the count of IR6: turns without a play or a wild taken back */
    uint8_t taken;  /* 1: a wild has been taken back in this turn */
    uint8_t unused; /* 0 */
    struct iota_table table;
};

/* IR14 */
static inline int iota_deck_wilds(const struct iota *game)
{
    return game->head.option[IOTA_WILD_COUNT] == WILD_COUNT_NONE ? 0 : IOTA_WILDS;
}

/* IR14, IR15 */
static inline enum iota_wilds iota_wilds(const struct iota *game)
{
    if (iota_deck_wilds(game) == 0)
        return WILDS_NONE;
    return game->head.option[IOTA_READING] == READING_ABSENT ? WILDS_MISSING : WILDS_ANY;
}

/* ---- iota.c ---- */

int iota_hand_find(const struct iota_hand *, int card); /* its index, or -1 */
void iota_hand_remove(struct iota_hand *, int card);

/* How many cards of the hands and the pile are hidden. */
int iota_hidden(const struct iota *);

/* NULL, or the reason why this position is impossible (invariants 1, 2 and 4 of iota.c). */
const char *iota_check(const struct iota *);

/* Updates what the head says about the rest: who acts, and the size. */
void iota_update_head(struct iota *);

/* ---- iota_text.c: these are the members of struct game ---- */

void iota_write_move(const struct state *, move, struct text *);
void iota_write_piece(int piece, struct text *);
void iota_write_place(struct place, struct text *);
int iota_read_piece(const char *text);
void iota_write_state(const struct state *, struct text *);
const char *iota_read_state(struct state *, const char *text);
const char *iota_refusal(const struct state *, int seat, const char *text);
const char *iota_refuse_steps(const struct state *, int seat, const struct step *, int count);

#endif
