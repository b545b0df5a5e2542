/* SPDX-License-Identifier: MIT */
/*
 * Iota on the full screen: the table as a grid of cards, sized to fit or as the person wants (+
 * and -), scrolling with the cursor if it does not fit. Cards being played already lie there, and
 * the button shows the points. A dot is a free square next to a card, a cross one that can never
 * be filled (I8, I9). Columns and rows have numbers, on the left and on the line above the cards
 * in hand.
 *
 *     Rt3     a card: colour, shape, number; with more room, its shapes as well
 *     ▲▲▲
 */
#include <string.h>

#include "tell/read_iota.h"
#include "tui/skin.h"

enum {
    LEVELS = 3,
    HAND_H = 5,
    AXIS_W = 4, /* row numbers, and a blank */
};

/* A cell including the gap around its card, by size. */
static const struct {
    int w, h, card_w, card_h;
} cells[LEVELS] = {{4, 1, 3, 1}, {6, 3, 5, 2}, {8, 4, 7, 3}};

/* ---- the grid ---- */

static void read_grid(struct grid *grid, const struct stage *stage)
{
    const struct draft *draft = stage->draft;
    grid_read(grid, stage->items, stage->items_count, &stage->facts);
    for (int i = 1; i < draft->count; i++) {
        if (draft->done[i].kind != STEP_PUT || draft->done[i - 1].kind != STEP_TAKE)
            continue;
        grid_lay(grid, draft->done[i].place, draft->done[i - 1].piece);
        grid_mark(grid, draft->done[i].place);
    }
    for (int i = 0; draft->moves.count > 0 && i < draft->reach.next_count; i++) {
        const struct step *next = &draft->gestures.known[draft->reach.next[i]];
        if (next->kind == STEP_PUT && next->place.zone == ZONE_BOARD)
            grid_widen(grid, next->place.x, next->place.y);
    }
}

/* ---- cards ---- */

static const char *shape_sign(char shape)
{
    switch (shape) {
    case 'c': return sign("●", "o");
    case 's': return sign("■", "#");
    case 't': return sign("▲", "^");
    case 'x': return sign("✚", "+");
    default: return "";
    }
}

static void draw_card(struct stage *stage, struct box box, int piece, unsigned flags)
{
    char card[CARD_TEXT_MAX], shapes[PHRASE_MAX];
    struct text text;
    stage_piece(stage, piece, card);
    struct card_face face = {.look = colour_look(card[0]), .middle = card};
    text_init(&text, shapes, sizeof shapes);
    for (int i = 0; card[1] != '\0' && i < card[2] - '0'; i++)
        text_string(&text, shape_sign(card[1]));
    if (card[1] == '\0')
        text_string(&text, sign("●■▲✚", "o#^+"));
    face.under = box.h > 1 ? shapes : NULL;
    put_card(box, &face, flags);
}

/* ---- squares ---- */

/* Where the grid is drawn, and which part is visible. */
struct window {
    struct box box;
    int level;
    int left, top; /* the square at the top left */
    int columns, lines;
};

static void draw_square(struct stage *stage, const struct grid *grid, const struct window *window,
                        int x, int y)
{
    int w = cells[window->level].w, h = cells[window->level].h;
    struct box cell = {window->box.x + (x - window->left) * w,
                       window->box.y + (window->top - y) * h, cells[window->level].card_w,
                       cells[window->level].card_h};
    enum square kind = grid_square(grid, x, y);
    bool staged = grid_marked(grid, x, y);
    struct step step = put_step(ZONE_BOARD, NO_SEAT, x, y);
    unsigned flags = stage_flags(stage, &step);
    if (kind == SQUARE_FAR && !(flags & (SPOT_LIT | SPOT_FOCUS)))
        return;
    stage_spot(stage, cell, &step);
    int middle_x = cell.x + (cell.w - 1) / 2, middle_y = cell.y + (cell.h - 1) / 2;
    if (kind == SQUARE_CARD)
        draw_card(stage, cell, grid_piece(grid, x, y), flags);
    else if (flags & SPOT_LIT)
        put(middle_x, middle_y, LOOK_ACCENT | BOLD, sign("◇", "*"));
    else
        put(middle_x, middle_y, LOOK_FAINT, kind == SQUARE_NEVER ? sign("×", "x") : sign("·", "."));
    if (flags & SPOT_FOCUS) {
        unsigned look = flags & SPOT_LIT ? LOOK_ACCENT | BOLD : LOOK_STRONG;
        put(cell.x - 1, middle_y, look, sign("▐", "["));
        put(cell.x + cell.w, middle_y, look, sign("▌", "]"));
    } else if (staged || flags & (SPOT_FRESH | SPOT_HELD)) {
        put(cell.x + cell.w, middle_y, LOOK_ACCENT | BOLD,
            staged ? sign("◆", "@") : sign("◂", "<"));
    } else if (kind == SQUARE_CARD && flags & SPOT_LIT) {
        put(cell.x + cell.w, middle_y, LOOK_ACCENT | BOLD, sign("◇", "*"));
    }
}

/* ---- the window onto the grid ---- */

static int fitting_level(const struct grid *grid, struct box box)
{
    int columns = grid->right - grid->left + 1, lines = grid->top - grid->bottom + 1;
    for (int level = LEVELS - 1; level > 0; level--)
        if (columns * cells[level].w <= box.w && lines * cells[level].h <= box.h)
            return level;
    return 0;
}

/* The first of `count` in the range low to high, so that `at` is visible. */
static int slide(int first, int count, int low, int high, int at)
{
    if (high - low + 1 <= count)
        return low - (count - (high - low + 1)) / 2;
    if (at < first + 1)
        first = at - 1;
    if (at > first + count - 2)
        first = at - count + 2;
    return first < low ? low : first + count - 1 > high ? high - count + 1 : first;
}

/* What must be visible: the cursor, otherwise the last cards played. */
static void find_eye(const struct stage *stage, struct place *at)
{
    for (int i = 0; stage->last && i < stage->last->count; i++)
        if (stage->last->list[i].kind == EVENT_MOVE && stage->last->list[i].to.zone == ZONE_BOARD)
            *at = stage->last->list[i].to;
    if (stage->focus && stage->focus->place.zone == ZONE_BOARD)
        *at = stage->focus->place;
}

static struct window make_window(struct stage *stage, const struct grid *grid, struct box box)
{
    int level = fitting_level(grid, box) + stage->zoom;
    level = level < 0 ? 0 : level >= LEVELS ? LEVELS - 1 : level;
    struct window window = {.box = box, .level = level};
    window.columns = box.w / cells[level].w;
    window.lines = (box.h + cells[level].h - cells[level].card_h) / cells[level].h;
    if (!stage->panned) {
        stage->pan_x = -window.columns / 2;
        stage->pan_y = -window.lines / 2;
        stage->panned = true;
    }
    struct place at = {.x = (int8_t)(stage->pan_x + window.columns / 2),
                       .y = (int8_t)(stage->pan_y + window.lines / 2)};
    find_eye(stage, &at);
    stage->pan_x = slide(stage->pan_x, window.columns, grid->left, grid->right, at.x);
    stage->pan_y = slide(stage->pan_y, window.lines, grid->bottom, grid->top, at.y);
    window.left = stage->pan_x;
    window.top = stage->pan_y + window.lines - 1;
    window.box.x += (box.w - window.columns * cells[level].w) / 2 + 1;
    return window;
}

/* Signs beside the numbers where there is more to scroll to. */
static void put_more(const struct grid *grid, const struct window *window, struct box box)
{
    int axis = box.x - 1, bottom = box.y + box.h;
    if (window->left > grid->left)
        put(axis, bottom, LOOK_ACCENT | BOLD, sign("◀", "<"));
    if (window->left + window->columns - 1 < grid->right)
        put(box.x + box.w - 1, bottom, LOOK_ACCENT | BOLD, sign("▶", ">"));
    if (window->top < grid->top)
        put(axis, box.y, LOOK_ACCENT | BOLD, sign("▲", "^"));
    if (window->top - window->lines + 1 > grid->bottom)
        put(axis, bottom - 1, LOOK_ACCENT | BOLD, sign("▼", "v"));
}

/* An axis number whose last digit is in column x; the cursor's number stands out. */
static void put_mark(const struct stage *stage, int x, int y, int number, bool across)
{
    char mark[CARD_TEXT_MAX];
    struct text text;
    const struct step *focus = stage->focus;
    bool here = focus && focus->place.zone == ZONE_BOARD &&
                (across ? focus->place.x : focus->place.y) == number;
    text_init(&text, mark, sizeof mark);
    text_number(&text, number);
    put(x - (int)text.size + 1, y, here ? LOOK_ACCENT | BOLD : LOOK_FAINT, mark);
}

/* The numbers of columns and rows, as in moves: `Rt3@2,-1`. */
static void put_axes(const struct stage *stage, const struct window *window, struct box box)
{
    int w = cells[window->level].w, h = cells[window->level].h;
    int middle_x = (cells[window->level].card_w - 1) / 2;
    int middle_y = (cells[window->level].card_h - 1) / 2;
    for (int i = 0; i < window->columns; i++)
        put_mark(stage, window->box.x + i * w + middle_x, box.y + box.h, window->left + i, true);
    for (int i = 0; i < window->lines; i++)
        put_mark(stage, box.x - 2, window->box.y + i * h + middle_y, window->top - i, false);
}

static void draw_grid(struct stage *stage, struct box box)
{
    static struct grid grid;
    read_grid(&grid, stage);
    struct window window = make_window(stage, &grid, box);
    for (int y = window.top; y > window.top - window.lines; y--)
        for (int x = window.left; x < window.left + window.columns; x++)
            draw_square(stage, &grid, &window, x, y);
    put_more(&grid, &window, box);
    put_axes(stage, &window, box);
}

/* ---- all of it ---- */

static void draw(struct stage *stage)
{
    struct box box = stage->box, pile;
    bool tall = box.h >= 30;
    int hand_h = tall ? HAND_H + 1 : HAND_H - 1;
    struct hand_style style = {.w = 7, .h = tall ? 4 : 2, .h_min = 2, .draw = draw_card};
    struct box board = {box.x, box.y, box.w, box.h - hand_h};
    put_times(box.x, board.y + board.h - 1, LOOK_FAINT, sign("─", "-"), box.w);
    board.h--;
    board.x += AXIS_W;
    board.w -= AXIS_W;
    draw_grid(stage, board);
    pile = (struct box){canvas_rtl() ? box.x : box.x + box.w - 8, box.y + box.h - hand_h + 1, 7,
                        style.h};
    put_back(pile, stage_count(stage, ZONE_PILE, NO_SEAT), 0);
    put_hand(stage, (struct box){box.x, box.y + box.h - hand_h, box.w, hand_h}, &style);
}

/* ---- words ---- */

static void note(struct stage *stage, int seat, bool brief, struct text *text)
{
    (void)brief;
    words_say(text, stage->language, "cards",
              WITH(word_number("n", stage_count(stage, ZONE_HAND, seat))));
}

const struct skin skin_iota = {
    .game = "iota",
    .draw = draw,
    .note = note,
};
