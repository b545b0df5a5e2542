/* SPDX-License-Identifier: MIT */
/*
 * The command line: one string per line; the first names the command (and its language, as the
 * environment would). Accepted arguments have the given values, a refusal is a sentence, and a game
 * set up this way can be dealt.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/arena.h"
#include "base/check.h"
#include "base/frames.h"
#include "cmd/command.h"
#include "cmd/setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 8192, STRINGS_MAX = 64 };

static struct arguments arguments;
static FILE *nowhere;

/* The first line: `arena`, or `arena he_IL.UTF-8`. */
static bool choose(char *line)
{
    enum language language = LANGUAGE_EN;
    char *space = strchr(line, ' ');
    if (space) {
        *space = '\0';
        words_language(space + 1, &language);
    }
    if (!nowhere)
        CHECK((nowhere = fopen("/dev/null", "w")) != NULL);
    memset(&arguments, 0, sizeof arguments);
    voice_init(&arguments.out, nowhere, language);
    voice_init(&arguments.err, nowhere, language);
    for (int i = 0; commands[i]; i++)
        if (string_equal(commands[i]->name, line))
            arguments.command = commands[i];
    return arguments.command != NULL;
}

static void check_read(int count)
{
    CHECK(arguments.word_count + arguments.given_count <= count);
    for (int i = 0; i < arguments.given_count; i++) {
        const struct parameter *parameter = arguments.given[i].parameter;
        CHECK(!parameter->value == !arguments.given[i].value);
        CHECK(arguments_has(&arguments, parameter->name));
    }
}

/* Checks the players of an arena. */
static void check_players(const struct game *game)
{
    static struct arena arena;
    arena.out = &arguments.out;
    arena.err = &arguments.err;
    arena.game = game;
    arena.design.players = 0;
    for (int i = 1; i < arguments.word_count && i <= CONTESTANTS_MAX; i++) {
        struct contestant *c = &arena.contestants[arena.design.players];
        if (!arena_read_player(&arena, arguments.words[i], c))
            continue;
        arena.design.players++;
        CHECK(c->name[0] != '\0' && utf8_valid((const uint8_t *)c->name, strlen(c->name)));
        CHECK(c->nodes >= 0 && c->millis >= 0 && c->grace >= 0 && c->memory >= BOT_MEMORY_MIN);
        CHECK(c->command || c->player.bot);
        CHECK(c->ignored >> OPTIONS_MAX == 0);
    }
    if (!arena_name_players(&arena))
        return;
    for (int i = 1; i < arena.design.players; i++)
        for (int j = 0; j < i; j++)
            CHECK(!string_equal(arena.contestants[i].name, arena.contestants[j].name));
}

static void check_game(void)
{
    union any_state state;
    const struct game *game;
    uint8_t key[CHANCE_KEY_SIZE];
    const char *position = arguments_value(&arguments, "position");
    if (arguments.word_count == 0 || !setup_game(&arguments, arguments.words[0], &game))
        return;
    if (arguments.command == &command_arena)
        check_players(game);
    if (!setup_head(&arguments, game, &state.head) || !setup_key(&arguments, key))
        return;
    if (position) {
        if (setup_position(&arguments, game, &state.head, position))
            CHECK(game->audit(&state.head) == NULL);
    } else {
        if (state.head.seats == 0)
            state.head.seats = game->seats_min;
        if (game_check_seats(game, state.head.seats) == NULL)
            game_deal(game, &state.head, key);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *strings[STRINGS_MAX], *text;
    int count = 0;
    if (size > INPUT_MAX)
        return 0;
    text = malloc(size + 1);
    CHECK(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    for (char *at = text; at && count < STRINGS_MAX; count++) {
        strings[count] = at;
        at = strchr(at, '\n');
        if (at)
            *at++ = '\0';
    }
    if (choose(strings[0]) && arguments_read(&arguments, count - 1, strings + 1)) {
        check_read(count - 1);
        arguments_count(&arguments);
        check_game();
    }
    free(text);
    return 0;
}
