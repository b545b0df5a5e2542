/* SPDX-License-Identifier: MIT */
/*
 * Who comes in, and as whom: tokens that are replaced, people whom the host removes and blocks, a
 * locked door, and rows that are given to somebody new.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table_room.h"

enum { ONLOOKER = 0, SEAT_0 = 2, SEAT_1 = 3 }; /* rows of last_news */

static int find(char who)
{
    uint8_t hash[SHA256_SIZE];
    hash_of(who, hash);
    return table_find_guest(table, hash);
}

/* ---- tokens ---- */

static void a_token_is_replaced(void **unused)
{
    (void)unused;
    static const char token[] = "00112233445566778899aabbccddeeff";
    uint8_t bytes[TOKEN_SIZE], hash[SHA256_SIZE];
    struct scan scan = {token};
    two_people("gobblet");
    int ben = find('b');
    refuses(ben, "\"do\":\"signout\"", "table.command.token");
    refuses(ben, "\"do\":\"signout\",\"become\":\"00\"", "table.command.token");
    does(ben, "\"do\":\"signout\",\"become\":\"00112233445566778899aabbccddeeff\"");
    assert_non_null(strstr(last_news[SEAT_0], "\"skip\":true"));
    assert_int_equal(find('b'), NO_GUEST);
    assert_true(scan_hex(&scan, bytes, sizeof bytes));
    sha256(bytes, sizeof bytes, hash);
    assert_int_equal(table_find_guest(table, hash), ben);
    assert_int_equal(table_viewer(table, ben), 1);
    refuses(0, "\"do\":\"signout\",\"become\":\"00112233445566778899aabbccddeeff\"",
            "table.token.taken");
    hash_of('c', hash);
    assert_null(table_replace_token(table, &workspace, ben, hash, now));
    assert_int_equal(find('c'), ben);
    hash_of('h', hash);
    assert_string_equal(table_replace_token(table, &workspace, ben, hash, now),
                        "table.token.taken");
    restores();
    close_table();
}

/* ---- people who are sent away ---- */

static void a_person_is_removed_before_the_match(void **unused)
{
    (void)unused;
    open_table("taki", 3, false);
    int ben = add_guest('b'), gal = add_guest('g');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    refuses(ben, "\"do\":\"remove\",\"seat\":0", "table.who.host");
    refuses(ben, "\"do\":\"lock\"", "table.who.host");
    refuses(0, "\"do\":\"remove\",\"seat\":0", "table.remove.host");
    refuses(0, "\"do\":\"block\",\"seat\":0", "table.remove.host");
    refuses(0, "\"do\":\"block\",\"seat\":2", "table.block.bot");
    refuses(0, "\"do\":\"remove\"", "table.command.seat");
    does(0, "\"do\":\"remove\",\"seat\":1"); /* though Ben is here */
    assert_non_null(strstr(last_news[ONLOOKER], "\"do\":\"remove\",\"at\":1000000,\"seat\":1,"
                                                "\"name\":\"Ben\",\"phase\":\"lobby\","));
    assert_non_null(strstr(last_news[ONLOOKER], "\"seats\":[{\"name\":\"Noa\""));
    assert_int_equal(find('b'), NO_GUEST);
    assert_int_equal(table_viewer(table, ben), SPECTATOR);
    assert_int_equal(table->seat[1].kind, SEAT_EMPTY);
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(0, "\"do\":\"remove\",\"seat\":1");
    assert_non_null(strstr(last_news[ONLOOKER], "\"do\":\"stand\""));
    assert_int_equal(table->guests[gal].known, true);
    restores();
    close_table();
}

/* A bot plays on, and neither the person nor anybody with that token sees the hand. */
static void a_person_is_removed_from_a_match(void **unused)
{
    (void)unused;
    two_people("taki");
    int ben = find('b');
    refuses(0, "\"do\":\"unready\"", "table.phase.play");
    does(0, "\"do\":\"block\",\"seat\":1");
    assert_non_null(strstr(last_news[ONLOOKER], "\"do\":\"block\""));
    assert_non_null(
        strstr(last_news[ONLOOKER], "{\"bot\":\"casual\",\"wins\":0}],\"you\":{},\"ply\":0,"));
    assert_int_equal(table_viewer(table, ben), SPECTATOR);
    assert_int_equal(table->match.seats[1].holder, HOLDER_BOT);
    assert_string_equal(table_level(table, 1), "casual");
    assert_true(table_is_blocked(table, (uint8_t[SHA256_SIZE]){0}) == false);
    uint8_t hash[SHA256_SIZE];
    hash_of('b', hash);
    assert_true(table_is_blocked(table, hash));
    refuses(0, "\"do\":\"remove\",\"seat\":1", "table.phase.play");
    restores();
    does(0, "\"do\":\"unblock\"");
    assert_false(table_is_blocked(table, hash));
    restores();
    close_table();
}

/* A bot that plays for its person already goes on as it is. */
static void somebody_who_is_played_for_is_removed(void **unused)
{
    (void)unused;
    two_people("taki");
    does(find('b'), "\"do\":\"takeover\",\"seat\":1,\"level\":\"master\"");
    does(0, "\"do\":\"remove\",\"seat\":1");
    assert_string_equal(table_level(table, 1), "master");
    assert_string_equal(table->seat[1].level, "master");
    assert_int_equal(table->seat[1].kind, SEAT_BOT);
    restores();
    close_table();
}

static void only_the_last_ones_stay_blocked(void **unused)
{
    (void)unused;
    uint8_t hash[SHA256_SIZE];
    open_table("gobblet", 2, false);
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    for (int i = 0; i <= BLOCKED_MAX; i++) {
        int guest = add_guest((char)('A' + i));
        does(guest, "\"do\":\"sit\",\"seat\":1,\"name\":\"Eve\"");
        does(0, "\"do\":\"block\",\"seat\":1");
    }
    for (int i = 0; i <= BLOCKED_MAX; i++) {
        hash_of((char)('A' + i), hash);
        assert_int_equal(table_is_blocked(table, hash), i > 0);
    }
    restores();
    close_table();
}

/* The host alone is told how many are blocked. */
static void the_host_knows_how_many_are_blocked(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, false);
    int gal = add_guest('g');
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"you\":{\"host\":true},"));
    for (int i = 1; i <= 2; i++) {
        does(add_guest((char)('a' + i)), "\"do\":\"sit\",\"seat\":1,\"name\":\"Eve\"");
        does(0, "\"do\":\"block\",\"seat\":1");
    }
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"you\":{\"host\":true,\"blocked\":2},"));
    table_greet(table, &workspace, gal, now);
    assert_non_null(strstr(answer, "\"you\":{},"));
    does(0, "\"do\":\"unblock\"");
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"you\":{\"host\":true},"));
    restores();
    close_table();
}

/* ---- the door ---- */

static void a_locked_table_keeps_who_sits(void **unused)
{
    (void)unused;
    uint8_t hash[SHA256_SIZE];
    open_table("taki", 3, false);
    int ben = add_guest('b');
    add_guest('g');
    hash_of('s', hash);
    int screen = table_add_guest(table, &workspace, hash, true, now);
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(0, "\"do\":\"lock\"");
    assert_non_null(strstr(last_news[SEAT_1], "\"do\":\"lock\",\"at\":1000000,"));
    assert_int_equal(find('b'), ben);
    assert_int_equal(find('s'), screen);
    assert_int_equal(find('h'), 0); /* has no seat, but is the host */
    assert_int_equal(find('g'), NO_GUEST);
    table_greet(table, &workspace, ben, now);
    assert_non_null(strstr(answer, "\"locked\":true"));
    does(0, "\"do\":\"unlock\"");
    table_greet(table, &workspace, ben, now);
    assert_null(strstr(answer, "locked"));
    restores();
    close_table();
}

/* ---- giving way ---- */

static void the_guest_longest_without_a_seat_gives_way(void **unused)
{
    (void)unused;
    char who = 'A';
    open_table("gobblet", 2, false);
    int first = add_guest(who++);
    does(first, "\"do\":\"sit\",\"seat\":0,\"name\":\"Eve\"");
    while (who - 'A' < GUESTS_MAX - 1)
        add_guest(who++);
    does(first, "\"do\":\"stand\""); /* was here before all others, and had a seat until now */
    add_guest('x');
    assert_int_equal(find('B'), NO_GUEST);
    assert_int_equal(find('A'), first);
    table_guest_here(table, &workspace, find('E'), false, now);
    add_guest('y'); /* a guest who is away goes before anybody who is here */
    assert_int_equal(find('E'), NO_GUEST);
    assert_int_not_equal(find('C'), NO_GUEST);
    add_guest('z');
    assert_int_equal(find('C'), NO_GUEST);
    assert_int_equal(find('h'), 0); /* the host stays, and makes room for nobody */
    restores();
    close_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_is_replaced),
        cmocka_unit_test(a_person_is_removed_before_the_match),
        cmocka_unit_test(a_person_is_removed_from_a_match),
        cmocka_unit_test(somebody_who_is_played_for_is_removed),
        cmocka_unit_test(only_the_last_ones_stay_blocked),
        cmocka_unit_test(the_host_knows_how_many_are_blocked),
        cmocka_unit_test(a_locked_table_keeps_who_sits),
        cmocka_unit_test(the_guest_longest_without_a_seat_gives_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
