/* SPDX-License-Identifier: MIT */
/*
 * The requests of the engine's protocol: each reads what it needs, rejects what is wrong, and only
 * then starts to write, so that an answer is never half answer and half refusal.
 */
#include <string.h>

#include "base/check.h"
#include "engine/fields.h"
#include "match/event_json.h"
#include "system/system.h"
#include "tell/lists.h"
#include "tell/voice.h"

/* ---- the situation ---- */

/* Shell sort, because qsort may allocate memory. */
static void sort_texts(const char **texts, int count)
{
    static const int gaps[] = {8929, 3905, 2161, 929, 505, 209, 109, 41, 19, 5, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        for (int i = gaps[g]; i < count; i++) {
            const char *text = texts[i];
            int at = i;
            for (; at >= gaps[g] && strcmp(text, texts[at - gaps[g]]) < 0; at -= gaps[g])
                texts[at] = texts[at - gaps[g]];
            texts[at] = text;
        }
    }
}

static void write_legal_of(struct engine *e, int seat)
{
    const struct state *state = &e->state.head;
    char name[4];
    struct text number;
    int count = game_legal(e->game, state, seat, &e->moves);
    if (count == HIDDEN)
        return;
    for (int i = 0; i < count; i++) {
        move_text(e, state, e->moves.list[i], e->texts[i]);
        e->sorted[i] = e->texts[i];
    }
    sort_texts(e->sorted, count);
    text_init(&number, name, sizeof name);
    text_number(&number, seat);
    json_put_open(&e->json_out, name, '[');
    for (int i = 0; i < count; i++) {
        json_out_string(&e->json_out, e->sorted[i]);
        spill(e);
    }
    json_out_close(&e->json_out, ']');
}

static void write_position(struct engine *e, const struct state *state)
{
    char buffer[POSITION_MAX];
    struct text position;
    text_init(&position, buffer, sizeof buffer);
    game_write(e->game, state, &position);
    json_put_string(&e->json_out, "position", buffer);
}

static void write_outcome(struct engine *e)
{
    const struct state *state = &e->state.head;
    struct outcome outcome;
    e->game->tally(state, &outcome);
    json_put_bool(&e->json_out, "over", state_over(state));
    if (state_over(state)) {
        json_put_open(&e->json_out, "places", '[');
        for (int seat = 0; seat < state->seats; seat++)
            json_out_integer(&e->json_out, outcome.place[seat]);
        json_out_close(&e->json_out, ']');
    }
    if (outcome.scored)
        json_put_integers(&e->json_out, "scores", outcome.score, state->seats);
    else
        json_put_null(&e->json_out, "scores");
}

static void write_situation(struct engine *e)
{
    const struct state *state = &e->state.head;
    write_position(e, state);
    json_put_bits(&e->json_out, "actors", state->actors);
    json_put_open(&e->json_out, "legal", '{');
    for (int seat = 0; seat < state->seats; seat++)
        if (state_acts(state, seat))
            write_legal_of(e, seat);
    json_out_close(&e->json_out, '}');
    write_outcome(e);
}

/* ---- games, new, show, view ---- */

static void write_option(struct engine *e, const struct option *option)
{
    json_out_open(&e->json_out, '{');
    json_put_string(&e->json_out, "name", option->name);
    json_put_open(&e->json_out, "values", '[');
    for (int i = 0; i < option->count; i++)
        json_out_string(&e->json_out, option->values[i]);
    json_out_close(&e->json_out, ']');
    json_put_string(&e->json_out, "default", option->values[0]);
    json_out_close(&e->json_out, '}');
}

static void write_game(struct engine *e, const struct game *game)
{
    json_out_open(&e->json_out, '{');
    json_put_string(&e->json_out, "name", game->name);
    json_put_open(&e->json_out, "seats", '[');
    json_out_integer(&e->json_out, game->seats_min);
    json_out_integer(&e->json_out, game->seats_max);
    json_out_close(&e->json_out, ']');
    json_put_open(&e->json_out, "options", '[');
    for (const struct option *option = game->options; option->name; option++)
        write_option(e, option);
    json_out_close(&e->json_out, ']');
    json_out_close(&e->json_out, '}');
}

static void do_games(struct engine *e)
{
    const struct game *game;
    const char *level;
    begin_answer(e);
    json_put_open(&e->json_out, "games", '[');
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        write_game(e, game);
    json_out_close(&e->json_out, ']');
    json_put_open(&e->json_out, "levels", '[');
    for (int i = 0; (level = level_name(i)) != NULL; i++)
        json_out_string(&e->json_out, level);
    json_out_close(&e->json_out, ']');
    end_answer(e);
}

static bool read_key(struct engine *e, uint8_t key[CHANCE_KEY_SIZE])
{
    char text[2 * CHANCE_KEY_SIZE + 1];
    uint32_t value = json_member(&e->json, 0, "key");
    struct scan scan = {text};
    if (value == 0) {
        system_random(key, CHANCE_KEY_SIZE);
        return true;
    }
    if (json_string(&e->json, value, text, sizeof text) == 2 * CHANCE_KEY_SIZE &&
        scan_hex(&scan, key, CHANCE_KEY_SIZE))
        return true;
    return fail(e, ERROR_KEY, "key", "cmd.engine.key", WITH_NOTHING);
}

static void do_new(struct engine *e)
{
    uint8_t key[CHANCE_KEY_SIZE];
    if (!read_game(e) || !read_key(e, key))
        return;
    if (e->state.head.seats == 0)
        e->state.head.seats = e->game->seats_min;
    game_deal(e->game, &e->state.head, key);
    begin_answer(e);
    json_put_hex(&e->json_out, "key", key, sizeof key);
    write_situation(e);
    end_answer(e);
}

static void do_show(struct engine *e)
{
    if (!read_position(e))
        return;
    begin_answer(e);
    write_situation(e);
    end_answer(e);
}

static void do_view(struct engine *e)
{
    int64_t seat = SPECTATOR;
    if (!read_full_position(e))
        return;
    uint32_t value = json_member(&e->json, 0, "seat");
    bool spectator = value != 0 && e->json.values[value].type == JSON_NULL;
    if (!spectator && !need_integer(e, "seat", 0, e->state.head.seats - 1, &seat))
        return;
    game_observe(e->game, &e->state.head, (int)seat, &e->other.head);
    begin_answer(e);
    write_position(e, &e->other.head);
    end_answer(e);
}

/* ---- play ---- */

/* Replays the moves, known to be legal, from engine->other and writes their events. */
static void write_events(struct engine *e, int count)
{
    json_put_open(&e->json_out, "events", '[');
    for (int i = 0; i < count; i++) {
        const struct engine_play *play = &e->plays[i];
        e->events.count = 0;
        game_apply(e->game, &e->other.head, play->seat, play->move, &e->events);
        for (int k = 0; k < e->events.count; k++) {
            event_write_json(&e->json_out, e->game, &e->events.list[k]);
            spill(e);
        }
    }
    json_out_close(&e->json_out, ']');
}

/* Plays the move with this text on engine->state, and stores it at this index of the list. */
static bool play_text(struct engine *e, const char *field, int64_t seat, uint32_t value, int index)
{
    char text[POSITION_MAX];
    struct state *state = &e->state.head;
    move m;
    if (!read_text(e, value, field, text, sizeof text))
        return false;
    const char *reason = game_read_move(e->game, state, (int)seat, text, &e->moves, &m);
    if (reason)
        return fail_reason(e, ERROR_ILLEGAL, field, reason);
    CHECK(index < PLAYS_MAX);
    e->plays[index] = (struct engine_play){m, (int)seat};
    if (!game_apply(e->game, state, (int)seat, m, NULL))
        return fail(e, ERROR_DRY, field, "cmd.engine.dry", WITH_NOTHING);
    return true;
}

static bool play_one(struct engine *e, int *count)
{
    uint32_t value;
    int64_t seat;
    *count = 1;
    return need_integer(e, "seat", 0, e->state.head.seats - 1, &seat) &&
           need_member(e, "move", JSON_STRING, &value) && play_text(e, "move", seat, value, 0);
}

static bool fail_pair(struct engine *e)
{
    return fail(e, ERROR_TYPE, "moves", "cmd.engine.type.pair", WITH_NOTHING);
}

static bool play_pair(struct engine *e, uint32_t pair, int index)
{
    const struct json_value *values = e->json.values;
    int64_t seat;
    if (values[pair].type != JSON_ARRAY || values[pair].count != 2 ||
        values[pair + 2].type != JSON_STRING || !json_integer(&e->json, pair + 1, &seat))
        return fail_pair(e);
    if (seat < 0 || seat >= e->state.head.seats)
        return fail(e, ERROR_RANGE, "moves", "cmd.engine.pair.seat",
                    WITH(word_number("max", e->state.head.seats - 1)));
    return play_text(e, "moves", seat, pair + 2, index);
}

static bool play_all(struct engine *e, uint32_t array, int *count)
{
    const struct json_value *values = e->json.values;
    *count = 0;
    if (values[array].type != JSON_ARRAY)
        return fail_pair(e);
    for (uint32_t pair = array + 1; pair < values[array].next; pair = values[pair].next) {
        e->index = (*count)++;
        if (!play_pair(e, pair, e->index))
            return false;
    }
    e->index = -1;
    return true;
}

static void do_play(struct engine *e)
{
    int count;
    if (!read_full_position(e))
        return;
    uint32_t moves = json_member(&e->json, 0, "moves");
    if (moves != 0 && json_member(&e->json, 0, "move") != 0) {
        fail(e, ERROR_BOTH, "moves", "cmd.engine.both", WITH_NOTHING);
        return;
    }
    state_copy(&e->other.head, &e->state.head);
    if (!(moves ? play_all(e, moves, &count) : play_one(e, &count)))
        return;
    begin_answer(e);
    write_situation(e);
    write_events(e, count);
    end_answer(e);
}

/* ---- perft ---- */

static void do_perft(struct engine *e)
{
    int64_t depth;
    if (!read_full_position(e) || !need_integer(e, "depth", 0, e->depth_max, &depth))
        return;
    uint64_t nodes = game_perft(e->game, &e->state.head, (int)depth, false, e->levels);
    if (nodes == PERFT_DRY) {
        fail(e, ERROR_DRY, "position", "cmd.engine.dry", WITH_NOTHING);
        return;
    }
    begin_answer(e);
    json_put_integer(&e->json_out, "nodes", (int64_t)nodes);
    end_answer(e);
}

/* ---- cancel ---- */

/* The reader of the input has done it already, if it could. */
static void do_cancel(struct engine *e)
{
    size_t size;
    uint32_t of = json_member(&e->json, 0, "of");
    if (of != 0 && !raw_value(&e->json, of, &size)) {
        fail(e, ERROR_TYPE, "of", "cmd.engine.type.of", WITH_NOTHING);
        return;
    }
    begin_answer(e);
    json_put_bool(&e->json_out, "cancelled", e->cancels && cancels_hit(e->cancels, e->line));
    end_answer(e);
}

/* ---- the requests ---- */

/* `positions`: it can be asked about several at once. */
static const struct request {
    const char *name;
    void (*run)(struct engine *);
    bool positions;
} requests[] = {
    {"games", do_games, false},    {"new", do_new, false},           {"show", do_show, true},
    {"play", do_play, true},       {"view", do_view, true},          {"best", engine_best, true},
    {"perft", do_perft, true},     {"facts", engine_facts, true},    {"cancel", do_cancel, false},
    {"judge", engine_judge, true}, {"review", engine_review, false},
};

enum { REQUESTS = sizeof requests / sizeof *requests };

/* The answer has an element for each position: what would have answered it alone. */
static void run_all(struct engine *e, const struct request *request)
{
    uint32_t array;
    if (json_member(&e->json, 0, "position") != 0) {
        fail(e, ERROR_BOTH, "positions", "cmd.engine.both.positions", WITH_NOTHING);
        return;
    }
    if (!need_member(e, "positions", JSON_ARRAY, &array))
        return;
    begin_answer(e);
    json_put_open(&e->json_out, "answers", '[');
    for (uint32_t at = array + 1; at < e->values[array].next; at = e->values[at].next) {
        e->given = at;
        e->index = -1;
        request->run(e);
    }
    e->given = 0;
    json_out_close(&e->json_out, ']');
    end_answer(e);
}

static void run_request(struct engine *e, const struct request *request)
{
    if (request->positions && json_member(&e->json, 0, "positions") != 0)
        run_all(e, request);
    else
        request->run(e);
}

static void answer_object(struct engine *e)
{
    uint32_t name;
    struct name_list list;
    if (!check_id(e) || !need_member(e, "do", JSON_STRING, &name))
        return;
    name_list_start(&list);
    for (int i = 0; i < REQUESTS; i++) {
        if (json_is(&e->json, name, requests[i].name)) {
            run_request(e, &requests[i]);
            return;
        }
        name_list_add(&list, requests[i].name);
    }
    fail(e, ERROR_DO, "do", "cmd.engine.do", WITH(word_string("requests", list.bytes)));
}

static void answer_line(struct engine *e, const char *line, size_t size)
{
    e->json = (struct json){.bytes = line, .values = e->values};
    e->given = 0;
    e->index = -1;
    if (size > 0 && size <= REQUEST_MAX + 1 && line[size - 1] == '\r')
        size--;
    if (size == 0)
        return;
    if (size > REQUEST_MAX) {
        fail(e, ERROR_LONG, NULL, "cmd.engine.long", WITH(word_number("max", REQUEST_MAX)));
        return;
    }
    const char *problem = json_read(&e->json, e->values, VALUES_MAX, line, size);
    if (problem)
        fail(e, ERROR_JSON, NULL, "cmd.engine.json",
             WITH(word_string("problem", problem), word_number("at", e->json.error_at)));
    else if (e->values[0].type != JSON_OBJECT)
        fail(e, ERROR_OBJECT, NULL, "cmd.engine.object", WITH_NOTHING);
    else
        answer_object(e);
}

void engine_answer(struct engine *e, const char *line, size_t size)
{
    answer_line(e, line, size);
    e->line++;
}

void engine_init(struct engine *e, void (*sink)(void *, const char *, size_t), void *context)
{
    e->language = LANGUAGE_EN;
    e->nodes_max = (uint64_t)ENGINE_NODES_MAX;
    e->depth_max = PERFT_DEPTH_MAX;
    e->line = 0;
    e->sink = sink;
    e->context = context;
    text_init(&e->out, e->buffer, sizeof e->buffer);
}

void engine_flush(struct engine *e)
{
    if (e->out.size > 0)
        e->sink(e->context, e->out.bytes, e->out.size);
    text_clear(&e->out);
}
