/* SPDX-License-Identifier: MIT */
/* `kufsa rules`: the rules of a game, or one of them. */
#include "plain/rules.h"

#include "cmd/command.h"
#include "cmd/setup.h"

static int run_rules(const struct arguments *arguments)
{
    const struct game *game;
    const char *rule = arguments->word_count > 1 ? arguments->words[1] : NULL;
    if (!setup_game(arguments, arguments->words[0], &game))
        return STATUS_USAGE;
    if (rules_write(&arguments->out, game, rule))
        return STATUS_OK;
    if (rule) {
        struct name_list list;
        complain(arguments, "cmd.rules.unknown",
                 WITH(word_string("given", rule), word_string("game", game->name),
                      word_string("numbers", rules_numbers(&arguments->out, game, &list))));
        return STATUS_USAGE;
    }
    complain(arguments, "cmd.rules.none", WITH(word_string("game", game->name)));
    return STATUS_FAILED;
}

const struct command command_rules = {
    .name = "rules",
    .usage = "GAME [RULE]",
    .help = "cmd.rules.help",
    .more = "cmd.rules.more",
    .words_min = 1,
    .words_max = 2,
    .run = run_rules,
};
