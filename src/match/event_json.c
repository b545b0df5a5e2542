/* SPDX-License-Identifier: MIT */
#include "match/event_json.h"

static void put_number(struct json_out *out, const char *key, int64_t number)
{
    json_out_key(out, key);
    json_out_integer(out, number);
}

static const char *const zones[] = {
    [ZONE_BOARD] = "board", [ZONE_HAND] = "hand",       [ZONE_RESERVE] = "reserve",
    [ZONE_PILE] = "pile",   [ZONE_DISCARD] = "discard",
};

const char *zone_name(enum zone zone)
{
    return zones[zone];
}

/* Cards in a hand have no place that means anything, nor has what lies in a heap. */
void place_write_json(struct json_out *out, struct place place)
{
    json_out_open(out, '{');
    json_out_key(out, "zone");
    json_out_string(out, zones[place.zone]);
    if (place.zone == ZONE_HAND || place.zone == ZONE_RESERVE)
        put_number(out, "seat", place.seat);
    if (place.zone == ZONE_BOARD || place.zone == ZONE_RESERVE)
        put_number(out, "x", place.x);
    if (place.zone == ZONE_BOARD)
        put_number(out, "y", place.y);
    json_out_close(out, '}');
}

static void put_place(struct json_out *out, const char *key, struct place place)
{
    if (place.zone == ZONE_NONE)
        return;
    json_out_key(out, key);
    place_write_json(out, place);
}

/* Kinds whose count means something even if it is 0. */
static bool counts(enum event_kind kind)
{
    return kind == EVENT_POINTS || kind == EVENT_SHUFFLE || kind == EVENT_FORGOT ||
           kind == EVENT_OWE || kind == EVENT_STAGE || kind == EVENT_ROUND;
}

void event_write_json(struct json_out *out, const struct game *game, const struct event *event)
{
    json_out_open(out, '{');
    json_out_key(out, "kind");
    json_out_string(out, event_kind_name((enum event_kind)event->kind));
    if (event->seat != NO_SEAT)
        put_number(out, "seat", event->seat);
    if (event->piece != NO_PIECE) {
        char buffer[MOVE_TEXT_MAX];
        struct text piece;
        text_init(&piece, buffer, sizeof buffer);
        game->write_piece(event->piece, &piece);
        json_out_key(out, "piece");
        json_out_string(out, buffer);
    }
    if (event->count != 0 || counts((enum event_kind)event->kind))
        put_number(out, "count", event->count);
    put_place(out, "from", event->from);
    put_place(out, "to", event->to);
    json_out_close(out, '}');
}
