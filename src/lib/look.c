/* SPDX-License-Identifier: MIT */
/* What lies where and what is true, in the caller's terms: pieces as their notation. */
#include <string.h>

#include "base/check.h"
#include "lib/lib.h"

_Static_assert((int)KUFSA_ITEMS_MAX == (int)SCENE_MAX && (int)KUFSA_ITEMS_MAX == (int)FACTS_MAX,
               "kufsa.h says the same");
_Static_assert((int)KUFSA_ZONE_DISCARD == (int)ZONE_DISCARD, "kufsa.h says the same");

static struct kufsa_place place_of(struct place place)
{
    bool owned = place.zone == ZONE_HAND || place.zone == ZONE_RESERVE;
    return (struct kufsa_place){place.zone, owned ? place.seat : KUFSA_NO_SEAT, place.x, place.y};
}

static void write_piece(const struct game *game, int piece, char out[KUFSA_PIECE_SIZE])
{
    struct text text;
    text_init(&text, out, KUFSA_PIECE_SIZE);
    if (piece != NO_PIECE)
        game->write_piece(piece, &text);
    CHECK(!text.overflow);
}

int kufsa_scene(const struct kufsa_position *position, struct kufsa_item *items)
{
    struct item list[SCENE_MAX];
    if (!position || !items)
        return 0;
    int count = position->game->scene(&position->state.head, list);
    for (int i = 0; i < count; i++) {
        items[i].place = place_of(list[i].place);
        items[i].count = list[i].count;
        write_piece(position->game, list[i].piece, items[i].piece);
    }
    return count;
}

int kufsa_facts(const struct kufsa_position *position, struct kufsa_fact *facts)
{
    struct facts list;
    if (!position || !facts)
        return 0;
    game_facts(position->game, &position->state.head, &list);
    for (int i = 0; i < list.count; i++) {
        const struct fact *fact = &list.list[i];
        facts[i].name = fact_name((enum fact_name)fact->name);
        facts[i].seat = fact->seat;
        facts[i].number = fact->number;
        facts[i].place = place_of(fact->place);
        write_piece(position->game, fact->piece, facts[i].piece);
    }
    return list.count;
}
