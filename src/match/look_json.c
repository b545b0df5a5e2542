/* SPDX-License-Identifier: MIT */
#include "match/look_json.h"

#include "base/check.h"
#include "match/event_json.h"

void piece_put_json(struct json_out *out, const struct game *game, int piece)
{
    char bytes[MOVE_TEXT_MAX];
    struct text text;
    if (piece == NO_PIECE)
        return;
    text_init(&text, bytes, sizeof bytes);
    game->write_piece(piece, &text);
    json_put_string(out, "piece", bytes);
}

void scene_put_json(struct json_out *out, const struct game *game, const struct state *state)
{
    struct item items[SCENE_MAX];
    int count = game->scene(state, items);
    CHECK(count <= SCENE_MAX);
    json_put_open(out, "scene", '[');
    for (int i = 0; i < count; i++) {
        json_out_open(out, '{');
        json_out_key(out, "place");
        place_write_json(out, items[i].place);
        piece_put_json(out, game, items[i].piece);
        json_put_integer(out, "count", items[i].count);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

static void write_fact(struct json_out *out, const struct game *game, const struct fact *fact)
{
    json_out_open(out, '{');
    json_put_string(out, "name", fact_name((enum fact_name)fact->name));
    if (fact->seat != NO_SEAT)
        json_put_integer(out, "seat", fact->seat);
    if (fact->place.zone != ZONE_NONE) {
        json_out_key(out, "place");
        place_write_json(out, fact->place);
    }
    piece_put_json(out, game, fact->piece);
    if (fact->number != 0)
        json_put_integer(out, "number", fact->number);
    json_out_close(out, '}');
}

void facts_put_json(struct json_out *out, const char *key, const struct game *game,
                    const struct facts *facts)
{
    json_put_open(out, key, '[');
    for (int i = 0; i < facts->count; i++)
        write_fact(out, game, &facts->list[i]);
    json_out_close(out, ']');
}
