/* SPDX-License-Identifier: MIT */
/*
 * Gobblet as its computer player sees it: the rules of src/rules/gobblet.c again, on a board of
 * two words, for searches through millions of positions. Always from the view of the side to move:
 * `mine` are its gobblets, `theirs` the others. tests/unit_bot_gobblet.c checks that both sets of
 * rules agree.
 *
 * Invariants
 *   1. Words are laid out as in rules/gobblet.h: 16 bits a size, one a square. Pairs of sets of
 *      squares share one number: mine in the lower half, theirs in the upper.
 *   2. An act is the rules' code of a move with the gobblet's size above it, so that making it
 *      does not read the board. The only touch is the one that loses the turn (GR5).
 */
#ifndef KUFSA_BOTS_GOBBLET_BOARD_H
#define KUFSA_BOTS_GOBBLET_BOARD_H

#include "rules/gobblet.h"

enum { LINES = 10, LINES_AT = 3 };

struct board {
    uint64_t mine, theirs;
};

/* What is visible on a board. */
struct surface {
    uint64_t mine, theirs; /* the visible gobblets */
    unsigned shown;        /* their squares */
    unsigned threes;       /* all squares of lines that show three or four of one colour */
    unsigned full;         /* nonzero in the half of a side that shows a whole line (G9) */
};

/*     11 10   9 8   7 6 5 4   3 2 1 0
 *      size   kind   from        to       */
typedef uint16_t act;

enum { NO_ACT = 0, ACT_CODE = 0x3ff };

/* The options that change what may be played. */
struct house {
    bool touch;        /* a turn may be lost (G12) */
    bool free_reserve; /* a new gobblet covers anything smaller (GR11) */
};

struct acts {
    int count;
    act list[MOVES_OF_ONE];
};

/* ---- gobblet_board.c ---- */

extern const uint16_t lines[LINES];                /* rows, columns, diagonals */
extern const uint16_t lines_at[SQUARES][LINES_AT]; /* those through a square; 0: no more */

void board_acts(const struct board *, const struct surface *, struct house, struct acts *);

/* Only moves that may stop an immediate win of the other side; not all of them do. */
void board_answers(const struct board *, const struct surface *, struct house, struct acts *);

bool board_allows(const struct board *, const struct surface *, struct house, act);

/* A move of a gobblet to `to` that wins at once, or NO_ACT. */
act board_win_at(const struct board *, const struct surface *, struct house, int to);

/* The symmetries of the square, 0 … 7; 0 changes nothing. */
enum { SYMMETRIES = 8 };
struct board board_turned(struct board, int symmetry);
act act_turned(act, int symmetry);
int symmetry_back(int symmetry);

/* The smallest of the eight symmetric boards, and its symmetry. */
struct board board_canonical(const struct board *, int *symmetry);

/* ---- the surface ---- */

/* Adds the lines of four squares, `apart` from each other, that begin at `starts`. */
static inline void add_lines(struct surface *surface, int apart, unsigned starts, unsigned line)
{
    unsigned shown = surface->shown;
    unsigned both = shown & shown >> apart, any = shown | shown >> apart;
    unsigned both_on = both >> 2 * apart, any_on = any >> 2 * apart;
    surface->threes |= (((both & any_on) | (both_on & any)) & starts) * line;
    surface->full |= both & both_on & starts;
}

static inline struct surface board_surface(const struct board *board)
{
    uint64_t all = board->mine | board->theirs;
    uint64_t visible = ~(all >> 16 | all >> 32 | all >> 48);
    struct surface surface = {.mine = board->mine & visible, .theirs = board->theirs & visible};
    surface.shown = squares(surface.mine) | squares(surface.theirs) << 16;
    add_lines(&surface, 1, 0x11111111, 0x000f);
    add_lines(&surface, SIDE, 0x000f000f, 0x1111);
    add_lines(&surface, SIDE + 1, 0x00010001, 0x8421);
    add_lines(&surface, SIDE - 1, 0x00080008, 0x0249);
    return surface;
}

static inline unsigned swap_halves(unsigned pair)
{
    return pair >> 16 | pair << 16;
}

/* The same from the other side's view. */
static inline struct board board_swapped(struct board board)
{
    return (struct board){board.theirs, board.mine};
}

static inline struct surface surface_swapped(const struct surface *surface)
{
    return (struct surface){surface->theirs, surface->mine, swap_halves(surface->shown),
                            swap_halves(surface->threes), swap_halves(surface->full)};
}

/* Can the side to move win at once, and how? Tries no moves: only the gap in a three can win
 * (lifting a gobblet reveals none of one's own, G8). */
static inline act board_win(const struct board *board, const struct surface *surface,
                            struct house house)
{
    for (unsigned gaps = surface->threes & ~surface->shown & ALL; gaps; gaps &= gaps - 1) {
        act win = board_win_at(board, surface, house, __builtin_ctz(gaps));
        if (win)
            return win;
    }
    return NO_ACT;
}

/* Could the other side win at once if it were to move? */
static inline bool board_threatened(const struct board *board, const struct surface *surface,
                                    struct house house)
{
    if ((surface->threes & ~surface->shown & (unsigned)ALL << 16) == 0)
        return false;
    struct board swapped = board_swapped(*board);
    struct surface other = surface_swapped(surface);
    return board_win(&swapped, &other, house) != NO_ACT;
}

/* ---- moves ---- */

static inline act make_act(enum gobblet_kind kind, int from, int to, int size)
{
    return (act)(make_move(kind, from, to) | (unsigned)size << 10);
}

static inline int act_size(act a)
{
    return a >> 10;
}

/* The board after the act, from the other side's view. */
static inline struct board board_after(const struct board *board, act a)
{
    int size = act_size(a);
    uint64_t mine = board->mine;
    if (move_kind(a) == NEW)
        mine ^= man(size, move_to(a));
    else if (move_kind(a) == SHIFT)
        mine ^= man(size, move_to(a)) ^ man(size, move_from(a));
    return (struct board){board->theirs, mine};
}

/* The number of gobblets of each size, in the lanes of a word. */
static inline uint64_t count_sizes(uint64_t men)
{
    men -= men >> 1 & UINT64_C(0x5555555555555555);
    men = (men & UINT64_C(0x3333333333333333)) + (men >> 2 & UINT64_C(0x3333333333333333));
    men = (men + (men >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (men + (men >> 8)) & UINT64_C(0x000f000f000f000f);
}

/* G3: the number of stacks that show each size, in the lanes of a word. */
static inline uint64_t reserve_shown(uint64_t men)
{
    uint64_t counts = count_sizes(men);
    return (counts >> 16 | (uint64_t)OF_EACH << 48) - counts;
}

static inline bool reserve_has(uint64_t reserve, int size)
{
    return (reserve >> 16 * size & OF_EACH) != 0;
}

/* ---- indexes of tables ---- */

enum { LINE_INDEXES = 1 << 16, COUNT_INDEXES = 256 };

/* Packs the lowest four bits of the four lanes side by side. */
static inline unsigned pack_lanes(uint64_t lanes)
{
    return (unsigned)((lanes * UINT64_C(0x0001001001001000)) >> 48);
}

/* An index for each line: four bits for the low bit of each square's size, four for the high bit,
 * which squares show mine, which theirs. It depends only on what is visible. */
static inline void line_indexes(const struct surface *surface, uint16_t index[LINES])
{
    const uint64_t row = UINT64_C(0x000f000f000f000f);
    uint64_t any = surface->mine | surface->theirs;
    uint64_t odd = (any >> 16 | any >> 48) & ALL, large = (any >> 32 | any >> 48) & ALL;
    uint64_t all = odd | large << 16 | (uint64_t)surface->shown << 32;
    uint64_t turned = all; /* columns as rows */
    uint64_t swap = (turned ^ turned >> 3) & UINT64_C(0x0a0a0a0a0a0a0a0a);
    turned ^= swap ^ swap << 3;
    swap = (turned ^ turned >> 6) & UINT64_C(0x00cc00cc00cc00cc);
    turned ^= swap ^ swap << 6;
    for (int i = 0; i < SIDE; i++) {
        index[i] = (uint16_t)pack_lanes(all >> SIDE * i & row);
        index[SIDE + i] = (uint16_t)pack_lanes(turned >> SIDE * i & row);
    }
    uint64_t rising = all & UINT64_C(0x8421842184218421);
    uint64_t falling = all & UINT64_C(0x1248124812481248);
    rising |= rising >> 4 | rising >> 8 | rising >> 12;
    falling |= falling >> 4 | falling >> 8 | falling >> 12;
    index[2 * SIDE] = (uint16_t)pack_lanes(rising & row);
    index[2 * SIDE + 1] = (uint16_t)pack_lanes(falling & row);
}

/* Two bits for the number of each size, from the lanes of count_sizes. */
static inline unsigned count_index(uint64_t counts)
{
    return (unsigned)((counts * UINT64_C(0x0001000400100040)) >> 48) & 0xff;
}

#endif
