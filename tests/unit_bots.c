/* SPDX-License-Identifier: MIT */
/*
 * The computer players, src/bots: what they promise for every game (a legal move from a view,
 * within the budget, the same one for the same seed), and what even the simple one must not miss.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"

enum { PLIES = 40, GAMES = 8 };

static uint64_t memory[BOT_MEMORY_MAX / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;

static void deal(const struct game *game, int seats, uint8_t seed)
{
    uint8_t key[CHANCE_KEY_SIZE] = {seed, 1};
    game_init(game, &state.head, seats);
    game_deal(game, &state.head, key);
}

static void read_position(const struct game *game, const char *text)
{
    game_init(game, &state.head, 0);
    assert_null(game_read(game, &state.head, text));
}

static void think(const struct bot *bot, const struct game *game, int seat, uint64_t seed,
                  const struct budget *budget, struct advice *advice)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    game_observe(game, &state.head, seat, &view.head);
    memset(memory, 0x5a, bot->memory_size); /* it must not count on anything being there */
    bot->think(memory, bot->memory_size, game, &view.head, &rng, budget, advice);
}

static bool is_legal(const struct game *game, int seat, move m)
{
    game_legal(game, &state.head, seat, &moves);
    for (int i = 0; i < moves.count; i++)
        if (moves.list[i] == m)
            return true;
    return false;
}

static void check_advice(const struct game *game, int seat, uint64_t nodes,
                         const struct advice *advice)
{
    assert_true(is_legal(game, seat, advice->best));
    assert_true(advice->nodes <= nodes);
    assert_in_range(advice->count, 1, CANDIDATES_MAX);
    assert_true(advice->list[0].move == advice->best);
    for (int i = 0; i < advice->count; i++) {
        assert_true(is_legal(game, seat, advice->list[i].move));
        assert_true(advice->list[i].value >= 0 && advice->list[i].value <= 1);
        for (int other = 0; other < i; other++)
            assert_true(advice->list[i].move != advice->list[other].move);
    }
}

static int random_actor(struct search_rng *rng)
{
    int seat;
    do
        seat = (int)search_rng_below(rng, state.head.seats);
    while (!state_acts(&state.head, seat));
    return seat;
}

/* Through a game with whichever actor, so that reactions out of turn come up too. */
static void follow_game(const struct bot *bot, const struct game *game, int seats, uint64_t nodes)
{
    struct search_rng rng;
    struct advice advice, again;
    struct budget budget = {.nodes = nodes};
    search_rng_init(&rng, nodes);
    deal(game, seats, (uint8_t)seats);
    for (int ply = 0; ply < PLIES && !state_over(&state.head); ply++) {
        int seat = random_actor(&rng);
        memset(&advice, 0, sizeof advice);
        memset(&again, 0, sizeof again);
        think(bot, game, seat, (uint64_t)ply, &budget, &advice);
        check_advice(game, seat, nodes, &advice);
        think(bot, game, seat, (uint64_t)ply, &budget, &again);
        assert_memory_equal(&advice, &again, sizeof advice);
        game_apply(game, &state.head, seat, advice.best, NULL);
    }
}

static void every_level_plays_every_game(void **unused)
{
    (void)unused;
    const struct level *level;
    const struct game *game;
    for (int l = 0; (level = level_at(l)) != NULL; l++)
        for (int g = 0; (game = game_at(g)) != NULL; g++) {
            assert_true(level->bot->memory_size <= BOT_MEMORY_MAX);
            if (l > 0 && level->bot == level_at(l - 1)->bot)
                continue;
            follow_game(level->bot, game, game->seats_min, 1);
            follow_game(level->bot, game, game->seats_max, 30);
            follow_game(level->bot, game, game->seats_min, 1000);
        }
    follow_game(&bot_sampler, &game_null, 2, 200);
}

static void levels_rise(void **unused)
{
    (void)unused;
    const struct level *level, *before = NULL;
    for (int i = 0; (level = level_at(i)) != NULL; before = level, i++) {
        assert_ptr_equal(level_find(level->name), level);
        assert_true(!before || (level->nodes > before->nodes && level->millis > before->millis));
    }
    assert_non_null(before);
    assert_null(level_at(-1));
    assert_null(level_find("none"));
    assert_ptr_equal(level_find(level_usual()->name), level_usual());
}

/* With no budget to try anything it still lays a card: games of the weakest must end. */
static void playing_is_preferred_untried(void **unused)
{
    (void)unused;
    const struct game *game = game_find("taki");
    struct budget budget = {.nodes = 1};
    struct advice advice;
    char buffer[MOVE_TEXT_MAX];
    struct text text;
    read_position(game, "R7 R4,Y1,Y3/G1,G3 B1,B3 0> play shut .. - 0");
    for (uint64_t seed = 0; seed < 20; seed++) {
        think(&bot_sampler, game, 0, seed, &budget, &advice);
        text_init(&text, buffer, sizeof buffer);
        game->write_move(&state.head, advice.best, &text);
        assert_string_equal(buffer, "R4");
    }
}

/* ---- time ---- */

static int64_t now_ms;

static int64_t clock_ms(void)
{
    return now_ms++; /* a millisecond a look */
}

static void time_ends_the_search(void **unused)
{
    (void)unused;
    const struct game *game = game_find("gobblet");
    struct advice advice;
    now_ms = 1000;
    deal(game, 2, 0);
    struct budget budget = {.deadline_ms = now_ms + 200, .clock_ms = clock_ms};
    think(&bot_sampler, game, 0, 1, &budget, &advice);
    assert_in_range(now_ms, 1200, 1230);
    check_advice(game, 0, UINT64_MAX, &advice);
    assert_true(advice.list[0].visits > 0);
    now_ms = 5000; /* too late already */
    think(&bot_sampler, game, 0, 1, &budget, &advice);
    check_advice(game, 0, 1, &advice);
}

static void a_flag_stops_the_search(void **unused)
{
    (void)unused;
    const struct game *game = game_find("iota");
    atomic_bool stop = true;
    struct budget budget = {.stop = &stop};
    struct advice advice;
    deal(game, 2, 0);
    think(&bot_sampler, game, 0, 1, &budget, &advice);
    check_advice(game, 0, 1, &advice);
}

/* ---- sense ---- */

static void best_is(const char *name, const char *position, int seat, uint64_t nodes,
                    const char *expected)
{
    const struct game *game = game_find(name);
    struct budget budget = {.nodes = nodes};
    read_position(game, position);
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct advice advice;
        char buffer[MOVE_TEXT_MAX];
        struct text text;
        think(&bot_sampler, game, seat, seed, &budget, &advice);
        text_init(&text, buffer, sizeof buffer);
        game->write_move(&state.head, advice.best, &text);
        assert_string_equal(buffer, expected);
    }
}

static void a_win_at_once_is_taken(void **unused)
{
    (void)unused;
    best_is("gobblet", "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,W4,- 333 333 w", 0, 300, "3@d1");
    best_is("cento", "35=5x7 7/10+36 40+56+63 8+9 0/0 0:1:0", 0, 50, "7=1x7");
}

static void a_threat_is_met(void **unused)
{
    (void)unused;
    /* Black wins on d2 unless White stands there */
    const struct game *game = game_find("gobblet");
    struct budget budget = {.nodes = 30000};
    struct advice advice;
    for (uint64_t seed = 0; seed < 5; seed++) {
        read_position(game, "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,-,- 433 333 w");
        think(&bot_sampler, game, 0, seed, &budget, &advice);
        game_apply(game, &state.head, 0, advice.best, NULL);
        game_legal(game, &state.head, 1, &moves);
        for (int i = 0; i < moves.count; i++) {
            union any_state after = state;
            game_apply(game, &after.head, 1, moves.list[i], NULL);
            assert_false(state_over(&after.head));
        }
    }
}

/* ---- strength ---- */

/* The share of the points that the first budget makes of the second, 0 being a random player. */
static double share(const struct game *game, uint64_t nodes, uint64_t others)
{
    double points = 0;
    for (int i = 0; i < GAMES; i++) {
        struct search_rng rng;
        struct outcome outcome;
        int hero = i % 2;
        search_rng_init(&rng, (uint64_t)i);
        deal(game, 2, (uint8_t)(i / 2));
        while (!state_over(&state.head)) {
            int seat = random_actor(&rng);
            struct budget budget = {.nodes = seat == hero ? nodes : others};
            struct advice advice;
            game_legal(game, &state.head, seat, &moves);
            advice.best = moves.list[search_rng_below(&rng, (uint32_t)moves.count)];
            if (budget.nodes > 0)
                think(&bot_sampler, game, seat, search_rng_next(&rng), &budget, &advice);
            game_apply(game, &state.head, seat, advice.best, NULL);
        }
        game->tally(&state.head, &outcome);
        points += outcome.place[hero] < outcome.place[!hero]    ? 1
                  : outcome.place[hero] == outcome.place[!hero] ? 0.5
                                                                : 0;
    }
    return points / GAMES;
}

static void thought_beats_chance(void **unused)
{
    (void)unused;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        assert_true(share(game, 1000, 0) >= 0.6);
}

static void more_thought_beats_less(void **unused)
{
    (void)unused;
    assert_true(share(game_find("gobblet"), 20000, 500) >= 0.75);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_plays_every_game),
        cmocka_unit_test(levels_rise),
        cmocka_unit_test(playing_is_preferred_untried),
        cmocka_unit_test(time_ends_the_search),
        cmocka_unit_test(a_flag_stops_the_search),
        cmocka_unit_test(a_win_at_once_is_taken),
        cmocka_unit_test(a_threat_is_met),
        cmocka_unit_test(thought_beats_chance),
        cmocka_unit_test(more_thought_beats_less),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
