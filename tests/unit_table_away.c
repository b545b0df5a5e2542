/* SPDX-License-Identifier: MIT */
/* Somebody who is away: the countdown that everybody sees, and who may let a bot play, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table_room.h"

#define TAKE_NOA "\"do\":\"takeover\",\"seat\":0,\"level\":\"casual\""

static int ben, gal;

/* Noa is the host and begins. */
static void three_people(void)
{
    open_table("taki", 3, false);
    ben = add_guest('b');
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":2,\"name\":\"Gal\"");
    does(ben, "\"do\":\"ready\"");
    does(gal, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
}

static void comes(int guest)
{
    table_guest_here(table, &workspace, guest, true, now);
}

static void goes(int guest)
{
    table_guest_here(table, &workspace, guest, false, now);
}

/* ---- the countdown ---- */

static void no_bot_takes_over_before_the_grace(void **unused)
{
    (void)unused;
    three_people();
    refuses(ben, TAKE_NOA, "table.who.here");
    goes(0);
    refuses(ben, TAKE_NOA, "table.takeover.early");
    now += TABLE_GRACE_MS - 1;
    refuses(ben, TAKE_NOA, "table.takeover.early");
    now++;
    does(ben, TAKE_NOA);
    assert_non_null(strstr(last_news[0], "\"seat\":0,\"level\":\"casual\",\"by\":1,"));
    refuses(gal, TAKE_NOA, "match.seat.bot");
    restores();
}

static void a_short_return_renews_the_grace(void **unused)
{
    (void)unused;
    three_people();
    goes(0);
    now += TABLE_GRACE_MS - 1;
    comes(0);
    goes(0);
    now += TABLE_GRACE_MS - 1;
    refuses(ben, TAKE_NOA, "table.takeover.early");
    comes(0);
    comes(0); /* on two devices */
    now += 2 * TABLE_GRACE_MS;
    goes(0);
    refuses(ben, TAKE_NOA, "table.who.here");
}

static void everybody_sees_the_time_run_down(void **unused)
{
    (void)unused;
    three_people();
    goes(0);
    assert_string_equal(last_news[0],
                        "{\"do\":\"here\",\"seat\":0,\"here\":false,\"away_ms\":30000}");
    now += 12000;
    table_greet(table, &workspace, gal, now);
    assert_non_null(strstr(answer, "\"name\":\"Noa\",\"here\":false,\"away_ms\":18000,"));
    assert_non_null(strstr(answer, "\"grace\":30000,"));
    assert_non_null(strstr(answer, "\"name\":\"Ben\",\"here\":true,\"wins\""));
    now += TABLE_GRACE_MS;
    table_greet(table, &workspace, gal, now);
    assert_non_null(strstr(answer, "\"name\":\"Noa\",\"here\":false,\"away_ms\":0,"));
    comes(0);
    assert_string_equal(last_news[0], "{\"do\":\"here\",\"seat\":0,\"here\":true}");
}

static void the_time_begins_anew_after_a_restart(void **unused)
{
    (void)unused;
    three_people();
    goes(0);
    now += 10 * TABLE_GRACE_MS;
    restart();
    table_greet(table, &workspace, NO_GUEST, now);
    assert_non_null(strstr(answer, "\"name\":\"Noa\",\"here\":false,\"away_ms\":30000,"));
    comes(ben);
    refuses(ben, TAKE_NOA, "table.takeover.early");
    now += TABLE_GRACE_MS - 1;
    refuses(ben, TAKE_NOA, "table.takeover.early");
    now++;
    does(ben, TAKE_NOA);
}

static void and_after_the_server_was_frozen(void **unused)
{
    (void)unused;
    three_people();
    goes(0);
    now += 10 * TABLE_GRACE_MS;
    table_thaw(table, &workspace, now);
    assert_string_equal(last_news[0],
                        "{\"do\":\"here\",\"seat\":0,\"here\":false,\"away_ms\":30000}");
    refuses(ben, TAKE_NOA, "table.takeover.early");
    now += TABLE_GRACE_MS;
    does(ben, TAKE_NOA);
}

/* ---- the grace ---- */

static void the_host_sets_the_grace(void **unused)
{
    (void)unused;
    three_people();
    refuses(ben, "\"do\":\"grace\",\"millis\":60000", "table.who.host");
    refuses(0, "\"do\":\"grace\"", "table.grace.range");
    refuses(0, "\"do\":\"grace\",\"millis\":9999", "table.grace.range");
    refuses(0, "\"do\":\"grace\",\"millis\":600001", "table.grace.range");
    goes(ben);
    now += 15000;
    does(0, "\"do\":\"grace\",\"millis\":60000");
    assert_non_null(strstr(last_news[0], "\"do\":\"grace\""));
    assert_non_null(strstr(last_news[0], "\"millis\":60000,\"phase\":\"play\","));
    assert_non_null(strstr(last_news[0], "\"name\":\"Ben\",\"here\":false,\"away_ms\":45000,"));
    refuses(0, "\"do\":\"takeover\",\"seat\":1,\"level\":\"club\"", "table.takeover.early");
    does(0, "\"do\":\"grace\",\"millis\":10000");
    does(0, "\"do\":\"takeover\",\"seat\":1,\"level\":\"club\"");
    restores();
    restart();
    table_greet(table, &workspace, NO_GUEST, now);
    assert_non_null(strstr(answer, "\"grace\":10000,"));
}

static void a_stored_grace_is_within_bounds(void **unused)
{
    (void)unused;
    static const int millis[] = {0, TABLE_GRACE_MIN_MS - 1, TABLE_GRACE_MAX_MS + 1};
    three_people();
    for (size_t i = 0; i < sizeof millis / sizeof *millis; i++) {
        char line[80];
        int size = snprintf(line, sizeof line, "%lld - 0 grace %d", (long long)now, millis[i]);
        assert_string_equal(table_restore(table, &workspace, line, (size_t)size),
                            "table.grace.range");
    }
}

/* ---- who, and which bot ---- */

static void a_bot_for_others_plays_well_enough(void **unused)
{
    (void)unused;
    static const char *const levels[] = {"gentle", "random", "kid", "CASUAL"};
    three_people();
    goes(0);
    now += TABLE_GRACE_MS;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        char body[80];
        snprintf(body, sizeof body, "\"do\":\"takeover\",\"seat\":0,\"level\":\"%s\"", levels[i]);
        refuses(ben, body, "table.takeover.level");
    }
    does(ben, "\"do\":\"takeover\",\"seat\":0,\"level\":\"master\"");
    does(ben, "\"do\":\"takeover\",\"seat\":1,\"level\":\"gentle\""); /* Ben's own */
    assert_non_null(strstr(last_news[0], "\"level\":\"gentle\",\"by\":1,"));
}

static void an_onlooker_takes_nothing_over(void **unused)
{
    (void)unused;
    three_people();
    int dan = add_guest('d');
    goes(0);
    now += TABLE_GRACE_MS;
    refuses(dan, TAKE_NOA, "table.who.seated");
}

static void a_host_who_only_looks_on_may(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, true);
    ben = add_guest('b');
    gal = add_guest('c');
    does(ben, "\"do\":\"sit\",\"seat\":0,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":1,\"name\":\"Gal\"");
    does(ben, "\"do\":\"ready\"");
    does(gal, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    goes(ben);
    refuses(0, TAKE_NOA, "table.takeover.early");
    now += TABLE_GRACE_MS;
    does(0, TAKE_NOA);
    assert_null(strstr(last_news[0], "\"by\""));
    restores();
}

/* ---- and back ---- */

static move any_move(int seat, union any_state *view)
{
    static struct moves moves;
    table_ask(table, seat, &view->head, now);
    assert_true(game_legal(table->game, &view->head, seat, &moves) > 0);
    return moves.list[0];
}

/* Also in the bot's turn, and when it has thought of a move already. */
static void the_seat_is_given_back_at_any_moment(void **unused)
{
    (void)unused;
    static union any_state view;
    three_people();
    goes(0);
    now += TABLE_GRACE_MS;
    does(ben, TAKE_NOA);
    table_bot_move(table, &workspace, 0, table->match.version, any_move(0, &view), now);
    assert_int_equal(table->match.count, 0); /* it waits a little, so that people can follow */
    comes(0);
    does(0, "\"do\":\"giveback\"");
    now += 10 * BOT_MS;
    table_tick(table, &workspace, now);
    assert_int_equal(table->match.count, 0);
    restores();
    does(0, "\"do\":\"takeover\",\"seat\":0,\"level\":\"gentle\"");
    table_tick(table, &workspace, now); /* what the other bot thought is gone with it */
    assert_int_equal(table->match.count, 0);
    assert_int_equal(table_thinkers(table), 1);
    does(0, "\"do\":\"giveback\"");
    does(0, "\"do\":\"move\",\"move\":\"draw\"");
    restores();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bot_takes_over_before_the_grace),
        cmocka_unit_test(a_short_return_renews_the_grace),
        cmocka_unit_test(everybody_sees_the_time_run_down),
        cmocka_unit_test(the_time_begins_anew_after_a_restart),
        cmocka_unit_test(and_after_the_server_was_frozen),
        cmocka_unit_test(the_host_sets_the_grace),
        cmocka_unit_test(a_stored_grace_is_within_bounds),
        cmocka_unit_test(a_bot_for_others_plays_well_enough),
        cmocka_unit_test(an_onlooker_takes_nothing_over),
        cmocka_unit_test(a_host_who_only_looks_on_may),
        cmocka_unit_test(the_seat_is_given_back_at_any_moment),
    };
    int failed = cmocka_run_group_tests_name("table away", tests, NULL, NULL);
    close_table();
    return failed;
}
