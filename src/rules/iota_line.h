/* SPDX-License-Identifier: MIT */
/*
 * Lines of Iota (I5), for the table's rules and for players that search: a line as one number,
 * what may join it, and whether two wilds in it can be read (IR1).
 */
#ifndef KUFSA_RULES_IOTA_LINE_H
#define KUFSA_RULES_IOTA_LINE_H

#include <string.h>

#include "rules/iota_table.h"

enum { PROPERTIES = 3, NIBBLE = 15, EACH = 0x111, ALL_VALUES = 0xfff };

/* The cards of a line, ignoring their order.
 *
 *     28..24   23..20  19..16         11..8   7..4   3..0
 *     points   cards   plain cards    number  shape  colour
 *
 * Traits are or-ed, the rest is added. */
struct iota_line {
    uint32_t bits;
};

enum { ONE_PLAIN = 1 << 16, ONE_CARD = 1 << 20, ONE_POINT = 1 << 24, TRAITS = 0xfff };

#define PLAIN(colour, shape, number)                                                               \
    (ONE_POINT * ((number) + 1) | ONE_CARD | ONE_PLAIN | 256 << (number) | 16 << (shape) |         \
     1 << (colour))
#define PLAIN4(c, s) PLAIN(c, s, 0), PLAIN(c, s, 1), PLAIN(c, s, 2), PLAIN(c, s, 3)
#define PLAIN16(c) PLAIN4(c, 0), PLAIN4(c, 1), PLAIN4(c, 2), PLAIN4(c, 3)

/* What each card adds to a line. */
static const uint32_t iota_face[IOTA_CARDS] = {0,          PLAIN16(0), PLAIN16(1),
                                               PLAIN16(2), PLAIN16(3), ONE_CARD};

static const struct iota_line iota_nothing = {0};

static inline unsigned iota_line_cards(struct iota_line line)
{
    return line.bits / ONE_CARD % 16;
}

/* The sum of the numbers on its cards (I10). */
static inline int iota_line_points(struct iota_line line)
{
    return (int)(line.bits / ONE_POINT);
}

static inline unsigned iota_line_plain(struct iota_line line)
{
    return line.bits / ONE_PLAIN % 16;
}

static inline bool iota_has_wild(struct iota_line line)
{
    return iota_line_cards(line) != iota_line_plain(line);
}

static inline struct iota_line iota_merged(struct iota_line line, struct iota_line other)
{
    return (struct iota_line){(line.bits | (other.bits & TRAITS)) +
                              (other.bits & ~(uint32_t)TRAITS)};
}

static inline struct iota_line iota_joined(struct iota_line line, int card)
{
    return iota_merged(line, (struct iota_line){iota_face[card]});
}

/* Nibbles with a bit set become 15, the others 0. */
static inline unsigned iota_whole_nibbles(unsigned bits)
{
    bits |= bits >> 1;
    bits |= bits >> 2;
    return (bits & EACH) * NIBBLE;
}

/* I5: the values that one more card may have. Two plain cards determine for each property whether
 * it is the same (one bit: that value) or different (more bits: the other values); before that,
 * any value will do. Only for lines that agree. */
static inline unsigned iota_values_left(struct iota_line line)
{
    if (iota_line_plain(line) < 2)
        return ALL_VALUES;
    unsigned traits = line.bits & TRAITS;
    return traits ^ iota_whole_nibbles(traits & (traits - EACH));
}

/* I5 for the plain cards of a line: each nibble has one bit, or as many as there are cards. A row
 * of the table has bit v set if a nibble may have value v. More than four cards never agree. */
static inline bool iota_all_agree(struct iota_line line)
{
    static const uint16_t nibbles[16] = {0x0001, 0x0116, 0x177e, 0x6996, 0x8116};
    unsigned row = nibbles[iota_line_plain(line)], traits = line.bits & TRAITS;
    unsigned good = row >> (traits & NIBBLE) & row >> (traits >> 4 & NIBBLE) & row >> (traits >> 8);
    return (good & 1) != 0;
}

/* The same; any two cards do. */
static inline bool iota_agrees(struct iota_line line)
{
    return iota_line_plain(line) <= 2 || iota_all_agree(line);
}

/* Every three plain cards that agree have exactly one fourth card: the values left are those of
 * one card. */
static inline int iota_fourth(struct iota_line three)
{
    unsigned values = iota_values_left(three);
    return 1 + 16 * __builtin_ctz(values) + 4 * __builtin_ctz(values >> 4) +
           __builtin_ctz(values >> 8);
}

static inline bool iota_is_single(unsigned nibble)
{
    return (nibble & (nibble - 1)) == 0;
}

static inline bool iota_some_of_each(unsigned values)
{
    return iota_whole_nibbles(values) == ALL_VALUES;
}

/* Can two wilds in one line be read, each with the values its other line leaves it? If their line
 * has no other cards, it does not restrict them: same or different, either will do. */
static inline bool iota_readable_together(unsigned one, unsigned two, struct iota_line line)
{
    for (int shift = 0; shift < 4 * PROPERTIES; shift += 4) {
        unsigned seen = line.bits >> shift & NIBBLE;
        unsigned first = one >> shift & NIBBLE, second = two >> shift & NIBBLE;
        bool same = iota_is_single(seen) && (first & second & seen) != 0;
        bool different = (iota_line_plain(line) == 1 || !iota_is_single(seen)) &&
                         (first & ~seen) != 0 && (second & ~seen) != 0 &&
                         !iota_is_single((first | second) & ~seen);
        if (!same && !different)
            return false;
    }
    return true;
}

/* ---- lines on a table ---- */

enum { ROW, COLUMN };

/* Joins the cards that lie next to a square in one direction, without the square itself. */
static inline struct iota_line iota_with_run(struct iota_line line, const uint8_t *square, int step)
{
    while (*(square += step) != 0)
        line = iota_joined(line, *square);
    return line;
}

/* The line through a square, including the card on it if there is one. */
static inline struct iota_line iota_line_through(const uint8_t *square, int step)
{
    struct iota_line line = iota_joined(iota_nothing, *square);
    return iota_with_run(iota_with_run(line, square, -step), square, step);
}

/* Bit i: cell i holds a card. Reads eight cells. */
static inline uint64_t iota_cells_in_use(const uint8_t *cell)
{
    uint64_t eight;
    memcpy(&eight, cell, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    eight = (eight + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101; /* no card is over 127 */
    return eight * 0x0102040810204080 >> 56;
}

/* The row of a cell, without dividing each time: with e = part * width - 2^20 <= width, the error
 * cell * e is less than 2^20. */
static inline uint32_t iota_part(int width)
{
    return (1u << 20) / (uint32_t)width + 1;
}

static inline int iota_row(int cell, uint32_t part)
{
    return (int)((uint32_t)cell * part >> 20);
}

/* IR1, for a table whose lines all agree. `lying` is the set of cards that no wild may stand for
 * (IR15); 0 means that there are none. A table of only wilds can always be read, so 0 needs no
 * other meaning. */
bool iota_readable(const uint8_t *cell, int width, const int *wild, int wilds, uint64_t lying);

/* Given a table that is sound except for this square, which is empty or holds a wild: is it sound
 * with a plain card there? `wild` lists all other wilds, `lying` is as for iota_readable. */
bool iota_fits(struct iota_table *, int at, int card, const int *wild, int wilds, uint64_t lying);

/* The plain cards on a table. */
uint64_t iota_lying_cards(const struct iota_table *);

/* ---- wilds that stand for missing cards (IR15) ---- */

/* A set of plain cards: bit c - 1 for card c. */
static inline uint64_t iota_card_bit(int card)
{
    return card == 0 || card == IOTA_WILD ? 0 : UINT64_C(1) << (card - 1);
}

/* The plain cards that have one of these values in each property. */
static inline uint64_t iota_cards_with(unsigned values)
{
    uint64_t c = values & NIBBLE, s = values >> 4 & NIBBLE, n = values >> 8 & NIBBLE;
    uint64_t colours = ((c & 1) | (c & 2) << 15 | (c & 4) << 30 | (c & 8) << 45) * 0xffff;
    uint64_t shapes = ((s & 1) | (s & 2) << 3 | (s & 4) << 6 | (s & 8) << 9) * 0xf;
    return colours & shapes * UINT64_C(0x0001000100010001) & n * UINT64_C(0x1111111111111111);
}

static inline uint64_t iota_cards_of(move play)
{
    return iota_card_bit(iota_card(play, 0)) | iota_card_bit(iota_card(play, 1)) |
           iota_card_bit(iota_card(play, 2)) | iota_card_bit(iota_card(play, 3));
}

/* Can the wilds be read as different cards, none of which lies on the table? Each has the values
 * that its lines leave it; `shared` is the line that has both, or nothing. */
bool iota_readable_missing(unsigned one, unsigned two, int wilds, struct iota_line shared,
                           uint64_t lying);

/* ---- a hand, prepared for finding plays ---- */

struct iota_held {
    uint8_t card[IOTA_HAND];
    uint8_t with[PROPERTIES][NIBBLE + 1]; /* cards that have one of a set of values, by property */
    unsigned alike; /* bit k: card k is a wild like the one before, and must wait for it */
};

static inline void iota_hold(struct iota_held *held, const uint8_t *hand, int count)
{
    unsigned wilds = 0;
    held->alike = 0;
    memset(held->with, 0, sizeof held->with);
    for (int k = 0; k < count; k++) {
        held->card[k] = hand[k];
        held->alike |= (unsigned)(k > 0 && hand[k] == hand[k - 1]) << k;
        wilds |= (unsigned)(hand[k] == IOTA_WILD) << k;
        for (int p = 0; p < PROPERTIES; p++)
            held->with[p][iota_face[hand[k]] >> 4 * p & NIBBLE] |= (uint8_t)(1u << k);
    }
    for (int p = 0; p < PROPERTIES; p++) {
        held->with[p][0] = (uint8_t)wilds;
        for (unsigned set = 1; set <= NIBBLE; set++)
            held->with[p][set] |= held->with[p][set & (set - 1)] | held->with[p][set & -set];
    }
}

#endif
