/* SPDX-License-Identifier: MIT */
/*
 * Iota as bytes. Its moves are a list, each described by features; or they are made step by step,
 * one card at a time, with numbers that mean the same in every state:
 *
 *      0      1      2     3 … 67   68 … 331                           332, 333
 *     pass  trade  done    a card   68 + 4 * slot + side: lays the     takes the first or the
 *                                   chosen card beside one that lies   second wild back
 *
 * A slot is a card: 0 … 63 are the plain ones in card order, 64 and 65 the wilds on the table,
 * the lower one first, then the one further left. Sides: 0 to its right, 1 above, 2 to its left,
 * 3 below. A square beside several cards is named by the one to its left, below, to its right or
 * above, whichever lies there first.
 *
 * A trade names its cards in ascending order. A turn that has begun ends with `done`; whatever can
 * be begun can be ended.
 */
#include <string.h>

#include "base/check.h"
#include "lib/encode.h"
#include "rules/iota.h"
#include "rules/iota_line.h"

enum { SLOTS = IOTA_PLAIN + IOTA_WILDS, SIDES = 4, SLOT_BYTES = 3 };
enum { PASS_ACTION, TRADE_ACTION, DONE_ACTION, CARDS_FROM };
enum {
    SIDES_FROM = CARDS_FROM + IOTA_WILD,
    TAKES_FROM = SIDES_FROM + SIDES * SLOTS,
    ACTIONS = TAKES_FROM + IOTA_WILDS,
};
enum { CHOSEN_NOTHING, CHOSEN_TRADE, CHOSEN_PLAY };
enum { BIAS = 128 };

/* ---- what a seat sees ---- */

#define ROWS                                                                                       \
    {"hand", IOTA_WILD, false, "one's own cards: 64 plain ones in card order, then wilds"},        \
        {"slots", SLOTS * SLOT_BYTES, false,                                                       \
         "for each slot: 1 if it lies on the table (2: laid in this move), x + 128, y + 128"},     \
        {"held", 1, true, "cards in each hand"}, {"turn", 1, true, "1: whose turn it is"},         \
        {"scores", 2, true, "points of each seat, two bytes, the little end first"},               \
        {"pile", 1, false, "cards in the pile"},                                                   \
        {"passes", 1, false, "turns in a row without a play"},                                     \
    {                                                                                              \
        "taken", 1, false, "1: a wild was taken back in this turn"                                 \
    }

static const struct slice_row rows[] = {ROWS, {NULL, 0, false, NULL}};
static const struct slice_row step_rows[] = {
    ROWS,
    {"chosen", IOTA_WILD, false, "1 for the card that is to be laid"},
    {"trading", IOTA_WILD, false, "cards that are to be traded"},
    {NULL, 0, false, NULL},
};

/* The wilds that lie there, with those of this move: their places in order. */
struct wild_places {
    int count, x[IOTA_WILDS], y[IOTA_WILDS];
};

static void add_wild(struct wild_places *wilds, int x, int y)
{
    int at = wilds->count++;
    CHECK(at < IOTA_WILDS);
    if (at > 0 && (y < wilds->y[0] || (y == wilds->y[0] && x < wilds->x[0]))) {
        wilds->x[1] = wilds->x[0];
        wilds->y[1] = wilds->y[0];
        at = 0;
    }
    wilds->x[at] = x;
    wilds->y[at] = y;
}

static void find_wilds(const struct iota *game, const struct move_parts *partial,
                       struct wild_places *wilds)
{
    const struct iota_table *table = &game->table;
    const uint8_t *at = table->cell, *end = at + table->width * table->height;
    wilds->count = 0;
    if (iota_deck_wilds(game) == 0)
        return;
    for (; (at = memchr(at, IOTA_WILD, (size_t)(end - at))) != NULL; at++) {
        int i = (int)(at - table->cell);
        add_wild(wilds, i % table->width + table->left, i / table->width + table->bottom);
    }
    for (int i = 0; partial && partial->phase == CHOSEN_PLAY && i < partial->count; i++)
        if (partial->card[i] == IOTA_WILD)
            add_wild(wilds, partial->x[i], partial->y[i]);
}

static int slot_of(const struct wild_places *wilds, int card, int x, int y)
{
    if (card != IOTA_WILD)
        return card - 1;
    return wilds->x[0] == x && wilds->y[0] == y ? IOTA_PLAIN : IOTA_PLAIN + 1;
}

static void put_slot(const struct wild_places *wilds, int card, int x, int y, uint8_t how,
                     uint8_t *out)
{
    uint8_t *slot = out + SLOT_BYTES * slot_of(wilds, card, x, y);
    slot[0] = how;
    slot[1] = (uint8_t)(x + BIAS);
    slot[2] = (uint8_t)(y + BIAS);
}

static uint8_t *put_slots(const struct iota *game, const struct move_parts *partial, uint8_t *out)
{
    const struct iota_table *table = &game->table;
    struct wild_places wilds;
    find_wilds(game, partial, &wilds);
    const int width = table->width, end = width * (table->height - IOTA_RIM);
    const uint32_t part = iota_part(width);
    for (int from = width * IOTA_RIM; from < end; from += 64) {
        uint64_t cards = 0;
        for (int i = 0; i < 64 && from + i < end; i += 8)
            cards |= iota_cells_in_use(table->cell + from + i) << i;
        for (; cards != 0; cards &= cards - 1) {
            const int at = from + __builtin_ctzll(cards);
            const int row = iota_row(at, part);
            put_slot(&wilds, table->cell[at], at - row * width + table->left, row + table->bottom,
                     1, out);
        }
    }
    for (int i = 0; partial && partial->phase == CHOSEN_PLAY && i < partial->count; i++)
        put_slot(&wilds, partial->card[i], partial->x[i], partial->y[i], 2, out);
    return out + SLOTS * SLOT_BYTES;
}

static uint8_t *observe(const struct game *rules, const struct state *state, int seat,
                        const struct move_parts *partial, uint8_t *out)
{
    const struct iota *game = (const struct iota *)state;
    (void)rules;
    for (int i = 0; i < game->hand[seat].count; i++)
        out[game->hand[seat].card[i] - 1]++;
    out += IOTA_WILD;
    out = put_slots(game, partial, out);
    for (int other = 0; other < state->seats; other++)
        out[seat_from(state, other, seat)] = game->hand[other].count;
    out += state->seats;
    out = put_seats(state, 1u << game->turn, seat, out);
    for (int other = 0; other < state->seats; other++)
        put_number(out + 2 * seat_from(state, other, seat), game->score[other]);
    out += 2 * state->seats;
    *out++ = game->pile_count;
    *out++ = game->passes;
    *out++ = game->taken;
    return out;
}

/* Others do not see what a seat is about to do. */
static uint8_t *observe_steps(const struct game *rules, const struct state *state, int seat,
                              const struct move_parts *partial, uint8_t *out)
{
    const struct iota *game = (const struct iota *)state;
    if (partial && seat != game->turn)
        partial = NULL;
    out = observe(rules, state, seat, partial, out);
    if (partial && partial->chosen != 0)
        out[partial->chosen - 1] = 1;
    out += IOTA_WILD;
    for (int i = 0; partial && partial->phase == CHOSEN_TRADE && i < partial->count; i++)
        out[partial->card[i] - 1]++;
    return out + IOTA_WILD;
}

/* ---- features of a listed move ---- */

enum { KINDS = 4, FEATURES = KINDS + 3 + IOTA_LINE + 1 + 2 };

static void describe(const struct game *game, const struct state *state, int seat, move m,
                     uint8_t *out)
{
    enum iota_kind kind = iota_kind(m);
    bool placed = kind == IOTA_TAKE || kind == IOTA_PLAY;
    memset(out, 0, FEATURES);
    out[kind - IOTA_PASS] = 1;
    out += KINDS;
    *out++ = placed && iota_column(m);
    *out++ = placed ? (uint8_t)(iota_x(m) + BIAS) : 0;
    *out++ = placed ? (uint8_t)(iota_y(m) + BIAS) : 0;
    for (int i = 0; i < IOTA_LINE; i++) {
        out[i] = (uint8_t)iota_card(m, i);
        out[IOTA_LINE] = (uint8_t)(out[IOTA_LINE] + (out[i] != 0));
    }
    put_number(out + IOTA_LINE + 1, game->gain(state, seat, m));
}

/* ---- step by step ---- */

/* Where card i of a play or take lies. */
static void square_of(move m, int i, int *x, int *y)
{
    *x = iota_x(m) + (iota_column(m) ? 0 : i);
    *y = iota_y(m) + (iota_column(m) ? i : 0);
}

/* Is card i of this play already laid? */
static bool is_laid(const struct move_parts *partial, move m, int i)
{
    int x, y;
    square_of(m, i, &x, &y);
    for (int k = 0; k < partial->count; k++)
        if (partial->card[k] == iota_card(m, i) && partial->x[k] == x && partial->y[k] == y)
            return true;
    return false;
}

static int cards_of(move m)
{
    int count = 0;
    for (int i = 0; i < IOTA_LINE; i++)
        count += iota_card(m, i) != 0;
    return count;
}

/* Can the move still come of what has been done? */
static bool continues(const struct move_parts *partial, move m)
{
    int common = 0;
    switch (partial->phase) {
    case CHOSEN_NOTHING: return true;
    case CHOSEN_TRADE:
        if (iota_kind(m) != IOTA_TRADE)
            return false;
        while (common < partial->count && iota_card(m, common) == partial->card[common])
            common++;
        return common == partial->count;
    default:
        for (int i = 0; i < IOTA_LINE && iota_kind(m) == IOTA_PLAY; i++)
            common += iota_card(m, i) != 0 && is_laid(partial, m, i);
        return iota_kind(m) == IOTA_PLAY && common == partial->count;
    }
}

static int card_at(const struct iota *game, const struct move_parts *partial, int x, int y)
{
    for (int i = 0; partial->phase == CHOSEN_PLAY && i < partial->count; i++)
        if (partial->x[i] == x && partial->y[i] == y)
            return partial->card[i];
    return iota_table_at(&game->table, x, y);
}

/* The number of a square beside a lying card, or -1. */
static int side_action(const struct iota *game, const struct move_parts *partial,
                       const struct wild_places *wilds, int x, int y)
{
    static const int8_t step[SIDES][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    for (int side = 0; side < SIDES; side++) {
        int beside_x = x + step[side][0], beside_y = y + step[side][1];
        int card = card_at(game, partial, beside_x, beside_y);
        if (card != 0)
            return SIDES_FROM + SIDES * slot_of(wilds, card, beside_x, beside_y) + side;
    }
    return -1;
}

/* The action that puts card i of this move where it goes, or -1 if that cannot be next. */
static int place_action(const struct iota *game, const struct move_parts *partial,
                        const struct wild_places *wilds, move m, int i)
{
    int x, y;
    if (iota_card(m, i) == 0)
        return -1;
    square_of(m, i, &x, &y);
    if (iota_kind(m) == IOTA_TAKE)
        return TAKES_FROM + slot_of(wilds, IOTA_WILD, x, y) - IOTA_PLAIN;
    return is_laid(partial, m, i) ? -1 : side_action(game, partial, wilds, x, y);
}

/* The actions by which a move that continues what was done can go on. */
static void mask_move(const struct asked *asked, const struct wild_places *wilds, move m,
                      uint8_t *out)
{
    const struct iota *game = (const struct iota *)asked->state;
    const struct move_parts *partial = asked->partial;
    if (iota_kind(m) == IOTA_PASS) {
        out[PASS_ACTION] = 1;
    } else if (iota_kind(m) == IOTA_TRADE) {
        if (partial->phase == CHOSEN_NOTHING)
            out[TRADE_ACTION] = 1;
        else if (partial->count == cards_of(m))
            out[DONE_ACTION] = 1;
        else
            out[CARDS_FROM + iota_card(m, partial->count) - 1] = 1;
    } else {
        if (partial->phase == CHOSEN_PLAY && partial->count == cards_of(m))
            out[DONE_ACTION] = 1;
        for (int i = 0; i < IOTA_LINE; i++) {
            int action = place_action(game, partial, wilds, m, i);
            if (action >= 0)
                out[CARDS_FROM + iota_card(m, i) - 1] = 1;
        }
    }
}

static void mask_places(const struct asked *asked, const struct wild_places *wilds, move m,
                        uint8_t *out)
{
    const struct iota *game = (const struct iota *)asked->state;
    if (iota_kind(m) != IOTA_TAKE && iota_kind(m) != IOTA_PLAY)
        return;
    for (int i = 0; i < IOTA_LINE; i++) {
        int action = place_action(game, asked->partial, wilds, m, i);
        if (action >= 0 && iota_card(m, i) == asked->partial->chosen)
            out[action] = 1;
    }
}

static void mask(const struct asked *asked, uint8_t *out)
{
    struct wild_places wilds;
    find_wilds((const struct iota *)asked->state, asked->partial, &wilds);
    for (int i = 0; i < asked->count; i++) {
        if (!continues(asked->partial, asked->list[i]))
            continue;
        if (asked->partial->chosen != 0)
            mask_places(asked, &wilds, asked->list[i], out);
        else
            mask_move(asked, &wilds, asked->list[i], out);
    }
}

/* Lays the chosen card, or takes a wild back with it. */
static move take_place(const struct asked *asked, int action, struct move_parts *next)
{
    const struct iota *game = (const struct iota *)asked->state;
    const struct move_parts *partial = asked->partial;
    struct wild_places wilds;
    find_wilds(game, partial, &wilds);
    for (int k = 0; k < asked->count; k++) {
        move m = asked->list[k];
        bool places = iota_kind(m) == IOTA_TAKE || iota_kind(m) == IOTA_PLAY;
        for (int i = 0; i < IOTA_LINE && places && continues(partial, m); i++) {
            if (iota_card(m, i) != partial->chosen ||
                place_action(game, partial, &wilds, m, i) != action)
                continue;
            if (iota_kind(m) == IOTA_TAKE)
                return m;
            int x, y;
            square_of(m, i, &x, &y);
            next->phase = CHOSEN_PLAY;
            next->card[next->count] = next->chosen;
            next->x[next->count] = (int8_t)x;
            next->y[next->count++] = (int8_t)y;
            next->chosen = 0;
            return 0;
        }
    }
    CHECK(false); /* a legal action has its move */
    return 0;
}

/* The move that is exactly what was done. */
static move done(const struct asked *asked)
{
    for (int i = 0; i < asked->count; i++)
        if (continues(asked->partial, asked->list[i]) &&
            cards_of(asked->list[i]) == asked->partial->count)
            return asked->list[i];
    CHECK(false); /* a legal action has its move */
    return 0;
}

static move take(const struct asked *asked, int action, struct move_parts *next)
{
    *next = *asked->partial;
    if (action == PASS_ACTION)
        return iota_move(IOTA_PASS);
    if (action == DONE_ACTION)
        return done(asked);
    if (action >= SIDES_FROM)
        return take_place(asked, action, next);
    if (action == TRADE_ACTION)
        next->phase = CHOSEN_TRADE;
    else if (next->phase == CHOSEN_TRADE)
        next->card[next->count++] = (uint8_t)(action - CARDS_FROM + 1);
    else
        next->chosen = (uint8_t)(action - CARDS_FROM + 1);
    return 0;
}

const struct encoding encoding_iota = {
    .game = "iota",
    .features = FEATURES,
    .slices = rows,
    .observe = observe,
    .describe = describe,
};

const struct encoding encoding_iota_steps = {
    .game = "iota",
    .actions = ACTIONS,
    .stepwise = true,
    .slices = step_rows,
    .observe = observe_steps,
    .mask = mask,
    .take = take,
};
