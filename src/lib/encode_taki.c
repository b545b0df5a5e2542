/* SPDX-License-Identifier: MIT */
/*
 * Super Taki as bytes and numbers. An action is the code of its move (taki.h), except that 0 lets
 * others go first, and a catch names the seat by its distance from one's own:
 *
 *      0     1 … 71            72 … 80
 *     wait   as the moves      catch the next seat, the second …
 *
 * Seats that can only call or catch are asked before those whose turn it is, beginning with the one
 * that moved last. They may wait: that is how a call is forgotten.
 */
#include "lib/encode.h"
#include "rules/taki.h"

enum { WAIT = 0, FIRST_CATCH = CATCH + 1, ACTIONS = FIRST_CATCH + SEATS_MAX - 1, PHASES = 5 };

static const struct slice_row rows[] = {
    {"hand", KINDS, false, "one's own cards of each kind, in card order"},
    {"lead", FACES, false, "1 for the face that the next card must follow"},
    {"discards", KINDS, false, "discards of each kind"},
    {"held", 1, true, "cards in each hand"},
    {"stage", 1, true, "in a pyramid: the stage of each seat"},
    {"called", 1, true, "1: has called the last card"},
    {"duty", 1, true, "1: has one card left and has not called"},
    {"passed", 1, true, "1: has passed in this window"},
    {"turn", 1, true, "1: whose turn it is, or who laid the +3"},
    {"phase", PHASES, false, "1 for: play, cards owed, free after a king, run, window of a +3"},
    {"open", 1, false, "1: a run is open"},
    {"backward", 1, false, "1: play goes anticlockwise"},
    {"chain", 1, false, "+2 laid in a row, up to 255"},
    {"pile", 1, false, "cards in the pile"},
    {NULL, 0, false, NULL},
};

static uint8_t *put_hand(const struct hand *hand, uint8_t *out)
{
    for (uint64_t kinds = hand->first; kinds != 0; kinds &= kinds - 1) {
        int kind = __builtin_ctzll(kinds);
        out[kind] = (uint8_t)hand_count(hand, kind);
    }
    return out + KINDS;
}

static uint8_t *observe(const struct game *game, const struct state *state, int seat,
                        const struct move_parts *partial, uint8_t *out)
{
    const struct taki *t = (const struct taki *)state;
    (void)game, (void)partial;
    out = put_hand(&t->hand[seat], out);
    out[leading(t)] = 1;
    out += FACES;
    for (int i = 0; i < t->discard_count; i++)
        out[face_kind(t->discard[i])]++;
    out += KINDS;
    out = put_bytes(state, t->held, seat, out);
    out = put_bytes(state, t->stage, seat, out);
    out = put_seats(state, t->called, seat, out);
    out = put_seats(state, t->duty, seat, out);
    out = put_seats(state, t->passed, seat, out);
    out = put_seats(state, seat_bit(t->turn), seat, out);
    out[t->phase] = 1;
    out += PHASES;
    *out++ = t->open;
    *out++ = t->backward;
    *out++ = (uint8_t)(t->chain < UINT8_MAX ? t->chain : UINT8_MAX);
    *out++ = t->pile_count;
    return out;
}

static int ask(const struct state *state, int last, uint16_t waited)
{
    const struct taki *t = (const struct taki *)state;
    for (int due = 0; due <= 1; due++) {
        for (int i = 0; i < state->seats; i++) {
            int seat = (last + i) % state->seats;
            if (state_acts(state, seat) && is_due(t, seat) == due && !seat_in(waited, seat))
                return seat;
        }
    }
    return NO_SEAT; /* somebody is always due */
}

static void mask(const struct asked *asked, uint8_t *out)
{
    out[WAIT] = !is_due((const struct taki *)asked->state, asked->seat);
    for (int i = 0; i < asked->count; i++) {
        int code = (int)asked->list[i];
        if (code >= FIRST_CATCH)
            code = CATCH + seat_from(asked->state, code - FIRST_CATCH, asked->seat);
        out[code] = 1;
    }
}

static move take(const struct asked *asked, int action, struct move_parts *next)
{
    (void)next;
    if (action <= CATCH)
        return (move)action;
    int caught = (asked->seat + action - CATCH) % asked->state->seats;
    return (move)FIRST_CATCH + (move)caught;
}

const struct encoding encoding_taki = {
    .game = "taki",
    .actions = ACTIONS,
    .slices = rows,
    .observe = observe,
    .ask = ask,
    .mask = mask,
    .take = take,
};
