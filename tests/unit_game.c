/* SPDX-License-Identifier: MIT */
/*
 * The registry and the gate, src/rules/game.c: what it finds, refuses, CHECKs and filters. The
 * games behind it have the laws and tests/positions/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/check.h"
#include "rules/game.h"

#define GOBBLET_START "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w"
#define GOBBLET_WON "B4,B4,-,-/-,-,-,-/-,-,-,-/W4,W4,W3,W2 431 433 b"
#define NULL_TRUTH "7+2 1+5+12/3+4+6 8+9 9/0 0"
#define NULL_VIEW "7+2 1+5+12/#3 #2 9/0 0"
#define NULL_VIEW_OF_NEXT "7+2 1+5+12/#3 #2 9/0 1"

static struct moves moves;
static struct events events;

static void report_to_cmocka(const char *file, int line, const char *text)
{
    mock_assert(0, text, file, line);
}

#define ASSERT_CHECK_FAILS(call)                                                                   \
    do {                                                                                           \
        check_report = report_to_cmocka;                                                           \
        expect_assert_failure(call);                                                               \
    } while (0)

static const struct game *gobblet(void)
{
    const struct game *game = game_find("gobblet");
    assert_non_null(game);
    return game;
}

static void read_or_fail(const struct game *game, union any_state *state, const char *text)
{
    memset(state, 0xa5, sizeof *state);
    game_init(game, &state->head, 0);
    assert_null(game_read(game, &state->head, text));
}

/* ---- the registry ---- */

static void games_are_found(void **unused)
{
    (void)unused;
    int count = 0;
    for (const struct game *game; (game = game_at(count)) != NULL; count++) {
        assert_ptr_equal(game_find(game->name), game);
        for (int other = 0; other < count; other++)
            assert_string_not_equal(game->name, game_at(other)->name);
    }
    assert_true(count > 0);
    assert_null(game_at(-1));
    assert_null(game_at(count + 1));
    assert_null(game_find(""));
    assert_null(game_find("gobble"));
    assert_null(game_find("gobblets"));
    assert_null(game_find("null")); /* built, not listed */
}

static void expect_sound(const struct game *game)
{
    assert_true(game->state_size >= STATE_MIN && game->state_size <= STATE_MAX);
    assert_int_equal(game->state_size % 2, 0);
    assert_true(game->moves_max > 0 && game->moves_max <= MOVES_MAX && game->plies_max > 0);
    assert_true(game->seats_min >= 1 && game->seats_min <= game->seats_max);
    assert_true(game->seats_max <= SEATS_MAX && game->rules_version >= 1);
    int option = 0;
    for (; game->options[option].name; option++) {
        const struct option *row = &game->options[option];
        assert_true(row->count >= 2);
        assert_int_equal(game_option(game, row->name), option);
        for (int value = 0; value < row->count; value++)
            assert_int_equal(game_option_value(game, option, row->values[value]), value);
        assert_int_equal(game_option_value(game, option, "neither"), -1);
        assert_int_equal(game_option_value(game, option, ""), -1);
    }
    assert_true(option <= OPTIONS_MAX);
    assert_int_equal(game_option(game, "nothing"), -1);
}

static void tables_are_sound(void **unused)
{
    (void)unused;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        expect_sound(game);
    expect_sound(&game_null);
}

static void seats_are_checked(void **unused)
{
    (void)unused;
    assert_null(game_check_seats(&game_null, 2));
    assert_null(game_check_seats(&game_null, 4));
    assert_string_equal(game_check_seats(&game_null, 5), "game.seats.range");
    assert_string_equal(game_check_seats(&game_null, 1), "game.seats.range");
    assert_string_equal(game_check_seats(&game_null, 0), "game.seats.range");
    assert_string_equal(game_check_seats(&game_null, -1), "game.seats.range");
    assert_string_equal(game_check_seats(gobblet(), 3), "game.seats.range");
}

static void init_fills_the_head(void **unused)
{
    (void)unused;
    union any_state state;
    memset(&state, 0xa5, sizeof state);
    game_init(&game_null, &state.head, 3);
    assert_int_equal(state.head.seats, 3);
    assert_int_equal(state.head.viewer, TRUTH);
    assert_int_equal(state.head.size, game_null.state_size);
    assert_int_equal(state.head.ply + state.head.actors + state.head.flags, 0);
    for (size_t i = sizeof state.head; i < game_null.state_size; i++)
        assert_int_equal(((uint8_t *)&state)[i], 0);
    ASSERT_CHECK_FAILS(game_init(&game_null, &state.head, 5));
    ASSERT_CHECK_FAILS(game_init(&game_null, &state.head, -1));
}

static void deals_need_seats(void **unused)
{
    (void)unused;
    static const uint8_t key[CHANCE_KEY_SIZE] = {1};
    union any_state state, again;
    game_init(&game_null, &state.head, 2);
    game_deal(&game_null, &state.head, key);
    game_init(&game_null, &again.head, 2);
    game_deal(&game_null, &again.head, key);
    assert_true(state_equal(&state.head, &again.head));
    game_init(&game_null, &state.head, 0);
    ASSERT_CHECK_FAILS(game_deal(&game_null, &state.head, key));
}

/* ---- positions ---- */

static void positions_are_read(void **unused)
{
    (void)unused;
    union any_state state;
    char buffer[POSITION_MAX];
    struct text text;
    read_or_fail(&game_null, &state, NULL_TRUTH);
    assert_int_equal(state.head.seats, 2);
    assert_int_equal(state.head.viewer, TRUTH);
    text_init(&text, buffer, sizeof buffer);
    game_write(&game_null, &state.head, &text);
    assert_string_equal(buffer, NULL_TRUTH);
    read_or_fail(&game_null, &state, NULL_VIEW);
    assert_int_equal(state.head.viewer, SPECTATOR);
    text_init(&text, buffer, 8);
    ASSERT_CHECK_FAILS(game_write(&game_null, &state.head, &text)); /* too small */
}

static void positions_are_refused(void **unused)
{
    (void)unused;
    union any_state state;
    game_init(&game_null, &state.head, 2);
    assert_null(game_read(&game_null, &state.head, NULL_TRUTH));
    game_init(&game_null, &state.head, 3); /* the text has two */
    assert_string_equal(game_read(&game_null, &state.head, NULL_TRUTH), "null.position.seats");
    game_init(&game_null, &state.head, 1); /* nobody's number, before the text is looked at */
    assert_string_equal(game_read(&game_null, &state.head, NULL_TRUTH), "game.seats.range");
    game_init(&game_null, &state.head, 0);
    assert_string_equal(game_read(&game_null, &state.head, ""), "null.position.discards");
}

/* ---- moves ---- */

static void legal_moves_are_listed(void **unused)
{
    (void)unused;
    union any_state state;
    read_or_fail(gobblet(), &state, GOBBLET_START);
    assert_int_equal(game_legal(gobblet(), &state.head, 0, &moves), 16);
    assert_int_equal(moves.count, 16);
    assert_int_equal(game_legal(gobblet(), &state.head, 1, &moves), 0);
    assert_int_equal(moves.count, 0);
    assert_int_equal(game_legal(gobblet(), &state.head, NO_SEAT, &moves), 0);
    assert_int_equal(game_legal(gobblet(), &state.head, 2, &moves), 0);
    read_or_fail(&game_null, &state, NULL_VIEW_OF_NEXT);
    moves.count = 7;
    assert_int_equal(game_legal(&game_null, &state.head, 1, &moves), HIDDEN);
    assert_int_equal(moves.count, 0);
}

static const char *read_move(const struct game *game, const char *position, int seat,
                             const char *text, move *found)
{
    union any_state state;
    read_or_fail(game, &state, position);
    return game_read_move(game, &state.head, seat, text, &moves, found);
}

static void moves_are_read(void **unused)
{
    (void)unused;
    move found = 0;
    assert_null(read_move(&game_null, NULL_TRUTH, 0, "12", &found));
    assert_int_equal(found, 12);
    assert_null(read_move(&game_null, NULL_VIEW, 0, "5", &found));
    assert_int_equal(found, 5);
}

static void moves_are_refused(void **unused)
{
    (void)unused;
    move found = 99;
    assert_string_equal(read_move(gobblet(), GOBBLET_WON, 1, "4@c4", &found), "game.move.over");
    assert_string_equal(read_move(gobblet(), GOBBLET_START, 2, "4@c4", &found), "game.seat.range");
    assert_string_equal(read_move(gobblet(), GOBBLET_START, -1, "4@c4", &found), "game.seat.range");
    assert_string_equal(read_move(gobblet(), GOBBLET_START, 1, "4@c4", &found), "gobblet.G4.turn");
    assert_string_equal(read_move(gobblet(), GOBBLET_START, 0, "3@c4", &found),
                        "gobblet.G3.reserve");
    assert_string_equal(read_move(gobblet(), GOBBLET_START, 0, "4@c4 ", &found),
                        "gobblet.notation.unknown");
    assert_string_equal(read_move(gobblet(), GOBBLET_START, 0, "", &found),
                        "gobblet.notation.unknown");
    assert_string_equal(read_move(&game_null, NULL_TRUTH, 0, "3", &found), "null.N2.hand");
    assert_string_equal(read_move(&game_null, NULL_VIEW_OF_NEXT, 1, "3", &found),
                        "game.move.hidden");
    assert_int_equal(found, 99);
}

static void moves_are_made_on_truths_by_actors(void **unused)
{
    (void)unused;
    union any_state state;
    read_or_fail(&game_null, &state, NULL_TRUTH);
    events.count = 0;
    assert_true(game_apply(&game_null, &state.head, 0, 12, &events));
    assert_int_equal(state.head.ply, 1);
    assert_true(events.count > 0);
    ASSERT_CHECK_FAILS(game_apply(&game_null, &state.head, 0, 5, NULL)); /* not their turn */
    read_or_fail(&game_null, &state, NULL_VIEW);
    ASSERT_CHECK_FAILS(game_apply(&game_null, &state.head, 0, 5, NULL)); /* a view */
}

/* ---- views and events ---- */

static void views_are_built_from_zero(void **unused)
{
    (void)unused;
    union any_state state, view;
    char buffer[POSITION_MAX];
    struct text text;
    read_or_fail(&game_null, &state, NULL_TRUTH);
    memset(&view, 0xff, sizeof view);
    game_observe(&game_null, &state.head, 0, &view.head);
    assert_int_equal(view.head.viewer, 0);
    text_init(&text, buffer, sizeof buffer);
    game_write(&game_null, &view.head, &text);
    assert_string_equal(buffer, NULL_VIEW);
    ASSERT_CHECK_FAILS(game_observe(&game_null, &state.head, 2, &view.head));
    ASSERT_CHECK_FAILS(game_observe(&game_null, &state.head, TRUTH, &view.head));
    ASSERT_CHECK_FAILS(game_observe(&game_null, &state.head, 0, &state.head));
}

static void fill_events(void)
{
    static const uint16_t seen[] = {SEEN_BY_ALL, SEEN_BY_NONE, 1 << 0, 1 << 3, 1 << 0 | 1 << 3};
    events.count = 0;
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        events_add(&events, (struct event){.kind = EVENT_MOVE,
                                           .seat = 3,
                                           .seen = seen[i],
                                           .piece = (int16_t)(i + 1),
                                           .count = 9,
                                           .to = {ZONE_HAND, 3, 0, 0}});
}

static void expect_pieces(int viewer, const char *pieces)
{
    fill_events();
    events_observe(&events, viewer);
    assert_int_equal(events.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(events.list[i].piece, pieces[i] == '-' ? NO_PIECE : pieces[i] - '0');
        assert_int_equal(events.list[i].seen, viewer == TRUTH ? events.list[i].seen : 0);
        assert_int_equal(events.list[i].kind, EVENT_MOVE);
        assert_int_equal(events.list[i].count, 9);
        assert_int_equal(events.list[i].to.seat, 3);
    }
}

static void events_are_filtered(void **unused)
{
    (void)unused;
    expect_pieces(TRUTH, "12345");
    expect_pieces(SPECTATOR, "1----");
    expect_pieces(0, "1-3-5");
    expect_pieces(1, "1----");
    expect_pieces(3, "1--45");
    fill_events();
    events_observe(&events, 0);
    events_observe(&events, SPECTATOR); /* filtered once, nothing is left that could show */
    for (int i = 0; i < events.count; i++)
        assert_int_equal(events.list[i].piece, NO_PIECE);
}

static void events_show_nothing_by_default(void **unused)
{
    (void)unused;
    events.count = 0;
    events_add(&events, (struct event){.kind = EVENT_MOVE, .piece = 5});
    for (int viewer = SPECTATOR; viewer < SEATS_MAX; viewer++) {
        struct events copy = events;
        events_observe(&copy, viewer);
        assert_int_equal(copy.list[0].piece, viewer == TRUTH ? 5 : NO_PIECE);
    }
}

static void events_are_bounded(void **unused)
{
    (void)unused;
    events_add(NULL, (struct event){.kind = EVENT_OVER});
    events.count = 0;
    for (int i = 0; i < EVENTS_MAX; i++)
        events_add(&events, (struct event){.kind = EVENT_PASS});
    assert_int_equal(events.count, EVENTS_MAX);
    ASSERT_CHECK_FAILS(events_add(&events, (struct event){.kind = EVENT_OVER}));
}

static void events_have_names(void **unused)
{
    (void)unused;
    for (int kind = 0; kind <= EVENT_OVER; kind++) {
        const char *name = event_kind_name((enum event_kind)kind);
        assert_non_null(name);
        for (int other = 0; other < kind; other++)
            assert_string_not_equal(name, event_kind_name((enum event_kind)other));
    }
    assert_string_equal(event_kind_name(EVENT_MOVE), "move");
    assert_string_equal(event_kind_name(EVENT_OVER), "over");
}

/* ---- states ---- */

static void states_are_copied_and_compared(void **unused)
{
    (void)unused;
    for (uint16_t size = STATE_MIN; size <= STATE_MIN + 8; size++) {
        union any_state a, b;
        memset(&a, 1, sizeof a);
        memset(&b, 2, sizeof b);
        a.head.size = size;
        state_copy(&b.head, &a.head);
        assert_true(state_equal(&a.head, &b.head));
        assert_int_equal(((uint8_t *)&b)[size - 1], 1);
        assert_int_equal(((uint8_t *)&b)[size], 2); /* no byte more */
        ((uint8_t *)&b)[size - 1] = 3;
        assert_false(state_equal(&a.head, &b.head));
        state_copy(&b.head, &a.head);
        b.head.size++;
        assert_false(state_equal(&a.head, &b.head));
    }
}

static void actors_are_asked(void **unused)
{
    (void)unused;
    struct state state = {.seats = 3, .actors = 1 << 0 | 1 << 2 | 1 << 5};
    assert_true(state_acts(&state, 0) && !state_acts(&state, 1) && state_acts(&state, 2));
    assert_false(state_acts(&state, 5)); /* no such seat */
    assert_false(state_acts(&state, NO_SEAT));
    assert_false(state_over(&state));
    state.actors = 0;
    assert_true(state_over(&state));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found),
        cmocka_unit_test(tables_are_sound),
        cmocka_unit_test(seats_are_checked),
        cmocka_unit_test(init_fills_the_head),
        cmocka_unit_test(deals_need_seats),
        cmocka_unit_test(positions_are_read),
        cmocka_unit_test(positions_are_refused),
        cmocka_unit_test(legal_moves_are_listed),
        cmocka_unit_test(moves_are_read),
        cmocka_unit_test(moves_are_refused),
        cmocka_unit_test(moves_are_made_on_truths_by_actors),
        cmocka_unit_test(views_are_built_from_zero),
        cmocka_unit_test(events_are_filtered),
        cmocka_unit_test(events_show_nothing_by_default),
        cmocka_unit_test(events_are_bounded),
        cmocka_unit_test(events_have_names),
        cmocka_unit_test(states_are_copied_and_compared),
        cmocka_unit_test(actors_are_asked),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
