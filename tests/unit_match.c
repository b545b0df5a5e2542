/* SPDX-License-Identifier: MIT */
/* Matches and clocks, command by command. tests/unit_match_random.c gives random commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "match/match.h"

enum { LOG_MAX = 64 };

static struct match match;
static struct ply plies[LOG_MAX], more_plies[LOG_MAX];
static struct moves moves;
static struct events events;
static union any_state position;

/* ---- short words ---- */

static struct match_setup setup_of(const char *game, int seats)
{
    return (struct match_setup){
        .game = game_find(game), .seats = seats, .log = plies, .capacity = LOG_MAX};
}

static void begin(struct match_setup setup)
{
    assert_null(match_init(&match, &setup, 1000));
}

/* From a position's text. */
static struct match_setup setup_at(const char *game, const char *text)
{
    struct match_setup setup = setup_of(game, 0);
    game_init(setup.game, &position.head, 0);
    assert_null(game_read(setup.game, &position.head, text));
    setup.start = &position.head;
    setup.seats = position.head.seats;
    return setup;
}

static void assert_reason(const char *reason, const char *expected)
{
    if (!reason || strcmp(reason, expected) != 0)
        fail_msg("%s, not %s", reason ? reason : "done", expected);
}

static const char *play_at(int seat, const char *text, int64_t now)
{
    return match_play(&match, seat, match.version, text, now, &moves, &events);
}

static const char *play(int seat, const char *text)
{
    return play_at(seat, text, 1000);
}

/* The first legal move, by a bot. */
static const char *play_bot(int seat)
{
    game_legal(match.game, &match.state.head, seat, &moves);
    move m = moves.list[0];
    return match_play_move(&match, seat, match.version, m, 1000, &moves, &events);
}

static void assert_position(const char *expected)
{
    char buffer[POSITION_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    game_write(match.game, &match.state.head, &text);
    assert_string_equal(buffer, expected);
}

static void assert_places(int first, int second)
{
    struct outcome outcome;
    match_outcome(&match, &outcome);
    assert_int_equal(outcome.place[0], first);
    assert_int_equal(outcome.place[1], second);
}

#define START "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w"
#define WINDOW "+3,R7 R3,R4/Y1,Y3/Y4,Y5,break/G1,G3 B1,B3,B4,B5 0> react:1 shut .... - 0"

/* ---- beginning ---- */

static void test_setup(void **unused)
{
    (void)unused;
    struct match_setup setup = setup_of("iota", 5);
    assert_reason(match_init(&match, &setup, 0), "game.seats.range");
    setup = setup_of("iota", 2);
    setup.option[0] = 2;
    assert_reason(match_init(&match, &setup, 0), "game.option.value");
    setup.option[0] = -1;
    assert_reason(match_init(&match, &setup, 0), "game.option.value");
    setup = setup_of("iota", 2);
    setup.clock = CLOCK_MOVE;
    assert_reason(match_init(&match, &setup, 0), "match.clock.range");
    setup.millis = 1000;
    setup.increment = 1;
    assert_reason(match_init(&match, &setup, 0), "match.clock.range");
    setup.clock = CLOCK_GAME;
    setup.millis = CLOCK_MILLIS_MAX;
    assert_null(match_init(&match, &setup, 0));
    assert_true(sizeof match <= 6144); /* so that ten thousand are no burden */
}

static void test_options_and_key_deal(void **unused)
{
    union any_state state;
    (void)unused;
    struct match_setup setup = setup_of("iota", 3);
    setup.option[0] = 1;
    setup.key[31] = 9;
    begin(setup);
    game_init(setup.game, &state.head, 3);
    state.head.option[0] = 1;
    game_deal(setup.game, &state.head, setup.key);
    assert_true(state_equal(&state.head, &match.state.head));
}

static void test_an_ended_start(void **unused)
{
    (void)unused;
    begin(setup_at("gobblet", "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,W4,W3 332 333 b"));
    assert_int_equal(match.ending, ENDING_RULES);
    assert_reason(play(1, "3@a3"), "match.over");
}

/* ---- the gate ---- */

static void test_gate(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_reason(play(1, "4@a1"), "match.seat.turn");
    assert_reason(play(-1, "4@a1"), "game.seat.range");
    assert_reason(play(2, "4@a1"), "game.seat.range");
    assert_reason(play(0, "3@a1"), "gobblet.G3.reserve");
    assert_reason(play(0, ""), "gobblet.notation.unknown");
    assert_reason(match_play(&match, 0, 1, "4@a1", 1000, &moves, &events), "match.version.stale");
    assert_position(START);
    assert_int_equal(match.count, 0);
    assert_null(play(0, "4@a1"));
    assert_int_equal(match.version, 1);
    assert_true(events.count > 0);
    assert_reason(match_play(&match, 1, 0, "4@b2", 1000, &moves, &events), "match.version.stale");
    assert_null(match_play(&match, 1, VERSION_ANY, "4@b2", 1000, &moves, &events));
    assert_position("-,-,-,-/-,-,-,-/-,B4,-,-/W4,-,-,- 443 443 w");
}

static void test_over_by_the_rules(void **unused)
{
    (void)unused;
    begin(setup_at("gobblet", "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W3,W4,- 432 333 w"));
    assert_places(0, 0);
    assert_null(play(0, "4@d1"));
    assert_int_equal(match.ending, ENDING_RULES);
    assert_places(1, 2);
    assert_reason(play(1, "3@a3"), "match.over");
    assert_reason(match_resign(&match, 1, 1000), "match.over");
    assert_reason(match_ask_undo(&match, 0, 1000), "match.over");
    assert_reason(match_offer_draw(&match, 0, 1000), "match.over");
    assert_reason(match_take_over(&match, 0, "club", 1000), "match.over");
    match_stop(&match, 1000);
    assert_int_equal(match.ending, ENDING_RULES);
}

static void test_bots_gate(void **unused)
{
    struct match_setup setup = setup_of("gobblet", 2);
    (void)unused;
    setup.bots = 2;
    setup.level = "club";
    begin(setup);
    assert_string_equal(match.seats[1].level, "club");
    assert_string_equal(match.seats[0].level, "");
    assert_int_equal(match_people(&match), 1);
    assert_int_equal(match_bots_due(&match), 0);
    assert_reason(play_bot(0), "match.seat.person");
    assert_null(play(0, "4@a1"));
    assert_int_equal(match_bots_due(&match), 2);
    assert_reason(play(1, "4@b2"), "match.seat.bot");
    assert_reason(match_play_move(&match, 1, 1, 0, 1000, &moves, &events), "match.move.illegal");
    assert_null(play_bot(1));
    assert_int_equal(plies[0].flags & PLY_PERSON, PLY_PERSON);
    assert_int_equal(plies[1].flags & PLY_PERSON, 0);
}

/* Both may answer the +3; the one who was overtaken can still answer. */
static void test_several_actors(void **unused)
{
    (void)unused;
    begin(setup_at("taki", WINDOW));
    assert_int_equal(match.state.head.actors, 4 | 8);
    assert_reason(play(1, "pass"), "match.seat.turn");
    assert_null(match_play(&match, 3, 0, "pass", 1000, &moves, &events));
    assert_int_equal(match.state.head.actors, 4);
    assert_reason(match_play(&match, 2, 0, "break", 1000, &moves, &events), "match.version.stale");
    assert_null(match_play(&match, 2, VERSION_ANY, "break", 1000, &moves, &events));
}

static void test_full_log(void **unused)
{
    struct match_setup setup = setup_of("gobblet", 2);
    (void)unused;
    setup.capacity = 1;
    begin(setup);
    assert_null(play(0, "4@a1"));
    assert_reason(play(1, "4@b2"), "match.log.full");
    memcpy(more_plies, plies, sizeof *plies);
    match_lend(&match, more_plies, LOG_MAX);
    assert_null(play(1, "4@b2"));
    assert_int_equal(match.count, 2);
}

static void test_longest_match(void **unused)
{
    struct game brief = *game_find("gobblet");
    struct match_setup setup = setup_of("gobblet", 2);
    (void)unused;
    brief.plies_max = 2;
    setup.game = &brief;
    begin(setup);
    assert_null(play(0, "4@a1"));
    assert_null(play(1, "4@b2"));
    assert_int_equal(match.ending, ENDING_STOPPED);
    assert_places(0, 0);
}

/* CR12: the pile must be renewed, and the position came without a stream. */
static void test_dry(void **unused)
{
    (void)unused;
    begin(setup_at("cento", "24=4x6 1+2/3+5 - 7+8+9 0/0 0:1:0"));
    union any_state before = match.state;
    assert_reason(play(0, "draw"), "match.move.dry");
    assert_int_equal(match.ending, ENDING_STOPPED);
    assert_int_equal(match.count, 0);
    assert_true(state_equal(&before.head, &match.state.head));
}

/* ---- resigning, draws, stopping ---- */

static void test_resign(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_reason(match_resign(&match, 2, 1000), "game.seat.range");
    assert_null(match_resign(&match, 1, 1000)); /* also out of turn */
    assert_int_equal(match.ending, ENDING_RESIGNED);
    assert_places(1, 2);
    begin(setup_of("iota", 3));
    assert_reason(match_resign(&match, 0, 1000), "match.resign.many");
    assert_false(match_over(&match));
}

static void test_draws(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_reason(match_answer_draw(&match, 1, true, 1000), "match.draw.unoffered");
    assert_null(match_offer_draw(&match, 0, 1000));
    assert_reason(match_offer_draw(&match, 0, 1000), "match.draw.twice");
    assert_reason(match_answer_draw(&match, 0, true, 1000), "match.draw.unoffered");
    assert_null(match_answer_draw(&match, 1, false, 1000));
    assert_int_equal(match.offer, NO_SEAT);
    assert_null(match_offer_draw(&match, 0, 1000));
    assert_null(match_answer_draw(&match, 0, false, 1000)); /* thought better of it */
    assert_int_equal(match.offer, NO_SEAT);
    assert_null(match_offer_draw(&match, 0, 1000));
    assert_null(play(0, "4@a1"));
    assert_reason(match_answer_draw(&match, 1, true, 1000), "match.draw.unoffered");
    assert_null(match_offer_draw(&match, 0, 1000));
    assert_null(match_answer_draw(&match, 1, true, 1000));
    assert_int_equal(match.ending, ENDING_AGREED);
    assert_places(1, 1);
}

static void test_two_offers_agree(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_null(match_offer_draw(&match, 1, 1000));
    assert_null(match_offer_draw(&match, 0, 1000));
    assert_int_equal(match.ending, ENDING_AGREED);
}

static void test_no_draws_with_cards(void **unused)
{
    static const char *const games[] = {"iota", "cento", "taki"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        begin(setup_of(games[i], 2));
        assert_reason(match_offer_draw(&match, 0, 1000), "match.draw.none");
    }
}

static void test_stop(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    match_stop(&match, 1000);
    assert_int_equal(match.ending, ENDING_STOPPED);
    assert_places(0, 0);
    assert_reason(play(0, "4@a1"), "match.over");
}

/* ---- seats ---- */

static void test_take_over(void **unused)
{
    struct match_setup setup = setup_of("iota", 3);
    (void)unused;
    setup.bots = 4;
    begin(setup);
    assert_reason(match_take_over(&match, 2, "club", 1000), "match.seat.bot");
    assert_reason(match_take_over(&match, 3, "club", 1000), "game.seat.range");
    assert_null(match_take_over(&match, 0, "club", 1000));
    assert_string_equal(match.seats[0].level, "club");
    assert_int_equal(match_people(&match), 2);
    assert_reason(play(0, "pass"), "match.seat.bot");
    assert_null(play_bot(0));
    assert_null(match_give_back(&match, 0, 1000));
    assert_reason(match_give_back(&match, 0, 1000), "match.seat.person");
    assert_reason(match_give_back(&match, 2, 1000), "match.seat.bot");
    assert_int_equal(match_people(&match), 3);
}

static void test_names(void **unused)
{
    char name[PLAYER_NAME_MAX + 1];
    struct match_seat *seat = &match.seats[0];
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_true(seat_set_name(seat, "נועה לוי"));
    assert_false(seat_set_name(seat, "a\nkey 00"));
    assert_false(seat_set_name(seat, "caf\xe9")); /* Latin-1: JSON cannot carry it */
    assert_false(seat_set_level(seat, "\xc0\xaf"));
    memset(name, 'x', sizeof name);
    name[PLAYER_NAME_MAX] = '\0';
    assert_false(seat_set_name(seat, name));
    assert_string_equal(seat->name, "נועה לוי");
    assert_false(seat_set_level(seat, "two words"));
}

/* ---- taking back ---- */

static void test_undo_with_a_bot(void **unused)
{
    struct match_setup setup = setup_of("gobblet", 2);
    (void)unused;
    setup.bots = 2;
    begin(setup);
    assert_reason(match_ask_undo(&match, 0, 1000), "match.undo.none");
    assert_null(play(0, "4@a1"));
    assert_reason(match_ask_undo(&match, 1, 1000), "match.seat.bot");
    assert_null(play_bot(1));
    assert_null(play(0, "4@d4"));
    assert_null(match_ask_undo(&match, 0, 1000));
    assert_int_equal(match.count, 2);
    assert_null(match_ask_undo(&match, 0, 1000)); /* the bot's move between goes too */
    assert_position(START);
    assert_int_equal(match.count, 0);
    assert_int_equal(match.version, 5); /* three moves and two undos: no number comes again */
    assert_null(play(0, "4@b1"));
}

static void test_undo_needs_consent(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_null(play(0, "4@a1"));
    assert_reason(match_answer_undo(&match, 1, true, 1000), "match.undo.unasked");
    assert_null(match_ask_undo(&match, 0, 1000));
    assert_int_equal(match.unheard, 2);
    assert_int_equal(match.count, 1);
    assert_reason(match_ask_undo(&match, 0, 1000), "match.undo.asked");
    assert_reason(match_answer_undo(&match, 0, true, 1000), "match.undo.unasked");
    assert_null(match_answer_undo(&match, 1, false, 1000));
    assert_int_equal(match.asker, NO_SEAT);
    assert_null(match_ask_undo(&match, 0, 1000));
    assert_null(match_answer_undo(&match, 0, false, 1000)); /* withdrawn */
    assert_reason(match_answer_undo(&match, 1, true, 1000), "match.undo.unasked");
    assert_null(match_ask_undo(&match, 0, 1000));
    assert_null(match_answer_undo(&match, 1, true, 1000));
    assert_position(START);
    assert_null(play(0, "4@a1"));
    assert_null(match_ask_undo(&match, 0, 1000));
    assert_null(play(1, "4@b2")); /* a move is an answer too */
    assert_int_equal(match.asker, NO_SEAT);
    assert_int_equal(match.unheard, 0);
    assert_reason(match_ask_undo(&match, 0, 1000), "match.undo.other");
    assert_int_equal(match.count, 2);
}

/* Everybody but the asker must agree; nobody waits for a person whose seat a bot plays. */
static void test_undo_needs_all(void **unused)
{
    (void)unused;
    begin(setup_at("taki", WINDOW));
    assert_null(play(3, "pass"));
    assert_null(match_ask_undo(&match, 3, 1000));
    assert_int_equal(match.unheard, 7);
    assert_null(match_answer_undo(&match, 0, true, 1000));
    assert_reason(match_answer_undo(&match, 0, true, 1000), "match.undo.unasked");
    assert_null(match_answer_undo(&match, 2, true, 1000));
    assert_int_equal(match.count, 1);
    assert_null(match_take_over(&match, 1, "club", 1000));
    assert_int_equal(match.count, 0);
    assert_int_equal(match.asker, NO_SEAT);
    assert_position(WINDOW);
    assert_null(play(3, "pass"));
    assert_null(match_ask_undo(&match, 3, 1000));
    assert_null(match_take_over(&match, 3, "club", 1000)); /* the one who asks */
    assert_int_equal(match.asker, NO_SEAT);
    assert_int_equal(match.count, 1);
}

static void test_undo_not_across_a_draw(void **unused)
{
    struct match_setup setup = setup_of("cento", 2);
    (void)unused;
    setup.bots = 2;
    begin(setup);
    assert_null(play(0, "draw"));
    assert_reason(match_ask_undo(&match, 0, 1000), "match.undo.seen");
    begin(setup_at("cento", "24=4x6 6+20/48+50 35+72+10+2 - 0/0 0:1:0"));
    assert_null(play(0, "6=1x6")); /* the asker's own card, shown by choice */
    assert_null(match_ask_undo(&match, 0, 1000));
    assert_null(match_answer_undo(&match, 1, true, 1000));
    assert_position("24=4x6 6+20/48+50 35+72+10+2 - 0/0 0:1:0");
}

/* A bot's card, once played, would stay known. */
static void test_undo_not_across_a_shown_card(void **unused)
{
    struct match_setup setup = setup_at("cento", "24=4x6 6+20/48+50 35+72+10+2 - 0/0 0:1:0");
    (void)unused;
    setup.bots = 2;
    begin(setup);
    assert_null(play(0, "6=1x6"));
    assert_null(game_read_move(match.game, &match.state.head, 1, "48=6x8", &moves,
                               &(move){0})); /* the pile is left alone */
    move m;
    game_read_move(match.game, &match.state.head, 1, "48=6x8", &moves, &m);
    assert_null(match_play_move(&match, 1, 1, m, 1000, &moves, &events));
    assert_reason(match_ask_undo(&match, 0, 1000), "match.undo.seen");
    assert_int_equal(match.count, 2);
}

/* ---- time ---- */

static struct match_setup with_clock(struct match_setup setup, enum clock_kind kind, int32_t millis,
                                     int32_t increment)
{
    setup.clock = kind;
    setup.millis = millis;
    setup.increment = increment;
    return setup;
}

static void assert_next(int64_t now, int64_t next)
{
    struct match_due due;
    match_tick(&match, now, &due);
    assert_true(due.next == next && !due.ended && due.late == 0 && due.taken == 0);
}

static void test_clock_off(void **unused)
{
    (void)unused;
    begin(setup_of("gobblet", 2));
    assert_next(INT64_MAX, CLOCK_NEVER);
}

static void test_clock_of_the_game(void **unused)
{
    struct match_due due;
    (void)unused;
    begin(with_clock(setup_of("gobblet", 2), CLOCK_GAME, 5000, 100));
    assert_next(1000, 6000);
    assert_null(play_at(0, "4@a1", 3000));
    assert_int_equal(clock_left(&match.clock, 0, 4000), 3100);
    assert_next(4000, 8000);
    assert_null(play_at(1, "4@b2", 7999)); /* in time, with 1 ms */
    assert_int_equal(clock_left(&match.clock, 1, 7999), 101);
    assert_next(8000, 7999 + 3100);
    match_tick(&match, 7999 + 3100, &due);
    assert_true(due.ended && due.next == CLOCK_NEVER);
    assert_int_equal(match.ending, ENDING_TIME);
    assert_int_equal(match.loser, 0);
    assert_places(2, 1);
}

static void test_moving_too_late(void **unused)
{
    (void)unused;
    begin(with_clock(setup_of("gobblet", 2), CLOCK_GAME, 5000, 0));
    assert_reason(play_at(0, "4@a1", 6000), "match.clock.fell");
    assert_reason(play_at(0, "4@a1", 6001), "match.over");
    assert_int_equal(match.count, 0);
    assert_places(2, 1);
}

/* With more than two a bot plays on, and keeps the seat. */
static void test_time_of_three(void **unused)
{
    struct match_setup setup = with_clock(setup_of("iota", 3), CLOCK_GAME, 5000, 0);
    struct match_due due;
    (void)unused;
    setup.level = "gentle";
    begin(setup);
    match_tick(&match, 6000, &due);
    assert_true(due.taken == 1 && !due.ended && due.next == CLOCK_NEVER);
    assert_string_equal(match.seats[0].level, "gentle");
    assert_int_equal(match_bots_due(&match), 1);
    assert_reason(match_give_back(&match, 0, 7000), "match.clock.fell");
    assert_null(play_bot(0));
    assert_next(7000, 6000 + 5000);
}

static void test_clock_of_a_move(void **unused)
{
    struct match_due due;
    (void)unused;
    begin(with_clock(setup_of("gobblet", 2), CLOCK_MOVE, 5000, 0));
    match_tick(&match, 6000, &due);
    assert_true(due.late == 1 && !due.ended && due.next == CLOCK_NEVER);
    assert_int_equal(match_bots_due(&match), 1);
    assert_reason(play_at(0, "4@a1", 6100), "match.clock.fell");
    assert_null(play_bot(0));
    assert_int_equal(plies[0].flags & PLY_PERSON, 0);
    assert_int_equal(match.late, 0);
    assert_int_equal(match_people(&match), 3);
    assert_next(6500, 11000);
    assert_null(play_at(1, "4@d4", 7000));
    assert_null(play_at(0, "4@c3", 11999)); /* a new move has its whole time again */
}

static void test_clocks_of_several(void **unused)
{
    struct match_due due;
    (void)unused;
    begin(with_clock(setup_at("taki", WINDOW), CLOCK_MOVE, 5000, 0));
    assert_int_equal(match.clock.running, 4 | 8);
    assert_null(play_at(3, "pass", 4000));
    assert_next(4000, 6000); /* the other's time has run on */
    match_tick(&match, 6000, &due);
    assert_int_equal(due.late, 4);
}

static void test_pause(void **unused)
{
    (void)unused;
    begin(with_clock(setup_of("gobblet", 2), CLOCK_GAME, 5000, 0));
    match_pause(&match, true, 2000);
    assert_next(90000, CLOCK_NEVER);
    assert_reason(play_at(0, "4@a1", 90000), "match.paused");
    match_pause(&match, false, 100000);
    assert_next(100000, 104000);
    assert_null(play_at(0, "4@a1", 103999));
}

static void test_time_of_bots_is_not_counted(void **unused)
{
    struct match_setup setup = with_clock(setup_of("gobblet", 2), CLOCK_GAME, 5000, 0);
    (void)unused;
    setup.bots = 1;
    begin(setup);
    assert_next(99000, CLOCK_NEVER);
    assert_int_equal(match_bots_due(&match), 1);
}

/* Two are late at once: the one who had less time has lost. */
static void test_who_fell_first(void **unused)
{
    struct match_due due;
    (void)unused;
    begin(with_clock(setup_at("taki", "R7 R3,R4/G1 B1,B3,B4,B5 0> play shut .? - 0"), CLOCK_GAME,
                     5000, 0));
    assert_int_equal(match.state.head.actors, 3);
    match.clock.left[1] = 4000;
    match_tick(&match, 20000, &due);
    assert_true(due.ended);
    assert_int_equal(match.loser, 1);
}

static void test_undo_and_time(void **unused)
{
    struct match_setup setup = with_clock(setup_of("gobblet", 2), CLOCK_MOVE, 5000, 0);
    (void)unused;
    setup.bots = 2;
    begin(setup);
    assert_null(play_at(0, "4@a1", 5000));
    assert_null(match_ask_undo(&match, 0, 7000));
    assert_next(7000, 12000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup),
        cmocka_unit_test(test_options_and_key_deal),
        cmocka_unit_test(test_an_ended_start),
        cmocka_unit_test(test_gate),
        cmocka_unit_test(test_over_by_the_rules),
        cmocka_unit_test(test_bots_gate),
        cmocka_unit_test(test_several_actors),
        cmocka_unit_test(test_full_log),
        cmocka_unit_test(test_longest_match),
        cmocka_unit_test(test_dry),
        cmocka_unit_test(test_resign),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_two_offers_agree),
        cmocka_unit_test(test_no_draws_with_cards),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_take_over),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_undo_with_a_bot),
        cmocka_unit_test(test_undo_needs_consent),
        cmocka_unit_test(test_undo_needs_all),
        cmocka_unit_test(test_undo_not_across_a_draw),
        cmocka_unit_test(test_undo_not_across_a_shown_card),
        cmocka_unit_test(test_clock_off),
        cmocka_unit_test(test_clock_of_the_game),
        cmocka_unit_test(test_moving_too_late),
        cmocka_unit_test(test_time_of_three),
        cmocka_unit_test(test_clock_of_a_move),
        cmocka_unit_test(test_clocks_of_several),
        cmocka_unit_test(test_pause),
        cmocka_unit_test(test_time_of_bots_is_not_counted),
        cmocka_unit_test(test_who_fell_first),
        cmocka_unit_test(test_undo_and_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
