/* SPDX-License-Identifier: MIT */
/*
 * Watches the program draw: every call that draws on the canvas comes through here first (the
 * linker's --wrap). Faults that the finished cells do not show go to the file that KUFSA_LAYOUT
 * names, one line of JSON each:
 *
 *     cut      a sentence that is wider than its place
 *     clipped  a paragraph with lines that are not drawn, where nothing can be scrolled; buttons
 *     broken   a word that is wider than its paragraph, so it is broken
 *     off      ink outside of the canvas
 *     over     a letter or figure that something else is drawn over
 *     astray   ink of a game outside of its part of the screen
 *     spills   text that begins on a ground, such as a card's, and runs over its edge
 *
 * A sheet may cover the table; otherwise nothing may cover a letter until the next drawing.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "tui/screen_parts.h"

enum { WIDTH = 256, HEIGHT = 128, TOLD_MAX = 4096, FAULT_MAX = 1200 };

static struct cell {
    wchar_t letter;
    int ground; /* which one it lies on; 0: none */
    bool sheet; /* drawn by a sheet */
} cells[HEIGHT][WIDTH];

static struct canvas_setup setup;
static bool in_sheet;
static const struct stage *in_stage; /* while a game is drawn */
static int grounds;
static char told[TOLD_MAX][FAULT_MAX];
static int told_count;

/* ---- telling ---- */

static void write_quoted(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        if (*text == '\n')
            fputs("\\n", file);
        else
            fputc(*text, file);
    }
    fputc('"', file);
}

static void tell(const char *kind, const char *text, struct box box)
{
    char fault[FAULT_MAX];
    snprintf(fault, sizeof fault, "%s %d %d %d %d %s", kind, box.x, box.y, box.w, box.h, text);
    for (int i = 0; i < told_count; i++)
        if (strcmp(told[i], fault) == 0)
            return;
    if (told_count < TOLD_MAX)
        memcpy(told[told_count++], fault, sizeof fault);
    const char *name = getenv("KUFSA_LAYOUT");
    FILE *file = name ? fopen(name, "ae") : NULL;
    if (!file)
        return;
    fprintf(file, "{\"kind\":\"%s\",\"box\":[%d,%d,%d,%d],\"text\":", kind, box.x, box.y, box.w,
            box.h);
    write_quoted(file, text);
    fputs("}\n", file);
    fclose(file);
}

/* ---- cells ---- */

static bool is_inside(int x, int y)
{
    return x >= 0 && y >= 0 && x < canvas_width() && y < canvas_height() && x < WIDTH && y < HEIGHT;
}

/* Something that is read, and so must stay whole. */
static bool is_read(wchar_t letter)
{
    return letter != 0 && iswalnum((wint_t)letter);
}

/* One cell is drawn: whether that hides a letter, which the sheet may. */
static bool set_cell(int x, int y, wchar_t letter)
{
    struct cell *cell = &cells[y][x];
    bool hides = is_read(cell->letter) && cell->letter != letter && (cell->sheet || !in_sheet);
    cell->letter = letter;
    cell->sheet = in_sheet;
    if (in_stage && !in_sheet && letter != L' ') {
        struct box box = in_stage->box;
        struct box place = {x, y, 1, 1};
        if (x < box.x - 1 || x > box.x + box.w || y < box.y || y >= box.y + box.h)
            tell("astray", in_stage->game->name, place);
    }
    return hides;
}

static void draw_letters(int x, int y, const wchar_t *line, const char *text)
{
    int at = x, first = is_inside(x, y) ? cells[y][x].ground : 0;
    bool off = false, over = false, spills = false;
    for (; *line; line++) {
        int width = wcwidth(*line);
        if (width < 1)
            continue;
        if (!is_inside(at, y) || !is_inside(at + width - 1, y)) {
            off = off || *line != L' ';
        } else {
            spills = spills || (first != 0 && *line != L' ' && cells[y][at].ground != first);
            over |= set_cell(at, y, *line);
        }
        at += width;
    }
    struct box box = {x, y, at - x, 1};
    if (off)
        tell("off", text, box);
    if (over)
        tell("over", text, box);
    if (spills)
        tell("spills", text, box);
}

static void draw_text(int x, int y, enum bidi_mode mode, const char *text)
{
    wchar_t line[BIDI_LINE_MAX];
    bidi_line(mode, text, mode == BIDI_VISUAL && setup.rtl, line);
    draw_letters(x, y, line, text);
}

/* An area, of which only the edge is drawn if it is a frame. */
static void draw_area(struct box box, bool filled, const char *what)
{
    bool off = false, over = false;
    if (filled)
        grounds++;
    for (int y = box.y; y < box.y + box.h; y++)
        for (int x = box.x; x < box.x + box.w; x++) {
            bool edge =
                x == box.x || y == box.y || x == box.x + box.w - 1 || y == box.y + box.h - 1;
            if (!filled && !edge)
                continue;
            if (!is_inside(x, y)) {
                off = true;
                continue;
            }
            over |= set_cell(x, y, filled ? L' ' : L'+');
            if (filled)
                cells[y][x].ground = grounds;
        }
    if (off)
        tell("off", what, box);
    if (over)
        tell("over", what, box);
}

/* ---- what is wrapped ---- */

bool __real_canvas_open(const struct canvas_setup *);
void __real_canvas_clear(void);
int __real_put(int x, int y, unsigned look, const char *text);
int __real_put_directed(int x, int y, unsigned look, const char *line);
void __real_put_ground(struct box, unsigned look);
void __real_put_times(int x, int y, unsigned look, const char *text, int times);
void __real_put_frame(struct box, enum frame, unsigned look);
int __real_put_sentence(struct box, enum align, unsigned look, const char *sentence);
int __real_put_paragraph(struct box, int skip, unsigned look, const char *text);
void __real_sheet_draw(struct screen *);
int __real_buttons_draw(struct screen *, struct box);
const struct skin *__real_skin_of(const struct game *);

bool __wrap_canvas_open(const struct canvas_setup *);
void __wrap_canvas_clear(void);
int __wrap_put(int x, int y, unsigned look, const char *text);
int __wrap_put_directed(int x, int y, unsigned look, const char *line);
void __wrap_put_ground(struct box, unsigned look);
void __wrap_put_times(int x, int y, unsigned look, const char *text, int times);
void __wrap_put_frame(struct box, enum frame, unsigned look);
int __wrap_put_sentence(struct box, enum align, unsigned look, const char *sentence);
int __wrap_put_paragraph(struct box, int skip, unsigned look, const char *text);
void __wrap_sheet_draw(struct screen *);
int __wrap_buttons_draw(struct screen *, struct box);
const struct skin *__wrap_skin_of(const struct game *);

bool __wrap_canvas_open(const struct canvas_setup *wishes)
{
    setup = *wishes;
    return __real_canvas_open(wishes);
}

void __wrap_canvas_clear(void)
{
    memset(cells, 0, sizeof cells);
    grounds = 0;
    __real_canvas_clear();
}

int __wrap_put(int x, int y, unsigned look, const char *text)
{
    draw_text(x, y, BIDI_OFF, text);
    return __real_put(x, y, look, text);
}

int __wrap_put_directed(int x, int y, unsigned look, const char *line)
{
    draw_text(x, y, setup.bidi, line);
    return __real_put_directed(x, y, look, line);
}

void __wrap_put_ground(struct box box, unsigned look)
{
    draw_area(box, true, "a ground");
    __real_put_ground(box, look);
}

void __wrap_put_frame(struct box box, enum frame frame, unsigned look)
{
    draw_area(box, false, "a frame");
    __real_put_frame(box, frame, look);
}

void __wrap_put_times(int x, int y, unsigned look, const char *text, int times)
{
    for (int i = 0, at = x; i < times; i++, at += text_columns(text))
        draw_text(at, y, BIDI_OFF, text);
    __real_put_times(x, y, look, text, times);
}

int __wrap_put_sentence(struct box box, enum align align, unsigned look, const char *sentence)
{
    if (text_columns(sentence) > (box.w > 0 ? box.w : 0))
        tell("cut", sentence, box);
    return __real_put_sentence(box, align, look, sentence);
}

/* The first word that is too wide; NULL. */
static const char *broken_word(const char *text, int columns)
{
    static char word[4 * BIDI_LINE_MAX];
    while (*text) {
        size_t size = strcspn(text, " \n");
        if (size > 0 && size < sizeof word) {
            memcpy(word, text, size);
            word[size] = '\0';
            if (text_columns(word) > columns)
                return word;
        }
        text += size;
        text += *text != '\0';
    }
    return NULL;
}

/* A sheet can be scrolled, and of the moves beside the table the last lines are shown: what came
 * before is on a sheet. */
int __wrap_put_paragraph(struct box box, int skip, unsigned look, const char *text)
{
    int lines = __real_put_paragraph((struct box){0, 0, box.w, 0}, 0, look, text);
    bool history = (look == LOOK_FAINT || look == LOOK_PLAIN) && skip > 0 && skip + box.h == lines;
    const char *word = broken_word(text, box.w);
    if (word)
        tell("broken", word, box);
    if (box.h > 0 && !in_sheet && !history && (skip > 0 || lines > box.h))
        tell("clipped", text, box);
    return __real_put_paragraph(box, skip, look, text);
}

/* A game's skin, so that it is known when it draws. */
static void draw_watched(struct stage *stage)
{
    in_stage = stage;
    __real_skin_of(stage->game)->draw(stage);
    in_stage = NULL;
}

const struct skin *__wrap_skin_of(const struct game *game)
{
    static struct skin skin;
    skin = *__real_skin_of(game);
    skin.draw = draw_watched;
    return &skin;
}

int __wrap_buttons_draw(struct screen *screen, struct box box)
{
    int rows = __real_buttons_draw(screen, box);
    if (box.h > 0 && rows > box.h)
        tell("clipped", "buttons", box);
    return rows;
}

void __wrap_sheet_draw(struct screen *screen)
{
    in_sheet = true;
    __real_sheet_draw(screen);
    in_sheet = false;
}
