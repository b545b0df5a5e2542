/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's players, src/bots/cento*.c: what they promise at every table, positions that they
 * must solve, and that the reasons they give are true.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "advice_checks.h"
#include "bots/bot.h"
#include "bots/cento_policy.h"

enum { PLIES = 60 };

static uint64_t memory[BOT_MEMORY_MIN / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;
static struct advice advice, again;

static const struct game *cento(void)
{
    return game_find("cento");
}

static struct player player(const char *name)
{
    struct player found;
    assert_true(player_find(cento(), name, &found));
    return found;
}

static void deal(int seats, uint8_t seed, int scoring, int rounds)
{
    uint8_t key[CHANCE_KEY_SIZE] = {seed, 2};
    game_init(cento(), &state.head, seats);
    state.head.option[OPTION_SCORING] = (int16_t)scoring;
    state.head.option[OPTION_ROUNDS] = (int16_t)(rounds - 1);
    game_deal(cento(), &state.head, key);
}

static void read_position(const char *text)
{
    game_init(cento(), &state.head, 0);
    assert_null(game_read(cento(), &state.head, text));
}

static void think(struct player player, uint64_t seed, struct budget budget, struct advice *out)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    game_observe(cento(), &state.head, __builtin_ctz(state.head.actors), &view.head);
    memset(memory, 0x5a, sizeof memory);
    memset(out, 0, sizeof *out);
    struct question question = {.game = cento(),
                                .view = &view.head,
                                .skill = player.skill,
                                .budget = budget,
                                .rng = &rng,
                                .memory = memory,
                                .memory_size = sizeof memory};
    bot_think(player.bot, &question, out);
}

/* Every candidate has a reason. */
static void check_advice(uint64_t nodes)
{
    game_legal(cento(), &state.head, __builtin_ctz(state.head.actors), &moves);
    check_sound(&advice, &moves, nodes);
    for (int i = 0; i < advice.count; i++)
        assert_true(advice.list[i].reasons > 0);
}

/* Through a game, every question asked twice. */
static void follow_game(const char *name, uint64_t nodes)
{
    for (int ply = 0; ply < PLIES && !state_over(&state.head); ply++) {
        struct budget budget = {.nodes = nodes};
        think(player(name), (uint64_t)ply, budget, &advice);
        think(player(name), (uint64_t)ply, budget, &again);
        check_advice(nodes);
        check_same(&advice, &again);
        game_apply(cento(), &state.head, __builtin_ctz(state.head.actors), advice.best, NULL);
    }
}

static void every_table_is_played(void **unused)
{
    static const char *const names[] = {"gentle", "casual", "club", "master", "prior"};
    (void)unused;
    for (int seats = 2; seats <= CENTO_SEATS; seats++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            deal(seats, (uint8_t)(seats * 8 + (int)i), (int)i % 2, 1 + (int)i % 3);
            follow_game(names[i], 1);
        }
    deal(2, 1, SCORING_CARDS, 1);
    follow_game("master", 1000);
    deal(4, 2, SCORING_PLACES, 3);
    follow_game("master", 1500);
}

/* ---- positions ---- */

static const char *best_text(void)
{
    static char buffer[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    cento()->write_move(&state.head, advice.best, &text);
    return buffer;
}

static void solves(const char *position, const char *expected)
{
    static const uint64_t budgets[] = {1, 4000};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        read_position(position);
        think(player("master"), i, (struct budget){.nodes = budgets[i]}, &advice);
        assert_string_equal(best_text(), expected);
    }
}

static void positions_are_solved(void **unused)
{
    (void)unused;
    /* C9: out at once */
    solves("35=5x7 7/10+36 40+56+63 8+9 0/0 0:1:0", "7=1x7");
    /* CR12: the square brings the turn back; the last card fits on it only if declared like this */
    solves("24=4x6 9+36/10 40+56+63 8 0/0 0:1:0", "36=4x9");
    /* Two squares and out, in the only order there is: 16=4x4, 4=1x4, 7=1x7 */
    solves("24=4x6 4+7+16/63 40+56+70 8+9 0/0 0:1:0", "16=4x4");
    /* C7: the free card as the only square that 56=7x8 can follow */
    solves("20=2x10 56+?/10 40+54+63 8 0/0 0:1:0", "?=2x8");
}

/* The rule looks at no hidden card, so it says the same of a view as of each world behind it. */
static void the_rule_reads_no_hidden_card(void **unused)
{
    static float seen[MOVES_MAX], imagined[MOVES_MAX];
    struct cento_style style = {&cento_tuned, 0};
    (void)unused;
    for (uint8_t seed = 0; seed < 20; seed++) {
        struct search_rng rng;
        search_rng_init(&rng, seed);
        deal(2 + seed % 5, seed, SCORING_CARDS, 1);
        game_observe(cento(), &state.head, 0, &view.head);
        game_legal(cento(), &view.head, 0, &moves);
        cento_rank(&style, &view.head, 0, &moves, seen);
        move best = cento_choose(&style, &view.head, 0, NULL, NULL);
        cento()->imagine(&view.head, &rng);
        cento_rank(&style, &view.head, 0, &moves, imagined);
        assert_memory_equal(seen, imagined, sizeof *seen * (size_t)moves.count);
        assert_true(cento_choose(&style, &view.head, 0, NULL, NULL) == best);
        int top = 0;
        for (int i = 1; i < moves.count; i++)
            top = seen[i] > seen[top] ? i : top;
        assert_true(moves.list[top] == best);
    }
}

/* ---- reasons ---- */

static const struct reason *reason_of(const char *move_text, const char *key)
{
    move m;
    assert_null(game_read_move(cento(), &state.head, __builtin_ctz(state.head.actors), move_text,
                               &moves, &m));
    for (int i = 0; i < advice.count; i++)
        for (int j = 0; j < advice.list[i].reasons; j++)
            if (advice.list[i].move == m && strcmp(advice.list[i].reason[j].key, key) == 0)
                return &advice.list[i].reason[j];
    return NULL;
}

static void ask(const char *position)
{
    read_position(position);
    think(player("master"), 1, (struct budget){.nodes = 10000}, &advice);
}

static void reasons_are_true(void **unused)
{
    (void)unused;
    ask("24=4x6 9+36/10 40+56+63 8 0/0 0:1:0");
    assert_int_equal(reason_of("36=4x9", "cento.advice.square")->seat, 1);
    assert_int_equal(reason_of("36=4x9", "cento.advice.runs")->count, 1);
    assert_int_equal(advice.line_count, 2); /* 36=4x9, and then 9 as the last card */
    assert_int_equal(move_number(advice.line[1].move), 9);
    assert_int_equal(advice.line[1].seat, 0);
    assert_non_null(reason_of("36=6x6", "cento.advice.blocked"));
    assert_int_equal(reason_of("draw", "cento.advice.draws")->count, 3);

    /* Two cards fit, but not in a row to the end */
    ask("24=4x6 16+20+28/10+14 40+56+63 8 0/0 0:1:0");
    assert_int_equal(reason_of("16=4x4", "cento.advice.again")->count, 2);
    assert_null(reason_of("16=4x4", "cento.advice.runs"));

    ask("35=5x7 7/10+36 40+56+63 8+9 0/0 0:1:0");
    assert_non_null(reason_of("7=1x7", "cento.advice.out"));

    /* 56 fits on the open card, but not on 30, 45 or 25 */
    ask("35=5x7 25+30+45+56/10+36+48 40+63 8+9 0/0 0:1:0");
    assert_int_equal(reason_of("56=7x8", "cento.advice.lonely")->piece, 56);
    assert_null(reason_of("30=5x6", "cento.advice.lonely"));
    assert_int_equal(reason_of("30=5x6", "cento.advice.followers")->count, 2);

    /* 81 has no company, and only the free card fits on 49 */
    ask("49=7x7 81+100+?/10+36+48 40+63 8+9 0/0 0:1:0");
    assert_non_null(reason_of("draw", "cento.advice.waits"));
    assert_non_null(reason_of(best_text(),
                              best_text()[0] == '?' ? "cento.advice.saves" : "cento.advice.waits"));
    ask("49=7x7 28+81+?/10+36+48 40+63 8+9 0/0 0:1:0");
    assert_non_null(reason_of("28=4x7", "cento.advice.keeps"));
}

/* ---- time ---- */

static int64_t now_ms;

static int64_t clock_ms(void)
{
    return now_ms++; /* each look takes a millisecond */
}

static void time_ends_the_search(void **unused)
{
    (void)unused;
    deal(3, 7, SCORING_CARDS, 1);
    now_ms = 1000;
    struct budget budget = {.deadline_ms = now_ms + 60, .clock_ms = clock_ms};
    think(player("master"), 1, budget, &advice);
    check_advice(UINT64_MAX);
    assert_in_range(now_ms, 1060, 1064);
    assert_true(advice.list[0].visits > 0);
    think(player("master"), 1, budget, &advice); /* too late already */
    check_advice(UINT64_MAX);
    assert_in_range(now_ms, 1060, 1070);
}

static void a_flag_stops_the_search(void **unused)
{
    atomic_bool stop = true;
    (void)unused;
    deal(2, 9, SCORING_CARDS, 1);
    think(player("master"), 1, (struct budget){.stop = &stop}, &advice);
    check_advice(1000);
}

/* ---- points ---- */

static double value(int rounds_left, int mine, int other)
{
    struct cento_style style = {&cento_tuned, rounds_left};
    struct cento *c = (struct cento *)&state.head;
    deal(2, 1, SCORING_CARDS, 1);
    state.head.actors = 0;
    c->total[0] = mine;
    c->total[1] = other;
    return cento_value(&style, &state.head, 0);
}

/* C10: after the last round it only matters who has fewer points; before it, how many fewer. */
static void points_are_worth_more_at_the_end(void **unused)
{
    (void)unused;
    assert_true(value(0, 3, 4) >= 1);
    assert_true(value(0, 4, 3) <= 0);
    assert_true(value(0, 4, 4) > 0.2 && value(0, 4, 4) < 0.6);
    assert_true(value(3, 0, 8) > value(3, 0, 4));
    assert_true(value(1, 0, 4) > value(10, 0, 4));
    assert_true(value(10, 4, 0) > value(1, 4, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_is_played),
        cmocka_unit_test(positions_are_solved),
        cmocka_unit_test(the_rule_reads_no_hidden_card),
        cmocka_unit_test(reasons_are_true),
        cmocka_unit_test(time_ends_the_search),
        cmocka_unit_test(a_flag_stops_the_search),
        cmocka_unit_test(points_are_worth_more_at_the_end),
    };
    return cmocka_run_group_tests_name("bot_cento", tests, NULL, NULL);
}
