/* SPDX-License-Identifier: MIT */
/* Moves and symmetries of the computer player's board; see gobblet_board.h. */
#include "bots/gobblet_board.h"

const uint16_t lines[LINES] = {
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
};

const uint16_t lines_at[SQUARES][LINES_AT] = {
    {0x000f, 0x1111, 0x8421}, {0x000f, 0x2222},         {0x000f, 0x4444},
    {0x000f, 0x8888, 0x1248}, {0x00f0, 0x1111},         {0x00f0, 0x2222, 0x8421},
    {0x00f0, 0x4444, 0x1248}, {0x00f0, 0x8888},         {0x0f00, 0x1111},
    {0x0f00, 0x2222, 0x1248}, {0x0f00, 0x4444, 0x8421}, {0x0f00, 0x8888},
    {0xf000, 0x1111, 0x1248}, {0xf000, 0x2222},         {0xf000, 0x4444},
    {0xf000, 0x8888, 0x8421},
};

/* ---- wins and threats ---- */

/* Squares where the gobblet below the top one is among `men`. */
static unsigned second_among(const struct board *board, const struct surface *surface, uint64_t men)
{
    uint64_t hidden = (board->mine | board->theirs) & ~(surface->mine | surface->theirs);
    uint64_t second = hidden & ~(hidden >> 16 | hidden >> 32 | hidden >> 48);
    return squares(second & men);
}

static act new_win(const struct board *board, const struct surface *surface, struct house house,
                   int to, int top)
{
    uint64_t reserve = reserve_shown(board->mine);
    if (top >= 0 && (surface->threes >> (16 + to) & 1) == 0 && !house.free_reserve)
        return NO_ACT; /* G5: not empty; G6: not in a three */
    for (int size = SIZES - 1; size > top; size--)
        if (reserve_has(reserve, size))
            return make_act(NEW, size, to, size);
    return NO_ACT;
}

/* GR2: not if it reveals a line of theirs. */
static act shift_win(const struct board *board, const struct surface *surface, int to,
                     unsigned movers)
{
    for (; movers; movers &= movers - 1) {
        int from = __builtin_ctz(movers);
        act a = make_act(SHIFT, from, to, size_on(surface->mine, from));
        struct board after = board_after(board, a);
        struct surface then = board_surface(&after);
        if ((then.full & ALL) == 0)
            return a;
    }
    return NO_ACT;
}

act board_win_at(const struct board *board, const struct surface *surface, struct house house,
                 int to)
{
    int top = size_on(surface->theirs, to);
    unsigned mine = surface->shown & ALL;
    act win = new_win(board, surface, house, to, top);
    if (win || top == SIZES - 1)
        return win;
    unsigned movers = squares(surface->mine >> 16 * (top + 1));
    unsigned stays = movers ? second_among(board, surface, board->mine) : 0;
    for (int i = 0; i < LINES_AT && !win; i++) {
        unsigned line = lines_at[to][i];
        if (line && ((mine | 1u << to) & line) == line)
            win = shift_win(board, surface, to, movers & (~line | stays));
    }
    return win;
}

/* ---- lists of moves ---- */

static void add_acts(struct acts *acts, enum gobblet_kind kind, int from, int size,
                     unsigned targets)
{
    for (; targets; targets &= targets - 1)
        acts->list[acts->count++] = make_act(kind, from, __builtin_ctz(targets), size);
}

/* All moves that put a gobblet on one of `targets`, and board moves from one of `sources`. */
static void add_all(const struct board *board, const struct surface *surface, struct house house,
                    unsigned targets, unsigned sources, struct acts *acts)
{
    uint64_t all = board->mine | board->theirs, reserve = reserve_shown(board->mine);
    unsigned empty = ~squares(all) & ALL;
    unsigned covers = house.free_reserve ? ALL : (surface->threes & surface->shown) >> 16;
    for (int size = SIZES - 1; size >= 0; size--) {
        unsigned open = ~squares(all >> 16 * size) & ALL;
        if (reserve_has(reserve, size))
            add_acts(acts, NEW, size, size, (empty | (covers & open)) & targets);
        for (unsigned left = of_size(surface->mine, size); left; left &= left - 1) {
            int from = __builtin_ctz(left);
            add_acts(acts, SHIFT, from, size, sources >> from & 1 ? open : open & targets);
        }
    }
}

/* A visible gobblet that cannot move, so touching it loses the turn (GR5, GR9), or -1. */
static int find_stuck(const struct board *board, const struct surface *surface)
{
    uint64_t all = board->mine | board->theirs;
    for (int size = 0; size < SIZES; size++)
        if (of_size(surface->mine, size) && squares(all >> 16 * size) == ALL)
            return __builtin_ctz(of_size(surface->mine, size));
    return -1;
}

void board_acts(const struct board *board, const struct surface *surface, struct house house,
                struct acts *acts)
{
    acts->count = 0;
    add_all(board, surface, house, ALL, 0, acts);
    int stuck = house.touch ? find_stuck(board, surface) : -1;
    if (stuck >= 0)
        acts->list[acts->count++] = make_act(TOUCH, stuck, 0, 0);
}

static unsigned lines_through(unsigned set)
{
    unsigned through = 0;
    for (; set; set &= set - 1)
        for (int i = 0; i < LINES_AT; i++)
            through |= lines_at[__builtin_ctz(set)][i];
    return through;
}

/* Their win can be stopped on their lines of three, by covering the gobblet that would complete
 * one, by a line of mine under that gobblet (GR2), or by breaking up the three of mine that G6
 * needs. */
void board_answers(const struct board *board, const struct surface *surface, struct house house,
                   struct acts *acts)
{
    uint64_t reserve = reserve_shown(board->theirs);
    unsigned theirs = surface->shown >> 16, threes = surface->threes >> 16, movers = 0, sources = 0;
    for (unsigned gaps = threes & ~theirs; gaps; gaps &= gaps - 1) {
        int top = size_on(surface->mine, __builtin_ctz(gaps));
        bool new_wins = house.free_reserve ? top < SIZES - 1 && reserve >> 16 * (top + 1) != 0
                                           : top < 0 && reserve != 0;
        if (new_wins)
            continue; /* whatever I move: only their line can be broken */
        if (top >= 0 && reserve && !house.free_reserve)
            sources |= surface->threes & surface->shown & ALL;
        if (top < SIZES - 1)
            movers |= squares(surface->theirs >> 16 * (top + 1));
    }
    unsigned over_mine = movers ? movers & second_among(board, surface, board->mine) : 0;
    acts->count = 0;
    add_all(board, surface, house, threes | movers | lines_through(over_mine), sources, acts);
}

bool board_allows(const struct board *board, const struct surface *surface, struct house house,
                  act a)
{
    int size = act_size(a), from = move_from(a), to = move_to(a);
    uint64_t all = board->mine | board->theirs;
    bool open = (squares(all >> 16 * size) >> to & 1) == 0;
    switch (move_kind(a)) {
    case NEW:
        return from == size && open && reserve_has(reserve_shown(board->mine), size) &&
               (house.free_reserve || (squares(all) >> to & 1) == 0 ||
                ((surface->threes & surface->shown) >> (16 + to) & 1) != 0);
    case SHIFT: return open && (surface->mine & man(size, from)) != 0;
    case TOUCH:
        return house.touch && a == make_act(TOUCH, from, 0, 0) &&
               find_stuck(board, surface) == from;
    }
    return false;
}

/* ---- symmetries: mirror left and right, mirror up and down, exchange rows and columns ---- */

enum { MIRROR_X = 1, MIRROR_Y = 2, TRANSPOSE = 4 };

static uint64_t mirror_x(uint64_t men)
{
    men = (men >> 1 & UINT64_C(0x5555555555555555)) | (men & UINT64_C(0x5555555555555555)) << 1;
    return (men >> 2 & UINT64_C(0x3333333333333333)) | (men & UINT64_C(0x3333333333333333)) << 2;
}

static uint64_t mirror_y(uint64_t men)
{
    men = (men >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (men & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return (men >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (men & UINT64_C(0x00ff00ff00ff00ff)) << 8;
}

static uint64_t transpose(uint64_t men)
{
    uint64_t swap = (men ^ men >> 3) & UINT64_C(0x0a0a0a0a0a0a0a0a);
    men ^= swap ^ swap << 3;
    swap = (men ^ men >> 6) & UINT64_C(0x00cc00cc00cc00cc);
    return men ^ swap ^ swap << 6;
}

static uint64_t turned(uint64_t men, int symmetry)
{
    if (symmetry & MIRROR_X)
        men = mirror_x(men);
    if (symmetry & MIRROR_Y)
        men = mirror_y(men);
    return symmetry & TRANSPOSE ? transpose(men) : men;
}

struct board board_turned(struct board board, int symmetry)
{
    return (struct board){turned(board.mine, symmetry), turned(board.theirs, symmetry)};
}

int symmetry_back(int symmetry)
{
    if ((symmetry & TRANSPOSE) == 0)
        return symmetry;
    return TRANSPOSE | (symmetry & MIRROR_X ? MIRROR_Y : 0) | (symmetry & MIRROR_Y ? MIRROR_X : 0);
}

static int square_turned(int square, int symmetry)
{
    int x = square % SIDE, y = square / SIDE;
    x = symmetry & MIRROR_X ? SIDE - 1 - x : x;
    y = symmetry & MIRROR_Y ? SIDE - 1 - y : y;
    return symmetry & TRANSPOSE ? x * SIDE + y : y * SIDE + x;
}

act act_turned(act a, int symmetry)
{
    int from = move_from(a), to = move_to(a);
    if (symmetry == 0 || a == NO_ACT)
        return a;
    from = move_kind(a) == NEW ? from : square_turned(from, symmetry);
    to = move_kind(a) == TOUCH ? 0 : square_turned(to, symmetry);
    return make_act(move_kind(a), from, to, act_size(a));
}

static bool before(const struct board *a, const struct board *b)
{
    return a->mine != b->mine ? a->mine < b->mine : a->theirs < b->theirs;
}

/* Each of the eight boards differs by one step from the one before (or from the first). */
struct board board_canonical(const struct board *board, int *symmetry)
{
    static const uint8_t order[SYMMETRIES] = {0, 1, 3, 2, 4, 6, 7, 5};
    struct board best = *board, other = *board;
    int found = 0;
    for (int i = 1; i < SYMMETRIES; i++) {
        if (i == TRANSPOSE)
            other = (struct board){transpose(board->mine), transpose(board->theirs)};
        else if (i % 2 == 1)
            other = (struct board){mirror_x(other.mine), mirror_x(other.theirs)};
        else
            other = (struct board){mirror_y(other.mine), mirror_y(other.theirs)};
        if (before(&other, &best)) {
            best = other;
            found = i;
        }
    }
    *symmetry = order[found];
    return best;
}
