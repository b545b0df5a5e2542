/* SPDX-License-Identifier: MIT */
/*
 * Touches become moves (src/tui/draft.c): in random games of every kind each legal move that is
 * tried can be made by its own touches and is the move that comes out; nothing else is lit; a
 * second touch deselects; what is refused changes nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/draft.h"

enum { GAMES = 3, PLIES_MAX = 40, TRIED = 25 };

static struct draft draft;
static struct moves moves;
static union any_state truth, view;
static char position[POSITION_MAX];

static void look(const struct game *game, int seat)
{
    struct text text;
    game_observe(game, &truth.head, seat, &view.head);
    text_init(&text, position, sizeof position);
    game_write(game, &view.head, &text);
    draft_update(&draft, game, &view.head, position, seat);
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
    draft_clear(&draft);
    for (int i = 0; i < count; i++) {
        if (steps[i].kind == STEP_PUT && draft_has(&draft, &steps[i]))
            continue;
        if (touch == TOUCH_MOVE)
            fail_msg("%s was over before %s", made, wanted);
        if (!draft_can(&draft, &steps[i]) && !draft_has(&draft, &steps[i]))
            fail_msg("step %d of %s is not lit", i, wanted);
        if (steps[i].kind == STEP_CHOOSE && strcmp(steps[i].word, "done") == 0)
            assert_true(draft_whole(&draft) == m); /* the button shows its points */
        if (draft_can(&draft, &steps[i]))
            touch = draft_touch(&draft, &steps[i], made);
    }
    if (touch == TOUCH_HELD && draft_whole(&draft) != 0)
        write_move(game, draft_whole(&draft), made);
    assert_string_equal(made, wanted);
}

/* Taking a piece twice puts it back. */
static void let_go(const struct game *game, int seat, move m)
{
    struct step steps[STEPS_MAX];
    char made[MOVE_TEXT_MAX];
    game->steps(&view.head, seat, m, steps);
    draft_clear(&draft);
    if (steps[0].kind != STEP_TAKE || draft_touch(&draft, &steps[0], made) != TOUCH_HELD)
        return;
    int held = draft.count;
    assert_true(held > 0 && draft_has(&draft, &steps[0]));
    assert_int_equal(draft_touch(&draft, &steps[0], made), TOUCH_HELD);
    assert_int_equal(draft.count, 0);
}

static void try_nonsense(void)
{
    struct step nowhere = {.kind = STEP_PUT, .place = {ZONE_BOARD, NO_SEAT, 100, 100}};
    struct step word = {.kind = STEP_CHOOSE, .word = "sing"};
    char made[MOVE_TEXT_MAX];
    draft_clear(&draft);
    assert_false(draft_can(&draft, &nowhere) || draft_can(&draft, &word));
    assert_int_equal(draft_touch(&draft, &nowhere, made), TOUCH_NO);
    assert_int_equal(draft_touch(&draft, &word, made), TOUCH_NO);
    assert_int_equal(draft.count, 0);
    draft_back(&draft);
    assert_int_equal(draft.count, 0);
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

/* Cards laid from the right to the left: the reason is about the card, not the notation. */
static void test_reason_of_staged_cards(void **unused)
{
    const struct game *game = game_find("iota");
    const char *text = "Rc1@0,0 Rc2+Rc3+Gs3/Rc4 - 0/0 0:0";
    struct place cells[] = {{ZONE_BOARD, NO_SEAT, -1, 0}, {ZONE_BOARD, NO_SEAT, -2, 0}};
    char made[MOVE_TEXT_MAX];
    (void)unused;
    game_init(game, &truth.head, 2);
    assert_null(game_read(game, &truth.head, text));
    look(game, 0);
    for (int i = 0; i < 2; i++) {
        struct step take = {.kind = STEP_TAKE,
                            .piece = (int16_t)game->read_piece(i ? "Rc3" : "Rc2"),
                            .place = {ZONE_HAND, 0, (int8_t)i, 0}};
        struct step put = {.kind = STEP_PUT, .place = cells[i]};
        assert_int_equal(draft_touch(&draft, &take, made), TOUCH_HELD);
        assert_int_equal(draft_touch(&draft, &put, made), TOUCH_HELD);
    }
    struct step third = {.kind = STEP_TAKE,
                         .piece = (int16_t)game->read_piece("Gs3"),
                         .place = {ZONE_HAND, 0, 2, 0}};
    assert_int_equal(draft_touch(&draft, &third, made), TOUCH_NO);
    assert_string_equal(draft_refusal(&draft, &third), "iota.I8.line");
}

/* A seat that may not act can touch nothing. */
static void test_nobody(void **unused)
{
    const struct game *game = game_find("gobblet");
    struct step step = {.kind = STEP_PUT, .place = {ZONE_BOARD, NO_SEAT, 0, 0}};
    struct step words[DRAFT_WORDS_MAX];
    char made[MOVE_TEXT_MAX];
    uint8_t key[CHANCE_KEY_SIZE] = {0};
    (void)unused;
    game_init(game, &truth.head, 2);
    game_deal(game, &truth.head, key);
    game_observe(game, &truth.head, 0, &view.head);
    draft_update(&draft, game, &view.head, "nobody", NO_SEAT);
    assert_int_equal(draft_touch(&draft, &step, made), TOUCH_NO);
    assert_int_equal(draft_words(&draft, words), 0);
    assert_true(draft_whole(&draft) == 0 && !draft_held(&draft));
}

/* What was begun is kept when the news changes nothing about it, and dropped when it does. */
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
    draft_clear(&draft);
    assert_int_equal(draft_touch(&draft, &cup, made), TOUCH_HELD);
    assert_non_null(draft_held(&draft));
    look(game, 0);
    assert_int_equal(draft.count, 1);
    draft_update(&draft, game, &view.head, "the same under another name", 0);
    assert_int_equal(draft.count, 1);
    draft_update(&draft, game, &view.head, position, NO_SEAT);
    assert_int_equal(draft.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_move_can_be_touched),
        cmocka_unit_test(test_reason_of_staged_cards),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
