/* SPDX-License-Identifier: MIT */
/*
 * Devices of a guest: who looks at a link first, who takes over a place, who hears of it, and what
 * the others keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hub_room.h"

#define NEXT_TOKEN "fedcba9876543210fedcba9876543210"

/* ---- looking first ---- */

static void a_look_changes_nothing(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    begin(host, other);
    uint32_t version = the_table()->version;
    int told = host->count + other->count;
    const char *token = token_of(other);
    hello(third, as(token, "", ",\"peek\":true"));
    assert_non_null(strstr(last(third), "{\"do\":\"peek\",\"table\":"));
    assert_non_null(strstr(last(third), ",\"seat\":1,\"name\":\"Ben\"}"));
    assert_null(third->member.table);
    assert_int_equal(host->count + other->count, told);
    assert_int_equal(the_table()->version, version);
    hello(third, as(NEW_TOKEN, "", ",\"peek\":true"));
    assert_non_null(strstr(last(third), "serve.token.unknown"));
    hello(third, as(token, "", "")); /* it may still say hello */
    assert_non_null(third->member.table);
    hello(&clients[3], ",\"join\":true");
    hello(&clients[4], as(token_of(&clients[3]), "", ",\"peek\":true"));
    assert_null(strstr(last(&clients[4]), "\"seat\""));
    assert_non_null(strstr(last(&clients[4]), "\"do\":\"peek\""));
}

/* ---- taking over ---- */

static void a_takeover_leaves_one_device(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *taker = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    int told = host->count;
    hello(taker, as(token, NEW_TOKEN, ",\"device\":\"page\""));
    assert_non_null(strstr(taker->letters[0].json, "\"do\":\"welcome\""));
    assert_null(strstr(taker->letters[0].json, "token"));
    assert_non_null(strstr(taker->letters[1].json, "\"you\":{\"seat\":1}"));
    assert_int_equal(taker->count, 2); /* no list of devices: it is the only one */
    assert_non_null(strstr(before_last(other, 2), "\"skip\":true"));
    assert_string_equal(before_last(other, 1), "{\"do\":\"moved\"}");
    assert_non_null(strstr(last(other), "\"you\":{}"));
    assert_int_equal(host->count, told + 1); /* a skip: nobody came or went */
    uint64_t durable = hub_poll(hub, now);
    for (int i = 1; i <= 3; i++) /* none of it before it is durable */
        assert_true(other->letters[other->count - i].ticket > durable);
    assert_true(taker->letters[0].ticket > durable);
    say(other, "{\"cid\":9,\"do\":\"resign\"}");
    assert_non_null(strstr(last(other), "table.who.guest"));
    hello(&clients[3], as(token, "", ""));
    assert_non_null(strstr(last(&clients[3]), "store.late")); /* until it is durable */
    turn();
    hello(&clients[3], as(token, "", ""));
    assert_non_null(strstr(last(&clients[3]), "serve.token.unknown"));
    assert_int_equal(the_table()->guests[1].here, 1);
    hub_leave(hub, &other->member, now); /* which is only an onlooker now */
    assert_int_equal(the_table()->guests[1].here, 1);
    say(taker, "{\"cid\":2,\"do\":\"ready\"}"); /* a command of the old device, with its number */
    assert_non_null(strstr(last(taker), "{\"do\":\"ok\",\"cid\":2,"));
}

/* The welcome is lost, with the connection or with the server. */
static void the_same_hello_works_again(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *taker = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    hello(taker, as(token, NEW_TOKEN, ""));
    hub_leave(hub, &taker->member, now);
    uint32_t version = the_table()->version;
    hello(taker, as(token, NEW_TOKEN, ",\"peek\":true"));
    assert_non_null(strstr(last(taker), "\"name\":\"Ben\""));
    hello(taker, as(token, NEW_TOKEN, ""));
    assert_non_null(strstr(last(taker), "\"you\":{\"seat\":1}"));
    assert_int_equal(the_table()->version, version); /* there was nothing left to do */
    restart(1000);
    hello(taker, as(token, NEW_TOKEN, ""));
    assert_non_null(strstr(last(taker), "\"you\":{\"seat\":1}"));
    assert_int_equal(the_table()->version, version);
}

static void a_full_disk_takes_no_place_away(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *taker = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    fault = STORE_DISK_FULL;
    say(host, "{\"cid\":3,\"do\":\"say\",\"phrase\":\"wait\"}");
    turn();
    turn();
    hello(taker, as(token, NEW_TOKEN, ""));
    assert_non_null(strstr(last(taker), "store.disk_full"));
    say(other, "{\"cid\":4,\"do\":\"signout\",\"become\":\"" NEW_TOKEN "\"}");
    assert_non_null(strstr(last(other), "store.disk_full"));
    hello(taker, as(token, "", ""));
    assert_non_null(strstr(before_last(taker, 2), "\"you\":{\"seat\":1}"));
    assert_false(heard(other, "moved"));
}

static void a_token_is_one_guests(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *taker = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    hello(taker, as(token, opened.token, ""));
    assert_non_null(strstr(last(taker), "table.token.taken"));
    hello(taker, as(token, "0123", ""));
    assert_non_null(strstr(last(taker), "table.command.token"));
    hello(taker, as(token, "0123456789ABCDEF0123456789ABCDEF", ""));
    assert_non_null(strstr(last(taker), "table.command.token"));
    say(other, "{\"cid\":3,\"do\":\"signout\"}");
    assert_non_null(strstr(last(other), "table.command.token"));
    assert_null(taker->member.table);
    assert_false(heard(other, "moved"));
}

static void a_full_house_of_ones_own_devices_is_taken_over(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    const char *token = token_of(other);
    for (int i = 2; i <= GUEST_MEMBERS_MAX; i++)
        hello(&clients[i], as(token, "", ",\"device\":\"terminal\""));
    assert_int_equal(the_table()->guests[1].here, GUEST_MEMBERS_MAX);
    struct client *late = &clients[GUEST_MEMBERS_MAX + 1];
    hello(late, as(token, "", ""));
    assert_non_null(strstr(last(late), "serve.guest.often"));
    hello(late, as(token, NEW_TOKEN, ""));
    assert_non_null(strstr(last(late), "\"you\":{\"seat\":1}"));
    assert_int_equal(the_table()->guests[1].here, 1);
    for (int i = 1; i <= GUEST_MEMBERS_MAX; i++)
        assert_string_equal(before_last(&clients[i], 1), "{\"do\":\"moved\"}");
}

/* ---- who they are ---- */

static void devices_hear_of_each_other(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    begin(host, other);
    char list[200];
    const char *token = token_of(other);
    int told = host->count;
    int64_t came = now;
    now += 500;
    hello(third, as(token, "", ",\"device\":\"terminal\""));
    snprintf(
        list, sizeof list,
        "{\"do\":\"devices\",\"devices\":[{\"kind\":\"terminal\",\"since\":%lld,\"this\":true},"
        "{\"kind\":\"program\",\"since\":%lld}]}",
        (long long)now, (long long)came);
    assert_string_equal(last(third), list);
    assert_non_null(strstr(last(other), "{\"kind\":\"terminal\",\"since\":1000500},{\"kind\":"));
    hub_resync(hub, &third->member, now); /* it was too slow for all of that */
    assert_string_equal(before_last(third, 1), list);
    hub_leave(hub, &third->member, now);
    snprintf(
        list, sizeof list,
        "{\"do\":\"devices\",\"devices\":[{\"kind\":\"program\",\"since\":%lld,\"this\":true}]}",
        (long long)came);
    assert_string_equal(last(other), list);
    assert_int_equal(host->count, told); /* nobody else is told */
}

static void the_others_are_signed_out(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    hello(third, as(token, "", ""));
    say(third, "{\"cid\":7,\"do\":\"signout\",\"become\":\"" NEW_TOKEN "\"}");
    assert_non_null(strstr(before_last(third, 1), "{\"do\":\"ok\",\"cid\":7,"));
    assert_non_null(
        strstr(last(third), "\"devices\":[{\"kind\":\"program\",\"since\":1000000,\"this"));
    assert_string_equal(before_last(other, 1), "{\"do\":\"moved\"}");
    assert_non_null(strstr(last(other), "\"do\":\"snapshot\""));
    hub_resync(hub, &other->member, now); /* it was too slow, but must be told */
    assert_string_equal(before_last(other, 1), "{\"do\":\"moved\"}");
    say(third, "{\"cid\":7,\"do\":\"signout\",\"become\":\"" NEW_TOKEN "\"}");
    assert_non_null(strstr(last(third), "{\"do\":\"ok\",\"cid\":7,"));
    restart(1000);
    hello(&clients[3], as(token, "", ""));
    assert_non_null(strstr(last(&clients[3]), "serve.token.unknown"));
    hello(third, as(token, NEW_TOKEN, "")); /* with both tokens, while it is unsure */
    assert_non_null(strstr(last(third), "\"you\":{\"seat\":1}"));
    hello(&clients[4], as(token, NEXT_TOKEN, ""));
    assert_non_null(strstr(last(&clients[4]), "serve.token.unknown"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_look_changes_nothing, start, stop),
        cmocka_unit_test_setup_teardown(a_takeover_leaves_one_device, start, stop),
        cmocka_unit_test_setup_teardown(the_same_hello_works_again, start, stop),
        cmocka_unit_test_setup_teardown(a_full_disk_takes_no_place_away, start, stop),
        cmocka_unit_test_setup_teardown(a_token_is_one_guests, start, stop),
        cmocka_unit_test_setup_teardown(a_full_house_of_ones_own_devices_is_taken_over, start,
                                        stop),
        cmocka_unit_test_setup_teardown(devices_hear_of_each_other, start, stop),
        cmocka_unit_test_setup_teardown(the_others_are_signed_out, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
