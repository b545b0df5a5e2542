/* SPDX-License-Identifier: MIT */
/*
 * A relay between a server that says anything and four who watch and say anything, a line each:
 *
 *     <{"do":"welcome","protocol":1,"table":7,"code":"QWERTY"}    the server speaks
 *     a{"do":"hello","table":"QWERTY"}    a … d speak
 *     -a    this one's connection ends
 *     ~a    this one was too slow for its news
 *     +     the line to the server is there again
 *
 * Whoever watches hears of nothing before the welcome, of every version once and in order unless a
 * snapshot fills a gap, and never of an older one; and everything that is sent is JSON.
 */
#include <string.h>

#include "base/check.h"
#include "server/relay.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { WATCHERS = 4, INPUT_MAX = 1 << 14, SIZE_SHORT = 126, SIZE_LONG = 127 };

static struct json_value values[RELAY_VALUES_MAX];
static struct metrics metrics;
static struct client {
    struct watcher watcher; /* first */
    bool welcomed, gap, ended;
    int64_t v;
} clients[WATCHERS];

static struct client *client_of(struct watcher *watcher)
{
    return (struct client *)watcher;
}

static void hear_frame(struct client *client, const char *json, size_t size)
{
    struct relay_news news;
    CHECK(relay_read(&news, values, json, size));
    CHECK(client->welcomed || news.kind == RELAY_WELCOME);
    CHECK(!client->welcomed || news.kind != RELAY_WELCOME);
    client->welcomed = true;
    if (news.kind == RELAY_NEWS)
        CHECK(news.v == client->v + 1 && !client->gap);
    if (news.kind == RELAY_SNAPSHOT)
        CHECK(news.v >= client->v);
    if (news.kind == RELAY_NEWS || news.kind == RELAY_SNAPSHOT) {
        client->v = news.v;
        client->gap = false;
    }
}

static void send(void *context, struct watcher *watcher, const char *bytes, size_t size)
{
    const uint8_t *at = (const uint8_t *)bytes, *end = at + size;
    (void)context;
    while (at < end) {
        CHECK(end - at >= 2 && at[0] == (0x80 | OPCODE_TEXT) && at[1] < SIZE_LONG);
        size_t count = at[1], head = 2;
        if (count == SIZE_SHORT) {
            CHECK(end - at >= 4);
            count = (size_t)at[2] << 8 | at[3];
            head = 4;
        }
        CHECK((size_t)(end - at) >= head + count);
        hear_frame(client_of(watcher), (const char *)at + head, count);
        at += head + count;
    }
}

static void post(void *context, struct watcher *watcher, const char *json, size_t size)
{
    struct relay_news news;
    (void)context, (void)watcher;
    CHECK(relay_read(&news, values, json, size));
    CHECK(news.kind == RELAY_ERROR || news.kind == RELAY_BYE || news.kind == RELAY_PAUSED ||
          news.kind == RELAY_RESUMED);
}

static void end(void *context, struct watcher *watcher)
{
    (void)context;
    CHECK(!watcher->table);
    client_of(watcher)->ended = true;
}

static bool may_guess(void *context, struct watcher *watcher)
{
    (void)context, (void)watcher;
    return true;
}

static void guessed(void *context, struct watcher *watcher)
{
    (void)context, (void)watcher;
}

static void no_wait(void *context, struct relay_table *table)
{
    (void)context, (void)table;
}

static struct relay_table *followed(void)
{
    for (int i = 0; i < WATCHERS; i++)
        if (clients[i].watcher.table)
            return clients[i].watcher.table;
    return NULL;
}

/* Whoever is sent away comes back as somebody new. */
static void leave(struct relay *relay, struct client *client)
{
    relay_leave(relay, &client->watcher);
    *client = (struct client){.ended = false};
}

static void server_says(struct relay_table *table, const char *text, size_t size)
{
    bool listens = table && !table->reason &&
                   (table->line.step == LINE_GREETS || table->line.step == LINE_TALKS);
    if (listens)
        relay_hear(table, text, size);
}

static void take_line(struct relay *relay, const char *line, size_t size)
{
    struct relay_table *table = followed();
    char kind = line[0], whom = size > 1 ? line[1] : '\0';
    bool one = whom >= 'a' && whom < 'a' + WATCHERS;
    if (kind == '<')
        server_says(table, line + 1, size - 1);
    else if (kind == '+' && table && table->line.step == LINE_RESTS)
        table->line.step = LINE_GREETS;
    else if (kind == '-' && one)
        leave(relay, &clients[whom - 'a']);
    else if (kind == '~' && one) {
        relay_end_turn(relay);
        clients[whom - 'a'].gap = clients[whom - 'a'].watcher.table != NULL;
        relay_resync(relay, &clients[whom - 'a'].watcher);
    } else if (kind >= 'a' && kind < 'a' + WATCHERS)
        relay_message(relay, &clients[kind - 'a'].watcher, line + 1, size - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const struct relay_settings settings = {
        .address = {.host = "localhost", .port = "1"},
        .metrics = &metrics,
        .send = send,
        .post = post,
        .end = end,
        .may_guess = may_guess,
        .guessed = guessed,
        .wait = no_wait,
        .forget = no_wait,
    };
    const char *at = (const char *)bytes, *all = at + size;
    if (size == 0 || size > INPUT_MAX)
        return 0;
    struct relay *relay = relay_new(&settings);
    CHECK(relay);
    while (at < all) {
        const char *newline = memchr(at, '\n', (size_t)(all - at));
        size_t count = (size_t)((newline ? newline : all) - at);
        if (count > 0)
            take_line(relay, at, count);
        relay_end_turn(relay);
        for (int i = 0; i < WATCHERS; i++)
            if (clients[i].ended)
                leave(relay, &clients[i]);
        at += count + 1;
    }
    for (int i = 0; i < WATCHERS; i++)
        leave(relay, &clients[i]);
    relay_free(relay);
    return 0;
}
