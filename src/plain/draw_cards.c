/* SPDX-License-Identifier: MIT */
/* What the drawings of card games share. */
#include "plain/draw_cards.h"

#include <string.h>

/* ---- looking ---- */

void sight_read(struct sight *sight, const struct picture *picture)
{
    sight->picture = picture;
    sight->count = picture->game->scene(picture->view, sight->items);
    sight->moves.count = 0;
    picture_facts(picture, &sight->facts);
}

void sight_moves(struct sight *sight)
{
    const struct picture *picture = sight->picture;
    game_legal(picture->game, picture->view, picture->view->viewer, &sight->moves);
}

void sight_write_move(const struct sight *sight, int index, char out[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, MOVE_TEXT_MAX);
    sight->picture->game->write_move(sight->picture->view, sight->moves.list[index], &text);
}

int sight_cards(const struct sight *sight, enum zone zone, int seat)
{
    int cards = 0;
    for (int i = 0; i < sight->count; i++)
        if (sight->items[i].place.zone == zone && sight->items[i].place.seat == seat)
            cards += sight->items[i].count;
    return cards;
}

bool sight_shows(const struct sight *sight, int seat)
{
    for (int i = 0; i < sight->count; i++)
        if (sight->items[i].place.zone == ZONE_HAND && sight->items[i].place.seat == seat)
            return sight->items[i].piece != NO_PIECE;
    return false;
}

/* ---- words ---- */

void write_card(const struct picture *picture, int piece, char out[CARD_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, CARD_TEXT_MAX);
    picture->game->write_piece(piece, &text);
}

void write_player(const struct picture *picture, int seat, char out[PART_TEXT_MAX])
{
    char name[PART_TEXT_MAX];
    struct text text;
    text_init(&text, name, sizeof name);
    write_seat_name(picture->voice, picture->game, seat, &text);
    text_init(&text, out, PART_TEXT_MAX);
    if (seat == picture->view->viewer)
        words_say(&text, picture->voice->language, "draw.you", WITH(word_string("name", name)));
    else
        text_string(&text, name);
}

void write_count(const struct picture *picture, const char *key, int64_t n, char out[PART_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, PART_TEXT_MAX);
    words_say(&text, picture->voice->language, key, WITH(word_number("n", n)));
}

void put_seat(const struct sight *sight, int seat, bool turn)
{
    const struct picture *picture = sight->picture;
    char name[PART_TEXT_MAX], cards[PART_TEXT_MAX];
    write_player(picture, seat, name);
    write_count(picture, "cards", sight_cards(sight, ZONE_HAND, seat), cards);
    if (turn)
        voice_style(picture->voice, STYLE_BOLD);
    fprintf(picture->voice->file, "%s%s", turn ? "> " : "  ", name);
    if (turn)
        voice_plain(picture->voice);
    fprintf(picture->voice->file, ": %s", cards);
}

void put_more(const struct picture *picture, const char *key, const struct word_arg *args,
              int count)
{
    fputs(", ", picture->voice->file);
    voice_part_say(picture->voice, key, args, count);
}

void draw_heap(const struct picture *picture, const char *key, int cards)
{
    char text[PART_TEXT_MAX];
    write_count(picture, "cards", cards, text);
    voice_say(picture->voice, key, WITH(word_string("cards", text)));
}

void put_hand_title(const struct sight *sight, int seat)
{
    const struct picture *picture = sight->picture;
    char name[PART_TEXT_MAX], cards[PART_TEXT_MAX];
    write_player(picture, seat, name);
    write_count(picture, "cards", sight_cards(sight, ZONE_HAND, seat), cards);
    voice_part_say(picture->voice, seat == picture->view->viewer ? "draw.hand.yours" : "draw.hand",
                   WITH(word_string("name", name), word_string("cards", cards)));
}

/* ---- cards ---- */

void put_chip(const struct picture *picture, char colour, const char *text)
{
    static const char letters[] = "RGBY";
    static const char *const grounds[] = {
        "\033[48;5;160;38;5;231m", "\033[48;5;28;38;5;231m",  "\033[48;5;25;38;5;231m",
        "\033[48;5;214;38;5;16m",  "\033[48;5;240;38;5;231m",
    };
    const char *found = memchr(letters, colour, sizeof letters - 1);
    if (picture->voice->colour)
        fputs(grounds[found ? found - letters : 4], picture->voice->file);
    fputs(text, picture->voice->file);
    voice_plain(picture->voice);
}

int card_columns(const struct picture *picture, const char *text)
{
    return (int)strlen(text) + (picture->voice->colour ? 2 : 0);
}

int show_card(const struct picture *picture, char colour, const char *text)
{
    char padded[CARD_TEXT_MAX + 4];
    struct text out;
    text_init(&out, padded, sizeof padded);
    text_string(&out, picture->voice->colour ? " " : "");
    text_string(&out, text);
    text_string(&out, picture->voice->colour ? " " : "");
    put_chip(picture, colour, padded);
    return card_columns(picture, text);
}

void write_centred(char line[CARD_COLUMNS + 1], const char *text)
{
    size_t size = strlen(text), left;
    size = size > CARD_COLUMNS ? CARD_COLUMNS : size;
    left = (CARD_COLUMNS - size) / 2;
    memset(line, ' ', CARD_COLUMNS);
    memcpy(line + left, text, size);
    line[CARD_COLUMNS] = '\0';
}

static void put_border(const struct picture *picture, const char *left, const char *right)
{
    fprintf(picture->voice->file, "  %s", left);
    for (int i = 0; i < CARD_COLUMNS; i++)
        fputs(picture->ascii ? "-" : "─", picture->voice->file);
    fprintf(picture->voice->file, "%s\n", right);
}

void draw_card(const struct picture *picture, char colour, char lines[][CARD_COLUMNS + 1],
               int count)
{
    const char *side = picture->ascii ? "|" : "│";
    FILE *file = picture->voice->file;
    put_border(picture, picture->ascii ? "+" : "╭", picture->ascii ? "+" : "╮");
    for (int i = 0; i < count; i++) {
        fprintf(file, "  %s", side);
        put_chip(picture, colour, lines[i]);
        fprintf(file, "%s\n", side);
    }
    put_border(picture, picture->ascii ? "+" : "╰", picture->ascii ? "+" : "╯");
}
