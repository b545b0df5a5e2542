/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's table: the open card with what was declared, and the hand with the products of
 * each number below it. A star marks what can be discarded now, brackets a square (C6).
 *
 *     ╭─────────╮
 *     │   24    │        2       12      [36]     45
 *     │   4x6   │        1x2     2x6*    4x9*     5x9
 *     ╰─────────╯                3x4*    6x6*
 *
 * The word `table` shows the multiplication table (C14).
 */
#include <string.h>

#include "plain/draw_cards.h"
#include "tell/read_cento.h"

enum {
    CELL = 8, /* columns of a card of the hand; `10x10*` and a margin */
    INDENT = 2,
    CELLS = (LINE_COLUMNS_MAX - INDENT) / CELL,
    TABLE_CELL = 6,
    FACTORS_TEXT_MAX = 32,
};

/* ---- the open card ---- */

/* `4 6`, or `3 4 6 8` */
static void write_factors(const struct facts *facts, char out[FACTORS_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, FACTORS_TEXT_MAX);
    for (int factor = 1; factor <= FACTOR_MAX; factor++)
        if (number_is(facts, FACT_FACTOR, factor)) {
            text_string(&text, text.size ? " " : "");
            text_number(&text, factor);
        }
}

static void write_bracketed(struct text *text, const char *card, bool square)
{
    text_string(text, square ? "[" : "");
    text_string(text, card);
    text_string(text, square ? "]" : "");
}

/* The card itself: the number, and below it what was declared or each of its products. */
static void draw_open_card(const struct sight *sight, const struct cento_card *open)
{
    char lines[1 + WAYS_MAX][CARD_COLUMNS + 1], buffer[CARD_TEXT_MAX];
    bool square = number_is(&sight->facts, FACT_SQUARE, open->number);
    struct ways ways;
    struct text text;
    int count = 0;
    ways_read(&ways, sight->picture->game, &sight->facts, NO_SEAT, open);
    text_init(&text, buffer, sizeof buffer);
    write_bracketed(&text, open->text, square);
    write_centred(lines[count++], buffer);
    for (int i = 0; i < ways.count || i == 0; i++) {
        text_init(&text, buffer, sizeof buffer);
        if (open->low) /* everybody has heard it */
            write_product(&text, open->low, open->high, "x");
        else if (i < ways.count)
            write_product(&text, ways.list[i].low, ways.list[i].high, "x");
        write_centred(lines[count++], buffer);
    }
    draw_card(sight->picture, square ? 'G' : ' ', lines, count);
}

static void draw_open(const struct sight *sight, const struct cento_card *open)
{
    char product[CARD_TEXT_MAX], factors[FACTORS_TEXT_MAX];
    struct text text;
    const char *key = open->low ? "draw.cento.open" : "draw.cento.open.any";
    text_init(&text, product, sizeof product);
    write_product(&text, open->low, open->high, "x");
    write_factors(&sight->facts, factors);
    if (open->number == 0)
        key = "draw.cento.open.free";
    else if (sight->picture->quiet)
        key = open->low ? "draw.cento.open.said" : "draw.cento.open.quiet";
    else if (open->low && open->text[0] == '?')
        key = "draw.cento.open.named";
    voice_say(sight->picture->voice, key,
              WITH(word_string("card", open->text), word_string("product", product),
                   word_string("factors", factors), word_number("number", open->number)));
}

/* ---- the hand ---- */

/* A card in a hand: its number, with its products below. */
struct held {
    struct cento_card card;
    struct ways ways;
    bool square;
};

static bool write_line(const struct held *held, int line, struct text *text, bool *fits)
{
    *fits = false;
    if (line > 0)
        return ways_write(&held->ways, line - 1, "x", text, fits);
    write_bracketed(text, held->card.text, held->square);
    return true;
}

/* One line of several cards; false if it would be empty. */
static bool put_line(const struct picture *picture, const struct held *cards, int count, int line)
{
    FILE *file = picture->voice->file;
    int gap = INDENT;
    bool any = false;
    for (int i = 0; i < count; i++) {
        char buffer[MOVE_TEXT_MAX];
        struct text text;
        bool fits;
        text_init(&text, buffer, sizeof buffer);
        if (!write_line(&cards[i], line, &text, &fits)) {
            gap += CELL;
            continue;
        }
        text_string(&text, fits ? "*" : "");
        any = true;
        fprintf(file, "%*s", gap, "");
        if (buffer[0] == '[')
            put_chip(picture, 'G', buffer);
        else {
            if (fits)
                voice_style(picture->voice, STYLE_BOLD);
            fputs(buffer, file);
            voice_plain(picture->voice);
        }
        gap = CELL - (int)text.size;
    }
    if (any)
        fputc('\n', file);
    return any;
}

static void draw_hand(const struct sight *sight, int seat)
{
    static struct held cards[SCENE_MAX];
    const struct picture *picture = sight->picture;
    int count = 0;
    for (int i = 0; i < sight->count; i++) {
        const struct item *item = &sight->items[i];
        struct held *held = &cards[count];
        if (item->place.zone != ZONE_HAND || item->place.seat != seat)
            continue;
        cento_card_read(&held->card, picture->game, item->piece);
        ways_read(&held->ways, picture->game, &sight->facts, seat, &held->card);
        held->square = number_is(&sight->facts, FACT_SQUARE, held->card.number);
        count++;
    }
    put_hand_title(sight, seat);
    fputc('\n', picture->voice->file);
    for (int i = 0; i < count; i += CELLS)
        for (int line = 0;
             put_line(picture, cards + i, count - i < CELLS ? count - i : CELLS, line);)
            line++;
    voice_say(picture->voice, picture->quiet ? "draw.cento.legend.quiet" : "draw.cento.legend",
              WITH_NOTHING);
}

/* ---- around the table ---- */

static void draw_seats(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    struct outcome outcome;
    picture->game->tally(picture->view, &outcome);
    for (int seat = 0; seat < picture->view->seats; seat++) {
        put_seat(sight, seat, facts_find(&sight->facts, FACT_TURN, seat));
        if (sight_cards(sight, ZONE_HAND, seat) == 0)
            put_more(picture, "draw.cento.out", WITH_NOTHING);
        put_more(picture, "points", WITH(word_number("n", outcome.score[seat])));
        fputc('\n', picture->voice->file);
    }
}

static void draw_round(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    const struct fact *round = facts_find(&sight->facts, FACT_ROUND, NO_SEAT);
    char name[PART_TEXT_MAX];
    if (!round)
        return;
    write_player(picture, round->seat, name);
    voice_say(picture->voice, "draw.cento.round",
              WITH(word_number("round", round->number),
                   word_string("rounds", rounds_of(picture->game, picture->view)),
                   word_string("name", name)));
}

static void draw(const struct picture *picture)
{
    static struct sight sight;
    struct cento_card open;
    sight_read(&sight, picture);
    open_card_read(&open, picture->game, &sight.facts);
    draw_open_card(&sight, &open);
    draw_open(&sight, &open);
    draw_heap(picture, "draw.pile", sight_cards(&sight, ZONE_PILE, NO_SEAT));
    draw_heap(picture, "draw.discards", sight_cards(&sight, ZONE_DISCARD, NO_SEAT) - 1);
    draw_round(&sight);
    draw_seats(&sight);
    for (int seat = 0; seat < picture->view->seats; seat++)
        if (sight_shows(&sight, seat))
            draw_hand(&sight, seat);
}

/* ---- the multiplication table ---- */

static void put_table_row(const struct picture *picture, const struct facts *facts, int row)
{
    FILE *file = picture->voice->file;
    for (int column = 1; column <= FACTOR_MAX; column++) {
        char number[CARD_TEXT_MAX], cell[CARD_TEXT_MAX];
        struct text text;
        bool square = number_is(facts, FACT_SQUARE, row * column);
        bool lit = number_is(facts, FACT_FACTOR, row) || number_is(facts, FACT_FACTOR, column);
        text_init(&text, number, sizeof number);
        text_number(&text, row * column);
        text_init(&text, cell, sizeof cell);
        write_bracketed(&text, number, square);
        fprintf(file, "%*s", TABLE_CELL - (int)text.size - !square, "");
        voice_style(picture->voice, lit ? STYLE_BOLD : STYLE_FAINT);
        fputs(cell, file);
        voice_plain(picture->voice);
        fputs(square || column == FACTOR_MAX ? "" : " ", file);
    }
}

/* Marks the factors in force with a star. */
static void put_factor(const struct picture *picture, const struct facts *facts, int factor)
{
    voice_style(picture->voice, STYLE_BOLD);
    fprintf(picture->voice->file, "%*d%c", TABLE_CELL - 1, factor,
            number_is(facts, FACT_FACTOR, factor) ? '*' : ' ');
    voice_plain(picture->voice);
}

static void show_table(const struct picture *picture)
{
    static struct facts facts;
    FILE *file = picture->voice->file;
    picture_facts(picture, &facts);
    fprintf(file, "%*s", TABLE_CELL, "x ");
    for (int column = 1; column <= FACTOR_MAX; column++)
        put_factor(picture, &facts, column);
    fputc('\n', file);
    for (int row = 1; row <= FACTOR_MAX; row++) {
        put_factor(picture, &facts, row);
        put_table_row(picture, &facts, row);
        fputc('\n', file);
    }
    voice_say(picture->voice, picture->quiet ? "draw.cento.table.quiet" : "draw.cento.table",
              WITH_NOTHING);
}

static const struct extra extras[] = {
    {"table", "draw.cento.table.help", show_table},
    {NULL, NULL, NULL},
};

const struct drawing drawing_cento = {
    .game = "cento",
    .draw = draw,
    .extras = extras,
};
