/* SPDX-License-Identifier: MIT */
/*
 * Iota for the computer player: a table that is updated from move to move, so that plays and their
 * scores are found several times faster than through the rules, and a position around it that
 * playouts and searches copy and play on. It must agree with the rules: tests/unit_bot_iota.c
 * compares them.
 *
 * Squares. A table is connected, and a row of four can only be continued from another row, so a
 * table spans 50 squares at most, and less than 64 with what may be laid around it. So a square is
 * 64 * y + x, and everything is counted modulo 64 * 64: no two squares of a table collide, and
 * code can look at neighbours without checking where the table ends.
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
    FIRST_SPOT = IOTA_CARDS,        /* spot 0, in a cell */
};

enum board_axis { BOARD_ROW, BOARD_COLUMN };

enum {
    SPOT_BLOCKED = 1, /* no card can ever be laid there (I8, I9) */
    SPOT_SUSPECT = 2, /* one of its lines has a wild: all readings must be checked (IR1) */
    SPOT_BINDS = 4,   /* its row determines what a wild may be; shifted by 1: its column */
};

/* An empty square next to a card. */
struct iota_spot {
    struct iota_line run[2]; /* by axis, the cards on both sides of it */
    uint16_t at;
    uint16_t values; /* values that both lines allow a card there */
    int8_t x, y;
    uint8_t marks;
    uint8_t unused;
};

struct iota_board {
    uint64_t lying; /* bit c - 1: plain card c is on the table */
    int16_t spots;
    int16_t wilds;
    uint16_t wild[IOTA_WILDS]; /* where the wilds are */
    int8_t wild_x[IOTA_WILDS], wild_y[IOTA_WILDS];
    bool missing; /* the option: wilds stand for missing cards (IR15) */
    struct iota_spot spot[SPOTS_MAX];
    uint8_t cell[BOARD_CELLS]; /* a card, FIRST_SPOT plus the number of a spot, or 0: far */
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

/* Adds the cards that lie next to a square in one direction, without the square itself. */
static inline struct iota_line board_run(const struct iota_board *board, struct iota_line line,
                                         int at, int step)
{
    for (at = (at + step) & BOARD_MASK; board_is_card(board->cell[at]);
         at = (at + step) & BOARD_MASK)
        line = iota_joined(line, board->cell[at]);
    return line;
}

void iota_board_init(struct iota_board *, const struct iota_table *, enum iota_wilds);
void iota_board_lay(struct iota_board *, int x, int y, int card);
void iota_board_take(struct iota_board *, move take); /* I17 */

/* IR1, with wilds on these squares and all plain cards of the board. IR15: the `fresh` cards are in
 * its cells, but not yet among those lying. */
bool iota_board_readable(const struct iota_board *, const uint16_t *wild, int wilds,
                         uint64_t fresh);

/* Takes with cards of this hand; returns how many. */
enum { IOTA_TAKES_MAX = IOTA_WILDS * IOTA_HAND };
int iota_board_takes(struct iota_board *, const uint8_t *hand, int count, move *out);

/* ---- iota_plays.c ---- */

/* What a player thinks of lines of three that a play makes and that one card would complete. */
struct iota_threes {
    float plain[IOTA_CARDS]; /* by the missing card: times the points of the lot */
    float wild;              /* for a wild in its place: times the points without it */
    float loose;             /* for lines with a wild, where several would do: times the points */
    uint8_t in_hand[IOTA_CARDS]; /* the card's bit of the hand: it must not be part of the play */
};

struct iota_play {
    move move;
    float threes;   /* the sum of the above */
    int16_t points; /* without the doubling of the last turn (I13) */
    uint8_t used;   /* bit k: card k of the hand */
    bool suspect;   /* of a draft: it is not yet known whether the wilds can be read */
};

static inline int iota_play_laid(const struct iota_play *play)
{
    return __builtin_popcount(play->used);
}

/* Finds all plays of a hand (ascending), in no particular order. Returns how many: at most
 * IOTA_MOVES_MAX. `threes` may be NULL. The board ends up as it was. */
int iota_board_plays(struct iota_board *, const uint8_t *hand, int count,
                     const struct iota_threes *, struct iota_play *out);

/* The same for a caller that wants only the best: suspect plays are listed too, and need to be
 * confirmed (IR1) only if they would be chosen. */
int iota_board_drafts(struct iota_board *, const uint8_t *hand, int count,
                      const struct iota_threes *, struct iota_play *out);
bool iota_board_confirms(struct iota_board *, const struct iota_play *);

/* ---- iota_world.c ---- */

struct iota_world {
    int32_t score[IOTA_SEATS_MAX];
    uint8_t hand[IOTA_SEATS_MAX][IOTA_HAND]; /* ascending, then zeros */
    uint8_t count[IOTA_SEATS_MAX];
    uint8_t pile[IOTA_CARDS]; /* the top card last */
    uint8_t pile_count;
    uint8_t seats, turn, passes;
    bool taken, over;
    bool race, doubles; /* the options */
    uint8_t deck_wilds; /* IR14 */
    struct iota_board board;
};

/* From a truth or an imagined truth. */
void iota_world_init(struct iota_world *, const struct iota *);

/* The same as the rules' gain and apply. */
int32_t iota_world_gain(const struct iota_world *, move, int points, int laid);
void iota_world_play(struct iota_world *, move, int32_t gain);

/* The cards that a play or trade uses from the hand whose turn it is, bit k: card k. */
unsigned iota_world_used(const struct iota_world *, move);

#endif
