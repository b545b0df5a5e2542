/* SPDX-License-Identifier: MIT */
#include "match/event_json.h"

const char *const zone_names[] = {
    [ZONE_BOARD] = "board", [ZONE_HAND] = "hand",       [ZONE_RESERVE] = "reserve",
    [ZONE_PILE] = "pile",   [ZONE_DISCARD] = "discard",
};

/* A card's place in a hand or a heap means nothing. */
void place_write_json(struct json_out *out, struct place place)
{
    json_out_open(out, '{');
    json_put_string(out, "zone", zone_names[place.zone]);
    if (place.zone == ZONE_HAND || place.zone == ZONE_RESERVE)
        json_put_integer(out, "seat", place.seat);
    if (place.zone == ZONE_BOARD || place.zone == ZONE_RESERVE)
        json_put_integer(out, "x", place.x);
    if (place.zone == ZONE_BOARD)
        json_put_integer(out, "y", place.y);
    json_out_close(out, '}');
}

static void put_place(struct json_out *out, const char *key, struct place place)
{
    if (place.zone == ZONE_NONE)
        return;
    json_out_key(out, key);
    place_write_json(out, place);
}

/* Kinds whose count is meaningful even if it is 0. */
static bool counts(enum event_kind kind)
{
    return kind == EVENT_POINTS || kind == EVENT_SHUFFLE || kind == EVENT_FORGOT ||
           kind == EVENT_OWE || kind == EVENT_STAGE || kind == EVENT_ROUND;
}

void event_write_json(struct json_out *out, const struct game *game, const struct event *event)
{
    json_out_open(out, '{');
    json_put_string(out, "kind", event_kind_name((enum event_kind)event->kind));
    if (event->seat != NO_SEAT)
        json_put_integer(out, "seat", event->seat);
    if (event->piece != NO_PIECE) {
        char buffer[MOVE_TEXT_MAX];
        struct text piece;
        text_init(&piece, buffer, sizeof buffer);
        game->write_piece(event->piece, &piece);
        json_put_string(out, "piece", buffer);
    }
    if (event->count != 0 || counts((enum event_kind)event->kind))
        json_put_integer(out, "count", event->count);
    put_place(out, "from", event->from);
    put_place(out, "to", event->to);
    json_out_close(out, '}');
}
