/* SPDX-License-Identifier: MIT */
/*
 * Gobblet's draw by repetition (GR4) against a plain count of texts: random games without new
 * gobblets, in which positions come back all the time. Everything else has tests/positions/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/game.h"

enum { TEXT_SIZE = 128, TURNS_MAX = 4000, GAMES = 300, LONG_GAME = 3000 };

/* One gobblet each: 480 positions. Two each: 21,840, and never four in a line. A full board on
 * which both have a gobblet that cannot move. */
#define ONE_EACH "-,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w"
#define TWO_EACH "B4,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,W4 433 433 w"
#define STUCK "W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w"

static struct moves moves;
static char turns[TURNS_MAX][TEXT_SIZE]; /* the positions so far, each at the start of a turn */
static int turn_count;

static const struct game *gobblet(void)
{
    return game_find("gobblet");
}

static void read_position(union any_state *state, const char *text, bool touch)
{
    const struct game *game = gobblet();
    assert_non_null(game);
    game_init(game, &state->head, 2);
    state->head.option[game_option(game, "touch")] = touch;
    assert_null(game_read(game, &state->head, text));
}

/* Notes the position if a turn begins with it; how often it has been there now. */
static int note(const struct state *state)
{
    char buffer[TEXT_SIZE];
    struct text text;
    int times = 0;
    text_init(&text, buffer, sizeof buffer);
    game_write(gobblet(), state, &text);
    if (strchr(buffer, '!'))
        return 0;
    assert_true(turn_count < TURNS_MAX);
    memcpy(turns[turn_count++], buffer, sizeof buffer);
    for (int i = 0; i < turn_count; i++)
        times += strcmp(turns[i], buffer) == 0;
    return times;
}

/* Plays any move that brings no new gobblet, and gives its text. */
static void play_any(union any_state *state, struct search_rng *rng, char played[MOVE_TEXT_MAX])
{
    const struct game *game = gobblet();
    int seat = state->head.actors == 1 ? 0 : 1, kept = 0;
    game_legal(game, &state->head, seat, &moves);
    for (int i = 0; i < moves.count; i++) {
        char buffer[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        game->write_move(&state->head, moves.list[i], &text);
        if (!strchr(buffer, '@'))
            moves.list[kept++] = moves.list[i];
    }
    assert_true(kept > 0);
    move chosen = moves.list[search_rng_below(rng, (uint32_t)kept)];
    struct text out;
    text_init(&out, played, MOVE_TEXT_MAX);
    game->write_move(&state->head, chosen, &out);
    assert_true(game_apply(game, &state->head, seat, chosen, NULL));
    assert_null(game->audit(&state->head));
}

/* The game ends when a position has been there three times, not before and not after. */
static void play_until_drawn(const char *start, bool touch, uint64_t seed)
{
    union any_state state;
    struct search_rng rng;
    struct outcome outcome;
    char played[MOVE_TEXT_MAX];
    int times;
    search_rng_init(&rng, seed);
    read_position(&state, start, touch);
    turn_count = 0;
    note(&state.head);
    do {
        play_any(&state, &rng, played);
        times = note(&state.head);
        assert_int_equal(state_over(&state.head), times == 3);
    } while (times < 3);
    gobblet()->tally(&state.head, &outcome);
    assert_int_equal(outcome.place[0], 1);
    assert_int_equal(outcome.place[1], 1);
}

static void third_time_draws(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        play_until_drawn(ONE_EACH, seed % 2 == 0, seed);
}

static void play(union any_state *state, int seat, const char *text)
{
    move found;
    assert_null(game_read_move(gobblet(), &state->head, seat, text, &moves, &found));
    assert_true(game_apply(gobblet(), &state->head, seat, found, NULL));
}

/* GR9: with two lost turns a position is back. */
static void lost_turns_count(void **unused)
{
    (void)unused;
    union any_state state;
    read_position(&state, STUCK, true);
    for (int round = 0; round < 2; round++) {
        play(&state, 0, "c1!");
        assert_false(state_over(&state.head));
        play(&state, 1, "d1!");
        assert_int_equal(state_over(&state.head), round == 1);
    }
}

/* Moves any gobblet that does not end the game, and gives its text. */
static void go_on(union any_state *state, struct search_rng *rng, char played[MOVE_TEXT_MAX])
{
    union any_state ahead;
    do {
        state_copy(&ahead.head, &state->head);
        play_any(&ahead, rng, played);
    } while (state_over(&ahead.head));
    state_copy(&state->head, &ahead.head);
}

/* A game longer than the history can be goes on, and what is recent is still remembered: `a1-b1`
 * and back, and the same of the other's, twice. */
static void long_games_go_on(void **unused)
{
    (void)unused;
    union any_state state;
    struct search_rng rng;
    char played[2][MOVE_TEXT_MAX], text[MOVE_TEXT_MAX];
    search_rng_init(&rng, 7);
    read_position(&state, TWO_EACH, false);
    for (int ply = 0; ply < LONG_GAME; ply++) {
        go_on(&state, &rng, text);
        assert_true(state.head.size <= gobblet()->state_size);
    }
    assert_int_equal(state.head.actors, 1);
    go_on(&state, &rng, played[0]);
    go_on(&state, &rng, played[1]);
    for (int ply = 2; ply < 8; ply++) {
        const char *first = played[ply % 2];
        bool back = ply / 2 % 2 == 1;
        memcpy(text, back ? first + 3 : first, 2);
        text[2] = '-';
        memcpy(text + 3, back ? first : first + 3, 3);
        text[5] = '\0';
        assert_false(state_over(&state.head));
        play(&state, ply % 2, text);
    }
    assert_true(state_over(&state.head));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(third_time_draws),
        cmocka_unit_test(lost_turns_count),
        cmocka_unit_test(long_games_go_on),
    };
    return cmocka_run_group_tests_name("gobblet", tests, NULL, NULL);
}
