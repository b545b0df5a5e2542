/* SPDX-License-Identifier: MIT */
/*
 * Super Taki on a full screen: pile and leading card (T21), the colour in force, what is going on
 * (cards owed, a run, a window), the direction of play; and the hand as a fan in which what can be
 * laid stands higher.
 *
 *     ░░░░░░░░░  R        R     red             ↻ clockwise
 *     ░░░ 57 ░░     7           Noa takes 4 cards, or answers
 *     ░░░░░░░░░  R        R
 */
#include <string.h>

#include "tui/skin.h"

enum {
    DISCARDS_MAX = 116,
    PER_PLUS = 2,
};

/* The fields of a position. */
enum { DISCARDS, HANDS, PILE, TURN, PHASE, OPENNESS, SIGNS, STAGES };

struct table_now {
    char discards[POSITION_MAX];
    char *upon[DISCARDS_MAX]; /* cards that lie on the leading one, from the top */
    int upon_count;
    const char *lead;
    char colour; /* in force; blank: any */
    int64_t turn, chain;
    bool clockwise, window;
    const char *passed;
};

/* ---- reading ---- */

static bool is_colour(char c)
{
    return c != '\0' && strchr("RGBY", c) != NULL;
}

static char colour_of(const char *card)
{
    const char *chosen = strchr(card, '=');
    if (is_colour(card[0]))
        return card[0];
    return chosen ? chosen[1] : ' ';
}

/* `7` of `G7`, `color` of `color=B`. */
static void write_figure(const char *card, char out[CARD_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, CARD_TEXT_MAX);
    for (card += is_colour(card[0]); *card != '\0' && *card != '='; card++)
        text_char(&text, *card);
}

static int turn(const struct stage *stage)
{
    struct scan scan = {stage->field[TURN]};
    int64_t seat = 0;
    scan_number(&scan, 0, SEATS_MAX - 1, &seat);
    return (int)seat;
}

static void read_table(struct table_now *now, const struct stage *stage)
{
    struct scan scan = {stage->field[TURN]};
    struct text text;
    now->turn = now->chain = 0;
    scan_number(&scan, 0, SEATS_MAX - 1, &now->turn);
    now->clockwise = scan_char(&scan, '>');
    text_init(&text, now->discards, sizeof now->discards);
    text_string(&text, stage->field[DISCARDS]);
    int count = text_cut(now->discards, ',', now->upon, DISCARDS_MAX);
    now->upon_count = 0;
    while (now->upon_count < count - 1 && (string_equal(now->upon[now->upon_count], "+3") ||
                                           string_equal(now->upon[now->upon_count], "break")))
        now->upon_count++;
    now->lead = now->upon[now->upon_count];
    now->colour = colour_of(now->lead);
    scan = (struct scan){stage->field[PHASE]};
    now->passed = "";
    now->window = scan_string(&scan, "react");
    if (now->window || scan_string(&scan, "owe"))
        scan_number(&scan, 1, INT16_MAX, &now->chain);
    if (now->window && scan_char(&scan, ':'))
        now->passed = scan.at;
}

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

/* What the catalogue calls a figure, in short on a card's face; a number is its own name. */
static const char *figure_word(enum language language, const char *prefix, const char *figure)
{
    char key[PHRASE_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, prefix);
    text_string(&text, figure);
    return words_have(key) ? words_find(language, key) : figure;
}

static void write_piece(enum language language, const char *card, struct text *out)
{
    char figure[CARD_TEXT_MAX];
    write_figure(card, figure);
    const char *name = figure_word(language, "figure.", figure);
    if (colour_of(card) == ' ') {
        text_string(out, name);
        return;
    }
    words_say(out, language, is_colour(card[0]) ? "tui.taki.card" : "tui.taki.chosen",
              WITH(word_string("figure", name),
                   word_string("colour", colour_word(language, false, colour_of(card)))));
}

static void draw_face(struct stage *stage, struct box box, const char *card, unsigned flags)
{
    char figure[CARD_TEXT_MAX];
    char colour = colour_of(card);
    struct card_face face = {
        .look = colour_look(colour),
        .corner = is_colour(colour) ? colour_word(stage->language, true, colour) : NULL,
        .large = true,
    };
    write_figure(card, figure);
    face.middle = figure_word(stage->language, "tui.taki.face.", figure);
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

static void draw_pile(struct stage *stage, struct box box, const struct table_now *now)
{
    struct step step = word_step(now->chain > 0 && !now->window ? "take" : "draw");
    unsigned flags = stage_spot(stage, box, &step);
    put_back(box, stage_count(stage, ZONE_PILE, NO_SEAT), flags);
    put_under(box, flags);
}

static void draw_lead(struct stage *stage, struct box box, const struct table_now *now)
{
    struct step step = put_step(ZONE_DISCARD, NO_SEAT, 0, 0);
    unsigned flags = stage_flags(stage, &step);
    char upon[PHRASE_MAX];
    struct text text;
    draw_face(stage, box, now->lead, flags | SPOT_LIT);
    text_init(&text, upon, sizeof upon);
    for (int i = now->upon_count - 1; i >= 0; i--) {
        text_string(&text, "+ ");
        text_string(&text, now->upon[i]);
        text_char(&text, ' ');
    }
    if (text.size > 0) /* T21: they lie on the leading card without leading */
        put_sentence((struct box){box.x, box.y + box.h, box.w, 1}, ALIGN_CENTRE, LOOK_ACCENT | BOLD,
                     upon);
}

static void draw_colour(const struct stage *stage, struct box box, const struct table_now *now)
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
    put_sentence(rest, ALIGN_START, LOOK_FAINT, label);
}

/* What is going on, if anything is. */
static void write_phase(struct stage *stage, const struct table_now *now, struct text *text)
{
    const char *phase = stage->field[PHASE];
    enum language language = stage->language;
    char name[PHRASE_MAX];
    struct text written;
    const char *colour = colour_word(stage->language, false, now->colour);
    text_init(&written, name, sizeof name);
    stage_name(stage, (int)now->turn, &written);
    if (now->window)
        words_say(text, language, "tui.taki.window", WITH(word_string("name", name)));
    else if (now->chain > 0)
        words_say(text, language, "tui.taki.owes",
                  WITH(word_string("name", name), word_number("n", now->chain * PER_PLUS)));
    else if (string_equal(phase, "run"))
        words_say(text, language, "tui.taki.run",
                  WITH(word_string("name", name), word_string("colour", colour)));
    else if (string_equal(phase, "free"))
        words_say(text, language, "tui.taki.free", WITH(word_string("name", name)));
    else if (string_equal(stage->field[OPENNESS], "open"))
        words_say(text, language, "tui.taki.open", WITH(word_string("colour", colour)));
    if (now->window && stage->window_ms > 0) {
        text_char(text, '\n');
        words_say(text, language, "tui.taki.window.time",
                  WITH(word_number("n", (stage->window_ms + 999) / 1000)));
    }
}

static void draw_middle(struct stage *stage, const struct card_plan *plan,
                        const struct table_now *now)
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
    static const struct hand_style styles[CARD_SIZES] = {
        {.w = 6, .h = 3, .h_min = 1, .draw = draw_hand_card},
        {.w = 8, .h = 5, .h_min = 1, .draw = draw_hand_card},
        {.w = 11, .h = 7, .h_min = 1, .draw = draw_hand_card},
    };
    static struct table_now now;
    struct card_plan plan = plan_cards(stage, styles);
    read_table(&now, stage);
    draw_middle(stage, &plan, &now);
    put_hand(stage, plan.hand, &plan.style);
}

/* ---- words ---- */

static void spell(const struct hand *hand, const struct step *step, struct text *text)
{
    if (step->kind == STEP_CHOOSE)
        text_string(text, step->word);
    else if (step->kind == STEP_TAKE && step->place.zone == ZONE_HAND)
        hand->game->write_piece(step->piece, text);
}

static void add(struct text *text, const char *words)
{
    text_string(text, text->size ? sign(" · ", ", ") : "");
    text_string(text, words);
}

/* In a pyramid (T23): how many cards the stage began with that the seat is at. */
static void add_stage(const struct stage *stage, int seat, struct text *text)
{
    char stages[PHRASE_MAX], *part[SEATS_MAX], phrase[PHRASE_MAX];
    struct text written;
    int64_t size;
    text_init(&written, stages, sizeof stages);
    text_string(&written, stage->field[STAGES]);
    if (text_cut(stages, '/', part, SEATS_MAX) <= seat)
        return;
    struct scan scan = {part[seat]};
    if (!scan_number(&scan, 1, DISCARDS_MAX, &size))
        return;
    stage_say(stage, phrase, "tui.taki.stage", WITH(word_number("n", size)));
    add(text, phrase);
}

static void note(struct stage *stage, int seat, struct text *text)
{
    static struct table_now now;
    const char *signs = stage->field[SIGNS];
    enum language language = stage->language;
    words_say(text, language, "cards", WITH(word_number("n", stage_count(stage, ZONE_HAND, seat))));
    add_stage(stage, seat, text);
    read_table(&now, stage);
    if ((int)strlen(signs) > seat && signs[seat] == '?')
        add(text, words_find(language, "tui.taki.duty"));
    else if ((int)strlen(signs) > seat && signs[seat] == '!')
        add(text, words_find(language, "tui.taki.called"));
    if (now.window && seat == now.turn)
        add(text, words_find(language, "tui.taki.laid"));
    else if (now.window && strchr(now.passed, '0' + seat))
        add(text, words_find(language, "tui.taki.passed"));
}

static bool label(struct stage *stage, const struct step *step, struct text *text)
{
    if (!is_colour(step->word[0]) || step->word[1] != '\0')
        return false;
    text_string(text, colour_word(stage->language, false, step->word[0]));
    return true;
}

const struct skin skin_taki = {
    .game = "taki",
    .write_piece = write_piece,
    .draw = draw,
    .spell = spell,
    .note = note,
    .label = label,
    .turn = turn,
};
