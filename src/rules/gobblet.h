/* SPDX-License-Identifier: MIT */
/*
 * The state of Gobblet and the layout of its moves, shared by its rules (gobblet.c) and its
 * computer player. Nothing else includes it: everyone else uses game_gobblet of game.h.
 */
#ifndef KUFSA_RULES_GOBBLET_H
#define KUFSA_RULES_GOBBLET_H

#include "rules/game.h"

enum { WHITE, BLACK };
enum { SIDE = 4, SQUARES = 16, SIZES = 4, OF_EACH = 3, STACKS = 3 };
enum { OPTION_TOUCH, OPTION_PEEK, OPTION_RESERVE };
enum { RESERVE_THREES, RESERVE_FREE };

enum {
    ALL = 0xffff,
    HISTORY_MAX = 1024, /* moves; when full, the older half is dropped */
    MOVES_OF_ONE = 256, /* 12 gobblets to 15 squares, 3 stacks to 16, 12 touches: 240 */
};

struct gobblet {
    struct state head;
    uint64_t men[2];  /* by colour: bit 16 * size + square, sizes from 0 */
    uint64_t tops[2]; /* the visible ones */
    uint8_t turn;     /* whose: WHITE or BLACK, which are seats too */
    uint8_t touched;  /* 1 + the square of the gobblet that must be played (G12), or 0 */
    uint8_t result;
    uint8_t unused[3]; /* 0 */
    uint16_t past;     /* entries of history */

    /* Turns since the last new gobblet: colour, size, from, to. A lost turn goes from a square to
     * itself.
     *
     *       10     9 8   7 6 5 4   3 2 1 0
     *     colour   size   from        to                                                      */
    uint16_t history[HISTORY_MAX];
};

/* A move. Squares count from a1 = 0, to the right, then upwards.
 *
 *      9 8   7 6 5 4   3 2 1 0
 *     kind    from        to
 *
 * For a new gobblet `from` is its size (from 0); for a touch `to` is 0. */
enum gobblet_kind { NEW = 1, SHIFT = 2, TOUCH = 3 };

static inline move make_move(enum gobblet_kind kind, int from, int to)
{
    return (move)((unsigned)kind << 8 | (unsigned)from << 4 | (unsigned)to);
}

static inline enum gobblet_kind move_kind(move m)
{
    return (enum gobblet_kind)(m >> 8 & 3);
}

static inline int move_from(move m)
{
    return (int)(m >> 4 & 15);
}

static inline int move_to(move m)
{
    return (int)(m & 15);
}

/* ---- gobblets as bits ---- */

static inline uint64_t man(int size, int square)
{
    return UINT64_C(1) << (16 * size + square);
}

/* The squares that hold a gobblet of any size. */
static inline unsigned squares(uint64_t men)
{
    men |= men >> 32;
    return (unsigned)(men | men >> 16) & ALL;
}

static inline unsigned of_size(uint64_t men, int size)
{
    return (unsigned)(men >> 16 * size) & ALL;
}

/* The size of the gobblet among `men` on a square, or -1. Among tops there is at most one. */
static inline int size_on(uint64_t men, int square)
{
    uint64_t there = men >> square & UINT64_C(0x0001000100010001);
    return there ? __builtin_ctzll(there) / 16 : -1;
}

#endif
