/* SPDX-License-Identifier: MIT */
/* `kufsa rules`: docs/rules, which the program carries with it. */
#include "cmd/rules.h"

#include "cmd/command.h"
#include "cmd/markdown.h"
#include "cmd/rules_text.h"
#include "cmd/setup.h"

enum { FILE_NAME_MAX = 64 };

/* <game>.<language>.md, or NULL. */
static const struct embedded *find_text(const struct game *game, enum language language)
{
    char name[FILE_NAME_MAX];
    struct text text;
    text_init(&text, name, sizeof name);
    text_string(&text, game->name);
    text_char(&text, '.');
    text_string(&text, words_language_code(language));
    text_string(&text, ".md");
    for (const struct embedded *row = rules_text; row->name; row++)
        if (string_equal(row->name, name))
            return row;
    return NULL;
}

bool rules_write(const struct voice *voice, const struct game *game, const char *rule)
{
    const struct embedded *text = find_text(game, voice->language);
    if (!text)
        return false;
    const char *bytes = text->bytes;
    size_t size = text->size;
    if (rule)
        bytes = markdown_find_rule(bytes, size, rule, &size);
    if (bytes)
        markdown_write(voice, bytes, size);
    return bytes != NULL;
}

static int run_rules(const struct arguments *arguments)
{
    const struct game *game;
    const char *rule = arguments->word_count > 1 ? arguments->words[1] : NULL;
    if (!setup_game(arguments, arguments->words[0], &game))
        return STATUS_USAGE;
    if (rules_write(&arguments->out, game, rule))
        return STATUS_OK;
    if (rule) {
        complain(arguments, "cmd.rules.unknown",
                 WITH(word_string("given", rule), word_string("game", game->name)));
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
