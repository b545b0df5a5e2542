/* SPDX-License-Identifier: MIT */
/*
 * The host's door at the hub: what happens to the connections of people who are removed or blocked,
 * who is then refused and who is not, and who makes room for whom.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hub_room.h"

#define JOIN ",\"join\":true"

/* ---- removed ---- */

static void a_removed_person_watches(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    hello(third, as(token, "", ""));
    say(host, "{\"cid\":5,\"do\":\"remove\",\"seat\":1}");
    assert_non_null(strstr(last(host), "{\"do\":\"ok\",\"cid\":5,"));
    for (int i = 1; i <= 2; i++) {
        assert_non_null(strstr(last(&clients[i]), "\"do\":\"remove\""));
        assert_null(strstr(last(&clients[i]), "\"legal\""));
        assert_false(clients[i].cut);
    }
    assert_int_equal(other->member.guest, NO_GUEST);
    say(other, "{\"cid\":6,\"do\":\"resign\"}");
    assert_non_null(strstr(last(other), "table.who.guest"));
    hub_leave(hub, &third->member, now);
    hello(third, as(token, "", ""));
    assert_non_null(strstr(last(third), "store.late"));
    turn();
    hello(third, as(token, "", ""));
    assert_non_null(strstr(last(third), "serve.token.unknown"));
    hello(third, JOIN); /* may join again */
    assert_non_null(third->member.table);
}

/* A guest who is still connected sits down with the same token, as if nothing had happened. */
static void a_removed_person_may_sit_again(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    open_table("gobblet", 2);
    seat_two(host, other);
    const char *token = token_of(other);
    say(host, "{\"cid\":5,\"do\":\"remove\",\"seat\":1}");
    say(other, "{\"cid\":5,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    assert_non_null(strstr(last(other), "{\"do\":\"ok\",\"cid\":5,"));
    assert_int_equal(the_table()->guests[other->member.guest].here, 1);
    turn();
    hello(third, as(token, "", ""));
    assert_non_null(strstr(before_last(third, 1), "\"you\":{\"seat\":1}"));
    say(host, "{\"cid\":6,\"do\":\"remove\",\"seat\":1}");
    say(host, "{\"cid\":7,\"do\":\"lock\"}");
    say(other, "{\"cid\":6,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    assert_non_null(strstr(last(other), "serve.table.locked"));
    say(host, "{\"cid\":8,\"do\":\"unlock\"}");
    say(other, "{\"cid\":7,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    say(third, "{\"cid\":8,\"do\":\"name\",\"name\":\"Benny\"}"); /* with the same token */
    assert_non_null(strstr(last(third), "{\"do\":\"ok\",\"cid\":8,"));
    assert_int_equal(third->member.guest, other->member.guest);
    assert_int_equal(the_table()->guests[other->member.guest].here, 2);
}

/* ---- locked ---- */

static void nobody_new_comes_through_a_locked_door(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    hello(&clients[3], "");
    say(host, "{\"cid\":5,\"do\":\"lock\"}");
    assert_non_null(strstr(last(&clients[3]), "\"do\":\"lock\"")); /* onlookers stay */
    hello(third, JOIN);
    assert_non_null(strstr(last(third), "serve.table.locked"));
    hello(third, "");
    assert_non_null(strstr(last(third), "serve.table.locked"));
    assert_int_equal(metrics.refused[REFUSAL_DOOR], 2);
    hub_leave(hub, &other->member, now);
    hello(other, as(token, "", "")); /* a seated guest comes back */
    assert_non_null(strstr(last(other), "\"locked\":true"));
    hello(third, as(token, NEW_TOKEN, "")); /* and takes the place over */
    assert_non_null(strstr(last(third), "\"you\":{\"seat\":1}"));
    restart(1000);
    hello(third, JOIN);
    assert_non_null(strstr(last(third), "serve.table.locked"));
    hello_host(host);
    say(host, "{\"cid\":6,\"do\":\"unlock\"}");
    hello(third, JOIN);
    assert_non_null(third->member.table);
}

/* ---- blocked ---- */

static void a_blocked_person_is_cut_off_and_refused(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    begin(host, other);
    const char *token = token_of(other);
    hello(third, as(token, "", ""));
    say(host, "{\"cid\":5,\"do\":\"block\",\"seat\":1}");
    assert_true(other->cut && third->cut);
    assert_null(other->member.table);
    assert_non_null(strstr(last(host), "{\"do\":\"ok\",\"cid\":5,"));
    hello(other, as(token, "", ""));
    assert_non_null(strstr(last(other), "store.late")); /* the block may still be lost */
    turn();
    static const char *const ways[] = {"", ",\"peek\":true", ",\"have\":3"};
    for (int i = 0; i < 3; i++) {
        hello(other, as(token, "", ways[i]));
        assert_non_null(strstr(last(other), "serve.table.blocked"));
    }
    hello(other, as(token, NEW_TOKEN, ""));
    assert_non_null(strstr(last(other), "serve.table.blocked"));
    restart(1000);
    hello(other, as(token, "", ""));
    assert_non_null(strstr(last(other), "serve.table.blocked"));
    hello_host(host);
    say(host, "{\"cid\":6,\"do\":\"unblock\"}");
    turn();
    hello(other, as(token, "", ""));
    assert_non_null(strstr(last(other), "serve.token.unknown"));
}

/* Somebody who comes without a token from the same house, and anybody else who lives there. */
static void an_address_is_blocked_unless_others_share_it(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *third = &clients[2];
    struct client *neighbour = &clients[3];
    host->member.address = 1;
    other->member.address = third->member.address = neighbour->member.address = 2;
    open_table("gobblet", 2);
    seat_two(host, other);
    hello(neighbour, JOIN);
    say(host, "{\"cid\":5,\"do\":\"block\",\"seat\":1}");
    turn();
    hello(third, JOIN); /* may be anybody in that house */
    assert_non_null(third->member.table);
    hub_leave(hub, &third->member, now);
    hub_leave(hub, &neighbour->member, now);
    turn();
    hello(third, JOIN);
    assert_non_null(strstr(last(third), "serve.table.blocked"));
    hello(third, "");
    assert_non_null(strstr(last(third), "serve.table.blocked"));
    clients[4].member.address = 3;
    hello(&clients[4], JOIN);
    assert_non_null(clients[4].member.table);
    hello(neighbour, as(token_of(neighbour), "", "")); /* a known token is let in */
    assert_non_null(neighbour->member.table);
    hub_leave(hub, &neighbour->member, now);
    hub_leave(hub, &clients[4].member, now);
    hub_leave(hub, &host->member, now); /* nobody is there any more */
    turn();
    hello(third, JOIN);
    assert_non_null(third->member.table);
}

/* ---- room ---- */

static void strangers_take_no_room_from_anybody(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *friend = &clients[GUESTS_MAX + 2];
    open_table("gobblet", 2);
    hello_host(host);
    for (int i = 1; i <= GUESTS_MAX; i++) /* one more than there are rows left */
        hello(&clients[i], JOIN);
    assert_int_equal(clients[1].member.guest, NO_GUEST);
    assert_non_null(clients[1].member.table); /* as an onlooker */
    hello(friend, JOIN);
    say(friend, "{\"cid\":1,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    assert_non_null(strstr(last(friend), "{\"do\":\"ok\",\"cid\":1,"));
    assert_int_equal(clients[2].member.guest, NO_GUEST);
    say(&clients[1], "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Eve\"}"); /* a guest again */
    assert_non_null(strstr(last(&clients[1]), "{\"do\":\"ok\",\"cid\":1,"));
    assert_int_equal(clients[3].member.guest, NO_GUEST);
    turn();
    const char *token = token_of(&clients[1]);
    hub_leave(hub, &clients[1].member, now);
    hello(&clients[1], as(token, "", ""));
    assert_non_null(strstr(last(&clients[1]), "\"you\":{\"seat\":0}"));
}

static void an_onlooker_makes_room_for_a_guest(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *friend = &clients[TABLE_MEMBERS_MAX];
    open_table("gobblet", 2);
    hello_host(host);
    for (int i = 1; i < TABLE_MEMBERS_MAX; i++)
        hello(&clients[i], "");
    hello(friend, "");
    assert_non_null(strstr(last(friend), "serve.table.full"));
    assert_false(clients[1].cut);
    hello(friend, JOIN);
    assert_non_null(friend->member.table);
    assert_true(clients[1].cut); /* the oldest onlooker */
    assert_false(clients[2].cut || host->cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_removed_person_watches, start, stop),
        cmocka_unit_test_setup_teardown(a_removed_person_may_sit_again, start, stop),
        cmocka_unit_test_setup_teardown(nobody_new_comes_through_a_locked_door, start, stop),
        cmocka_unit_test_setup_teardown(a_blocked_person_is_cut_off_and_refused, start, stop),
        cmocka_unit_test_setup_teardown(an_address_is_blocked_unless_others_share_it, start, stop),
        cmocka_unit_test_setup_teardown(strangers_take_no_room_from_anybody, start, stop),
        cmocka_unit_test_setup_teardown(an_onlooker_makes_room_for_a_guest, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
