/* SPDX-License-Identifier: MIT */
/*
 * What an arena computes, src/arena/stats.c: that the design is balanced and repeatable, and
 * that the intervals are right, against numbers worked out by hand and against simulated matches
 * between players of known strength.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "arena/rating.h"

static void assert_near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within))
        fail_msg("%.9f is not within %g of %.9f", a, within, b);
}

/* ---- the design ---- */

/* Over the rotations of a pair each player sits on each seat as often as it has chairs. */
static void rotations_balance_the_seats(void **state)
{
    (void)state;
    for (int seats = 2; seats <= SEATS_MAX; seats++)
        for (int players = 2; players <= seats; players++) {
            struct design design = {players, seats, 7};
            int sat[SEATS_MAX][SEATS_MAX] = {{0}};
            for (int rotation = 0; rotation < seats; rotation++) {
                uint8_t player[SEATS_MAX];
                design_seating(&design, 3, rotation, player);
                for (int seat = 0; seat < seats; seat++)
                    sat[player[seat]][seat]++;
            }
            int chairs = 0;
            for (int i = 0; i < players; i++) {
                chairs += design_chairs(&design, i);
                for (int seat = 0; seat < seats; seat++)
                    assert_int_equal(sat[i][seat], design_chairs(&design, i));
            }
            assert_int_equal(chairs, seats);
        }
}

static void the_last_player_is_the_field(void **state)
{
    (void)state;
    struct design two = {2, 4, 1}, three = {3, 5, 1};
    uint8_t player[SEATS_MAX];
    design_seating(&two, 0, 0, player);
    assert_memory_equal(player, ((uint8_t[]){0, 1, 1, 1}), 4);
    design_seating(&two, 9, 2, player);
    assert_memory_equal(player, ((uint8_t[]){1, 1, 0, 1}), 4);
    assert_int_equal(design_chairs(&two, 0), 1);
    assert_int_equal(design_chairs(&two, 1), 3);
    assert_int_equal(design_chairs(&three, 1), 1);
    assert_int_equal(design_chairs(&three, 2), 3);
}

/* Over many pairs, each of the others sits next after player 0. */
static void neighbours_change_from_pair_to_pair(void **state)
{
    (void)state;
    enum { PAIRS = 3000, PLAYERS = 4 };
    struct design design = {PLAYERS, PLAYERS, 5};
    int next[PLAYERS] = {0};
    for (int pair = 0; pair < PAIRS; pair++) {
        uint8_t player[SEATS_MAX];
        design_seating(&design, pair, pair % PLAYERS, player);
        for (int seat = 0; seat < PLAYERS; seat++)
            if (player[seat] == 0)
                next[player[(seat + 1) % PLAYERS]]++;
    }
    assert_int_equal(next[0], 0);
    for (int i = 1; i < PLAYERS; i++)
        assert_in_range(next[i], 900, 1100);
}

enum { SEEDS_EACH = 4, SEEDS = 4 * 4 * 4 * 4 * 4 * 4 };

static int compare_seeds(const void *a, const void *b)
{
    uint64_t first, second;
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    return (first > second) - (first < second);
}

/* Small numbers in every part, as in practice: no two seeds are equal. */
static void seeds_differ_in_every_part(void **state)
{
    (void)state;
    static uint64_t seeds[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
        int part[6], rest = i;
        for (int j = 0; j < 6; j++, rest /= SEEDS_EACH)
            part[j] = rest % SEEDS_EACH;
        struct design design = {2, 2, (uint64_t)part[0]};
        seeds[i] = design_seed(&design, (enum stream)part[1], part[2], part[3], (uint32_t)part[4],
                               part[5]);
    }
    qsort(seeds, SEEDS, sizeof *seeds, compare_seeds);
    for (int i = 1; i < SEEDS; i++)
        assert_true(seeds[i] != seeds[i - 1]);
}

/* The key of a pair is that of all its rotations, and the same on every machine: these bytes. */
static void keys_belong_to_pairs(void **state)
{
    (void)state;
    struct design a = {2, 2, 1}, other = {3, 7, 1};
    uint8_t first[CHANCE_KEY_SIZE], second[CHANCE_KEY_SIZE];
    static const uint8_t known[] = {0xd5, 0xcb, 0x89, 0x7b, 0x87, 0xf5, 0xb2, 0x25};
    design_key(&a, 0, first);
    assert_memory_equal(first, known, sizeof known);
    design_key(&other, 0, second);
    assert_memory_equal(first, second, sizeof first);
    design_key(&a, 1, second);
    assert_memory_not_equal(first, second, sizeof first);
}

/* ---- what the results say ---- */

static void the_first_place_is_shared(void **state)
{
    (void)state;
    static const uint8_t won[] = {2, 1, 3}, shared[] = {1, 3, 1}, all[] = {1, 1, 1, 1};
    assert_near(place_share(won, 3, 1), 1, 0);
    assert_near(place_share(won, 3, 0), 0, 0);
    assert_near(place_share(shared, 3, 2), 0.5, 0);
    assert_near(place_share(shared, 3, 1), 0, 0);
    assert_near(place_share(all, 4, 3), 0.25, 0);
}

static void the_interval_is_the_normal_one(void **state)
{
    (void)state;
    /* 1, 0.5, 0, 0.5: mean 0.5, variance (0.25 + 0.25) / 3, standard error its root over 2 */
    struct sample sample = {0};
    static const double values[] = {1, 0.5, 0, 0.5};
    for (size_t i = 0; i < 4; i++)
        sample_add(&sample, values[i]);
    assert_int_equal(sample.count, 4);
    assert_near(sample.mean, 0.5, 1e-12);
    assert_near(sample_half(&sample), 1.959964 * sqrt(0.5 / 3) / 2, 1e-6);
}

static void without_spread_the_rule_of_three_holds(void **state)
{
    (void)state;
    struct sample sample = {0};
    assert_near(sample_half(&sample), 1, 0);
    sample_add(&sample, 1);
    assert_near(sample_half(&sample), 1, 0);
    for (int i = 1; i < 60; i++)
        sample_add(&sample, 1);
    assert_near(sample_half(&sample), 3.0 / 60, 1e-12);
    struct sample even = {.count = 100, .mean = 0.5};
    assert_near(sample_half(&even), 0.015, 1e-12);
    struct sample two = {.count = 2, .mean = 0};
    assert_near(sample_half(&two), 1, 0);
}

/* Pairs of two games between players of known strength on deals that favour one seat, so that the
 * games of a pair are not independent. About 95 of 100 intervals must contain the true value. */
static void intervals_hold_the_truth(void **state)
{
    (void)state;
    enum { RUNS = 2000, PAIRS = 200 };
    static const double truth = 0.6;
    struct search_rng rng;
    int held = 0;
    search_rng_init(&rng, 2024);
    for (int run = 0; run < RUNS; run++) {
        struct sample sample = {0};
        for (int pair = 0; pair < PAIRS; pair++) {
            double tilt = search_rng_below(&rng, 2) ? 0.35 : -0.35; /* of the deal */
            double games = 0;
            for (int side = -1; side <= 1; side += 2)
                games += search_rng_below(&rng, 1000000) < 1e6 * (truth + side * tilt);
            sample_add(&sample, games / 2);
        }
        held += fabs(sample.mean - truth) <= sample_half(&sample);
    }
    assert_in_range(held, RUNS * 93 / 100, RUNS * 97 / 100);
}

static void elo_is_the_logit(void **state)
{
    (void)state;
    struct elo even = elo_of(0.5, 0.1), strong = elo_of(10.0 / 11, 0.01);
    assert_near(even.best, 0, 1e-9);
    assert_near(even.high, 400 * log10(0.6 / 0.4), 1e-9);
    assert_near(even.low, -even.high, 1e-9);
    assert_near(strong.best, 400, 1e-9);
    struct elo all = elo_of(1, 0.05), none = elo_of(0, 0.05), wide = elo_of(0.5, 1);
    assert_true(isinf(all.best) && all.best > 0 && isinf(all.high));
    assert_near(all.low, 400 * log10(0.95 / 0.05), 1e-9);
    assert_true(isinf(none.best) && none.best < 0 && isinf(none.low));
    assert_true(isfinite(none.high) && none.high < 0);
    assert_true(isinf(wide.low) && wide.low < 0 && isinf(wide.high) && wide.high > 0);
}

static void a_run_settles_when_it_is_precise(void **state)
{
    (void)state;
    struct sample sample = {0};
    for (int i = 0; i < ARENA_PAIRS_MIN - 1; i++)
        sample_add(&sample, 0.5);
    assert_false(sample_settled(&sample, 0.5)); /* precise enough, but too few */
    sample_add(&sample, 0.5);
    assert_true(sample_settled(&sample, 0.5));
    assert_false(sample_settled(&sample, 0.001));
}

/* ---- the sequential test ---- */

/* Against what must hold, and against the usual approximation. */
static void the_ratio_is_known(void **state)
{
    (void)state;
    struct sprt even = {.wanted = true, .elo0 = -10, .elo1 = 10, .count = {10, 20, 40, 20, 10}};
    assert_near(sprt_ratio(&even), 0, 1e-6);
    struct sprt better = {.wanted = true, .elo0 = 0, .elo1 = 10, .count = {5, 20, 40, 25, 10}};
    struct sprt worse = {.wanted = true, .elo0 = -10, .elo1 = 0, .count = {10, 25, 40, 20, 5}};
    assert_near(sprt_ratio(&better), -sprt_ratio(&worse), 1e-6); /* the same from the other side */
    assert_true(sprt_ratio(&better) > 0);
    /* The usual approximation: pairs × (s1 - s0) (2 mean - s0 - s1) / (2 variance). */
    double mean = 0.5375, variance = 0, s0 = 0.5, s1 = score_at(10);
    for (int i = 0; i < PAIR_SCORES; i++)
        variance += (double)better.count[i] / 100 * (i / 4.0 - mean) * (i / 4.0 - mean);
    double near = 100 * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    assert_near(sprt_ratio(&better), near, 0.01);
}

/* One pair between players of known strength: the deal favours a seat, some games are drawn. */
static double play_pair(struct search_rng *rng, double score)
{
    double tilt = search_rng_below(rng, 2) ? 0.2 : -0.2, points = 0;
    for (int side = -1; side <= 1; side += 2) {
        double chance = search_rng_below(rng, 1000000) / 1e6;
        double won = 0.8 * (score + side * tilt);
        points += chance < won ? 1 : chance < won + 0.2 ? 0.5 : 0;
    }
    return points / 2;
}

static int test_until_decided(struct search_rng *rng, double score, int64_t *pairs)
{
    struct sprt sprt = {.wanted = true, .elo0 = 0, .elo1 = 60};
    int verdict = 0;
    while (verdict == 0) {
        sprt_add(&sprt, play_pair(rng, score));
        ++*pairs;
        verdict = sprt_verdict(&sprt);
    }
    return verdict;
}

/* Wrong at most once in twenty, whichever is true; the drawn games give 0.1 to both. */
static void sequential_errors_are_rare(void **state)
{
    (void)state;
    enum { RUNS = 400 };
    const double truth[] = {0.5, (score_at(60) - 0.1) / 0.8};
    struct search_rng rng;
    int64_t pairs = 0;
    search_rng_init(&rng, 77);
    for (int which = 0; which < 2; which++) {
        int wrong = 0;
        for (int run = 0; run < RUNS; run++)
            wrong += test_until_decided(&rng, truth[which], &pairs) != (which ? 1 : -1);
        assert_in_range(wrong, RUNS / 100, RUNS * 8 / 100);
    }
    assert_in_range(pairs / 2 / RUNS, 20, 250); /* far fewer than a fixed number would need */
}

/* ---- ratings ---- */

/* Matches with the expected scores bring the strengths back, except for the drawn pair. */
static void ratings_are_found(void **state)
{
    (void)state;
    static const double elo[] = {120, 30, -40, -110};
    struct ratings ratings = {.players = 4};
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            ratings.score[i][j] = (struct sample){
                .count = 1000000, .mean = score_at(elo[i] - elo[j]), .squares = 1000000 * 0.1};
    ratings_solve(&ratings);
    for (int i = 0; i < 4; i++) {
        assert_near(ratings.elo[i], elo[i], 0.01);
        assert_in_range(ratings.half[i] * 100, 20, 80);
    }
    assert_near(ratings_score(&ratings, 1, 0), 1 - ratings_score(&ratings, 0, 1), 1e-12);
}

static void nobody_is_infinitely_strong(void **state)
{
    (void)state;
    struct ratings ratings = {.players = 3};
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++)
            ratings.score[i][j] = (struct sample){.count = 50, .mean = 1};
    ratings_solve(&ratings);
    assert_true(ratings.elo[0] > 300 && ratings.elo[0] < 2000);
    assert_near(ratings.elo[0] + ratings.elo[1] + ratings.elo[2], 0, 0.1);
    struct ratings none = {.players = 2};
    ratings_solve(&none);
    assert_near(none.elo[0], 0, 1e-6);
    assert_true(isfinite(none.half[0]));
}

/* About 95 of 100 intervals hold the truth, with three players who meet in pairs of games. */
static void rating_intervals_hold_the_truth(void **state)
{
    (void)state;
    enum { RUNS = 300, PAIRS = 100 };
    static const double elo[] = {60, 0, -60};
    struct search_rng rng;
    int held = 0;
    search_rng_init(&rng, 5);
    for (int run = 0; run < RUNS; run++) {
        struct ratings ratings = {.players = 3};
        for (int i = 0; i < 3; i++)
            for (int j = i + 1; j < 3; j++)
                for (int pair = 0; pair < PAIRS; pair++)
                    sample_add(&ratings.score[i][j],
                               play_pair(&rng, (score_at(elo[i] - elo[j]) - 0.1) / 0.8));
        ratings_solve(&ratings);
        for (int i = 0; i < 3; i++)
            held += fabs(ratings.elo[i] - elo[i]) <= ratings.half[i];
    }
    assert_in_range(held, 3 * RUNS * 92 / 100, 3 * RUNS * 98 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_balance_the_seats),
        cmocka_unit_test(the_last_player_is_the_field),
        cmocka_unit_test(neighbours_change_from_pair_to_pair),
        cmocka_unit_test(seeds_differ_in_every_part),
        cmocka_unit_test(keys_belong_to_pairs),
        cmocka_unit_test(the_first_place_is_shared),
        cmocka_unit_test(the_interval_is_the_normal_one),
        cmocka_unit_test(without_spread_the_rule_of_three_holds),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(elo_is_the_logit),
        cmocka_unit_test(a_run_settles_when_it_is_precise),
        cmocka_unit_test(the_ratio_is_known),
        cmocka_unit_test(sequential_errors_are_rare),
        cmocka_unit_test(ratings_are_found),
        cmocka_unit_test(nobody_is_infinitely_strong),
        cmocka_unit_test(rating_intervals_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
