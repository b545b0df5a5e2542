/* SPDX-License-Identifier: MIT */
/*
 * Gobblet's draw by repetition (GR4) against a plain count of texts: random games without new
 * gobblets, in which positions come back all the time; and the facts that say what threatens,
 * against the moves that win. Everything else has tests/positions/.
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

/* Notes the position if a turn begins with it; returns how often it has occurred. */
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

/* The game ends when a position has occurred three times, not before and not after. */
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

/* GR9: two lost turns bring a position back. */
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

/* A game longer than the history goes on, and recent positions are still remembered: `a1-b1` and
 * back, and the same for the other player, twice. */
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

/* The squares at which a move of the seat, whose turn it is, wins. */
static unsigned won_squares(const struct state *state, int seat)
{
    const struct game *game = gobblet();
    unsigned found = 0;
    int count = game_legal(game, state, seat, &moves);
    for (int i = 0; i < count; i++) {
        union any_state after;
        struct step steps[STEPS_MAX];
        struct outcome outcome;
        state_copy(&after.head, state);
        int touches = game->steps(state, seat, moves.list[i], steps);
        assert_true(game_apply(game, &after.head, seat, moves.list[i], NULL));
        game->tally(&after.head, &outcome);
        if (state_over(&after.head) && outcome.place[!seat] == 2)
            found |= 1u << (steps[touches - 1].place.y * 4 + steps[touches - 1].place.x);
    }
    return found;
}

static unsigned told_squares(const struct state *state, enum fact_name name, int seat)
{
    static struct facts facts;
    unsigned found = 0;
    game_facts(gobblet(), state, &facts);
    for (int i = 0; i < facts.count; i++)
        if (facts.list[i].name == name && facts.list[i].seat == seat)
            found |= 1u << (facts.list[i].place.y * 4 + facts.list[i].place.x);
    return found;
}

/* What threatens now is what wins now; and what is told to threaten next wins if the other side
 * passes, which a text can say: its last letter is whose turn it is. */
static void test_threats_are_winning_moves(void **state)
{
    (void)state;
    const struct game *game = gobblet();
    struct search_rng rng;
    int seen = 0, later = 0;
    search_rng_init(&rng, 11);
    for (int play = 0; play < GAMES; play++) {
        union any_state now, other;
        game_init(game, &now.head, 2);
        now.head.option[game_option(game, "touch")] = play % 2;
        now.head.option[game_option(game, "reserve")] = play / 2 % 2;
        struct chance chance = {0};
        game->deal(&now.head, &chance);
        for (int turn = 0; turn < 60 && !state_over(&now.head); turn++) {
            int seat = __builtin_ctz(now.head.actors);
            char buffer[TEXT_SIZE];
            struct text text;
            unsigned wins = won_squares(&now.head, seat);
            assert_int_equal(told_squares(&now.head, FACT_THREAT, seat), wins);
            seen += wins != 0;
            text_init(&text, buffer, sizeof buffer);
            game_write(game, &now.head, &text);
            char *side = &buffer[strlen(buffer) - 1];
            if (*side == 'w' || *side == 'b') { /* nothing is touched */
                *side = *side == 'w' ? 'b' : 'w';
                state_copy(&other.head, &now.head);
                if (game_read(game, &other.head, buffer) == NULL && !state_over(&other.head)) {
                    wins = won_squares(&other.head, !seat);
                    assert_int_equal(told_squares(&now.head, FACT_THREAT, !seat), wins);
                    later += wins != 0;
                }
            }
            int count = game_legal(game, &now.head, seat, &moves);
            move m = moves.list[search_rng_below(&rng, (uint32_t)count)];
            assert_true(game_apply(game, &now.head, seat, m, NULL));
        }
    }
    assert_true(seen > 50 && later > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threats_are_winning_moves),
        cmocka_unit_test(third_time_draws),
        cmocka_unit_test(lost_turns_count),
        cmocka_unit_test(long_games_go_on),
    };
    return cmocka_run_group_tests_name("gobblet", tests, NULL, NULL);
}
