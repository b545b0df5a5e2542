/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's table, cards and state, shared by cento.c (the rules), cento_text.c (the notation)
 * and the bot for this game. Nothing else includes this.
 */
#ifndef KUFSA_RULES_CENTO_STATE_H
#define KUFSA_RULES_CENTO_STATE_H

#include "rules/game.h"

enum { CENTO_SEATS = 6, NUMBERS_COUNT = 42, FREE_COUNT = 2, CARDS_MAX = 44, TABLE = 10 };
enum { OPTION_FREE, OPTION_SCORING, OPTION_ROUNDS };
enum { SCORING_CARDS, SCORING_PLACES };

/* A card is its number, or FREE. */
enum { FREE = 101 };

/* clang-format off */

/* C1: the numbers of the multiplication table. */
#define NUMBERS(X) \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(12) X(14) X(15) X(16) X(18) X(20) X(21) \
    X(24) X(25) X(27) X(28) X(30) X(32) X(35) X(36) X(40) X(42) X(45) X(48) X(49) X(50) X(54) \
    X(56) X(60) X(63) X(64) X(70) X(72) X(80) X(81) X(90) X(100)

/* C3, CR9: what can be declared, ordered by number, then by the smaller factor. y is passed
 * on. */
#define PRODUCTS(X, y) \
    X(1, 1, y) X(1, 2, y) X(1, 3, y) X(1, 4, y) X(2, 2, y) X(1, 5, y) X(1, 6, y) X(2, 3, y) \
    X(1, 7, y) X(1, 8, y) X(2, 4, y) X(1, 9, y) X(3, 3, y) X(1, 10, y) X(2, 5, y) X(2, 6, y) \
    X(3, 4, y) X(2, 7, y) X(3, 5, y) X(2, 8, y) X(4, 4, y) X(2, 9, y) X(3, 6, y) X(2, 10, y) \
    X(4, 5, y) X(3, 7, y) X(3, 8, y) X(4, 6, y) X(5, 5, y) X(3, 9, y) X(4, 7, y) X(3, 10, y) \
    X(5, 6, y) X(4, 8, y) X(5, 7, y) X(4, 9, y) X(6, 6, y) X(4, 10, y) X(5, 8, y) X(6, 7, y) \
    X(5, 9, y) X(6, 8, y) X(7, 7, y) X(5, 10, y) X(6, 9, y) X(7, 8, y) X(6, 10, y) X(7, 9, y) \
    X(8, 8, y) X(7, 10, y) X(8, 9, y) X(8, 10, y) X(9, 9, y) X(9, 10, y) X(10, 10, y)

/* clang-format on */

/* The bit of a product in a set of products. */
#define PRODUCT_NAME(low, high, y) PRODUCT_##low##x##high,
enum { PRODUCTS(PRODUCT_NAME, ) PRODUCTS_COUNT };

#define ALL_PRODUCTS ((UINT64_C(1) << PRODUCTS_COUNT) - 1)

/* A hand is the set of all products that its number cards can be declared as; its free cards are
 * counted above those bits. Adding and removing any card is plain arithmetic. */
#define ONE_FREE (UINT64_C(1) << PRODUCTS_COUNT)

/* What a card adds to a hand; 0 if it is not a card. */
#define BIT_IF_OF(low, high, n)                                                                    \
    | ((low) * (high) == (n) ? UINT64_C(1) << PRODUCT_##low##x##high : 0)
#define PRODUCTS_OF(n) [n] = 0 PRODUCTS(BIT_IF_OF, n),
static const uint64_t of_card[FREE + 1] = {NUMBERS(PRODUCTS_OF)[FREE] = ONE_FREE};

/* A move:
 *
 *      15   14 … 8   7 … 4   3 … 0
 *     free  number    low    high
 *
 * Without the top bit the number's own card is declared low × high; with it, a free card is. So
 * the codes of products are in the order of their bits. */
enum { DRAW = 1, AS_FREE = 1 << 15 };

#define PRODUCT_CODE(low, high, y) ((low) * (high)) << 8 | (low) << 4 | (high),
static const uint16_t product_code[] = {PRODUCTS(PRODUCT_CODE, )};

/* The products that contain a factor. */
#define BIT_IF_WITH(low, high, m)                                                                  \
    | ((low) == (m) || (high) == (m) ? UINT64_C(1) << PRODUCT_##low##x##high : 0)
#define PRODUCTS_WITH(m) [m] = 0 PRODUCTS(BIT_IF_WITH, m)
static const uint64_t with_factor[TABLE + 1] = {
    PRODUCTS_WITH(1), PRODUCTS_WITH(2), PRODUCTS_WITH(3), PRODUCTS_WITH(4), PRODUCTS_WITH(5),
    PRODUCTS_WITH(6), PRODUCTS_WITH(7), PRODUCTS_WITH(8), PRODUCTS_WITH(9), PRODUCTS_WITH(10),
};

/* C6 */
static const bool is_square[FREE] = {
    [1] = true,  [4] = true,  [9] = true,  [16] = true, [25] = true,
    [36] = true, [49] = true, [64] = true, [81] = true, [100] = true,
};

static inline int move_number(move m)
{
    return (int)(m >> 8 & 127);
}

static inline int move_low(move m)
{
    return (int)(m >> 4 & 15);
}

static inline int move_high(move m)
{
    return (int)(m & 15);
}

static inline int move_card(move m)
{
    return (m & AS_FREE) != 0 ? FREE : move_number(m);
}

static inline bool has_card(uint64_t hand, int card)
{
    return card == FREE ? hand >= ONE_FREE : (hand & of_card[card]) != 0;
}

/* Removes the lowest product from a nonempty set; returns its code. */
static inline uint16_t next_product(uint64_t *set)
{
    int bit = __builtin_ctzll(*set);
    *set &= *set - 1;
    return product_code[bit];
}

/* Removes the first card, in card order, from a nonempty hand. */
static inline int next_card(uint64_t *hand)
{
    uint64_t numbers = *hand & ALL_PRODUCTS;
    int card = numbers != 0 ? move_number(product_code[__builtin_ctzll(numbers)]) : FREE;
    *hand -= of_card[card];
    return card;
}

/* ---- the state: cento.c lists its invariants ---- */

enum { PILE_HIDDEN = 1 << CENTO_SEATS };

struct cento {
    struct state head;
    uint64_t hand[CENTO_SEATS];
    struct chance stream;
    int32_t total[CENTO_SEATS]; /* points so far (C10) */
    uint8_t held[CENTO_SEATS];  /* cards of each hand */
    uint8_t hidden;             /* bit s: the hand of seat s; PILE_HIDDEN */
    uint8_t streamed;           /* 1: there is a stream; 0: it cannot shuffle */
    uint8_t open, low, high;    /* the open card and its declaration */
    uint8_t turn;
    uint8_t round; /* from 1 */
    uint8_t began; /* the seat that began it */
    uint8_t pile_count, discard_count;
    uint8_t pile[CARDS_MAX];
    uint8_t discard[CARDS_MAX]; /* without the open card */
};

_Static_assert(sizeof(struct cento) == 240 && sizeof(struct state) == 24, "no padding");
_Static_assert(sizeof(struct cento) <= STATE_MAX, "STATE_MAX");

static inline int free_cards(const struct state *state)
{
    return FREE_COUNT - state->option[OPTION_FREE];
}

static inline int rounds(const struct state *state)
{
    return state->option[OPTION_ROUNDS] + 1;
}

static inline bool scores_places(const struct state *state)
{
    return state->option[OPTION_SCORING] == SCORING_PLACES;
}

static inline bool hand_hidden(const struct cento *c, int seat)
{
    return (c->hidden >> seat & 1) != 0;
}

static inline int players_left(const struct cento *c)
{
    int left = 0;
    for (int seat = 0; seat < c->head.seats; seat++)
        left += c->held[seat] > 0;
    return left;
}

/* C9, C12 */
static inline bool round_over(const struct cento *c)
{
    int left = players_left(c);
    return scores_places(&c->head) ? left < 2 : left < c->head.seats;
}

/* Invariant 5: do the players who are out, the turn and the round go together? */
static inline bool turn_possible(const struct cento *c)
{
    if (!round_over(c))
        return c->held[c->turn] > 0;
    int losers = scores_places(&c->head) ? 1 : c->head.seats - 1;
    return players_left(c) == losers && c->held[c->turn] == 0 && c->round == rounds(&c->head);
}

/* CR7: players who are out are skipped. */
static inline int next_player(const struct cento *c, int seat)
{
    do
        seat = seat + 1 < c->head.seats ? seat + 1 : 0;
    while (c->held[seat] == 0);
    return seat;
}

/* The products that share a factor with the open card (C4); while it has no declaration, with
 * any of its products (CR1); all of them on a free card turned up first (CR2). */
static inline uint64_t matching(const struct cento *c)
{
    if (c->low != 0)
        return with_factor[c->low] | with_factor[c->high];
    if (c->open == FREE)
        return ALL_PRODUCTS;
    uint64_t set = 0;
    for (uint64_t products = of_card[c->open]; products != 0;) {
        uint16_t code = next_product(&products);
        set |= with_factor[move_low(code)] | with_factor[move_high(code)];
    }
    return set;
}

/* CR5: is there a card to draw, perhaps after a shuffle (C8)? */
static inline bool can_draw(const struct cento *c)
{
    return c->pile_count > 0 || c->discard_count > 0;
}

static inline void give_turn(struct cento *c, int seat)
{
    c->turn = (uint8_t)seat;
    c->head.actors = (uint16_t)(1u << seat);
}

/* ---- cento_text.c ---- */

void cento_write_product(int low, int high, struct text *);
void cento_write_move(const struct state *, move, struct text *);
void cento_write_piece(int piece, struct text *);
int cento_read_piece(const char *text);
void cento_write_state(const struct state *, struct text *);
const char *cento_read_state(struct state *, const char *text);
void cento_respell(const char *text, struct text *);

/* A discard from outside, `24=4x6` or `24` alone, whatever the numbers. */
struct discard {
    int card; /* 0: there is no such card */
    int64_t low, high;
    bool bare; /* without a product */
};
bool cento_read_discard(struct discard *, const char *text);

static inline bool in_table(int64_t factor)
{
    return factor >= 1 && factor <= TABLE;
}
const char *cento_refusal(const struct state *, int seat, const char *text);
const char *cento_refuse_steps(const struct state *, int seat, const struct step *, int count);

#endif
