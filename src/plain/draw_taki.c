/* SPDX-License-Identifier: MIT */
/*
 * Super Taki's table: the leading card (T21) with the colour in force, what is going on (cards
 * owed, a run, a window), the seats in the order of play, and the hand by colours. A star marks
 * what can be played now.
 *
 *     ╭─────────╮
 *     │ G       │      > Seat 1 (you): 5 cards
 *     │  plus   │        Seat 2: 1 card, must still call it
 *     │       G │        Seat 0: 8 cards
 *     ╰─────────╯
 */
#include <string.h>

#include "plain/draw_cards.h"
#include "tell/read_taki.h"

enum {
    NO_COLOUR = 4, /* after the four */
    INDENT = 7,
    WORDS_TEXT_MAX = 64,
};

struct tableau {
    struct sight sight;
    struct taki_now now;
};

/* ---- reading ---- */

static const char letters[] = "RGBY";

/* The index of the colour, or NO_COLOUR. */
static int colour_index(char letter)
{
    const char *found = memchr(letters, letter, sizeof letters - 1);
    return found ? (int)(found - letters) : NO_COLOUR;
}

static bool says(const struct tableau *table, enum fact_name name, int seat)
{
    return is_so(&table->sight.facts, name, seat);
}

static void read_table(struct tableau *table, const struct picture *picture)
{
    struct sight *sight = &table->sight;
    sight_read(sight, picture);
    sight_moves(sight);
    taki_now_read(&table->now, picture->game, &sight->facts, sight->items, sight->count);
}

/* ---- the leading card ---- */

static const char *colour_name(const struct picture *picture, char colour)
{
    return words_name(picture->voice->language, "colour.", (char[]){colour, '\0'});
}

/* The name of a card without its colour: `7`, `+2`, `change direction`. */
static const char *figure_name(const struct picture *picture, const char *figure)
{
    return words_name(picture->voice->language, "figure.", figure);
}

static void draw_lead(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    char lines[3][CARD_COLUMNS + 1], figure[CARD_TEXT_MAX];
    bool coloured = table->now.colour != ' ';
    taki_figure(table->now.lead, figure);
    write_centred(lines[0], "");
    write_centred(lines[1], figure);
    write_centred(lines[2], "");
    lines[0][1] = lines[2][CARD_COLUMNS - 2] = table->now.colour;
    draw_card(picture, table->now.colour, lines, 3);
    voice_say(picture->voice, coloured ? "draw.taki.lead" : "draw.taki.lead.plain",
              WITH(word_string("card", table->now.lead),
                   word_string("figure", figure_name(picture, figure)),
                   word_string("colour", coloured ? colour_name(picture, table->now.colour) : "")));
}

static void draw_colour(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    char letter[] = {table->now.colour, '\0'};
    if (table->now.colour == ' ') {
        voice_say(picture->voice, "draw.taki.colour.any", WITH_NOTHING);
        return;
    }
    voice_part_say(picture->voice, "draw.taki.colour", WITH_NOTHING);
    fputc(' ', picture->voice->file);
    show_card(picture, table->now.colour, letter);
    fprintf(picture->voice->file, " %s\n", colour_name(picture, table->now.colour));
}

/* T21: +3 and breaker lie on the leading card without leading. */
static void draw_on_lead(const struct tableau *table)
{
    char cards[PART_TEXT_MAX], card[CARD_TEXT_MAX];
    struct text text;
    text_init(&text, cards, sizeof cards);
    for (int i = 0; i < table->now.upon_count; i++) {
        write_card(table->sight.picture, table->now.upon[i], card);
        text_string(&text, i > 0 ? " " : "");
        text_string(&text, card);
    }
    if (text.size > 0)
        voice_say(table->sight.picture->voice, "draw.taki.on", WITH(word_string("cards", cards)));
}

/* ---- what is going on ---- */

static const char *phase_key(const struct tableau *table)
{
    bool owed = table->now.owed > 0;
    if (says(table, FACT_WINDOW, NO_SEAT))
        return owed ? "draw.taki.window.chain" : "draw.taki.window";
    if (owed)
        return "draw.taki.owe";
    if (says(table, FACT_RUN, NO_SEAT))
        return "draw.taki.run";
    return says(table, FACT_FREE, NO_SEAT) ? "draw.taki.free" : NULL;
}

static void draw_phase(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    const char *key = phase_key(table);
    bool open = says(table, FACT_OPEN, NO_SEAT);
    char name[PART_TEXT_MAX], cards[PART_TEXT_MAX];
    const char *colour = table->now.colour == ' ' ? "" : colour_name(picture, table->now.colour);
    if (!key && !open)
        return;
    write_player(picture, table->now.turn, name);
    write_count(picture, "cards", table->now.owed, cards);
    voice_style(picture->voice, STYLE_BOLD);
    if (key)
        voice_say(picture->voice, key,
                  WITH(word_string("name", name), word_string("cards", cards),
                       word_string("colour", colour)));
    if (open)
        voice_say(picture->voice, "draw.taki.open", WITH(word_string("colour", colour)));
    voice_plain(picture->voice);
}

/* ---- the seats, in the order of play ---- */

static void draw_seat(const struct tableau *table, int seat)
{
    const struct picture *picture = table->sight.picture;
    const struct fact *stage = facts_find(&table->sight.facts, FACT_STAGE, seat);
    bool window = says(table, FACT_WINDOW, NO_SEAT);
    put_seat(&table->sight, seat, seat == table->now.turn && !window);
    if (stage)
        put_more(picture, "draw.taki.stage", WITH(word_number("n", stage->number)));
    if (says(table, FACT_DUTY, seat))
        put_more(picture, "draw.taki.duty", WITH_NOTHING);
    if (says(table, FACT_CALLED, seat))
        put_more(picture, "draw.taki.called", WITH_NOTHING);
    if (says(table, FACT_WINDOW, seat))
        put_more(picture, "draw.taki.laid", WITH_NOTHING);
    else if (says(table, FACT_PASSED, seat))
        put_more(picture, "draw.taki.passed", WITH_NOTHING);
    else if (window)
        put_more(picture, "draw.taki.waits", WITH_NOTHING);
    fputc('\n', picture->voice->file);
}

/* Starts with the seat whose turn it is. */
static void draw_seats(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    bool clockwise = table->now.clockwise;
    int seats = picture->view->seats, step = clockwise ? 1 : seats - 1;
    int first = table->now.turn == NO_SEAT ? 0 : table->now.turn;
    const char *direction = words_find(picture->voice->language,
                                       clockwise ? "direction.clockwise" : "direction.counter");
    voice_say(picture->voice, "draw.taki.order", WITH(word_string("direction", direction)));
    for (int i = 0; i < seats; i++)
        draw_seat(table, (first + i * step) % seats);
}

/* ---- the hand ---- */

/* `color=B` is a way to play `color`. */
static bool is_way_to_lay(const char *move_text, const char *card)
{
    size_t size = strlen(card);
    return strncmp(move_text, card, size) == 0 &&
           (move_text[size] == '\0' || move_text[size] == '=');
}

static bool can_be_laid(const struct sight *sight, const char *card)
{
    for (int i = 0; i < sight->moves.count; i++) {
        char written[MOVE_TEXT_MAX];
        sight_write_move(sight, i, written);
        if (is_way_to_lay(written, card))
            return true;
    }
    return false;
}

static bool in_hand(const struct item *item, int seat)
{
    return item->place.zone == ZONE_HAND && item->place.seat == seat;
}

/* `R5`, or `R5*` if it can be played. */
static void write_hand_card(const struct sight *sight, int piece, char out[CARD_TEXT_MAX + 1])
{
    char card[CARD_TEXT_MAX];
    struct text text;
    write_card(sight->picture, piece, card);
    text_init(&text, out, CARD_TEXT_MAX + 1);
    text_string(&text, card);
    text_string(&text, can_be_laid(sight, card) ? "*" : "");
}

static int count_group(const struct sight *sight, int seat, int group)
{
    int count = 0;
    for (int i = 0; i < sight->count; i++) {
        char card[CARD_TEXT_MAX];
        if (!in_hand(&sight->items[i], seat))
            continue;
        write_card(sight->picture, sight->items[i].piece, card);
        count += colour_index(card[0]) == group;
    }
    return count;
}

/* The cards of one colour, or those without, after their number. */
static void draw_group(const struct sight *sight, int seat, int group)
{
    FILE *file = sight->picture->voice->file;
    char letter = group == NO_COLOUR ? '-' : letters[group];
    int column = fprintf(file, "  %c%3d:", letter, count_group(sight, seat, group));
    for (int i = 0; i < sight->count; i++) {
        char card[CARD_TEXT_MAX + 1];
        if (!in_hand(&sight->items[i], seat))
            continue;
        write_hand_card(sight, sight->items[i].piece, card);
        if (colour_index(card[0]) != group)
            continue;
        if (column + 1 + card_columns(sight->picture, card) > LINE_COLUMNS_MAX)
            column = fprintf(file, "\n%*s", INDENT, "") - 1;
        fputc(' ', file);
        column += 1 + show_card(sight->picture, letter, card);
    }
    fputc('\n', file);
}

/* What else may be done besides playing a card: `draw last`. */
static void draw_words(const struct sight *sight, int seat)
{
    char words[WORDS_TEXT_MAX];
    struct text text;
    text_init(&text, words, sizeof words);
    for (int i = 0; i < sight->moves.count; i++) {
        char written[MOVE_TEXT_MAX], card[CARD_TEXT_MAX];
        bool lays = false;
        sight_write_move(sight, i, written);
        for (int k = 0; k < sight->count && !lays; k++) {
            if (!in_hand(&sight->items[k], seat))
                continue;
            write_card(sight->picture, sight->items[k].piece, card);
            lays = is_way_to_lay(written, card);
        }
        if (!lays) {
            text_string(&text, text.size ? ", " : "");
            text_string(&text, written);
        }
    }
    if (text.size > 0)
        voice_say(sight->picture->voice, "draw.taki.words", WITH(word_string("words", words)));
}

static bool holds(const struct sight *sight, int seat, int piece)
{
    for (int i = 0; i < sight->count; i++)
        if (in_hand(&sight->items[i], seat) && sight->items[i].piece == piece)
            return true;
    return false;
}

/* What cards in hand cost where that may surprise. */
static void draw_prices(const struct sight *sight, int seat)
{
    for (int i = 0; i < sight->facts.count; i++) {
        const struct fact *fact = &sight->facts.list[i];
        char card[CARD_TEXT_MAX];
        if (fact->name != FACT_COST || fact->seat != seat || !holds(sight, seat, fact->piece))
            continue;
        write_card(sight->picture, fact->piece, card);
        voice_say(sight->picture->voice, taki_price_key(card),
                  WITH(word_number("n", fact->number)));
    }
}

/* `catch1: Catch Seat 2!` (TR32) */
static void draw_catches(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    for (int i = 0; i < sight->moves.count; i++) {
        char written[MOVE_TEXT_MAX], name[PART_TEXT_MAX];
        struct text text;
        sight_write_move(sight, i, written);
        int seat = taki_caught(written);
        if (seat == NO_SEAT)
            continue;
        text_init(&text, name, sizeof name);
        write_seat_name(picture->voice, picture->game, seat, &text);
        fprintf(picture->voice->file, "  %s: ", written);
        voice_say(picture->voice, "taki.say.catch", WITH(word_string("name", name)));
    }
}

static void draw_hand(const struct sight *sight, int seat)
{
    put_hand_title(sight, seat);
    fputc('\n', sight->picture->voice->file);
    for (int group = 0; group <= NO_COLOUR; group++)
        if (count_group(sight, seat, group) > 0)
            draw_group(sight, seat, group);
    if (seat == sight->picture->view->viewer && sight->moves.count > 0) {
        draw_words(sight, seat);
        draw_prices(sight, seat);
        draw_catches(sight);
    }
}

static void draw(const struct picture *picture)
{
    static struct tableau table;
    read_table(&table, picture);
    draw_lead(&table);
    draw_on_lead(&table);
    draw_colour(&table);
    draw_phase(&table);
    draw_heap(picture, "draw.pile", sight_cards(&table.sight, ZONE_PILE, NO_SEAT));
    draw_heap(picture, "draw.discards", table.now.beneath);
    draw_seats(&table);
    for (int seat = 0; seat < picture->view->seats; seat++)
        if (sight_shows(&table.sight, seat))
            draw_hand(&table.sight, seat);
}

const struct drawing drawing_taki = {
    .game = "taki",
    .draw = draw,
};
