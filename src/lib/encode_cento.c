/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi as bytes and numbers:
 *
 *      0     1 … 55                        56 … 110
 *     draw   the number's card, declared   a free card, declared
 *
 * The products are in the order of cento_state.h: 1x1, 1x2 … 10x10, by number and then by the
 * smaller factor.
 */
#include "lib/encode.h"
#include "rules/cento_state.h"

enum { ACTIONS = 1 + 2 * PRODUCTS_COUNT, DRAW_ACTION = 0 };

/* The cards in order: the numbers, then the free card. */
#define CARD_NAME(n) CARD_##n,
enum { NUMBERS(CARD_NAME) CARD_FREE, CARDS };
#define CARD_INDEX(n) [n] = CARD_##n,
static const uint8_t card_index[FREE + 1] = {NUMBERS(CARD_INDEX)[FREE] = CARD_FREE};

static const struct slice_row rows[] = {
    {"hand", CARDS, false, "one's own cards: 42 numbers in order, then free cards"},
    {"open", CARDS, false, "1 for the open card"},
    {"low", TABLE, false, "1 for the smaller factor it is declared with"},
    {"high", TABLE, false, "1 for the larger one"},
    {"discards", CARDS, false, "discards under the open card"},
    {"held", 1, true, "cards in each hand"},
    {"turn", 1, true, "1: whose turn it is"},
    {"began", 1, true, "1: who began the round"},
    {"round", 1, false, "the number of the round, from 1"},
    {"pile", 1, false, "cards in the pile"},
    {"totals", 2, true, "points of each seat, two bytes, the little end first"},
    {NULL, 0, false, NULL},
};

static uint8_t *observe(const struct game *game, const struct state *state, int seat,
                        const struct move_parts *partial, uint8_t *out)
{
    const struct cento *c = (const struct cento *)state;
    (void)game, (void)partial;
    for (uint64_t hand = c->hand[seat]; hand != 0;)
        out[card_index[next_card(&hand)]]++;
    out += CARDS;
    out[card_index[c->open]] = 1;
    out += CARDS;
    if (c->low != 0) {
        out[c->low - 1] = 1;
        out[TABLE + c->high - 1] = 1;
    }
    out += TABLE + TABLE;
    for (int i = 0; i < c->discard_count; i++)
        out[card_index[c->discard[i]]]++;
    out += CARDS;
    out = put_bytes(state, c->held, seat, out);
    out = put_seats(state, 1u << c->turn, seat, out);
    out = put_seats(state, 1u << c->began, seat, out);
    *out++ = c->round;
    *out++ = c->pile_count;
    for (int other = 0; other < state->seats; other++)
        put_number(out + 2 * seat_from(state, other, seat), c->total[other]);
    return out + 2 * state->seats;
}

/* The bit of a product's code: products with a number are neighbours, ordered by `low`. */
static int product_of(move m)
{
    int first = __builtin_ctzll(of_card[move_number(m)]);
    while (product_code[first] != (m & (AS_FREE - 1)))
        first++;
    return first;
}

static void mask(const struct asked *asked, uint8_t *out)
{
    for (int i = 0; i < asked->count; i++) {
        move m = asked->list[i];
        if (m == DRAW)
            out[DRAW_ACTION] = 1;
        else
            out[1 + product_of(m) + ((m & AS_FREE) != 0 ? PRODUCTS_COUNT : 0)] = 1;
    }
}

static move take(const struct asked *asked, int action, struct move_parts *next)
{
    (void)asked, (void)next;
    if (action == DRAW_ACTION)
        return DRAW;
    if (action <= PRODUCTS_COUNT)
        return product_code[action - 1];
    return AS_FREE | product_code[action - 1 - PRODUCTS_COUNT];
}

const struct encoding encoding_cento = {
    .game = "cento",
    .actions = ACTIONS,
    .slices = rows,
    .observe = observe,
    .mask = mask,
    .take = take,
};
