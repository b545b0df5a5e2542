/* SPDX-License-Identifier: MIT */
/*
 * A game without a drawing of its own is drawn from its scene: the template, which is such a game,
 * as each player sees it.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plain/draw.h"

extern const struct game game_null;

static union any_state state, view;
static struct moves moves;
static char drawn[4096];

/* The picture as a viewer sees it. */
static const char *draw(int viewer)
{
    struct voice voice = {.file = fmemopen(drawn, sizeof drawn, "w"), .language = LANGUAGE_EN};
    struct picture picture = {.voice = &voice, .game = &game_null, .view = &view.head};
    assert_non_null(voice.file);
    game_observe(&game_null, &state.head, viewer, &view.head);
    drawing_of(&game_null)->draw(&picture);
    assert_int_equal(fclose(voice.file), 0);
    return drawn;
}

static void a_scene_is_drawn(void **unused)
{
    (void)unused;
    uint8_t key[CHANCE_KEY_SIZE] = {3};
    game_init(&game_null, &state.head, 2);
    game_deal(&game_null, &state.head, key);
    for (int i = 0; i < 2; i++) {
        int seat = __builtin_ctz(state.head.actors);
        assert_true(game_legal(&game_null, &state.head, seat, &moves) > 0);
        assert_true(game_apply(&game_null, &state.head, seat, moves.list[0], NULL));
    }
    assert_string_equal(draw(0), "Discards: 3 1\n"
                                 "Draw pile: 4 cards\n"
                                 "Seat 1: 4 6 12\n"
                                 "Seat 2: 3 cards\n"
                                 "Points: 3 (Seat 1), 0 (Seat 2)\n"
                                 "Position: 1+3 4+6+12/#3 #4 3/0 0\n");
    assert_non_null(strstr(draw(1), "Seat 1: 3 cards\nSeat 2: 2 5 9\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_scene_is_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
