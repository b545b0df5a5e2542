/* SPDX-License-Identifier: MIT */
/* `kufsa games`: the games with their seats and options. */
#include "cmd/command.h"
#include "rules/game.h"

enum { KEY_TEXT_MAX = 96 };

/* `option.<game>.<name>`, with a further part or without. */
static void option_key(struct text *text, const struct game *game, const char *name,
                       const char *part)
{
    text_clear(text);
    text_string(text, "option.");
    text_string(text, game->name);
    text_char(text, '.');
    text_string(text, name);
    text_string(text, part ? "." : "");
    text_string(text, part ? part : "");
}

static void write_values(const struct voice *voice, const struct game *game,
                         const struct option *option)
{
    char buffer[KEY_TEXT_MAX];
    struct text key;
    text_init(&key, buffer, sizeof buffer);
    for (int i = 0; i < option->count; i++) {
        const char *value = option->values[i];
        option_key(&key, game, option->name, value);
        fprintf(voice->file, "%s%s", i ? ", " : "      ", value);
        if (voice_knows(buffer)) {
            fputs(" (", voice->file);
            voice_part_say(voice, buffer, WITH_NOTHING);
            fputc(')', voice->file);
        }
    }
    fputc('\n', voice->file);
}

static void write_option(const struct voice *voice, const struct game *game,
                         const struct option *option)
{
    char buffer[KEY_TEXT_MAX];
    struct text key;
    text_init(&key, buffer, sizeof buffer);
    fprintf(voice->file, "    %s=", option->name);
    fputs(option->values[0], voice->file);
    fputs("  ", voice->file);
    option_key(&key, game, option->name, "help");
    voice_say(voice, buffer, WITH_NOTHING);
    write_values(voice, game, option);
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
    for (const struct option *option = game->options; option->name; option++)
        write_option(voice, game, option);
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
