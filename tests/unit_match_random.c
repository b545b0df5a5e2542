/* SPDX-License-Identifier: MIT */
/* Matches of every game under random commands: what tests/match_drive.h says must hold, holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "match_drive.h"

enum { MATCHES = 250, BYTES_MAX = 1200 };

static struct drive drive;

static void report(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
}

/* How many of one game; every kind of end must occur over all games. */
static void play_game(int game, unsigned *endings)
{
    uint8_t bytes[BYTES_MAX];
    struct search_rng rng;
    search_rng_init(&rng, (uint64_t)game);
    for (int i = 0; i < MATCHES; i++) {
        size_t size = 10 + search_rng_below(&rng, BYTES_MAX - 10);
        for (size_t at = 0; at < size; at++)
            bytes[at] = (uint8_t)search_rng_next(&rng);
        bytes[0] = (uint8_t)game;
        drive_run(&drive, bytes, size);
        *endings |= 1u << drive.match.ending;
    }
}

static void test_random_commands(void **unused)
{
    unsigned endings = 0, all = (1u << (ENDING_STOPPED + 1)) - 1;
    (void)unused;
    for (int game = 0; game_at(game); game++)
        play_game(game, &endings);
    assert_int_equal(endings, all);
    assert_true(drive.undone > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_commands)};
    check_report = report;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
