/* SPDX-License-Identifier: MIT */
/*
 * The counts of tests/perft/<game>.perft: how many sequences of moves a position has. Each is
 * counted twice, once with the last ply only counted and once with every move made, so that both
 * legal(…, NULL) and apply are tested.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/game.h"

enum { LINE_SIZE = 4096, PATH_SIZE = 256, DEPTH_MAX = 8, NODES_SLOW = 500000 };

static struct perft_level levels[DEPTH_MAX + 1];
static int counted;
static int16_t options[OPTIONS_MAX]; /* of the lines that follow */

/* Under valgrind everything is fifty times slower. */
static bool is_slow(void)
{
    const char *preload = getenv("LD_PRELOAD");
    return preload && strstr(preload, "vgpreload");
}

static void count_position(const struct game *game, char *line)
{
    union any_state state;
    char *fields = strstr(line, " ; ");
    assert_non_null(fields);
    *fields = '\0';
    game_init(game, &state.head, 0);
    memcpy(state.head.option, options, sizeof options);
    const char *reason = game_read(game, &state.head, line);
    if (reason)
        fail_msg("%s: %s", line, reason);
    fields += strlen(" ; ");
    for (int depth = 1; *fields; depth++) {
        assert_true(depth <= DEPTH_MAX);
        char *end;
        uint64_t expected = strtoull(fields, &end, 10);
        assert_true(end > fields);
        if (expected <= NODES_SLOW || !is_slow()) {
            assert_int_equal(game_perft(game, &state.head, depth, false, levels), expected);
            assert_int_equal(game_perft(game, &state.head, depth, true, levels), expected);
            counted++;
        }
        fields = end + strspn(end, " ;");
    }
}

/* `NAME=VALUE NAME=VALUE …`; the others are as printed. */
static void set_options(const struct game *game, char *words)
{
    memset(options, 0, sizeof options);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        int option = game_option(game, word);
        assert_true(option >= 0);
        int chosen = game_option_value(game, option, value);
        assert_true(chosen >= 0);
        options[option] = (int16_t)chosen;
    }
}

static void count_file(const struct game *game, FILE *file)
{
    static const char with[] = "with";
    char line[LINE_SIZE];
    memset(options, 0, sizeof options);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, with, strlen(with)) == 0)
            set_options(game, line + strlen(with));
        else if (line[0] != '#' && line[0] != '\0')
            count_position(game, line);
    }
}

static void counts_are_right(void **unused)
{
    const struct game *game;
    (void)unused;
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "tests/perft/%s.perft", game->name);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        count_file(game, file);
        fclose(file);
    }
    assert_true(counted >= 50); /* the test runs in the root of the tree */
}

/* Depth 0 has one sequence, the empty one; and counting leaves the position as it was. */
static void depth_zero_is_one(void **unused)
{
    (void)unused;
    const struct game *game = game_find("gobblet");
    static const uint8_t key[CHANCE_KEY_SIZE];
    union any_state state, before;
    assert_non_null(game);
    game_init(game, &state.head, 2);
    game_deal(game, &state.head, key);
    state_copy(&before.head, &state.head);
    assert_int_equal(game_perft(game, &state.head, 0, false, levels), 1);
    assert_int_equal(game_perft(game, &state.head, 0, true, levels), 1);
    assert_int_equal(game_perft(game, &state.head, 2, true, levels), 240);
    assert_true(state_equal(&state.head, &before.head));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_right),
        cmocka_unit_test(depth_zero_is_one),
    };
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
