/* SPDX-License-Identifier: MIT */
/*
 * Messages from several connections at two tables of one server, one per line:
 *
 *     a{"do":"hello","table":"$0","token":"%0"}    a … h speak; $0 and $1 are the tables' codes,
 *     b{"do":"hello","table":"$0","join":true}     %0 and %1 their hosts' tokens
 *     -b       this one's connection ends
 *     +90      this many seconds pass
 *     *        the disk fails from now on, or works again
 *     !        the server is killed, and started again; its tables are in the store then
 *     ~        the store answers nothing from now on, or does again
 *
 * Every message gets a JSON answer; nothing is sent before it is stored, or out of order; tokens go
 * only to their owners; and the tables come back as they were.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "base/json.h"
#include "server/hub.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MEMBERS = 8, TABLES = 2, INPUT_MAX = 1 << 14, VALUES_MAX = 1 << 14, SECOND = 1000 };
enum { MESSAGE_MAX = 2048, ROUNDS_MAX = 2 };

static struct store *store;
static struct hub *hub;
static struct metrics metrics;
static struct hub_opened opened[TABLES];
static enum store_status fault;
static bool guesses;
static bool late; /* nobody gets a turn */
static int leaves;
static int64_t now;
static uint8_t chance;

static struct client {
    struct member member; /* first */
    uint64_t ticket;      /* of the last message posted */
    int posted;
    bool cut;
} clients[MEMBERS];

/* Replaces the library's: an input must behave the same every time. */
int uv_random(uv_loop_t *loop, uv_random_t *request, void *bytes, size_t size, unsigned flags,
              uv_random_cb callback)
{
    (void)loop, (void)request, (void)flags, (void)callback;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(chance * 59 + i * 31);
    chance = (uint8_t)(chance + 1);
    return 0;
}

static void post(void *context, struct member *member, const char *json, size_t size,
                 uint64_t ticket)
{
    static struct json_value values[VALUES_MAX];
    struct client *client = (struct client *)member;
    struct json read;
    (void)context;
    CHECK(size <= HUB_MESSAGE_MAX && !client->cut);
    CHECK(json_read(&read, values, VALUES_MAX, json, size) == NULL);
    uint32_t kind = json_member(&read, 0, "do");
    CHECK(kind != 0 || json_member(&read, 0, "skip") != 0);
    CHECK(json_member(&read, 0, "token") == 0 || json_is(&read, kind, "welcome"));
    client->posted++;
    if (ticket == HUB_NOW || !member->table) /* a table may leave memory after a peek at it */
        return;
    CHECK(ticket >= client->ticket);
    client->ticket = ticket;
}

static void cut(void *context, struct member *member)
{
    (void)context;
    ((struct client *)member)->cut = true;
}

static void reply(void *context, struct member *member, const struct hub_reply *what)
{
    (void)context, (void)member;
    CHECK(what->table && !what->reason);
}

static bool may_guess(void *context, struct member *member)
{
    (void)context, (void)member;
    return guesses;
}

static enum store_status ask_fault(void *context)
{
    (void)context;
    return fault;
}

static void start_hub(void)
{
    struct hub_settings settings = {.store = store,
                                    .metrics = &metrics,
                                    .post = post,
                                    .cut = cut,
                                    .end = cut,
                                    .reply = reply,
                                    .may_guess = may_guess};
    memset(clients, 0, sizeof clients);
    hub = hub_new(&settings);
    CHECK(hub);
}

/* Ends the connection; the next message comes from a new one. */
static void leave(struct client *client)
{
    leaves++;
    hub_leave(hub, &client->member, now);
    memset(client, 0, sizeof *client);
}

/* As the loop does, until nothing is due any more: see hub_end_turn. */
static void turn(void)
{
    int64_t due = now;
    if (late)
        return;
    for (int rounds = 0; due <= now;) {
        CHECK(rounds++ < ROUNDS_MAX);
        hub_tick(hub, now);
        due = hub_end_turn(hub, now);
        store_step(store);
        if (store_read_step(store)) { /* what was said after a hello may need the next answer */
            due = now;
            rounds = 0;
        }
        hub_poll(hub, now);
    }
    for (int i = 0; i < MEMBERS; i++) {
        if (clients[i].cut)
            leave(&clients[i]);
    }
}

static const struct table *find(int which)
{
    struct member visitor = {0};
    hub_ask_room(hub, &visitor, opened[which].code, now);
    while (visitor.parked)
        turn();
    return hub_find(hub, NULL, opened[which].table);
}

/* What was stored comes back: versions grow only by what happens to those who were there. */
static void restart(void)
{
    uint32_t version[TABLES];
    fault = STORE_OK;
    late = false;
    now += 60 * SECOND; /* by then a store that failed has tried again */
    turn();
    turn();
    for (int i = 0; i < TABLES; i++)
        version[i] = find(i)->version;
    turn();
    hub_free(hub);
    start_hub();
    for (int i = 0; i < TABLES; i++)
        CHECK(find(i) && find(i)->version >= version[i]);
}

/* The line with codes and tokens filled in, in memory of exactly its size. */
static void say(struct client *client, const char *line, size_t size)
{
    char bytes[MESSAGE_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    for (size_t i = 0; i < size; i++) {
        bool named = i + 1 < size && (line[i + 1] == '0' || line[i + 1] == '1');
        if (named && line[i] == '$')
            text_string(&text, opened[line[++i] - '0'].code);
        else if (named && line[i] == '%')
            text_string(&text, opened[line[++i] - '0'].token);
        else
            text_char(&text, line[i]);
    }
    if (text.overflow || client->cut)
        return;
    char *exact = malloc(text.size + 1);
    CHECK(exact);
    memcpy(exact, text.bytes, text.size);
    int before = client->posted, left = leaves;
    guesses = text.size % 2 == 0;
    hub_message(hub, &client->member, exact, text.size, now);
    turn();
    CHECK(late || client->posted > before || leaves > left);
    free(exact);
}

static void run_line(const char *line, size_t size)
{
    struct client *client = size > 1 && line[1] >= 'a' ? &clients[line[1] % MEMBERS] : clients;
    switch (size > 0 ? line[0] : '\0') {
    case '-': leave(client); break;
    case '+':
        for (size_t i = 1; i < size && i < 4; i++)
            now += (line[i] & 15) * (i == 1 ? 10 * SECOND : SECOND);
        break;
    case '*': fault = fault == STORE_OK ? STORE_DISK_FULL : STORE_OK; break;
    case '!': restart(); break;
    case '~': late = !late; break;
    default:
        if (size > 0)
            say(&clients[(uint8_t)line[0] % MEMBERS], line + 1, size - 1);
    }
    turn();
}

static void begin(void)
{
    static const char *const games[TABLES] = {"gobblet", "taki"};
    struct store_options options = {.backend = &store_memory, .stepped = true, .fault = ask_fault};
    char why[STORE_WHY_MAX];
    struct text text;
    text_init(&text, why, sizeof why);
    fault = STORE_OK;
    late = false;
    now = 1000000;
    chance = 1;
    CHECK(store_open(&store, &options, &text) == STORE_OK);
    start_hub();
    for (int i = 0; i < TABLES; i++) {
        struct hub_opening opening = {.game = game_find(games[i])};
        CHECK(hub_open(hub, &opening, &opened[i], now) == NULL);
        turn();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *line = (const char *)bytes, *end = line + size;
    if (size > INPUT_MAX)
        return 0;
    begin();
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *stop = newline ? newline : end;
        run_line(line, (size_t)(stop - line));
        line = stop + 1;
    }
    restart();
    hub_free(hub);
    store_close(store);
    return 0;
}
