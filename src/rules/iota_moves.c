/* SPDX-License-Identifier: MIT */
/*
 * The takes and plays of Iota that a table and a hand allow (I5–I9, I17, IR1, IR15).
 *
 * Orders. Up to four cards can be laid one after another in 64 ways. A set of these orders is one
 * number, whose bits ascend as the codes of plays do: first a card alone, then followed by the
 * first of the others, and so on. So what a play needs is a few sets that are and-ed: the orders
 * that put into each square a card which it takes, and those whose cards go together with the
 * cards that lie there.
 *
 * Survey. The cards on the table are runs, by row and by column. Each run tells the empty squares
 * at its ends what it is, as one line. This determines which cards of the hand an open square
 * (empty, next to a card) refuses, and so where plays may start: on open squares, and on up to
 * three squares before them.
 *
 * Plays. Each is found once, from its lowest card. From each start we list the slots that the cards
 * of a play fill, each with the lying cards that are then in the line, and take the orders that fit
 * and reach an open square.
 *
 * Wilds. What one card does to the wilds on the table, the survey has judged. What is left: plays
 * of several cards in a line with a wild, and wilds of the hand. If a line has one wild, its
 * reading depends on that line and the one across, and on nothing else. For anything more we lay
 * the cards and read the whole table.
 */
#include "base/check.h"
#include "rules/iota_line.h"

/* ---- orders ---- */

/* Bit 16 * a: card a of the hand alone. Five more for each second card, ascending: these two, then
 * followed by the lower of the other cards, by both, by the higher one, by both the other way. */
#define LENGTH_1 0x0001000100010001
#define LENGTH_2 0x0842084208420842
#define LENGTH_3 0x5294529452945294
#define LENGTH_4 0xa528a528a528a528
static const uint64_t with_length[IOTA_HAND + 1] = {0, LENGTH_1, LENGTH_2, LENGTH_3, LENGTH_4};

/* Those with at most so many. */
static const uint64_t up_to[IOTA_HAND + 1] = {0, LENGTH_1, LENGTH_1 | LENGTH_2,
                                              LENGTH_1 | LENGTH_2 | LENGTH_3, UINT64_MAX};

/* Those of exactly these cards. */
static const uint64_t of_set[1 << IOTA_HAND] = {
    0x0000000000000000, 0x0000000000000001, 0x0000000000010000, 0x0000000000020002,
    0x0000000100000000, 0x0000000200000040, 0x0000004000400000, 0x0000008400840084,
    0x0001000000000000, 0x0002000000000800, 0x0040000008000000, 0x0084000010101010,
    0x0800080000000000, 0x1010101000004200, 0x4200420042000000, 0xa528a528a528a528};

/* Those that end before a slot, or fill it with one of these cards; `in` has four sets of orders,
 * by the card that the slot has. */
#define SOME_OF_2(end, a, b) (end), (end) | (a), (end) | (b), (end) | (a) | (b)
#define SOME_OF_4(end, a, b, c, d)                                                                 \
    {                                                                                              \
        SOME_OF_2(end, a, b), SOME_OF_2((end) | (c), a, b), SOME_OF_2((end) | (d), a, b),          \
            SOME_OF_2((end) | (c) | (d), a, b)                                                     \
    }
#define SOME_OF(end, in) SOME_OF_4(end, in)
#define IN_SLOT_0 0x000000000000ffff, 0x00000000ffff0000, 0x0000ffff00000000, 0xffff000000000000
#define IN_SLOT_1 0x003e003e003e0000, 0x07c007c00000003e, 0xf800000007c007c0, 0x0000f800f800f800
#define IN_SLOT_2 0x3180318031800000, 0xc00cc00c00003180, 0x06300000c00cc00c, 0x0000063006300630
#define IN_SLOT_3 0x8400840084000000, 0x2020202000008400, 0x0108000020202020, 0x0000010801080108
static const uint64_t in_slot[IOTA_HAND][IOTA_HAND] = {
    {IN_SLOT_0}, {IN_SLOT_1}, {IN_SLOT_2}, {IN_SLOT_3}};
static const uint64_t filling[IOTA_HAND][1 << IOTA_HAND] = {
    SOME_OF(UINT64_C(0), IN_SLOT_0), SOME_OF(LENGTH_1, IN_SLOT_1),
    SOME_OF(LENGTH_1 | LENGTH_2, IN_SLOT_2), SOME_OF(LENGTH_1 | LENGTH_2 | LENGTH_3, IN_SLOT_3)};

/* The cards of each order. */
static const uint8_t set_of[64] = {1, 3, 7,  15, 11, 15, 5,  7,  15, 13, 15, 9,  11, 15, 13, 15,
                                   2, 3, 7,  15, 11, 15, 6,  7,  15, 14, 15, 10, 11, 15, 14, 15,
                                   4, 5, 7,  15, 13, 15, 6,  7,  15, 14, 15, 12, 13, 15, 14, 15,
                                   8, 9, 11, 15, 13, 15, 10, 11, 15, 14, 15, 12, 13, 15, 14, 15};

enum { ORDERS = 64, HANDS = 1 << IOTA_HAND };

/* Marks of an empty square, set by the lines that would run into it. */
enum {
    HAND = 15,          /* bit k: the hand has no card k, or it would break I5, I9 or IR1 there */
    OPEN = 16,          /* it is next to a card */
    SUSPECT = 32,       /* one of the lines has a wild */
    BINDS_ROW = 64,     /* its row has two plain cards, which determine what a wild may be */
    BINDS_COLUMN = 128, /* its column has them */
};

/* The runs that end beside an empty square, by direction; nothing where there is none. */
enum { BEFORE, BEHIND };
struct beside {
    struct iota_line run[2][2];
};

/* A set of squares: bit i % 64 of word i / 64 for square i, between words of zeros. */
enum { WORDS = (IOTA_CELLS + 63) / 64, ZEROS = 3 };
_Static_assert(2 * (IOTA_SPAN + 4 * IOTA_RIM) < 64 * ZEROS, "two steps are two widths at most");

struct squares {
    uint64_t bits[ZEROS + WORDS + ZEROS];
};

struct generator {
    struct iota_table table;
    uint8_t square[IOTA_CELLS];       /* marks of the empty ones */
    struct beside beside[IOTA_CELLS]; /* likewise */
    int words;                        /* of these sets of squares */
    struct squares open;              /* empty squares next to a card */
    struct squares fillable;          /* empty squares that take a card of the hand */
    struct squares start[2];          /* where plays may start, by direction */
    int wilds;
    int wild[IOTA_WILDS];           /* where wilds lie */
    unsigned across[IOTA_WILDS][2]; /* the values that its other line leaves a wild of a line */
    bool strict;                    /* IR15: every card may take a reading away from a wild */
    bool tangled;                   /* readings need the whole table: IR15, or wilds in one line */
    uint64_t lying;                 /* IR15: the cards on the table; else 0 */
    uint8_t card[IOTA_HAND];        /* of the hand, ascending */
    unsigned absent;                /* bit k: the hand has no card k */
    unsigned jokers;                /* bit k: card k is a wild */
    uint64_t joins[PROPERTIES];     /* nibble v: cards that may join the values v, by property */
    struct iota_line line[HANDS];   /* of each set of cards of the hand */
    uint64_t orders[HANDS];         /* of exactly these cards, if they satisfy I5 */
    uint64_t joining[HANDS];        /* then: the plain cards that may join them */
    uint64_t together;              /* all orders of such cards */
    uint64_t joker_orders;          /* all that have a wild */
    int most;                       /* cards of a play */
    uint64_t known;                 /* plain cards whose place in `with_one` is filled */
    uint64_t with_one[IOTA_PLAIN];  /* orders that agree with one lying card */
    move code[ORDERS];              /* of the cards, if no card lies between them */
    move *out;
    int count;
};

static void found(struct generator *g, move play)
{
    CHECK(g->count < IOTA_MOVES_MAX);
    if (g->out)
        g->out[g->count] = play;
    g->count++;
}

/* ---- the hand ---- */

/* What iota_values_left says, with the cards of the hand that have these values. */
static void prepare_joins(struct generator *g, int count)
{
    /* The nibbles of all sets of values that have this one. */
    static const uint64_t having[4] = {0x1010101010101010, 0x1100110011001100, 0x1111000011110000,
                                       0x1111111100000000};
    const uint64_t single = 0x0000000f000f0ff0, even = 0x0f0f0f0f0f0f0f0f;
    for (int p = 0; p < PROPERTIES; p++) {
        uint64_t with = g->jokers * UINT64_C(0x1111111111111111);
        for (int k = 0; k < count; k++) {
            unsigned value = iota_face[g->card[k]] >> 4 * p & NIBBLE;
            if (value != 0)
                with |= having[__builtin_ctz(value)] << k;
        }
        uint64_t without = __builtin_bswap64((with & even) << 4 | (with >> 4 & even));
        g->joins[p] = (with & single) | (without & ~single);
    }
}

/* The orders that have card k, but not its twin before it. */
static uint64_t untimely(int k)
{
    uint64_t having = 0, fine = 0, begun = 0;
    for (int slot = 0; slot < IOTA_HAND; slot++) {
        having |= in_slot[slot][k];
        fine |= in_slot[slot][k] & begun;
        begun |= in_slot[slot][k - 1];
    }
    return having & ~fine;
}

/* What each set of cards may do. */
static void prepare_sets(struct generator *g, uint64_t allowed)
{
    g->line[0] = iota_nothing;
    g->together = g->orders[0] = g->joining[0] = 0;
    for (unsigned set = 1; set < HANDS; set++) {
        struct iota_line line = iota_joined(g->line[set & (set - 1)], g->card[__builtin_ctz(set)]);
        bool good = (set & g->absent) == 0 && iota_agrees(line);
        g->line[set] = line;
        g->orders[set] = good ? of_set[set] & allowed : 0;
        g->joining[set] = good ? iota_cards_with(iota_values_left(line)) : 0;
        g->together |= g->orders[set];
    }
    g->most = 0;
    while (g->most < IOTA_HAND && (g->together & with_length[g->most + 1]) != 0)
        g->most++;
}

static void prepare_codes(struct generator *g)
{
    move *code = g->code;
    for (int a = 0; a < IOTA_HAND; a++) {
        const move one = iota_move_card(0, g->card[a]);
        *code++ = one;
        for (int b = 0; b < IOTA_HAND; b++) {
            if (b == a)
                continue;
            const int c = a + b == 1 ? 2 : a == 0 || b == 0 ? 1 : 0, d = 6 - a - b - c;
            const move two = one | iota_move_card(1, g->card[b]);
            const move low = two | iota_move_card(2, g->card[c]);
            const move high = two | iota_move_card(2, g->card[d]);
            *code++ = two;
            *code++ = low;
            *code++ = low | iota_move_card(3, g->card[d]);
            *code++ = high;
            *code++ = high | iota_move_card(3, g->card[c]);
        }
    }
}

static void prepare_hand(struct generator *g, const uint8_t *hand, int count)
{
    uint64_t allowed = UINT64_MAX;
    memset(g->card, 0, sizeof g->card);
    memcpy(g->card, hand, (size_t)count);
    g->absent = HAND & ~((1u << count) - 1);
    g->jokers = 0;
    g->joker_orders = 0;
    for (int k = 0; k < count; k++) {
        if (hand[k] != IOTA_WILD)
            continue;
        g->jokers |= 1u << k;
        for (int slot = 0; slot < IOTA_HAND; slot++)
            g->joker_orders |= in_slot[slot][k];
        if (k > 0 && hand[k - 1] == IOTA_WILD)
            allowed &= ~untimely(k);
    }
    prepare_joins(g, count);
    prepare_sets(g, allowed);
    prepare_codes(g);
    g->known = 0;
}

/* The cards of the hand that may join a line of at least two plain cards that agrees. */
static inline unsigned to_join(const struct generator *g, struct iota_line line)
{
    unsigned traits = line.bits & TRAITS;
    return (unsigned)(g->joins[0] >> 4 * (traits & NIBBLE) &
                      g->joins[1] >> 4 * (traits >> 4 & NIBBLE) &
                      g->joins[2] >> 4 * (traits >> 8)) &
           HAND;
}

/* ---- survey ---- */

static inline uint64_t *word(struct squares *set, int i)
{
    return set->bits + ZEROS + i;
}

static void clear(struct squares *set, int words)
{
    memset(set, 0, sizeof *set->bits * (size_t)(ZEROS + words + ZEROS));
}

/* For the squares of a word: are those that lie a step after them, or before them, in the set? */
static inline uint64_t after(const uint64_t *word, int step)
{
    word += step / 64;
    return word[0] >> step % 64 | word[1] << 1 << (63 - step % 64);
}

static inline uint64_t before(const uint64_t *word, int step)
{
    word -= step / 64;
    return word[0] << step % 64 | word[-1] >> 1 >> (63 - step % 64);
}

/* Finds all cards. The last squares that we look at are in the rim. */
static void find_lying(const struct generator *g, struct squares *lying)
{
    const int width = g->table.width, last = width * (g->table.height - IOTA_RIM);
    clear(lying, g->words);
    for (int from = 0; from < last; from += 8)
        *word(lying, from / 64) |= iota_cells_in_use(g->table.cell + from) << from % 64;
}

static void note_wild(struct generator *g, int at)
{
    CHECK(g->wilds < IOTA_WILDS);
    g->wild[g->wilds++] = at;
}

/* Tells the squares at both ends of each run what it is; notes the wilds. */
static void note_runs(struct generator *g, struct squares *lying, int d, int step)
{
    g->wilds = 0;
    for (int i = 0; i < g->words; i++) {
        const uint64_t *cards = word(lying, i);
        for (uint64_t first = *cards & ~before(cards, step); first != 0; first &= first - 1) {
            const int at = 64 * i + __builtin_ctzll(first);
            const uint8_t *cell = g->table.cell + at; /* a run has at most four cards (I9) */
            const int two = cell[step], three = cell[2 * step] & -(two != 0);
            const int four = cell[3 * step] & -(three != 0);
            const struct iota_line line = iota_joined(
                iota_joined(iota_joined(iota_joined(iota_nothing, *cell), two), three), four);
            const int count = (int)iota_line_cards(line), end = at + count * step;
            g->beside[at - step].run[d][BEHIND] = line;
            g->beside[end].run[d][BEFORE] = line;
            if (!iota_has_wild(line))
                continue;
            for (int k = 0; k < count; k++)
                if (cell[k * step] == IOTA_WILD)
                    note_wild(g, at + k * step);
            g->square[at - step] |= SUSPECT;
            g->square[end] |= SUSPECT;
        }
    }
}

/* The lying cards of the line through an empty square. */
static inline struct iota_line line_at(const struct generator *g, int at, int d)
{
    return iota_merged(g->beside[at].run[d][BEFORE], g->beside[at].run[d][BEHIND]);
}

static inline unsigned wilds_in(struct iota_line line)
{
    return iota_line_cards(line) - iota_line_plain(line);
}

/* What the lines across leave the wilds of a line, and whether two lie in one. */
static void note_wilds(struct generator *g)
{
    g->tangled = g->strict;
    for (int w = 0; w < g->wilds; w++)
        for (int d = ROW; d <= COLUMN; d++) {
            const uint8_t *square = g->table.cell + g->wild[w];
            struct iota_line line = iota_line_through(square, d == ROW ? g->table.width : 1);
            g->across[w][d] = iota_values_left(line);
            g->tangled |= wilds_in(line) > 1;
        }
}

/* What a line of at least two cards says about an empty square. Without branches: nothing about the
 * next square can be guessed. */
static inline unsigned judge(const struct generator *g, struct iota_line line, unsigned binds)
{
    const unsigned many = -(unsigned)(iota_line_plain(line) > 1);
    const unsigned bad =
        -(unsigned)(iota_line_cards(line) >= IOTA_LINE) | -(unsigned)!iota_all_agree(line);
    return (many & (binds | (~to_join(g, line) & HAND))) | (bad & HAND);
}

/* How many wilds lie so close that they may be in the line through this square. */
static int wilds_near(const struct generator *g, int at, int step)
{
    int near = 0;
    for (int w = 0; w < g->wilds; w++)
        for (int k = 1; k < IOTA_LINE; k++)
            near += g->wild[w] == at + k * step || g->wild[w] == at - k * step;
    return near;
}

/* The one that is. */
static int wild_near(const struct generator *g, int at, int step)
{
    const int apart = g->wild[0] > at ? g->wild[0] - at : at - g->wild[0];
    return apart != step && apart != 2 * step && apart != 3 * step;
}

/* The cards that a line with one wild refuses on this square: the wild could not be anything. */
static unsigned unreadable_in(const struct generator *g, int at, int d, unsigned cards)
{
    unsigned refused = 0;
    const struct iota_line line = line_at(g, at, d);
    const unsigned across = g->across[wild_near(g, at, d == ROW ? 1 : g->table.width)][d];
    for (; cards != 0; cards &= cards - 1) {
        const struct iota_line longer = iota_joined(line, g->card[__builtin_ctz(cards)]);
        refused |= iota_some_of_each(iota_values_left(longer) & across) ? 0 : cards & -cards;
    }
    return refused;
}

/* The cards that leave no reading of the wilds if they lie on this square; among other cards of a
 * play they do not either. */
static unsigned unreadable(struct generator *g, int at, unsigned cards)
{
    unsigned refused = 0;
    bool whole = g->tangled;
    cards &= ~g->jokers;
    for (int d = ROW; d <= COLUMN && g->wilds > 1; d++)
        whole |= wilds_near(g, at, d == ROW ? 1 : g->table.width) > 1;
    for (int d = ROW; d <= COLUMN && !whole; d++)
        if (iota_has_wild(line_at(g, at, d)))
            refused |= unreadable_in(g, at, d, cards & ~refused);
    for (; cards != 0 && whole; cards &= cards - 1)
        if (!iota_fits(&g->table, at, g->card[__builtin_ctz(cards)], g->wild, g->wilds, g->lying))
            refused |= cards & -cards;
    return refused;
}

/* The open squares of a word that have two cards in one direction. */
static inline uint64_t between_two(const uint64_t *cards, int step, uint64_t open)
{
    const uint64_t one = before(cards, step), other = after(cards, step);
    return open &
           ((one & before(cards, 2 * step)) | (other & after(cards, 2 * step)) | (one & other));
}

/* Judges these squares in one direction. */
static void judge_all(struct generator *g, int from, uint64_t squares, int d)
{
    const unsigned binds = d == ROW ? BINDS_ROW : BINDS_COLUMN;
    for (; squares != 0; squares &= squares - 1) {
        const int at = from + __builtin_ctzll(squares);
        g->square[at] = (uint8_t)(g->square[at] | judge(g, line_at(g, at, d), binds));
    }
}

/* Those that refuse the whole hand. */
static uint64_t refusing(const struct generator *g, int from, uint64_t squares)
{
    uint64_t refused = 0;
    for (; squares != 0; squares &= squares - 1) {
        const unsigned marks = g->square[from + __builtin_ctzll(squares)];
        refused |= squares & -squares & -(uint64_t)((marks & HAND) == HAND);
    }
    return refused;
}

/* Those that may take a reading away from a wild. */
static uint64_t judge_suspects(struct generator *g, int from, uint64_t open)
{
    uint64_t suspects = 0;
    for (; open != 0; open &= open - 1) {
        const int at = from + __builtin_ctzll(open);
        const unsigned marks = g->square[at];
        if ((marks & SUSPECT) == 0 || (marks & HAND) == HAND)
            continue;
        g->square[at] = (uint8_t)(marks | unreadable(g, at, ~marks & HAND));
        suspects |= open & -open;
    }
    return suspects;
}

/* Plays may start on an open square, and before it where every square up to it can be filled. */
static void find_starts(struct generator *g, struct squares *start, int step)
{
    struct squares from;
    clear(&from, g->words);
    for (int i = 0; i < g->words; i++)
        *word(start, i) = *word(&from, i) = *word(&g->open, i) & *word(&g->fillable, i);
    for (int cards = 2; cards <= g->most; cards++)
        for (int i = 0; i < g->words; i++) {
            *word(&from, i) = after(word(&from, i), step) & *word(&g->fillable, i);
            *word(start, i) |= *word(&from, i);
        }
}

/* Finds what the open squares of a word refuse. */
static void judge_word(struct generator *g, struct squares *lying, int i)
{
    const int width = g->table.width;
    const uint64_t *cards = word(lying, i);
    const uint64_t open =
        (after(cards, 1) | before(cards, 1) | after(cards, width) | before(cards, width)) & ~*cards;
    const uint64_t rows = between_two(cards, 1, open), columns = between_two(cards, width, open);
    for (uint64_t rest = open; rest != 0; rest &= rest - 1)
        g->square[64 * i + __builtin_ctzll(rest)] |= OPEN;
    judge_all(g, 64 * i, rows, ROW);
    judge_all(g, 64 * i, columns, COLUMN);
    uint64_t judged = rows | columns;
    if (g->wilds > 0)
        judged |= judge_suspects(g, 64 * i, open);
    *word(&g->open, i) = open;
    *word(&g->fillable, i) = ~(*cards | refusing(g, 64 * i, judged));
}

/* Finds the open squares, what they refuse, and where plays may start. */
static void survey(struct generator *g)
{
    const int width = g->table.width, cells = width * g->table.height;
    struct squares lying;
    g->words = (cells + 63) / 64;
    memset(g->square, (int)g->absent, (size_t)cells);
    memset(g->beside, 0, (size_t)cells * sizeof *g->beside);
    find_lying(g, &lying);
    note_runs(g, &lying, COLUMN, width);
    note_runs(g, &lying, ROW, 1); /* the last, so that the wilds are in order */
    note_wilds(g);
    for (int i = 0; i < g->words; i++)
        judge_word(g, &lying, i);
    find_starts(g, &g->start[ROW], 1);
    find_starts(g, &g->start[COLUMN], width);
}

/* ---- takes ---- */

/* I17, IR2: a plain card in place of a wild. */
static void add_takes(struct generator *g)
{
    const struct iota_table *table = &g->table;
    for (int w = 0; w < g->wilds; w++) {
        int x = g->wild[w] % table->width + table->left;
        int y = g->wild[w] / table->width + table->bottom;
        for (int k = 0; (g->absent >> k & 1) == 0 && k < IOTA_HAND; k++)
            if (g->card[k] != IOTA_WILD &&
                iota_fits(&g->table, g->wild[w], g->card[k], &g->wild[!w], g->wilds - 1, g->lying))
                found(g, iota_move_at(IOTA_TAKE, x, y) | iota_move_card(0, g->card[k]));
    }
}

/* ---- plays ---- */

/* An empty square on the way of a play. */
struct slot {
    int at;
    int gap;               /* lying cards between the first slot and this one */
    struct iota_line lies; /* the lying cards that a play which ends here has in its line */
};

/* Where plays start, and the slots that they may fill. */
struct way {
    int d, step, slots;
    int first;      /* the first slot that is next to a card */
    unsigned marks; /* of all slots */
    move play;      /* the code without cards */
    struct slot slot[IOTA_HAND];
};

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* The orders whose cards agree with one lying card; four would be too many. */
static uint64_t agree_with_one(struct generator *g, struct iota_line lies)
{
    const int card = 16 * __builtin_ctz(lies.bits) + 4 * __builtin_ctz(lies.bits >> 4) +
                     __builtin_ctz(lies.bits >> 8);
    if ((g->known >> card & 1) == 0) {
        uint64_t orders = 0;
        for (unsigned set = 1; set < HANDS - 1; set++)
            orders |= g->orders[set] & -(g->joining[set] >> card & 1);
        g->with_one[card] = orders;
        g->known |= UINT64_C(1) << card;
    }
    return g->with_one[card];
}

/* The same for two or more plain cards, with room for one or two. */
static uint64_t agree_with_more(const struct generator *g, struct iota_line lies)
{
    uint64_t orders = 0;
    for (unsigned rest = to_join(g, lies) & ~g->absent; rest != 0; rest &= rest - 1) {
        orders |= g->orders[rest & -rest];
        for (unsigned more = rest & (rest - 1); more != 0; more &= more - 1) {
            const unsigned set = (rest & -rest) | (more & -more);
            if (iota_line_plain(lies) == 2 && iota_agrees(iota_merged(lies, g->line[set])))
                orders |= g->orders[set];
        }
    }
    return orders;
}

static inline uint64_t agree_with(struct generator *g, struct iota_line lies)
{
    if (iota_line_plain(lies) == 0)
        return g->together;
    if (iota_line_plain(lies) == 1)
        return agree_with_one(g, lies);
    return agree_with_more(g, lies);
}

/* Lists the slots of plays that start on this square, as far as the line has room for their cards
 * (I9). Returns the orders that fill them and agree with what lies there. */
static uint64_t find_slots(struct generator *g, int at, struct way *way)
{
    struct iota_line line = g->beside[at].run[way->d][BEFORE];
    uint64_t orders = UINT64_MAX, agreeing = 0;
    unsigned open = 1u << IOTA_HAND;
    int gap = 0, k = 0, room = g->most;
    way->marks = 0;
    while (k < room) {
        const unsigned marks = g->square[at];
        const struct iota_line run = g->beside[at].run[way->d][BEHIND];
        const int behind = (int)iota_line_cards(run);
        if ((marks & HAND) == HAND)
            break;
        if (k == 0 || behind > 0) {
            line = iota_merged(line, run);
            room = lesser(room, IOTA_LINE - (int)iota_line_cards(line));
            if (k >= room || !iota_all_agree(line))
                break;
            agreeing = (agreeing & up_to[k]) | (agree_with(g, line) & ~up_to[k]);
        }
        orders &= filling[k][~marks & HAND];
        way->slot[k] = (struct slot){at, gap, line};
        way->marks |= marks;
        open |= (marks / OPEN & 1) << k++;
        at += way->step * (1 + behind);
        gap += behind;
    }
    way->slots = k;
    way->first = __builtin_ctz(open);
    return orders & agreeing & up_to[k];
}

/* Lays the cards of an order and reads the whole table. */
static bool reads_whole(struct generator *g, const struct way *way, int order)
{
    int wild[2 * IOTA_WILDS], wilds = g->wilds;
    uint64_t lying = g->lying;
    memcpy(wild, g->wild, sizeof g->wild);
    for (int k = 0; k < way->slots; k++) {
        const int card = (int)(g->code[order] >> (CARD_SHIFT - CARD_BITS * k) & CARD_MASK);
        g->table.cell[way->slot[k].at] = (uint8_t)card;
        if (card == IOTA_WILD)
            wild[wilds++] = way->slot[k].at;
        lying |= g->strict ? iota_card_bit(card) : 0;
    }
    bool reads = iota_readable(g->table.cell, g->table.width, wild, wilds, lying);
    for (int k = 0; k < way->slots; k++)
        g->table.cell[way->slot[k].at] = 0;
    return reads;
}

/* Do the wilds have a reading after the plays with these orders, in which the same cards lie, and
 * the same slot has a wild of the hand, if there is one? */
static bool reads(struct generator *g, const struct way *way, int order, unsigned set, int joker)
{
    const struct slot *last = &way->slot[iota_line_cards(g->line[set]) - 1];
    const struct iota_line line = iota_merged(g->line[set], last->lies);
    const int laid = joker < 0 ? last->at : way->slot[joker].at;
    if (wilds_in(line) > 1 || (joker >= 0 && (g->square[laid] & SUSPECT) != 0) ||
        (g->wilds > 1 && wilds_near(g, last->at, way->step) > 1))
        return reads_whole(g, way, order);
    if (wilds_in(line) == 0)
        return true;
    const unsigned across = joker < 0 ? g->across[wild_near(g, laid, way->step)][way->d]
                                      : iota_values_left(line_at(g, laid, !way->d));
    return iota_some_of_each(iota_values_left(line) & across);
}

/* The orders that must be judged. For a plain card alone its square already knows. */
static uint64_t doubtful_ones(const struct generator *g, const struct way *way, uint64_t orders)
{
    const unsigned binds = SUSPECT | (way->d == ROW ? BINDS_COLUMN : BINDS_ROW);
    uint64_t doubtful = 0;
    if (iota_has_wild(way->slot[way->slots - 1].lies) || (g->tangled && g->wilds > 0))
        doubtful = orders;
    else if ((way->marks & binds) != 0 || g->strict)
        doubtful = orders & g->joker_orders;
    return g->strict ? doubtful : doubtful & (~with_length[1] | g->joker_orders);
}

/* Without the orders that leave no reading of the wilds. Those alike are judged together. */
static uint64_t readable_ones(struct generator *g, const struct way *way, uint64_t orders)
{
    uint64_t doubtful = doubtful_ones(g, way, orders);
    while (doubtful != 0) {
        const int order = __builtin_ctzll(doubtful);
        const unsigned set = set_of[order], jokers = set & g->jokers;
        uint64_t alike = doubtful & of_set[set];
        int joker = -1;
        for (int slot = 0; slot < IOTA_HAND && jokers != 0; slot++)
            if ((in_slot[slot][__builtin_ctz(jokers)] >> order & 1) != 0)
                joker = slot;
        if (joker >= 0)
            alike &= in_slot[joker][__builtin_ctz(jokers)];
        if (g->tangled || wilds_in(g->line[set]) > 1)
            alike &= -alike;
        if (g->tangled ? !reads_whole(g, way, order) : !reads(g, way, order, set, joker))
            orders &= ~alike;
        doubtful &= ~alike;
    }
    return orders;
}

/* The code of an order whose cards are not all next to each other. */
static inline move stretched(const struct way *way, move code)
{
    move cards = 0;
    for (int k = 0; k < way->slots; k++)
        cards |= (code & iota_move_card(k, CARD_MASK)) >> CARD_BITS * way->slot[k].gap;
    return cards;
}

static void add_orders(struct generator *g, const struct way *way, uint64_t orders)
{
    CHECK(g->count + ORDERS <= IOTA_MOVES_MAX);
    if (!g->out) {
        for (; orders != 0; orders &= orders - 1)
            g->count++;
        return;
    }
    move *out = g->out + g->count;
    const move play = way->play;
    if (way->slot[way->slots - 1].gap == 0)
        for (; orders != 0; orders &= orders - 1)
            *out++ = play | g->code[__builtin_ctzll(orders)];
    else
        for (; orders != 0; orders &= orders - 1)
            *out++ = play | stretched(way, g->code[__builtin_ctzll(orders)]);
    g->count = (int)(out - g->out);
}

/* Plays along one line that start on this square, with at least so many cards. */
static void add_plays_along(struct generator *g, int at, struct way *way, int least)
{
    static const uint64_t longer[IOTA_HAND + 1] = {UINT64_MAX, LENGTH_2 | LENGTH_3 | LENGTH_4,
                                                   LENGTH_3 | LENGTH_4, LENGTH_4, 0};
    uint64_t orders = find_slots(g, at, way);
    orders &= longer[way->first] & longer[least - 1];
    if ((g->wilds | (int)g->jokers) != 0 && orders != 0)
        orders = readable_ones(g, way, orders);
    if (orders != 0)
        add_orders(g, way, orders);
}

static void add_plays(struct generator *g)
{
    const int width = g->table.width;
    const uint32_t part = iota_part(width);
    struct way way;
    for (int i = 0; i < g->words; i++) {
        const uint64_t rows = *word(&g->start[ROW], i), columns = *word(&g->start[COLUMN], i);
        for (uint64_t starts = rows | columns; starts != 0; starts &= starts - 1) {
            const int bit = __builtin_ctzll(starts), at = 64 * i + bit;
            const int y = iota_row(at, part), x = at - y * width;
            way.play = iota_move_at(IOTA_PLAY, x + g->table.left, y + g->table.bottom);
            way.d = ROW;
            way.step = 1;
            if (rows >> bit & 1)
                add_plays_along(g, at, &way, 1);
            way.play |= (move)1 << COLUMN_SHIFT;
            way.d = COLUMN;
            way.step = width;
            if (columns >> bit & 1) /* a single card was already found as a row */
                add_plays_along(g, at, &way, 2);
        }
    }
}

int iota_table_moves(const struct iota_table *table, enum iota_wilds stand, const uint8_t *hand,
                     int count, move *out)
{
    struct generator g;
    if (count == 0)
        return 0;
    memcpy(&g.table, table, iota_table_size(table));
    g.out = out;
    g.count = 0;
    g.strict = stand == WILDS_MISSING;
    g.lying = g.strict ? iota_lying_cards(table) : 0;
    prepare_hand(&g, hand, count);
    survey(&g);
    add_takes(&g);
    add_plays(&g);
    return g.count;
}
