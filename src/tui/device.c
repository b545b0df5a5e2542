/* SPDX-License-Identifier: MIT */
/* A sheet with the link to your seat for another device: to type, to copy, and for a camera. */
#include <string.h>

#include "base/qr.h"
#include "tui/screen_parts.h"

enum {
    QUIET = 2,      /* light squares around the code */
    WORDS_MIN = 22, /* columns of text beside it */
    WORDS_MAX = 40,
    EDGES = 4, /* of the sheet, both sides together: a line and a space each */
    DEVICE_TEXT_MAX = 1024,
    COMMAND_LINE_MAX = 32,
};

void sheet_device(struct screen *screen)
{
    if (!screen->channel || screen->channel->link[0] == '\0')
        notice_say(screen, true, "tui.device.none", WITH_NOTHING);
    else
        sheet_open(screen, SHEET_DEVICE, "tui.menu.device");
}

void sheet_unkept(struct screen *screen)
{
    struct text text;
    sheet_open(screen, SHEET_TEXT, "tui.unkept");
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    words_say(&text, screen->setup.language, "tui.unkept.text", WITH_NOTHING);
    sheet_row(screen, (struct button){.act = ACT_DEVICE}, "tui.unkept.link");
    sheet_row(screen, (struct button){.act = ACT_CLOSE}, "tui.unkept.later");
}

/* Does the link work on this machine only? */
static bool is_near(const char *link)
{
    static const char *const near[] = {"://localhost", "://127.", "://[::1]"};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (strstr(link, near[i]))
            return true;
    return false;
}

static void write_words(const struct screen *screen, char out[DEVICE_TEXT_MAX])
{
    char command[COMMAND_LINE_MAX];
    struct text text;
    text_init(&text, command, sizeof command);
    bidi_isolate(&text, "kufsa join -"); /* keeps the dash at the end in Hebrew */
    text_init(&text, out, DEVICE_TEXT_MAX);
    words_say(&text, screen->setup.language, "tui.device", WITH_NOTHING);
    text_string(&text, "\n\n");
    words_say(&text, screen->setup.language, "tui.device.terminal",
              WITH(word_string("command", command)));
    if (is_near(screen->channel->link)) {
        text_string(&text, "\n\n");
        words_say(&text, screen->setup.language, "tui.device.near", WITH_NOTHING);
    }
}

/* Two squares per character, dark on light. */
static void draw_code(const struct qr *qr, int left, int top)
{
    static const char *const halves[] = {" ", "▄", "▀", "█"}; /* upper, lower */
    for (int y = -QUIET; y < qr->width + QUIET; y += 2)
        for (int x = -QUIET; x < qr->width + QUIET; x++)
            put(left + x + QUIET, top + (y + QUIET) / 2, LOOK_PAPER,
                halves[2 * qr_dark(qr, x, y) + qr_dark(qr, x, y + 1)]);
}

/* The link on as many lines as it takes; returns how many. With a height of 0 it only counts. */
static int draw_link(struct box box, const char *link)
{
    char part[CHANNEL_URL_MAX];
    int lines = 0;
    for (size_t at = 0; link[at] != '\0'; lines++) {
        struct text text;
        size_t left = string_size(link + at), size = left < (size_t)box.w ? left : (size_t)box.w;
        text_init(&text, part, sizeof part);
        text_bytes(&text, link + at, size);
        if (lines < box.h)
            put(box.x, box.y + lines, LOOK_STRONG, part);
        at += size;
    }
    return lines;
}

/* The layout: the code beside the words if there is room, the link below. */
struct device_plan {
    struct qr qr;
    bool shown;           /* is the code shown? */
    int columns, rows;    /* of the code */
    int w, h, link_lines; /* size of everything inside the frame; lines of the link in it */
    char words[DEVICE_TEXT_MAX];
};

static void make_plan(struct device_plan *plan, const struct screen *screen)
{
    const char *link = screen->channel->link;
    int most_w = canvas_width() - 2 - EDGES, most_h = canvas_height() - 4;
    bool made = qr_make(&plan->qr, link, string_size(link), QR_LOW, QR_MASK_BEST);
    write_words(screen, plan->words);
    plan->columns = made ? plan->qr.width + 2 * QUIET : 0;
    plan->rows = (plan->columns + 1) / 2;
    plan->w = plan->columns + 2 + WORDS_MAX;
    if (plan->w < text_columns(link))
        plan->w = text_columns(link);
    if (plan->w > most_w)
        plan->w = most_w;
    plan->link_lines = draw_link((struct box){0, 0, plan->w, 0}, link);
    plan->shown = made && !canvas_ascii() && plan->columns + 2 + WORDS_MIN <= plan->w &&
                  plan->rows + plan->link_lines <= most_h;
    int beside = plan->shown ? plan->w - plan->columns - 2 : plan->w;
    plan->h = put_paragraph((struct box){0, 0, beside, 0}, 0, LOOK_PLAIN, plan->words);
    if (plan->shown && plan->h < plan->rows)
        plan->h = plan->rows;
    plan->h += plan->link_lines;
    if (plan->h > most_h)
        plan->h = most_h;
}

void device_draw(struct screen *screen)
{
    static struct device_plan plan;
    make_plan(&plan, screen);
    struct box inner = sheet_paper(screen, plan.w + EDGES, plan.h + 2);
    struct box words = {inner.x, inner.y, inner.w, inner.h - plan.link_lines};
    int code_x = canvas_rtl() ? inner.x + inner.w - plan.columns : inner.x;
    if (plan.shown) {
        words.w -= plan.columns + 2;
        words.x += canvas_rtl() ? 0 : plan.columns + 2;
        draw_code(&plan.qr, code_x, inner.y);
    }
    put_paragraph(words, 0, LOOK_PLAIN, plan.words);
    draw_link((struct box){inner.x, inner.y + words.h, inner.w, plan.link_lines},
              screen->channel->link);
}
