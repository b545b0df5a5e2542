/* SPDX-License-Identifier: MIT */
/*
 * The plays of a hand and their scores, both worked out card by card along the line.
 *
 * A play is found once, from the first spot along its line (the first of its squares that is next
 * to a card): a card is laid there, then others after it as far as the line goes, then the same
 * with one, two and three cards on far squares before it. So nearly everything tried is a play. A
 * single card is found as a row.
 */
#include "bots/iota_board.h"

#include "base/check.h"

struct play_generator {
    struct iota_board *board;
    const struct iota_threes *threes;
    struct iota_held held;
    int wilds;
    uint16_t wild[IOTA_WILDS]; /* where they are, including those of the play in progress */
    enum board_axis axis;
    int step;
    move back; /* what a code loses when its place moves back one square */
    int count; /* cards of the hand */
    bool drafts;
    struct iota_play *out;
    int found;
};

/* A play in progress. It is always written and read field by field, because processors stall when
 * small writes are read back in large pieces. */
struct course {
    move code;
    struct iota_line line; /* all cards of the line so far */
    float threes;
    int crossing; /* points of the crossing lines */
    int shift;    /* place of the next card in the code */
    int doublings;
    int laid;
    unsigned used;
    bool suspect;
};

/* The cards of the hand that have one of the values in each property. */
static inline unsigned cards_with(const struct play_generator *g, unsigned values)
{
    return g->held.with[0][values & NIBBLE] & g->held.with[1][values >> 4 & NIBBLE] &
           g->held.with[2][values >> 8];
}

/* The cards that may join a line on a square that allows these values. */
static inline unsigned cards_to_lay(const struct play_generator *g, struct iota_line line,
                                    unsigned used, unsigned values)
{
    unsigned cards = cards_with(g, values & iota_values_left(line)) & ~used;
    return cards & ~(g->held.alike & ~(used << 1));
}

/* ---- lines of three ---- */

static inline bool may_grow(const struct iota_board *board, int end, int step)
{
    return !board_is_card(board->cell[end]) &&
           !board_is_card(board->cell[(end + step) & BOARD_MASK]);
}

/* Can either end of the line of three that holds this square be filled? */
static bool three_is_open(const struct iota_board *board, int at, int step)
{
    int low = at, high = at;
    while (board_is_card(board->cell[low]))
        low = (low - step) & BOARD_MASK;
    while (board_is_card(board->cell[high]))
        high = (high + step) & BOARD_MASK;
    return may_grow(board, low, -step) || may_grow(board, high, step);
}

static float three_worth(const struct play_generator *g, struct iota_line line, unsigned used)
{
    const struct iota_threes *threes = g->threes;
    int points = iota_line_points(line);
    if (iota_has_wild(line))
        return threes->loose * (float)(2 * points + 5);
    int card = iota_fourth(line);
    float worth = threes->wild * (float)(2 * points);
    if ((threes->in_hand[card] & used) == 0)
        worth += threes->plain[card] * (float)(2 * (points + (card - 1) % 4 + 1));
    return worth;
}

/* ---- plays ---- */

static void found(struct play_generator *g, const struct course *c, int at)
{
    int points = c->crossing, doublings = c->doublings + (c->laid == IOTA_HAND); /* I12 */
    unsigned cards = iota_line_cards(c->line);
    if (c->suspect && !g->drafts &&
        !iota_board_readable(g->board, g->wild, g->wilds, iota_cards_of(c->code)))
        return;
    if (cards > 1)
        points += iota_line_points(c->line);
    doublings += cards == IOTA_LINE; /* I11 */
    float threes = c->threes;
    if (cards == 3 && g->threes && three_is_open(g->board, at, g->step))
        threes += three_worth(g, c->line, c->used);
    CHECK(g->found < IOTA_MOVES_MAX);
    g->out[g->found++] = (struct iota_play){.move = c->code,
                                            .threes = threes,
                                            .points = (int16_t)(points << doublings),
                                            .used = (uint8_t)c->used,
                                            .suspect = c->suspect};
}

/* Scores the crossing line of a card laid on a spot. */
static inline void cross(const struct play_generator *g, struct course *c,
                         const struct iota_spot *spot, int card)
{
    struct iota_line run = spot->run[!g->axis];
    if (iota_line_cards(run) == 0)
        return;
    struct iota_line line = iota_joined(run, card);
    c->crossing += iota_line_points(line); /* I10 */
    c->doublings += iota_line_cards(line) == IOTA_LINE;
    if (iota_line_cards(line) == 3 && g->threes &&
        three_is_open(g->board, spot->at, board_step((enum board_axis) !g->axis)))
        c->threes += three_worth(g, line, c->used);
}

/* The play with one more card, card k of the hand, which joins this line. */
static inline struct course with_card(const struct play_generator *g, const struct course *from,
                                      struct iota_line line, int k)
{
    return (struct course){
        .code = from->code,
        .line = iota_joined(line, g->held.card[k]),
        .threes = from->threes,
        .crossing = from->crossing,
        .shift = from->shift,
        .doublings = from->doublings,
        .laid = from->laid + 1,
        .used = from->used | 1u << k,
        .suspect = from->suspect || (g->board->missing && g->held.card[k] == IOTA_WILD),
    };
}

static void extend(struct play_generator *g, int at, const struct course *from);

/* Lays each card that the line allows on the far square before the first one of the play. Cards
 * already laid move on by one place in the code. */
static void extend_before(struct play_generator *g, int first, int next, const struct course *from)
{
    enum { CARDS = (1 << COLUMN_SHIFT) - 1 };
    struct iota_board *board = g->board;
    const int at = (first - g->step) & BOARD_MASK, wilds = g->wilds;
    if (board->cell[at] != 0 || iota_line_cards(from->line) >= IOTA_LINE)
        return;
    const move place = (from->code & ~(move)CARDS) - g->back;
    unsigned cards = cards_to_lay(g, from->line, from->used, ALL_VALUES);
    for (; cards != 0; cards &= cards - 1) {
        int k = __builtin_ctz(cards), card = g->held.card[k];
        struct course c = with_card(g, from, from->line, k);
        c.code = place | (from->code & CARDS) >> CARD_BITS | (move)card << CARD_SHIFT;
        c.shift = from->shift - CARD_BITS;
        board->cell[at] = (uint8_t)card;
        if (card == IOTA_WILD)
            g->wild[g->wilds++] = (uint16_t)at;
        found(g, &c, at);
        if (c.laid < g->count && iota_line_cards(c.line) < IOTA_LINE) {
            extend(g, next, &c);
            extend_before(g, at, next, &c);
        }
        g->wilds = wilds;
    }
    board->cell[at] = 0;
}

/* Continues a play whose last card lies on `at`; `next` is the next empty square. */
static void lay(struct play_generator *g, int at, int next, struct course *c, int card)
{
    struct iota_board *board = g->board;
    const uint8_t before = board->cell[at];
    const int wilds = g->wilds;
    board->cell[at] = (uint8_t)card;
    if (card == IOTA_WILD)
        g->wild[g->wilds++] = (uint16_t)at;
    if (before >= FIRST_SPOT) {
        const struct iota_spot *spot = &board->spot[before - FIRST_SPOT];
        c->suspect |= (spot->marks & SPOT_SUSPECT) != 0 ||
                      (card == IOTA_WILD && (spot->marks & SPOT_BINDS << !g->axis) != 0);
        cross(g, c, spot, card);
    }
    if (c->laid > 1 || g->axis == BOARD_ROW)
        found(g, c, at);
    if (c->laid < g->count && iota_line_cards(c->line) < IOTA_LINE) {
        extend(g, next, c);
        if (c->laid == 1)
            extend_before(g, at, next, c);
    }
    board->cell[at] = before;
    g->wilds = wilds;
}

/* Lays each card that the square and the line so far allow. */
static void extend(struct play_generator *g, int at, const struct course *from)
{
    const struct iota_board *board = g->board;
    unsigned values = ALL_VALUES;
    if (board->cell[at] >= FIRST_SPOT) {
        const struct iota_spot *spot = &board->spot[board->cell[at] - FIRST_SPOT];
        if ((spot->marks & SPOT_BLOCKED) != 0)
            return;
        values = spot->values;
    }
    struct iota_line line = from->line;
    int next = (at + g->step) & BOARD_MASK, shift = from->shift - CARD_BITS;
    for (; board_is_card(board->cell[next]); next = (next + g->step) & BOARD_MASK) {
        line = iota_joined(line, board->cell[next]);
        shift -= CARD_BITS;
    }
    if (iota_line_cards(line) >= IOTA_LINE || !iota_agrees(line))
        return;
    unsigned cards = cards_to_lay(g, line, from->used, values);
    for (; cards != 0; cards &= cards - 1) {
        int k = __builtin_ctz(cards);
        struct course c = with_card(g, from, line, k);
        c.code = from->code | (move)g->held.card[k] << from->shift;
        c.shift = shift;
        lay(g, at, next, &c, g->held.card[k]);
    }
}

/* Plays whose first spot is this one, along the generator's axis. */
static void add_plays(struct play_generator *g, const struct iota_spot *spot)
{
    const struct course nothing_yet = {
        .code = iota_move_at(IOTA_PLAY, spot->x, spot->y) | (move)g->axis << COLUMN_SHIFT,
        .line = board_run(g->board, iota_nothing, spot->at, -g->step),
        .shift = CARD_SHIFT,
        .suspect = g->board->missing && g->wilds > 0,
    };
    extend(g, spot->at, &nothing_yet);
}

static int find_plays(struct play_generator *g, struct iota_board *board, const uint8_t *hand,
                      int count)
{
    g->board = board;
    g->wilds = board->wilds;
    memcpy(g->wild, board->wild, sizeof g->wild);
    iota_hold(&g->held, hand, count);
    g->count = count;
    for (int i = 0; i < board->spots; i++) {
        const struct iota_spot *spot = &board->spot[i];
        if ((spot->marks & SPOT_BLOCKED) != 0 || cards_with(g, spot->values) == 0)
            continue;
        for (int axis = BOARD_ROW; axis <= BOARD_COLUMN; axis++) {
            g->axis = (enum board_axis)axis;
            g->step = board_step(g->axis);
            g->back = (move)1 << (axis == BOARD_ROW ? X_SHIFT : Y_SHIFT);
            add_plays(g, spot);
        }
    }
    return g->found;
}

int iota_board_plays(struct iota_board *board, const uint8_t *hand, int count,
                     const struct iota_threes *threes, struct iota_play *out)
{
    struct play_generator g = {.threes = threes, .out = out};
    return find_plays(&g, board, hand, count);
}

int iota_board_drafts(struct iota_board *board, const uint8_t *hand, int count,
                      const struct iota_threes *threes, struct iota_play *out)
{
    struct play_generator g = {.threes = threes, .out = out, .drafts = true};
    return find_plays(&g, board, hand, count);
}

bool iota_board_confirms(struct iota_board *board, const struct iota_play *play)
{
    const int step = iota_column(play->move) ? BOARD_STRIDE : 1;
    const int start = board_at(iota_x(play->move), iota_y(play->move));
    uint8_t before[IOTA_LINE];
    uint16_t wild[IOTA_WILDS];
    int wilds = board->wilds;
    memcpy(wild, board->wild, sizeof wild);
    for (int i = 0; i < IOTA_LINE; i++) {
        int at = (start + i * step) & BOARD_MASK, card = iota_card(play->move, i);
        before[i] = board->cell[at];
        if (card != 0)
            board->cell[at] = (uint8_t)card;
        if (card == IOTA_WILD)
            wild[wilds++] = (uint16_t)at;
    }
    bool confirmed = iota_board_readable(board, wild, wilds, iota_cards_of(play->move));
    for (int i = 0; i < IOTA_LINE; i++)
        board->cell[(start + i * step) & BOARD_MASK] = before[i];
    return confirmed;
}
