/* SPDX-License-Identifier: MIT */
/*
 * The state of Iota, shared by its rules (iota.c), its notation (iota_text.c) and its player
 * (src/bots/iota*.c). Nobody else includes it: to all others Iota is the game_iota of game.h.
 */
#ifndef KUFSA_RULES_IOTA_H
#define KUFSA_RULES_IOTA_H

#include "rules/game.h"
#include "rules/iota_table.h"

enum { IOTA_SEATS_MIN = 2, IOTA_SEATS_MAX = 4 };

/* Options, and their values in the order of the rules; the first is the default. */
enum { IOTA_DECK, IOTA_SCORING, IOTA_FINAL };
enum { DECK_FULL, DECK_HALF };
enum { SCORING_POINTS, SCORING_RACE };
enum { FINAL_DOUBLE, FINAL_PLAIN };

enum {
    ROUNDS_OF_PASSES = 3, /* IR6, while there are cards in the pile */
    PASSES_MAX = ROUNDS_OF_PASSES * IOTA_SEATS_MAX,

    /* Far more than can be scored, so only a made-up text comes near it. What goes beyond is not
     * counted: every position that can be reached can be written and read. */
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

/* ---- iota.c ---- */

int iota_hand_find(const struct iota_hand *, int card); /* its index, or -1 */
void iota_hand_remove(struct iota_hand *, int card);

/* How many cards of hands and pile are hidden. */
int iota_hidden(const struct iota *);

/* NULL, or the reason why this cannot be a position (invariants 1, 2 and 4 of iota.c). */
const char *iota_check(const struct iota *);

/* Brings up to date what the head says about the rest: who acts, and the size. */
void iota_settle(struct iota *);

/* ---- iota_text.c: these are the members of struct game ---- */

void iota_write_move(const struct state *, move, struct text *);
void iota_write_piece(int piece, struct text *);
int iota_read_piece(const char *text);
void iota_write_state(const struct state *, struct text *);
const char *iota_read_state(struct state *, const char *text);
const char *iota_refusal(const struct state *, int seat, const char *text);

#endif
