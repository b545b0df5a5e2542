/* SPDX-License-Identifier: MIT */
/* Somebody who is here and does not move: warned in public, and replaced if the others agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table_room.h"

#define NUDGE_NOA "\"do\":\"nudge\",\"seat\":0"
#define AGREE "\"do\":\"agree\""

static int ben, gal;

/* It is Noa's turn, on seat 0. */
static void three_people(bool clock)
{
    open_table("taki", 3, false);
    ben = add_guest('b');
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":2,\"name\":\"Gal\"");
    if (clock)
        does(0, "\"do\":\"clock\",\"kind\":\"game\",\"millis\":600000");
    does(ben, "\"do\":\"ready\"");
    does(gal, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
}

static void nudged(void)
{
    three_people(false);
    now += NUDGE_AFTER_MS;
    does(ben, NUDGE_NOA);
}

static void nobody_is_nudged_too_early_or_for_nothing(void **unused)
{
    (void)unused;
    three_people(false);
    refuses(ben, NUDGE_NOA, "table.nudge.early");
    now += NUDGE_AFTER_MS - 1;
    refuses(ben, NUDGE_NOA, "table.nudge.early");
    refuses(ben, "\"do\":\"nudge\",\"seat\":2", "table.nudge.turn");
    refuses(0, NUDGE_NOA, "table.nudge.turn");
    refuses(gal, AGREE, "table.agree.none");
    now++;
    does(ben, NUDGE_NOA);
    assert_non_null(strstr(last_news[0], "\"seat\":0,\"by\":1,\"ply\""));
    assert_non_null(strstr(last_news[0], "\"nudged\":0,\"nudged_ms\":30000,\"agreed\":[]"));
    refuses(gal, NUDGE_NOA, "table.nudge.twice");
    int dan = add_guest('d');
    refuses(dan, NUDGE_NOA, "table.who.seated");
    refuses(dan, AGREE, "table.who.seated");
    restores();
    three_people(true);
    now += NUDGE_AFTER_MS;
    refuses(ben, NUDGE_NOA, "table.nudge.clock");
}

static void the_others_agree_when_the_countdown_is_over(void **unused)
{
    (void)unused;
    nudged();
    refuses(ben, AGREE, "table.agree.early");
    now += TABLE_GRACE_MS - 1;
    refuses(ben, AGREE, "table.agree.early");
    refuses(0, AGREE, "table.agree.none");
    now++;
    does(ben, AGREE);
    assert_non_null(strstr(last_news[0], "\"nudged\":0,\"nudged_ms\":0,\"agreed\":[1]"));
    assert_int_equal(match_people(&table->match), 7);
    restores();
    uint32_t version = table->version;
    char ok[40];
    does(gal, AGREE);
    snprintf(ok, sizeof ok, ",\"v\":%u}", version + 1);
    assert_non_null(strstr(answer, ok));
    assert_int_equal(table->version, version + 2);
    assert_non_null(strstr(last_news[0], "\"do\":\"takeover\""));
    assert_non_null(strstr(
        last_news[0], "\"seat\":0,\"level\":\"casual\",\"phase\"")); /* names nobody who did it */
    assert_null(strstr(last_news[0], "\"nudged\""));
    assert_int_equal(match_people(&table->match), 6);
    restores();
    does(0, "\"do\":\"giveback\""); /* also at once */
    does(0, "\"do\":\"move\",\"move\":\"draw\"");
    restores();
}

static void absent_people_are_not_asked(void **unused)
{
    (void)unused;
    nudged();
    now += TABLE_GRACE_MS;
    does(ben, AGREE);
    table_guest_here(table, &workspace, gal, false, now);
    assert_int_equal(match_people(&table->match), 7);
    does(ben, AGREE); /* again: somebody who had not agreed has left */
    assert_int_equal(match_people(&table->match), 6);
    restores();
    nudged();
    does(gal, "\"do\":\"takeover\",\"seat\":2,\"level\":\"gentle\"");
    now += TABLE_GRACE_MS;
    refuses(gal, AGREE, "table.agree.none");
    does(ben, AGREE);
    assert_int_equal(match_people(&table->match), 2);
}

static void a_move_or_a_bot_ends_it(void **unused)
{
    (void)unused;
    nudged();
    does(0, "\"do\":\"move\",\"move\":\"draw\"");
    assert_null(strstr(last_news[0], "\"nudged\""));
    now += TABLE_GRACE_MS;
    refuses(ben, AGREE, "table.agree.none");
    nudged();
    does(0, "\"do\":\"takeover\",\"seat\":0,\"level\":\"gentle\"");
    refuses(gal, NUDGE_NOA, "table.nudge.turn");
    does(0, "\"do\":\"giveback\"");
    now += TABLE_GRACE_MS;
    refuses(ben, AGREE, "table.agree.none");
    does(ben, NUDGE_NOA);
    restores();
}

static void time_without_a_server_is_nobodys(void **unused)
{
    (void)unused;
    nudged();
    now += 10 * TABLE_GRACE_MS;
    restart();
    table_wake(table, &workspace, now);
    table_guest_here(table, &workspace, ben, true, now);
    table_guest_here(table, &workspace, gal, true, now);
    refuses(ben, AGREE, "table.agree.early");
    now += TABLE_GRACE_MS;
    does(ben, AGREE);
    three_people(false);
    now += 10 * NUDGE_AFTER_MS;
    restart();
    table_wake(table, &workspace, now);
    table_guest_here(table, &workspace, ben, true, now);
    refuses(ben, NUDGE_NOA, "table.nudge.early");
    now += NUDGE_AFTER_MS;
    does(ben, NUDGE_NOA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_nudged_too_early_or_for_nothing),
        cmocka_unit_test(the_others_agree_when_the_countdown_is_over),
        cmocka_unit_test(absent_people_are_not_asked),
        cmocka_unit_test(a_move_or_a_bot_ends_it),
        cmocka_unit_test(time_without_a_server_is_nobodys),
    };
    int failed = cmocka_run_group_tests_name("table nudge", tests, NULL, NULL);
    close_table();
    return failed;
}
