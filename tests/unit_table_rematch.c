/* SPDX-License-Identifier: MIT */
/* Another match: who wants one and who is missing, taking it back, and going on without some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table_room.h"

#define WANTS "\"do\":\"rematch\""
#define WITH_BOT "\"do\":\"rematch\",\"missing\":\"bot\""
#define LEAVE_THEM "\"do\":\"rematch\",\"missing\":\"leave\""

static int ben, gal;

static void goes(int guest)
{
    table_guest_here(table, &workspace, guest, false, now);
}

/* Three have played; Noa, on seat 0, is the host. */
static void three_have_played(void)
{
    open_table("iota", 3, false);
    ben = add_guest('b');
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":2,\"name\":\"Gal\"");
    does(ben, "\"do\":\"ready\",\"salt\":\"00ff\"");
    does(gal, "\"do\":\"ready\",\"salt\":\"1234\"");
    does(0, "\"do\":\"start\"");
    play_to_the_end();
}

static void two_have_played(void)
{
    two_people("gobblet");
    ben = 1;
    does(ben, "\"do\":\"resign\"");
}

/* ---- wanting it ---- */

static void all_see_who_wants_it_and_who_is_missing(void **unused)
{
    (void)unused;
    three_have_played();
    table_greet(table, &workspace, gal, now);
    assert_non_null(strstr(answer, "\"rematch\":[],\"missing\":[0,1,2],"));
    does(ben, WANTS);
    assert_non_null(strstr(last_news[0], "\"seat\":1,\"phase\":\"over\","));
    assert_non_null(strstr(last_news[0], "\"rematch\":[1],\"missing\":[0,2],"));
    does(gal, WANTS);
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"rematch\":[1,2],\"missing\":[0],"));
    assert_null(strstr(strstr(answer, "\"rematch\"") + 1, "\"rematch\"")); /* once */
    restores();
    does(0, WANTS);
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_null(strstr(last_news[0], "\"missing\""));
    assert_int_equal(table->guests[0].seat, 1);
    restores();
}

static void it_can_be_taken_back(void **unused)
{
    (void)unused;
    three_have_played();
    refuses(ben, "\"do\":\"unrematch\"", "table.rematch.none");
    does(ben, WANTS);
    does(0, WANTS);
    does(ben, "\"do\":\"unrematch\"");
    assert_non_null(strstr(last_news[0], "\"do\":\"unrematch\""));
    assert_non_null(strstr(last_news[0], "\"rematch\":[0],\"missing\":[1,2],"));
    refuses(ben, "\"do\":\"unrematch\"", "table.rematch.none");
    does(gal, WANTS);
    assert_int_equal(table->phase, PHASE_OVER);
    does(ben, WANTS);
    assert_int_equal(table->phase, PHASE_PLAY);
    refuses(ben, "\"do\":\"unrematch\"", "table.phase.play");
    restores();
}

static void an_empty_seat_is_missing_until_it_is_taken(void **unused)
{
    (void)unused;
    two_have_played();
    does(ben, "\"do\":\"stand\"");
    assert_non_null(strstr(last_news[0], "\"do\":\"stand\""));
    assert_non_null(strstr(last_news[0], "\"rematch\":[],\"missing\":[0,1],"));
    does(0, WANTS); /* before, this was refused */
    assert_int_equal(table->phase, PHASE_OVER);
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    assert_non_null(strstr(last_news[0], "\"rematch\":[0],\"missing\":[1],"));
    does(ben, WANTS);
    assert_int_equal(table->phase, PHASE_PLAY);
    restores();
}

/* All who are left want it, so a bot in the empty seat is all that it takes. */
static void a_bot_in_the_empty_seat_begins_it(void **unused)
{
    (void)unused;
    two_have_played();
    does(ben, "\"do\":\"stand\"");
    does(0, "\"do\":\"rematch\",\"salt\":\"abcd\"");
    uint32_t version = table->version;
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    assert_non_null(strstr(answer, "\"do\":\"ok\""));
    char ok[40];
    snprintf(ok, sizeof ok, ",\"v\":%u}", version + 1);
    assert_non_null(strstr(answer, ok)); /* the version of the bot's event, not of the next */
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->version, version + 2);
    assert_non_null(strstr(last_news[0], "\"do\":\"rematch\""));
    assert_int_equal(table->salts[1][0], 0xab); /* moved up */
    assert_int_equal(table_thinkers(table), 1);
    restores();
}

/* ---- going on without some ---- */

static void nobody_who_is_here_is_left_out(void **unused)
{
    (void)unused;
    three_have_played();
    refuses(0, "\"do\":\"rematch\",\"missing\":\"wait\"", "table.command.missing");
    refuses(0, "\"do\":\"rematch\",\"missing\":1", "table.command.missing");
    does(ben, WANTS);
    refuses(0, WITH_BOT, "table.rematch.here");
    refuses(0, LEAVE_THEM, "table.rematch.here");
    goes(gal);
    refuses(0, WITH_BOT, "table.rematch.early");
    now += TABLE_GRACE_MS - 1;
    refuses(0, LEAVE_THEM, "table.rematch.early");
    assert_int_equal(table->wants_rematch, 2);
    does(ben, "\"do\":\"unrematch\"");
    now++;
    refuses(0, WITH_BOT, "table.rematch.here");
    does(ben, WANTS);
    does(0, WITH_BOT);
}

static void a_bot_stands_in_for_those_who_are_missing(void **unused)
{
    (void)unused;
    three_have_played();
    does(ben, "\"do\":\"rematch\",\"salt\":\"77\"");
    goes(gal);
    now += TABLE_GRACE_MS;
    does(0, "\"do\":\"rematch\",\"missing\":\"bot\",\"salt\":\"99\"");
    const char *news = last_news[0];
    assert_non_null(strstr(news, "\"do\":\"without\""));
    assert_non_null(strstr(news, "\"seat\":0,\"missing\":\"bot\",\"seal\":"));
    assert_non_null(
        strstr(news, "{\"name\":\"Gal\",\"here\":false,\"away_ms\":0,\"bot\":\"casual\""));
    assert_non_null(strstr(news, "\"you\":{},"));
    assert_non_null(
        strstr(last_news[2 + 1], "\"you\":{\"seat\":1,\"host\":true},")); /* Noa has moved up */
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->seats, 3);
    assert_int_equal(table->guests[gal].seat, 0);
    assert_int_equal(table->salts[0][0], 0); /* what she added was to another match */
    assert_int_equal(table->salts[1][0], 0x99);
    assert_int_equal(table->salts[2][0], 0x77);
    assert_int_equal(match_people(&table->match), 6);
    restores();
    table_guest_here(table, &workspace, gal, true, now);
    does(gal, "\"do\":\"giveback\"");
    assert_int_equal(match_people(&table->match), 7);
    restores();
}

static void or_their_seats_go(void **unused)
{
    (void)unused;
    three_have_played();
    does(gal, WANTS);
    goes(ben); /* in the middle */
    now += TABLE_GRACE_MS;
    does(0, LEAVE_THEM);
    assert_non_null(strstr(last_news[0], "\"missing\":\"leave\",\"seal\":"));
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->seats, 2);
    assert_int_equal(table->match.state.head.seats, 2);
    assert_int_equal(table->guests[ben].seat, NO_SEAT);
    assert_int_equal(table->guests[0].seat, 1);
    assert_int_equal(table->guests[gal].seat, 0);
    assert_string_equal(table->match.seats[0].name, "Gal");
    assert_int_equal(match_people(&table->match), 3);
    assert_int_equal(table->seat[2].kind, SEAT_EMPTY);
    restores();
    table_guest_here(table, &workspace, ben, true, now);
    refuses(ben, "\"do\":\"giveback\"", "table.who.seated");
}

static void a_seat_that_was_left_goes_or_gets_a_bot(void **unused)
{
    (void)unused;
    three_have_played();
    does(ben, "\"do\":\"stand\"");
    does(gal, WANTS);
    does(0, WITH_BOT);
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->seat[2].kind, SEAT_BOT);
    assert_string_equal(table->seat[2].level, "casual");
    assert_int_equal(match_people(&table->match), 3);
    restores();
    three_have_played();
    does(ben, "\"do\":\"stand\"");
    does(gal, WANTS);
    does(0, LEAVE_THEM);
    assert_int_equal(table->seats, 2);
    restores();
}

static void a_game_needs_its_players(void **unused)
{
    (void)unused;
    two_have_played();
    goes(ben);
    now += TABLE_GRACE_MS;
    refuses(0, LEAVE_THEM, "table.rematch.few");
    assert_int_equal(table->wants_rematch, 0);
    does(0, WITH_BOT);
    assert_int_equal(match_people(&table->match), 2);
    restores();
}

static void the_last_to_agree_need_not_say_without(void **unused)
{
    (void)unused;
    two_have_played();
    does(ben, WANTS);
    does(0, LEAVE_THEM); /* nobody is missing any more */
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->seats, 2);
    assert_non_null(strstr(last_news[0], "\"do\":\"rematch\""));
    restores();
}

static void only_players_go_on(void **unused)
{
    (void)unused;
    two_have_played();
    int dan = add_guest('d');
    refuses(dan, WITH_BOT, "table.who.seated");
    does(0, WANTS);
    does(ben, WANTS);
    refuses(0, WITH_BOT, "table.phase.play");
}

static void strange_events_are_refused(void **unused)
{
    (void)unused;
    static const char *const lines[] = {
        "without 0 wait 00", "without 2 bot 00", "without 0 leave 00", "unrematch 0", "unrematch 2",
    };
    two_have_played();
    does(ben, "\"do\":\"stand\"");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[200];
        bool hash = strchr(lines[i], 'w') == lines[i];
        int size =
            snprintf(line, sizeof line, "%lld 0 %d %s%s", (long long)now, 900 + (int)i, lines[i],
                     hash ? "00000000000000000000000000000000000000000000000000000000000000" : "");
        assert_non_null(table_restore(table, &workspace, line, (size_t)size));
    }
    restores();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_see_who_wants_it_and_who_is_missing),
        cmocka_unit_test(it_can_be_taken_back),
        cmocka_unit_test(an_empty_seat_is_missing_until_it_is_taken),
        cmocka_unit_test(a_bot_in_the_empty_seat_begins_it),
        cmocka_unit_test(nobody_who_is_here_is_left_out),
        cmocka_unit_test(a_bot_stands_in_for_those_who_are_missing),
        cmocka_unit_test(or_their_seats_go),
        cmocka_unit_test(a_seat_that_was_left_goes_or_gets_a_bot),
        cmocka_unit_test(a_game_needs_its_players),
        cmocka_unit_test(the_last_to_agree_need_not_say_without),
        cmocka_unit_test(only_players_go_on),
        cmocka_unit_test(strange_events_are_refused),
    };
    int failed = cmocka_run_group_tests_name("table rematch", tests, NULL, NULL);
    close_table();
    return failed;
}
