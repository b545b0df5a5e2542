/* SPDX-License-Identifier: MIT */
/*
 * Iota's table: a grid of cards in notation, with the coordinates that moves use. A dot is a free
 * square next to a card; a cross is one that can never be filled (I8, I9). A star marks the cards
 * last played.
 *
 *       2        ·    ·    ·
 *       1   ·   Rs1  Rs2* Rs3*  ·
 *       0   ·   Ys1   ·    ·
 *      -1        ·
 *          -1    0    1    2    3
 *
 * Cells are five columns wide, or as narrow as three if there are many in a row; a table that is
 * still too wide is drawn in parts from left to right.
 */
#include <string.h>

#include "plain/draw_cards.h"
#include "tell/read_iota.h"

enum {
    LABEL_COLUMNS = 4,
    CELL_MIN = 3,
    CELL_MAX = 5,
    CELLS_MAX = (LINE_COLUMNS_MAX - LABEL_COLUMNS) / CELL_MIN, /* in a row of a part */
    LAST_TEXT_MAX = 128,
};

/* ---- the grid ---- */

static void read_grid(struct grid *grid, const struct sight *sight)
{
    const struct events *last = sight->picture->last;
    grid_read(grid, sight->items, sight->count, &sight->facts);
    for (int i = 0; last && i < last->count; i++)
        if (last->list[i].kind == EVENT_MOVE && last->list[i].to.zone == ZONE_BOARD)
            grid_mark(grid, last->list[i].to);
}

/* ---- cells ---- */

/* ` Ys2 ` `Ys2 ` `Ys2`, or with a star after it if there is room. */
static void put_piece(const struct picture *picture, const struct grid *grid, int x, int y,
                      int width)
{
    char card[CARD_TEXT_MAX], cell[CARD_TEXT_MAX + CELL_MAX];
    struct text text;
    bool fresh = grid_marked(grid, x, y);
    write_card(picture, grid_piece(grid, x, y), card);
    text_init(&text, cell, sizeof cell);
    text_string(&text, width == CELL_MAX ? " " : "");
    text_string(&text, strlen(card) == 1 ? " " : ""); /* a wild */
    text_string(&text, card);
    if (width > CELL_MIN)
        text_char(&text, fresh ? '*' : ' ');
    while ((int)text.size < width)
        text_char(&text, ' ');
    if (fresh)
        voice_style(picture->voice, STYLE_BOLD);
    put_chip(picture, card[0], cell);
}

static void put_mark(const struct picture *picture, const char *mark, int width)
{
    voice_style(picture->voice, STYLE_FAINT);
    fprintf(picture->voice->file, "%*s%s%*s", (width - 1) / 2, "", mark, width / 2, "");
    voice_plain(picture->voice);
}

static void put_cell(const struct picture *picture, const struct grid *grid, int x, int y,
                     int width)
{
    switch (grid_square(grid, x, y)) {
    case SQUARE_CARD: put_piece(picture, grid, x, y, width); break;
    case SQUARE_FREE: put_mark(picture, picture->ascii ? "." : "·", width); break;
    case SQUARE_NEVER: put_mark(picture, picture->ascii ? "#" : "×", width); break;
    case SQUARE_FAR: fprintf(picture->voice->file, "%*s", width, ""); break;
    }
}

/* ---- the table ---- */

/* The last of these columns with something in the row; the one left of the first if it is
 * empty. */
static int find_last(const struct grid *grid, int y, int left, int right)
{
    while (right >= left && grid_square(grid, right, y) == SQUARE_FAR)
        right--;
    return right;
}

/* The columns from left to right, with their numbers below. */
static void draw_part(const struct picture *picture, const struct grid *grid, int left, int right)
{
    FILE *file = picture->voice->file;
    int width = (LINE_COLUMNS_MAX - LABEL_COLUMNS) / (right - left + 1);
    width = width > CELL_MAX ? CELL_MAX : width;
    int top = grid->top, bottom = grid->bottom;
    while (find_last(grid, top, left, right) < left && top > bottom)
        top--;
    while (find_last(grid, bottom, left, right) < left && top > bottom)
        bottom++;
    for (int y = top; y >= bottom; y--) {
        fprintf(file, "%*d ", LABEL_COLUMNS - 1, y);
        for (int x = left, last = find_last(grid, y, left, right); x <= last; x++)
            put_cell(picture, grid, x, y, width);
        fputc('\n', file);
    }
    fprintf(file, "%*s", LABEL_COLUMNS, "");
    for (int x = left; x <= right; x++)
        fprintf(file, "%*d%s", width == CELL_MIN ? width : width - 1, x,
                width == CELL_MIN ? "" : " ");
    fputc('\n', file);
}

static void draw_grid(const struct picture *picture, const struct grid *grid)
{
    int left = grid->left, columns = grid->right - grid->left + 1;
    int parts = (columns + CELLS_MAX - 1) / CELLS_MAX;
    for (int i = 0; i < parts; i++) {
        if (i > 0)
            fputc('\n', picture->voice->file);
        draw_part(picture, grid, left + columns * i / parts, left + columns * (i + 1) / parts - 1);
    }
}

static void draw_legend(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    if (facts_find(&sight->facts, FACT_FULL, NO_SEAT) ||
        facts_find(&sight->facts, FACT_BARRED, NO_SEAT))
        voice_say(picture->voice, "draw.iota.never",
                  WITH(word_string("sign", picture->ascii ? "#" : "×")));
}

/* ---- the last move ---- */

/* In notation if cards were played or a wild taken back, otherwise empty. */
static void write_laid(const struct picture *picture, char out[LAST_TEXT_MAX])
{
    struct text text;
    bool taken = false;
    text_init(&text, out, LAST_TEXT_MAX);
    for (int i = 0; i < picture->last->count; i++) {
        const struct event *event = &picture->last->list[i];
        taken = taken || (event->kind == EVENT_MOVE && event->from.zone == ZONE_BOARD);
        if (event->kind != EVENT_MOVE || event->to.zone != ZONE_BOARD)
            continue;
        text_string(&text, text.size ? "+" : "");
        picture->game->write_piece(event->piece, &text);
        text_char(&text, taken ? '~' : '@');
        picture->game->write_place(event->to, &text);
    }
}

/* The words for a trade or a pass. */
static void draw_last_word(const struct picture *picture, const char *name)
{
    int traded = 0;
    for (int i = 0; i < picture->last->count; i++)
        traded += picture->last->list[i].kind == EVENT_MOVE &&
                  picture->last->list[i].to.zone == ZONE_PILE;
    if (traded > 0)
        voice_say(picture->voice, "draw.last.trade",
                  WITH(word_string("name", name), word_number("n", traded)));
    else
        voice_say(picture->voice, "draw.last.pass", WITH(word_string("name", name)));
}

static void draw_last(const struct picture *picture)
{
    char name[PART_TEXT_MAX], laid[LAST_TEXT_MAX], points[PART_TEXT_MAX];
    const struct event *scored = NULL;
    if (!picture->last || picture->last->count == 0)
        return;
    write_player(picture, picture->last->list[0].seat, name);
    write_laid(picture, laid);
    for (int i = 0; i < picture->last->count; i++)
        if (picture->last->list[i].kind == EVENT_POINTS)
            scored = &picture->last->list[i];
    write_count(picture, "points", scored ? scored->count : 0, points);
    if (laid[0] == '\0')
        draw_last_word(picture, name);
    else
        voice_say(picture->voice, scored ? "draw.last.points" : "draw.last",
                  WITH(word_string("name", name), word_string("move", laid),
                       word_string("points", points)));
}

/* ---- around the table ---- */

static void draw_seats(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    struct outcome outcome;
    picture->game->tally(picture->view, &outcome);
    for (int seat = 0; seat < picture->view->seats; seat++) {
        put_seat(sight, seat, state_acts(picture->view, seat));
        if (outcome.scored)
            put_more(picture, "points", WITH(word_number("n", outcome.score[seat])));
        fputc('\n', picture->voice->file);
    }
}

static void draw_hand(const struct sight *sight, int seat)
{
    const struct picture *picture = sight->picture;
    put_hand_title(sight, seat);
    fputs("\n ", picture->voice->file);
    for (int i = 0; i < sight->count; i++) {
        char card[CARD_TEXT_MAX];
        if (sight->items[i].place.zone != ZONE_HAND || sight->items[i].place.seat != seat)
            continue;
        write_card(picture, sight->items[i].piece, card);
        fputc(' ', picture->voice->file);
        show_card(picture, card[0], card);
    }
    fputc('\n', picture->voice->file);
}

static void draw(const struct picture *picture)
{
    static struct sight sight;
    static struct grid grid;
    sight_read(&sight, picture);
    read_grid(&grid, &sight);
    draw_grid(picture, &grid);
    draw_legend(&sight);
    draw_last(picture);
    draw_heap(picture, "draw.pile", sight_cards(&sight, ZONE_PILE, NO_SEAT));
    draw_seats(&sight);
    for (int seat = 0; seat < picture->view->seats; seat++)
        if (sight_shows(&sight, seat))
            draw_hand(&sight, seat);
}

const struct drawing drawing_iota = {
    .game = "iota",
    .draw = draw,
};
