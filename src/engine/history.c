/* SPDX-License-Identifier: MIT */
/*
 * `"history"`: the positions of a game before the one that is asked about. A text does not say how
 * often its position has occurred, so the game is played again: of each position's legal moves, the
 * one that leads to the next. Where cards are hidden nothing repeats, and it is ignored.
 */
#include "engine/fields.h"
#include "tell/voice.h"

/* Makes the seat's move that leads from engine->state to the position with this text. False: it has
 * none. */
static bool seat_leads(struct engine *e, int seat, const char *text)
{
    const struct state *state = &e->state.head;
    int count = game_legal(e->game, state, seat, &e->moves);
    for (int i = 0; i < count; i++) {
        char buffer[POSITION_MAX];
        struct text written;
        state_copy(&e->other.head, state);
        if (!game_apply(e->game, &e->other.head, seat, e->moves.list[i], NULL))
            continue;
        text_init(&written, buffer, sizeof buffer);
        game_write(e->game, &e->other.head, &written);
        if (!string_equal(buffer, text))
            continue;
        state_copy(&e->state.head, &e->other.head);
        return true;
    }
    return false;
}

static bool leads(struct engine *e, const char *text)
{
    for (int seat = 0; seat < e->state.head.seats; seat++)
        if (state_acts(&e->state.head, seat) && seat_leads(e, seat, text))
            return true;
    return fail(e, ERROR_HISTORY, "history", "cmd.engine.history", WITH_NOTHING);
}

/* Starts from the first position of the history, in place of the request's. */
static bool start_history(struct engine *e, const char *text)
{
    int seats = e->state.head.seats;
    int16_t option[OPTIONS_MAX];
    memcpy(option, e->state.head.option, sizeof option);
    game_init(e->game, &e->state.head, seats);
    memcpy(e->state.head.option, option, sizeof option);
    const char *reason = game_read(e->game, &e->state.head, text);
    return reason ? fail_reason(e, ERROR_POSITION, "history", reason) : true;
}

bool read_history(struct engine *e, const char *text)
{
    const struct json_value *values = e->json.values;
    uint32_t history = json_member(&e->json, 0, "history");
    char past[POSITION_MAX];
    if (history == 0 || e->game->hidden)
        return true;
    if (!need_member(e, "history", JSON_ARRAY, &history))
        return false;
    for (uint32_t at = history + 1; at < values[history].next; at = values[at].next) {
        e->index++;
        if (values[at].type != JSON_STRING)
            return fail(e, ERROR_TYPE, "history", "cmd.engine.type.positions", WITH_NOTHING);
        if (!read_text(e, at, "history", past, sizeof past) ||
            !(e->index == 0 ? start_history(e, past) : leads(e, past)))
            return false;
    }
    bool fine = e->index < 0 || leads(e, text);
    e->index = fine ? -1 : e->index;
    return fine;
}
