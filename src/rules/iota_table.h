/* SPDX-License-Identifier: MIT */
/*
 * The table of Iota: the cards on it, the lines they make, and what may be laid there (I5–I12,
 * I16, IR1). It knows nothing about hands, pile and turns; iota.c does.
 */
#ifndef KUFSA_RULES_IOTA_TABLE_H
#define KUFSA_RULES_IOTA_TABLE_H

#include "rules/game.h"

/* A card is a number from 1, in card order: plain ones are 1 + 16 * colour + 4 * shape + number,
 * each counted from 0; then comes the wild, of which there are two alike (I1). 0 is no card. */
enum {
    IOTA_PLAIN = 64,
    IOTA_WILD = 65,
    IOTA_WILDS = 2,
    IOTA_CARDS = 66,
    IOTA_HAND = 4,
    IOTA_LINE = 4, /* cards of the longest line (I9) */
};

/*
 * We keep squares for the box around the cards and for a rim around that box. A card can be laid
 * at most 4 squares outside the box: one next to it, and three more in line with that one. So with
 * a rim of 5, code can look at neighbours without checking where the rim ends.
 *
 * A table is connected, so each card adds at most one to width or height: w + h <= 67, and with
 * the rim (w + 10) * (h + 10) <= 43 * 44.
 */
enum {
    IOTA_RIM = 5,
    IOTA_SPAN = IOTA_CARDS + 1,
    IOTA_CELLS = 43 * 44,
    IOTA_OPEN_MAX = 2 * IOTA_CARDS + 2, /* empty squares next to that many connected cards */
};

struct iota_table {
    int8_t left, bottom;   /* the position of cell[0]; the starter is at 0,0 */
    uint8_t width, height; /* of box and rim together */
    uint8_t cell[IOTA_CELLS];
};

/* A move.
 *
 *     47..45  44..37   36..29   28      27..21  20..14  13..7   6..0
 *      kind   y + 128  x + 128  column  card 0  card 1  card 2  card 3
 *
 * Play: the place is that of the first card laid, the lowest along the line; card i lies i squares
 * further (0: a card lies there already, or the line has ended). A single card counts as a row.
 * Take: card 0 goes to the place of the wild. Trade: the cards, ascending. Pass: nothing else. */
enum iota_kind { IOTA_PASS = 1, IOTA_TRADE, IOTA_TAKE, IOTA_PLAY };
enum {
    CARD_BITS = 7,
    CARD_MASK = 127,
    CARD_SHIFT = 21,
    COLUMN_SHIFT = 28,
    X_SHIFT = 29,
    Y_SHIFT = 37
};
enum { KIND_SHIFT = 45, PLACE_BIAS = 128 };

static inline move iota_move(enum iota_kind kind)
{
    return (move)kind << KIND_SHIFT;
}

static inline move iota_move_at(enum iota_kind kind, int x, int y)
{
    return iota_move(kind) | (move)(y + PLACE_BIAS) << Y_SHIFT | (move)(x + PLACE_BIAS) << X_SHIFT;
}

static inline move iota_move_card(int index, int card)
{
    return (move)card << (CARD_SHIFT - CARD_BITS * index);
}

static inline enum iota_kind iota_kind(move m)
{
    return (enum iota_kind)(m >> KIND_SHIFT);
}

static inline int iota_card(move m, int index)
{
    return (int)(m >> (CARD_SHIFT - CARD_BITS * index) & CARD_MASK);
}

static inline bool iota_column(move m)
{
    return (m >> COLUMN_SHIFT & 1) != 0;
}

static inline int iota_x(move m)
{
    return (int)(m >> X_SHIFT & 255) - PLACE_BIAS;
}

static inline int iota_y(move m)
{
    return (int)(m >> Y_SHIFT & 255) - PLACE_BIAS;
}

/* The bytes in use; the rest means nothing. */
static inline size_t iota_table_size(const struct iota_table *table)
{
    return offsetof(struct iota_table, cell) + (size_t)(table->width * table->height);
}

/* The card at a place, which may be far outside; 0 if there is none. */
int iota_table_at(const struct iota_table *, int x, int y);

/* Grows a table, which may be all zero, to hold cards from x0,y0 to x1,y1 besides its own. */
void iota_table_widen(struct iota_table *, int x0, int y0, int x1, int y1);

/* Puts a card, or nothing (0), on a square inside box and rim. */
void iota_table_put(struct iota_table *, int x, int y, int card);

/* Lays the cards of a legal play. */
void iota_table_play(struct iota_table *, move play);

/* What wilds may stand for: any card (IR1), or one that does not lie on the table, and two of them
 * for different ones (IR15). Or there are none (IR14). */
enum iota_wilds { WILDS_ANY, WILDS_MISSING, WILDS_NONE };

/* What is wrong with a table. */
enum iota_fault {
    IOTA_SOUND,
    IOTA_STARTERLESS, /* no card at 0,0 */
    IOTA_APART,       /* not connected */
    IOTA_LONG,        /* a line over four (I9) */
    IOTA_CLASH,       /* a line whose plain cards already break I5 */
    IOTA_UNREADABLE,  /* no reading of the wilds satisfies all lines (IR1, IR15) */
};
enum iota_fault iota_table_fault(const struct iota_table *, enum iota_wilds);

/*
 * The most takes and plays. Suppose 62 cards lie on the table and four are in the hand. Connected,
 * they have at most 126 free sides.
 *
 * Plays beside lying cards only: the square at a free side is in 4, 3 and 2 stretches of four,
 * three and two squares, which four cards can fill in 24, 24 and 12 ways at most: 192.
 *
 * Plays that make or lengthen a line at that side: six stretches of at most four squares hold the
 * lying card and the square, three of them with room for three cards, two for two and one for one:
 * 100 at most. But for all 192 plays to exist, three cards of the hand must go together. With a
 * lying card that is neither their fourth nor a wild, at most one pair of them does: 4 single
 * cards, 8 pairs and 6 triples, counting those with a wild of the hand, are 4 + 2 * 8 + 3 * 6 =
 * 38. Two cards have 8 sides where it may be 100. With other hands at most 98 of the 192 exist.
 *
 * 126 * (192 + 38) + 8 * (100 - 38) plays and 8 takes are less than this. In real play a thousand
 * is a lot.
 */
enum { IOTA_MOVES_MAX = 30000 };

/* Takes and plays with the cards of this hand (ascending), in ascending order; with out NULL it
 * only counts. */
int iota_table_moves(const struct iota_table *, enum iota_wilds, const uint8_t *hand, int count,
                     move *out);

/* The empty squares next to cards that stay empty forever, since lines only grow: a line would be
 * too long (I9, FACT_FULL), or no card fits, however the wilds are read (I8, FACT_BARRED). Returns
 * how many, at most IOTA_OPEN_MAX. */
int iota_table_facts(const struct iota_table *, enum iota_wilds, struct fact *out);

/* What a legal play is worth, without the doubling of the last turn (I13): I10, I11, I12. */
int32_t iota_table_points(const struct iota_table *, move play);

/* How these points add up. */
struct iota_sum {
    int32_t points;              /* of all cards of its lines */
    int lots;                    /* each doubles the points */
    int whole_hand;              /* 1: four cards double them again */
    int lines;                   /* made or lengthened */
    int16_t line[IOTA_HAND + 1]; /* the points of each: those across, then the one along */
};
struct iota_sum iota_table_sum(const struct iota_table *, move play);

#endif
