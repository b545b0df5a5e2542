/* SPDX-License-Identifier: MIT */
/*
 * Iota for the computer player: a table that is kept up to date from move to move, so that plays
 * and what they score are found several times faster than by asking the rules, and a position
 * around it that playouts and searches copy and play on. What it says is what the rules say:
 * tests/unit_bot_iota.c holds them against each other.
 *
 * Squares. A table hangs together, and a row of four can only be gone on with from another row, so
 * it spans 50 squares at most, and with what may be laid around it less than 64. So a square is
 * 64 * y + x, and everything is counted modulo 64 * 64: no two squares of a table meet, and
 * neighbours can be looked at without asking where the table ends.
 */
#ifndef KUFSA_BOTS_IOTA_BOARD_H
#define KUFSA_BOTS_IOTA_BOARD_H

#include "rules/iota.h"
#include "rules/iota_line.h"

enum {
    BOARD_STRIDE = 64,
    BOARD_CELLS = BOARD_STRIDE * BOARD_STRIDE,
    BOARD_MASK = BOARD_CELLS - 1,
    SPOTS_MAX = 2 * IOTA_CARDS + 2, /* n connected squares have no more neighbours */
    FIRST_SPOT = IOTA_CARDS,        /* in a cell: spot 0 */
};

enum board_axis { BOARD_ROW, BOARD_COLUMN };

enum {
    SPOT_BLOCKED = 1, /* no card can ever be laid there (I8, I9) */
    SPOT_SUSPECT = 2, /* a wild is in one of its lines: all readings must be looked at (IR1) */
    SPOT_BINDS = 4,   /* its row tells a wild what it may be; shifted by 1: its column */
};

/* An empty square next to a card. */
struct iota_spot {
    struct iota_line run[2]; /* by axis, the cards that lie on both sides of it */
    uint16_t at;
    uint16_t values; /* that a card there may have, by both */
    int8_t x, y;
    uint8_t marks;
    uint8_t unused;
};

struct iota_board {
    uint64_t lying; /* bit c - 1: plain card c lies */
    int16_t spots;
    int16_t wilds;
    uint16_t wild[IOTA_WILDS]; /* where they lie */
    int8_t wild_x[IOTA_WILDS], wild_y[IOTA_WILDS];
    struct iota_spot spot[SPOTS_MAX];
    uint8_t cell[BOARD_CELLS]; /* a card, FIRST_SPOT and the number of a spot, or 0: far */
};

static inline bool board_is_card(uint8_t cell)
{
    return (uint8_t)(cell - 1) < IOTA_WILD;
}

static inline int board_at(int x, int y)
{
    return (BOARD_STRIDE * y + x) & BOARD_MASK;
}

static inline int board_step(enum board_axis axis)
{
    return axis == BOARD_ROW ? 1 : BOARD_STRIDE;
}

/* Adds the cards that lie from a square on in one direction, itself left out. */
static inline struct iota_line board_run(const struct iota_board *board, struct iota_line line,
                                         int at, int step)
{
    for (at = (at + step) & BOARD_MASK; board_is_card(board->cell[at]);
         at = (at + step) & BOARD_MASK)
        line = iota_joined(line, board->cell[at]);
    return line;
}

void iota_board_init(struct iota_board *, const struct iota_table *);
void iota_board_lay(struct iota_board *, int x, int y, int card);
void iota_board_take(struct iota_board *, move take); /* I17 */

/* IR1, with wilds on these squares besides all plain cards of the board. */
bool iota_board_readable(const struct iota_board *, const uint16_t *wild, int wilds);

/* Moves of kind take with cards of this hand, and how many. */
enum { IOTA_TAKES_MAX = IOTA_WILDS * IOTA_HAND };
int iota_board_takes(struct iota_board *, const uint8_t *hand, int count, move *out);

/* ---- iota_plays.c ---- */

/* What a player thinks of lines of three that a play makes and that one card would fill up. */
struct iota_threes {
    float plain[IOTA_CARDS]; /* by the card that is missing: times the points of the lot */
    float wild;              /* for a wild in its place: times the points without it */
    float loose;             /* for lines with a wild, where several would do: times the points */
    uint8_t in_hand[IOTA_CARDS]; /* the card's bit of the hand: it must not be part of the play */
};

struct iota_play {
    move move;
    float threes;   /* the sum of the above */
    int16_t points; /* the last turn's doubling (I13) left aside */
    uint8_t used;   /* bit k: card k of the hand */
    bool suspect;   /* of a draft: whether the wilds can still be read has not been looked at */
};

static inline int iota_play_laid(const struct iota_play *play)
{
    return __builtin_popcount(play->used);
}

/* All plays of a hand, rising, in no particular order, and how many: IOTA_MOVES_MAX at most.
 * `threes` may be NULL. The board comes back as it was. */
int iota_board_plays(struct iota_board *, const uint8_t *hand, int count,
                     const struct iota_threes *, struct iota_play *out);

/* The same for somebody who wants only the best: suspect plays are listed too, and need be
 * confirmed (IR1) only if they would be chosen. */
int iota_board_drafts(struct iota_board *, const uint8_t *hand, int count,
                      const struct iota_threes *, struct iota_play *out);
bool iota_board_confirms(struct iota_board *, const struct iota_play *);

/* ---- iota_world.c ---- */

struct iota_world {
    int32_t score[IOTA_SEATS_MAX];
    uint8_t hand[IOTA_SEATS_MAX][IOTA_HAND]; /* rising, then zeros */
    uint8_t count[IOTA_SEATS_MAX];
    uint8_t pile[IOTA_CARDS]; /* the top card last */
    uint8_t pile_count;
    uint8_t seats, turn, passes;
    bool taken, over;
    bool race, doubles; /* the options */
    struct iota_board board;
};

/* From a truth or an imagined truth. */
void iota_world_init(struct iota_world *, const struct iota *);

/* What the rules' gain and apply do. */
int32_t iota_world_gain(const struct iota_world *, move, int points, int laid);
void iota_world_play(struct iota_world *, move, int32_t gain);

/* The cards of the hand whose turn it is that a play or trade uses, bit k: card k. */
unsigned iota_world_used(const struct iota_world *, move);

#endif
