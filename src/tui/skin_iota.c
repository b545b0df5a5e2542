/* SPDX-License-Identifier: MIT */
/*
 * Iota on a full screen: the table as a grid of cards, as large as it fits or as the person wants
 * (+ and -), moved along with the cursor where it does not; what is being laid lies there already,
 * and the button tells what it scores. A dot is a free square next to a card, a cross one that can
 * never be filled (I9). Below are the cards in hand.
 *
 *     Rt3     a card: colour, shape, number; where there is room, its shapes as well
 *     ▲▲▲
 */
#include <string.h>

#include "tui/read_iota.h"
#include "tui/skin.h"

enum {
    LEVELS = 3,
    HAND_H = 5,
};

/* A cell with the gap around its card, by size. */
static const struct {
    int w, h, card_w, card_h;
} cells[LEVELS] = {{4, 1, 3, 1}, {6, 3, 5, 2}, {8, 4, 7, 3}};

/* ---- the grid ---- */

/* A card, and the squares around it. */
static void lay(struct grid *grid, struct place place, int piece)
{
    grid_lay(grid, place, piece);
    grid_widen(grid, place.x - 1, place.y - 1);
    grid_widen(grid, place.x + 1, place.y + 1);
}

static void read_grid(struct grid *grid, const struct stage *stage)
{
    const struct hand *hand = stage->hand;
    grid_clear(grid);
    for (int i = 0; i < stage->items_count; i++)
        if (stage->items[i].place.zone == ZONE_BOARD)
            lay(grid, stage->items[i].place, stage->items[i].piece);
    for (int i = 1; i < hand->count; i++) {
        if (hand->done[i].kind != STEP_PUT || hand->done[i - 1].kind != STEP_TAKE)
            continue;
        lay(grid, hand->done[i].place, hand->done[i - 1].piece);
        grid_mark(grid, hand->done[i].place);
    }
    for (int i = 0; hand->moves.count > 0 && i < hand->reach.next_count; i++) {
        const struct step *next = &hand->gestures.known[hand->reach.next[i]];
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

/* Where the grid is drawn, and which part of it. */
struct window {
    struct box box;
    int level;
    int left, top; /* the square in the first column and line */
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

/* The first of so many, of which `at` is one, in a row from low to high. */
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

/* What has to be seen: the cursor, or else what was laid last. */
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

/* Signs at the sides where there is more to see. */
static void put_more(const struct grid *grid, const struct window *window, struct box box)
{
    int middle_x = box.x + box.w / 2, middle_y = box.y + box.h / 2;
    if (window->left > grid->left)
        put(box.x, middle_y, LOOK_ACCENT | BOLD, sign("◀", "<"));
    if (window->left + window->columns - 1 < grid->right)
        put(box.x + box.w - 1, middle_y, LOOK_ACCENT | BOLD, sign("▶", ">"));
    if (window->top < grid->top)
        put(middle_x, box.y, LOOK_ACCENT | BOLD, sign("▲", "^"));
    if (window->top - window->lines + 1 > grid->bottom)
        put(middle_x, box.y + box.h - 1, LOOK_ACCENT | BOLD, sign("▼", "v"));
}

/* Where the cursor is, as moves are written. */
static void put_where(const struct stage *stage, struct box box)
{
    char where[CARD_TEXT_MAX];
    struct text text;
    if (!stage->focus || stage->focus->place.zone != ZONE_BOARD)
        return;
    text_init(&text, where, sizeof where);
    write_square(stage->focus->place, &text);
    put(box.x, box.y + box.h - 1, LOOK_FAINT, where);
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
    put_where(stage, box);
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
    draw_grid(stage, board);
    pile = (struct box){canvas_rtl() ? box.x : box.x + box.w - 8, box.y + box.h - hand_h + 1, 7,
                        style.h};
    put_back(pile, stage_count(stage, ZONE_PILE, NO_SEAT), 0);
    put_hand(stage, (struct box){box.x, box.y + box.h - hand_h, box.w, hand_h}, &style);
}

/* ---- words ---- */

/* All that was laid, with one more. */
static void spell(const struct hand *hand, const struct step *step, struct text *text)
{
    const struct step *held = hand_held(hand);
    if (!held || step->kind == STEP_CHOOSE || step->place.zone != ZONE_BOARD)
        return;
    for (int i = 0; i < hand->count; i++) {
        const struct step *done = &hand->done[i];
        if (done->kind == STEP_TAKE) {
            text_string(text, text->size ? "+" : "");
            hand->game->write_piece(done->piece, text);
        } else if (done->kind == STEP_PUT) {
            text_char(text, '@');
            write_square(done->place, text);
        }
    }
    text_char(text, '@');
    write_square(step->place, text);
}

static void note(struct stage *stage, int seat, struct text *text)
{
    words_say(text, stage->language, "cards",
              WITH(word_number("n", stage_count(stage, ZONE_HAND, seat))));
}

const struct skin skin_iota = {
    .game = "iota",
    .draw = draw,
    .write_place = write_square,
    .spell = spell,
    .note = note,
};
