/* SPDX-License-Identifier: MIT */
/* What the library offers: games, options, levels; and what its reasons mean. */
#include <string.h>

#include "bots/bot.h"
#include "lib/lib.h"
#include "words/words.h"

int kufsa_abi(void)
{
    return KUFSA_ABI;
}

const char *kufsa_version(void)
{
    return KUFSA_VERSION;
}

const struct game *lib_game(const char *name)
{
    return name ? game_find(name) : NULL;
}

const char *kufsa_game(int index)
{
    const struct game *game = game_at(index);
    return game ? game->name : NULL;
}

int kufsa_rules(const char *game)
{
    const struct game *found = lib_game(game);
    return found ? found->rules_version : 0;
}

const char *kufsa_seats(const char *game, int *fewest, int *most)
{
    const struct game *found = lib_game(game);
    if (!found)
        return "library.game.unknown";
    if (!fewest || !most)
        return "library.argument.null";
    *fewest = found->seats_min;
    *most = found->seats_max;
    return NULL;
}

/* The row of an option; NULL if there is none. */
static const struct option *option_at(const char *game, int option)
{
    const struct game *found = lib_game(game);
    for (int i = 0; found && found->options[i].name; i++)
        if (i == option)
            return &found->options[i];
    return NULL;
}

const char *kufsa_option(const char *game, int option)
{
    const struct option *row = option_at(game, option);
    return row ? row->name : NULL;
}

const char *kufsa_option_value(const char *game, int option, int value)
{
    const struct option *row = option_at(game, option);
    return row && value >= 0 && value < row->count ? row->values[value] : NULL;
}

const char *kufsa_level(int index)
{
    return index >= 0 && index < LEVELS_COUNT ? level_name(index) : NULL;
}

const char *kufsa_sentence(const char *reason, const char *language)
{
    enum language which;
    if (!reason || !language || !words_have(reason) || !words_language(language, &which))
        return NULL;
    return words_find(which, reason);
}

int kufsa_rule(const char *reason, char rule[KUFSA_RULE_SIZE])
{
    size_t size = 0;
    if (!rule)
        return 0;
    const char *found = reason ? words_rule(reason, &size) : NULL;
    if (size >= KUFSA_RULE_SIZE)
        size = 0;
    if (size > 0)
        memcpy(rule, found, size);
    rule[size] = '\0';
    return size > 0;
}

/* ---- settings ---- */

/* One `name=value`, up to a space or the end. */
static const char *take_option(const struct game *game, struct state *state, struct scan *scan)
{
    for (int i = 0; game->options[i].name; i++) {
        const struct option *row = &game->options[i];
        struct scan behind = *scan;
        if (!scan_string(&behind, row->name) || !scan_char(&behind, '='))
            continue;
        for (int value = 0; value < row->count; value++) {
            struct scan end = behind;
            if (!scan_string(&end, row->values[value]) || (*end.at != ' ' && !scan_end(&end)))
                continue;
            state->option[i] = (int16_t)value;
            *scan = end;
            return NULL;
        }
        return "game.option.value";
    }
    return "game.option.unknown";
}

static const char *take_options(const struct game *game, struct state *state, const char *text)
{
    struct scan scan = {text};
    while (scan_char(&scan, ' '))
        continue;
    while (!scan_end(&scan)) {
        const char *reason = take_option(game, state, &scan);
        if (reason)
            return reason;
        while (scan_char(&scan, ' '))
            continue;
    }
    return NULL;
}

const char *lib_setting(const char *name, int seats, const char *options, bool open,
                        const struct game **game, struct state *state)
{
    const struct game *found = lib_game(name);
    if (!found)
        return "library.game.unknown";
    const char *reason = open && seats == 0 ? NULL : game_check_seats(found, seats);
    if (reason)
        return reason;
    game_init(found, state, seats);
    *game = found;
    return options ? take_options(found, state, options) : NULL;
}
