/* SPDX-License-Identifier: MIT */
/*
 * A hub in a test, with a store that works or fails on demand, and members without connections.
 * Included by tests that have cmocka.h already.
 */
#ifndef KUFSA_TESTS_HUB_ROOM_H
#define KUFSA_TESTS_HUB_ROOM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub.h"

#define NEW_TOKEN "0123456789abcdef0123456789abcdef"

enum { CLIENTS = 70, LETTERS = 200 };

static struct store *store;
static struct hub *hub;
static struct metrics metrics;
static enum store_status fault;
static int64_t now;
static uint32_t events_max; /* 0: as many as at a server */
static const struct store_backend *backend = &store_memory;
static struct hub_opened opened;

/* A member and what was posted to it. */
struct client {
    struct member member; /* first */
    int count;
    bool cut, ended;
    char token[TOKEN_TEXT_SIZE + 1];
    struct {
        char *json;
        uint64_t ticket;
    } letters[LETTERS];
};

static struct client clients[CLIENTS];

static inline void post(void *context, struct member *member, const char *json, size_t size,
                        uint64_t ticket)
{
    struct client *client = (struct client *)member;
    (void)context;
    assert_true(client->count < LETTERS && size <= HUB_MESSAGE_MAX);
    char *copy = malloc(size + 1);
    memcpy(copy, json, size);
    copy[size] = '\0';
    client->letters[client->count].json = copy;
    client->letters[client->count++].ticket = ticket;
}

static inline void cut(void *context, struct member *member)
{
    (void)context;
    ((struct client *)member)->cut = true;
}

static bool guesses;        /* may still be made */
static int guessed;         /* wrong ones */
static const char *replied; /* to the last look_up: the reason, or "" */
static struct hub_opened reply_opened;
static struct hub_reply reply_room; /* the last reply about a room that is there */
static void (*chance)(void *context, void *bytes, size_t size); /* NULL: the system's */

static inline void end(void *context, struct member *member)
{
    (void)context;
    ((struct client *)member)->ended = true;
}

static inline bool may_guess(void *context, struct member *member)
{
    (void)context, (void)member;
    return guesses;
}

static inline void count_guess(void *context, struct member *member)
{
    (void)context, (void)member;
    guessed++;
}

static inline void reply(void *context, struct member *member, const struct hub_reply *what)
{
    (void)context, (void)member;
    replied = what->reason ? what->reason : "";
    if (what->opened)
        reply_opened = *what->opened;
    if (what->table)
        reply_room = *what;
}

static inline enum store_status ask_fault(void *context)
{
    (void)context;
    return fault;
}

static inline bool start_hub(void)
{
    struct hub_settings settings = {.store = store,
                                    .metrics = &metrics,
                                    .events_max = events_max,
                                    .post = post,
                                    .cut = cut,
                                    .end = end,
                                    .reply = reply,
                                    .may_guess = may_guess,
                                    .guessed = count_guess,
                                    .chance = chance};
    hub = hub_new(&settings);
    return hub != NULL;
}

static inline int start(void **unused)
{
    (void)unused;
    struct store_options options = {.backend = backend, .stepped = true, .fault = ask_fault};
    char why[STORE_WHY_MAX];
    struct text text;
    text_init(&text, why, sizeof why);
    fault = STORE_OK;
    guesses = true;
    guessed = 0;
    now = 1000000;
    memset(&metrics, 0, sizeof metrics);
    assert_int_equal(store_open(&store, &options, &text), STORE_OK);
    return start_hub() ? 0 : -1;
}

static inline int stop(void **unused)
{
    (void)unused;
    for (int i = 0; i < CLIENTS; i++) {
        for (int j = 0; j < clients[i].count; j++)
            free(clients[i].letters[j].json);
        memset(&clients[i], 0, sizeof clients[i]);
    }
    hub_free(hub);
    store_close(store);
    return 0;
}

/* Makes what was kept durable; returns the last ticket that is. */
static inline uint64_t turn(void)
{
    hub_tick(hub, now);
    hub_end_turn(hub, now);
    store_step(store);
    store_read_step(store);
    return hub_poll(hub, now);
}

/* The server ends and comes back a while later; nobody is there. */
static inline void restart(int64_t later)
{
    turn();
    hub_free(hub);
    for (int i = 0; i < CLIENTS; i++)
        memset(&clients[i].member, 0, sizeof clients[i].member);
    now += later;
    assert_true(start_hub());
}

/* The store answers whatever it was asked, and the tables are restored. */
static inline void hear_answers(void)
{
    for (int slices = 0; slices < 20; slices++) {
        store_read_step(store);
        hub_answers(hub, now);
    }
}

static inline void say(struct client *client, const char *json)
{
    hub_message(hub, &client->member, json, strlen(json), now);
    hear_answers();
}

/* What somebody who is no member is told about a room: a reason, or "". */
static inline const char *look_up(const char *code)
{
    struct member visitor = {0};
    hub_ask_room(hub, &visitor, code, now);
    hear_answers();
    assert_null(visitor.parked);
    return replied;
}

static inline const char *last(const struct client *client)
{
    return client->count > 0 ? client->letters[client->count - 1].json : "";
}

static inline void open_table(const char *game, int seats)
{
    struct hub_opening opening = {.game = game_find(game), .seats = seats};
    assert_null(hub_open(hub, &opening, &opened, now));
    turn();
}

static inline void hello(struct client *client, const char *more)
{
    char json[300];
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\"%s}", opened.code, more);
    say(client, json);
}

static inline void hello_host(struct client *client)
{
    char more[80];
    snprintf(more, sizeof more, ",\"token\":\"%s\"", opened.token);
    hello(client, more);
}

/* Two people at the table that was opened, and in the middle of a game. */
static inline void seat_two(struct client *host, struct client *other)
{
    hello_host(host);
    hello(other, ",\"join\":true");
    say(host, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"}");
    say(other, "{\"cid\":1,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
}

static inline void start_two(struct client *host, struct client *other)
{
    say(other, "{\"cid\":2,\"do\":\"ready\"}");
    say(host, "{\"cid\":2,\"do\":\"start\"}");
    turn();
    assert_non_null(strstr(last(host), "\"ok\""));
}

static inline void begin(struct client *host, struct client *other)
{
    open_table("gobblet", 2);
    seat_two(host, other);
    start_two(host, other);
}

static inline const struct table *the_table(void)
{
    look_up(opened.code);
    const struct table *table = hub_find(hub, opened.code, 0);
    assert_non_null(table);
    return table;
}

/* What a hello with this token has, and perhaps with another one that replaces it. */
static inline const char *as(const char *token, const char *become, const char *more)
{
    static char text[200];
    int size = snprintf(text, sizeof text, ",\"token\":\"%s\"", token);
    if (become[0] != '\0')
        size += snprintf(text + size, sizeof text - (size_t)size, ",\"become\":\"%s\"", become);
    snprintf(text + size, sizeof text - (size_t)size, "%s", more);
    return text;
}

/* The token that somebody was given. */
/* The token of its welcome; it stays until it is asked again. */
static inline const char *token_of(struct client *client)
{
    const char *at = strstr(client->letters[0].json, "\"token\":\"");
    assert_non_null(at);
    memcpy(client->token, at + 9, TOKEN_TEXT_SIZE);
    return client->token;
}

static inline const char *before_last(const struct client *client, int back)
{
    assert_true(client->count > back);
    return client->letters[client->count - 1 - back].json;
}

static inline bool heard(const struct client *client, const char *part)
{
    for (int i = 0; i < client->count; i++)
        if (strstr(client->letters[i].json, part))
            return true;
    return false;
}

#endif
