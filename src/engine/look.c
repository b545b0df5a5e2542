/* SPDX-License-Identifier: MIT */
/* The request "facts": what lies where, and what else is true of a position. */
#include "engine/fields.h"
#include "match/look_json.h"

/* With a seat, reduces the position to what that seat may know. */
static bool take_view(struct engine *e)
{
    struct state *state = &e->state.head;
    int64_t seat = SPECTATOR;
    bool given;
    uint32_t value = json_member(&e->json, 0, "seat");
    if (value != 0 && e->json.values[value].type == JSON_NULL)
        given = true;
    else if (!read_integer(e, "seat", 0, state->seats - 1, &seat, &given))
        return false;
    if (!given) {
        state_copy(&e->other.head, state);
        return true;
    }
    if (state->viewer != TRUTH)
        state->viewer = (int8_t)seat;
    game_observe(e->game, state, (int)seat, &e->other.head);
    return true;
}

void engine_facts(struct engine *e)
{
    if (!read_position(e) || !take_view(e))
        return;
    begin_answer(e);
    scene_put_json(&e->json_out, e->game, &e->other.head);
    game_facts(e->game, &e->other.head, &e->facts);
    facts_put_json(&e->json_out, "facts", e->game, &e->facts);
    end_answer(e);
}
