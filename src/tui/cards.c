/* SPDX-License-Identifier: MIT */
/*
 * Card tables: a pile and an open card with words beside them in the middle, the hand at the
 * bottom; as large as fits.
 *
 *     ░░░░░░░   ┌───────┐   what is going on
 *     ░░ 57 ░   │  24   │
 *     ░░░░░░░   └───────┘
 *
 *       ▔▔▔ ▔▔▔ ▔▔▔ ▔▔▔ ▔▔▔
 */
#include "tui/skin.h"

enum { GAP = 2, AROUND = 2, WORDS_MIN = 24, WORDS_MAX = 36 };

/* The open card, by size; the pile is two columns narrower. */
static const struct {
    int w, h;
} sizes[CARD_SIZES] = {{11, 5}, {13, 7}, {19, 9}};

/* In Hebrew the words are on the left, still next to the card. */
static void mirror(struct box *box, struct box all)
{
    box->x = all.x + all.w - (box->x - all.x) - box->w;
}

static struct card_plan plan_size(const struct stage *stage, const struct hand_style *style,
                                  int size)
{
    struct box box = stage->box;
    struct card_plan plan = {.style = *style};
    int w = sizes[size].w, h = sizes[size].h, most = box.h - h - AROUND;
    int wanted = hand_lines(stage, box.w, style), lines = wanted < most ? wanted : most;
    int cards = w - 1 + GAP + w + GAP, words = box.w - cards;
    words = words > WORDS_MAX ? WORDS_MAX : words;
    int x = box.x + (box.w - cards - words) / 2, y = box.y + (most - lines) / 2 + 1;
    plan.fits = wanted <= most && 2 * lines <= box.h && words >= WORDS_MIN;
    plan.pile = (struct box){x + 1, y, w - 2, h};
    plan.card = (struct box){x + w - 1 + GAP, y, w, h};
    plan.words = (struct box){x + cards, y, words, h};
    if (canvas_rtl()) {
        struct box all = {x, y, cards + words, h};
        mirror(&plan.pile, all);
        mirror(&plan.card, all);
        mirror(&plan.words, all);
    }
    plan.hand = (struct box){box.x, box.y + box.h - lines, box.w, lines};
    plan.words.h = plan.hand.y - y; /* the words may be taller than the card */
    return plan;
}

struct card_plan plan_cards(const struct stage *stage, const struct hand_style styles[CARD_SIZES])
{
    int size = CARD_SIZES - 1;
    struct card_plan plan = plan_size(stage, &styles[size], size);
    while (size > 0 && !plan.fits) {
        size--;
        plan = plan_size(stage, &styles[size], size);
    }
    return plan;
}

/* ---- large figures ---- */

enum { FIGURE_W = 3, FIGURE_H = 5 };

/* Five rows of three points each, from the top; three bits a row. */
static const struct {
    char sign;
    uint16_t points;
} figures[] = {
    {'0', 075557}, {'1', 026227}, {'2', 071747}, {'3', 071717}, {'4', 055711}, {'5', 074717},
    {'6', 074757}, {'7', 071122}, {'8', 075757}, {'9', 075717}, {'+', 002720}, {'?', 071302},
};

static bool find_figure(char sign_, uint16_t *points)
{
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (figures[i].sign == sign_) {
            *points = figures[i].points;
            return true;
        }
    return false;
}

static bool has_point(uint16_t points, int x, int y)
{
    return y < FIGURE_H && (points >> ((FIGURE_H - 1 - y) * FIGURE_W + FIGURE_W - 1 - x) & 1);
}

static void put_figure(int x, int y, unsigned look, uint16_t points)
{
    for (int row = 0; row < FIGURE_H; row += 2)
        for (int column = 0; column < FIGURE_W; column++) {
            bool upper = has_point(points, column, row), lower = has_point(points, column, row + 1);
            if (upper || lower)
                put(x + column, y + row / 2, look, upper && lower ? "█" : upper ? "▀" : "▄");
        }
}

bool put_large(struct box box, unsigned look, const char *text)
{
    int count = 0, h = (FIGURE_H + 1) / 2;
    uint16_t points;
    for (; text[count] != '\0'; count++)
        if (!find_figure(text[count], &points))
            return false;
    int w = count * (FIGURE_W + 1) - 1;
    if (canvas_ascii() || w > box.w || h > box.h)
        return false;
    int x = box.x + (box.w - w) / 2, y = box.y + (box.h - h) / 2;
    for (int i = 0; i < count && find_figure(text[i], &points); i++)
        put_figure(x + i * (FIGURE_W + 1), y, look, points);
    return true;
}
