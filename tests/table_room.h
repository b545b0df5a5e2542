/* SPDX-License-Identifier: MIT */
/*
 * A table in a test: people sit down and send commands; the test can inspect what it stores and
 * sends, and what it stores must rebuild the same table. Included by tests that have cmocka.h
 * already.
 */
#ifndef KUFSA_TESTS_TABLE_ROOM_H
#define KUFSA_TESTS_TABLE_ROOM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/table.h"

enum { EVENTS_KEPT = 8192, START = 1000000 };

static struct table_workspace workspace;
static struct table *table;
static int64_t now;
static char answer[NEWS_MAX], last_news[SEATS_MAX + 2][NEWS_MAX], record_text[RECORD_TEXT_MAX];
static char events[EVENTS_KEPT][EVENT_TEXT_MAX];
static int event_count, answers, record_count;
static uint32_t cid;

/* ---- the caller's part ---- */

static inline void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context;
    assert_int_equal(version, event_count + 1);
    assert_true(event_count < EVENTS_KEPT && size < EVENT_TEXT_MAX);
    memcpy(events[event_count], text, size + 1);
    event_count++;
}

static inline void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    (void)context;
    assert_true(match > 0);
    memcpy(record_text, text, size + 1);
    record_count++;
}

static inline void take_answer(void *context, const char *json, size_t size)
{
    (void)context;
    memcpy(answer, json, size + 1);
    answers++;
}

static inline void take_news(void *context, int viewer, const char *json, size_t size)
{
    (void)context;
    memcpy(last_news[viewer + 2], json, size + 1);
}

static inline bool watched(void *context, int viewer)
{
    (void)context, (void)viewer;
    return true;
}

static inline struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context, (void)count;
    return realloc(old, capacity * sizeof(struct ply));
}

static inline void hash_of(char who, uint8_t hash[SHA256_SIZE])
{
    memset(hash, who, SHA256_SIZE);
}

static inline void close_table(void)
{
    if (table)
        free(table->match.log);
    free(table);
    table = NULL;
}

static inline void open_table(const char *name, int seats, bool screen)
{
    struct table_opening opening = {.game = game_find(name), .seats = seats, .screen = screen};
    close_table();
    now = START;
    cid = 0;
    event_count = record_count = 0;
    memcpy(opening.code, "ABCDEF", 7);
    memset(opening.secret, 7, SHA256_SIZE);
    hash_of('h', opening.host);
    workspace.sink =
        (struct table_sink){NULL, keep_event, keep_record, take_answer, take_news, watched};
    workspace.lend = lend;
    table = malloc(table_size()); /* not a byte more, so that sanitizers see */
    assert_non_null(table);
    assert_null(table_open(table, &opening, &workspace, now));
    table_guest_here(table, &workspace, 0, true, now);
}

static inline int add_guest(char who)
{
    uint8_t hash[SHA256_SIZE];
    hash_of(who, hash);
    int guest = table_add_guest(table, &workspace, hash, false, now);
    assert_int_equal(table_find_guest(table, hash), guest);
    table_guest_here(table, &workspace, guest, true, now);
    return guest;
}

/* A command, with what stands in the braces; its answer is in `answer`. */
static inline void command(int guest, const char *body)
{
    char json[COMMAND_MAX];
    int before = answers;
    int size =
        snprintf(json, sizeof json, "{\"cid\":%u,\"base\":%u,%s}", ++cid, table->version, body);
    table_command(table, &workspace, guest, json, (size_t)size, now);
    assert_int_equal(answers, before + 1);
}

static inline void does(int guest, const char *body)
{
    command(guest, body);
    if (!strstr(answer, "\"do\":\"ok\""))
        print_error("%s: %s\n", body, answer);
    assert_non_null(strstr(answer, "\"do\":\"ok\""));
}

/* What is due by now happens before. */
static inline void refuses_later(int guest, const char *body, const char *reason)
{
    command(guest, body);
    assert_non_null(strstr(answer, reason));
}

/* Nothing changes, not even what no event would tell. (A match may get a longer log.) */
static inline void refuses(int guest, const char *body, const char *reason)
{
    static struct table before;
    memcpy(&before, table, offsetof(struct table, match));
    command(guest, body);
    if (!strstr(answer, reason))
        print_error("%s: %s\n", body, answer);
    assert_non_null(strstr(answer, reason));
    assert_memory_equal(table, &before, offsetof(struct table, match));
}

/* Applying the events to an empty table must give this table, except for presence. */
static inline void restores(void)
{
    struct table *again = calloc(1, table_size());
    for (int i = 0; i < event_count; i++)
        assert_null(table_restore(again, &workspace, events[i], strlen(events[i])));
    again->awake = table->awake;
    for (int i = 0; i < GUESTS_MAX; i++) {
        again->guests[i].here = table->guests[i].here;
        again->guests[i].gone = table->guests[i].gone;
    }
    for (int seat = 0; seat < SEATS_MAX; seat++)
        again->thoughts[seat] = table->thoughts[seat];
    struct ply *log = again->match.log, *ours = table->match.log;
    if (table->match.count)
        assert_memory_equal(log, ours, table->match.count * sizeof *log);
    again->match.log = ours;
    again->match.capacity = table->match.capacity;
    size_t size = offsetof(struct table, match) + offsetof(struct match, state);
    assert_memory_equal(again, table, size);
    if (table->matches)
        assert_true(state_equal(&again->match.state.head, &table->match.state.head));
    again->match.log = log;
    free(log);
    free(again);
}

static inline void two_people(const char *game)
{
    open_table(game, 2, false);
    int other = add_guest('b');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(other, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(other, "\"do\":\"ready\",\"salt\":\"00ff\"");
    does(0, "\"do\":\"start\"");
    assert_int_equal(table->phase, PHASE_PLAY);
}

/* The table as a server finds it again: from its events, with nobody there. */
static inline void restart(void)
{
    struct table *again = calloc(1, table_size());
    for (int i = 0; i < event_count; i++)
        assert_null(table_restore(again, &workspace, events[i], strlen(events[i])));
    close_table();
    table = again;
}

/* Bots play for everybody, at random. */
static inline void play_to_the_end(void)
{
    static union any_state view;
    static struct moves moves;
    struct search_rng rng;
    search_rng_init(&rng, 5);
    for (int seat = 0; seat < table->seats; seat++) {
        char body[64];
        int guest = table->seat[seat].guest;
        snprintf(body, sizeof body, "\"do\":\"takeover\",\"seat\":%d,\"level\":\"club\"", seat);
        if (guest != NO_GUEST)
            does(guest, body);
    }
    while (table->phase == PHASE_PLAY) {
        for (int seat = 0; seat < table->seats; seat++) {
            if (!(table_thinkers(table) >> seat & 1))
                continue;
            table_ask(table, seat, &view.head, now);
            int count = game_legal(table->game, &view.head, seat, &moves);
            table_bot_move(table, &workspace, seat, table->match.version,
                           moves.list[search_rng_below(&rng, (uint32_t)count)], now);
        }
        now += 10 * BOT_MS;
        table_tick(table, &workspace, now);
    }
}

#endif
