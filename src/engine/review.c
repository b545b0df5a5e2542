/* SPDX-License-Identifier: MIT */
/* The requests "judge" and "review": how good a move was, and what became of a whole game. */
#include "engine/fields.h"
#include "system/system.h"

/* Nodes as asked for, or this many; never more than the engine allows. */
static bool read_nodes(struct engine *e, uint64_t usual, uint64_t *nodes)
{
    int64_t given = (int64_t)usual;
    bool is_given;
    if (!read_integer(e, "nodes", 1, ENGINE_NODES_MAX, &given, &is_given))
        return false;
    *nodes = (uint64_t)given;
    if (e->nodes_max < (uint64_t)ENGINE_NODES_MAX && (*nodes == 0 || *nodes > e->nodes_max))
        *nodes = e->nodes_max;
    return true;
}

static void say_reason(void *context, struct json_out *out, const struct game *game,
                       const struct reason *reason)
{
    struct engine *e = context;
    (void)out; /* it is the engine's */
    put_reason_text(e, game, reason);
}

/* The seat's move in engine->other. */
static bool read_move(struct engine *e, move *m)
{
    char text[POSITION_MAX];
    uint32_t value;
    const struct state *view = &e->other.head;
    if (!need_member(e, "move", JSON_STRING, &value) ||
        !read_text(e, value, "move", text, sizeof text))
        return false;
    const char *reason = game_read_move(e->game, view, view->viewer, text, &e->moves, m);
    return reason ? fail_reason(e, ERROR_ILLEGAL, "move", reason) : true;
}

void engine_judge(struct engine *e)
{
    const struct review_teller teller = {say_reason, e};
    struct verdict verdict;
    uint64_t nodes;
    int64_t seat;
    move m;
    if (!read_position(e) || !read_seat(e, &seat) ||
        !read_nodes(e, judge_nodes(e->game, e->state.head.seats), &nodes) ||
        !take_actor(e, (int)seat) || !read_move(e, &m))
        return;
    judge_move(e->game, &e->other.head, m, nodes, begin_search(e), e->bot_memory, &verdict);
    end_search(e);
    begin_answer(e);
    json_put_integer(&e->json_out, "seat", seat);
    verdict_json(&e->json_out, e->game, &e->other.head, &verdict, &teller);
    json_put_integer(&e->json_out, "nodes", (int64_t)verdict.nodes);
    end_answer(e);
}

/* ---- progress ---- */

/* Lines before the answer, for those who ask for them: at most one in so many milliseconds. */
struct telling {
    bool wanted;
    int64_t every, told;
};

static bool read_telling(struct engine *e, struct telling *telling)
{
    telling->told = system_millis();
    return read_integer(e, "progress", 0, ENGINE_MILLIS_MAX, &telling->every, &telling->wanted);
}

static void tell_progress(struct engine *e, struct telling *telling)
{
    int64_t now = system_millis();
    if (!telling->wanted || now - telling->told < telling->every)
        return;
    telling->told = now;
    begin_answer(e);
    json_put_open(&e->json_out, "progress", '{');
    json_put_integer(&e->json_out, "judged", e->review.judged);
    json_put_integer(&e->json_out, "of", e->review.count);
    json_out_close(&e->json_out, '}');
    end_answer(e);
    engine_flush(e);
}

static void spill_review(void *context)
{
    spill(context);
}

void engine_review(struct engine *e)
{
    const struct review_teller teller = {say_reason, e};
    struct review *review = &e->review;
    struct telling telling;
    uint32_t value;
    uint64_t nodes;
    if (!need_member(e, "record", JSON_STRING, &value) ||
        !read_text(e, value, "record", e->record, sizeof e->record) || !read_nodes(e, 0, &nodes) ||
        !read_telling(e, &telling))
        return;
    const char *reason = review_open(review, e->record, string_size(e->record), nodes);
    if (reason) {
        fail_record(e, reason, review->record.line);
        return;
    }
    const atomic_bool *stop = begin_search(e);
    while (review_step(review, stop, e->bot_memory))
        tell_progress(e, &telling);
    end_search(e);
    if (review->judged < review->count) {
        fail(e, ERROR_CANCELLED, NULL, "cmd.engine.cancelled", WITH_NOTHING);
        return;
    }
    review_finish(review);
    begin_answer(e);
    json_put_integer(&e->json_out, "plies", review->walk.count);
    review_json(&e->json_out, review, &teller, spill_review, e);
    end_answer(e);
}
