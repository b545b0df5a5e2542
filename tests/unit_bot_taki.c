/* SPDX-License-Identifier: MIT */
/*
 * The Super Taki player, src/bots/taki*.c: it plays any view within its budget, finishes a hand
 * that can be finished, does the few things that everybody would do, and gives reasons that hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "advice_checks.h"
#include "bots/taki_policy.h"

enum { GAMES = 150, PLIES = 60, PLIES_MOST = 5000 };

static const struct game *game;
static uint64_t memory[BOT_MEMORY_MIN / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;
static struct advice advice;

static struct taki *taki(void)
{
    return (struct taki *)&state.head;
}

/* ---- asking ---- */

/* House rules by the bits of the seed. */
static void deal(int seats, int mode, uint8_t seed)
{
    uint8_t key[CHANCE_KEY_SIZE] = {seed, 7};
    game_init(game, &state.head, seats);
    state.head.option[OPTION_MODE] = (int16_t)mode;
    state.head.option[OPTION_CALL] = seed % 2 ? CALL_CATCH : CALL_MANUAL;
    state.head.option[OPTION_DRAW] = (int16_t)(seed >> 1 & 1);
    state.head.option[OPTION_TWO] = (int16_t)(seed >> 2 & 1);
    state.head.option[OPTION_BARE] = (int16_t)(seed >> 3 & 1);
    game_deal(game, &state.head, key);
}

static void read_position(const char *text)
{
    game_init(game, &state.head, 0);
    assert_null(game_read(game, &state.head, text));
}

static void think(const struct player *player, int seat, struct budget budget, uint64_t seed)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    game_observe(game, &state.head, seat, &view.head);
    memset(memory, 0x5a, sizeof memory);
    memset(&advice, 0, sizeof advice);
    struct question question = {
        .game = game,
        .view = &view.head,
        .skill = player->skill,
        .budget = budget,
        .rng = &rng,
        .memory = memory,
        .memory_size = sizeof memory,
    };
    bot_think(player->bot, &question, &advice);
}

static struct player named(const char *name)
{
    struct player player;
    assert_true(player_find(game, name, &player));
    return player;
}

static void write_best(char text[MOVE_TEXT_MAX])
{
    struct text out;
    text_init(&out, text, MOVE_TEXT_MAX);
    game->write_move(&state.head, advice.best, &out);
}

/* What the seat plays in this position with this many nodes. */
static void expect(const char *name, uint64_t nodes, int seat, const char *position,
                   const char *best)
{
    struct player player = named(name);
    char text[MOVE_TEXT_MAX];
    read_position(position);
    think(&player, seat, (struct budget){.nodes = nodes}, 1);
    write_best(text);
    assert_string_equal(text, best);
}

/* ---- what every bot promises ---- */

static void follow_game(const char *name, int seats, int mode, uint64_t nodes)
{
    struct player player = named(name);
    struct search_rng rng;
    struct advice before;
    search_rng_init(&rng, nodes + (uint64_t)seats);
    deal(seats, mode, (uint8_t)seats);
    for (int ply = 0; ply < PLIES && !state_over(&state.head); ply++) {
        int seat;
        do
            seat = (int)search_rng_below(&rng, state.head.seats);
        while (!state_acts(&state.head, seat));
        think(&player, seat, (struct budget){.nodes = nodes}, (uint64_t)ply);
        assert_true(advice.nodes <= nodes);
        assert_true(advice.list[0].reasons <= REASONS_MAX);
        before = advice;
        think(&player, seat, (struct budget){.nodes = nodes}, (uint64_t)ply);
        check_same(&before, &advice);
        game_apply(game, &state.head, seat, advice.best, NULL);
    }
}

static void it_plays_with_any_seats_and_nodes(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= SEATS_MAX; seats++) {
        follow_game("taki", seats, MODE_GAME, 1);
        follow_game("prior", seats, MODE_PYRAMID, 1);
    }
    follow_game("taki", 2, MODE_GAME, 700);
    follow_game("taki", 4, MODE_PYRAMID, 700);
    follow_game("gentle", 3, MODE_GAME, 100);
}

static void one_node_is_the_rule_of_thumb(void **unused)
{
    (void)unused;
    struct player player = named("taki");
    deal(2, MODE_GAME, 3);
    for (int ply = 0; ply < PLIES && !state_over(&state.head); ply++) {
        int seat = __builtin_ctz(state.head.actors);
        move rule = taki_choose(&taki_tuned, &state.head, seat, NULL, NULL);
        think(&player, seat, (struct budget){.nodes = 1}, (uint64_t)ply);
        assert_true(advice.best == rule);
        game_apply(game, &state.head, seat, rule, NULL);
    }
}

/* What a playout plays is what ranking says is best. */
static void choosing_is_ranking(void **unused)
{
    (void)unused;
    float score[WORDS_END];
    for (int number = 0; number < GAMES / 3; number++) {
        deal(2 + number % 4, number % 2, (uint8_t)number);
        for (int ply = 0; ply < PLIES_MOST && !state_over(&state.head); ply++) {
            int seat = __builtin_ctz(state.head.actors), best = 0;
            move chosen = taki_choose(&taki_tuned, &state.head, seat, NULL, NULL);
            game_legal(game, &state.head, seat, &moves);
            taki_rank(&taki_tuned, &state.head, seat, &moves, score);
            for (int i = 1; i < moves.count; i++)
                best = score[i] > score[best] ? i : best;
            assert_true(moves.list[best] == chosen);
            game_apply(game, &state.head, seat, chosen, NULL);
        }
        assert_true(state_over(&state.head));
    }
}

static int64_t ticks;

static int64_t tick(void)
{
    return ticks++;
}

static void it_answers_by_the_deadline(void **unused)
{
    (void)unused;
    struct player player = named("master");
    deal(4, MODE_GAME, 1);
    int64_t start = ticks;
    think(&player, 0, (struct budget){.clock_ms = tick, .deadline_ms = start + 30}, 1);
    assert_true(ticks <= start + 35);
    think(&player, 0, (struct budget){.clock_ms = tick, .deadline_ms = ticks - 1}, 1);
    assert_true(advice.best == taki_choose(&taki_tuned, &state.head, 0, NULL, NULL));
}

/* ---- whole hands ---- */

/* A player who follows the plan for going out in this turn has won. */
static void going_out_wins(void **unused)
{
    (void)unused;
    int outs = 0, long_ones = 0;
    for (int number = 0; number < GAMES; number++) {
        deal(2 + number % 3, MODE_GAME, (uint8_t)number);
        for (int ply = 0; ply < PLIES_MOST && !state_over(&state.head); ply++) {
            int seat = __builtin_ctz(state.head.actors), held = taki()->held[seat];
            move first;
            bool sure = (taki()->hand[seat].first & KIND(PLUS3)) == 0;
            if (sure && taki_goes_out(taki(), seat, &first)) {
                outs++;
                long_ones += held > 2;
                while (!state_over(&state.head)) {
                    first = (move)LAST + 1;
                    if (!seat_in(taki()->duty, seat))
                        assert_true(taki_goes_out(taki(), seat, &first));
                    game_apply(game, &state.head, seat, first, NULL);
                }
                assert_int_equal(taki()->held[seat], 0);
                break;
            }
            game_apply(game, &state.head, seat,
                       taki_choose(&taki_by_hand, &state.head, seat, NULL, NULL), NULL);
        }
    }
    assert_true(outs > GAMES / 2);
    assert_true(long_ones > GAMES / 30);
}

static void it_finishes_hands(void **unused)
{
    (void)unused;
    /* A plus cannot be the last card (TR11), so it goes first. */
    expect("taki", 1, 0, "R5 R9,Rplus/G1,G3,G4 B1,B3,B4 0> play shut .. - 0", "Rplus");
    /* On a king anything goes (T17). */
    expect("taki", 1, 0, "R5 G9,king/G1,G3,G4 B1,B3,B4 0> play shut .. - 0", "king");
    /* Between two, stops bring the turn back (TR17). */
    expect("taki", 1, 0, "R5 Rstop,G4,Gstop/G1,G3 B3 0> play shut .. - 0", "Rstop");
    /* In a run the plus goes before the last card. */
    expect("taki", 1, 0, "R5 R3,R4,Rtaki/G1,G3 B3 0> play shut .. - 0", "Rtaki");
    expect("taki", 1, 0, "Rtaki,R5 R3,Rplus/G1,G3 B3 0> run shut .. - 0", "Rplus");
    /* … unless it leads on to a card of its own figure. */
    expect("taki", 1, 0, "Rtaki,R5 R3,Rplus,G4,Gplus/G1,G3 B3 0> run shut .. - 0", "R3");
    /* A king behind a run, and the last card on it. */
    expect("taki", 1, 0, "Rtaki,R5 R3,G4,king/G1,G3 B3 0> run shut .. - 0", "R3");
    expect("taki", 1, 0, "R3,Rtaki,R5 G4,king/G1,G3 B3 0> run shut .. - 0", "king");
}

/* ---- what everybody would do ---- */

static void it_sees_to_the_next_player(void **unused)
{
    (void)unused;
    static const char next_is_out[] =
        "R3 R+2,R5,G9,B9/G1/Y1,Y3,Y4/B1,B3,B4 B5,B6,B7,B8 0> play shut .!.. - 0";
    expect("prior", 1, 0, next_is_out, "R+2");
    expect("taki", 1, 0, next_is_out, "R+2");
    expect("taki", 20000, 0, next_is_out, "R+2");
}

static void it_breaks_a_last_plus3(void **unused)
{
    (void)unused;
    expect("taki", 5000, 1, "+3,R5 -/G1,G9,break B3,B4,B5,B6 0> react:- shut .. - 0", "break");
    expect("prior", 1, 1, "+3,R5 -/G1,G9,break B3,B4,B5,B6 0> react:- shut .. - 0", "break");
}

static void it_calls_its_last_card(void **unused)
{
    (void)unused;
    static const char due[] = "R9,Rtaki,R5 R4/G1,G3 B3,B4 0> run shut ?. - 0";
    expect("taki", 5000, 0, due, "last");
    struct player player = named("taki");
    player.skill.forget = 1000;
    read_position(due);
    think(&player, 0, (struct budget){.nodes = 1}, 1);
    assert_true(advice.best != (move)LAST + 1);
}

/* TR32: in its turn and out of it, but after its own call; and a win comes first. */
static void it_catches_who_has_not_called(void **unused)
{
    static const struct {
        const char *position, *best;
    } cases[] = {
        {"R9,R5 R4,R6,B7/G1/Y3,Y4 B3,B4,B5,B6 0> play shut .?. - 0", "catch1"},
        {"R9,R5 R4,R6,B7/G1/Y3,Y4 B3,B4,B5,B6 2> play shut .?. - 0", "catch1"},
        {"R9,R5 R4/G1/Y3,Y4 B3,B4,B5,B6 2> play shut ??. - 0", "last"},
        {"R9,R5 R4/G1/Y3,Y4 B3,B4,B5,B6 0> play shut .?. - 0", "R4"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct player player = named("taki");
        char best[MOVE_TEXT_MAX];
        game_init(game, &state.head, 0);
        state.head.option[OPTION_CALL] = CALL_CATCH;
        assert_null(game_read(game, &state.head, cases[i].position));
        think(&player, 0, (struct budget){.nodes = 5000}, 1);
        write_best(best);
        assert_string_equal(best, cases[i].best);
    }
}

/* ---- reasons ---- */

static const struct candidate *candidate_of(const char *text)
{
    char name[MOVE_TEXT_MAX];
    for (int i = 0; i < advice.count; i++) {
        struct text out;
        text_init(&out, name, sizeof name);
        game->write_move(&state.head, advice.list[i].move, &out);
        if (strcmp(name, text) == 0)
            return &advice.list[i];
    }
    return NULL;
}

/* The reason that a move in a position is given, or NULL. */
static const struct reason *reason_for(const char *position, int seat, const char *text,
                                       const char *key)
{
    struct player player = named("taki");
    read_position(position);
    think(&player, seat, (struct budget){.nodes = 20000}, 1);
    const struct candidate *candidate = candidate_of(text);
    assert_non_null(candidate);
    for (int i = 0; i < candidate->reasons; i++)
        if (strcmp(candidate->reason[i].key, key) == 0)
            return &candidate->reason[i];
    return NULL;
}

static void expect_reason(const char *position, const char *text, const char *key, int seat,
                          int count)
{
    const struct reason *reason = reason_for(position, 0, text, key);
    assert_non_null(reason);
    assert_int_equal(reason->seat, seat);
    assert_int_equal(reason->count, count);
}

static void reasons_hold(void **unused)
{
    (void)unused;
    static const char four[] =
        "R3 R+2,R5,Rstop,Rplus,G9,color/G1/Y1,Y3,Y4/B1,B3 B5,B6 0> play shut .!.. - 0";
    expect_reason(four, "R+2", "taki.advice.plus2", 1, 2);
    expect_reason(four, "R+2", "taki.advice.threat", 1, 1);
    expect_reason(four, "Rstop", "taki.advice.stop", 1, 0);
    expect_reason(four, "Rplus", "taki.advice.plus", NO_SEAT, 0);
    expect_reason(four, "R5", "taki.advice.fits", NO_SEAT, 3);
    assert_int_equal(reason_for(four, 0, "R5", "taki.advice.keeps")->piece, COLOR + 1);
    assert_null(reason_for(four, 0, "R5", "taki.advice.plus2"));

    static const char two[] = "R3 R4,R9,Rtaki,G1,G3/G4,G5 B5,B6 0> play shut .. - 0";
    expect_reason(two, "Rtaki", "taki.advice.run", NO_SEAT, 2);
    expect_reason("R3 R4,Rstop,G1/G4,G5 B5,B6 0> play shut .. - 0", "Rstop", "taki.advice.again",
                  NO_SEAT, 0);
    expect_reason("R+2,R3 R4,G+2,G5/G4,G5 B5,B6 0> owe1 shut .. - 0", "G+2", "taki.advice.escapes",
                  NO_SEAT, 2);
    expect_reason("R+2,R3 R4,G+2,G5/G4,G5 B5,B6 0> owe1 shut .. - 0", "G+2", "taki.advice.plus2", 1,
                  4);
    expect_reason("R3 R4/G4,G5 B5,B6 0> play shut ?. - 0", "R4", "taki.advice.wins", NO_SEAT, 0);
    expect_reason("R3 R4/G4,G5 B5,B6 0> play shut ?. - 0", "last", "taki.advice.call", NO_SEAT, 4);
    expect_reason("R5 R9,Rplus/G1,G3,G4 B1,B3,B4 0> play shut .. - 0", "Rplus", "taki.advice.out",
                  NO_SEAT, 2);
    expect_reason("R5 G9,B1,color/G1,G3,G4 B4 0> play shut .. - 0", "color=G", "taki.advice.colour",
                  NO_SEAT, 1);
}

static void words_have_reasons(void **unused)
{
    (void)unused;
    expect_reason("R9,Rtaki,R5 G4,B5/G1,G3 B3 0> run shut .. - 0", "close", "taki.advice.close",
                  NO_SEAT, 0);
    expect_reason("R9,Rtaki,R5 G4,B5/G1,G3 B3 0> run shut .. - 0", "end", "taki.advice.leaves_open",
                  NO_SEAT, 0);
    expect_reason("R5 G9,B1,break/G1,G3,G4 B4 0> play shut .. - 0", "break", "taki.advice.breaker",
                  NO_SEAT, 0);
    const struct reason *breaks =
        reason_for("+3,R5 R1,R4/G1,G9,break B3,B4,B5,B6 0> react:- shut .. - 0", 1, "break",
                   "taki.advice.breaks");
    assert_non_null(breaks);
    assert_int_equal(breaks->seat, 0);
    assert_int_equal(breaks->count, 3);
}

/* Through whole games the move that is played has a reason, nearly always. */
static void most_moves_have_a_reason(void **unused)
{
    (void)unused;
    struct player player = named("taki");
    int asked = 0, given = 0;
    for (int number = 0; number < GAMES / 10; number++) {
        deal(2 + number % 3, MODE_GAME, (uint8_t)number);
        for (int ply = 0; ply < PLIES_MOST && !state_over(&state.head); ply++) {
            int seat = __builtin_ctz(state.head.actors);
            think(&player, seat, (struct budget){.nodes = 1}, (uint64_t)ply);
            asked++;
            given += advice.list[0].reasons > 0;
            game_apply(game, &state.head, seat, advice.best, NULL);
        }
    }
    assert_true(given * 100 >= asked * 90);
}

static int find_game(void **unused)
{
    (void)unused;
    game = game_find("taki");
    return game ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_with_any_seats_and_nodes),
        cmocka_unit_test(one_node_is_the_rule_of_thumb),
        cmocka_unit_test(choosing_is_ranking),
        cmocka_unit_test(it_answers_by_the_deadline),
        cmocka_unit_test(going_out_wins),
        cmocka_unit_test(it_finishes_hands),
        cmocka_unit_test(it_sees_to_the_next_player),
        cmocka_unit_test(it_breaks_a_last_plus3),
        cmocka_unit_test(it_calls_its_last_card),
        cmocka_unit_test(it_catches_who_has_not_called),
        cmocka_unit_test(reasons_hold),
        cmocka_unit_test(words_have_reasons),
        cmocka_unit_test(most_moves_have_a_reason),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
