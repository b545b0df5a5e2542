/* SPDX-License-Identifier: MIT */
/*
 * Gobblet on the full screen: the board with cups drawn to size in two woods, rounded by half
 * blocks if the terminal has them; without colours Black's cups are outlines. The reserves are
 * beside the board, or above and below it when space is narrow: the outermost cup of each stack,
 * and the number of cups in it.
 */
#include "tui/skin.h"

enum {
    SIDE = 4,
    SIZES = 4,
    STACKS = 3,
    LABEL = 2, /* columns for the row numbers */
    CELL_H_MIN = 3,
    CELL_H_FLAT = 2, /* when there is no room for more */
    CELL_H_MAX = 7,
    FLAT_W = 9, /* of a one-line cup in reserve */
};

enum { SPOT_LINE = 32 }; /* part of a complete line */

struct gobblet_plan {
    int cell_w, cell_h; /* inside the grid lines */
    struct box board;   /* with its grid lines */
    bool beside;        /* are the reserves beside it? */
    int reserve_h;      /* lines of a cup in reserve, if not */
};

static const char *const seats[] = {"side.w", "side.b"};

static int piece_size(const char *piece)
{
    return piece[0] ? piece[1] - '0' : 0;
}

/* ---- cups ---- */

static enum look wood(const char *piece)
{
    return piece[0] == 'B' ? LOOK_BLACK : LOOK_WHITE;
}

/* Cups are blocks of colour, otherwise outlines. */
static bool has_blocks(void)
{
    return !canvas_ascii() && canvas_colours();
}

/* A block this many half lines high, centred in a box. */
static void put_block(struct box box, int halves, unsigned look)
{
    int above = (2 * box.h - halves) / 2;
    for (int line = 0; line < box.h; line++) {
        bool upper = 2 * line >= above && 2 * line < above + halves;
        bool lower = 2 * line + 1 >= above && 2 * line + 1 < above + halves;
        if (upper && lower)
            put_times(box.x, box.y + line, look, " ", box.w);
        else if (upper || lower)
            put_times(box.x, box.y + line, look | EDGE, upper ? "▀" : "▄", box.w);
    }
}

static void put_outline(struct box box, bool black, unsigned look)
{
    if (box.h < 3) {
        put(box.x, box.y, look, black ? "[" : "(");
        put(box.x + box.w - 1, box.y, look, black ? "]" : ")");
        return;
    }
    put_frame(box, black ? FRAME_DOUBLE : FRAME_ROUND, look);
}

/* Half lines of a cup within this many lines: even, so that it is centred. */
static int cup_halves(int lines, int size)
{
    int halves = 2 * lines * size / SIZES;
    halves -= halves % 2;
    return halves < 2 ? 2 : halves;
}

/* Dots on both sides of the label, on the cup if it is wide enough, never on its outline. */
static void put_cup_dots(struct box cell, int w, unsigned look, unsigned flags)
{
    const char *dot = flags & SPOT_LINE   ? sign("★", "!")
                      : flags & SPOT_HELD ? sign("◆", "@")
                                          : sign("•", "*");
    int y = cell.y + (cell.h - 1) / 2, edge = (cell.w - w) / 2;
    int in = edge == 1 && !has_blocks() ? 2 : 1;
    unsigned ink = edge <= 1 ? look : LOOK_ACCENT | BOLD;
    put(cell.x + in, y, ink, dot);
    put(cell.x + cell.w - 1 - in, y, ink, dot);
}

/* A cup centred in a box, scaled by its size. */
static void put_cup(struct box cell, const char *piece, unsigned flags)
{
    int size = piece_size(piece), w = cell.w - (SIZES - size) * (cell.w - 3) / (SIZES - 1);
    bool blocks = has_blocks();
    bool dots = (flags & (SPOT_LIT | SPOT_HELD | SPOT_LINE)) != 0;
    unsigned bold = dots ? BOLD : 0u;
    unsigned look = blocks ? wood(piece) | bold : LOOK_PLAIN | bold;
    w -= (cell.w - w) % 2;
    struct box box = {cell.x + (cell.w - w) / 2, cell.y, w, cell.h};
    if (blocks) {
        put_block(box, cup_halves(cell.h, size), look);
    } else {
        box.h = cup_halves(cell.h, size) / 2;
        box.h -= (cell.h - box.h) % 2;
        box.h = box.h < 1 ? 1 : box.h;
        box.y = cell.y + (cell.h - box.h) / 2;
        put_outline(box, piece[0] == 'B', look);
    }
    put(cell.x + (cell.w - 2) / 2, cell.y + (cell.h - 1) / 2, look, piece);
    if (dots && cell.h > 1)
        put_cup_dots(cell, w, look, flags);
}

/* ---- the board ---- */

static void put_grid(const struct gobblet_plan *plan)
{
    static const char *const rich[] = {"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"};
    struct box board = plan->board;
    for (int row = 0; row <= SIDE; row++) {
        int y = board.y + row * (plan->cell_h + 1);
        int kind = row == 0 ? 0 : row == SIDE ? 6 : 3;
        put_times(board.x, y, LOOK_FAINT, sign("─", "-"), board.w);
        for (int column = 0; column <= SIDE; column++)
            put(board.x + column * (plan->cell_w + 1), y, LOOK_FAINT,
                sign(rich[kind + (column == 0      ? 0
                                  : column == SIDE ? 2
                                                   : 1)],
                     "+"));
        for (int line = 1; line <= plan->cell_h && row < SIDE; line++)
            for (int column = 0; column <= SIDE; column++)
                put(board.x + column * (plan->cell_w + 1), y + line, LOOK_FAINT, sign("│", "|"));
    }
    for (int i = 0; i < SIDE; i++) {
        char letter[] = {(char)('a' + i), '\0'}, digit[] = {(char)('4' - i), '\0'};
        put(board.x + i * (plan->cell_w + 1) + (plan->cell_w + 1) / 2, board.y + board.h,
            LOOK_FAINT, letter);
        put(board.x - LABEL, board.y + i * (plan->cell_h + 1) + (plan->cell_h + 1) / 2, LOOK_FAINT,
            digit);
    }
}

/* Marks of a square: where a cup may go, what was just put here or taken away. */
static void put_square_marks(struct box cell, unsigned flags, bool empty)
{
    int right = cell.x + cell.w, middle_x = cell.x + (cell.w - 1) / 2;
    int middle_y = cell.y + (cell.h - 1) / 2;
    if (flags & SPOT_LIT && empty)
        put(middle_x - 1, middle_y, LOOK_ACCENT | BOLD, sign("╶•╴", " * "));
    else if (flags & SPOT_LEFT && empty)
        put(middle_x, middle_y, LOOK_FAINT, sign("∘", "o"));
    if (flags & SPOT_FRESH)
        put(right, middle_y, LOOK_ACCENT | BOLD, sign("◂", "<"));
}

/* Covered cups, if the table's options show them (peek). */
static void put_covered(const struct stage *stage, struct box cell, int x, int y)
{
    char under[PHRASE_MAX] = "";
    struct text text;
    const struct item *top =
        stage_item(stage, (struct place){ZONE_BOARD, NO_SEAT, (int8_t)x, (int8_t)y});
    text_init(&text, under, sizeof under);
    for (int i = 0; i < stage->items_count; i++) {
        const struct item *item = &stage->items[i];
        if (item->place.zone == ZONE_BOARD && item->place.x == x && item->place.y == y &&
            item != top)
            stage->game->write_piece(item->piece, &text);
    }
    put(cell.x, cell.y + cell.h - 1, LOOK_FAINT, under);
}

static bool in_line(const struct stage *stage, int x, int y)
{
    for (int i = 0; i < stage->facts.count; i++) {
        const struct fact *fact = &stage->facts.list[i];
        if (fact->name == FACT_LINE && fact->place.x == x && fact->place.y == y)
            return true;
    }
    return false;
}

/* Who could win here at once: White at the start of the square, Black at its end. */
static void put_threats(const struct stage *stage, struct box cell, int x, int y)
{
    for (int i = 0; stage->threats && i < stage->facts.count; i++) {
        const struct fact *fact = &stage->facts.list[i];
        bool black = fact->seat == 1;
        if (fact->name == FACT_THREAT && fact->place.x == x && fact->place.y == y)
            put(black ? cell.x + cell.w - 2 : cell.x, cell.y, LOOK_WARN | BOLD,
                black ? "B!" : "W!");
    }
}

static void draw_square(struct stage *stage, const struct gobblet_plan *plan, int x, int y)
{
    char piece[CARD_TEXT_MAX];
    struct box cell = {plan->board.x + 1 + x * (plan->cell_w + 1),
                       plan->board.y + 1 + (SIDE - 1 - y) * (plan->cell_h + 1), plan->cell_w,
                       plan->cell_h};
    const struct item *item =
        stage_item(stage, (struct place){ZONE_BOARD, NO_SEAT, (int8_t)x, (int8_t)y});
    struct step step = item ? take_step(ZONE_BOARD, NO_SEAT, x, y, item->piece)
                            : put_step(ZONE_BOARD, NO_SEAT, x, y);
    unsigned flags = stage_spot(stage, cell, &step);
    stage_piece(stage, item ? item->piece : NO_PIECE, piece);
    if (item)
        put_cup(cell, piece, flags | (in_line(stage, x, y) ? SPOT_LINE : 0u));
    put_covered(stage, cell, x, y);
    put_square_marks(cell, flags, !item);
    put_threats(stage, cell, x, y);
    if (flags & (SPOT_FOCUS | SPOT_HELD))
        put_marks(cell, flags);
}

/* ---- reserves ---- */

static int stack_left(const struct stage *stage, int seat, int stack, char piece[CARD_TEXT_MAX])
{
    const struct item *item =
        stage_item(stage, (struct place){ZONE_RESERVE, (int8_t)seat, (int8_t)stack, 0});
    piece[0] = '\0';
    if (!item)
        return 0;
    stage_piece(stage, item->piece, piece);
    return item->count;
}

static void write_nested(int count, char out[CARD_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, CARD_TEXT_MAX);
    for (int i = 1; i < count; i++)
        text_string(&text, sign("▪", "."));
}

static void draw_stack(struct stage *stage, struct box box, int seat, int stack)
{
    char piece[CARD_TEXT_MAX], nested[CARD_TEXT_MAX];
    int left = stack_left(stage, seat, stack, piece);
    if (left == 0) {
        put(box.x + (box.w - 1) / 2, box.y + box.h / 2, LOOK_FAINT, sign("·", "."));
        return;
    }
    struct step step = take_step(
        ZONE_RESERVE, seat, stack, 0,
        stage_item(stage, (struct place){ZONE_RESERVE, (int8_t)seat, (int8_t)stack, 0})->piece);
    unsigned flags = stage_spot(stage, box, &step);
    put_cup(box, piece, flags);
    write_nested(left, nested);
    if (box.h > 1) {
        put_under(box, flags & SPOT_FOCUS ? flags : 0);
        if (!(flags & SPOT_FOCUS))
            put(box.x + (box.w - left + 1) / 2, box.y + box.h, LOOK_FAINT, nested);
        return;
    }
    unsigned mark = flags & SPOT_HELD || flags & SPOT_LIT ? LOOK_ACCENT | BOLD : LOOK_STRONG;
    if (flags & SPOT_FOCUS) {
        put(box.x - 1, box.y, mark, sign("▐", ">"));
        put(box.x + box.w, box.y, mark, sign("▌", "<"));
    } else if (flags & (SPOT_LIT | SPOT_HELD)) {
        put(box.x - 1, box.y, mark, flags & SPOT_HELD ? sign("◆", "@") : sign("•", "*"));
    }
    put(box.x + box.w + 1, box.y, LOOK_FAINT, nested);
}

/* Above or below the board. */
static void draw_reserve_line(struct stage *stage, const struct gobblet_plan *plan, int seat, int y)
{
    bool large = plan->reserve_h > 1;
    int w = large ? plan->board.w / STACKS : FLAT_W + 2 + SIZES - 1; /* marks, nested cups */
    int cup = large ? plan->cell_w : FLAT_W, left = large ? (w - cup) / 2 : 1;
    for (int stack = 0; stack < STACKS; stack++)
        draw_stack(stage, (struct box){plan->board.x + stack * w + left, y, cup, plan->reserve_h},
                   seat, stack);
}

static void draw_reserve_beside(struct stage *stage, const struct gobblet_plan *plan, int seat,
                                int x)
{
    int h = plan->cell_h, step = h + 2;
    int y = plan->board.y + (plan->board.h - STACKS * step + 1) / 2;
    for (int stack = 0; stack < STACKS; stack++)
        draw_stack(stage, (struct box){x, y + stack * step, plan->cell_w, h}, seat, stack);
}

/* ---- all of it ---- */

/* The largest board that leaves enough room for the reserves. */
static struct gobblet_plan make_plan(const struct stage *stage)
{
    struct gobblet_plan plan = {.cell_h = CELL_H_MIN};
    struct box box = stage->box;
    int lines = box.h - 1;                               /* minus the column letters */
    bool flat = lines < SIDE * (CELL_H_MIN + 1) + 1 + 2; /* with one reserve above and one below */
    for (int h = flat ? CELL_H_FLAT : CELL_H_MIN; h <= CELL_H_MAX; h += 2) {
        int w = 2 * h + 3, board_w = SIDE * (w + 1) + 1, board_h = SIDE * (h + 1) + 1;
        int room = (lines - board_h) / 2;
        bool beside = board_w + LABEL + 2 * (w + 3) <= box.w;
        if (h > CELL_H_MIN &&
            (flat || board_w + LABEL > box.w || board_h > lines || (!beside && room < CELL_H_MIN)))
            break;
        plan = (struct gobblet_plan){.cell_w = w, .cell_h = h, .beside = beside};
        plan.reserve_h = room >= CELL_H_MIN + 1 ? CELL_H_MIN : 1;
        plan.board.w = board_w;
        plan.board.h = board_h;
    }
    plan.board.x = box.x + LABEL + (box.w - LABEL - plan.board.w) / 2;
    plan.board.y = box.y + (lines - plan.board.h) / 2;
    if (!plan.beside && plan.board.y == box.y)
        plan.board.y++;
    return plan;
}

static void draw(struct stage *stage)
{
    struct gobblet_plan plan = make_plan(stage);
    int mine = stage->viewer == 1 ? 1 : 0;
    put_grid(&plan);
    for (int y = SIDE - 1; y >= 0; y--)
        for (int x = 0; x < SIDE; x++)
            draw_square(stage, &plan, x, y);
    if (plan.beside) {
        draw_reserve_beside(stage, &plan, 0, plan.board.x - LABEL - plan.cell_w - 2);
        draw_reserve_beside(stage, &plan, 1, plan.board.x + plan.board.w + 2);
    } else {
        int above = plan.reserve_h > 1 ? plan.reserve_h + 1 : 1;
        draw_reserve_line(stage, &plan, !mine, plan.board.y - above);
        draw_reserve_line(stage, &plan, mine, plan.board.y + plan.board.h + 1);
    }
}

/* ---- words ---- */

static void note(struct stage *stage, int seat, bool brief, struct text *text)
{
    (void)brief;
    int left = 0;
    for (int stack = 0; stack < STACKS; stack++) {
        char piece[CARD_TEXT_MAX];
        left += stack_left(stage, seat, stack, piece);
    }
    words_say(text, stage->language, "tui.gobblet.left", WITH(word_number("n", left)));
}

const struct skin skin_gobblet = {
    .game = "gobblet",
    .seats = seats,
    .draw = draw,
    .note = note,
};
