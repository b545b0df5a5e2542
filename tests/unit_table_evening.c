/* SPDX-License-Identifier: MIT */
/* A table that outlives its games: the next game, who waits, who comes in, and the score. */
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

static int ben, gal;

static void goes(int guest)
{
    table_guest_here(table, &workspace, guest, false, now);
}

static void comes(int guest)
{
    table_guest_here(table, &workspace, guest, true, now);
}

static void noa_and_ben_play_gobblet(void)
{
    two_people("gobblet");
    ben = 1;
    gal = add_guest('c');
}

static void seat_has(int seat, const char *name)
{
    assert_string_equal(table->seat[seat].name, name);
    assert_int_equal(table->guests[table->seat[seat].guest].seat, seat);
}

/* Everybody who sits wants another. */
static void again(void)
{
    for (int seat = 0; table->phase == PHASE_OVER && seat < table->seats; seat++)
        does(table->seat[seat].guest, WANTS);
    assert_int_equal(table->phase, PHASE_PLAY);
}

/* ---- the next game ---- */

static void the_host_chooses_another_game(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    refuses(0, "\"do\":\"game\",\"game\":\"taki\"", "table.phase.play");
    does(ben, "\"do\":\"resign\"");
    refuses(ben, "\"do\":\"game\",\"game\":\"taki\"", "table.who.host");
    refuses(0, "\"do\":\"game\",\"game\":\"chess\"", "table.game.unknown");
    refuses(0, "\"do\":\"game\"", "table.game.unknown");
    does(0, "\"do\":\"game\",\"game\":\"taki\"");
    assert_int_equal(table->phase, PHASE_LOBBY);
    assert_ptr_equal(table->game, game_find("taki"));
    assert_non_null(strstr(last_news[0], "\"do\":\"game\""));
    assert_non_null(strstr(last_news[0], "\"game\":\"taki\",\"phase\":\"lobby\""));
    assert_null(strstr(last_news[0], "\"position\""));
    seat_has(0, "Ben"); /* moved up: another player begins */
    seat_has(1, "Noa");
    restores();
    table_greet(table, &workspace, gal, now);
    assert_non_null(strstr(answer, "\"game\":\"taki\",\"phase\":\"lobby\""));
    does(0, "\"do\":\"option\",\"name\":\"mode\",\"value\":\"pyramid\"");
    does(0, "\"do\":\"game\",\"game\":\"cento\""); /* and another one, still in the lobby */
    seat_has(0, "Ben");
    assert_int_equal(table->option[0], 0);
    does(ben, "\"do\":\"ready\"");
    refuses(0, "\"do\":\"game\",\"game\":\"chess\"", "table.game.unknown");
    does(0, "\"do\":\"start\"");
    assert_ptr_equal(table->match.game, game_find("cento"));
    restores();
}

static void the_table_shrinks_to_the_game(void **unused)
{
    (void)unused;
    open_table("iota", 4, false);
    ben = add_guest('b');
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":3,\"name\":\"Gal\"");
    does(0, "\"do\":\"bot\",\"seat\":2,\"level\":\"club\"");
    does(0, "\"do\":\"game\",\"game\":\"gobblet\"");
    assert_int_equal(table->seats, 2);
    seat_has(0, "Noa");
    seat_has(1, "Ben");
    assert_non_null(strstr(last_news[0], "\"waiting\":[\"Gal\"],"));
    table_greet(table, &workspace, gal, now);
    assert_non_null(strstr(answer, "\"you\":{\"waits\":true}"));
    restores();
    does(0, "\"do\":\"game\",\"game\":\"iota\""); /* and grows again for those who wait */
    assert_int_equal(table->seats, 3);
    seat_has(2, "Gal");
    assert_null(strstr(last_news[0], "\"waiting\""));
    restores();
}

/* ---- waiting ---- */

static void a_latecomer_waits_for_the_next_match(void **unused)
{
    (void)unused;
    two_people("taki");
    ben = 1;
    gal = add_guest('c');
    int screen = add_guest('s');
    table->guests[screen].screen = true;
    refuses(screen, "\"do\":\"wait\",\"name\":\"TV\"", "table.sit.screen");
    table->guests[screen].screen = false;
    refuses(NO_GUEST, "\"do\":\"wait\",\"name\":\"Eve\"", "table.who.guest");
    refuses(gal, "\"do\":\"unwait\"", "table.wait.none");
    refuses(gal, "\"do\":\"wait\"", "table.command.name");
    refuses(ben, "\"do\":\"wait\",\"name\":\"Ben\"", "table.wait.twice");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    refuses(gal, "\"do\":\"wait\",\"name\":\"Gal\"", "table.wait.twice");
    assert_non_null(strstr(last_news[2], "\"do\":\"wait\""));
    assert_non_null(strstr(last_news[2], "\"waiting\":[\"Gal\"],"));
    restores();
    does(gal, "\"do\":\"unwait\"");
    assert_null(strstr(last_news[2], "\"waiting\""));
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(ben, "\"do\":\"resign\"");
    again();
    assert_int_equal(table->seats, 3);
    seat_has(2, "Gal");
    assert_non_null(strstr(last_news[2 + 2], "\"you\":{\"seat\":2}"));
    assert_null(strstr(last_news[2], "\"waiting\""));
    restores();
}

static void a_latecomer_takes_the_place_of_a_bot(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, false);
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(0, "\"do\":\"start\"");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(0, "\"do\":\"resign\"");
    again();
    seat_has(0, "Gal");
    seat_has(1, "Noa");
    restores();
}

/* In the lobby the table grows, and nobody has to make room. */
static void in_the_lobby_there_is_room_at_once_or_later(void **unused)
{
    (void)unused;
    open_table("taki", 2, false);
    ben = add_guest('b');
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    assert_int_equal(table->seats, 3);
    seat_has(2, "Gal");
    does(0, "\"do\":\"game\",\"game\":\"gobblet\"");
    assert_int_equal(table->guests[gal].seat, NO_SEAT);
    does(ben, "\"do\":\"stand\"");
    does(gal, "\"do\":\"sit\",\"seat\":1,\"name\":\"Gal\""); /* need not wait for it */
    assert_int_equal(table->guests[gal].waits, 0);
    restores();
}

/* Nobody should have to wait for somebody who is not here. */
static void those_who_are_away_do_not_come_in(void **unused)
{
    (void)unused;
    two_people("taki");
    ben = 1;
    gal = add_guest('c');
    int dan = add_guest('d');
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(dan, "\"do\":\"wait\",\"name\":\"Dan\"");
    does(ben, "\"do\":\"resign\"");
    goes(gal);
    goes(dan);
    now += TABLE_GRACE_MS - 1;
    comes(dan);
    now++;
    again();
    assert_int_equal(table->seats, 3);
    seat_has(2, "Dan");
    assert_int_equal(table->guests[gal].waits, 0);
    restores();
}

/* The host puts a bot on an empty seat, and nobody has to ask for the rematch again. */
static void nor_when_a_bot_makes_the_table_complete(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    does(ben, "\"do\":\"resign\"");
    does(0, "\"do\":\"game\",\"game\":\"iota\"");
    does(0, "\"do\":\"seats\",\"seats\":4");
    does(gal, "\"do\":\"sit\",\"seat\":2,\"name\":\"Gal\"");
    does(0, "\"do\":\"bot\",\"seat\":3,\"level\":\"club\"");
    does(gal, "\"do\":\"ready\"");
    does(ben, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    play_to_the_end();
    does(gal, "\"do\":\"stand\"");
    does(ben, "\"do\":\"stand\"");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(0, WANTS);
    assert_int_equal(table->phase, PHASE_OVER); /* one more is missing */
    goes(gal);
    now += TABLE_GRACE_MS;
    char bot[64];
    for (int seat = 3; seat >= 0; seat--) {
        if (table->seat[seat].kind != SEAT_EMPTY)
            continue;
        assert_int_equal(table->phase, PHASE_OVER);
        snprintf(bot, sizeof bot, "\"do\":\"bot\",\"seat\":%d,\"level\":\"club\"", seat);
        does(0, bot);
        assert_int_equal(table->guests[gal].waits, 0);
    }
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->guests[gal].seat, NO_SEAT);
    restores();
}

/* Whoever waits is not missing: the match begins with them. */
static void a_seat_that_was_left_is_for_whoever_waits(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(ben, "\"do\":\"resign\"");
    does(0, WANTS);
    does(ben, "\"do\":\"stand\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    seat_has(0, "Gal");
    seat_has(1, "Noa");
    restores();
    does(gal, "\"do\":\"resign\"");
    does(0, "\"do\":\"stand\"");
    does(gal, WANTS);
    assert_non_null(strstr(last_news[2], "\"missing\":[1]"));
    does(ben, "\"do\":\"wait\",\"name\":\"Ben\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    seat_has(0, "Ben");
    seat_has(1, "Gal");
    restores();
}

static void a_seat_freed_in_the_lobby_is_for_whoever_waits(void **unused)
{
    (void)unused;
    static const char *const ways[] = {
        "\"do\":\"stand\"",
        "\"do\":\"remove\",\"seat\":1",
        "\"do\":\"block\",\"seat\":1",
    };
    for (int i = 0; i < 3; i++) {
        open_table("gobblet", 2, false);
        ben = add_guest('b');
        gal = add_guest('c');
        does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
        does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
        does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
        int dan = add_guest('d');
        does(dan, "\"do\":\"wait\",\"name\":\"Dan\"");
        goes(gal);
        now += TABLE_GRACE_MS;
        does(i == 0 ? ben : 0, ways[i]);
        seat_has(1, "Dan");
        assert_int_equal(table->guests[gal].waits, 0); /* away for long */
        assert_non_null(strstr(last_news[2 + 1], "\"you\":{\"seat\":1}"));
        restores();
    }
}

/* A bot's seat, or a seat more. */
static void fewer_bots_are_room_for_whoever_waits(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, false);
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    assert_true(table->guests[gal].waits > 0);
    does(0, "\"do\":\"remove\",\"seat\":1");
    seat_has(1, "Gal");
    restores();
    open_table("iota", 4, false);
    gal = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    for (int seat = 1; seat < 4; seat++) {
        char bot[64];
        snprintf(bot, sizeof bot, "\"do\":\"bot\",\"seat\":%d,\"level\":\"club\"", seat);
        does(0, bot);
    }
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(0, "\"do\":\"seats\",\"seats\":3");
    assert_int_equal(table->seats, 4);
    seat_has(3, "Gal");
    restores();
}

static void a_locked_door_keeps_those_who_wait(void **unused)
{
    (void)unused;
    two_people("taki");
    gal = add_guest('c');
    int dan = add_guest('d');
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(0, "\"do\":\"lock\"");
    assert_true(table->guests[gal].known);
    assert_false(table->guests[dan].known);
    restores();
}

/* Everybody meets everybody, and everybody begins once. */
static void three_people_at_a_game_for_two(void **unused)
{
    (void)unused;
    static const char *const pairs[][2] = {{"Ben", "Gal"}, {"Gal", "Noa"}, {"Noa", "Ben"}};
    noa_and_ben_play_gobblet();
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    for (int i = 0; i < 3; i++) {
        does(table->seat[1].guest, "\"do\":\"resign\"");
        again();
        seat_has(0, pairs[i][0]);
        seat_has(1, pairs[i][1]);
        restores();
    }
}

static void those_who_leave_are_replaced_by_those_who_wait(void **unused)
{
    (void)unused;
    static const char *const ways[] = {"\"do\":\"rematch\",\"missing\":\"leave\"",
                                       "\"do\":\"rematch\",\"missing\":\"bot\""};
    for (int i = 0; i < 2; i++) {
        noa_and_ben_play_gobblet();
        does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
        does(0, "\"do\":\"resign\"");
        does(0, WANTS);
        goes(ben);
        now += TABLE_GRACE_MS;
        does(0, ways[i]);
        assert_int_equal(table->phase, PHASE_PLAY);
        seat_has(i, "Noa");
        seat_has(1 - i, "Gal");
        assert_int_equal(table->match.seats[1 - i].holder, HOLDER_PERSON);
        restores();
    }
}

/* Bots play for those for whom nobody waits. */
static void bots_replace_the_others(void **unused)
{
    (void)unused;
    open_table("iota", 4, false);
    ben = add_guest('b');
    gal = add_guest('c');
    int dan = add_guest('d'), eve = add_guest('e');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":2,\"name\":\"Gal\"");
    does(dan, "\"do\":\"sit\",\"seat\":3,\"name\":\"Dan\"");
    for (int guest = ben; guest <= dan; guest++)
        does(guest, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    does(eve, "\"do\":\"wait\",\"name\":\"Eve\"");
    play_to_the_end();
    does(dan, "\"do\":\"stand\"");
    does(0, WANTS);
    does(ben, WANTS);
    goes(gal);
    now += TABLE_GRACE_MS;
    does(0, "\"do\":\"rematch\",\"missing\":\"bot\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    seat_has(0, "Eve"); /* in Dan's seat */
    seat_has(1, "Noa");
    seat_has(2, "Ben");
    seat_has(3, "Gal");
    assert_int_equal(table->match.seats[3].holder, HOLDER_BOT);
    restores();
}

static void somebody_leaves_in_the_middle(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    does(ben, "\"do\":\"stand\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->seat[1].kind, SEAT_BOT);
    assert_int_equal(table->guests[ben].seat, NO_SEAT);
    assert_non_null(strstr(last_news[2], "{\"bot\":\"casual\""));
    assert_non_null(strstr(last_news[2], "\"position\":"));
    refuses(ben, "\"do\":\"stand\"", "table.who.seated");
    refuses(0, "\"do\":\"remove\",\"seat\":1", "table.phase.play");
    does(ben, "\"do\":\"wait\",\"name\":\"Ben\"");
    restores();
}

/* ---- seats ---- */

static void the_order_of_seats_is_a_rule_of_the_table(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    refuses(0, "\"do\":\"seating\",\"value\":\"up\"", "table.seating.value");
    refuses(ben, "\"do\":\"seating\",\"value\":\"stay\"", "table.who.host");
    does(0, "\"do\":\"seating\",\"value\":\"stay\"");
    assert_non_null(strstr(last_news[0], "\"seating\":\"stay\","));
    does(ben, "\"do\":\"resign\"");
    again();
    seat_has(0, "Noa");
    restores();
    does(0, "\"do\":\"seating\",\"value\":\"mix\"");
    int begins = 0;
    for (int i = 0; i < 20; i++) {
        does(ben, "\"do\":\"resign\"");
        again();
        begins += table->guests[0].seat == 0;
    }
    assert_in_range(begins, 4, 16);
    restores();
}

/* ---- the first phone ---- */

static void the_first_phone_leads_at_a_shared_screen(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, true);
    ben = add_guest('b');
    gal = add_guest('c');
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":0,\"name\":\"Gal\"");
    refuses(gal, "\"do\":\"start\"", "table.who.host");
    assert_non_null(strstr(last_news[2 + 1], "\"you\":{\"seat\":1,\"host\":true}"));
    assert_non_null(strstr(last_news[2], "{\"name\":\"Ben\",\"here\":true,\"host\":true,"));
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"you\":{\"host\":true}")); /* so does the screen itself */
    refuses(ben, "\"do\":\"remove\",\"seat\":1", "table.remove.host");
    does(gal, "\"do\":\"ready\"");
    does(ben, "\"do\":\"start\"");
    /* also while somebody else plays in their place */
    int dan = add_guest('d');
    does(dan, "\"do\":\"wait\",\"name\":\"Dan\"");
    does(ben, "\"do\":\"resign\"");
    again();
    does(dan, "\"do\":\"resign\"");
    again();
    assert_true(table->guests[ben].waits > 0);
    does(ben, "\"do\":\"lock\"");
    does(ben, "\"do\":\"unwait\"");
    refuses(ben, "\"do\":\"unlock\"", "table.who.host");
    restores();
}

/* Time passes until somebody else leads. */
static void lead_changes(int64_t wait)
{
    assert_int_equal(table_next(table), now + wait);
    now += wait - 1;
    table_tick(table, &workspace, now);
    assert_null(strstr(last_news[0], "\"do\":\"lead\""));
    now++;
    table_tick(table, &workspace, now);
    assert_non_null(strstr(last_news[0], "\"do\":\"lead\""));
}

/* A phone that dies must not stop the others: the first one that is here leads. */
static void the_first_phone_that_is_here_leads(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, true);
    ben = add_guest('b');
    gal = add_guest('c');
    does(ben, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(gal, "\"do\":\"sit\",\"seat\":0,\"name\":\"Gal\"");
    does(ben, "\"do\":\"ready\"");
    assert_int_equal(table_next(table), CLOCK_NEVER);
    goes(ben);
    lead_changes(LEAD_GRACE_MS);
    assert_non_null(strstr(last_news[0], "\"seat\":0,\"phase\""));
    assert_non_null(strstr(last_news[0], "{\"name\":\"Gal\",\"here\":true,\"host\":true,"));
    assert_non_null(strstr(last_news[2], "\"you\":{\"seat\":0,\"host\":true}"));
    does(gal, "\"do\":\"seating\",\"value\":\"mix\"");
    restores();
    comes(ben);
    assert_int_equal(table_next(table), table->now);
    refuses_later(gal, "\"do\":\"seating\",\"value\":\"stay\"", "table.who.host");
    assert_non_null(strstr(last_news[2 + 0], "\"you\":{\"seat\":0}"));
    assert_non_null(strstr(last_news[2 + 1], "\"you\":{\"seat\":1,\"host\":true}"));
    goes(gal); /* nobody else leads for that */
    assert_int_equal(table_next(table), CLOCK_NEVER);
    goes(ben);
    assert_int_equal(table_next(table), CLOCK_NEVER);
    comes(gal);
    now += LEAD_GRACE_MS;
    does(gal, "\"do\":\"start\"");
    does(gal, "\"do\":\"resign\"");
    does(gal, "\"do\":\"game\",\"game\":\"taki\"");
    does(gal, "\"do\":\"stand\""); /* whoever stands up leads no more */
    table_greet(table, &workspace, ben, now);
    assert_non_null(strstr(answer, "\"host\":true"));
    restores();
}

/* Also from somebody who only waits to somebody who only waits. */
static void those_who_wait_lead_too(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, true);
    ben = add_guest('b');
    gal = add_guest('c');
    does(0, "\"do\":\"bot\",\"seat\":0,\"level\":\"club\"");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(ben, "\"do\":\"wait\",\"name\":\"Ben\"");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    does(ben, "\"do\":\"seating\",\"value\":\"stay\"");
    goes(ben);
    lead_changes(LEAD_GRACE_MS);
    assert_non_null(strstr(last_news[0], "\"name\":\"Gal\",\"phase\":\"lobby\","));
    does(gal, "\"do\":\"start\"");
    restores();
}

/* The host is gone, and nobody else sits: whoever waits becomes the host. */
static void whoever_waits_may_become_the_host(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    does(ben, "\"do\":\"resign\"");
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    goes(0);
    goes(ben);
    now += HOST_GRACE_MS;
    assert_true(table_next(table) <= now);
    table_tick(table, &workspace, now);
    assert_int_equal(table->host, gal);
    assert_non_null(strstr(last_news[0], "\"do\":\"host\",\"at\":"));
    assert_non_null(strstr(last_news[0], "\"name\":\"Gal\",\"phase\""));
    does(gal, "\"do\":\"game\",\"game\":\"gobblet\"");
    assert_true(table->guests[gal].seat != NO_SEAT);
    restores();
}

/* ---- the score ---- */

static void the_score_is_that_of_people(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    assert_null(strstr(last_news[0], "\"evening\""));
    does(ben, "\"do\":\"resign\"");
    assert_non_null(strstr(last_news[0],
                           "\"evening\":[{\"name\":\"Noa\",\"seat\":0,\"games\":1,\"wins\":1,"
                           "\"by\":{\"gobblet\":{\"games\":1,\"wins\":1,\"points\":0}}},"
                           "{\"name\":\"Ben\",\"seat\":1,\"games\":1,\"wins\":0,"));
    does(gal, "\"do\":\"wait\",\"name\":\"Gal\"");
    again(); /* Ben and Gal */
    does(gal, "\"do\":\"resign\"");
    assert_non_null(strstr(last_news[0], "{\"name\":\"Noa\",\"games\":1,\"wins\":1,"));
    assert_non_null(strstr(last_news[0], "{\"name\":\"Ben\",\"seat\":0,\"games\":2,\"wins\":1,"));
    assert_non_null(strstr(last_news[0], "{\"name\":\"Ben\",\"here\":true,\"wins\":1}"));
    restores();
    does(0, "\"do\":\"game\",\"game\":\"iota\"");
    assert_int_equal(table->seats, 3);
    does(gal, "\"do\":\"ready\"");
    does(ben, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    play_to_the_end();
    assert_non_null(strstr(last_news[0], "\"iota\":{\"games\":1,\"wins\":"));
    restores();
}

/* A dead phone: its owner comes back on another one, as a new guest with the same name. */
static void a_score_outlives_its_guest(void **unused)
{
    (void)unused;
    noa_and_ben_play_gobblet();
    does(0, "\"do\":\"resign\"");
    does(0, "\"do\":\"remove\",\"seat\":1");
    does(gal, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    again();
    does(0, "\"do\":\"resign\"");
    assert_non_null(strstr(last_news[0], "{\"name\":\"Ben\",\"seat\":0,\"games\":2,\"wins\":2,"));
    restores();
}

static void bots_are_counted_by_level(void **unused)
{
    (void)unused;
    open_table("taki", 3, false);
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(0, "\"do\":\"bot\",\"seat\":2,\"level\":\"club\"");
    does(0, "\"do\":\"start\"");
    play_to_the_end();
    const char *first = strstr(last_news[0], "{\"bot\":\"club\",\"seat\":1,\"games\":1,");
    assert_non_null(first);
    assert_non_null(strstr(first, "{\"bot\":\"club\",\"seat\":2,\"games\":1,"));
    restores();
}

/* More people than rows: those who do not sit give way, the one who played longest ago first. */
static void the_score_has_an_end(void **unused)
{
    (void)unused;
    char sit[64];
    noa_and_ben_play_gobblet();
    for (int i = 0; i < 2 * EVENING_MAX; i++) {
        does(0, "\"do\":\"resign\"");
        int other = table->guests[0].seat == 0;
        snprintf(sit, sizeof sit, "\"do\":\"remove\",\"seat\":%d", other);
        does(0, sit);
        int guest = add_guest((char)(i + 1));
        snprintf(sit, sizeof sit, "\"do\":\"sit\",\"seat\":%d,\"name\":\"P%d\"", other, i);
        does(guest, sit);
        again();
    }
    assert_non_null(strstr(last_news[2], "{\"name\":\"Noa\",\"seat\":"));
    assert_null(strstr(last_news[2], "\"name\":\"P0\""));
    assert_non_null(strstr(last_news[2], "\"name\":\"P40\""));
    restores();
}

/* A table that was stored before there were evenings is the table that it was. */
static void old_tables_are_what_they_were(void **unused)
{
    (void)unused;
    static const char *const old[] = {
        "1000000 - 0 open gobblet ABCDEF 2 "
        "0707070707070707070707070707070707070707070707070707070707070707 "
        "6868686868686868686868686868686868686868686868686868686868686868 0",
        "1000001 - 0 guest 1 6262626262626262626262626262626262626262626262626262626262626262 0",
        "1000002 0 1 sit 0 0 Noa",
        "1000003 1 1 sit 1 1 Ben",
        "1000004 1 2 ready 1 0000000000000000000000000000000000000000000000000000000000000000",
        "1000005 0 2 start",
        "1000006 0 3 resign 0",
        "1000007 0 4 rematch 0 0000000000000000000000000000000000000000000000000000000000000000",
        "1000008 1 3 rematch 1 0000000000000000000000000000000000000000000000000000000000000000",
    };
    open_table("gobblet", 2, false);
    struct table *again = calloc(1, table_size());
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        assert_null(table_restore(again, &workspace, old[i], strlen(old[i])));
    assert_int_equal(again->phase, PHASE_PLAY);
    assert_string_equal(again->seat[0].name, "Ben");
    assert_int_equal(again->guests[0].seat, 1);
    assert_int_equal(again->seating, SEATING_TURN);
    free(again->match.log);
    free(again);
}

static int close_last(void **unused)
{
    (void)unused;
    close_table();
    return 0;
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_chooses_another_game),
        cmocka_unit_test(the_table_shrinks_to_the_game),
        cmocka_unit_test(a_latecomer_waits_for_the_next_match),
        cmocka_unit_test(a_latecomer_takes_the_place_of_a_bot),
        cmocka_unit_test(in_the_lobby_there_is_room_at_once_or_later),
        cmocka_unit_test(those_who_are_away_do_not_come_in),
        cmocka_unit_test(nor_when_a_bot_makes_the_table_complete),
        cmocka_unit_test(a_seat_that_was_left_is_for_whoever_waits),
        cmocka_unit_test(a_seat_freed_in_the_lobby_is_for_whoever_waits),
        cmocka_unit_test(fewer_bots_are_room_for_whoever_waits),
        cmocka_unit_test(a_locked_door_keeps_those_who_wait),
        cmocka_unit_test(three_people_at_a_game_for_two),
        cmocka_unit_test(those_who_leave_are_replaced_by_those_who_wait),
        cmocka_unit_test(bots_replace_the_others),
        cmocka_unit_test(somebody_leaves_in_the_middle),
        cmocka_unit_test(the_order_of_seats_is_a_rule_of_the_table),
        cmocka_unit_test(the_first_phone_leads_at_a_shared_screen),
        cmocka_unit_test(the_first_phone_that_is_here_leads),
        cmocka_unit_test(those_who_wait_lead_too),
        cmocka_unit_test(whoever_waits_may_become_the_host),
        cmocka_unit_test(the_score_is_that_of_people),
        cmocka_unit_test(a_score_outlives_its_guest),
        cmocka_unit_test(bots_are_counted_by_level),
        cmocka_unit_test(the_score_has_an_end),
        cmocka_unit_test(old_tables_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, close_last);
}
