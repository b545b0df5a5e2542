/* SPDX-License-Identifier: MIT */
#include "tell/read_iota.h"

#include <string.h>

static bool inside(int x, int y)
{
    return x >= INT8_MIN && x <= INT8_MAX && y >= INT8_MIN && y <= INT8_MAX;
}

void grid_read(struct grid *grid, const struct item *items, int count, const struct facts *facts)
{
    memset(grid, 0, sizeof *grid);
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == ZONE_BOARD)
            grid_lay(grid, items[i].place, items[i].piece);
    for (int i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->list[i];
        if (fact->name == FACT_FULL || fact->name == FACT_BARRED)
            grid->never[fact->place.y - INT8_MIN][fact->place.x - INT8_MIN] = true;
    }
}

void grid_widen(struct grid *grid, int x, int y)
{
    grid->left = x < grid->left ? x : grid->left;
    grid->right = x > grid->right ? x : grid->right;
    grid->bottom = y < grid->bottom ? y : grid->bottom;
    grid->top = y > grid->top ? y : grid->top;
}

void grid_lay(struct grid *grid, struct place place, int piece)
{
    grid->piece[place.y - INT8_MIN][place.x - INT8_MIN] = (int16_t)piece;
    grid_widen(grid, place.x - 1, place.y - 1);
    grid_widen(grid, place.x + 1, place.y + 1);
}

void grid_mark(struct grid *grid, struct place place)
{
    grid->marked[place.y - INT8_MIN][place.x - INT8_MIN] = true;
}

int grid_piece(const struct grid *grid, int x, int y)
{
    return inside(x, y) ? grid->piece[y - INT8_MIN][x - INT8_MIN] : NO_PIECE;
}

bool grid_marked(const struct grid *grid, int x, int y)
{
    return inside(x, y) && grid->marked[y - INT8_MIN][x - INT8_MIN];
}

enum square grid_square(const struct grid *grid, int x, int y)
{
    if (grid_piece(grid, x, y) != NO_PIECE)
        return SQUARE_CARD;
    if (inside(x, y) && grid->never[y - INT8_MIN][x - INT8_MIN])
        return SQUARE_NEVER;
    return grid_piece(grid, x - 1, y) || grid_piece(grid, x + 1, y) || grid_piece(grid, x, y - 1) ||
                   grid_piece(grid, x, y + 1)
               ? SQUARE_FREE
               : SQUARE_FAR;
}
