/* SPDX-License-Identifier: MIT */
/*
 * The player's table of Iota.
 *
 * Invariants
 *   1. spot[0 … spots) are the empty squares next to cards, in any order; the cell of each has its
 *      number.
 *   2. A spot's runs, values and marks follow from the cards on both sides of it. Laying or
 *      changing a card affects only the spots at the four ends of its two lines.
 */
#include "bots/iota_board.h"

#include "base/check.h"

/* ---- spots ---- */

static void judge(const struct iota_board *board, struct iota_spot *spot)
{
    spot->marks = 0;
    spot->values = ALL_VALUES;
    for (int axis = BOARD_ROW; axis <= BOARD_COLUMN; axis++) {
        int step = board_step((enum board_axis)axis);
        struct iota_line run = board_run(board, iota_nothing, spot->at, -step);
        run = board_run(board, run, spot->at, step);
        spot->run[axis] = run;
        if (iota_line_cards(run) >= IOTA_LINE || !iota_agrees(run)) {
            spot->marks |= SPOT_BLOCKED;
            continue;
        }
        if (iota_has_wild(run))
            spot->marks |= SPOT_SUSPECT;
        if (iota_line_plain(run) >= 2)
            spot->marks |= (uint8_t)(SPOT_BINDS << axis);
        spot->values &= (uint16_t)iota_values_left(run);
    }
}

static void add_spot(struct iota_board *board, int at, int x, int y)
{
    CHECK(board->spots < SPOTS_MAX);
    board->cell[at] = (uint8_t)(FIRST_SPOT + board->spots);
    board->spot[board->spots++] =
        (struct iota_spot){.at = (uint16_t)at, .x = (int8_t)x, .y = (int8_t)y};
}

static void remove_spot(struct iota_board *board, int index)
{
    int last = --board->spots;
    board->spot[index] = board->spot[last];
    board->cell[board->spot[index].at] = (uint8_t)(FIRST_SPOT + index);
}

/* Judges again the spots at the ends of the lines through a square. */
static void judge_ends(struct iota_board *board, int at)
{
    static const int steps[] = {1, -1, BOARD_STRIDE, -BOARD_STRIDE};
    for (int d = 0; d < 4; d++) {
        int end = (at + steps[d]) & BOARD_MASK;
        while (board_is_card(board->cell[end]))
            end = (end + steps[d]) & BOARD_MASK;
        judge(board, &board->spot[board->cell[end] - FIRST_SPOT]);
    }
}

/* ---- laying ---- */

static void put_card(struct iota_board *board, int x, int y, int card)
{
    static const int8_t aside[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int at = board_at(x, y);
    if (board->cell[at] >= FIRST_SPOT)
        remove_spot(board, board->cell[at] - FIRST_SPOT);
    board->cell[at] = (uint8_t)card;
    if (card == IOTA_WILD) {
        board->wild_x[board->wilds] = (int8_t)x;
        board->wild_y[board->wilds] = (int8_t)y;
        board->wild[board->wilds++] = (uint16_t)at;
    } else {
        board->lying |= UINT64_C(1) << (card - 1);
    }
    for (int d = 0; d < 4; d++) {
        int beside_x = x + aside[d][0], beside_y = y + aside[d][1];
        int beside = board_at(beside_x, beside_y);
        if (board->cell[beside] == 0)
            add_spot(board, beside, beside_x, beside_y);
    }
}

void iota_board_lay(struct iota_board *board, int x, int y, int card)
{
    put_card(board, x, y, card);
    judge_ends(board, board_at(x, y));
}

void iota_board_take(struct iota_board *board, move take)
{
    int at = board_at(iota_x(take), iota_y(take)), card = iota_card(take, 0);
    int w = board->wild[0] == at ? 0 : 1, last = --board->wilds;
    board->wild[w] = board->wild[last];
    board->wild_x[w] = board->wild_x[last];
    board->wild_y[w] = board->wild_y[last];
    board->cell[at] = (uint8_t)card;
    board->lying |= UINT64_C(1) << (card - 1);
    judge_ends(board, at);
}

void iota_board_init(struct iota_board *board, const struct iota_table *table,
                     enum iota_wilds stand)
{
    memset(board, 0, sizeof *board);
    board->missing = stand == WILDS_MISSING;
    for (int i = 0; i < table->width * table->height; i++)
        if (table->cell[i] != 0)
            put_card(board, i % table->width + table->left, i / table->width + table->bottom,
                     table->cell[i]);
    for (int i = 0; i < board->spots; i++)
        judge(board, &board->spot[i]);
}

/* ---- wilds ---- */

static struct iota_line line_through(const struct iota_board *board, int at, int step)
{
    struct iota_line line = iota_joined(iota_nothing, board->cell[at]);
    return board_run(board, board_run(board, line, at, -step), at, step);
}

/* IR1, for a board whose lines all agree. */
bool iota_board_readable(const struct iota_board *board, const uint16_t *wild, int wilds,
                         uint64_t fresh)
{
    unsigned one = ALL_VALUES, two = ALL_VALUES;
    struct iota_line shared = iota_nothing;
    for (int axis = BOARD_ROW; axis <= BOARD_COLUMN && wilds > 0; axis++) {
        int step = board_step((enum board_axis)axis);
        struct iota_line line = line_through(board, wild[0], step);
        if (iota_line_cards(line) - iota_line_plain(line) == 2) {
            shared = line;
            continue;
        }
        one &= iota_values_left(line);
        if (wilds == 2)
            two &= iota_values_left(line_through(board, wild[1], step));
    }
    if (board->missing)
        return iota_readable_missing(one, two, wilds, shared, board->lying | fresh);
    return iota_line_plain(shared) > 0 ? iota_readable_together(one, two, shared)
                                       : iota_some_of_each(one) && iota_some_of_each(two);
}

static bool fits(struct iota_board *board, int w, int card)
{
    int at = board->wild[w];
    board->cell[at] = (uint8_t)card;
    bool fit = iota_agrees(line_through(board, at, 1)) &&
               iota_agrees(line_through(board, at, BOARD_STRIDE)) &&
               iota_board_readable(board, &board->wild[!w], board->wilds - 1, iota_card_bit(card));
    board->cell[at] = IOTA_WILD;
    return fit;
}

int iota_board_takes(struct iota_board *board, const uint8_t *hand, int count, move *out)
{
    int found = 0;
    for (int w = 0; w < board->wilds; w++)
        for (int k = 0; k < count; k++)
            if (hand[k] != IOTA_WILD && fits(board, w, hand[k]))
                out[found++] = iota_move_at(IOTA_TAKE, board->wild_x[w], board->wild_y[w]) |
                               iota_move_card(0, hand[k]);
    return found;
}
