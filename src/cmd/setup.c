/* SPDX-License-Identifier: MIT */
/* From the command line to the state of a game. */
#include "cmd/setup.h"

#include <string.h>

#include "system/system.h"
#include "tell/lists.h"

enum { OPTION_TEXT_MAX = 128 };

bool setup_game(const struct arguments *arguments, const char *name, const struct game **game)
{
    struct name_list list;
    *game = game_find(name);
    if (*game)
        return true;
    return complain(arguments, "cmd.game.unknown",
                    WITH(word_string("given", name), word_string("games", name_list_games(&list))));
}

/* The name has `size` bytes; a long one is shortened. */
static bool refuse_option(const struct arguments *arguments, const struct game *game,
                          const char *name, size_t size)
{
    char given[OPTION_TEXT_MAX];
    struct text text;
    struct name_list list;
    if (!game->options[0].name)
        return complain(arguments, "cmd.option.none", WITH(word_string("game", game->name)));
    text_init(&text, given, sizeof given);
    text_bytes(&text, name, size < sizeof given ? size : sizeof given - 1);
    return complain(arguments, "cmd.option.unknown",
                    WITH(word_string("given", given), word_string("game", game->name),
                         word_string("options", name_list_options(&list, game))));
}

static bool refuse_value(const struct arguments *arguments, const struct option *option,
                         const char *value)
{
    struct name_list list;
    const char *values = name_list_values(&list, option);
    if (!value)
        return complain(arguments, "cmd.option.missing",
                        WITH(word_string("option", option->name),
                             word_string("first", option->values[0]),
                             word_string("values", values)));
    return complain(arguments, "cmd.option.value",
                    WITH(word_string("option", option->name), word_string("given", value),
                         word_string("values", values)));
}

/* `name=value` */
static bool set_option(const struct arguments *arguments, const struct game *game,
                       struct state *state, const char *given)
{
    const char *equals = strchr(given, '=');
    const struct option *option = game->options;
    size_t size = equals ? (size_t)(equals - given) : strlen(given);
    while (option->name && (strlen(option->name) != size || memcmp(option->name, given, size) != 0))
        option++;
    if (!option->name)
        return refuse_option(arguments, game, given, size);
    int index = (int)(option - game->options);
    int value = equals ? game_option_value(game, index, equals + 1) : -1;
    if (value < 0)
        return refuse_value(arguments, option, equals ? equals + 1 : NULL);
    state->option[index] = (int16_t)value;
    return true;
}

bool setup_head(const struct arguments *arguments, const struct game *game, struct state *state)
{
    int64_t seats = 0;
    if (!arguments_number(arguments, "seats", game->seats_min, game->seats_max, &seats))
        return false;
    game_init(game, state, (int)seats);
    for (int i = 0; i < arguments->given_count; i++)
        if (string_equal(arguments->given[i].parameter->name, "option") &&
            !set_option(arguments, game, state, arguments->given[i].value))
            return false;
    return true;
}

bool setup_position(const struct arguments *arguments, const struct game *game, struct state *state,
                    const char *position)
{
    const char *reason = game_read(game, state, position);
    if (!reason && state->viewer != TRUTH)
        reason = "cmd.position.hidden";
    return reason ? complain(arguments, reason, WITH_NOTHING) : true;
}

bool setup_key(const struct arguments *arguments, uint8_t key[CHANCE_KEY_SIZE])
{
    const char *given = arguments_value(arguments, "key");
    struct scan scan = {given};
    if (!given) {
        system_random(key, CHANCE_KEY_SIZE);
        return true;
    }
    if (scan_hex(&scan, key, CHANCE_KEY_SIZE) && scan_end(&scan))
        return true;
    return complain(arguments, "cmd.key.bad", WITH_NOTHING);
}
