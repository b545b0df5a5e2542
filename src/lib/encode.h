/* SPDX-License-Identifier: MIT */
/*
 * A game for programs that learn: what a seat sees as bytes, its actions as numbers, its moves as
 * features. A game without an encoding of its own gets the one for any game.
 *
 * An encoding gets the truth, since copying a view would cost most of the time, but may use only
 * what the seat sees. A test (tests/unit_batch.c) encodes the truth, the view and imagined worlds,
 * and compares.
 *
 * Seats count from the one that looks: 0 is itself, then the others in order.
 */
#ifndef KUFSA_LIB_ENCODE_H
#define KUFSA_LIB_ENCODE_H

#include "rules/game.h"

/* A part of an observation. The list ends with a row whose name is NULL. */
struct slice_row {
    const char *name;
    int16_t size; /* bytes, or bytes for each seat */
    bool per_seat;
    const char *about;
};

/* A move that is made in several steps. */
enum { PARTS_MAX = 4 };
struct move_parts {
    uint8_t phase, chosen, count, card[PARTS_MAX];
    int8_t x[PARTS_MAX], y[PARTS_MAX];
};

/* A seat that is asked for an action. */
struct asked {
    const struct state *state;
    int seat;
    const move *list; /* its legal moves */
    int count;
    const struct move_parts *partial;
};

struct encoding {
    const char *game; /* NULL: any */
    int actions;      /* 0: this encoding has only lists */
    bool stepwise;    /* a move may take several actions */
    int features;
    const struct slice_row *slices;

    /* Writes the observation into bytes that are 0; returns where it ends. */
    uint8_t *(*observe)(const struct game *, const struct state *, int seat,
                        const struct move_parts *, uint8_t *out);

    /* The seat to ask, if several may act. `last` moved last; those in `waited` let others go
     * first. NULL: `last`, else the next one after it. */
    int (*ask)(const struct state *, int last, uint16_t waited);

    /* Sets a byte for each action. */
    void (*mask)(const struct asked *, uint8_t *mask);

    /* The move that a legal action means; 0: none yet. A stepwise one also gets what comes of it.
     */
    move (*take)(const struct asked *, int action, struct move_parts *next);

    /* Describes a legal move in `features` bytes. */
    void (*describe)(const struct game *, const struct state *, int seat, move, uint8_t *out);
};

/* The encoding of this game: with numbers, or the one for lists. NULL: it has no numbers. */
const struct encoding *encoding_find(const struct game *, bool numbers);

/* ---- for encodings ---- */

/* `seat`, counted from the one that looks. */
static inline int seat_from(const struct state *state, int seat, int looks)
{
    return seat >= looks ? seat - looks : seat - looks + state->seats;
}

/* Two bytes, little-endian; a number out of range becomes the nearest one in it. */
static inline uint8_t *put_number(uint8_t *out, int32_t number)
{
    uint32_t bounded = number < 0 ? 0 : number > UINT16_MAX ? UINT16_MAX : (uint32_t)number;
    out[0] = (uint8_t)bounded;
    out[1] = (uint8_t)(bounded >> 8);
    return out + 2;
}

/* A byte for each seat of a set. */
static inline uint8_t *put_seats(const struct state *state, unsigned set, int looks, uint8_t *out)
{
    for (; set != 0; set &= set - 1)
        out[seat_from(state, __builtin_ctz(set), looks)] = 1;
    return out + state->seats;
}

/* A byte for each seat, given in the order of seats. */
static inline uint8_t *put_bytes(const struct state *state, const uint8_t *bytes, int looks,
                                 uint8_t *out)
{
    for (int seat = 0; seat < state->seats; seat++)
        out[seat_from(state, seat, looks)] = bytes[seat];
    return out + state->seats;
}

/* ---- history ---- */

enum { EVENT_BYTES = 14 };

/* An event as a viewer sees it, in EVENT_BYTES. */
void encode_event(const struct state *, const struct event *, int seat, uint8_t *out);

#endif
