/* SPDX-License-Identifier: MIT */
/*
 * Touches become moves (src/tui/hand.c): in random games of every kind each legal move that is
 * tried can be made by its own touches and is the move that comes out; nothing else is lit; a
 * second touch lets go; what is refused changes nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/hand.h"

enum { GAMES = 3, PLIES_MAX = 40, TRIED = 25 };

static struct hand hand;
static struct moves moves;
static union any_state truth, view;
static char position[POSITION_MAX];

static void look(const struct game *game, int seat)
{
    struct text text;
    game_observe(game, &truth.head, seat, &view.head);
    text_init(&text, position, sizeof position);
    game_write(game, &view.head, &text);
    hand_look(&hand, game, &view.head, position, seat);
}

static void write_move(const struct game *game, move m, char out[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, MOVE_TEXT_MAX);
    game->write_move(&view.head, m, &text);
}

/* Makes a move touch by touch. A piece with one place to go to has gone there by itself. */
static void touch_move(const struct game *game, int seat, move m)
{
    struct step steps[STEPS_MAX];
    char wanted[MOVE_TEXT_MAX], made[MOVE_TEXT_MAX] = "";
    enum touch touch = TOUCH_HELD;
    int count = game->steps(&view.head, seat, m, steps);
    write_move(game, m, wanted);
    hand_clear(&hand);
    for (int i = 0; i < count; i++) {
        if (steps[i].kind == STEP_PUT && hand_has(&hand, &steps[i]))
            continue;
        if (touch == TOUCH_MOVE)
            fail_msg("%s was over before %s", made, wanted);
        if (!hand_can(&hand, &steps[i]) && !hand_has(&hand, &steps[i]))
            fail_msg("step %d of %s is not lit", i, wanted);
        if (steps[i].kind == STEP_CHOOSE && strcmp(steps[i].word, "done") == 0)
            assert_true(hand_whole(&hand) == m); /* what the button tells the points of */
        if (hand_can(&hand, &steps[i]))
            touch = hand_touch(&hand, &steps[i], made);
    }
    if (touch == TOUCH_HELD && hand_whole(&hand) != 0)
        write_move(game, hand_whole(&hand), made);
    assert_string_equal(made, wanted);
}

/* Taking a piece twice is taking none. */
static void let_go(const struct game *game, int seat, move m)
{
    struct step steps[STEPS_MAX];
    char made[MOVE_TEXT_MAX];
    game->steps(&view.head, seat, m, steps);
    hand_clear(&hand);
    if (steps[0].kind != STEP_TAKE || hand_touch(&hand, &steps[0], made) != TOUCH_HELD)
        return;
    int held = hand.count;
    assert_true(held > 0 && hand_has(&hand, &steps[0]));
    assert_int_equal(hand_touch(&hand, &steps[0], made), TOUCH_HELD);
    assert_int_equal(hand.count, 0);
}

static void try_nonsense(void)
{
    struct step nowhere = {.kind = STEP_PUT, .place = {ZONE_BOARD, NO_SEAT, 100, 100}};
    struct step word = {.kind = STEP_CHOOSE, .word = "sing"};
    char made[MOVE_TEXT_MAX];
    hand_clear(&hand);
    assert_false(hand_can(&hand, &nowhere) || hand_can(&hand, &word));
    assert_int_equal(hand_touch(&hand, &nowhere, made), TOUCH_NO);
    assert_int_equal(hand_touch(&hand, &word, made), TOUCH_NO);
    assert_int_equal(hand.count, 0);
    hand_back(&hand);
    assert_int_equal(hand.count, 0);
}

static void play_game(const struct game *game, int seats, struct search_rng *rng)
{
    uint8_t key[CHANCE_KEY_SIZE];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)search_rng_below(rng, 256);
    game_init(game, &truth.head, seats);
    game_deal(game, &truth.head, key);
    for (int ply = 0; ply < PLIES_MAX && !state_over(&truth.head); ply++) {
        int seat = __builtin_ctz(truth.head.actors);
        look(game, seat);
        game_legal(game, &view.head, seat, &moves);
        try_nonsense();
        for (int i = 0; i < TRIED; i++) {
            move m = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
            let_go(game, seat, m);
            touch_move(game, seat, m);
        }
        move m = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
        assert_true(game_apply(game, &truth.head, seat, m, NULL));
    }
}

static void test_every_move_can_be_touched(void **unused)
{
    struct search_rng rng;
    (void)unused;
    search_rng_init(&rng, 7);
    for (int g = 0; game_at(g); g++)
        for (int i = 0; i < GAMES; i++)
            play_game(game_at(g),
                      game_at(g)->seats_min +
                          i % 2 * (game_at(g)->seats_max > game_at(g)->seats_min),
                      &rng);
}

/* Who may not act can touch nothing. */
static void test_nobody(void **unused)
{
    const struct game *game = game_find("gobblet");
    struct step step = {.kind = STEP_PUT, .place = {ZONE_BOARD, NO_SEAT, 0, 0}};
    struct step words[HAND_WORDS_MAX];
    char made[MOVE_TEXT_MAX];
    uint8_t key[CHANCE_KEY_SIZE] = {0};
    (void)unused;
    game_init(game, &truth.head, 2);
    game_deal(game, &truth.head, key);
    game_observe(game, &truth.head, 0, &view.head);
    hand_look(&hand, game, &view.head, "nobody", NO_SEAT);
    assert_int_equal(hand_touch(&hand, &step, made), TOUCH_NO);
    assert_int_equal(hand_words(&hand, words), 0);
    assert_true(hand_whole(&hand) == 0 && !hand_held(&hand));
}

/* What was begun is kept when the news change nothing about it, and dropped when they do. */
static void test_kept(void **unused)
{
    const struct game *game = game_find("gobblet");
    struct step cup = {.kind = STEP_TAKE, .piece = 4, .place = {ZONE_RESERVE, 0, 0, 0}};
    char made[MOVE_TEXT_MAX];
    uint8_t key[CHANCE_KEY_SIZE] = {0};
    (void)unused;
    game_init(game, &truth.head, 2);
    game_deal(game, &truth.head, key);
    look(game, 0);
    hand_clear(&hand);
    assert_int_equal(hand_touch(&hand, &cup, made), TOUCH_HELD);
    assert_non_null(hand_held(&hand));
    look(game, 0);
    assert_int_equal(hand.count, 1);
    hand_look(&hand, game, &view.head, "the same under another name", 0);
    assert_int_equal(hand.count, 1);
    hand_look(&hand, game, &view.head, position, NO_SEAT);
    assert_int_equal(hand.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_move_can_be_touched),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
