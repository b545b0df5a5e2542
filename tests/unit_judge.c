/* SPDX-License-Identifier: MIT */
/*
 * Judging one move, src/bots/judge.h: what every verdict promises in every game, that it does not
 * depend on what its player could not see, and that it knows what is proven in Gobblet.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "bots/judge.h"

#define TACTICS "tests/tactics/gobblet.t"

enum {
    POISON = 0x5a,
    LINE_LENGTH = 1024,
    PROVEN = 1000, /* positions in which something is proven */
    PROVEN_NODES = 6000,
    FORCED_NODES = 12000,
};

static int part = 1; /* only one of so many rounds, where all of them take too long */
static uint64_t memory[JUDGE_MEMORY / sizeof(uint64_t)];
static union any_state state, view, other;
static struct moves moves;

extern const struct game game_gobblet;

/* ---- positions ---- */

/* The listed games, then the template. */
static const struct game *game_number(int index)
{
    const struct game *game = game_at(index);
    return game || index < 1 || !game_at(index - 1) ? game : &game_null;
}

static void deal(const struct game *game, int seats, int option, int value, uint8_t seed)
{
    uint8_t key[CHANCE_KEY_SIZE] = {seed, 2};
    game_init(game, &state.head, seats);
    if (option >= 0)
        state.head.option[option] = (int16_t)value;
    game_deal(game, &state.head, key);
}

static int any_actor(struct search_rng *rng)
{
    int seat;
    do
        seat = (int)search_rng_below(rng, state.head.seats);
    while (!state_acts(&state.head, seat));
    return seat;
}

static move any_move(const struct game *game, int seat, struct search_rng *rng)
{
    game_legal(game, &state.head, seat, &moves);
    return moves.list[search_rng_below(rng, (uint32_t)moves.count)];
}

/* Calls the check at every position of a random game, with an actor and one of its moves. */
static void follow(const struct game *game, struct search_rng *rng, int plies,
                   void (*check)(const struct game *, int seat, move))
{
    for (int ply = 0; ply < plies && !state_over(&state.head); ply++) {
        int seat = any_actor(rng);
        move m = any_move(game, seat, rng);
        check(game, seat, m);
        game_apply(game, &state.head, seat, m, NULL);
    }
}

/* All games with few and many seats, and with each value of each option. */
static void everywhere(int plies, void (*check)(const struct game *, int seat, move))
{
    const struct game *game;
    struct search_rng rng;
    search_rng_init(&rng, 5);
    for (int g = 0; (game = game_number(g)) != NULL; g++) {
        for (int seats = game->seats_min; seats <= game->seats_max; seats += 2) {
            deal(game, seats, -1, 0, (uint8_t)seats);
            follow(game, &rng, plies / part, check);
        }
        for (int option = 0; game->options[option].name; option++) {
            for (int value = 1; value < game->options[option].count; value++) {
                deal(game, game->seats_min, option, value, (uint8_t)value);
                follow(game, &rng, plies / part, check);
            }
        }
    }
}

/* ---- verdicts ---- */

static struct verdict judge_view(const struct game *game, move m, uint64_t nodes)
{
    struct verdict verdict;
    memset(&verdict, POISON, sizeof verdict);
    judge_move(game, &view.head, m, nodes, NULL, memory, &verdict);
    return verdict;
}

static struct verdict judge(const struct game *game, int seat, move m, uint64_t nodes)
{
    game_observe(game, &state.head, seat, &view.head);
    return judge_view(game, m, nodes);
}

static void check_numbers(const struct verdict *v)
{
    assert_true(v->value >= 0 && v->value <= 1 && v->best_value >= v->value && v->best_value <= 1);
    assert_true(v->loss >= 0 && v->lead >= 0 && v->loss_error >= 0 && v->value_error >= 0);
    assert_true(v->loss - (v->best_value - v->value) < 1e-12);
    assert_true(v->best_value - v->value - v->loss < 1e-12);
    assert_true(v->best == v->move ? v->loss <= 0 : v->lead <= 0);
    assert_in_range(v->reasons, 0, REASONS_MAX);
    assert_in_range(v->best_reasons, 0, REASONS_MAX);
    assert_in_range(v->line_count, 0, VARIATION_MAX);
    assert_true(v->line_count == 0 || v->line[0].move == v->best);
    assert_in_range(v->own_line_count, 0, VARIATION_MAX);
    assert_true(v->own_line_count == 0 || v->own_line[0].move == v->move);
}

static int forced_seen, forced_halves;

static void check_sound(const struct game *game, int seat, move m)
{
    struct verdict v = judge(game, seat, m, 300);
    check_numbers(&v);
    assert_true(v.move == m);
    assert_true(v.nodes <= 300);
    assert_true(game_is_legal(game, &state.head, seat, v.best, &moves));
    assert_int_equal(v.forced, moves.count == 1);
    if (v.forced) {
        forced_seen++;
        forced_halves += v.value > 0.4999 && v.value < 0.5001;
        assert_true(v.best == m && verdict_mark(&v) == MARK_NONE);
    }
    if ((state.head.actors & (state.head.actors - 1)) != 0) {
        v = judge(game, seat, MOVE_WAITS, 300);
        check_numbers(&v);
        assert_true(v.move == MOVE_WAITS && !v.forced);
    }
}

/* A forced move has the value of its position, which is seldom just one half. */
static void every_verdict_is_sound(void **unused)
{
    (void)unused;
    everywhere(30, check_sound);
    assert_true(part > 1 || (forced_seen > 20 && forced_halves < forced_seen / 3));
}

static void assert_same(const struct verdict *a, const struct verdict *b)
{
    assert_true(a->move == b->move && a->best == b->best && a->nodes == b->nodes);
    assert_memory_equal(&a->value, &b->value, sizeof a->value);
    assert_memory_equal(&a->loss, &b->loss, sizeof a->loss);
    assert_memory_equal(&a->loss_error, &b->loss_error, sizeof a->loss_error);
    assert_memory_equal(&a->lead, &b->lead, sizeof a->lead);
    assert_int_equal(a->proof, b->proof);
    assert_int_equal(a->reasons, b->reasons);
    assert_int_equal(a->line_count, b->line_count);
}

/* Whatever the memory held, and however many moves were made before. */
static void check_repeats(const struct game *game, int seat, move m)
{
    struct verdict first = judge(game, seat, m, 120), again;
    memset(memory, POISON, sizeof memory);
    view.head.ply += 8;
    again = judge_view(game, m, 120);
    if (game != game_find("gobblet")) /* its memory of positions begins elsewhere */
        assert_same(&first, &again);
}

static void the_same_question_has_the_same_answer(void **unused)
{
    (void)unused;
    everywhere(8, check_repeats);
}

/* ---- what is hidden ---- */

static bool peeks; /* the planted bug: the number of nodes depends on the truth */
static int differences;

static struct verdict judge_truth(const struct game *game, const struct state *truth, int seat,
                                  move m)
{
    uint64_t nodes = 150;
    if (peeks)
        nodes += hash_bytes(HASH_START, truth, truth->size) % 64;
    game_observe(game, truth, seat, &view.head);
    return judge_view(game, m, nodes);
}

/* The same view in another world. */
static void check_permuted(const struct game *game, int seat, move m)
{
    struct search_rng rng;
    search_rng_init(&rng, state.head.ply);
    game_observe(game, &state.head, seat, &other.head);
    game->imagine(&other.head, &rng);
    struct verdict here = judge_truth(game, &state.head, seat, m);
    struct verdict there = judge_truth(game, &other.head, seat, m);
    if (peeks)
        differences += memcmp(&here.value, &there.value, sizeof here.value) != 0;
    else
        assert_same(&here, &there);
}

static void a_verdict_does_not_depend_on_hidden_cards(void **unused)
{
    (void)unused;
    everywhere(10, check_permuted);
    peeks = true;
    differences = 0;
    everywhere(10, check_permuted);
    peeks = false;
    assert_true(differences > 10 / part);
}

/* ---- when to stop ---- */

static void a_stop_is_heard(void **unused)
{
    const struct game *game;
    struct search_rng rng;
    atomic_bool stop;
    struct verdict verdict;
    (void)unused;
    atomic_init(&stop, true);
    search_rng_init(&rng, 1);
    for (int g = 0; (game = game_number(g)) != NULL; g++) {
        deal(game, game->seats_min, -1, 0, 3);
        int seat = any_actor(&rng);
        move m = any_move(game, seat, &rng);
        game_observe(game, &state.head, seat, &view.head);
        judge_move(game, &view.head, m, UINT64_C(1) << 40, &stop, memory, &verdict);
        assert_true(verdict.nodes < 100000);
    }
}

/* ---- Gobblet: what is proven ---- */

static void read_gobblet(const char *text)
{
    game_init(&game_gobblet, &state.head, 2);
    assert_null(game_read(&game_gobblet, &state.head, text));
}

static int white_or_black(void)
{
    return __builtin_ctz(state.head.actors);
}

static bool is_listed(const char *list, move m)
{
    char text[MOVE_TEXT_MAX];
    struct text written;
    text_init(&written, text, sizeof text);
    game_gobblet.write_move(&state.head, m, &written);
    const char *at = list ? strstr(list, text) : NULL;
    return at && (at[written.size] == '\0' || at[written.size] == ' ');
}

static bool is_slip(enum mark mark)
{
    return mark == MARK_SLIP || mark == MARK_MISS || mark == MARK_GIFT;
}

/* Plays a line; if it is over after that, who has lost, else NO_SEAT. */
static int play_line(const struct line_move *line, int count)
{
    union any_state then;
    struct outcome outcome;
    state_copy(&then.head, &state.head);
    for (int i = 0; i < count; i++)
        assert_true(game_is_legal(&game_gobblet, &then.head, line[i].seat, line[i].move, &moves) &&
                    game_apply(&game_gobblet, &then.head, line[i].seat, line[i].move, NULL));
    game_gobblet.tally(&then.head, &outcome);
    return !state_over(&then.head) ? NO_SEAT : outcome.place[0] == 2 ? 0 : 1;
}

/* Lines can be played, and a short proof to its end. */
static void check_lines(const struct verdict *v, int seat)
{
    int lost = play_line(v->own_line, v->own_line_count);
    assert_true(v->own_line_count > 0 && v->line_count > 0);
    if (v->proof == -1)
        assert_int_equal(lost, seat);
    lost = play_line(v->line, v->line_count);
    if (v->best_proof == 1)
        assert_int_equal(lost, !seat);
}

/* Where a win is proven, every move either keeps it or is marked. */
static void check_won_position(char *text, uint64_t nodes, int longest)
{
    static struct moves all;
    char *listed = strstr(text, " = ");
    int kept = 0;
    if (listed) {
        *listed = '\0';
        listed += 3;
    }
    read_gobblet(text);
    int seat = white_or_black();
    game_legal(&game_gobblet, &state.head, seat, &all);
    for (int i = 0; i < all.count; i++) {
        struct verdict v = judge(&game_gobblet, seat, all.list[i], nodes);
        assert_in_range(v.best_proof, 1, v.proof > 0 ? v.proof : longest);
        check_lines(&v, seat);
        assert_true(v.best_value >= 1);
        assert_true((v.proof > 0) != is_slip(verdict_mark(&v)));
        if (is_listed(listed, all.list[i]))
            assert_true(v.proof > 0);
        kept += v.proof > 0;
    }
    assert_true(kept > 0 && kept < all.count);
}

static void every_win_thrown_away_is_found(void **unused)
{
    char line[LINE_LENGTH];
    int count = 0;
    FILE *file = fopen(TACTICS, "r");
    (void)unused;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "win ", 4) == 0)
            check_won_position(line + 4, 300, 1);
        else if (strncmp(line, "force ", 6) == 0 && count % part == 0)
            check_won_position(line + 6, FORCED_NODES, 2);
        count += line[0] == 'w' || line[0] == 'f';
    }
    fclose(file);
    assert_int_equal(count, 77 + 28);
}

/* The best move of a position where it is proven: neither a slip, nor worth less than another. */
static bool check_proven(int seat, struct search_rng *rng)
{
    struct verdict v = judge(&game_gobblet, seat, any_move(&game_gobblet, seat, rng), PROVEN_NODES);
    if (v.best_proof == 0)
        return false;
    v = judge(&game_gobblet, seat, v.best, PROVEN_NODES);
    assert_false(is_slip(verdict_mark(&v)));
    return true;
}

static void no_proven_best_move_is_a_slip(void **unused)
{
    struct search_rng rng;
    int proven = 0;
    (void)unused;
    search_rng_init(&rng, 9);
    for (int number = 0; proven < PROVEN / part; number++) {
        deal(&game_gobblet, 2, -1, 0, (uint8_t)number);
        for (int ply = 0; ply < 60 && !state_over(&state.head) && proven < PROVEN / part; ply++) {
            int seat = white_or_black();
            proven += ply > 8 && check_proven(seat, &rng);
            game_apply(&game_gobblet, &state.head, seat, any_move(&game_gobblet, seat, &rng), NULL);
        }
    }
}

/* ---- Iota: all moves are compared ---- */

/* Far more moves than a search compares, and one of the worst: passing, or swapping cards. */
static void the_move_asked_about_is_always_compared(void **unused)
{
    struct search_rng rng;
    int slips = 0, many = 0;
    const struct game *iota = game_find("iota");
    (void)unused;
    search_rng_init(&rng, 2);
    for (int number = 0; number < 12; number++) {
        deal(iota, 2, -1, 0, (uint8_t)number);
        for (int ply = 0; ply < 6; ply++)
            game_apply(iota, &state.head, __builtin_ctz(state.head.actors),
                       any_move(iota, __builtin_ctz(state.head.actors), &rng), NULL);
        int seat = __builtin_ctz(state.head.actors);
        game_legal(iota, &state.head, seat, &moves);
        many += moves.count > CANDIDATES_MAX;
        struct verdict v = judge(iota, seat, moves.list[moves.count - 1], 4000);
        assert_true(v.move == moves.list[moves.count - 1]);
        slips += is_slip(verdict_mark(&v));
    }
    assert_true(many > 3 && slips > 3);
}

/* ---- chances ---- */

static void check_curve(const struct chance_curve *curve)
{
    double steep;
    for (int table = 0; table < CURVE_TABLES; table++) {
        assert_true(curve->at[table][0] >= 0 && curve->at[table][CURVE_KNOTS - 1] <= 1000);
        for (int i = 1; i < CURVE_KNOTS; i++) {
            double chance = chance_of(curve, table + 2, curve_knots[i] / 1000.0, &steep);
            assert_true(curve->at[table][i] > curve->at[table][i - 1] && steep > 0);
            assert_true(chance > (curve->at[table][i] - 0.01) / 1000.0 &&
                        chance < (curve->at[table][i] + 0.01) / 1000.0);
        }
    }
}

static void curves_rise(void **unused)
{
    double steep;
    (void)unused;
    check_curve(&cento_curve);
    check_curve(&gobblet_curve);
    check_curve(&iota_curve);
    check_curve(&taki_curve);
    assert_true(chance_of(NULL, 2, 0.25, &steep) <= 0.25);
}

/* Marks begin where they say, and only beyond two standard errors. */
static void marks_are_beyond_doubt(void **unused)
{
    struct verdict v = {.move = 1, .best = 2, .loss = 0.3, .loss_error = 0.16};
    (void)unused;
    assert_int_equal(verdict_mark(&v), MARK_NONE);
    v.loss_error = 0.14;
    assert_int_equal(verdict_mark(&v), MARK_GIFT);
    v = (struct verdict){.move = 1, .best = 2, .loss = 0.19, .loss_error = 0.05};
    assert_int_equal(verdict_mark(&v), MARK_MISS);
    v.loss = 0.09;
    v.loss_error = 0.04;
    assert_int_equal(verdict_mark(&v), MARK_SLIP);
    v.loss = 0.04;
    v.loss_error = 0;
    assert_int_equal(verdict_mark(&v), MARK_NONE);
    v = (struct verdict){.move = 1, .best = 1, .lead = 0.2, .lead_error = 0.05};
    assert_int_equal(verdict_mark(&v), MARK_ONLY);
    v.lead_error = 0.11;
    assert_int_equal(verdict_mark(&v), MARK_NONE);
    v = (struct verdict){.move = MOVE_WAITS, .best = MOVE_WAITS, .lead = 0.2};
    assert_int_equal(verdict_mark(&v), MARK_NONE);
}

int main(int count, char **arguments)
{
    if (count > 1)
        part = atoi(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verdict_is_sound),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(a_verdict_does_not_depend_on_hidden_cards),
        cmocka_unit_test(a_stop_is_heard),
        cmocka_unit_test(every_win_thrown_away_is_found),
        cmocka_unit_test(no_proven_best_move_is_a_slip),
        cmocka_unit_test(the_move_asked_about_is_always_compared),
        cmocka_unit_test(curves_rise),
        cmocka_unit_test(marks_are_beyond_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
