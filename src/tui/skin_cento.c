/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi on the full screen: the open card with what was declared and the factors, one of
 * which the next card needs; the hand, each card with its products, a dot marking those that fit
 * (C4). A square (C6) has a green corner. The multiplication table (C14) is a sheet of its own.
 */
#include "tell/read_cento.h"
#include "tui/skin.h"

enum {
    TABLE_CELL = 4,
    TABLE_ROOM = 6, /* lines around it, to keep it clear of the cards */
};

/* ---- cards ---- */

/* A square's corner. */
static void put_corner(const struct stage *stage, struct box box, int64_t number)
{
    if (number_is(&stage->facts, FACT_SQUARE, number) && box.h > 1)
        put(box.x + box.w - 2, box.y, LOOK_GREEN | BOLD, sign("² ", "sq"));
}

static void draw_open_card(const struct stage *stage, struct box box, const struct cento_card *open)
{
    char product[CARD_TEXT_MAX] = "";
    struct text text;
    struct card_face face = {
        .look = LOOK_PAPER,
        .middle = open->text,
        .under = product,
        .large = true,
    };
    text_init(&text, product, sizeof product);
    if (open->low != 0)
        write_product(&text, open->low, open->high, sign("×", "x"));
    put_card(box, &face, SPOT_LIT);
    put_corner(stage, box, open->number);
}

/* How a card can be declared, with a dot where it fits; no dots for onlookers. */
static void put_ways(const struct stage *stage, struct box box, const struct cento_card *card)
{
    struct ways ways;
    bool fits, acts = stage->draft->moves.count > 0;
    ways_read(&ways, stage->game, &stage->facts, stage->viewer, card);
    for (int i = 0; i < box.h; i++) {
        char product[CARD_TEXT_MAX];
        struct text text;
        text_init(&text, product, sizeof product);
        if (!ways_write(&ways, i, sign("×", "x"), &text, &fits))
            return;
        unsigned look = LOOK_PAPER | (fits && acts ? BOLD : 0u);
        put(box.x, box.y + i, look, fits && acts ? sign("•", "*") : " ");
        put(box.x + 1, box.y + i, look, product);
    }
}

static void draw_hand_card(struct stage *stage, struct box box, int piece, unsigned flags)
{
    struct cento_card card;
    struct card_face face = {.look = LOOK_PAPER};
    cento_card_read(&card, stage->game, piece);
    if (box.h < 3)
        face.middle = card.text;
    put_card(box, &face, flags);
    put_corner(stage, box, card.number);
    if (box.h < 3)
        return;
    unsigned look = LOOK_PAPER | (flags & (SPOT_LIT | SPOT_HELD) ? BOLD : 0u);
    put(box.x + 1, box.y, look, card.text);
    put_ways(stage, (struct box){box.x, box.y + 1, box.w, box.h - 1}, &card);
}

/* ---- the middle of the table ---- */

static void draw_pile(struct stage *stage, struct box box)
{
    struct step step = word_step("draw");
    unsigned flags = state_over(stage->view) ? 0 : stage_spot(stage, box, &step);
    put_back(box, stage_count(stage, ZONE_PILE, NO_SEAT), flags);
    put_under(box, flags);
}

static void draw_factors(struct stage *stage, struct box box, const struct cento_card *open)
{
    const char *key = open->number == 0 ? "tui.cento.fits.all"
                      : stage->quiet    ? "tui.cento.fits.quiet"
                      : open->low       ? "tui.cento.fits"
                                        : "tui.cento.fits.any";
    int x = box.x, shown = 0;
    put_paragraph((struct box){box.x, box.y, box.w, 2}, 0, LOOK_PLAIN,
                  words_find(stage->language, key));
    for (int factor = 1; factor <= FACTOR_MAX; factor++)
        shown += number_is(&stage->facts, FACT_FACTOR, factor) ? (factor < 10 ? 4 : 5) : 0;
    if (canvas_rtl())
        x += box.w - shown + 1;
    for (int factor = 1; factor <= FACTOR_MAX; factor++) {
        char number[CARD_TEXT_MAX];
        struct text text;
        if (!number_is(&stage->facts, FACT_FACTOR, factor))
            continue;
        text_init(&text, number, sizeof number);
        text_char(&text, ' ');
        text_number(&text, factor);
        text_char(&text, ' ');
        x += put(x, box.y + 2, LOOK_YELLOW | BOLD, number) + 1;
    }
}

static void draw_round(struct stage *stage, struct box box)
{
    const struct fact *round = facts_find(&stage->facts, FACT_ROUND, NO_SEAT);
    const char *rounds = rounds_of(stage->game, stage->view);
    char sentence[PHRASE_MAX];
    if (!round || string_equal(rounds, "1"))
        return;
    stage_say(stage, sentence, "tui.cento.round",
              WITH(word_number("round", round->number), word_string("rounds", rounds)));
    put_sentence(box, ALIGN_START, LOOK_FAINT, sentence);
}

/* ---- the multiplication table ---- */

static struct box extra_size(void)
{
    return (struct box){0, 0, TABLE_CELL * (FACTOR_MAX + 1), FACTOR_MAX + 1};
}

static void put_number(int x, int y, unsigned look, int number)
{
    char written[CARD_TEXT_MAX];
    struct text text;
    text_init(&text, written, sizeof written);
    text_number(&text, number);
    put(x + TABLE_CELL - 1 - (int)text.size, y, look, written);
}

static unsigned table_look(const struct facts *facts, int row, int column)
{
    bool lit = number_is(facts, FACT_FACTOR, row) || number_is(facts, FACT_FACTOR, column);
    if (row == 0 || column == 0)
        return lit ? LOOK_YELLOW | BOLD : LOOK_STRONG;
    if (number_is(facts, FACT_SQUARE, row * column))
        return LOOK_GREEN | (lit ? BOLD : 0u);
    return lit ? LOOK_PLAIN | BOLD : LOOK_FAINT;
}

/* The factors are above and to the left of the products; those in force have another
 * colour. */
static void draw_extra(struct stage *stage, struct box box)
{
    for (int row = 0; row <= FACTOR_MAX; row++)
        for (int column = row == 0; column <= FACTOR_MAX; column++)
            put_number(box.x + column * TABLE_CELL, box.y + row,
                       table_look(&stage->facts, row, column),
                       row == 0 || column == 0 ? row + column : row * column);
}

/* ---- all of it ---- */

static void draw_middle(struct stage *stage, const struct card_plan *plan)
{
    struct cento_card open;
    struct box words = plan->words;
    open_card_read(&open, stage->game, &stage->facts);
    draw_pile(stage, plan->pile);
    draw_open_card(stage, plan->card, &open);
    draw_factors(stage, words, &open);
    words.y += plan->card.h - 1;
    draw_round(stage, words);
}

/* With plenty of room, the multiplication table is shown here too. */
static void draw(struct stage *stage)
{
    static const struct hand_style styles[CARD_SIZES] = {
        {.w = 7, .h = 3, .h_min = 1, .draw = draw_hand_card},
        {.w = 9, .h = 4, .h_min = 1, .draw = draw_hand_card},
        {.w = 11, .h = 6, .h_min = 1, .draw = draw_hand_card},
    };
    struct card_plan plan = plan_cards(stage, styles);
    struct box table = extra_size();
    int left = plan.hand.y - stage->box.y - plan.pile.h - table.h;
    if (left >= TABLE_ROOM && table.w <= stage->box.w) {
        int y = stage->box.y + left / 3;
        plan.pile.y = plan.card.y = plan.words.y = y;
        table.x = stage->box.x + (stage->box.w - table.w) / 2;
        table.y = y + plan.pile.h + left / 3;
        draw_extra(stage, table);
    }
    draw_middle(stage, &plan);
    put_hand(stage, plan.hand, &plan.style);
}

/* ---- words ---- */

static void note(struct stage *stage, int seat, bool brief, struct text *text)
{
    (void)brief;
    int cards = stage_count(stage, ZONE_HAND, seat);
    if (cards == 0)
        text_string(text, words_find(stage->language, "tui.cento.out"));
    else
        words_say(text, stage->language, "cards", WITH(word_number("n", cards)));
}

/* `4x6` with the printed sign reads better. */
static bool label(struct stage *stage, const struct step *step, struct text *text)
{
    struct scan scan = {step->word};
    int64_t low, high;
    (void)stage;
    if (!scan_number(&scan, 1, FACTOR_MAX, &low) || !scan_char(&scan, 'x') ||
        !scan_number(&scan, 1, FACTOR_MAX, &high))
        return false;
    write_product(text, low, high, sign("×", "x"));
    return true;
}

const struct skin skin_cento = {
    .game = "cento",
    .draw = draw,
    .note = note,
    .label = label,
    .extra = "tui.cento.table",
    .extra_size = extra_size,
    .draw_extra = draw_extra,
};
