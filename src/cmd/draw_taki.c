/* SPDX-License-Identifier: MIT */
/*
 * Super Taki's table: the leading card (T21) with the colour in force, what is going on (cards
 * owed, a run, a window), the seats in the order of play, and the hand by colours. A star marks
 * what can be laid now.
 *
 *     ╭─────────╮
 *     │ G       │      > Seat 1 (you): 5 cards
 *     │  plus   │        Seat 2: 1 card, must still call it
 *     │       G │        Seat 0: 8 cards
 *     ╰─────────╯
 */
#include <string.h>

#include "cmd/draw_cards.h"

enum {
    DISCARDS_MAX = 116, /* T1 */
    NO_COLOUR = 4,      /* behind the four */
    PER_PLUS = 2,       /* T9 */
    INDENT = 7,
    KEY_TEXT_MAX = 64,
    WORDS_TEXT_MAX = 64,
};

/* The fields of a position. */
enum { DISCARDS, HANDS, PILE, TURN, PHASE, OPENNESS, SIGNS, STAGES };

struct tableau {
    struct sight sight;
    const char *lead; /* the leading card */
    char colour;      /* in force; blank: any card may be laid */
    char *on_lead[DISCARDS_MAX];
    int on_lead_count; /* cards that lie on the leading one, from the top */
    int discards;
    int64_t turn; /* whose it is; in a window who laid the +3 */
    bool clockwise;
    bool window;
    const char *passed; /* in a window: the seats that have passed, as digits */
    int64_t chain;      /* +2 laid, each worth two cards; 0: none is active */
    char *stage[SEATS_MAX];
    int stages; /* 0: not a pyramid */
};

/* ---- reading ---- */

static const char letters[] = "RGBY";

/* Which of the four it is, or NO_COLOUR. */
static int colour_index(char letter)
{
    const char *found = memchr(letters, letter, sizeof letters - 1);
    return found ? (int)(found - letters) : NO_COLOUR;
}

/* `G7`, `color=B`; a blank for a king. */
static char colour_of(const char *card)
{
    const char *chosen = strchr(card, '=');
    if (colour_index(card[0]) != NO_COLOUR)
        return card[0];
    return chosen ? chosen[1] : ' ';
}

static bool lies_on_lead(const char *card)
{
    return string_equal(card, "+3") || string_equal(card, "break");
}

static void read_lead(struct tableau *table)
{
    char **cards = table->on_lead;
    table->discards = text_cut(table->sight.field[DISCARDS], ',', cards, DISCARDS_MAX);
    table->on_lead_count = 0;
    while (table->on_lead_count < table->discards - 1 && lies_on_lead(cards[table->on_lead_count]))
        table->on_lead_count++;
    table->lead = cards[table->on_lead_count];
    table->colour = colour_of(table->lead);
}

/* `play` `owe2` `free` `run` `react:02` `react3:-` */
static void read_phase(struct tableau *table)
{
    struct scan scan = {table->sight.field[PHASE]};
    table->chain = 0;
    table->passed = "";
    table->window = scan_string(&scan, "react");
    if (table->window || scan_string(&scan, "owe"))
        scan_number(&scan, 1, INT16_MAX, &table->chain);
    if (table->window && scan_char(&scan, ':'))
        table->passed = scan.at;
}

static void read_table(struct tableau *table, const struct picture *picture)
{
    struct scan scan;
    sight_read(&table->sight, picture);
    sight_moves(&table->sight);
    scan = (struct scan){table->sight.field[TURN]};
    table->turn = 0;
    scan_number(&scan, 0, picture->view->seats - 1, &table->turn);
    table->clockwise = scan_char(&scan, '>');
    read_lead(table);
    read_phase(table);
    table->stages = text_cut(table->sight.field[STAGES], '/', table->stage, SEATS_MAX);
    if (table->stages < picture->view->seats)
        table->stages = 0;
}

/* ---- the leading card ---- */

static const char *colour_name(const struct picture *picture, char colour)
{
    char key[] = "colour.?";
    key[sizeof key - 2] = colour;
    return words_find(picture->voice->language, key);
}

/* What a card is called without its colour: `7`, `+2`, `change direction`. */
static const char *figure_name(const struct picture *picture, const char *figure)
{
    char key[KEY_TEXT_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "figure.");
    text_string(&text, figure);
    return voice_knows(key) ? words_find(picture->voice->language, key) : figure;
}

/* `7` of `G7`, `color` of `color=B`. */
static void write_figure(const char *card, char out[CARD_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, CARD_TEXT_MAX);
    for (card += colour_index(card[0]) != NO_COLOUR; *card != '\0' && *card != '='; card++)
        text_char(&text, *card);
}

static void draw_lead(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    char lines[3][CARD_COLUMNS + 1], figure[CARD_TEXT_MAX];
    bool coloured = table->colour != ' ';
    write_figure(table->lead, figure);
    write_centred(lines[0], "");
    write_centred(lines[1], figure);
    write_centred(lines[2], "");
    lines[0][1] = lines[2][CARD_COLUMNS - 2] = table->colour;
    draw_card(picture, table->colour, lines, 3);
    voice_say(picture->voice, coloured ? "draw.taki.lead" : "draw.taki.lead.plain",
              WITH(word_string("card", table->lead),
                   word_string("figure", figure_name(picture, figure)),
                   word_string("colour", coloured ? colour_name(picture, table->colour) : "")));
}

static void draw_colour(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    char letter[] = {table->colour, '\0'};
    if (table->colour == ' ') {
        voice_say(picture->voice, "draw.taki.colour.any", WITH_NOTHING);
        return;
    }
    voice_part_say(picture->voice, "draw.taki.colour", WITH_NOTHING);
    fputc(' ', picture->voice->file);
    show_card(picture, table->colour, letter);
    fprintf(picture->voice->file, " %s\n", colour_name(picture, table->colour));
}

/* T21: +3 and breaker lie on the leading card without leading. */
static void draw_on_lead(const struct tableau *table)
{
    char cards[PART_TEXT_MAX];
    struct text text;
    text_init(&text, cards, sizeof cards);
    for (int i = table->on_lead_count - 1; i >= 0; i--) {
        text_string(&text, text.size ? " " : "");
        text_string(&text, table->on_lead[i]);
    }
    if (text.size > 0)
        voice_say(table->sight.picture->voice, "draw.taki.on", WITH(word_string("cards", cards)));
}

/* ---- what is going on ---- */

static void draw_window(const struct tableau *table, const char *name, const char *cards)
{
    const struct voice *voice = table->sight.picture->voice;
    if (table->chain > 0)
        voice_say(voice, "draw.taki.window.chain",
                  WITH(word_string("name", name), word_string("cards", cards)));
    else
        voice_say(voice, "draw.taki.window", WITH(word_string("name", name)));
}

static void draw_phase(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    const char *phase = table->sight.field[PHASE];
    bool open = string_equal(table->sight.field[OPENNESS], "open");
    char name[PART_TEXT_MAX], cards[PART_TEXT_MAX];
    const char *colour = table->colour == ' ' ? "" : colour_name(picture, table->colour);
    if (string_equal(phase, "play") && !open)
        return;
    write_player(picture, (int)table->turn, name);
    write_count(picture, "cards", table->chain * PER_PLUS, cards);
    voice_style(picture->voice, STYLE_BOLD);
    if (table->window)
        draw_window(table, name, cards);
    else if (table->chain > 0)
        voice_say(picture->voice, "draw.taki.owe",
                  WITH(word_string("name", name), word_string("cards", cards)));
    else if (string_equal(phase, "run"))
        voice_say(picture->voice, "draw.taki.run",
                  WITH(word_string("name", name), word_string("colour", colour)));
    else if (string_equal(phase, "free"))
        voice_say(picture->voice, "draw.taki.free", WITH(word_string("name", name)));
    if (open)
        voice_say(picture->voice, "draw.taki.open", WITH(word_string("colour", colour)));
    voice_plain(picture->voice);
}

/* ---- the seats, in the order of play ---- */

static void draw_seat(const struct tableau *table, int seat)
{
    const struct picture *picture = table->sight.picture;
    bool over = state_over(picture->view), laid_it = seat == table->turn;
    char sign = table->sight.field[SIGNS][seat];
    struct scan stage = {table->stages ? table->stage[seat] : ""};
    int64_t size;
    put_seat(&table->sight, seat, laid_it && !table->window && !over);
    if (scan_number(&stage, 1, DISCARDS_MAX, &size))
        put_more(picture, "draw.taki.stage", WITH(word_number("n", size)));
    if (sign == '?')
        put_more(picture, "draw.taki.duty", WITH_NOTHING);
    else if (sign == '!')
        put_more(picture, "draw.taki.called", WITH_NOTHING);
    if (table->window && laid_it)
        put_more(picture, "draw.taki.laid", WITH_NOTHING);
    else if (table->window && strchr(table->passed, '0' + seat))
        put_more(picture, "draw.taki.passed", WITH_NOTHING);
    else if (table->window)
        put_more(picture, "draw.taki.waits", WITH_NOTHING);
    fputc('\n', picture->voice->file);
}

/* From the seat whose turn it is. */
static void draw_seats(const struct tableau *table)
{
    const struct picture *picture = table->sight.picture;
    int seats = picture->view->seats, step = table->clockwise ? 1 : seats - 1;
    const char *direction = words_find(
        picture->voice->language, table->clockwise ? "direction.clockwise" : "direction.counter");
    voice_say(picture->voice, "draw.taki.order", WITH(word_string("direction", direction)));
    for (int i = 0; i < seats; i++)
        draw_seat(table, ((int)table->turn + i * step) % seats);
}

/* ---- the hand ---- */

/* `color=B` is a way to lay `color`. */
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

/* `R5`, or `R5*` if it can be laid. */
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

/* The cards of a colour, or those without one, behind their number. */
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

/* What may be done besides laying a card of the hand: `draw last`. */
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

static void draw_hand(const struct sight *sight, int seat)
{
    put_hand_title(sight, seat);
    fputc('\n', sight->picture->voice->file);
    for (int group = 0; group <= NO_COLOUR; group++)
        if (count_group(sight, seat, group) > 0)
            draw_group(sight, seat, group);
    if (seat == sight->picture->view->viewer && sight->moves.count > 0)
        draw_words(sight, seat);
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
    draw_heap(picture, "draw.discards", table.discards - table.on_lead_count - 1);
    draw_seats(&table);
    for (int seat = 0; seat < picture->view->seats; seat++)
        if (sight_shows(&table.sight, seat))
            draw_hand(&table.sight, seat);
}

const struct drawing drawing_taki = {
    .game = "taki",
    .draw = draw,
};
