/* SPDX-License-Identifier: MIT */
/*
 * A list with more rows than fit: they scroll, and the answers below stay in place.
 *
 *     ╔ title ═══════════════════════════════════╗
 *     ║ a sentence, if there is one              ║
 *     ║                                          ║
 *     ║ start of a row                 its end   ║
 *     ║ …                                        ║
 *     ║                                          ║
 *     ║ an answer                                ║
 *     ╚══════════════════════════════════ 3/40 ══╝
 */
#include "tui/screen_parts.h"

enum { LIST_WIDTH = 96, MARGIN = 6, END_GAP = 2 };

static int count_all(const struct sheet *sheet)
{
    return sheet->list->count + sheet->rows_count;
}

/* Paints the background of a row and returns the part to write on. */
static struct box begin_row(struct screen *screen, struct box line, int at, unsigned *look)
{
    *look = at == screen->sheet.at ? LOOK_BUTTON | INVERSE | BOLD : LOOK_PLAIN;
    put_ground(line, *look);
    spots_add(screen, SPOT_ROW, line, at);
    return (struct box){line.x + 1, line.y, line.w - 2, 1};
}

/* The end of a row is never cut: it says when. */
static void draw_row(struct screen *screen, struct box line, int at)
{
    const struct screen_list *list = screen->sheet.list;
    const char *start, *end;
    unsigned look;
    struct box inner = begin_row(screen, line, at, &look);
    list->write(list->context, at, &start, &end);
    int w = text_columns(end) < inner.w ? text_columns(end) : inner.w;
    put_sentence(inner, ALIGN_END, look, end);
    inner.w -= w + END_GAP;
    if (canvas_rtl())
        inner.x += w + END_GAP;
    if (inner.w > 0)
        put_sentence(inner, ALIGN_START, look, start);
}

/* Draws rows starting so that the selected one is visible. */
static void draw_rows(struct screen *screen, struct box box)
{
    struct sheet *sheet = &screen->sheet;
    int count = sheet->list->count, most = count > box.h ? count - box.h : 0;
    if (sheet->at < count && sheet->at < sheet->scroll)
        sheet->scroll = sheet->at;
    if (sheet->at < count && sheet->at >= sheet->scroll + box.h)
        sheet->scroll = sheet->at - box.h + 1;
    if (sheet->scroll > most)
        sheet->scroll = most;
    for (int i = 0; i < box.h && sheet->scroll + i < count; i++)
        draw_row(screen, (struct box){box.x, box.y + i, box.w, 1}, sheet->scroll + i);
}

static void draw_answers(struct screen *screen, struct box box)
{
    const struct sheet *sheet = &screen->sheet;
    for (int i = 0; i < sheet->rows_count; i++) {
        unsigned look;
        struct box line = {box.x, box.y + i, box.w, 1};
        struct box inner = begin_row(screen, line, sheet->list->count + i, &look);
        put_sentence(inner, ALIGN_START, look, sheet->rows[i].label);
    }
}

/* The scroll position, on the frame. */
static void draw_mark(const struct sheet *sheet, struct box inner)
{
    char mark[LABEL_MAX];
    struct text text;
    int at = sheet->at < sheet->list->count ? sheet->at + 1 : sheet->list->count;
    text_init(&text, mark, sizeof mark);
    text_string(&text, sign(" ↑↓ ", " ^v "));
    text_number(&text, at);
    text_char(&text, '/');
    text_number(&text, sheet->list->count);
    text_char(&text, ' ');
    put(inner.x + inner.w - text_columns(mark), inner.y + inner.h, LOOK_ACCENT, mark);
}

void list_draw(struct screen *screen)
{
    struct sheet *sheet = &screen->sheet;
    int w = canvas_width() - MARGIN < LIST_WIDTH ? canvas_width() - MARGIN : LIST_WIDTH;
    int lines = put_paragraph((struct box){0, 0, w - 4, 0}, 0, LOOK_PLAIN, sheet->text);
    int text_h = sheet->text[0] != '\0' ? lines + 1 : 0;
    int answers_h = sheet->rows_count + (sheet->list->count > 0);
    int most = canvas_height() - 4 - text_h - answers_h;
    sheet->shown = sheet->list->count < most ? sheet->list->count : most > 0 ? most : 1;
    struct box inner = sheet_paper(screen, w, text_h + sheet->shown + answers_h + 2);
    if (text_h > 0)
        put_paragraph((struct box){inner.x, inner.y, inner.w, lines}, 0, LOOK_PLAIN, sheet->text);
    draw_rows(screen, (struct box){inner.x, inner.y + text_h, inner.w, sheet->shown});
    draw_answers(screen, (struct box){inner.x, inner.y + inner.h - sheet->rows_count, inner.w,
                                      sheet->rows_count});
    if (sheet->shown < sheet->list->count)
        draw_mark(sheet, inner);
}

/* ---- keys ---- */

static void step(struct sheet *sheet, int by)
{
    sheet->at = (sheet->at + by + count_all(sheet)) % count_all(sheet);
}

/* Clamped to the rows there are. */
static void page(struct sheet *sheet, int by)
{
    int at = sheet->at + by;
    sheet->at = at < 0 ? 0 : at >= count_all(sheet) ? count_all(sheet) - 1 : at;
}

bool list_key(struct screen *screen, const struct tap *tap)
{
    struct sheet *sheet = &screen->sheet;
    switch (tap->key) {
    case TAP_UP:
    case TAP_BACK_TAB: step(sheet, -1); break;
    case TAP_DOWN:
    case TAP_TAB: step(sheet, 1); break;
    case TAP_WHEEL_UP: page(sheet, -1); break;
    case TAP_WHEEL_DOWN: page(sheet, 1); break;
    case TAP_PAGE_UP: page(sheet, -sheet->shown); break;
    case TAP_PAGE_DOWN: page(sheet, sheet->shown); break;
    case TAP_HOME: sheet->at = 0; break;
    case TAP_END: sheet->at = count_all(sheet) - 1; break;
    case TAP_ENTER:
    case ' ': sheet_choose(screen, sheet->at); break;
    default:
        if (tap->key < '1' || tap->key > '9')
            return false;
        if (tap->key - '1' < count_all(sheet))
            sheet_choose(screen, tap->key - '1');
    }
    return true;
}
