/* SPDX-License-Identifier: MIT */
/* Lists of names. */
#include "tell/lists.h"

#include "bots/bot.h"

void name_list_start(struct name_list *list)
{
    text_init(&list->text, list->bytes, sizeof list->bytes);
}

void name_list_add(struct name_list *list, const char *name)
{
    text_string(&list->text, list->text.size ? ", " : "");
    text_string(&list->text, name);
}

const char *name_list_games(struct name_list *list)
{
    const struct game *game;
    name_list_start(list);
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        name_list_add(list, game->name);
    return list->bytes;
}

const char *name_list_options(struct name_list *list, const struct game *game)
{
    name_list_start(list);
    for (const struct option *option = game->options; option->name; option++)
        name_list_add(list, option->name);
    return list->bytes;
}

const char *name_list_values(struct name_list *list, const struct option *option)
{
    name_list_start(list);
    for (int i = 0; i < option->count; i++)
        name_list_add(list, option->values[i]);
    return list->bytes;
}

const char *name_list_players(struct name_list *list, const struct game *game)
{
    const char *name;
    const struct bot *bot;
    name_list_start(list);
    for (int i = 0; (name = level_name(i)) != NULL; i++)
        name_list_add(list, name);
    for (int i = 0; (bot = bot_at(game, i)) != NULL; i++)
        name_list_add(list, bot->name);
    return list->bytes;
}
