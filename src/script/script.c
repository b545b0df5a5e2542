/* SPDX-License-Identifier: MIT */
#include "script/script.h"

#include "base/check.h"
#include "match/event_json.h"
#include "match/look_json.h"

static struct moves moves;
static struct listed listed = {.moves = &moves, .seat = NO_SEAT};
static struct kufsa_position now = {.listed = &listed};
static char in[SCRIPT_IN_MAX], out[SCRIPT_OUT_MAX];
static struct text text;
static struct json_out to;

/* ---- the buffers ---- */

EXPORT("input") char *script_in(void)
{
    return in;
}

EXPORT("output") char *script_out(void)
{
    return out;
}

EXPORT("state") struct state *script_state(void)
{
    return &now.state.head;
}

EXPORT("state_size") int script_size(void)
{
    return now.state.head.size;
}

EXPORT("use") void script_use(int game)
{
    now.game = game_at(game);
    CHECK(now.game);
}

struct kufsa_position *script_position(void)
{
    return &now;
}

int script_refuse(const char *reason)
{
    text_init(&text, out, sizeof out);
    text_string(&text, reason);
    return -(int)text.size;
}

struct json_out *script_begin(void)
{
    json_out_start(&to, &text, out, sizeof out);
    return &to;
}

int script_end(void)
{
    CHECK(!text.overflow);
    return (int)text.size;
}

void script_move(const struct state *state, move m)
{
    char bytes[MOVE_TEXT_MAX];
    struct text written;
    text_init(&written, bytes, sizeof bytes);
    now.game->write_move(state, m, &written);
    json_out_string(&to, bytes);
}

/* The text behind the first one; the last byte is always a NUL. */
static const char *second(void)
{
    in[sizeof in - 1] = '\0';
    size_t size = string_size(in);
    return size + 1 < sizeof in ? in + size + 1 : in + size;
}

/* ---- games ---- */

static void write_option(const struct option *option)
{
    json_out_open(&to, '{');
    json_put_string(&to, "name", option->name);
    json_put_open(&to, "values", '[');
    for (int i = 0; i < option->count; i++)
        json_out_string(&to, option->values[i]);
    json_out_close(&to, ']');
    json_out_close(&to, '}');
}

static void write_game(const struct game *game)
{
    const int32_t seats[] = {game->seats_min, game->seats_max};
    json_out_open(&to, '{');
    json_put_string(&to, "name", game->name);
    json_put_integer(&to, "rules", game->rules_version);
    json_put_integers(&to, "seats", seats, 2);
    json_put_bool(&to, "hidden", game->hidden);
    json_put_open(&to, "options", '[');
    for (const struct option *option = game->options; option->name; option++)
        write_option(option);
    json_out_close(&to, ']');
    json_out_close(&to, '}');
}

EXPORT("about") int script_about(void)
{
    const struct game *game;
    script_begin();
    json_out_open(&to, '[');
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        write_game(game);
    json_out_close(&to, ']');
    return script_end();
}

/* Game, seats and options into the head of the state. */
static const char *set_up(int game, int seats, bool open)
{
    const struct game *found = game < 0 ? NULL : game_at(game);
    in[sizeof in - 1] = '\0';
    const char *reason =
        lib_setting(found ? found->name : NULL, seats, in, open, &found, &now.state.head);
    if (!reason)
        now.game = found;
    return reason;
}

EXPORT("deal") int script_deal(int game, int seats)
{
    uint8_t key[CHANCE_KEY_SIZE] = {0};
    const char *reason = set_up(game, seats, false);
    if (reason)
        return script_refuse(reason);
    const char *from = second();
    if (from + sizeof key <= in + sizeof in)
        memcpy(key, from, sizeof key);
    game_deal(now.game, &now.state.head, key);
    return 0;
}

EXPORT("read") int script_read(int game, int seats)
{
    const char *reason = set_up(game, seats, true);
    if (!reason)
        reason = game_read(now.game, &now.state.head, second());
    return reason ? script_refuse(reason) : 0;
}

/* ---- the position ---- */

static void write_result(const struct state *state)
{
    struct outcome outcome;
    now.game->tally(state, &outcome);
    if (outcome.scored)
        json_put_integers(&to, "points", outcome.score, state->seats);
    else
        json_put_null(&to, "points");
    if (!state_over(state)) {
        json_put_null(&to, "places");
        return;
    }
    json_put_open(&to, "places", '[');
    for (int seat = 0; seat < state->seats; seat++)
        json_out_integer(&to, outcome.place[seat]);
    json_out_close(&to, ']');
}

static void write_options(const struct state *state)
{
    const struct option *options = now.game->options;
    json_put_open(&to, "options", '{');
    for (int i = 0; options[i].name; i++)
        json_put_string(&to, options[i].name, options[i].values[state->option[i]]);
    json_out_close(&to, '}');
}

EXPORT("look") int script_look(void)
{
    const struct state *state = &now.state.head;
    char notation[POSITION_MAX];
    CHECK(!kufsa_write(&now, notation));
    script_begin();
    json_out_open(&to, '{');
    json_put_string(&to, "text", notation);
    json_put_integer(&to, "seats", state->seats);
    json_put_integer(&to, "viewer", state->viewer);
    json_put_integer(&to, "ply", state->ply);
    json_put_bits(&to, "actors", state->actors);
    write_options(state);
    write_result(state);
    json_out_close(&to, '}');
    return script_end();
}

EXPORT("scene") int script_scene(void)
{
    static struct facts facts;
    script_begin();
    json_out_open(&to, '{');
    scene_put_json(&to, now.game, &now.state.head);
    game_facts(now.game, &now.state.head, &facts);
    facts_put_json(&to, "facts", now.game, &facts);
    json_out_close(&to, '}');
    return script_end();
}

EXPORT("legal") int script_legal(int seat)
{
    listed.seat = NO_SEAT; /* the caller may have put in another state */
    const char *reason = lib_legal(&now, seat);
    if (reason)
        return script_refuse(reason);
    script_begin();
    json_out_open(&to, '[');
    for (int i = 0; i < moves.count; i++)
        script_move(&now.state.head, moves.list[i]);
    json_out_close(&to, ']');
    return script_end();
}

static const char *read_move(int seat, move *m)
{
    in[sizeof in - 1] = '\0';
    return game_read_move(now.game, &now.state.head, seat, in, &moves, m);
}

EXPORT("gain") int script_gain(int seat)
{
    move m;
    const char *reason = read_move(seat, &m);
    if (reason)
        return script_refuse(reason);
    script_begin();
    json_out_integer(&to, now.game->gain(&now.state.head, seat, m));
    return script_end();
}

/* JavaScript keeps the bytes of the position before, so a move may spoil these. */
EXPORT("play") int script_play(int seat)
{
    static struct events events;
    move m;
    const char *reason = read_move(seat, &m);
    if (!reason && now.state.head.viewer != TRUTH)
        reason = "library.position.hidden";
    if (reason)
        return script_refuse(reason);
    events.count = 0;
    if (!game_apply(now.game, &now.state.head, seat, m, &events))
        return script_refuse("match.move.dry");
    script_begin();
    json_out_open(&to, '[');
    for (int i = 0; i < events.count; i++)
        event_write_json(&to, now.game, &events.list[i]);
    json_out_close(&to, ']');
    return script_end();
}

EXPORT("view") int script_view(int viewer)
{
    union any_state view;
    const char *reason = lib_view(&now, viewer, &view);
    if (reason)
        return script_refuse(reason);
    state_copy(&now.state.head, &view.head);
    return 0;
}

EXPORT("imagine") int script_imagine(uint32_t low, uint32_t high)
{
    struct search_rng rng;
    search_rng_init(&rng, (uint64_t)high << 32 | low);
    if (now.state.head.viewer != TRUTH)
        now.game->imagine(&now.state.head, &rng);
    return 0;
}
