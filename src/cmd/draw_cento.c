/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's table: the open card with what was declared, and the hand with the products of each
 * number beneath it. A star marks what can be discarded now, brackets a square (C6).
 *
 *     ╭─────────╮
 *     │   24    │        2       12      [36]     45
 *     │   4x6   │        1x2     2x6*    4x9*     5x9
 *     ╰─────────╯                3x4*    6x6*
 *
 * The word `table` shows the multiplication table (C14).
 */
#include <string.h>

#include "cmd/draw_cards.h"
#include "tui/read_cento.h"

enum {
    CELL = 8, /* columns of a card of the hand; `10x10*` and a margin */
    INDENT = 2,
    CELLS = (LINE_COLUMNS_MAX - INDENT) / CELL,
    TABLE_CELL = 6,
    HAND_MAX = 64, /* more cards than there are */
    FACTORS_TEXT_MAX = 32,
};

/* ---- the open card ---- */

/* `4 6`, or `3 4 6 8` */
static void write_factors(const struct open_card *open, char out[FACTORS_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, FACTORS_TEXT_MAX);
    for (int64_t multiplier = 1; multiplier <= MULTIPLIER_MAX; multiplier++)
        if (open_card_asks(open, multiplier)) {
            text_string(&text, text.size ? " " : "");
            text_number(&text, multiplier);
        }
}

static void write_bracketed(struct text *text, const char *card, bool square)
{
    text_string(text, square ? "[" : "");
    text_string(text, card);
    text_string(text, square ? "]" : "");
}

/* The card itself: the number, and beneath it what was declared or each of its products. */
static void draw_open_card(const struct picture *picture, const struct open_card *open)
{
    char lines[3][CARD_COLUMNS + 1], buffer[CARD_TEXT_MAX];
    bool square = is_square(open->number);
    struct text text;
    int64_t low, high;
    int count = 0;
    text_init(&text, buffer, sizeof buffer);
    write_bracketed(&text, open->card, square);
    write_centred(lines[count++], buffer);
    for (int i = 0; i < 2; i++) {
        text_init(&text, buffer, sizeof buffer);
        if (open->low != 0 && i == 0)
            write_product(&text, open->low, open->high, "x");
        else if (open->low == 0 && open->number && find_product(open->number, i, &low, &high))
            write_product(&text, low, high, "x");
        if (text.size > 0 || i == 0)
            write_centred(lines[count++], buffer);
    }
    draw_card(picture, square ? 'G' : ' ', lines, count);
}

static void draw_open(const struct picture *picture, const struct open_card *open)
{
    char product[CARD_TEXT_MAX], factors[FACTORS_TEXT_MAX];
    struct text text;
    const char *key = open->low ? "draw.cento.open" : "draw.cento.open.any";
    text_init(&text, product, sizeof product);
    write_product(&text, open->low, open->high, "x");
    write_factors(open, factors);
    if (open->number == 0)
        key = "draw.cento.open.free";
    else if (open->low && open->card[0] == '?')
        key = "draw.cento.open.named";
    voice_say(picture->voice, key,
              WITH(word_string("card", open->card), word_string("product", product),
                   word_string("factors", factors), word_number("number", open->number)));
}

/* ---- the hand ---- */

/* What stands in a line of a card of the hand: the number in line 0, products below. */
static bool write_line(const struct sight *sight, const char *card, int line, struct text *text,
                       bool *fits)
{
    char move_text[MOVE_TEXT_MAX];
    struct text written;
    struct scan scan = {card};
    int64_t number = 0, low, high;
    bool free_card = !scan_number(&scan, 1, MULTIPLIER_MAX * MULTIPLIER_MAX, &number);
    *fits = false;
    if (line == 0) {
        write_bracketed(text, card, is_square(number));
        return true;
    }
    if (free_card) {
        text_string(text, "?x?");
        for (int i = 0; i < sight->moves.count && !*fits; i++) {
            sight_write_move(sight, i, move_text);
            *fits = move_text[0] == '?';
        }
        return line == 1;
    }
    if (!find_product(number, line - 1, &low, &high))
        return false;
    text_init(&written, move_text, sizeof move_text);
    text_string(&written, card);
    text_char(&written, '=');
    write_product(&written, low, high, "x");
    write_product(text, low, high, "x");
    *fits = sight_legal(sight, move_text);
    return true;
}

/* One line of some cards; false if it would be empty. */
static bool put_line(const struct sight *sight, char (*cards)[CARD_TEXT_MAX], int count, int line)
{
    const struct picture *picture = sight->picture;
    FILE *file = picture->voice->file;
    int gap = INDENT;
    bool any = false;
    for (int i = 0; i < count; i++) {
        char buffer[MOVE_TEXT_MAX];
        struct text text;
        bool fits;
        text_init(&text, buffer, sizeof buffer);
        if (!write_line(sight, cards[i], line, &text, &fits)) {
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
    char cards[HAND_MAX][CARD_TEXT_MAX];
    int count = 0;
    for (int i = 0; i < sight->count && count < HAND_MAX; i++)
        if (sight->items[i].place.zone == ZONE_HAND && sight->items[i].place.seat == seat)
            write_card(sight->picture, sight->items[i].piece, cards[count++]);
    put_hand_title(sight, seat);
    fputc('\n', sight->picture->voice->file);
    for (int i = 0; i < count; i += CELLS)
        for (int line = 0; put_line(sight, cards + i, count - i < CELLS ? count - i : CELLS, line);)
            line++;
    voice_say(sight->picture->voice, "draw.cento.legend", WITH_NOTHING);
}

/* ---- around the table ---- */

static void draw_seats(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    struct outcome outcome;
    picture->game->tally(picture->view, &outcome);
    for (int seat = 0; seat < picture->view->seats; seat++) {
        put_seat(sight, seat, state_acts(picture->view, seat));
        if (sight_cards(sight, ZONE_HAND, seat) == 0)
            put_more(picture, "draw.cento.out", WITH_NOTHING);
        put_more(picture, "points", WITH(word_number("n", outcome.score[seat])));
        fputc('\n', picture->voice->file);
    }
}

/* `0:2:1`: the seat to move, the round, the seat that began it. */
static void draw_round(const struct sight *sight)
{
    const struct picture *picture = sight->picture;
    struct scan scan = {sight->field[5]};
    int option = game_option(picture->game, "rounds");
    int64_t turn, round, first;
    char name[PART_TEXT_MAX];
    if (!scan_number(&scan, 0, SEATS_MAX - 1, &turn) || !scan_char(&scan, ':') ||
        !scan_number(&scan, 1, INT16_MAX, &round) || !scan_char(&scan, ':') ||
        !scan_number(&scan, 0, SEATS_MAX - 1, &first) || option < 0)
        return;
    write_player(picture, (int)first, name);
    voice_say(
        picture->voice, "draw.cento.round",
        WITH(word_number("round", round),
             word_string("rounds",
                         picture->game->options[option].values[picture->view->option[option]]),
             word_string("name", name)));
}

static void draw(const struct picture *picture)
{
    static struct sight sight;
    struct open_card open;
    sight_read(&sight, picture);
    sight_moves(&sight);
    open_card_read(&open, sight.field[0]);
    draw_open_card(picture, &open);
    draw_open(picture, &open);
    draw_heap(picture, "draw.pile", sight_cards(&sight, ZONE_PILE, NO_SEAT));
    draw_heap(picture, "draw.discards", sight_cards(&sight, ZONE_DISCARD, NO_SEAT) - 1);
    draw_round(&sight);
    draw_seats(&sight);
    for (int seat = 0; seat < picture->view->seats; seat++)
        if (sight_shows(&sight, seat))
            draw_hand(&sight, seat);
}

/* ---- the multiplication table ---- */

static void put_table_row(const struct picture *picture, const struct open_card *open, int64_t row)
{
    FILE *file = picture->voice->file;
    for (int64_t column = 1; column <= MULTIPLIER_MAX; column++) {
        char number[CARD_TEXT_MAX], cell[CARD_TEXT_MAX];
        struct text text;
        text_init(&text, number, sizeof number);
        text_number(&text, row * column);
        text_init(&text, cell, sizeof cell);
        write_bracketed(&text, number, is_square(row * column));
        bool closed = cell[0] == '[';
        fprintf(file, "%*s", TABLE_CELL - (int)text.size - !closed, "");
        voice_style(picture->voice, open_card_asks(open, row) || open_card_asks(open, column)
                                        ? STYLE_BOLD
                                        : STYLE_FAINT);
        fputs(cell, file);
        voice_plain(picture->voice);
        fputs(closed || column == MULTIPLIER_MAX ? "" : " ", file);
    }
}

/* The multipliers in force have a star. */
static void put_multiplier(const struct picture *picture, const struct open_card *open,
                           int64_t multiplier)
{
    FILE *file = picture->voice->file;
    voice_style(picture->voice, STYLE_BOLD);
    fprintf(file, "%*d%c", TABLE_CELL - 1, (int)multiplier,
            open_card_asks(open, multiplier) ? '*' : ' ');
    voice_plain(picture->voice);
}

static void show_table(const struct picture *picture)
{
    static struct sight sight;
    FILE *file = picture->voice->file;
    struct open_card open;
    sight_read(&sight, picture);
    open_card_read(&open, sight.field[0]);
    fprintf(file, "%*s", TABLE_CELL, "x ");
    for (int64_t column = 1; column <= MULTIPLIER_MAX; column++)
        put_multiplier(picture, &open, column);
    fputc('\n', file);
    for (int64_t row = 1; row <= MULTIPLIER_MAX; row++) {
        put_multiplier(picture, &open, row);
        put_table_row(picture, &open, row);
        fputc('\n', file);
    }
    voice_say(picture->voice, "draw.cento.table", WITH_NOTHING);
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
