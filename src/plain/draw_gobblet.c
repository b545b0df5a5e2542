/* SPDX-License-Identifier: MIT */
/*
 * Gobblet's board. A gobblet is a box whose width shows its size, with single lines for White and
 * double ones for Black, and always with its letter and size. A star marks where the last move
 * went, a dot where it came from, an exclamation mark each square of a complete line.
 *
 *     │ ╭────────╮ │   ╔════╗   │
 *   2 │ │   W4   │ │   ║ B2 ║*  │ 2              2  W4        B2*         2      with --ascii
 *     │ ╰────────╯ │   ╚════╝   │
 */
#include <string.h>

#include "plain/draw.h"

enum {
    SIDE = 4,
    STACK_TEXT_MAX = 16, /* W1B2W3B4 */
    CELL = 12,           /* columns of a cell: the largest box and a margin on both sides */
    LINES_OF_CELL = 3,
    COLUMN = 8, /* of letters: the longest stack */
    NAME_TEXT_MAX = 64,
};

struct square {
    char stack[STACK_TEXT_MAX]; /* as in positions; only the top where what is
                                   covered is hidden */
    int size;                   /* of the top; 0: empty */
    bool black;
    char mark; /* '*', '.', '!' or 0 */
};

struct board_drawing {
    struct square square[SIDE][SIDE]; /* [y][x] */
    struct item items[SCENE_MAX];
    int count;
    struct facts facts;
};

static const char *const seats[] = {"side.w", "side.b"};

static void mark(struct board_drawing *board, struct place place, char sign)
{
    if (place.zone == ZONE_BOARD)
        board->square[place.y][place.x].mark = sign;
}

static void read_board(struct board_drawing *board, const struct picture *picture)
{
    memset(board->square, 0, sizeof board->square);
    board->count = picture->game->scene(picture->view, board->items);
    for (int i = 0; i < board->count; i++) {
        struct place place = board->items[i].place;
        if (place.zone != ZONE_BOARD)
            continue;
        struct square *square = &board->square[place.y][place.x];
        struct text text;
        text_init(&text, square->stack + strlen(square->stack),
                  sizeof square->stack - strlen(square->stack));
        picture->game->write_piece(board->items[i].piece, &text);
        square->black = text.bytes[0] == 'B';
        square->size = text.bytes[1] - '0';
    }
    for (int i = 0; picture->last && i < picture->last->count; i++) {
        const struct event *event = &picture->last->list[i];
        if (event->kind == EVENT_MOVE) {
            mark(board, event->from, '.');
            mark(board, event->to, '*');
        }
    }
    game_facts(picture->game, picture->view, &board->facts);
    for (int i = 0; i < board->facts.count; i++)
        if (board->facts.list[i].name == FACT_LINE)
            mark(board, board->facts.list[i].place, '!');
}

/* ---- with boxes ---- */

struct lines {
    const char *across, *down, *corner[4]; /* top left, top right, bottom left, bottom right */
};

static const struct lines single = {"─", "│", {"╭", "╮", "╰", "╯"}};
static const struct lines twofold = {"═", "║", {"╔", "╗", "╚", "╝"}};

static void put_times(FILE *file, const char *string, int times)
{
    for (; times > 0; times--)
        fputs(string, file);
}

static void put_middle(FILE *file, const struct square *square, const struct lines *lines)
{
    int inside = 2 * square->size, width = (int)strlen(square->stack);
    int left = (inside - width) / 2;
    fputs(lines->down, file);
    fprintf(file, "%*s%s%*s", left, "", square->stack, inside - width - left, "");
    fputs(lines->down, file);
}

static void put_part(FILE *file, const struct square *square, int line)
{
    const struct lines *lines = square->black ? &twofold : &single;
    int corner = line == 0 ? 0 : 2;
    if (line == 1) {
        put_middle(file, square, lines);
        return;
    }
    fputs(lines->corner[corner], file);
    put_times(file, lines->across, 2 * square->size);
    fputs(lines->corner[corner + 1], file);
}

static void put_cell(const struct picture *picture, const struct square *square, int line)
{
    FILE *file = picture->voice->file;
    int box = square->size ? 2 * square->size + 2 : 0;
    int left = (CELL - box) / 2, right = CELL - box - left;
    char sign = line == 1 && square->mark ? square->mark : ' ';
    if (box == 0) {
        fprintf(file, "%*s%c%*s", CELL / 2 - 1, "", sign, CELL / 2, "");
        return;
    }
    fprintf(file, "%*s", left, "");
    voice_style(picture->voice, square->black ? STYLE_SECOND : STYLE_FIRST);
    put_part(file, square, line);
    voice_plain(picture->voice);
    fprintf(file, "%c%*s", sign, right - 1, "");
}

static void put_ruler(FILE *file, const char *left, const char *cross, const char *right)
{
    fputs("   ", file);
    for (int x = 0; x < SIDE; x++) {
        fputs(x == 0 ? left : cross, file);
        put_times(file, "─", CELL);
    }
    fprintf(file, "%s\n", right);
}

static void put_letters(FILE *file)
{
    fputs("   ", file);
    for (int x = 0; x < SIDE; x++)
        fprintf(file, "%*c", x ? CELL + 1 : CELL / 2 + 1, 'a' + x);
    fputc('\n', file);
}

static void draw_boxes(const struct picture *picture, const struct board_drawing *board)
{
    FILE *file = picture->voice->file;
    for (int y = SIDE - 1; y >= 0; y--) {
        put_ruler(file, y == SIDE - 1 ? "┌" : "├", y == SIDE - 1 ? "┬" : "┼",
                  y == SIDE - 1 ? "┐" : "┤");
        for (int line = 0; line < LINES_OF_CELL; line++) {
            fprintf(file, " %c ", line == 1 ? '1' + y : ' ');
            for (int x = 0; x < SIDE; x++) {
                fputs("│", file);
                put_cell(picture, &board->square[y][x], line);
            }
            fputs("│", file);
            if (line == 1)
                fprintf(file, " %d", y + 1);
            fputc('\n', file);
        }
    }
    put_ruler(file, "└", "┴", "┘");
    put_letters(file);
}

/* ---- with letters only ---- */

static void draw_letters(const struct picture *picture, const struct board_drawing *board)
{
    FILE *file = picture->voice->file;
    for (int y = SIDE - 1; y >= 0; y--) {
        fprintf(file, " %d ", y + 1);
        for (int x = 0; x < SIDE; x++) {
            const struct square *square = &board->square[y][x];
            const char *stack = square->size ? square->stack : ".";
            int width = (int)strlen(stack);
            char sign = square->mark && square->mark != '.' ? square->mark : ' ';
            fprintf(file, " %s%c%*s", stack, sign, COLUMN - width, "");
        }
        fprintf(file, "%d\n", y + 1);
    }
    fputs("   ", file);
    for (int x = 0; x < SIDE; x++)
        fprintf(file, " %c%*s", 'a' + x, x < SIDE - 1 ? COLUMN : 0, "");
    fputc('\n', file);
}

/* G3: the outermost gobblet of each stack; those nested inside follow from it. */
static void draw_reserves(const struct picture *picture, const struct board_drawing *board)
{
    FILE *file = picture->voice->file;
    voice_part_say(picture->voice, "play.gobblet.reserve", WITH_NOTHING);
    for (int seat = 0; seat < picture->view->seats; seat++) {
        char buffer[NAME_TEXT_MAX];
        struct text text;
        bool any = false;
        text_init(&text, buffer, sizeof buffer);
        write_seat_name(picture->voice, picture->game, seat, &text);
        fprintf(file, "%s %s", seat ? "," : ":", buffer);
        for (int i = 0; i < board->count; i++) {
            const struct item *item = &board->items[i];
            if (item->place.zone != ZONE_RESERVE || item->place.seat != seat)
                continue;
            text_init(&text, buffer, sizeof buffer);
            picture->game->write_piece(item->piece, &text);
            fprintf(file, " %s", buffer);
            any = true;
        }
        fputs(any ? "" : " -", file);
    }
    fputc('\n', file);
}

static void draw(const struct picture *picture)
{
    static struct board_drawing board;
    read_board(&board, picture);
    if (picture->ascii)
        draw_letters(picture, &board);
    else
        draw_boxes(picture, &board);
    draw_reserves(picture, &board);
}

const struct drawing drawing_gobblet = {
    .game = "gobblet",
    .seats = seats,
    .draw = draw,
};
