/* SPDX-License-Identifier: MIT */
/* Say it yourself: wrong answers are counted, told to their player, and may cost the turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "match/record.h"
#include "table_room.h"

enum { NOA, BEN, FIRST_NEWS = 2, GAMES = 40, PLIES = 400 };

static int ben;
static struct moves moves;

/* Noa and Ben, with this setting; it is Noa's turn. */
static void begin(const char *aloud)
{
    char body[64];
    open_table("cento", 2, false);
    ben = add_guest('b');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    snprintf(body, sizeof body, "\"do\":\"aloud\",\"value\":\"%s\"", aloud);
    does(0, body);
    does(ben, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
}

/* The same, and the match goes on from a position. */
static void begin_at(const char *aloud, const char *text)
{
    static union any_state start;
    begin(aloud);
    game_init(table->game, &start.head, 2);
    assert_null(game_read(table->game, &start.head, text));
    struct match_setup setup = {.game = table->game,
                                .seats = 2,
                                .start = &start.head,
                                .log = table->match.log,
                                .capacity = table->match.capacity};
    assert_null(match_init(&table->match, &setup, now));
}

static const struct state *position(void)
{
    return &table->match.state.head;
}

/* A card that the seat holds, said as two numbers that are wrong for it now. */
static void wrong_answer(int seat, char out[MOVE_TEXT_MAX])
{
    struct item items[SCENE_MAX];
    int count = table->game->scene(position(), items);
    for (int i = 0; i < count; i++) {
        char card[8];
        struct text text;
        move m;
        if (items[i].place.zone != ZONE_HAND || items[i].place.seat != seat)
            continue;
        text_init(&text, card, sizeof card);
        table->game->write_piece(items[i].piece, &text);
        for (int product = 0; product < 100; product++) {
            int low = 1 + product / 10, high = 1 + product % 10;
            snprintf(out, MOVE_TEXT_MAX, "%s=%dx%d", card, low, high);
            if (low <= high && game_read_move(table->game, position(), seat, out, &moves, &m))
                return;
        }
    }
    fail();
}

static void say(int guest, const char *text)
{
    char body[100];
    snprintf(body, sizeof body, "\"do\":\"move\",\"move\":\"%s\"", text);
    command(guest, body);
}

/* It was counted: the answer is ok, and the last event is this try. */
static void counts_as_try(int guest, const char *text)
{
    char end[100];
    say(guest, text);
    assert_non_null(strstr(answer, "\"do\":\"ok\""));
    snprintf(end, sizeof end, " try %d %s", table->guests[guest].seat, text);
    bool kept = false;
    for (int i = event_count - 1; i >= 0 && i >= event_count - 2 && !kept; i--)
        kept = strstr(events[i], end) != NULL;
    assert_true(kept);
}

static void the_host_chooses_in_the_lobby(void **unused)
{
    (void)unused;
    open_table("cento", 2, false);
    ben = add_guest('b');
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    assert_non_null(strstr(last_news[0], "\"aloud\":\"off\""));
    does(ben, "\"do\":\"ready\"");
    refuses(ben, "\"do\":\"aloud\",\"value\":\"on\"", "table.who.host");
    refuses(0, "\"do\":\"aloud\",\"value\":\"loud\"", "table.aloud.value");
    refuses(0, "\"do\":\"aloud\"", "table.aloud.value");
    does(0, "\"do\":\"aloud\",\"value\":\"three\"");
    assert_non_null(strstr(last_news[0], "\"do\":\"aloud\""));
    assert_non_null(strstr(last_news[0], "\"value\":\"three\""));
    assert_non_null(strstr(last_news[0], "\"aloud\":\"three\""));
    assert_false(table->seat[1].ready); /* Ben agreed to another table */
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    refuses(0, "\"do\":\"aloud\",\"value\":\"off\"", "table.phase.play");
    restores();
    open_table("iota", 2, false);
    refuses(0, "\"do\":\"aloud\",\"value\":\"on\"", "table.aloud.game");
    does(0, "\"do\":\"seats\",\"seats\":3");
    assert_null(strstr(last_news[0], "aloud"));
}

static void a_wrong_answer_is_counted_and_told_to_its_player(void **unused)
{
    (void)unused;
    char wrong[MOVE_TEXT_MAX], body[100];
    begin("on");
    wrong_answer(NOA, wrong);
    uint32_t position_v = table->position_v;
    counts_as_try(0, wrong);
    snprintf(body, sizeof body, "\"seat\":0,\"move\":\"%s\",\"reason\":\"cento.", wrong);
    assert_non_null(strstr(last_news[FIRST_NEWS + NOA], body));
    assert_non_null(strstr(last_news[FIRST_NEWS + NOA], "\"tried\":[1,0]"));
    assert_non_null(strstr(last_news[FIRST_NEWS + BEN], "\"do\":\"try\""));
    assert_non_null(strstr(last_news[FIRST_NEWS + BEN], "\"tried\":[1,0]"));
    assert_null(strstr(last_news[FIRST_NEWS + BEN], wrong)); /* it is a card of Noa's hand */
    assert_null(strstr(last_news[FIRST_NEWS + BEN], "reason"));
    assert_non_null(strstr(last_news[0], "\"skip\":true")); /* onlookers */
    assert_int_equal(table->position_v, position_v);
    for (int i = 0; i < 5; i++) /* as often as they like */
        counts_as_try(0, wrong);
    assert_int_equal(table->match.count, 0);
    assert_int_equal(table->tries[NOA].turn, 6);
    restores();
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"tried\":[6,0]"));
    assert_null(strstr(answer, "\"tries\""));
    table_greet(table, &workspace, NO_GUEST, now);
    assert_null(strstr(answer, "tried"));
    say(0, "draw");
    assert_int_equal(table->tries[NOA].turn, 0);
    assert_int_equal(table->tries[NOA].count, 6);
}

/* The same command again, after a lost connection, is not another try. */
static void a_repeated_answer_counts_once(void **unused)
{
    (void)unused;
    char wrong[MOVE_TEXT_MAX], json[200];
    begin("three");
    wrong_answer(NOA, wrong);
    int size =
        snprintf(json, sizeof json, "{\"cid\":77,\"base\":%u,\"do\":\"move\",\"move\":\"%s\"}",
                 table->version, wrong);
    for (int i = 0; i < 4; i++) {
        table_command(table, &workspace, 0, json, (size_t)size, now);
        assert_non_null(strstr(answer, "\"do\":\"ok\",\"cid\":77"));
    }
    assert_int_equal(table->tries[NOA].count, 1);
    restores();
}

static void only_answers_count(void **unused)
{
    (void)unused;
    char wrong[MOVE_TEXT_MAX];
    begin("on");
    const char *no_answers[] = {
        "\"do\":\"move\",\"move\":\"fly\"", "\"do\":\"move\",\"move\":\"24\"",
        "\"do\":\"move\",\"move\":\"11=1x11\"", "\"do\":\"move\",\"move\":\"24=2x12\""};
    const char *reasons[] = {"notation.unknown", "C3.declare", "C1.card", "C3.table"};
    for (int i = 0; i < 4; i++)
        refuses(0, no_answers[i], reasons[i]);
    wrong_answer(NOA, wrong);
    say(ben, wrong); /* it is not Ben's turn */
    assert_non_null(strstr(answer, "match.seat.turn"));
    wrong_answer(BEN, wrong);
    say(0, wrong); /* Ben's card */
    assert_non_null(strstr(answer, "cento.C"));
    assert_int_equal(table->tries[NOA].count + table->tries[BEN].count, 0);
    begin("off");
    wrong_answer(NOA, wrong);
    say(0, wrong);
    assert_non_null(strstr(answer, "\"do\":\"error\""));
    assert_int_equal(table->tries[NOA].count, 0);
}

static void the_third_costs_the_turn(void **unused)
{
    (void)unused;
    char wrong[MOVE_TEXT_MAX];
    begin("three");
    wrong_answer(NOA, wrong);
    counts_as_try(0, wrong);
    counts_as_try(0, wrong);
    assert_non_null(strstr(last_news[FIRST_NEWS + NOA], "\"tried\":[2,0],\"tries\":3"));
    assert_int_equal(table->match.count, 0);
    counts_as_try(0, wrong);
    assert_int_equal(table->match.count, 1);
    assert_non_null(strstr(events[event_count - 1], "- 0 move 0 draw")); /* C5 */
    char ok[32];
    snprintf(ok, sizeof ok, "\"v\":%u}", table->version - 1); /* the try's, not the draw's */
    assert_non_null(strstr(answer, ok));
    assert_int_equal(position()->actors, 1u << BEN);
    assert_int_equal(table->tries[NOA].turn, 0);
    restores();
    restart();
    assert_int_equal(table->tries[NOA].count, 3);
}

/* CR5: with nothing to draw a player who can discard must, so the turn cannot be lost. */
static void a_turn_that_cannot_be_lost_goes_on(void **unused)
{
    (void)unused;
    begin_at("three", "12=2x6 24/35 - - 0/0 0:1:0");
    for (int i = 0; i < 5; i++)
        counts_as_try(0, "24=3x8");
    assert_int_equal(table->match.count, 0);
    say(0, "24=6x4"); /* in either order, and told in one (CR9) */
    assert_non_null(strstr(last_news[0], "\"move\":\"24=4x6\""));
    assert_int_equal(table->phase, PHASE_OVER);
    assert_non_null(strstr(last_news[FIRST_NEWS + NOA], "\"wrong\":[5,0],\"answers\":["
                                                        "{\"move\":\"24=3x8\",\"on\":\"12=2x6\","
                                                        "\"right\":[\"24=4x6\"]}"));
    assert_non_null(strstr(last_news[FIRST_NEWS + BEN], "\"wrong\":[5,0],\"answers\":[]"));
    assert_null(strstr(last_news[0], "answers"));
    assert_null(strstr(last_news[0], "wrong"));
}

/* Whoever sits there next is somebody else. */
static void answers_leave_with_their_player(void **unused)
{
    (void)unused;
    char wrong[MOVE_TEXT_MAX];
    begin("on");
    wrong_answer(NOA, wrong);
    counts_as_try(0, wrong);
    does(0, "\"do\":\"resign\"");
    assert_non_null(strstr(last_news[FIRST_NEWS + NOA], wrong));
    assert_null(strstr(record_text, "try"));
    assert_null(strstr(record_text, wrong));
    assert_null(strstr(record_text, "aloud"));
    does(0, "\"do\":\"stand\"");
    int dan = add_guest('d');
    does(dan, "\"do\":\"sit\",\"seat\":0,\"name\":\"Dan\"");
    assert_null(strstr(last_news[FIRST_NEWS + NOA], wrong));
    restores();
}

/* What was taken back never happened. */
static void an_undo_takes_answers_back(void **unused)
{
    (void)unused;
    begin_at("on", "12=2x6 24+30/35+42 1+2+3+4 5 0/0 0:1:0");
    counts_as_try(0, "24=3x8");
    does(0, "\"do\":\"move\",\"move\":\"24=4x6\"");
    counts_as_try(ben, "35=5x7");
    does(0, "\"do\":\"undo\"");
    does(ben, "\"do\":\"allow\"");
    assert_int_equal(table->match.count, 0);
    assert_int_equal(table->tries[NOA].count, 1);
    assert_int_equal(table->tries[BEN].count, 0);
    assert_int_equal(table->tries[BEN].kept, 0);
}

/* Every answer is judged as the rules would: right ones are legal moves with the same card. */
static void whole_games_with_wrong_answers(void **unused)
{
    (void)unused;
    struct search_rng rng;
    search_rng_init(&rng, 7);
    for (int game = 0; game < GAMES; game++) {
        begin(game % 2 ? "on" : "three");
        for (int i = 0; i < PLIES && table->phase == PHASE_PLAY; i++) {
            char text[MOVE_TEXT_MAX];
            struct text out;
            int seat = position()->actors == 1 ? NOA : BEN, guest = seat == NOA ? 0 : ben;
            if (search_rng_below(&rng, 3) == 0) {
                wrong_answer(seat, text);
                counts_as_try(guest, text);
                continue;
            }
            int count = game_legal(table->game, position(), seat, &moves);
            move m = moves.list[search_rng_below(&rng, (uint32_t)count)];
            text_init(&out, text, sizeof text);
            table->game->write_move(position(), m, &out);
            say(guest, text);
            assert_non_null(strstr(answer, "\"do\":\"ok\""));
        }
        restores();
        if (table->phase != PHASE_OVER)
            continue;
        static struct record record;
        assert_null(record_replay(&record, record_text, strlen(record_text)));
        assert_non_null(strstr(last_news[FIRST_NEWS + NOA], "\"answers\":["));
        assert_null(strstr(last_news[0], "answers"));
    }
}

/* A seat's tries are bounded: what is beyond is refused, and not kept. */
static void tries_are_bounded(void **unused)
{
    (void)unused;
    char wrong[MOVE_TEXT_MAX];
    begin("on");
    wrong_answer(NOA, wrong);
    for (int i = 0; i < TRIES_MATCH; i++)
        counts_as_try(0, wrong);
    uint32_t version = table->version;
    say(0, wrong);
    assert_non_null(strstr(answer, "\"do\":\"error\""));
    assert_int_equal(table->version, version);
    assert_int_equal(table->tries[NOA].kept, TRIES_KEPT);
    restores();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_chooses_in_the_lobby),
        cmocka_unit_test(a_wrong_answer_is_counted_and_told_to_its_player),
        cmocka_unit_test(a_repeated_answer_counts_once),
        cmocka_unit_test(only_answers_count),
        cmocka_unit_test(the_third_costs_the_turn),
        cmocka_unit_test(a_turn_that_cannot_be_lost_goes_on),
        cmocka_unit_test(answers_leave_with_their_player),
        cmocka_unit_test(an_undo_takes_answers_back),
        cmocka_unit_test(whole_games_with_wrong_answers),
        cmocka_unit_test(tries_are_bounded),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_table();
    return failed;
}
