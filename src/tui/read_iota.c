/* SPDX-License-Identifier: MIT */
#include "tui/read_iota.h"

#include <string.h>

static bool inside(int x, int y)
{
    return x >= INT8_MIN && x <= INT8_MAX && y >= INT8_MIN && y <= INT8_MAX;
}

void grid_clear(struct grid *grid)
{
    memset(grid, 0, sizeof *grid);
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
    grid_widen(grid, place.x, place.y);
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

/* Cards that lie without a gap from this square on in a direction. */
static int count_line(const struct grid *grid, int x, int y, int dx, int dy)
{
    int count = 0;
    while (grid_piece(grid, x + dx, y + dy) != NO_PIECE) {
        x += dx;
        y += dy;
        count++;
    }
    return count;
}

enum square grid_square(const struct grid *grid, int x, int y)
{
    if (grid_piece(grid, x, y) != NO_PIECE)
        return SQUARE_CARD;
    int across = count_line(grid, x, y, -1, 0) + count_line(grid, x, y, 1, 0);
    int down = count_line(grid, x, y, 0, -1) + count_line(grid, x, y, 0, 1);
    if (across + down == 0)
        return SQUARE_FAR;
    return across >= LINE_MAX || down >= LINE_MAX ? SQUARE_NEVER : SQUARE_FREE;
}

void write_square(struct place place, struct text *text)
{
    text_number(text, place.x);
    text_char(text, ',');
    text_number(text, place.y);
}
