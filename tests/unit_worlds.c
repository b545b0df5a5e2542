/* SPDX-License-Identifier: MIT */
/*
 * Comparing moves in imagined worlds, src/bots/worlds.c: it departs from the rule of thumb only for
 * a clearly better move, stays within its budget, and repeats itself for the same seed. The rules
 * of thumb here are wrong in known ways.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/worlds.h"

enum { OVERLOOK_ALL = 1000, TRIES = 400 };

static uint64_t memory[BOT_MEMORY_MIN / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;
static struct search_rng rng;
static int worlds_prepared;

/* ---- rules of thumb for the template game: a card scores if it is higher (N3) ---- */

/* Prefers the lowest card, which scores least. */
static void rank_lowest(const void *weights, const struct state *s, int seat,
                        const struct moves *list, float *score)
{
    (void)weights, (void)s, (void)seat;
    for (int i = 0; i < list->count; i++)
        score[i] = -(float)list->list[i];
}

static move choose_highest(const void *weights, const struct state *s, int seat,
                           struct moves *scratch, struct search_rng *luck)
{
    (void)weights, (void)luck;
    game_legal(&game_null, s, seat, scratch);
    return scratch->list[scratch->count - 1];
}

static double value_place(const void *weights, const struct state *s, int seat)
{
    struct outcome outcome;
    (void)weights;
    game_null.tally(s, &outcome);
    return outcome.place[seat] == 1 ? 1 : 0;
}

static double value_nothing(const void *weights, const struct state *s, int seat)
{
    (void)weights, (void)s, (void)seat;
    return 0.25;
}

static void count_world(const void *weights, struct state *world, int seat, struct search_rng *luck)
{
    (void)weights, (void)luck;
    assert_int_equal(world->viewer, TRUTH);
    assert_true(state_acts(world, seat));
    worlds_prepared++;
}

static const struct policy policy = {
    .rank = rank_lowest,
    .choose = choose_highest,
    .value = value_place,
    .prepare = count_world,
    .plies = 60,
    .field = 8,
    .doubt = 2,
};

/* ---- asking ---- */

static void read_position(const char *text)
{
    game_init(&game_null, &state.head, 0);
    assert_null(game_read(&game_null, &state.head, text));
    game_observe(&game_null, &state.head, 0, &view.head);
}

static struct question ask(uint64_t nodes, uint64_t seed)
{
    search_rng_init(&rng, seed);
    memset(memory, 0x5a, sizeof memory); /* it must not rely on the memory's contents */
    return (struct question){
        .game = &game_null,
        .view = &view.head,
        .budget = {.nodes = nodes},
        .rng = &rng,
        .memory = memory,
        .memory_size = sizeof memory,
    };
}

static struct advice think(const struct policy *p, uint64_t nodes, uint64_t seed)
{
    struct question question = ask(nodes, seed);
    struct advice advice;
    memset(&advice, 0, sizeof advice);
    worlds_prepared = 0;
    worlds_think(&question, p, &advice);
    return advice;
}

/* After a 12 the other cannot score with the best card; after a 1 or 2 any card scores, and there
 * are 5 points to begin with. So 12 is best, in most worlds and not in all. */
#define TWELVE_WINS "11 1+2+12/3+9+10 - 0/5 0"

/* ---- leaving the rule ---- */

static void the_rule_plays_when_there_is_no_budget(void **unused)
{
    (void)unused;
    read_position(TWELVE_WINS);
    for (uint64_t nodes = 1; nodes < 24; nodes++) {
        struct advice advice = think(&policy, nodes, nodes);
        assert_true(advice.best == 1);
        assert_true(advice.nodes <= nodes);
    }
    assert_int_equal(think(&policy, 1, 1).count, 1);
    assert_int_equal(worlds_prepared, 0);
}

static void a_better_move_is_found(void **unused)
{
    (void)unused;
    read_position(TWELVE_WINS);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct advice advice = think(&policy, 20000, seed);
        assert_true(advice.best == 12);
        assert_true(advice.list[0].value > advice.list[1].value);
    }
    assert_true(worlds_prepared > 20);
}

static void equal_moves_leave_the_rule_alone(void **unused)
{
    (void)unused;
    struct policy blind = policy;
    blind.value = value_nothing;
    read_position(TWELVE_WINS);
    struct advice advice = think(&blind, 20000, 1);
    assert_true(advice.best == 1);
    for (int i = 0; i < advice.count; i++)
        assert_true(advice.list[i].value > 0.24 && advice.list[i].value < 0.26);
}

/* Each move tosses a new coin: no move is better, so one is hardly ever preferred. */
static double value_coin(const void *weights, const struct state *s, int seat)
{
    static uint64_t coin;
    (void)weights, (void)s, (void)seat;
    coin = coin * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(coin >> 63);
}

static void noise_seldom_moves_it(void **unused)
{
    (void)unused;
    struct policy noisy = policy;
    int left = 0;
    noisy.value = value_coin;
    noisy.plies = 1;
    noisy.doubt = 3;
    read_position(TWELVE_WINS);
    for (uint64_t seed = 0; seed < TRIES; seed++)
        left += think(&noisy, 400, seed).best != 1;
    assert_in_range(left, 0, TRIES / 20);
}

/* ---- the field and the list ---- */

static void the_field_is_the_best_by_the_rule(void **unused)
{
    (void)unused;
    struct policy narrow = policy;
    narrow.field = 2;
    read_position(TWELVE_WINS);
    struct advice advice = think(&narrow, 20000, 1);
    assert_int_equal(advice.count, 2);
    for (int i = 0; i < 2; i++)
        assert_true(advice.list[i].move == 1 || advice.list[i].move == 2);
}

static void the_list_is_in_order(void **unused)
{
    (void)unused;
    read_position(TWELVE_WINS);
    struct advice advice = think(&policy, 20000, 3);
    assert_int_equal(advice.count, 3);
    assert_true(advice.list[0].move == advice.best);
    for (int i = 1; i < advice.count; i++) {
        assert_true(advice.list[i].move != advice.list[i - 1].move);
        assert_true(advice.list[0].visits >= advice.list[i].visits);
        assert_true(advice.list[i].visits >= 1);
    }
}

/* ---- the budget ---- */

static void nodes_are_a_bound(void **unused)
{
    (void)unused;
    read_position(TWELVE_WINS);
    for (uint64_t nodes = 1; nodes < 3000; nodes += 97)
        assert_true(think(&policy, nodes, 5).nodes <= nodes);
    assert_true(think(&policy, 3000, 5).nodes > 1000);
}

static void the_same_seed_gives_the_same(void **unused)
{
    (void)unused;
    read_position(TWELVE_WINS);
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct advice one = think(&policy, 2000, seed), two = think(&policy, 2000, seed);
        assert_memory_equal(&one, &two, sizeof one);
    }
}

static int64_t ticks;

static int64_t tick(void)
{
    return ticks++;
}

static void the_clock_ends_it(void **unused)
{
    (void)unused;
    struct question question;
    struct advice advice;
    struct policy blind = policy;
    blind.value = value_nothing; /* so that no move leaves the field */
    read_position(TWELVE_WINS);
    question = ask(0, 1);
    question.budget.clock_ms = tick;
    question.budget.deadline_ms = ticks + 50;
    worlds_think(&question, &blind, &advice);
    assert_in_range(ticks, 50, 52);
    question = ask(0, 1);
    question.budget.clock_ms = tick;
    question.budget.deadline_ms = ticks - 10; /* over before it begins */
    worlds_think(&question, &policy, &advice);
    assert_true(advice.best == 1);
    assert_true(advice.nodes < 200);
}

static void the_stop_flag_ends_it(void **unused)
{
    (void)unused;
    atomic_bool stop = true;
    struct advice advice;
    read_position(TWELVE_WINS);
    struct question question = ask(0, 1);
    question.budget.stop = &stop;
    worlds_think(&question, &policy, &advice);
    assert_true(advice.best == 1);
    assert_true(advice.nodes < 200);
}

/* ---- what a player notices ---- */

static int noticed(uint16_t overlook, uint64_t seed)
{
    struct question question = ask(1, seed);
    question.skill.overlook = overlook;
    notice_moves(&question, &moves);
    return moves.count;
}

static void some_moves_are_overlooked(void **unused)
{
    (void)unused;
    int half = 0, single[13] = {0};
    read_position(TWELVE_WINS);
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        assert_int_equal(noticed(0, seed), 3);
        half += noticed(OVERLOOK_ALL / 2, seed);
        assert_int_equal(noticed(OVERLOOK_ALL, seed), 1);
        single[moves.list[0]]++;
    }
    assert_in_range(half, TRIES * 3 / 2, TRIES * 7 / 4); /* at least one is always noticed */
    assert_in_range(single[1], TRIES / 4, TRIES / 2);
    assert_in_range(single[2], TRIES / 4, TRIES / 2);
    assert_in_range(single[12], TRIES / 4, TRIES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_plays_when_there_is_no_budget),
        cmocka_unit_test(a_better_move_is_found),
        cmocka_unit_test(equal_moves_leave_the_rule_alone),
        cmocka_unit_test(noise_seldom_moves_it),
        cmocka_unit_test(the_field_is_the_best_by_the_rule),
        cmocka_unit_test(the_list_is_in_order),
        cmocka_unit_test(nodes_are_a_bound),
        cmocka_unit_test(the_same_seed_gives_the_same),
        cmocka_unit_test(the_clock_ends_it),
        cmocka_unit_test(the_stop_flag_ends_it),
        cmocka_unit_test(some_moves_are_overlooked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
