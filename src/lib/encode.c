/* SPDX-License-Identifier: MIT */
/* Which game has which encoding; the one for any game; events. */
#include "lib/encode.h"

#include <string.h>

#define ENCODING(name) extern const struct encoding encoding_##name;
#include "lib/encodings.def"
#undef ENCODING

static const struct encoding *const encodings[] = {
#define ENCODING(name) &encoding_##name,
#include "lib/encodings.def"
#undef ENCODING
};

const struct encoding *encoding_find(const struct game *game, bool numbers)
{
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        const struct encoding *encoding = encodings[i];
        bool fits = !encoding->game || string_equal(encoding->game, game->name);
        if (fits && (encoding->actions > 0) == numbers)
            return encoding;
    }
    return NULL;
}

/* ---- events ---- */

void encode_event(const struct state *state, const struct event *event, int seat, uint8_t *out)
{
    bool seen = event->seen == SEEN_BY_ALL || (event->seen >> seat & 1) != 0;
    const struct place *places[] = {&event->from, &event->to};
    bool about = event->seat >= 0 && event->seat < state->seats;
    *out++ = (uint8_t)(event->kind + 1);
    *out++ = about ? (uint8_t)(1 + seat_from(state, event->seat, seat)) : 0;
    out = put_number(out, seen ? event->piece : NO_PIECE);
    out = put_number(out, event->count);
    for (int i = 0; i < 2; i++) {
        bool owned = places[i]->zone == ZONE_HAND || places[i]->zone == ZONE_RESERVE;
        *out++ = places[i]->zone;
        *out++ = owned ? (uint8_t)(1 + seat_from(state, places[i]->seat, seat)) : 0;
        *out++ = (uint8_t)(places[i]->x + 128);
        *out++ = (uint8_t)(places[i]->y + 128);
    }
}

/* ---- any game: its scene, and its moves as codes ---- */

enum { ITEM_BYTES = 8, CODE_BYTES = 8, POINTS_BYTES = 2 };

static const struct slice_row rows_any[] = {
    {"actors", 1, true, "1 for each seat that may act"},
    {"items", SCENE_MAX *ITEM_BYTES, false,
     "what lies where: zone, 1 + seat, x + 128, y + 128, then piece and count, two bytes each"},
    {NULL, 0, false, NULL},
};

/* The scene lists what lies in a hand by its place, so it has to be the view's. */
static uint8_t *observe_any(const struct game *game, const struct state *state, int seat,
                            const struct move_parts *partial, uint8_t *out)
{
    union any_state view;
    struct item items[SCENE_MAX];
    (void)partial;
    if (state->viewer == TRUTH)
        game_observe(game, state, seat, &view.head);
    else
        state_copy(&view.head, state);
    int count = game->scene(&view.head, items);
    out = put_seats(state, state->actors, seat, out);
    for (int i = 0; i < count; i++) {
        const struct place *place = &items[i].place;
        uint8_t *row = out + ITEM_BYTES * i;
        bool owned = place->zone == ZONE_HAND || place->zone == ZONE_RESERVE;
        *row++ = place->zone;
        *row++ = owned ? (uint8_t)(1 + seat_from(state, place->seat, seat)) : 0;
        *row++ = (uint8_t)(place->x + 128);
        *row++ = (uint8_t)(place->y + 128);
        put_number(put_number(row, items[i].piece), items[i].count);
    }
    return out + SCENE_MAX * ITEM_BYTES;
}

static void describe_any(const struct game *game, const struct state *state, int seat, move m,
                         uint8_t *out)
{
    for (int i = 0; i < CODE_BYTES; i++)
        *out++ = (uint8_t)(m >> 8 * i);
    put_number(out, game->gain(state, seat, m));
}

const struct encoding encoding_any = {
    .game = NULL,
    .features = CODE_BYTES + POINTS_BYTES,
    .slices = rows_any,
    .observe = observe_any,
    .describe = describe_any,
};
