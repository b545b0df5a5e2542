/* SPDX-License-Identifier: MIT */
/*
 * Super Taki on the full screen: pile and leading card (T21), the colour in force, what is going
 * on (cards owed, a run, a window), the direction of play; and the hand as a fan, with playable
 * cards raised.
 *
 *     ░░░░░░░░░  R        R     red             ↻ clockwise
 *     ░░░ 57 ░░     7           Noa takes 4 cards, or answers
 *     ░░░░░░░░░  R        R
 */
#include "tell/read_taki.h"
#include "tui/skin.h"

/* ---- cards ---- */

/* `red`, or its letter. */
static const char *colour_word(enum language language, bool letter, char colour)
{
    static const char *const keys[][2] = {{"colour.R", "colour.letter.R"},
                                          {"colour.G", "colour.letter.G"},
                                          {"colour.B", "colour.letter.B"},
                                          {"colour.Y", "colour.letter.Y"}};
    for (int i = 0; i < 4; i++)
        if ("RGBY"[i] == colour)
            return words_find(language, keys[i][letter]);
    return "";
}

static void write_piece(enum language language, const char *card, struct text *out)
{
    char figure[CARD_TEXT_MAX];
    taki_figure(card, figure);
    const char *name = words_name(language, "figure.", figure);
    if (taki_colour(card) == ' ') {
        text_string(out, name);
        return;
    }
    words_say(out, language, taki_is_colour(card[0]) ? "tui.taki.card" : "tui.taki.chosen",
              WITH(word_string("figure", name),
                   word_string("colour", colour_word(language, false, taki_colour(card)))));
}

static void draw_face(struct stage *stage, struct box box, const char *card, unsigned flags)
{
    char figure[CARD_TEXT_MAX];
    char colour = taki_colour(card);
    struct card_face face = {
        .look = colour_look(colour),
        .corner = taki_is_colour(colour) ? colour_word(stage->language, true, colour) : NULL,
        .large = true,
    };
    taki_figure(card, figure);
    face.middle = words_name(stage->language, "tui.taki.face.", figure);
    face.words = face.middle != figure;
    if (box.h == 1) {
        char whole[2 * CARD_TEXT_MAX];
        struct text text;
        text_init(&text, whole, sizeof whole);
        text_string(&text, face.corner ? face.corner : "");
        text_string(&text, face.corner ? " " : "");
        text_string(&text, face.middle);
        face.middle = whole;
        put_card(box, &face, flags);
        return;
    }
    put_card(box, &face, flags);
}

static void draw_hand_card(struct stage *stage, struct box box, int piece, unsigned flags)
{
    char card[CARD_TEXT_MAX];
    stage_piece(stage, piece, card);
    draw_face(stage, box, card, flags);
}

/* ---- the middle of the table ---- */

static void draw_pile(struct stage *stage, struct box box, const struct taki_now *now)
{
    struct step step =
        word_step(is_so(&stage->facts, FACT_WINDOW, NO_SEAT) || now->owed == 0 ? "draw" : "take");
    unsigned flags = stage_spot(stage, box, &step);
    put_back(box, stage_count(stage, ZONE_PILE, NO_SEAT), flags);
    put_under(box, flags);
}

/* The cards on the leading one; if that is too wide, the top one and their number. */
static void write_upon(const struct stage *stage, const struct taki_now *now, int w,
                       char out[PHRASE_MAX])
{
    struct text text;
    char card[CARD_TEXT_MAX] = "";
    text_init(&text, out, PHRASE_MAX);
    for (int i = 0; i < now->upon_count; i++) {
        stage_piece(stage, now->upon[i], card);
        text_string(&text, i > 0 ? " + " : "+ ");
        text_string(&text, card);
    }
    if (text_columns(out) <= w)
        return;
    text_init(&text, out, PHRASE_MAX);
    text_string(&text, "+ ");
    text_string(&text, card);
    text_string(&text, " (");
    text_number(&text, now->upon_count);
    text_char(&text, ')');
}

static void draw_lead(struct stage *stage, struct box box, const struct taki_now *now)
{
    struct step step = put_step(ZONE_DISCARD, NO_SEAT, 0, 0);
    unsigned flags = stage_flags(stage, &step);
    char upon[PHRASE_MAX];
    draw_face(stage, box, now->lead, flags | SPOT_LIT);
    write_upon(stage, now, box.w, upon);
    if (upon[0] != '\0') /* T21: they lie on the leading card without leading */
        put_sentence((struct box){box.x, box.y + box.h, box.w, 1}, ALIGN_CENTRE, LOOK_ACCENT | BOLD,
                     upon);
}

static void draw_colour(const struct stage *stage, struct box box, const struct taki_now *now)
{
    char label[PHRASE_MAX];
    struct text text;
    text_init(&text, label, sizeof label);
    text_char(&text, ' ');
    text_string(&text, now->colour == ' ' ? words_find(stage->language, "tui.taki.colour.any")
                                          : colour_word(stage->language, false, now->colour));
    text_char(&text, ' ');
    int columns = text_columns(label);
    struct box chip = {canvas_rtl() ? box.x + box.w - columns : box.x, box.y, columns, 1};
    put_sentence(chip, ALIGN_START, colour_look(now->colour) | BOLD, label);
    text_init(&text, label, sizeof label);
    text_string(&text, now->clockwise ? sign("↻ ", "-> ") : sign("↺ ", "<- "));
    text_string(&text, words_find(stage->language,
                                  now->clockwise ? "tui.taki.clockwise" : "tui.taki.counter"));
    struct box rest = {canvas_rtl() ? box.x : box.x + columns + 2, box.y, box.w - columns - 2, 1};
    if (text_columns(label) > rest.w)
        rest = (struct box){box.x, box.y + 1, box.w, 1};
    put_sentence(rest, ALIGN_START, LOOK_FAINT, label);
}

/* The sentence for the current situation; NULL: none. */
static const char *phase_key(const struct facts *facts)
{
    static const struct {
        enum fact_name name;
        const char *key;
    } phases[] = {
        {FACT_WINDOW, "tui.taki.window"}, {FACT_OWED, "tui.taki.owes"}, {FACT_RUN, "tui.taki.run"},
        {FACT_FREE, "tui.taki.free"},     {FACT_OPEN, "tui.taki.open"},
    };
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        if (is_so(facts, phases[i].name, NO_SEAT))
            return phases[i].key;
    return NULL;
}

static void write_phase(struct stage *stage, const struct taki_now *now, struct text *text)
{
    const char *key = phase_key(&stage->facts);
    char name[PHRASE_MAX];
    struct text written;
    if (!key)
        return;
    text_init(&written, name, sizeof name);
    stage_name(stage, now->turn, &written);
    words_say(text, stage->language, key,
              WITH(word_string("name", name), word_number("n", now->owed),
                   word_string("colour", colour_word(stage->language, false, now->colour))));
    if (is_so(&stage->facts, FACT_WINDOW, NO_SEAT) && stage->window_ms > 0) {
        text_char(text, '\n');
        words_say(text, stage->language, "tui.taki.window.time",
                  WITH(word_number("n", (stage->window_ms + 999) / 1000)));
    }
}

static void draw_middle(struct stage *stage, const struct card_plan *plan,
                        const struct taki_now *now)
{
    char phase[PHRASE_MAX];
    struct text text;
    struct box words = plan->words;
    if (!state_over(stage->view))
        draw_pile(stage, plan->pile, now);
    else
        put_back(plan->pile, stage_count(stage, ZONE_PILE, NO_SEAT), 0);
    draw_lead(stage, plan->card, now);
    draw_colour(stage, words, now);
    text_init(&text, phase, sizeof phase);
    write_phase(stage, now, &text);
    words.y += 2;
    words.h -= 2;
    put_paragraph(words, 0, LOOK_STRONG, phase);
}

static void draw(struct stage *stage)
{
    struct hand_style styles[CARD_SIZES] = {
        {.w = canvas_rtl() ? 7 : 6, .h = 3, .h_min = 1, .draw = draw_hand_card}, /* for words */
        {.w = 8, .h = 5, .h_min = 1, .draw = draw_hand_card},
        {.w = 11, .h = 7, .h_min = 1, .draw = draw_hand_card},
    };
    struct taki_now now;
    struct card_plan plan = plan_cards(stage, styles);
    taki_now_read(&now, stage->game, &stage->facts, stage->items, stage->items_count);
    draw_middle(stage, &plan, &now);
    put_hand(stage, plan.hand, &plan.style);
}

/* ---- words ---- */

/* `3/7?`: three cards left of a stage of seven (T23), and a call is due. */
static void note_brief(const struct stage *stage, int seat, struct text *text)
{
    const struct facts *facts = &stage->facts;
    const struct fact *began = facts_find(facts, FACT_STAGE, seat);
    text_number(text, stage_count(stage, ZONE_HAND, seat));
    if (began) {
        text_char(text, '/');
        text_number(text, began->number);
    }
    if (is_so(facts, FACT_DUTY, seat) || is_so(facts, FACT_CALLED, seat))
        text_char(text, is_so(facts, FACT_DUTY, seat) ? '?' : '!');
    if (is_so(facts, FACT_WINDOW, seat))
        text_string(text, " +3");
    else if (is_so(facts, FACT_PASSED, seat))
        text_string(text, sign(" ✓", " -"));
}

static void note(struct stage *stage, int seat, bool brief, struct text *text)
{
    static const struct {
        enum fact_name name;
        const char *key;
    } notes[] = {
        {FACT_STAGE, "tui.taki.stage"},   {FACT_DUTY, "tui.taki.duty"},
        {FACT_CALLED, "tui.taki.called"}, {FACT_WINDOW, "tui.taki.laid"},
        {FACT_PASSED, "tui.taki.passed"},
    };
    if (brief) {
        note_brief(stage, seat, text);
        return;
    }
    words_say(text, stage->language, "cards",
              WITH(word_number("n", stage_count(stage, ZONE_HAND, seat))));
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        const struct fact *fact = facts_find(&stage->facts, notes[i].name, seat);
        if (!fact)
            continue;
        text_string(text, sign(" · ", ", "));
        words_say(text, stage->language, notes[i].key, WITH(word_number("n", fact->number)));
    }
}

/* `Catch Dana!` (TR32) */
static bool label_catch(struct stage *stage, int seat, struct text *text)
{
    char name[PHRASE_MAX];
    struct text written;
    if (seat == NO_SEAT)
        return false;
    text_init(&written, name, sizeof name);
    stage_name(stage, seat, &written);
    words_say(text, stage->language, "taki.say.catch", WITH(word_string("name", name)));
    return true;
}

static bool label(struct stage *stage, const struct step *step, struct text *text)
{
    if (label_catch(stage, taki_caught(step->word), text))
        return true;
    if (!taki_is_colour(step->word[0]) || step->word[1] != '\0')
        return false;
    text_string(text, colour_word(stage->language, false, step->word[0]));
    return true;
}

const struct skin skin_taki = {
    .game = "taki",
    .write_piece = write_piece,
    .draw = draw,
    .note = note,
    .price_key = taki_price_key,
    .label = label,
};
