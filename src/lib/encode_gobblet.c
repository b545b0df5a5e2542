/* SPDX-License-Identifier: MIT */
/*
 * Gobblet as bytes and numbers; squares count from a1, to the right, then upwards:
 *
 *      0 … 63                        64 … 319                   320 … 335
 *     16 * size + to: a new gobblet  64 + 16 * from + to: moves  320 + from: touches
 */
#include "lib/encode.h"
#include "rules/gobblet.h"

enum {
    SHIFTS = SIZES * SQUARES,
    TOUCHES = SHIFTS + SQUARES * SQUARES,
    ACTIONS = TOUCHES + SQUARES
};

static const struct slice_row rows[] = {
    {"mine", SIZES *SQUARES, false, "one's own gobblets: 16 squares for each size, covered or not"},
    {"theirs", SIZES *SQUARES, false, "the opponent's"},
    {"mine_shown", SQUARES, false, "squares that show one's own gobblet"},
    {"theirs_shown", SQUARES, false, "squares that show the opponent's"},
    {"touched", SQUARES, false, "the square of the gobblet that must be played"},
    {"turn", 1, true, "1: whose turn it is"},
    {NULL, 0, false, NULL},
};

/* A byte for each of eight bits: each bit is moved to its own byte, then to the low end of it. */
static uint64_t spread(uint64_t bits)
{
    uint64_t each =
        (bits & UINT8_MAX) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (each + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

/* A byte for each bit, the lowest first. */
static uint8_t *put_bits(uint64_t bits, int count, uint8_t *out)
{
    for (int i = 0; i < count; i += 8, bits >>= 8) {
        uint64_t bytes = spread(bits);
        memcpy(out + i, &bytes, sizeof bytes);
    }
    return out + count;
}

static uint8_t *observe(const struct game *game, const struct state *state, int seat,
                        const struct move_parts *partial, uint8_t *out)
{
    const struct gobblet *g = (const struct gobblet *)state;
    (void)game, (void)partial;
    out = put_bits(g->men[seat], SIZES * SQUARES, out);
    out = put_bits(g->men[!seat], SIZES * SQUARES, out);
    out = put_bits(squares(g->tops[seat]), SQUARES, out);
    out = put_bits(squares(g->tops[!seat]), SQUARES, out);
    if (g->touched)
        out[g->touched - 1] = 1;
    out += SQUARES;
    return put_seats(state, 1u << g->turn, seat, out);
}

static void mask(const struct asked *asked, uint8_t *out)
{
    for (int i = 0; i < asked->count; i++) {
        move m = asked->list[i];
        switch (move_kind(m)) {
        case NEW: out[SQUARES * move_from(m) + move_to(m)] = 1; break;
        case SHIFT: out[SHIFTS + SQUARES * move_from(m) + move_to(m)] = 1; break;
        case TOUCH: out[TOUCHES + move_from(m)] = 1; break;
        }
    }
}

static move take(const struct asked *asked, int action, struct move_parts *next)
{
    (void)asked, (void)next;
    if (action < SHIFTS)
        return make_move(NEW, action / SQUARES, action % SQUARES);
    if (action < TOUCHES)
        return make_move(SHIFT, (action - SHIFTS) / SQUARES, action % SQUARES);
    return make_move(TOUCH, action - TOUCHES, 0);
}

const struct encoding encoding_gobblet = {
    .game = "gobblet",
    .actions = ACTIONS,
    .slices = rows,
    .observe = observe,
    .mask = mask,
    .take = take,
};
