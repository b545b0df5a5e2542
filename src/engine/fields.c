/* SPDX-License-Identifier: MIT */
/* Reads the members of a request, and refuses bad ones. */
#include "engine/fields.h"

#include <string.h>

#include "base/check.h"
#include "tell/lists.h"
#include "tell/voice.h"

enum { MESSAGE_MAX = 1024, OPTION_TEXT_MAX = 64 };

static const char *const error_names[] = {
#define ENGINE_ERROR_NAME(name, wire, meaning) [ERROR_##name] = wire,
    ENGINE_ERRORS(ENGINE_ERROR_NAME)
#undef ENGINE_ERROR_NAME
};

/* ---- answers ---- */

void spill(struct engine *e)
{
    CHECK(!e->out.overflow);
    if (e->out.size >= SPILL_SIZE)
        engine_flush(e);
}

const char *raw_value(const struct json *json, uint32_t value, size_t *size)
{
    const struct json_value *row = &json->values[value];
    bool quoted = row->type == JSON_STRING;
    *size = row->size + (quoted ? 2 : 0);
    if (!quoted && row->type != JSON_NUMBER)
        return NULL;
    return json->bytes + row->start - (quoted ? 1 : 0);
}

/* A string or number is returned byte for byte. */
static void write_id(struct engine *e)
{
    uint32_t id = e->json.count > 0 ? json_member(&e->json, 0, "id") : 0;
    size_t size;
    const char *raw = id != 0 ? raw_value(&e->json, id, &size) : NULL;
    if (raw)
        json_out_raw(&e->json_out, raw, size);
    else
        json_out_null(&e->json_out);
}

/* The answer about one of several positions is an element of the whole answer. */
void begin_answer(struct engine *e)
{
    spill(e);
    if (e->given != 0) {
        json_out_open(&e->json_out, '{');
        return;
    }
    json_out_init(&e->json_out, &e->out);
    json_out_open(&e->json_out, '{');
    json_out_key(&e->json_out, "id");
    write_id(e);
}

void end_answer(struct engine *e)
{
    json_out_close(&e->json_out, '}');
    if (e->given == 0)
        text_char(&e->out, '\n');
    spill(e);
}

static void begin_error(struct engine *e, enum engine_error error, const char *field,
                        const char *key, const struct word_arg *args, int count)
{
    char buffer[MESSAGE_MAX];
    struct text message;
    text_init(&message, buffer, sizeof buffer);
    words_say(&message, e->language, key, args, count);
    begin_answer(e);
    json_put_open(&e->json_out, "error", '{');
    json_put_string(&e->json_out, "code", error_names[error]);
    json_put_string(&e->json_out, "message", buffer);
    if (field) {
        json_put_string(&e->json_out, "field", field);
    }
    if (e->index >= 0) {
        json_put_integer(&e->json_out, "index", e->index);
    }
}

static bool end_error(struct engine *e)
{
    json_out_close(&e->json_out, '}');
    end_answer(e);
    return false;
}

bool fail(struct engine *e, enum engine_error error, const char *field, const char *key,
          const struct word_arg *args, int count)
{
    begin_error(e, error, field, key, args, count);
    return end_error(e);
}

bool fail_reason(struct engine *e, enum engine_error error, const char *field, const char *reason)
{
    size_t size;
    const char *rule = words_rule(reason, &size);
    begin_error(e, error, field, reason, NULL, 0);
    json_put_string(&e->json_out, "reason", reason);
    if (size > 0) {
        json_put_string_sized(&e->json_out, "rule", rule, size);
    }
    return end_error(e);
}

/* ---- searches ---- */

const atomic_bool *begin_search(struct engine *e)
{
    size_t size = 0;
    uint32_t id = json_member(&e->json, 0, "id");
    const char *raw = id != 0 ? raw_value(&e->json, id, &size) : NULL;
    if (!e->cancels)
        return NULL;
    return cancels_begin(e->cancels, e->line, raw ? raw : "", raw ? size : 0);
}

void end_search(struct engine *e)
{
    if (e->cancels)
        cancels_end(e->cancels);
}

bool fail_record(struct engine *e, const char *reason, int line)
{
    begin_error(e, ERROR_RECORD, "record", reason, NULL, 0);
    json_put_string(&e->json_out, "reason", reason);
    json_put_integer(&e->json_out, "line", line);
    return end_error(e);
}

/* ---- members ---- */

static bool fail_type(struct engine *e, const char *field, enum json_type type)
{
    static const char *const keys[] = {
        [JSON_NUMBER] = "cmd.engine.type.integer",
        [JSON_STRING] = "cmd.engine.type.string",
        [JSON_ARRAY] = "cmd.engine.type.array",
        [JSON_OBJECT] = "cmd.engine.type.object",
    };
    return fail(e, ERROR_TYPE, field, keys[type], WITH(word_string("field", field)));
}

static bool fail_missing(struct engine *e, const char *field)
{
    return fail(e, ERROR_MISSING, field, "cmd.engine.missing", WITH(word_string("field", field)));
}

bool check_id(struct engine *e)
{
    uint32_t id = json_member(&e->json, 0, "id");
    enum json_type type = e->json.values[id].type;
    if (id == 0 || type == JSON_STRING || type == JSON_NUMBER || type == JSON_NULL)
        return true;
    return fail(e, ERROR_ID, "id", "cmd.engine.id", WITH_NOTHING);
}

bool need_member(struct engine *e, const char *field, enum json_type type, uint32_t *value)
{
    *value = json_member(&e->json, 0, field);
    if (*value == 0)
        return fail_missing(e, field);
    if (e->json.values[*value].type != type)
        return fail_type(e, field, type);
    return true;
}

bool read_integer(struct engine *e, const char *field, int64_t min, int64_t max, int64_t *out,
                  bool *given)
{
    *given = json_member(&e->json, 0, field) != 0;
    if (!*given || json_get_integer(&e->json, 0, field, min, max, out))
        return true;
    if (json_get(&e->json, 0, field, JSON_NUMBER) == 0)
        return fail_type(e, field, JSON_NUMBER);
    return fail(
        e, ERROR_RANGE, field, min == max ? "cmd.engine.only" : "cmd.engine.range",
        WITH(word_string("field", field), word_number("min", min), word_number("max", max)));
}

bool need_integer(struct engine *e, const char *field, int64_t min, int64_t max, int64_t *out)
{
    bool given;
    if (!read_integer(e, field, min, max, out, &given))
        return false;
    return given ? true : fail_missing(e, field);
}

bool read_text(struct engine *e, uint32_t value, const char *field, char *out, size_t capacity)
{
    if (json_text(&e->json, value, out, capacity))
        return true;
    return fail(e, ERROR_TEXT, field, "cmd.engine.text", WITH(word_string("field", field)));
}

/* ---- game, seats, options, position ---- */

static bool fail_game(struct engine *e)
{
    struct name_list list;
    return fail(e, ERROR_GAME, "game", "cmd.engine.game",
                WITH(word_string("games", name_list_games(&list))));
}

static bool fail_value(struct engine *e, const struct option *option)
{
    struct name_list list;
    return fail(e, ERROR_OPTION, "options", "cmd.engine.option.value",
                WITH(word_string("option", option->name),
                     word_string("values", name_list_values(&list, option))));
}

static bool fail_option(struct engine *e, uint32_t key)
{
    char given[OPTION_TEXT_MAX];
    struct name_list list;
    bool fits = json_string(&e->json, key, given, sizeof given) >= 0;
    return fail(e, ERROR_OPTION, "options", "cmd.engine.option.name",
                WITH(word_string("given", fits ? given : "…"),
                     word_string("options", name_list_options(&list, e->game))));
}

/* A string, or a number written like the option's value. */
static bool is_value(const struct json *json, uint32_t value, const char *text)
{
    const struct json_value *given = &json->values[value];
    if (given->type == JSON_STRING)
        return json_is(json, value, text);
    return given->size == strlen(text) &&
           memcmp(json->bytes + given->start, text, given->size) == 0;
}

static bool read_option(struct engine *e, uint32_t key)
{
    const struct option *options = e->game->options;
    enum json_type type = e->json.values[key + 1].type;
    int option = 0, choice = 0;
    while (options[option].name && !json_is(&e->json, key, options[option].name))
        option++;
    if (!options[option].name)
        return fail_option(e, key);
    if (type != JSON_STRING && type != JSON_NUMBER)
        return fail_value(e, &options[option]);
    while (choice < options[option].count &&
           !is_value(&e->json, key + 1, options[option].values[choice]))
        choice++;
    if (choice == options[option].count)
        return fail_value(e, &options[option]);
    e->state.head.option[option] = (int16_t)choice;
    return true;
}

static bool read_options(struct engine *e)
{
    const struct json_value *values = e->json.values;
    uint32_t options = json_member(&e->json, 0, "options");
    if (options == 0)
        return true;
    if (values[options].type != JSON_OBJECT)
        return fail_type(e, "options", JSON_OBJECT);
    for (uint32_t key = options + 1; key < values[options].next; key = values[key + 1].next)
        if (!read_option(e, key))
            return false;
    return true;
}

bool read_game(struct engine *e)
{
    const struct game *game;
    uint32_t name;
    int64_t seats = 0;
    bool given;
    if (!need_member(e, "game", JSON_STRING, &name))
        return false;
    for (int i = 0; (game = game_at(i)) != NULL && !json_is(&e->json, name, game->name);)
        i++;
    if (!game)
        return fail_game(e);
    if (!read_integer(e, "seats", game->seats_min, game->seats_max, &seats, &given))
        return false;
    e->game = game;
    game_init(game, &e->state.head, (int)seats);
    return read_options(e);
}

/* The position's text: the request's, or one of several. */
static bool read_position_text(struct engine *e, char text[POSITION_MAX])
{
    uint32_t position = e->given;
    if (position == 0 && !need_member(e, "position", JSON_STRING, &position))
        return false;
    const char *field = e->given != 0 ? "positions" : "position";
    if (e->json.values[position].type != JSON_STRING)
        return fail(e, ERROR_TYPE, field, "cmd.engine.type.positions", WITH_NOTHING);
    return read_text(e, position, field, text, POSITION_MAX);
}

bool read_position(struct engine *e)
{
    char text[POSITION_MAX];
    if (!read_game(e) || !read_position_text(e, text))
        return false;
    const char *reason = game_read(e->game, &e->state.head, text);
    if (reason)
        return fail_reason(e, ERROR_POSITION, e->given != 0 ? "positions" : "position", reason);
    return read_history(e, text);
}

bool read_full_position(struct engine *e)
{
    if (!read_position(e))
        return false;
    if (e->state.head.viewer == TRUTH)
        return true;
    return fail(e, ERROR_HIDDEN, e->given != 0 ? "positions" : "position", "cmd.engine.hidden",
                WITH_NOTHING);
}

void move_text(const struct engine *e, const struct state *state, move m, char text[MOVE_TEXT_MAX])
{
    struct text written;
    text_init(&written, text, MOVE_TEXT_MAX);
    e->game->write_move(state, m, &written);
    CHECK(!written.overflow);
}
