/* SPDX-License-Identifier: MIT */
/*
 * The table of Iota.
 *
 * Lines. Colour, shape and number are judged each on its own, so a card is three bits out of
 * twelve, a nibble a property, and the plain cards of a line are these bits or-ed. From that and
 * their number follows which values one more card may have (iota_values_left), and so which cards
 * of a hand.
 *
 * Wilds. In a line of four at most, wilds can always be read so that the line satisfies I5 if its
 * plain cards do. Only a wild in two lines, or two wilds that share one, can fail: readable() asks
 * for each property which values are left (IR1). No property hangs on another, so the card read is
 * any combination of them.
 *
 * Plays. Each is found once, from its lowest card. For every open square (empty, next to a card) it
 * is worked out beforehand which cards of the hand its row and its column refuse. From an open
 * square and from those up to three before it the line is then built card by card. Cards that break
 * I5 among themselves are not built on: no further card can mend it.
 */
#include "rules/iota_table.h"

#include "base/check.h"
#include "rules/iota_line.h"

enum { ROW, COLUMN };
enum { START_WORDS = (IOTA_CELLS + 63) / 64 };
enum { OPEN_MAX = 2 * IOTA_CARDS + 2 }; /* n connected squares have no more neighbours */

/* The cards that lie from a square on in one direction, the square itself left out, joined. */
static inline struct iota_line with_run(struct iota_line line, const uint8_t *square, int step)
{
    while (*(square += step) != 0)
        line = iota_joined(line, *square);
    return line;
}

/* The line through a square, with the card that lies on it. */
static struct iota_line line_through(const uint8_t *square, int step)
{
    return with_run(with_run(iota_joined(iota_nothing, *square), square, -step), square, step);
}

/* ---- readings ---- */

/* IR1, for a table whose lines all agree. */
static bool readable(const uint8_t *cell, int width, const int *wild, int wilds)
{
    unsigned one = ALL_VALUES, two = ALL_VALUES;
    struct iota_line shared = iota_nothing;
    for (int d = ROW; d <= COLUMN && wilds > 0; d++) {
        const int step = d == ROW ? 1 : width;
        struct iota_line line = line_through(cell + wild[0], step);
        if (iota_line_cards(line) - iota_line_plain(line) == 2) {
            shared = line;
            continue;
        }
        one &= iota_values_left(line);
        if (wilds == 2)
            two &= iota_values_left(line_through(cell + wild[1], step));
    }
    return iota_line_plain(shared) > 0 ? iota_readable_together(one, two, shared)
                                       : iota_some_of_each(one) && iota_some_of_each(two);
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

/* Whether every card is reached from the one at this square, going from card to card. */
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

enum iota_fault iota_table_fault(const struct iota_table *table)
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
            struct iota_line line = line_through(table->cell + i, d == ROW ? 1 : table->width);
            if (iota_line_cards(line) > IOTA_LINE)
                return IOTA_LONG;
            if (!iota_agrees(line))
                fault = IOTA_CLASH;
        }
    }
    int wild[IOTA_WILDS], wilds = find_wilds(table, wild);
    if (fault == IOTA_SOUND && !readable(table->cell, table->width, wild, wilds))
        fault = IOTA_UNREADABLE;
    return fault;
}

/* ---- moves ---- */

/* Marks of an empty square, made by the lines that would run into it; 0 if there are none. */
enum {
    HAND = 15,          /* bit k: card k of the hand would break I5 or I9 there */
    OPEN = 16,          /* it is next to a card */
    SUSPECT = 32,       /* a wild is in one of the lines: all readings must be looked at */
    BINDS_ROW = 64,     /* its row has the two plain cards that tell a wild what it may be */
    BINDS_COLUMN = 128, /* its column has them */
};

struct generator {
    struct iota_table table; /* with the cards of the play under way */
    uint8_t square[IOTA_CELLS];
    uint64_t start[2][START_WORDS]; /* bit sets of squares where plays may start, by direction */
    struct iota_held held;
    unsigned absent; /* bit k: the hand has no card k */
    int opens;
    int open[OPEN_MAX]; /* the open squares */
    int wilds;
    int wild[IOTA_WILDS]; /* where wilds are, with those of the play under way */
    int step;             /* along the line of the play under way */
    unsigned binds_across;
    int shift_most; /* where in the code the last card of a play may be at the earliest */
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

/* How many cards of the hand at most satisfy I5 among themselves. */
static int most_in_line(const uint8_t *hand, int count)
{
    struct iota_line line[1 << IOTA_HAND] = {iota_nothing};
    unsigned most = 0;
    for (int k = 0; k < count; k++) {
        for (unsigned set = 0; set < 1u << k; set++) {
            struct iota_line with = iota_joined(line[set], hand[k]);
            line[set | 1u << k] = with;
            if (iota_line_cards(with) > most && iota_agrees(with))
                most = iota_line_cards(with);
        }
    }
    return (int)most;
}

/* The cards of the hand that may join a line. */
static inline unsigned to_join(const struct generator *g, struct iota_line line)
{
    unsigned values = iota_values_left(line);
    return g->held.with[0][values & NIBBLE] & g->held.with[1][values >> 4 & NIBBLE] &
           g->held.with[2][values >> 8];
}

/* The cards that may come next on a square, by the marks of the play so far and its line. */
static inline unsigned to_lay(const struct generator *g, int at, unsigned marks,
                              struct iota_line line)
{
    unsigned cards = ~(g->square[at] | marks) & HAND;
    return cards == 0 || iota_line_cards(line) >= IOTA_LINE ? 0 : cards & to_join(g, line);
}

/* What the cards in one direction say of an empty square. */
static unsigned judge(const struct generator *g, const uint8_t *square, int step, unsigned binds)
{
    struct iota_line line = with_run(with_run(iota_nothing, square, -step), square, step);
    if (iota_line_cards(line) >= IOTA_LINE || !iota_agrees(line))
        return HAND;
    unsigned marks = iota_has_wild(line) ? SUSPECT : 0;
    if (iota_line_plain(line) < 2)
        return marks;
    return marks | binds | (~to_join(g, line) & HAND);
}

static void judge_open(struct generator *g, int at)
{
    const uint8_t *square = g->table.cell + at;
    g->square[at] = (uint8_t)(OPEN | judge(g, square, 1, BINDS_ROW) |
                              judge(g, square, g->table.width, BINDS_COLUMN));
    g->open[g->opens++] = at;
}

/* Plays that fill this open square and start there, or before it with squares to be filled in
 * between. */
static void mark_starts(struct generator *g, int at, int step, int reach, uint64_t *start)
{
    for (int i = 0; i < reach; i++, at -= step) {
        if (g->table.cell[at] != 0 || (~g->square[at] & HAND & ~g->absent) == 0)
            return;
        start[at / 64] |= UINT64_C(1) << at % 64;
    }
}

/* Finds the wilds, the open squares, what they refuse, and where plays may start. */
static void survey(struct generator *g, int reach)
{
    const int width = g->table.width, height = g->table.height;
    const int around[] = {-width, -1, 1, width};
    memset(g->square, 0, (size_t)width * (size_t)height);
    memset(g->start, 0, sizeof g->start);
    g->opens = 0;
    g->wilds = 0;
    for (int y = IOTA_RIM; y < height - IOTA_RIM; y++) {
        for (int at = y * width + IOTA_RIM; at < (y + 1) * width - IOTA_RIM; at++) {
            if (g->table.cell[at] == 0)
                continue;
            if (g->table.cell[at] == IOTA_WILD)
                g->wild[g->wilds++] = at;
            for (int d = 0; d < 4; d++)
                if (g->table.cell[at + around[d]] == 0 && g->square[at + around[d]] == 0)
                    judge_open(g, at + around[d]);
        }
    }
    for (int i = 0; i < g->opens; i++) {
        mark_starts(g, g->open[i], 1, reach, g->start[ROW]);
        mark_starts(g, g->open[i], width, reach, g->start[COLUMN]);
    }
}

static bool fits(struct generator *g, int w, int card)
{
    uint8_t *square = g->table.cell + g->wild[w];
    *square = (uint8_t)card;
    struct iota_line row = line_through(square, 1), column = line_through(square, g->table.width);
    bool fit = iota_agrees(row) && iota_agrees(column) &&
               readable(g->table.cell, g->table.width, &g->wild[!w], g->wilds - 1);
    *square = IOTA_WILD;
    return fit;
}

/* I17, IR2: a plain card in place of a wild. */
static void add_takes(struct generator *g)
{
    const struct iota_table *table = &g->table;
    for (int w = 0; w < g->wilds; w++) {
        int x = g->wild[w] % table->width + table->left;
        int y = g->wild[w] / table->width + table->bottom;
        for (int k = 0; (g->absent >> k & 1) == 0 && k < IOTA_HAND; k++)
            if (g->held.card[k] != IOTA_WILD && fits(g, w, g->held.card[k]))
                found(g, iota_move_at(IOTA_TAKE, x, y) | iota_move_card(0, g->held.card[k]));
    }
}

/* Lays each of some cards on an empty square and goes on behind it. The play so far and its line
 * are given, where in the code the card goes, and what is marked: the cards that cannot come next,
 * and what the squares so far are. A play that ends here has a lower code than one that goes on. */
static void extend(struct generator *g, int at, unsigned cards, int shift, struct iota_line line,
                   move play, unsigned marks)
{
    uint8_t *cell = g->table.cell;
    const int wilds = g->wilds;
    int next = at + g->step, next_shift = shift - CARD_BITS;
    if (cell[next] != 0) {
        for (; cell[next] != 0; next += g->step, next_shift -= CARD_BITS)
            line = iota_joined(line, cell[next]);
        if (iota_line_cards(line) >= IOTA_LINE || !iota_agrees(line))
            return;
        cards &= to_join(g, line);
    }
    marks |= g->square[at] & (OPEN | SUSPECT);
    for (; cards != 0; cards &= cards - 1) {
        const int card = g->held.card[__builtin_ctz(cards)];
        const move so_far = play | (move)card << shift;
        const struct iota_line longer = iota_joined(line, card);
        unsigned now = marks | (cards & -cards);
        cell[at] = (uint8_t)card;
        if (card == IOTA_WILD) { /* the last, and its like need not wait any more */
            g->wild[g->wilds++] = at;
            now |= (g->square[at] & g->binds_across) != 0 ? SUSPECT : 0;
            now &= ~(g->held.alike & ~(cards & -cards));
        }
        if ((now & OPEN) != 0 && shift <= g->shift_most &&
            ((now & SUSPECT) == 0 || readable(cell, g->table.width, g->wild, g->wilds)))
            found(g, so_far);
        unsigned more = to_lay(g, next, now, longer);
        if (more != 0)
            extend(g, next, more, next_shift, longer, so_far, now);
    }
    cell[at] = 0;
    g->wilds = wilds;
}

static void add_row_plays(struct generator *g, int at, move play)
{
    const unsigned marks = g->absent | g->held.alike;
    const struct iota_line line = with_run(iota_nothing, g->table.cell + at, -1);
    g->step = 1;
    g->binds_across = BINDS_COLUMN;
    g->shift_most = CARD_SHIFT;
    extend(g, at, to_lay(g, at, marks, line), CARD_SHIFT, line, play, marks);
}

static void add_column_plays(struct generator *g, int at, move play)
{
    const unsigned marks = g->absent | g->held.alike;
    const struct iota_line line = with_run(iota_nothing, g->table.cell + at, -g->table.width);
    g->step = g->table.width;
    g->binds_across = BINDS_ROW;
    g->shift_most = CARD_SHIFT - CARD_BITS; /* a card laid alone has been found as a row */
    extend(g, at, to_lay(g, at, marks, line), CARD_SHIFT, line, play | (move)1 << COLUMN_SHIFT,
           marks);
}

static void add_plays(struct generator *g)
{
    const int width = g->table.width;
    int y = g->table.bottom, row = 0; /* where row y begins */
    for (int word = 0; word < START_WORDS; word++) {
        uint64_t starts = g->start[ROW][word] | g->start[COLUMN][word];
        for (; starts != 0; starts &= starts - 1) {
            int bit = __builtin_ctzll(starts), at = 64 * word + bit;
            for (; at >= row + width; row += width)
                y++;
            move play = iota_move_at(IOTA_PLAY, at - row + g->table.left, y);
            if (g->start[ROW][word] >> bit & 1)
                add_row_plays(g, at, play);
            if (g->start[COLUMN][word] >> bit & 1)
                add_column_plays(g, at, play);
        }
    }
}

int iota_table_moves(const struct iota_table *table, const uint8_t *hand, int count, move *out)
{
    struct generator g;
    if (count == 0)
        return 0;
    memcpy(&g.table, table, iota_table_size(table));
    g.out = out;
    g.count = 0;
    iota_hold(&g.held, hand, count);
    g.absent = HAND & ~((1u << count) - 1);
    survey(&g, most_in_line(hand, count));
    add_takes(&g);
    add_plays(&g);
    return g.count;
}

/* ---- points ---- */

/* By card, its number (a wild's is 0, I16) and itself, to be added up: points, 65536 * cards. */
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

int32_t iota_table_points(const struct iota_table *table, move play)
{
    const int width = table->width;
    const int along = iota_column(play) ? width : 1, across = iota_column(play) ? 1 : width;
    const uint8_t *square = table->cell + index_of(table, iota_x(play), iota_y(play));
    uint32_t line = worth_of_run(square, -along), points = 0;
    int doublings = 0, laid = 0;
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
            points += cross & POINTS;
            doublings += cross / COUNTED == IOTA_LINE; /* I11 */
        }
    }
    if (line / COUNTED > 1)
        points += line & POINTS;
    doublings += line / COUNTED == IOTA_LINE;
    doublings += laid == IOTA_HAND; /* I12 */
    return (int32_t)(points << doublings);
}
