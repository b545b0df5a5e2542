/* SPDX-License-Identifier: MIT */
/*
 * The table of Iota.
 *
 * Lines. Colour, shape and number are judged separately, so a card is three bits out of twelve, a
 * nibble a property, and the plain cards of a line are these bits or-ed. This and their number
 * determine which values one more card may have (iota_values_left), and so which cards of a hand.
 *
 * Wilds. In a line of four at most, wilds can always be read so that the line satisfies I5 if its
 * plain cards do. Only a wild in two lines, or two wilds that share one, can fail: iota_readable()
 * checks for each property which values are left (IR1). The properties are independent, so the
 * card read may be any combination of them. With IR15 single cards matter: iota_readable_missing.
 *
 * iota_moves.c finds the takes and plays.
 */
#include "rules/iota_table.h"

#include "base/check.h"
#include "rules/iota_line.h"

/* ---- readings ---- */

bool iota_readable_missing(unsigned one, unsigned two, int wilds, struct iota_line shared,
                           uint64_t lying)
{
    uint64_t first = iota_cards_with(one & iota_values_left(shared)) & ~lying;
    if (wilds < IOTA_WILDS)
        return wilds == 0 || first != 0;
    for (; first != 0; first &= first - 1) {
        int card = 1 + __builtin_ctzll(first);
        unsigned left = two;
        if (iota_line_cards(shared) > 0)
            left &= iota_values_left(iota_joined(shared, card));
        if ((iota_cards_with(left) & ~lying & ~iota_card_bit(card)) != 0)
            return true;
    }
    return false;
}

bool iota_readable(const uint8_t *cell, int width, const int *wild, int wilds, uint64_t lying)
{
    unsigned one = ALL_VALUES, two = ALL_VALUES;
    struct iota_line shared = iota_nothing;
    for (int d = ROW; d <= COLUMN && wilds > 0; d++) {
        const int step = d == ROW ? 1 : width;
        struct iota_line line = iota_line_through(cell + wild[0], step);
        if (iota_line_cards(line) - iota_line_plain(line) == 2) {
            shared = line;
            continue;
        }
        one &= iota_values_left(line);
        if (wilds == 2)
            two &= iota_values_left(iota_line_through(cell + wild[1], step));
    }
    if (lying != 0)
        return iota_readable_missing(one, two, wilds, shared, lying);
    return iota_line_plain(shared) > 0 ? iota_readable_together(one, two, shared)
                                       : iota_some_of_each(one) && iota_some_of_each(two);
}

bool iota_fits(struct iota_table *table, int at, int card, const int *wild, int wilds,
               uint64_t lying)
{
    uint8_t *square = table->cell + at, before = *square;
    *square = (uint8_t)card;
    struct iota_line row = iota_line_through(square, 1),
                     column = iota_line_through(square, table->width);
    if (lying != 0)
        lying |= iota_card_bit(card);
    bool fit = iota_agrees(row) && iota_agrees(column) &&
               iota_readable(table->cell, table->width, wild, wilds, lying);
    *square = before;
    return fit;
}

/* ---- squares ---- */

static int index_of(const struct iota_table *table, int x, int y)
{
    return (y - table->bottom) * table->width + x - table->left;
}

int iota_table_at(const struct iota_table *table, int x, int y)
{
    bool inside = x >= table->left && x < table->left + table->width && y >= table->bottom &&
                  y < table->bottom + table->height;
    return inside ? table->cell[index_of(table, x, y)] : 0;
}

void iota_table_put(struct iota_table *table, int x, int y, int card)
{
    table->cell[index_of(table, x, y)] = (uint8_t)card;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

void iota_table_widen(struct iota_table *table, int x0, int y0, int x1, int y1)
{
    int left = x0 - IOTA_RIM, right = x1 + IOTA_RIM + 1;
    int bottom = y0 - IOTA_RIM, top = y1 + IOTA_RIM + 1;
    if (table->width > 0) {
        left = lesser(left, table->left);
        right = greater(right, table->left + table->width);
        bottom = lesser(bottom, table->bottom);
        top = greater(top, table->bottom + table->height);
    }
    int width = right - left, height = top - bottom;
    if (width == table->width && height == table->height)
        return;
    CHECK(width + height <= IOTA_SPAN + 4 * IOTA_RIM);
    uint8_t old[IOTA_CELLS];
    memcpy(old, table->cell, (size_t)(table->width * table->height));
    memset(table->cell, 0, (size_t)width * (size_t)height);
    for (int row = 0; row < table->height; row++) {
        int to = (table->bottom - bottom + row) * width + table->left - left;
        memcpy(table->cell + to, old + row * table->width, table->width);
    }
    table->left = (int8_t)left;
    table->bottom = (int8_t)bottom;
    table->width = (uint8_t)width;
    table->height = (uint8_t)height;
}

void iota_table_play(struct iota_table *table, move play)
{
    int x = iota_x(play), y = iota_y(play), last = 0;
    bool column = iota_column(play);
    for (int i = 1; i < IOTA_LINE; i++)
        if (iota_card(play, i) != 0)
            last = i;
    iota_table_widen(table, x, y, column ? x : x + last, column ? y + last : y);
    uint8_t *square = table->cell + index_of(table, x, y);
    for (int i = 0; i <= last; i++, square += column ? table->width : 1)
        if (iota_card(play, i) != 0)
            *square = (uint8_t)iota_card(play, i);
}

/* ---- the whole table ---- */

static int find_wilds(const struct iota_table *table, int wild[IOTA_WILDS])
{
    int wilds = 0, cells = table->width * table->height;
    for (int i = 0; i < cells && wilds < IOTA_WILDS; i++)
        if (table->cell[i] == IOTA_WILD)
            wild[wilds++] = i;
    return wilds;
}

uint64_t iota_lying_cards(const struct iota_table *table)
{
    uint64_t lying = 0;
    for (int i = 0; i < table->width * table->height; i++)
        lying |= iota_card_bit(table->cell[i]);
    return lying;
}

/* Can every card be reached from the one at this square, going from card to card? */
static bool connected(const struct iota_table *table, int from)
{
    const int width = table->width, cells = width * table->height;
    const int steps[] = {1, -1, width, -width};
    bool reached[IOTA_CELLS] = {false};
    int found[IOTA_CARDS], count = 1, cards = 0;
    found[0] = from;
    reached[from] = true;
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < 4; d++) {
            int next = found[i] + steps[d];
            if (table->cell[next] == 0 || reached[next])
                continue;
            reached[next] = true;
            found[count++] = next;
        }
    }
    for (int i = 0; i < cells; i++)
        cards += table->cell[i] != 0;
    return cards == count;
}

enum iota_fault iota_table_fault(const struct iota_table *table, enum iota_wilds stand)
{
    const int cells = table->width * table->height;
    if (iota_table_at(table, 0, 0) == 0)
        return IOTA_STARTERLESS;
    if (!connected(table, index_of(table, 0, 0)))
        return IOTA_APART;
    enum iota_fault fault = IOTA_SOUND;
    for (int i = 0; i < cells; i++) {
        if (table->cell[i] == 0)
            continue;
        for (int d = ROW; d <= COLUMN; d++) {
            struct iota_line line = iota_line_through(table->cell + i, d == ROW ? 1 : table->width);
            if (iota_line_cards(line) > IOTA_LINE)
                return IOTA_LONG;
            if (!iota_agrees(line))
                fault = IOTA_CLASH;
        }
    }
    int wild[IOTA_WILDS], wilds = find_wilds(table, wild);
    uint64_t lying = stand == WILDS_MISSING ? iota_lying_cards(table) : 0;
    if (fault == IOTA_SOUND && !iota_readable(table->cell, table->width, wild, wilds, lying))
        fault = IOTA_UNREADABLE;
    return fault;
}

/* ---- squares that stay empty ---- */

struct known_wilds {
    int count, at[IOTA_WILDS];
    enum iota_wilds stand;
    uint64_t lying; /* the plain cards on the table */
};

/* I8. Cards that lie elsewhere are tried only where a wild can stand for them. */
static bool is_barred(struct iota_table *table, int at, const struct known_wilds *wilds)
{
    uint64_t lying = wilds->stand == WILDS_MISSING ? wilds->lying : 0;
    for (int card = 1; card <= IOTA_PLAIN; card++) {
        bool can_be = wilds->stand == WILDS_ANY || (wilds->lying & iota_card_bit(card)) == 0;
        if (can_be && iota_fits(table, at, card, wilds->at, wilds->count, lying))
            return false;
    }
    return true;
}

int iota_table_facts(const struct iota_table *lying, enum iota_wilds stand, struct fact *out)
{
    struct iota_table table;
    memcpy(&table, lying, iota_table_size(lying));
    struct known_wilds wilds = {.stand = stand, .lying = iota_lying_cards(lying)};
    wilds.count = find_wilds(lying, wilds.at);
    const int width = table.width, last = width * (table.height - 1);
    int count = 0;
    for (int at = width; at < last; at++) { /* without the ends of the rim */
        const uint8_t *square = table.cell + at;
        if (*square || !(square[-1] | square[1] | square[-width] | square[width]))
            continue;
        bool full = iota_line_cards(iota_line_through(square, 1)) >= IOTA_LINE ||
                    iota_line_cards(iota_line_through(square, width)) >= IOTA_LINE; /* I9 */
        if (!full && !is_barred(&table, at, &wilds))
            continue;
        out[count++] = (struct fact){
            .name = full ? FACT_FULL : FACT_BARRED,
            .seat = NO_SEAT,
            .place = {ZONE_BOARD, NO_SEAT, (int8_t)(at % width + table.left),
                      (int8_t)(at / width + table.bottom)},
        };
    }
    return count;
}

/* ---- points ---- */

/* The number of each card (0 for a wild, I16) and a count of one, to be added: points + 65536 *
 * cards. */
enum { COUNTED = 1 << 16, POINTS = COUNTED - 1 };

#define WORTH(n) (COUNTED + (n))
#define WORTH4 WORTH(1), WORTH(2), WORTH(3), WORTH(4)
#define WORTH16 WORTH4, WORTH4, WORTH4, WORTH4

static const uint32_t worth[IOTA_CARDS] = {0, WORTH16, WORTH16, WORTH16, WORTH16, WORTH(0)};

static inline uint32_t worth_of_run(const uint8_t *square, int step)
{
    uint32_t sum = 0;
    while (*(square += step) != 0)
        sum += worth[*square];
    return sum;
}

static inline __attribute__((always_inline)) void add_line(struct iota_sum *sum, uint32_t line)
{
    sum->line[sum->lines++] = (int16_t)(line & POINTS);
    sum->points += (int32_t)(line & POINTS);
    sum->lots += line / COUNTED == IOTA_LINE; /* I11 */
}

static inline __attribute__((always_inline)) struct iota_sum sum_of(const struct iota_table *table,
                                                                    move play)
{
    const int width = table->width;
    const int along = iota_column(play) ? width : 1, across = iota_column(play) ? 1 : width;
    const uint8_t *square = table->cell + index_of(table, iota_x(play), iota_y(play));
    uint32_t line = worth_of_run(square, -along);
    struct iota_sum sum = {0};
    int laid = 0;
    for (int shift = CARD_SHIFT; shift >= 0; shift -= CARD_BITS, square += along) {
        int card = (int)(play >> shift & CARD_MASK);
        if (card == 0 && *square == 0)
            break;
        line += worth[card | *square]; /* one of the two is 0 */
        if (card == 0)
            continue;
        laid++;
        if (square[-across] != 0 || square[across] != 0) { /* I10: it counts in this line too */
            uint32_t cross =
                worth_of_run(square, -across) + worth[card] + worth_of_run(square, across);
            add_line(&sum, cross);
        }
    }
    if (line / COUNTED > 1)
        add_line(&sum, line);
    sum.whole_hand = laid == IOTA_HAND; /* I12 */
    return sum;
}

struct iota_sum iota_table_sum(const struct iota_table *table, move play)
{
    return sum_of(table, play);
}

int32_t iota_table_points(const struct iota_table *table, move play)
{
    struct iota_sum sum = sum_of(table, play);
    return sum.points << (sum.lots + sum.whole_hand);
}
