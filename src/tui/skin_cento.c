/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi on a full screen: the open card with what was declared and the factors that the next
 * card must have one of; the hand, each card with its products, of which a dot marks those that fit
 * (C4). A square (C6) has a green corner. The multiplication table (C14) is a sheet of its own.
 */
#include "tui/read_cento.h"
#include "tui/skin.h"

enum {
    TABLE_CELL = 4,
    ROUND_FIELD = 5,
    TABLE_ROOM = 6, /* lines around it, so that it does not crowd the cards */
};

/* ---- cards ---- */

/* A square's corner. */
static void put_corner(struct box box, int64_t number)
{
    if (is_square(number) && box.h > 1)
        put(box.x + box.w - 2, box.y, LOOK_GREEN | BOLD, sign("² ", "sq"));
}

static void draw_open_card(struct stage *stage, struct box box, const struct open_card *open)
{
    char product[CARD_TEXT_MAX] = "";
    struct text text;
    struct card_face face = {
        .look = LOOK_PAPER,
        .middle = open->card,
        .under = product,
        .large = true,
    };
    (void)stage;
    text_init(&text, product, sizeof product);
    if (open->low != 0)
        write_product(&text, open->low, open->high, sign("×", "x"));
    put_card(box, &face, SPOT_LIT);
    put_corner(box, open->number);
}

/* Does some legal move play this card as this product? */
static bool fits(const struct stage *stage, const char *card, int64_t low, int64_t high)
{
    char wanted[MOVE_TEXT_MAX], written[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, wanted, sizeof wanted);
    text_string(&text, card);
    text_char(&text, '=');
    write_product(&text, low, high, "x");
    for (int i = 0; i < stage->hand->moves.count; i++) {
        text_init(&text, written, sizeof written);
        stage->game->write_move(stage->view, stage->hand->moves.list[i], &text);
        if (string_equal(written, wanted))
            return true;
    }
    return false;
}

static void draw_hand_card(struct stage *stage, struct box box, int piece, unsigned flags)
{
    char card[CARD_TEXT_MAX];
    int64_t number = 0, low, high;
    struct card_face face = {.look = LOOK_PAPER};
    stage_piece(stage, piece, card);
    struct scan scan = {card};
    scan_number(&scan, 1, MULTIPLIER_MAX * MULTIPLIER_MAX, &number);
    if (box.h < 3)
        face.middle = card;
    put_card(box, &face, flags);
    put_corner(box, number);
    if (box.h < 3)
        return;
    unsigned look = LOOK_PAPER | (flags & (SPOT_LIT | SPOT_HELD) ? BOLD : 0u);
    put(box.x + 1, box.y, look, card);
    for (int i = 0; number > 0 && i < box.h - 1 && find_product(number, i, &low, &high); i++) {
        char line[CARD_TEXT_MAX];
        struct text text;
        bool fit = fits(stage, card, low, high);
        text_init(&text, line, sizeof line);
        text_string(&text, fit ? sign("•", "*") : " ");
        write_product(&text, low, high, sign("×", "x"));
        put(box.x, box.y + 1 + i, fit ? LOOK_PAPER | BOLD : LOOK_PAPER, line);
    }
    if (number == 0)
        put(box.x + 1, box.y + 1, look, sign("?×?", "?x?"));
}

/* ---- the middle of the table ---- */

static void draw_pile(struct stage *stage, struct box box)
{
    struct step step = word_step("draw");
    unsigned flags = state_over(stage->view) ? 0 : stage_spot(stage, box, &step);
    put_back(box, stage_count(stage, ZONE_PILE, NO_SEAT), flags);
    put_under(box, flags);
}

static void draw_factors(struct stage *stage, struct box box, const struct open_card *open)
{
    const char *key = open->number == 0 ? "tui.cento.fits.all"
                      : open->low       ? "tui.cento.fits"
                                        : "tui.cento.fits.any";
    int x = box.x, shown = 0;
    put_paragraph((struct box){box.x, box.y, box.w, 2}, 0, LOOK_PLAIN,
                  words_find(stage->language, key));
    for (int64_t factor = 1; factor <= MULTIPLIER_MAX; factor++)
        shown += open_card_asks(open, factor) ? (factor < 10 ? 4 : 5) : 0;
    if (canvas_rtl())
        x += box.w - shown + 1;
    for (int64_t factor = 1; factor <= MULTIPLIER_MAX; factor++) {
        char number[CARD_TEXT_MAX];
        struct text text;
        if (!open_card_asks(open, factor))
            continue;
        text_init(&text, number, sizeof number);
        text_char(&text, ' ');
        text_number(&text, factor);
        text_char(&text, ' ');
        x += put(x, box.y + 2, LOOK_YELLOW | BOLD, number) + 1;
    }
}

/* `0:2:1`: the seat to move, the round, the seat that began it. */
static void draw_round(struct stage *stage, struct box box)
{
    struct scan scan = {stage->field[ROUND_FIELD]};
    int option = game_option(stage->game, "rounds");
    int64_t turn, round;
    char sentence[PHRASE_MAX];
    if (!scan_number(&scan, 0, SEATS_MAX - 1, &turn) || !scan_char(&scan, ':') ||
        !scan_number(&scan, 1, INT16_MAX, &round) || option < 0)
        return;
    const char *rounds = stage->game->options[option].values[stage->view->option[option]];
    if (string_equal(rounds, "1"))
        return;
    stage_say(stage, sentence, "tui.cento.round",
              WITH(word_number("round", round), word_string("rounds", rounds)));
    put_sentence(box, ALIGN_START, LOOK_FAINT, sentence);
}

/* ---- the multiplication table ---- */

static struct box extra_size(void)
{
    return (struct box){0, 0, TABLE_CELL * (MULTIPLIER_MAX + 1), MULTIPLIER_MAX + 1};
}

static void put_number(int x, int y, unsigned look, int64_t number)
{
    char written[CARD_TEXT_MAX];
    struct text text;
    text_init(&text, written, sizeof written);
    text_number(&text, number);
    put(x + TABLE_CELL - 1 - (int)text.size, y, look, written);
}

static void draw_extra(struct stage *stage, struct box box)
{
    struct open_card open;
    open_card_read(&open, stage->field[0]);
    for (int64_t row = 0; row <= MULTIPLIER_MAX; row++)
        for (int64_t column = 0; column <= MULTIPLIER_MAX; column++) {
            int64_t number = row == 0 || column == 0 ? row + column : row * column;
            bool head = row == 0 || column == 0;
            bool lit = (row > 0 && open_card_asks(&open, row)) ||
                       (column > 0 && open_card_asks(&open, column));
            unsigned look = head  ? (lit ? LOOK_YELLOW | BOLD : LOOK_STRONG)
                            : lit ? LOOK_PLAIN | BOLD
                                  : LOOK_FAINT;
            int x = box.x + (int)column * TABLE_CELL, y = box.y + (int)row;
            if (number == 0)
                continue;
            if (!head && row == column)
                look = LOOK_GREEN | (lit ? BOLD : 0u);
            put_number(x, y, look, number);
        }
}

/* ---- all of it ---- */

static void draw_middle(struct stage *stage, const struct card_plan *plan)
{
    struct open_card open;
    struct box words = plan->words;
    open_card_read(&open, stage->field[0]);
    draw_pile(stage, plan->pile);
    draw_open_card(stage, plan->card, &open);
    draw_factors(stage, words, &open);
    words.y += words.h - 1;
    draw_round(stage, words);
}

/* Where there is a lot of room the multiplication table lies there too. */
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

static void spell(const struct hand *hand, const struct step *step, struct text *text)
{
    char card[CARD_TEXT_MAX];
    struct text written;
    int64_t number, low, high;
    if (step->kind == STEP_CHOOSE) {
        text_string(text, step->word);
        return;
    }
    if (step->kind != STEP_TAKE || step->place.zone != ZONE_HAND)
        return;
    text_init(&written, card, sizeof card);
    hand->game->write_piece(step->piece, &written);
    struct scan scan = {card};
    if (!scan_number(&scan, 1, MULTIPLIER_MAX * MULTIPLIER_MAX, &number) ||
        !find_product(number, 0, &low, &high))
        return;
    text_string(text, card);
    text_char(text, '=');
    write_product(text, low, high, "x");
}

static void note(struct stage *stage, int seat, struct text *text)
{
    int cards = stage_count(stage, ZONE_HAND, seat);
    if (cards == 0)
        text_string(text, words_find(stage->language, "tui.cento.out"));
    else
        words_say(text, stage->language, "cards", WITH(word_number("n", cards)));
}

/* `4x6` reads better as it is printed. */
static bool label(struct stage *stage, const struct step *step, struct text *text)
{
    struct scan scan = {step->word};
    int64_t low, high;
    (void)stage;
    if (!scan_number(&scan, 1, MULTIPLIER_MAX, &low) || !scan_char(&scan, 'x') ||
        !scan_number(&scan, 1, MULTIPLIER_MAX, &high))
        return false;
    write_product(text, low, high, sign("×", "x"));
    return true;
}

const struct skin skin_cento = {
    .game = "cento",
    .draw = draw,
    .spell = spell,
    .note = note,
    .label = label,
    .extra = "tui.cento.table",
    .extra_size = extra_size,
    .draw_extra = draw_extra,
};
