/* SPDX-License-Identifier: MIT */
/* Those who wait for the store: for a table that is not in memory, or for a new one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hub_room.h"
#include "store/backend.h"

/* A table that is only in the store, with so many events more than a game that has just begun. */
static void keep_table(int more)
{
    char line[100];
    begin(&clients[0], &clients[1]);
    int64_t version = the_table()->version;
    for (int i = 1; i <= more; i++) {
        snprintf(line, sizeof line, "%lld - 0 say 0 hello", (long long)now);
        assert_int_equal(store_append(store, opened.table, version + i, line, strlen(line), now),
                         STORE_OK);
        if (i % 100 == 0)
            turn();
    }
    restart(1000);
}

static void ask(struct client *client, const char *json)
{
    hub_message(hub, &client->member, json, strlen(json), now);
}

static void ask_hello(struct client *client, const struct hub_opened *table)
{
    char json[80];
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\"}", table->code);
    ask(client, json);
}

/* How many turns until it is welcome. */
static int turns_until_welcome(const struct client *client)
{
    for (int turns = 0;; turns++) {
        if (heard(client, "\"welcome\""))
            return turns;
        assert_true(turns < 1000);
        hub_answers(hub, now);
    }
}

static void nobody_waits_for_a_long_table(void **unused)
{
    (void)unused;
    enum { MORE = 4000 };
    struct client *early = &clients[4], *late = &clients[5];
    keep_table(0);
    struct hub_opened brief = opened;
    keep_table(MORE);
    ask_hello(early, &opened);
    store_read_step(store);
    hub_answers(hub, now);
    ask_hello(late, &brief);
    store_read_step(store);
    assert_in_range(turns_until_welcome(late), 1, 2);
    assert_false(heard(early, "\"welcome\""));
    assert_true(hub_end_turn(hub, now) <= now); /* the next turn comes at once */
    assert_in_range(turns_until_welcome(early), MORE / HUB_SLICE_EVENTS - 4, MORE / 64);
    assert_int_equal(the_table()->version, 6 + MORE);
}

static void what_is_said_meanwhile_is_heard_in_order(void **unused)
{
    (void)unused;
    struct client *host = &clients[4];
    char json[120];
    keep_table(0);
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":%lld,\"token\":\"%s\"}",
             (long long)opened.table, opened.token);
    ask(host, json);
    ask(host, "{\"cid\":77,\"do\":\"say\",\"phrase\":\"wait\"}");
    ask(host, "{\"cid\":78,\"do\":\"say\",\"phrase\":\"hello\"}");
    assert_int_equal(host->count, 0);
    hear_answers();
    assert_non_null(strstr(host->letters[0].json, "\"welcome\""));
    assert_non_null(strstr(host->letters[1].json, "\"snapshot\""));
    assert_non_null(strstr(host->letters[3].json, "\"cid\":77"));
    assert_non_null(strstr(last(host), "\"cid\":78"));
}

static void not_too_much_is_kept(void **unused)
{
    (void)unused;
    struct client *watcher = &clients[4];
    keep_table(0);
    ask_hello(watcher, &opened);
    for (int i = 0; i < HUB_LETTERS_MAX + 5; i++)
        ask(watcher, "{\"cid\":1,\"do\":\"look\"}");
    assert_int_equal(watcher->count, 6); /* the hello is one of them */
    assert_non_null(strstr(last(watcher), "serve.rate.often"));
    hear_answers();
    assert_true(heard(watcher, "\"welcome\""));
}

static void somebody_who_leaves_does_not_wait(void **unused)
{
    (void)unused;
    struct client *gone = &clients[4], *alone = &clients[5], *stays = &clients[6];
    struct hub_opened other;
    keep_table(0);
    other = opened;
    keep_table(1000);
    ask_hello(gone, &opened);
    ask_hello(stays, &opened);
    ask_hello(alone, &other);
    hub_leave(hub, &gone->member, now);
    hub_leave(hub, &alone->member, now);
    hear_answers();
    assert_int_equal(gone->count + alone->count, 0);
    assert_true(heard(stays, "\"welcome\""));
    ask_hello(alone, &other);
    store_read_step(store);
    hub_answers(hub, now);
    hub_leave(hub, &alone->member, now);
    restart(1000);
    ask_hello(alone, &opened);
    store_read_step(store);
    hub_answers(hub, now);
    hub_leave(hub, &alone->member, now); /* while it is being restored */
    hear_answers();
    assert_null(hub_find(hub, opened.code, 0));
}

static void a_table_has_two_names(void **unused)
{
    (void)unused;
    struct client *one = &clients[4], *other = &clients[5];
    struct hub_counts counts;
    char json[80];
    keep_table(0);
    ask_hello(one, &opened);
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":%lld}", (long long)opened.table);
    ask(other, json);
    hear_answers();
    assert_true(heard(one, "\"welcome\"") && heard(other, "\"welcome\""));
    hub_counts(hub, &counts);
    assert_int_equal(counts.tables, 1);
    assert_ptr_equal(one->member.table, other->member.table);
}

/* Everybody comes back at once: what the store has read waits there, where its size is bounded. */
static void few_tables_are_restored_at_once(void **unused)
{
    (void)unused;
    enum { TABLES = HUB_RESTORING_MAX + 4 };
    static struct hub_opened tables[TABLES];
    struct store_counts counts;
    for (int i = 0; i < TABLES; i++) {
        open_table("gobblet", 2);
        tables[i] = opened;
    }
    restart(1000);
    for (int i = 0; i < TABLES; i++)
        ask_hello(&clients[i], &tables[i]);
    store_read_step(store);
    hub_answers(hub, now);
    store_figures(store, &counts);
    assert_int_equal(counts.questions, 4);
    assert_true(hub_end_turn(hub, now) <= now); /* nobody wakes it for those again */
    hub_answers(hub, now);
    for (int i = 0; i < TABLES; i++)
        assert_true(heard(&clients[i], "\"welcome\""));
}

/* Guesses sent together count as guesses too. */
static void guesses_count_when_they_are_answered(void **unused)
{
    (void)unused;
    static const char *const codes[] = {"ABCDEF", "ABCDEG", "ABCDEH"};
    for (int i = 0; i < 3; i++) {
        struct hub_opened table = {.table = 0};
        memcpy(table.code, codes[i], sizeof "ABCDEF");
        ask_hello(&clients[i], &table);
    }
    assert_int_equal(guessed, 0);
    store_read_step(store);
    guesses = false;
    hub_answers(hub, now);
    for (int i = 0; i < 3; i++)
        assert_non_null(strstr(last(&clients[i]), "serve.code.often"));
    guesses = true;
    struct hub_opened table = {.code = "ABCDEF"};
    ask_hello(&clients[0], &table);
    hear_answers();
    assert_non_null(strstr(last(&clients[0]), "serve.table.unknown"));
    assert_int_equal(guessed, 1);
}

static enum store_status elsewhere_status;

/* As if there were another server, which has all tables; a code with an A is nobody's. */
static void answer_elsewhere(struct store_home *home, struct store_answer *first)
{
    (void)home;
    for (struct store_answer *at = first; at; at = at->next) {
        struct text path;
        text_init(&path, at->at, sizeof at->at);
        text_string(&path, STORE_AT_START "b");
        at->status = strchr(at->question.code, 'A') ? STORE_ABSENT : elsewhere_status;
        at->wait_ms = elsewhere_status == STORE_HELD ? 7000 : 0;
    }
}

static int start_elsewhere(void **unused)
{
    static struct store_backend away;
    away = store_memory;
    away.answer = answer_elsewhere;
    backend = &away;
    return start(unused);
}

static int stop_elsewhere(void **unused)
{
    backend = &store_memory;
    return stop(unused);
}

/* With a token or without, the answer is the same whether the code is a table's or not. */
static void who_guesses_too_often_learns_no_code_of_another_server(void **unused)
{
    (void)unused;
    static const char *const hellos[] = {
        "{\"do\":\"hello\",\"table\":\"BBBBBA\",\"token\":\"" NEW_TOKEN "\"}",
        "{\"do\":\"hello\",\"table\":\"BBBBBB\",\"token\":\"" NEW_TOKEN "\"}",
    };
    for (int held = 0; held < 2; held++) {
        elsewhere_status = held ? STORE_HELD : STORE_MOVED;
        guesses = true;
        say(&clients[0], hellos[1]);
        assert_non_null(strstr(last(&clients[0]), held ? "\"in\":7000" : "\"elsewhere\""));
        guesses = false;
        say(&clients[1], hellos[0]);
        say(&clients[2], hellos[1]);
        assert_non_null(strstr(last(&clients[1]), "serve.code.often"));
        assert_string_equal(last(&clients[2]), last(&clients[1]));
        assert_false(clients[2].ended);
    }
}

static uint8_t counter;

static void count_up(void *context, void *bytes, size_t size)
{
    uint8_t *out = bytes;
    (void)context;
    for (size_t i = 0; i < size; i++)
        out[i] = counter++;
}

/* The same random bytes come again: the first code and number are another table's by now. */
static void a_code_that_is_taken_is_drawn_anew(void **unused)
{
    (void)unused;
    struct hub_opening opening = {.game = game_find("gobblet")};
    struct member visitor = {0};
    chance = count_up;
    restart(0);
    counter = 0;
    open_table("gobblet", 2);
    struct hub_opened before = opened;
    restart(0);
    counter = 0;
    replied = NULL;
    hub_open_for(hub, &visitor, &opening, now);
    assert_non_null(visitor.parked);
    for (int i = 0; i < 5 && visitor.parked; i++)
        turn();
    chance = NULL;
    assert_string_equal(replied, "");
    assert_string_not_equal(reply_opened.code, before.code);
    assert_true(reply_opened.table != before.table);
    assert_string_equal(look_up(before.code), "");
    assert_string_equal(look_up(reply_opened.code), "");
}

/* The answer carries the ticket of what it tells, so it waits where it is sent. */
static void a_room_is_told_only_when_it_is_stored(void **unused)
{
    (void)unused;
    open_table("gobblet", 2);
    seat_two(&clients[0], &clients[1]);
    say(&clients[1], "{\"cid\":2,\"do\":\"ready\"}");
    uint64_t durable = turn();
    assert_string_equal(look_up(opened.code), "");
    assert_int_equal(reply_room.table->phase, PHASE_LOBBY);
    assert_true(reply_room.ticket <= durable);
    say(&clients[0], "{\"cid\":2,\"do\":\"start\"}");
    assert_string_equal(look_up(opened.code), "");
    assert_int_equal(reply_room.table->phase, PHASE_PLAY);
    assert_true(reply_room.ticket > durable);
    assert_true(reply_room.ticket <= turn());
    restart(1000);
    durable = turn();
    assert_string_equal(look_up(opened.code), "");
    assert_int_equal(reply_room.table->phase, PHASE_PLAY);
    assert_true(reply_room.ticket <= durable);
}

static void an_opening_waits_until_it_is_durable(void **unused)
{
    (void)unused;
    struct hub_opening opening = {.game = game_find("gobblet")};
    struct member visitor = {0}, gone = {0};
    replied = NULL;
    hub_open_for(hub, &visitor, &opening, now);
    hub_open_for(hub, &gone, &opening, now);
    assert_null(replied);
    hub_leave(hub, &gone, now);
    turn();
    turn();
    assert_string_equal(replied, "");
    assert_null(visitor.parked);
}

static void an_opening_does_not_outwait_a_full_disk(void **unused)
{
    (void)unused;
    struct hub_opening opening = {.game = game_find("gobblet")};
    struct member visitor = {0};
    replied = NULL;
    fault = STORE_DISK_FULL;
    hub_open_for(hub, &visitor, &opening, now);
    turn();
    assert_string_equal(replied, store_reason(STORE_DISK_FULL));
    assert_null(visitor.parked);
    fault = STORE_OK;
    turn();
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nobody_waits_for_a_long_table),
        TEST(what_is_said_meanwhile_is_heard_in_order),
        TEST(not_too_much_is_kept),
        TEST(somebody_who_leaves_does_not_wait),
        TEST(a_table_has_two_names),
        TEST(few_tables_are_restored_at_once),
        TEST(guesses_count_when_they_are_answered),
        cmocka_unit_test_setup_teardown(who_guesses_too_often_learns_no_code_of_another_server,
                                        start_elsewhere, stop_elsewhere),
        TEST(a_code_that_is_taken_is_drawn_anew),
        TEST(a_room_is_told_only_when_it_is_stored),
        TEST(an_opening_waits_until_it_is_durable),
        TEST(an_opening_does_not_outwait_a_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
