/* SPDX-License-Identifier: MIT */
/* A game without looks of its own: its board as a grid, its heaps in a row below, the viewer's hand
 * at the bottom, all in the game's notation. */
#include "tui/screen_parts.h"

enum { CARD_W = 6, CARD_H = 3, GAP = 2 };

/* The squares in use and those that a touch can reach. */
struct span {
    bool any;
    int left, right, bottom, top;
};

static void span_add(struct span *span, struct place place)
{
    if (place.zone != ZONE_BOARD)
        return;
    if (!span->any)
        *span = (struct span){true, place.x, place.x, place.y, place.y};
    span->left = place.x < span->left ? place.x : span->left;
    span->right = place.x > span->right ? place.x : span->right;
    span->bottom = place.y < span->bottom ? place.y : span->bottom;
    span->top = place.y > span->top ? place.y : span->top;
}

static struct span span_of(const struct stage *stage)
{
    struct span span = {0};
    const struct draft *draft = stage->draft;
    for (int i = 0; i < stage->items_count; i++)
        span_add(&span, stage->items[i].place);
    for (int i = 0; draft->game && i < draft->reach.next_count; i++)
        span_add(&span, draft->gestures.known[draft->reach.next[i]].place);
    return span;
}

static void draw_card(struct stage *stage, struct box box, int piece, unsigned flags)
{
    char text[CARD_TEXT_MAX];
    stage_piece(stage, piece, text);
    put_card(box, &(struct card_face){.look = LOOK_PAPER, .middle = text}, flags);
}

/* A square is what can be put there, or what can be taken from it. */
static void draw_square(struct stage *stage, struct box cell, int x, int y)
{
    struct place place = {ZONE_BOARD, NO_SEAT, (int8_t)x, (int8_t)y};
    const struct item *item = stage_item(stage, place);
    struct step step = put_step(ZONE_BOARD, NO_SEAT, x, y);
    if (item && !draft_can(stage->draft, &step) && !draft_has(stage->draft, &step))
        step = take_step(ZONE_BOARD, NO_SEAT, x, y, item->piece);
    unsigned flags = stage_spot(stage, cell, &step);
    if (item)
        draw_card(stage, cell, item->piece, flags);
    else
        put(cell.x + cell.w / 2, cell.y + cell.h / 2, LOOK_FAINT, sign("·", "."));
    put_under(cell, flags);
}

static void draw_board(struct stage *stage, struct box box)
{
    struct span span = span_of(stage);
    int columns = span.right - span.left + 1, rows = span.top - span.bottom + 1;
    if (!span.any)
        return;
    int w = box.w / columns - 1, h = box.h / rows - 1; /* a mark is below each square */
    w = w < 1 ? 1 : w > CARD_W ? CARD_W : w;
    h = h < 1 ? 1 : h > CARD_H ? CARD_H : h;
    int left = box.x + (box.w - columns * (w + 1)) / 2, top = box.y + (box.h - rows * (h + 1)) / 2;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            struct box cell = {left + column * (w + 1), top + row * (h + 1), w, h};
            if (cell.x >= box.x && cell.x + w <= box.x + box.w && cell.y >= box.y &&
                cell.y + h < box.y + box.h)
                draw_square(stage, cell, span.left + column, span.top - row);
        }
}

/* A pile or the discards: its top and the number of things in it. */
static void draw_heap(struct stage *stage, struct box box, enum zone zone)
{
    const struct item *top = stage_item(stage, (struct place){(uint8_t)zone, NO_SEAT, 0, 0});
    struct step step = put_step(zone, NO_SEAT, 0, 0);
    if (!top && !draft_can(stage->draft, &step))
        return;
    unsigned flags = stage_spot(stage, box, &step);
    int count = stage_count(stage, zone, NO_SEAT);
    if (!top || top->piece == NO_PIECE) {
        put_back(box, count, flags);
    } else {
        char piece[CARD_TEXT_MAX], number[CARD_TEXT_MAX];
        struct text text;
        stage_piece(stage, top->piece, piece);
        text_init(&text, number, sizeof number);
        text_string(&text, sign("×", "x"));
        text_number(&text, count);
        put_card(box, &(struct card_face){.look = LOOK_PAPER, .middle = piece, .under = number},
                 flags);
    }
    put_under(box, flags);
}

static void draw(struct stage *stage)
{
    const struct hand_style style = {.w = CARD_W, .h = CARD_H, .h_min = 1, .draw = draw_card};
    struct box box = stage->box;
    int hand = hand_lines(stage, box.w, &style), heaps = CARD_H + 1;
    bool any_heap =
        stage_count(stage, ZONE_PILE, NO_SEAT) > 0 || stage_count(stage, ZONE_DISCARD, NO_SEAT) > 0;
    heaps = any_heap && hand + heaps < box.h ? heaps : 0;
    int middle = box.x + box.w / 2, y = box.y + box.h - hand - heaps;
    draw_board(stage, (struct box){box.x, box.y, box.w, y - box.y});
    if (heaps > 0) {
        draw_heap(stage, (struct box){middle - CARD_W - GAP, y, CARD_W, CARD_H}, ZONE_PILE);
        draw_heap(stage, (struct box){middle + GAP, y, CARD_W, CARD_H}, ZONE_DISCARD);
    }
    put_hand(stage, (struct box){box.x, box.y + box.h - hand, box.w, hand}, &style);
}

static void note(struct stage *stage, int seat, bool brief, struct text *text)
{
    int cards = stage_count(stage, ZONE_HAND, seat) + stage_count(stage, ZONE_RESERVE, seat);
    (void)brief;
    if (cards > 0)
        words_say(text, stage->language, "cards", WITH(word_number("n", cards)));
}

const struct skin skin_plain = {.draw = draw, .note = note};
