/* SPDX-License-Identifier: MIT */
/*
 * Reviews, src/review: that luck and skill add up to the result for any number of seats and however
 * the match ended, that moves are judged by what their player could see, and what is said of a duty
 * that was forgotten.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match/record.h"
#include "review/review.h"

enum { TEXT_MAX = 1 << 20, PLIES = 3000, VALUES = 1 << 17, NODES = 60 };

#define CLOSE 1e-9

static int part = 1; /* only one of so many plies, where all of them take too long */
static uint64_t memory[JUDGE_MEMORY / sizeof(uint64_t)];
static struct match match;
static struct ply played[PLIES];
static struct moves moves;
static struct events events;
static struct review review;
static char text[TEXT_MAX], written[TEXT_MAX];
static struct json_value values[VALUES];
static union any_state view, other;
static struct verdict again;

/* ---- matches to review ---- */

static void begin(const struct game *game, int seats, int option, int value, uint8_t seed)
{
    struct match_setup setup = {
        .game = game, .seats = seats, .key = {seed, 3}, .log = played, .capacity = PLIES};
    if (option >= 0)
        setup.option[option] = (int16_t)value;
    assert_null(match_init(&match, &setup, 0));
}

static int any_actor(struct search_rng *rng)
{
    int seat;
    do
        seat = (int)search_rng_below(rng, match.state.head.seats);
    while (!state_acts(&match.state.head, seat));
    return seat;
}

/* Random moves of whoever may act, so that some windows close late and some calls are forgotten. */
static void play(struct search_rng *rng, int plies)
{
    for (int ply = 0; ply < plies && !match_over(&match); ply++) {
        int seat = any_actor(rng);
        game_legal(match.game, &match.state.head, seat, &moves);
        move m = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
        assert_null(match_play_move(&match, seat, VERSION_ANY, m, 0, &moves, &events));
    }
}

static void start_as_people(struct search_rng *rng, uint64_t seed)
{
    search_rng_init(rng, seed);
    for (int seat = 0; seat < match.state.head.seats; seat++) {
        match.seats[seat].owner = match.seats[seat].holder = HOLDER_BOT;
    }
}

/* ---- reviewing ---- */

static void open_review(void)
{
    struct text record;
    text_init(&record, text, sizeof text);
    record_write(&record, &match, NULL, RECORD_WITH_KEY);
    assert_false(record.overflow);
    assert_null(review_open(&review, text, record.size, NODES));
}

static void run_review(void)
{
    open_review();
    while (review_step(&review, NULL, memory))
        ;
    assert_int_equal(review.judged, review.count);
    review_finish(&review);
}

/* The squares of the errors that a turn's luck has: of the values at its ends, and of what the
 * others lost meanwhile. */
static double variance_of(const struct review_turn *turn)
{
    const int others = match.state.head.seats - 1;
    bool inside = turn->from < 0;
    double sum = 0;
    for (uint32_t i = 0; i < review.count; i++) {
        const struct review_move *judged = &review.moves[i];
        const int32_t ply = (int32_t)judged->ply;
        const bool own = judged->seat == turn->seat && !judged->forced;
        const double error = judged->verdict.loss_error / others;
        if (own && (ply == turn->from || ply == turn->to)) {
            sum += judged->verdict.value_error * judged->verdict.value_error;
            inside = ply == turn->from;
        } else if (inside) {
            sum += error * error;
        }
    }
    return sum;
}

static double sum_of_turns(int seat, int *turns)
{
    double sum = 0;
    *turns = 0;
    for (uint32_t i = 0; i < review.turns; i++) {
        if (review.turn[i].seat != seat)
            continue;
        assert_true(review.turn[i].from < review.turn[i].to || review.turn[i].from == -1);
        assert_true(fabs(sqrt(variance_of(&review.turn[i])) - review.turn[i].error) < CLOSE ||
                    review.record.loser != NO_SEAT);
        sum += review.turn[i].luck;
        ++*turns;
    }
    return sum;
}

/* What screens tell: points that add up though they are rounded, and moments in their order. */
static void check_told(int seat)
{
    const struct review_seat *of = &review.seat[seat];
    const struct review_points points = review_points(&review, seat);
    const struct review_turn *lucky = review_fate(&review, seat, "lucky");
    uint32_t moments[REVIEW_MOMENTS];
    int count = review_moments(&review, seat, moments);
    const int told = points.luck + points.others + points.slips + points.ended;
    assert_int_equal(points.start + told, points.last);
    assert_int_equal(points.last, chance_points(of->last));
    assert_true(points.slips <= 0 && points.others >= 0);
    assert_true(fabs(points.luck - 100 * of->luck) <= 2.5 + CLOSE); /* five halves */
    assert_true(!lucky || (lucky->seat == seat && lucky->luck >= LUCKY_FROM));
    for (uint32_t i = 0; i < review.turns && lucky; i++)
        assert_true(review.turn[i].seat != seat || review.turn[i].luck <= lucky->luck ||
                    !review_turn_mark(match.game, &review.turn[i]));
    assert_int_equal(count, of->moments);
    for (int i = 0; i < count; i++) {
        assert_int_equal(review.moves[moments[i]].seat, seat);
        assert_true(i == 0 || moments[i] > moments[i - 1]);
    }
}

static void check_seat(int seat, double *luck, double *skill)
{
    const struct review_seat *of = &review.seat[seat];
    int turns, decisions = 0;
    double slips = of->given_up;
    assert_true(fabs(of->start - 1.0 / match.state.head.seats) < CLOSE);
    assert_true(fabs(of->last - of->start - of->luck - (of->others - of->slips)) < CLOSE);
    assert_true(fabs(sum_of_turns(seat, &turns) - of->luck) < CLOSE);
    for (uint32_t i = 0; i < review.count; i++) {
        const struct review_move *judged = &review.moves[i];
        if (judged->seat != seat)
            continue;
        decisions++;
        if (!judged->forced)
            slips += judged->verdict.loss;
        assert_true(!judged->forced || judged->verdict.loss <= 0);
    }
    assert_true(fabs(slips - of->slips) < CLOSE);
    assert_int_equal(decisions, of->decisions);
    assert_int_equal(turns, of->decisions - of->forced + 1);
    assert_in_range(of->moments, 0, REVIEW_MOMENTS);
    check_told(seat);
    *luck += of->luck;
    *skill += of->others - of->slips;
}

/* For each seat it adds up, and over all seats there is neither luck nor skill. */
static void check_sums(void)
{
    double luck = 0, skill = 0, last = 0;
    for (int seat = 0; seat < match.state.head.seats; seat++) {
        check_seat(seat, &luck, &skill);
        last += review.seat[seat].last;
    }
    assert_true(fabs(skill) < CLOSE);
    if (review.decided)
        assert_true(fabs(luck) < CLOSE && fabs(last - 1) < CLOSE);
}

/* ---- what adds up ---- */

static void review_whole(const struct game *game, int seats, int option, int value)
{
    struct search_rng rng;
    begin(game, seats, option, value, (uint8_t)(seats + value));
    start_as_people(&rng, (uint64_t)seats);
    play(&rng, PLIES / part);
    if (!match_over(&match))
        match_stop(&match, 0);
    run_review();
    check_sums();
}

static void every_game_adds_up(void **unused)
{
    const struct game *game;
    (void)unused;
    for (int g = 0; (game = game_at(g)) != NULL; g++) {
        for (int seats = game->seats_min; seats <= game->seats_max; seats += 3)
            review_whole(game, seats, -1, 0);
        for (int option = 0; game->options[option].name; option++)
            for (int value = 1; value < game->options[option].count; value++)
                review_whole(game, game->seats_min, option, value);
    }
}

static const struct game *gobblet(void)
{
    return game_find("gobblet");
}

static void begin_short(int plies)
{
    struct search_rng rng;
    begin(gobblet(), 2, -1, 0, 1);
    start_as_people(&rng, 4);
    play(&rng, plies);
    assert_false(match_over(&match));
    match.seats[0].owner = match.seats[0].holder = HOLDER_PERSON;
    match.seats[1].owner = match.seats[1].holder = HOLDER_PERSON;
}

/* Anyone who gives up loses the rest of their chance, and no card did it. */
static void giving_up_is_a_slip(void **unused)
{
    (void)unused;
    begin_short(5);
    assert_null(match_resign(&match, 1, 0));
    run_review();
    check_sums();
    assert_true(review.decided);
    assert_true(review.seat[1].given_up > 0.1 && review.seat[0].given_up <= 0);
    assert_true(review.seat[0].last >= 1 && review.seat[1].last <= 0);
    assert_true(fabs(review.turn[review.turns - 1].luck) < 0.2);
    begin_short(0);
    assert_null(match_resign(&match, 0, 0));
    run_review();
    check_sums();
    assert_true(fabs(review.seat[0].given_up - 0.5) < CLOSE);
}

static void other_endings_add_up(void **unused)
{
    (void)unused;
    begin_short(7);
    assert_null(match_offer_draw(&match, 0, 0));
    assert_null(match_answer_draw(&match, 1, true, 0));
    run_review();
    check_sums();
    assert_true(review.decided && fabs(review.seat[0].last - 0.5) < CLOSE);
    begin_short(7);
    match_stop(&match, 0);
    run_review();
    check_sums();
    assert_false(review.decided);
    begin_short(6); /* not over at all */
    run_review();
    check_sums();
    assert_false(review.decided);
}

/* A move that was taken back is in no record, and in no review. */
static void moves_taken_back_are_not_judged(void **unused)
{
    (void)unused;
    begin_short(6);
    match.seats[1].owner = match.seats[1].holder = HOLDER_BOT;
    assert_null(match_ask_undo(&match, 0, 0));
    uint32_t left = match.count;
    assert_true(left < 6);
    match_stop(&match, 0);
    run_review();
    assert_int_equal(review.count, left);
    check_sums();
}

/* ---- who saw what ---- */

static void compare_with_another_world(const struct review_move *judged, uint64_t nodes)
{
    const struct game *game = review.walk.record->game;
    struct search_rng rng;
    search_rng_init(&rng, judged->ply);
    walk_to(&review.walk, judged->ply);
    game_observe(game, &review.walk.state.head, judged->seat, &other.head);
    game->imagine(&other.head, &rng);
    game_observe(game, &other.head, judged->seat, &view.head);
    view.head.ply = review.walk.state.head.ply;
    judge_move(game, &view.head, judged->verdict.move, nodes, NULL, memory, &again);
    assert_true(again.best == judged->verdict.best);
    assert_memory_equal(&again.value, &judged->verdict.value, sizeof again.value);
    assert_memory_equal(&again.loss, &judged->verdict.loss, sizeof again.loss);
}

/* Permute what a seat could not see: the verdict on its move is the same. */
static void reviews_know_no_hidden_cards(void **unused)
{
    const struct game *game;
    struct search_rng rng;
    (void)unused;
    for (int g = 0; (game = game_at(g)) != NULL; g++) {
        begin(game, game->seats_min + (game->seats_max > 2), -1, 0, 7);
        start_as_people(&rng, 8);
        play(&rng, 40 / part);
        run_review();
        for (uint32_t i = 0; i < review.count; i++)
            if (!review.moves[i].forced)
                compare_with_another_world(&review.moves[i], NODES);
    }
}

/* ---- duties ---- */

/* Random players forget to call (TR18), are caught (TR32), and break or pass in windows. */
static void what_was_forgotten_is_a_slip(void **unused)
{
    const struct game *taki = game_find("taki");
    int forgotten = 0, reacted = 0;
    double loss = 0;
    (void)unused;
    for (int call = 0; call <= 2; call += 2) {
        for (uint8_t seed = 0; seed < 12; seed++) {
            struct search_rng rng;
            begin(taki, 4, game_option(taki, "call"), call, seed);
            start_as_people(&rng, seed);
            play(&rng, 400);
            run_review();
            check_sums();
            for (uint32_t i = 0; i < review.count; i++) {
                const struct review_move *judged = &review.moves[i];
                bool waits = judged->verdict.move == MOVE_WAITS;
                forgotten += waits;
                loss += waits ? judged->verdict.loss : 0;
                reacted += i > 0 && judged->ply == review.moves[i - 1].ply;
                if (waits)
                    assert_true(judged->verdict.best == MOVE_WAITS || judged->verdict.best != 0);
            }
        }
    }
    assert_true(forgotten > 3 && reacted >= forgotten);
    assert_true(loss / forgotten > 0.01);
}

/* ---- what a caller sees ---- */

static void a_stop_leaves_the_move_unjudged(void **unused)
{
    atomic_bool stop;
    (void)unused;
    begin_short(3);
    open_review();
    atomic_init(&stop, true);
    assert_false(review_step(&review, &stop, memory));
    assert_int_equal(review.judged, 0);
    atomic_store(&stop, false);
    assert_true(review_step(&review, &stop, memory));
    assert_int_equal(review.judged, 1);
}

static void broken_records_are_refused(void **unused)
{
    static const char broken[] = "kufsa-record 1\ngame nothing\n";
    assert_non_null(review_open(&review, broken, sizeof broken - 1, 0));
    (void)unused;
    assert_int_equal(review.record.line, 2);
}

static void the_json_says_the_same(void **unused)
{
    struct search_rng rng;
    struct text out;
    struct json_out to;
    struct json json;
    (void)unused;
    begin(game_find("taki"), 3, -1, 0, 5);
    start_as_people(&rng, 5);
    play(&rng, 300);
    run_review();
    json_out_start(&to, &out, written, sizeof written);
    json_out_open(&to, '{');
    review_progress_json(&to, &review, true);
    review_json(&to, &review, NULL, NULL, NULL);
    json_out_close(&to, '}');
    assert_false(out.overflow);
    assert_true(out.size < REVIEW_TEXT_MAX);
    assert_null(json_read(&json, values, VALUES, out.bytes, out.size));
    assert_int_equal(values[json_get(&json, 0, "players", JSON_ARRAY)].count, 3);
    assert_int_equal(values[json_get(&json, 0, "moves", JSON_ARRAY)].count, review.count);
    assert_int_equal(values[json_get(&json, 0, "turns", JSON_ARRAY)].count, review.turns);
}

int main(int count, char **arguments)
{
    if (count > 1)
        part = atoi(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_adds_up),
        cmocka_unit_test(giving_up_is_a_slip),
        cmocka_unit_test(other_endings_add_up),
        cmocka_unit_test(moves_taken_back_are_not_judged),
        cmocka_unit_test(reviews_know_no_hidden_cards),
        cmocka_unit_test(what_was_forgotten_is_a_slip),
        cmocka_unit_test(a_stop_leaves_the_move_unjudged),
        cmocka_unit_test(broken_records_are_refused),
        cmocka_unit_test(the_json_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
