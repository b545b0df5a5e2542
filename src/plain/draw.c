/* SPDX-License-Identifier: MIT */
/* The list of drawings, and the one for games without their own. */
#include "plain/draw.h"

#include <string.h>

enum { NAME_TEXT_MAX = 64, PIECE_TEXT_MAX = 16 };

static void draw_scene(const struct picture *);

static const struct drawing plain = {.draw = draw_scene};
static const struct drawing *const drawings[] = {
#define DRAWING(name) &drawing_##name,
#include "plain/drawings.def"
#undef DRAWING
};

const struct drawing *drawing_of(const struct game *game)
{
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        if (string_equal(drawings[i]->game, game->name))
            return drawings[i];
    return &plain;
}

void picture_facts(const struct picture *picture, struct facts *facts)
{
    game_facts(picture->game, picture->view, facts);
    if (picture->quiet)
        facts_quieten(facts);
}

void write_seat_name(const struct voice *voice, const struct game *game, int seat,
                     struct text *text)
{
    const struct drawing *drawing = drawing_of(game);
    if (drawing->seats)
        words_say(text, voice->language, drawing->seats[seat], WITH_NOTHING);
    else
        words_say(text, voice->language, "seat.name", WITH(word_number("n", seat + 1)));
}

static void write_piece(const struct picture *picture, int piece, char out[PIECE_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, PIECE_TEXT_MAX);
    if (piece == NO_PIECE)
        text_char(&text, '#');
    else
        picture->game->write_piece(piece, &text);
}

/* ---- lines that many games share ---- */

static void put_seat(const struct picture *picture, int seat)
{
    char buffer[NAME_TEXT_MAX];
    struct text name;
    text_init(&name, buffer, sizeof buffer);
    write_seat_name(picture->voice, picture->game, seat, &name);
    fputs(buffer, picture->voice->file);
}

static void put_item(const struct picture *picture, const struct item *item)
{
    char text[PIECE_TEXT_MAX];
    if (item->piece == NO_PIECE) {
        fputc(' ', picture->voice->file);
        voice_part_say(picture->voice, "cards", WITH(word_number("n", item->count)));
        return;
    }
    write_piece(picture, item->piece, text);
    fprintf(picture->voice->file, " %s", text);
    if (item->count > 1)
        fprintf(picture->voice->file, "*%d", item->count);
}

static void put_zone(const struct picture *picture, const struct item *items, int count, int zone,
                     int seat)
{
    fputc(':', picture->voice->file);
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == zone && items[i].place.seat == seat)
            put_item(picture, &items[i]);
    fputc('\n', picture->voice->file);
}

static bool has_zone(const struct item *items, int count, int zone, int seat)
{
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == zone && items[i].place.seat == seat)
            return true;
    return false;
}

static void draw_hands(const struct picture *picture, const struct item *items, int count)
{
    for (int seat = 0; seat < picture->view->seats; seat++)
        for (int zone = ZONE_HAND; zone <= ZONE_RESERVE; zone++)
            if (has_zone(items, count, zone, seat)) {
                put_seat(picture, seat);
                put_zone(picture, items, count, zone, seat);
            }
}

static void draw_scores(const struct picture *picture)
{
    struct outcome outcome;
    picture->game->tally(picture->view, &outcome);
    if (!outcome.scored)
        return;
    voice_part_say(picture->voice, "play.scores", WITH_NOTHING);
    for (int seat = 0; seat < picture->view->seats; seat++) {
        fprintf(picture->voice->file, "%s%d (", seat ? ", " : ": ", outcome.score[seat]);
        put_seat(picture, seat);
        fputc(')', picture->voice->file);
    }
    fputc('\n', picture->voice->file);
}

/* ---- any game ---- */

struct picture_box {
    int left, right, bottom, top;
    int width; /* of a cell */
};

/* The part of the board with something on it; false if it is empty. */
static bool find_box(const struct picture *picture, const struct item *items, int count,
                     struct picture_box *box)
{
    bool any = false;
    char text[PIECE_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        struct place place = items[i].place;
        if (place.zone != ZONE_BOARD)
            continue;
        if (!any)
            *box = (struct picture_box){place.x, place.x, place.y, place.y, 1};
        any = true;
        box->left = place.x < box->left ? place.x : box->left;
        box->right = place.x > box->right ? place.x : box->right;
        box->bottom = place.y < box->bottom ? place.y : box->bottom;
        box->top = place.y > box->top ? place.y : box->top;
        write_piece(picture, items[i].piece, text);
        box->width = (int)strlen(text) > box->width ? (int)strlen(text) : box->width;
    }
    return any;
}

/* The topmost thing there, or a dot. */
static void put_cell(const struct picture *picture, const struct item *items, int count, int x,
                     int y, int width)
{
    char text[PIECE_TEXT_MAX] = ".";
    for (int i = 0; i < count; i++)
        if (items[i].place.zone == ZONE_BOARD && items[i].place.x == x && items[i].place.y == y)
            write_piece(picture, items[i].piece, text);
    fprintf(picture->voice->file, " %*s", width, text);
}

/* Includes one more column and row on every side, where the next thing may go. */
static void draw_board(const struct picture *picture, const struct item *items, int count)
{
    FILE *file = picture->voice->file;
    struct picture_box box;
    if (!find_box(picture, items, count, &box))
        return;
    int width = box.width < 3 ? 3 : box.width;
    for (int y = box.top + 1; y >= box.bottom - 1; y--) {
        fprintf(file, "%4d", y);
        for (int x = box.left - 1; x <= box.right + 1; x++)
            put_cell(picture, items, count, x, y, width);
        fputc('\n', file);
    }
    fprintf(file, "%4s", "");
    for (int x = box.left - 1; x <= box.right + 1; x++)
        fprintf(file, " %*d", width, x);
    fputc('\n', file);
}

static void draw_pile(const struct picture *picture, const struct item *items, int count, int zone,
                      const char *key)
{
    if (!has_zone(items, count, zone, NO_SEAT))
        return;
    voice_part_say(picture->voice, key, WITH_NOTHING);
    put_zone(picture, items, count, zone, NO_SEAT);
}

static void draw_scene(const struct picture *picture)
{
    static struct item items[SCENE_MAX];
    char position[POSITION_MAX];
    struct text text;
    int count = picture->game->scene(picture->view, items);
    draw_board(picture, items, count);
    draw_pile(picture, items, count, ZONE_DISCARD, "play.discards");
    draw_pile(picture, items, count, ZONE_PILE, "play.pile");
    draw_hands(picture, items, count);
    draw_scores(picture);
    text_init(&text, position, sizeof position);
    game_write(picture->game, picture->view, &text);
    voice_say(picture->voice, "play.position", WITH(word_string("position", position)));
}
