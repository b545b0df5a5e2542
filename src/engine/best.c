/* SPDX-License-Identifier: MIT */
/* The request "best": what a player of a given strength would do, and why. */
#include "base/hash.h"
#include "engine/fields.h"
#include "system/system.h"
#include "tell/advice.h"
#include "tell/lists.h"
#include "tell/voice.h"
#include "think/crew.h"

enum { PLAYER_TEXT_MAX = 32 };

/* `"level"`: the name of a level or bot; the strongest if absent. */
static bool read_player(struct engine *e, struct player *player)
{
    uint32_t value = json_member(&e->json, 0, "level");
    char name[PLAYER_TEXT_MAX];
    struct name_list list;
    *player = player_at(e->game, LEVEL_MASTER);
    if (value == 0)
        return true;
    if (json_string(&e->json, value, name, sizeof name) >= 0 && player_find(e->game, name, player))
        return true;
    return fail(e, ERROR_LEVEL, "level", "cmd.engine.level",
                WITH(word_string("levels", name_list_players(&list, e->game))));
}

/* Nodes and time as asked for; if neither, the player's own. */
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

/* Several threads, if asked for, or if the search is limited by time and the engine has them. */
static bool read_threads(struct engine *e, struct crew *crew, struct question *question)
{
    int64_t threads;
    bool given;
    if (!read_integer(e, "threads", 1, THREADS_MAX, &threads, &given))
        return false;
    *crew = e->crew;
    if (given)
        crew_init(crew, (int)threads);
    if (crew->threads > 1 && (given || question->budget.clock_ms))
        question->crew = crew;
    return true;
}

bool read_seat(struct engine *e, int64_t *seat)
{
    const struct state *state = &e->state.head;
    if (e->given == 0 || json_member(&e->json, 0, "seat") != 0)
        return need_integer(e, "seat", 0, state->seats - 1, seat);
    *seat = state_over(state) ? 0 : __builtin_ctz(state->actors);
    return true;
}

bool take_actor(struct engine *e, int seat)
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

void put_reason_text(struct engine *e, const struct game *game, const struct reason *reason)
{
    char sentence[REASON_TEXT_MAX], name[4];
    struct text text;
    text_init(&text, name, sizeof name);
    text_number(&text, reason->seat);
    text_init(&text, sentence, sizeof sentence);
    advice_write_reason(&text, e->language, game, reason, name);
    json_put_string(&e->json_out, "text", sentence);
}

/* The code is the key of the sentence. */
static void write_reason(struct engine *e, const struct reason *reason)
{
    json_out_open(&e->json_out, '{');
    json_put_string(&e->json_out, "code", reason->key);
    put_reason_text(e, e->game, reason);
    json_out_close(&e->json_out, '}');
}

static void write_candidate(struct engine *e, const struct candidate *candidate)
{
    json_out_open(&e->json_out, '{');
    json_out_key(&e->json_out, "move");
    write_move(e, candidate->move);
    json_put_real(&e->json_out, "value", candidate->value);
    json_put_integer(&e->json_out, candidate->depth ? "depth" : "visits",
                     candidate->depth ? candidate->depth : candidate->visits);
    json_put_open(&e->json_out, "reasons", '[');
    for (int i = 0; i < candidate->reasons; i++)
        write_reason(e, &candidate->reason[i]);
    json_out_close(&e->json_out, ']');
    json_out_close(&e->json_out, '}');
    spill(e);
}

/* The principal variation: pairs of seat and move. */
static void write_line(struct engine *e)
{
    json_put_open(&e->json_out, "line", '[');
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
    json_put_open(&e->json_out, "moves", '[');
    for (int i = 0; i < e->advice.count; i++)
        write_candidate(e, &e->advice.list[i]);
    json_out_close(&e->json_out, ']');
    write_line(e);
    json_put_integer(&e->json_out, "nodes", (int64_t)e->advice.nodes);
    json_put_integer(&e->json_out, "millis", millis);
    end_answer(e);
}

void engine_best(struct engine *e)
{
    struct player player;
    struct search_rng rng;
    struct crew crew;
    struct question question = {
        .rng = &rng, .memory = e->bot_memory, .memory_size = sizeof e->bot_memory};
    int64_t seat;
    if (!read_position(e) || !read_seat(e, &seat) || !read_player(e, &player) ||
        !read_budget(e, &player.skill, &question.budget) || !read_threads(e, &crew, &question) ||
        !take_actor(e, (int)seat))
        return;
    question.game = e->game;
    question.view = &e->other.head;
    question.skill = player.skill;
    /* The same question gets the same answer, unless time ends the search or threads share it. */
    search_rng_init(&rng, hash_bytes(HASH_START, &e->other, e->other.head.size));
    int64_t start = system_millis();
    question.budget.stop = begin_search(e);
    bot_think(player.bot, &question, &e->advice);
    end_search(e);
    write_advice(e, system_millis() - start);
}
