/* SPDX-License-Identifier: MIT */
/*
 * Lines of Iota (I5), for the table's rules and for players that search: a line as one number, what
 * may join it, and whether two wilds in it can be read (IR1).
 */
#ifndef KUFSA_RULES_IOTA_LINE_H
#define KUFSA_RULES_IOTA_LINE_H

#include <string.h>

#include "rules/iota_table.h"

enum { PROPERTIES = 3, NIBBLE = 15, EACH = 0x111, ALL_VALUES = 0xfff };

/* Cards in a line, the order left aside.
 *
 *     28..24   23..20  19..16         11..8   7..4   3..0
 *     points   cards   plain cards    number  shape  colour
 *
 * Traits are or-ed, the rest is added up. */
struct iota_line {
    uint32_t bits;
};

enum { ONE_PLAIN = 1 << 16, ONE_CARD = 1 << 20, ONE_POINT = 1 << 24, TRAITS = 0xfff };

#define PLAIN(colour, shape, number)                                                               \
    (ONE_POINT * ((number) + 1) | ONE_CARD | ONE_PLAIN | 256 << (number) | 16 << (shape) |         \
     1 << (colour))
#define PLAIN4(c, s) PLAIN(c, s, 0), PLAIN(c, s, 1), PLAIN(c, s, 2), PLAIN(c, s, 3)
#define PLAIN16(c) PLAIN4(c, 0), PLAIN4(c, 1), PLAIN4(c, 2), PLAIN4(c, 3)

/* By card, what it adds to a line. */
static const uint32_t iota_face[IOTA_CARDS] = {0,          PLAIN16(0), PLAIN16(1),
                                               PLAIN16(2), PLAIN16(3), ONE_CARD};

static const struct iota_line iota_nothing = {0};

static inline unsigned iota_line_cards(struct iota_line line)
{
    return line.bits / ONE_CARD % 16;
}

/* The numbers of its cards, added up (I10). */
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

static inline struct iota_line iota_joined(struct iota_line line, int card)
{
    return (struct iota_line){(line.bits | (iota_face[card] & TRAITS)) +
                              (iota_face[card] & ~(uint32_t)TRAITS)};
}

/* Nibbles in which a bit is set become 15, the others 0. */
static inline unsigned iota_whole_nibbles(unsigned bits)
{
    bits |= bits >> 1;
    bits |= bits >> 2;
    return (bits & EACH) * NIBBLE;
}

/* I5: the values that one more card may have. Two plain cards say of each property whether it is
 * the same (one bit: that value) or different (more bits: the other values); before that there is
 * nothing to keep to. Holds for lines that agree. */
static inline unsigned iota_values_left(struct iota_line line)
{
    if (iota_line_plain(line) < 2)
        return ALL_VALUES;
    unsigned traits = line.bits & TRAITS;
    return traits ^ iota_whole_nibbles(traits & (traits - EACH));
}

/* I5 for the plain cards of a line, four at most: in each nibble there is one bit, or there are as
 * many as there are cards. A row of the table has bit v set if a nibble may have value v. */
static inline bool iota_agrees(struct iota_line line)
{
    static const uint16_t nibbles[IOTA_LINE + 1] = {0x0001, 0x0116, 0x177e, 0x6996, 0x8116};
    unsigned row = nibbles[iota_line_plain(line)], traits = line.bits & TRAITS;
    unsigned good = row >> (traits & NIBBLE) & row >> (traits >> 4 & NIBBLE) & row >> (traits >> 8);
    return (good & 1) != 0;
}

/* Every three plain cards that agree have exactly one fourth: the values left are those of one
 * card. */
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

/* Whether two wilds in one line can be read, each with the values its other line leaves it. If
 * there is nothing else in their line it does not bind them: same or different, either will do. */
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

/* ---- a hand that plays are made from ---- */

struct iota_held {
    uint8_t card[IOTA_HAND];
    uint8_t with[PROPERTIES][NIBBLE + 1]; /* cards that have one of a set of values, by property */
    unsigned alike; /* bit k: card k is a wild like the one before, and has to wait for it */
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
