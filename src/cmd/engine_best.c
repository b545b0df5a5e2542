/* SPDX-License-Identifier: MIT */
/* The request "best": what a player of some strength would do, and why. */
#include "base/hash.h"
#include "cmd/engine_fields.h"
#include "cmd/lists.h"
#include "cmd/system.h"
#include "cmd/voice.h"
#include "tui/advice.h"

enum { PLAYER_TEXT_MAX = 32 };

/* `"level"`: a level's name or a bot's; the strongest where it is left out. */
static bool read_player(struct engine *e, struct player *player)
{
    uint32_t value = json_member(&e->json, 0, "level");
    char name[PLAYER_TEXT_MAX];
    struct list list;
    *player = player_at(e->game, LEVEL_MASTER);
    if (value == 0)
        return true;
    if (json_string(&e->json, value, name, sizeof name) >= 0 && player_find(e->game, name, player))
        return true;
    return fail(e, ERROR_LEVEL, "level", "cmd.engine.level",
                WITH(word_string("levels", list_players(&list, e->game))));
}

/* Nodes and time as asked for; if neither, those of the player. */
static bool read_budget(struct engine *e, const struct skill *skill, struct budget *budget)
{
    int64_t nodes = 0, millis = 0;
    bool by_nodes, by_time;
    if (!read_integer(e, "nodes", 1, ENGINE_NODES_MAX, &nodes, &by_nodes) ||
        !read_integer(e, "millis", 1, ENGINE_MILLIS_MAX, &millis, &by_time))
        return false;
    if (!by_nodes && !by_time) {
        nodes = (int64_t)skill->nodes;
        millis = skill->millis;
    }
    *budget = (struct budget){.nodes = (uint64_t)nodes};
    if (budget->nodes == 0 || budget->nodes > e->nodes_max)
        budget->nodes = e->nodes_max;
    if (millis > 0) {
        budget->clock_ms = system_millis;
        budget->deadline_ms = system_millis() + millis;
    }
    return true;
}

/* What the seat may know of engine->state, in engine->other; it must have
 * something to decide. */
static bool take_view(struct engine *e, int seat)
{
    struct state *state = &e->state.head;
    if (!state_acts(state, seat))
        return fail(e, ERROR_IDLE, "seat", "cmd.engine.idle", WITH_NOTHING);
    if (state->viewer != TRUTH)
        state->viewer = (int8_t)seat;
    game_observe(e->game, state, seat, &e->other.head);
    if (game_legal(e->game, &e->other.head, seat, &e->moves) == HIDDEN)
        return fail(e, ERROR_HIDDEN, "position", "cmd.engine.hidden.hand", WITH_NOTHING);
    return true;
}

static void write_move(struct engine *e, move m)
{
    char text[MOVE_TEXT_MAX];
    move_text(e, &e->other.head, m, text);
    json_out_string(&e->json_out, text);
}

/* The code is the sentence's key; the sentence is in the engine's language. */
static void write_reason(struct engine *e, const struct reason *reason)
{
    char sentence[REASON_TEXT_MAX], name[4];
    struct text text;
    text_init(&text, name, sizeof name);
    text_number(&text, reason->seat);
    text_init(&text, sentence, sizeof sentence);
    advice_write_reason(&text, e->language, e->game, reason, name);
    json_out_open(&e->json_out, '{');
    json_out_key(&e->json_out, "code");
    json_out_string(&e->json_out, reason->key);
    json_out_key(&e->json_out, "text");
    json_out_string(&e->json_out, sentence);
    json_out_close(&e->json_out, '}');
}

static void write_candidate(struct engine *e, const struct candidate *candidate)
{
    json_out_open(&e->json_out, '{');
    json_out_key(&e->json_out, "move");
    write_move(e, candidate->move);
    json_out_key(&e->json_out, "value");
    json_out_real(&e->json_out, candidate->value);
    json_out_key(&e->json_out, candidate->depth ? "depth" : "visits");
    json_out_integer(&e->json_out, candidate->depth ? candidate->depth : candidate->visits);
    json_out_key(&e->json_out, "reasons");
    json_out_open(&e->json_out, '[');
    for (int i = 0; i < candidate->reasons; i++)
        write_reason(e, &candidate->reason[i]);
    json_out_close(&e->json_out, ']');
    json_out_close(&e->json_out, '}');
    spill(e);
}

/* The principal variation: pairs of seat and move. */
static void write_line(struct engine *e)
{
    json_out_key(&e->json_out, "line");
    json_out_open(&e->json_out, '[');
    for (int i = 0; i < e->advice.line_count; i++) {
        json_out_open(&e->json_out, '[');
        json_out_integer(&e->json_out, e->advice.line[i].seat);
        write_move(e, e->advice.line[i].move);
        json_out_close(&e->json_out, ']');
    }
    json_out_close(&e->json_out, ']');
}

static void write_advice(struct engine *e, int64_t millis)
{
    begin_answer(e);
    json_out_key(&e->json_out, "move");
    write_move(e, e->advice.best);
    json_out_key(&e->json_out, "moves");
    json_out_open(&e->json_out, '[');
    for (int i = 0; i < e->advice.count; i++)
        write_candidate(e, &e->advice.list[i]);
    json_out_close(&e->json_out, ']');
    write_line(e);
    json_out_key(&e->json_out, "nodes");
    json_out_integer(&e->json_out, (int64_t)e->advice.nodes);
    json_out_key(&e->json_out, "millis");
    json_out_integer(&e->json_out, millis);
    end_answer(e);
}

void engine_best(struct engine *e)
{
    struct player player;
    struct search_rng rng;
    struct question question = {
        .rng = &rng, .memory = e->bot_memory, .memory_size = sizeof e->bot_memory};
    int64_t seat;
    if (!read_position(e) || !need_integer(e, "seat", 0, e->state.head.seats - 1, &seat) ||
        !read_player(e, &player) || !read_budget(e, &player.skill, &question.budget) ||
        !take_view(e, (int)seat))
        return;
    question.game = e->game;
    question.view = &e->other.head;
    question.skill = player.skill;
    question.crew = e->crew.hands > 1 ? &e->crew : NULL;
    /* The same question gets the same answer, unless it is time that ends the
     * search. */
    search_rng_init(&rng, hash_bytes(HASH_START, &e->other, e->other.head.size));
    int64_t start = system_millis();
    bot_think(player.bot, &question, &e->advice);
    write_advice(e, system_millis() - start);
}
