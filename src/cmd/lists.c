/* SPDX-License-Identifier: MIT */
/* Lists of names. */
#include "cmd/lists.h"

#include "bots/bot.h"

void list_start(struct list *list)
{
    text_init(&list->text, list->bytes, sizeof list->bytes);
}

void list_add(struct list *list, const char *name)
{
    text_string(&list->text, list->text.size ? ", " : "");
    text_string(&list->text, name);
}

const char *list_games(struct list *list)
{
    const struct game *game;
    list_start(list);
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        list_add(list, game->name);
    return list->bytes;
}

const char *list_options(struct list *list, const struct game *game)
{
    list_start(list);
    for (const struct option *option = game->options; option->name; option++)
        list_add(list, option->name);
    return list->bytes;
}

const char *list_values(struct list *list, const struct option *option)
{
    list_start(list);
    for (int i = 0; i < option->count; i++)
        list_add(list, option->values[i]);
    return list->bytes;
}

const char *list_players(struct list *list, const struct game *game)
{
    const char *name;
    const struct bot *bot;
    list_start(list);
    for (int i = 0; (name = level_name(i)) != NULL; i++)
        list_add(list, name);
    for (int i = 0; (bot = bot_at(game, i)) != NULL; i++)
        list_add(list, bot->name);
    return list->bytes;
}
