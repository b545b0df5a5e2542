/* SPDX-License-Identifier: MIT */
/*
 * The hub with a store that works or fails on demand, and members without connections: what is
 * told, to whom, and above all when.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "hub_room.h"

/* A move in the position as it is now. */
static void move_to(struct client *client, int cid, const char *text)
{
    char json[160];
    snprintf(json, sizeof json, "{\"cid\":%d,\"base\":%u,\"do\":\"move\",\"move\":\"%s\"}", cid,
             the_table()->version, text);
    say(client, json);
}

/* ---- tests ---- */

static void nothing_is_told_before_it_is_durable(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    uint64_t durable = turn();
    int before = other->count;
    move_to(host, 3, "4@a1");
    assert_true(host->letters[host->count - 1].ticket > durable);
    assert_int_equal(other->count, before + 1);
    assert_true(other->letters[before].ticket > durable);
    hub_end_turn(hub, now);
    assert_true(hub_poll(hub, now) < host->letters[host->count - 1].ticket);
    store_step(store);
    assert_true(hub_poll(hub, now) >= host->letters[host->count - 1].ticket);
    say(host, "{\"cid\":4,\"do\":\"fly\"}"); /* stores nothing */
    assert_true(host->letters[host->count - 1].ticket <= hub_poll(hub, now));
}

static void a_full_disk_pauses_and_loses_nothing(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    fault = STORE_DISK_FULL;
    move_to(host, 3, "4@a1");
    uint64_t ticket = host->letters[host->count - 1].ticket;
    turn();
    assert_true(turn() < ticket);
    int paused = 0;
    for (int i = 0; i < other->count; i++)
        if (strstr(other->letters[i].json, "\"paused\",\"reason\":\"store.disk_full\"")) {
            assert_true(other->letters[i].ticket == HUB_NOW);
            paused++;
        }
    assert_int_equal(paused, 1);
    move_to(other, 3, "4@b1");
    assert_non_null(strstr(last(other), "store.disk_full"));
    assert_true(other->letters[other->count - 1].ticket == HUB_NOW);
    /* A command done before is not called "not done"; the answer waits for the store. */
    move_to(host, 3, "4@a1");
    assert_non_null(strstr(last(host), "{\"do\":\"ok\",\"cid\":3,"));
    assert_true(host->letters[host->count - 1].ticket >= ticket);
    hello(&clients[2], ",\"join\":true");
    assert_non_null(strstr(last(&clients[2]), "store.disk_full"));
    struct hub_counts counts;
    hub_counts(hub, &counts);
    assert_string_equal(counts.paused, "store.disk_full");
    fault = STORE_OK;
    now += 5000;
    turn();
    assert_true(turn() >= ticket);
    move_to(other, 4, "4@b1");
    assert_non_null(strstr(last(other), "\"ok\""));
}

/* The server's own notes are sent at once, whatever the table's news waits for. */
static bool is_told_to_rest(const struct client *client)
{
    return strstr(last(client), "{\"do\":\"paused\",\"reason\":\"store.disk_full\"}") &&
           client->letters[client->count - 1].ticket == HUB_NOW;
}

/* In the lobby only that note says so: a snapshot says only whether a match is paused. */
static void newcomers_are_told_that_the_disk_is_full(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *onlooker = &clients[1], *late = &clients[2];
    open_table("gobblet", 2);
    hello_host(host);
    fault = STORE_DISK_FULL;
    say(host, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"}");
    turn();
    turn();
    assert_true(is_told_to_rest(host));
    hello(onlooker, "");
    assert_int_equal(onlooker->count, 3); /* a welcome and a snapshot before it */
    assert_true(is_told_to_rest(onlooker));
    say(host, "{\"do\":\"look\"}"); /* the snapshot makes the page believe that all is well */
    assert_true(is_told_to_rest(host));
    hub_resync(hub, &host->member, now);
    assert_true(is_told_to_rest(host));
    fault = STORE_OK;
    now += 5000;
    turn();
    turn();
    assert_non_null(strstr(last(onlooker), "{\"do\":\"resumed\"}"));
    hello(late, "");
    assert_int_equal(late->count, 2);
}

static void a_seat_comes_back_whoever_has_guessed(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *thief = &clients[1], *guest = &clients[2];
    static const char wrong[] = "00000000000000000000000000000000";
    char json[200];
    open_table("gobblet", 2);
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", opened.code,
             opened.token);
    guesses = false;
    say(host, json);
    assert_non_null(host->member.table);
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", opened.code,
             wrong);
    say(thief, json);
    assert_non_null(strstr(last(thief), "\"serve.code.often\",\"again\":true"));
    guesses = true;
    say(thief, json);
    assert_non_null(strstr(last(thief), "serve.token.unknown"));
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\",\"join\":true}", opened.code);
    guesses = false;
    say(guest, json);
    assert_non_null(strstr(last(guest), "serve.code.often"));
    assert_null(guest->member.table);
}

/* Dropping somebody is an event too: if it is not stored, the guest is still known. */
static void a_forgotten_guest_is_told_when_that_is_durable(void **unused)
{
    (void)unused;
    struct client *gone = &clients[0], *new = &clients[GUESTS_MAX - 1];
    struct client *back = &clients[GUESTS_MAX];
    char more[80];
    open_table("iota", 2);
    for (int i = 0; i < GUESTS_MAX - 1; i++) { /* the host, who has not come, is one more */
        hello(&clients[i], ",\"join\":true");
        hub_leave(hub, &clients[i].member, now++);
    }
    turn();
    const char *token = strstr(gone->letters[0].json, "\"token\":\"");
    assert_non_null(token);
    snprintf(more, sizeof more, ",%.*s", (int)sizeof "\"token\":\"\"" - 1 + TOKEN_TEXT_SIZE, token);
    hello(back, more);
    assert_non_null(back->member.table);
    hub_leave(hub, &back->member, now);
    hello(new, ",\"join\":true"); /* takes that place */
    hello(back, more);
    assert_non_null(strstr(last(back), "store.late")); /* try again later */
    turn();
    hello(back, more);
    assert_non_null(strstr(last(back), "serve.token.unknown"));
    hub_leave(hub, &new->member, now);
}

static void an_idle_table_is_dropped_and_comes_back(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    struct hub_counts counts;
    begin(host, other);
    move_to(host, 3, "4@a1");
    turn();
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    now += TABLE_IDLE_MS + HUB_SWEEP_MS;
    turn();
    hub_counts(hub, &counts);
    assert_int_equal(counts.tables, 0);
    assert_int_equal(counts.members, 0);
    hello_host(host);
    assert_non_null(strstr(last(host), "W4,-,-,- 443 444 b"));
    assert_non_null(strstr(last(host), "\"you\":{\"seat\":0,\"host\":true}"));
    turn();
    now += HOST_GRACE_MS / 2;
    turn();
    hub_counts(hub, &counts);
    assert_int_equal(counts.tables, 1);
    assert_int_equal(metrics.counter[COUNT_LOADED], 1);
    assert_int_equal(metrics.counter[COUNT_DROPPED], 1);
}

/* While the server was down, nobody counts as away. */
static void a_table_that_comes_back_waits_for_its_host(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    char token[80];
    const char *member = strstr(other->letters[0].json, "\"token\":\"");
    assert_non_null(member);
    snprintf(token, sizeof token, ",%.42s", member); /* with its 32 digits */
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    now += TABLE_IDLE_MS + HUB_SWEEP_MS;
    turn();
    now += 10 * HOST_GRACE_MS;
    hello(other, token);
    turn();
    now += HOST_GRACE_MS - 1;
    turn();
    assert_null(strstr(last(other), "\"do\":\"host\""));
    now++;
    turn();
    assert_non_null(strstr(last(other), "\"do\":\"host\""));
}

/* What a message makes due is found after the tick: one more turn at the same time does it. */
static void what_a_message_makes_due_takes_two_turns(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *onlooker = &clients[2];
    char token[80];
    begin(host, other);
    snprintf(token, sizeof token, ",%.42s", strstr(other->letters[0].json, "\"token\":\""));
    hello(onlooker, ""); /* so that the table stays */
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    turn();
    now += 2 * HOST_GRACE_MS;
    turn();
    hello(other, token);
    hub_tick(hub, now);
    assert_true(hub_end_turn(hub, now) <= now);
    assert_null(strstr(last(onlooker), "\"do\":\"host\""));
    hub_tick(hub, now);
    assert_non_null(strstr(last(onlooker), "\"do\":\"host\""));
    assert_true(hub_end_turn(hub, now) > now);
}

static void no_clock_runs_while_there_is_no_server(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_table("gobblet", 2);
    seat_two(host, other);
    say(host, "{\"cid\":3,\"do\":\"clock\",\"kind\":\"game\",\"millis\":60000}");
    start_two(host, other);
    move_to(host, 4, "4@a1");
    now += 20000;
    say(other, "{\"cid\":3,\"do\":\"say\",\"phrase\":\"wait\"}");
    uint32_t version = the_table()->version;
    restart(10 * 3600000);
    uint64_t durable = hub_poll(hub, now);
    hello_host(host);
    assert_non_null(strstr(last(host), "\"phase\":\"play\""));
    assert_non_null(strstr(last(host), "\"clocks\":[60000,40000]"));
    assert_int_equal(the_table()->version, version + 2); /* a pause, and its end */
    assert_true(host->letters[host->count - 1].ticket > durable);
    restart(1000); /* and both were kept */
    hello_host(host);
    assert_int_equal(the_table()->version, version + 4);
    now += 39999;
    turn();
    assert_int_equal(the_table()->phase, PHASE_PLAY);
    now++;
    turn();
    assert_non_null(strstr(last(host), "\"do\":\"time\""));
    assert_int_equal(the_table()->phase, PHASE_OVER);
    restart(1000);
    uint32_t ended = the_table()->version;
    restart(1000);
    assert_int_equal(the_table()->version, ended); /* nothing runs any more */
}

/* The same holds if the disk is full when the server comes back. */
static void no_clock_runs_while_nothing_can_be_kept(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_table("gobblet", 2);
    seat_two(host, other);
    say(host, "{\"cid\":3,\"do\":\"clock\",\"kind\":\"move\",\"millis\":60000}");
    start_two(host, other);
    struct hub_opened before = opened;
    restart(3600000);
    fault = STORE_DISK_FULL;
    open_table("iota", 2); /* so that the hub notices */
    opened = before;
    hello_host(host);
    assert_non_null(strstr(host->letters[host->count - 2].json, "\"paused\":true"));
    assert_true(is_told_to_rest(host));
    now += 3600000;
    fault = STORE_OK;
    turn();
    turn();
    assert_non_null(strstr(last(host), "\"do\":\"resume\""));
    assert_non_null(strstr(last(host), "\"clocks\":[60000,60000]"));
}

/* The first event of a Super Taki table whose deal is known, as if it had been opened. */
static void append_opening(int64_t table, const char *code)
{
    static const char secret[] = "0707070707070707070707070707070707070707070707070707070707070707";
    uint8_t hash[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1], line[300];
    struct text text;
    memset(hash, 0, TOKEN_SIZE);
    sha256(hash, TOKEN_SIZE, hash);
    text_init(&text, hex, sizeof hex);
    text_hex(&text, hash, sizeof hash);
    snprintf(line, sizeof line, "%lld - 0 open taki %s 2 %s %s 0", (long long)now, code, secret,
             hex);
    assert_int_equal(store_append(store, table, 1, line, strlen(line), now), STORE_OK);
    turn();
}

static void hello_id(struct client *client, int64_t id)
{
    char json[80];
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":%lld}", (long long)id);
    say(client, json);
}

/* Reading a table takes time for every event: a damaged one is not read again
 * whenever somebody asks. Here it has become whole, so that the test can tell. */
static void a_damaged_table_is_not_read_each_time(void **unused)
{
    (void)unused;
    assert_int_equal(store_create(store, 7, "ABCDEF", now), STORE_OK);
    assert_int_equal(store_create(store, 8, "ABCDEG", now), STORE_OK);
    turn();
    assert_string_equal(look_up("ABCDEF"), "store.table.damaged"); /* it has no events */
    append_opening(7, "ABCDEF");
    append_opening(8, "ABCDEG");
    now += HUB_DAMAGED_MS - 1;
    assert_string_equal(look_up("ABCDEF"), "store.table.damaged");
    hello_id(&clients[0], 7);
    assert_non_null(strstr(last(&clients[0]), "store.table.damaged"));
    assert_string_equal(look_up("ABCDEG"), ""); /* it was not asked for in time */
    now++;
    assert_string_equal(look_up("ABCDEF"), "");
}

/* Enough of them that the first is forgotten. */
static void damaged_tables_are_remembered_in_little_room(void **unused)
{
    (void)unused;
    static const char letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    char code[] = "ABCDEF";
    for (int i = 0; i <= HUB_DAMAGED_MAX; i++) {
        code[4] = letters[i % 31];
        code[5] = letters[i / 31];
        assert_int_equal(store_create(store, i + 1, code, now), STORE_OK);
        turn();
        assert_string_equal(look_up(code), "store.table.damaged");
    }
    append_opening(1, "ABCDAA");
    append_opening(2, "ABCDBA");
    assert_string_equal(look_up("ABCDAA"), "");
    assert_string_equal(look_up("ABCDBA"), "store.table.damaged");
}

/* That table, in which a window has just been opened. */
static void open_window(struct client *host, struct client *other)
{
    static struct moves moves;
    struct search_rng rng;
    struct text text;
    opened = (struct hub_opened){.table = 7, .code = "ABCDEF"};
    memset(opened.token, '0', TOKEN_TEXT_SIZE);
    assert_int_equal(store_create(store, opened.table, opened.code, now), STORE_OK);
    append_opening(opened.table, opened.code);
    seat_two(host, other);
    start_two(host, other);
    search_rng_init(&rng, 1);
    for (int cid = 10; !the_table()->window_open; cid++) {
        const struct table *table = the_table();
        const struct state *state = &table->match.state.head;
        int seat = state_acts(state, 0) ? 0 : 1;
        assert_int_equal(table->phase, PHASE_PLAY);
        int count = game_legal(table->game, state, seat, &moves);
        char buffer[MOVE_TEXT_MAX];
        text_init(&text, buffer, sizeof buffer);
        table->game->write_move(state, moves.list[search_rng_below(&rng, (uint32_t)count)], &text);
        move_to(&clients[seat], cid, buffer);
        turn();
    }
}

static void a_window_is_open_anew_after_a_restart(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_window(host, other);
    restart(3600000);
    hello_host(host);
    assert_non_null(strstr(last(host), "\"window\":1,\"window_ms\":4000"));
    now += WINDOW_MS - 1;
    turn();
    assert_true(the_table()->window_open);
    now++;
    turn();
    assert_false(the_table()->window_open);
}

static void a_returning_client_tells_what_it_has(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    char more[100];
    begin(host, other);
    move_to(host, 3, "4@a1");
    uint32_t have = the_table()->version;
    hub_leave(hub, &host->member, now);
    move_to(other, 3, "4@b1");
    snprintf(more, sizeof more, ",\"token\":\"%s\",\"have\":%u", opened.token, have);
    hello(host, more);
    assert_null(strstr(last(host), "\"move\":\"4@a1\""));
    assert_non_null(strstr(last(host), "\"moves\":[{\"v\":8,\"seat\":1,\"move\":\"4@b1\","));
    say(host, "{\"do\":\"look\",\"have\":8}");
    assert_non_null(strstr(last(host), "\"moves\":[]}"));
    say(host, "{\"do\":\"look\",\"have\":-1}");
    assert_non_null(strstr(last(host), "\"moves\":[{\"v\":7,\"seat\":0,\"move\":\"4@a1\","));
}

static void news_go_to_those_who_may_see_them(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *onlooker = &clients[2];
    open_table("taki", 2);
    hello_host(host);
    hello(other, ",\"join\":true");
    hello(onlooker, "");
    say(host, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"}");
    say(other, "{\"cid\":1,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    say(other, "{\"cid\":2,\"do\":\"ready\"}");
    say(host, "{\"cid\":2,\"do\":\"start\"}");
    const char *theirs = last(other), *public = last(onlooker);
    assert_non_null(strstr(theirs, "\"do\":\"start\""));
    assert_non_null(strstr(public, "\"do\":\"start\""));
    assert_null(strstr(public, "\"legal\""));
    assert_string_not_equal(strstr(theirs, "\"position\""), strstr(public, "\"position\""));
    say(onlooker, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Eve\"}");
    assert_non_null(strstr(last(onlooker), "table.who.guest"));
}

static void there_is_an_end_to_members(void **unused)
{
    (void)unused;
    open_table("iota", 2);
    for (int i = 0; i < GUEST_MEMBERS_MAX; i++)
        hello_host(&clients[i]);
    hello_host(&clients[GUEST_MEMBERS_MAX]);
    assert_non_null(strstr(last(&clients[GUEST_MEMBERS_MAX]), "serve.guest.often"));
    for (int i = GUEST_MEMBERS_MAX; i < TABLE_MEMBERS_MAX; i++)
        hello(&clients[i], "");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX - 1]), "\"snapshot\""));
    hello(&clients[TABLE_MEMBERS_MAX], "");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX]), "serve.table.full"));
    assert_int_equal(metrics.refused[REFUSAL_FULL], 2);
    hub_leave(hub, &clients[0].member, now); /* the host's phone sleeps, an onlooker is faster */
    hello(&clients[TABLE_MEMBERS_MAX], "");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX]), "\"snapshot\""));
    hello_host(&clients[0]);
    assert_non_null(clients[0].member.table);
    for (int i = 0; i < CLIENTS; i++)
        hub_leave(hub, &clients[i].member, now);
    turn();
}

/* Restoring a table takes time for every event, and everybody else waits meanwhile. */
static void there_is_an_end_to_events(void **unused)
{
    (void)unused;
    enum { ENOUGH = 20 };
    struct client *host = &clients[0], *other = &clients[1];
    hub_free(hub);
    events_max = ENOUGH;
    assert_true(start_hub());
    events_max = 0;
    begin(host, other);
    char json[100];
    say(other, "{\"cid\":3,\"do\":\"takeover\",\"seat\":1,\"level\":\"gentle\"}");
    for (uint32_t cid = 10; the_table()->version < ENOUGH; cid++) {
        snprintf(json, sizeof json, "{\"cid\":%u,\"do\":\"say\",\"phrase\":\"hello\"}", cid);
        say(host, json);
        assert_non_null(strstr(last(host), "\"ok\""));
    }
    static const char *const chatter[] = {"{\"cid\":90,\"do\":\"say\",\"phrase\":\"hello\"}",
                                          "{\"cid\":91,\"do\":\"undo\"}",
                                          "{\"cid\":92,\"do\":\"name\",\"name\":\"Eve\"}"};
    for (size_t i = 0; i < sizeof chatter / sizeof *chatter; i++) {
        say(host, chatter[i]);
        assert_non_null(strstr(last(host), "serve.table.limit"));
    }
    hello(&clients[2], ",\"join\":true");
    assert_non_null(strstr(last(&clients[2]), "serve.table.limit"));
    hello(&clients[2], ""); /* watching costs nothing */
    assert_non_null(strstr(last(&clients[2]), "\"snapshot\""));
    assert_int_equal(metrics.refused[REFUSAL_FULL], 4);
    say(other, "{\"cid\":89,\"do\":\"giveback\"}"); /* people always get their own seat back */
    assert_non_null(strstr(last(other), "\"ok\""));
    move_to(host, 93, "4@a1");
    assert_non_null(strstr(last(host), "\"ok\""));
    say(other, "{\"cid\":94,\"do\":\"resign\"}");
    assert_non_null(strstr(last(other), "\"ok\""));
    say(other, "{\"cid\":95,\"do\":\"rematch\"}");
    assert_non_null(strstr(last(other), "serve.table.limit"));
}

static void a_table_that_the_store_contradicts_is_read_anew(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    /* Somebody else writes the event that comes next. */
    char json[100];
    snprintf(json, sizeof json, "%lld - 0 say 0 hello", (long long)now);
    assert_int_equal(store_append(store, opened.table, 8, json, strlen(json), now), STORE_OK);
    move_to(host, 3, "4@a1");
    turn();
    turn();
    assert_true(host->cut && other->cut);
    assert_null(host->member.table);
    assert_int_equal(metrics.counter[COUNT_CONFLICTS] > 0, 1);
    turn();
    hello_host(host);
    assert_non_null(strstr(last(host), "\"snapshot\""));
}

/* ---- time that was not lived through ---- */

enum { HOUR_MS = 3600000, DAY_HOURS = 24 };

static bool is_there(const char *code)
{
    struct store_table row;
    return store_table_by_code(store, code, &row) == STORE_OK && !row.finished;
}

/* While the store is ahead of us, a token that we do not know may be known there. */
static void a_token_is_not_unknown_before_the_store_was_read(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *stranger = &clients[2];
    begin(host, other);
    turn();
    char json[100];
    snprintf(json, sizeof json, "%lld - 0 say 0 hello", (long long)now);
    assert_int_equal(
        store_append(store, opened.table, the_table()->version + 1, json, strlen(json), now),
        STORE_OK);
    store_commit(store);
    store_step(store);
    hello(stranger, ",\"token\":\"00112233445566778899aabbccddeeff\"");
    assert_null(strstr(last(stranger), "serve.token.unknown"));
    assert_non_null(strstr(last(stranger), "store.conflict"));
    turn();
    hello(stranger, ",\"token\":\"00112233445566778899aabbccddeeff\"");
    assert_non_null(strstr(last(stranger), "serve.token.unknown"));
}

static void live_hours(int hours)
{
    for (int i = 0; i < hours; i++) {
        now += HOUR_MS;
        turn();
    }
}

/* A table where a match has begun, and then everybody has left. */
static void leave_a_game(void)
{
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    turn();
}

/* With a server that is up, and with one that comes back and finds that the clock was moved. */
static void a_wrong_clock_closes_no_table(void **unused)
{
    (void)unused;
    enum { JUMPS = 100, JUMP_DAYS = 1000, TABLES = 4 };
    const int64_t far = (int64_t)JUMP_DAYS * DAY_HOURS * HOUR_MS;
    char codes[TABLES][CODE_SIZE + 1];
    int lost = 0;
    now = 40 * far;
    for (int i = 0; i < TABLES; i++) {
        leave_a_game();
        memcpy(codes[i], opened.code, sizeof codes[i]);
    }
    for (int i = 0; i < JUMPS; i++) {
        int64_t jump = i % 2 ? -far : i % 3 ? far : 2 * far;
        if (i % 5 == 0)
            restart(jump);
        else
            now += jump;
        turn();
        live_hours(2); /* the hub looks for old tables */
        for (int k = 0; k < TABLES; k++)
            lost += !is_there(codes[k]);
    }
    print_message("%d moves of the clock by %d days and more, %d tables: %d lost\n", JUMPS,
                  JUMP_DAYS, TABLES, lost);
    assert_int_equal(lost, 0);
}

static void days_that_were_lived_through_close_a_table(void **unused)
{
    (void)unused;
    enum { BEFORE_DAYS = 60 };
    struct store_table row;
    int64_t id;
    leave_a_game();
    id = opened.table;
    live_hours(BEFORE_DAYS * DAY_HOURS);
    hub_say_bye(hub); /* stores how long it has lived */
    restart(-1000LL * DAY_HOURS * HOUR_MS);
    live_hours((HUB_FINISH_DAYS - BEFORE_DAYS) * DAY_HOURS - 2);
    assert_true(is_there(opened.code));
    live_hours(5);
    assert_false(is_there(opened.code));
    live_hours((HUB_PRUNE_DAYS - 1) * DAY_HOURS);
    assert_int_equal(store_table(store, id, &row), STORE_OK);
    live_hours(2 * DAY_HOURS);
    assert_int_equal(store_table(store, id, &row), STORE_ABSENT);
}

static void a_lobby_is_closed_after_a_day(void **unused)
{
    (void)unused;
    char game[CODE_SIZE + 1], lobby[CODE_SIZE + 1];
    now = 20000LL * DAY_HOURS * HOUR_MS;
    leave_a_game();
    memcpy(game, opened.code, sizeof game);
    open_table("taki", 2);
    memcpy(lobby, opened.code, sizeof lobby);
    live_hours(DAY_HOURS - 2);
    assert_true(is_there(lobby));
    live_hours(5);
    assert_false(is_there(lobby));
    assert_true(is_there(game));
    assert_string_equal(look_up(lobby), "serve.table.finished");
}

/* A file of an earlier version has no such sum, and its stamps are times of day. */
static void an_old_file_closes_nothing_at_once(void **unused)
{
    (void)unused;
    const int64_t day = (int64_t)DAY_HOURS * HOUR_MS, then = 20000 * day;
    assert_int_equal(store_create(store, 1, "AAAAAA", then), STORE_OK);
    assert_int_equal(store_create(store, 2, "BBBBBB", then - 100 * day), STORE_OK);
    store_commit(store);
    store_step(store);
    now = then + 1000 * day;
    turn();
    live_hours(3);
    assert_true(is_there("AAAAAA"));
    assert_false(is_there("BBBBBB")); /* its time was over even then */
}

static void no_clock_runs_while_the_server_is_frozen(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_table("gobblet", 2);
    seat_two(host, other);
    say(host, "{\"cid\":3,\"do\":\"clock\",\"kind\":\"move\",\"millis\":4000}");
    start_two(host, other);
    now += 1000;
    turn();
    int64_t since = now;
    now += 6000;
    hub_frozen(hub, since, now);
    char json[100];
    snprintf(json, sizeof json, "{\"cid\":4,\"base\":%u,\"do\":\"move\",\"move\":\"4@a1\"}",
             the_table()->version);
    say(host, json); /* it was under way when everything stood still */
    assert_non_null(strstr(last(host), "\"ok\""));
    now += 1000;
    turn();
    hub_frozen(hub, now - 500, now);
    assert_int_equal(metrics.counter[COUNT_FROZEN], 2);
    now += 3499;
    turn();
    assert_int_equal(clock_left(&the_table()->match.clock, 1, now), 1);
    now += 1;
    turn();
    assert_int_equal(the_table()->match.late, 2);
}

/* A freeze does not make an absence longer, and everybody is told. */
static void nobody_is_away_while_the_server_is_frozen(void **unused)
{
    (void)unused;
    static const char take[] = "{\"cid\":4,\"do\":\"takeover\",\"seat\":1,\"level\":\"club\"}";
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    hub_leave(hub, &other->member, now);
    now += TABLE_GRACE_MS - 1;
    turn();
    int64_t since = now;
    now += 6000;
    hub_frozen(hub, since, now);
    assert_string_equal(last(host),
                        "{\"do\":\"here\",\"seat\":1,\"here\":false,\"away_ms\":30000}");
    say(host, take);
    assert_non_null(strstr(last(host), "table.takeover.early"));
    now += TABLE_GRACE_MS;
    turn();
    say(host, take);
    assert_non_null(strstr(last(host), "\"ok\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_told_before_it_is_durable, start, stop),
        cmocka_unit_test_setup_teardown(a_full_disk_pauses_and_loses_nothing, start, stop),
        cmocka_unit_test_setup_teardown(newcomers_are_told_that_the_disk_is_full, start, stop),
        cmocka_unit_test_setup_teardown(a_seat_comes_back_whoever_has_guessed, start, stop),
        cmocka_unit_test_setup_teardown(a_forgotten_guest_is_told_when_that_is_durable, start,
                                        stop),
        cmocka_unit_test_setup_teardown(an_idle_table_is_dropped_and_comes_back, start, stop),
        cmocka_unit_test_setup_teardown(a_table_that_comes_back_waits_for_its_host, start, stop),
        cmocka_unit_test_setup_teardown(what_a_message_makes_due_takes_two_turns, start, stop),
        cmocka_unit_test_setup_teardown(no_clock_runs_while_there_is_no_server, start, stop),
        cmocka_unit_test_setup_teardown(no_clock_runs_while_nothing_can_be_kept, start, stop),
        cmocka_unit_test_setup_teardown(a_damaged_table_is_not_read_each_time, start, stop),
        cmocka_unit_test_setup_teardown(damaged_tables_are_remembered_in_little_room, start, stop),
        cmocka_unit_test_setup_teardown(a_window_is_open_anew_after_a_restart, start, stop),
        cmocka_unit_test_setup_teardown(a_returning_client_tells_what_it_has, start, stop),
        cmocka_unit_test_setup_teardown(news_go_to_those_who_may_see_them, start, stop),
        cmocka_unit_test_setup_teardown(there_is_an_end_to_members, start, stop),
        cmocka_unit_test_setup_teardown(there_is_an_end_to_events, start, stop),
        cmocka_unit_test_setup_teardown(a_lobby_is_closed_after_a_day, start, stop),
        cmocka_unit_test_setup_teardown(a_table_that_the_store_contradicts_is_read_anew, start,
                                        stop),
        cmocka_unit_test_setup_teardown(a_token_is_not_unknown_before_the_store_was_read, start,
                                        stop),
        cmocka_unit_test_setup_teardown(a_wrong_clock_closes_no_table, start, stop),
        cmocka_unit_test_setup_teardown(days_that_were_lived_through_close_a_table, start, stop),
        cmocka_unit_test_setup_teardown(an_old_file_closes_nothing_at_once, start, stop),
        cmocka_unit_test_setup_teardown(no_clock_runs_while_the_server_is_frozen, start, stop),
        cmocka_unit_test_setup_teardown(nobody_is_away_while_the_server_is_frozen, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
