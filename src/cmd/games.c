/* SPDX-License-Identifier: MIT */
/* `kufsa games`: the games with their seats and options, those of the printed rules first. */
#include "cmd/command.h"
#include "rules/game.h"
#include "tell/options.h"

enum { KEY_TEXT_MAX = 96 };

/* The values of the printed rules, or the house rules; all of them if there is no choice in
 * print. */
static void write_values(const struct voice *voice, const struct game *game, int option, bool house)
{
    const struct option *row = &game->options[option];
    char buffer[KEY_TEXT_MAX];
    struct text key;
    text_init(&key, buffer, sizeof buffer);
    for (int i = 0, count = 0; i < row->count; i++) {
        if (row->house != 1 && option_is_house(row, i) != house)
            continue;
        text_clear(&key);
        text_string(&key, "option.");
        text_string(&key, game->name);
        text_char(&key, '.');
        text_string(&key, row->name);
        text_char(&key, '.');
        text_string(&key, row->values[i]);
        fprintf(voice->file, "%s%s", count++ ? ", " : "      ", row->values[i]);
        if (voice_knows(buffer)) {
            fputs(" (", voice->file);
            voice_part_say(voice, buffer, WITH_NOTHING);
            fputc(')', voice->file);
        }
    }
    fputc('\n', voice->file);
}

/* With its default, or the first value that is a house rule. */
static void write_option(const struct voice *voice, const struct game *game, int option, bool house)
{
    const struct option *row = &game->options[option];
    int first = house && row->house > 1 ? row->house : 0;
    char buffer[KEY_TEXT_MAX];
    struct text key;
    text_init(&key, buffer, sizeof buffer);
    option_help_key(&key, game, option, first);
    fprintf(voice->file, "    %s=%s  ", row->name, row->values[first]);
    voice_say(voice, buffer, WITH_NOTHING);
    write_values(voice, game, option, house);
}

static void write_options(const struct voice *voice, const struct game *game)
{
    bool any = false;
    for (int i = 0; game->options[i].name; i++)
        if (game->options[i].house != 1)
            write_option(voice, game, i, false);
    for (int i = 0; game->options[i].name; i++) {
        if (game->options[i].house == 0)
            continue;
        if (!any) {
            fputs("  ", voice->file);
            voice_say(voice, "cmd.games.house", WITH_NOTHING);
        }
        any = true;
        write_option(voice, game, i, true);
    }
}

static void write_game(const struct voice *voice, const struct game *game)
{
    char buffer[KEY_TEXT_MAX];
    struct text key;
    text_init(&key, buffer, sizeof buffer);
    text_string(&key, "game.");
    text_string(&key, game->name);
    voice_style(voice, STYLE_BOLD);
    fputs(game->name, voice->file);
    voice_plain(voice);
    fputs("  ", voice->file);
    voice_part_say(voice, buffer, WITH_NOTHING);
    fputs(", ", voice->file);
    if (game->seats_min == game->seats_max)
        voice_say(voice, "players", WITH(word_number("n", game->seats_min)));
    else
        voice_say(voice, "players.range",
                  WITH(word_number("min", game->seats_min), word_number("max", game->seats_max)));
    text_string(&key, ".about");
    fputs("  ", voice->file);
    voice_say(voice, buffer, WITH_NOTHING);
    write_options(voice, game);
}

static int run_games(const struct arguments *arguments)
{
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        if (i > 0)
            fputc('\n', arguments->out.file);
        write_game(&arguments->out, game);
    }
    return STATUS_OK;
}

const struct command command_games = {
    .name = "games",
    .usage = "",
    .help = "cmd.games.help",
    .run = run_games,
};
